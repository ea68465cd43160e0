"""The part of an almost correct picture that has to change, and the cells that can stay."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import along
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import check


def violated_lines(puzzle: Puzzle, colors: Sequence[int]) -> list[int]:
    """The lines whose clues the `colors` of all cells do not satisfy, ascending."""
    violations = check(puzzle, Picture(puzzle.grid, tuple(colors)))
    return [violation.line for violation in violations if violation.line is not None]


def color_masks(puzzle: Puzzle, colors: Sequence[int]) -> list[list[int]]:
    """For each colour, for each line, the positions that have it, as a bit set; from the `colors` of all cells."""
    masks = [[0] * puzzle.grid.n_lines for _ in range(puzzle.n_colors + 1)]
    for index in range(puzzle.grid.n_lines):
        for position, color in enumerate(along(colors, puzzle.grid.line(index))):
            masks[color][index] |= 1 << position
    return masks


def widened(puzzle: Puzzle, lines: Collection[int], width: int) -> list[int]:
    """Some lines, and the lines of their families that are at most `width` away from one of them, ascending."""
    found: set[int] = set()
    for family in puzzle.grid.families:
        for line in lines:
            if line in family:
                found.update(range(max(family.start, line - width), min(family.stop, line + width + 1)))
    return sorted(found)


def cells_of(puzzle: Puzzle, lines: Iterable[int]) -> set[int]:
    """The cells of some lines."""
    return {cell for index in lines for cell in puzzle.grid.line(index)}


def with_free(
    state: PropagationState, masks: list[list[int]], free: Iterable[int], deadline: Deadline = NEVER
) -> PropagationState | None:
    """The state `around` some `free` cells after line solving; None if the others, by `masks`, have no solution.

    Raises:
        GaveUp: the deadline has passed.
    """
    part = state.around(masks, free)
    return part if part.run(deadline) else None


def fix_consistent(
    state: PropagationState,
    cells: Sequence[tuple[int, int]],
    deadline: Deadline = NEVER,
    most: float = 30,
    *,
    rule_out: bool = False,
) -> tuple[PropagationState | None, list[int]]:
    """A consistent state in which cells are fixed, but for those that contradict the ones before; and these cells.

    Args:
        cells: (cell, colour), the most certain first.
        most: when bisection has found this number of cells that contradict those before, all that follow are left out.
        rule_out: a cell that contradicts those before loses its colour, and the state is None if that is impossible.

    Raises:
        GaveUp: the deadline has passed.
    """
    left_out: list[int] = []
    n_searched = 0
    waiting = [cells]
    while waiting:
        some = waiting.pop()
        if n_searched == most:
            left_out += [cell for cell, _ in some]
            continue
        left_out += [cell for cell, color in some if color not in state.cells.colors(cell)]
        possible = [(cell, color) for cell, color in some if color in state.cells.colors(cell)]
        if not possible:
            continue
        after = state.fixing(possible, deadline)
        if after is not None:
            state = after
        elif len(possible) == 1:
            left_out.append(possible[0][0])
            n_searched += 1
            if rule_out:
                state = state.copy()
                state.cells.forbid(*possible[0])
                if not state.run(deadline):
                    return None, left_out
        else:
            half = len(possible) // 2
            waiting += [possible[half:], possible[:half]]
    return state, left_out
