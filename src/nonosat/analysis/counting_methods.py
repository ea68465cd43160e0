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

from nonosat.analysis.component_search import ComponentSearch
from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.nouns import count as counted
from nonosat.model.picture import Picture
from nonosat.system.deadline import Deadline
from nonosat.system.run import Log

if TYPE_CHECKING:
    from nonosat.analysis.frontier import Frontier

#: The number of cells that the first search may decide.
SEARCH_NODES = 3_000

#: The number of states that a frontier may have in each attempt; each attempt tries every order of the cells.
FRONTIER_STATES = (10_000, 200_000, 4_000_000)

#: The shares of the time that is left which the frontier has, and then the bound.
FRONTIER_SHARE, BOUND_SHARE = 0.3, 0.8


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


@dataclass(frozen=True, kw_only=True)
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
    deadline: Deadline
    log: Log

    @cached_property
    def alone(self) -> PropagationState:
        """The state in which all cells outside of the component are as in the first solution."""
        alone, inside = self.state.copy(), set(self.cells)
        for cell, color in enumerate(self.witnesses[0].cells):
            if cell not in inside and len(self.state.colors(cell)) > 1:
                alone.fix(cell, color)
        alone.run()
        return alone

    @cached_property
    def frontiers(self) -> list[Frontier]:
        """A frontier for each order of the cells."""
        from nonosat.analysis.frontier import Frontier, cell_orders

        return [Frontier(self.alone, order) for order in cell_orders(self.state.puzzle, self.cells)]


#: A number of solutions, and whether these are all.
_Counted = tuple[int, bool]


def _search(task: ComponentTask, nodes: int) -> _Counted:
    first = task.witnesses[0].cells
    found = task.search.count(task.state, task.cells, first, nodes=nodes, deadline=task.deadline)
    return found.n_solutions, found.is_exact


def _by_search(task: ComponentTask) -> _Counted:
    """A short search."""
    found = _search(task, SEARCH_NODES)
    if not found[1]:
        n_cells = counted(len(task.cells), "cell")
        task.log(f"{n_cells} depend on each other: a search of {SEARCH_NODES:,} steps did not end")
    return found


def _by_frontier(task: ComponentTask) -> _Counted:
    """The frontier that needs the fewest states."""
    if not task.frontiers:
        return 1, False
    limit = task.deadline.part(FRONTIER_SHARE)
    with suppress(GaveUp):
        for most in FRONTIER_STATES:
            for frontier in task.frontiers:
                number = frontier.count(most, limit)
                if number is not None:
                    task.log(f"counted with a frontier of {counted(number.n_states, 'state', separators=True)}")
                    return number.n_solutions, True
            task.log(f"more than {most:,} states at the frontier")
    return 1, False


def _by_bound(task: ComponentTask) -> _Counted:
    """A frontier with a part of the states."""
    from nonosat.analysis.frontier_bound import best_bound

    if not task.frontiers:
        return 1, False
    found = best_bound(task.frontiers, task.witnesses, task.deadline.part(BOUND_SHARE), task.log)
    return found.n_solutions, found.is_exact


def _by_full_search(task: ComponentTask) -> _Counted:
    """A search to the end."""
    return _search(task, 1 << 62)


#: The methods by name, in the order in which they are tried.
METHODS: Mapping[str, Callable[[ComponentTask], _Counted]] = {
    "search": _by_search,
    "frontier": _by_frontier,
    "bound": _by_bound,
    "full search": _by_full_search,
}


def count_component(task: ComponentTask) -> ComponentCount:
    """Count the solutions of one component."""
    best, method = 1, "search"
    for name, function in METHODS.items():
        number, is_exact = 1, False
        with suppress(GaveUp):
            number, is_exact = function(task)
        if is_exact:
            return ComponentCount(task.cells, number, is_exact=True, method=name)
        if number > best:
            best, method = number, name
        if task.deadline.has_passed:
            break
    return ComponentCount(task.cells, best, is_exact=False, method=method)
