"""Games and apps that show a puzzle, each with code of its own, for `looks.py`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from looks_pages import Rule, box, finished, longest, outward, padded, page, rectangle, rules, stroke, svg
from looks_position import Number, Position

from nonosat.model.colors import ink


def _script(position: Position, side: float, zero: bool, **values: object) -> str:
    """The start of a script, with the numbers, the cells and further values of a position by their names.

    It stands in a block, since outside of one `top` is the window's.
    """
    rows, columns = position.clues(zero)
    values |= {"rows": rows, "columns": columns, "cells": list(position.cells("")), "marks": position.marks}
    values |= {"width": position.width, "height": position.height, "side": side, "font": position.font}
    constants = "".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())
    return f"""{constants}
        const deepest = clues => Math.max(1, ...clues.map(clue => clue.length));
        const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
        const open = (wide, high) => {{
            canvas.width = wide * devicePixelRatio; canvas.height = high * devicePixelRatio;
            canvas.style.width = wide + "px"; canvas.style.height = high + "px";
            pen.scale(devicePixelRatio, devicePixelRatio); pen.textAlign = "center"; pen.textBaseline = "middle";
        }};"""


def grey_board(position: Position) -> str:
    """A canvas with grey cells that are open, black ones that are filled, and white ones that are marked as empty."""
    rng, side = position.rng, position.rng.choice([22, 26, 32])
    draw = """
        const pitch = 0.86 * side, edge = 0.18 * side;
        const before = clues => Math.floor(deepest(clues) * pitch + 0.6 * side);
        const left = before(rows), top = before(columns);
        open(left + width * side + 12, top + height * side + 12);
        pen.fillStyle = "#000"; pen.fillRect(left - 2, top - 2, width * side + 4, height * side + 4);
        [...marks].forEach((mark, at) => {
            const row = Math.floor(at / width), column = at % width;
            const x = column % 5 ? 0.5 : 1.5, y = row % 5 ? 0.5 : 1.5;
            pen.fillStyle = { a: "#000", "-": "#fff" }[mark] || "#bfbfbf";
            pen.fillRect(left + column * side + x, top + row * side + y, side - x - 0.5, side - y - 0.5);
        });
        pen.font = `${size}px "${font}"`;
        const write = ([number, , done], x, y) => {
            pen.fillStyle = done ? "#808080" : "#000"; pen.fillText(number, x, y) };
        const back = (clue, at) => (clue.length - at - 0.5) * pitch + edge;
        rows.forEach((clue, row) => clue.forEach(
            (number, at) => write(number, left - back(clue, at), top + (row + 0.5) * side)));
        columns.forEach((clue, column) => clue.forEach(
            (number, at) => write(number, left + (column + 0.5) * side, top - back(clue, at))));"""
    css = """
        body { background: #fff; padding: 10px 40px; text-align: center } canvas { background: #e5e5e5 }
        .menu { font: 13px sans-serif; margin-bottom: 8px } .menu span { background: #ddd; padding: 4px 10px }
        p { font-size: 15px; text-align: left }"""
    script = _script(position, side, False, size=round(side * rng.choice([0.5, 0.56])))
    body = f"""<h2>Black and white</h2><div class="menu"><span>Game...</span> <span>Undo</span></div><canvas></canvas>
        <p>Beside each row and above each column are the lengths of its runs of black squares.</p>
        <script>{{ {script}{draw} }}</script>"""
    return page(css, body)


def canvas(position: Position) -> str:
    """A canvas whose cells are no whole pixels wide, with dots, and numbers in colours of the theme."""
    rng, side = position.rng, round(position.rng.uniform(19, 36 if position.width <= 15 else 24), 2)
    themes = [
        ("#fdf0d5", "#003049", "#669bbc", "#ffffff"), ("#e9f5db", "#31572c", "#90a955", "#ffffff"),
        ("#22223b", "#f2e9e4", "#4a4e69", "#2d2d4a"),
    ]  # fmt: skip
    paper, ink_color, line, board = rng.choice(themes[:2] if position.colored else themes)
    draw = """
        const size = Math.max(10, side * 0.55), pitch = size * 1.5, drop = size * 1.15, x0 = 37.4, y0 = 81.6;
        const left = x0 + deepest(rows) * pitch + 14.3, top = y0 + deepest(columns) * drop + 12.7;
        open(left + width * side + 40, top + height * side + 30);
        pen.fillStyle = ground;
        pen.fillRect(left, top, width * side, height * side);
        for (const [row, column, color, dotted] of cells) {
            const x = left + column * side, y = top + row * side;
            pen.beginPath();
            pen.fillStyle = dotted ? line : color || ink;
            if (marks[row * width + column] == "?") continue;
            if (dotted) pen.arc(x + side / 2, y + side / 2, side * 0.09, 0, 7);
            else pen.roundRect(x + 1.5, y + 1.5, side - 3, side - 3, 3);
            pen.fill();
        }
        pen.strokeStyle = line;
        const draw = (heavy, ...ends) => { pen.lineWidth = heavy ? 2.2 : 0.8; pen.beginPath(); pen.moveTo(...ends);
            pen.lineTo(ends[2], ends[3]); pen.stroke() };
        for (let i = 0; i <= height; i++)
            draw(i % 5 == 0 || i == height, left, top + i * side, left + width * side, top + i * side);
        for (let i = 0; i <= width; i++)
            draw(i % 5 == 0 || i == width, left + i * side, top, left + i * side, top + height * side);
        pen.font = `bold ${size}px "${font}"`;
        const write = ([number, color, done], x, y) => {
            pen.globalAlpha = done ? 0.5 : 1; pen.fillStyle = color || ink; pen.fillText(number, x, y) };
        rows.forEach((clue, row) => clue.forEach((number, at) => write(number,
            start ? x0 + (at + 0.5) * pitch : left - (clue.length - at - 0.5) * pitch - 6, top + (row + 0.5) * side)));
        columns.forEach((clue, column) => clue.forEach((number, at) => write(number, left + (column + 0.5) * side,
            start ? y0 + (at + 0.5) * drop : top - (clue.length - at - 0.5) * drop - 5)));
        pen.globalAlpha = 1; pen.fillStyle = ink; pen.textAlign = "left";
        pen.fillText(heading, x0, 40);"""
    script = _script(
        position, side, False, paper=paper, ink=ink_color, line=line, start=rng.random() < 0.5,
        ground=position.ground(board), heading=f"Stage {rng.randint(1, 99)}",
    )  # fmt: skip
    css = "body { background: var(--paper) } canvas { display: block }"
    return page(css, f"<canvas></canvas><script>{{ {script}{draw} }}</script>", paper=paper)


class Theme(NamedTuple):
    """The colours of an app."""

    page: str
    strip: str
    ink: str
    done: str
    filled: str
    cross: str
    thin: str
    thick: str
    board: str


_LIGHT_APP = Theme("#ffffff", "#e6ecfa", "#2b3a67", "#8b99bf", "#2b3a67", "#8c98b8", "#b9c3de", "#2b3a67", "#ffffff")
_DARK_APP = Theme("#15181f", "#2a2f3b", "#e6e9f2", "#6f7789", "#7db4ff", "#5a6273", "#3c4352", "#8a93a8", "#1d212b")


def _app(position: Position, theme: Theme) -> str:
    """A phone's screen that the board fills, with rounded strips for the clues."""
    rng, wide = position.rng, position.rng.choice([390, 412, 428]) if position.width <= 15 else 620
    rows, columns = position.clues(zero=True)
    side = (wide - 24) / (position.width + longest(rows) * 0.64 + 0.5)
    size = max(9, min(0.62 * side, 17))
    left, top = wide - 24 - position.width * side, longest(columns) * 1.2 * size + 8
    parts = []
    for index, clue in enumerate(columns):
        numbers = "".join(f'<span class="{"done" * number.done}">{number.length}</span>' for number in clue)
        parts.append(box(left + index * side + 1, 0, side - 2, top - 4, "", numbers, "strip column"))
    for index, clue in enumerate(rows):
        numbers = "".join(f'<span class="{"done" * number.done}">{number.length}</span>' for number in clue)
        parts.append(box(0, top + index * side + 1, left - 4, side - 2, f"gap:{side / 4:.1f}px", numbers, "strip row"))
    cells = [rectangle(0, 0, position.width * side, position.height * side, f'fill="{theme.board}"')]
    for cell in position.cells(theme.filled):
        x, y, part = cell.column * side, cell.row * side, 0.3 * side
        if cell.color:
            cells.append(rectangle(x + 0.5, y + 0.5, side - 1, side - 1, f'fill="{cell.color}"'))
        elif cell.dotted:
            arms = f"M{x + part} {y + part}L{x + side - part} {y + side - part}M{x + side - part} {y + part}"
            cells.append(stroke(f"{arms}L{x + part} {y + side - part}", theme.cross, 1.5))
    cells += rules(position, (0, 0), side, Rule(theme.thin, 0.8), Rule(theme.thick, 1.6))
    css = """
        body { width: var(--wide); background: var(--page); color: var(--ink); font: 16px var(--font) }
        .bar { display: flex; justify-content: space-between; padding: 8px 16px } .small { font-size: 12px }
        .board { margin: 18px 12px; height: var(--high); font-size: var(--size); font-weight: var(--weight) }
        .strip { background: var(--strip); border-radius: 5px; display: flex; justify-content: flex-end }
        .column { flex-direction: column; line-height: 1.2 !important; padding-bottom: 2px }
        .row { align-items: center; padding-right: 5px } .done { color: var(--done) }
        svg { position: absolute; left: var(--left); top: var(--top); overflow: visible }
        .tools { display: flex; justify-content: center; gap: 24px; padding: 16px 0 40px; line-height: 54px }
        .tools span { width: 54px; border-radius: 12px; background: var(--strip); text-align: center }"""
    body = f"""<div class="bar small"><span>9:{rng.randint(10, 59)}</span><span>{rng.randint(20, 99)}%</span></div>
        <div class="bar"><span>‹</span><span>Level {rng.randint(2, 300)}</span><span>≡</span></div>
        <div class="bar" style="color: #e5484d">♥ ♥ ♥</div>
        <div class="board">{"".join(parts)}{svg(position.width * side, position.height * side, cells)}</div>
        <div class="tools"><span>■</span><span>✕</span><span>?</span></div>"""
    return page(
        css, body, font=f"'{position.font}'", wide=f"{wide}px", left=f"{left:.2f}px", top=f"{top:.2f}px",
        high=f"{top + position.height * side + 2:.2f}px", size=f"{size:.2f}px", weight=rng.choice([500, 700]),
        **theme._asdict(),
    )  # fmt: skip


def phone_app(position: Position) -> str:
    return _app(position, _LIGHT_APP)


def dark_phone_app(position: Position) -> str:
    return _app(position, _DARK_APP)


def tinted_bands(position: Position) -> str:
    """Bands in two tints that fade away from the board, with a small picture beside it."""
    rng, side = position.rng, position.rng.choice([26, 30, 34, 40] if position.width <= 12 else [24, 26])
    tints = rng.choice([("#cfe8ff", "#a9d3fb"), ("#ffe3c2", "#ffd09a"), ("#d8f3d0", "#b9e5ac")])
    size, (rows, columns) = round(0.56 * side), position.clues(zero=True)
    pitch, drop = 1.42 * size, 1.12 * size
    left, top = longest(rows) * pitch + 16, longest(columns) * drop + 16
    parts, small = [], []
    for index in range(position.width):
        x, fade = left + index * side, f"linear-gradient({tints[index % 2]}66, {tints[index % 2]} 40%)"
        parts.append(box(x, 0, side, top, f"background:{fade};border-radius:8px 8px 0 0"))
    for index in range(position.height):
        y, fade = top + index * side, f"linear-gradient(90deg, {tints[index % 2]}66, {tints[index % 2]} 40%)"
        parts.append(box(0, y, left, side, f"background:{fade};border-radius:8px 0 0 8px"))
    for index, at, number in outward(columns):
        place = (left + index * side, top - 5 - (at + 1) * drop, side, drop)
        parts.append(box(*place, "", number.length, "done" * number.done))
    for index, at, number in outward(rows):
        place = (left - 6 - (at + 1) * pitch, top + index * side, pitch, side)
        parts.append(box(*place, "", number.length, "done" * number.done))
    for cell in position.cells("linear-gradient(135deg, #4d6f9f, #2a4470)"):
        edges = "left " * (cell.column % 5 == 0) + "above" * (cell.row % 5 == 0)
        place = (left + cell.column * side, top + cell.row * side, side, side)
        parts.append(box(*place, f"background:{cell.color or '#fdfefe'}", "✕" * cell.dotted, f"cell {edges}"))
        if cell.color:
            small.append(rectangle(cell.column * 4, cell.row * 4, 4, 4, 'fill="#2a4470"'))
    css = """
        body { background: repeating-linear-gradient(45deg, #7fb2d9 0 18px, #86b9df 18px 36px) }
        .main { display: flex; padding: 26px; gap: 26px; align-items: flex-start } .done { color: #9aa4ad !important }
        .panel { background: #fff; border: 4px solid #33526f; padding: 12px; font: 22px var(--font) }
        .board { width: var(--wide); height: var(--high); font: bold var(--size) var(--font); background: #fff8 }
        .board .box { color: #1b2a38 } .board .cell { border: 1px solid #9ab; color: #c86; line-height: 1.3 !important }
        .board .left { border-left: 3px solid #456 } .board .above { border-top: 3px solid #456 }
        .foot { background: #1c2f42; color: #fff; padding: 8px 26px; text-align: right }"""
    body = f"""<div class="main"><div class="panel">P0{rng.randint(10, 99)}{svg(90, 90, small)}
        00:{rng.randint(10, 59)}</div><div class="board">{"".join(parts)}</div></div>
        <div class="foot">Ⓐ Fill &nbsp; Ⓑ Mark</div>"""
    return page(
        css, body, font=f"'{position.font}'", size=f"{size}px", wide=f"{left + position.width * side:.1f}px",
        high=f"{top + position.height * side:.1f}px",
    )  # fmt: skip


def wooden_cells(position: Position) -> str:
    """A grid of CSS with a cell of wood for each place of a number, finished numbers struck out or faded one by one."""
    rng, side = position.rng, position.rng.choice([24, 28, 32]) if position.width <= 20 else 22
    rows, columns = position.clues(zero=False)
    wide, struck = longest(rows), rng.random() < 0.5

    def clue_cell(number: Number | None) -> str:
        if number is None:
            return "<div></div>"
        color, stroke_out = number.color or "#fff7e3", "<s></s>" * (number.done and struck)
        fade = "opacity:0.72" * (number.done and not struck)
        return f'<div style="background:{color};color:{ink(color)};{fade}">{number.length}{stroke_out}</div>'

    parts = []
    for level in zip(*(padded(clue, longest(columns)) for clue in columns), strict=True):
        parts += ["<div></div>"] * wide + [clue_cell(number) for number in level]
    for cell in position.cells("#000000"):
        if cell.column == 0:
            parts += [clue_cell(number) for number in padded(rows[cell.row], wide)]
        edges = "left " * (cell.column % 5 == 0) + "above" * (cell.row % 5 == 0)
        color = cell.color or position.ground("#fffdf6")
        parts.append(f'<div class="cell {edges}" style="background:{color}">{"×" * cell.dotted}</div>')
    css = """
        body { background: linear-gradient(90deg, #6b4423, #7d5430 30%, #6a4324 60%, #7a512e); color: #f7e6c8 }
        body { font: 20px var(--font); padding-right: 30px } .text { padding: 14px 18px }
        .grid { display: grid; grid: auto-flow var(--side) / repeat(var(--count), var(--side)); background: #3e2612 }
        .grid { padding: 4px; margin: 16px; width: max-content; font-size: var(--size) }
        .grid div { background: #d9bf93; border: solid #a98d63; border-width: 0 1px 1px 0; text-align: center }
        .grid div { position: relative; line-height: calc(var(--side) - 1px) }
        .grid .cell { color: #999 } .grid .left { border-left: 2px solid #3e2612 }
        .grid .above { border-top: 2px solid #3e2612 }
        s { position: absolute; left: 2px; right: 2px; top: 50%; border-top: 1.5px solid; transform: rotate(-35deg) }"""
    body = f"""<div class="text">☰ &nbsp; Puzzles — {position.width}×{position.height}</div>
        <div class="grid">{"".join(parts)}</div><div class="text">✎ &nbsp; ✕ &nbsp; ● &nbsp; ↶ &nbsp; ↷</div>"""
    return page(
        css, body, font=f"'{position.font}'", side=f"{side}px", size=f"{0.55 * side:.0f}px",
        count=wide + position.width,
    )  # fmt: skip


def pills(position: Position) -> str:
    """A pill for each clue, and rounded cells with gaps between them that may be wider after every fifth cell."""
    rng, side = position.rng, position.rng.choice([28, 34, 40, 48] if position.width <= 10 else [22, 26])
    gap, wider, struck = rng.choice([2, 3, 4]), rng.random() < 0.5, rng.random() < 0.5
    dark, light, paper, free = rng.choice([
        ("#6750a4", "#eaddff", "#fef7ff", "#ece6f0"), ("#006a6a", "#cce8e7", "#f4fbfa", "#dde4e3"),
        ("#8c4a60", "#ffd9e2", "#fff8f8", "#f0e3e6"),
    ])  # fmt: skip
    size, (rows, columns) = max(11, round(0.42 * side)), position.clues(zero=True)
    left, top = longest(rows) * 1.6 * size + 22, longest(columns) * 1.3 * size + 16
    longer = max(position.width, position.height)
    at = [index * (side + gap) + wider * 2 * gap * (index // 5) for index in range(longer)]
    parts = []
    for kind, clues in (("column", columns), ("row", rows)):
        for index, clue in enumerate(clues):
            numbers = "".join(f'<span class="{"done" * number.done}">{number.length}</span>' for number in clue)
            high = len(clue) * 1.3 * size + 10
            wide = sum(0.62 * size * len(str(number.length)) + 0.55 * size for number in clue) + 14
            place = (left + at[index], top - gap - high, side, high)
            if kind == "row":
                place = (left - gap - wide, top + at[index], wide, side)
            parts.append(box(*place, "opacity:0.6" * (struck and finished(clue)), numbers, f"pill {kind}"))
    for cell in position.cells(dark):
        place = (left + at[cell.column], top + at[cell.row], side, side)
        parts.append(box(*place, f"background:{cell.color or free};color:{dark}88", "✕" * cell.dotted, "cell"))
    css = """
        body { background: var(--paper); color: #1d1b20; font: 18px var(--font); min-width: 340px }
        .bar { padding: 18px 20px } .bar span { border: 1px solid #79747e; border-radius: 8px; padding: 6px 14px }
        .board { margin: 0 24px; width: var(--wide); height: var(--high); font-size: var(--size) }
        .pill { background: var(--light); border-radius: 99px; display: flex; font-weight: 500 }
        .pill { line-height: 1.3 !important; align-items: center; justify-content: center }
        .column { flex-direction: column } .row { gap: calc(0.55 * var(--size)) } .cell { border-radius: 6px }
        .done { text-decoration: var(--struck); color: var(--done) }"""
    body = f"""<div class="bar">← &nbsp; Today's puzzle</div><div class="bar"><span>Easy</span></div>
        <div class="board">{"".join(parts)}</div><div class="bar"><span>Fill</span> <span>Mark</span></div>"""
    return page(
        css, body, font=f"'{position.font}'", size=f"{size}px", light=light, paper=paper,
        wide=f"{left + at[position.width - 1] + side}px", high=f"{top + at[position.height - 1] + side}px",
        struck="line-through" if struck else "none", done="inherit" if struck else "#9a94a3",
    )  # fmt: skip


LOOKS: dict[str, Callable[[Position], str]] = {
    "grey board": grey_board,
    "canvas": canvas,
    "phone app": phone_app,
    "dark phone app": dark_phone_app,
    "tinted bands": tinted_bands,
    "wooden cells": wooden_cells,
    "pills": pills,
}
