"""A screenshot of a puzzle, drawn by Pillow."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

import nonosat

PUZZLE = nonosat.puzzle([[2, 2], [7], [7], [5], [3], [1], [2]], [[2, 1], [4, 1], [5], [5], [5], [4], [2]])


def drawn(
    puzzle: nonosat.Puzzle,
    side: int = 24,
    ground: int = 255,
    ink: int = 0,
    zero: str = "",
    sides: tuple[str, ...] = ("left", "top"),
) -> Image.Image:
    """A screenshot of a puzzle, with lines around all cells of the board, and `zero` beside empty lines.

    Args:
        sides: the sides that have clues.
    """
    grid = puzzle.grid
    n_rows, n_columns = grid.height, grid.width
    left, top = (side * (5 if place in sides else 1) for place in ("left", "top"))
    right, bottom = left + n_columns * side, top + n_rows * side
    end = (right + side * (5 if "right" in sides else 1), bottom + side * (5 if "bottom" in sides else 1))
    image = Image.new("L", end, ground)
    draw = ImageDraw.Draw(image)
    glyphs = ImageFont.load_default(side * 0.6)
    for i in range(n_rows + 1):
        draw.line([(left, top + i * side), (right, top + i * side)], ink, 2 if i % 5 == 0 else 1)
    for i in range(n_columns + 1):
        draw.line([(left + i * side, top), (left + i * side, bottom)], ink, 2 if i % 5 == 0 else 1)
    for line, clue in enumerate(puzzle.clues):
        texts = [str(block.length or "?") for block in clue] or [zero]
        for at, text in enumerate(texts):
            # The last number is beside the board at the left and above it, and the first one elsewhere.
            before, behind = (at - len(texts) + 0.5) * side, (at + 0.5) * side
            if line < n_rows:
                y = top + (line + 0.5) * side
                places = {"left": (left + before, y), "right": (right + behind, y)}
            else:
                x = left + (line - n_rows + 0.5) * side
                places = {"top": (x, top + before), "bottom": (x, bottom + behind)}
            for place in set(places).intersection(sides):
                draw.text(places[place], text, ink, glyphs, "mm")
    return image


def marked(
    rows: list[str], side: int = 24, ground: int = 255, ink: int = 0, pencil: int | None = None, tint: int = 0
) -> Image.Image:
    """A screenshot of `PUZZLE` with marks on its board.

    Args:
        rows: a letter for a filled cell, `-` for a cross, `.` for a dot, `?` for an open cell.
        pencil: the grey of the marks; by default that of the ink.
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
                draw.line((left + 4, top + 4, right - 4, bottom - 4), look, 2)
                draw.line((left + 4, bottom - 4, right - 4, top + 4), look, 2)
            elif sign == ".":
                draw.ellipse((left + 7, top + 7, right - 7, bottom - 7), look)
    return image
