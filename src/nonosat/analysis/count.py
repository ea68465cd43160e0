"""The number of solutions of a puzzle, exactly, however large it is.

    1. The solution map: cells of one colour in all solutions are decided, and line solving goes on from there.
    2. The rest falls into independent components, whose numbers of solutions multiply.
    3. Each component is counted by several methods (`METHODS`), until one ends.

If the time limit comes first, the solutions that were counted are a proved lower bound.

    search        a short search, which is quick if the component has few solutions or falls apart soon
    frontier      needs few states, but not few solutions
    bound         a lower bound, by a frontier that keeps the most promising states
    full search   a search to the end

A method returns the number of all solutions, or of some, which is a proved lower bound. The next method follows unless
all were counted.

The solutions of a puzzle are all combinations of those of its components. So the share of the solutions in which a cell
has a colour is its share among the solutions of its component, and these are listed one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from nonosat.analysis.component_search import ComponentSearch, Counted
from nonosat.analysis.components import alone, components, solutions_of
from nonosat.analysis.solution_map import SolutionMap, map_solutions
from nonosat.core.arguments import public
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Limit, Outcome, Run
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.cell_colors import CellColors
from nonosat.model.nouns import count as counted
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solution_session import SolutionSession

if TYPE_CHECKING:
    from nonosat.analysis.frontier import Frontier


#: The number of cells that the first search may decide.
SEARCH_NODES = 3_000

#: The number of states that a frontier may have in each attempt; each attempt tries every order of the cells.
FRONTIER_STATES = (10_000, 200_000, 4_000_000)

#: The shares of the time that is left which the frontier has, and then the bound.
FRONTIER_SHARE, BOUND_SHARE = 0.3, 0.8

#: Components with more solutions are not listed for the shares of their colours.
LISTED = 2_000

#: The bound of a method that counted nothing: the solution that is known.
_NONE = Counted(1, is_exact=False)


@dataclass(frozen=True, kw_only=True, repr=False)
class SolutionCount(DisplayedAnswer):
    """The number of solutions of a puzzle; its `components` are in the order of their first cells."""

    map: SolutionMap
    components: tuple[ComponentCount, ...]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle whose solutions were counted."""
        return self.map.puzzle

    @property
    def at_least(self) -> int:
        """A proved lower bound; the number itself if `is_exact`."""
        if not self.map.witnesses:
            return 0
        return max(prod(component.at_least for component in self.components), len(self.map.witnesses))

    @property
    def is_exact(self) -> bool:
        """True if all components were counted to the end."""
        return all(component.is_exact for component in self.components)

    @property
    def outcome(self) -> Outcome:
        """Yes if the number is exact, no if there is no solution, gave up if it is a lower bound."""
        return Outcome.GAVE_UP if not self.is_exact else Outcome.YES if self.at_least else Outcome.NO

    def sentence(self) -> str:
        """The number in words: `at least 12 solutions`."""
        number = counted(self.at_least, "solution", separators=True)
        return number if self.is_exact else f"at least {number}"

    __str__ = sentence

    def record(self) -> dict[str, object]:
        """The number, and those of the components."""
        components = [
            {"cells": len(cells), "at_least": record_number(at_least), "exact": is_exact, "method": method}
            for cells, at_least, is_exact, method in self.components
        ]
        number = {"at_least": record_number(self.at_least), "exact": self.is_exact}
        return {**number, "components": components, "differing": len(self.map.differing)}


def record_number(value: int) -> int | str:
    """A number for a record; text from 2 ** 53 on, since many readers of JSON would round it."""
    return value if value < 1 << 53 else str(value)


@public
def count(puzzle: Puzzle | SolutionMap, *, timeout: Limit = None) -> SolutionCount:
    """Count the solutions of a puzzle.

    Args:
        puzzle: a puzzle; or its solution map, which may be incomplete.
        timeout: seconds from now, after which a lower bound is returned; or a run.

    Raises:
        GaveUp: neither a solution nor a proof that there is none was found within the time limit.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    run = Run.of(timeout)
    found = puzzle if isinstance(puzzle, SolutionMap) else map_solutions(puzzle, timeout=run)
    state = found.narrowed_state
    parts = components(state) if state is not None else []
    if state is None or not parts:
        return SolutionCount(map=found, components=())
    run.log(f"{counted(state.n_open, 'cell')} in {counted(len(parts), 'component')}")
    with SolutionSession.of_state(state, deadline=run.deadline) as session:
        search = ComponentSearch(session)
        tasks = (ComponentTask(state, part, found.witnesses, search, run) for part in parts)
        return SolutionCount(map=found, components=tuple(count_component(task) for task in tasks))


class ComponentCount(NamedTuple):
    """The number of solutions of one component.

    Attributes:
        cells: ascending.
        at_least: a proved lower bound; the number itself if `is_exact`.
        method: the key of `METHODS` by which it was found.
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
        cells: ascending.
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
    found = task.searched(SEARCH_NODES)
    if not found.is_exact:
        n_cells = counted(len(task.cells), "cell")
        task.run.log(f"{n_cells} depend on each other: a search of {SEARCH_NODES:,} steps did not end")
    return found


def _by_frontier(task: ComponentTask) -> Counted:
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


def cell_colors(found: SolutionCount, deadline: Deadline = NEVER) -> CellColors:
    """The colours of all cells, with their shares where these can be listed.

    Args:
        found: the number of solutions of each component; at least one.
        deadline: ends the search; the shares that are known then are returned.
    """
    state = found.map.narrowed_state
    assert state is not None, "a puzzle with solutions"
    first = found.map.witnesses[0]
    frequencies: dict[int, Mapping[int, int]] = {}
    with suppress(GaveUp):
        for component in found.components:
            if component.is_exact and component.at_least <= LISTED:
                counts: dict[int, Counter[int]] = {cell: Counter() for cell in component.cells}
                for picture in solutions_of(alone(state, component.cells, first), first, deadline):
                    for cell, by_color in counts.items():
                        by_color[picture.cells[cell]] += 1
                assert by_color.total() == component.at_least, "two methods count the same"
                frequencies.update(counts)
    possible = [tuple(state.cells.colors(cell)) for cell in range(found.map.puzzle.grid.n_cells)]
    for cell, numbers in frequencies.items():  # what an incomplete map could not exclude
        possible[cell] = tuple(sorted(numbers))
    shown = found.map.shown
    unproved = (cell for cell, colors in enumerate(possible) if len(colors) > 1 and not shown[cell] & (shown[cell] - 1))
    places = (tuple(cell for cell in each.cells if len(possible[cell]) > 1) for each in found.components)
    return CellColors(
        puzzle=found.map.puzzle,
        possible=tuple(possible),
        frequencies=frequencies,
        places=tuple(place for place in places if place),
        unproved=frozenset(unproved).difference(frequencies),
    )
