"""The colours that the signs and letters of a text stand for.

`-`, `.`, `_`, `0`, light shades and, between other characters, a blank are background. `#`, `*`, `X`, `@`, `1` and full
blocks are the first colour, and so is `x` where it is the only letter.

If all letters are a to z, they are the colours of the palette in order, as in clue files. Squares and circles, such as
🟧, have colours of their own, and any letter can be a colour. If a text has one of these, its colours are numbered as
they occur, row by row. If all letters are capital initials, they have the colours of these: R red, G green, B blue,
Y yellow, O orange, P purple, C cyan, M magenta, K black, W white. B is black in a text without other letters than W.
Any other letters, also a to z, are names without a meaning and get the default colours that are left.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from nonosat.model.cell_shapes import BLACK_SIGNS, COLORED_SIGNS, EMPTY_SIGNS
from nonosat.model.colors import name_of_rgb, rgb, unused_gray
from nonosat.model.palette import COLORS, color_number

#: The signs of background except the blank, and those of the first colour.
EMPTY = frozenset(f"-._0\u2591\u00b7{EMPTY_SIGNS}")
FIRST = frozenset(f"#*X@1\u2588{BLACK_SIGNS}")
#: From signs of colours to the first one of the same colour, and from that to the colour.
_SAME = {sign: signs[0] for signs in COLORED_SIGNS.values() for sign in signs} | dict.fromkeys(FIRST, "#")
_TINTS = {signs[0]: tint for tint, signs in COLORED_SIGNS.items()} | {"#": COLORS[1]}

_WHITE = "#ffffff"
#: The colours of capital initials.
_INITIALS = dict(zip("KRBGYPOMCW", [*(COLORS[number] for number in (1, 2, 3, 4, 5, 6, 7, 9, 11)), _WHITE], strict=True))
#: The initials of which a text has at least one; the others are as often names without a meaning.
_OBVIOUS = frozenset("RGBYKW")


class SignColors(NamedTuple):
    """The colours of the signs of a text.

    Attributes:
        numbers: from signs, the same for all of one colour, to colour numbers; empty if letters have their own numbers.
        palette: the colours, background first.
    """

    numbers: dict[str, int]
    palette: tuple[str, ...]

    def number(self, sign: str) -> int | None:
        """The number of the colour of a sign; None if the text gives it none."""
        return self.numbers.get(_SAME.get(sign, sign))

    def remarks(self) -> list[str]:
        """A sentence on the letters whose colours the user did not choose."""
        letters = [f"{sign} {self.palette[number]}" for sign, number in self.numbers.items() if sign.isalpha()]
        return [f"the colours of the letters are {', '.join(letters)}"] if letters else []


def colors_of_signs(text: str) -> SignColors:
    """The colours of the signs and letters in a text, which are all of its cells, row by row."""
    found = dict.fromkeys(_SAME.get(sign, sign) for sign in dict.fromkeys(text))
    signs = [sign for sign in found if sign in _TINTS or (sign.isalpha() and sign not in EMPTY)]
    if all(sign == "#" or re.fullmatch("[a-z]", sign) for sign in signs):
        return SignColors({}, COLORS)
    has_empty = any(sign == " " or sign in EMPTY for sign in found)
    tints = _TINTS | _initials({sign for sign in signs if sign.isalpha()})
    taken = {tints.get(sign) for sign in signs}
    left = iter([tint for tint in COLORS[1:] if tint not in taken])
    of_sign = {sign: tints.get(sign) or next(left, "") for sign in signs}
    background = COLORS[0]
    if has_empty and _WHITE in of_sign.values():
        background = name_of_rgb(unused_gray([rgb(tint) for tint in of_sign.values() if tint]))
    palette = [*dict.fromkeys([background, *filter(None, of_sign.values())])]
    # A text of more signs than default colours needs a palette for the last ones.
    last = len(palette) - 1
    numbers = {sign: palette.index(tint) if tint else (last := last + 1) for sign, tint in of_sign.items()}
    return SignColors(numbers, tuple(palette))


def _initials(letters: set[str]) -> dict[str, str]:
    """The colours of letters that are all initials of colours; nothing for other letters."""
    if not (letters <= {*_INITIALS} and letters & _OBVIOUS):
        return {}
    return _INITIALS | ({"B": COLORS[1]} if letters <= {"B", "W"} else {})


def number_of_name(name: str, *, x_is_filled: bool) -> int | None:
    """The colour number of a letter a to z, of several, or of a sign for the first colour; None for any other name."""
    if name in FIRST or (name == "x" and x_is_filled):
        return 1
    return color_number(name) if re.fullmatch("[a-z]{1,6}", name) else None


def x_is_filled(names: set[str], n_colors: int) -> bool:
    """True if `x` is a sign for the first colour, in a text with these names of cells and a palette of `n_colors`.

    It is not if there are other letters, or if the palette has 24 colours, of which it is the last.
    """
    return {name for name in names if name.isalpha() and name != "X"} == {"x"} and n_colors < color_number("x")
