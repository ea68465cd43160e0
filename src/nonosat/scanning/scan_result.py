"""The result of reading an image: the puzzle, what was changed for a solution, and what stays doubtful."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.question import Outcome
from nonosat.model.clue import Clue, block_text, clue_text, length_text
from nonosat.model.grid import line_name
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle, cell_totals
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.scanning.board import Board
    from nonosat.scanning.marks import Mark
    from nonosat.scanning.page import Page

#: A number whose probability is below this is doubtful, unless the solution is the only one.
DOUBTFUL = 0.9


class ScannedNumber(NamedTuple):
    """A number of a clue on the image.

    Attributes:
        value: the length of a block; 0 where an empty line has a 0; `?` if it is hidden.
        color: its number in the palette, from 1; 0 for the 0 of an empty line, and where a finished line is grey.
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


@dataclass(frozen=True, kw_only=True)
class ScanResult:
    """The puzzle that was read from an image.

    Attributes:
        puzzle: its clues are impossible if `result` is None and their totals disagree.
        numbers: for each line the numbers of its clue.
        marks: for each cell of the board, row by row, the mark on it.
        changes: what the repair changed.
        doubts: what a person should check, in sentences; empty if the solution confirms the reading.
        mark_doubts: the same of the marks; those that differ from the only solution may be mistakes of the player.
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
        grid = self.puzzle.grid
        words = {True: "one solution", False: "several solutions", None: "a solution, perhaps not the only one"}
        solved = "no solution found" if self.result is None else words[self.result.unique]
        parts = [f"{grid.header}, {count(self.puzzle.n_blocks, 'number')}, {solved}"]
        if n_marks := self.n_marks:
            parts.append(count(n_marks, "mark"))
        if self.changes:
            parts.append(f"{count(len(self.changes), 'clue')} changed")
        if n_doubts := len(self.doubts) + len(self.mark_doubts):
            parts.append(count(n_doubts, "doubt"))
        return "; ".join(parts)

    def details(self) -> list[str]:
        """The changes and the doubts of the puzzle, in sentences."""
        grid = self.puzzle.grid
        sentences = []
        for change in self.changes:
            read, chosen = (clue_words(self.puzzle, clue) for clue in change[1:])
            sentences.append(f"{line_name(grid, change.line)}: {read} reads {chosen}: {self._reason(change)}")
        return [*sentences, *self.doubts]

    def _reason(self, change: Change) -> str:
        if not all(block.color for block in change.read):
            return "grey numbers have the colours of the solution"
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
                {"line": line_name(grid, line), "numbers": [number._asdict() for number in numbers]}
                for line, numbers in enumerate(self.numbers)
            ],
            "marks": self._mark_rows() if self.n_marks else None,
            "unique": None if self.result is None else self.result.unique,
            "changes": [
                {"line": line_name(grid, line), "read": clue_text(read), "chosen": clue_text(chosen)}
                for line, read, chosen in self.changes
            ],
            "doubts": [*self.doubts, *self.mark_doubts],
        }

    def _mark_rows(self) -> list[str]:
        """The marks as text that `nonosat hint` reads: a letter for a colour, - for an empty and ? for an open cell."""
        signs = ["?" if color is None else letter(color) for color in self.known]
        return ["".join(signs[at : at + self.board.width]) for at in range(0, len(signs), self.board.width)]


def clue_words(puzzle: Puzzle, clue: Clue) -> str:
    """A clue as text, with the letters of its colours if there are several."""
    return " ".join(map(length_text if puzzle.n_colors == 1 else block_text, clue)) or "0"
