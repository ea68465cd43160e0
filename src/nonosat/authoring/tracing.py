"""From the bytes of a file to a picture: recognising the kind of picture."""

from __future__ import annotations

from nonosat.authoring.trace_request import TracedPicture, TraceRequest
from nonosat.errors import InputError, UsageError
from nonosat.system.files import as_text

#: The first bytes of image files: PNG, GIF, JPEG, BMP, and the bitmaps of Netpbm.
_IMAGES = (b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"BM", b"P1", b"P2", b"P3", b"P4", b"P5", b"P6")


def trace(data: bytes, file: str, request: TraceRequest | None = None) -> TracedPicture:
    """Trace the picture in a file.

    Args:
        data: the contents of the file.
        file: its name in error messages.
        request: the options; None for the default ones.

    Raises:
        InputError: the file holds no picture; says why.
        UsageError: an option is not for this kind of picture, or Pillow is not installed.
    """
    request = request or TraceRequest()
    if request.size and request.hexagon:
        raise UsageError("the options size and hex, expected one of them")
    if not data.strip():
        raise InputError("nothing in it, expected a picture", file=file)
    if _is_image(data):
        if request.palette:
            raise UsageError("the option palette is for pictures made of letters, expected colors for an image")
        from nonosat.authoring.image_picture import trace_image

        return trace_image(data, file, request)
    if request.size or request.hexagon or request.n_colors or request.dither:
        raise UsageError(f"the options size, hex, colors and dither are for images, and {file} is a text")
    text = as_text(data, file)
    if text.lstrip().startswith("<"):
        if request.palette or request.background:
            raise UsageError(f"{file} is a drawing with colours of its own, expected no option palette or background")
        from nonosat.authoring.svg_picture import trace_drawing

        return trace_drawing(text, file)
    from nonosat.authoring.text_picture import trace_letters

    return trace_letters(text, file, request)


def _is_image(data: bytes) -> bool:
    """Whether data begin like an image. The two letters of a Netpbm image may also begin a text."""
    if not data.startswith(_IMAGES):
        return False
    return data[:1] != b"P" or data[2:3].isspace() or data[2:3] == b"#"
