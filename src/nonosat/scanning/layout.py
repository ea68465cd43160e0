"""The layout of an image: its page, upright, and the board with the numbers beside it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from nonosat.core.errors import InputError
from nonosat.core.question import Run
from nonosat.scanning.board import Board, Cells, NoNumbers, find_board, find_cells
from nonosat.scanning.clue_pieces import Piece, is_number, read_pieces
from nonosat.scanning.mesh import Mesh, find_mesh
from nonosat.scanning.page import CELL, Page, flatten, from_line, trimmed
from nonosat.scanning.reading import UNKNOWN, Box

#: A cell of fewer pixels than this has numbers that nobody can read.
_SMALLEST = 5.0
#: A piece of ink is surely a number from this probability on.
_SURE = 0.9
#: What is nearer to two lines of the mesh than this, in cells, is where they cross.
_ON_LINE = 0.3
#: The end of the messages on images without a puzzle.
EXPECTED = "expected the image of a puzzle; `nonosat make` makes one from a picture"


class ImageLayout(NamedTuple):
    """The parts of an image.

    Attributes:
        pieces: the pieces of ink on the page.
    """

    page: Page
    board: Board
    pieces: list[Piece]


def find_layout(pixels: Any, name: str, run: Run) -> ImageLayout:
    """The layout of an image in red, green and blue, 0 to 255.

    Raises:
        InputError: there is no grid, or there are no numbers beside it, or they are too small.
    """
    mesh = find_mesh(pixels)
    if mesh is None:
        raise InputError(f"no grid found, {EXPECTED}", file=name)
    run.log(f"a mesh of {mesh.nodes.shape[0]} x {mesh.nodes.shape[1]} crossings, cells of {mesh.pitch:.1f} pixels")
    if mesh.pitch < _SMALLEST:
        raise InputError(f"numbers too small to read: cells of {mesh.pitch:.1f} pixels", file=name)
    page, pieces = _upright(pixels, mesh)
    try:
        board, cells = _board(page, pieces)
        # Lines that are none bend what is beside the board.
        better = trimmed(page, cells.boxed & ~page.has_chip(), board[:4])
        if better is not None:
            page = flatten(pixels, better)
            pieces = read_pieces(page)
            board, cells = _board(page, pieces)
    except NoNumbers:
        raise InputError(f"a grid, but no numbers beside it, {EXPECTED}", file=name) from None
    run.log(f"a board of {board.height} rows and {board.width} columns")
    return ImageLayout(page, board, pieces)


def _upright(pixels: Any, mesh: Mesh) -> tuple[Page, list[Piece]]:
    """The page, turned by a right angle or two if more numbers can be read so, and its pieces of ink."""
    tried = []
    for turns in range(4):
        page = flatten(pixels, mesh.turned(turns))
        pieces = read_pieces(page)
        n_sure = sum(is_number(piece) and _probability(piece) > _SURE for piece in pieces)
        tried.append((n_sure, page, pieces))
        if turns == 0 and 2 * n_sure >= sum(page.shape):
            break
    best = max(tried, key=lambda each: each[0])
    # A few numbers more may be chance.
    _, page, pieces = best if best[0] > tried[0][0] + sum(page.shape) / 4 else tried[0]
    return page, pieces


def _board(page: Page, pieces: list[Piece]) -> tuple[Board, Cells]:
    """The board on a page, and all cells."""
    cells = find_cells(page)
    (top, left), (height, width) = page.first, page.shape
    numbers = [piece.box for piece in pieces if is_number(piece) and not _is_crossing(piece.box)]
    chips = np.argwhere(page.has_chip())
    numbers += [Box(c * CELL, r * CELL, c * CELL + CELL, r * CELL + CELL) for r, c in chips]
    return find_board(cells, numbers, (top, left, top + height, left + width)), cells


def _is_crossing(box: Box) -> bool:
    """True if a box is where lines of the mesh cross, between filled cells perhaps; numbers are in cells."""
    return max(from_line(box.left, box.right), from_line(box.top, box.bottom)) < _ON_LINE


def _probability(piece: Piece) -> float:
    """The probability of the likeliest number."""
    return max(piece.classes[:UNKNOWN])
