"""Files that the page opens: what it asks for, as a query, and what it is told, as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from nonosat.authoring.picture_options import PictureOptions
from nonosat.core.errors import UsageError, printable, replace_arguments
from nonosat.drawing_board.opened_file import IMAGE, FileRequest, Opened, SeveralPuzzles
from nonosat.formats.color_syntax import rgb
from nonosat.formats.loading import MAX_PUZZLES

#: Letters of the longest name of a file; its end counts, which has the suffix.
_MAX_NAME = 100
#: The most cells along a side of a rectangle, and of a hexagon.
_MAX_SIDE, _MAX_HEX = 200, 100
#: The fields of the page, as it calls them, for the arguments that messages name and for the names of a query.
FIELDS = {
    "size": "Width",
    "width": "Width",
    "height": "Height",
    "hexagon": "Cells along a side",
    "hex": "Cells along a side",
    "n_colors": "Colours",
    "colors": "Colours",
    "threshold": "Covered at least",
    "background": "Background",
    "dither": "Mix colours by patterns",
    "keep_colors": "Keep similar colours",
}


def file_request(data: bytes, query: Mapping[str, str]) -> FileRequest:
    """The request to open a file with a query such as `name=cat.png&width=30&colors=4`.

    Raises:
        UsageError: an option has no such value.
    """
    name = printable(re.split(r"[/\\]", query.get("name", ""))[-1][-_MAX_NAME:])
    number, is_photo = _limited(query, "number", MAX_PUZZLES), query.get("photo") == "yes"
    return FileRequest(data, name or "file", number, is_photo, _picture_options(query))


def file_reply(request: FileRequest, open_file: Callable[[FileRequest], Opened]) -> dict[str, object]:
    """What the page is told of a file: its `kind`, the `sketch` for `replace`, and `remarks`.

    The picture of an image is also there as a `drawing`, an SVG. The kind `several` has `titles` to choose from, pairs
    of a title and a grid, and no sketch. Errors are those of `open_file`.
    """
    try:
        found = open_file(request)
    except SeveralPuzzles as error:
        return {"kind": "several", "titles": error.titles}
    sketch = found.sketch
    reply: dict[str, object] = {"kind": found.kind, "sketch": sketch.record()}
    reply["remarks"] = [*map(in_fields, found.remarks)]
    if found.kind == IMAGE:
        from nonosat.drawing.svg import svg

        reply["drawing"] = svg(sketch.puzzle, sketch.picture)
    return reply


def in_fields(message: str) -> str:
    """A message that names fields of the page where it names arguments of the library."""

    def words(name: str, value: str) -> str | None:
        chosen = value.strip("'")
        if name == "format":  # the page has no field for it
            return f"a suffix of {chosen}" if chosen else "the suffix of its name"
        if name not in FIELDS:
            return None
        return FIELDS[name] if value in ("", "True") else f"{FIELDS[name]} {chosen}"

    return re.sub("`([^`]*)`", "\u201c\\1\u201d", replace_arguments(message, words))


def _picture_options(query: Mapping[str, str]) -> PictureOptions:
    """The options of `make` for an image."""
    options = PictureOptions()
    width, height = (_limited(query, name, _MAX_SIDE) for name in ("width", "height"))
    if width or height:
        options["size"] = height, width
    if size := _limited(query, "hex", _MAX_HEX):
        options["hexagon"] = size
    if n_colors := _limited(query, "colors", 99):
        options["n_colors"] = n_colors
    if threshold := _limited(query, "threshold", 100):
        options["threshold"] = threshold / 100
    if (color := query.get("background")) is not None:
        options["background"] = rgb(color)
        if options["background"] is None:
            raise UsageError(f"background {color[:20]!r}, expected #rrggbb")
    for name in ("dither", "keep_colors"):
        if query.get(name) == "yes":
            options[name] = True
    return options


def _limited(query: Mapping[str, str], name: str, most: int) -> int | None:
    """A whole number of a query, from 1; None if it is not there."""
    word = query.get(name)
    if word is None:
        return None
    if not (word.isascii() and word.isdecimal() and len(word) < 9 and 1 <= int(word) <= most):
        raise UsageError(f"{FIELDS.get(name, name)} {word[:20]}, expected a number from 1 to {most}")
    return int(word)
