"""The writer of the XML format of webpbn.com, which `webpbn` describes and reads."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from nonosat.formats.color_syntax import rgb
from nonosat.formats.plain import clues_by_family
from nonosat.formats.webpbn_triddler import clue_groups, image_rows
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.tri_grid import TriGrid

#: The fields of `Metadata` that have an element.
METADATA = ("title", "author", "copyright", "description")
#: The kinds of grids by the type of puzzle.
KINDS = {"grid": "rect", "triddler": "tri"}

#: Characters of cells; the first is for background.
_CHARS = "." + string.ascii_letters + string.digits


def file_text(texts: Iterable[str]) -> str:
    """The file with the texts of puzzles."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<puzzleset>\n{"".join(texts)}</puzzleset>\n'


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """The text of a puzzle that the format can express, a part of a file."""
    return "".join(f"{line}\n" for line in _puzzle_lines(puzzle, goal))


def _puzzle_lines(puzzle: Puzzle, goal: Picture | None) -> Iterator[str]:
    palette = puzzle.palette.colors
    names = [_color_name(color, palette) for color in range(len(palette))]
    kind = next(kind for kind, grid in KINDS.items() if grid == puzzle.grid.kind)
    yield f'<puzzle type="{kind}" defaultcolor="{names[1]}" backgroundcolor="{names[0]}">'
    for key in METADATA:
        if text := getattr(puzzle.metadata, key):
            yield f"<{key}>{escape(text, quote=False)}</{key}>"
    for number, (name, value) in enumerate(zip(names, palette, strict=True)):
        yield f'<color name="{name}" char="{_char(number)}">{value[1:]}</color>'
    groups: Iterable[tuple[str, Sequence[Sequence[Block]]]]
    if isinstance(puzzle.grid, TriGrid):
        groups = clue_groups(puzzle.grid, puzzle.clues)
    else:
        groups = zip(("columns", "rows"), reversed(list(clues_by_family(puzzle))), strict=True)
    for group, clues in groups:
        yield f'<clues type="{group}">'
        for clue in clues:
            counts = (f'<count color="{names[color]}">{length}</count>' for length, color in clue)
            yield f"<line>{''.join(counts)}</line>"
        yield "</clues>"
    if goal is not None:
        yield from _image("goal", puzzle.grid, [_char(color) for color in goal.cells])
    if puzzle.givens:
        chars = ["?"] * puzzle.grid.n_cells
        for cell, color in puzzle.givens:
            chars[cell] = _char(color)
        yield from _image("saved", puzzle.grid, chars)
    yield "</puzzle>"


def _color_name(color: int, palette: tuple[str, ...]) -> str:
    """A name for a colour: `white` or `black` if it is that, or else its letter."""
    for name in ("white", "black"):
        if rgb(name) == palette[color] and palette.index(palette[color]) == color:
            return name
    return f"color-{letter(color)}" if color else "background"


def _char(color: int) -> str:
    # Beyond the ASCII letters some 20,000 of another script, none of which has a meaning in an image.
    return _CHARS[color] if color < len(_CHARS) else chr(0x4E00 + color)


def _image(kind: str, grid: Grid, chars: list[str]) -> Iterator[str]:
    yield f'<solution type="{kind}"><image>'
    if isinstance(grid, TriGrid):
        yield from image_rows(grid, chars)
    else:
        for row in grid.families[0]:
            yield f"|{''.join(chars[cell] for cell in grid.line(row))}|"
    yield "</image></solution>"
