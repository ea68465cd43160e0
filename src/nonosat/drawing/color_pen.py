"""Cells and blocks of clues as text with colours: blanks and numbers on coloured ground."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from nonosat.drawing.cell_pens import OPEN_NAME
from nonosat.drawing.terminal_colors import RESET, TRUE_COLOR, inks_on, sequence, terminal_colors
from nonosat.model.clue import UNKNOWN, Block, Clue, length_text
from nonosat.model.puzzle import Puzzle


class ColorPen:
    """Blanks on coloured ground; marked cells have a mark in black or white.

    Args:
        above: the clues that stand above their cells.
        marked: the cells to mark.
        depth: number of colours of the terminal; see `terminal_colors`.
        pitch: the least number of characters for each cell.
    """

    separator = ""

    def __init__(
        self,
        puzzle: Puzzle,
        above: Sequence[Clue] = (),
        marked: Collection[int] = (),
        *,
        depth: int = TRUE_COLOR,
        pitch: int = 2,
    ) -> None:
        self.pitch = max([pitch, *(self.chip_width(block) for clue in above for block in clue)])
        self.marked = frozenset(marked)
        self.mark = ("<>" if self.pitch > 1 else "x").center(self.pitch)
        colors = terminal_colors(puzzle.palette.colors, depth)
        # The number of an open cell is -1, which finds the last one.
        self.grounds = [*(sequence(color.ground) for color in colors), RESET]
        self.inks = [*map(sequence, inks_on(colors, depth)), ""]
        self.fillings = [" " * self.pitch] * (puzzle.n_colors + 1) + [OPEN_NAME.rjust(self.pitch)]

    def row(self, cells: Sequence[int], first: int) -> str:
        parts = []
        marked = sorted(self.marked.intersection(range(first, first + len(cells)))) if self.marked else []
        start = 0
        for mark in (*(cell - first for cell in marked), len(cells)):
            for color, run in groupby(cells[start:mark]):
                parts.append(self.grounds[color] + self.fillings[color] * len(list(run)))
            if mark < len(cells):
                parts.append(self.grounds[cells[mark]] + self.inks[cells[mark]] + self.mark)
            start = mark + 1
        return "".join(parts) + RESET

    def chip_width(self, block: Block) -> int:
        # A block without a ground of its own needs a blank before it.
        return len(length_text(block)) + 2 if block.color == UNKNOWN else max(2, len(length_text(block)))

    def chip(self, block: Block, width: int) -> str:
        if block.color == UNKNOWN:
            return f"{length_text(block)}?".rjust(width)
        return self.grounds[block.color] + self.inks[block.color] + length_text(block).rjust(width) + RESET
