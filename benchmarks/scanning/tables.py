"""Screenshots in styles that the reader of images was not made with: tables of HTML, and nonosat's own drawings.

python benchmarks/scanning/tables.py FOLDER --number 44

NAME.png has its clues in NAME.clues and its style in NAME.json. Needs playwright and Chromium.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from puzzle_pages import running_browser
from shared import images_parser, unique_puzzle, write_truth

from nonosat.drawing.colors import ink
from nonosat.drawing.svg import svg
from nonosat.model.clue import Block
from nonosat.model.puzzle import Puzzle


class Look(NamedTuple):
    """A style.

    Attributes:
        css: its style sheet, in which `SIDE` is the side of a cell in pixels.
        in_cells: each number has a cell of its own.
        chips: numbers of several colours stand on coloured grounds.
        heading: what stands above the table.
    """

    css: str
    in_cells: bool = False
    chips: bool = False
    heading: str = ""


_THICK = ".left { border-left: 2px solid #333 } .above { border-top: 2px solid #333 }"
_ALIGNED = ".column { vertical-align: bottom } .row { text-align: right; padding-right: 5px; white-space: nowrap }"

LOOKS = {
    "plain": Look(f"{_ALIGNED} {_THICK} .cell {{ border: 1px solid #000; background: #bbb }}"),
    "grey": Look(
        _THICK
        + """
        .clue { background: #e0e0e0; border: 1px solid #b0b0b0; font-weight: bold; width: SIDEpx }
        .cell { border: 1px solid #b0b0b0 }""",
        in_cells=True,
        chips=True,
    ),
    "window": Look(
        _ALIGNED
        + _THICK
        + """
        body { background: #d9d9d9 }
        .cell { border: 1px solid #000; background: #c8c8c8 }"""
    ),
    "pills": Look(
        _THICK
        + """
        body { padding: 110px 20px }
        td { font-weight: bold; color: #33415c }
        .cell { border: 1px solid #c5cee0 }
        .clue { background: #e7ecf7; border: 2px solid #fff; vertical-align: bottom; white-space: nowrap }
        .row { text-align: right }""",
        heading="Level 124 &nbsp; 02:17",
    ),
    "dark": Look(
        _ALIGNED
        + """
        body { background: #101418 }
        td { color: #c9d4e0 }
        .cell { border: 1px solid #2c3640; background: #1a2128 }
        .left { border-left: 2px solid #5c6b7a }
        .above { border-top: 2px solid #5c6b7a }
        tr:nth-child(4) td { background: #24405c }"""
    ),
    "sheet": Look(
        ".clue, .cell, .corner { border: 1px solid #d0d0d0; width: SIDEpx } .cell { border-color: #888 }", in_cells=True
    ),
    "serif": Look(
        _ALIGNED
        + """
        body { padding: 60px }
        td { font-family: 'CMU Serif', serif }
        .cell { border: 0.5px solid #000 }""",
        heading="Exercise 7. Shade the cells so that the numbers are the lengths of the runs.",
    ),
    "tight": Look(
        """
        table { border: 3px double #000 }
        td { font-family: 'Liberation Sans Narrow' }
        .clue { border: 1px dotted #999; width: SIDEpx }
        .cell { border: 1px solid #999 }""",
        in_cells=True,
    ),
    "boxed": Look(
        ".clue, .cell, .corner { border: 1px solid #999; width: SIDEpx; min-width: SIDEpx; height: SIDEpx }",
        in_cells=True,
    ),
    "inner": Look(
        _ALIGNED
        + """
        .clue { background: #eef2fa }
        .cell { border: 1px solid #ccccdd }
        tr:nth-child(2) .cell { border-top: 0 }
        tr:last-child .cell { border-bottom: 0 }
        .cell:nth-child(2) { border-left: 0 }
        .cell:last-child { border-right: 0 }"""
    ),
}


def page(puzzle: Puzzle, look: Look, side: int) -> str:
    """A page with a puzzle as a table, whose cells are `side` pixels wide."""
    rows, columns = (puzzle.clues[: len(puzzle.grid.families[0])], puzzle.clues[len(puzzle.grid.families[0]) :])
    wide, deep = (max(1, *map(len, lines)) if look.in_cells else 1 for lines in (rows, columns))
    body = []
    for level in range(deep):
        cells = ['<td class="corner"></td>'] * wide
        cells += [
            f'<td class="clue column {_sides(1, x)}">{_part(puzzle, look, clue, level, deep, "<br>")}</td>'
            for x, clue in enumerate(columns)
        ]
        body.append("".join(cells))
    for y, clue in enumerate(rows):
        parts = [
            f'<td class="clue row {_sides(y, 1)}">{_part(puzzle, look, clue, at, wide, "&ensp;")}</td>'
            for at in range(wide)
        ]
        body.append("".join([*parts, *(f'<td class="cell {_sides(y, x)}"></td>' for x in range(len(columns)))]))
    style = look.css.replace("SIDE", str(side))
    return f"""<!doctype html><style>
        * {{ box-sizing: border-box; margin: 0 }} body {{ display: inline-block; padding: 14px }}
        table {{ border-collapse: collapse }} td {{ padding: 0; text-align: center }}
        td {{ font: {0.6 * side:.0f}px 'DejaVu Sans' }}
        .cell, .column {{ min-width: {side}px }} .cell, .row {{ height: {side}px }} span {{ display: block }}
        .heading {{ font: 20px 'DejaVu Sans'; width: 300px }}
        {style}</style><div class="heading">{look.heading}</div><table><tr>{"<tr>".join(body)}</table>"""


def _sides(row: int, column: int) -> str:
    return " ".join(["left"] * (column % 5 == 0) + ["above"] * (row % 5 == 0))


def _part(puzzle: Puzzle, look: Look, clue: Sequence[Block], at: int, n: int, between: str) -> str:
    """The content of one of `n` cells of a clue."""
    if not look.in_cells:
        return between.join(_number(puzzle, look, block) for block in clue) or "0"
    number = at - (n - len(clue))
    return _number(puzzle, look, clue[number]) if number >= 0 else ""


def _number(puzzle: Puzzle, look: Look, block: Block) -> str:
    if puzzle.n_colors == 1:
        return str(block.length)
    color = puzzle.palette.colors[block.color]
    if look.chips:
        return f'<span style="background: {color}; color: {ink(color)}">{block.length}</span>'
    return f'<b style="color: {color}">{block.length}</b>'


def main() -> None:
    options = images_parser(__doc__, 36).parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(f"tables {options.seed}")
    names = [*LOOKS, "drawing"]
    with running_browser() as browser:
        for index in range(options.number):
            name = names[index % len(names)]
            puzzle, _ = unique_puzzle(rng, 5, 35, 4 if name in ("plain", "grey", "drawing") else 1)
            side, scale = rng.randint(15, 28), rng.choice([1, 1, 1.5, 2])
            html = svg(puzzle, clues=True) if name == "drawing" else page(puzzle, LOOKS[name], side)
            image = options.folder / f"tables-{index:03}.png"
            image.write_bytes(
                browser.drawn(
                    f"<body style='display: inline-block; margin: 0'>{html}" if name == "drawing" else html, scale
                )
            )
            write_truth(image, puzzle, None, style=name)


if __name__ == "__main__":
    main()
