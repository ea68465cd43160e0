"""Tables of small puzzles with all their solutions, since brute force takes seconds.

`python tests/puzzle_tables.py` writes them.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from oracle import Cells, TooMany, brute_force, random_grid, random_puzzle

from nonosat.formats import loads
from nonosat.formats.clues import write
from nonosat.model.puzzle import Puzzle

FOLDER = Path(__file__).parent / "tables"
NAMES = ("open_puzzles", "samples", "contradictions", "every_kind")

Rows = tuple[tuple[Puzzle, list[Cells]], ...]


@cache
def table(name: str) -> Rows:
    """The puzzles of a table, each with its solutions in ascending order."""
    rows = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return tuple((loads(text), [tuple(map(int, cells)) for cells in solutions]) for text, solutions in rows)


def written(rows: Iterable[tuple[Puzzle, Iterable[Cells]]]) -> str:
    """The text of a table."""
    lines = [
        json.dumps([write(puzzle), ["".join(map(str, cells)) for cells in sorted(solutions)]])
        for puzzle, solutions in rows
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def made(name: str) -> str:
    """The text of a table as it is now."""
    import test_oracle
    from open_puzzles import open_puzzles

    match name:
        case "open_puzzles":
            return written(open_puzzles(21, 1))
        case "samples":
            return written([case for case in test_oracle.samples() if case[0].grid.n_cells <= 9][:60])
        case "every_kind":
            return written(islice(of_every_kind(random.Random(14)), 150))
        case _:
            return written((puzzle, ()) for puzzle in test_oracle.contradictions()[::5])


def of_every_kind(rng: random.Random) -> Iterator[tuple[Puzzle, set[Cells]]]:
    """Puzzles of all grids, with several colours, blocks of unknown colour and hidden numbers; most are ambiguous."""
    while True:
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
            yield puzzle, solutions


if __name__ == "__main__":
    sys.path += [str(FOLDER.parent / "whole"), str(FOLDER.parents[1] / "benchmarks")]
    for each in NAMES:
        (FOLDER / f"{each}.json").write_text(made(each), encoding="utf-8", newline="\n")
