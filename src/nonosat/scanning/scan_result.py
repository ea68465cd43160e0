"""The puzzle that was read from an image, with its numbers and marks, and what is doubtful."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nonosat.core.question import Outcome
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.clue import Clue, block_text, clue_text, length_text
from nonosat.model.grid import along, line_name
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle, find_disagreement
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.scanning.board import Board
    from nonosat.scanning.flat_page import Page
    from nonosat.scanning.marks import Mark

#: Where advice helps: the fewest pixels of a cell, the least share of an image, and the greatest tilt; see `Mesh.tilt`.
_FEW_PIXELS, _SMALL_PART, _TILTED = 12, 0.4, 1.15


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
    def extent(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of the board with its numbers, in pixels of the image."""
        board = self.board
        nodes = self.page.mesh.nodes[board.top : board.bottom + 1, board.left : board.right + 1].reshape(-1, 2)
        boxes = np.array([number.box for numbers in self.numbers for number in numbers]).reshape(-1, 2)
        points = np.concatenate([nodes, boxes])
        return (*points.min(0), *points.max(0))

    @property
    def cell(self) -> float:
        """The side of a cell of the board, in pixels of the image."""
        return self.page.mesh.pitch * self.board.step

    @property
    def n_marks(self) -> int:
        """The number of cells that are filled or marked empty."""
        return len(self.known) - self.known.count(None)

    @property
    def is_unique(self) -> bool:
        """True if there is exactly one solution."""
        return self.result is not None and self.result.unique is True

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
        return [*sentences, *self.doubts, *self.advice()]

    def advice(self) -> list[str]:
        """What may help where numbers are doubtful, in a sentence."""
        if not self.doubts:
            return []
        left, top, right, bottom = self.extent
        height, width = self.page.image.shape[:2]
        if self.cell < _FEW_PIXELS:
            return [f"cells have only {self.cell:.0f} pixels: use a larger image, or come closer"]
        if (right - left) * (bottom - top) < _SMALL_PART * height * width:
            return ["the puzzle is a small part of the image: crop the image to the puzzle"]
        if self.page.mesh.tilt > _TILTED:
            return ["the page is tilted: hold the camera straight above it"]
        return []

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
