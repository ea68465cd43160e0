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
    if kind is None or not kind.is_image:
        _refuse_unreadable(data, kind, file)
        text = as_text(data, file)
        if not text.lstrip().startswith("<"):
            return _trace_text(text, file, request)
        from nonosat.authoring.svg_picture import drawn_grid, image_of_svg, trace_drawing

        grid = drawn_grid(text, file)
        if grid is not None:
            if request != TraceRequest():
                raise UsageError(
                    f"{file} was drawn by nonosat and has cells and colours of its own, expected no options"
                )
            return trace_drawing(text, grid, file)
        data = image_of_svg(text, file, request)
    if request.palette:
        message = f"{argument('palette')} is for pictures made of letters, expected {argument('n_colors')} for an image"
        raise UsageError(message)
    from nonosat.authoring.image_picture import trace_image

    return trace_image(data, file, request)


def _trace_text(text: str, file: str, request: TraceRequest) -> TracedPicture:
    """Trace a text, to which the options of images do not apply."""
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
    from nonosat.authoring.text_picture import trace_letters

    return trace_letters(text, file, request)


def _refuse_unreadable(data: bytes, kind: FileKind | None, file: str) -> None:
    """Name the kind of a file that is neither an image that can be read nor a text."""
    words = kind.words if kind else "binary data of an unknown kind" if b"\0" in data else None
    if words is not None:
        raise InputError(f"{words}, expected an image ({_READ}), an SVG drawing or a text", file=file)
