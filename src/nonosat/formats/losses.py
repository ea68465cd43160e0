"""What a format cannot express of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.formats.sheet import Sheet
from nonosat.formats.source import BLACK_ON_WHITE
from nonosat.model.grid import RectGrid
from nonosat.model.puzzle import UNKNOWN

if TYPE_CHECKING:
    from nonosat.formats.registry import Format


class Loss(NamedTuple):
    """Something that a file would not tell.

    Attributes:
        kind: `hexagons`, `colors`, `tints`, `unknown`, `givens`, `goal` or a field of `Metadata`. Tints are the looks
            of the one colour and the background; colours are what makes a clue read differently.
        words: the same for a person, with an article.
    """

    kind: str
    words: str


def losses(format_: Format, sheet: Sheet) -> tuple[Loss, ...]:
    """What a file of the format would not tell of a puzzle."""
    puzzle, goal, _ = sheet
    found = []
    if puzzle.grid.kind != RectGrid.kind and not format_.hexagons:
        found.append(Loss("hexagons", "the grid of hexagons"))
    if puzzle.n_colors > (format_.max_colors if format_.colors else 1):
        found.append(Loss("colors", f"the {puzzle.n_colors} colours"))
    elif puzzle.palette != BLACK_ON_WHITE and not format_.colors:
        found.append(Loss("tints", f"the colours {' '.join(puzzle.palette.colors)}"))
    if not format_.unknown and any(block.color == UNKNOWN for clue in puzzle.clues for block in clue):
        found.append(Loss("unknown", "the blocks of unknown colour"))
    if puzzle.givens and not format_.givens:
        found.append(Loss("givens", "the givens"))
    if goal is not None and not format_.goal:
        found.append(Loss("goal", "the goal picture"))
    names = {"license": "licence"}
    found += (
        Loss(name, f"the {names.get(name, name)}")
        for name, text in puzzle.metadata._asdict().items()
        if text and name not in format_.metadata
    )
    return tuple(found)
