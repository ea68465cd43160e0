"""The drawings that notebooks display for puzzles, pictures and results.

The classes of these import no drawings, so that the verifier depends on nothing but the model. The library, which
stands above both, registers here the functions that draw them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: From names of classes to functions that draw an instance as SVG.
DISPLAYS: dict[str, Callable[[Any], str]] = {}


def displayed(name: str, value: object) -> str:
    """The drawing, as SVG, that a notebook displays for an instance of the class of a name."""
    return DISPLAYS[name](value)
