"""Properties of a puzzle that need no search: sizes, totals, slack, and the size of its formula."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, minimum_length
from nonosat.model.puzzle import FamilyTotal, Puzzle, cell_totals
from nonosat.solving.formulas import encode

#: Formulas of larger grids are not built: they take too much memory for a figure.
MAX_CELLS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class PuzzleFacts:
    """Sizes and totals of a puzzle.

    Attributes:
        filled: coloured cells of every solution, by the clues; a lower bound if every family of lines has blocks of
            unknown length.
        totals: number of cells by colour, from 0 for the background; the last entry is the number of coloured cells
            whose clues leave the colour open. They come from the family of lines whose clues leave the least open. A
            block of unknown length counts as one cell.
        hidden_colors: the colours of the blocks of unknown length in that family, `ANY_COLOR` first. For these colours
            `totals` has lower bounds, and then for the background an upper bound.
        blocks: in all clues.
        hidden_blocks: blocks of unknown length in all clues.
        longest_clue: the largest number of blocks in a clue.
        slack: the sum over all lines of their length minus the length that their blocks need at least. If it is 0,
            every block has one possible position.
        variables, clauses: of the complete formula as `encode` builds it; None for a grid of more than `MAX_CELLS`.
        open_cells: cells that line propagation leaves open; None if it finds that there is no solution.
    """

    cells: int
    filled: int
    totals: tuple[int, ...]
    hidden_colors: tuple[int, ...]
    blocks: int
    hidden_blocks: int
    longest_clue: int
    slack: int
    givens: int
    variables: int | None
    clauses: int | None
    open_cells: int | None


def compute_facts(puzzle: Puzzle) -> PuzzleFacts:
    """Compute the facts about a puzzle; building the formula and line propagation take most of the time."""
    grid, n_colors = puzzle.grid, puzzle.n_colors
    total = min(cell_totals(grid, puzzle.clues, n_colors), key=_openness)
    filled = total.least
    needed = sum(minimum_length(clue, n_colors) for clue in puzzle.clues if clue)
    lengths = sum(len(grid.line(index)) for index, clue in enumerate(puzzle.clues) if clue)
    formula = encode(puzzle) if grid.n_cells <= MAX_CELLS else None
    domains = propagate(puzzle)
    return PuzzleFacts(
        cells=grid.n_cells,
        filled=filled,
        totals=(grid.n_cells - filled, *total.cells[1:], total.cells[ANY_COLOR]),
        hidden_colors=tuple(sorted(total.hidden)),
        blocks=puzzle.n_blocks,
        hidden_blocks=sum(block.length == ANY_LENGTH for clue in puzzle.clues for block in clue),
        longest_clue=max(map(len, puzzle.clues)),
        slack=lengths - needed,
        givens=len(puzzle.givens),
        variables=formula.n_vars if formula else None,
        clauses=formula.n_clauses if formula else None,
        open_cells=None if domains is None else domains.n_open,
    )


def _openness(total: FamilyTotal) -> tuple[bool, int, int]:
    """A key that sorts families: first those without blocks of unknown length, then by cells and by known colours."""
    is_open = bool(total.hidden)
    return is_open, -total.least if is_open else 0, total.cells[ANY_COLOR]
