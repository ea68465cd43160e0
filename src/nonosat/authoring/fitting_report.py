"""A picture that was changed for a class of difficulty: in one line, as a record, and as the exit code of a command."""

from __future__ import annotations

from nonosat.authoring.class_fitting import FittedPicture
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rating import TRIVIAL_PASSES
from nonosat.model.grid import cell_place
from nonosat.model.nouns import count
from nonosat.model.palette import letter

#: The open cells that the methods of a class leave, by class.
_LEFT = {
    Difficulty.TRIVIAL: f"{TRIVIAL_PASSES} passes of line solving leave {{}} open",
    Difficulty.LINES: "line solving leaves {} open",
    Difficulty.MODERATE: "line solving and short suppositions leave {} open",
    Difficulty.DEEP: "solutions differ in {}",
}


def fitting_sentence(fitted: FittedPicture) -> str:
    """The class, the number of changed cells, and the error of the picture before and after."""
    n_changes, n_cells = len(fitted.changes), fitted.picture.grid.n_cells
    changed = f"{count(n_changes, 'changed cell')} of {n_cells:,} ({fitted.changed_share:.1%})".replace("%", " %")
    error = f"error {fitted.error_before:.1f} before, {fitted.error:.1f} after, in levels of 255"
    if fitted.difficulty is not None:
        return (
            f"class {fitted.difficulty} with {changed}; {error}" if n_changes else f"class {fitted.difficulty} as it is"
        )
    if not fitted.n_open:
        return f"class {fitted.wanted} with {changed}, but the search was ended before this was verified; {error}"
    left = _LEFT[fitted.wanted].format(count(fitted.n_open, "cell", separators=True))
    when = "when the search was ended" if fitted.is_cut else "by the search"
    return f"class {fitted.wanted} was not reached {when}; best found: {left} with {changed}; {error}"


def fitting_record(fitted: FittedPicture) -> dict[str, object]:
    """The changes for JSON; a cell is its row, its position in the row, both from 1, and its colour."""
    grid = fitted.picture.grid
    return {
        "wanted": fitted.wanted.value,
        "class": None if fitted.difficulty is None else fitted.difficulty.value,
        "open": fitted.n_open,
        "cut": fitted.is_cut,
        "changes": len(fitted.changes),
        "share": round(fitted.changed_share, 4),
        "error_before": round(fitted.error_before, 2),
        "error": round(fitted.error, 2),
        "cells": [[*cell_place(grid, cell), letter(color)] for cell, color in fitted.changes],
    }


def fitting_exit_code(fitted: FittedPicture) -> int:
    """0 if the class is reached; else 5 if the time limit came first, 1 if not."""
    return 0 if fitted.is_reached else 5 if fitted.is_cut else 1
