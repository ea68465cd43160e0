"""Changing the picture of `nonosat make`: the options for it, what was changed, the exit code, and drawings."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import PATH
from nonosat.cli.interrupts import ended_by_signals, interrupt_after
from nonosat.cli.option_groups import only_one, option_group
from nonosat.cli.progress_log import ProgressLog
from nonosat.errors import GaveUp
from nonosat.explaining.difficulty import Difficulty
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.system.run import Run

if TYPE_CHECKING:
    from nonosat.authoring.trace_request import TracedPicture, TraceRequest
    from nonosat.system.deadline import Deadline
    from nonosat.system.run import Log

#: What the marks of a drawing mean, after "cells outlined".
CHANGED = "where the picture was changed"


class PictureChange(NamedTuple):
    """A picture that was changed for a goal, and its puzzle.

    Attributes:
        before: the picture before the changes.
        original: the puzzle of that picture.
        puzzle: the puzzle of the changed picture.
        picture: the changed picture.
        cells: the cells that were changed.
        sentence: what was changed, without the name of the puzzle.
        record: the same for JSON, by its name there.
        exit_code: of the command; 0 if the goal is reached and what was asked for is proved.
    """

    before: Picture
    original: Puzzle
    puzzle: Puzzle
    picture: Picture
    cells: tuple[int, ...]
    sentence: str
    record: dict[str, dict[str, object]]
    exit_code: int


class ChangeChoice(NamedTuple):
    """The values of the options that change a picture.

    Attributes:
        until: `unique` or `lines`; None for no such goal.
        difficulty: the name of a class; None for no such goal.
        svg: file for a drawing of the changed picture, or None.
        before: file for a drawing of the picture before the changes, or None.
    """

    until: str | None
    difficulty: str | None
    svg: str | None
    before: str | None

    @property
    def drawings(self) -> list[str]:
        """The files of drawings."""
        return [path for path in (self.svg, self.before) if path is not None]

    def check(self) -> None:
        """Make sure that the options go together, and that the drawings can be made.

        Raises:
            UsageError: they do not, or the suffix of a drawing is none of drawings.
            MissingDependency: the package that makes a drawing is not installed.
        """
        only_one({"--until": self.until, "--class": self.difficulty})
        if not self.drawings:
            return
        if self.before is not None and self.until is None and self.difficulty is None:
            raise click.UsageError("--before draws what --until or --class changes, expected one of these, too")
        if self.svg == self.before != "-":
            raise click.UsageError(f"--svg and --before name the same file {self.svg}, expected different ones")
        from nonosat.drawing.drawing_file import require_drawable

        for path in self.drawings:
            require_drawable(path)

    def changed(
        self, name: str, traced: TracedPicture, deadline: Deadline, request: TraceRequest, *, live: bool
    ) -> PictureChange | None:
        """Change a traced picture; None if no change is asked for.

        Args:
            name: of the puzzle.
            traced: the picture.
            deadline: when to end, with the best that was found.
            request: how the picture was traced.
            live: whether progress is shown on a terminal.

        Raises:
            GaveUp: the deadline came before anything was found.
            KeyboardInterrupt: the same, by an interrupt.
        """
        log = ProgressLog(name, time.monotonic(), verbose=False, live=live)
        try:
            with ended_by_signals(), log:
                if self.until is not None:
                    return _fewest_changes(name, traced, self.until, deadline, log.write)
                if self.difficulty is not None:
                    return _changes_for_class(traced, Difficulty(self.difficulty), deadline, request, log.write)
                return None
        except GaveUp as error:
            if deadline.is_stopped:
                raise interrupt_after(error) from None
            raise

    def write_drawings(self, change: PictureChange | None, puzzle: Puzzle, picture: Picture, name: str) -> None:
        """Write the drawings that are asked for.

        Args:
            change: what was changed, if anything.
            puzzle: the puzzle of the picture.
            picture: the picture, after the changes.
            name: of the puzzle, the title of the drawings.

        Raises:
            FileError: a file cannot be written.
        """
        from nonosat.system.files import write_bytes

        cells = () if change is None else change.cells
        if self.svg is not None:
            write_bytes(self.svg, change_drawing(self.svg, name, puzzle, picture, cells, CHANGED))
        if self.before is not None and change is not None:
            before = change_drawing(self.before, name, change.original, change.before, cells, CHANGED)
            write_bytes(self.before, before)


change_options = option_group(
    "changes",
    ChangeChoice,
    click.option(
        "--until",
        type=click.Choice(["unique", "lines"]),
        help="Change the fewest cells of the picture that make it unique, or solvable by single lines.",
    ),
    click.option(
        "--class",
        "difficulty",
        type=click.Choice([difficulty.value for difficulty in Difficulty]),
        help="Change the picture until the puzzle is of this class or easier, doubtful cells first.",
    ),
    click.option("--svg", type=PATH, metavar="FILE", help="Draw the picture, with changed cells marked."),
    click.option(
        "--before", type=PATH, metavar="FILE", help="Draw the picture before the changes, the same cells marked."
    ),
)


def _fewest_changes(name: str, traced: TracedPicture, until: str, deadline: Deadline, log: Log) -> PictureChange:
    """Change the fewest cells of a picture until its puzzle is as asked for."""
    from nonosat.authoring.mending import mend
    from nonosat.authoring.mending_report import mending_exit_code, mending_record, mending_sentence

    original = puzzle_of(traced.picture, traced.palette)
    mended = mend(original, by="cells", until=until, goal=traced.picture, timeout=Run(deadline, log))
    return PictureChange(
        traced.picture,
        original,
        mended.puzzle,
        mended.picture,
        mended.changed_cells,
        mending_sentence(mended),
        {"mending": mending_record(name, mended)},
        mending_exit_code(mended),
    )


def _changes_for_class(
    traced: TracedPicture, difficulty: Difficulty, deadline: Deadline, request: TraceRequest, log: Log
) -> PictureChange:
    """Change a traced picture so that its puzzle is of a class, or easier."""
    from nonosat.authoring.class_fitting import fit_traced
    from nonosat.authoring.fitting_report import fitting_exit_code, fitting_record, fitting_sentence

    fitted = fit_traced(traced, difficulty, dithered=request.dither, deadline=deadline, log=log)
    return PictureChange(
        traced.picture,
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
