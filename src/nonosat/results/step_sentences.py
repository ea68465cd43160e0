"""The steps of an explanation in sentences: which lines, blocks and cells, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from nonosat.explaining.step import LineDeduction, Narrowing, Rung, Step, apply_conclusions
from nonosat.model.puzzle import Puzzle
from nonosat.results.contradiction_words import misfit
from nonosat.results.pattern_sentences import DeductionWords, verdict
from nonosat.results.step_words import StepWords, capital, joined


class Sentence(NamedTuple):
    """A line of text about a step.

    Attributes:
        text: one or two sentences.
        indent: how many suppositions it stands in, from 0.
        label: the number of a line that follows from a supposition, from 1 on; 0 for other sentences.
        cells: the cells with what is left of them, where the sentence follows from a supposition.
    """

    text: str
    indent: int = 0
    label: int = 0
    cells: tuple[Narrowing, ...] = ()

    @property
    def labelled(self) -> str:
        """The text with its number."""
        return f"{self.label}. {self.text}" if self.label else self.text


class StepSentences:
    """Says the steps of a puzzle.

    Args:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.words = StepWords(puzzle)

    def of_step(self, step: Step, possible: Sequence[tuple[int, ...]]) -> list[Sentence]:
        """The sentences of a step.

        Args:
            step: the step.
            possible: for each cell the colours that are possible before the step.
        """
        return list(self._sentences(step, list(possible), 0, [0]))

    def conclusion(self, conclusions: Iterable[Narrowing]) -> str:
        """What cells become: `row 4, column 7 is background`; `row 1, columns 2 and 3 are red`."""
        groups: dict[str, list[int]] = {}
        for cell, before, after in conclusions:
            groups.setdefault(verdict(self.words, before, after), []).append(cell)
        return joined([self._become(cells, found) for found, cells in groups.items()])

    def _become(self, cells: list[int], found: str) -> str:
        """Cells with what they become."""
        verb = "" if found.startswith("can") else "is " if len(cells) == 1 else "are "
        names = self.words.cell(cells[0]) if len(cells) == 1 else self.words.cells(cells)
        return f"{names} {verb}{found}"

    def _sentences(
        self, step: Step, possible: list[tuple[int, ...]], indent: int, labels: list[int]
    ) -> Iterator[Sentence]:
        """The sentences of a step within so many suppositions; `labels` holds the number of the last line."""
        if step.rung == Rung.LINE:
            yield from self._line_sentences(step, indent, labels)
        elif step.supposed is not None:
            yield from self._supposition_sentences(step, possible, indent, labels)
        else:
            yield from self._joint_sentences(step, indent)

    def _line_sentences(self, step: Step, indent: int, labels: list[int]) -> Iterator[Sentence]:
        """Lines that conclude something by themselves; those that do it in the same way in one sentence."""
        is_brief = len(step.deductions) > 1
        groups: dict[str, list[LineDeduction]] = {}
        for deduction in step.deductions:
            said = DeductionWords(self.words, deduction, is_brief=is_brief)
            groups.setdefault(_sentence(said.clauses()), []).append(deduction)
        for text, deductions in groups.items():
            if len(deductions) == 1 and is_brief:
                text = _sentence(DeductionWords(self.words, deductions[0]).clauses())
            names = capital(self.words.lines([each.line for each in deductions]))
            yield self._numbered(f"{names}: {text}", indent, labels, [n for each in deductions for n in each.narrowed])

    def _numbered(self, text: str, indent: int, labels: list[int], cells: Iterable[Narrowing]) -> Sentence:
        """A sentence about lines, with a number if it stands in a supposition."""
        if not indent:
            return Sentence(text)
        labels[0] += 1
        return Sentence(text, indent, labels[0], tuple(cells))

    def _supposition_sentences(
        self, step: Step, possible: list[tuple[int, ...]], indent: int, labels: list[int]
    ) -> Iterator[Sentence]:
        """A supposition, what follows from it, line by line, and what its contradiction proves."""
        assert step.supposed is not None
        cell, color = step.supposed
        also = "also " if indent else ""
        supposed = Narrowing(cell, possible[cell], (color,))
        name = self.words.cell(cell)
        yield Sentence(f"Suppose {also}{name} is {self.words.colors[color]}.", indent, 0, (supposed,))
        known = list(possible)
        known[cell] = (color,)
        for inner in step.inner:
            yield from self._sentences(inner, known, indent + 1, labels)
            apply_conclusions(known, inner.conclusions)
        for deduction in step.deductions:
            text = _sentence(DeductionWords(self.words, deduction).clauses())
            line = capital(self.words.line(deduction.line))
            yield self._numbered(f"{line}: {text}", indent + 1, labels, deduction.narrowed)
            apply_conclusions(known, deduction.narrowed)
        if step.contradiction is not None:
            then = "Then " if step.deductions or step.inner else "Then at once "
            yield Sentence(f"{then}{misfit(self.words, step.contradiction, known)}.", indent + 1)
        yield Sentence(f"So {self.conclusion(step.conclusions)}.", indent)

    def _joint_sentences(self, step: Step, indent: int) -> Iterator[Sentence]:
        """Lines that conclude something together."""
        yield Sentence(_JOINT[step.rung](self, step), indent)


def _several_lines(said: StepSentences, step: Step) -> str:
    """What several lines allow, and what follows."""
    parts = []
    for deduction in step.deductions:
        narrowed = said.conclusion(deduction.narrowed)
        parts.append(f"{said.words.line(deduction.line)} says that {narrowed}")
    end = f"so {said.conclusion(step.conclusions)}"
    if parts:
        return capital(f"{joined(parts)}, {end}.")
    return f"Taken together, {said.words.lines(step.lines)} leave no other choice: {said.conclusion(step.conclusions)}."


def _line_set(said: StepSentences, step: Step) -> str:
    """A set of lines that a solver has found."""
    lines = said.words.lines(step.lines)
    return (
        f"{capital(lines)} together leave no other choice: {said.conclusion(step.conclusions)}. "
        "A solver has found this; there is no shorter argument."
    )


#: What says a step of several lines without supposition.
_JOINT: dict[Rung, Callable[[StepSentences, Step], str]] = {Rung.LINES: _several_lines, Rung.LINE_SET: _line_set}


def _sentence(clauses: Sequence[str]) -> str:
    """Clauses behind the name of a line, each a sentence; the first one goes on in lower case."""
    first, *others = clauses
    return " ".join([f"{first}.", *(f"{capital(clause)}." for clause in others)])
