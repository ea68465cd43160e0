"""Reading what answers a puzzle, for every command: pictures of all forms, partial pictures, and models of solvers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nonosat.core.errors import InputError
from nonosat.core.files import as_text, read_bytes, shown_name
from nonosat.core.images import is_no_text
from nonosat.formats import Sheet
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.verifier import check

if TYPE_CHECKING:
    from nonosat.authoring.puzzle_picture import Cells

#: A line of a solver's answer with more than a literal.
_MARKS = re.compile(
    r"^[ \t]*(s[ \t]+[A-Z]+|v([ \t]+-?[0-9]+)+|(UN)?SAT(ISFIABLE)?|INDET(ERMINATE)?|UNKNOWN)[ \t]*$", re.M
)
_LITERALS = re.compile(r"(\s*(-?[1-9][0-9]*|0)(?!\S))+\s*")


def read_cells(puzzle: Puzzle, path: str, *, open_dots: bool = False) -> Cells:
    """Read a picture in any form, a partial one, or the model in the output of a solver, whichever a file holds.

    Args:
        path: of the file.
        open_dots: dots and blanks are open cells, also in a text without `?`.

    Returns:
        For each cell its colour number, None if it is open.

    Raises:
        InputError: it is none of these, or the model gives a cell two colours.
    """
    from nonosat.authoring.puzzle_picture import picture_cells

    data, file = read_bytes(path), shown_name(path)
    model = _model(data, puzzle, file)
    if model is None:
        return picture_cells(data, puzzle, file, open_dots=open_dots)
    from nonosat.solving.formulas import decode

    return decode(puzzle, model).cells


def _model(data: bytes, puzzle: Puzzle, file: str) -> tuple[int, ...] | None:
    """The literals of a model; None for anything else.

    Numbers alone are a model if they are literals, each of them once, with no 0 but at the end, and some of them of
    cells. A picture of 0 and 1 that has the puzzle's grid is not a model.
    """
    from nonosat.authoring.puzzle_picture import fits
    from nonosat.cnf.dimacs import read_answer

    if is_no_text(data):
        return None
    text = as_text(data, file)
    if not _MARKS.search(text):
        words = "\n".join(line for line in text.split("\n") if line.split()[:1] != ["c"])
        literals = words.split()
        n_cells = puzzle.grid.n_cells * puzzle.n_colors
        if (
            _LITERALS.fullmatch(words) is None
            or len({*literals}) < len(literals)
            or "0" in literals[:-1]
            or not any(0 < abs(int(word)) <= n_cells for word in literals)
            or (set(words) <= set("-01 \t\n") and fits(words, puzzle.grid))
        ):
            return None
    answer = read_answer(text, file)
    if answer.satisfiable is not True:
        verdict = "unsatisfiable" if answer.satisfiable is False else "unknown"
        raise InputError(f"answer without a model (the verdict is {verdict}), expected a model", file=file)
    return answer.model


def whole_picture(puzzle: Puzzle, cells: Cells) -> Picture | None:
    """The picture of the colours of all cells; None if a cell is open."""
    known = tuple(color for color in cells if color is not None)
    return Picture(puzzle.grid, known) if len(known) == len(cells) else None


def known_cells(cells: Cells) -> tuple[ColoredCell, ...]:
    """The cells of a partial picture that are not open."""
    return tuple(ColoredCell(cell, color) for cell, color in enumerate(cells) if color is not None)


def require_solution(puzzle: Puzzle, picture: Picture, what: str, file: str) -> None:
    """Check that a picture, called `what`, satisfies the clues, else raise an error that names its file."""
    if wrong := check(puzzle, picture):
        raise InputError(f"{what} is not a solution: {wrong[0].message}", file=file)


def solution_to_keep(sheet: Sheet, path: str, goal: str | None) -> Picture | None:
    """The solution that a puzzle is to keep: that of a file, else the goal of the puzzle; None if there is neither.

    Args:
        path: that of the puzzle.
        goal: that of the solution, or None.

    Raises:
        InputError: it is not a solution, or cannot be read.
    """
    picture = sheet.goal
    file = shown_name(path if goal is None else goal)
    if goal is not None:
        cells = read_cells(sheet.puzzle, goal)
        picture = whole_picture(sheet.puzzle, cells)
        if picture is None:
            raise InputError(f"{open_cells(cells)} in the goal, expected a whole picture", file=file)
    if picture is not None:
        require_solution(sheet.puzzle, picture, "the goal", file)
    return picture


def open_cells(cells: Cells) -> str:
    """The number of open cells of a partial picture, in words."""
    return count(cells.count(None), "open cell")
