"""How plausible a picture is as one that a person has drawn: an order for explanations that are equally good.

Drawings are smooth, and similar places in them look alike. Both are measured on the picture itself:

    - each pair of cells that are neighbours, or that lie across a corner, and that differ costs 1;
    - each cell costs the logarithm of how seldom its colour is, in this picture, among all other cells with the same
      colours around them (the pseudo-likelihood, with the estimate of Krichevsky and Trofimov).

It is a heuristic; `benchmarks/typing_errors.py` measures what it is worth. Two cells lie across a corner if they are no
neighbours and have two neighbours in common.

Source: J. Besag, Statistical analysis of non-lattice data, The Statistician 24 (1975).
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import log

from nonosat.model.grid import Grid
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture


class Surroundings:
    """The cells around each cell of a grid.

    Attributes:
        beside: for each cell its neighbours along lines.
        across: for each cell those that lie across a corner.
    """

    def __init__(self, grid: Grid) -> None:
        """Find them for a grid."""
        beside: list[list[int]] = [[] for _ in range(grid.n_cells)]
        for index in range(grid.n_lines):
            for one, other in pairwise(grid.line(index)):
                beside[one].append(other)
                beside[other].append(one)
        self.beside = tuple(map(tuple, beside))
        self.across = tuple(self._across(cell) for cell in range(grid.n_cells))
        #: At the edge the missing cells count as background.
        self._most = max(map(len, self.beside)), max(map(len, self.across))

    def strangeness(self, picture: Picture) -> float:
        """How little plausible a picture is; only good for comparing pictures of one grid and palette."""
        colors = picture.cells
        keys = [self._around(picture, cell) for cell in range(len(colors))]
        together, alone = Counter(zip(keys, colors, strict=True)), Counter(keys)
        n_colors = max(2, len(set(colors)))
        cost = 0.0
        for cell, (key, color) in enumerate(zip(keys, colors, strict=True)):
            others, same = alone[key] - 1, together[key, color] - 1
            cost -= log((same + 0.5) / (others + 0.5 * n_colors))
            cost += sum(colors[other] != color for other in (*self.beside[cell], *self.across[cell])) / 2
            # Beyond the edge is background.
            cost += (color != BACKGROUND) * (sum(self._most) - len(self.beside[cell]) - len(self.across[cell])) / 2
        return cost

    def _around(self, picture: Picture, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The colours around a cell, sorted; background is left out, as beyond the edge."""
        cells = picture.cells
        beside = sorted(cells[other] for other in self.beside[cell] if cells[other] != BACKGROUND)
        across = sorted(cells[other] for other in self.across[cell] if cells[other] != BACKGROUND)
        return tuple(beside), tuple(across)

    def _across(self, cell: int) -> tuple[int, ...]:
        """The cells across a corner."""
        common = Counter(far for near in self.beside[cell] for far in self.beside[near])
        return tuple(far for far, n in sorted(common.items()) if n > 1 and far != cell and far not in self.beside[cell])
