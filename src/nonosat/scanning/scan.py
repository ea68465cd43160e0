"""The puzzle on an image: a screenshot, a scan, or a photo; what was changed for a solution, and what is doubtful."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nonosat.core.errors import MissingDependency
from nonosat.core.files import read_bytes, shown_name
from nonosat.core.images import MAX_BYTES, open_image
from nonosat.core.question import Limit, Outcome, Run
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.clue import Clue, block_text, clue_of, clue_text, length_text
from nonosat.model.grid import along, line_name
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE, Palette, letter
from nonosat.model.puzzle import Puzzle, find_disagreement
from nonosat.model.rect_grid import RectGrid
from nonosat.scanning.reading import QUESTION_MARK, SURE, Number, Reading
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.scanning.board import Board
    from nonosat.scanning.flat_page import Page
    from nonosat.scanning.likeliest_clues import Repaired
    from nonosat.scanning.marks import Mark

#: The work of the repair if no limit of time is given, in units: the least, and that for each cell.
_REPAIR_WORK, _REPAIR_CELL_WORK = 4_000, 2.2


class ScannedNumber(NamedTuple):
    """A number of a clue on the image.

    Attributes:
        value: the length of a block; 0 where an empty line has a 0; `?` if it is hidden.
        color: its number in the palette, from 1; 0 for the 0 of an empty line, and where it is unknown or grey.
        probability: that of the reading, from 0 to 1; 0 if it is not among the readings that have a solution.
        box: left, top, right and bottom, in pixels of the image.
    """

    value: int | str
    color: int
    probability: float
    box: tuple[float, float, float, float]


class Change(NamedTuple):
    """A clue that was changed so that there is a solution: its line, the likeliest reading, and the chosen one."""

    line: int
    read: Clue
    chosen: Clue


@dataclass(frozen=True, kw_only=True, repr=False)
class ScanResult(DisplayedAnswer):
    """The puzzle that was read from an image.

    Attributes:
        puzzle: its clues are impossible if `result` is None and their totals disagree.
        numbers: for each line the numbers of its clue.
        marks: for each cell of the board, row by row, the mark on it.
        changes: what the repair changed.
        doubts: what a person should check, in sentences; empty if the solution confirms the reading.
        mark_doubts: the same for the marks; those that differ from the only solution may be mistakes of the player.
        result: the search for solutions; None if the puzzle has none, or none was found in time.
        remarks: on the image, in sentences.
    """

    puzzle: Puzzle
    numbers: tuple[tuple[ScannedNumber, ...], ...]
    marks: tuple[Mark, ...] = ()
    changes: tuple[Change, ...] = ()
    doubts: tuple[str, ...] = ()
    mark_doubts: tuple[str, ...] = ()
    result: Result | None = None
    remarks: tuple[str, ...] = ()
    page: Page = field(repr=False)
    board: Board = field(repr=False)

    @property
    def known(self) -> tuple[int | None, ...]:
        """The partial picture on the board, as `hint` takes it: for each cell its colour, None where it is open."""
        return tuple(mark.color for mark in self.marks)

    @property
    def n_marks(self) -> int:
        """The number of cells that are filled or marked empty."""
        return len(self.known) - self.known.count(None)

    @property
    def outcome(self) -> Outcome:
        """Yes if nothing is doubtful."""
        return Outcome.NO if self.doubts or self.mark_doubts else Outcome.YES

    def sentence(self) -> str:
        """The size, and how sure the reading is."""
        words = {True: "one solution", False: "several solutions", None: "a solution, perhaps not the only one"}
        solved = "no solution found" if self.result is None else words[self.result.unique]
        n_doubts = len(self.doubts) + len(self.mark_doubts)
        others = ((self.n_marks, "mark", ""), (len(self.changes), "clue", " changed"), (n_doubts, "doubt", ""))
        parts = [f"{count(n, noun)}{end}" for n, noun, end in others if n]
        return "; ".join([f"{self.puzzle.grid.header}, {count(self.puzzle.n_blocks, 'number')}, {solved}", *parts])

    def details(self) -> list[str]:
        """The changes and the doubts of the puzzle, in sentences."""
        grid = self.puzzle.grid
        sentences = []
        for change in self.changes:
            read, chosen = (clue_words(self.puzzle, clue) for clue in change[1:])
            clues = [*self.puzzle.clues[: change.line], change.read, *self.puzzle.clues[change.line + 1 :]]
            reason = "grey numbers have the colours of the solution"
            if all(block.color for block in change.read):
                reason = find_disagreement(grid, clues, self.puzzle.n_colors) or "the puzzle as read has no solution"
            sentences.append(f"{line_name(grid, change.line)}: {read} was changed to {chosen}: {reason}")
        return [*sentences, *self.doubts]

    def record(self) -> dict[str, object]:
        """The reading as a JSON object."""
        grid = self.puzzle.grid
        signs = ["?" if color is None else letter(color) for color in self.known]  # as `nonosat hint` reads them
        return {
            "grid": grid.header,
            "colors": list(self.puzzle.palette.colors),
            "lines": [
                {"line": line_name(grid, line), "numbers": [number._asdict() for number in numbers]}
                for line, numbers in enumerate(self.numbers)
            ],
            "marks": ["".join(along(signs, grid.line(row))) for row in grid.families[0]] if self.n_marks else None,
            "unique": None if self.result is None else self.result.unique,
            "changes": [
                {"line": line_name(grid, line), "read": clue_text(read), "chosen": clue_text(chosen)}
                for line, read, chosen in self.changes
            ],
            "doubts": [*self.doubts, *self.mark_doubts],
        }


def clue_words(puzzle: Puzzle, clue: Clue) -> str:
    """A clue as text, with the letters of its colours if there are several."""
    return " ".join(map(length_text if puzzle.n_colors == 1 else block_text, clue)) or "0"


def scan(image: str | os.PathLike[str] | bytes | Any, *, timeout: Limit = None) -> ScanResult:
    """Read the puzzle on an image: a screenshot, a scan, or a photo.

    Args:
        image: a file, `-` for standard input; its contents; or an array [height, width, 3] of red, green and blue.
        timeout: seconds from now, after which no more readings are tried; or a run. By default the work of about 4
            seconds, or of one for every 450 cells if that is more.

    Raises:
        InputError: it is not an image, or too large; or there is no grid, or there are no numbers beside it, or they
            are too small.
        MissingDependency: OpenCV or Pillow is not installed.
    """
    if not (find_spec("cv2") and find_spec("PIL")):
        message = "OpenCV and Pillow are needed to scan images; install them with: pip install 'nonosat[scan]'"
        raise MissingDependency(message)
    from nonosat.scanning.page_reading import read_page

    run, name = Run.of(timeout), "<image>"
    remarks: tuple[str, ...] = ()
    if isinstance(image, str | os.PathLike):
        path = os.fspath(image)
        name, image = shown_name(path), read_bytes(path, MAX_BYTES, run.deadline)
    if isinstance(image, bytes):
        opened, remarks = open_image(image, name)
        image = np.array(opened)
        image[image[..., 3] < 128] = 255
    page, board, lines = read_page(np.ascontiguousarray(image[..., :3], np.uint8), name, run)
    if not run.deadline.is_timed:
        work = max(_REPAIR_WORK, board.height * board.width * _REPAIR_CELL_WORK)
        run = run._replace(deadline=run.deadline.or_after_work(work))
    return _repaired(page, board, lines, run, remarks)


def _repaired(page: Page, board: Board, lines: list[list[Reading]], run: Run, remarks: tuple[str, ...]) -> ScanResult:
    """The result of choosing a reading for each line."""
    from nonosat.scanning.choices import Way
    from nonosat.scanning.likeliest_clues import repair
    from nonosat.scanning.marks import doubtful_marks, find_marks
    from nonosat.scanning.number_colors import palette_of

    grid = RectGrid(board.height, board.width)
    palette = palette_of(page, [number for readings in lines for number in readings[0].numbers if number.value])
    plain = _without_colors(grid, palette, lines, run)
    if plain:  # finished numbers have another colour
        palette, lines = BLACK_ON_WHITE, plain
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
    doubts = ("the colours of numbers are left out: their totals disagree",) * bool(plain)
    return ScanResult(
        puzzle=puzzle,
        numbers=tuple(tuple(_placed(page, number) for number in reading.numbers) for reading in chosen),
        marks=marks,
        changes=changes,
        doubts=(*doubts, *_doubts(page, repaired, chosen, {change.line for change in changes})),
        mark_doubts=tuple(doubtful_marks(grid, marks, solution if is_unique else None)),
        result=repaired.result,
        remarks=remarks,
        page=page,
        board=board,
    )


def _without_colors(grid: RectGrid, palette: Palette, lines: list[list[Reading]], run: Run) -> list[list[Reading]]:
    """The readings without colours, if the totals of these disagree and there is a single solution so; else none."""
    from nonosat.scanning.clue_lines import recolored
    from nonosat.scanning.likeliest_clues import solved

    if not find_disagreement(grid, [readings[0].clue for readings in lines], palette.n_colors):
        return []
    ones = [1] * (palette.n_colors + 1)
    plain = [recolored(readings, ones, len(grid.line(line))) for line, readings in enumerate(lines)]
    result = solved(grid, BLACK_ON_WHITE, [readings[0].clue for readings in plain], run)[1]
    return plain if result and result.unique else []


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
