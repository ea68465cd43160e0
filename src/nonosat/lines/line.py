"""Complete line consistency: all that one clue says about one line, given what is possible for its cells.

A colour stays possible for a cell, and a start for a block, exactly when some placement of the whole clue agrees with
the cells. The methods are in `known` (all colours told; the usual case) and `unknown` (`?` blocks).
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.lines import known_colors, unknown_colors
from nonosat.lines.domains import LineDomain, Starts
from nonosat.model.clue import UNKNOWN, Clue


class LineSolver:
    """One clue on a line of `length` cells, prepared for being asked many times.

    Attributes:
        clue, length, n_colors: the clue, the cells of the line, the colours beside the background.
        has_unknown: whether the clue has a `?` block.
    """

    __slots__ = ("_prepared", "clue", "has_unknown", "length", "n_colors")

    def __init__(self, clue: Clue, length: int, n_colors: int) -> None:
        self.clue, self.length, self.n_colors = clue, length, n_colors
        self.has_unknown = UNKNOWN in [color for _, color in clue]
        self._prepared: known_colors.Line | None = None

    @property
    def prepared(self) -> known_colors.Line:
        """The clue as the sweeps of `known` want it; only for clues of blocks of known colour."""
        if self._prepared is None:
            self._prepared = known_colors.prepare(self.clue)
        return self._prepared

    def narrow(self, cells: Sequence[int]) -> tuple[int, ...] | None:
        """The cells that may have each colour (0 to n, as `LineDomain.cells`), or None if no placement agrees."""
        result = self._sweep(cells)
        return None if result is None else tuple(result[0])

    def domain(self, cells: Sequence[int]) -> LineDomain | None:
        """What is possible for the cells and the starts of the blocks, or None if no placement agrees."""
        result = self._sweep(cells)
        return None if result is None else LineDomain(tuple(result[0]), tuple(result[1]))

    def starts(self, cells: Sequence[int]) -> Starts:
        """The starts alone, for cells that are known to agree with some placement."""
        result = self._sweep(cells)
        assert result is not None
        return tuple(result[1])

    def _sweep(self, cells: Sequence[int]) -> tuple[list[int], list[dict[int, int]]] | None:
        """Both results, with masks for all colours and the starts in the order of the blocks."""
        if not self.clue:
            full = (1 << self.length) - 1
            return ([full] + [0] * self.n_colors, []) if cells[0] == full else None
        if self.has_unknown:
            return unknown_colors.sweep(self.clue, self.length, cells)
        line = self.prepared
        masks = [cells[0], *(cells[color] for color in line.colors)]
        result = known_colors.sweep(line, 0, len(self.clue), self.length, masks)
        if result is None:
            return None
        narrowed = [0] * (self.n_colors + 1)
        for color, mask in zip((0, *line.colors), result[0], strict=True):
            narrowed[color] = mask
        starts = [{color: mask} for (_, color), mask in zip(self.clue, reversed(result[1]), strict=True)]
        return narrowed, starts
