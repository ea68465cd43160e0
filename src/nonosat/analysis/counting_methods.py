"""The methods of counting one component, which are tried one after the other.

    search        a short search, which is quick if the component has few solutions or falls apart soon
    frontier      needs few states, but not few solutions
    bound         a lower bound, by a frontier that keeps the most promising states
    full search   a search to the end

A method returns the number of all solutions, or of some, which is a proved lower bound. The next method follows unless
all were counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from nonosat.analysis.component_search import ComponentSearch, Counted
from nonosat.analysis.components import alone
from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.nouns import count as counted
from nonosat.model.picture import Picture
from nonosat.system.run import Run

if TYPE_CHECKING:
    from nonosat.analysis.frontier import Frontier

#: The number of cells that the first search may decide.
SEARCH_NODES = 3_000

#: The number of states that a frontier may have in each attempt; each attempt tries every order of the cells.
FRONTIER_STATES = (10_000, 200_000, 4_000_000)

#: The shares of the time that is left which the frontier has, and then the bound.
FRONTIER_SHARE, BOUND_SHARE = 0.3, 0.8


#: The bound of a method that counted nothing: the solution that is known.
_NONE = Counted(1, is_exact=False)


class ComponentCount(NamedTuple):
    """The number of solutions of one component.

    Attributes:
        cells: its cells, ascending.
        at_least: a proved lower bound; the number itself if `is_exact`.
        method: the key of `METHODS` by which the number, or the bound, was found.
    """

    cells: tuple[int, ...]
    at_least: int
    is_exact: bool
    method: str


@dataclass(frozen=True)
class ComponentTask:
    """One component that is to be counted.

    Attributes:
        state: of the whole puzzle; line consistent.
        cells: the cells of the component, ascending.
        witnesses: different solutions of the puzzle, at least one.
    """

    state: PropagationState
    cells: tuple[int, ...]
    witnesses: tuple[Picture, ...]
    search: ComponentSearch
    run: Run

    @cached_property
    def frontiers(self) -> list[Frontier]:
        """A frontier for each order of the cells; all cells outside are as in the first solution."""
        from nonosat.analysis.frontier import Frontier, cell_orders

        own = alone(self.state, self.cells, self.witnesses[0])
        return [Frontier(own, order) for order in cell_orders(self.state.puzzle, self.cells)]

    def searched(self, nodes: int) -> Counted:
        """The count of a search that may decide a number of cells."""
        first, deadline = self.witnesses[0].cells, self.run.deadline
        return self.search.count(self.state, self.cells, first, nodes=nodes, deadline=deadline)


def _by_search(task: ComponentTask) -> Counted:
    """A short search."""
    found = task.searched(SEARCH_NODES)
    if not found.is_exact:
        n_cells = counted(len(task.cells), "cell")
        task.run.log(f"{n_cells} depend on each other: a search of {SEARCH_NODES:,} steps did not end")
    return found


def _by_frontier(task: ComponentTask) -> Counted:
    """The frontier that needs the fewest states."""
    limit = task.run.deadline.part(FRONTIER_SHARE)
    for most in FRONTIER_STATES if task.frontiers else ():
        for frontier in task.frontiers:
            number = frontier.count(most, limit)
            if number is not None:
                task.run.log(f"counted with a frontier of {counted(number.n_states, 'state', separators=True)}")
                return Counted(number.n_solutions, is_exact=True)
        task.run.log(f"more than {most:,} states at the frontier")
    return _NONE


def _by_bound(task: ComponentTask) -> Counted:
    """A frontier with a part of the states."""
    from nonosat.analysis.frontier_bound import best_bound

    if not task.frontiers:
        return _NONE
    found = best_bound(task.frontiers, task.witnesses, task.run.deadline.part(BOUND_SHARE), task.run.log)
    return Counted(found.n_solutions, found.is_exact)


#: The methods by name, in the order in which they are tried.
METHODS: Mapping[str, Callable[[ComponentTask], Counted]] = {
    "search": _by_search,
    "frontier": _by_frontier,
    "bound": _by_bound,
    "full search": lambda task: task.searched(1 << 62),
}


def count_component(task: ComponentTask) -> ComponentCount:
    """Count the solutions of one component."""
    best, method = _NONE, "search"
    for name, function in METHODS.items():
        with suppress(GaveUp):
            found = function(task)
            if found.is_exact or found.n_solutions > best.n_solutions:
                best, method = found, name
        if best.is_exact or task.run.deadline.has_passed:
            break
    return ComponentCount(task.cells, *best, method=method)
