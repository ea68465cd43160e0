"""Redundant: how many cells of each colour a line has.

    totals    exactly so many cells of the line have colour c, the sum of the lengths of its blocks of that colour;
              if some block may yet have one of several colours, this is said of the colours that it cannot have, and
              besides it exactly so many cells have a colour at all

It follows from the rules for any one line. For unit propagation it is news only where an encoding does not draw all
conclusions of a line.

Size: a totalizer of n cells for a sum of k has O(n·log(n)) variables and O(n·k) clauses; which ones PySAT tells.

Source: O. Bailleux, Y. Boufkhad, Efficient CNF encoding of Boolean cardinality constraints, CP 2003.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.cnf.cardinality import exactly
from nonosat.cnf.formula import FALSE, TRUE
from nonosat.encodings.blocks import Encoder


def add(encoder: Encoder) -> None:
    """Add the constraint to a formula; its helper variables are not determined by the cells."""
    sums = [
        (line, *_sum(literals, total)) for line in encoder.cells.lines for literals, total in _totals(encoder, line)
    ]
    patterns = [exactly(len(literals), total) for _, literals, total in sums]
    names: list[tuple[int, int]] = []
    counted: dict[int, int] = {}
    for (line, _, _), pattern in zip(sums, patterns, strict=True):
        names += [(line, counted.get(line, 0) + i) for i in range(pattern.n_helpers)]
        counted[line] = counted.get(line, 0) + pattern.n_helpers
    helper = encoder.formula.new_variables(
        "total", ("line", "helper"), "the helper of the totals is on", len(names), names.__getitem__
    )
    group = encoder.formula.new_group("totals", "a line has as many cells of each colour as its blocks of that colour")
    for (_, literals, _), pattern in zip(sums, patterns, strict=True):
        pattern.add_to(group, literals, helper)
        helper += pattern.n_helpers


def _totals(encoder: Encoder, line: int) -> Iterator[tuple[list[int], int]]:
    """Literals along a line of which exactly so many are true; there may be constants among them."""
    columns = encoder.cells.line(line)
    lengths = [length for length, _ in encoder.puzzle.clues[line]]
    blocks = [set(by_color) for by_color in encoder.cells.domains.lines[line].starts]
    undecided = {color for colors in blocks if len(colors) > 1 for color in colors}
    for color, column in enumerate(columns, 1):
        if color not in undecided:
            total = sum(length for length, colors in zip(lengths, blocks, strict=True) if color in colors)
            yield list(column.literals), total
    if undecided:
        yield [literal for column in columns for literal in column.literals], sum(lengths)


def _sum(literals: list[int], total: int) -> tuple[list[int], int]:
    """The same without the constants."""
    return [literal for literal in literals if literal not in (TRUE, FALSE)], total - literals.count(TRUE)
