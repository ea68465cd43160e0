"""Pictures as text: one row a line, a letter for a colour and `-` or `.` for background.

That is what nonosat prints where letters are asked for. Cells may be separated by blanks, and must be where a colour
has a name of several letters; rows may be indented. The rows come from the grid, so pictures of all kinds of grids can
be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.errors import InputError
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, color_number, known_letters, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def looks_like_picture(text: str) -> bool:
    """Whether a text can only be meant as a picture: it has nothing but names of colours, and no number."""
    return re.fullmatch(r"[a-z.\s-]*", text) is not None and text.strip() != ""


def read_picture(text: str, puzzle: Puzzle, file: str | None = None) -> Picture:
    """The picture that a text shows.

    Args:
        text: one row of the grid on each line; blank lines are ignored.
        puzzle: its grid and palette are those of the picture.
        file: name of the text in error messages.

    Raises:
        InputError: it does not have the puzzle's grid or colours; says where.
    """
    return Picture(
        puzzle.grid, tuple(_color(name, puzzle, file, number) for number, name in _names(text, puzzle, file))
    )


def read_open_picture(text: str, puzzle: Puzzle, file: str | None = None) -> tuple[int | None, ...]:
    """A picture in which cells may be open.

    A `?` is an open cell. So is a dot, unless the text shows that dots are background: it has a `?` and no `-`.

    Args:
        text: one row of the grid on each line; blank lines are ignored.
        puzzle: its grid and palette are those of the picture.
        file: name of the text in error messages.

    Returns:
        For each cell its colour, None if it is open.

    Raises:
        InputError: it does not have the puzzle's grid or colours; says where.
    """
    signs = ("?",) if "?" in text and "-" not in text else ("?", ".")
    return tuple(
        None if name[0] in signs else _color(name, puzzle, file, number, is_open=True)
        for number, name in _names(text, puzzle, file)
    )


def _names(text: str, puzzle: Puzzle, file: str | None) -> Iterator[tuple[int, re.Match[str]]]:
    """The name of each cell with the number of its line in the file.

    Raises:
        InputError: they do not have the puzzle's grid.
    """
    rows = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    family = puzzle.grid.families[0]
    if len(rows) != len(family):
        raise InputError(f"{count(len(rows), 'row')}, expected {len(family)}", file=file)
    for (number, line), index in zip(rows, family, strict=True):
        length = len(puzzle.grid.line(index))
        names = list(re.finditer(r"\S+" if len(line.split()) == length else r"\S", line))
        yield from ((number, name) for name in names[:length])
        if len(names) != length:
            message = f"{count(len(names), 'cell')}, expected {length}"
            raise InputError(message, file=file, line=number, column=len(line.rstrip()) + 1)


def picture_rows(puzzle: Puzzle, picture: Picture) -> list[str]:
    """The rows of a picture as `read_picture` reads them: letters, separated by blanks where a name has several."""
    blank = "" if puzzle.n_colors <= 26 else " "
    return [blank.join(map(letter, row)) for row in picture.rows()]


def _color(name: re.Match[str], puzzle: Puzzle, file: str | None, line: int, *, is_open: bool = False) -> int:
    """The colour number of a name on a line of the file."""
    if name[0] in ("-", "."):
        return BACKGROUND
    color = color_number(name[0]) if re.fullmatch("[a-z]{1,6}", name[0]) else 0
    if not 1 <= color <= puzzle.n_colors:
        signs = ", - for background or ? for an open cell" if is_open else " or - for background"
        message = f"colour {name[0][:24]!r}, expected {known_letters(puzzle.n_colors)}{signs}"
        raise InputError(message, file=file, line=line, column=name.start() + 1)
    return color
