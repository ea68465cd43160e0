"""The frames of an animation as plain data, and those of an explanation.

An explanation has a frame for the start, one or more for each step, and one for the end. Where frames are limited,
several steps are shown in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from nonosat.core.question import Outcome
from nonosat.explaining.explain import StepText, Walkthrough
from nonosat.explaining.step_sentences import Role, Sentence
from nonosat.explaining.step_words import capital
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count

#: The label of the cell that is supposed; cells that follow have the number of their sentence.
_SUPPOSED = "?"
#: Seconds of a frame: the least, those for each character of its caption, and the most.
_LEAST, _PER_CHARACTER, _MOST = 1.6, 0.045, 20.0


class CaptionLine(NamedTuple):
    """A sentence beside the grid, which is wrapped; its indent is in steps."""

    text: str
    indent: int = 0


class ShownCell(NamedTuple):
    """A cell about which a frame says something new: the colours that it may have from this frame on, ascending."""

    cell: int
    colors: tuple[int, ...]


class SupposedCell(NamedTuple):
    """A cell with a supposed colour, for one frame; its label is such as the number of the sentence it follows from."""

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


def walkthrough_frames(walkthrough: Walkthrough, *, has_links: bool = True) -> list[AnimationFrame]:
    """The frames of an explanation; the first caption explains the links of the animation if it `has_links`."""
    n_steps = len(walkthrough.steps)
    steps = (frame for text in walkthrough.texts() for frame in _step_frames(text, n_steps))
    return [_first_frame(walkthrough, has_links), *steps, _last_frame(walkthrough)]


def merged_frames(walkthrough: Walkthrough, most: int) -> list[AnimationFrame]:
    """At most `most` (at least 3) frames of an explanation, without links; each shows the same number of steps.

    Of a supposition only the first and the last sentence are left: the supposition and the conclusion.
    """
    n_steps = len(walkthrough.steps)
    texts = list(walkthrough.texts())
    length = max(1, ceil(n_steps / (most - 2)))
    steps = (_merged_frame(texts[begin : begin + length], n_steps) for begin in range(0, n_steps, length))
    return [_first_frame(walkthrough, has_links=False), *steps, _last_frame(walkthrough)]


def frame_times(frames: Iterable[AnimationFrame]) -> list[float]:
    """The beginning of each frame, and then the end of the last one, in seconds with one decimal.

    A frame is shown as long as its caption takes to be read.
    """
    times = [0.0]
    for frame in frames:
        length = sum(len(line.text) for line in frame.caption)
        times.append(round(times[-1] + min(_MOST, _LEAST + _PER_CHARACTER * length), 1))
    return times


def _first_frame(walkthrough: Walkthrough, has_links: bool) -> AnimationFrame:
    """The cells that are given."""
    puzzle, n_steps = walkthrough.puzzle, len(walkthrough.steps)
    colors = "" if puzzle.n_colors == 1 else f", {count(puzzle.n_colors, 'colour')}"
    caption = [f"{kind_of(puzzle.grid).extent(puzzle.grid)}{colors}. Grey cells are open."]
    if has_links:
        caption.append("This plays by itself. The links pause it, or go back and forward.")
    return AnimationFrame(
        heading=count(n_steps, "step") + (" to the solution" if walkthrough.outcome == Outcome.YES else ""),
        caption=tuple(map(CaptionLine, caption)),
        shown=tuple(ShownCell(cell, walkthrough.start[cell]) for cell, _ in puzzle.givens),
    )


def _last_frame(walkthrough: Walkthrough) -> AnimationFrame:
    """The summary; all steps stay visible."""
    return AnimationFrame(heading="End", caption=(CaptionLine(f"{capital(walkthrough.sentence())}."),))


def _merged_frame(group: Sequence[StepText], n_steps: int) -> AnimationFrame:
    """One frame of several steps, or of a step that would have several frames."""
    first, last = group[0].number, group[-1].number
    shown: dict[int, ShownCell] = {}
    caption = []
    for each in group:
        shown |= {cell: ShownCell(cell, after) for cell, _, after in each.step.conclusions}
        sentences = [sentence.text for sentence in each.sentences]
        caption.append(" ".join(sentences if len(sentences) == 1 else (sentences[0], sentences[-1])))
    if len(group) > 1:
        caption = [f"{each.number}. {text}" for each, text in zip(group, caption, strict=True)]
    # The many lines of suppositions would hide the conclusions of the others.
    lines = {line for each in group if each.step.supposed is None for line in each.step.lines}
    return AnimationFrame(
        heading=f"Step {first} of {n_steps}" if first == last else f"Steps {first} to {last} of {n_steps}",
        caption=tuple(map(CaptionLine, caption)),
        lines=tuple(sorted(lines)),
        shown=tuple(shown.values()),
    )


def _step_frames(text: StepText, n_steps: int) -> Iterator[AnimationFrame]:
    """The frame of a step; a supposition with others in it has one for each of these."""
    step, heading = text.step, f"Step {text.number} of {n_steps}"
    parts = list(_parts(text.sentences))
    #: The supposition and its consequences, without those of suppositions within it.
    outer: dict[int, SupposedCell] = {}
    for number, part in enumerate(parts, 1):
        inner: dict[int, SupposedCell] = {}
        concluded: dict[int, SupposedCell] = {}
        for sentence in part:
            depth = sentence.indent + (sentence.role == Role.SUPPOSES)
            label = _SUPPOSED if sentence.role == Role.SUPPOSES else str(sentence.label or "")
            discs = inner if depth > 1 else concluded if sentence.role == Role.CONCLUDES else outer
            for cell, _, after in sentence.cells if depth else ():
                if len(after) == 1 and cell not in outer:
                    discs.setdefault(cell, SupposedCell(cell, after[0], label))
        lines = step.lines if len(parts) == 1 else sorted({line for sentence in part for line in sentence.lines})
        is_last = number == len(parts)
        yield AnimationFrame(
            heading=heading if len(parts) == 1 else f"{heading}, part {number} of {len(parts)}",
            caption=tuple(CaptionLine(sentence.labelled, sentence.indent) for sentence in part),
            lines=tuple(lines),
            shown=tuple(ShownCell(each.cell, each.after) for each in step.conclusions) if is_last else (),
            supposed=(*outer.values(), *(each for cell, each in inner.items() if cell not in outer)),
            broken=next((sentence.broken for sentence in part if sentence.broken is not None), None),
        )
        outer |= concluded


def _parts(sentences: Sequence[Sentence]) -> Iterator[list[Sentence]]:
    """The sentences of a step in parts, each up to the end of an inner supposition; all begin with the outer one."""
    first, *others = sentences
    part = [first]
    for sentence in others:
        part.append(sentence)
        if sentence.role == Role.CONCLUDES and sentence.indent == 1:
            yield part
            part = [first]
    yield part
