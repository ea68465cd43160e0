"""Sites that show a puzzle, each with code of its own, for `looks.py`; and parts of HTML that looks share.

A look is a function from a position to a document of HTML, whose body has the size of the image.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from looks_position import Number, Position

from nonosat.model.colors import ink

# `looks.py` is the program and imports this module.


class Rule(NamedTuple):
    """A kind of lines of a board."""

    color: str
    width: float


def longest(clues: Sequence[Sequence[Number]]) -> int:
    return max(1, *map(len, clues))


def padded(clue: Sequence[Number], size: int, start: bool = False) -> list[Number | None]:
    """A clue in a number of places, at their end or at their start."""
    free: list[Number | None] = [None] * (size - len(clue))
    return [*clue, *free] if start else [*free, *clue]


def outward(clues: Iterable[Sequence[Number]]) -> Iterator[tuple[int, int, Number]]:
    """All numbers, each with the index of its clue and its place, counted from the board on."""
    for index, clue in enumerate(clues):
        for place, number in enumerate(reversed(clue)):
            yield index, place, number


def finished(clue: Sequence[Number]) -> bool:
    """True if all numbers of a line are finished, and there are some."""
    return bool(clue) and all(number.done for number in clue)


def page(css: str, body: str, **variables: object) -> str:
    """A document; the variables are known to its style sheet as `var(--name)`."""
    values = "".join(f"--{name.replace('_', '-')}: {value};" for name, value in variables.items())
    # Paragraphs are as wide as the page, but do not widen it.
    return f"""<!doctype html><meta charset="utf-8"><style>
        * {{ box-sizing: border-box }} body {{ {values} margin: 0; display: inline-block }}
        p {{ width: 0; min-width: 100% }} table {{ border-collapse: collapse }} td, th {{ padding: 0 }}
        svg {{ display: block }} .board {{ position: relative }}
        .box {{ position: absolute; text-align: center; white-space: nowrap }}
        {css}</style>{body}"""


def box(x: float, y: float, width: float, height: float, style: str = "", text: object = "", kind: str = "") -> str:
    """A rectangle at a place of its board, with a text in its middle."""
    place = f"left:{x:.2f}px;top:{y:.2f}px;width:{width:.2f}px;height:{height:.2f}px;line-height:{height:.2f}px"
    return f'<div class="box {kind}" style="{place};{style}">{text}</div>'


def svg(width: float, height: float, parts: Sequence[str]) -> str:
    return f'<svg width="{width:.2f}" height="{height:.2f}">{"".join(parts)}</svg>'


def text(x: float, y: float, content: object, look: str = "") -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}" {look}>{content}</text>'


def stroke(path: str, color: str, width: float) -> str:
    return f'<path d="{path}" stroke="{color}" stroke-width="{width}" fill="none"/>'


def rectangle(x: float, y: float, width: float, height: float, look: str) -> str:
    return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" {look}/>'


def rules(
    position: Position,
    corner: tuple[float, float],
    side: float,
    thin: Rule,
    thick: Rule,
    *,
    start: tuple[float, float] | None = None,
    every: int = 5,
) -> Iterator[str]:
    """The lines of a board with a corner at the top left; they begin at the corner, or among the clues at `start`."""
    (x, y), (left, top) = corner, start or corner
    right, bottom = x + position.width * side, y + position.height * side
    for index in range(position.height + 1):
        rule = thick if index % every == 0 or index == position.height else thin
        yield stroke(f"M{left:.2f} {y + index * side:.2f}H{right:.2f}", *rule)
    for index in range(position.width + 1):
        rule = thick if index % every == 0 or index == position.width else thin
        yield stroke(f"M{x + index * side:.2f} {top:.2f}V{bottom:.2f}", *rule)


def clue_table(position: Position) -> str:
    """Tables of grey and of coloured cells, a cell for each number."""
    rng, side, struck = position.rng, position.rng.choice([17, 19, 21, 24]), position.rng.random() < 0.5
    rows, columns = position.clues(zero=rng.random() < 0.4 and not position.colored)
    sign = rng.choice(["&bull;", "&times;"])

    def table(kind: str, lines: Iterable[Iterable[str]]) -> str:
        return f'<table class="cells {kind}"><tr>{"<tr>".join("".join(line) for line in lines)}</table>'

    def clue_cell(number: Number | None) -> str:
        if number is None:
            return "<td></td>"
        # Finished numbers fade: on colours the last two digits make them transparent.
        look = f"background:{number.color};color:{ink(number.color)}{'99' * number.done}" if number.color else ""
        return f'<td class="{"done" * number.done}" style="{look}">{number.length}</td>'

    above = zip(*([clue_cell(number) for number in padded(clue, longest(columns))] for clue in columns), strict=True)
    beside = [[clue_cell(number) for number in padded(clue, longest(rows))] for clue in rows]
    board: list[list[str]] = [[] for _ in rows]
    for cell in position.cells("#000000"):
        board[cell.row].append(f'<td style="background:{cell.color or "#ffffff"}">{sign * cell.dotted}</td>')
    css = """
        body { font: 13px var(--font); color: #333; background: #fff; padding-right: var(--free) }
        .heading { background: #3b6ea5; color: #fff; padding: 10px 18px; font-size: 20px; margin-right: -400px }
        .text { margin: 12px 18px; line-height: 1.6 } a { color: #1d4f91; margin-right: 14px }
        .cells { border: 2px solid #000 }
        .cells td { width: var(--side); min-width: var(--side); height: var(--side); border: 1px solid #999 }
        .cells td { text-align: center; font-size: var(--size); line-height: 1; color: #777 }
        .clue td { background: #e8e8e8; color: #111; border-color: #c4c4c4 }
        .clue .done { color: #999; text-decoration: var(--struck) }
        .across td:nth-child(5n) { border-right: 2px solid #000 }
        .down tr:nth-child(5n) td { border-bottom: 2px solid #000 }"""
    body = f"""<div class="heading">Japanese crosswords</div>
        <div class="text"><a>Main</a><a>Crosswords</a><a>Rules</a><a>Profile</a><h2>The old mill</h2>
        Size: {position.width}x{position.height} &nbsp; Difficulty: {rng.randint(2, 9)}/10</div>
        <table style="margin: 14px 18px"><tr><td><td>{table("clue across", above)}
        <tr><td>{table("clue down", beside)}<td>{table("across down", board)}</table>
        <div class="text"><button>Check</button> <button>Clear</button> <a>Print</a></div>"""
    return page(
        css, body, font=f"'{position.font}'", side=f"{side - 1}px", size=f"{0.62 * side:.0f}px",
        struck="line-through" if struck else "none", free=f"{rng.randint(0, 300)}px",
    )  # fmt: skip


def grey_strips(position: Position) -> str:
    """A grey strip for each clue, beside cells that have borders of their own."""
    rng, side = position.rng, position.rng.choice([18, 20, 25, 28])
    size = max(11, round(0.55 * side))
    rows, columns = position.clues(zero=False)
    wide = 10 + max(sum(0.66 * size * len(str(number.length)) + 6 for number in clue) for clue in rows)
    deep = longest(columns) * (size + 4) + 8
    parts = []
    for index, clue in enumerate(columns):
        numbers = "".join(f'<div class="{"done" * number.done}">{number.length}</div>' for number in clue)
        parts.append(box(wide + index * side, 0, side - 1, deep - 2, "", f'<div class="foot">{numbers}</div>', "strip"))
    for index, clue in enumerate(rows):
        numbers = "".join(f'<span class="{"done" * number.done}">{number.length}</span>' for number in clue)
        parts.append(box(0, deep + index * side, wide - 2, side - 1, "text-align:right", numbers, "strip"))
    for cell in position.cells("#222222"):
        edges = ("left " * (cell.column % 5 == 0)) + ("above" * (cell.row % 5 == 0))
        place = (wide + cell.column * side, deep + cell.row * side, side, side)
        parts.append(box(*place, f"background:{cell.color or '#fff'}", "&times;" * cell.dotted, f"cell {edges}"))
    css = """
        body { font: 14px var(--font); color: #222; background: #fff } .middle { display: flex }
        .heading { background: #2d6da8; color: #fff; padding: 8px 16px } .side { width: 160px; background: #f4f8fc }
        .side { padding: 10px 12px; line-height: 26px; color: #0a58a8 } .main { padding: 14px 26px; line-height: 1.8 }
        .board { font-size: var(--size); width: var(--wide); height: var(--deep) }
        .strip { background: #f0f0f0; border: solid #fff; border-width: 1px 0 0 1px } .strip span { padding: 0 3px }
        .foot { position: absolute; bottom: 2px; width: 100%; line-height: calc(var(--size) + 4px) }
        .done { color: #989898 } .cell { border: solid #aaa; border-width: 1px 0 0 1px; color: #888 }
        .left { border-left: 2px solid #222 } .above { border-top: 2px solid #222 }
        .frame { border: solid #222; border-width: 0 2px 2px 0 }
        button { background: #4b8ed1; border: 0; color: #fff; padding: 7px 14px; margin: 14px 3px 0 }"""
    frame = box(wide, deep, position.width * side, position.height * side, kind="frame")
    sizes = "<br>".join(f"{n}x{n} puzzles" for n in (5, 10, 15, 20, 25))
    body = f"""<div class="heading"><b>Puzzles</b> &nbsp; Log in &nbsp; Questions</div><div class="middle">
        <div class="side">{sizes}</div><div class="main">{position.width}x{position.height} puzzle,
        number {rng.randint(1000, 9999)}<br>0{rng.randint(0, 9)}:{rng.randint(10, 59)}
        <div class="board">{"".join(parts)}{frame}</div><button>Done</button><button>Start over</button></div></div>"""
    return page(
        css, body, font=f"'{position.font}'", size=f"{size}px", wide=f"{wide + position.width * side:.0f}px",
        deep=f"{deep + position.height * side}px",
    )  # fmt: skip


def chips_with_orange_lines(position: Position) -> str:
    """Numbers on chips, at the board or at the border, finished ones struck out one by one; every fifth line orange."""
    rng, side, start = position.rng, position.rng.choice([18, 20, 22, 26]), position.rng.random() < 0.4
    rows, columns = position.clues(zero=False)
    left, top, size = longest(rows) * side + 20, longest(columns) * side + 16, round(0.6 * side)

    def chip(x: float, y: float, number: Number) -> str:
        color = number.color or "#fdf6d8"
        chip = rectangle(x + 1, y + 1, side - 2, side - 2, f'fill="{color}" stroke="#8a7a4a" stroke-width="0.8"')
        chip += text(x + side / 2, y + side / 2 + 0.36 * size, number.length, f'fill="{ink(color)}"')
        if number.done:
            chip += stroke(f"M{x + 3} {y + side - 3}L{x + side - 3} {y + 3}", ink(color), 1)
        return chip

    parts = [rectangle(left, top, position.width * side, position.height * side, f'fill="{position.ground("#fff")}"')]
    for index, clue in enumerate(rows):
        places = enumerate(padded(clue, longest(rows), start))
        parts += [chip(20 + place * side, top + index * side, number) for place, number in places if number]
    for index, clue in enumerate(columns):
        places = enumerate(padded(clue, longest(columns), start))
        parts += [chip(left + index * side, 16 + place * side, number) for place, number in places if number]
    for cell in position.cells("#000000"):
        x, y = left + cell.column * side, top + cell.row * side
        if cell.color:
            parts.append(rectangle(x, y, side, side, f'fill="{cell.color}"'))
        elif cell.dotted:
            parts.append(f'<circle cx="{x + side / 2}" cy="{y + side / 2}" r="2" fill="#777"/>')
    parts += rules(position, (left, top), side, Rule("#bbb", 1), Rule("#d9822b", 2))
    css = """
        body { font: 12px var(--font); background: #f3ead2; padding-right: 30px }
        .heading { background: #7a1f1f; color: #ffe9b0; padding: 9px 14px; font-size: 17px; margin-right: -30px }
        .text { padding: 8px 14px } i { display: inline-block; width: 26px; height: 26px; border: 1px solid #444 }
        text { font-size: var(--size); text-anchor: middle }"""
    swatches = "".join(f'<i style="background:{color}"></i> ' for color in position.puzzle.palette.colors)
    board = svg(left + position.width * side + 2, top + position.height * side + 2, parts)
    body = f"""<div class="heading">Chips &nbsp; <small>Home · Games · Forum</small></div><div class="text">
        {position.width}x{position.height} &nbsp; Rating: 4.{rng.randint(1, 9)}</div><div class="text">{swatches}</div>
        {board}<div class="text">Save | Load | Help | Full screen</div>"""
    return page(css, body, font=f"'{position.font}'", size=f"{size}px")


def thin_lines(position: Position) -> str:
    """Thin lines with a darker one after five or ten, the numbers of a row as one text, whole clues struck out."""
    rng, side, every = position.rng, position.rng.choice([16, 18, 20, 24]), position.rng.choice([5, 10, 10])
    size, start = max(10, round(0.52 * side, 1)), rng.random() < 0.4
    rows, columns = position.clues(zero=False)
    texts = [" ".join(str(number.length) for number in clue) for clue in rows]
    left, top = max(map(len, texts)) * 0.7 * size + 22, longest(columns) * 1.25 * size + 14
    parts = []
    for index, (clue, content) in enumerate(zip(rows, texts, strict=True)):
        look = f'text-anchor="{"start" if start else "end"}" class="{"done" * finished(clue)}"'
        parts.append(text(8 if start else left - 8, top + (index + 0.5) * side + 0.35 * size, content, look))
    for index, clue in enumerate(columns):
        x, first = left + (index + 0.5) * side, size + 4 if start else top - 6 - (len(clue) - 1) * 1.25 * size
        look = f'text-anchor="middle" class="{"done" * finished(clue)}"'
        parts += [text(x, first + at * 1.25 * size, number.length, look) for at, number in enumerate(clue)]
    for cell in position.cells("#333333"):
        x, y, third = left + cell.column * side, top + cell.row * side, side / 3
        if cell.color:
            parts.append(rectangle(x, y, side, side, f'fill="{cell.color}"'))
        elif cell.dotted:
            cross = f"M{x + third} {y + third}l{third} {third}m0 {-third}l{-third} {third}"
            parts.append(stroke(cross, "#c33", 1))
    parts += rules(position, (left, top), side, Rule("#ccc", 1), Rule("#555", 1), every=every)
    css = """
        body { font-family: var(--font); color: #222; background: #fff; padding: var(--edge) }
        h1 { font-weight: 300 } text { font-size: var(--size); word-spacing: 0.2em; fill: #222 }
        .done { fill: #999; text-decoration: line-through } p { font-size: 12px; color: #777 }"""
    board = svg(left + position.width * side + 2, top + position.height * side + 2, parts)
    body = f"<h1>nonogram</h1>{board}<p>left click: fill · right click: cross</p>"
    return page(css, body, font=f"'{position.font}'", size=f"{size}px", edge=f"{rng.randint(20, 90)}px")


def article_table(position: Position) -> str:
    """A table within the text of an article, each clue in one cell."""
    rng, side = position.rng, position.rng.choice([20, 22, 24])
    rows, columns = position.clues(zero=True)
    above = "".join(f'<th class="column">{"<br>".join(str(number.length) for number in clue)}' for clue in columns)
    lines = [f'<th class="row">{" ".join(str(number.length) for number in clue)}</th>' for clue in rows]
    for cell in position.cells("#000000"):
        lines[cell.row] += f'<td style="background:{cell.color or "#fff"}">{"&times;" * cell.dotted}</td>'
    css = """
        body { font: 14px/1.5 var(--font); background: #f8f9fa; color: #202122 } .middle { display: flex }
        .side { padding: 30px 16px; width: 150px; font-size: 12px; line-height: 2; color: #36c }
        .main { background: #fff; border-left: 1px solid #a2a9b1; padding: 16px 24px; min-width: 480px }
        h1, h2 { font: 26px serif; border-bottom: 1px solid #a2a9b1; margin: 0 } table { line-height: 1.25 }
        th, td { border: 1px solid #a2a9b1; font-weight: normal } .row { text-align: right; padding: 0 5px }
        .column { vertical-align: bottom } .row { white-space: nowrap }
        td { width: var(--side); min-width: var(--side); height: var(--side); text-align: center; line-height: 1 }"""
    body = f"""<div class="middle"><div class="side">Main page<br>Contents<br>Tools<br>Cite this page</div>
        <div class="main"><h1>Nonogram</h1><p>Nonograms are picture logic puzzles in which cells of a grid must be
        filled or left blank according to numbers. A clue of "4 8 3" means that there are sets of four, eight,
        and three filled squares, in that order.<sup>[{rng.randint(1, 9)}]</sup></p><h2>Example</h2><br>
        <table><tr><th>{above}<tr>{"<tr>".join(lines)}</table><p>Larger ones take hours.</p></div></div>"""
    return page(css, body, font=f"'{position.font}'", side=f"{side}px")


def round_chips(position: Position) -> str:
    """Numbers on round chips and cells with rounded corners, for children."""
    side = position.rng.choice([26, 30, 36]) if position.width <= 12 else 24
    chip, pink, (rows, columns) = side - 5, "#ff8fa3", position.clues(zero=False)
    pitch, size = chip + 2, round(0.6 * chip)
    left, top = longest(rows) * pitch + 10, longest(columns) * pitch + 10

    def number_chip(x: float, y: float, number: Number) -> str:
        color = number.color or pink
        chip_and_text = f'<circle cx="{x}" cy="{y}" r="{chip / 2}" fill="{color}"/>'
        chip_and_text += text(x, y + 0.36 * size, number.length, f'fill="{ink(color)}"')
        return f'<g opacity="{0.62 if number.done else 1}">{chip_and_text}</g>'

    parts = [
        number_chip(left + (index + 0.5) * side, top - 6 - (place + 0.5) * pitch, number)
        for index, place, number in outward(columns)
    ]
    parts += [
        number_chip(left - 6 - (place + 0.5) * pitch, top + (index + 0.5) * side, number)
        for index, place, number in outward(rows)
    ]
    for cell in position.cells(pink):
        x, y = left + cell.column * side, top + cell.row * side
        look = f'rx="4" fill="{cell.color or position.ground("#ffffff")}" stroke="#cdb4db" stroke-width="1.5"'
        parts.append(rectangle(x + 0.5, y + 0.5, side - 1, side - 1, look))
        if cell.dotted:
            parts.append(f'<circle cx="{x + side / 2}" cy="{y + side / 2}" r="2.5" fill="#b8a9c9"/>')
    css = """
        body { background: linear-gradient(#ffe5f1, #e2f0ff); font: bold 26px var(--font); padding: 16px 60px }
        body { color: #9d4edd; text-align: center } text { font-size: var(--size); text-anchor: middle }
        .frame { background: #fffb; border-radius: 16px; padding: 14px; margin: 16px 0 }"""
    board = svg(left + position.width * side + 2, top + position.height * side + 2, parts)
    body = f'Colour the picture!<div class="frame">{board}</div>★ ★ ☆'
    return page(css, body, font=f"'{position.font}'", size=f"{size}px")


LOOKS: dict[str, Callable[[Position], str]] = {
    "clue table": clue_table,
    "grey strips": grey_strips,
    "chips with orange lines": chips_with_orange_lines,
    "thin lines": thin_lines,
    "article table": article_table,
    "round chips": round_chips,
}
