"""The page on an image: upright, with the board and the readings of all lines."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from nonosat.core.errors import InputError
from nonosat.core.question import Run
from nonosat.scanning.board import Board, find_board
from nonosat.scanning.clue_lines import clue_lines
from nonosat.scanning.flat_page import Page, flatten
from nonosat.scanning.mesh import Mesh, find_mesh
from nonosat.scanning.reading import Reading

#: A cell of fewer pixels than this has numbers that nobody can read.
_SMALLEST = 5.0
#: The end of the messages on images without a puzzle.
_EXPECTED = "expected the image of a puzzle; `nonosat make` makes a puzzle from a picture"


def read_page(pixels: Any, name: str, run: Run) -> tuple[Page, Board, list[list[Reading]]]:
    """The page on an image in red, green and blue, 0 to 255; its board, and the readings of each line, rows first.

    Raises:
        InputError: there is no grid, or there are no numbers beside it, or they are too small.
    """
    mesh = find_mesh(pixels)
    if mesh is None:
        raise InputError(f"no grid found, {_EXPECTED}", file=name)
    run.log(f"a mesh of {mesh.shape[0]} x {mesh.shape[1]} cells of {mesh.pitch:.1f} pixels")
    if mesh.pitch < _SMALLEST:
        raise InputError(f"numbers too small to read: cells of {mesh.pitch:.1f} pixels", file=name)
    page, board = _upright(pixels, mesh)
    if board is None and max(mesh.shape) <= 12 and mesh.pitch >= 5 * _SMALLEST:
        # It may be the mesh of every fifth line, if the others are faint.
        page, board = _with_board(pixels, mesh.divided(5))
    if board is None and (other := find_mesh(_without(pixels, mesh))):
        # The first mesh may be that of a table cloth, or of tiles.
        page, board = _upright(pixels, other)
    if board is None:
        raise InputError(f"a grid, but no numbers beside it, {_EXPECTED}", file=name)
    run.log(f"a board of {board.height} rows and {board.width} columns")
    lines = clue_lines(page, board)
    if 2 * sum(any(n.probability > 0.5 for n in readings[0].numbers) for readings in lines) < len(lines):
        raise InputError(f"a grid, but no numbers beside most of its lines, {_EXPECTED}", file=name)
    return page, board, lines


def _without(pixels: Any, mesh: Mesh) -> Any:
    """An image without what a mesh covers."""
    outline = np.concatenate([mesh.turned(turns).nodes[0] for turns in range(4)]).astype(np.int32)
    return cv2.fillPoly(pixels.copy(), [outline], (255, 255, 255))


def _upright(pixels: Any, mesh: Mesh) -> tuple[Page, Board | None]:
    """The page and its board, turned by right angles, or light and dark changed, if more numbers can be read so."""
    page, board = _with_board(pixels, mesh)
    n_lines, legible = sum(mesh.shape), _legible(page)
    if board and 2 * legible >= n_lines:
        return page, board
    others = [_with_board(pixels, mesh.turned(turns)) for turns in (1, 2, 3)]
    others.append(_with_board(pixels, mesh, is_dark=not page.is_dark))
    best = max(others, key=lambda other: _legible(other[0]))
    # A few numbers more may be chance.
    return best if _legible(best[0]) > max(legible + n_lines / 4, 1.4 * legible) else (page, board)


def _with_board(pixels: Any, mesh: Mesh, *, is_dark: bool | None = None) -> tuple[Page, Board | None]:
    """The page by a mesh, and its board; if most chips are on it, they are marked cells."""
    page = flatten(pixels, mesh, is_dark=is_dark)
    board = find_board(page)
    if board and 2 * np.count_nonzero(np.unique(page.chips.at[board.window])) > page.chips.n:
        page = flatten(pixels, mesh, is_dark=page.is_dark, board=board.window)
        board = find_board(page)
    return page, board


def _legible(page: Page) -> float:
    """The number of pieces of ink outside text that are surely numbers, times their share of those that likely are."""
    # Of numbers upside down, and in grain, most are not sure.
    numbers = [piece.is_sure for piece in page.pieces if piece.is_number and piece.cell not in page.text]
    return sum(numbers) ** 2 / max(len(numbers), 1)
