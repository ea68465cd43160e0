"""Colours: the palette of a puzzle, and the names of its colours in text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nonosat.core.errors import PuzzleError

#: The colour number of cells that belong to no block.
BACKGROUND = 0


@dataclass(frozen=True)
class Palette:
    """Colours as `#rrggbb`, the background first and at least one other; upper case is turned into lower case.

    Raises:
        PuzzleError: a colour is written otherwise, or there is none besides the background.
    """

    colors: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "colors", tuple(color.lower() for color in self.colors))
        for color in self.colors:
            if not re.fullmatch("#[0-9a-f]{6}", color):
                raise PuzzleError(f"colour {color[:20]!r}, expected #rrggbb")
        if len(self.colors) < 2:
            raise PuzzleError("no colour besides the background, expected at least one")

    @property
    def n_colors(self) -> int:
        """The number of colours besides the background."""
        return len(self.colors) - 1


#: The palette of puzzles in formats without colours.
BLACK_ON_WHITE = Palette(("#ffffff", "#000000"))


#: Colours for puzzles that have letters or numbers in place of colours, the background first.
COLORS = (
    *("#ffffff", "#1d1d1d", "#c1272d", "#1f6fb4", "#2e8b57", "#e0a100"),
    *("#7b3f99", "#e07a2f", "#8c5a3c", "#d46a9a", "#7f8c8d", "#17a2a2"),
)


def default_palette(n_colors: int) -> Palette:
    """A palette of `n_colors` colours besides the background: black, or those of `COLORS`, and then other hues."""
    if n_colors <= 1:
        return BLACK_ON_WHITE
    chosen = list(COLORS[: n_colors + 1])
    for number in range(len(chosen), n_colors + 1):
        import colorsys

        # Any number of multiples of the golden section is spread evenly.
        levels = colorsys.hls_to_rgb(number * 0.618034 % 1, 0.35 + 0.3 * (number % 2), 0.6)
        chosen.append("#{:02x}{:02x}{:02x}".format(*(round(255 * level) for level in levels)))
    return Palette(tuple(chosen))


def letter(color: int) -> str:
    """Name of a colour in text: `-` for background, then a to z, aa, ab, ... as the columns of a spreadsheet."""
    if color <= BACKGROUND:
        return "-" if color == BACKGROUND else str(color)  # a negative number is not a colour, and shown as it is
    name = ""
    while color:
        color, digit = divmod(color - 1, 26)
        name = chr(ord("a") + digit) + name
    return name


def color_number(name: str) -> int:
    """Inverse of `letter` for colours besides the background; `name` is one or more letters a to z."""
    number = 0
    for char in name:
        number = 26 * number + ord(char) - ord("a") + 1
    return number


def known_letters(n_colors: int) -> str:
    """The names of all colours besides the background, for a message: `a`, or `a to c`."""
    return "a" if n_colors == 1 else f"a to {letter(n_colors)}"
