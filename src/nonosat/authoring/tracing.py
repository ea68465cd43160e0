"""Pictures of any kind as grids of coloured cells: files, images, arrays, and lists."""

from __future__ import annotations

import operator
import os
import re
from io import BytesIO
from typing import Any, Unpack

from nonosat.authoring.picture_options import PictureOptions, TracedPicture, refuse_image_options
from nonosat.authoring.row_picture import color_value, trace_numbers, trace_rows
from nonosat.authoring.text_picture import PictureRecord, is_record, read_record, trace_letters
from nonosat.core.errors import InputError, PuzzleError, UsageError, argument
from nonosat.core.files import as_text, read_bytes, shown_name
from nonosat.core.images import MAX_BYTES, image_kind, pillow
from nonosat.formats.clue_lists import read_palette
from nonosat.formats.registry import likely_formats
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of

#: The kinds of images that are read, for messages.
_READ = "PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM or PPM"
#: The least maximum of the levels of a grey image; numbers that are all smaller are numbers of colours.
_LEAST_MAXIMUM = 100


def puzzle_of_picture(picture: Any, **options: Unpack[PictureOptions]) -> Puzzle:
    """The puzzle whose clues describe a picture.

    Args:
        picture: one of:

            - a list of rows of cells, or a numpy array of two dimensions. A cell is the number of a colour, 0 for the
              background; or a colour, as `#rrggbb`, `#rgb` or a common name. Rows of 2, 3, 2 cells and so on are a
              hexagon, rows of 5, 7, 7, 5 cells and so on an outline of triangles.
            - numbers up to 255, of which one is 100 or more, and fewer than half occur: levels of grey, an image. An
              array of `uint8` with a number of 100 or more always is one. With `colors` they are numbers of colours.
            - an array of three dimensions, of red, green and blue for each cell, and opacity if there is a fourth
              number; or such lists. An array of `uint8` is an image.
            - a list of texts, the rows, with a letter for each cell as `text` writes them.
            - a `Picture`.
            - an image of Pillow, or the path of a file that holds a picture.

    Raises:
        InputError: the picture cannot be read.
        PuzzleError: it has a colour that `colors` lacks, or its rows make no grid.
        MissingDependency: the picture is an image, and Pillow is not installed.
        UsageError: an option is not for this kind of picture.
    """
    traced = traced_value(picture, **options)
    return puzzle_of(traced.picture, traced.palette)


def traced_value(picture: Any, **options: Unpack[PictureOptions]) -> TracedPicture:
    """The cells of a picture of any kind that `puzzle_of_picture` takes, with its options and errors."""
    colors, background = options.get("colors"), options.get("background")
    palette = None if colors is None else read_palette(colors)
    if palette is not None:
        options["colors"] = palette.colors
    if background is not None:
        options["background"] = background = color_value(background)
    if isinstance(picture, str | os.PathLike):
        path = os.fspath(picture)
        return trace(read_bytes(path, MAX_BYTES), shown_name(path), **options)
    if callable(getattr(picture, "save", None)):
        return _traced_image(picture, options)
    if palette is None and (levels := _levels(picture)) is not None:
        return _traced_image(levels, options)
    refuse_image_options(options)
    if isinstance(picture, Picture):
        return trace_numbers(picture, palette, background)
    return trace_rows(picture, palette, options)


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
        raise InputError("an empty file, expected a picture", file=file)
    if not image_kind(data):
        if b"\0" in data:
            raise InputError(f"binary data, expected an image ({_READ}), an SVG drawing or a text", file=file)
        text = as_text(data, file)
        record = None
        try:
            if is_record(text):
                record = read_record(text, file)
                return _traced_record(record, file, options)
            if not text.lstrip().startswith("<"):
                refuse_image_options(options, f", and {file} is a text")
                return trace_letters(text, file, options)
            from nonosat.authoring.svg_picture import drawn_grid, image_of_svg, trace_drawing

            grid = drawn_grid(text, file)
            if grid is not None:
                if any(options.values()):
                    message = f"{file} was drawn by nonosat and has its own cells and colours; leave out the options"
                    raise UsageError(message)
                return trace_drawing(text, grid, file)
            data = image_of_svg(text, file, options)
        except InputError:
            if record is None:
                _refuse_puzzle(text, file)
            raise
    if options.get("colors") and options.get("n_colors"):
        raise UsageError(f"{argument('colors')} cannot be combined with {argument('n_colors')}")
    pillow()  # which the module needs to be imported
    from nonosat.authoring.image_picture import trace_image

    return trace_image(data, file, options)


def _traced_record(record: PictureRecord, file: str, options: PictureOptions) -> TracedPicture:
    """The picture in JSON: rows of texts, or of whatever `traced_value` takes as cells."""
    if isinstance(record.rows[0], str):
        refuse_image_options(options, f", and {file} is a text")
        return trace_letters("\n".join(record.rows), file, options, record.palette)
    if record.palette and not options.get("colors"):
        options["colors"] = record.palette
    try:
        return traced_value(record.rows, **options)
    except PuzzleError as error:
        raise InputError(str(error), file=file) from None


def _refuse_puzzle(text: str, file: str) -> None:
    """Refuse a text that is a puzzle and not a picture, with the name of its format."""
    likely = likely_formats(text)
    # A picture may also begin with the name of its grid; clue files have colours below it.
    if likely and (likely[0].name != "clues" or re.search("^#[0-9a-fA-F]{6} ", text, re.MULTILINE)):
        message = f"a puzzle ({likely[0].name}), expected a picture to make a puzzle from"
        raise InputError(message, file=file) from None


def _traced_image(image: Any, options: PictureOptions) -> TracedPicture:
    from PIL.ImageOps import exif_transpose

    data = BytesIO()
    keeps = getattr(image, "mode", "") in ("1", "L", "LA", "P", "RGB", "RGBA")
    exif_transpose(image if keeps else image.convert("RGBA")).save(data, "PNG")
    return trace(data.getvalue(), "image", **options)


def _levels(value: Any) -> Any:
    """An image of an array or of lists, if their numbers are levels; None if they are numbers of colours."""
    is_bytes = str(getattr(value, "dtype", "")) == "uint8"
    try:
        if is_bytes and len(value.shape) == 3 and value.shape[2] in (3, 4):
            data, mode, size = value.tobytes(), ("RGB", "RGBA")[value.shape[2] - 3], value.shape[1::-1]
        else:
            if len(value) == 0 or len({len(row) for row in value}) != 1:
                return None
            rows = [list(map(operator.index, row)) for row in value]
            found = {level for row in rows for level in row} or {0}
            if min(found) < 0 or not _LEAST_MAXIMUM <= max(found) <= 255:
                return None
            if not is_bytes and 2 * len(found) > max(found):
                return None
            data, mode, size = b"".join(map(bytes, rows)), "L", (len(rows[0]), len(rows))
    except (TypeError, ValueError):
        return None
    return pillow().frombytes(mode, size, data) if all(size) else None
