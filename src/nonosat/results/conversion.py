"""A puzzle as another format can express it: what is lost on the way is told, or refused.

Looks, givens, the goal and metadata can simply be left out. Colours and `?` cannot: blocks of different colours touch
where blocks of one colour must not, so the clues without their colours would ask for another picture, or for none. The
clues of the new puzzle are therefore those of a solution: of the goal if it is one, else of the one that is found.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from nonosat.errors import InputError, UsageError
from nonosat.formats.file_format import Format, Loss
from nonosat.formats.sheet import Sheet
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle, puzzle_of
from nonosat.model.verifier import check
from nonosat.solving.pipeline import solve


def fitted(sheet: Sheet, format_: Format, *, lossy: bool = False, tell: Callable[[str], None] | None = None) -> Sheet:
    """The puzzle of a sheet as a format can express it.

    Args:
        sheet: what is to be written.
        format_: the format.
        lossy: leave out what the format cannot express; without it that is an error.
        tell: is told in a sentence of each thing that is left out.

    Raises:
        InputError: the clues must be those of a solution, and there is none.
        UsageError: the format cannot express the puzzle; says what all.
    """
    lost = format_.losses(sheet)
    if not lost:
        return sheet
    words = ", ".join(loss.words for loss in lost)
    whose = f"{sheet.name}: " if sheet.name else ""
    fatal = [loss for loss in lost if _is_fatal(loss, format_)]
    if fatal or not lossy:
        others = "" if fatal else "; --lossy leaves that out"
        raise UsageError(f"{whose}{format_.name} cannot express {words}{others}")
    for loss in lost:
        sheet, remark = _without(sheet, loss)
        if tell:
            tell(f"{format_.name} cannot express {loss.words}: {remark}")
    return sheet


def _is_fatal(loss: Loss, format_: Format) -> bool:
    """Whether there is nothing sensible to write without it: another grid, or some of the colours."""
    return loss.kind == "grid" or (loss.kind == "colors" and format_.colors)


def _without(sheet: Sheet, loss: Loss) -> tuple[Sheet, str]:
    """The sheet without something, and what was done about it."""
    puzzle = sheet.puzzle
    if loss.kind == "goal":
        return sheet._replace(goal=None), "left out"
    if loss.kind == "givens":
        # The puzzle may have more solutions without them.
        return sheet._replace(puzzle=dataclasses.replace(puzzle, givens=())), "left out"
    if loss.kind == "tints":
        return sheet._replace(puzzle=dataclasses.replace(puzzle, palette=BLACK_ON_WHITE)), "black on white instead"
    if loss.kind == "unknown" and all(block.color for clue in puzzle.clues for block in clue):
        return sheet, "likewise"
    if loss.kind in ("colors", "unknown"):
        picture, whose = _solution(sheet)
        if loss.kind == "unknown":
            return _drawn(sheet, picture, puzzle.palette), f"each has its colour in {whose}"
        return _flat(sheet, picture), f"the clues are those of the outline of {whose}"
    metadata = puzzle.metadata._replace(**{loss.kind: ""})
    return sheet._replace(puzzle=dataclasses.replace(puzzle, metadata=metadata)), "left out"


def _solution(sheet: Sheet) -> tuple[Picture, str]:
    """A picture that satisfies the clues, and whose it is."""
    if sheet.goal is not None and not check(sheet.puzzle, sheet.goal):
        return sheet.goal, "the goal"
    result = solve(sheet.puzzle)
    if result.picture is None:
        raise InputError("no solution, expected one to take the clues from", file=sheet.name or None)
    return result.picture, "the solution" if result.unique else "a solution"


def _drawn(sheet: Sheet, picture: Picture, palette: Palette) -> Sheet:
    puzzle = puzzle_of(picture, palette, sheet.puzzle.givens)
    return sheet._replace(puzzle=dataclasses.replace(puzzle, metadata=sheet.puzzle.metadata))


def _flat(sheet: Sheet, picture: Picture) -> Sheet:
    """Every colour as the only one."""

    def flat(picture: Picture) -> Picture:
        return Picture(picture.grid, tuple(min(color, 1) for color in picture.cells))

    givens = tuple(Given(cell, min(color, 1)) for cell, color in sheet.puzzle.givens)
    drawn = puzzle_of(flat(picture), BLACK_ON_WHITE, givens)
    puzzle: Puzzle = dataclasses.replace(drawn, metadata=sheet.puzzle.metadata)
    return Sheet(puzzle, None if sheet.goal is None else flat(sheet.goal), sheet.name)
