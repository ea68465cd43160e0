"""Pictures as text for a terminal, in colour or in plain letters.

Rows come from the grid, and where each begins from its entry in the registry of grids; no kind is named here. This is
on the path of every start of the command: it imports nothing but puzzles and grids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from nonosat.drawing.cell_styles import cells_to_draw
from nonosat.drawing.contrast import ink
from nonosat.model.clue import UNKNOWN, Block, Clue, block_text
from nonosat.model.grid import Grid, line_name
from nonosat.model.grid_kinds import kind_of
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The terminal sequence that ends all colours.
_RESET = "\x1b[0m"
#: A cell of which nothing is known, in plain letters.
_OPEN_NAME = "."


def text(
    puzzle: Puzzle,
    picture: Picture | None,
    *,
    color: bool = False,
    clues: bool = False,
    differs: Collection[int] = (),
) -> str:
    """A picture as lines of text, without a line end after the last one.

    In colour a cell is two blanks on its 24-bit colour, which makes it about square. In plain text it is the letter of
    its colour, `-` for background. Rows begin where those of the grid do. Plain cells are separated by blanks, if a
    row begins at half a cell, a colour has a name of several letters, or columns have clues above them.

    Args:
        puzzle: its palette says which colours there are; its clues are written if asked for.
        picture: what to show; without it the givens are shown and all other cells are open.
        color: whether to use colours. It is for the caller to know whether the terminal has them.
        clues: whether to write the clues of the rows on the left and those of columns above. Lines in other
            directions have no place in text, so their clues follow below.
        differs: cells to mark with `<>`, in colour only: letters must stay legible.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
    """
    grid = puzzle.grid
    cells = cells_to_draw(puzzle, picture)
    indents = kind_of(grid).row_indents(grid)
    at_half_cells = any(indent % 2 for indent in indents)
    # Columns stand above their cells, so that cells are as wide as the widest of their blocks.
    above = [puzzle.clues[i] for i in _columns(grid)] if clues else []
    pen: _Pen = (
        _ColorPen(puzzle, above, frozenset(differs)) if color else _PlainPen(puzzle, above, at_half_cells=at_half_cells)
    )
    lines = []
    for row, indent in zip(grid.families[0], indents, strict=True):
        line = grid.line(row)
        lines.append((" " * (indent * pen.pitch // 2), pen.row(cells[line[0] : line[-1] + 1], line[0])))
    if clues:
        return "\n".join(_with_clues(puzzle, pen, lines, above))
    return "\n".join(indent + row for indent, row in lines)


def _columns(grid: Grid) -> range:
    """The lines that are columns of the text, in a grid of rows and columns; none in any other grid."""
    if len(grid.families) != 2:
        return range(0)
    rows, others = grid.families
    width = len(others)
    if any(len(grid.line(row)) != width for row in rows):
        return range(0)
    for j, index in enumerate(others):
        column, line = range(j, grid.n_cells, width), grid.line(index)
        if line != column and list(line) != list(column):
            return range(0)
    return others


def _with_clues(puzzle: Puzzle, pen: _Pen, lines: list[tuple[str, str]], above: list[Clue]) -> Iterator[str]:
    """The lines of the text with all clues around the rows.

    Args:
        puzzle: its clues.
        pen: writes the blocks.
        lines: for each row its indent and its cells.
        above: the clues that stand above the rows.
    """
    lefts = [_chips(pen, puzzle.clues[row]) for row in puzzle.grid.families[0]]
    widths = [sum(width for _, width in left) + len(left) for left in lefts]
    margin = max(width - len(indent) for width, (indent, _) in zip(widths, lines, strict=True))
    width = pen.pitch - len(pen.separator)
    stacks = [_chips(pen, clue, width) for clue in above]
    depth = max(map(len, stacks), default=0)
    for level in range(depth):
        places = (level - depth + len(stack) for stack in stacks)
        chips = (stack[i][0] if i >= 0 else " " * width for stack, i in zip(stacks, places, strict=True))
        yield (" " * margin + pen.separator.join(chips)).rstrip(" ")
    for left, width, (indent, row) in zip(lefts, widths, lines, strict=True):
        clue = "".join(f"{chip} " for chip, _ in left)
        yield " " * (margin + len(indent) - width) + clue + row
    others = puzzle.grid.families[2 if above else 1 :]
    names = [line_name(puzzle.grid, index) for family in others for index in family]
    if names:
        yield ""
    width = max(map(len, names), default=0)
    for index, name in zip((index for family in others for index in family), names, strict=True):
        yield f"{name:<{width}} {' '.join(chip for chip, _ in _chips(pen, puzzle.clues[index]))}"


def _chips(pen: _Pen, clue: Clue, width: int = 0) -> list[tuple[str, int]]:
    """The blocks of a clue, each with the number of characters that it takes; `width` is the least."""
    chips = [(pen.chip(block, max(width, pen.chip_width(block))), max(width, pen.chip_width(block))) for block in clue]
    return chips or [("0".rjust(width), max(1, width))]


class _Pen(Protocol):
    """Writes cells and blocks in one style."""

    #: Characters from one cell to the next.
    pitch: int
    #: Those of them that stand between two cells.
    separator: str

    def row(self, cells: Sequence[int], first: int) -> str:
        """A row of cells whose first one has the number `first`."""
        ...

    def chip_width(self, block: Block) -> int:
        """How many characters a block of a clue takes."""
        ...

    def chip(self, block: Block, width: int) -> str:
        """A block of a clue in so many characters."""
        ...


class _PlainPen:
    """Letters."""

    def __init__(self, puzzle: Puzzle, above: list[Clue], *, at_half_cells: bool) -> None:
        # The number of an open cell is -1, which finds the last name.
        names = [*map(letter, range(puzzle.n_colors + 1)), _OPEN_NAME]
        widest = max(map(len, names))
        joined = widest == 1 and not above and not at_half_cells
        width = max([widest, *(self.chip_width(block) for clue in above for block in clue)])
        if at_half_cells:
            width += 1 - width % 2  # so that half a cell is a whole number of characters
        self.separator = "" if joined else " "
        self.pitch = width + len(self.separator)
        self.names = [name.rjust(width) for name in names]

    def row(self, cells: Sequence[int], first: int) -> str:  # noqa: ARG002
        return self.separator.join(map(self.names.__getitem__, cells))

    def chip_width(self, block: Block) -> int:
        return len(block_text(block))

    def chip(self, block: Block, width: int) -> str:
        return block_text(block).rjust(width)


class _ColorPen:
    """Blanks on coloured ground."""

    separator = ""

    def __init__(self, puzzle: Puzzle, above: list[Clue], differs: frozenset[int]) -> None:
        self.pitch = max([2, *(self.chip_width(block) for clue in above for block in clue)])
        self.differs = differs
        # The number of an open cell is -1, which finds the last one.
        self.grounds = [*(_code(48, color) for color in puzzle.palette.colors), _RESET]
        self.inks = [*(_code(38, ink(color)) for color in puzzle.palette.colors), ""]
        self.fillings = [" " * self.pitch] * (puzzle.n_colors + 1) + [_OPEN_NAME.rjust(self.pitch)]

    def row(self, cells: Sequence[int], first: int) -> str:
        parts = []
        marked = sorted(self.differs.intersection(range(first, first + len(cells)))) if self.differs else []
        start = 0
        for mark in (*(cell - first for cell in marked), len(cells)):
            for color, run in groupby(cells[start:mark]):
                parts.append(self.grounds[color] + self.fillings[color] * len(list(run)))
            if mark < len(cells):
                parts.append(self.grounds[cells[mark]] + self.inks[cells[mark]] + "<>".center(self.pitch))
            start = mark + 1
        return "".join(parts) + _RESET

    def chip_width(self, block: Block) -> int:
        # What has no ground of its own needs a blank before it.
        return len(str(block.length)) + 2 if block.color == UNKNOWN else max(2, len(str(block.length)))

    def chip(self, block: Block, width: int) -> str:
        if block.color == UNKNOWN:
            return f"{block.length}?".rjust(width)
        return self.grounds[block.color] + self.inks[block.color] + f"{block.length}".rjust(width) + _RESET


def swatch(color: str) -> str:
    """A cell of a colour `#rrggbb`, for a terminal that has colours."""
    return f"{_code(48, color)}  {_RESET}"


def _code(kind: int, color: str) -> str:
    """The sequence that sets the ground (48) or the ink (38)."""
    red, green, blue = bytes.fromhex(color[1:])
    return f"\x1b[{kind};2;{red};{green};{blue}m"
