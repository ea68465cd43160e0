"""Cells as shapes, in text without colours that can be read back; and the signs that other texts have for cells.

A cell is two characters, which makes it about square. Both are the shape of its colour; where a cell is marked, the
second one is `MARK`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from nonosat.model.palette import letter

#: The shapes by colour number, that of the background first. Light shades stand for background in pictures that people
#: write, so they are not among the shapes.
SHAPES = (
    "\N{MIDDLE DOT}\N{FULL BLOCK}\N{MEDIUM SHADE}\N{QUADRANT UPPER LEFT AND LOWER RIGHT}"
    "\N{DARK SHADE}\N{LOWER HALF BLOCK}\N{LEFT HALF BLOCK}%+o=@"
)
#: The second character of a marked cell.
MARK = "!"
#: Patterns; they are compiled when a picture is read.
_CELL = f"([{SHAPES}])(?:\\1|{MARK})"
_ROW = rf"\s*(?:{_CELL}|\?\?)*\s*"

#: Follows a sign to ask for its coloured form; it is not a cell.
VARIATION_SELECTOR = "\N{VARIATION SELECTOR-16}"
#: Signs of empty cells, and of black ones.
EMPTY_SIGNS = "⬜◻◽▫□⚪○"
BLACK_SIGNS = "⬛◼◾▪■⚫●"
#: Signs of other colours, by the colour as `#rrggbb`.
COLORED_SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "#c1272d": "🟥🔴",
        "#1f6fb4": "🟦🔵",
        "#2e8b57": "🟩🟢",
        "#e0a100": "🟨🟡",
        "#7b3f99": "🟪🟣",
        "#e07a2f": "🟧🟠",
        "#8c5a3c": "🟫🟤",
    }
)


def has_shapes(n_colors: int) -> bool:
    """True if there are shapes for the background and `n_colors` other colours."""
    return n_colors < len(SHAPES)


def letters_of_shapes(text: str) -> str:
    """The picture of letters that a picture of shapes stands for; each character keeps its line and column.

    Each cell becomes a letter and a blank; two question marks are an open cell. A text that is not a picture of shapes
    stays as it is.
    """
    if text.isascii() or not all(re.fullmatch(_ROW, line) for line in text.split("\n")):
        return text
    cell = rf"{_CELL}|\?\?"
    return re.sub(cell, lambda match: (letter(SHAPES.index(match[1])) if match[1] else "?") + " ", text)


def find_broken_cell(text: str) -> tuple[int, int] | None:
    """The line and column, from 1, of the first cell in a text of shapes that is not two characters of one shape.

    None if there is no such cell, or the text has other characters.
    """
    if text.isascii() or re.fullmatch(rf"[\s{SHAPES}{MARK}]*", text) is None:
        return None
    cell = re.compile(_CELL)
    for number, line in enumerate(text.split("\n"), 1):
        start = len(line) - len(line.lstrip())
        while start < len(line.rstrip()):
            if cell.match(line, start) is None:
                return number, start + 1
            start += 2
    return None
