"""The redundant constraint `gaps`: the cells before and after a block do not have its colour.

    gaps      block b starts at p in colour c -> cell p - 1 does not have colour c, nor does cell p + L(b)

The cell need not be background: a block of another colour may follow immediately. The constraint follows from the rules
for one line, since a run of one colour would otherwise be longer than its block. Unit propagation gains from it where
an encoding makes cells background only because no block is left to cover them, as `pairwise` does. For a block of
unknown length only the cell before it is known.

Size: two clauses for each block, start and colour, less those at the ends of a line.

Source: in every constraint model of the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nonosat.encodings.block_literals import BlockLiterals
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.encodings.literal_vectors import LiteralVector
from nonosat.lines.domains import bit_positions


def add(cells: CellEncoder, blocks: Mapping[int, Sequence[BlockLiterals]]) -> None:
    """Add the constraint to a formula; `blocks` has those of each line that has clauses."""
    group = cells.formula.new_group("gaps", "the cells before and after a block do not have its colour")
    for line, of_line in blocks.items():
        vectors = cells.line(line)
        with cells.formula.part("line", line):
            group.add_simplified(clause for block in of_line for clause in _beside(block, vectors))


def _beside(block: BlockLiterals, vectors: list[LiteralVector]) -> Iterator[tuple[int, ...]]:
    """The clauses for one block; `vectors` has the literals along its line for each colour from 1."""
    for color, starts in block.starts.items():
        vector = vectors[color - 1]
        for position in bit_positions(starts):
            not_here = block.not_at(position, color)
            beside = (position - 1,) if block.is_hidden else (position - 1, position + block.length)
            for j in beside:
                yield (*not_here, -vector.at(j))
