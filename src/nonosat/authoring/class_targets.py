"""The cells that the methods of each class of difficulty leave open.

    trivial    a few rounds of line solving
    lines      line solving to its fixpoint
    moderate   line solving, and suppositions about one cell that are refuted within a few rounds
    deep       a solver: the cells in which solutions differ

A puzzle is of the class or easier if no cell is left open. After an edit of the picture, a target also gives a quick
estimate: the cells left open if everything known before of the other cells stays known. Mostly these are fewer than
the truth, so the estimate is used to choose among edits and decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from nonosat.analysis.solution_map import map_of_result
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.lookahead import Lookahead
from nonosat.explaining.rating import MODERATE_ROUNDS, TRIVIAL_PASSES
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import Clue
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import Deadline
from nonosat.system.run import Run

#: Number of rounds of a trivial puzzle whose result is taken as known after an edit.
_KNOWN_ROUNDS = TRIVIAL_PASSES // 2
#: The work of line solving from the beginning, of its last rounds, and, for each cell that it leaves open, of
#: suppositions and of a solver. The unit is line solving after one edit, on pictures of 40 x 30 cells.
_LINES, _ROUNDS, _SUPPOSE, _SOLVE = 20, 5, 4, 1


class LeftOpen(NamedTuple):
    """The cells that the methods of a class leave open.

    Attributes:
        state: the state with the open cells.
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


class ClassTarget(Protocol):
    """The methods of one class."""

    def left_open(self, puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:
        """Apply the methods to a puzzle with a known solution.

        Raises:
            GaveUp: the deadline has passed.
            SolverError: a solver crashed, or gave an answer that fails verification.
        """
        ...

    def estimate(self, before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
        """The cells that line solving leaves open after an edit, if all that was known of other cells stays known.

        Args:
            before: the result without the edit.
            clues: the new clues of all lines through the edited cells.
            colors: from the edited cells to their new colours.
        """
        ...


class _Fixpoint:
    """A target whose quick estimate after an edit is line solving to its fixpoint."""

    def estimate(self, before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
        """See `ClassTarget`."""
        state = before.known.edited(clues, colors)
        state.run()
        return LeftOpen(state, state, 1)


class LinesTarget(_Fixpoint):
    """Line solving to its fixpoint."""

    def left_open(self, puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG002
        """See `ClassTarget`."""
        state = propagated(puzzle, deadline)
        assert state is not None, "the picture is a solution"
        return LeftOpen(state, state, _LINES)


class ModerateTarget(_Fixpoint):
    """Line solving, and short suppositions about one cell each."""

    def left_open(self, puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:
        """See `ClassTarget`."""
        state = propagated(puzzle, deadline)
        assert state is not None, "the picture is a solution"
        work = _LINES + _SUPPOSE * state.n_open
        lookahead = Lookahead(state, picture, deadline)
        while state.n_open and (found := lookahead.shortest(MODERATE_ROUNDS)) is not None:
            lookahead.apply(found)
        return LeftOpen(state, state, work)


class DeepTarget(_Fixpoint):
    """A solver, which finds the cells in which solutions differ."""

    def left_open(self, puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG002
        """See `ClassTarget`."""
        result = solve(puzzle, unique=True, timeout=Run(deadline))
        deadline.check("no answer")
        state = map_of_result(result, deadline).narrowed_state
        assert result.state is not None, "lines are solved first"
        assert state is not None, "the picture is a solution"
        return LeftOpen(state, state, _LINES + _SOLVE * result.state.n_open)


class TrivialTarget:
    """A few rounds of line solving."""

    def left_open(self, puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG002
        """See `ClassTarget`."""
        deadline.check("no answer")
        return _rounds(_after(PropagationState(puzzle), _KNOWN_ROUNDS), _LINES)

    def estimate(self, before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
        """See `ClassTarget`."""
        return _rounds(before.known.edited(clues, colors), _ROUNDS)


def _after(state: PropagationState, rounds: int) -> PropagationState:
    """A state after some rounds of line solving."""
    for _ in range(rounds):
        if not state.run_round():
            break
    return state


def _rounds(known: PropagationState, work: int) -> LeftOpen:
    """The cells that the last rounds of a trivial puzzle leave open."""
    return LeftOpen(_after(known.copy(), TRIVIAL_PASSES - 1 - _KNOWN_ROUNDS), known, work)


#: The targets by class: a puzzle without open cells is of the class, or easier.
TARGETS: dict[Difficulty, ClassTarget] = {
    Difficulty.TRIVIAL: TrivialTarget(),
    Difficulty.LINES: LinesTarget(),
    Difficulty.MODERATE: ModerateTarget(),
    Difficulty.DEEP: DeepTarget(),
}
