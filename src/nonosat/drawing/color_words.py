"""Words for colours, for readers who see them printed in grey: `dark blue`, `light green`."""

from __future__ import annotations

from colorsys import rgb_to_hls

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
    parts = bytes.fromhex(color[1:])
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
