"""The redundant constraint `totals`: the number of cells of each colour in a line.

    totals    the number of cells of colour c is the sum of the lengths of the blocks of that colour, unless a block of
              several possible colours, or of unknown length, may have colour c;
              if there are blocks of several possible colours and none of unknown length, the number of cells that are
              not background is the sum of all lengths

The constraint follows from the rules for each line. Unit propagation gains from it only in an encoding that does not
derive all consequences of a line.

Size: a totalizer of n cells for a sum of k has O(n·log(n)) variables and O(n·k) clauses; PySAT chooses which.

Source: O. Bailleux, Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.cnf.cardinality import Constrained, add_patterns, exactly
from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.model.clue import ANY_LENGTH


def add(cells: CellEncoder) -> None:
    """Add the constraint to a formula; its helper variables are not determined by the cells."""
    group = cells.formula.new_group("totals", "a line has as many cells of each colour as its blocks of that colour")
    sums = [
        (line, [literal for literal in literals if literal not in (TRUE, FALSE)], total - literals.count(TRUE))
        for line in cells.lines
        for literals, total in _totals(cells, line)
    ]
    add_patterns(
        group,
        cells.formula,
        ("total", ("line", "helper"), "the helper of the totals is on"),
        [Constrained((line,), literals, exactly(len(literals), total)) for line, literals, total in sums],
    )


def _totals(cells: CellEncoder, line: int) -> Iterator[tuple[Sequence[int], int]]:
    """The sums of a line: literals, constants among them, and the number of these that are true."""
    vectors = cells.line(line)
    lengths = [length for length, _ in cells.puzzle.clues[line]]
    blocks = [set(by_color) for by_color in cells.domains.lines[line].starts]
    undecided = {color for colors in blocks if len(colors) > 1 for color in colors}
    open_ended = {
        color for length, colors in zip(lengths, blocks, strict=True) if length == ANY_LENGTH for color in colors
    }
    for color, vector in enumerate(vectors, 1):
        if color not in undecided | open_ended:
            total = sum(length for length, colors in zip(lengths, blocks, strict=True) if color in colors)
            yield vector.literals, total
    if undecided and not open_ended:
        yield [literal for vector in vectors for literal in vector.literals], sum(lengths)
