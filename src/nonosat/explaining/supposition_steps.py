"""The steps that lines, and refuted suppositions, are."""

from __future__ import annotations

from collections.abc import Mapping

from nonosat.explaining.known_cells import KnownCells
from nonosat.explaining.line_reasons import deduction
from nonosat.explaining.step import LineDeduction, Rung, Step
from nonosat.explaining.supposition_trace import Chain
from nonosat.lines.domains import bit_positions


def line_deduction(known: KnownCells, line: int, removed: Mapping[int, int]) -> LineDeduction:
    """What a line concludes, with the arguments.

    Args:
        known: what is known before.
        line: its index.
        removed: from a cell of the line to colours that it loses, as a bit set.
    """
    positions = {cell: position for position, cell in enumerate(known.lines.cells[line])}
    left = {
        positions[cell]: known.colors[cell] & ~colors for cell, colors in removed.items() if known.colors[cell] & colors
    }
    return deduction(known, line, left)


def line_step(known: KnownCells, line: int, removed: Mapping[int, int]) -> Step:
    """The step of a single line.

    Args:
        known: what is known before.
        line: its index.
        removed: from a cell of the line to colours that it loses, as a bit set.
    """
    made = line_deduction(known, line, removed)
    return Step(rung=Rung.LINE, lines=(line,), conclusions=tuple(sorted(made.narrowed)), deductions=(made,))


def step_of_chain(known: KnownCells, chain: Chain) -> Step:
    """The step that a refuted supposition is.

    Args:
        known: what is known before; it is not changed.
        chain: the chain that refutes it.
    """
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
    """What the lines of a chain conclude one after the other, with the arguments."""
    within = known.copy()
    cell, color = chain.supposition
    within.remove(cell, ~(1 << color))
    made = []
    for line, removed in chain.links:
        colors: dict[int, int] = {}
        for color, mask in enumerate(removed):
            for position in bit_positions(mask) if mask else ():
                each = known.lines.cells[line][position]
                colors[each] = colors.get(each, 0) | 1 << color
        made.append(line_deduction(within, line, colors))
        within.apply(made[-1].narrowed)
    return tuple(made)
