"""An explanation as text: its steps in sentences, and a summary of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from nonosat.explaining.step import Rung, Step, Walkthrough, apply_conclusions
from nonosat.model.nouns import count, joined
from nonosat.results.step_sentences import Sentence, StepSentences


class Ending(StrEnum):
    """The reason why an explanation ends."""

    SOLVED = "solved"
    """It leads to the only solution."""
    NOT_UNIQUE = "not unique"
    """The puzzle has several solutions; the steps lead no further."""
    GAVE_UP = "gave up"
    """The time limit came first."""


#: The exit code for each ending.
EXIT_CODES = {Ending.SOLVED: 0, Ending.NOT_UNIQUE: 1, Ending.GAVE_UP: 5}

#: The words for steps of each rung: for one step, and for several.
RUNG_NAMES = {
    Rung.LINE: ("by a single line", "by single lines"),
    Rung.LINES: ("by several lines together", "by several lines together"),
    Rung.SUPPOSITION: ("by a supposition", "by suppositions"),
    Rung.NESTED: ("by a supposition with others in it", "by suppositions with others in them"),
    Rung.LINE_SET: ("by a set of lines", "by sets of lines"),
}


class SaidStep(NamedTuple):
    """A step in words.

    Attributes:
        number: from 1.
        possible: for each cell the colours that are possible after it.
    """

    number: int
    step: Step
    sentences: tuple[Sentence, ...]
    possible: tuple[tuple[int, ...], ...]


def said_steps(walkthrough: Walkthrough) -> Iterator[SaidStep]:
    """The steps in words, one after the other."""
    said = StepSentences(walkthrough.puzzle)
    possible = list(walkthrough.start)
    for number, step in enumerate(walkthrough.steps, 1):
        sentences = tuple(said.of_step(step, possible))
        apply_conclusions(possible, step.conclusions)
        yield SaidStep(number, step, sentences, tuple(possible))


class StepLine(NamedTuple):
    """A line of the text of a step.

    Attributes:
        beginning: blanks and numbers, behind which the text is folded.
        text: the sentences.
    """

    beginning: str
    text: str


def step_lines(each: SaidStep, n_steps: int) -> list[StepLine]:
    """A step as lines of text: its number, and its sentences below each other, indented as suppositions are.

    The number is as wide as that of the last of `n_steps` steps.
    """
    lines = []
    number = f"{each.number:{len(str(n_steps))}}. "
    for sentence in each.sentences:
        label = f"{sentence.label}. " if sentence.label else ""
        lines.append(StepLine(number + "  " * sentence.indent + label, sentence.text))
        number = " " * len(number)
    return lines


def chain_length(step: Step) -> int:
    """The number of lines that a person looks at, one after the other, to refute a supposition; 0 without one."""
    if step.supposed is None:
        return 0
    own = len(step.deductions) + (step.contradiction is not None)
    return own + sum(chain_length(inner) or len(inner.deductions) for inner in step.inner)


def summary(walkthrough: Walkthrough, ending: Ending) -> str:
    """The numbers of steps of an explanation: `solved in 54 steps: 31 by single lines, 23 by suppositions; ...`."""
    steps = walkthrough.steps
    numbers = Counter(step.rung for step in steps)
    parts = [f"{numbers[rung]} {RUNG_NAMES[rung][numbers[rung] > 1]}" for rung in Rung if numbers[rung]]
    text = f"in {count(len(steps), 'step')}"
    if len(parts) == 1 and numbers[Rung.LINE]:
        text += ", all by single lines"
    elif parts:
        text += f": {joined(parts)}"
    if depth := max((step.depth for step in steps), default=0):
        longest = max(map(chain_length, steps))
        text += f"; depth {depth}, longest chain {count(longest, 'line')}"
    is_open = f"{count(walkthrough.n_open, 'cell')} {'stays' if walkthrough.n_open == 1 else 'stay'} open"
    return {
        Ending.SOLVED: f"solved {text}",
        Ending.NOT_UNIQUE: f"several solutions; {is_open}; explained as far as possible {text}",
        Ending.GAVE_UP: f"gave up; {is_open}; explained so far {text}",
    }[ending]
