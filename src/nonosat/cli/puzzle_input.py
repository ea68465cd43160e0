"""Reading the puzzles, pictures and models that the arguments of commands name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from nonosat.errors import InputError
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.system.files import shown_name

if TYPE_CHECKING:
    from nonosat.formats import Sheet


def require_stdin_once(paths: Iterable[str | None]) -> None:
    """Check that standard input is named no more than once among all that a command reads.

    Raises:
        click.UsageError: it is named twice.
    """
    if list(paths).count("-") > 1:
        raise click.UsageError("standard input is named twice, expected at most once")


def require_one_stdin(puzzle: str, other: str | None, name: str) -> None:
    """Check that at most one of two arguments is standard input.

    Args:
        puzzle: the argument PUZZLE.
        other: another argument, or None.
        name: of the other argument.

    Raises:
        click.UsageError: both are `-`.
    """
    if puzzle == other == "-":
        raise click.UsageError(f"PUZZLE and {name} are both -, expected at most one of them")


def read_picture_or_model(puzzle: Puzzle, path: str) -> Picture | tuple[int, ...]:
    """Read a picture as text (letters or shapes), or the model in the output of a solver, whichever the file holds.

    Args:
        puzzle: whose picture or model it is.
        path: of the file.

    Returns:
        The picture, or the literals of the model.

    Raises:
        InputError: it is neither, or the output of a solver without a model.
    """
    from nonosat.system.files import read_text

    return _picture_or_model(puzzle, read_text(path), shown_name(path))


def _picture_or_model(puzzle: Puzzle, text: str, file: str) -> Picture | tuple[int, ...]:
    """The picture in a text, or the literals of the model in it."""
    from nonosat.cnf.dimacs import read_answer
    from nonosat.formats.picture_text import looks_like_picture, read_picture
    from nonosat.model.cell_shapes import find_broken_cell, letters_of_shapes

    # `nonosat solve` prints a sentence below the picture.
    text = letters_of_shapes("\n".join("" if ": solved" in line else line for line in text.split("\n")))
    if looks_like_picture(text):
        return read_picture(text, puzzle, file)
    broken = find_broken_cell(text)
    if broken is not None:
        message = "half a cell, expected two characters of one shape for each cell"
        raise InputError(message, file=file, line=broken[0], column=broken[1])
    answer = read_answer(text, file)
    if answer.satisfiable is not True:
        verdict = "unsatisfiable" if answer.satisfiable is False else "unknown"
        raise InputError(f"an answer without a model (the verdict is {verdict}), expected a model", file=file)
    return answer.model


def read_solution(puzzle: Puzzle, path: str) -> Picture:
    """Read a picture, as text or from the model in the output of a solver, whichever the file holds.

    Args:
        puzzle: whose picture it is.
        path: of the file.

    Raises:
        InputError: it is neither, or the model is none of the puzzle's formula.
    """
    from nonosat.solving.decoder import decode

    content = read_picture_or_model(puzzle, path)
    return content if isinstance(content, Picture) else decode(puzzle, content)


def read_cells(puzzle: Puzzle, path: str) -> Picture | tuple[int | None, ...]:
    """Read a solution, as a picture or from a model, or a partial picture, whichever the file holds.

    Args:
        puzzle: whose picture it is.
        path: of the file.

    Returns:
        The solution; or for each cell its colour number, None if it is open, if there is such a cell. A partial picture
        may be wrong.

    Raises:
        InputError: it is none of these, the model is none of the puzzle's formula, or the picture is no solution.
    """
    from nonosat.formats.partial_picture import read_partial
    from nonosat.solving.decoder import decode
    from nonosat.system.files import read_text

    text, file = read_text(path), shown_name(path)
    if "?" in text or text.lstrip()[:1] in ("{", "[", "<"):
        cells = read_partial(text, puzzle, file)
        known = tuple(color for color in cells if color is not None)
        if len(known) < len(cells):
            return cells
        content: Picture | tuple[int, ...] = Picture(puzzle.grid, known)
    else:
        content = _picture_or_model(puzzle, text, file)
    picture = content if isinstance(content, Picture) else decode(puzzle, content)
    _require_solution(puzzle, picture, "the picture", file)
    return picture


def _require_solution(puzzle: Puzzle, picture: Picture, what: str, file: str) -> None:
    """Check that a picture from a file satisfies the clues; `what` is what messages call it.

    Raises:
        InputError: it does not.
    """
    from nonosat.model.verifier import check

    if wrong := check(puzzle, picture):
        raise InputError(f"{what} is no solution: {wrong[0].message}", file=file)


def solution_to_keep(sheet: Sheet, path: str, goal: str | None) -> Picture | None:
    """The solution that a puzzle is to keep: that of a file, else the goal of the puzzle; None if there is neither.

    Args:
        sheet: the puzzle.
        path: of its file.
        goal: of the file with the solution, or None.

    Raises:
        InputError: it is no solution, or cannot be read.
    """
    picture = sheet.goal if goal is None else read_solution(sheet.puzzle, goal)
    if picture is not None:
        _require_solution(sheet.puzzle, picture, "the goal", shown_name(path if goal is None else goal))
    return picture
