"""The file of a drawing: SVG, PNG or PDF, as its suffix says."""

from __future__ import annotations

import os

from nonosat.drawing.pdf_file import pdf_bytes, require_pdf
from nonosat.drawing.png_file import png_bytes, require_png
from nonosat.errors import UsageError

#: The suffixes of drawings.
SUFFIXES = (".svg", ".png", ".pdf")


def drawing_suffix(path: str) -> str:
    """The suffix of the file of a drawing in lower case; `.svg` for a path without one, as `-`.

    Raises:
        UsageError: the suffix is not that of a drawing.
    """
    suffix = os.path.splitext(path)[1].lower()
    if suffix and suffix not in SUFFIXES:
        raise UsageError(f"{path} ends in {suffix}, expected one of the suffixes of drawings: {' '.join(SUFFIXES)}")
    return suffix or ".svg"


def require_drawable(path: str) -> None:
    """Make sure that a drawing can be written to a path, before there is one.

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
        path: of the file; its suffix decides between SVG, PNG and PDF.
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
