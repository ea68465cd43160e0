"""Pictures on standard output, and the options that say how they look."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

import click

from nonosat.cli.common_options import color_option, only_one, option_group
from nonosat.core.errors import printable
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.drawing.text import TextScreen
    from nonosat.model.cell_colors import CellColors

#: Columns where neither the environment nor the terminal says how many there are.
_DEFAULT_COLUMNS = 80
#: The values of COLORTERM that stand for terminals with 24-bit colours.
_TRUE_COLOR = ("truecolor", "24bit")


class PictureStyle(NamedTuple):
    """The look of pictures: in colours, None to decide by the terminal; or as letters."""

    color: bool | None = None
    letters: bool = False


_style_options = option_group(
    "style",
    PictureStyle,
    color_option,
    click.option("--letters", is_flag=True, help="Print pictures as letters, with - for background."),
)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a `PictureStyle`, as the argument `style`."""
    return only_one("--color", "--letters")(_style_options(command))


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
        differs: cells to highlight.
        remedy: the end of that note.
    """
    from nonosat.drawing.text import fitted_picture

    screen = text_screen(style)
    shown = fitted_picture(puzzle, picture, screen, differs)
    if shown.text is None:
        note_width(f"the picture needs {shown.columns} columns", screen, remedy)
    else:
        sys.stdout.write(_palette(puzzle, style) + shown.text + "\n")


def _palette(puzzle: Puzzle, style: PictureStyle) -> str:
    """The line above a picture of letters that names their colours, if they have others than these letters have."""
    if not style.letters:
        return ""
    from nonosat.authoring.text_picture import palette_line

    line = palette_line(puzzle.palette)
    return "" if line is None else line + "\n"


def show_colors(colors: CellColors, style: PictureStyle, what: str, remedy: str, *, is_partial: bool) -> bool:
    """Print a map of the colours that cells can have, or a note on standard error if the terminal is too narrow.

    Args:
        what: the name of the map in that note.
        remedy: the end of that note.
        is_partial: see `text_map`.

    Returns:
        True if the map is printed.
    """
    from nonosat.drawing.text_map import map_columns, text_map

    screen = text_screen(style)
    columns = map_columns(colors, color=screen.depth > 0)
    if screen.width is not None and columns > screen.width:
        note_width(f"{what} needs {columns} columns", screen, remedy)
        return False
    click.echo(text_map(colors, depth=screen.depth, is_partial=is_partial), color=True)
    return True


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
        name: the title of a puzzle without one.
        cells: the cells to mark.
        marks: what the marks mean, after "cells outlined".

    Raises:
        FileError: the file at `path` cannot be written.
    """
    from nonosat.drawing.drawing_file import write_drawing

    title = puzzle.metadata.title or name
    write_drawing(path, puzzle, picture, clues=True, title=title, differs=cells, marks=marks)


def note_width(what: str, screen: TextScreen, remedy: str) -> None:
    """Say on standard error what needs how many columns of a screen, and what to do; the remedy is the last of it."""
    from nonosat.core.text_columns import folded_behind

    sys.stdout.flush()
    note = f"{what}, but the terminal has {screen.width}; widen it, pipe into `less -S`, or {remedy}"
    print("\n".join(folded_behind("nonosat: ", printable(note), screen.width)), file=sys.stderr)


def _can_encode(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


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
    from nonosat.core.system import this_system

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

    The choice of the user comes first; if it is None, NO_COLOR, FORCE_COLOR, and whether it is a terminal with colours.
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
