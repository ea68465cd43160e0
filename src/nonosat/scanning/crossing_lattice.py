"""The lattice of the crossings of lines on an image, each with the numbers of its row and column.

Crossings that a line joins are neighbours; from neighbour to neighbour each crossing gets its numbers of row and
column. A smooth surface through all of them bends as paper does, places the crossings that are hidden, and refuses
those that do not belong to the grid.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import defaultdict
from typing import Any, NamedTuple

import cv2
import numpy as np

#: A lattice with fewer crossings, or of which no larger share is seen, is not a grid. Of one with many crossings the
#: second share is enough, but it is worth less.
FEWEST, _SEEN, _MANY, _LITTLE_SEEN = 16, 0.5, 48, 0.4
#: The standard deviations, in cells, of the neighbourhoods in which what is left of shifts is averaged, round by round;
#: and the weight of a shift of zero.
_REACHES, _LEVEL = (8, 4, 2, 2, 1.4, 1.4, 1, 1), 1e-3
#: From a crossing to the eight around it, in rows and columns.
_AROUND = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c)


def is_side(length: Any, pitch: int) -> Any:
    """True for a side of a cell, if cells of about `pitch` pixels at least are looked for."""
    return (length > 0.75 * pitch) & (length < 2.5 * pitch)


class _Cell(NamedTuple):
    """A cell: its first corner, by index, its upper and its left side, and the number of cells like it."""

    corner: int
    across: complex
    down: complex
    n_alike: int


class _Node(NamedTuple):
    """A place of a lattice: the number of steps to a crossing that was seen, where it is, and the steps from there."""

    n_guessed: int
    at: complex
    across: complex
    down: complex


class CrossingLattice:
    """Crossings with numbers of their row and column.

    Args:
        points: places of crossings, x + yi each.
        pitch: the side of a cell at least, in pixels, about.
        shape: height and width of the image.

    Attributes:
        table: for each row and column the crossing there, -1 where none is seen.
        share: that of its places at which there is a crossing.
        score: larger for a better lattice.
        steps: width and height of a cell in pixels.
    """

    table: Any
    steps: tuple[float, float]

    def __init__(self, points: Any, pitch: int, shape: tuple[int, int]) -> None:
        self.points, self.shape = points, shape
        self.share = self.score = 0.0
        #: The number of crossings for which each one of a sample stands, around which a cell is looked for.
        self.stride = len(points) // 250 + 1
        self.cells = self._cells(pitch)

    @property
    def promise(self) -> float:
        """The score of a lattice that has all cells like the most usual ones, about."""
        return max((cell.n_alike * abs(cell.across) for cell in self.cells), default=0.0) * self.stride

    def _cells(self, pitch: int) -> list[_Cell]:
        """Cells around some crossings, first those with the most usual size in the middle."""
        corners = self.points[:: self.stride]
        away = self.points - corners[:, None]
        sides = []
        for ahead, aside in ((away.real, away.imag), (away.imag, away.real)):
            is_ahead = is_side(ahead, pitch) & (abs(aside) < 0.25 * ahead)
            nearest = np.where(is_ahead, ahead, np.inf).argmin(1)[:, None]
            sides.append(np.where(is_ahead.any(1), np.take_along_axis(away, nearest, 1)[:, 0], np.nan))
        across, down = sides
        ratio = abs(across) / abs(down)
        off = abs(self.points - (corners + across + down)[:, None]).min(1)
        is_cell = (ratio > 0.6) & (ratio < 1.67) & (off < 0.15 * np.minimum(abs(across), abs(down)))
        found, across, down = np.flatnonzero(is_cell), across[is_cell], down[is_cell]
        lengths = np.log(abs(across))
        n_alike = np.count_nonzero(abs(lengths - lengths[:, None]) < 0.12, axis=1)
        cells = map(_Cell, (found * self.stride).tolist(), across.tolist(), down.tolist(), n_alike.tolist())
        # From the middle it is not far to any crossing.
        away = abs(self.points - self.points.mean()) / max(self.shape)
        return sorted(cells, key=lambda cell: (1 + away[cell.corner]) / cell.n_alike)

    def number(self) -> bool:
        """Number the crossings of the largest lattice; False if it is too small."""
        done: set[int] = set()
        numbers: dict[int, tuple[int, int]] = {}
        for cell in itertools.islice((cell for cell in self.cells if cell.corner not in done), 4):
            grown = self._grown(cell)
            done.update(grown)
            numbers = max(numbers, grown, key=len)
            if len(grown) > cell.n_alike * self.stride / 2:
                break
        if len(numbers) < FEWEST:
            return False
        at = np.array(list(numbers.values()))
        at -= at.min(0)
        table = np.full(at.max(0) + 1, -1)
        table[tuple(at.T)] = list(numbers)
        self.table = table[_extent(table >= 0, 1), _extent(table >= 0, 0)]
        seen = self.table >= 0
        if min(seen.shape) < 4 or seen.mean() <= (_SEEN if seen.sum() < _MANY else _LITTLE_SEEN):
            return False
        self.share = float(seen.mean())
        places = np.where(seen, self.points[self.table], np.nan)
        across, down = (float(np.nanmedian(abs(np.diff(places, axis=axis)))) for axis in (1, 0))
        self.steps = across, down
        xs, ys = self.points.real, self.points.imag
        low, high = (end(places[seen].real) + 1j * end(places[seen].imag) for end in (np.min, np.max))
        inside = (low.real <= xs) & (xs <= high.real) & (low.imag <= ys) & (ys <= high.imag)
        # Lines twice as far apart as they are explain few of the crossings.
        explained = seen.sum() / np.count_nonzero(inside)
        worth = self.share**2 * (1.0 if self.share > _SEEN else 0.5)
        self.score = seen.sum() * explained * worth * math.sqrt(across * down)
        return True

    def _grown(self, cell: _Cell) -> dict[int, tuple[int, int]]:
        """The numbers of all crossings that are reached from a cell by steps of its sides, which change slowly.

        The next place to look at has the most neighbours, which all say where it is, so that no step leads astray.
        """
        numbers = {cell.corner: (0, 0)}
        nodes = {(0, 0): _Node(0, complex(self.points[cell.corner]), cell.across, cell.down)}
        n_seen: defaultdict[tuple[int, int], int] = defaultdict(int)
        queue: list[tuple[int, int, tuple[int, int]]] = []

        def look_around(row: int, column: int) -> None:
            n_guessed = nodes[row, column].n_guessed
            for dr, dc in _AROUND:
                key = row + dr, column + dc
                n_seen[key] += not n_guessed
                if key not in nodes or nodes[key].n_guessed > n_guessed:  # guesses come row by row
                    heapq.heappush(queue, (n_guessed, n_guessed or -n_seen[key], key))

        look_around(0, 0)
        while queue:
            row, column = key = heapq.heappop(queue)[2]
            known = nodes[key].n_guessed if key in nodes else 4  # three steps beyond the last crossing are guessed
            if not known:
                continue
            around = [(dr, dc, nodes[of]) for dr, dc in _AROUND if (of := (row - dr, column - dc)) in nodes]
            least = min([node.n_guessed for _, _, node in around])
            surest = [vote for vote in around if vote[2].n_guessed == least]
            n = len(surest)
            at = sum([node.at + dc * node.across + dr * node.down for dr, dc, node in surest]) / n
            across = sum([node.across for _, _, node in surest]) / n
            down = sum([node.down for _, _, node in surest]) / n
            away = abs(self.points - at)
            found = int(away.argmin())
            if found not in numbers and away[found] <= 0.22 * min(abs(across), abs(down)):
                numbers[found] = key
                # Steps learn slowly, so that one crossing beside its place does not lead astray.
                at = complex(self.points[found])
                across += sum([dc * (at - node.at) - node.across for dr, dc, node in surest if not dr]) / (n + 1)
                down += sum([dr * (at - node.at) - node.down for dr, dc, node in surest if not dc]) / (n + 1)
                nodes[key] = _Node(0, at, across, down)
            elif known > least + 1:
                nodes[key] = _Node(least + 1, at, across, down)
            else:
                continue
            look_around(row, column)
        return numbers

    def mesh(self) -> Any:
        """The places of all crossings of the grid, x + yi, by rows and columns."""
        seen = self.table >= 0
        r, c = (2 * at / (n - 1) - 1 for at, n in zip(np.indices(seen.shape), seen.shape, strict=True))
        terms = np.stack([r**i * c**j for i in range(3) for j in range(3 - i)], 2)  # a quadratic surface
        surface = terms @ np.linalg.lstsq(terms[seen], self.points[self.table[seen]], rcond=None)[0]
        shift = np.where(seen, self.points[self.table] - surface, 0)
        return surface + _smooth(shift, seen.astype(float), 0.06 * min(self.steps))


def _smooth(shift: Any, weight: Any, scale: float) -> Any:
    """Shifts x + yi of the nodes of a grid, smooth, near those that are known; a few of these may be wrong.

    Averages in smaller and smaller neighbourhoods, by the normalized convolution of H. Knutsson and C.-F. Westin,
    Normalized and differential convolution, Computer Vision and Pattern Recognition (1993).

    Args:
        weight: 1 where a shift is known, else 0.
        scale: the distance at which a shift counts half, as with Cauchy's estimator, in the last round; more before.
    """
    smooth = np.zeros_like(shift)
    for reach in _REACHES:
        rest = shift - smooth
        known = weight / (1 + (abs(rest) / (reach * scale)) ** 2)
        parts = (known * rest.real, known * rest.imag, known)
        x, y, total = (cv2.GaussianBlur(part, (0, 0), reach, borderType=cv2.BORDER_CONSTANT) for part in parts)
        smooth += (x + 1j * y) / (total + _LEVEL)
    return smooth


def _extent(seen: Any, axis: int) -> slice:
    """The rows (axis 1) or columns (axis 0) that have many crossings, without gaps of three."""
    counts = seen.sum(axis)
    full = np.flatnonzero(counts >= max(3, 0.25 * np.percentile(counts[counts > 0], 75)))
    run = max(np.split(full, np.flatnonzero(np.diff(full) > 3) + 1), key=len)
    return slice(run[0], run[-1] + 1) if run.size else slice(0)
