"""Converting a puzzle to what a file format can express.

The tints of one colour and its background do not change the clues, so they are always left out where a format has none.
Givens, the goal and metadata can be left out by request. Colours of clues cannot: blocks of different colours may touch
where blocks of one colour must not, so the clues without their colours would have other solutions, or none. The new
puzzle therefore gets the clues of a solution without colours: of the goal if it is a solution, else of the solution
that is found. Unknown colours and lengths of blocks become those of that solution.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from nonosat.core.errors import InputError, UsageError, argument
from nonosat.formats.file_format import Format, Loss, Sheet
from nonosat.model.clue import clue_of
from nonosat.model.nouns import joined
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.solving.solve import solve

#: By loss, the field of `Block` that is 0 where what is lost is unknown.
_FIELDS = {"unknown": "color", "hidden": "length"}


def convert_sheet(
    sheet: Sheet, format_: Format, *, lossy: bool = False, warn: Callable[[str], None] | None = None
) -> Sheet:
    """Reduce a puzzle to what a format can express.

    Args:
        lossy: leave out what the format cannot express; otherwise that is an error, but for the tints of one colour.
        warn: called with one sentence for each thing that is left out.

    Raises:
        InputError: the clues have to be those of a solution, and there is none.
        UsageError: the format cannot express the puzzle; names each thing that would be an error by itself.
    """
    lost = format_.losses(sheet)
    if not lost:
        return sheet
    refused = [loss for loss in lost if loss.kind != "tints"]
    words = joined([loss.words for loss in refused or lost])
    prefix = f"{sheet.name}: " if sheet.name else ""
    is_fatal = any(_is_fatal(loss, format_) for loss in lost)
    if is_fatal or (refused and not lossy):
        hint = "" if is_fatal else f"; {argument('lossy', True)} leaves that out"
        raise UsageError(f"{prefix}{format_.name} cannot express {words}{hint}")
    for loss in lost:
        sheet, remark = _without(sheet, loss)
        if warn:
            warn(f"{format_.name} cannot express {loss.words}: {remark}")
    return sheet


def _is_fatal(loss: Loss, format_: Format) -> bool:
    """True if no useful puzzle is left without it."""
    return loss.kind in ("grid", "lengths") or (loss.kind == "colors" and format_.colors)


def _without(sheet: Sheet, loss: Loss) -> tuple[Sheet, str]:
    """The sheet after a loss, and a remark that says how it was made up for."""
    puzzle = sheet.puzzle
    if loss.kind == "goal":
        return sheet._replace(goal=None), "left out"
    if loss.kind == "givens":
        # The puzzle may have more solutions without them.
        return sheet._replace(puzzle=dataclasses.replace(puzzle, givens=())), "left out"
    if loss.kind == "tints":
        return sheet._replace(puzzle=dataclasses.replace(puzzle, palette=BLACK_ON_WHITE)), "black on white instead"
    if loss.kind in _FIELDS and all(getattr(block, _FIELDS[loss.kind]) for clue in puzzle.clues for block in clue):
        return sheet, "replaced in the same way"  # the loss of colours has replaced all clues
    if loss.kind in ("colors", *_FIELDS):
        picture, origin = _solution(sheet)
        if loss.kind == "colors":
            return _in_one_color(sheet, picture), f"the clues are those of the outline of {origin}"
        what = "colour" if loss.kind == "unknown" else "length"
        return _with_known(sheet, picture, _FIELDS[loss.kind]), f"each gets its {what} in {origin}"
    metadata = puzzle.metadata._replace(**{loss.kind: ""})
    return sheet._replace(puzzle=dataclasses.replace(puzzle, metadata=metadata)), "left out"


def _solution(sheet: Sheet) -> tuple[Picture, str]:
    """A solution, and its name in messages."""
    if goal := sheet.valid_goal:
        return goal, "the goal"
    result = solve(sheet.puzzle)
    if result.picture is None:
        raise InputError("no solution to take the clues from", file=sheet.name or None)
    return result.picture, "the solution" if result.unique else "a solution"


def _with_known(sheet: Sheet, picture: Picture, field: str) -> Sheet:
    """The sheet with the colours or the lengths that its blocks have in a solution, where they are unknown."""
    clues = tuple(
        tuple(
            block if getattr(block, field) else block._replace(**{field: getattr(there, field)})
            for block, there in zip(clue, clue_of(picture.line(index)), strict=True)
        )
        for index, clue in enumerate(sheet.puzzle.clues)
    )
    return sheet._replace(puzzle=dataclasses.replace(sheet.puzzle, clues=clues))


def _in_one_color(sheet: Sheet, picture: Picture) -> Sheet:
    """The sheet with the clues of a picture in which all colours are one."""

    def flatten(picture: Picture) -> Picture:
        return Picture(picture.grid, tuple(min(color, 1) for color in picture.cells))

    givens = tuple(ColoredCell(cell, min(color, 1)) for cell, color in sheet.puzzle.givens)
    drawn = puzzle_of(flatten(picture), BLACK_ON_WHITE, givens)
    puzzle: Puzzle = dataclasses.replace(drawn, metadata=sheet.puzzle.metadata)
    return Sheet(puzzle, None if sheet.goal is None else flatten(sheet.goal), sheet.name)
