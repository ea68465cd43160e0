"""The check of a picture against the clues, by the rules of the puzzle alone.

Every picture passes it before it is shown. It shares nothing with the encodings, the solvers and the line propagation,
so that no error of theirs can hide in it.
"""

from __future__ import annotations

from typing import NamedTuple

from nonosat.core.arguments import public
from nonosat.core.errors import SolverError
from nonosat.model.clue import agrees, clue_of, clue_text, runs_of
from nonosat.model.grid import cell_name, line_name
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import PictureLike, as_picture
from nonosat.model.puzzle import Puzzle


class Violation(NamedTuple):
    """A clue or a given that a picture violates.

    Attributes:
        line: the line whose clue fails; None for a cell that is not as given.
        cell: the cell that is not as given, or None.
        message: a sentence that says what is wrong and what was expected.
    """

    line: int | None
    cell: int | None
    message: str


@public
def check(puzzle: Puzzle, picture: PictureLike) -> list[Violation]:
    """The violations of a picture; none if it solves the puzzle.

    Args:
        picture: a `Picture`; or its rows, each a sequence of colour numbers or a text as `text` writes it; or the whole
            text.

    Raises:
        InputError: the text does not have the puzzle's rows and colours.
        PuzzleError: the rows do not.
        UsageError: it is no picture, or the puzzle is no `Puzzle`.
    """
    picture = as_picture(puzzle, picture)
    if picture.grid != puzzle.grid:
        return [Violation(None, None, f"picture of {picture.grid.header}, expected {puzzle.grid.header}")]
    violations = []
    for index, clue in enumerate(puzzle.clues):
        line = picture.line(index)
        if runs_of(line) == clue:
            continue
        found = clue_of(line)
        if not agrees(clue, found):
            where = line_name(puzzle.grid, index)
            message = f"{where}: found {clue_text(found)}, expected {clue_text(clue)}"
            violations.append(Violation(index, None, message))
    for cell, color in puzzle.givens:
        if picture.cells[cell] != color:
            message = f"{cell_name(puzzle.grid, cell)}: found {letter(picture.cells[cell])}, given as {letter(color)}"
            violations.append(Violation(None, cell, message))
    return violations


def verified(puzzle: Puzzle, picture: Picture) -> Picture:
    """The picture itself, if it solves the puzzle.

    Raises:
        SolverError: it does not; whatever produced it is wrong.
    """
    violations = check(puzzle, picture)
    if violations:
        more = f" (and {len(violations) - 1} more)" if len(violations) > 1 else ""
        raise SolverError(f"the answer fails verification, so it is not shown: {violations[0].message}{more}")
    return picture
