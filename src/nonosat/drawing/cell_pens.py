"""Cells and blocks of clues as text: the pens that write them, and rows of cells written by any pen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from nonosat.core.errors import PuzzleError
from nonosat.model.cell_shapes import MARK, SHAPES
from nonosat.model.clue import Block, Clue, block_text, length_text
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import kind_of
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The number of an unknown cell in place of a colour, and its name.
OPEN, OPEN_NAME = -1, "."


class Pen(Protocol):
    """A style in which cells are written.

    Attributes:
        pitch: characters from one cell to the next.
        separator: those of them that stand between two cells.
    """

    pitch: int
    separator: str

    def row(self, cells: Sequence[int], first: int) -> str:
        """A row of cells whose first one has the number `first`."""
        ...


class CluePen(Pen, Protocol):
    """A style in which cells and blocks of clues are written."""

    def chip_width(self, block: Block) -> int:
        """The number of characters that a block of a clue takes."""
        ...

    def chip(self, block: Block, width: int) -> str:
        """A block of a clue in `width` characters."""
        ...


def row_indents(grid: Grid, pitch: int) -> list[int]:
    """The characters before each row, if each cell takes `pitch` of them; halves are cut off."""
    return [indent * pitch // 2 for indent in kind_of(grid).row_indents(grid)]


def cells_to_draw(puzzle: Puzzle, picture: Picture | None) -> Sequence[int]:
    """Colour number of every cell; without a picture the givens, and `OPEN` for all other cells.

    Raises:
        PuzzleError: the picture is on another grid, or has colours that the palette lacks.
    """
    if picture is None:
        cells = [OPEN] * puzzle.grid.n_cells
        for cell, color in puzzle.givens:
            cells[cell] = color
        return cells
    if picture.grid != puzzle.grid:
        raise PuzzleError(f"picture on the grid {picture.grid.header!r}, expected {puzzle.grid.header!r}")
    if not set(picture.cells) <= set(range(puzzle.n_colors + 1)):
        raise PuzzleError(f"picture with a colour outside 0 to {puzzle.n_colors}, expected colours of the palette")
    return picture.cells


def written_rows(grid: Grid, cells: Sequence[int], pen: Pen) -> Iterator[tuple[int, str]]:
    """The rows of a picture, each as its indent and its text; `cells` are colour numbers, or `OPEN`."""
    for row, indent in zip(grid.families[0], row_indents(grid, pen.pitch), strict=True):
        line = grid.line(row)
        yield indent, pen.row(cells[line[0] : line[-1] + 1], line[0])


def written_lines(grid: Grid, cells: Sequence[int], pen: Pen) -> Iterator[str]:
    """The rows of a picture as lines of text; `cells` are as for `written_rows`."""
    return (" " * indent + row for indent, row in written_rows(grid, cells, pen))


def written_width(grid: Grid, pitch: int) -> int:
    """The characters of the widest row with its indent, if each cell takes `pitch` of them."""
    rows = zip(grid.families[0], row_indents(grid, pitch), strict=True)
    return max(indent + len(grid.line(row)) * pitch for row, indent in rows)


class LetterPen:
    """Letters for colours, `-` for background; cells are as wide as the widest block of the clues `above` them."""

    def __init__(self, puzzle: Puzzle, above: Sequence[Clue] = ()) -> None:
        self.block_text = block_text if puzzle.n_colors > 1 else _one_colored
        at_half_cells = any(indent % 2 for indent in kind_of(puzzle.grid).row_indents(puzzle.grid))
        # OPEN, which is -1, finds the last name.
        names = [*map(letter, range(puzzle.n_colors + 1)), OPEN_NAME]
        widest = max(map(len, names))
        joined = widest == 1 and not above and not at_half_cells
        width = max([widest, *(self.chip_width(block) for clue in above for block in clue)])
        if at_half_cells:
            width += 1 - width % 2  # with the separator an even number, so that rows can begin at half a cell
        self.separator = "" if joined else " "
        self.pitch = width + len(self.separator)
        self.names = [name.rjust(width) for name in names]

    def row(self, cells: Sequence[int], first: int) -> str:  # noqa: ARG002
        return self.separator.join([self.names[cell] for cell in cells])

    def chip_width(self, block: Block) -> int:
        return len(self.block_text(block))

    def chip(self, block: Block, width: int) -> str:
        return self.block_text(block).rjust(width)


class ShapePen:
    """Shapes, of which there is one for each colour; `marked` cells have a mark, or with a `pitch` of 1 their name."""

    separator = ""

    def __init__(self, puzzle: Puzzle, marked: Collection[int] = (), pitch: int = 2) -> None:
        self.pitch, self.marked = pitch, frozenset(marked)
        self.shapes = [*(shape * pitch for shape in SHAPES[: puzzle.n_colors + 1]), OPEN_NAME.rjust(pitch)]
        if pitch == 1:
            # No shape is a letter. Background gets the cross that solvers of paper puzzles write.
            self.marks = ["x", *map(letter, range(1, puzzle.n_colors + 1)), "?"]
        else:
            self.marks = [shape[0] + MARK for shape in self.shapes]

    def row(self, cells: Sequence[int], first: int) -> str:
        if not self.marked:
            return "".join(map(self.shapes.__getitem__, cells))
        return "".join((self.marks if i in self.marked else self.shapes)[cell] for i, cell in enumerate(cells, first))


def _one_colored(block: Block) -> str:
    return f"{length_text(block)}{'' if block.color else '?'}"
