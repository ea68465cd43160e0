"""The frames of an animation as plain data: what is known of the cells, what is marked, and what stands beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class CaptionLine(NamedTuple):
    """A sentence beside the grid.

    Attributes:
        text: one line of any length; it is wrapped.
        indent: how far it is indented, in steps from 0.
    """

    text: str
    indent: int = 0


class ShownCell(NamedTuple):
    """A cell about which a frame says something new.

    Attributes:
        cell: its number in the grid.
        colors: the colours that are possible from this frame on, ascending; 0 is background.
    """

    cell: int
    colors: tuple[int, ...]


class SupposedCell(NamedTuple):
    """A cell that has a colour as long as the frame is shown, by a supposition.

    Attributes:
        cell: its number in the grid.
        color: the colour; 0 is background.
        label: a short text in the cell, such as the number of the sentence that it follows from.
    """

    cell: int
    color: int
    label: str


@dataclass(frozen=True, kw_only=True)
class AnimationFrame:
    """What is shown for some seconds.

    Attributes:
        heading: a few words: the number of the step.
        caption: the sentences.
        lines: lines of the grid to highlight.
        shown: cells of which more is known from this frame on; they are marked.
        supposed: cells with a colour by supposition; the first one is what is supposed.
        broken: a line of the grid to mark as contradiction, or None.
    """

    heading: str
    caption: tuple[CaptionLine, ...]
    lines: tuple[int, ...] = ()
    shown: tuple[ShownCell, ...] = ()
    supposed: tuple[SupposedCell, ...] = ()
    broken: int | None = None
