"""Counting the solutions of a component by search: decide a cell, split the rest, multiply.

A depth-first search decides the first open cell of a component, draws the conclusions of line solving, splits the rest
into components, and multiplies their numbers of solutions; those of a component that was counted before are looked up.
Before a large component is searched, a SAT solver finds one of its solutions, so no time is lost where there is none:
with n solutions, at most about n times the number of cells are decided.

Deciding the cells in their order makes the remaining components look alike: of the cells above them only the progress
of each column in its clue matters.

Source: T. Sang, F. Bacchus, P. Beame, H. Kautz, T. Pitassi, "Combining component caching and clause learning for
effective model counting", SAT 2004, with line solving in the place of unit propagation.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from typing import Any, NamedTuple, cast

from nonosat.analysis.components import Component, split_component
from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.fixpoint import PropagationState
from nonosat.solving.solution_session import SolutionSession

#: With more open cells than this the solver is asked whether a component has a solution at all.
_ASK_ABOVE = 25


class Counted(NamedTuple):
    """The number of solutions of a component that were counted: of all if `is_exact`, else a proved lower bound."""

    n_solutions: int
    is_exact: bool


#: A function that is part of the recursion: it yields the calls that it makes, and is sent their results.
_Counting = Generator["_Counting", Counted, Counted]


class ComponentSearch:
    """Counts solutions of components of a puzzle, and remembers the counts; its session holds the residual formula."""

    def __init__(self, session: SolutionSession) -> None:
        self._session = session
        self._known: dict[tuple[object, ...], int] = {}
        self._n_left = 0
        self._deadline = NEVER

    def count(
        self,
        state: PropagationState,
        cells: Sequence[int],
        solution: Sequence[int],
        *,
        nodes: int,
        deadline: Deadline = NEVER,
    ) -> Counted:
        """Count the solutions of a component.

        Args:
            state: line consistent.
            cells: those of the component.
            solution: the colours of all cells of the grid in some solution.
            nodes: the number of cells that may be decided before the search ends.
        """
        self._n_left, self._deadline = nodes, deadline
        return _run(self._count_split(state, cells, [], solution))

    def _count_split(
        self, state: PropagationState, cells: Collection[int], decided: list[int], solution: Sequence[int] | None
    ) -> _Counting:
        """Split and multiply."""
        total, is_exact = 1, True
        for component in split_component(state, cells):
            count = yield self._count_component(state, component, decided, solution)
            if not count.n_solutions and count.is_exact:
                return count
            total *= count.n_solutions
            is_exact &= count.is_exact
        return Counted(total, is_exact)

    def _count_component(
        self, state: PropagationState, component: Component, decided: list[int], solution: Sequence[int] | None
    ) -> _Counting:
        """Give a cell each colour in turn, and add; `decided` has the literals of cells that were decided before."""
        if component.key in self._known:
            return Counted(self._known[component.key], is_exact=True)
        self._n_left -= 1
        if self._n_left < 0 or self._deadline.has_passed:
            return Counted(int(solution is not None), is_exact=False)
        cell = component.cells[0]
        total, is_exact = 0, True
        for color in state.cells.colors(cell):
            below = state.supposing(cell, color)
            if below is None:
                continue
            literals = [*decided, *self._session.cells.literals(cell, color)]
            known = solution if solution is not None and solution[cell] == color else None
            if known is None and len(component.cells) > _ASK_ABOVE:
                picture = self._session.solve(literals, verify=False)
                if picture is None:
                    continue
                known = picture.cells
            cells = [other for other in component.cells if len(below.cells.colors(other)) > 1]
            count = yield self._count_split(below, cells, literals, known)
            total += count.n_solutions
            is_exact &= count.is_exact
        if is_exact:
            self._known[component.key] = total
        return Counted(total, is_exact)


def _run(counting: _Counting) -> Counted:
    """Run a recursion that may be deeper than the stack of Python allows."""
    calls = [counting]
    result: Any = None  # of the last call that ended; None begins one
    while calls:
        try:
            calls.append(calls[-1].send(result))
            result = None
        except StopIteration as end:
            calls.pop()
            result = end.value
    return cast("Counted", result)
