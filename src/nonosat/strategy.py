"""What to try, and for how long, on a puzzle that single lines leave open.

    1. A SAT solver within a budget of conflicts: most puzzles end here.
    2. For a solution: the same solver goes on, beside decimation by beliefs, and another solver that has the beliefs
       as first values.
    3. For a second one: near the first, beside complete searches that also prove that there is none.

In steps 2 and 3 these run in processes side by side, and the first answer counts. Beliefs need numpy; without it the
complete searches are all there is. Decimation only ever finds solutions: that there is none, or no other, is said by a
complete search.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from operator import ne
from typing import NamedTuple

from nonosat.backends import BACKENDS, DEFAULT_SOLVER
from nonosat.backends.inprocess import may_not_have_children
from nonosat.cnf.formula import Formula
from nonosat.encodings import find_encoding
from nonosat.errors import GaveUp, SolverError
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import State
from nonosat.pictures import Pictures
from nonosat.puzzle import Picture, Puzzle
from nonosat.verifier import verified

#: Conflicts of the first try; a second or so.
FIRST_CONFLICTS = 20_000

#: After so many of them the clock is looked at.
SLICE = 2_000

#: With more open cells than this, a first try is no longer quick, and beliefs take long to settle.
MANY_OPEN = 50_000

#: Conflicts for what decimation leaves, at each try.
REST_CONFLICTS = 20_000

#: The complete searches for a second solution; none is best everywhere.
PROVERS = ("glucose4", "cadical195")

#: The solver that makes the most of suggested values.
SUGGESTIBLE = "cadical195"

Tell = Callable[[str], None]


class Found(NamedTuple):
    """What came of it.

    Attributes:
        picture, second: verified solutions, or None where there is none or none was found.
        unique: whether the first is the only one; None if that is not known.
        gave_up: the time ended before the search for a second solution did.
        solver: what found the first, or proved that there is none.
        formula: the residual formula, if it was built in this process.
    """

    picture: Picture | None
    second: Picture | None
    unique: bool | None
    gave_up: bool
    solver: str
    formula: Formula | None


def search(puzzle: Puzzle, domains: Domains, unique: bool, deadline: float | None, tell: Tell, encoding: str) -> Found:
    """Solve what the domains leave open.

    Args:
        puzzle: the puzzle.
        domains: what propagation leaves; consistent.
        unique: look for a second solution, too.
        deadline: reading of `time.monotonic` at which to end.
        tell: is told in a sentence what is tried and what came of it.
        encoding: of the formulas.

    Raises:
        GaveUp: the time ended before there was a solution.
        SolverError: every way failed.
    """
    with _Work(puzzle, domains, deadline, tell, encoding) as work:
        solver, picture, second = DEFAULT_SOLVER, None, None
        if domains.n_open <= MANY_OPEN:
            tell(f"{domains.n_open} cells open; {solver} tries within {FIRST_CONFLICTS} conflicts")
            work.begun = begun = work.pictures(solver)
            try:
                picture = work.first_try(begun)
                if picture is None:
                    return Found(None, None, None, False, solver, work.formula)
                tell(f"{solver} has a solution")
                if unique:
                    second = work.first_try(begun)
                    return Found(picture, second, second is None, False, solver, work.formula)
            except GaveUp:
                tell(f"{solver} needs longer")
        if picture is None:
            solver, picture = work.first()
        if picture is None or not unique:
            return Found(picture, None, None, False, solver, work.formula)
        try:
            second = work.second(picture)
        except GaveUp:
            return Found(picture, None, None, True, solver, work.formula)
        return Found(picture, second, second is None, False, solver, work.formula)


class _Work:
    """One puzzle, with what several of its searches share."""

    def __init__(self, puzzle: Puzzle, domains: Domains, deadline: float | None, tell: Tell, encoding: str) -> None:
        self.puzzle, self.domains, self.deadline, self.tell, self.encoding = puzzle, domains, deadline, tell, encoding
        self.formula: Formula | None = None
        #: The first try of the default solver. Processes inherit it with all that it has learned, and go on from there.
        self.begun: Pictures | None = None

    def __enter__(self) -> _Work:
        return self

    def __exit__(self, *_: object) -> None:
        if self.begun is not None:
            self.begun.session.close()

    def pictures(self, solver: str) -> Pictures:
        """The solutions of the residual formula, by a solver in this process."""
        if self.formula is None:
            self.formula = find_encoding(self.encoding).encode(self.puzzle, self.domains, residual=True)
        # Where ways race in processes, these are what ends; where they take turns, each has to look at the clock.
        take_turns = sys.platform != "linux" or may_not_have_children()
        deadline = self.deadline if take_turns else None
        return Pictures(self.puzzle, self.formula, BACKENDS[solver], domains=self.domains, deadline=deadline)

    def first_try(self, pictures: Pictures) -> Picture | None:
        """The next solution, or None if there is none; gives up after a budget of conflicts, or at the deadline."""
        for _ in range(FIRST_CONFLICTS // SLICE):
            with suppress(GaveUp):
                return pictures.following(SLICE)
            if self.deadline is not None and time.monotonic() > self.deadline:
                break
        raise GaveUp("no answer at the first try")

    def first(self) -> tuple[str, Picture | None]:
        """Who found it, and a solution, or None if there is none."""
        from nonosat.race import Race

        runners: dict[str, Callable[[], tuple[int, ...] | None]] = {DEFAULT_SOLVER: self._complete}
        if _has_numpy():
            runners["decimation"] = self._decimate
            if self.domains.n_open <= MANY_OPEN:
                runners[SUGGESTIBLE] = self._complete_with_hints
        self.tell(f"looking for a solution: {' beside '.join(runners)}")
        with Race(runners, self.deadline) as race:
            for name, cells in race:
                if cells is not None:
                    self.tell(f"{name} has a solution")
                    return name, verified(self.puzzle, Picture(self.puzzle.grid, cells))
                if name != "decimation":
                    self.tell(f"{name} proves that there is none")
                    return name, None
                self.tell("decimation found nothing")
        raise SolverError("; ".join(race.failures))

    def second(self, picture: Picture) -> Picture | None:
        """Another solution, or None if there is none."""
        from nonosat.race import Race

        runners = {name: partial(self._other, name, picture) for name in PROVERS}
        if _has_numpy():
            runners["neighbours"] = partial(self._neighbour, picture)
        self.tell(f"looking for a second solution: {' beside '.join(runners)}")
        with Race(runners, self.deadline) as race:
            for name, cells in race:
                if cells is None:
                    self.tell(f"{name} proves that there is no other")
                    return None
                other = verified(self.puzzle, Picture(self.puzzle.grid, cells))
                distance = sum(map(ne, picture.cells, cells))
                self.tell(f"{name}: there is one, {distance} cells away")
                return other
        raise SolverError("; ".join(race.failures))

    # In processes of their own

    def _decimate(self) -> tuple[int, ...] | None:
        from nonosat.search.decimation import decimate

        picture = decimate(self.puzzle, self._complete_rest, deadline=self.deadline)
        return None if picture is None else picture.cells

    def _complete_rest(self, state: State, beliefs: object, deadline: float) -> Picture | None:  # noqa: ARG002
        from nonosat.search.phases import phases

        domains = state.domains()
        formula = find_encoding(self.encoding).encode(self.puzzle, domains, residual=True)
        with Pictures(self.puzzle, formula, BACKENDS[SUGGESTIBLE], domains=domains) as pictures:
            pictures.session.prefer(phases(beliefs, formula.variables))  # type: ignore[arg-type]
            return pictures.following(REST_CONFLICTS)

    def _complete(self) -> tuple[int, ...] | None:
        picture = (self.begun or self.pictures(DEFAULT_SOLVER)).following()
        return None if picture is None else picture.cells

    def _complete_with_hints(self) -> tuple[int, ...] | None:
        from nonosat.search.beliefs import Beliefs
        from nonosat.search.phases import phases

        state = State(self.puzzle)
        state.run(self.deadline)
        beliefs = Beliefs(state)
        beliefs.run(30)
        pictures = self.pictures(SUGGESTIBLE)
        pictures.session.prefer(phases(beliefs, pictures.formula.variables))
        picture = pictures.following()
        return None if picture is None else picture.cells

    def _neighbour(self, picture: Picture) -> tuple[int, ...] | None:
        from nonosat.search.neighbours import neighbour

        other = neighbour(self.puzzle, picture, self.deadline)
        if other is None:
            raise GaveUp("there is no second solution near the first")  # and elsewhere others may find one
        return other.cells

    def _other(self, solver: str, picture: Picture) -> tuple[int, ...] | None:
        pictures = self.begun if solver == DEFAULT_SOLVER and self.begun else self.pictures(solver)
        pictures.rule_out(picture)
        other = pictures.following()
        return None if other is None else other.cells


def _has_numpy() -> bool:
    return importlib.util.find_spec("numpy") is not None
