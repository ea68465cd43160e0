"""Print the table of docs/gallery.md: what is in puzzles/, and how many solutions each puzzle has.

python docs/gallery/table.py
"""

from __future__ import annotations

from pathlib import Path

import nonosat
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH
from nonosat.model.puzzle import Puzzle

ROOT = Path(__file__).parents[2]

#: More solutions than this are not counted.
MOST = 100


def n_solutions(puzzle: Puzzle) -> str:
    """How many solutions a puzzle has, in words."""
    found = 0
    for _ in nonosat.solutions(puzzle):
        found += 1
        if found == MOST:
            return f"{MOST} or more"
    return "unique" if found == 1 else str(found)


def rows() -> list[tuple[str, ...]]:
    """The table, line by line."""
    table = [("puzzle", "grid", "colours", "blocks", "`?`", "hidden", "givens", "solutions")]
    for path in sorted(ROOT.glob("puzzles/*.clues")):
        puzzle = nonosat.load(path)
        unknown = sum(block.color == ANY_COLOR for clue in puzzle.clues for block in clue)
        hidden = sum(block.length == ANY_LENGTH for clue in puzzle.clues for block in clue)
        counts = (puzzle.n_colors, puzzle.n_blocks, unknown, hidden, len(puzzle.givens))
        table.append((path.stem, puzzle.grid.header, *(str(count or "") for count in counts), n_solutions(puzzle)))
    return table


def main() -> None:
    """Print it as Markdown."""
    table = rows()
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, row in enumerate(table):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


if __name__ == "__main__":
    main()
