"""The frames of an animation as plain data: the knowledge about cells, the marks, and the text beside the grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class CaptionLine(NamedTuple):
    """A sentence beside the grid.

    Attributes:
        text: one line of any length; it is wrapped.
        indent: in steps, from 0.
    """

    text: str
    indent: int = 0


class ShownCell(NamedTuple):
    """A cell about which a frame says something new.

    Attributes:
        colors: those that are possible from this frame on, ascending; 0 is background.
    """

    cell: int
    colors: tuple[int, ...]


class SupposedCell(NamedTuple):
    """A cell with a supposed colour, which it has during one frame only.

    Attributes:
        color: 0 is background.
        label: a short text in the cell, such as the number of the sentence that it follows from.
    """

    cell: int
    color: int
    label: str


@dataclass(frozen=True, kw_only=True)
class AnimationFrame:
    """A state of the grid with its caption, shown for some seconds.

    Attributes:
        heading: a few words, with the number of the step.
        lines: lines of the grid to highlight.
        shown: cells of which more is known from this frame on; they are marked.
        supposed: the supposition itself first, then the cells that follow from it.
        broken: a line of the grid to mark as contradiction, or None.
    """

    heading: str
    caption: tuple[CaptionLine, ...]
    lines: tuple[int, ...] = ()
    shown: tuple[ShownCell, ...] = ()
    supposed: tuple[SupposedCell, ...] = ()
    broken: int | None = None
