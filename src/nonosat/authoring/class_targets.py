"""What a person is left with at each class of difficulty: the cells that the methods of the class leave open.

    trivial    a few rounds of line solving
    lines      line solving to its fixpoint
    moderate   line solving, and suppositions about one cell that are refuted within a few rounds
    deep       a solver: the cells in which solutions differ

A puzzle is of the class or easier if no cell is left open. After an edit of the picture a target also tells quickly
which cells would be left open if all that was known before of other cells were known again. That is mostly fewer than
there are, so it chooses among edits and decides nothing.
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
from nonosat.solving.options import SolveOptions
from nonosat.solving.pipeline import solve_puzzle
from nonosat.system.deadline import Deadline

#: How many of the rounds of a trivial puzzle are taken as known after an edit.
_KNOWN_ROUNDS = TRIVIAL_PASSES // 2
#: The work of line solving from the beginning, of its last rounds, and, for each cell that it leaves open, of
#: suppositions and of a solver. The unit is line solving after one edit, on pictures of 40 x 30 cells.
_LINES, _ROUNDS, _SUPPOSE, _SOLVE = 20, 5, 4, 1


class LeftOpen(NamedTuple):
    """What the methods of a class leave open.

    Attributes:
        state: with the open cells.
        known: what is taken as known after an edit.
        work: what it took to find out, roughly, in line solving after one edit; it depends on the puzzle alone.
    """

    state: PropagationState
    known: PropagationState
    work: int

    @property
    def n_open(self) -> int:
        """How many cells are open."""
        return self.state.n_open


class ClassTarget(Protocol):
    """What the methods of one class leave open."""

    def left_open(self, puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:
        """Apply the methods to a puzzle.

        Args:
            puzzle: the puzzle.
            picture: a solution of it.
            deadline: when to give up.

        Raises:
            GaveUp: the deadline has passed.
            SolverError: a solver crashed, or gave an answer that fails verification.
        """
        ...

    def estimate(self, before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
        """What line solving leaves open after an edit, if all that was known before of other cells stays known.

        Args:
            before: what is left open without the edit.
            clues: after the edit, of all lines through the edited cells.
            colors: the edited cells and their new colours.
        """
        ...


class _Fixpoint:
    """A target whose quick look after an edit is line solving to its fixpoint."""

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
        result = solve_puzzle(puzzle, SolveOptions(unique=True), deadline=deadline)
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
    """What the last rounds of a trivial puzzle leave open."""
    return LeftOpen(_after(known.copy(), TRIVIAL_PASSES - 1 - _KNOWN_ROUNDS), known, work)


#: The targets by class: a puzzle without open cells is of the class, or easier.
TARGETS: dict[Difficulty, ClassTarget] = {
    Difficulty.TRIVIAL: TrivialTarget(),
    Difficulty.LINES: LinesTarget(),
    Difficulty.MODERATE: ModerateTarget(),
    Difficulty.DEEP: DeepTarget(),
}
