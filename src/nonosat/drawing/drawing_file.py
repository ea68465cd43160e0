"""The file of a drawing: SVG, PNG or PDF, as its suffix says. This module alone imports resvg, for PNG."""

from __future__ import annotations

import os
import re
from functools import cache
from struct import pack
from typing import Any
from zlib import crc32

from nonosat.drawing.pdf_file import pdf_bytes, require_pdf
from nonosat.errors import MissingDependency, UsageError

#: The suffixes of drawings.
SUFFIXES = (".svg", ".png", ".pdf")
#: Pixels of a PNG for each pixel of an SVG for screens.
_ZOOM = 2
#: Pixels per inch that SVG prescribes.
_SCREEN_DPI = 96
#: Where the first chunk of a PNG ends: behind the signature and the header.
_HEADER_END = 8 + 25
#: A digit on nothing, which is drawn only where one of the fonts is installed.
_DIGIT = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text x="4" y="16" font-size="16" font-family="{fonts}">8</text></svg>'
)


def drawing_suffix(path: str) -> str:
    """The suffix of the file of a drawing in lower case; `.svg` for a path without one, as `-`.

    Raises:
        UsageError: the suffix is none of drawings.
    """
    suffix = os.path.splitext(path)[1].lower()
    if suffix and suffix not in SUFFIXES:
        raise UsageError(f"{path} ends in {suffix}, expected one of the suffixes of drawings: {' '.join(SUFFIXES)}")
    return suffix or ".svg"


def require_drawable(path: str) -> None:
    """Make sure that a drawing can be written to a path, before there is one.

    Args:
        path: of the file; without a suffix, as in `-`, it is an SVG.

    Raises:
        UsageError: the suffix is none of drawings.
        MissingDependency: PNG or PDF is wanted, and the package that makes it is not installed.
    """
    suffix = drawing_suffix(path)
    if suffix == ".png":
        _renderer()
    elif suffix == ".pdf":
        require_pdf()


def drawing_bytes(path: str, text: str, dpi: int | None = None) -> bytes:
    """The contents of the file of a drawing.

    Args:
        path: of the file; its suffix decides between SVG, PNG and PDF.
        text: the drawing as SVG.
        dpi: pixels per inch of a PNG, for a drawing in millimetres; by default a PNG has twice the pixels of the SVG.

    Raises:
        UsageError: the suffix is none of drawings.
        MissingDependency: the package that makes PNG or PDF, or a font for the numbers of a PNG, is not installed.
    """
    require_drawable(path)
    suffix = drawing_suffix(path)
    if suffix == ".svg":
        return text.encode(errors="replace")
    return pdf_bytes(text) if suffix == ".pdf" else _png_bytes(text, dpi)


def _png_bytes(text: str, dpi: int | None) -> bytes:
    """A drawing as PNG."""
    fonts = re.search('font-family="([^"]*)"', text)
    if fonts and not _has_font(fonts[1]):
        raise MissingDependency(f"no font for the numbers of a PNG is installed, expected one of {fonts[1]}")
    render = _renderer().svg_to_bytes
    if dpi is None:
        return bytes(render(svg_string=text, zoom=_ZOOM, dpi=_SCREEN_DPI))
    data = bytes(render(svg_string=text, dpi=dpi))
    # Pixels per metre, so that programs print the image in its true size.
    chunk = b"pHYs" + pack(">IIB", round(dpi / 0.0254), round(dpi / 0.0254), 1)
    density = pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk))
    return data[:_HEADER_END] + density + data[_HEADER_END:]


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
