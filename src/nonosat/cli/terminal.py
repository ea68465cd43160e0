"""Pictures on the terminal."""

from __future__ import annotations

import os
import sys

from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def use_color(choice: bool | None) -> bool:
    """Whether to colour standard output.

    Args:
        choice: of the user; None to colour it on a terminal, unless the environment forbids it.
    """
    if choice is not None:
        return choice
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show_picture(puzzle: Puzzle, picture: Picture, color: bool | None, differs: tuple[int, ...] = ()) -> None:
    """Print a picture.

    Args:
        puzzle: whose picture it is.
        picture: to print.
        color: see `use_color`.
        differs: cells to highlight.
    """
    from nonosat.drawing.text import text

    sys.stdout.write(text(puzzle, picture, color=use_color(color), differs=differs).rstrip("\n") + "\n")
