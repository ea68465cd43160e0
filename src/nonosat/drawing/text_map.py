"""Maps of solutions as text: the cells that are the same in all solutions, and the shares of colours in the others."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.drawing.cell_pens import LetterPen, written_lines, written_width
from nonosat.drawing.terminal_colors import RESET, inks_on, sequence, terminal_colors
from nonosat.model.cell_colors import CellColors, percent
from nonosat.model.palette import letter

#: The colour of a cell of which only the possible colours are known.
_DOUBT = "#ffbe3c"
#: A cell that differs, in plain letters.
_DIFFERS = "?"


def map_columns(found: CellColors, *, color: bool = False) -> int:
    """The columns that the lines of `text_map` take."""
    pen = _MapPen(found, 16 if color else 0, False)
    return written_width(found.puzzle.grid, pen.pitch) - len(pen.separator)


def text_map(found: CellColors, *, depth: int = 0, is_partial: bool = False) -> str:
    """The map of a puzzle as lines of text, without a line end after the last one.

    In colour a cell that differs has the colour that is most frequent, with its share in percent; `??` on amber where
    the shares are not known. In plain text it is `?`, and constant cells are letters, `-` for background. A dot is a
    cell that is not proved to be constant.

    Args:
        depth: as of `terminal_colors`; 0 for plain text.
        is_partial: cells with several colours are not decided yet, and shown as dots; a cell without any possible
            colour is `!`.
    """
    grid = found.puzzle.grid
    return "\n".join(written_lines(grid, range(grid.n_cells), _MapPen(found, depth, is_partial)))


class _MapPen:
    """The cells of a map; they are given to it as their numbers in place of their colours."""

    def __init__(self, found: CellColors, depth: int, is_partial: bool) -> None:
        letters = LetterPen(found.puzzle)
        self.pitch, self.separator = (2, "") if depth else (letters.pitch, letters.separator)
        self._found, self._is_partial = found, is_partial
        #: The sequences of the colours as ground, with an ink that can be read on it; the last one is for doubt.
        self._grounds: list[str] = []
        if depth:
            shown = terminal_colors((*found.puzzle.palette.colors, _DOUBT), depth)
            inks = inks_on(shown, depth)
            self._grounds = [sequence(ink, color.ground) for ink, color in zip(inks, shown, strict=True)]

    def row(self, cells: Sequence[int], first: int) -> str:  # noqa: ARG002
        return self.separator.join(map(self._cell, cells)) + (RESET if self._grounds else "")

    def _cell(self, cell: int) -> str:
        colors, width = self._found.possible[cell], self.pitch - len(self.separator)
        if cell in self._found.unproved or (self._is_partial and len(colors) != 1):
            return (RESET if self._grounds else "") + ("." if colors else "!").rjust(width)
        if not self._grounds:
            return (letter(colors[0]) if len(colors) == 1 else _DIFFERS).rjust(width)
        likeliest = self._found.likeliest(cell)
        if likeliest is None:
            return f"{self._grounds[-1]}??"
        share = "" if len(colors) == 1 else percent(self._found.share(cell, likeliest) or 0)
        return f"{self._grounds[likeliest]}{share:>2}"
