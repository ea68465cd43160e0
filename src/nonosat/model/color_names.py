"""Names of colours: that of the nearest of some examples, as a person sees them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from nonosat.model.colors import RGB, luminance, perceived_distance, rgb
from nonosat.model.palette import letter

#: The word for a cell of the background.
EMPTY_WORD = "empty"

#: Examples of each name. The first one of most names is its average in the colour survey of xkcd (R. Munroe, 2010,
#: CC0); the others are softer tones, chosen by eye.
_EXAMPLES = {
    "black": "000000 16161a 1f1f1f 11151c",
    "dark grey": "363737 4d4d4d 2f3338",
    "grey": "929591 808080 6b6b6b 7a8088",
    "light grey": "d8dcd6 b5b5b5 c8ccd0",
    "white": "ffffff f5f5f5 fff8ea eef6ff eefaf0 fdf0f3",
    "red": "e50000 d62828 c1272d e63946 d7472f b3202c",
    "dark red": "840000 8c2f39 5c0a14",
    "pink": "ff81c0 e0457b d46a9a f7a1c4 ff7a7a d81b60 c20078 ff00ff",
    "light pink": "ffd1df ffc0cb",
    "dark pink": "8f1a52",
    "orange": "f97306 e8722c f59a4a ffa500 f6ae2d c8703a ff7b54",
    "light orange": "ffcc99 ffb07c",
    "brown": "653700 7a4419 8c5a3c 9c4a2f 8a5a34 6f5e53 9a6a00",
    "light brown": "ad8150 a9856f b08968 c49a6c",
    "dark brown": "341c02 3b2b20 5e3023",
    "beige": "e6daa6 d2b48c e6c79c f7e7ce f2d7b6 fde8c9",
    "yellow": "ffff14 ffd60a f1c40f ffd23f e0a100",
    "light yellow": "fffe7a fff3b0 ffe8a3",
    "olive": "6e750e 808000 999900 aaa662",
    "green": "15b01a 2e8b57 4d8b31 6a994e 3c9a5f 8ab661 00ff00 2e7d32",
    "light green": "96f97b c8f7dc d6efb8 95d5b2",
    "dark green": "033500 1b4332 1f5f3f 33501e",
    "turquoise": "06c2ac 17a2a2 00ffff 2a9d8f 56c5d0",
    "light turquoise": "bdeaf0 a8f0e6",
    "dark turquoise": "0b3d3a 1d7874 0f5257",
    "blue": "0343df 1f6fb4 3d5a98 2f9fd0 2a86a8 3333ff 4a6fa5 56608f",
    "light blue": "95d0fc 8ecae6 bcd4ec d7eefb 7aa7e8",
    "dark blue": "00035b 1d3557 14213d 1b1b4a 000080",
    "purple": "7e1e9c 9d4edd 7b3f99 a86fc4 5a189a",
    "light purple": "bf77f6 c9a0f0 dcc6f5",
    "dark purple": "35063e 3b1f4b 10002b 4b0082",
}


@lru_cache(maxsize=1)
def _examples() -> list[tuple[RGB, str]]:
    return [(rgb(f"#{digits}"), name) for name, all_digits in _EXAMPLES.items() for digits in all_digits.split()]


def color_word(color: str) -> str:
    """A common name of a colour, that of the nearest example in CIELAB; two similar colours may have the same."""
    wanted = rgb(color)
    return min(_examples(), key=lambda example: perceived_distance(example[0], wanted))[1]


def color_words(colors: Sequence[str]) -> tuple[str, ...]:
    """Names of the colours of blocks, no two the same, for a palette with the background first, which gets no name.

    Of two with the same common name one is light and the other dark; of more each has its letter behind it.
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
    """The words for cells of each colour of a palette, the background first: `empty`, then `filled` or several names.

    A player thinks of filled and empty cells; and a single colour may be drawn as another one, such as light on a dark
    screen.
    """
    return (EMPTY_WORD, "filled") if len(colors) == 2 else (EMPTY_WORD, *color_words(colors))
