"""Domains: what is still possible for the cells and the blocks of a puzzle.

Sets of positions along a line are integers used as bit sets: bit j stands for position j. Two sources make the same
type: `slack` (here) looks at each clue alone, `fixpoint.propagate` draws every conclusion that single lines allow.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.grid import Grid
from nonosat.puzzle import Clue, Puzzle, earliest_starts


@dataclass(frozen=True)
class LineDomain:
    """What is possible on one line.

    Attributes:
        cells: for each colour from 0 (background) to n the positions that may have it.
        starts: for each block of the clue, in order, from each colour it may have (ascending) to the positions at
            which it may start. A block of known colour has one entry.
    """

    cells: tuple[int, ...]
    starts: tuple[dict[int, int], ...]


@dataclass(frozen=True)
class Domains:
    """What is possible on every line of a grid; the lines through a cell agree on its colours.

    Attributes:
        grid: the grid of the puzzle.
        lines: one `LineDomain` for each line of the grid.
    """

    grid: Grid
    lines: tuple[LineDomain, ...]


def slack(puzzle: Puzzle) -> Domains:
    """The domains that follow from each clue alone, and from the givens.

    A block may start anywhere between its place when all blocks are pushed to the beginning of the line and its place
    when all are pushed to the end. A cell may have a colour if some block of that colour can reach it on every line
    through it, and background unless some block covers it wherever it starts. No conclusion is drawn from one line
    to the blocks of another: the encoding of these domains is the complete formula of the puzzle.
    """
    grid, n_colors = puzzle.grid, puzzle.n_colors
    starts = [_bounds(puzzle.clues[i], len(grid.line(i)), n_colors) for i in range(grid.n_lines)]
    #: For each cell its possible colours as a bit set over colours.
    colors = [(1 << (n_colors + 1)) - 1] * grid.n_cells
    for index in range(grid.n_lines):
        masks = _reach(puzzle.clues[index], starts[index], len(grid.line(index)), n_colors)
        for j, cell in enumerate(grid.line(index)):
            colors[cell] &= sum((mask >> j & 1) << c for c, mask in enumerate(masks))
    for cell, color in puzzle.givens:
        colors[cell] &= 1 << color
    return Domains(
        grid,
        tuple(
            LineDomain(_masks([colors[cell] for cell in grid.line(index)], n_colors), starts[index])
            for index in range(grid.n_lines)
        ),
    )


def _bounds(clue: Clue, length: int, n_colors: int) -> tuple[dict[int, int], ...]:
    """The start positions of every block, by colour, between leftmost and rightmost."""
    first = earliest_starts(clue, n_colors)
    from_end = earliest_starts(clue[::-1], n_colors)[::-1]
    bounds = []
    for block, low, end in zip(clue, first, from_end, strict=True):
        here = {}
        for color, start in low.items():
            last = length - block.length - end[color]
            if start <= last:
                here[color] = (1 << (last + 1)) - (1 << start)
        bounds.append(here)
    return tuple(bounds)


def _reach(clue: Clue, starts: tuple[dict[int, int], ...], length: int, n_colors: int) -> list[int]:
    """For each colour the positions that may have it, as far as these bounds of the blocks tell."""
    masks = [(1 << length) - 1] + [0] * n_colors
    for block, by_color in zip(clue, starts, strict=True):
        for color, mask in by_color.items():
            masks[color] |= (1 << (mask.bit_length() - 1 + block.length)) - (1 << _lowest(mask))
    for block, by_color in zip(clue, starts, strict=True):
        first = min(map(_lowest, by_color.values()))
        last = max(map(int.bit_length, by_color.values())) - 1
        if last < first + block.length:  # these cells are covered wherever the block starts
            covered = (1 << (first + block.length)) - (1 << last)
            for color in range(n_colors + 1):
                if color not in by_color:
                    masks[color] &= ~covered
    return masks


def _masks(colors: list[int], n_colors: int) -> tuple[int, ...]:
    """Turn sets of colours along a line into sets of positions for each colour."""
    return tuple(
        int("".join(["1" if here >> c & 1 else "0" for here in reversed(colors)]), 2) for c in range(n_colors + 1)
    )


def _lowest(mask: int) -> int:
    """Position of the lowest bit."""
    return (mask & -mask).bit_length() - 1
