"""An explanation as the frames of an animation: one for the start, one for each step, and one for the end."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.drawing.animation_frame import AnimationFrame, CaptionLine, ShownCell, SupposedCell
from nonosat.explaining.step import Walkthrough
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count
from nonosat.results.step_words import capital
from nonosat.results.walkthrough_report import Ending, SaidStep, said_steps, summary

#: What labels the cell that is supposed; cells that follow have the number of their sentence.
_SUPPOSED = "?"


def walkthrough_frames(walkthrough: Walkthrough, ending: Ending) -> list[AnimationFrame]:
    """The frames of an explanation.

    Args:
        walkthrough: the explanation.
        ending: why it ends.
    """
    return list(_frames(walkthrough, ending))


def _frames(walkthrough: Walkthrough, ending: Ending) -> Iterator[AnimationFrame]:
    """The frames, one after the other."""
    puzzle, n_steps = walkthrough.puzzle, len(walkthrough.steps)
    colors = "" if puzzle.n_colors == 1 else f", {count(puzzle.n_colors, 'colour')}"
    sizes = f"{kind_of(puzzle.grid).describe(puzzle.grid)}{colors}. Grey cells are not known yet."
    plays = "This drawing plays by itself. The links above pause it and go back or on, step by step."
    yield AnimationFrame(
        heading=f"{count(n_steps, 'step')} to the solution" if ending == Ending.SOLVED else count(n_steps, "step"),
        caption=(CaptionLine(sizes), CaptionLine(plays)),
        shown=tuple(ShownCell(cell, walkthrough.start[cell]) for cell, _ in puzzle.givens),
    )
    for said in said_steps(walkthrough):
        yield _step_frame(said, n_steps)
    yield AnimationFrame(heading="End", caption=(CaptionLine(f"{capital(summary(walkthrough, ending))}."),))


def _step_frame(said: SaidStep, n_steps: int) -> AnimationFrame:
    """The frame of a step."""
    step = said.step
    supposed: dict[int, SupposedCell] = {}
    for sentence in said.sentences:
        for cell, _, after in sentence.cells:
            if len(after) == 1:
                supposed.setdefault(cell, SupposedCell(cell, after[0], str(sentence.label or _SUPPOSED)))
    return AnimationFrame(
        heading=f"Step {said.number} of {n_steps}",
        caption=tuple(CaptionLine(sentence.labelled, sentence.indent) for sentence in said.sentences),
        lines=step.lines,
        shown=tuple(ShownCell(each.cell, each.after) for each in step.conclusions),
        supposed=tuple(supposed.values()),
        broken=step.contradiction,
    )
