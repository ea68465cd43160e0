"""What a proof claims of a puzzle.

All claims say that the solutions of a puzzle agree with one of them:

    no solution      there is none
    unique           in all cells
    solution map     in all cells in which some further solutions agree with it, too; these show where solutions differ
    fewest givens    in all cells, once some cells are given; further solutions show that fewer givens are not enough
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
    """What is claimed of a puzzle.

    Attributes:
        puzzle: the puzzle.
        solution: a solution; None to claim that there is none.
        others: further solutions.
        givens: cells with their colours in `solution`. If there are any, the claim is that they make it the only one,
            and that no fewer cells do. Otherwise it is that in each cell in which no other solution differs from it, no
            solution at all does.
        state: what line solving found out about the puzzle; None if that is not known.
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
        """The number of all other cells."""
        return self.puzzle.grid.n_cells - len(self.differing)

    @property
    def proved_puzzle(self) -> Puzzle:
        """The puzzle with the givens of the claim."""
        return replace(self.puzzle, givens=self.puzzle.givens + self.givens)


def claim_of_result(result: Result, name: str) -> Claim:
    """The claim that a solution is unique, or that there is none.

    Args:
        result: what `solve` found with `unique=True`.
        name: of the puzzle, for the message.

    Raises:
        UsageError: the result is neither.
    """
    if result.picture is not None and not result.unique:
        raise UsageError(f"{name} is not known to be unique, expected a claim that can be proved")
    return Claim(puzzle=result.puzzle, solution=result.picture, state=result.state)


def map_claim(puzzle: Puzzle, solutions: Sequence[Picture], state: PropagationState | None = None) -> Claim:
    """The claim that the solutions of a puzzle differ in no other cells than some of them do.

    Args:
        puzzle: the puzzle.
        solutions: some of its solutions, such as `SolutionMap.witnesses`. The claim has as few as show all cells in
            which these differ, not counting a few too many: each time the one that adds most cells.
        state: what line solving found out about the puzzle; None if that is not known.
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
