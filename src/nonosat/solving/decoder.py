"""From a model of a formula to the picture that it describes."""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.encodings.cell_variables import CellVariables
from nonosat.lines.domains import Domains
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def decode(puzzle: Puzzle, model: Iterable[int], domains: Domains | None = None) -> Picture:
    """The picture that a model of an encoding describes; it is not checked against the clues.

    Args:
        puzzle: the puzzle that was encoded.
        model: literals in any order; a cell variable that is missing counts as false.
        domains: for a residual formula the domains that it was made from; None for a complete formula.

    Raises:
        TwoColors: a cell has two colours, so this is not a model of any encoding of the puzzle.
    """
    return CellVariables(puzzle, domains).picture_of(model)
