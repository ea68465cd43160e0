"""The part of an almost correct picture that has to change, and the cells that can stay."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import check
from nonosat.system.deadline import NEVER, Deadline


def violated_lines(puzzle: Puzzle, colors: Sequence[int]) -> list[int]:
    """The lines whose clues a picture does not satisfy, ascending.

    Args:
        puzzle: the puzzle.
        colors: of all cells, 0 for background.
    """
    violations = check(puzzle, Picture(puzzle.grid, tuple(colors)))
    return [violation.line for violation in violations if violation.line is not None]


def widened(puzzle: Puzzle, lines: Collection[int], width: int) -> list[int]:
    """Some lines, and the lines of their families that are at most `width` away from one of them, ascending."""
    found: set[int] = set()
    for family in puzzle.grid.families:
        for line in lines:
            if line in family:
                found.update(range(max(family.start, line - width), min(family.stop, line + width + 1)))
    return sorted(found)


def free_lines(
    state: PropagationState, colors: Sequence[int], lines: Collection[int], deadline: Deadline = NEVER
) -> PropagationState | None:
    """The state in which only the cells of some lines are open, and all others are fixed.

    Args:
        state: what is known of the puzzle; consistent. It is not changed.
        colors: of all cells; each is possible in the state.
        lines: whose cells stay as open as they are.
        deadline: when to give up.

    Returns:
        None if line solving finds that the fixed cells have no solution.

    Raises:
        GaveUp: the deadline has passed.
    """
    grid = state.puzzle.grid
    free = {cell for index in lines for cell in grid.line(index)}
    part = state.copy()
    for cell in range(grid.n_cells):
        if cell not in free:
            part.fix(cell, colors[cell])
    return part if part.run(deadline) else None


def fix_consistent(
    state: PropagationState, cells: Sequence[tuple[int, int]], deadline: Deadline = NEVER
) -> tuple[PropagationState, list[int]]:
    """The state in which cells are fixed, without those that contradict the ones before them.

    Args:
        state: what is known of the puzzle; consistent. It is not changed.
        cells: (cell, colour), the most certain first.
        deadline: when to give up.

    Returns:
        The state, and the cells that are not fixed.

    Raises:
        GaveUp: the deadline has passed.
    """
    contradictory = [cell for cell, color in cells if color not in state.colors(cell)]
    cells = [(cell, color) for cell, color in cells if color in state.colors(cell)]
    if not cells:
        return state, contradictory
    after = state.copy()
    for cell, color in cells:
        after.fix(cell, color)
    if after.run(deadline):
        return after, contradictory
    if len(cells) == 1:
        return state, [*contradictory, cells[0][0]]
    half = len(cells) // 2
    middle, some = fix_consistent(state, cells[:half], deadline)
    last, others = fix_consistent(middle, cells[half:], deadline)
    return last, [*contradictory, *some, *others]
