"""Gallery pictures as text: the drawings that the puzzles of `puzzles/` are made from.

A picture file is a header, an empty line, and the picture:

    title: Two blocks of flats
    grid: rect 2 5
    palette: -=#ffffff a=#333333 b=#cc6633
    solutions: unique

    aa-bb
    aa-bb

Header fields, in any order:

    title      what the picture shows, in one line
    grid       the first line of the clue file, such as `rect <height> <width>` or `hex <size>`
    palette    `<letter>=#rrggbb` for `-` (background), a, b, ...; the letters of the picture are those of the clues
    solutions  `unique` or `multiple`: what a solver must find
    unknown    optional, the blocks whose colour becomes `?`: `25% seed 7`, or a list of `<line>.<block>`
    shown      optional, the blocks whose number is shown, a list of `<line>.<block>`; all others are hidden
    givens     optional, the cells that the puzzle gives: a list of `<row>.<position>`
    text       optional, what a reader of the picture reads in it (a QR code)

All numbers count from 1; lines are counted as in the clue file. The picture has one character per cell and one line
per row. Blanks do not count, so that the rows of a hexagon can be spaced and indented to look like one:

     a a -
    - - a a
     a - a

A share of `?` is drawn by `random.Random(seed).random()`, which Python promises to keep the same.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import kind_of, read_header
from nonosat.model.palette import BACKGROUND, Palette, color_number, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of

FIELDS = ("title", "grid", "palette", "solutions", "unknown", "shown", "givens", "text")


@dataclass(frozen=True)
class PictureFile:
    """A drawing and its metadata. `unknown`, `shown` and `givens` are kept as written."""

    title: str
    picture: Picture
    palette: Palette
    solutions: str = "unique"
    unknown: str = ""
    shown: str = ""
    givens: str = ""
    text: str = field(default="")

    def puzzle(self) -> Puzzle:
        """The puzzle to ship: the clues of the picture, some of them without colour or number, and the givens."""
        full = puzzle_of(self.picture, self.palette)
        unknown, shown = _unknown_blocks(self.unknown, full), set(_pairs(self.shown))
        clues = tuple(
            tuple(
                Block(
                    ANY_LENGTH if shown and (line, number) not in shown else block.length,
                    ANY_COLOR if (line, number) in unknown else block.color,
                )
                for number, block in enumerate(clue, 1)
            )
            for line, clue in enumerate(full.clues, 1)
        )
        return Puzzle(full.grid, full.palette, clues, tuple(_givens(self.givens, self.picture)))


def _unknown_blocks(setting: str, puzzle: Puzzle) -> set[tuple[int, int]]:
    """The blocks that a setting hides, as (line, block), both from 1."""
    blocks = [(line, number) for line, clue in enumerate(puzzle.clues, 1) for number, _ in enumerate(clue, 1)]
    if share := re.fullmatch(r"(\d+)% seed (\d+)", setting):
        percent, seed = map(int, share.groups())
        draw = random.Random(seed)
        order = sorted((draw.random(), block) for block in blocks)
        return {block for _, block in order[: len(blocks) * percent // 100]}
    named = set(_pairs(setting))
    if not named <= set(blocks):
        raise ValueError(f"unknown: {sorted(named - set(blocks))}, expected blocks of the puzzle")
    return named


def _givens(setting: str, picture: Picture) -> list[ColoredCell]:
    """The cells named by a setting, each with the colour that it has in the picture."""
    cells = [picture.grid.line(row - 1)[position - 1] for row, position in _pairs(setting)]
    return [ColoredCell(cell, picture.cells[cell]) for cell in cells]


def _pairs(setting: str) -> list[tuple[int, int]]:
    pairs = []
    for word in setting.split():
        match = re.fullmatch(r"([1-9]\d*)\.([1-9]\d*)", word)
        if match is None:
            raise ValueError(f"{word!r}, expected <number>.<number>, both from 1")
        pairs.append((int(match[1]), int(match[2])))
    return pairs


def read(text: str) -> PictureFile:
    """The picture that a file describes.

    Raises:
        ValueError: the file is not as the module says.
        PuzzleError: there is no such grid.
    """
    head, _, art = text.partition("\n\n")
    fields = {}
    for line in head.split("\n"):
        name, colon, value = line.partition(":")
        if not colon or name not in FIELDS or name in fields:
            raise ValueError(f"header line {line!r}, expected one each of `{': ...`, `'.join(FIELDS)}: ...`")
        fields[name] = value.strip()
    if missing := [name for name in FIELDS[:4] if name not in fields]:
        raise ValueError(f"no {' and no '.join(missing)} in the header")
    if fields["solutions"] not in ("unique", "multiple"):
        raise ValueError(f"solutions: {fields['solutions']!r}, expected unique or multiple")
    grid, palette = read_header(fields.pop("grid")), _palette(fields.pop("palette"))
    return PictureFile(picture=_picture(art, grid, palette), palette=palette, **fields)


def _palette(text: str) -> Palette:
    names, colors = zip(*(word.split("=") for word in text.split()), strict=True)
    if list(names) != [letter(number) for number in range(len(names))]:
        raise ValueError(f"palette of {' '.join(names)}, expected - a b ... in this order")
    return Palette(tuple(colors))


def _picture(art: str, grid: Grid, palette: Palette) -> Picture:
    rows = ["".join(row.split()) for row in art.rstrip("\n").split("\n")]
    wanted = [len(grid.line(row)) for row in grid.families[0]]
    if [len(row) for row in rows] != wanted:
        raise ValueError(f"rows of {[len(row) for row in rows]} cells, expected {wanted}")
    cells = [BACKGROUND if char == "-" else color_number(char) for row in rows for char in row]
    if not all(0 <= color <= palette.n_colors for color in cells):
        raise ValueError("a character in the picture that is not in the palette")
    return Picture(grid, tuple(cells))


def write(file: PictureFile) -> str:
    """The picture as a file that `read` understands."""
    grid = file.picture.grid
    palette = " ".join(f"{letter(number)}={color}" for number, color in enumerate(file.palette.colors))
    values = {"grid": grid.header, "palette": palette} | {
        name: getattr(file, name) for name in FIELDS if name not in ("grid", "palette")
    }
    head = [f"{name}: {values[name]}" for name in FIELDS if values[name]]
    rows = [[letter(color) for color in row] for row in file.picture.rows()]
    if grid.kind == "rect":
        return "\n".join([*head, "", *map("".join, rows)]) + "\n"
    indents = kind_of(grid).row_indents(grid)
    lines = (" " * indent + " ".join(row) for indent, row in zip(indents, rows, strict=True))
    return "\n".join([*head, "", *lines]) + "\n"


def load(folder: Path) -> dict[str, PictureFile]:
    """All pictures of a folder by name, in the order of their names."""
    pictures = {}
    for path in sorted(folder.glob("*.txt")):
        try:
            pictures[path.stem] = read(path.read_text(encoding="utf-8"))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}: {error}") from error
    return pictures
