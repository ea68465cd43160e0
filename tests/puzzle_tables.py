"""Tables of small puzzles with all their solutions, since brute force takes seconds; run this module to write them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from oracle import Cells

from nonosat.formats import loads
from nonosat.formats.clues import write
from nonosat.model.puzzle import Puzzle

FOLDER = Path(__file__).parent / "tables"
NAMES = ("open_puzzles", "samples", "contradictions")

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
        case _:
            return written((puzzle, ()) for puzzle in test_oracle.contradictions()[::5])


if __name__ == "__main__":
    sys.path += [str(FOLDER.parent / "whole"), str(FOLDER.parents[1] / "benchmarks")]
    for each in NAMES:
        (FOLDER / f"{each}.json").write_text(made(each))
