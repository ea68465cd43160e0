"""The frames of an animation as plain data: the knowledge about cells, the marks, and the text beside the grid.

Everything is in the document from the beginning. A style sheet hides the elements of other frames:

    .c    is seen while its frame is shown
    .d    is seen from its frame on

The clock is the animation's own. Each `.c` has the delay after which its frame begins; each `.d` is hidden until then.
A link to an element `s12` makes that element the target of the page, and by a rule for it all delays become shorter by
the time at which frame 12 begins; since the animation is paused as long as there is such a target, exactly that frame
is seen. A target `p12` does the same with a clock that runs. The names of the key frames differ between these modes, so
that the clock begins anew.

A program that knows no animation shows the last frame; so does a browser whose user wants no motion, until a link is
followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
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


#: Seconds of a frame: the least, those for each character of its caption, and the most.
_LEAST, _PER_CHARACTER, _MOST = 1.6, 0.045, 20.0


def frame_times(frames: Iterable[AnimationFrame]) -> list[float]:
    """The beginning of each frame, and then the end of the last one, in seconds with one decimal.

    A frame is shown as long as its caption takes to be read.
    """
    times = [0.0]
    for frame in frames:
        length = sum(len(line.text) for line in frame.caption)
        times.append(round(times[-1] + min(_MOST, _LEAST + _PER_CHARACTER * length), 1))
    return times


def style_rules(prefix: str, times: Sequence[float]) -> str:
    """The style sheet.

    Args:
        prefix: of all identifiers, which no other drawing has. The targets are PREFIX-s0, PREFIX-p0 and so on, with the
            classes s and p; an element PREFIX that follows them holds everything animated.
        times: as of `frame_times`.
    """
    film = f"#{prefix}"
    rules = [
        # Browsers do not scroll to an element without a place.
        f"[id|={prefix}]:empty{{display:none}}",
        f"{film}{{--at:0s}}",
        f"{film} .c{{visibility:hidden;animation:{prefix}-c var(--d) linear calc(var(--t) - var(--at)) 1 none}}",
        f"{film} .d{{animation:{prefix}-d var(--t) linear calc(0s - var(--at)) 1 none}}",
        *(f"@keyframes {prefix}-c{mode}{{from,to{{visibility:visible}}}}" for mode in ("", "s", "p")),
        *(f"@keyframes {prefix}-d{mode}{{from,to{{visibility:hidden}}}}" for mode in ("", "s", "p")),
        f"@media (prefers-reduced-motion:reduce){{{film} .c,{film} .d{{animation-name:none}}}}",
    ]
    for mode, state in (("s", "paused"), ("p", "running")):
        rules += (
            f".{mode}:target~{film} .{kind}{{animation-name:{prefix}-{kind}{mode};animation-play-state:{state}}}"
            for kind in "cd"
        )
    for number, (begin, end) in enumerate(pairwise(times)):
        rules.append(f"{film} .f{number}{{--t:{begin:g}s;--d:{round(end - begin, 1):g}s}}")
        rules.append(f"#{prefix}-s{number}:target~{film},#{prefix}-p{number}:target~{film}{{--at:{begin:g}s}}")
    # Of the links that pause and play, one is seen: while it plays, and without any target, it is the one that pauses.
    rules.append(f"{film} .v,.s:target~{film} .w{{display:none}}.s:target~{film} .v{{display:inline}}")
    return "\n".join(rules)
