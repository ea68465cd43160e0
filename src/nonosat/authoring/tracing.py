"""From the bytes of a file to a picture: recognising the kind of picture."""

from __future__ import annotations

from nonosat.authoring.trace_request import TracedPicture, TraceRequest
from nonosat.errors import InputError, UsageError
from nonosat.system.files import as_text

#: The first bytes of image files: PNG, GIF, JPEG, BMP, TIFF (two byte orders, and the same of BigTIFF), ICO, and the
#: bitmaps of Netpbm. WebP is recognised by `_is_image`.
_IMAGES = (
    *(b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"BM", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+", b"\0\0\1\0"),
    *(b"P1", b"P2", b"P3", b"P4", b"P5", b"P6"),
)
#: The kinds of images that are read, for messages.
_READ = "PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM or PPM"
#: What the first bytes of files that cannot be read mean: offset, bytes, kind.
_UNREADABLE = (
    (0, b"%PDF", "a PDF document"),
    (0, b"8BPS", "an image of Photoshop"),
    (0, b"gimp xcf", "an image of GIMP"),
    (0, b"\0\0\2\0", "a cursor of Windows"),
    (0, b"\xff\x0a", "a JPEG XL image"),
    (0, b"\0\0\0\x0cJXL ", "a JPEG XL image"),
    (0, b"\0\0\0\x0cjP  ", "a JPEG 2000 image"),
    (0, b"qoif", "a QOI image"),
    (0, b"PK\3\4", "a ZIP archive"),
    (4, b"ftypavi", "an AVIF image"),
    (4, b"ftyphei", "a HEIC image"),
    (4, b"ftypmif1", "a HEIF image"),
    (4, b"ftyp", "a video"),
    (0, b"\x1aE\xdf\xa3", "a video"),
)


def trace(data: bytes, file: str, request: TraceRequest | None = None) -> TracedPicture:
    """Trace the picture in a file.

    Args:
        data: the contents of the file.
        file: its name in error messages.
        request: the options; None for the default ones.

    Raises:
        InputError: the file holds no picture; says why.
        MissingDependency: the picture is an image, and Pillow is not installed.
        UsageError: an option is not for this kind of picture.
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
    _refuse_unreadable(data, file)
    if request.size or request.hexagon or request.n_colors or request.dither or request.keep_colors:
        message = f"the options size, hex, colors, keep-colors and dither are for images, and {file} is a text"
        raise UsageError(message)
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
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return True
    if not data.startswith(_IMAGES):
        return False
    return data[:1] != b"P" or data[2:3].isspace() or data[2:3] == b"#"


def _refuse_unreadable(data: bytes, file: str) -> None:
    """Name the kind of a file that is neither an image that can be read nor a text."""
    kind = next((kind for start, bytes_, kind in _UNREADABLE if data.startswith(bytes_, start)), None)
    if kind is None and b"\0" in data:
        kind = "binary data of an unknown kind"
    if kind is not None:
        raise InputError(f"{kind}, expected an image ({_READ}), a drawing by nonosat or a text", file=file)
