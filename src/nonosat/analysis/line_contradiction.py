"""The first contradiction that line solving meets, with what was possible then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.lines.clue_bounds import cell_bounds
from nonosat.lines.crossing import crossing
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.puzzle import Puzzle, overlong_lines
from nonosat.system.deadline import NEVER, Deadline


@dataclass(frozen=True, kw_only=True)
class LineContradiction:
    """A line whose clue has no placement that agrees with what is known of its cells.

    Attributes:
        line: its index; None if the contradiction comes before any line is swept.
        given: the cell of a given that contradicts the clues of its lines before any line is swept, or None.
        n_steps: the number of lines that were swept before.
        possible: for each cell of the grid the colours that were still possible, ascending; none where two lines
            contradict each other.
    """

    line: int | None
    given: int | None
    n_steps: int
    possible: tuple[tuple[int, ...], ...]


def first_contradiction(puzzle: Puzzle, deadline: Deadline = NEVER) -> LineContradiction | None:
    """Solve lines until one has no placement; None if that does not happen. The clues may be impossible.

    Raises:
        GaveUp: the deadline has passed.
    """
    if overlong := overlong_lines(puzzle):
        every = tuple(range(puzzle.n_colors + 1))
        return LineContradiction(line=overlong[0], given=None, n_steps=0, possible=(every,) * puzzle.grid.n_cells)
    state, swept = PropagationState(puzzle), list[int]()
    if state.run(deadline, swept):
        return None
    if swept:
        return LineContradiction(
            line=swept[-1], given=None, n_steps=len(swept) - 1, possible=_possible(puzzle, state.masks, swept[-1])
        )
    by_clues = [
        cell_bounds(clue, len(puzzle.grid.line(index)), puzzle.n_colors) for index, clue in enumerate(puzzle.clues)
    ]
    possible = _possible(puzzle, list(zip(*by_clues, strict=True)))
    given = next((cell for cell, color in puzzle.givens if color not in possible[cell]), None)
    if given is None:
        possible = _possible(puzzle, state.masks)
    return LineContradiction(line=None, given=given, n_steps=0, possible=possible)


def _possible(
    puzzle: Puzzle, masks: Sequence[Sequence[int]], but_for: int | None = None
) -> tuple[tuple[int, ...], ...]:
    """The colours of each cell that no line has removed.

    Args:
        masks: as in `PropagationState`.
        but_for: a line whose sweep has failed; it may have removed anything from its own cells.
    """
    lines = crossing(puzzle.grid)
    return tuple(
        tuple(
            color
            for color, own in enumerate(masks)
            if all(own[line] >> position & 1 for line, position in lines.places(cell) if line != but_for)
        )
        for cell in range(puzzle.grid.n_cells)
    )
