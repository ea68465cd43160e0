"""A puzzle of a wanted class of difficulty from a picture, with the smallest changes that the search finds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Unpack

from nonosat.authoring.class_targets import TARGETS
from nonosat.authoring.fitting_starts import starts
from nonosat.authoring.image_colors import rgb_of_name
from nonosat.authoring.image_error import ImageError
from nonosat.authoring.picture_edits import EditedPuzzles
from nonosat.authoring.picture_fitting import MAX_WORK, Changes, FitSearch
from nonosat.authoring.picture_values import traced_value
from nonosat.authoring.trace_request import PictureOptions, TracedPicture
from nonosat.errors import GaveUp, SolverError, UsageError
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rating import rate
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle, puzzle_of
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.run import Log, no_log

#: The work for each class. Quick estimates of trivial puzzles take longer than those of others.
_WORK = {Difficulty.TRIVIAL: 3 * MAX_WORK}
#: Seconds for each verification of a puzzle that was found, whatever the time limit of the search.
_RATING_SECONDS = 10.0


@dataclass(frozen=True, kw_only=True)
class FittedPicture:
    """A picture that was changed so that its puzzle is of a class of difficulty.

    Attributes:
        wanted: the class that was asked for.
        difficulty: the class of the puzzle, `wanted` or an easier one; None if that is not reached.
        before: the picture before the changes.
        picture: the picture after the changes.
        puzzle: the puzzle of `picture`.
        n_open: number of cells that the methods of the class leave open; 0 if it is reached.
        error_before: distance of `before` from the image: the root of the mean squared difference of colour, in levels
            of grey from 0 to 255. 0 for a picture that comes from no image.
        error: distance of `picture` from the image.
        is_cut: the time limit ended the search.
    """

    wanted: Difficulty
    difficulty: Difficulty | None
    before: Picture
    picture: Picture
    puzzle: Puzzle
    n_open: int
    error_before: float
    error: float
    is_cut: bool

    @property
    def is_reached(self) -> bool:
        """True if the puzzle is of the wanted class, or an easier one."""
        return self.difficulty is not None

    @cached_property
    def changes(self) -> tuple[Given, ...]:
        """The cells that were changed, with their new colours, ascending."""
        pairs = enumerate(zip(self.before.cells, self.picture.cells, strict=True))
        return tuple(Given(cell, color) for cell, (old, color) in pairs if old != color)

    @property
    def changed_cells(self) -> tuple[int, ...]:
        """The cells that were changed, ascending."""
        return tuple(cell for cell, _ in self.changes)

    @property
    def changed_share(self) -> float:
        """The share of the cells that were changed, 0 to 1."""
        return len(self.changes) / self.picture.grid.n_cells


def fit_picture(
    picture: Any,
    *,
    difficulty: Difficulty | str = Difficulty.LINES,
    timeout: float | None = None,
    log: Log = no_log,
    **options: Unpack[PictureOptions],
) -> FittedPicture:
    """Change few cells of a picture so that its puzzle is of a class of difficulty, or an easier one.

    In an image, cells whose colour lies between two colours of the puzzle change first. In any other picture each
    change costs the difference of the two colours.

    Args:
        picture: an image, the path of one, or another picture, as `puzzle_of_picture` takes it.
        difficulty: `deep` for any puzzle with one solution.
        timeout: seconds from now, after which the search ends with the best picture it has found; None for no limit.
        **options: `colors`, `background`, `size`, `hexagon`, `n_colors`, `dither`, `threshold`; see
            `PictureOptions`.

    Raises:
        InputError: the picture cannot be read.
        PuzzleError: it has a colour that `colors` lacks, or its rows make no grid.
        MissingDependency: the picture is an image, and Pillow is not installed.
        SolverError: a solver crashed, or gave an answer that fails verification.
        UsageError: an option is not for this kind of picture, or the class is unknown.
    """
    names = [each.value for each in Difficulty]
    if difficulty not in names:
        raise UsageError(f"class {difficulty!r}, expected one of {', '.join(names)}")
    traced = traced_value(picture, **options)
    return fit_traced(
        traced, Difficulty(difficulty), dithered=options.get("dither", False), deadline=Deadline.after(timeout), log=log
    )


def fit_traced(
    traced: TracedPicture,
    difficulty: Difficulty,
    *,
    dithered: bool = False,
    deadline: Deadline = NEVER,
    log: Log = no_log,
) -> FittedPicture:
    """Change few cells of a traced picture so that its puzzle is of a class of difficulty, or an easier one.

    Cells whose colour in the image is doubtful change first. Without an image each change costs the difference of the
    two colours. At the deadline the search ends with the best picture it has found.

    Args:
        dithered: only the average of neighbouring cells is like the image.

    Raises:
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    before, palette = traced.picture, traced.palette
    averages = traced.averages or tuple(rgb_of_name(palette.colors[color]) for color in before.cells)
    compared = ImageError(before.grid, palette, averages, blurred=dithered).of(before.cells)
    puzzles = EditedPuzzles(puzzle_of(before, palette), before)
    max_work = _WORK.get(difficulty, MAX_WORK)
    easier = FitSearch(puzzles, compared, TARGETS[Difficulty.LINES], deadline=deadline, max_work=MAX_WORK // 2)
    search = FitSearch(puzzles, compared, TARGETS[difficulty], deadline=deadline, max_work=max_work, log=log)

    def first_pictures() -> Iterator[Changes]:
        """The pictures to start from, each made on demand."""
        several = starts(compared, before.grid, search.scale, shifted=bool(traced.averages) and not dithered)
        if difficulty.rank <= Difficulty.LINES.rank:
            yield from several
            return
        # The methods of a harder class take long. A picture that lines solve is of that class, too; some of its changes
        # are not needed and are undone later.
        yield {}
        easier.run(several)
        yield easier.best.changes

    is_cut = False
    try:
        search.run(first_pictures())
    except GaveUp:
        is_cut = True
    best = search.best
    puzzle, picture = puzzles.edited(best.changes)
    reached = None if best.n_open else _class_of(puzzle, picture, difficulty)
    return FittedPicture(
        wanted=difficulty,
        difficulty=reached,
        before=before,
        picture=picture,
        puzzle=puzzle,
        n_open=best.n_open,
        error_before=compared.mean_error,
        error=compared.with_changes(best.changes).mean_error,
        is_cut=is_cut or (not best.n_open and reached is None),
    )


def _class_of(puzzle: Puzzle, picture: Picture, wanted: Difficulty) -> Difficulty | None:
    """The class of a puzzle that was found, from its clues alone; None if a few seconds do not suffice.

    Raises:
        SolverError: the puzzle is harder than wanted, so the search is wrong.
    """
    is_deep = wanted is Difficulty.DEEP
    rating = rate(puzzle, at_most=Difficulty.MODERATE if is_deep else wanted, timeout=_RATING_SECONDS)
    if rating.difficulty is not None:
        return rating.difficulty
    is_wrong = rating.at_least is None or rating.at_least.rank > wanted.rank
    if is_deep and not is_wrong:
        result = solve(puzzle, unique=True, timeout=_RATING_SECONDS)
        if result.gave_up:
            return None
        if result.unique and result.picture == picture:
            return Difficulty.DEEP
        is_wrong = True
    if is_wrong:
        raise SolverError("the puzzle fails verification, it is not shown")
    return None
