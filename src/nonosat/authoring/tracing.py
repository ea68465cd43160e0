"""The picture in the bytes of a file, of a kind that is recognised."""

from __future__ import annotations

import re
from typing import Unpack

from nonosat.authoring.picture_options import PictureOptions, TracedPicture, refuse_image_options
from nonosat.core.errors import InputError, UsageError, argument
from nonosat.core.files import as_text, image_kind
from nonosat.formats.registry import likely_formats

#: The kinds of images that are read, for messages.
_READ = "PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM or PPM"


def trace(data: bytes, file: str, **options: Unpack[PictureOptions]) -> TracedPicture:
    """Trace the picture in `data`, the contents of a file; the options have colours as `#rrggbb`.

    Raises:
        InputError: the file does not hold a picture.
        MissingDependency: the picture is an image, and Pillow is not installed.
        UsageError: an option is not for this kind of picture.
    """
    if options.get("size") and options.get("hexagon"):
        raise UsageError(f"{argument('size')} cannot be combined with {argument('hexagon')}")
    if not data.strip():
        raise InputError("nothing in it, expected a picture", file=file)
    if not image_kind(data):
        if b"\0" in data:
            raise InputError(f"binary data, expected an image ({_READ}), an SVG drawing or a text", file=file)
        text = as_text(data, file)
        try:
            if not text.lstrip().startswith("<"):
                refuse_image_options(options, f", and {file} is a text")
                from nonosat.authoring.text_picture import trace_letters

                return trace_letters(text, file, options)
            from nonosat.authoring.svg_picture import drawn_grid, image_of_svg, trace_drawing

            grid = drawn_grid(text, file)
            if grid is not None:
                if any(options.values()):
                    message = f"{file} was drawn by nonosat and has its own cells and colours, expected no options"
                    raise UsageError(message)
                return trace_drawing(text, grid, file)
            data = image_of_svg(text, file, options)
        except InputError:
            _refuse_puzzle(text, file)
            raise
    if options.get("colors"):
        message = f"{argument('colors')} is for pictures made of letters, expected {argument('n_colors')} for an image"
        raise UsageError(message)
    from nonosat.authoring.image_loading import require_pillow

    require_pillow()
    from nonosat.authoring.image_picture import trace_image

    return trace_image(data, file, options)


def _refuse_puzzle(text: str, file: str) -> None:
    """Refuse a text that is a puzzle and not a picture, with the name of its format."""
    likely = likely_formats(text)
    # A picture may also begin with the name of its grid; clue files have colours below it.
    if likely and (likely[0].name != "clues" or re.search("^#[0-9a-fA-F]{6} ", text, re.MULTILINE)):
        message = f"a puzzle ({likely[0].name}), expected a picture, from which a puzzle is made"
        raise InputError(message, file=file) from None


def is_no_text(data: bytes) -> bool:
    """True if the contents of a file are an image or other binary data."""
    return image_kind(data) is not None or b"\0" in data
