"""What writes cells and blocks of clues as text: protocols, which only type checkers need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nonosat.model.clue import Block


class Pen(Protocol):
    """Writes cells in one style."""

    #: Characters from one cell to the next.
    pitch: int
    #: Those of them that stand between two cells.
    separator: str

    def row(self, cells: Sequence[int], first: int) -> str:
        """A row of cells whose first one has the number `first`."""
        ...


class CluePen(Pen, Protocol):
    """Writes cells, and blocks of clues in the same style."""

    def chip_width(self, block: Block) -> int:
        """How many characters a block of a clue takes."""
        ...

    def chip(self, block: Block, width: int) -> str:
        """A block of a clue in `width` characters."""
        ...
