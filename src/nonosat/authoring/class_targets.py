"""The cells that the methods of each class of difficulty leave open.

    trivial    a few rounds of line solving
    lines      line solving to its fixpoint
    moderate   line solving, and suppositions about one cell that are refuted within a few rounds
    unique     a solver: the cells in which solutions differ; the puzzle may be of any class

A puzzle is of the class or easier if no cell is left open. After an edit of the picture, a target also gives a quick
estimate: the cells left open if everything known before of the other cells stays known. Mostly these are fewer than
the truth, so the estimate is used to choose among edits and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from nonosat.analysis.solution_map import map_solutions
from nonosat.core.deadline import Deadline
from nonosat.core.question import Run
from nonosat.explaining.lookahead import Lookahead
from nonosat.explaining.rate import MODERATE_ROUNDS, TRIVIAL_PASSES
from nonosat.lines.crossing import crossing
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import Clue, clue_of
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle
from nonosat.solving.solve import solve

#: Number of rounds of a trivial puzzle whose result is taken as known after an edit.
_KNOWN_ROUNDS = TRIVIAL_PASSES // 2
#: The work of line solving from the beginning, of its last rounds, and, for each cell that it leaves open, of
#: suppositions and of a solver. The unit is line solving after one edit, on pictures of 40 x 30 cells.
_LINES, _ROUNDS, _SUPPOSE, _SOLVE = 20, 5, 4, 1


class LeftOpen(NamedTuple):
    """The cells that the methods of a class leave open.

    Attributes:
        state: the state with the open cells.
        known: the state that is taken as known after an edit.
        work: rough cost of the computation, in units of line solving after one edit; it depends on the puzzle alone.
    """

    state: PropagationState
    known: PropagationState
    work: int

    @property
    def n_open(self) -> int:
        """The number of open cells."""
        return self.state.n_open


class ClassTarget(NamedTuple):
    """The methods of one class.

    Attributes:
        left_open: applies them to a puzzle with a known solution; GaveUp is raised when the deadline has passed.
        estimate: the cells that line solving leaves open after an edit, if all that was known of other cells stays
            known; from the result without the edit, the new clues of all lines through the edited cells, and the
            edited cells with their new colours.
    """

    left_open: Callable[[Puzzle, Picture, Deadline], LeftOpen]
    estimate: Callable[[LeftOpen, Mapping[int, Clue], Mapping[int, int]], LeftOpen]


def _at_fixpoint(before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
    """The estimate by line solving to its fixpoint."""
    state = before.known.edited(clues, colors)
    state.run()
    return LeftOpen(state, state, 1)


def _lines(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG001
    """Line solving to its fixpoint."""
    state = propagated(puzzle, deadline)
    assert state is not None, "the picture is a solution"
    return LeftOpen(state, state, _LINES)


def _moderate(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:
    """Line solving, and short suppositions about one cell each."""
    state, _, work = _lines(puzzle, picture, deadline)
    work += _SUPPOSE * state.n_open
    lookahead = Lookahead(state, picture, deadline)
    while state.n_open and (found := lookahead.shortest(MODERATE_ROUNDS)) is not None:
        lookahead.apply(found)
    return LeftOpen(state, state, work)


def _unique(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG001
    """A solver, which finds the cells in which solutions differ."""
    result = solve(puzzle, unique=True, timeout=Run(deadline))
    deadline.check("no answer")
    state = map_solutions(result, timeout=Run(deadline)).narrowed_state
    assert result.state is not None, "lines are solved first"
    assert state is not None, "the picture is a solution"
    return LeftOpen(state, state, _LINES + _SOLVE * result.state.n_open)


def _trivial(puzzle: Puzzle, picture: Picture, deadline: Deadline) -> LeftOpen:  # noqa: ARG001
    """A few rounds of line solving."""
    deadline.check("no answer")
    return _last_rounds(_after(PropagationState(puzzle), _KNOWN_ROUNDS), _LINES)


def _after_rounds(before: LeftOpen, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LeftOpen:
    """The estimate by the last rounds of a trivial puzzle."""
    return _last_rounds(before.known.edited(clues, colors), _ROUNDS)


def _after(state: PropagationState, rounds: int) -> PropagationState:
    """A state after some rounds of line solving."""
    for _ in range(rounds):
        if not state.run_round():
            break
    return state


def _last_rounds(known: PropagationState, work: int) -> LeftOpen:
    """The cells that the last rounds of a trivial puzzle leave open."""
    return LeftOpen(_after(known.copy(), TRIVIAL_PASSES - 1 - _KNOWN_ROUNDS), known, work)


#: The targets by name, from the easiest class: a puzzle without open cells is of the class, or easier.
TARGETS: dict[str, ClassTarget] = {
    "trivial": ClassTarget(_trivial, _after_rounds),
    "lines": ClassTarget(_lines, _at_fixpoint),
    "moderate": ClassTarget(_moderate, _at_fixpoint),
    "unique": ClassTarget(_unique, _at_fixpoint),
}


#: From cells to their new colours, which differ from the old ones.
Edits = Mapping[int, int]


class EditedPuzzles:
    """The puzzles that come from one puzzle by edits of its picture.

    Lines with an edited cell get the clue of the edited picture, with all colours. The other clues stay as they are. A
    cell that the puzzle gives stays given, in its new colour.

    Attributes:
        puzzle: the puzzle without edits.
        picture: a solution of it.
    """

    def __init__(self, puzzle: Puzzle, picture: Picture) -> None:
        self.puzzle, self.picture = puzzle, picture
        self._crossing = crossing(puzzle.grid)

    def cells(self, edits: Edits) -> list[int]:
        """The colours of all cells after the edits."""
        cells = list(self.picture.cells)
        for cell, color in edits.items():
            cells[cell] = color
        return cells

    def lines_of(self, cells: Iterable[int]) -> frozenset[int]:
        """The lines through some cells."""
        return frozenset([line for cell in cells for line, _ in self._crossing.places(cell)])

    def cells_on(self, lines: Iterable[int]) -> frozenset[int]:
        """The cells of some lines."""
        return frozenset().union(*(self._lines[line] for line in lines))

    def clues_through(self, cells: Iterable[int], colors: Sequence[int]) -> dict[int, Clue]:
        """From the lines through some `cells` to their clues in the picture with these `colors` of all its cells."""
        grid = self.puzzle.grid
        return {line: clue_of([colors[cell] for cell in grid.line(line)]) for line in self.lines_of(cells)}

    def other_colors(self, cell: int) -> list[int]:
        """The colours that an edit can give to a cell, ascending."""
        return [color for color in range(self.puzzle.n_colors + 1) if color != self.picture.cells[cell]]

    @cached_property
    def _lines(self) -> list[frozenset[int]]:
        grid = self.puzzle.grid
        return [frozenset(grid.line(line)) for line in range(grid.n_lines)]

    def edited(self, edits: Edits) -> tuple[Puzzle, Picture]:
        """The puzzle after the edits, and the edited picture, which is a solution of it."""
        picture = Picture(self.puzzle.grid, tuple(self.cells(edits)))
        clues: list[Clue] = list(self.puzzle.clues)
        for line, clue in self.clues_through(edits, picture.cells).items():
            clues[line] = clue
        givens = tuple(Given(cell, picture.cells[cell]) for cell, _ in self.puzzle.givens)
        return replace(self.puzzle, clues=tuple(clues), givens=givens), picture
