"""A screenshot of a puzzle, drawn by Pillow."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

import nonosat

PUZZLE = nonosat.puzzle([[2, 2], [7], [7], [5], [3], [1], [2]], [[2, 1], [4, 1], [5], [5], [5], [4], [2]])


def drawn(puzzle: nonosat.Puzzle, side: int = 24, ground: int = 255, ink: int = 0, zero: str = "") -> Image.Image:
    """A screenshot of a puzzle, with lines around all cells of the board, and `zero` beside empty lines."""
    grid = puzzle.grid
    n_rows, n_columns = grid.height, grid.width
    left, top = side * 5, side * 5
    image = Image.new("L", (left + n_columns * side + side, top + n_rows * side + side), ground)
    draw = ImageDraw.Draw(image)
    glyphs = ImageFont.load_default(side * 0.6)
    for i in range(n_rows + 1):
        draw.line([(left, top + i * side), (left + n_columns * side, top + i * side)], ink, 2 if i % 5 == 0 else 1)
    for i in range(n_columns + 1):
        draw.line([(left + i * side, top), (left + i * side, top + n_rows * side)], ink, 2 if i % 5 == 0 else 1)
    for line, clue in enumerate(puzzle.clues):
        for back, text in enumerate([str(block.length or "?") for block in reversed(clue)] or [zero]):
            if line < n_rows:
                x, y = left - (back + 0.5) * side, top + (line + 0.5) * side
            else:
                x, y = left + (line - n_rows + 0.5) * side, top - (back + 0.5) * side
            draw.text((x, y), text, ink, glyphs, "mm")
    return image


def marked(
    rows: list[str],
    side: int = 24,
    ground: int = 255,
    ink: int = 0,
    pencil: int | None = None,
    tint: int = 0,
    width: int = 2,
) -> Image.Image:
    """A screenshot of `PUZZLE` with marks on its board.

    Args:
        rows: a letter for a filled cell, `-` for a cross, `.` for a dot, `?` for an open cell.
        pencil: the grey of the marks; by default that of the ink.
        width: of the strokes of a cross.
        tint: the difference of every second block of three by three cells from the ground.
    """
    image = drawn(PUZZLE, side, ground, ink).convert("RGB")
    draw, look = ImageDraw.Draw(image), (ink if pencil is None else pencil,) * 3
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            left, top = (5 + column) * side + 2, (5 + row) * side + 2
            right, bottom = left + side - 4, top + side - 4
            if tint and (row // 3 + column // 3) % 2:
                draw.rectangle((left, top, right, bottom), (ground - tint,) * 3)
            if sign == "a":
                draw.rectangle((left, top, right, bottom), look)
            elif sign == "-":
                draw.line((left + 4, top + 4, right - 4, bottom - 4), look, width)
                draw.line((left + 4, bottom - 4, right - 4, top + 4), look, width)
            elif sign == ".":
                draw.ellipse((left + 7, top + 7, right - 7, bottom - 7), look)
    return image
