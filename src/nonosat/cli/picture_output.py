"""Pictures on standard output, and the options that say how they look."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from nonosat.cli.common_options import color_option, only_one, option_group
from nonosat.core.errors import printable
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.drawing.text import TextScreen


class PictureStyle(NamedTuple):
    """The values of the options that say how pictures look.

    Attributes:
        color: whether they are coloured; None to decide by the terminal.
        letters: whether they are letters.
    """

    color: bool | None = None
    letters: bool = False


def picture_style(color: bool | None, letters: bool) -> PictureStyle:
    """The style that two options choose.

    Args:
        color: whether pictures are coloured; None to decide by the terminal.
        letters: whether they are letters.

    Raises:
        click.UsageError: they contradict each other.
    """
    only_one({"--color": color, "--letters": letters})
    return PictureStyle(color, letters)


letters_option = click.option("--letters", is_flag=True, help="Print pictures as letters, with - for background.")
picture_options = option_group("style", picture_style, color_option, letters_option)


def text_screen(style: PictureStyle) -> TextScreen:
    """Standard output as a place for text."""
    from nonosat.drawing.text import TextScreen
    from nonosat.model.cell_shapes import SHAPES

    return TextScreen(
        width=output_width(),
        depth=0 if style.letters else color_depth(style.color),
        letters=style.letters,
        ascii=not _can_encode(SHAPES),
    )


def show_picture(
    puzzle: Puzzle,
    picture: Picture,
    style: PictureStyle,
    differs: tuple[int, ...] = (),
    remedy: str = "draw it with --svg FILE",
) -> None:
    """Print a picture, or a note on standard error if the terminal is too narrow.

    Args:
        puzzle: whose picture it is.
        picture: to print.
        style: how it looks.
        differs: cells to highlight.
        remedy: the end of that note.
    """
    from nonosat.drawing.text import fitted_picture

    screen = text_screen(style)
    shown = fitted_picture(puzzle, picture, screen, differs)
    if shown.text is None:
        note_width(f"the picture needs {shown.columns} columns", screen, remedy)
    else:
        sys.stdout.write(shown.text + "\n")


def write_changed(
    path: str,
    name: str,
    puzzle: Puzzle,
    picture: Picture,
    cells: tuple[int, ...],
    marks: str = "where the picture was changed",
) -> None:
    """Write a drawing of a picture with its clues, and some cells marked.

    Args:
        path: of the file, whose suffix names its kind.
        name: of the puzzle, the title where its metadata have none.
        puzzle: whose picture it is.
        picture: to draw.
        cells: the cells to mark.
        marks: what the marks mean, after "cells outlined".

    Raises:
        FileError: the file cannot be written.
    """
    from nonosat.core.files import write_bytes
    from nonosat.drawing.drawing_file import drawing_bytes
    from nonosat.drawing.svg import svg

    title = puzzle.metadata.title or name
    write_bytes(path, drawing_bytes(path, svg(puzzle, picture, clues=True, title=title, differs=cells, marks=marks)))


def note_width(what: str, screen: TextScreen, remedy: str) -> None:
    """Say on standard error that something does not fit, and what to do.

    Args:
        what: needs how many columns.
        screen: standard output.
        remedy: the last of the things to do.
    """
    from nonosat.drawing.text_width import folded_behind

    sys.stdout.flush()
    note = f"{what}, and the terminal has {screen.width}: widen it, pipe into `less -S`, or {remedy}"
    print("\n".join(folded_behind("nonosat: ", printable(note), screen.width)), file=sys.stderr)


def _can_encode(text: str) -> bool:
    """Tell whether standard output can write a text in its encoding."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


#: Columns where neither the environment nor the terminal says how many there are.
_DEFAULT_COLUMNS = 80
#: The values of COLORTERM that stand for terminals with 24-bit colours.
_TRUE_COLOR = ("truecolor", "24bit")


def columns(stream: TextIO) -> int:
    """The columns of the terminal of a stream at this moment.

    COLUMNS in the environment can make it narrower, not wider, so that lines never wrap.
    """
    found = [int(word) for word in [os.environ.get("COLUMNS", "")] if word.isascii() and word.isdecimal()]
    with contextlib.suppress(OSError, ValueError):  # no terminal, or no file at all
        found.append(os.get_terminal_size(stream.fileno()).columns)
    return min((number for number in found if number > 0), default=_DEFAULT_COLUMNS)


def _is_console() -> bool:
    """Tell whether terminals are consoles of Windows that can erase, and have 24-bit colours; these have no TERM."""
    from nonosat.core.capabilities import this_system

    if this_system().names_terminals:
        return False
    from nonosat.core.windows_console import understands_escapes

    return understands_escapes()


def output_width() -> int | None:
    """The columns of the terminal that shows standard output; None for a file or a pipe, which has no limit."""
    return columns(sys.stdout) if sys.stdout.isatty() else None


def can_erase(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that can erase what it shows."""
    term = os.environ.get("TERM", "")
    return stream.isatty() and term != "dumb" and (term != "" or _is_console())


def color_depth(choice: bool | None) -> int:
    """The number of colours to use on standard output: 0, 16, 256 or 2**24.

    The choice of the user comes first; then NO_COLOR, FORCE_COLOR, and whether it is a terminal with colours.

    Args:
        choice: of the user; None to decide by the environment.
    """
    environment = os.environ
    term = environment.get("TERM", "")
    if choice is None:
        if environment.get("NO_COLOR"):
            choice = False
        elif environment.get("FORCE_COLOR", "0") not in ("", "0"):
            choice = True
        else:
            choice = sys.stdout.isatty() and term != "dumb"
    if not choice:
        return 0
    if environment.get("COLORTERM") in _TRUE_COLOR or (not term and _is_console()):
        return 1 << 24
    return 256 if "256color" in term else 16
