"""The mesh of a grid on an image: the places of the crossings of its lines, which need not be straight.

Lines that are darker or lighter than both sides are found by morphology, and cross where an upright and a level one
meet. They are looked for once for each size that cells may have, on a screen and on a photo; the best lattice of some
of the crossings is the mesh.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.scanning.crossing_lattice import FEWEST, CrossingLattice, is_side

#: The most that a line is thick, its least length and its longest gap, in shares of the pitch.
_THICK, _LONG, _GAP = 0.4, 0.85, 0.2
#: The longer side, in pixels, of the image in which lines are searched for, and the largest magnification.
_SIDE, _LARGEST = 1700, 4.0
#: Sizes of cells that are tried, in pixels of that image.
_PITCHES = (12, 18, 27, 40, 60, 90, 135)


class Mesh(NamedTuple):
    """Crossings of a grid: at `nodes[r, c]`, a place (x, y) in pixels of the image, lines r and c cross."""

    nodes: Any

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns of cells."""
        return self.nodes.shape[0] - 1, self.nodes.shape[1] - 1

    @property
    def pitch(self) -> float:
        """The mean side of a cell in pixels."""
        across, down = (float(np.linalg.norm(np.diff(self.nodes, axis=axis), axis=2).mean()) for axis in (1, 0))
        return math.sqrt(across * down)

    @property
    def tilt(self) -> float:
        """The ratio of opposite outer sides, the longer to the shorter one; 1 seen from straight above."""
        corners = self.nodes[[0, 0, -1, -1], [0, -1, -1, 0]]
        sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
        return float(max(np.maximum(*pair) / np.minimum(*pair) for pair in (sides[::2], sides[1::2])))

    def turned(self, turns: int) -> Mesh:
        """The mesh with its rows and columns turned by `turns` right angles; every crossing keeps its place."""
        return Mesh(np.rot90(self.nodes, turns))

    def divided(self, n: int) -> Mesh:
        """The mesh with `n` x `n` cells in the place of each one."""
        hats = (np.maximum(1 - abs(np.arange(n * k + 1)[:, None] / n - np.arange(k + 1)), 0) for k in self.shape)
        return Mesh(np.einsum("ir,jc,rck->ijk", *hats, self.nodes))

    def extended(self, top: int, left: int, bottom: int, right: int) -> Mesh:
        """The mesh with `top`, `left`, `bottom` and `right` more lines on its sides, as its outer cells suggest."""
        nodes = self.nodes
        for n in (top, right, bottom, left):  # each right angle turns the next side to the top
            nodes = np.rot90(np.concatenate([_above(nodes, n), nodes]))
        return Mesh(nodes)


def _above(nodes: Any, n: int) -> Any:
    """The next `n` rows of nodes above the first one, by the slope there of a parabola through a few rows."""
    k = min(len(nodes), 7)
    at, columns = np.arange(k, dtype=float), nodes[:k].reshape(k, -1)
    # All lines bend alike, as paper does; each has a slope of its own.
    bend = np.polyfit(at, columns, 2)[0].reshape(nodes.shape[1:]).mean(0) if k > 5 else np.zeros(2)
    slope = np.polyfit(at, columns - np.tile(bend, nodes.shape[1]) * at[:, None] ** 2, 1)[0]
    return nodes[0] - np.arange(n, 0, -1)[:, None, None] * slope.reshape(nodes.shape[1:])


def find_mesh(pixels: Any) -> Mesh | None:
    """The largest mesh on an image in red, green and blue, 0 to 255; None if there is no grid."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    scale = min(_LARGEST, _SIDE / max(gray.shape))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    image = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=method)
    image, turned = _upright(image)
    best = _best(image, None, is_crisp=False)
    if best is None or best.share < 0.98 or best.table.size < 36:  # lines may be hidden, faint, or of something else
        best = _best(image, best, is_crisp=True)
    if best is None:
        return None
    nodes = best.mesh()
    nodes = cv2.transform(np.stack([nodes.real, nodes.imag], 2), cv2.invertAffineTransform(turned))
    return Mesh((nodes + 0.5) / scale - 0.5)


def _best(image: Any, best: CrossingLattice | None, *, is_crisp: bool) -> CrossingLattice | None:
    """The best lattice: of cells of all sizes, or, if `best` is known, that or another one of cells of its size."""
    pitches = [p for p in _PITCHES if 3 * p <= min(image.shape) and (best is None or is_side(min(best.steps), p))]
    both = ((pitch, points) for pitch in pitches for points in _find_crossings(image, pitch, is_crisp=is_crisp))
    # Very many crossings are noise; to number some takes as long as to find them.
    lattices = [CrossingLattice(points, pitch, image.shape) for pitch, points in both if FEWEST < len(points) < 12_000]
    for lattice in sorted(lattices, key=lambda each: -each.promise)[:5]:
        is_hopeful = best is None or lattice.promise > best.share * best.score
        if is_hopeful and lattice.number() and (best is None or lattice.score > best.score):
            best = lattice
    return best


def _upright(image: Any) -> tuple[Any, Any]:
    """An image turned so that its main lines are about level and plumb, and the affine map to it."""
    smooth = cv2.GaussianBlur(image, (0, 0), 1.2)[::2, ::2].astype(np.float32)
    dx, dy = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    strength = np.minimum(np.hypot(dx, dy), 120)
    strength[strength < 12] = 0
    angles = np.degrees(np.arctan2(dy, dx)) % 180  # of normals: 0 for vertical lines
    bins = np.bincount((angles * 2).astype(int).ravel() % 360, strength.ravel(), 360)
    bins = np.convolve(np.concatenate([bins[-4:], bins, bins[:4]]), np.hanning(9), "valid")
    # Of all turns take the one for which both directions have lines.
    turn = int(np.argmax(np.roll(bins[:180] * bins[180:], 90))) - 90
    if abs(turn) <= 1:
        return image, np.eye(2, 3)
    matrix = cv2.getRotationMatrix2D((0, 0), turn / 2, 1)
    sides = matrix[:, :2] * image.shape[::-1]
    matrix[:, 2] = -np.minimum(sides, 0).sum(1)
    size = np.ceil(abs(sides).sum(1)).astype(int).tolist()
    return cv2.warpAffine(image, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE), matrix


def _find_crossings(image: Any, pitch: float, *, is_crisp: bool) -> list[Any]:
    """The crossings, x + yi, of dark lines, and of light ones, at least about `pitch` pixels apart on a grey image.

    Args:
        is_crisp: look for lines of screens, without noise, which may be faint or close to other things; else of photos.
    """
    # Lines that are far apart are seen on a smaller image, too.
    scale = min(1.0, 27 / pitch)
    pitch *= scale
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(image, (0, 0), (0.04 if is_crisp else 0.06) * pitch)
    both = (_crossings(each, pitch, is_crisp=is_crisp) for each in (soft, 255 - soft))
    return [((places + 0.5) / scale - 0.5) @ (1, 1j) for places in both]


def _crossings(soft: Any, pitch: float, *, is_crisp: bool) -> Any:
    """The places x, y of crossings of dark lines."""
    upright, level = (_lines(each, pitch, is_crisp=is_crisp) for each in (soft, cv2.transpose(soft)))
    blobs = cv2.bitwise_and(upright, cv2.transpose(level))
    long, gap = (np.ones((side, side), np.uint8) for side in (_odd(_LONG * pitch), _odd(_GAP * pitch)))
    blobs = cv2.morphologyEx(blobs, cv2.MORPH_CLOSE, gap)
    # Grounds of numbers may be full of edges, and touch the border of the board.
    blobs = cv2.subtract(blobs, cv2.dilate(cv2.morphologyEx(blobs, cv2.MORPH_OPEN, long), gap))
    stats, middles = cv2.connectedComponentsWithStats(blobs)[2:]
    is_small = stats[1:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(1) < 0.7 * pitch
    return middles[1:][is_small]


def _lines(soft: Any, pitch: float, *, is_crisp: bool) -> Any:
    """A mask of the upright dark lines on a grey image, a little longer than they are."""
    thick, long, gap = (_odd(share * pitch) for share in (_THICK, _LONG, _GAP))
    closed = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((1 if is_crisp else thick, thick), np.uint8))
    # Lines are as deep in a shadow as in the light, compared with the paper.
    lines = cv2.divide(cv2.subtract(closed, soft), np.maximum(closed, 60), scale=255)
    # Filled cells hide the lines between them; the edges of what they fill are lines, too.
    across = np.ones((1, 3), np.uint8)
    edges = cv2.morphologyEx(closed, cv2.MORPH_GRADIENT, across)
    run = cv2.dilate(cv2.blur(cv2.max(lines, edges), (1, gap)), across)
    if is_crisp:  # the other lines interrupt them
        run = cv2.morphologyEx(run, cv2.MORPH_CLOSE, np.ones((_odd(0.3 * pitch), 1), np.uint8))
    run = cv2.morphologyEx(run, cv2.MORPH_OPEN, np.ones((long, 1), np.uint8))
    some = np.sort(run[::4, ::4], axis=None, kind="stable")
    noise = float(some[7 * some.size // 10])
    least = max(5 if is_crisp else 9, 2.5 * noise)  # in greys of 255
    return cv2.dilate(cv2.threshold(run, least, 1, cv2.THRESH_BINARY)[1], np.ones((gap, 1), np.uint8))


def _odd(length: float) -> int:
    """The side of a kernel of morphology, in pixels."""
    return max(3, round(length)) | 1
