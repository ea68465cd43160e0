"""Pictures on standard output, and the options that say how they look."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import color_option
from nonosat.cli.option_groups import only_one, option_group
from nonosat.cli.terminal import color_depth, output_width
from nonosat.errors import printable
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.drawing.fitted_text import TextScreen


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
    from nonosat.drawing.fitted_text import TextScreen
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
    from nonosat.drawing.fitted_text import fitted_picture

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
    from nonosat.drawing.drawing_file import drawing_bytes
    from nonosat.drawing.svg import svg
    from nonosat.system.files import write_bytes

    title = puzzle.metadata.title or name
    write_bytes(path, drawing_bytes(path, svg(puzzle, picture, clues=True, title=title, differs=cells, marks=marks)))


def note_width(what: str, screen: TextScreen, remedy: str) -> None:
    """Say on standard error that something does not fit, and what to do.

    Args:
        what: needs how many columns.
        screen: standard output.
        remedy: the last of the things to do.
    """
    from nonosat.drawing.text_columns import folded_behind

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
