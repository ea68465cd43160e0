"""Rung LINES: a cell that its lines decide together, by the colours that each of them allows."""

from __future__ import annotations

from collections.abc import Collection

from nonosat.explaining.known_cells import KnownCells, position_colors
from nonosat.explaining.step import Narrowing, Rung, Step
from nonosat.explaining.supposition_steps import line_deduction


def crossing_step(known: KnownCells, near: Collection[int] = ()) -> Step | None:
    """A cell that its lines decide together; none of them decides it by itself.

    Args:
        known: not changed; no line decides a cell by itself.
        near: the cells of the last step.

    Returns:
        The step, with one cell; None if there is no such cell, as in puzzles of one colour.
    """
    lines = known.lines
    if lines.puzzle.n_colors == 1:
        return None
    after = [lines.narrow(line, masks) for line, masks in enumerate(known.masks)]
    close = {line for cell in near for line, _ in lines.places[cell]}
    best: tuple[bool, int, int] | None = None
    chosen: dict[int, int] = {}
    for cell in known.open_cells():
        allowed: dict[int, int] = {}
        common = known.colors[cell]
        for line, bit in lines.places[cell]:
            masks = after[line]
            assert masks is not None, "single lines find no contradiction"
            colors = position_colors(masks, bit.bit_length() - 1)
            if common & ~colors:
                allowed[line] = known.colors[cell] & ~colors
                common &= colors
        if common and not common & (common - 1):
            key = all(line not in close for line in allowed), len(allowed), cell
            if best is None or key < best:
                best, chosen = key, allowed
    if best is None:
        return None
    cell, left = best[2], known.colors[best[2]]
    for removed in chosen.values():
        left &= ~removed
    narrowed: Narrowing = known.narrowing(cell, left)
    return Step(
        rung=Rung.LINES,
        lines=tuple(sorted(chosen)),
        conclusions=(narrowed,),
        deductions=tuple(line_deduction(known, line, {cell: removed}) for line, removed in sorted(chosen.items())),
    )
