"""The drawing of a mended puzzle."""

from __future__ import annotations

from nonosat.authoring.mending import Mended
from nonosat.cli.picture_change import CHANGED, change_drawing


def mending_drawing(path: str, name: str, mended: Mended) -> bytes:
    """A drawing of the mended picture with its clues, and the changed cells marked.

    Args:
        path: of the file that it is for, whose suffix names its kind.
        name: of the puzzle, the title where its metadata have none.
        mended: the mended puzzle.
    """
    marks = "where a cell was given" if mended.by == "givens" else CHANGED
    return change_drawing(path, name, mended.puzzle, mended.picture, mended.changed_cells, marks)
