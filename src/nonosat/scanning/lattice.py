"""The lattice of the crossings of lines on an image, each with the numbers of its row and column.

Lines that are darker than both sides are found by morphology. Where a vertical and a horizontal line meet there is a
crossing. Crossings that a line joins are neighbours; from neighbour to neighbour each crossing gets its numbers of row
and column. A smooth surface through all of them bends as paper does, places the crossings that are hidden, and refuses
those that do not belong to the grid.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.scanning.smoothing import smoothed

#: The least depth of a line of a photo and of one that is crisp, in greys of 255.
_DEPTH, _FAINT = 9, 5
#: A crossing belongs to the lattice if it is this near to its place, in cells.
_NEAR = 0.22
#: It counts half if it is this far from where the crossings around say, in cells.
_STRAY = 0.06
#: A lattice with fewer crossings, or of which no larger share is seen, is not a grid.
_FEWEST, _SEEN = 16, 0.5
#: The number of crossings from which a lattice is grown.
_TRIES = 4
#: From a crossing to the eight around it, in rows and columns.
_AROUND = tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c)


def find_lattice(image: Any, pitch: int, *, is_crisp: bool) -> CrossingLattice | None:
    """The lattice of dark lines on a grey image that are at least about `pitch` pixels apart; None if there is none.

    Args:
        is_crisp: look for lines as on screens, without noise, which may be faint or close to other things; else for
            those of photos.
    """
    thick, long, gap = (max(3, round(pitch * share)) | 1 for share in (0.4, 0.85, 0.2))
    soft = cv2.GaussianBlur(image, (0, 0), (0.04 if is_crisp else 0.06) * pitch)
    closed = soft if is_crisp else cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((thick, thick), np.uint8))
    blobs = np.full(image.shape, 255, np.uint8)
    for along, across in ((_column, _row), (_row, _column)):
        if is_crisp:
            closed = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, across(thick))
        # Lines are as deep in a shadow as in the light, compared with the paper.
        lines = cv2.divide(cv2.subtract(closed, soft), np.maximum(closed, 60), scale=255)
        # Filled cells hide the lines between them; the edges of what they fill are lines, too.
        edges = cv2.morphologyEx(closed, cv2.MORPH_GRADIENT, across(3))
        run = cv2.dilate(cv2.blur(cv2.max(lines, edges), along(gap).shape[::-1]), across(3))
        if is_crisp:  # the other lines interrupt them
            run = cv2.morphologyEx(run, cv2.MORPH_CLOSE, along(round(0.3 * pitch) | 1))
        run = cv2.morphologyEx(run, cv2.MORPH_OPEN, along(long))
        noise = float(np.percentile(run[::4, ::4], 70))
        least = max(_FAINT if is_crisp else _DEPTH, 2.5 * noise)
        blobs &= cv2.dilate((run > least).astype(np.uint8) * 255, along(gap))
    blobs = cv2.morphologyEx(blobs, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    # Grounds of numbers may be full of edges, and touch the border of the board.
    large = cv2.morphologyEx(blobs, cv2.MORPH_OPEN, np.ones((long, long), np.uint8))
    blobs = cv2.subtract(blobs, cv2.dilate(large, np.ones((gap, gap), np.uint8)))
    n, _, stats, centres = cv2.connectedComponentsWithStats(blobs)
    if not _FEWEST < n <= 30_000:
        return None
    small = stats[:, 2:4].max(1) < 0.7 * pitch
    small[0] = False
    if small.sum() < _FEWEST:
        return None
    lattice = CrossingLattice(centres[small], image.shape)
    return lattice if lattice.number(pitch) else None


def _row(length: int) -> Any:
    """A kernel of morphology: a level run of pixels."""
    return np.ones((1, length), np.uint8)


def _column(length: int) -> Any:
    """A kernel of morphology: an upright run of pixels."""
    return np.ones((length, 1), np.uint8)


class _Step(NamedTuple):
    """A place of a lattice, with the steps to the right and down there.

    Attributes:
        n_guessed: the number of steps from the next crossing that was seen.
    """

    x: float
    y: float
    across_x: float
    across_y: float
    down_x: float
    down_y: float
    n_guessed: int

    @property
    def lengths(self) -> tuple[float, float]:
        """The lengths of both steps."""
        return math.hypot(self.across_x, self.across_y), math.hypot(self.down_x, self.down_y)

    def moved(self, rows: int, columns: int, n_guessed: int) -> _Step:
        """The place some rows below and columns to the right."""
        x = self.x + columns * self.across_x + rows * self.down_x
        y = self.y + columns * self.across_y + rows * self.down_y
        return self._replace(x=x, y=y, n_guessed=n_guessed)

    def seen(self, rows: int, columns: int, x: float, y: float) -> _Step:
        """The same place with the steps that lead some rows below and columns to the right to (x, y)."""
        new = self._replace(x=x, y=y, n_guessed=0)
        if not rows:
            return new._replace(across_x=(x - self.x) / columns, across_y=(y - self.y) / columns)
        if not columns:
            return new._replace(down_x=(x - self.x) / rows, down_y=(y - self.y) / rows)
        return new


def _mean(steps: list[_Step]) -> _Step:
    n = len(steps)
    x, y, across_x, across_y, down_x, down_y, _ = (sum(values) / n for values in zip(*steps, strict=True))
    return _Step(x, y, across_x, across_y, down_x, down_y, min(step.n_guessed for step in steps))


class CrossingLattice:
    """Crossings with numbers of their row and column.

    Args:
        points: places of crossings, (x, y) each.
        shape: height and width of the image.

    Attributes:
        numbers: row and column of each crossing that belongs to the lattice.
        share: that of its places at which there is a crossing.
        score: larger for a better lattice.
        steps: width and height of a cell in pixels.
    """

    steps: tuple[float, float]

    def __init__(self, points: Any, shape: tuple[int, int]) -> None:
        self.points, self.shape = points, shape
        self.numbers: dict[int, tuple[int, int]] = {}
        self.share = self.score = 0.0
        # For each pixel the nearest crossing.
        marks = np.full(shape, 255, np.uint8)
        at = np.round(points).astype(int)
        marks[at[:, 1], at[:, 0]] = 0
        labels = cv2.distanceTransformWithLabels(marks, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)[1]
        index = np.zeros(labels.max() + 1, int)
        index[labels[at[:, 1], at[:, 0]]] = np.arange(len(points))
        self.nearest = index[labels]

    def crossing(self, x: float, y: float, limit: float) -> int | None:
        """The crossing at the place (`x`, `y`), give or take `limit` pixels."""
        column, row = round(x), round(y)
        if not (0 <= row < self.shape[0] and 0 <= column < self.shape[1]):
            return None
        found = int(self.nearest[row, column])
        px, py = self.points[found]
        return found if math.hypot(px - x, py - y) <= limit else None

    def number(self, pitch: int) -> bool:
        """Number the crossings of the largest lattice of cells of about `pitch` pixels; False if it is too small."""
        seeds = list(self._seeds(pitch))
        if len(seeds) < 4:
            return False
        lengths = np.log([math.hypot(*across) for _, across, _ in seeds])
        usual = [np.sum(np.abs(lengths - length) < 0.12) for length in lengths]
        done: set[int] = set()
        n_tried = 0
        for _, (start, across, down) in sorted(zip(usual, seeds, strict=True), key=lambda pair: -pair[0]):
            if start in done or n_tried == _TRIES:
                continue
            n_tried += 1
            numbers = self._grown(start, across, down)
            done.update(numbers)
            if len(numbers) > len(self.numbers):
                self.numbers = numbers
                self.steps = math.hypot(*across), math.hypot(*down)
            if len(numbers) > len(self.points) / 2:
                break
        if len(self.numbers) < _FEWEST:
            return False
        self._grow()
        self.steps = self._sides()
        rows, columns = self._extent()
        inside = sum(rows[0] <= r <= rows[1] and columns[0] <= c <= columns[1] for r, c in self.numbers.values())
        self.share = inside / ((rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1))
        self.score = inside * self.share**2 * math.sqrt(self.steps[0] * self.steps[1])
        return rows[1] - rows[0] >= 3 and columns[1] - columns[0] >= 3 and self.share > _SEEN

    def _seeds(self, pitch: int) -> Iterator[tuple[int, tuple[float, float], tuple[float, float]]]:
        """Crossings that are the corner of a cell, with the two sides of the cell."""
        points = self.points
        for p in range(0, len(points), max(1, len(points) // 400)):
            away = points - points[p]
            sides = []
            for axis in (0, 1):
                ahead, aside = away[:, axis], np.abs(away[:, 1 - axis])
                near = np.flatnonzero((ahead > 0.75 * pitch) & (ahead < 2.5 * pitch) & (aside < 0.25 * ahead))
                if not len(near):
                    break
                sides.append(away[near[np.argmin(ahead[near])]])
            if len(sides) < 2:
                continue
            across, down = sides
            ratio = math.hypot(*across) / math.hypot(*down)
            x, y = points[p] + across + down
            if (
                0.6 < ratio < 1.67
                and self.crossing(x, y, 0.15 * min(math.hypot(*across), math.hypot(*down))) is not None
            ):
                yield p, (float(across[0]), float(across[1])), (float(down[0]), float(down[1]))

    def _grown(self, start: int, across: tuple[float, float], down: tuple[float, float]) -> dict[int, tuple[int, int]]:
        """The numbers of all crossings that are reached from one by steps of a cell, which change slowly.

        The next place to look at has the most neighbours, which all say where it is, so that no step leads astray.
        """
        x, y = self.points[start].tolist()
        at = {(0, 0): _Step(x, y, *across, *down, 0)}
        numbers = {start: (0, 0)}
        queue: list[tuple[int, int, tuple[int, int]]] = []
        n_sure: Counter[tuple[int, int]] = Counter()

        def go_on(row: int, column: int) -> None:
            n_guessed = at[row, column].n_guessed
            for dr, dc in _AROUND:
                key = row + dr, column + dc
                n_sure[key] += not n_guessed
                if key not in at or at[key].n_guessed > n_guessed:
                    heapq.heappush(queue, (n_guessed, -n_sure[key], key))

        go_on(0, 0)
        while queue:
            key = heapq.heappop(queue)[2]
            old = at.get(key)
            if old is not None and not old.n_guessed:
                continue
            beside = [(dr, dc, at[n]) for dr, dc in _AROUND if (n := (key[0] - dr, key[1] - dc)) in at]
            least = min(step.n_guessed for _, _, step in beside)
            beside = [each for each in beside if each[2].n_guessed == least]
            guess = _mean([step.moved(dr, dc, least + 1) for dr, dc, step in beside])
            found = self.crossing(guess.x, guess.y, _NEAR * min(guess.lengths))
            if found is not None and found not in numbers:
                x, y = self.points[found].tolist()
                # Steps learn slowly, so that one crossing beside its place does not lead astray.
                at[key] = _mean([guess._replace(x=x, y=y), *(step.seen(dr, dc, x, y) for dr, dc, step in beside)])
                numbers[found] = key
            elif least < 3 and (old is None or old.n_guessed > least + 1):
                at[key] = guess
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
            off = np.linalg.norm(terms @ self.coefficients - to, axis=1)
            new = off < max(_NEAR * limit, 1.5)
            if keep.sum() < 12 or (new == keep).all() or new.sum() < 12:
                break
            keep = new
        self.degree = degree

    def place(self, at: Any) -> Any:
        """The places of crossings by their numbers, on the surface."""
        return self._surface(at, self.degree) @ self.coefficients

    def _grow(self) -> None:
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
            for (r, c), (x, y) in zip(grid.astype(int).tolist(), self.place(grid).tolist(), strict=True):
                found = None if (r, c) in numbered else self.crossing(x, y, limit)
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
            sides.append(float(np.median(np.linalg.norm(found, axis=1))) if found else min(self.steps))
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
        nodes = self.place(grid).reshape(*shape, 2)
        seen = np.zeros(shape, bool)
        shift, weight = np.zeros((*shape, 2)), np.zeros(shape)
        for i, (r, c) in self.numbers.items():
            r, c = r - top, c - left
            if 0 <= r < shape[0] and 0 <= c < shape[1]:
                seen[r, c] = True
                shift[r, c], weight[r, c] = self.points[i] - nodes[r, c], 1
        return nodes + smoothed(shift, weight, _STRAY * min(self.steps)), seen
