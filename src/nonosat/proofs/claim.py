"""The claims of proofs about the solutions of a puzzle.

A proof makes one of four claims:

    no solution      there is no solution
    unique           all solutions agree with the given one in all cells
    solution map     all solutions agree with the given one in all cells in which some further solutions agree with it;
                     the further solutions show that solutions differ in the other cells
    fewest givens    all solutions agree with the given one in all cells, once some cells are given; further solutions
                     show that fewer givens are not enough
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nonosat.errors import UsageError
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle
from nonosat.proofs.manifest import FEWEST_GIVENS, NO_SOLUTION, SOLUTION_MAP, UNIQUE
from nonosat.solving.result import Result


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A claim about the solutions of a puzzle.

    Attributes:
        solution: a solution; None to claim that there is none.
        others: further solutions.
        givens: cells with their colours in `solution`. If there are any, the claim is that they make it the only
            solution, and that fewer cells do not. Without givens the claim is that all solutions agree with it in the
            cells in which all of `others` do.
        state: the result of line propagation; None if that is unknown.
    """

    puzzle: Puzzle
    solution: Picture | None
    others: tuple[Picture, ...] = ()
    givens: tuple[Given, ...] = ()
    state: PropagationState | None = field(default=None, repr=False, compare=False)

    @property
    def text(self) -> str:
        """The claim as the manifest names it."""
        if self.solution is None:
            return NO_SOLUTION
        if self.givens:
            return FEWEST_GIVENS
        return SOLUTION_MAP if self.others else UNIQUE

    @property
    def differing(self) -> tuple[int, ...]:
        """The cells in which some other solution differs from the first, ascending."""
        if self.solution is None:
            return ()
        pairs = enumerate(self.solution.cells)
        return tuple(cell for cell, color in pairs if any(other.cells[cell] != color for other in self.others))

    @property
    def n_constant(self) -> int:
        """The number of cells that are not in `differing`."""
        return self.puzzle.grid.n_cells - len(self.differing)

    @property
    def proved_puzzle(self) -> Puzzle:
        """The puzzle with the givens of the claim."""
        return replace(self.puzzle, givens=self.puzzle.givens + self.givens)


def claim_of_result(result: Result, name: str) -> Claim:
    """The claim that a solution is unique, or that there is none.

    Args:
        result: a result of `solve` with `unique=True`.
        name: the name of the puzzle, for the message.

    Raises:
        UsageError: the result has a solution that is not known to be unique.
    """
    if result.picture is not None and not result.unique:
        raise UsageError(f"{name} is not known to be unique, expected a claim that can be proved")
    return Claim(puzzle=result.puzzle, solution=result.picture, state=result.state)


def map_claim(puzzle: Puzzle, solutions: Sequence[Picture], state: PropagationState | None = None) -> Claim:
    """The claim that the solutions of a puzzle differ only in the cells in which some of them do.

    The claim has the first solution, and few of the others that show all cells in which these differ: each time the one
    that adds most cells (greedily, so there may be more than necessary).

    Args:
        solutions: some of its solutions, such as `SolutionMap.witnesses`.
        state: the result of line propagation; None if that is unknown.
    """
    if not solutions:
        return Claim(puzzle=puzzle, solution=None, state=state)
    first = solutions[0]
    sets = {
        number: {cell for cell, color in enumerate(first.cells) if other.cells[cell] != color}
        for number, other in enumerate(solutions)
    }
    others: list[Picture] = []
    while sets:
        best = max(sets, key=lambda number: (len(sets[number]), -number))
        shown = sets.pop(best)
        if not shown:
            break
        others.append(solutions[best])
        for cells in sets.values():
            cells -= shown
    return Claim(puzzle=puzzle, solution=first, others=tuple(others), state=state)
