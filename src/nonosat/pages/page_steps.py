"""Steps to the solution as a page shows them: a sentence, the lines it speaks of, and the cells that it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.explaining.step import Step


class PageStep(NamedTuple):
    """A step to the solution.

    Attributes:
        text: its conclusion with the reason, in one or more sentences.
        lines: those whose clues it uses.
        cells: those that it decides, each with its colour; 0 is background.
    """

    text: str
    lines: tuple[int, ...]
    cells: tuple[tuple[int, int], ...]

    def record(self) -> list[object]:
        """The step as JSON can hold it: text, lines, and cells with their colours in one list."""
        return [self.text, list(self.lines), [part for cell in self.cells for part in cell]]


def page_steps(steps: Sequence[Step], texts: Sequence[str]) -> tuple[PageStep, ...]:
    """The `steps` of an explanation as a page shows them, with the sentences of each in `texts`."""
    return tuple(
        PageStep(text, step.lines, tuple((cell, after[0]) for cell, _, after in step.conclusions if len(after) == 1))
        for step, text in zip(steps, texts, strict=True)
    )
