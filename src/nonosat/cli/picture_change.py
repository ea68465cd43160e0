"""Changing the picture of `nonosat make`: what was changed, in words and as a record, the exit code, and drawings."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.progress_log import ProgressLog
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.authoring.trace_request import TracedPicture
    from nonosat.system.deadline import Deadline

#: What the marks of a drawing mean, after "cells outlined".
CHANGED = "where the picture was changed"


class PictureChange(NamedTuple):
    """A picture that was changed for a goal, and its puzzle.

    Attributes:
        before: the puzzle of the picture before the changes.
        puzzle: the puzzle of the changed picture.
        picture: the changed picture.
        cells: the cells that were changed.
        sentence: what was changed, without the name of the puzzle.
        record: the same for JSON, by its name there.
        exit_code: of the command; 0 if the goal is reached and what was asked for is proved.
    """

    before: Puzzle
    puzzle: Puzzle
    picture: Picture
    cells: tuple[int, ...]
    sentence: str
    record: dict[str, dict[str, object]]
    exit_code: int


def fewest_changes_until(
    name: str, puzzle: Puzzle, picture: Picture, until: str, deadline: Deadline, *, live: bool
) -> PictureChange:
    """Change the fewest cells of a picture.

    Args:
        name: of the puzzle.
        puzzle: the puzzle of the picture.
        picture: the picture.
        until: `unique` or `lines`.
        deadline: when to end, with the best that was found.
        live: whether progress is shown on a terminal.

    Raises:
        GaveUp: the deadline came before anything was found.
    """
    from nonosat.authoring.mending import mend_until
    from nonosat.authoring.mending_report import mending_exit_code, mending_record, mending_sentence

    log = ProgressLog(name, time.monotonic(), verbose=False, live=live)
    with ended_by_signals(), log:
        mended = mend_until(puzzle, deadline, by="cells", until=until, goal=picture, log=log.write)
    return PictureChange(
        puzzle,
        mended.puzzle,
        mended.picture,
        mended.changed_cells,
        mending_sentence(mended),
        {"mending": mending_record(name, mended)},
        mending_exit_code(mended),
    )


def changes_for_class(
    name: str, traced: TracedPicture, difficulty: str, deadline: Deadline, *, dithered: bool, live: bool
) -> PictureChange:
    """Change a traced picture so that its puzzle is of a class, or easier.

    Args:
        name: of the puzzle.
        traced: the picture.
        difficulty: the name of the class.
        deadline: when to end, with the best that was found.
        dithered: whether the picture mixes colours by patterns of cells.
        live: whether progress is shown on a terminal.
    """
    from nonosat.authoring.class_fitting import fit_traced
    from nonosat.authoring.fitting_report import fitting_exit_code, fitting_record, fitting_sentence
    from nonosat.explaining.difficulty import Difficulty
    from nonosat.model.puzzle import puzzle_of

    log = ProgressLog(name, time.monotonic(), verbose=False, live=live)
    with ended_by_signals(), log:
        fitted = fit_traced(traced, Difficulty(difficulty), dithered=dithered, deadline=deadline, log=log.write)
    return PictureChange(
        puzzle_of(traced.picture, traced.palette),
        fitted.puzzle,
        fitted.picture,
        fitted.changed_cells,
        fitting_sentence(fitted),
        {"fitting": fitting_record(fitted)},
        fitting_exit_code(fitted),
    )


def change_drawing(path: str, name: str, puzzle: Puzzle, picture: Picture, cells: Collection[int], marks: str) -> bytes:
    """A drawing of a picture with its clues, and some cells marked.

    Args:
        path: of the file that it is for, whose suffix names its kind.
        name: of the puzzle, the title where its metadata have none.
        puzzle: the puzzle of the picture.
        picture: the picture.
        cells: the cells to mark.
        marks: what the marks mean, after "cells outlined".
    """
    from nonosat.drawing.drawing_file import drawing_bytes
    from nonosat.drawing.svg import svg

    title = puzzle.metadata.title or name
    return drawing_bytes(path, svg(puzzle, picture, clues=True, title=title, differs=cells, marks=marks))
