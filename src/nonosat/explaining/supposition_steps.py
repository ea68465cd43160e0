"""Steps made of conclusions of single lines, and of refuted suppositions."""

from __future__ import annotations

from collections.abc import Mapping

from nonosat.explaining.known_cells import KnownCells, removed_colors
from nonosat.explaining.line_reasons import deduction
from nonosat.explaining.step import LineDeduction, Rung, Step
from nonosat.explaining.supposition_trace import Chain


def line_deduction(known: KnownCells, line: int, removed: Mapping[int, int]) -> LineDeduction:
    """The conclusions of a line with their arguments; for `line` and `removed` see `line_step`."""
    positions = {cell: position for position, cell in enumerate(known.lines.cells[line])}
    left = {
        positions[cell]: known.colors[cell] & ~colors for cell, colors in removed.items() if known.colors[cell] & colors
    }
    return deduction(known, line, left)


def line_step(known: KnownCells, line: int, removed: Mapping[int, int]) -> Step:
    """The step of a single line.

    Args:
        known: the knowledge before.
        line: its index.
        removed: from cells of the line to the colours that they lose, as bit sets.
    """
    made = line_deduction(known, line, removed)
    return Step(rung=Rung.LINE, lines=(line,), conclusions=tuple(sorted(made.narrowed)), deductions=(made,))


def step_of_chain(known: KnownCells, chain: Chain) -> Step:
    """The step of a supposition that a chain refutes; `known` is the knowledge before it."""
    cell, color = chain.supposition
    return Step(
        rung=Rung.SUPPOSITION,
        lines=tuple(sorted(chain.lines)),
        conclusions=(known.narrowing(cell, ~(1 << color)),),
        deductions=_chain_deductions(known, chain),
        supposed=chain.supposition,
        contradiction=chain.contradiction,
    )


def _chain_deductions(known: KnownCells, chain: Chain) -> tuple[LineDeduction, ...]:
    """The conclusions of the lines of a chain, one after the other, with the arguments."""
    within = known.supposing(*chain.supposition)
    made = []
    for line, removed in chain.links:
        colors = removed_colors(known.lines.cells[line], removed, [0] * len(removed))
        made.append(line_deduction(within, line, colors))
        within.apply(made[-1].narrowed)
    return tuple(made)
