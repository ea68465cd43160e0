"""The file of a drawing: SVG, PNG or PDF, as its suffix says."""

from __future__ import annotations

import os
from struct import pack
from typing import Any
from zlib import crc32

from nonosat.core.errors import MissingDependency, UsageError
from nonosat.core.files import write_bytes
from nonosat.drawing.pdf_file import BOLD, REGULAR, font_path, pdf_bytes, require_pdf
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The suffixes of drawings.
SUFFIXES = (".svg", ".png", ".pdf")
#: Pixels of a PNG for each pixel of an SVG for screens.
_ZOOM = 2
#: Pixels per inch that SVG prescribes.
_SCREEN_DPI = 96
#: Where the first chunk of a PNG ends: behind the signature and the header.
_HEADER_END = 8 + 25


def drawing_suffix(path: str) -> str:
    """The suffix of the file of a drawing in lower case; `.svg` for a path without one, as `-`.

    Raises:
        UsageError: the suffix is not that of a drawing.
    """
    suffix = os.path.splitext(path)[1].lower()
    if suffix and suffix not in SUFFIXES:
        raise UsageError(f"{path} ends in {suffix}, expected a suffix of drawings: {' '.join(SUFFIXES)}")
    return suffix or ".svg"


def require_drawable(path: str) -> None:
    """Make sure that a drawing can be written to a path.

    Raises:
        UsageError: the suffix is not that of a drawing.
        MissingDependency: PNG or PDF is wanted, and the package that makes it is not installed.
    """
    suffix = drawing_suffix(path)
    if suffix == ".png":
        require_png()
    elif suffix == ".pdf":
        require_pdf()


def drawing_bytes(path: str, text: str, dpi: int | None = None, *, width: int | None = None) -> bytes:
    """The contents of the file of a drawing.

    Args:
        path: of the file.
        text: the drawing as SVG.
        dpi: pixels per inch of a PNG, for a drawing in millimetres; by default a PNG has twice the pixels of the SVG.
        width: of a PNG in pixels, in place of `dpi`.

    Raises:
        UsageError: the suffix is not that of a drawing.
        MissingDependency: the package that makes PNG or PDF is not installed.
    """
    suffix = drawing_suffix(path)
    if suffix == ".svg":
        return text.encode(errors="replace")
    return pdf_bytes(text) if suffix == ".pdf" else png_bytes(text, dpi, width=width)


def write_drawing(path: str, puzzle: Puzzle, picture: Picture, **options: Any) -> None:
    """Draw a solution as SVG, or as PNG or PDF if the path ends so; for `options` see `svg`.

    Raises:
        FileError: the file cannot be written.
    """
    from nonosat.drawing.svg import svg

    write_bytes(path, drawing_bytes(path, svg(puzzle, picture, **options)))


def require_png(wanted: str = "write PNG") -> Any:
    """The package that makes pixels of SVG.

    Raises:
        MissingDependency: it is not installed; the message has the `wanted` task.
    """
    try:
        import resvg_py
    except ImportError:
        message = f"resvg is needed to {wanted}; install it with: pip install 'nonosat[pictures]'"
        raise MissingDependency(message) from None
    return resvg_py


def png_bytes(text: str, dpi: int | None = None, *, zoom: float = _ZOOM, width: int | None = None) -> bytes:
    """A drawing as PNG; its text is in the first of its fonts that this machine has, or that comes with nonosat.

    Args:
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
        text: may be of another program.
        longest: the longer side of the PNG in pixels.

    Raises:
        MissingDependency: resvg is not installed.
        ValueError: it cannot be drawn.
    """
    render = require_png("read SVG of other programs").svg_to_bytes
    # The largest size within a square: a width alone would let a tall drawing take all memory.
    return bytes(render(svg_string=text, width=longest, height=longest))
