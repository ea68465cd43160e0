"""The plausibility of a picture as one that a person has drawn: an order for explanations that are equally good.

Drawings are smooth, and similar places in them look alike. Both are measured on the picture itself:

    - each pair of different colours of cells that are neighbours, or lie across a corner, costs 1;
    - each cell costs -log p, where p is the share of its colour, in this picture, among all other cells with the same
      colours around them (the pseudo-likelihood, with the estimate of Krichevsky and Trofimov).

It is a heuristic; `benchmarks/parts/typos.py` measures its worth. Two cells lie across a corner if they are not
neighbours, but have two neighbours in common.

Source: J. Besag, Statistical analysis of non-lattice data, The Statistician 24 (1975).
"""

from __future__ import annotations

from collections import Counter
from math import log

from nonosat.model.grid import Grid, neighbors_of
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture


class Surroundings:
    """For each cell of a grid its neighbours along lines, and the cells that lie across a corner."""

    def __init__(self, grid: Grid) -> None:
        self.beside = neighbors_of(grid)
        self.across = tuple(self._across(cell) for cell in range(grid.n_cells))
        around = [(*one, *other) for one, other in zip(self.beside, self.across, strict=True)]
        self._pairs = [(cell, other) for cell, others in enumerate(around) for other in others if other > cell]
        #: For each cell the number of places around it that are beyond the edge, and count as background.
        most = max(map(len, around))
        self._beyond = [most - len(others) for others in around]

    def strangeness(self, picture: Picture) -> float:
        """A cost that is the lower, the more plausible a picture is; compares pictures of one grid and palette."""
        colors = picture.cells
        # The sum of these weights says how many cells have each colour; background counts as nothing.
        weights = [1 << 4 * color >> 4 if color != BACKGROUND else 0 for color in colors]
        keys = [
            (sum([weights[other] for other in beside]), sum([weights[other] for other in across]))
            for beside, across in zip(self.beside, self.across, strict=True)
        ]
        together, alone = Counter(zip(keys, colors, strict=True)), Counter(keys)
        n_colors = max(2, len(set(colors)))
        cost = float(sum([colors[one] != colors[other] for one, other in self._pairs]))
        cost += sum([beyond for beyond, color in zip(self._beyond, colors, strict=True) if color != BACKGROUND])
        for pair, same in together.items():
            cost -= same * log((same - 0.5) / (alone[pair[0]] - 1 + 0.5 * n_colors))
        return cost

    def _across(self, cell: int) -> tuple[int, ...]:
        common = Counter(far for near in self.beside[cell] for far in self.beside[near])
        return tuple(far for far, n in sorted(common.items()) if n > 1 and far != cell and far not in self.beside[cell])
