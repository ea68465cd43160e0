"""Finds few cells to give, so that a picture becomes the only solution of its puzzle.

    python docs/gallery/givens.py plough       prints the line `givens: ...` for the header of the picture

Every other solution differs from the picture in some cells, one of which has to be given. So the givens are a set of
cells that meets all these differences: find one, choose givens that meet all differences known so far, look for a
solution that is still left, and so on. The choice is greedy and then thinned out; it is small, not always smallest.
"""

from __future__ import annotations

import dataclasses
import sys
from collections import Counter

from make_puzzles import PICTURES
from picture_file import PictureFile, read

from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.solving import solve as pipeline


def givens_for(file: PictureFile) -> str:
    """Cells that leave a picture as the only solution, as in the header of a picture file; empty if none is needed."""
    picture = file.picture
    puzzle = dataclasses.replace(file, givens="").puzzle()
    differences: list[frozenset[int]] = []
    chosen: set[int] = set()
    while difference := _another_solution(puzzle, picture.cells, chosen):
        differences.append(difference)
        chosen = _meeting_all(differences)
    for cell in sorted(chosen):
        if not _another_solution(puzzle, picture.cells, chosen - {cell}):
            chosen.remove(cell)
    rows = [picture.grid.line(row) for row in picture.grid.families[0]]
    places = ((row, k) for row, cells in enumerate(rows, 1) for k, cell in enumerate(cells, 1) if cell in chosen)
    return " ".join(f"{row}.{position}" for row, position in places)


def _another_solution(puzzle: Puzzle, wanted: tuple[int, ...], chosen: set[int]) -> frozenset[int]:
    """The cells in which some solution differs from the one that is wanted; none if there is no other solution."""
    givens = tuple(ColoredCell(cell, wanted[cell]) for cell in chosen)
    found = pipeline.solve(dataclasses.replace(puzzle, givens=givens), unique=True)
    for other in (found.picture, found.second):
        if other is not None and other.cells != wanted:
            return frozenset(cell for cell, color in enumerate(other.cells) if color != wanted[cell])
    return frozenset()


def _meeting_all(differences: list[frozenset[int]]) -> set[int]:
    """Cells such that every difference holds one, greedily those that many differences hold."""
    chosen: set[int] = set()
    left = differences
    while left:
        counts = Counter(cell for difference in left for cell in sorted(difference))
        best = min(counts, key=lambda cell: (-counts[cell], cell))
        chosen.add(best)
        left = [difference for difference in left if best not in difference]
    return chosen


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print("givens:", givens_for(read((PICTURES / f"{name}.txt").read_text(encoding="utf-8"))))
