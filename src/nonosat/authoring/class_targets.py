"""The cells that the methods of each class of difficulty leave open.

    trivial    a few passes of line solving
    lines      line solving to its fixpoint
    moderate   line solving, and suppositions about one cell that are refuted within a few passes
    unique     a solver: the cells in which solutions differ; the puzzle may be of any class

A puzzle is of the class or easier if no cell is left open. After an edit of the picture, a target also gives a quick
estimate: the cells left open if everything known before of the other cells stays known. Mostly these are fewer than
the truth, so the estimate is used to choose among edits and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from nonosat.analysis.solution_map import map_solutions
from nonosat.core.deadline import Deadline
from nonosat.core.question import Run
from nonosat.explaining.lookahead import Lookahead
from nonosat.explaining.rate import MODERATE_PASSES, TRIVIAL_PASSES
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import Clue
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solve import solve

#: Number of passes of line solving whose result, of a trivial puzzle, is taken as known after an edit.
_KNOWN_PASSES = TRIVIAL_PASSES // 2
#: The work of line solving from the beginning, of its last passes, and, for each cell that it leaves open, of
#: suppositions and of a solver. The unit is line solving after one edit, on pictures of 40 x 30 cells.
_LINES, _PASSES, _SUPPOSE, _SOLVE = 20, 5, 4, 1


class LeftOpen(NamedTuple):
    """The state with the cells that the methods of a class leave open.

    Attributes:
        known: the state that is taken as known after an edit.
        work: rough cost of the computation, in units of line solving after one edit; it depends on the puzzle alone.
    """

    state: PropagationState
    known: PropagationState
    work: int

    @property
    def n_open(self) -> int:
        """The number of open cells."""
        return self.state.n_open


class ClassTarget(NamedTuple):
    """The methods of one class.

    Attributes:
        left_open: applies them to a puzzle with a known solution; raises GaveUp at the deadline.
        estimate: the cells that line solving leaves open after an edit, if all that was known of other cells stays
            known; from the result without the edit, the new clues of all lines through the edited cells, and the new
            colours of these cells.
    """

    left_open: Callable[[Puzzle, Picture, Deadline], LeftOpen]
    estimate: Callable[[LeftOpen, Mapping[int, Clue], Mapping[int, int]], LeftOpen]


def _at_fixpoint(before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
    state = before.known.edited(clues, colors)
    state.run()
    return LeftOpen(state, state, 1)


def _lines(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG001
    state = propagated(puzzle, deadline)
    assert state is not None, "the picture is a solution"
    return LeftOpen(state, state, _LINES)


def _moderate(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:
    state, _, work = _lines(puzzle, picture, deadline)
    work += _SUPPOSE * state.n_open
    lookahead = Lookahead(state, picture, deadline)
    while state.n_open and (found := lookahead.shortest(MODERATE_PASSES)) is not None:
        lookahead.apply(found)
    return LeftOpen(state, state, work)


def _unique(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG001
    result = solve(puzzle, unique=True, timeout=Run(deadline))
    deadline.check("no answer")
    state = map_solutions(result, timeout=Run(deadline)).narrowed_state
    assert result.state is not None, "lines are solved first"
    assert state is not None, "the picture is a solution"
    return LeftOpen(state, state, _LINES + _SOLVE * result.state.n_open)


def _trivial(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG001
    deadline.check("no answer")
    return _last_passes(_after(PropagationState(puzzle), _KNOWN_PASSES), _LINES)


def _after_passes(before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
    return _last_passes(before.known.edited(clues, colors), _PASSES)


def _after(state: PropagationState, passes: int) -> PropagationState:
    for _ in range(passes):
        if not state.cells.run_round():
            break
    return state


def _last_passes(known: PropagationState, work: int) -> LeftOpen:
    """The cells that the last passes of a trivial puzzle leave open, after those that are known."""
    return LeftOpen(_after(known.copy(), TRIVIAL_PASSES - 1 - _KNOWN_PASSES), known, work)


#: The targets by name, from the easiest class: a puzzle without open cells is of the class, or easier.
TARGETS: dict[str, ClassTarget] = {
    "trivial": ClassTarget(_trivial, _after_passes),
    "lines": ClassTarget(_lines, _at_fixpoint),
    "moderate": ClassTarget(_moderate, _at_fixpoint),
    "unique": ClassTarget(_unique, _at_fixpoint),
}
