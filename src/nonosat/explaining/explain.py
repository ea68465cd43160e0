"""An explanation: the whole solution of a puzzle as steps that a person can follow, in words and as a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.core.arguments import public
from nonosat.core.errors import GaveUp, InputError, PuzzleError, UsageError
from nonosat.core.question import Limit, Outcome, Run
from nonosat.explaining.step import Rung, Step, StepCodecs, apply_conclusions, read_text
from nonosat.explaining.step_sentences import Sentence, StepSentences
from nonosat.formats.clues import write
from nonosat.formats.json import json_content
from nonosat.formats.loading import loads
from nonosat.formats.picture_text import picture_rows
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.nouns import count, joined
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified

#: The words for steps of each rung: for one step, and for several.
_RUNG_NAMES = {
    Rung.SINGLE_LINE: ("by a single line", "by single lines"),
    Rung.CROSSING_LINES: ("by several lines together", "by several lines together"),
    Rung.SUPPOSITION: ("by a supposition", "by suppositions"),
    Rung.NESTED: ("by a nested supposition", "by nested suppositions"),
    Rung.LINE_SET: ("by a set of lines", "by sets of lines"),
}
_EXPECTED = "the steps of an explanation"
_STATUS = {Outcome.YES: "solved", Outcome.NO: "not unique", Outcome.GAVE_UP: "gave up"}


class StepText(NamedTuple):
    """A step in words, by its number from 1, and the colours that are possible for each cell after it."""

    number: int
    step: Step
    sentences: tuple[Sentence, ...]
    possible: tuple[tuple[int, ...], ...]

    @property
    def lines(self) -> list[str]:
        """The sentences, each with its indent."""
        return [sentence.indented for sentence in self.sentences]

    def numbered_lines(self, n_steps: int) -> list[tuple[str, str]]:
        """For each sentence the beginning behind which it is folded, and its text.

        The first begins with the number of the step, which is as wide as that of the last of `n_steps`.
        """
        lines = []
        number = f"{self.number:{len(str(n_steps))}}. "
        for sentence in self.sentences:
            label = f"{sentence.label}. " if sentence.label else ""
            lines.append((number + "  " * sentence.indent + label, sentence.text))
            number = " " * len(number)
        return lines


@dataclass(frozen=True, kw_only=True, repr=False)
class Walkthrough(DisplayedAnswer):
    """The steps from what is known at first to the solution, or as far as they lead.

    Attributes:
        start: for each cell the colours that were possible before the first step, ascending; givens have one.
        picture: the solution that the steps lead to; None if cells are left open.
        n_open: the number of cells that have several colours in the end.
        has_several: whether several solutions are known; the steps lead as far as these agree.
    """

    puzzle: Puzzle
    start: tuple[tuple[int, ...], ...]
    steps: tuple[Step, ...]
    picture: Picture | None
    n_open: int
    has_several: bool = False

    @property
    def outcome(self) -> Outcome:
        """YES: the steps lead to the only solution; NO: several solutions; GAVE_UP: time limit reached."""
        if not self.n_open:
            return Outcome.YES
        return Outcome.NO if self.has_several else Outcome.GAVE_UP

    @property
    def depth(self) -> int:
        """The largest number of suppositions that are open at once."""
        return max((step.depth for step in self.steps), default=0)

    @property
    def longest_chain(self) -> int:
        """The most lines that a person looks at, one after the other, to refute a supposition."""
        return max((step.chain_length for step in self.steps), default=0)

    def texts(self) -> Iterator[StepText]:
        """The steps in words."""
        words = StepSentences(self.puzzle)
        possible = list(self.start)
        for number, step in enumerate(self.steps, 1):
            sentences = tuple(words.of_step(step, possible))
            apply_conclusions(possible, step.conclusions)
            yield StepText(number, step, sentences, tuple(possible))

    def sentence(self) -> str:
        """The numbers of steps: `solved in 54 steps: 31 by single lines, 23 by suppositions; ...`."""
        numbers = Counter(step.rung for step in self.steps)
        parts = [f"{numbers[rung]} {_RUNG_NAMES[rung][numbers[rung] > 1]}" for rung in Rung if numbers[rung]]
        text = f"in {count(len(self.steps), 'step')}"
        if len(parts) == 1 and numbers[Rung.SINGLE_LINE]:
            text += ", all by single lines"
        elif parts:
            text += f": {joined(parts)}"
        if self.depth:
            text += f"; depth {self.depth}, longest chain {count(self.longest_chain, 'line')}"
        is_open = f"{count(self.n_open, 'cell')} {'stays' if self.n_open == 1 else 'stay'} open"
        return {
            Outcome.YES: f"solved {text}",
            Outcome.NO: f"several solutions; {is_open}; explained as far as possible {text}",
            Outcome.GAVE_UP: f"gave up; {is_open}; explained so far {text}",
        }[self.outcome]

    def record(self) -> dict[str, object]:
        """The steps as a JSON object, with the puzzle as a clue file, so that each can be checked alone."""
        codecs = StepCodecs(self.puzzle)
        everything = tuple(range(self.puzzle.n_colors + 1))
        return {
            "puzzle": write(self.puzzle),
            "status": _STATUS[self.outcome],
            "start": [
                {"cell": codecs.cell.write(cell), "colors": codecs.colors.write(colors)}
                for cell, colors in enumerate(self.start)
                if colors != everything
            ],
            "steps": [{**codecs.step.write(text.step), "text": text.lines} for text in self.texts()],
            "picture": None if self.picture is None else picture_rows(self.puzzle, self.picture),
            "open": self.n_open,
            "rungs": {rung.value: sum(step.rung == rung for step in self.steps) for rung in Rung},
            "depth": self.depth,
            "longest_chain": self.longest_chain,
        }


@public
def explain(puzzle: Puzzle, *, timeout: Limit = None) -> Walkthrough:
    """Explain the solution of a puzzle as steps that a person can follow; several solutions, as far as they agree.

    Args:
        timeout: seconds from now, after which the steps so far are returned; or a run.

    Raises:
        NoSolution: the puzzle has no solution.
    """
    from nonosat.explaining.explainer import Explainer

    run = Run.of(timeout)
    steps: list[Step] = []
    with Explainer(puzzle, timeout=run) as explainer:
        start = explainer.known.possible
        with suppress(GaveUp):
            while (step := explainer.next_step()) is not None:
                steps.append(step)
    # An interrupt may have ended the explainer at any moment, so only the steps are sure, and not its own knowledge.
    possible = list(start)
    for step in steps:
        apply_conclusions(possible, step.conclusions)
    n_open = sum(len(colors) > 1 for colors in possible)
    cells = tuple(colors[0] for colors in possible)
    return Walkthrough(
        puzzle=puzzle,
        start=start,
        steps=tuple(steps),
        picture=None if n_open else verified(puzzle, Picture(puzzle.grid, cells)),
        n_open=n_open,
        # The lack of a step proves nothing about the number of solutions.
        has_several=n_open > 0 and _has_several(puzzle, run),
    )


def _has_several(puzzle: Puzzle, run: Run) -> bool:
    """True if several solutions are found before the deadline."""
    from nonosat.solving.solve import solve

    with suppress(GaveUp):
        return solve(puzzle, unique=True, timeout=run).unique is False
    return False


class RecordedWalkthrough(NamedTuple):
    """An explanation as a record has it, with the text of each step: its sentences, one on each line."""

    walkthrough: Walkthrough
    texts: tuple[str, ...]


def read_walkthrough(text: str, file: str | None = None) -> RecordedWalkthrough:
    """Read the record of an explanation; inverse of `Walkthrough.record` as JSON; `file` is its name in errors.

    Raises:
        InputError: it is not such a record; says where and why.
    """
    record = json_content(text, _EXPECTED, file)
    if not isinstance(record, dict) or not isinstance(record.get("puzzle"), str):
        raise InputError(f'no text "puzzle", expected {_EXPECTED} as JSON', file=file)
    try:
        puzzle = loads(record["puzzle"], format="clues")
    except InputError as error:
        raise InputError(f"puzzle: {error}", file=file) from None
    if not isinstance(record.get("steps"), list):
        raise InputError(f'no array "steps", expected {_EXPECTED} as JSON', file=file)
    codecs = StepCodecs(puzzle)
    steps, texts = [], []
    for number, each in enumerate(record["steps"]):
        is_object = isinstance(each, dict)
        parts = "the parts of a step" if is_object else '"rung", "lines", "conclusions", "deductions" and "text"'
        with _reading(f"steps[{number}]: ", f"not a step, expected {parts}", file):
            steps.append(codecs.step.read(each))
            texts.append("\n".join(map(read_text, each["text"])))
    with _reading("", 'not a whole explanation, expected "start", "steps", "picture" and "open"', file):
        start = [tuple(range(puzzle.n_colors + 1))] * puzzle.grid.n_cells
        for each in record["start"]:
            start[codecs.cell.read(each["cell"])] = codecs.colors.read(each["colors"])
        picture = None
        if record["picture"] is not None:
            names = [name for row in record["picture"] for name in (row.split() if " " in row else row)]
            picture = Picture(puzzle.grid, codecs.colors.read(names))
        walkthrough = Walkthrough(
            puzzle=puzzle,
            start=tuple(start),
            steps=tuple(steps),
            picture=picture,
            n_open=int(record["open"]),
            has_several=record.get("status") == _STATUS[Outcome.NO],
        )
    return RecordedWalkthrough(walkthrough, tuple(texts))


@contextmanager
def _reading(place: str, expected: str, file: str | None) -> Iterator[None]:
    """Within the block, an error names the part of a record that is read, and a missing part is such an error."""
    try:
        yield
    except (PuzzleError, UsageError) as error:
        raise InputError(f"{place}{error}", file=file) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError):
        raise InputError(f"{place}{expected}", file=file) from None
