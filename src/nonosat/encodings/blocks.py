"""What the encodings share that have variables for blocks: names for these variables, and how others speak of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from nonosat.cnf.formula import Formula
from nonosat.encodings.cell_variables import Cells
from nonosat.encodings.columns import Column
from nonosat.model.clue import UNKNOWN, Clue
from nonosat.model.puzzle import Puzzle

#: The starts of a block: from position and colour to the variable.
Starts = dict[tuple[int, int], int]


class BlockLiterals(NamedTuple):
    """A block as redundant constraints see it, whatever the variables that say where it starts.

    Attributes:
        length: cells it covers.
        starts: for each colour it may have the possible starts, as a bit set.
        not_at: from a start and a colour to literals of which one is true unless the block starts there in that colour.
        le: the literal "starts at the position or earlier", for an encoding that has it.
    """

    length: int
    starts: Mapping[int, int]
    not_at: Callable[[int, int], tuple[int, ...]]
    le: Column | None = None


class Encoder(Protocol):
    """A formula that has been built, and what may be built upon."""

    puzzle: Puzzle
    formula: Formula
    cells: Cells


class StartEncoder(Encoder, Protocol):
    """The same for an encoding whose variables tell where blocks start."""

    def blocks(self) -> Mapping[int, Sequence[BlockLiterals]]:
        """The blocks of each line that has clauses."""
        ...


class BlockTable:
    """Names of consecutive variables, given in runs: a line, a block, and what the third index runs over."""

    def __init__(self) -> None:
        self.offsets: list[int] = []
        self.runs: list[tuple[int, int, Sequence[int]]] = []
        self.count = 0

    def append(self, line: int, block: int, values: Sequence[int]) -> None:
        if values:
            self.offsets.append(self.count)
            self.runs.append((line, block, values))
            self.count += len(values)

    def index_of(self, offset: int) -> tuple[int, ...]:
        run = bisect_right(self.offsets, offset) - 1
        line, block, values = self.runs[run]
        return line, block, values[offset - self.offsets[run]]


def union(by_color: Mapping[int, int]) -> int:
    """The starts in any colour."""
    mask = 0
    for starts in by_color.values():
        mask |= starts
    return mask


def start_variables(
    formula: Formula, puzzle: Puzzle, places: Sequence[tuple[int, ...]], lines: Iterable[int]
) -> dict[int, list[Starts]]:
    """One variable for each place: line, block, position and colour.

    Returns:
        For each of the lines the starts of its blocks.
    """
    indices, meaning = start_name(puzzle, "the block starts at the position")
    first = formula.new_variables("start", indices, meaning, len(places), lambda i: places[i][: len(indices)])
    starts: dict[int, list[Starts]] = {line: [{} for _ in puzzle.clues[line]] for line in lines}
    for variable, (line, b, position, color) in enumerate(places, first):
        starts[line][b][position, color] = variable
    return starts


def start_name(puzzle: Puzzle, meaning: str, *more: str) -> tuple[tuple[str, ...], str]:
    """Indices and meaning of such variables; the colour is among them if there is a block of unknown colour."""
    indices = ("line", "block", "position", *more)
    if any(color == UNKNOWN for clue in puzzle.clues for _, color in clue):
        return (*indices, "colour"), f"{meaning} in the colour"
    return indices, meaning


def block_literals(clue: Clue, starts: Sequence[Starts]) -> list[BlockLiterals]:
    """The blocks of a line for redundant constraints, from such variables."""
    blocks = []
    for (length, _), own in zip(clue, starts, strict=True):
        by_color: dict[int, int] = {}
        for position, color in sorted(own):
            by_color[color] = by_color.get(color, 0) | 1 << position
        blocks.append(BlockLiterals(length, by_color, partial(_not_at, own)))
    return blocks


def _not_at(starts: Starts, position: int, color: int) -> tuple[int, ...]:
    return (-starts[position, color],)
