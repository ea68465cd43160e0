"""The number of solutions of a puzzle, exactly, however large it is.

    1. The solution map: cells of one colour in all solutions are decided, and line solving goes on from there.
    2. What is left falls into independent components, whose numbers of solutions multiply.
    3. Each component is counted by several methods, until one ends (`counting_methods`).

If the time limit comes first, the solutions that were counted are a proved lower bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from nonosat.analysis.component_search import ComponentSearch
from nonosat.analysis.components import components
from nonosat.analysis.counting_methods import ComponentCount, ComponentTask, count_component
from nonosat.analysis.solution_map import SolutionMap, map_of_result
from nonosat.backends import find_backend
from nonosat.encodings.cell_variables import CellVariables
from nonosat.model.displays import displayed
from nonosat.model.nouns import count as counted
from nonosat.model.puzzle import Puzzle
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.run import Limit, Log, Run, no_log


@dataclass(frozen=True, kw_only=True)
class SolutionCount:
    """The number of solutions of a puzzle.

    Attributes:
        components: the independent components, in the order of their first cells.
    """

    map: SolutionMap
    components: tuple[ComponentCount, ...]

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
        """True if all components were counted to the end."""
        return all(component.is_exact for component in self.components)

    def __str__(self) -> str:
        """The number in words: `at least 12 solutions`."""
        number = counted(self.at_least, "solution", separators=True)
        return number if self.is_exact else f"at least {number}"


def count(puzzle: Puzzle, *, timeout: Limit = None) -> SolutionCount:
    """Count the solutions of a puzzle.

    Args:
        timeout: seconds from now, after which a lower bound is returned; or a run.

    Raises:
        GaveUp: no solution was found within the time limit, nor proved that there is none.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    deadline, log = Run.of(timeout)
    result = solve(puzzle, unique=True, timeout=Run(deadline, log))
    return count_of_map(map_of_result(result, deadline, log), deadline, log)


def count_of_map(found: SolutionMap, deadline: Deadline = NEVER, log: Log = no_log) -> SolutionCount:
    """Count the solutions of a puzzle of which the solution map is known.

    Args:
        found: may be incomplete.
        deadline: ends the search; a lower bound is returned then.

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
        tasks = [
            ComponentTask(state=state, cells=part, witnesses=found.witnesses, search=search, deadline=deadline, log=log)
            for part in parts
        ]
        return SolutionCount(map=found, components=tuple(count_component(task) for task in tasks))
