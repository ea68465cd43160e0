"""The literals of block starts: variables by position and colour, and blocks as redundant constraints see them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

from nonosat.cnf.formula import Formula
from nonosat.encodings.literal_vectors import LiteralVector
from nonosat.lines.domains import Domains, bit_positions
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
from nonosat.model.puzzle import Puzzle

#: The variables of the starts of a block, by position and colour.
StartVariables = dict[tuple[int, int], int]


class BlockLiterals(NamedTuple):
    """A block as redundant constraints see it, whatever the variables of its encoding.

    Attributes:
        length: the number of its cells, or the minimum if `is_hidden`.
        starts: for each of its possible colours the possible starts, as a bit set.
        not_at: from a start and a colour to the clause that the block does not start there in that colour.
        le: the literal "starts at the position or earlier", for an encoding that has it.
        is_hidden: whether its length is unknown.
    """

    length: int
    starts: Mapping[int, int]
    not_at: Callable[[int, int], tuple[int, ...]]
    le: LiteralVector | None = None
    is_hidden: bool = False


class BlockTable:
    """Indices of consecutive variables, given in runs: a line, a block, and the values of the third index."""

    def __init__(self) -> None:
        #: The offset of the first variable of each run, and its line, block and values.
        self.offsets: list[int] = []
        self.runs: list[tuple[int, int, Sequence[int]]] = []
        #: The number of variables.
        self.count = 0

    def append(self, line: int, block: int, values: Sequence[int]) -> None:
        """Add a variable for each of the `values`, such as the starts, of a `block` (from 0) of a `line` (from 0)."""
        if values:
            self.offsets.append(self.count)
            self.runs.append((line, block, values))
            self.count += len(values)

    def index_of(self, offset: int) -> tuple[int, ...]:
        """Line, block and third index of the variable at an offset."""
        run = bisect_right(self.offsets, offset) - 1
        line, block, values = self.runs[run]
        return line, block, values[offset - self.offsets[run]]


def starts_table(domains: Domains, lines: Iterable[int], *, last: bool) -> BlockTable:
    """The possible starts of the blocks of some `lines`, with or without the `last` start of each block."""
    table = BlockTable()
    for index in lines:
        for b, by_color in enumerate(domains.lines[index].starts):
            positions = bit_positions(union(by_color))
            table.append(index, b, positions if last else positions[:-1])
    return table


def union(by_color: Mapping[int, int]) -> int:
    """The starts of a block in any colour, as a bit set; `by_color` has those in each colour."""
    mask, *others = by_color.values()
    for starts in others:
        mask |= starts
    return mask


def start_variables(
    formula: Formula, puzzle: Puzzle, places: Sequence[tuple[int, ...]], lines: Iterable[int]
) -> dict[int, list[StartVariables]]:
    """Add the variables `start` to a formula, and return those of each block of the lines that get clauses.

    Args:
        places: line, block, position and colour of each variable.
        lines: the lines that get clauses.
    """
    indices, meaning = start_name(puzzle, "the block starts at the position")
    first = formula.new_variables("start", indices, meaning, len(places), lambda i: places[i][: len(indices)])
    return by_block(puzzle, lines, dict(zip(places, count(first), strict=False)))


def by_block(
    puzzle: Puzzle, lines: Iterable[int], variables: Mapping[tuple[int, ...], int]
) -> dict[int, list[StartVariables]]:
    """Named `variables`, by line, block, position and colour, for each block of some `lines`."""
    found: dict[int, list[StartVariables]] = {line: [{} for _ in puzzle.clues[line]] for line in lines}
    for (line, b, position, color), variable in variables.items():
        found[line][b][position, color] = variable
    return found


def start_name(puzzle: Puzzle, meaning: str, *more: str) -> tuple[tuple[str, ...], str]:
    """The indices and the meaning of a group of variables for starts.

    Args:
        puzzle: if it has blocks of unknown colour, the colour is the last index, and the `meaning` names it.
        more: indices after line, block and position.
    """
    indices = ("line", "block", "position", *more)
    if any(color == ANY_COLOR for clue in puzzle.clues for _, color in clue):
        return (*indices, "colour"), f"{meaning} in the colour"
    return indices, meaning


def block_literals(puzzle: Puzzle, starts: Mapping[int, Sequence[StartVariables]]) -> dict[int, list[BlockLiterals]]:
    """The blocks of each line for redundant constraints; `starts` has the start variables of each block of a line."""
    return {
        line: [_block(block, own) for block, own in zip(puzzle.clues[line], blocks, strict=True)]
        for line, blocks in starts.items()
    }


def _block(block: Block, own: StartVariables) -> BlockLiterals:
    by_color: dict[int, int] = {}
    for position, color in sorted(own):
        by_color[color] = by_color.get(color, 0) | 1 << position
    return BlockLiterals(block.least, by_color, partial(_not_at, own), is_hidden=block.length == ANY_LENGTH)


def _not_at(starts: StartVariables, position: int, color: int) -> tuple[int, ...]:
    return (-starts[position, color],)
