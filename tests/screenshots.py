"""Screenshots of puzzles, drawn by Pillow, and what tests of scans check."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

import nonosat
from nonosat.model.clue import Block
from nonosat.model.colors import ink as ink_on
from nonosat.model.palette import BLACK_ON_WHITE, Palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid

PUZZLE = nonosat.puzzle([[2, 2], [7], [7], [5], [3], [1], [2]], [[2, 1], [4, 1], [5], [5], [5], [4], [2]])

#: A puzzle in four colours, of which the last two are alike.
_ROWS = ("...aa...", "..aaaa..", ".abbbba.", "aabccbaa", ".dbccbd.", ".dbbbbd.", ".ddccdd.", "........")
COLORED = puzzle_of(
    Picture(RectGrid(8, 8), tuple(".abcd".index(cell) for cell in "".join(_ROWS))),
    Palette(("#ffffff", "#d62828", "#111111", "#1d6fb8", "#17a2b8")),
)


def drawn(
    puzzle: nonosat.Puzzle,
    side: int = 24,
    ground: int = 255,
    ink: int = 0,
    zero: str = "",
    sides: tuple[str, ...] = ("left", "top"),
    *,
    room: int = 5,
    size: float = 0.6,
    on_chips: bool = False,
    letters: bool = False,
) -> Image.Image:
    """A screenshot of a puzzle, with lines around all cells of the board.

    Args:
        zero: the text beside empty lines.
        sides: the sides that have clues.
        room: for the clues, in cells; scans take time for each pixel.
        size: that of the font, in cells.
        on_chips: the ground of each number has its colour; without it the digits have, if there are several.
        letters: the name of the colour follows each number.
    """
    n_rows, n_columns = puzzle.grid.height, puzzle.grid.width
    left, top = (side * (room if place in sides else 1) for place in ("left", "top"))
    right, bottom = left + n_columns * side, top + n_rows * side
    end = (right + side * (room if "right" in sides else 1), bottom + side * (room if "bottom" in sides else 1))
    image = Image.new("RGB", end, (ground,) * 3)
    draw = ImageDraw.Draw(image)
    glyphs = ImageFont.load_default(side * (0.5 if letters else size))
    for i in range(n_rows + 1):
        draw.line([(left, top + i * side), (right, top + i * side)], (ink,) * 3, 2 if i % 5 == 0 else 1)
    for i in range(n_columns + 1):
        draw.line([(left + i * side, top), (left + i * side, bottom)], (ink,) * 3, 2 if i % 5 == 0 else 1)
    for line, clue in enumerate(puzzle.clues):
        blocks = clue or (Block(0, 0),)
        for at, block in enumerate(blocks):
            # The last number is beside the board at the left and above it, and the first one elsewhere.
            before, behind = (at - len(blocks) + 0.5) * side, (at + 0.5) * side
            if line < n_rows:
                y = top + (line + 0.5) * side
                places = {"left": (left + before, y), "right": (right + behind, y)}
            else:
                x = left + (line - n_rows + 0.5) * side
                places = {"top": (x, top + before), "bottom": (x, bottom + behind)}
            text = (str(block.length or "?") if clue else zero) + (letter(block.color) if letters else "")
            tint: str | tuple[int, ...] = (ink,) * 3
            if puzzle.n_colors > 1 and clue:
                tint = puzzle.palette.colors[block.color]
            for x, y in (places[place] for place in set(places).intersection(sides)):
                if on_chips and clue:
                    reach = side / 2 - 2
                    draw.rounded_rectangle((x - reach, y - reach, x + reach, y + reach), 2, tint)
                draw.text((x, y), text, ink_on(str(tint)) if on_chips and clue else tint, glyphs, "mm")
    return image


def marked(
    rows: list[str],
    ground: int = 255,
    ink: int = 0,
    pencil: int | None = None,
    tint: int = 0,
    width: int = 2,
    hatch: int = 0,
    room: int = 2,
) -> Image.Image:
    """A screenshot of `PUZZLE` with marks on its board.

    Args:
        rows: a letter for a filled cell, `-` for a cross, `.` for a dot, `?` for an open cell.
        pencil: the grey of the marks; by default that of the ink.
        width: of the strokes of a cross.
        hatch: the distance of the strokes that fill a cell, in pixels; 0 for one without gaps.
        tint: the difference of every second block of three by three cells from the ground.
        room: for the clues, in cells.
    """
    image, side = drawn(PUZZLE, 24, ground, ink, room=room), 24
    draw, look = ImageDraw.Draw(image), (ink if pencil is None else pencil,) * 3
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            left, top = (room + column) * side + 2, (room + row) * side + 2
            right, bottom = left + side - 4, top + side - 4
            if tint and (row // 3 + column // 3) % 2:
                draw.rectangle((left, top, right, bottom), (ground - tint,) * 3)
            if sign == "a" and hatch:
                cell = image.crop((left, top, right, bottom))
                for x in range(2 - cell.width, cell.width, hatch):
                    ImageDraw.Draw(cell).line((x, cell.height, x + cell.width, 0), look, width)
                image.paste(cell, (left, top))
            elif sign == "a":
                draw.rectangle((left, top, right, bottom), look)
            elif sign == "-":
                draw.line((left + 4, top + 4, right - 4, bottom - 4), look, width)
                draw.line((left + 4, bottom - 4, right - 4, top + 4), look, width)
            elif sign == ".":
                draw.ellipse((left + 7, top + 7, right - 7, bottom - 7), look)
    return image


def pixels(image: Image.Image | np.ndarray) -> np.ndarray:
    """An array of the pixels of an image, which can be changed."""
    return np.array(image.convert("RGB")) if isinstance(image, Image.Image) else image


def puzzle_with(rows: str) -> nonosat.Puzzle:
    """The puzzle of a picture with `a` for filled cells."""
    height, width = len(rows.split()), len(rows.split()[0])
    cells = tuple(".a".index(cell) for cell in rows.replace(" ", ""))
    return puzzle_of(Picture(RectGrid(height, width), cells), BLACK_ON_WHITE)


def write_in(image: Image.Image, x: float, y: float, text: str, size: float, ink: str = "black", anchor: str = "mm"):
    ImageDraw.Draw(image).text((x, y), text, ink, ImageFont.load_default(size), anchor)


def on_page(image: Image.Image, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0, ground: int = 255):
    """An image with room around it."""
    page = Image.new("RGB", (image.width + left + right, image.height + top + bottom), (ground,) * 3)
    page.paste(image, (left, top))
    return page


def same_but_for_names_of_colors(puzzle, other):
    blocks = [[block for clue in each.clues for block in clue] for each in (puzzle, other)]
    colors = {(a.color, b.color) for a, b in zip(*blocks, strict=True)}
    return len(colors) == puzzle.n_colors == other.n_colors and all(
        [block.length for block in clue] == [block.length for block in right]
        for clue, right in zip(puzzle.clues, other.clues, strict=True)
    )


def check_scan(image, puzzle) -> nonosat.ScanResult:
    """Check that an image is read exactly, without a doubt and without repairing anything."""
    found = nonosat.scan(pixels(image))
    assert found.puzzle == puzzle or (puzzle.n_colors > 1 and same_but_for_names_of_colors(found.puzzle, puzzle))
    assert (found.changes, found.doubts) == ((), ())
    return found
