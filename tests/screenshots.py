"""A screenshot of a puzzle, drawn by Pillow."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

import nonosat
from nonosat.drawing.colors import ink as ink_on
from nonosat.model.clue import Block
from nonosat.model.palette import Palette, letter
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
    *,
    on_chips: bool = False,
    letters: bool = False,
) -> Image.Image:
    """A screenshot of a puzzle, with lines around all cells of the board.

    Args:
        zero: the text beside empty lines.
        on_chips: the ground of each number has its colour; without it the digits have, if there are several.
        letters: the name of the colour follows each number.
    """
    grid = puzzle.grid
    n_rows, n_columns = grid.height, grid.width
    left, top = side * 5, side * 5
    image = Image.new("RGB", (left + n_columns * side + side, top + n_rows * side + side), (ground,) * 3)
    draw = ImageDraw.Draw(image)
    glyphs = ImageFont.load_default(side * (0.5 if letters else 0.6))
    for i in range(n_rows + 1):
        draw.line(
            [(left, top + i * side), (left + n_columns * side, top + i * side)], (ink,) * 3, 2 if i % 5 == 0 else 1
        )
    for i in range(n_columns + 1):
        draw.line([(left + i * side, top), (left + i * side, top + n_rows * side)], (ink,) * 3, 2 if i % 5 == 0 else 1)
    for line, clue in enumerate(puzzle.clues):
        for back, block in enumerate(reversed(clue or (Block(0, 0),))):
            if line < n_rows:
                x, y = left - (back + 0.5) * side, top + (line + 0.5) * side
            else:
                x, y = left + (line - n_rows + 0.5) * side, top - (back + 0.5) * side
            text = (str(block.length or "?") if clue else zero) + (letter(block.color) if letters else "")
            tint: str | tuple[int, ...] = (ink,) * 3
            if puzzle.n_colors > 1 and clue:
                tint = puzzle.palette.colors[block.color]
                if on_chips:
                    reach = side / 2 - 2
                    draw.rounded_rectangle((x - reach, y - reach, x + reach, y + reach), 2, tint)
                    tint = ink_on(tint)
            draw.text((x, y), text, tint, glyphs, "mm")
    return image
