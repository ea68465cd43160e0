"""Puzzles and hand-made steps for the tests of explanations."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.explaining.step import LineDeduction, LineReason, Narrowing, Rung, Step, Supposition
from nonosat.formats import loads
from nonosat.model.grid import find_line
from nonosat.model.puzzle import Puzzle

HEAD = "#ffffff #000000\n"
#: Single lines solve it.
HEART = f"rect 5 5\n{HEAD}1a 1a\n5a\n5a\n3a\n1a\n2a\n4a\n4a\n4a\n2a\n"
#: Solved by lines and a supposition.
HARD = f"rect 6 6\n{HEAD}1a 4a\n2a 1a\n4a 1a\n1a\n1a 1a 1a\n2a\n3a 1a\n2a 1a\n1a 1a 1a\n3a 1a\n1a\n1a 3a\n"
#: The same with hidden numbers, and one solution.
HIDDEN = f"rect 6 6\n{HEAD}_a 4a\n2a _a\n4a 1a\n1a\n_a 1a 1a\n2a\n3a 1a\n_a 1a\n1a 1a 1a\n3a 1a\n1a\n_a 3a\n"
TWO = f"rect 2 2\n{HEAD}1a\n1a\n1a\n1a\n"
NONE = f"rect 3 3\n{HEAD}1a 1a\n\n1a 1a\n1a\n2a\n1a\n"
#: Three colours on a hexagon.
HEX = "hex 2\n#ffffff #ff0000 #0000ff\n1a 1b\n2a 1b\n\n1a 1a\n1b 1a\n1b\n1a 1a\n1a 1b\n1b\n"


def row_of(length: int, clue: str, colors: str = "#ffffff #000000") -> Puzzle:
    """A puzzle with one row, and columns that say nothing beyond the totals."""
    numbers = [part for part in clue.split() if part]
    total = sum(int(part.rstrip("abc?").replace("_", "1")) for part in numbers)
    columns = ["1?"] * total + [""] * (length - total)
    return loads(f"rect 1 {length}\n{colors}\n{clue}\n" + "\n".join(columns) + "\n", format="clues")


def deduction(
    puzzle: Puzzle,
    line: str,
    reasons: Sequence[tuple[str, Sequence[int], Sequence[int]]],
    after: Sequence[int],
    before: Sequence[int] = (0, 1),
) -> LineDeduction:
    """What a line concludes, where all cells become the same.

    Args:
        puzzle: the puzzle.
        line: the short name of the line.
        reasons: pattern, positions on the line from 1, and blocks from 1, of each argument.
        after: the colours that are left.
        before: the colours that were possible.
    """
    index = find_line(puzzle.grid, line)
    cells = puzzle.grid.line(index)
    made = [
        LineReason(pattern, tuple(cells[place - 1] for place in places), tuple(block - 1 for block in blocks))
        for pattern, places, blocks in reasons
    ]
    narrowed = sorted(cell for reason in made for cell in reason.cells)
    return LineDeduction(
        line=index,
        narrowed=tuple(Narrowing(cell, tuple(before), tuple(after)) for cell in narrowed),
        reasons=tuple(made),
    )


def nested() -> tuple[Puzzle, Step]:
    """A supposition in which another one is refuted; the arguments need not hold."""
    puzzle = loads(f"rect 3 3\n{HEAD}1a\n2a\n1a\n1a\n2a\n1a\n", format="clues")
    inner = Step(
        rung=Rung.SUPPOSITION,
        lines=(1, 4),
        conclusions=(Narrowing(4, (0, 1), (0,)),),
        deductions=(deduction(puzzle, "r2", [("complete", [1], [])], (0,)),),
        supposed=Supposition(4, 1),
        contradiction=4,
    )
    made = deduction(puzzle, "c1", [("overlap", [2], [1])], (1,))
    step = Step(
        rung=Rung.NESTED,
        lines=(0, 1, 3, 4),
        conclusions=(Narrowing(0, (0, 1), (1,)),),
        deductions=(made,),
        supposed=Supposition(0, 0),
        contradiction=0,
        inner=(inner,),
    )
    return puzzle, step
