"""The page on an image: upright, with the board and the readings of all lines."""

from __future__ import annotations

from typing import Any

import numpy as np

from nonosat.core.errors import InputError
from nonosat.core.question import Run
from nonosat.scanning.board import Board, find_board
from nonosat.scanning.clue_lines import clue_lines
from nonosat.scanning.mesh import Mesh, find_mesh
from nonosat.scanning.page import Page, flatten
from nonosat.scanning.reading import CELL, HIGHEST, UNKNOWN, Reading, usual_height

#: A cell of fewer pixels than this has numbers that nobody can read.
_SMALLEST = 5.0
#: A line is read if one of its numbers is above this probability.
_READ = 0.5
#: The least share of the numbers that are sure, if these are few; another view of the page has this many times as many.
_MOSTLY, _MORE = 0.8, 1.4
#: The end of the messages on images without a puzzle.
_EXPECTED = "expected the image of a puzzle; `nonosat make` makes one from a picture"


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
    page = _upright(pixels, mesh)
    board = find_board(page, _certainty(page))
    if board is None:
        raise InputError(f"a grid, but no numbers beside it, {_EXPECTED}", file=name)
    run.log(f"a board of {board.height} rows and {board.width} columns")
    lines = clue_lines(page, board)
    if 2 * sum(any(n.probability > _READ for n in readings[0].numbers) for readings in lines) < len(lines):
        raise InputError(f"a grid, but no numbers beside most of its lines, {_EXPECTED}", file=name)
    return page, board, lines


def _upright(pixels: Any, mesh: Mesh) -> Page:
    """The page, turned by a right angle or two, or with light and dark changed, if more numbers can be read so."""
    page = flatten(pixels, mesh)
    n_lines, (n_sure, n_numbers) = sum(mesh.shape), _counts(page)
    # Of numbers upside down half may be sure.
    if n_sure >= n_lines / 2 and n_sure >= min(n_lines, _MOSTLY * n_numbers):
        return page
    others = [flatten(pixels, mesh.turned(turns)) for turns in (1, 2, 3)]
    others.append(flatten(pixels, mesh, is_dark=not page.is_dark))
    best = max(others, key=lambda other: _counts(other)[0])
    n_best, n_others = _counts(best)
    # A few numbers more may be chance, and so may more than that in grain, where most are unsure.
    is_better = n_best > max(n_sure + n_lines / 4, _MORE * n_sure) and n_best * n_numbers >= n_sure * n_others
    return best if is_better else page


def _counts(page: Page) -> tuple[int, int]:
    """The number of pieces of ink that are surely numbers, and of those that are likely numbers."""
    return sum(piece.is_sure for piece in page.pieces), sum(piece.is_number for piece in page.pieces)


def _certainty(page: Page) -> Any:
    """For each cell of the page the probability of the number in it, as far as that is all of its ink.

    In text, where other letters stand beside those that look like digits, it is negative.
    """
    n_rows, n_columns = page.mesh.shape
    n_inked = (page.mask > 0).reshape(n_rows, CELL, n_columns, CELL).sum((1, 3))
    certainty, is_text = np.zeros(page.mesh.shape), np.zeros(page.mesh.shape, bool)
    cells = [tuple(int(at / CELL) for at in piece.box.middle[::-1]) for piece in page.pieces]
    for piece, cell in zip(page.pieces, cells, strict=True):
        is_text[cell] |= piece.is_letter
    outside = [piece for piece, cell in zip(page.pieces, cells, strict=True) if not is_text[cell]]
    highest = HIGHEST * usual_height(outside)
    for piece, cell in zip(page.pieces, cells, strict=True):
        # What fills a cell, or is scribbled into it, may have parts that look like digits.
        if piece.is_number and piece.box.height <= highest:
            share = np.count_nonzero(page.mask[piece.box.window]) / max(n_inked[cell], 1)
            certainty[cell] += min(share, 1) * max(piece.classes[: UNKNOWN + 1])
    return np.where(is_text, -1, 1) * np.minimum(certainty, 1)
