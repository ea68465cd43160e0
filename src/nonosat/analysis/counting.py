"""The number of solutions of a puzzle, exactly, however large it is.

    1. The solution map: cells of one colour in all solutions are decided, and line solving goes on from there.
    2. What is left falls into independent components, whose numbers of solutions multiply.
    3. Each component is counted by search (`component_search`), which is quick if it has few solutions or falls apart
       soon; beyond a budget by a frontier that moves over its cells (`frontier`), which needs few states, but not few
       solutions; and if there are too many states, by search to the end.

Where the time limit comes first, what has been counted is a proved lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from nonosat.analysis.component_search import ComponentSearch
from nonosat.analysis.components import components
from nonosat.analysis.solution_map import SolutionMap, map_of_result
from nonosat.backends import find_backend
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.nouns import count as counted
from nonosat.model.puzzle import Puzzle
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.options import Log, SolveOptions, no_log
from nonosat.solving.pipeline import solve_puzzle
from nonosat.system.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from nonosat.analysis.frontier import FrontierCount

#: How many cells the search for one component may decide before a frontier is tried.
SEARCH_NODES = 3_000

#: How many states a frontier may have in each attempt; every order of the cells is tried with one before the next.
FRONTIER_STATES = (10_000, 200_000, 4_000_000)

#: The share of the time that is left which frontiers have before some of their states are dropped.
EXACT_SHARE = 0.6

#: How many states are kept in each attempt where only a lower bound is left to be found.
BOUND_STATES = (1_000, 10_000, 100_000)


class ComponentCount(NamedTuple):
    """How many solutions one component has.

    Attributes:
        cells: its cells, ascending.
        at_least: a proved lower bound; the number itself if `is_exact`.
        is_exact: whether all were counted.
        method: `search` or `frontier`.
    """

    cells: tuple[int, ...]
    at_least: int
    is_exact: bool
    method: str


@dataclass(frozen=True, kw_only=True)
class SolutionCount:
    """How many solutions a puzzle has.

    Attributes:
        map: the solution map of the puzzle.
        components: the independent components, in the order of their first cells.
    """

    map: SolutionMap
    components: tuple[ComponentCount, ...]

    @property
    def at_least(self) -> int:
        """A proved lower bound; the number itself if `is_exact`."""
        if not self.map.witnesses:
            return 0
        return max(prod(component.at_least for component in self.components), len(self.map.witnesses))

    @property
    def is_exact(self) -> bool:
        """Whether the number is exact."""
        return all(component.is_exact for component in self.components)

    def __str__(self) -> str:
        """The number in words: `at least 12 solutions`."""
        number = counted(self.at_least, "solution", separators=True)
        return number if self.is_exact else f"at least {number}"


def count(puzzle: Puzzle, *, timeout: float | None = None, log: Log = no_log) -> SolutionCount:
    """Count the solutions of a puzzle.

    Args:
        puzzle: the puzzle.
        timeout: seconds from now; then a lower bound is returned.
        log: receives a sentence about each step.

    Raises:
        GaveUp: no solution was found within the time limit, nor proved that there is none.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    return count_until(puzzle, Deadline.after(timeout), log)


def count_until(puzzle: Puzzle, deadline: Deadline, log: Log = no_log) -> SolutionCount:
    """Count the solutions of a puzzle until a deadline.

    Args:
        puzzle: the puzzle.
        deadline: when to end; then a lower bound is returned.
        log: receives a sentence about each step.

    Raises:
        GaveUp: no solution was found before the deadline, nor proved that there is none.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    result = solve_puzzle(puzzle, SolveOptions(unique=True), deadline=deadline, log=log)
    return count_of_map(map_of_result(result, deadline, log), deadline, log)


def count_of_map(found: SolutionMap, deadline: Deadline = NEVER, log: Log = no_log) -> SolutionCount:
    """Count the solutions of a puzzle of which the solution map is known.

    Args:
        found: the map; it may be incomplete.
        deadline: when to end; then a lower bound is returned.
        log: receives a sentence about each step.

    Raises:
        SolverError: the solver crashed, or gave an answer that fails verification.
    """
    state = found.narrowed_state
    parts = components(state) if state is not None else []
    if state is None or not parts:
        return SolutionCount(map=found, components=())
    log(f"{counted(state.n_open, 'cell')} in {counted(len(parts), 'component')}")
    puzzle, domains = found.puzzle, state.domains()
    formula, cells = encode_open_part(puzzle, domains), CellVariables(puzzle, domains)
    with find_backend().open(formula, deadline) as session:
        search = ComponentSearch(session, cells)
        counts = tuple(_count_component(state, part, found, search, deadline, log) for part in parts)
    return SolutionCount(map=found, components=counts)


def _count_component(
    state: PropagationState,
    cells: Sequence[int],
    found: SolutionMap,
    search: ComponentSearch,
    deadline: Deadline,
    log: Log,
) -> ComponentCount:
    """Count the solutions of one component."""
    solution, bound = found.witnesses[0].cells, 1
    part = tuple(cells)
    try:
        result = search.count(state, part, solution, nodes=SEARCH_NODES, deadline=deadline)
        if result.is_exact:
            return ComponentCount(part, result.n_solutions, is_exact=True, method="search")
        bound = result.n_solutions
        log(f"{counted(len(part), 'cell')} depend on each other: a search of {SEARCH_NODES:,} steps did not end")
        number = _count_by_frontier(state, part, found, deadline, log)
        if number.is_exact:
            return ComponentCount(part, number.n_solutions, is_exact=True, method="frontier")
        bound = max(bound, number.n_solutions)
        result = search.count(state, part, solution, nodes=1 << 62, deadline=deadline)
        if result.is_exact:
            return ComponentCount(part, result.n_solutions, is_exact=True, method="search")
        bound = max(bound, result.n_solutions)
    except GaveUp:
        pass
    return ComponentCount(part, bound, is_exact=False, method="search")


def _count_by_frontier(
    state: PropagationState, cells: tuple[int, ...], found: SolutionMap, deadline: Deadline, log: Log
) -> FrontierCount:
    """Count the solutions of one component by the frontier that needs the fewest states, or a part of them."""
    from nonosat.analysis.frontier import Frontier, FrontierCount, cell_orders

    alone = state.copy()
    solution = found.witnesses[0].cells
    for cell in set(range(found.puzzle.grid.n_cells)).difference(cells):
        if len(state.colors(cell)) > 1:
            alone.fix(cell, solution[cell])
    alone.run()
    frontiers = [Frontier(alone, order) for order in cell_orders(found.puzzle, cells)]
    limit = deadline.or_after(deadline.left() * EXACT_SHARE) if deadline.is_set else NEVER
    with suppress(GaveUp):
        for most in FRONTIER_STATES:
            for frontier in frontiers:
                number = frontier.count(most, limit)
                if number is not None:
                    log(f"counted with a frontier of {counted(number.n_states, 'state', separators=True)}")
                    return number
            log(f"more than {most:,} states at the frontier")
    best = FrontierCount(1, is_exact=False, n_states=1)
    with suppress(GaveUp):
        for most in BOUND_STATES:
            for frontier in frontiers:
                bound = frontier.bound(most, found.witnesses, deadline)
                if bound.n_solutions > best.n_solutions:
                    best = bound
                    log(f"at least {bound.n_solutions:,} solutions of this component")
    return best
