"""What the commands that mend share: a picture mended with its progress shown, and a drawing of the changes."""

from __future__ import annotations

import time

from nonosat.authoring.mending import Mended, mend
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.progress_log import ProgressLog
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def mended_picture(name: str, puzzle: Puzzle, picture: Picture, until: str, timeout: float, *, live: bool) -> Mended:
    """A picture with the fewest cells changed, and its puzzle.

    Args:
        name: of the puzzle.
        puzzle: the puzzle of the picture.
        picture: the picture.
        until: `unique` or `lines`.
        timeout: seconds.
        live: whether progress is shown on a terminal.

    Raises:
        GaveUp: the time limit came before anything was found.
    """
    log = ProgressLog(name, time.monotonic(), verbose=False, live=live)
    with ended_by_signals(), log:
        return mend(puzzle, by="cells", until=until, goal=picture, timeout=timeout, log=log.write)


def mending_drawing(path: str, name: str, mended: Mended) -> bytes:
    """A drawing of the mended picture with its clues, and the changed cells marked.

    Args:
        path: of the file that it is for, whose suffix names its kind.
        name: of the puzzle, the title where its metadata have none.
        mended: the mended puzzle.
    """
    from nonosat.drawing.drawing_file import drawing_bytes
    from nonosat.drawing.svg import svg

    title = mended.puzzle.metadata.title or name
    marks = "where a cell was given" if mended.by == "givens" else "where the picture was changed"
    drawing = svg(mended.puzzle, mended.picture, clues=True, title=title, differs=mended.changed_cells, marks=marks)
    return drawing_bytes(path, drawing)
