"""The file of a drawing: SVG, or PNG, as its suffix says. This module alone imports resvg, for PNG."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Any

from nonosat.errors import MissingDependency, UsageError

#: The suffixes of drawings.
SUFFIXES = (".svg", ".png")
#: Pixels of a PNG for each pixel of the SVG.
_ZOOM = 2
#: A digit on nothing, which is drawn only where one of the fonts is installed.
_DIGIT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="4" y="16" font-size="16" font-family="{fonts}">8</text></svg>'
)


def require_drawable(path: str) -> None:
    """Make sure that a drawing can be written to a path, before there is one.

    Args:
        path: of the file; without a suffix, as in `-`, it is an SVG.

    Raises:
        UsageError: the suffix is none of drawings.
        MissingDependency: PNG is wanted, and resvg is not installed.
    """
    suffix = os.path.splitext(path)[1].lower()
    if suffix and suffix not in SUFFIXES:
        raise UsageError(f"{path} ends in {suffix}, expected one of the suffixes of drawings: {' '.join(SUFFIXES)}")
    if suffix == ".png":
        _renderer()


def drawing_bytes(path: str, text: str) -> bytes:
    """The contents of the file of a drawing.

    Args:
        path: of the file; its suffix decides between SVG and PNG.
        text: the drawing as SVG.

    Raises:
        UsageError: the suffix is none of drawings.
        MissingDependency: PNG is wanted, and resvg or a font for the numbers is not installed.
    """
    require_drawable(path)
    if not path.lower().endswith(".png"):
        return text.encode(errors="replace")
    fonts = re.search('font-family="([^"]*)"', text)
    if fonts and not _has_font(fonts[1]):
        raise MissingDependency(f"no font for the numbers of a PNG is installed, expected one of {fonts[1]}")
    return bytes(_renderer().svg_to_bytes(svg_string=text, zoom=_ZOOM))


def _renderer() -> Any:
    """The package that makes pixels of an SVG."""
    try:
        import resvg_py
    except ImportError:
        message = "resvg is needed to write PNG, expected it installed: pip install 'nonosat[pictures]'"
        raise MissingDependency(message) from None
    return resvg_py


@cache
def _has_font(fonts: str) -> bool:
    """Whether text in one of these fonts is drawn; without any of them the renderer leaves it out."""
    render = _renderer().svg_to_bytes
    digit = _DIGIT.format(fonts=fonts)
    return bytes(render(svg_string=digit)) != bytes(render(svg_string=digit.replace(">8<", "><")))
