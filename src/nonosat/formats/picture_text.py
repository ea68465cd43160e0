"""Pictures as text: one row a line, a letter for a colour and `-` or `.` for background.

Cells may be separated by blanks, and must be where a colour has a name of several letters; rows may be indented.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.core.errors import InputError, shown
from nonosat.formats.source import WORD, Source, Word
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, color_number, known_letters, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid


def read_picture(text: str, puzzle: Puzzle, file: str | None = None) -> Picture:
    """The picture that a text shows, with one row of the grid on each line; blank lines are ignored.

    Raises:
        InputError: it does not have the puzzle's grid or colours.
    """
    cells = _read_cells(text, puzzle, file, {})
    return Picture(puzzle.grid, tuple(color for color in cells if color is not None))


def read_partial_picture(text: str, puzzle: Puzzle, file: str | None = None) -> tuple[int | None, ...]:
    """For each cell the colour that a text as `read_picture` takes it shows, None for `?`.

    Raises:
        InputError: it does not have the puzzle's grid or colours.
    """
    return tuple(_read_cells(text, puzzle, file, {"?": None}))


def _read_cells(text: str, puzzle: Puzzle, file: str | None, colors: dict[str, int | None]) -> Iterator[int | None]:
    """The colours of cells; those that `colors` has by name, and those of the puzzle."""
    may_be_open = "?" in colors
    for name in cell_names(text, puzzle, file):
        if name.text not in colors:
            color = color_of(name.text, puzzle)
            if color is None:
                raise unknown_color(name, puzzle, file, is_open=may_be_open)
            colors[name.text] = color
        yield colors[name.text]


def cell_names(text: str, puzzle: Puzzle, file: str | None = None) -> Iterator[Word]:
    """The name of each cell in a text as `read_picture` takes it.

    Raises:
        InputError: the rows are not those of the grid.
    """
    rows = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    family = puzzle.grid.families[0]
    if len(rows) != len(family):
        raise InputError(f"{count(len(rows), 'row')}, expected {len(family)}", file=file)
    for (number, line), index in zip(rows, family, strict=True):
        length = len(puzzle.grid.line(index))
        names = Word(line, number, 1).words(WORD if len(line.split()) == length else r"\S")
        yield from names[:length]
        if len(names) != length:
            message = f"{count(len(names), 'cell')}, expected {length}"
            raise InputError(message, file=file, line=number, column=len(line.rstrip()) + 1)


def picture_rows(puzzle: Puzzle, picture: Picture) -> list[str]:
    """The rows of a picture as `read_picture` reads them: letters, separated by blanks where a name has several."""
    blank = "" if puzzle.n_colors <= 26 else " "
    return [blank.join(map(letter, row)) for row in picture.rows()]


def color_of(name: str, puzzle: Puzzle) -> int | None:
    """The colour number of a letter or of several, or of a sign for background; None if the puzzle does not have it."""
    if name in ("-", "."):
        return BACKGROUND
    color = color_number(name) if re.fullmatch("[a-z]{1,6}", name) else 0
    return color if 1 <= color <= puzzle.n_colors else None


def unknown_color(name: Word, puzzle: Puzzle, file: str | None, *, is_open: bool = False) -> InputError:
    """The error for a cell whose name is not that of a colour of the puzzle; `is_open` is true if cells may be open."""
    signs = ", - for background or ? for an open cell" if is_open else " or - for background"
    message = f"colour {name.text[:24]!r}, expected {known_letters(puzzle.n_colors)}{signs}"
    return InputError(message, file=file, line=name.line, column=name.column)


def read_solution(
    source: Source,
    numbers: Sequence[int],
    grid: RectGrid,
    signs: tuple[str, str],
    place: Word,
    pattern: str = WORD,
) -> Picture:
    """The picture whose rows stand on some lines.

    Args:
        numbers: the numbers of the lines in the file.
        signs: those of empty and of filled cells.
        place: the place for an error about the number of rows.
        pattern: a pattern of a cell; by default whatever stands between blanks.
    """
    if len(numbers) != grid.height:
        source.fail(f"{count(len(numbers), 'row')} in the solution, expected {grid.height}", place)
    empty, filled = signs
    cells: list[int] = []
    for number in numbers:
        words = source.words(number, grid.width + 1, pattern)
        if len(words) != grid.width:
            many = "more" if len(words) > grid.width else "fewer"
            message = f"{many} than {count(grid.width, 'cell')} in a row of the solution, expected as many as columns"
            source.fail(message, words[-1])
        for word in words:
            if word.text not in (empty, filled):
                expected = f"{empty} (empty) or {filled} (filled)"
                source.fail(f"cell {shown(word.text)} of the solution, expected {expected}", word)
            cells.append(int(word.text == filled))
    return Picture(grid, tuple(cells))
