"""The puzzle on an image: a screenshot, a scan, or a photo; what was changed for a solution, and what is doubtful."""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from nonosat.core.errors import InputError, MissingDependency
from nonosat.core.files import read_bytes, shown_name
from nonosat.core.images import MAX_BYTES, open_image
from nonosat.core.question import Limit, Run
from nonosat.model.clue import clue_of, length_text
from nonosat.model.grid import line_name
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.scanning.reading import QUESTION_MARK, SURE, Number, Reading
from nonosat.scanning.scan_result import Change, ScannedNumber, ScanResult, clue_words

if TYPE_CHECKING:
    from nonosat.scanning.board import Board
    from nonosat.scanning.flat_page import Page
    from nonosat.scanning.likeliest_clues import Repaired
    from nonosat.scanning.marks import Mark

#: The work of all repairs if no limit of time is given, in units: the least, and that for each cell; and the share of
#: what is left of it, or of the time, that the repair of one view takes.
_WORK, _CELL_WORK, _VIEW = 4_000, 2.2, 0.5
#: Marks that contradict the only solution and are still taken for mistakes, however few there are.
_MISTAKES = 5


def scan(image: str | os.PathLike[str] | bytes | Any, *, timeout: Limit = None) -> ScanResult:
    """Read the puzzle on an image: a screenshot, a scan, or a photo.

    Args:
        image: a file, `-` for standard input; its contents; or an array [height, width, 3] of red, green and blue.
        timeout: seconds from now, after which no more readings are tried; or a run. By default the work of about 4
            seconds, or of one for every 450 cells if that is more, for all of at most four views of the image.

    Raises:
        InputError: it is not an image, or too large; or there is no grid, or there are no numbers beside it, or they
            are too small.
        MissingDependency: OpenCV or Pillow is not installed.
    """
    if not (find_spec("cv2") and find_spec("PIL")):
        message = "OpenCV and Pillow are needed to scan images; install them with: pip install 'nonosat[scan]'"
        raise MissingDependency(message)
    run, name = Run.of(timeout), "<image>"
    remarks: tuple[str, ...] = ()
    if isinstance(image, str | os.PathLike):
        path = os.fspath(image)
        name, image = shown_name(path), read_bytes(path, MAX_BYTES, run.deadline)
    if isinstance(image, bytes):
        opened, remarks = open_image(image, name)
        image = np.array(opened)
        image[image[..., 3] < 128] = 255
    pixels = np.ascontiguousarray(image[..., :3], np.uint8)
    return replace(_best_reading(pixels, name, run), remarks=remarks)


def _best_reading(pixels: Any, name: str, run: Run) -> ScanResult:
    """The reading of an image that its solution confirms most.

    What is around a puzzle spoils the measures of contrast and grain, and the texture of a photographed monitor looks
    like digits. So an image whose numbers have no single solution as they were read is read again in other views.
    """
    from nonosat.scanning.page_reading import WHOLE, NoNumbers, View, read_page

    def reading(view: View) -> ScanResult:
        nonlocal run
        page, board, lines = read_page(pixels, name, run, view)
        run = _with_work(run, board)
        return _repaired(page, board, lines, run._replace(deadline=run.deadline.part(_VIEW)))

    first: ScanResult | None = None
    refused: NoNumbers | None = None
    try:
        first = best = reading(WHOLE)
    except NoNumbers as error:
        refused, best = error, None
    if first and first.is_unique and not first.changes:
        return first
    for view in View.further(pixels, first.extent, first.cell) if first else View.further(pixels, None):
        if run.deadline.has_passed:
            break
        try:
            found = reading(view)
        except InputError:
            continue
        best = found if best is None else max(best, found, key=_confirmation)
        if not found.doubts:
            break
    if best is None:
        assert refused is not None
        raise refused
    if first is None or first is best:
        return best
    # A second way to read an image may have a solution by chance, but hardly one for which nothing is changed where
    # the first way had none as it was read.
    is_same = best.puzzle.clues == first.puzzle.clues
    is_likely = not best.changes and (is_same or first.result is None or first.changes)
    is_other = best.puzzle.grid != first.puzzle.grid or not is_likely
    doubt = f"the image can be read in another way: {first.sentence()}"
    return replace(best, doubts=(*best.doubts, doubt)) if is_other else best


def _with_work(run: Run, board: Board) -> Run:
    """A run that ends after the work of all repairs, if it has no limit yet."""
    if run.deadline.is_timed or run.deadline.work_left() < math.inf:
        return run
    work = max(_WORK, board.height * board.width * _CELL_WORK)
    return run._replace(deadline=run.deadline.or_after_work(work))


def _confirmation(found: ScanResult) -> tuple[bool, bool, int]:
    """How far the solution confirms a reading: it is the only one, there is one, and little was changed or doubtful."""
    return found.is_unique, found.result is not None, -len(found.changes) - len(found.doubts)


def _repaired(page: Page, board: Board, lines: list[list[Reading]], run: Run) -> ScanResult:
    """The result of choosing a reading for each line."""
    from nonosat.scanning.choices import Way
    from nonosat.scanning.likeliest_clues import repair
    from nonosat.scanning.marks import Mark, doubtful_marks, find_marks
    from nonosat.scanning.number_colors import palette_of

    grid = RectGrid(board.height, board.width)
    palette = palette_of(page, [number for readings in lines for number in readings[0].numbers if number.value])
    ways = [[Way(reading.cost, reading.clue) for reading in readings] for readings in lines]
    repaired = repair(grid, palette, ways, run)
    # A line that is not read as a whole keeps its numbers, at their places and without any probability.
    unread = [Reading(0.0, tuple(n._replace(probability=0.0) for n in readings[0].numbers)) for readings in lines]
    chosen = [unread[line] if at is None else lines[line][at] for line, at in enumerate(repaired.chosen)]
    puzzle = _colored(page, repaired)
    read = [readings[0].clue for readings in lines]
    changes = tuple(each for each in map(Change, itertools.count(), read, puzzle.clues) if each.read != each.chosen)
    solution = repaired.result.picture.cells if repaired.result and repaired.result.picture else None
    marks = find_marks(page, board, [n.box for reading in chosen for n in reading.numbers], palette, solution)
    is_unique = repaired.result is not None and repaired.result.unique
    mark_doubts = tuple(doubtful_marks(grid, marks, solution if is_unique else None))
    if is_unique and solution and not _are_understood(marks, solution):
        marks, mark_doubts = tuple(Mark(None, 1.0) for _ in marks), ("the marks are not understood and not used",)
    return ScanResult(
        puzzle=puzzle,
        numbers=tuple(tuple(_placed(page, number) for number in reading.numbers) for reading in chosen),
        marks=marks,
        changes=changes,
        doubts=tuple(_doubts(page, repaired, chosen, {change.line for change in changes})),
        mark_doubts=mark_doubts,
        result=repaired.result,
        page=page,
        board=board,
    )


def _are_understood(marks: Sequence[Mark], solution: Sequence[int]) -> bool:
    """True if at most a fifth of the marks, or a few, contradict the only solution: mistakes of a player."""
    known = [(mark.color, right) for mark, right in zip(marks, solution, strict=True) if mark.color is not None]
    return sum(color != right for color, right in known) <= max(_MISTAKES, len(known) // 5)


def _colored(page: Page, repaired: Repaired) -> Puzzle:
    """The puzzle, in which numbers that an app has greyed have the colours of the only solution."""
    puzzle, picture = repaired.puzzle, repaired.result and repaired.result.unique and repaired.result.picture
    if not picture or any(page.chips.dashed):  # the colours of blocks in dashed outlines stay unknown
        return puzzle
    solved = (clue_of(picture.line(line)) for line in range(puzzle.grid.n_lines))
    clues = (
        tuple(block._replace(color=color) for block, (_, color) in zip(*both, strict=True))
        for both in zip(puzzle.clues, solved, strict=True)
    )
    return replace(puzzle, clues=tuple(clues))


def _doubts(page: Page, repaired: Repaired, chosen: list[Reading], changed: set[int]) -> Iterator[str]:
    """The points that a person should check, in sentences; `changed` are the lines whose clues were changed."""
    from nonosat.scanning.number_colors import doubtful_colors

    puzzle, result = repaired.puzzle, repaired.result
    is_sure = result is not None and result.unique is True and repaired.is_likeliest
    numbers = [number for reading in chosen for number in reading.numbers if number.value]
    between = set(doubtful_colors(page, numbers, is_sure=is_sure))
    if result is None and repaired.is_likeliest:
        yield "no likely reading has a solution"
    elif result is None:
        yield "the time ended before a solution was found"
    elif not result.unique:
        yield f"the puzzle as read {'has' if result.unique is False else 'may have'} several solutions"
    elif not repaired.is_likeliest:
        yield "the time ended before all likelier readings were tried"
    for line, (reading, at, clue) in enumerate(zip(chosen, repaired.chosen, puzzle.clues, strict=True)):
        name, other = line_name(puzzle.grid, line), clue if repaired.rival is None else repaired.rival[line]
        choices = " or ".join(dict.fromkeys(clue_words(puzzle, each) for each in (clue, other)))
        if at is None:
            yield f"{name}: not read; the solution says {choices}"
        elif other != clue:
            yield f"{name}: {choices}, which is nearly as likely"
        elif not reading.numbers:  # it may be an empty line, or numbers that were not seen
            yield f"{name}: no number was seen"
        else:
            for number in reading.numbers:
                text = length_text(number.block)
                if not is_sure and (number.probability < SURE or line in changed):
                    yield f"{name}: {text} is doubtful"
                if number in between:
                    yield f"{name}: the colour {letter(number.color)} of {text} is doubtful"


def _placed(page: Page, number: Number) -> ScannedNumber:
    """A number with its place on the image."""
    corners = [page.place(x, y) for x in number.box[::2] for y in number.box[1::2]]
    box = (round(end(sides), 1) for end in (min, max) for sides in zip(*corners, strict=True))
    value = "?" if number.value == QUESTION_MARK else number.value
    return ScannedNumber(value, number.color if number.value else 0, round(number.probability, 4), tuple(box))
