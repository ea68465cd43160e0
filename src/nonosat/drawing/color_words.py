"""Words for colours and states of cells, the same on pages, on paper and in explanations: `dark blue`, `empty`."""

from __future__ import annotations

from collections.abc import Sequence
from colorsys import rgb_to_hls

from nonosat.drawing.contrast import luminance, rgb
from nonosat.model.palette import letter

#: The words for a cell of the background, and for a cell of a block in a puzzle of one colour.
EMPTY_WORD, FILLED_WORD = "empty", "filled"

#: The largest difference of red, green and blue, of 255, that still counts as a grey.
_GREY = 24
#: Names of hues, each up to an angle on the colour circle in degrees.
_HUES = (
    (15, "red"),
    (42, "orange"),
    (68, "yellow"),
    (160, "green"),
    (195, "turquoise"),
    (255, "blue"),
    (290, "purple"),
    (345, "pink"),
    (360, "red"),
)
#: Names of greys, each up to a lightness from 0 to 1.
_GREYS = ((0.18, "black"), (0.38, "dark grey"), (0.66, "grey"), (0.94, "light grey"), (1.0, "white"))


def color_word(color: str) -> str:
    """A common name of a colour `#rrggbb`; two similar colours may have the same."""
    parts = rgb(color)
    hue, light, _ = rgb_to_hls(*(part / 255 for part in parts))
    if max(parts) - min(parts) <= _GREY:
        return next(name for limit, name in _GREYS if light <= limit)
    name = next(name for limit, name in _HUES if hue * 360 <= limit)
    if name == "orange" and light < 0.45:
        return "dark brown" if light < 0.22 else "brown"
    if name == "yellow" and light < 0.4:
        return "olive"
    if name == "red" and light > 0.68:
        return "pink"
    if light < 0.3:
        return f"dark {name}"
    return f"light {name}" if light > 0.68 else name


def color_words(colors: Sequence[str]) -> tuple[str, ...]:
    """Names of the colours of blocks, no two the same.

    Of two with the same common name one is light and the other dark; of more each has its letter behind it.

    Args:
        colors: all colours of a palette, as `#rrggbb`, the background first; it gets no name.
    """
    words = [color_word(color) for color in colors[1:]]
    names = list(words)
    for word in {word for word in words if words.count(word) > 1}:
        places = [place for place, other in enumerate(words) if other == word]
        if len(places) == 2 and not {f"light {word}", f"dark {word}"}.intersection(words) and " " not in word:
            bright, dim = sorted(places, key=lambda place: -luminance(colors[place + 1]))
            names[bright], names[dim] = f"light {word}", f"dark {word}"
        else:
            for place in places:
                names[place] = f"{word} ({letter(place + 1)})"
    return tuple(names)


def cell_words(colors: Sequence[str]) -> tuple[str, ...]:
    """The words for cells of each colour of a palette: `empty`, then `filled` for a single colour, else its names.

    A player thinks of filled and empty cells; and a single colour may be drawn as another one, such as light on a dark
    screen. The background comes first in `colors`, each as `#rrggbb`.
    """
    return (EMPTY_WORD, FILLED_WORD) if len(colors) == 2 else (EMPTY_WORD, *color_words(colors))
