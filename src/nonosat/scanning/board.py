"""The board among the cells of a flattened page: its cells have lines around them, and numbers stand beside it."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.scanning.flat_page import Page, cells_of
from nonosat.scanning.reading import CELL, HIGHEST, ON_LINE, QUESTION_MARK, usual_height

#: The worth of a side of a cell of the board: that is a line, that is none, and that is none but hidden by what is
#: in the cell, or on the edge of the board, which may have no line; and the worth of a cell with a number.
_LINE, _OPEN, _HIDDEN, _NUMBER = 0.12, -0.5, -0.12, -3.0
#: The worth of a row or column with numbers beside it, and of one without.
_CLUE, _NO_CLUE = 2.0, -0.5
#: How much the cells of a band between clues and board differ from one another at most, and from others at least.
_ALIKE, _UNLIKE = 12, 30
#: Lines go on around a board, as on a sheet, if this share of the sides of cells in the corner between the clues are
#: lines; the most cells from the board to the nearest number of a clue there; the least number of blank rows, and of
#: blank columns, of a sheet; and the least depth of the border of the board, compared with its lines.
_SHEET, _BESIDE, _BLANK, _BORDER = 0.7, 2, 2, 0.55


def _cells(page: Page) -> tuple[Any, Any, Any]:
    """The cells of a page: how deep their upright and level sides are, from 1 on lines, and those filled."""
    gray = cv2.cvtColor(page.light, cv2.COLOR_RGB2GRAY).astype(np.float32)
    upright, level = _depths(gray), _depths(gray.T).T
    top, left, bottom, right = page.span
    # The edges of filled cells are deeper than lines.
    usual = min(np.percentile(depths[top:bottom, left:right], 25) for depths in (upright, level))
    least = float(np.clip(0.35 * usual, 4, 12))
    inner = cells_of(page.light, CELL // 6).astype(np.float32)
    filled = (inner.mean((2, 3)).min(2) < 195) & (inner.std((2, 3)).max(2) < 15)  # dark in some colour, and even
    return upright / least, level / least, filled


def _depths(image: Any) -> Any:
    """For the upright sides of all cells how much they differ from both cells beside them, all along."""
    part, half, reach = CELL // 4, CELL // 2, CELL // 5
    inner = image.reshape(-1, CELL, image.shape[1])[:, part // 2 : part // 2 + 3 * part]
    # Means in three parts of each side: numbers that touch a side touch few of them.
    means = inner.reshape(len(inner), 3, part, -1).mean(2)
    around = np.pad(means, ((0, 0), (0, 0), (half, half)), mode="edge").reshape(len(inner), 3, -1, CELL)
    left, at, right = np.split(around, (half - reach, half + reach + 1), axis=3)
    left, right = left.mean(3), right.mean(3)
    line = np.maximum(at.max(3) - np.maximum(left, right), np.minimum(left, right) - at.min(3))
    return np.maximum(line, abs(left - right) / 2).min(1)


class Board(NamedTuple):
    """The rows and columns of the page that are the board; ends are exclusive.

    Attributes:
        sides: the sides with the clues of the columns, `top` or `bottom`, and of the rows, `left` or `right`.
        step: rows of the page for each row of the board: more than one where numbers are small beside their cells.
    """

    top: int
    left: int
    bottom: int
    right: int
    sides: tuple[str, str]
    step: int = 1

    def divided(self, n: int) -> Board:
        """The board on a page with `n` x `n` cells in the place of each one."""
        top, left, bottom, right = (n * end for end in self[:4])
        return Board(top, left, bottom, right, self.sides, n * self.step)

    @property
    def coarse(self) -> Board:
        """The board on a page with a row for each of its rows."""
        top, left, bottom, right = (end // self.step for end in self[:4])
        return Board(top, left, bottom, right, self.sides)

    @property
    def height(self) -> int:
        """The number of rows."""
        return (self.bottom - self.top) // self.step

    @property
    def width(self) -> int:
        """The number of columns."""
        return (self.right - self.left) // self.step

    @property
    def window(self) -> tuple[slice, slice]:
        """The rows and columns of pixels of the page."""
        return slice(self.top * CELL, self.bottom * CELL), slice(self.left * CELL, self.right * CELL)


def find_board(page: Page, fine: Page | None = None) -> Board | None:
    """The rectangle of cells that is the board, by the lines around cells and numbers beside it; None without any.

    Args:
        fine: the same page with several cells in the place of each one, on which the numbers are seen.
    """
    (certainty, above_0), (upright, level, filled) = _certainty(page, fine or page), _cells(page)
    top, left, bottom, right = page.span
    foreign, inside = abs(above_0), (slice(top, bottom), slice(left, right))  # rings look like 0
    foreign[inside] = np.maximum(above_0[inside], 0)  # crosses may look like letters
    numbers = cv2.integral(_NUMBER * foreign * ~filled)
    has_number = certainty > 0.3
    # Marks may hide the sides of a cell, too.
    is_marked = (cells_of(page.mask) > 0).mean((2, 3, 4)) > 0.04
    filled[inside] |= (is_marked & ~has_number)[inside]
    filled = np.pad(filled, 1)
    inner = _worth(level, filled[:-1, 1:-1] | filled[1:, 1:-1]), _worth(upright, filled[1:-1, :-1] | filled[1:-1, 1:])
    outer = _worth(level, True), _worth(upright, True)
    # The reach does not grow beyond that of the mesh: a heading far above would make the board larger.
    most_deep, most_wide = ((end - start) // 2 + 2 for start, end in (page.span[::2], page.span[1::2]))

    def covers(rectangle: list[int]) -> list[float]:
        """The share of lines with a number on the side, at most as far as a clue reaches, from the top clockwise."""
        top, left, bottom, right = rectangle
        deep, wide = min(most_deep, (bottom - top) // 2 + 2), min(most_wide, (right - left) // 2 + 2)
        bands: tuple[Any, ...] = (
            has_number[max(top - deep, 0) : top, left:right].any(0),
            has_number[top:bottom, max(left - wide, 0) : left].any(1),
            has_number[bottom : bottom + deep, left:right].any(0),
            has_number[top:bottom, right : right + wide].any(1),
        )
        return [np.count_nonzero(band) / band.size for band in bands]

    def score(rectangle: list[int]) -> float:
        top, left, bottom, right = rectangle
        if bottom - top < 2 or right - left < 2:
            return -np.inf
        above, before, below, behind = covers(rectangle)
        total = _within(numbers, top, left, bottom, right)
        total += _within(inner[0], top + 1, left, bottom, right) + _within(inner[1], top, left + 1, bottom, right)
        total += sum(_within(outer[0], row, left, row + 1, right) for row in (top, bottom))
        total += sum(_within(outer[1], top, column, bottom, column + 1) for column in (left, right))
        n_lines = right - left + bottom - top
        n_clues = (right - left) * max(above, below) + (bottom - top) * max(before, behind)
        return total + _CLUE * n_clues + _NO_CLUE * (n_lines - n_clues)

    def climbed(rectangle: list[int]) -> list[int]:
        """The rectangle after moves of single sides, as long as these make it better."""
        while True:
            last = score(rectangle)
            for side in range(4):
                places = range(has_number.shape[side % 2] + 1)
                rectangle = max(([*rectangle[:side], place, *rectangle[side + 1 :]] for place in places), key=score)
            if score(rectangle) <= last:
                return rectangle

    # From the whole mesh alone, or from its middle, the moves may end at a board that is not the best.
    low, high = np.array(page.span[:2]), np.array(page.span[2:])
    cuts = (0 * low, (high - low) // 4, (high - low) // 2 - 1)
    best = max((climbed([*(low + cut), *(high - cut)]) for cut in cuts), key=score)
    above, before, below, behind = covers(best)
    if min(max(above, below), max(before, behind)) < 0.25:
        return None
    sides = "top" if above >= below else "bottom", "left" if before >= behind else "right"
    top, left, bottom, right = best
    return _without_band(page, _cut(Board(top, left, bottom, right, sides), upright, level, has_number), has_number)


def _certainty(page: Page, seen: Page) -> Any:
    """For each cell of a page the probability that a number is all of its ink, and that one above 0 is.

    It is negative in text. The numbers are those of the page that is `seen`, which may be finer.
    """
    step = seen.mesh.shape[0] // page.mesh.shape[0]
    n_inked = np.count_nonzero(cells_of(seen.mask), (2, 3, 4))
    n_inked = n_inked.reshape(page.mesh.shape[0], step, page.mesh.shape[1], step).sum((1, 3))
    certainty = np.zeros((2, *page.mesh.shape))
    highest = HIGHEST * usual_height([piece for piece in seen.pieces if piece.cell not in seen.text])
    for piece in seen.pieces:
        # What fills a cell, or is scribbled into it, may have parts that look like digits.
        if piece.is_number and piece.box.height <= highest and not piece.box.is_remnant(ON_LINE):
            row, column = (at // step for at in piece.cell)
            share = np.count_nonzero(seen.mask[piece.box.window]) / max(n_inked[row, column], 1)
            likely = [max(piece.classes[least : QUESTION_MARK + 1]) for least in (0, 1)]
            certainty[:, row, column] += np.multiply(min(share, 1), likely)
    certainty = np.minimum(certainty, 1)
    for row, column in {(row // step, column // step) for row, column in seen.text}:
        certainty[:, row, column] *= -1
    return certainty


def _cut(board: Board, upright: Any, level: Any, has_number: Any) -> Board:
    """The board without what has no number, or is outside its border, if lines go on all around, as on a sheet."""
    top, left, bottom, right, sides, _ = board
    above = slice(max(top - _BESIDE, 0), top) if sides[0] == "top" else slice(bottom, bottom + _BESIDE)
    before = slice(max(left - _BESIDE, 0), left) if sides[1] == "left" else slice(right, right + _BESIDE)
    corner = np.concatenate([lines[above, before].ravel() > 1 for lines in (upright, level)])
    rows = top + np.flatnonzero(has_number[top:bottom, before].any(1))
    columns = left + np.flatnonzero(has_number[above, left:right].any(0))
    if not (corner.size and rows.size and columns.size) or corner.mean() < _SHEET:
        return board
    cut = Board(int(rows[0]), int(columns[0]), int(rows[-1]) + 1, int(columns[-1]) + 1, sides)
    # A table ends with the board, which may have empty lines there; a sheet goes on in both directions.
    if min(board.height - cut.height, board.width - cut.width) >= _BLANK:
        return cut
    depths = level[top : bottom + 1, left:right].mean(1), upright[top:bottom, left : right + 1].mean(0)
    rows, columns = (np.flatnonzero((each > _BORDER * np.median(each)) | (each < 1)) for each in depths)
    return Board(top + int(rows[0]), left + int(columns[0]), top + int(rows[-1]), left + int(columns[-1]), sides)


def _without_band(page: Page, board: Board, has_number: Any) -> Board:
    """The board without a row and a column next to the clues that are a painted band, and no lines.

    They have no clue, and all of their cells have one colour that the others, and the corner between them, have not. Of
    an empty row and an empty column that a player has painted, the corner is painted, too.
    """
    steps = tuple(1 if side in ("top", "left") else -1 for side in board.sides)
    tints = np.median(cells_of(page.light, CELL // 6), axis=(2, 3))
    # As seen from the corner between the clues.
    cells = tints[board.top : board.bottom, board.left : board.right][:: steps[0], :: steps[1]]
    row = board.top if steps[0] > 0 else board.bottom - 1
    column = board.left if steps[1] > 0 else board.right - 1
    if min(board.height, board.width) < 3 or has_number[row].any() or has_number[:, column].any():
        return board
    band = np.concatenate([cells[0, 1:], cells[1:, 0]])
    own = np.median(band, axis=0)
    others = np.concatenate([cells[:1, 0], cells[1:, 1:].reshape(-1, 3)])
    apart = np.linalg.norm(others - own, axis=1)
    if np.linalg.norm(band - own, axis=1).max() > _ALIKE or apart[0] < _UNLIKE or np.percentile(apart, 10) < _UNLIKE:
        return board
    top, left = (end + (step > 0) for end, step in zip(board[:2], steps, strict=True))
    bottom, right = (end - (step < 0) for end, step in zip(board[2:4], steps, strict=True))
    return Board(top, left, bottom, right, board.sides)


def _worth(depths: Any, filled: Any) -> Any:
    """The worth of sides, as sums from the corner; beside what is filled or marked a line need not be seen."""
    return cv2.integral(np.where(depths > 1, _LINE, np.where(filled, _HIDDEN, _OPEN)))


def _within(sums: Any, top: int, left: int, bottom: int, right: int) -> float:
    """The sum of the values in a rectangle."""
    return float(sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left])
