"""The redundant constraint `bounds`: the blocks between two blocks keep them apart.

Between the starts of blocks a and b, a < b, lie at least D(a,b) cells: the lengths of the blocks from a to b - 1 (1 if
unknown), and a cell for each two neighbours among a to b that surely have one colour. (Every encoding already has
variables only for starts that leave enough cells for all blocks before and after.)

    bounds    block b starts at p or earlier -> block a starts at p - D(a,b) or earlier, for a < b - 1;
              in an encoding without order literals: block b starts at p -> block a does not start at q, for every
              q > p - D(a,b)

The constraint follows from the rules for neighbours. With order literals, unit propagation finds as much along the
chain of neighbours, and the clauses are only shortcuts. Without order literals it finds less.

Size, for a line of k blocks with s starts each: at most s clauses for each of the (k-1)(k-2)/2 pairs with order
literals, s(s-1)/2 without.

Source: the bounds of the stacks of blocks before and after, in every constraint model of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nonosat.encodings.block_literals import BlockLiterals, union
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.lines.domains import bit_positions


def add(cells: CellEncoder, blocks: Mapping[int, Sequence[BlockLiterals]]) -> None:
    """Add the constraint to a formula; `blocks` has those of each line that has clauses."""
    group = cells.formula.new_group("bounds", "the blocks between two blocks keep them apart")
    for line, of_line in blocks.items():
        with cells.formula.part("line", line):
            for b in range(2, len(of_line)):
                distance = _distance(of_line, b - 1)
                for a in range(b - 2, -1, -1):
                    distance += _distance(of_line, a)
                    group.add_simplified(_apart(of_line[a], of_line[b], distance))


def _distance(blocks: Sequence[BlockLiterals], number: int) -> int:
    """The minimum distance from the start of a block to the start of the next."""
    block, following = blocks[number], blocks[number + 1]
    return block.length + (len(block.starts) == 1 and block.starts.keys() == following.starts.keys())


def _apart(block: BlockLiterals, later: BlockLiterals, distance: int) -> Iterator[tuple[int, ...]]:
    """The clauses for two blocks whose starts are at least `distance` apart."""
    if block.le is not None and later.le is not None:
        for position in bit_positions(union(later.starts)):
            yield (-later.le.at(position), block.le.at(position - distance))
        return
    for color, starts in block.starts.items():
        for other_color, others in later.starts.items():
            for q in bit_positions(others):
                first_conflict = max(q - distance + 1, 0)
                for p in bit_positions(starts >> first_conflict << first_conflict):
                    yield (*later.not_at(q, other_color), *block.not_at(p, color))
