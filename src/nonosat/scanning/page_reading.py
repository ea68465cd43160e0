"""The page on an image: upright, with the board and the readings of all lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.core.errors import InputError
from nonosat.core.question import Run
from nonosat.scanning.board import Board, find_board
from nonosat.scanning.clue_lines import clue_lines
from nonosat.scanning.flat_page import Page, flatten, ink_boxes
from nonosat.scanning.mesh import Mesh, find_mesh
from nonosat.scanning.network import probabilities
from nonosat.scanning.reading import Piece, Reading

#: The scale of the smaller view, and the share of an image below which the puzzle is seen alone.
_SMALLER, _CROPPED = 0.55, 0.85
#: The numbers of cells, in a row, that take the place of one whose numbers are small, and the least pixels of each.
_FINE, _LEAST_FINE = (3, 5), 14
#: A cell of fewer pixels than this has numbers that nobody can read.
_SMALLEST = 5.0
#: The end of the messages on images without a puzzle.
_EXPECTED = "expected the image of a puzzle; `nonosat make` makes a puzzle from a picture"


class NoNumbers(InputError):
    """There is a grid, but no numbers beside it."""


class View(NamedTuple):
    """A way to look at an image.

    Attributes:
        left, top, right, bottom: the part that is seen, in pixels of the image.
        scale: that of the part, compared with the image.
        fine: cells of the page, in a row, for each cell of the board.
    """

    left: int
    top: int
    right: int
    bottom: int
    scale: float = 1.0
    fine: int = 1

    @classmethod
    def further(cls, pixels: Any, extent: Sequence[float] | None, cell: float = 0.0) -> list[View]:
        """The views after that of the whole image.

        Args:
            extent: the left, top, right and bottom of the puzzle, which is seen alone; None if it is unknown.
            cell: the side of its cells in pixels, beside which its numbers may be small.
        """
        height, width = pixels.shape[:2]
        whole = cls(0, 0, width, height)
        if extent is None:
            return [whole._replace(scale=_SMALLER)]
        margin = 0.04 * max(extent[2] - extent[0], extent[3] - extent[1])
        low = [max(round(at - margin), 0) for at in extent[:2]]
        high = [min(round(at + margin), most) for at, most in zip(extent[2:], (width, height), strict=True)]
        part = cls(*low, *high)
        share = (part.right - part.left) * (part.bottom - part.top) / (width * height)
        alone = [part] if share < _CROPPED else []
        fine = [part._replace(fine=_FINE[0])] if cell >= _FINE[0] * _LEAST_FINE else []
        return [*alone, *fine, whole._replace(scale=_SMALLER)]

    def seen(self, pixels: Any) -> Any:
        """The pixels of this part of an image, at its scale."""
        part = pixels[self.top : self.bottom, self.left : self.right]
        if self.scale == 1:
            return np.ascontiguousarray(part)
        return cv2.resize(part, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)

    def placed(self, page: Page, pixels: Any) -> Page:
        """A page of what is seen, with its mesh at its place on the whole image."""
        nodes = (page.mesh.nodes + 0.5) / self.scale - 0.5 + (self.left, self.top)
        return replace(page, mesh=Mesh(nodes), image=pixels)


#: The view of a whole image, of any size.
WHOLE = View(0, 0, 1 << 30, 1 << 30)


def read_page(pixels: Any, name: str, run: Run, view: View = WHOLE) -> tuple[Page, Board, list[list[Reading]]]:
    """The page on an image in red, green and blue, 0 to 255; its board, and the readings of each line, rows first.

    Raises:
        NoNumbers: there are no numbers beside the grid.
        InputError: there is no grid, or the numbers are too small.
    """
    page, board, lines = _read_page(view.seen(pixels), name, run, view.fine)
    return (page if view is WHOLE else view.placed(page, pixels)), board, lines


def _read_page(pixels: Any, name: str, run: Run, fine: int) -> tuple[Page, Board, list[list[Reading]]]:
    mesh = find_mesh(pixels)
    if mesh is None:
        raise InputError(f"no grid found, {_EXPECTED}", file=name)
    run.log(f"a mesh of {mesh.shape[0]} x {mesh.shape[1]} cells of {mesh.pitch:.1f} pixels")
    if mesh.pitch < _SMALLEST:
        raise InputError(f"numbers too small to read: cells of {mesh.pitch:.1f} pixels", file=name)
    has_board = False
    for page, board in _pages(pixels, mesh, fine):
        if board is None:
            continue
        has_board = True
        run.log(f"a board of {board.height} rows and {board.width} columns")
        lines = clue_lines(page, board)
        n_read = sum(any(n.probability > 0.5 for n in readings[0].numbers) for readings in lines)
        if 2 * n_read >= len(lines):
            return page, board, lines
    where = "most of its lines" if has_board else "it"
    raise NoNumbers(f"a grid, but no numbers beside {where}, {_EXPECTED}", file=name)


def _pages(pixels: Any, mesh: Mesh, fine: int) -> Iterator[tuple[Page, Board | None]]:
    """The pages that an image may show, and their boards, the likeliest first."""
    if fine > 1:
        yield _fine(pixels, mesh, fine, flatten(pixels, mesh))
        return
    yield _upright(pixels, mesh)
    if max(mesh.shape) <= 12 and mesh.pitch >= 5 * _SMALLEST:
        # It may be the mesh of every fifth line, if the others are faint.
        yield _with_board(pixels, mesh.divided(5))


def _upright(pixels: Any, mesh: Mesh) -> tuple[Page, Board | None]:
    """The page and its board, turned by right angles, or light and dark changed, if more numbers can be read so."""
    page, board = _with_board(pixels, mesh)
    n_lines, legible = sum(mesh.shape), _legible(page)
    if board and 2 * legible >= n_lines:
        return page, board
    turns = max(range(1, 4), key=lambda turns: _legible(page, turns))
    others = [_with_board(pixels, mesh.turned(turns))] if _is_clearer(_legible(page, turns), legible, n_lines) else []
    others.append(_with_board(pixels, mesh, is_dark=not page.is_dark))
    # Small levels have cells that are large beside their numbers.
    others += [_fine(pixels, mesh, fine, page) for fine in _FINE if mesh.pitch >= fine * _LEAST_FINE]
    best = max(others, key=lambda other: _legible(other[0]))
    return best if _is_clearer(_legible(best[0]), legible, n_lines) else (page, board)


def _is_clearer(legible: float, others: float, n_lines: int) -> bool:
    """True if surely more numbers are legible; a few numbers more may be chance."""
    return legible > max(others + n_lines / 4, 1.4 * others)


def _with_board(pixels: Any, mesh: Mesh, *, is_dark: bool | None = None) -> tuple[Page, Board | None]:
    """The page by a mesh, and its board; if most chips are on it, they are marked cells."""
    page = flatten(pixels, mesh, is_dark=is_dark)
    board = find_board(page)
    if board and 2 * np.count_nonzero(np.unique(page.chips.at[board.window])) > page.chips.n:
        page = flatten(pixels, mesh, is_dark=page.is_dark, board=board.window)
        board = find_board(page)
    return page, board


def _fine(pixels: Any, mesh: Mesh, fine: int, coarse: Page) -> tuple[Page, Board | None]:
    """The page with `fine` x `fine` cells in the place of each one of the mesh and of the `coarse` page; its board."""
    page = replace(flatten(pixels, mesh, fine=fine, is_dark=coarse.is_dark), coarse=coarse)
    board = find_board(coarse, page)
    return page, board and board.divided(fine)


def _legible(page: Page, turns: int = 0) -> float:
    """The number of pieces of ink outside text that are surely numbers, times their share of those that likely are.

    Args:
        turns: right angles by which the page is turned.
    """
    pieces, text = page.pieces, page.text
    if turns:
        ink, boxes = np.rot90(page.ink, turns), ink_boxes(np.ascontiguousarray(np.rot90(page.mask, turns)))
        classes = probabilities([ink[box.window] for box in boxes]).tolist()
        pieces = [Piece(box, tuple(row)) for box, row in zip(boxes, classes, strict=True)]
        text = {piece.cell for piece in pieces if piece.is_letter}
    # Of numbers upside down, and in grain, most are not sure.
    numbers = [piece.is_sure for piece in pieces if piece.is_number and piece.cell not in text]
    return sum(numbers) ** 2 / max(len(numbers), 1)
