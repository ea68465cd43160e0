"""The number of solutions of a puzzle, exactly, however large it is.

    1. The solution map: cells of one colour in all solutions are decided, and line solving goes on from there.
    2. What is left falls into independent components, whose numbers of solutions multiply.
    3. Each component is counted by several methods, until one ends (`counting_methods`).

Where the time limit comes first, what has been counted is a proved lower bound. If it is asked for, an estimate stands
beside it (`count_estimate`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from nonosat.analysis.component_search import ComponentSearch
from nonosat.analysis.components import components
from nonosat.analysis.count_estimate import CountEstimate, EstimateOptions
from nonosat.analysis.counting_methods import ComponentCount, ComponentTask, count_component
from nonosat.analysis.solution_map import SolutionMap, map_of_result
from nonosat.backends import find_backend
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp
from nonosat.model.displays import displayed
from nonosat.model.nouns import count as counted
from nonosat.model.puzzle import Puzzle
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.options import Log, SolveOptions, no_log
from nonosat.solving.pipeline import solve_puzzle
from nonosat.system.deadline import NEVER, Deadline

#: The share of the time that is left which counting has where an estimate may follow.
COUNT_SHARE = 0.5


@dataclass(frozen=True, kw_only=True)
class SolutionCount:
    """How many solutions a puzzle has.

    Attributes:
        map: the solution map of the puzzle.
        components: the independent components, in the order of their first cells.
        estimate: of the number, if it was asked for, is not exact, and the time was enough.
    """

    map: SolutionMap
    components: tuple[ComponentCount, ...]
    estimate: CountEstimate | None = None

    def _repr_svg_(self) -> str:
        """The drawing that a notebook displays: the colours of each cell in the solutions."""
        return displayed("SolutionCount", self)

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
        if self.is_exact:
            return number
        return f"at least {number}" if self.estimate is None else f"at least {number}; {self.estimate}"


def count(
    puzzle: Puzzle, *, timeout: float | None = None, estimate: EstimateOptions | None = None, log: Log = no_log
) -> SolutionCount:
    """Count the solutions of a puzzle.

    Args:
        puzzle: the puzzle.
        timeout: seconds from now; then a lower bound is returned.
        estimate: if the number is not found, estimate it with this guarantee; half of the time is kept for that, and
            without a time limit no method is tried that may take for ever.
        log: receives a sentence about each step.

    Raises:
        GaveUp: no solution was found within the time limit, nor proved that there is none.
        MissingDependency: the package that estimates is not installed.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    return count_until(puzzle, Deadline.after(timeout), log, estimate)


def count_until(
    puzzle: Puzzle, deadline: Deadline, log: Log = no_log, estimate: EstimateOptions | None = None
) -> SolutionCount:
    """Count the solutions of a puzzle until a deadline.

    Args:
        puzzle: the puzzle.
        deadline: when to end; then a lower bound is returned.
        log: receives a sentence about each step.
        estimate: if the number is not found, estimate it with this guarantee; see `count`.

    Raises:
        GaveUp: no solution was found before the deadline, nor proved that there is none.
        MissingDependency: the package that estimates is not installed.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    if estimate is not None:
        from nonosat.backends.model_counters import require_estimates

        require_estimates()
    result = solve_puzzle(puzzle, SolveOptions(unique=True), deadline=deadline, log=log)
    return count_of_map(map_of_result(result, deadline, log), deadline, log, estimate)


def count_of_map(
    found: SolutionMap, deadline: Deadline = NEVER, log: Log = no_log, estimate: EstimateOptions | None = None
) -> SolutionCount:
    """Count the solutions of a puzzle of which the solution map is known.

    Args:
        found: the map; it may be incomplete.
        deadline: when to end; then a lower bound is returned.
        log: receives a sentence about each step.
        estimate: if the number is not found, estimate it with this guarantee; see `count`.

    Raises:
        MissingDependency: the package that estimates is not installed.
        SolverError: the solver crashed, or gave an answer that fails verification.
    """
    state = found.narrowed_state
    parts = components(state) if state is not None else []
    if state is None or not parts:
        return SolutionCount(map=found, components=())
    log(f"{counted(state.n_open, 'cell')} in {counted(len(parts), 'component')}")
    puzzle, domains = found.puzzle, state.domains()
    formula, cells = encode_open_part(puzzle, domains), CellVariables(puzzle, domains)
    limit = deadline if estimate is None else deadline.part(COUNT_SHARE)
    with find_backend().open(formula, limit) as session:
        search = ComponentSearch(session, cells)
        tasks = [
            ComponentTask(state=state, cells=part, witnesses=found.witnesses, search=search, deadline=limit, log=log)
            for part in parts
        ]
        endless = estimate is None or deadline.is_timed
        counts = tuple(count_component(task, endless=endless) for task in tasks)
    guess = None
    if estimate is not None and not all(part.is_exact for part in counts):
        guess = _estimate(tasks, counts, estimate, deadline, log)
    return SolutionCount(map=found, components=counts, estimate=guess)


def _estimate(
    tasks: Sequence[ComponentTask],
    counts: Sequence[ComponentCount],
    options: EstimateOptions,
    deadline: Deadline,
    log: Log,
) -> CountEstimate | None:
    """The product of exact numbers and estimates; None if the deadline came first."""
    from nonosat.backends.model_counters import estimated_number

    number = prod(part.at_least for part in counts if part.is_exact)
    open_tasks = [task for task, part in zip(tasks, counts, strict=True) if not part.is_exact]
    epsilon, delta = options.for_each_of(len(open_tasks))
    for task in open_tasks:
        formula, n_counted = task.formula
        log(f"estimating a component of {counted(len(task.cells), 'cell')}")
        try:
            number *= estimated_number(
                formula, n_counted, epsilon=epsilon, delta=delta, seed=options.seed, deadline=deadline
            )
        except GaveUp:
            log("no estimate before the search was ended")
            return None
    return CountEstimate(number=number, options=options, n_components=len(open_tasks))
