"""From the bytes of a file to a picture: recognising the kind of picture."""

from __future__ import annotations

from nonosat.authoring.trace_request import TracedPicture, TraceRequest
from nonosat.errors import InputError, UsageError, argument
from nonosat.system.file_kinds import FileKind, kind_of
from nonosat.system.files import as_text

#: The kinds of images that are read, for messages.
_READ = "PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM or PPM"


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
        raise UsageError(f"{argument('size')} and {argument('hexagon')}, expected one of them")
    if not data.strip():
        raise InputError("nothing in it, expected a picture", file=file)
    kind = kind_of(data)
    if kind is not None and kind.is_image:
        if request.palette:
            message = (
                f"{argument('palette')} is for pictures made of letters, expected {argument('n_colors')} for an image"
            )
            raise UsageError(message)
        from nonosat.authoring.image_picture import trace_image

        return trace_image(data, file, request)
    _refuse_unreadable(data, kind, file)
    if (
        request.size
        or request.hexagon
        or request.n_colors
        or request.dither
        or request.keep_colors
        or request.threshold is not None
    ):
        *names, last = map(argument, ("size", "hexagon", "n_colors", "keep_colors", "dither", "threshold"))
        raise UsageError(f"{', '.join(names)} and {last} are for images, and {file} is a text")
    text = as_text(data, file)
    if text.lstrip().startswith("<"):
        if request.palette or request.background:
            expected = f"expected no {argument('palette')} or {argument('background')}"
            raise UsageError(f"{file} is a drawing with colours of its own, {expected}")
        from nonosat.authoring.svg_picture import trace_drawing

        return trace_drawing(text, file)
    from nonosat.authoring.text_picture import trace_letters

    return trace_letters(text, file, request)


def _refuse_unreadable(data: bytes, kind: FileKind | None, file: str) -> None:
    """Name the kind of a file that is neither an image that can be read nor a text."""
    words = kind.words if kind else "binary data of an unknown kind" if b"\0" in data else None
    if words is not None:
        raise InputError(f"{words}, expected an image ({_READ}), a drawing by nonosat or a text", file=file)
