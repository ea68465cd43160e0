"""The steps of an explanation, one after the other: `Explainer.next_step` decides which kind of step comes first.

The first kind that concludes something counts; within it, the easiest step:

    1. one line that decides a cell              `line_steps.SingleLines`
    2. all lines through one cell                `line_steps.crossing_step`
    3. one line that only narrows colours        `line_steps.SingleLines`
    4. a supposition that lines refute           `supposition_search.SuppositionSearch`
    5. suppositions within a supposition         `nested_suppositions.NestedSearch`
    6. a set of lines                            `line_sets.LineSetSearch`

A solver is asked before 5: where nothing more follows from the clues, there is no step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import ExitStack, closing
from functools import cached_property
from math import inf
from typing import NamedTuple

from nonosat.core.arguments import public
from nonosat.core.question import Limit, Run
from nonosat.explaining.known_cells import KnownCells, PuzzleLines
from nonosat.explaining.line_implications import LineImplications, SolutionColors
from nonosat.explaining.line_sets import MOST_COMPARED, LineSetSearch
from nonosat.explaining.line_steps import SingleLines, crossing_step
from nonosat.explaining.nested_suppositions import NestedSearch
from nonosat.explaining.step import Step
from nonosat.explaining.supposition_search import SuppositionSearch
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle


def initial_colors(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """The colours that are possible for each cell of a puzzle before any step: all, or that of its given."""
    everything = tuple(range(puzzle.n_colors + 1))
    possible = [everything] * puzzle.grid.n_cells
    for cell, color in puzzle.givens:
        possible[cell] = (color,)
    return possible


class Effort(NamedTuple):
    """A limit on the search for one hard step, in counts instead of seconds, so that no step depends on the machine.

    Attributes:
        most_followed: the number of cells that lines may decide in the search for nested suppositions.
        most_compared: the number of sets of lines that are compared.
    """

    most_followed: float = inf
    most_compared: int = MOST_COMPARED


#: The search goes on as long as there may be an easier step.
UNLIMITED = Effort()


class Explainer:
    """Finds one step after the other; leaving its `with` block closes the solvers.

    Attributes:
        known: the knowledge after the steps so far.
        near: the cells of the last step; the next one is chosen near them.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        possible: Iterable[Sequence[int]] | None = None,
        *,
        near: Collection[int] = (),
        effort: Effort = UNLIMITED,
        timeout: Limit = None,
    ) -> None:
        """Begin with `possible` colours for each cell, and a step `near` some cells, as `next_step`."""
        self.known = KnownCells(PuzzleLines(puzzle), initial_colors(puzzle) if possible is None else possible)
        self.near = tuple(near)
        self.effort = effort
        run = Run.of(timeout)
        self.deadline, self.log = run
        self._single_lines = SingleLines(self.known)
        self._solutions = SolutionColors(self.known, run)
        self._open = ExitStack()

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def next_step(self) -> Step | None:
        """Find the next step, and apply its conclusions to `known`; None if no rung concludes anything more.

        Raises:
            GaveUp: the deadline has passed.
            NoSolution: no solution agrees with what is known.
        """
        self.deadline.check()
        step = (
            self._single_lines.easiest(self.near, decides=True)
            or crossing_step(self.known, self.near)
            or self._single_lines.easiest(self.near, decides=False)
            or (self._hard_step() if self.known.n_open else None)
        )
        if step is not None:
            self.known.apply(step.conclusions)
            self.near = tuple(each.cell for each in step.conclusions)
            self.log(f"step with {count(len(step.lines), 'line')}, {count(self.known.n_open, 'cell')} open after it")
        return step

    def _hard_step(self) -> Step | None:
        """A supposition that lines refute, or a harder step."""
        implications = self._implications  # from what is known at the first such step
        if step := self._suppositions.next_step(self.near):
            return step
        if self.known.colors == self._solutions.colors:
            return None
        return self._nested.next_step(implications) or self._line_sets.next_step(self.near)

    # The searches take memory, so they are made when they are first needed.

    @cached_property
    def _suppositions(self) -> SuppositionSearch:
        return SuppositionSearch(self.known, self._solutions, self.deadline)

    @cached_property
    def _nested(self) -> NestedSearch:
        return NestedSearch(
            self.known,
            self._suppositions.state,
            self._solutions,
            self.deadline,
            most_followed=self.effort.most_followed,
        )

    @cached_property
    def _implications(self) -> LineImplications:
        return LineImplications(self.known)

    @cached_property
    def _line_sets(self) -> LineSetSearch:
        most = self.effort.most_compared
        search = LineSetSearch(self.known, self._solutions, self.deadline, most_compared=most)
        return self._open.enter_context(closing(search))


@public
def next_step(
    puzzle: Puzzle,
    possible: Iterable[Sequence[int]] | None = None,
    *,
    near: Collection[int] = (),
    effort: Effort = UNLIMITED,
    timeout: Limit = None,
) -> Step | None:
    """The easiest step from what is known.

    Args:
        possible: for each cell the colours that are possible; None for all colours but those that the givens exclude.
        near: cells near which the step should be, such as those that were decided last.
        timeout: seconds from now, or a run.

    Returns:
        None if nothing more follows, since all cells are decided, or each open cell can have each of its colours.

    Raises:
        GaveUp: the time limit was reached.
        NoSolution: no solution agrees with what is known.
    """
    with Explainer(puzzle, possible, near=near, effort=effort, timeout=timeout) as explainer:
        return explainer.next_step()
