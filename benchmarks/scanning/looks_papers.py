"""Papers, programs and small sites that show a puzzle, each with code of its own, for `looks.py`."""

from __future__ import annotations

from collections.abc import Callable

from looks_pages import Rule, box, finished, longest, outward, padded, page, rectangle, rules, svg, text
from looks_position import Number, Position

from nonosat.model.palette import letter


def _printed(position: Position, side: float, size: float, zero: bool, thin: Rule, thick: Rule, lined: bool) -> str:
    """A board in one ink, with lines between its clues if it is `lined`; printed numbers are not marked as finished."""
    rows, columns = position.clues(zero)
    pitch, drop = max(0.72 * side, 1.38 * size), 1.05 * size
    left, top = longest(rows) * pitch + 8, longest(columns) * drop + 8
    parts = []
    for cell in position.cells("#444444"):
        x, y = left + cell.column * side, top + cell.row * side
        if cell.color:
            parts.append(rectangle(x, y, side, side, f'fill="{cell.color}"'))
        elif cell.dotted:
            parts.append(f'<circle cx="{x + side / 2}" cy="{y + side / 2}" r="1.6"/>')
    for index, place, number in outward(columns):
        parts.append(text(left + (index + 0.5) * side, top - 5 - place * drop, number.length))
    for index, place, number in outward(rows):
        y = top + (index + 0.5) * side + 0.34 * size
        parts.append(text(left - 4 - (place + 0.5) * pitch, y, number.length))
    parts += rules(position, (left, top), side, thin, thick, start=(0, 0) if lined else None)
    return svg(left + position.width * side + 2, top + position.height * side + 2, parts)


def newspaper_column(position: Position) -> str:
    """A puzzle between two texts, in half of them with lines between its clues."""
    rng, side, lined = position.rng, position.rng.choice([17, 19, 22, 25]), position.rng.random() < 0.6
    size = max(11.5, 0.62 * side)
    board = _printed(position, side, size, False, Rule("#222", 0.6), Rule("#222", 1.8), lined)
    css = """
        body { background: #e4e2da; color: #222; font-family: var(--font); padding: 22px 26px; min-width: 480px }
        h1 { text-align: center; font-size: 36px; font-weight: normal; border-bottom: 3px double #222; margin: 0 }
        p { font-size: 13px; line-height: 1.3; text-align: justify; columns: 2; column-gap: 18px }
        svg { margin: 10px 0 0 var(--indent) } text { font-size: var(--size); text-anchor: middle }"""
    story = "The council voted on Tuesday to reopen the old tram line, after a dispute of more than two decades. " * 4
    body = f"""<h1>The Evening Paper</h1><p>{story}</p><b>Picture puzzle No. {rng.randint(1000, 4999)}</b>
        <div>Shade the squares so that the numbers match the runs.</div>{board}<p>{story}</p>"""
    return page(css, body, font=f"'{position.font}'", size=f"{size}px", indent=f"{rng.randint(0, 40)}px")


def paper_in_a_viewer(position: Position) -> str:
    """An exercise with hair lines on a white page in a dark viewer; in half of them no line is thicker."""
    rng, side, fifth = position.rng, position.rng.choice([15, 17, 19, 22]), position.rng.choice([0.45, 1.2])
    size = max(11, 0.62 * side)
    board = _printed(position, side, size, True, Rule("#000", 0.45), Rule("#000", fifth), False)
    css = """
        body { background: #525659 } .bar { background: #323639; color: #fff; padding: 12px 20px }
        .sheet { background: #fff; margin: 14px 40px; padding: 50px 70px; font: 14px var(--font); min-width: 520px }
        .sheet { box-shadow: 0 0 6px #000a; text-align: center } p { text-align: left }
        svg { margin: 0 auto 12px } text { font-size: var(--size); text-anchor: middle }"""
    body = f"""<div class="bar">puzzles &nbsp; {rng.randint(1, 9)} / 12 &nbsp; – 100% +</div><div class="sheet">
        <h2>{rng.randint(2, 9)}&nbsp; Exercises</h2><p><b>Puzzle {rng.randint(1, 30)}.</b> Fill the grid so that the
        lengths of the runs in each line agree with its numbers. How many solutions are there?</p>{board}
        Figure {rng.randint(1, 30)}: a puzzle of {position.height} rows and {position.width} columns</div>"""
    return page(css, body, font=f"'{position.font}'", size=f"{size:.2f}px")


def spreadsheet(position: Position) -> str:
    """A sheet with letters and numbers at its border, the puzzle somewhere in its cells, and coloured numbers."""
    rng, side = position.rng, position.rng.choice([22, 24, 28])
    shaded, fifths = rng.choices([True, False], k=2)
    rows, columns = position.clues(zero=True)
    first_row, first_column = rng.randint(1, 3) + longest(columns), rng.randint(1, 2) + longest(rows)
    count = first_column + position.width + rng.randint(2, 5)
    contents: dict[tuple[int, int], str] = {}

    def write(row: int, column: int, number: Number | None) -> None:
        look = f"color:{number.color};font-weight:bold" if number and number.color else ""
        ground = "background:#f3f3f3;" * shaded
        contents[row, column] = f'<td style="{ground}{look}">{number.length if number else ""}</td>'

    for index, clue in enumerate(rows):
        for at, number in enumerate(reversed(padded(clue, longest(rows)))):
            write(first_row + index, first_column - 1 - at, number)
    for index, clue in enumerate(columns):
        for at, number in enumerate(reversed(padded(clue, longest(columns)))):
            write(first_row - 1 - at, first_column + index, number)
    for cell in position.cells("#000000"):
        edges = "top " * (cell.row == 0) + "left " * (cell.column == 0)
        edges += "below " * (cell.row == position.height - 1 or (fifths and cell.row % 5 == 4))
        edges += "right " * (cell.column == position.width - 1 or (fifths and cell.column % 5 == 4))
        content = f'<td class="{edges}" style="color:#999;background:{cell.color or position.ground("#fff")}">'
        contents[first_row + cell.row, first_column + cell.column] = f"{content}{'x' * cell.dotted}</td>"
    lines = ["<th></th>" + "".join(f"<th>{letter(column + 1).upper()}</th>" for column in range(count))]
    lines += [
        f"<th>{row + 1}</th>" + "".join(contents.get((row, column), "<td></td>") for column in range(count))
        for row in range(first_row + position.height + rng.randint(2, 5))
    ]
    css = """
        body { background: #f9fbfd; font: 14px var(--font) } .bar { padding: 8px 14px }
        table { background: #fff } td, th { border: 1px solid #e0e0e0; height: var(--high); text-align: center }
        td, th { min-width: var(--high); line-height: 1 } th:first-child { min-width: 38px }
        th { background: #f1f3f4; color: #5f6368; font-weight: normal; font-size: 12px; border-color: #c0c0c0 }
        .top { border-top: 2px solid #000 } .left { border-left: 2px solid #000 }
        .below { border-bottom: 2px solid #000 } .right { border-right: 2px solid #000 }"""
    body = f"""<div class="bar">puzzle_{rng.randint(1, 20)} &nbsp; File Edit View Insert</div>
        <div class="bar">↶ ↷ | 100% | <b>B</b> <i>I</i></div><table><tr>{"<tr>".join(lines)}</table>
        <div class="bar"><b>Sheet 1</b> &nbsp; Sheet 2</div>"""
    return page(css, body, font=f"'{position.font}'", high=f"{side - 1}px")


def bevelled_window(position: Position) -> str:
    """A grey window whose open cells are bevelled like buttons, with small numbers."""
    rng, side = position.rng, position.rng.choice([18, 20, 24])
    size, (rows, columns) = rng.choice([11, 12]) if side < 24 else 13, position.clues(zero=True)
    pitch, drop = round(1.4 * size), size + 2
    left, top = longest(rows) * pitch + 8, longest(columns) * drop + 8
    parts = []
    for index, at, number in outward(columns):
        place = (left + index * side, top - 4 - (at + 1) * drop, side, drop)
        parts.append(box(*place, "", number.length, "done" * number.done))
    for index, at, number in outward(rows):
        place = (left - 4 - (at + 1) * pitch, top + index * side, pitch, side)
        parts.append(box(*place, "", number.length, "done" * number.done))
    for cell in position.cells("#000000"):
        place = (left + cell.column * side, top + cell.row * side, side, side)
        parts.append(box(*place, "", "×" * cell.dotted, "filled" if cell.color else "cell"))
    css = """
        body { background: #008080; font: var(--size) var(--font); padding: var(--edge) }
        .window { background: #c0c0c0; border: 2px solid; border-color: #fff #000 #000 #fff; width: max-content }
        .heading { background: #000080; color: #fff; font-weight: bold } .bar { padding: 3px 8px; font-size: 12px }
        .inner { margin: 8px; border: 2px solid; border-color: #808080 #fff #fff #808080; padding: 6px }
        .board { font-weight: var(--weight); width: var(--wide); height: var(--high) } .done { color: #808080 }
        .filled { border: 1px solid #808080; background: #000 } .cell { border: 2px solid; background: #c0c0c0 }
        .board .cell { border-color: #fff #808080 #808080 #fff; color: #a00000; line-height: 1.2 !important }"""
    body = f"""<div class="window"><div class="bar heading">Puzzle {rng.randint(100, 999)}</div>
        <div class="bar"><u>F</u>ile &nbsp; <u>E</u>dit &nbsp; <u>H</u>elp</div>
        <div class="inner"><div class="board">{"".join(parts)}</div></div><div class="bar">Ready</div></div>"""
    return page(
        css, body, font=f"'{position.font}'", size=f"{size}px", edge=f"{rng.randint(10, 70)}px",
        wide=f"{left + position.width * side}px", high=f"{top + position.height * side}px",
        weight=rng.choice(["normal", "bold"]),
    )  # fmt: skip


def terminal(position: Position) -> str:
    """Characters only, with box drawing for the lines; each cell is three characters wide."""
    rows, columns = position.clues(zero=True)
    texts = [" ".join(str(number.length) for number in clue) for clue in rows]
    wide = max(map(len, texts))
    lines = [
        " " * (wide + 2) + "".join(f" {number.length if number else '':>2} " for number in level)
        for level in zip(*(padded(clue, longest(columns)) for clue in columns), strict=True)
    ]

    def rule(left: str, middle: str, right: str) -> str:
        return " " * (wide + 1) + left + middle.join(["───"] * position.width) + right

    board: list[list[str]] = [[] for _ in rows]
    for cell in position.cells("full"):
        board[cell.row].append("███" if cell.color else " · " if cell.dotted else "   ")
    body = [f"{content:>{wide}} │{'│'.join(cells)}│" for content, cells in zip(texts, board, strict=True)]
    lines += [rule("┌", "┬", "┐"), f"\n{rule('├', '┼', '┤')}\n".join(body), rule("└", "┴", "┘")]
    ground, color = position.rng.choice([
        ("#1e1e1e", "#d4d4d4"), ("#002b36", "#93a1a1"), ("#fdf6e3", "#586e75"), ("#000000", "#33ff66"),
    ])  # fmt: skip
    css = """
        body { background: var(--ground); color: var(--ink); font: var(--size)/1.18 var(--font) }
        .bar { background: #3a3a3a; color: #ddd; font: 13px sans-serif; padding: 6px 12px }
        pre { margin: 0; padding: 14px 18px; font: inherit }"""
    joined = "\n".join(lines)
    content = f"""<div class="bar">user@host: ~/puzzles</div><pre>$ play {position.width}x{position.height}.txt

{joined}

[space] fill  [x] mark  [q] quit</pre>"""
    size = position.rng.choice([15, 16, 18, 20])
    return page(css, content, font=f"'{position.font}'", size=f"{size}px", ground=ground, ink=color)


def neon(position: Position) -> str:
    """Glowing cells on a dark ground, in a grid of CSS, finished numbers dimmed."""
    rng, side = position.rng, position.rng.choice([24, 28, 32, 36]) if position.width <= 15 else 22
    size, glow = max(12, side // 2), rng.choice(["#00e5ff", "#ff4fd8", "#a6ff00"])
    rows, columns = position.clues(zero=False)

    def numbers(clue: list[Number]) -> str:
        look = "".join(
            f'<b class="{"done" * number.done}" style="color:{number.color or glow}">{number.length}</b>'
            for number in clue
        )
        return f"<div>{look}</div>"

    parts = ["<div></div>", *(numbers(clue).replace("<div>", '<div class="column">', 1) for clue in columns)]
    for cell in position.cells(glow):
        if cell.column == 0:
            parts.append(numbers(rows[cell.row]).replace("<div>", '<div class="row">', 1))
        edges = "right " * (cell.column % 5 == 4 and cell.column < position.width - 1)
        edges += "below" * (cell.row % 5 == 4 and cell.row < position.height - 1)
        light = f'<i style="background:{cell.color};box-shadow:0 0 6px {cell.color}"></i>' if cell.color else ""
        parts.append(f'<div class="cell {edges}">{light}{"<em></em>" * cell.dotted}</div>')
    css = """
        body { background: radial-gradient(circle at 30% 20%, #1a1040, #090714 70%); font-family: var(--font) }
        body { color: #fff; min-width: 300px } .text { padding: 22px 40px; letter-spacing: 4px }
        .grid { display: grid; grid-template-columns: max-content repeat(var(--count), var(--side)); margin: 10px 40px }
        .grid { grid-template-rows: max-content; grid-auto-rows: var(--side); width: max-content }
        .column, .row { display: flex; justify-content: flex-end; align-items: center; font-size: var(--size) }
        .column { flex-direction: column; padding-bottom: 6px; line-height: 1.15 }
        .row { gap: calc(0.5 * var(--size)); padding-right: 8px } .done { opacity: 0.45 }
        .cell { border: 1px solid #ffffff38; margin: 0 -1px -1px 0; position: relative; background: var(--board) }
        .right { border-right: 2px solid var(--glow) } .below { border-bottom: 2px solid var(--glow) }
        i { position: absolute; inset: 2px; border-radius: 2px }
        em { position: absolute; inset: 42%; border-radius: 9px; background: #fff8 }"""
    body = f"""<div class="text">NIGHT LIGHTS &nbsp; {rng.randint(1000, 99999)}</div><div class="grid">{"".join(parts)}
        </div><div class="text"><small>ESC pause</small></div>"""
    return page(
        css, body, font=f"'{position.font}'", side=f"{side}px", size=f"{size}px", count=position.width,
        glow=f"{glow}bb", board=position.ground("#ffffff0a"),
    )  # fmt: skip


def club_site(position: Position) -> str:
    """A card, light or dark, with clues at the outer border in half of them, finished rows struck out as a whole."""
    rng, side, size = position.rng, position.rng.choice([20, 22, 25, 30]), position.rng.choice([12, 13, 14])
    dark, start, whole, struck = (rng.random() < 0.5 for _ in range(4))
    ground, color, card, line, thick, filled, head = (
        ("#212529", "#dee2e6", "#2b3035", "#495057", "#adb5bd", "#f8f9fa", "#343a40")
        if dark and not position.colored
        else ("#f8f9fa", "#212529", "#ffffff", "#dee2e6", "#495057", "#0d6efd", "#e9ecef")
    )
    rows, columns = position.clues(zero=True)

    def numbers(clue: list[Number], whole: bool) -> str:
        return " ".join(
            f'<span class="{"done" * (number.done and not whole)}" style="color:{number.color}">{number.length}</span>'
            for number in clue
        )

    above = "".join(f'<th class="column"><div>{numbers(clue, False)}</div></th>' for clue in columns)
    lines = [f'<th class="row {"done" * (whole and finished(clue))}">{numbers(clue, whole)}</th>' for clue in rows]
    for cell in position.cells(filled):
        edges = "right " * (cell.column % 5 == 4) + "below" * (cell.row % 5 == 4)
        paint = cell.color or position.ground(card)
        lines[cell.row] += f'<td class="{edges}" style="background:{paint}">{"✗" * cell.dotted}</td>'
    css = """
        body { background: var(--ground); color: var(--ink); font: 15px var(--font) }
        .bar { background: var(--head); padding: 14px 24px } table { font-size: var(--size); margin-bottom: 14px }
        .card { background: var(--card); border: 1px solid var(--line); padding: 20px; margin: 24px }
        td { border: 1px solid var(--line); width: var(--side); min-width: var(--side); height: var(--side) }
        td { text-align: center; color: #8a929a; line-height: 1 } .right { border-right-color: var(--thick) }
        .below { border-bottom-color: var(--thick) }
        .column, .row { background: var(--head); border: 1px solid var(--line); padding: 4px 0; font-weight: normal }
        .column { vertical-align: var(--high) } .row { text-align: var(--beside); white-space: nowrap; padding: 0 8px }
        .column div { display: flex; flex-direction: column; align-items: center; line-height: 1.3 }
        .row span { margin: 0 2px } .done { opacity: 0.55; text-decoration: var(--struck) }
        button { border: 0; border-radius: 6px; padding: 7px 14px; background: #0d6efd; color: #fff }"""
    body = f"""<div class="bar">Puzzle club &nbsp; <small>Play &nbsp; About</small></div><div class="card">
        <table><tr><th></th>{above}<tr>{"<tr>".join(lines)}</table><button>Check</button></div>"""
    return page(
        css, body, font=f"'{position.font}'", side=f"{side}px", size=f"{size}px", ground=ground, ink=color, card=card,
        line=line, thick=thick, head=head, high="top" if start else "bottom", beside="left" if start else "right",
        struck="line-through" if struck or whole else "none",
    )  # fmt: skip


def hobby_page(position: Position) -> str:
    """Boxes for clues in two tints that change after five lines, and red strokes: one through a whole row."""
    rng, side = position.rng, position.rng.choice([22, 26, 30])
    size, (rows, columns) = round(0.6 * side), position.clues(zero=False)
    pitch, drop = round(1.5 * size), size + 3
    left, top = longest(rows) * pitch + 6, longest(columns) * drop + 6
    line, tint = rng.choice(["#7a6f5d", "#39607a"]), rng.choice(["#f1ead8", "#e3eef5"])

    def ground(index: int) -> str:
        return f"background:{'#fff' if index // 5 % 2 else tint}"

    parts = [box(left + at * side, 0, side, top, ground(at), kind="line") for at in range(position.width)]
    parts += [box(0, top + at * side, left, side, ground(at), kind="line") for at in range(position.height)]
    for index, place, number in outward(columns):
        x, y = left + index * side, top - 3 - (place + 1) * drop
        parts.append(box(x, y, side, drop, f"color:{number.color}", number.length))
        if number.done:
            parts.append(box(x + 0.2 * side, y + 0.5 * drop, 0.6 * side, 1.5, kind="red"))
    for index, place, number in outward(rows):
        x, y = left - 3 - (place + 1) * pitch, top + index * side
        parts.append(box(x, y, pitch, side, f"color:{number.color}", number.length))
    for index, clue in enumerate(rows):
        if finished(clue):
            wide = len(clue) * pitch
            parts.append(box(left - 3 - wide, top + (index + 0.5) * side, wide, 1.5, kind="red"))
    for cell in position.cells("#2a2118"):
        square = position.ground("#fff" if (cell.row // 5 + cell.column // 5) % 2 else tint)
        place = (left + cell.column * side, top + cell.row * side, side, side)
        parts.append(box(*place, f"background:{cell.color or square}", "/" * cell.dotted, "line cell"))
    css = """
        body { background: #fbf8f1; color: #2a2118; font: 15px var(--font); padding: 26px var(--edge) }
        .board { width: var(--wide); height: var(--high); font-size: var(--size); margin-right: 30px }
        .line { border: 1px solid var(--line) } .cell { color: #b99 } .red { background: #c0392b }
        .main { display: flex } .note { width: 160px; height: 180px; background: #ffd54a; padding: 40px 20px }"""
    body = f"""<h1>Grandpa's puzzle corner</h1><div>A new picture every Sunday!</div><br><div class="main">
        <div class="board">{"".join(parts)}</div><div class="note">Fresh seeds<br><b>50% off!</b></div></div>
        <p>Visitors: {rng.randint(10000, 999999)}</p>"""
    return page(
        css, body, font=f"'{position.font}'", size=f"{size}px", line=line, edge=f"{rng.randint(20, 120)}px",
        wide=f"{left + position.width * side}px", high=f"{top + position.height * side}px",
    )  # fmt: skip


LOOKS: dict[str, Callable[[Position], str]] = {
    "newspaper column": newspaper_column,
    "paper in a viewer": paper_in_a_viewer,
    "spreadsheet": spreadsheet,
    "bevelled window": bevelled_window,
    "terminal": terminal,
    "neon": neon,
    "club site": club_site,
    "hobby page": hobby_page,
}
