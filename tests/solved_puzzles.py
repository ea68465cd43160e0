"""Small puzzles of every kind, most with several solutions, and all solutions of each, by brute force.

Brute force takes seconds, so the table is a file. `python tests/solved_puzzles.py` writes it anew.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

from oracle import Cells, TooMany, brute_force, random_grid, random_puzzle

from nonosat.formats.clues import write
from nonosat.formats.loading import loads
from nonosat.model.puzzle import Puzzle

TABLE = Path(__file__).parent / "tables" / "solved_puzzles.json"


def computed() -> list[tuple[Puzzle, set[Cells]]]:
    """The table, without a look at the file."""
    rng, found = random.Random(14), []
    while len(found) < 150:
        n_colors = rng.choice((1, 1, 2, 3))
        grid = random_grid(rng, 20 if n_colors == 1 else 12, 3 if n_colors == 1 else 2)
        puzzle, _ = random_puzzle(
            rng,
            grid,
            n_colors,
            unknown=rng.choice((0, 0, 0.5, 1)),
            hidden=rng.choice((0, 0, 0.5)),
            density=rng.choice((0.2, 0.4, 0.6)),
        )
        try:
            solutions = brute_force(puzzle, 2_000)
        except TooMany:
            continue
        if len(solutions) > 1 or rng.random() < 0.1:
            found.append((puzzle, solutions))
    return found


@cache
def solved_puzzles(number: int = 150) -> list[tuple[Puzzle, set[Cells]]]:
    """The first puzzles of the table, with their solutions."""
    rows = json.loads(TABLE.read_text(encoding="utf-8"))[:number]
    return [(loads(text), {tuple(map(int, cells)) for cells in solutions}) for text, solutions in rows]


if __name__ == "__main__":
    rows = [[write(puzzle), ["".join(map(str, cells)) for cells in sorted(found)]] for puzzle, found in computed()]
    TABLE.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
