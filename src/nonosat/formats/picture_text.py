"""Pictures as text: one row a line, a letter for a colour and `-` or `.` for background.

That is what nonosat prints where letters are asked for. Cells may be separated by blanks, and must be where a colour
has a name of several letters; rows may be indented. The rows come from the grid, so pictures of all kinds of grids can
be read.
"""

from __future__ import annotations

import re

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
    rows = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    family = puzzle.grid.families[0]
    if len(rows) != len(family):
        raise InputError(f"{count(len(rows), 'row')}, expected {len(family)}", file=file)
    cells: list[int] = []
    for (number, line), index in zip(rows, family, strict=True):
        length = len(puzzle.grid.line(index))
        names = re.finditer(r"\S+" if len(line.split()) == length else r"\S", line)
        row = [_color(name, puzzle, file, number) for name in names]
        if len(row) != length:
            message = f"{count(len(row), 'cell')}, expected {length}"
            raise InputError(message, file=file, line=number, column=len(line.rstrip()) + 1)
        cells += row
    return Picture(puzzle.grid, tuple(cells))


def picture_rows(puzzle: Puzzle, picture: Picture) -> list[str]:
    """The rows of a picture as `read_picture` reads them: letters, separated by blanks where a name has several."""
    blank = "" if puzzle.n_colors <= 26 else " "
    return [blank.join(map(letter, row)) for row in picture.rows()]


def _color(name: re.Match[str], puzzle: Puzzle, file: str | None, line: int) -> int:
    """The colour number of a name on a line of the file."""
    if name[0] in ("-", "."):
        return BACKGROUND
    color = color_number(name[0]) if re.fullmatch("[a-z]{1,6}", name[0]) else 0
    if not 1 <= color <= puzzle.n_colors:
        message = f"colour {name[0][:24]!r}, expected {known_letters(puzzle.n_colors)} or - for background"
        raise InputError(message, file=file, line=line, column=name.start() + 1)
    return color
