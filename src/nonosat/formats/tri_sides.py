"""Clues of triangles in sections, one for each side of the outline, as several file formats have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TypeVar

from nonosat.model.tri_grid import SIDE_NAMES, TriGrid

#: Names of the sections, in the order of the lines of `TriGrid`.
SECTIONS = tuple(name.replace(" ", "") for name in SIDE_NAMES)

_Clue = TypeVar("_Clue")


def clues_by_section(grid: TriGrid, clues: Sequence[_Clue]) -> dict[str, Sequence[_Clue]]:
    """The clues of the lines that begin at each side.

    Args:
        clues: one for each line of the grid, in the order of its lines.

    Returns:
        For each of `SECTIONS` its clues, in the same order.
    """
    bounds = pairwise([0, *accumulate(grid.sides)])
    return {section: clues[first:last] for section, (first, last) in zip(SECTIONS, bounds, strict=True)}


def grid_of_sections(sections: Mapping[str, Sequence[_Clue]]) -> tuple[TriGrid, list[_Clue]]:
    """The outline with a line for each clue along its sides, and the clues in the order of its lines.

    Args:
        sections: for each of `SECTIONS` its clues, in the order of the lines of `TriGrid`.

    Raises:
        PuzzleError: there is no such outline.
    """
    grid = TriGrid(tuple([len(sections[section]) for section in SECTIONS]))
    return grid, [clue for section in SECTIONS for clue in sections[section]]
