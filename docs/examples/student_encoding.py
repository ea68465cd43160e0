"""Write the formula of a puzzle as a student may: `python student_encoding.py PUZZLE KIND`.

pairwise    right: a variable for each start of each block, and a clause for each two that exclude each other
no-gap      forgets the empty cell between two blocks of one colour
no-order    forgets that the blocks have an order
off-by-one  forgets the last start of each block

docs/teaching.md uses it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import combinations, count

import nonosat

KINDS = ("pairwise", "no-gap", "no-order", "off-by-one")


def line_clauses(cells: list[list[int]], clue: list[tuple[int, int]], new: Iterator[int], kind: str) -> list[list[int]]:
    """The clauses of a line: `cells` has the variables of each cell, one for each colour."""
    last = 0 if kind == "off-by-one" else 1
    starts = [{s: next(new) for s in range(len(cells) - length + last)} for length, _ in clue]
    clauses = [list(block.values()) for block in starts]  # each block starts somewhere
    for block in starts:  # and not twice
        clauses += [[-a, -b] for a, b in combinations(block.values(), 2)]
    for number, (length, color) in enumerate(clue[:-1]):
        if kind != "no-order":
            room = length + (color == clue[number + 1][1] and kind != "no-gap")
            following = starts[number + 1].items()
            clauses += [[-a, -b] for s, a in starts[number].items() for t, b in following if t < s + room]
    covering: dict[int, list[int]] = {}
    for (length, color), block in zip(clue, starts, strict=True):
        for start, variable in block.items():
            for position in range(start, start + length):
                clauses.append([-variable, cells[position][color - 1]])
                covering.setdefault(cells[position][color - 1], []).append(variable)
    clauses += [[-cell, *covering.get(cell, [])] for colors in cells for cell in colors]
    return clauses


def formula(puzzle: nonosat.Puzzle, kind: str) -> list[list[int]]:
    """The clauses of a puzzle whose blocks have known lengths and colours."""
    n, new = puzzle.n_colors, count(puzzle.grid.n_cells * puzzle.n_colors + 1)
    clauses = []
    for index, clue in enumerate(puzzle.clues):
        cells = [[cell * n + color for color in range(1, n + 1)] for cell in puzzle.grid.line(index)]
        clauses += line_clauses(cells, [(block.length, block.color) for block in clue], new, kind)
    for cell in range(puzzle.grid.n_cells):
        clauses += [[-a, -b] for a, b in combinations(range(cell * n + 1, cell * n + n + 1), 2)]
    return clauses


if __name__ == "__main__":
    file, kind = sys.argv[1:]
    if kind not in KINDS:
        sys.exit(f"kind {kind}, expected one of {', '.join(KINDS)}")
    found = formula(nonosat.load(file), kind)
    print("p cnf", max(abs(literal) for clause in found for literal in clause), len(found))
    for clause in found:
        print(*clause, 0)
