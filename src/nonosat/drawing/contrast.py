"""Arithmetic on colours `#rrggbb`: luminance, contrast, legible grounds, and tones in between."""

from __future__ import annotations

#: The two colours of text and lines on coloured ground.
BLACK = "#1a1a1a"
WHITE = "#ffffff"


def luminance(color: str) -> float:
    """Relative luminance, 0 for black to 1 for white, as defined by WCAG 2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (c / 255 for c in _rgb(color))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21, as defined by WCAG 2; text is legible from 4.5 on."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink(ground: str) -> str:
    """Black or white, whichever has more contrast with the ground."""
    return max(WHITE, BLACK, key=lambda color: contrast(color, ground))


def is_dark(ground: str) -> bool:
    """True if white has more contrast with the ground than black has."""
    return ink(ground) == WHITE


def legible_ground(color: str, least: float) -> str:
    """A colour on which black or white can be read well: the colour itself, or the nearest lighter or darker tone.

    Args:
        least: contrast with black or white, whichever has more; at most 17.
    """
    tones = (mix(color, end, step / 20) for step in range(21) for end in (WHITE, BLACK))
    return next(tone for tone in tones if contrast(ink(tone), tone) >= least)


def mix(color: str, other: str, share: float) -> str:
    """A colour between two; `share`, from 0 to 1, is the part of the second one."""
    parts = (round(a + (b - a) * share) for a, b in zip(_rgb(color), _rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))
