"""A puzzle that is unique, or of a wanted class of difficulty, from a picture, with the smallest changes found.

1. A local search changes cells whose colour in the image is doubtful first (`picture_fitting`).
2. A proof tries whether fewer changes suffice, as far as that does not take long (`fewest_changes`).
3. The puzzle is rated again, from its clues alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from nonosat.authoring.changed_puzzle import ChangedPuzzle
from nonosat.authoring.class_targets import TARGETS
from nonosat.authoring.fewest_changes import fewest_changes
from nonosat.authoring.image_error import ComparedPicture, ImageError, starts
from nonosat.authoring.obstacles import OBSTACLES, EditedPuzzles, Edits
from nonosat.authoring.picture_fitting import MAX_WORK, FitSearch
from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.authoring.tracing import traced_value
from nonosat.core.deadline import NEVER
from nonosat.core.errors import GaveUp, SolverError
from nonosat.core.question import Limit, Outcome, Run
from nonosat.core.registries import choose
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rate import TRIVIAL_PASSES, rate
from nonosat.model.colors import rgb
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.solving.solve import solve

#: Limit of the sets of changes that the proof tries: about as much work as the search before it.
_MAX_TRIED = 500
#: Units of work for each verification of a puzzle that was found, whatever the time limit of the search.
_RATING_WORK = 10_000
#: Starts of the search for fewer changes. On noise of 20 x 20 cells three find what six do.
_STARTS = 3
#: The open cells that the methods leave, by goal.
_LEFT = {
    "trivial": f"{TRIVIAL_PASSES} passes of line solving leave {{}} open",
    "lines": "line solving leaves {} open",
    "moderate": "line solving and short suppositions leave {} open",
    "unique": "solutions differ in {}",
}
_NOUN = "changed cell"


@dataclass(frozen=True, kw_only=True, repr=False)
class FittedPicture(ChangedPuzzle):
    """A picture that was changed so that its puzzle is unique, or of a class of difficulty.

    Attributes:
        until: the goal: `unique`, or the class that was asked for.
        difficulty: the class of the puzzle, which may be easier than asked for; None if the goal is not reached.
        before, picture: before and after the changes; `puzzle` is that of `picture`.
        n_open: number of cells that the methods of the class leave open; 0 if the goal is reached.
        at_least: proved lower bound of the number of changes.
        error_before, error: distance of `before` and of `picture` from the image: the root of the mean squared
            difference of colour, in levels of grey from 0 to 255. `error_before` is 0 if there is no image.
        is_cut: the time limit ended the search.
    """

    difficulty: Difficulty | None
    before: Picture
    n_open: int
    error_before: float
    error: float
    is_cut: bool

    @property
    def outcome(self) -> Outcome:
        """Yes if the goal is reached."""
        if self.difficulty is not None:
            return Outcome.YES
        return Outcome.GAVE_UP if self.is_cut else Outcome.NO

    @cached_property
    def changes(self) -> tuple[ColoredCell, ...]:
        """The changed cells with their new colours, ascending."""
        pairs = enumerate(zip(self.before.cells, self.picture.cells, strict=True))
        return tuple(ColoredCell(cell, color) for cell, (old, color) in pairs if old != color)

    @property
    def is_fewest(self) -> bool:
        """True if the goal is reached, and it is proved that fewer changes do not suffice."""
        return self.difficulty is not None and super().is_fewest

    def sentence(self) -> str:
        """The class, the changed cells, and the error of the picture before and after."""
        goal = "unique" if self.until == "unique" else f"class {Difficulty(self.until).words}"
        changed = count(self.n_changes, _NOUN)
        if self.n_open:
            left = _LEFT[self.until].format(count(self.n_open, "cell", separators=True))
            target = "unique" if self.until == "unique" else f"of {goal}"
            when = "yet when the search ended" if self.is_cut else "after the whole search"
            return f"not {target} {when}; best found: {left} with {changed}"
        if self.difficulty is None:
            return f"{goal} with {changed}, but the search ended before this was verified"
        reached = f"{'unique, ' if self.until == 'unique' else ''}class {self.difficulty.words}"
        error = f"; error {self.error_before:.1f} before and {self.error:.1f} after, in levels of 255"
        shows_error = self.changes and self.error_before
        return self._reached_with(reached, _NOUN, self._named(self.changes)) + (error if shows_error else "")

    def record(self) -> dict[str, object]:
        """The changes; a cell is its row, its position in the row, both from 1, and its colour."""
        return {
            "until": self.until,
            "class": None if self.difficulty is None else self.difficulty.value,
            "open": self.n_open,
            "cut": self.is_cut,
            **self._proved(),
            "error_before": round(self.error_before, 2),
            "error": round(self.error, 2),
            "cells": self._colored(self.changes),
        }


def fit_picture(
    picture: Any, *, until: str = "unique", timeout: Limit = None, **options: Unpack[PictureOptions]
) -> FittedPicture:
    """Change a few cells of a picture so that its puzzle is unique, or of a class of difficulty.

    In an image, cells whose colour is between two colours of the puzzle change first. In any other picture each
    change costs the difference of the two colours.

    Args:
        picture: an image, the path of one, or another picture, as `puzzle_of_picture` takes it.
        until: `unique`, or for puzzles of a class or an easier one `moderate`, `lines` or `trivial`.
        timeout: seconds from now, after which the search ends with the best picture it has found; None for no limit.

    Raises:
        InputError: the picture cannot be read.
        PuzzleError: it has a colour that `colors` lacks, or its rows make no grid.
        MissingDependency: the picture is an image, and Pillow is not installed.
        SolverError: a solver crashed, or gave an answer that fails verification.
        UsageError: an option is not for this kind of picture, or the goal is unknown.
    """
    target = choose(TARGETS, until, "a picture until")
    traced = picture if isinstance(picture, TracedPicture) else traced_value(picture, **options)
    run = Run.of(timeout)
    before, palette = traced.picture, traced.palette
    averages = traced.averages or tuple(rgb(palette.colors[color]) for color in before.cells)
    error = ImageError(before.grid, palette, averages, blurred=traced.is_dithered)
    compared = ComparedPicture(error, before.cells)
    puzzles = EditedPuzzles(puzzle_of(before, palette), before)
    max_work = MAX_WORK * (3 if until == "trivial" else 1)  # quick estimates of trivial puzzles take longer
    search = FitSearch(puzzles, compared, target, run, max_work)

    def first_pictures() -> Iterator[Edits]:
        """The pictures to start from, each made on demand."""
        several = starts(compared, before.grid, search.scale, shifted=bool(traced.averages) and not traced.is_dithered)
        if until in ("trivial", "lines"):
            yield from several
            return
        # The methods of a harder class take long. A picture that lines solve is of that class, too; some of its changes
        # are not needed and are undone later.
        yield {}
        easier = FitSearch(puzzles, compared, TARGETS["lines"], Run(run.deadline), MAX_WORK // 2)
        easier.run(several)
        yield easier.best.changes

    is_cut = False
    try:
        search.run(first_pictures())
    except GaveUp:
        is_cut = True
    changes, n_open = search.best.changes, search.best.n_open
    at_least = min(1, len(changes))
    if changes and not (n_open or is_cut) and until in OBSTACLES:
        found, at_least = fewest_changes(
            puzzles, until=until, known=changes, max_tried=_MAX_TRIED, deadline=run.deadline, log=run.log
        )
        changes = found or {}
    puzzle, changed = puzzles.edited(changes)
    reached = None if n_open else _class_of(puzzle, changed, until)
    return FittedPicture(
        until=until,
        difficulty=reached,
        before=before,
        picture=changed,
        puzzle=puzzle,
        n_open=n_open,
        at_least=at_least,
        error_before=compared.mean_error,
        error=compared.with_changes(changes).mean_error,
        is_cut=is_cut or (not n_open and reached is None),
    )


def fewest_by_mending(fitted: FittedPicture, timeout: Limit = None) -> int | None:
    """The number of changed cells by which mending reaches the goal of a fitted picture; None if they are not fewer.

    Mending looks for few changes, fitting for a small error. The search is the local one of `mend` by cells with few
    starts, which takes about as long as the fitting.
    """
    if fitted.difficulty is None or fitted.is_fewest or fitted.until not in OBSTACLES:
        return None
    run = Run.of(timeout)
    puzzles = EditedPuzzles(puzzle_of(fitted.before, fitted.puzzle.palette), fitted.before)
    changes, _ = fewest_changes(puzzles, until=fitted.until, max_tried=1, max_starts=_STARTS, deadline=run.deadline)
    return len(changes) if changes is not None and len(changes) < len(fitted.changes) else None


def _class_of(puzzle: Puzzle, picture: Picture, until: str) -> Difficulty | None:
    """The class of a puzzle from its clues; None if the work does not suffice, SolverError if the search was wrong."""
    most = Difficulty.MODERATE if until == "unique" else Difficulty(until)
    rating = rate(puzzle, at_most=most, timeout=Run(NEVER.or_after_work(_RATING_WORK)))
    if rating.difficulty is not None:
        return rating.difficulty
    if until == "unique":
        result = solve(puzzle, unique=True, timeout=Run(NEVER.or_after_work(_RATING_WORK)))
        if result.gave_up:
            return None
        if result.unique and result.picture == picture:
            return Difficulty.DEEP
    elif rating.at_least is not None and rating.at_least.rank <= most.rank:
        return None
    raise SolverError("the puzzle fails verification, so it is not shown")
