"""Complete line consistency: all that follows for one line from its clue and the possible colours of its cells.

A colour stays possible for a cell, and a start for a block, exactly when some placement of the whole clue agrees with
the cells. The methods are in `known_colors` (the usual case) and `unknown_blocks` (clues with blocks of unknown
colour or length).
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.lines import known_colors
from nonosat.lines.domains import LineDomain, StartDomains
from nonosat.model.clue import Clue, is_known


class LineSolver:
    """One clue on one line, prepared to be applied to many states of its cells.

    In all methods `cells` is, for each colour from 0 (background) to n, the positions that may have it, as bit sets.

    Attributes:
        length: cells of the line.
        n_colors: colours beside the background.
        has_unknown: whether the clue has a block of unknown colour or length.
    """

    __slots__ = ("_prepared", "clue", "has_unknown", "length", "n_colors")

    def __init__(self, clue: Clue, length: int, n_colors: int) -> None:
        self.clue, self.length, self.n_colors = clue, length, n_colors
        self.has_unknown = not is_known(clue)
        self._prepared: known_colors.PreparedClue | None = None

    @property
    def prepared(self) -> known_colors.PreparedClue:
        """The clue as `known_colors.sweep` takes it; only for clues with blocks, all of known colour and length."""
        if self._prepared is None:
            self._prepared = known_colors.prepare(self.clue)
        return self._prepared

    def narrow(self, cells: Sequence[int]) -> tuple[int, ...] | None:
        """The positions that have each colour in some placement that agrees with `cells`; None if there is none."""
        result = self._sweep(cells)
        return None if result is None else tuple(result[0])

    def domain(self, cells: Sequence[int]) -> LineDomain | None:
        """The colours and starts of all placements that agree with `cells`; None if there is none."""
        result = self._sweep(cells)
        return None if result is None else LineDomain(tuple(result[0]), tuple(result[1]))

    def starts(self, cells: Sequence[int]) -> StartDomains:
        """The starts of the blocks in all placements that agree with `cells`; there is one."""
        result = self._sweep(cells)
        assert result is not None
        return tuple(result[1])

    def _sweep(self, cells: Sequence[int]) -> tuple[list[int], list[dict[int, int]]] | None:
        """The masks of all colours, and the starts in the order of the blocks; None if no placement agrees."""
        if not self.clue:
            full = (1 << self.length) - 1
            return ([full] + [0] * self.n_colors, []) if cells[0] == full else None
        if self.has_unknown:
            from nonosat.lines import unknown_blocks  # most puzzles have no such clues

            return unknown_blocks.sweep(self.clue, self.length, cells)
        clue = self.prepared
        masks = [cells[color] for color in clue.colors]
        result = known_colors.sweep(clue, 0, len(self.clue), self.length, masks)
        if result is None:
            return None
        narrowed = [0] * (self.n_colors + 1)
        for color, mask in zip(clue.colors, result[0], strict=True):
            narrowed[color] = mask
        starts = [{color: mask} for (_, color), mask in zip(self.clue, reversed(result[1]), strict=True)]
        return narrowed, starts
