"""Pictures in SVG files: those that nonosat drew are read back cell by cell, others become images.

The description of a drawing by nonosat contains the size of the grid, and each colour is one path of straight lines
between corners of cells. A cell has a colour if its centre lies inside the path, by the even-odd rule.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from xml.parsers import expat

from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.core.errors import InputError, PuzzleError
from nonosat.drawing.layouts import layout_of
from nonosat.model.colors import ink
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import find_described
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture

#: All that a path of ours consists of.
_KNOWN = re.compile(r"[Mhvlz\s,]|-?\d{1,9}(?!\d)")

#: For the image of another SVG: the side of a cell in pixels, and the least length of its longer side.
_PIXELS, _LEAST = 20, 800

_NOT_OURS = "expected an SVG drawn by nonosat with its picture, or an image such as PNG"


def drawn_grid(text: str, file: str) -> Grid | None:
    """The grid of a drawing by nonosat; None for any other SVG, InputError for sizes that are out of range."""
    described = re.search(r"<desc\b[^>]*>(Nonogram, [^<]*)</desc>", text)
    try:
        return find_described(described[1]) if described else None
    except PuzzleError as error:
        raise InputError(str(error), file=file) from None


def image_of_svg(text: str, file: str, options: PictureOptions) -> bytes:
    """An SVG of another program as PNG, with as many pixels as its cells need.

    Raises:
        InputError: it cannot be drawn.
        MissingDependency: resvg is not installed.
    """
    if "<svg" not in text:
        message = "neither an SVG drawing nor a picture of letters, expected one of them, or an image"
        raise InputError(message, file=file)
    sides = [side for side in options.get("size") or () if side is not None]
    # The side that is not given may be the longer one.
    n_cells = max([*sides, 2 * (options.get("hexagon") or 0)]) * (2 if len(sides) == 1 else 1)
    from nonosat.drawing.drawing_file import rendered

    try:
        return rendered(text, max(_PIXELS * n_cells, _LEAST))
    except ValueError as error:
        raise InputError(f"an SVG that cannot be drawn ({error}), expected a whole one", file=file) from None


def trace_drawing(text: str, grid: Grid, file: str) -> TracedPicture:
    """Read the picture in an SVG file that nonosat drew; InputError if it is damaged, or shows no solution."""
    regions = _regions(text, file)
    if not regions or ", solved" not in text:
        raise InputError(f"a drawing without a picture, {_NOT_OURS}", file=file)
    cells = [0] * grid.n_cells
    rows = _Rows(grid)
    for color, (_, data) in enumerate(regions[1:], 1):
        for first, last in rows.inside(data, file):
            cells[first:last] = [color] * (last - first)
    colors = [fill for fill, _ in regions]
    if len(colors) == 1:
        colors.append(ink(colors[0]))  # a palette needs a colour besides the background
    return TracedPicture(Picture(grid, tuple(cells)), Palette(tuple(colors)))


def _regions(text: str, file: str) -> list[tuple[str, str]]:
    """The filled paths in units of cells, the background first: their colours and data."""
    regions: list[tuple[str, str]] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        fill = attributes.get("fill", "none")
        if name == "path" and re.fullmatch("#[0-9a-f]{6}", fill) and "scale(" in attributes.get("transform", ""):
            regions.append((fill, attributes.get("d", "")))

    def doctype(*_: object) -> None:
        raise InputError(f"a document type definition, {_NOT_OURS}", file=file)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    # Without a definition there are no entities, and so none that grow without bounds or name other files.
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        message = f"{expat.errors.messages[error.code]}, {_NOT_OURS}"
        raise InputError(message, file=file, line=error.lineno, column=error.offset + 1) from None
    return regions


class _Rows:
    """The rows of a grid as horizontal lines through the centres of their cells.

    Attributes:
        levels: the y of each row.
        across: for each row, the x of the centres of its cells.
        first: for each row, its first cell.
        most_sides: the largest number of sides of a region, counting a side once for each row that it crosses.
    """

    def __init__(self, grid: Grid) -> None:
        rows = [grid.line(row) for row in grid.families[0]]
        center = layout_of(grid).center
        self.levels = [center(row[0])[1] for row in rows]
        self.across = [[center(cell)[0] for cell in row] for row in rows]
        self.first = [row[0] for row in rows]
        self.most_sides = 6 * grid.n_cells  # no cell has more than six

    def inside(self, data: str, file: str) -> Iterator[tuple[int, int]]:
        """The runs of cells whose centres lie within a path: the first cell, and the one after the last."""
        crossings: list[list[float]] = [[] for _ in self.levels]
        count = 0
        for (ax, ay), (bx, by) in _sides(data, file):
            if ay > by:
                (ax, ay), (bx, by) = (bx, by), (ax, ay)
            low, high = bisect_right(self.levels, ay), bisect_left(self.levels, by)
            count += max(1, high - low)
            if count > self.most_sides:
                raise InputError(f"a region with more sides than its grid has cells, {_NOT_OURS}", file=file)
            for row in range(low, high):
                crossings[row].append(ax + (bx - ax) * (self.levels[row] - ay) / (by - ay))
        for row, places in enumerate(crossings):
            places.sort()
            for left, right in zip(places[::2], places[1::2], strict=False):
                first, last = bisect_left(self.across[row], left), bisect_left(self.across[row], right)
                if first < last:
                    yield self.first[row] + first, self.first[row] + last


def _sides(data: str, file: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of closed loops in path data with the commands M (absolute) and h, v, l and z (relative)."""
    if strange := _KNOWN.sub("", data):
        raise InputError(f"a path with {strange[:12]!r}, {_NOT_OURS}", file=file)
    x = y = 0
    begin = (0, 0)
    for command, words in re.findall("([Mhvlz]?)([^Mhvlz]*)", data)[:-1]:
        numbers = [int(word) for word in re.findall("-?[0-9]+", words)]
        n = len(numbers)
        if n != {"": 0, "M": 2, "z": 0}.get(command, n) or (command == "l" and n % 2):
            raise InputError(f"a path with {(command + words)[:24]!r}, {_NOT_OURS}", file=file)
        if command == "M":
            x, y = begin = numbers[0], numbers[1]
            continue
        zeros = [0] * n
        steps = {
            "h": zip(numbers, zeros, strict=True),
            "v": zip(zeros, numbers, strict=True),
            "l": zip(numbers[::2], numbers[1::2], strict=False),
            "z": [(begin[0] - x, begin[1] - y)],
        }
        for dx, dy in steps.get(command, ()):
            yield (x, y), (x + dx, y + dy)
            x, y = x + dx, y + dy
