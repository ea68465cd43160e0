"""Pictures as text with two rows a character: cells of one column that are about square.

The upper half of a character is a cell of one row, the lower half one of the row below. Rows that begin at half a cell
begin half a cell further to the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from nonosat.drawing.cell_pens import row_indents
from nonosat.drawing.terminal_colors import RESET, sequence, terminal_colors
from nonosat.model.cell_shapes import SHAPES
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

_UPPER, _LOWER, _FULL = "\N{UPPER HALF BLOCK}", "\N{LOWER HALF BLOCK}", "\N{FULL BLOCK}"
#: In place of a colour: no cell.
_OUTSIDE = -2

#: The colours of the upper and the lower half of a character.
_Pair = tuple[int, int]


def colored_half_blocks(puzzle: Puzzle, cells: Sequence[int], depth: int) -> Iterator[str]:
    """The lines of a picture in colour; `cells` are colour numbers, or `OPEN`, and `depth` as of `terminal_colors`."""
    colors = terminal_colors(puzzle.palette.colors, depth)

    def written(pair: _Pair, length: int) -> str:
        upper, lower = pair
        if upper < 0 and lower < 0:
            return RESET + " " * length
        if upper < 0:
            return sequence("0", colors[lower].ink) + _LOWER * length
        if lower < 0:
            return sequence("0", colors[upper].ink) + _UPPER * length
        if upper == lower:
            return sequence("0", colors[upper].ground) + " " * length
        return sequence(colors[upper].ink, colors[lower].ground) + _UPPER * length

    for margin, pairs in _pairs(puzzle.grid, cells):
        yield " " * margin + "".join(written(pair, len(list(run))) for pair, run in groupby(pairs)) + RESET


def plain_half_blocks(puzzle: Puzzle, cells: Sequence[int]) -> Iterator[str]:
    """The lines of a picture of one colour, without colours; `cells` are colour numbers, or `OPEN`."""
    halves = {(True, True): _FULL, (True, False): _UPPER, (False, True): _LOWER}
    for margin, pairs in _pairs(puzzle.grid, cells):
        names = (
            halves.get((upper > 0, lower > 0)) or (SHAPES[0] if max(upper, lower) > _OUTSIDE else " ")
            for upper, lower in pairs
        )
        yield " " * margin + "".join(names)


def _pairs(grid: Grid, cells: Sequence[int]) -> Iterator[tuple[int, list[_Pair]]]:
    """The characters of each line: the number of blanks before them, and the colours of their halves."""
    starts = row_indents(grid, 1)
    rows = [cells[grid.line(row)[0] : grid.line(row)[-1] + 1] for row in grid.families[0]]
    for top in range(0, len(rows), 2):
        two, begins = rows[top : top + 2], starts[top : top + 2]
        margin = min(begins)
        end = max(begin + len(row) for begin, row in zip(begins, two, strict=True))
        halves = [
            [_OUTSIDE] * (begin - margin) + list(row) + [_OUTSIDE] * (end - begin - len(row))
            for begin, row in zip(begins, two, strict=True)
        ]
        yield margin, list(zip(halves[0], halves[1] if len(two) == 2 else [_OUTSIDE] * (end - margin), strict=True))
