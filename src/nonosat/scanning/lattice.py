"""The lattice of the crossings of lines on an image, each with the numbers of its row and column.

Crossings that a line joins are neighbours; from neighbour to neighbour each crossing gets its numbers of row and
column. A smooth surface through all of them bends as paper does, places the crossings that are hidden, and refuses
those that do not belong to the grid.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from functools import cached_property
from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.scanning.smoothing import smoothed

#: A crossing belongs to the lattice if it is this near to its place, in cells.
_NEAR = 0.22
#: It counts half if it is this far from where the crossings around say, in cells.
_STRAY = 0.06
#: A lattice with fewer crossings, or of which no larger share is seen, is not a grid.
FEWEST, _SEEN = 16, 0.5
#: The number of crossings around which a cell is looked for, and of cells from which a lattice is grown.
_SAMPLE, _TRIES = 250, 4
#: Sides of cells are alike if they differ by at most this, in natural logarithms.
_ALIKE = 0.12
#: The most steps to places that are guessed, beyond the last crossing that was seen.
_GUESSED = 3
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


class _Place(NamedTuple):
    """A place of a lattice, with the steps to the right and down there.

    Attributes:
        n_guessed: the number of steps from the next crossing that was seen.
    """

    at: complex
    across: complex
    down: complex
    n_guessed: int


class CrossingLattice:
    """Crossings with numbers of their row and column.

    Args:
        points: places of crossings, x + yi each.
        pitch: the side of a cell at least, in pixels, about.
        shape: height and width of the image.

    Attributes:
        numbers: row and column of each crossing that belongs to the lattice.
        share: that of its places at which there is a crossing.
        score: larger for a better lattice.
        steps: width and height of a cell in pixels.
    """

    steps: tuple[float, float]

    def __init__(self, points: Any, pitch: int, shape: tuple[int, int]) -> None:
        self.points, self.shape = points, shape
        self.numbers: dict[int, tuple[int, int]] = {}
        self.share = self.score = 0.0
        #: The number of crossings for which each one of the sample stands.
        self.stride = len(points) // _SAMPLE + 1
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
        found = np.flatnonzero((ratio > 0.6) & (ratio < 1.67))
        across, down = across[found], down[found]
        off = abs(self.points - (corners[found] + across + down)[:, None])
        is_cell = off.min(1, initial=np.inf) < 0.15 * np.minimum(abs(across), abs(down))
        found, across, down = found[is_cell], across[is_cell], down[is_cell]
        lengths = np.log(abs(across))
        n_alike = np.count_nonzero(abs(lengths - lengths[:, None]) < _ALIKE, axis=1)
        corner = found * self.stride
        cells = map(_Cell, corner.tolist(), across.tolist(), down.tolist(), n_alike.tolist())
        # From the middle it is not far to any crossing.
        away = abs(self.points - self.points.mean()) / max(self.shape)
        return sorted(cells, key=lambda cell: (1 + away[cell.corner]) / cell.n_alike)

    @cached_property
    def _nearest(self) -> Any:
        """For each square of 2 x 2 pixels the nearest crossing."""
        marks = np.full([side // 2 + 1 for side in self.shape], 255, np.uint8)
        at = self.points.imag.astype(int) // 2, self.points.real.astype(int) // 2
        marks[at] = 0
        labels = cv2.distanceTransformWithLabels(marks, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)[1]
        index = np.zeros(labels.max() + 1, int)
        index[labels[at]] = np.arange(len(self.points))
        return index[labels]

    def crossing(self, at: complex, limit: float) -> int | None:
        """The crossing at a place, give or take `limit` pixels."""
        if not (0 <= at.imag < self.shape[0] and 0 <= at.real < self.shape[1]):
            return None
        found = int(self._nearest[int(at.imag / 2), int(at.real / 2)])
        return found if abs(self.points[found] - at) <= limit else None

    def number(self) -> bool:
        """Number the crossings of the largest lattice; False if it is too small."""
        done: set[int] = set()
        n_tried = 0
        for cell in self.cells:
            if cell.corner in done or n_tried == _TRIES:
                continue
            n_tried += 1
            numbers = self._grown(cell)
            done.update(numbers)
            if len(numbers) > len(self.numbers):
                self.numbers = numbers
                self.steps = abs(cell.across), abs(cell.down)
            if len(numbers) > cell.n_alike * self.stride / 2:
                break
        if len(self.numbers) < FEWEST:
            return False
        self._complete()
        self.steps = self._sides()
        rows, columns = self._extent()
        inside = sum(rows[0] <= r <= rows[1] and columns[0] <= c <= columns[1] for r, c in self.numbers.values())
        self.share = inside / ((rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1))
        self.score = inside * self.share**2 * math.sqrt(self.steps[0] * self.steps[1])
        return rows[1] - rows[0] >= 3 and columns[1] - columns[0] >= 3 and self.share > _SEEN

    def _grown(self, cell: _Cell) -> dict[int, tuple[int, int]]:
        """The numbers of all crossings that are reached from a cell by steps of its sides, which change slowly.

        The next place to look at has the most neighbours, which all say where it is, so that no step leads astray.
        """
        places = {(0, 0): _Place(complex(self.points[cell.corner]), cell.across, cell.down, 0)}
        numbers = {cell.corner: (0, 0)}
        queue: list[tuple[int, int, tuple[int, int]]] = []
        n_sure: Counter[tuple[int, int]] = Counter()

        def go_on(row: int, column: int) -> None:
            n_guessed = places[row, column].n_guessed
            for dr, dc in _AROUND:
                key = row + dr, column + dc
                n_sure[key] += not n_guessed
                if key not in places or places[key].n_guessed > n_guessed:
                    heapq.heappush(queue, (n_guessed, -n_sure[key], key))

        go_on(0, 0)
        while queue:
            row, column = key = heapq.heappop(queue)[2]
            old = places.get(key)
            if old and not old.n_guessed:
                continue
            # What the surest places beside it say.
            beside: list[tuple[int, int, _Place]] = []
            least, at, across, down = _GUESSED + 1, 0j, 0j, 0j
            for dr, dc in _AROUND:
                place = places.get((row - dr, column - dc))
                if place is None or place.n_guessed > least:
                    continue
                if place.n_guessed < least:
                    beside, least, at, across, down = [], place.n_guessed, 0j, 0j, 0j
                beside.append((dr, dc, place))
                at += place.at + dc * place.across + dr * place.down
                across += place.across
                down += place.down
            n = len(beside)
            at, across, down = at / n, across / n, down / n
            found = self.crossing(at, _NEAR * min(abs(across), abs(down)))
            if found is not None and found not in numbers:
                at = complex(self.points[found])
                # Steps learn slowly, so that one crossing beside its place does not lead astray.
                across += sum(place.across if dr else (at - place.at) / dc for dr, dc, place in beside)
                down += sum(place.down if dc else (at - place.at) / dr for dr, dc, place in beside)
                places[key] = _Place(at, across / (n + 1), down / (n + 1), 0)
                numbers[found] = key
            elif least < _GUESSED and (old is None or old.n_guessed > least + 1):
                places[key] = _Place(at, across, down, least + 1)
            else:
                continue
            go_on(*key)
        return numbers

    def _surface(self, at: Any, degree: int) -> Any:
        """The monomials of rows and columns up to a degree, scaled."""
        r, c = (at[:, 0] - self.center[0]) / self.reach, (at[:, 1] - self.center[1]) / self.reach
        return np.stack([r**i * c**j for i in range(degree + 1) for j in range(degree + 1 - i)], 1)

    def _fit(self, degree: int) -> None:
        """Fit the surface to all numbered crossings, without outliers."""
        ids = np.array(list(self.numbers))
        at, to = np.array([self.numbers[i] for i in ids], float), self.points[ids]
        self.center = (at.min(0) + at.max(0)) / 2
        self.reach = max(1.0, float(np.ptp(at, axis=0).max()) / 2)
        terms, keep = self._surface(at, degree), np.ones(len(ids), bool)
        limit = min(self.steps)
        for _ in range(4):
            used = terms[keep]
            self.coefficients = np.linalg.solve(used.T @ used + 1e-6 * np.eye(used.shape[1]), used.T @ to[keep])
            off = abs(terms @ self.coefficients - to)
            new = off < max(_NEAR * limit, 1.5)
            if keep.sum() < 12 or (new == keep).all() or new.sum() < 12:
                break
            keep = new
        self.degree = degree

    def place(self, at: Any) -> Any:
        """The places of crossings by their numbers, on the surface."""
        return self._surface(at, self.degree) @ self.coefficients

    def _complete(self) -> None:
        """Fit the surface, and number the crossings that fit on it, until there are no more."""
        for round_ in range(6):
            before = len(self.numbers)
            spans = np.ptp(np.array(list(self.numbers.values())), axis=0)
            self._fit(1 if min(spans) < 3 else 2 if min(spans) < 6 or round_ == 0 else 3 if min(spans) < 16 else 4)
            (top, bottom), (left, right) = self._extent()
            grid = np.array([(r, c) for r in range(top - 2, bottom + 3) for c in range(left - 2, right + 3)], float)
            if len(grid) > 60_000:
                return
            limit, numbered = _NEAR * min(self.steps), set(self.numbers.values())
            for (r, c), at in zip(grid.astype(int).tolist(), self.place(grid).tolist(), strict=True):
                found = None if (r, c) in numbered else self.crossing(at, limit)
                if found is not None and found not in self.numbers:
                    self.numbers[found] = (r, c)
            if len(self.numbers) == before:
                return

    def _sides(self) -> tuple[float, float]:
        """The median width and height of the cells."""
        at = {number: self.points[i] for i, number in self.numbers.items()}
        sides = []
        for dr, dc in ((0, 1), (1, 0)):
            found = [at[r + dr, c + dc] - place for (r, c), place in at.items() if (r + dr, c + dc) in at]
            sides.append(float(np.median(np.abs(found))) if found else min(self.steps))
        return sides[0], sides[1]

    def _extent(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The first and last row and column that have many crossings, without gaps of two."""
        at = np.array(list(self.numbers.values()))
        extents = []
        for axis in (0, 1):
            values, counts = np.unique(at[:, axis], return_counts=True)
            usual = np.percentile(counts, 75)
            good = [int(v) for v, n in zip(values, counts, strict=True) if n >= max(3, 0.25 * usual)]
            runs = [[good[0]]] if good else [[int(values[0])]]
            for v in good[1:]:
                if v - runs[-1][-1] <= 3:
                    runs[-1].append(v)
                else:
                    runs.append([v])
            run = max(runs, key=len)
            extents.append((run[0], run[-1]))
        return extents[0], extents[1]

    def mesh(self) -> tuple[Any, Any]:
        """The places of all crossings of the grid, and a mask of those that were seen."""
        self._fit(self.degree)
        (top, bottom), (left, right) = self._extent()
        grid = np.array([(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)], float)
        shape = bottom - top + 1, right - left + 1
        nodes = self.place(grid).reshape(shape)
        seen = np.zeros(shape, bool)
        shift, weight = np.zeros(shape, complex), np.zeros(shape)
        for i, (r, c) in self.numbers.items():
            r, c = r - top, c - left
            if 0 <= r < shape[0] and 0 <= c < shape[1]:
                seen[r, c] = True
                shift[r, c], weight[r, c] = self.points[i] - nodes[r, c], 1
        nodes += smoothed(shift, weight, _STRAY * min(self.steps))
        return np.stack([nodes.real, nodes.imag], 2), seen
