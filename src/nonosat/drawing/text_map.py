"""Maps of solutions as text: the cells that are the same in all solutions, and the shares of colours in the others."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.drawing.cell_pens import row_indents, written_width
from nonosat.drawing.contrast import BLACK, WHITE, ink
from nonosat.drawing.terminal_colors import RESET, sequence, terminal_colors
from nonosat.model.cell_colors import CellColors, percent
from nonosat.model.grid_kinds import kind_of
from nonosat.model.palette import letter

#: The colour of a cell of which only the possible colours are known.
_DOUBT = "#ffbe3c"
#: A cell that differs, in plain letters.
_DIFFERS = "?"


def map_columns(found: CellColors, *, color: bool = False) -> int:
    """The number of columns of the lines of `text_map`."""
    pitch, blank = _pitch(found, color)
    return written_width(found.puzzle.grid, pitch) - len(blank)


def text_map(found: CellColors, *, depth: int = 0, is_partial: bool = False) -> str:
    """The map of a puzzle as lines of text, without a line end after the last one.

    In colour a cell that differs has the colour that is most frequent, with its share in percent; `??` on amber where
    the shares are not known. In plain text it is `?`, and constant cells are letters, `-` for background. A dot is a
    cell that is not proved to be constant.

    Args:
        depth: number of colours of the terminal; see `terminal_colors`; 0 for plain text.
        is_partial: cells with several colours are not decided yet, and shown as dots; a cell without any possible
            colour is `!`.
    """
    grid, color = found.puzzle.grid, depth > 0
    pitch, blank = _pitch(found, color)
    grounds = _grounds(found, depth) if color else []
    lines = []
    for row, indent in zip(grid.families[0], row_indents(grid, pitch), strict=True):
        cells = [
            _uncolored(found.possible[cell], pitch - len(blank), color)
            if cell in found.unproved or (is_partial and len(found.possible[cell]) != 1)
            else _colored(found, cell, grounds)
            if color
            else _plain(found, cell, pitch - len(blank))
            for cell in grid.line(row)
        ]
        lines.append(" " * indent + blank.join(cells) + (RESET if color else ""))
    return "\n".join(lines)


def _pitch(found: CellColors, color: bool) -> tuple[int, str]:
    """The characters from one cell to the next, and those of them that stand between two cells."""
    grid = found.puzzle.grid
    indents = kind_of(grid).row_indents(grid)
    width = 2 if color else max(len(letter(number)) for number in range(found.puzzle.n_colors + 1))
    if any(indent % 2 for indent in indents) and not width % 2:
        width += 0 if color else 1
    blank = "" if color or (width == 1 and not any(indents)) else " "
    return width + len(blank), blank


def _grounds(found: CellColors, depth: int) -> list[str]:
    """The sequences that make each colour the ground, with an ink that can be read on it; the last one is for doubt."""
    inks = dict(zip((BLACK, WHITE), terminal_colors((BLACK, WHITE), depth), strict=True))
    shown = terminal_colors((*found.puzzle.palette.colors, _DOUBT), depth)
    return [sequence(inks[ink(color.shown)].ink, color.ground) for color in shown]


def _uncolored(colors: Sequence[int], width: int, color: bool) -> str:
    """A cell that is not decided, or has no possible colour."""
    return (RESET if color else "") + ("." if colors else "!").rjust(width)


def _plain(found: CellColors, cell: int, width: int) -> str:
    """A cell in plain letters."""
    colors = found.possible[cell]
    return (letter(colors[0]) if len(colors) == 1 else _DIFFERS).rjust(width)


def _colored(found: CellColors, cell: int, grounds: Sequence[str]) -> str:
    """A cell as two characters on its colour."""
    likeliest = found.likeliest(cell)
    if likeliest is None:
        return f"{grounds[-1]}??"
    if len(found.possible[cell]) == 1:
        return f"{grounds[likeliest]}  "
    share = found.share(cell, likeliest)
    assert share is not None, "it is the likeliest one"
    return f"{grounds[likeliest]}{percent(share):>2}"
