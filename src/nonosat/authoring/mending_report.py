"""A mended puzzle in one line, as a record, and as the exit code of a command."""

from __future__ import annotations

from nonosat.authoring.mending import Mended
from nonosat.model.clue import block_text
from nonosat.model.grid import cell_name, cell_place, line_label, line_name
from nonosat.model.nouns import count
from nonosat.model.palette import letter

#: Largest number of changes that a sentence names.
_NAMED = 8

#: The name of one change, by kind.
_NOUNS = {"givens": "given cell", "cells": "changed cell", "colors": "shown colour", "clues": "shown number"}

#: The goal that is reached, by `Mended.until`.
_REACHED = {"unique": "unique", "lines": "unique, and single lines solve it"}


def mending_sentence(mended: Mended) -> str:
    """The changes in one line, with the proof that they are the fewest, or a lower bound."""
    reached = _REACHED[mended.until]
    if not mended.n_changes:
        return f"{reached}, without a change"
    bound = "proved to be the fewest" if mended.is_fewest else f"best found; at least {mended.at_least} needed"
    return f"{reached} with {count(mended.n_changes, _NOUNS[mended.by])}, {bound}: {_changes(mended)}"


def _changes(mended: Mended) -> str:
    grid, clues = mended.puzzle.grid, mended.puzzle.clues
    names = [f"{cell_name(grid, cell)} is {letter(color)}" for cell, color in mended.givens]
    names += [f"{cell_name(grid, cell)} becomes {letter(color)}" for cell, color in mended.edits]
    names += [
        f"{line_name(grid, line)}, block {number + 1} is {block_text(clues[line][number])}"
        for line, number, _ in mended.blocks
    ]
    more = [f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
    return "; ".join(names[:_NAMED] + more)


def mending_record(name: str, mended: Mended) -> dict[str, object]:
    """A mended puzzle for JSON; a cell is its row, its position in the row, both from 1, and its colour."""
    grid = mended.puzzle.grid
    return {
        "name": name,
        "by": mended.by,
        "until": mended.until,
        "changes": mended.n_changes,
        "at_least": mended.at_least,
        "fewest": mended.is_fewest,
        "goals": mended.n_goals,
        "givens": [[*cell_place(grid, cell), letter(color)] for cell, color in mended.givens],
        "cells": [[*cell_place(grid, cell), letter(color)] for cell, color in mended.edits],
        "blocks": [
            [line_label(grid, line), number + 1, block_text(mended.puzzle.clues[line][number])]
            for line, number, _ in mended.blocks
        ],
    }


def mending_exit_code(mended: Mended) -> int:
    """0 if it is proved that fewer changes do not suffice, else 5."""
    return 0 if mended.is_fewest else 5
