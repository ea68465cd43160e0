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
from nonosat.analysis.solution_map import SolutionMap, map_solutions
from nonosat.model.displays import displayed
from nonosat.model.nouns import count as counted
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solution_session import SolutionSession
from nonosat.system.answer import Outcome
from nonosat.system.run import Limit, Run


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
            {
                "cells": len(part.cells),
                "at_least": _number(part.at_least),
                "exact": part.is_exact,
                "method": part.method,
            }
            for part in self.components
        ]
        return {
            "at_least": _number(self.at_least),
            "exact": self.is_exact,
            "components": components,
            "differing": len(self.map.differing),
        }


def _number(value: int) -> int | str:
    """A number for a record; text from 2 ** 53 on, since many readers of JSON would round it."""
    return value if value < 1 << 53 else str(value)


def count(puzzle: Puzzle | SolutionMap, *, timeout: Limit = None) -> SolutionCount:
    """Count the solutions of a puzzle.

    Args:
        puzzle: a puzzle; or its solution map, which may be incomplete.
        timeout: seconds from now, after which a lower bound is returned; or a run.

    Raises:
        GaveUp: no solution was found within the time limit, nor proved that there is none.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    run = Run.of(timeout)
    found = puzzle if isinstance(puzzle, SolutionMap) else map_solutions(puzzle, timeout=run)
    state = found.narrowed_state
    parts = components(state) if state is not None else []
    if state is None or not parts:
        return SolutionCount(map=found, components=())
    run.log(f"{counted(state.n_open, 'cell')} in {counted(len(parts), 'component')}")
    with SolutionSession.of_state(state, run.deadline) as session:
        search = ComponentSearch(session)
        tasks = (ComponentTask(state, part, found.witnesses, search, run) for part in parts)
        return SolutionCount(map=found, components=tuple(count_component(task) for task in tasks))
