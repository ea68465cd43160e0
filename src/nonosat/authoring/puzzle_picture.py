"""Pictures for a puzzle that is known: all forms that `nonosat make` reads, and partial ones, whose `?` are open cells.

text    rows of letters, shapes, signs, squares or 0 and 1, as `text_picture` reads them; blanks where they are cells
JSON    the rows in a list, or under "picture" or "goal" in an object, as in records of nonosat
SVG     a drawing by nonosat; each of its colours becomes the colour of the puzzle that looks most like it
image   a grid of the puzzle's size is laid over it
XML     <puzzle> with <solution type="saved">, the partial pictures of webpbn.com
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.authoring.picture_options import PictureOptions
from nonosat.authoring.sign_colors import EMPTY, FIRST, colors_of_signs, number_of_name, x_is_filled
from nonosat.authoring.svg_picture import drawn_grid
from nonosat.authoring.text_picture import is_record, picture_text, read_record, without_palette
from nonosat.authoring.tracing import trace
from nonosat.core.errors import InputError
from nonosat.core.files import as_text
from nonosat.core.images import is_no_text
from nonosat.formats.picture_text import cell_names, color_of, unknown_color
from nonosat.model.cell_shapes import find_broken_cell, letters_of_shapes
from nonosat.model.colors import perceived_distance, rgb
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BACKGROUND, letter
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

#: Largest distance in CIELAB between a colour of a picture and the colour of the puzzle that it stands for.
_NEAR = 20.0

#: For each cell its colour, None where it is open.
Cells = tuple[int | None, ...]


def picture_cells(data: bytes, puzzle: Puzzle, file: str, *, open_dots: bool = False) -> Cells:
    """The cells of a picture for a puzzle.

    Args:
        data: the contents of a file, whose beginning decides how it is read.
        open_dots: dots and blanks are open cells, also in a text without `?`.

    Raises:
        InputError: it does not have the puzzle's grid or colours.
        MissingDependency: the picture is an image, and Pillow is not installed.
    """
    if is_no_text(data):
        return _traced_cells(data, puzzle, file)
    text = as_text(data, file)
    if text.lstrip().startswith("<"):
        if re.search(r"<svg\b", text[:2000]):
            return _traced_cells(data, puzzle, file)
        from nonosat.formats.webpbn import saved_colors

        return saved_colors(text, puzzle, file)
    if not is_record(text):
        return _text_cells(text, puzzle, file, open_dots=open_dots)
    record = read_record(text, file)
    rows = [_row_text(row, number, file) for number, row in enumerate(record.rows)]
    try:
        return _text_cells("\n".join(rows), puzzle, None, open_dots=open_dots)
    except InputError as error:
        if error.line is None:
            raise InputError(f"picture: {error.message}", file=file) from None
        message = f"picture[{error.line - 1}]: character {error.column}: {error.message}"
        raise InputError(message, file=file) from None


def _row_text(row: str | list[object], number: int, file: str) -> str:
    """A row of a picture in JSON as a text; its numbers become letters."""
    if isinstance(row, str):
        return row
    if not row or not all(isinstance(cell, int) and cell >= BACKGROUND for cell in row):
        raise InputError(f"picture[{number}]: expected colour numbers, 0 for background", file=file)
    return " ".join(letter(cell) for cell in row if isinstance(cell, int))


def fits(text: str, grid: Grid) -> bool:
    """True if a text has a row of signs for each row of a grid; the cells of a row may be separated by blanks."""
    rows = [line.split() for line in text.split("\n") if line.strip()]
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    return len(rows) == len(lengths) and all(
        len(row if len(row) > 1 else row[0]) == length and (len(row) == 1 or all(len(sign) == 1 for sign in row))
        for row, length in zip(rows, lengths, strict=True)
    )


def _traced_cells(data: bytes, puzzle: Puzzle, file: str) -> Cells:
    """The picture in an image or in a drawing, in the colours of a puzzle."""
    grid = puzzle.grid
    options = PictureOptions()
    if data.lstrip()[:1] != b"<" or drawn_grid(as_text(data, file), file) is None:
        size = (grid.height, grid.width) if isinstance(grid, RectGrid) else None
        hexagon = grid.size if isinstance(grid, HexGrid) else None
        if not (size or hexagon):
            raise InputError("an image, expected a text or a drawing by nonosat for this grid", file=file)
        options = PictureOptions(size=size, hexagon=hexagon, n_colors=puzzle.n_colors, keep_colors=True)
    traced = trace(data, file, **options)
    if traced.picture.grid != grid:
        raise InputError(f"a picture of {traced.picture.grid.header}, expected {grid.header}", file=file)
    numbers = _nearest_colors(traced.palette.colors, puzzle)
    for color in sorted(set(traced.picture.cells)):
        if numbers[color] is None:
            known = " ".join(puzzle.palette.colors)
            raise InputError(f"colour {traced.palette.colors[color]}, expected one like {known}", file=file)
    return tuple(numbers[color] for color in traced.picture.cells)


def _nearest_colors(colors: Sequence[str], puzzle: Puzzle) -> list[int | None]:
    """For each colour of a picture, the number of the puzzle's colour that is nearest; None if none is near."""
    own = [rgb(color) for color in puzzle.palette.colors]
    found: list[int | None] = []
    for color in map(rgb, colors):
        distances = [perceived_distance(color, other) for other in own]
        found.append(distances.index(min(distances)) if min(distances) <= _NEAR else None)
    if puzzle.n_colors == 1 and len(colors) == 2 and sorted(map(str, found)) != ["0", "1"]:
        return [0, 1]  # with one colour besides the background any tint will do
    return found


def _text_cells(text: str, puzzle: Puzzle, file: str | None, *, open_dots: bool) -> Cells:
    """The cells of a picture as text.

    A `?` is an open cell. So is a dot in a text with a `?`, unless there is no `-`: then dots are background.
    """
    text, palette, _ = without_palette(picture_text(text))
    # A first line that names the grid is not a row; the others keep their numbers.
    first = next((line for line in text.split("\n") if line.strip()), "")
    plain = text.replace(first, "", 1) if first.split() == puzzle.grid.header.split() else text
    text = letters_of_shapes(plain)
    if text == plain and not fits(text, puzzle.grid) and (broken := find_broken_cell(text)) is not None:
        message = "half a cell, expected two characters of one shape for each cell"
        raise InputError(message, file=file, line=broken[0], column=broken[1])
    text = _with_blank_cells(text, puzzle.grid)
    dots = "-" in text if "?" in text else open_dots
    signs = "?." if dots else "?"
    names = list(cell_names(text, puzzle, file))
    meant = _meanings([name.text for name in names], palette, puzzle)
    for name in names:
        if name.text not in signs and meant[name.text] is None:
            raise unknown_color(name, puzzle, file, is_open="?" in text or open_dots)
    return tuple(None if name.text in signs else meant[name.text] for name in names)


def _meanings(names: list[str], palette: Sequence[str], puzzle: Puzzle) -> dict[str, int | None]:
    """From the names of cells to colour numbers; None for a colour that the puzzle lacks.

    Args:
        palette: the one that the text names, or none.
    """
    signs = colors_of_signs("".join(names))
    filled_x = x_is_filled(set(names), max(puzzle.n_colors, len(palette) - 1))
    used = palette or (signs.palette if signs.numbers else ())
    tints: Sequence[int | None] = range(len(used))
    if tuple(used) != puzzle.palette.colors:
        tints = _nearest_colors(used, puzzle)

    def meaning(name: str) -> int | None:
        number = signs.number(name)
        if number is None and name in EMPTY:
            return BACKGROUND
        if number is None and used:
            number = number_of_name(name, x_is_filled=filled_x)
        if number is not None:
            return tints[number] if number < len(tints) else None
        return 1 if name in FIRST or (name == "x" and filled_x) else color_of(name, puzzle)

    return {name: meaning(name) for name in dict.fromkeys(names)}


def _with_blank_cells(text: str, grid: Grid) -> str:
    """A text in which each blank that is a cell becomes a dot, in a rectangle without another sign for background."""
    if not isinstance(grid, RectGrid) or fits(text, grid) or any(sign in text for sign in EMPTY | {"?"}):
        return text
    lines = text.removesuffix("\n").split("\n")
    rows = [number for number, line in enumerate(lines) if line.strip()]
    rows = rows if len(rows) == grid.height else [*range(len(lines))]
    if len(rows) != grid.height or not text.strip():
        return text
    common = min(len(lines[row]) - len(lines[row].lstrip()) for row in rows if lines[row].strip())
    longest = max(len(lines[row].rstrip()) for row in rows)
    for indent in (0, common):
        for step in (1, 2):
            width = step * grid.width
            between = "".join(lines[row][indent + 1 :: 2] for row in rows) if step == 2 else ""
            if longest - indent <= width and not between.strip():
                for row in rows:
                    cells = lines[row][indent : indent + width].ljust(width).replace(" ", ".")
                    lines[row] = " " * indent + " ".join(cells[::2]) if step == 2 else " " * indent + cells
                return "\n".join(lines)
    return text
