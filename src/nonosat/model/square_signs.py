"""Squares and circles of one colour, as people write pictures with them in messages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

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
