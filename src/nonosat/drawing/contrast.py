"""Arithmetic on colours `#rrggbb`: luminance, contrast, legible grounds, and tones in between."""

from __future__ import annotations

#: The two colours of text and lines on coloured ground.
BLACK = "#1a1a1a"
WHITE = "#ffffff"

#: The least contrast of text that is read with ease, of small letters on colours that are printed, and of a cell that
#: can be distinguished from white paper.
LEGIBLE, CLEAR, VISIBLE = 4.5, 7.0, 1.35


def luminance(color: str) -> float:
    """Relative luminance, 0 for black to 1 for white, as defined by WCAG 2."""
    red, green, blue = (linear(value / 255) for value in rgb(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21, as defined by WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink(ground: str) -> str:
    """Black or white, whichever has more contrast with the ground."""
    return max(WHITE, BLACK, key=lambda color: contrast(color, ground))


def legible_ground(color: str, least: float) -> str:
    """A colour on which black or white can be read well: the colour itself, or the nearest lighter or darker tone.

    Args:
        least: contrast with black or white, whichever has more; at most 17.
    """
    tones = (mix(color, end, step / 20) for step in range(21) for end in (WHITE, BLACK))
    return next(tone for tone in tones if contrast(ink(tone), tone) >= least)


def mix(color: str, other: str, share: float) -> str:
    """A colour between two; `share`, from 0 to 1, is the part of the second one."""
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(color), rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def rgb(color: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour `#rrggbb`, from 0 to 255."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def linear(value: float) -> float:
    """The light intensity of a value of sRGB, both from 0 to 1."""
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
