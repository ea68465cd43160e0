"""What authoring and analysis claim, found again by exhaustive search: fewest changes, corrections, contradicting sets.

Like `oracle`, this knows the rules only, except that line solving is the program's own.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, product

from oracle import Cells, brute_force, clues_of, fillings, fits, palette, runs, triangle_outlines

from nonosat.core.errors import PuzzleError
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, ImpossibleClues, Puzzle
from nonosat.model.rect_grid import RectGrid

#: A line (`l`, index) or a given (`g`, cell).
Named = frozenset[tuple[str, int]]


def any_puzzle(rng: random.Random) -> Puzzle | None:
    """A tiny puzzle whose clues need not agree, not even in their totals; None if a clue does not fit."""
    n_colors = rng.choice((1, 1, 2))
    kind = rng.random()
    if kind < 0.2 and n_colors == 1:
        grid = HexGrid(2)
    elif kind < 0.35:
        grid = rng.choice(triangle_outlines(9 if n_colors == 1 else 6))
    else:
        grid = RectGrid(rng.randint(1, 3), rng.randint(1, 3 if n_colors == 1 else 2))
    clues, hidden = [], rng.choice((0, 0, 0.3))
    for index in range(grid.n_lines):
        colors = [rng.randint(1, n_colors) if rng.random() < 0.5 else 0 for _ in grid.line(index)]
        clues.append(
            tuple(
                Block(0 if rng.random() < hidden else n, 0 if rng.random() < 0.2 else color)
                for n, color in runs(colors)
            )
        )
    cells = rng.sample(range(grid.n_cells), rng.randint(0, min(2, grid.n_cells)))
    givens = tuple(ColoredCell(cell, rng.randint(0, n_colors)) for cell in cells)
    try:
        return Puzzle(grid, palette(n_colors), tuple(clues), givens)
    except ImpossibleClues as error:
        return error.puzzle
    except PuzzleError:
        return None


def broken(puzzle: Puzzle, cells: Cells) -> Named:
    lines = {
        ("l", i) for i, clue in enumerate(puzzle.clues) if not fits(clue, [cells[at] for at in puzzle.grid.line(i)])
    }
    return frozenset(lines | {("g", cell) for cell, color in puzzle.givens if cells[cell] != color})


def pictures(puzzle: Puzzle) -> Iterator[Cells]:
    return product(range(puzzle.n_colors + 1), repeat=puzzle.grid.n_cells)


def lines_solve(puzzle: Puzzle, givens: Collection[ColoredCell] = ()) -> bool:
    domains = propagate(puzzle, givens)
    return domains is not None and domains.picture() is not None


def fewest(elements: Sequence[object], works: Callable[[tuple[object, ...]], bool]) -> int:
    """The size of a smallest subset that works."""
    return next(k for k in range(len(elements) + 1) if any(works(some) for some in combinations(elements, k)))


def fewest_cells_given(solutions: set[Cells], goal: Cells) -> int:
    gaps = [{cell for cell, color in enumerate(other) if color != goal[cell]} for other in solutions if other != goal]
    cells = sorted(set().union(*gaps))
    return fewest(cells, lambda some: all(gap.intersection(some) for gap in gaps))


def edited_puzzle(puzzle: Puzzle, picture: Picture, edits: dict[int, int]) -> Puzzle:
    """By the rule: lines with an edited cell are described anew, all others stay."""
    cells = tuple(edits.get(cell, color) for cell, color in enumerate(picture.cells))
    there = clues_of(puzzle.grid, cells)
    clues = tuple(
        there[index] if any(cell in edits for cell in puzzle.grid.line(index)) else clue
        for index, clue in enumerate(puzzle.clues)
    )
    givens = tuple(ColoredCell(cell, cells[cell]) for cell, _ in puzzle.givens)
    return Puzzle(puzzle.grid, puzzle.palette, clues, givens)


def fewest_cells_changed(puzzle: Puzzle, picture: Picture, until: str) -> int:
    n_colors = puzzle.n_colors
    for k in range(puzzle.grid.n_cells + 1):
        for cells in combinations(range(puzzle.grid.n_cells), k):
            for colors in product(range(n_colors + 1), repeat=k):
                if any(picture.cells[cell] == color for cell, color in zip(cells, colors, strict=True)):
                    continue
                edited = edited_puzzle(puzzle, picture, dict(zip(cells, colors, strict=True)))
                if lines_solve(edited) if until == "lines" else len(brute_force(edited)) == 1:
                    return k
    raise AssertionError("the empty picture is always the only one with its clues")


def distance(puzzle: Puzzle, line: int, cells: Cells) -> int:
    """In how many cells a line must change to satisfy its clue."""
    there = [cells[at] for at in puzzle.grid.line(line)]
    each = fillings(puzzle.clues[line], len(there), puzzle.n_colors)
    return min(sum(one != other for one, other in zip(there, filling, strict=True)) for filling in each)


def violations(puzzle: Puzzle) -> dict[Cells, Named]:
    """For every picture the clues and givens that it violates."""
    return {cells: broken(puzzle, cells) for cells in pictures(puzzle)}


def smallest_contradiction(puzzle: Puzzle, violated: dict[Cells, Named]) -> int:
    """The size of a smallest set of clues and givens that no picture satisfies."""
    lines = [("l", line) for line in range(puzzle.grid.n_lines)]
    parts = [*lines, *(("g", cell) for cell, _ in puzzle.givens)]
    return fewest(parts, lambda some: all(those.intersection(some) for those in violated.values()))
