"""Colours as files write them: numbers in several forms, and names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.model.palette import BLACK_ON_WHITE, Palette, default_palette

#: The names that files of puzzles use, with the values of CSS.
_NAMES = {
    "aqua": "#00ffff",
    "beige": "#f5f5dc",
    "black": "#000000",
    "blue": "#0000ff",
    "brown": "#a52a2a",
    "crimson": "#dc143c",
    "cyan": "#00ffff",
    "darkblue": "#00008b",
    "darkgreen": "#006400",
    "darkred": "#8b0000",
    "fuchsia": "#ff00ff",
    "gold": "#ffd700",
    "gray": "#808080",
    "green": "#008000",
    "indigo": "#4b0082",
    "khaki": "#f0e68c",
    "lightblue": "#add8e6",
    "lightgray": "#d3d3d3",
    "lightgreen": "#90ee90",
    "lime": "#00ff00",
    "magenta": "#ff00ff",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "orange": "#ffa500",
    "orchid": "#da70d6",
    "pink": "#ffc0cb",
    "plum": "#dda0dd",
    "purple": "#800080",
    "red": "#ff0000",
    "salmon": "#fa8072",
    "silver": "#c0c0c0",
    "skyblue": "#87ceeb",
    "tan": "#d2b48c",
    "teal": "#008080",
    "tomato": "#ff6347",
    "turquoise": "#40e0d0",
    "violet": "#ee82ee",
    "wheat": "#f5deb3",
    "white": "#ffffff",
    "yellow": "#ffff00",
}

#: Letters that puzzles have in place of names.
_LETTERS = {
    name[0]: _NAMES[name] for name in ("red", "green", "blue", "yellow", "white", "orange", "purple", "cyan", "magenta")
}
_LETTERS |= {"k": _NAMES["black"], "n": _NAMES["brown"]}

#: The forms that `rgb` reads, for error messages.
EXPECTED = "three or six hexadecimal digits, or a common name"


def rgb(text: str) -> str | None:
    """A colour such as `f00`, `#f00`, `ff0000`, `#ff0000`, `255, 0, 0` or `Red` as `#rrggbb`; None if it is none."""
    text = text.strip().lower()
    digits = text.removeprefix("#")
    if re.fullmatch("[0-9a-f]{6}", digits):
        return f"#{digits}"
    if re.fullmatch("[0-9a-f]{3}", digits):
        return "#" + "".join(2 * digit for digit in digits)
    levels = re.fullmatch(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})", text)
    if levels and all(int(level) < 256 for level in levels.groups()):
        return "#" + "".join(f"{int(level):02x}" for level in levels.groups())
    return _NAMES.get(text.replace(" ", "").replace("grey", "gray"))


def palette_of_names(names: Sequence[str]) -> Palette:
    """A palette on white for colours of these names or letters, such as `red` and `b`; other names get other colours.

    Two colours that would look the same, or like the background, are no use: then all colours are those of
    `default_palette`.
    """
    usual = default_palette(len(names)).colors
    known = [rgb(name) if len(name) > 1 else _LETTERS.get(name) for name in names]
    palette = Palette((BLACK_ON_WHITE.colors[0], *(color or usual[number] for number, color in enumerate(known, 1))))
    return palette if len({*palette.colors}) == len(palette.colors) else default_palette(len(names))
