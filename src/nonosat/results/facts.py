"""What can be told of a puzzle without solving it: sizes, totals, slack, and the size of its formula."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import UNKNOWN, minimum_length
from nonosat.model.puzzle import Puzzle
from nonosat.solving.formulas import encode

#: The formula of a larger grid takes more memory than its size is worth.
MAX_CELLS = 1_000_000


class Facts(NamedTuple):
    """Sizes and totals of a puzzle.

    Attributes:
        cells: of the grid.
        filled: how many of them the clues colour.
        totals: how many cells of each colour there are, background first and last the colours that are not told; from
            the family of lines whose clues tell most.
        blocks: in all clues.
        longest_clue: the most blocks in a clue.
        slack: how many cells the lines have beyond what their clues need, in sum. None at all fixes every block.
        givens: how many cells are fixed.
        variables, clauses: of the complete formula, as `nonosat encode` writes it; None for a grid beyond `MAX_CELLS`.
        open_cells: how many cells lines leave open; None if they contradict each other.
    """

    cells: int
    filled: int
    totals: tuple[int, ...]
    blocks: int
    longest_clue: int
    slack: int
    givens: int
    variables: int | None
    clauses: int | None
    open_cells: int | None


def facts_of(puzzle: Puzzle) -> Facts:
    """The facts about a puzzle; the formula and the propagation of lines take most of the time."""
    grid, n_colors = puzzle.grid, puzzle.n_colors
    totals = min((_totals(puzzle, family) for family in grid.families), key=lambda total: total[UNKNOWN])
    filled = totals.total()
    needed = sum(minimum_length(clue, n_colors) for clue in puzzle.clues if clue)
    lengths = sum(len(grid.line(index)) for index, clue in enumerate(puzzle.clues) if clue)
    formula = encode(puzzle) if grid.n_cells <= MAX_CELLS else None
    domains = propagate(puzzle)
    return Facts(
        cells=grid.n_cells,
        filled=filled,
        totals=(grid.n_cells - filled, *(totals[color] for color in range(1, n_colors + 1)), totals[UNKNOWN]),
        blocks=puzzle.n_blocks,
        longest_clue=max(map(len, puzzle.clues)),
        slack=lengths - needed,
        givens=len(puzzle.givens),
        variables=formula.n_vars if formula else None,
        clauses=formula.n_clauses if formula else None,
        open_cells=None if domains is None else domains.n_open,
    )


def _totals(puzzle: Puzzle, family: range) -> Counter[int]:
    total: Counter[int] = Counter()
    for index in family:
        for length, color in puzzle.clues[index]:
            total[color] += length
    return total
