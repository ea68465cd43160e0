"""Pictures as text with the clues around them, and clues as a list of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from textwrap import wrap

from nonosat.drawing.cell_pens import CluePen, row_indents, written_rows, written_width
from nonosat.model.clue import Clue
from nonosat.model.grid import Grid, cell_name, line_name
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: Blocks of a clue as text, each with the number of characters that it takes.
_Chips = list[tuple[str, int]]


def clues_above(puzzle: Puzzle) -> list[Clue]:
    """The clues that stand above the rows; none in a grid without columns."""
    return [puzzle.clues[index] for index in _columns(puzzle.grid)]


def with_clues(puzzle: Puzzle, cells: Sequence[int], pen: CluePen, width: int | None = None) -> Iterator[str]:
    """A picture with the clues of the rows on their left, those of the columns above, and the others listed below.

    Args:
        cells: the colour number of each cell, or `OPEN`.
        pen: made with `clues_above`.
        width: characters of a line of the list; None for no limit. See `clues_width` for the other lines.
    """
    lefts = [_chips(pen, puzzle.clues[row]) for row in puzzle.grid.families[0]]
    rows = list(written_rows(puzzle.grid, cells, pen))
    margin = _margin(lefts, [indent for indent, _ in rows])
    others = _columns(puzzle.grid)
    cell_width = pen.pitch - len(pen.separator)
    stacks = [_chips(pen, puzzle.clues[index], cell_width) for index in others]
    depth = max(map(len, stacks), default=0)
    for level in range(depth):
        places = (level - depth + len(stack) for stack in stacks)
        chips = (stack[i][0] if i >= 0 else " " * cell_width for stack, i in zip(stacks, places, strict=True))
        yield (" " * margin + pen.separator.join(chips)).rstrip(" ")
    for left, (indent, row) in zip(lefts, rows, strict=True):
        clue = "".join(f"{chip} " for chip, _ in left)
        yield " " * (margin + indent - _width(left)) + clue + row
    below = range(len(rows) + len(others), puzzle.grid.n_lines)
    if below:
        yield ""
        yield from listed_clues(puzzle, pen, below, width)


def clues_width(puzzle: Puzzle, pen: CluePen) -> int:
    """The characters of the widest row of `with_clues`."""
    lefts = [_chips(pen, puzzle.clues[row]) for row in puzzle.grid.families[0]]
    margin = _margin(lefts, row_indents(puzzle.grid, pen.pitch))
    return margin + written_width(puzzle.grid, pen.pitch) - len(pen.separator)


def listed_clues(puzzle: Puzzle, pen: CluePen, indices: Iterable[int], width: int | None = None) -> Iterator[str]:
    """The clues of the lines with these `indices`, each with the name of its line, folded to a `width` unless None."""
    names = {index: line_name(puzzle.grid, index) for index in indices}
    indent = max(map(len, names.values()), default=0) + 1
    for index, name in names.items():
        text, used = f"{name:<{indent}}", indent
        chips = _chips(pen, puzzle.clues[index])
        for (chip, length), (_, following) in pairwise([*chips, ("", 0)]):
            text, used = text + chip, used + length
            if following and width is not None and used + 1 + following > width:
                yield text
                text, used = " " * indent, indent
            elif following:
                text, used = text + " ", used + 1
        yield text


def listed_givens(puzzle: Puzzle, width: int | None = None) -> Iterator[str]:
    """The givens as lines of text, such as `given row 3, cell 5: a`, folded to a `width` unless it is None."""
    for cell, color in puzzle.givens:
        line = f"given {cell_name(puzzle.grid, cell)}: {letter(color)}"
        yield from wrap(line, max(width or len(line), 1))


def _margin(lefts: Sequence[_Chips], indents: Sequence[int]) -> int:
    """The characters between the left edge and the outermost row, from the clues of the rows and their indents."""
    return max(_width(left) - indent for left, indent in zip(lefts, indents, strict=True))


def _width(chips: _Chips) -> int:
    """The characters of a clue on the left of its row, each block with a blank behind it."""
    return sum(width for _, width in chips) + len(chips)


def _chips(pen: CluePen, clue: Clue, width: int = 0) -> _Chips:
    """The blocks of a clue, each with the number of characters that it takes; `width` is the least."""
    chips = [(pen.chip(block, max(width, pen.chip_width(block))), max(width, pen.chip_width(block))) for block in clue]
    return chips or [("0".rjust(width), max(1, width))]


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
