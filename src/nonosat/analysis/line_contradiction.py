"""The first contradiction that line solving meets, with the state it met it in."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.lines.domains import bit_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.lines.line_step import LineStep
from nonosat.model.puzzle import Puzzle, overlong_lines
from nonosat.system.deadline import NEVER, Deadline


@dataclass(frozen=True, kw_only=True)
class LineContradiction:
    """A line whose clue has no placement that agrees with what is known of its cells.

    Attributes:
        line: its index; None if a given contradicts what its lines say, before any line is swept.
        given: the cell of that given, or None.
        n_steps: how many lines were swept before.
        possible: for each cell of the grid the colours that were still possible, ascending; none where two lines
            contradict each other.
    """

    line: int | None
    given: int | None
    n_steps: int
    possible: tuple[tuple[int, ...], ...]


def first_contradiction(puzzle: Puzzle, deadline: Deadline = NEVER) -> LineContradiction | None:
    """Solve lines until one contradicts what is known.

    Args:
        puzzle: the puzzle; its clues may be impossible.
        deadline: when to give up.

    Returns:
        The contradiction; None if line solving finds none.

    Raises:
        GaveUp: the deadline has passed.
    """
    steps: list[LineStep] = []
    if overlong := overlong_lines(puzzle):
        return LineContradiction(line=overlong[0], given=None, n_steps=0, possible=tuple(_possible(puzzle, steps)))
    state = PropagationState(puzzle, steps.append)
    n_clues = len(steps)
    if state.run(deadline, steps.append):
        return None
    last = steps[-1] if steps else None
    line = last.line if last is not None and last.is_contradiction else None
    possible = _possible(puzzle, steps)
    given = None
    if line is None:
        given = next((cell for cell, color in puzzle.givens if color not in possible[cell]), None)
    n_steps = len(steps) - n_clues - (line is not None)
    if given is None:
        for cell, color in puzzle.givens:
            possible[cell] = tuple(other for other in possible[cell] if other == color)
    return LineContradiction(line=line, given=given, n_steps=n_steps, possible=tuple(possible))


def _possible(puzzle: Puzzle, steps: list[LineStep]) -> list[tuple[int, ...]]:
    """For each cell the colours that no step has removed."""
    left = [(1 << puzzle.n_colors + 1) - 1] * puzzle.grid.n_cells
    for step in steps:
        cells = puzzle.grid.line(step.line)
        for color, mask in enumerate(step.removed):
            for position in bit_positions(mask) if mask else ():
                left[cells[position]] &= ~(1 << color)
    return [tuple(bit_positions(colors)) if colors else () for colors in left]
