"""Maps as text for a terminal: which cells are the same in all solutions, and how the others are divided."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.model.cell_colors import CellColors, percent
from nonosat.model.grid_kinds import kind_of
from nonosat.model.palette import letter

#: The terminal sequence that ends all colours.
_RESET = "\x1b[0m"
#: Black on amber: a cell of which only the possible colours are known.
_DOUBT = "\x1b[38;2;0;0;0;48;2;255;190;60m"
#: A cell that differs, in plain letters.
_DIFFERS = "?"


def text_map(found: CellColors, *, color: bool = False, is_partial: bool = False) -> str:
    """The map of a puzzle as lines of text, without a line end after the last one.

    In colour a cell that differs has the colour that is most frequent, with its share in percent; `??` on amber where
    the shares are not known. In plain text it is `?`, and constant cells are letters, `-` for background. A dot is a
    cell that is not proved to be constant.

    Args:
        found: the colours of the cells.
        color: whether to use colours.
        is_partial: whether cells with several colours are those of which nothing is known yet; they are dots then, and
            a cell without any colour is `!`.
    """
    grid = found.puzzle.grid
    indents = kind_of(grid).row_indents(grid)
    names = [*map(letter, range(found.puzzle.n_colors + 1))]
    width = 2 if color else max(map(len, names))
    if any(indent % 2 for indent in indents) and not width % 2:
        width += 0 if color else 1
    blank = "" if color or (width == 1 and not any(indents)) else " "
    pitch = width + len(blank)
    lines = []
    for row, indent in zip(grid.families[0], indents, strict=True):
        cells = [
            _uncolored(found.possible[cell], width, color)
            if cell in found.unproved or (is_partial and len(found.possible[cell]) != 1)
            else _colored(found, cell)
            if color
            else _plain(found, cell, width)
            for cell in grid.line(row)
        ]
        lines.append(" " * (indent * pitch // 2) + blank.join(cells) + (_RESET if color else ""))
    return "\n".join(lines)


def _uncolored(colors: Sequence[int], width: int, color: bool) -> str:
    """A cell that is not known, or contradicts itself."""
    return (_RESET if color else "") + ("." if colors else "!").rjust(width)


def _plain(found: CellColors, cell: int, width: int) -> str:
    """A cell in plain letters."""
    colors = found.possible[cell]
    return (letter(colors[0]) if len(colors) == 1 else _DIFFERS).rjust(width)


def _colored(found: CellColors, cell: int) -> str:
    """A cell as two characters on its colour."""
    from nonosat.drawing.contrast import ink

    likeliest = found.likeliest(cell)
    if likeliest is None:
        return f"{_DOUBT}??"
    ground = found.puzzle.palette.colors[likeliest]
    if len(found.possible[cell]) == 1:
        return f"\x1b[{_code(48, ground)}m  "
    share = found.share(cell, likeliest)
    assert share is not None, "it is the likeliest one"
    return f"\x1b[{_code(38, ink(ground))};{_code(48, ground)}m{percent(share):>2}"


def _code(kind: int, color: str) -> str:
    """The part of a sequence that sets the ink (38) or the ground (48)."""
    return ";".join(map(str, (kind, 2, *bytes.fromhex(color[1:]))))


def division(found: CellColors, cell: int) -> str:
    """How the solutions divide a cell, in words: `a 67 %, - 33 %`; `a or -` where the shares are not known."""
    colors: Sequence[int] = found.possible[cell]
    if cell not in found.frequencies:
        return " or ".join(map(letter, colors))
    ranked = sorted(colors, key=lambda color: -found.frequencies[cell].get(color, 0))
    return ", ".join(f"{letter(color)} {percent(found.share(cell, color) or 0)} %" for color in ranked)
