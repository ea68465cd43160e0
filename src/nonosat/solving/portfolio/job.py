"""What the ways to a solution share: the puzzle, its formula, and the solver that has begun on it."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property

from nonosat.backends import BACKENDS, DEFAULT_SOLVER
from nonosat.cnf.formula import Formula
from nonosat.encodings import find_encoding
from nonosat.errors import GaveUp
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.puzzle import Picture, Puzzle
from nonosat.solving.enumeration import SolutionEnumerator
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.processes import can_fork

#: Conflicts of the first try, and how many times as many where the ways that follow have to take turns; that is a
#: second or so.
FIRST_CONFLICTS, PATIENCE_ALONE = 2_000, 10

#: After so many conflicts the clock is looked at.
SLICE = 2_000

#: With more possible starts of blocks than this, building the formula takes a while, and a first try seldom suffices.
MANY_STARTS = 25_000


class Job:
    """One puzzle, with what several of its searches share.

    Attributes:
        puzzle, domains: what lines leave open.
        deadline: when to end.
        encoding: of the formulas.
        picture: the first solution, as soon as there is one.
        formula: the residual formula, if it was built in this process.
    """

    def __init__(self, puzzle: Puzzle, domains: Domains, deadline: Deadline, encoding: str) -> None:
        self.puzzle, self.domains, self.deadline, self.encoding = puzzle, domains, deadline, encoding
        self.picture: Picture | None = None
        self.formula: Formula | None = None
        #: The first try of the default solver. Processes inherit it with all that it has learned, and go on from there.
        self.begun: SolutionEnumerator | None = None

    @cached_property
    def state(self) -> PropagationState:
        """What lines tell of the puzzle; consistent."""
        state = propagated(self.puzzle, self.deadline)
        assert state is not None
        return state

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *_: object) -> None:
        if self.begun is not None:
            self.begun.session.close()

    @property
    def conflicts(self) -> int | None:
        """How many conflicts the first try took, if there was one."""
        return self.begun.session.conflicts if self.begun else None

    def residual(self) -> Formula:
        """The residual formula."""
        if self.formula is None:
            self.formula = find_encoding(self.encoding).encode(self.puzzle, self.domains, residual=True)
        return self.formula

    def pictures(self, solver: str) -> SolutionEnumerator:
        """The solutions of the residual formula, by a solver in this process."""
        # Where ways race in processes, these are what ends; where they take turns, each has to look at the clock.
        deadline = NEVER if can_fork() else self.deadline
        return SolutionEnumerator(
            self.puzzle, self.residual(), BACKENDS[solver], domains=self.domains, deadline=deadline
        )

    def first_try(self, conflicts: int) -> Picture | None:
        """The next solution of the default solver, or None if there is none.

        Raises:
            GaveUp: it needs more conflicts, or the deadline has passed.
        """
        if self.begun is None:
            self.begun = self.pictures(DEFAULT_SOLVER)
        return next_picture(self.begun, conflicts, self.deadline)


def next_picture(pictures: SolutionEnumerator, conflicts: int | None, deadline: Deadline) -> Picture | None:
    """The next solution, or None if there is none; the clock is looked at after every slice of the conflicts.

    Args:
        conflicts: how many may be needed; None for as many as it takes.

    Raises:
        GaveUp: so many conflicts were not enough, or the deadline has passed.
    """
    if conflicts is None:
        return pictures.next()
    for _ in range(0, conflicts, SLICE):
        with suppress(GaveUp):
            return pictures.next(SLICE)
        if deadline.has_passed:
            break
    raise GaveUp(f"no answer within {conflicts} conflicts")
