"""The puzzle on an image: a screenshot, a scan, or a photo."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat.core.errors import InputError, MissingDependency
from nonosat.core.files import read_bytes, shown_name
from nonosat.core.question import Limit, Outcome, Run
from nonosat.model.clue import HIDDEN, Block, Clue, block_text, length_text
from nonosat.model.grid import line_name
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle, cell_totals
from nonosat.model.rect_grid import RectGrid
from nonosat.scanning.reading import UNKNOWN, Number, Reading
from nonosat.scanning.repair import Repaired, Way, repair
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.scanning.board import Board
    from nonosat.scanning.page import Page

#: The largest file of an image, in bytes, and the seconds for the repair, if no limit is given.
MAX_BYTES, REPAIR_SECONDS = 1 << 26, 30.0
#: A cell of fewer pixels than this has numbers that nobody can read.
_SMALLEST = 5.0
#: A number whose probability is below this is doubtful, unless the solution is the only one.
DOUBTFUL = 0.9
#: A reading that costs this much more than the likeliest one is doubtful even if it has the only solution.
_FAR = 7.0
_EXPECTED = "expected the image of a puzzle; `nonosat make` makes one from a picture"


class ScannedNumber(NamedTuple):
    """A number of a clue on the image.

    Attributes:
        value: the length of a block; 0 where an empty line has a 0; None for `?`.
        color: its number in the palette, from 1; 0 for the 0 of an empty line.
        probability: that of the reading, from 0 to 1.
        place: left, top, right and bottom of the box around it, in pixels of the image.
    """

    value: int | None
    color: int
    probability: float
    place: tuple[float, float, float, float]


class Change(NamedTuple):
    """A clue that was changed so that there is a solution: its line, the likeliest reading, and the chosen one."""

    line: int
    read: Clue
    chosen: Clue


@dataclass(frozen=True, kw_only=True)
class ScanResult:
    """The puzzle that was read from an image.

    Attributes:
        puzzle: its clues are impossible if `result` is None and their totals disagree.
        numbers: for each line the numbers of its clue.
        changes: what the repair changed.
        doubts: what a person should check, in sentences; empty if the solution confirms the reading.
        result: the search for solutions; None if the puzzle has none, or none was found in time.
        remarks: on the image, in sentences.
    """

    puzzle: Puzzle
    numbers: tuple[tuple[ScannedNumber, ...], ...]
    changes: tuple[Change, ...] = ()
    doubts: tuple[str, ...] = ()
    result: Result | None = None
    remarks: tuple[str, ...] = ()
    page: Page = field(repr=False)
    board: Board = field(repr=False)

    @property
    def outcome(self) -> Outcome:
        """Yes if nothing is doubtful."""
        return Outcome.NO if self.doubts else Outcome.YES

    def sentence(self) -> str:
        """The size, and how sure the reading is."""
        grid = self.puzzle.grid
        solved = (
            "no solution found"
            if self.result is None
            else "one solution"
            if self.result.unique
            else "several solutions"
        )
        if self.result is not None and self.result.unique is None:
            solved = "a solution, perhaps not the only one"
        parts = [f"{grid.header}, {count(self.puzzle.n_blocks, 'number')}, {solved}"]
        if self.changes:
            parts.append(f"{count(len(self.changes), 'clue')} changed")
        if self.doubts:
            parts.append(f"{count(len(self.doubts), 'doubt')}")
        return "; ".join(parts)

    def details(self) -> list[str]:
        """The changes and the doubts, in sentences."""
        grid = self.puzzle.grid
        sentences = []
        for change in self.changes:
            read, chosen = (" ".join(map(self._shown, clue)) or "0" for clue in change[1:])
            sentences.append(f"{line_name(grid, change.line)}: {read} reads {chosen}: {self._reason(change)}")
        return [*sentences, *self.doubts]

    def _shown(self, block: Block) -> str:
        return length_text(block) if self.puzzle.n_colors == 1 else block_text(block)

    def _reason(self, change: Change) -> str:
        clues = list(self.puzzle.clues)
        clues[change.line] = change.read
        totals = (total.cells for total in cell_totals(self.puzzle.grid, clues, self.puzzle.n_colors))
        for color, (rows, columns) in enumerate(zip(*totals, strict=True)):
            if rows != columns:
                more, fewer = ("rows", "columns") if rows > columns else ("columns", "rows")
                of_color = "" if self.puzzle.n_colors == 1 else f" of {letter(color)}"
                return f"{more} total {abs(rows - columns)}{of_color} more than {fewer}"
        return "as read there is no solution"

    def record(self) -> dict[str, object]:
        """The reading as JSON can hold it."""
        grid = self.puzzle.grid
        return {
            "grid": grid.header,
            "colors": list(self.puzzle.palette.colors),
            "lines": [
                {
                    "line": line_name(grid, line),
                    "numbers": [
                        {
                            "value": _recorded(number.value),
                            "color": number.color,
                            "probability": round(number.probability, 4),
                            "box": [round(side, 1) for side in number.place],
                        }
                        for number in numbers
                    ],
                }
                for line, numbers in enumerate(self.numbers)
            ],
            "unique": None if self.result is None else self.result.unique,
            "changes": [
                {
                    "line": line_name(grid, change.line),
                    "read": list(map(_recorded_block, change.read)),
                    "chosen": list(map(_recorded_block, change.chosen)),
                }
                for change in self.changes
            ],
            "doubts": list(self.doubts),
        }


def _shown(value: int | None) -> str:
    return "?" if value is None else str(value)


def _recorded(value: int | None) -> int | str:
    return "?" if value is None else value


def _recorded_block(block: Block) -> dict[str, object]:
    return {"value": _recorded(block.length or None), "color": block.color}


def _length(value: int) -> int | None:
    """A class of the network as a length."""
    return None if value == UNKNOWN else value


def scan(image: str | os.PathLike[str] | bytes | Any, *, timeout: Limit = None) -> ScanResult:
    """Read the puzzle on an image: a screenshot, a scan, or a photo.

    Args:
        image: a file, `-` for standard input; its contents; or an array of pixels [height, width, red, green, blue].
        timeout: seconds from now, after which no more readings are tried; or a run. By default 30 seconds for that.

    Raises:
        InputError: it is not an image, or too large; or there is no grid, or there are no numbers beside it, or they
            are too small.
    """
    _require()
    import numpy as np

    from nonosat.authoring.image_canvas import open_image

    name: str = "<image>"
    remarks: tuple[str, ...] = ()
    run = Run.of(timeout)
    if isinstance(image, str | os.PathLike):
        path = os.fspath(image)
        name, image = shown_name(path), read_bytes(path, MAX_BYTES)
    if isinstance(image, bytes):
        opened, _, remarks = open_image(image, name, (255, 255, 255))
        image = np.asarray(opened)
    page, board, lines = _read(np.ascontiguousarray(image[..., :3], np.uint8), name, run)
    return _repaired(page, board, lines, run._replace(deadline=run.deadline.or_after(REPAIR_SECONDS)), remarks)


def _require() -> None:
    """Raise MissingDependency if a package of the extra is not installed."""
    for package, module in (("OpenCV", "cv2"), ("Pillow", "PIL")):
        if find_spec(module) is None:
            message = f"{package} is needed to scan images, expected it installed: pip install 'nonosat[scan]'"
            raise MissingDependency(message)


def _read(pixels: Any, name: str, run: Run) -> tuple[Page, Board, list[list[Reading]]]:
    """The flattened page of an image, the board on it, and the readings of all lines."""
    from nonosat.scanning.board import NoNumbers, find_board
    from nonosat.scanning.clue_lines import clue_lines, is_number, read_pieces
    from nonosat.scanning.mesh import find_mesh
    from nonosat.scanning.page import boxed, flatten, trimmed

    mesh = find_mesh(pixels)
    if mesh is None:
        raise InputError(f"no grid found, {_EXPECTED}", file=name)
    run.log(f"a mesh of {mesh.nodes.shape[0]} x {mesh.nodes.shape[1]} crossings, cells of {mesh.pitch:.1f} pixels")
    if mesh.pitch < _SMALLEST:
        raise InputError(f"numbers too small to read: cells of {mesh.pitch:.1f} pixels", file=name)
    for is_last in (False, True):
        page = flatten(pixels, mesh)
        lines_seen, dark = boxed(page.colors)
        lines_seen &= ~page.has_chip()
        found = read_pieces(page)
        (top, left), (height, width) = page.first, page.shape
        try:
            numbers = [piece.box for piece in found if is_number(piece)]
            board = find_board(lines_seen, dark, numbers, (top, left, top + height, left + width))
        except NoNumbers:
            raise InputError(f"a grid, but no numbers beside it, {_EXPECTED}", file=name) from None
        # Lines that are none bend what is beside the board.
        better = None if is_last else trimmed(page, lines_seen, board[:4])
        if better is None:
            break
        mesh = better
    run.log(f"a board of {board.height} rows and {board.width} columns")
    lines = clue_lines(page, board, found, lines_seen)
    if 2 * sum(bool(readings[0].values) for readings in lines) < len(lines):
        raise InputError(f"a grid, but no numbers beside most of its lines, {_EXPECTED}", file=name)
    return page, board, lines


def _clue(reading: Reading) -> Clue:
    return tuple(Block(_length(value) or HIDDEN, color) for value, color in reading.blocks)


def _repaired(page: Page, board: Board, lines: list[list[Reading]], run: Run, remarks: tuple[str, ...]) -> ScanResult:
    """The result of choosing a reading for each line."""
    from nonosat.scanning.colors import palette_of

    grid = RectGrid(board.height, board.width)
    palette = palette_of(page, [number for readings in lines for number in readings[0].numbers if number.value])
    kept = []
    for line, readings in enumerate(lines):
        most = len(grid.line(line))
        sound = [reading for reading in readings if reading.length <= most]
        # An empty clue stands last, as a line that could not be read.
        kept.append(sound or [Reading(12.0, ())])
    ways = [[Way(reading.cost, _clue(reading)) for reading in readings] for readings in kept]
    repaired = repair(grid, palette, ways, run)
    chosen = [readings[at] for readings, at in zip(kept, repaired.chosen, strict=True)]
    changes = tuple(
        Change(line, _clue(readings[0]), _clue(reading))
        for line, (readings, reading) in enumerate(zip(lines, chosen, strict=True))
        if readings[0].blocks != reading.blocks
    )
    is_sure = repaired.result is not None and repaired.result.unique
    colors = () if is_sure else _colors_doubts(page, repaired.puzzle, chosen)
    return ScanResult(
        puzzle=repaired.puzzle,
        numbers=tuple(tuple(_placed(page, number) for number in reading.numbers) for reading in chosen),
        changes=changes,
        doubts=(*_doubts(repaired, chosen, [readings[0].cost for readings in lines]), *colors),
        result=repaired.result,
        remarks=remarks,
        page=page,
        board=board,
    )


def _colors_doubts(page: Page, puzzle: Puzzle, chosen: list[Reading]) -> Iterator[str]:
    """The numbers whose colour a person should check, in sentences."""
    from nonosat.scanning.colors import has_doubtful_color

    numbers = [(line, each) for line, reading in enumerate(chosen) for each in reading.numbers if each.value]
    doubtful = has_doubtful_color(page, [number for _, number in numbers])
    for (line, number), is_doubtful in zip(numbers, doubtful, strict=True):
        if is_doubtful:
            name = letter(number.color)
            yield f"{line_name(puzzle.grid, line)}: the colour {name} of {_shown(_length(number.value))} is doubtful"


def _doubts(repaired: Repaired, chosen: list[Reading], costs: list[float]) -> list[str]:
    """The points that a person should check, in sentences."""
    grid = repaired.puzzle.grid
    far = [
        line for line, (reading, dearest) in enumerate(zip(chosen, costs, strict=True)) if reading.cost > dearest + _FAR
    ]
    # Nothing beside a line may be an empty line, or numbers that were not seen.
    blank = [
        f"{line_name(grid, line)}: no number was seen" for line, reading in enumerate(chosen) if not reading.numbers
    ]
    if repaired.result is not None and repaired.result.unique and not repaired.is_next_near:
        return [*(f"{line_name(grid, line)}: an unlikely reading was taken" for line in far), *blank]
    doubts = [
        f"{line_name(grid, line)}: {_shown(_length(number.value))} is doubtful"
        for line, reading in enumerate(chosen)
        for number in reading.numbers
        if number.probability < DOUBTFUL
    ]
    if repaired.result is None:
        first = "no likely reading has a solution"
    elif repaired.is_next_near:
        first = "another reading is nearly as likely"
    else:
        first = "the puzzle as read has several solutions"
    return [first, *doubts, *blank]


def _placed(page: Page, number: Number) -> ScannedNumber:
    """A number with its place on the image."""
    box = number.box
    corners = [page.place(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    xs, ys = zip(*corners, strict=True)
    color = number.color if number.value else 0
    return ScannedNumber(
        _length(number.value), color, round(number.probability, 4), (min(xs), min(ys), max(xs), max(ys))
    )
