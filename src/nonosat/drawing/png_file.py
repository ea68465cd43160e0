"""PNG of drawings. This module alone imports resvg, which makes pixels of SVG."""

from __future__ import annotations

from struct import pack
from typing import Any
from zlib import crc32

from nonosat.drawing.font_files import BOLD, REGULAR, font_path
from nonosat.errors import MissingDependency

#: Pixels of a PNG for each pixel of an SVG for screens.
_ZOOM = 2
#: Pixels per inch that SVG prescribes.
_SCREEN_DPI = 96
#: Where the first chunk of a PNG ends: behind the signature and the header.
_HEADER_END = 8 + 25


def require_png(wanted: str = "write PNG") -> Any:
    """The package that makes pixels of SVG.

    Args:
        wanted: the task, for the message.

    Raises:
        MissingDependency: it is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        message = f"resvg is needed to {wanted}, expected it installed: pip install 'nonosat[pictures]'"
        raise MissingDependency(message) from None
    return resvg_py


def png_bytes(text: str, dpi: int | None = None, *, zoom: float = _ZOOM, width: int | None = None) -> bytes:
    """A drawing as PNG; its text is in the first of its fonts that this machine has, or that comes with nonosat.

    Args:
        text: the drawing as SVG.
        dpi: pixels per inch, for a drawing in millimetres.
        zoom: pixels for each pixel of the SVG, for a drawing in pixels.
        width: of the PNG in pixels, in place of `dpi` and `zoom`.

    Raises:
        MissingDependency: resvg is not installed.
    """
    size = {"dpi": dpi} if dpi is not None else {"dpi": _SCREEN_DPI, "zoom": zoom}
    if width is not None:
        size = {"dpi": _SCREEN_DPI, "width": width}
    data = bytes(require_png().svg_to_bytes(svg_string=text, font_files=[font_path(REGULAR), font_path(BOLD)], **size))
    if dpi is None or width is not None:
        return data
    # Pixels per metre, so that programs print the image in its true size.
    chunk = b"pHYs" + pack(">IIB", round(dpi / 0.0254), round(dpi / 0.0254), 1)
    density = pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk))
    return data[:_HEADER_END] + density + data[_HEADER_END:]


def rendered(text: str, longest: int) -> bytes:
    """Any SVG as PNG.

    Args:
        text: the SVG, also of another program.
        longest: the longer side of the PNG in pixels.

    Raises:
        MissingDependency: resvg is not installed.
        ValueError: it cannot be drawn.
    """
    render = require_png("read SVG of other programs").svg_to_bytes
    # The largest size within a square: a width alone would let a tall drawing take all memory.
    return bytes(render(svg_string=text, width=longest, height=longest))
