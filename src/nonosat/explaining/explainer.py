"""The steps of an explanation, one after the other: the easiest rung that leads on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from nonosat.explaining.crossing_lines import crossing_step
from nonosat.explaining.known_cells import KnownCells, PuzzleLines
from nonosat.explaining.line_implications import LineImplications
from nonosat.explaining.line_rung import LineRung
from nonosat.explaining.line_sets import MOST_COMPARED, LineSetSearch
from nonosat.explaining.nested_suppositions import NestedSearch
from nonosat.explaining.solution_colors import SolutionColors
from nonosat.explaining.step import Step
from nonosat.explaining.supposition_search import SuppositionSearch
from nonosat.explaining.supposition_steps import step_of_chain
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.run import Log, no_log


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
        most_followed: the number of literals that may be propagated in the search for nested suppositions before the
            search for sets of lines; None for no limit.
        most_compared: the number of sets of lines that are compared.
    """

    most_followed: int | None = None
    most_compared: int = MOST_COMPARED


#: Searches as long as there may be an easier step.
THOROUGH = Effort()

#: A step of most puzzles takes less than a second.
QUICK = Effort(most_followed=5_000_000, most_compared=3)


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
        effort: Effort = THOROUGH,
        deadline: Deadline = NEVER,
        log: Log = no_log,
    ) -> None:
        """
        Args:
            possible: for each cell the colours that are possible; None for all but those that the givens exclude.
            near: cells near which the first step should be.
        """
        self.puzzle = puzzle
        self.known = KnownCells(PuzzleLines(puzzle), initial_colors(puzzle) if possible is None else possible)
        self.near = tuple(near)
        self.effort = effort
        self.deadline = deadline
        self.log = log
        self._line_rung = LineRung(self.known)
        self._solutions = SolutionColors(self.known, deadline, log)
        self._implications: LineImplications | None = None
        self._suppositions: SuppositionSearch | None = None
        self._nested: NestedSearch | None = None
        self._line_sets: LineSetSearch | None = None

    def __enter__(self) -> Explainer:
        return self

    def __exit__(self, *_: object) -> None:
        if self._implications is not None:
            self._implications.close()
        if self._line_sets is not None:
            self._line_sets.close()

    def next_step(self) -> Step | None:
        """Find the next step, and apply its conclusions to `known`.

        Returns:
            None if all cells are decided, or if no rung concludes anything more.

        Raises:
            GaveUp: the deadline has passed.
            NoSolution: no solution agrees with what is known.
        """
        self.deadline.check()
        step = self._find()
        if step is not None:
            self.known.apply(step.conclusions)
            self.near = tuple(each.cell for each in step.conclusions)
            self.log(f"step with {count(len(step.lines), 'line')}, {count(self.known.n_open, 'cell')} open after it")
        return step

    def _find(self) -> Step | None:
        """The easiest step."""
        return (
            self._line_rung.deciding(self.near)
            or crossing_step(self.known, self.near)
            or self._line_rung.narrowing(self.near)
            or (self._supposition() if self.known.n_open else None)
        )

    def _supposition(self) -> Step | None:
        """The easiest supposition that lines refute."""
        if self._implications is None:
            self._implications = LineImplications(self.known)
        self._implications.update()
        if self._suppositions is None:
            self._suppositions = SuppositionSearch(self.known, self._implications, self._solutions, self.deadline)
        chain = self._suppositions.easiest(self.near)
        if chain is not None:
            return step_of_chain(self.known, chain)
        shown = self._solutions.find()
        if shown is not None and all(colors == shown[cell] for cell, colors in enumerate(self.known.colors)):
            return None
        if self._nested is None:
            self._nested = NestedSearch(
                self.known,
                self._implications,
                self._solutions,
                deadline=self.deadline,
                most_followed=self.effort.most_followed,
            )
        step = self._nested.next_step()
        if step is None:
            if self._line_sets is None:
                self._line_sets = LineSetSearch(
                    self.known, self._solutions, deadline=self.deadline, most_compared=self.effort.most_compared
                )
            step = self._line_sets.next_step(self.near)
        return step


def next_step(
    puzzle: Puzzle,
    possible: Iterable[Sequence[int]] | None = None,
    *,
    near: Collection[int] = (),
    effort: Effort = THOROUGH,
    timeout: float | None = None,
    log: Log = no_log,
) -> Step | None:
    """The easiest step from what is known.

    Args:
        possible: for each cell the colours that are possible; None for all colours but those that the givens exclude.
        near: cells near which the step should be, such as those that were decided last.
        timeout: seconds from now.

    Returns:
        None if nothing more follows, since all cells are decided, or each open cell can have each of its colours.

    Raises:
        GaveUp: the time limit was reached.
        NoSolution: no solution agrees with what is known.
    """
    with Explainer(puzzle, possible, near=near, effort=effort, deadline=Deadline.after(timeout), log=log) as explainer:
        return explainer.next_step()
