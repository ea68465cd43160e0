"""Puzzles and pictures: what is asked and what is answered, with the checks that any puzzle must pass.

Nothing here knows of SAT, files or pixels. All classes are immutable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import NamedTuple

from nonosat.errors import PuzzleError
from nonosat.model.grid import Grid, line_name

BACKGROUND = 0

#: Colour of a block whose colour is not told. No block has the background's number, so it is free for this.
UNKNOWN = 0


class Block(NamedTuple):
    """A run of `length` cells of one colour; `color` counts from 1, or is `UNKNOWN`."""

    length: int
    color: int


Clue = tuple[Block, ...]


class Given(NamedTuple):
    """A cell that the puzzle fixes: `color` 0 is background."""

    cell: int
    color: int


@dataclass(frozen=True)
class Palette:
    """Colours as `#rrggbb` in lower case, the background first."""

    colors: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "colors", tuple(color.lower() for color in self.colors))
        for color in self.colors:
            if not re.fullmatch("#[0-9a-f]{6}", color):
                raise PuzzleError(f"colour {color[:20]!r}, expected #rrggbb")
        if len(self.colors) < 2:
            raise PuzzleError("no colour beside the background, expected at least one")

    @property
    def n_colors(self) -> int:
        """How many colours there are beside the background."""
        return len(self.colors) - 1


def letter(color: int) -> str:
    """Name of a colour in text: `-` for background, then a to z, aa, ab, ... as the columns of a spreadsheet."""
    if color <= BACKGROUND:
        return "-" if color == BACKGROUND else str(color)  # a negative number is no colour, and shown as it is
    name = ""
    while color:
        color, digit = divmod(color - 1, 26)
        name = chr(ord("a") + digit) + name
    return name


def color_number(name: str) -> int:
    """Inverse of `letter` for colours beside the background; `name` is one or more letters a to z."""
    number = 0
    for char in name:
        number = 26 * number + ord(char) - ord("a") + 1
    return number


def block_text(block: Block) -> str:
    """A block as in a clue file: `3a`, `2?`."""
    return f"{block.length}{letter(block.color) if block.color else '?'}"


def clue_text(clue: Clue) -> str:
    """A clue as in a clue file, with `(empty)` for the clue without blocks so that a person sees it."""
    return " ".join(map(block_text, clue)) or "(empty)"


def clue_of(colors: Iterable[int]) -> Clue:
    """The clue that describes a line of the given cell colours."""
    return tuple(Block(len(list(run)), color) for color, run in groupby(colors) if color)


def earliest_starts(clue: Clue, n_colors: int) -> list[dict[int, int]]:
    """The leftmost start of every block for each colour it may have, on a line without end.

    Two neighbours of one colour need a background cell between them; for `?` blocks that depends on the colours
    chosen, so the bound is the least over the choices for all earlier blocks.

    Returns:
        One dictionary per block, from colour (ascending) to start position.
    """
    starts: list[dict[int, int]] = []
    #: Where the next block may start at the earliest, in general and (after `last` alone) for that one colour.
    general, last, after_last = 0, UNKNOWN, 0
    for length, color in clue:
        here = {c: after_last if c == last else general for c in ((color,) if color else range(1, n_colors + 1))}
        starts.append(here)
        least = min(here.values())
        best = [c for c, start in here.items() if start == least]
        # A follower of colour c starts one later exactly when c is the only way to have this block at its leftmost.
        general, last, after_last = least + length, UNKNOWN, 0
        if len(best) == 1:
            last, after_last = best[0], least + length + 1
    return starts


def minimum_length(clue: Clue, n_colors: int) -> int:
    """How many cells a line needs to hold the clue."""
    if all(color for _, color in clue):
        touching = sum(left.color == right.color for left, right in pairwise(clue))
        return sum(length for length, _ in clue) + touching
    return min(earliest_starts(clue, n_colors)[-1].values()) + clue[-1].length


class Metadata(NamedTuple):
    """What is said about a puzzle, each as one line of text; empty where nothing is."""

    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    description: str = ""


@dataclass(frozen=True)
class Puzzle:
    """A grid, its palette, one clue per line, the cells that are fixed, ascending, and what is said about it.

    Two puzzles that ask the same are equal, whatever their metadata.

    Raises:
        PuzzleError: a block, a given, or the totals of the clues cannot be right.
    """

    grid: Grid
    palette: Palette
    clues: tuple[Clue, ...]
    givens: tuple[Given, ...] = ()
    metadata: Metadata = field(default=Metadata(), compare=False)

    def __post_init__(self) -> None:
        if len(self.clues) != self.grid.n_lines:
            raise PuzzleError(f"{len(self.clues)} clues, expected {self.grid.n_lines}, one for each line of the grid")
        _check_clues(self)
        _check_givens(self)
        _check_totals(self)
        object.__setattr__(self, "givens", tuple(sorted(set(self.givens))))

    @property
    def n_colors(self) -> int:
        """How many colours there are beside the background."""
        return self.palette.n_colors

    @property
    def n_blocks(self) -> int:
        return sum(map(len, self.clues))


@dataclass(frozen=True)
class Picture:
    """One colour number per cell of a grid, 0 for background."""

    grid: Grid
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.n_cells:
            raise PuzzleError(f"picture of {len(self.cells)} cells, expected {self.grid.n_cells}")

    def line(self, index: int) -> Sequence[int]:
        """Colours along one line of the grid."""
        cells = self.grid.line(index)
        if isinstance(cells, range):
            return self.cells[cells.start : cells.stop : cells.step]
        return [self.cells[cell] for cell in cells]

    def rows(self) -> list[Sequence[int]]:
        """Colours of the rows, top to bottom."""
        return [self.line(row) for row in self.grid.families[0]]


def puzzle_of(picture: Picture, palette: Palette, givens: Iterable[Given] = ()) -> Puzzle:
    """The puzzle whose clues describe a picture."""
    clues = tuple(clue_of(picture.line(index)) for index in range(picture.grid.n_lines))
    return Puzzle(picture.grid, palette, clues, tuple(givens))


def _check_clues(puzzle: Puzzle) -> None:
    grid, n_colors = puzzle.grid, puzzle.n_colors
    for index, clue in enumerate(puzzle.clues):
        if not clue:
            continue
        for number, (length, color) in enumerate(clue):
            if length < 1:
                raise PuzzleError(f"block of length {length}, expected at least 1", line=index, block=number)
            if not 0 <= color <= n_colors:
                known = "a" if n_colors == 1 else f"a to {letter(n_colors)}"
                raise PuzzleError(
                    f"block of colour {letter(color)[:20]!r}, expected {known} or ? (the palette has no more)",
                    line=index,
                    block=number,
                )
        length = len(grid.line(index))
        if len(clue) > length:
            raise PuzzleError(
                f"clue of {line_name(grid, index)} has more than {length} blocks, "
                f"expected at most the line's {length} cells",
                line=index,
                block=_first_overflow(clue[: length + 1], n_colors, length),
            )
        needed = minimum_length(clue, n_colors)
        if needed > length:
            raise PuzzleError(
                f"clue of {line_name(grid, index)} needs {needed} cells, expected at most the line's {length}",
                line=index,
                block=_first_overflow(clue, n_colors, length),
            )


def _first_overflow(clue: Clue, n_colors: int, length: int) -> int:
    starts = earliest_starts(clue, n_colors)
    return next(i for i, block in enumerate(clue) if min(starts[i].values()) + block.length > length)


def _check_givens(puzzle: Puzzle) -> None:
    seen: dict[int, int] = {}
    for number, (cell, color) in enumerate(puzzle.givens):
        if not 0 <= cell < puzzle.grid.n_cells:
            raise PuzzleError(f"given for cell {cell}, expected 0 to {puzzle.grid.n_cells - 1}", given=number)
        if not 0 <= color <= puzzle.n_colors:
            raise PuzzleError(
                f"given of colour {letter(color)[:20]!r}, expected - or a colour of the palette", given=number
            )
        if seen.setdefault(cell, color) != color:
            raise PuzzleError(
                f"given {letter(color)!r} for a cell given {letter(seen[cell])!r} before, expected one colour",
                given=number,
            )


def _check_totals(puzzle: Puzzle) -> None:
    """Every family of lines counts the same cells, so the totals must be able to agree."""
    grid = puzzle.grid
    totals: list[dict[int, int]] = []
    for family in grid.families:
        total: dict[int, int] = {}
        for index in family:
            for length, color in puzzle.clues[index]:
                total[color] = total.get(color, 0) + length
        totals.append(total)
    names = [f"{name}s" for name in grid.family_names]
    for name, total in zip(names[1:], totals[1:], strict=True):
        # Without `?` in either family each colour must agree; with `?` that is not told apart, but the sums still are.
        if UNKNOWN not in total and UNKNOWN not in totals[0]:
            for color in range(1, puzzle.n_colors + 1):
                if total.get(color, 0) != totals[0].get(color, 0):
                    raise PuzzleError(
                        f"clues of the {name} add up to {total.get(color, 0)} cells of colour {letter(color)!r}, "
                        f"expected {totals[0].get(color, 0)} as for the {names[0]}"
                    )
        if sum(total.values()) != sum(totals[0].values()):
            raise PuzzleError(
                f"clues of the {name} add up to {sum(total.values())} cells, "
                f"expected {sum(totals[0].values())} as for the {names[0]}"
            )
    least = {c: max(total.get(c, 0) for total in totals) for c in range(1, puzzle.n_colors + 1)}
    if sum(least.values()) > sum(totals[0].values()):
        raise PuzzleError(
            f"clues ask for at least {sum(least.values())} cells of known colours in all, "
            f"expected at most {sum(totals[0].values())}, the total of each family of lines"
        )
