"""Switches: exchanges of two cells in two rows and two columns that leave the clues of a picture as they are.

The cells (r1, c1) and (r2, c2) have one colour, (r1, c2) and (r2, c1) background, or the other way round. In each of
the four lines a block moves by one cell, or a block of one cell moves anywhere between its neighbours. (Exchanges in
which it passes another block are rarer, and not looked for.) Where all lengths and colours are known, four cells are
the least in which two solutions on a rectangle can differ; otherwise a single cell may differ, which no switch finds.
H. J. Ryser, "Combinatorial properties of matrices of zeros and ones", Canadian Journal of Mathematics 1957, calls
switches interchanges; that many ambiguous puzzles have them is used by hyouv's FastNonogramSolver.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from nonosat.model.clue import clue_of
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.system.deadline import NEVER, Deadline

#: A block cell of a colour that may become background in exchange for another position: (from, to, colour).
Move = tuple[int, int, int]


def switches(puzzle: Puzzle, picture: Picture, deadline: Deadline = NEVER) -> Iterator[Picture]:
    """All solutions that differ from a solution by one switch; none on other grids than rectangles.

    All blocks keep their lengths and colours, also where the clues leave them open. The search ends at the deadline.
    """
    grid = puzzle.grid
    if not isinstance(grid, RectGrid):
        return
    rows = _places(grid.height, 0, picture)
    columns = {
        (column, move): True for move, found in _places(grid.width, grid.height, picture).items() for column in found
    }
    fixed = {cell for cell, _ in puzzle.givens}
    for (one, other, color), down in rows.items():
        up = rows.get((other, one, color), ())
        if one > other or not up or deadline.has_passed:
            continue
        for r1 in down:
            for r2 in up:
                if (one, (r1, r2, color)) in columns and (other, (r2, r1, color)) in columns:
                    cells = list(picture.cells)
                    changed = [r * grid.width + c for r in (r1, r2) for c in (one, other)]
                    for here, there in ((changed[0], changed[1]), (changed[2], changed[3])):
                        cells[here], cells[there] = cells[there], cells[here]
                    if fixed.isdisjoint(changed):
                        yield Picture(grid, tuple(cells))


def _places(count: int, first: int, picture: Picture) -> dict[Move, list[int]]:
    """From every move that lines of a family allow to these lines, counted within the family.

    The family has `count` lines; `first` is the index of its first line in the grid.
    """
    found: dict[Move, list[int]] = defaultdict(list)
    for number in range(count):
        for move in _moves(picture.line(first + number)):
            found[move].append(number)
    return found


def _moves(line: Sequence[int]) -> Iterator[Move]:
    """The exchanges of a cell of a block with one of background that leave the clue of a line as it is."""
    clue, line = clue_of(line), list(line)
    runs, begin = [], 0
    for color, run in groupby(line):
        runs.append((begin, begin := begin + len(list(run)), color))
    for number, (start, end, color) in enumerate(runs):
        if not color:
            continue
        before = runs[number - 1] if number else (0, 0, 1)
        after = runs[number + 1] if number + 1 < len(runs) else (end, end, 1)
        targets: list[tuple[int, int]] = []
        if not before[2]:
            targets += [(end - 1, to) for to in (range(*before[:2]) if end - start == 1 else (start - 1,))]
        if not after[2]:
            targets += [(start, to) for to in (range(*after[:2]) if end - start == 1 else (end,))]
        for here, there in targets:
            line[here], line[there] = 0, color
            if clue_of(line) == clue:
                yield here, there, color
            line[here], line[there] = color, 0
