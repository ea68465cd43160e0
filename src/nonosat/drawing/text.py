"""Pictures as text for a terminal, in colour or in plain letters.

This is on the path of every start of the command: it imports nothing but puzzles and grids.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from nonosat.drawing.cell_styles import cells_to_draw
from nonosat.drawing.contrast import ink
from nonosat.model.grid import RectGrid, line_name
from nonosat.model.puzzle import UNKNOWN, Block, Clue, Picture, Puzzle, block_text, letter

#: End of everything that colours set.
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
    its colour, `-` for background: rectangular rows as one word if all names have one letter, else separated by
    blanks. Rows that are shorter than the longest, as in a hexagon, are indented by half a cell for each missing one.

    Args:
        puzzle: says which colours there are, and the clues.
        picture: what to show; without it the givens are shown and all other cells are open.
        color: whether to use colours. It is for the caller to know whether the terminal has them.
        clues: whether to write the clues of the rows on the left and those of columns above. Lines in other
            directions have no place in text, so their clues follow below.
        differs: cells to mark with `<>`, in colour only: letters must stay legible.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
    """
    cells = cells_to_draw(puzzle, picture)
    # Columns stand above their cells, so that cells are as wide as the widest of their blocks.
    above = [puzzle.clues[i] for i in puzzle.grid.families[1]] if clues and puzzle.grid.kind == RectGrid.kind else []
    pen: _Pen = _ColorPen(puzzle, above, frozenset(differs)) if color else _PlainPen(puzzle, above)
    lengths = [len(puzzle.grid.line(row)) for row in puzzle.grid.families[0]]
    longest = max(lengths)
    lines = []
    start = 0
    for length in lengths:
        indent = " " * ((longest - length) * pen.pitch // 2)
        lines.append((indent, pen.row(cells[start : start + length], start)))
        start += length
    if clues:
        return "\n".join(_with_clues(puzzle, pen, lines, above))
    return "\n".join(indent + row for indent, row in lines)


def _with_clues(puzzle: Puzzle, pen: _Pen, lines: list[tuple[str, str]], above: list[Clue]) -> Iterator[str]:
    """The rows with all clues around them."""
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
    """The blocks of a clue, each with the number of columns that it takes; `width` is the least."""
    chips = [(pen.chip(block, max(width, pen.chip_width(block))), max(width, pen.chip_width(block))) for block in clue]
    return chips or [("0".rjust(width), max(1, width))]


class _Pen(Protocol):
    """A way to write cells and blocks."""

    #: Columns from one cell to the next, and what of them stands between cells.
    pitch: int
    separator: str

    def row(self, cells: Sequence[int], first: int) -> str:
        """A row of cells whose first one has the number `first`."""
        ...

    def chip_width(self, block: Block) -> int:
        """How many columns a block of a clue takes."""
        ...

    def chip(self, block: Block, width: int) -> str:
        """A block of a clue in so many columns."""
        ...


class _PlainPen:
    """Letters."""

    def __init__(self, puzzle: Puzzle, above: list[Clue]) -> None:
        # The number of an open cell is -1, which finds the last name.
        names = [*map(letter, range(puzzle.n_colors + 1)), _OPEN_NAME]
        widest = max(map(len, names))
        joined = widest == 1 and not above and puzzle.grid.kind == RectGrid.kind
        width = max([widest, *(self.chip_width(block) for clue in above for block in clue)])
        if puzzle.grid.kind != RectGrid.kind:
            width += 1 - width % 2  # so that half a cell is a whole number of columns
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
    """A cell of a colour, for a terminal that has colours."""
    return f"{_code(48, color)}  {_RESET}"


def _code(kind: int, color: str) -> str:
    """The sequence that sets the ground (48) or the ink (38)."""
    red, green, blue = bytes.fromhex(color[1:])
    return f"\x1b[{kind};2;{red};{green};{blue}m"
