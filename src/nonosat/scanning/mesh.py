"""The mesh of a grid on an image: the places of the crossings of its lines, which need not be straight.

Crossings are looked for once for each size that cells may have, of dark and of light lines, on a screen and on a photo;
the best lattice of some of them is the mesh.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from nonosat.scanning.crossings import find_crossings
from nonosat.scanning.lattice import FEWEST, CrossingLattice, is_side

#: The longer side, in pixels, of the image in which lines are searched for, and the largest magnification.
_SIDE, _LARGEST = 1700, 4.0
#: Sizes of cells that are tried, in pixels of that image.
_PITCHES = (12, 18, 27, 40, 60, 90, 135)
#: If fewer of the crossings of the best lattice are seen than this share, or if it has fewer than this, crisp lines are
#: looked for, too.
_CLEAN, _FEW = 0.98, 36
#: More crossings than this are noise; and the number of lattices that are numbered, the most promising ones.
_MOST, _NUMBERED = 12_000, 5
#: The slope at the border of a mesh is that of a parabola through this many lines; of a straight line if there are few.
_BENT, _STRAIGHT = 7, 5


@dataclass(frozen=True)
class Mesh:
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
    """The next `n` rows of nodes above the first one."""
    k = min(len(nodes), _BENT)
    at, columns = np.arange(k, dtype=float), nodes[:k].reshape(k, -1)
    # All lines bend alike, as paper does; each has a slope of its own.
    bend = np.polyfit(at, columns, 2)[0].reshape(nodes.shape[1:]).mean(0) if k > _STRAIGHT else np.zeros(2)
    slope = np.polyfit(at, columns - np.tile(bend, nodes.shape[1]) * at[:, None] ** 2, 1)[0]
    return nodes[0] - np.arange(n, 0, -1)[:, None, None] * slope.reshape(nodes.shape[1:])


def find_mesh(pixels: Any) -> Mesh | None:
    """The largest mesh on an image in red, green and blue, 0 to 255; None if there is no grid."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    scale = min(_LARGEST, _SIDE / max(gray.shape))
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    image = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=method)
    image, turned = _upright(image)
    best: CrossingLattice | None = None
    for is_crisp in (False, True):
        if best is None or best.share < _CLEAN or best.table.size < _FEW:
            best = _best(image, best, is_crisp=is_crisp)
    if best is None:
        return None
    nodes = best.mesh()
    nodes = cv2.transform(np.stack([nodes.real, nodes.imag], 2), cv2.invertAffineTransform(turned))
    return Mesh((nodes + 0.5) / scale - 0.5)


def _best(image: Any, best: CrossingLattice | None, *, is_crisp: bool) -> CrossingLattice | None:
    """The best lattice: of cells of all sizes, or, if `best` is known, that or another one of cells of its size."""
    pitches = [p for p in _PITCHES if 3 * p <= min(image.shape) and (best is None or is_side(min(best.steps), p))]
    both = ((pitch, points) for pitch in pitches for points in find_crossings(image, pitch, is_crisp=is_crisp))
    lattices = [CrossingLattice(points, pitch, image.shape) for pitch, points in both if FEWEST < len(points) < _MOST]
    # To number crossings takes as long as to find them.
    for lattice in sorted(lattices, key=lambda each: -each.promise)[:_NUMBERED]:
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
