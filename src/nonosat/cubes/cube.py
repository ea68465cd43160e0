"""Cubes: parts of the search space of a puzzle, and what a worker says about one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.model.puzzle import Given

#: Cells with their colours, in the order in which they were decided. The cube without cells is the whole search space.
Cube = tuple[Given, ...]

#: The colours of all cells of a grid.
Cells = tuple[int, ...]


class CubeAnswer(NamedTuple):
    """What a worker says about a cube.

    Attributes:
        pictures: solutions in the cube that were not known before.
        open: parts of the cube that are still to be searched; the cube itself if it was left with a new solution.
        refuted: parts of the cube without a solution, by line solving alone.

    If nothing is open, the cube has no other solutions than these and those that the worker was given.
    """

    pictures: tuple[Cells, ...] = ()
    open: tuple[Cube, ...] = ()
    refuted: tuple[Cube, ...] = ()


def contains(cube: Cube, cells: Sequence[int]) -> bool:
    """Whether a picture lies in a cube.

    Args:
        cube: the cube.
        cells: the colours of all cells of the grid.
    """
    return all(cells[cell] == color for cell, color in cube)


def first_gap(cube: Cube, parts: Sequence[Cube], n_colors: int) -> Cube | None:
    """Check that some cubes are what is left of a cube after it was split, cell by cell, into all colours.

    So the parts share no picture, and each picture of the cube lies in one of them. No clue is needed to see that.

    Args:
        cube: the cube that was split.
        parts: what it was split into.
        n_colors: the number of colours beside the background.

    Returns:
        A cube within the first one that the parts do not cover exactly once; None if they do.
    """
    if any(part[: len(cube)] != cube for part in parts):
        return cube
    unchecked = [(cube, parts)]
    while unchecked:
        node, below = unchecked.pop()
        if len(below) == 1 and below[0] == node:
            continue
        depth = len(node)
        if not below or any(len(part) == depth for part in below):
            return node
        cell = below[0][depth].cell
        if any(part[depth].cell != cell or not 0 <= part[depth].color <= n_colors for part in below):
            return node
        for color in reversed(range(n_colors + 1)):
            inside = [part for part in below if part[depth].color == color]
            unchecked.append(((*node, Given(cell, color)), inside))
    return None
