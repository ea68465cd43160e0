"""The fewest cells to be given so that a puzzle has one solution, or so that line solving solves it.

    unique    for every other solution, one of the cells in which it differs from the goal must be given: otherwise it
              remains a solution
    lines     for every set of cells that lines leave open though all others are given, one of its cells must be given:
              otherwise no line ever decides more

Both are gaps in the sense of `smallest_set`, so the same search ends with a proved minimum.

Independent components are searched one by one, and their fewest givens add up: the solutions are all combinations of
those of the components, so the puzzle is unique exactly if each component is; a given lies in one component and changes
no other; and the placements of a line are all combinations of those of its groups of blocks, so line solving of one
component does not depend on another either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from nonosat.analysis.components import alone, components, solutions_of
from nonosat.analysis.solution_map import map_solutions
from nonosat.authoring.gaps import LineGaps, OtherSolutions
from nonosat.authoring.smallest_set import SmallestSet
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Log, Run, no_log
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.verifier import verified
from nonosat.solving.result import Result

#: Largest number of solutions of a component that are tried as the goal.
MAX_GOALS = 200


@dataclass(frozen=True, kw_only=True)
class FewestGivens:
    """The fewest givens that were found, ascending.

    Attributes:
        at_least: proved lower bound of their number.
        goal: the solution that they leave.
        n_goals: number of solutions that were compared as goals; None if the goal was chosen.
        others: other solutions that prove the number of givens for this goal: fewer cells cannot meet all sets of cells
            in which one of them differs from it. Empty if that is not proved, or for `lines`.
    """

    givens: tuple[ColoredCell, ...]
    at_least: int
    goal: Picture
    n_goals: int | None = None
    others: tuple[Picture, ...] = ()


#: From the goal of givens to the class that finds its gaps.
GAPS: dict[str, type[OtherSolutions] | type[LineGaps]] = {"unique": OtherSolutions, "lines": LineGaps}


class _ComponentSearch:
    """The fewest givens in one component, for one goal or, with `any_goal`, for the best of several.

    The state is that in which only the cells of the component are open.

    Attributes:
        goal, best: the best goal so far, and its fewest givens so far.
        others: the solutions that prove that number; None if it is not proved.
        n_goals: the number of goals that were begun.
        all_goals: there is no further goal.
        is_done: all goals have been tried, or `MAX_GOALS` of them.
    """

    def __init__(
        self, goals: Iterator[Picture], until: str, state: PropagationState, deadline: Deadline, *, any_goal: bool
    ) -> None:
        self._goals, self._until, self._state, self._deadline = goals, until, state, deadline
        self._any_goal = any_goal
        self._stack = ExitStack()
        self.n_goals = self._first_bound = 0
        self.all_goals = self.is_done = False
        self._next_goal()

    def _next_goal(self) -> None:
        self._stack.close()
        goal = next(self._goals, None)
        self.all_goals = goal is None
        self.is_done = goal is None or self.n_goals == MAX_GOALS
        if goal is None or self.is_done:
            return
        self.n_goals += 1
        self._finder = GAPS[self._until](self._state, goal, self._deadline)
        self._stack.callback(self._finder.close)
        self._goal, self._search = goal, SmallestSet(self._finder, self._deadline)
        self._stack.callback(self._search.close)
        if self.n_goals == 1:
            self._keep()

    def _keep(self) -> None:
        self.goal, self.best = self._goal, self._search.best
        self.others = self._finder.others if self._search.is_done else None

    @property
    def at_least(self) -> int:
        """A lower bound for the best goal; while goals are left, it is 1 if there is more than one solution, else 0."""
        if self.all_goals:
            return len(self.best)
        return min(1, self._first_bound) if self._any_goal else self._first_bound

    def advance(self) -> None:
        """Search on for the current goal; begin with the next one if it cannot be better than the best."""
        try:
            self._search.advance()
        finally:  # the best set and the bound are kept if the deadline comes first
            if len(self._search.best) < len(self.best) or self._goal is self.goal:
                self._keep()
            if self.n_goals == 1:
                self._first_bound = self._search.at_least
        if self._search.at_least >= len(self.best):
            self._next_goal()

    def close(self) -> None:
        self._stack.close()


def fewest_givens(
    result: Result,
    goal: Picture,
    *,
    until: str = "unique",
    any_goal: bool = False,
    deadline: Deadline = NEVER,
    log: Log = no_log,
) -> FewestGivens:
    """Find the fewest cells to be given; at the deadline, the best that was found.

    Args:
        result: that of `solve` with `unique` and with line solving; it has a picture.
        goal: a solution.
        until: a key of `GAPS`.
        any_goal: any solution may become the only one.
    """
    is_unique = until == "unique"
    state = map_solutions(result, timeout=Run(deadline, log)).narrowed_state if is_unique else result.state
    assert state is not None, "lines are solved first, and there is a solution"
    parts = components(state)
    with ExitStack() as stack:
        searches = []
        for part in parts:
            own = alone(state, part, goal)
            goals = solutions_of(own, goal, deadline) if any_goal else iter((goal,))
            searches.append(_ComponentSearch(goals, until, own, deadline, any_goal=any_goal))
            stack.callback(searches[-1].close)
        try:
            while active := [search for search in searches if not search.is_done]:
                for search in active:
                    before = _total(searches)
                    search.advance()
                    if _total(searches) != before:
                        found, at_least = _total(searches)
                        log(f"{count(found, 'given')} found, at least {at_least} needed")
        except GaveUp:
            log("the search ended before the proof")
    n_goals = sum(search.n_goals for search in searches)
    if any_goal and not all(search.all_goals for search in searches):
        log(f"not all solutions were compared, only {n_goals}")
    cells = list(goal.cells)
    givens = []
    for part, search in zip(parts, searches, strict=True):
        for cell in part:
            cells[cell] = search.goal.cells[cell]
        givens += [ColoredCell(cell, search.goal.cells[cell]) for cell in search.best]
    best = Picture(goal.grid, tuple(cells))
    proved = [(part, search.others) for part, search in zip(parts, searches, strict=True)]
    return FewestGivens(
        givens=tuple(sorted(givens)),
        at_least=_total(searches)[1],
        goal=best,
        others=tuple(_others(state.puzzle, best, proved)),
        n_goals=n_goals if any_goal else None,
    )


def _total(searches: Sequence[_ComponentSearch]) -> tuple[int, int]:
    """The number of givens found for all components, and the lower bound."""
    return sum(len(search.best) for search in searches), sum(search.at_least for search in searches)


def _others(
    puzzle: Puzzle, goal: Picture, proved: Iterable[tuple[Collection[int], Sequence[Picture] | None]]
) -> list[Picture]:
    """The solutions that prove the number of givens for a goal, each different from it in one component only.

    Of each component only the nearest solutions are needed: if one differs from the goal in all cells in which another
    one does, a set that meets the cells of the latter also meets those of the former.

    Args:
        proved: for each component its cells, and the solutions that prove its number of givens; None if it is not
            proved, which makes the result empty.
    """
    found: list[Picture] = []
    for part, others in proved:
        if others is None:
            return []
        sets = {frozenset(cell for cell in part if other.cells[cell] != goal.cells[cell]): other for other in others}
        for differing, other in sets.items():
            if not any(less < differing for less in sets):
                # In the other components it may be another solution than the best one.
                pairs = enumerate(zip(other.cells, goal.cells, strict=True))
                cells = tuple(there if cell in differing else here for cell, (there, here) in pairs)
                found.append(verified(puzzle, Picture(goal.grid, cells)))
    return found
