"""The layout of an image: its page, upright, and the board with the numbers beside it."""

from __future__ import annotations

from typing import Any

from nonosat.core.errors import InputError
from nonosat.core.question import Run
from nonosat.scanning.board import Board, Cells, NoNumbers, find_board, find_cells
from nonosat.scanning.mesh import Mesh, find_mesh
from nonosat.scanning.page import Page, flatten, from_line, trimmed
from nonosat.scanning.reading import CELL, UNKNOWN

#: A cell of fewer pixels than this has numbers that nobody can read.
_SMALLEST = 5.0
#: A piece of ink is surely a number from this probability on.
_SURE = 0.9
#: What is nearer to two lines of the mesh than this, in cells, is where they cross.
_ON_LINE = 0.3
#: The end of the messages on images without a puzzle.
EXPECTED = "expected the image of a puzzle; `nonosat make` makes one from a picture"


def find_layout(pixels: Any, name: str, run: Run) -> tuple[Page, Board]:
    """The layout of an image in red, green and blue, 0 to 255.

    Raises:
        InputError: there is no grid, or there are no numbers beside it, or they are too small.
    """
    mesh = find_mesh(pixels)
    if mesh is None:
        raise InputError(f"no grid found, {EXPECTED}", file=name)
    run.log(f"a mesh of {mesh.shape[0]} x {mesh.shape[1]} cells of {mesh.pitch:.1f} pixels")
    if mesh.pitch < _SMALLEST:
        raise InputError(f"numbers too small to read: cells of {mesh.pitch:.1f} pixels", file=name)
    page = _upright(pixels, mesh)
    try:
        board, cells = _board(page)
        # Lines that are none bend what is beside the board.
        better = trimmed(page, cells.boxed & ~page.has_chip(), board[:4])
        if better is not None:
            page = flatten(pixels, better)
            board, cells = _board(page)
    except NoNumbers:
        raise InputError(f"a grid, but no numbers beside it, {EXPECTED}", file=name) from None
    run.log(f"a board of {board.height} rows and {board.width} columns")
    return page, board


def _upright(pixels: Any, mesh: Mesh) -> Page:
    """The page, turned by a right angle or two if more numbers can be read so."""
    tried = []
    for turns in range(4):
        page = flatten(pixels, mesh.turned(turns))
        n_sure = sum(piece.is_number and max(piece.classes[:UNKNOWN]) > _SURE for piece in page.pieces)
        tried.append((n_sure, page))
        if turns == 0 and 2 * n_sure >= sum(mesh.shape):
            break
    best = max(tried, key=lambda each: each[0])
    # A few numbers more may be chance.
    return best[1] if best[0] > tried[0][0] + sum(mesh.shape) / 4 else tried[0][1]


def _board(page: Page) -> tuple[Board, Cells]:
    """The board on a page, and all cells."""
    cells = find_cells(page)
    has_number = page.has_chip()
    for piece in page.pieces:
        x, y = piece.box.middle
        # Numbers are in cells; where lines of the mesh cross there may be a remnant between filled cells.
        if piece.is_number and max(from_line(x), from_line(y)) >= _ON_LINE:
            has_number[int(y / CELL), int(x / CELL)] = True
    return find_board(cells, has_number, page.span), cells
