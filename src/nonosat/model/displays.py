"""What notebooks display for puzzles, pictures and results.

Those classes import no drawings, so that the verifier depends on nothing but the model. The functions that draw them
are registered here by the library, which stands above both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: By the name of a class the function that makes an SVG drawing of an instance.
DISPLAYS: dict[str, Callable[[Any], str]] = {}


def displayed(name: str, value: object) -> str:
    """The drawing that a notebook displays, as SVG.

    Args:
        name: of the class, which has an entry in `DISPLAYS`.
        value: an instance of it.
    """
    return DISPLAYS[name](value)
