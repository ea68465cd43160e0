"""The claims of proofs about the solutions of a puzzle, and the files that a claim adds to those of its proof.

A proof makes one of four claims:

    no solution      there is no solution
    unique           all solutions agree with the given one in all cells
    solution map     all solutions agree with the given one in all cells in which some further solutions agree with it;
                     the further solutions show that solutions differ in the other cells
    fewest givens    all solutions agree with the given one in all cells, once some cells are given; further solutions
                     show that fewer givens are not enough
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nonosat.core.arguments import public
from nonosat.core.errors import UsageError
from nonosat.formats.picture_text import picture_rows
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.answers import answer_line
from nonosat.model.grid import cell_place
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import PictureLike, as_picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.proofs.manifest import CLAIM_FILES, FEWEST_GIVENS, GIVENS, NO_SOLUTION, OTHERS, SOLUTION_MAP, UNIQUE
from nonosat.solving.result import Result


@dataclass(frozen=True, kw_only=True, repr=False)
class Claim:
    """The claim of a proof: the puzzle has no solution, or all solutions agree with one where the `others` agree.

    With givens the claim is that they make the solution the only one, and that fewer cells do not.

    Attributes:
        solution: a solution; None to claim that there is none.
        givens: cells with their colours in `solution`.
        state: the result of line propagation; None if that is unknown.
    """

    puzzle: Puzzle
    solution: Picture | None
    others: tuple[Picture, ...] = ()
    givens: tuple[ColoredCell, ...] = ()
    state: PropagationState | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return answer_line(self, self.puzzle)

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
    def constant_cells(self) -> frozenset[int]:
        """The cells that are not in `differing`."""
        return frozenset(range(self.puzzle.grid.n_cells)).difference(self.differing)

    @property
    def core(self) -> Claim:
        """The claim that a kind of proof proves: the solution is the only one of the puzzle with the givens in it."""
        if not self.givens:
            return self
        puzzle = replace(self.puzzle, givens=self.puzzle.givens + self.givens)
        return Claim(puzzle=puzzle, solution=self.solution)

    def sentence(self) -> str:
        """The claim in words."""
        if self.text == SOLUTION_MAP:
            differing = count(len(self.differing), "cell", separators=True)
            differ = "differs" if len(self.differing) == 1 else "differ"
            constant = len(self.constant_cells)
            return (
                f"{differing} {differ} between solutions, and {constant:,} {'is' if constant == 1 else 'are'} constant"
            )
        if self.text == FEWEST_GIVENS:
            return f"the fewest givens that make the solution unique: {len(self.givens):,}"
        return "no solution" if self.text == NO_SOLUTION else "solved, unique"


def claim_of_result(result: Result, name: str) -> Claim:
    """The claim that the solution in a result of `solve` with `unique=True` is unique, or that there is none.

    Raises:
        UsageError: the solution is not known to be unique.
    """
    if result.picture is not None and not result.unique:
        raise UsageError(f"it is not known whether {name} is unique, so nothing can be proved")
    return Claim(puzzle=result.puzzle, solution=result.picture, state=result.state)


@public
def map_claim(puzzle: Puzzle, solutions: Sequence[PictureLike], state: PropagationState | None = None) -> Claim:
    """The claim that the solutions of a puzzle differ only in the cells in which some of them do.

    The claim has the first solution, and few of the others that show all cells in which these differ: each time the one
    that adds most cells (greedily, so there may be more than necessary).

    Args:
        solutions: some of its solutions, such as `SolutionMap.witnesses`.
    """
    if not solutions:
        return Claim(puzzle=puzzle, solution=None, state=state)
    pictures = [as_picture(puzzle, each) for each in solutions]
    first = pictures[0]
    sets = {
        number: {cell for cell, color in enumerate(first.cells) if other.cells[cell] != color}
        for number, other in enumerate(pictures)
    }
    others: list[Picture] = []
    while sets:
        best = max(sets, key=lambda number: (len(sets[number]), -number))
        shown = sets.pop(best)
        if not shown:
            break
        others.append(pictures[best])
        for cells in sets.values():
            cells -= shown
    return Claim(puzzle=puzzle, solution=first, others=tuple(others), state=state)


def write_claim(claim: Claim, folder: str) -> None:
    """Write the other solutions and the givens into a folder, as far as the manifest of such a claim lists them."""
    if OTHERS in CLAIM_FILES[claim.text]:
        pictures = ("".join(f"{row}\n" for row in picture_rows(claim.puzzle, other)) for other in claim.others)
        _write(folder, OTHERS, "\n".join(pictures))
    if GIVENS in CLAIM_FILES[claim.text]:
        places = ((*cell_place(claim.puzzle.grid, cell), letter(color)) for cell, color in claim.givens)
        _write(folder, GIVENS, "".join(f"given {row} {place} {color}\n" for row, place, color in places))


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="ascii", newline="\n") as file:
        file.write(text)
