"""The steps of an explanation in sentences: which lines, blocks and cells, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from nonosat.explaining.line_argument import verdict, with_verb
from nonosat.explaining.line_patterns import clauses
from nonosat.explaining.misfit import misfit
from nonosat.explaining.step import LineDeduction, Narrowing, Rung, Step, apply_conclusions
from nonosat.explaining.step_words import StepWords, capital
from nonosat.model.nouns import joined
from nonosat.model.puzzle import Puzzle


class Role(StrEnum):
    """The part of a sentence in a step."""

    ARGUES = "argues"
    """It says what lines conclude."""
    SUPPOSES = "supposes"
    """It supposes something; what follows is indented."""
    BREAKS = "breaks"
    """It names the line whose clue does not fit."""
    CONCLUDES = "concludes"
    """It says what a contradiction proves."""


class Sentence(NamedTuple):
    """A line of text about a step.

    Attributes:
        indent: the number of suppositions that it stands in.
        label: the number of a line that follows from a supposition, from 1 on; 0 for other sentences.
        cells: the cells that it supposes or concludes something about; empty outside of suppositions.
        lines: the lines that it names.
        broken: the line whose clue does not fit, or None.
    """

    role: Role
    text: str
    indent: int = 0
    label: int = 0
    cells: tuple[Narrowing, ...] = ()
    lines: tuple[int, ...] = ()
    broken: int | None = None

    @property
    def labelled(self) -> str:
        """The text with its number."""
        return f"{self.label}. {self.text}" if self.label else self.text

    @property
    def indented(self) -> str:
        """The text with its number, behind two blanks for each supposition that it stands in."""
        return "  " * self.indent + self.labelled


class StepSentences:
    """Puts the steps of a puzzle into sentences."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.words = StepWords(puzzle)

    def of_step(self, step: Step, possible: Sequence[tuple[int, ...]]) -> list[Sentence]:
        """The sentences of a step; `possible` has for each cell the colours that are possible before it."""
        return list(self._sentences(step, list(possible), 0, [0]))

    def conclusion(self, conclusions: Iterable[Narrowing]) -> str:
        """Cells with their verdicts: `row 4, column 7 is empty`; `row 1, columns 2 and 3 are red`."""
        groups: dict[str, list[int]] = {}
        for cell, before, after in conclusions:
            groups.setdefault(verdict(self.words, before, after), []).append(cell)
        parts = []
        for found, cells in groups.items():
            names = self.words.cell(cells[0]) if len(cells) == 1 else self.words.cells(cells)
            parts.append(f"{names} {with_verb(cells, found)}")
        return joined(parts)

    def _sentences(
        self, step: Step, possible: list[tuple[int, ...]], indent: int, labels: list[int]
    ) -> Iterator[Sentence]:
        """The sentences of a step within `indent` suppositions; `labels` holds the number of the last one."""
        if step.rung == Rung.SINGLE_LINE:
            yield from self._line_sentences(step, indent, labels)
        elif step.supposed is not None:
            yield from self._supposition_sentences(step, possible, indent, labels)
        else:
            yield from self._joint_sentences(step, indent)

    def _line_sentences(self, step: Step, indent: int, labels: list[int]) -> Iterator[Sentence]:
        """Lines that conclude something by themselves; one sentence for all that do it in the same way."""
        is_brief = len(step.deductions) > 1
        groups: dict[str, list[LineDeduction]] = {}
        for deduction in step.deductions:
            text = _sentence(clauses(self.words, deduction, is_brief=is_brief))
            groups.setdefault(text, []).append(deduction)
        for text, deductions in groups.items():
            if len(deductions) == 1 and is_brief:
                text = _sentence(clauses(self.words, deductions[0]))
            yield self._argued(deductions, text, indent, labels)

    def _argued(self, deductions: Sequence[LineDeduction], text: str, indent: int, labels: list[int]) -> Sentence:
        """A sentence about lines that conclude something; it has a number if it stands in a supposition."""
        lines = tuple(each.line for each in deductions)
        named = f"{capital(self.words.lines(lines))}: {text}"
        if not indent:
            return Sentence(Role.ARGUES, named, lines=lines)
        labels[0] += 1
        cells = tuple(narrowing for each in deductions for narrowing in each.narrowed)
        return Sentence(Role.ARGUES, named, indent, labels[0], cells, lines)

    def _supposition_sentences(
        self, step: Step, possible: list[tuple[int, ...]], indent: int, labels: list[int]
    ) -> Iterator[Sentence]:
        """A supposition, its consequences line by line, and the conclusion from its contradiction."""
        assert step.supposed is not None
        cell, color = step.supposed
        also = "also " if indent else ""
        supposed = Narrowing(cell, possible[cell], (color,))
        name = self.words.cell(cell)
        yield Sentence(Role.SUPPOSES, f"Suppose {also}{name} is {self.words.colors[color]}.", indent, cells=(supposed,))
        known = list(possible)
        known[cell] = (color,)
        chain: list[LineDeduction] = []
        for inner in step.inner:
            if inner.rung == Rung.SINGLE_LINE:
                chain += inner.deductions
            else:
                yield from self._chain_sentences(chain, indent + 1, labels)
                chain = []
                yield from self._sentences(inner, known, indent + 1, labels)
            apply_conclusions(known, inner.conclusions)
        chain += step.deductions
        for deduction in step.deductions:
            apply_conclusions(known, deduction.narrowed)
        yield from self._chain_sentences(chain, indent + 1, labels)
        if step.contradiction is not None:
            then = "Then " if step.deductions or step.inner else "Then immediately "
            text = f"{then}{misfit(self.words, step.contradiction, known)}."
            yield Sentence(Role.BREAKS, text, indent + 1, lines=(step.contradiction,), broken=step.contradiction)
        yield Sentence(Role.CONCLUDES, f"So {self.conclusion(step.conclusions)}.", indent, cells=step.conclusions)

    def _chain_sentences(self, chain: Iterable[LineDeduction], indent: int, labels: list[int]) -> Iterator[Sentence]:
        """Lines one after the other; those of a family, which share no cell, share a sentence if it is the same."""

        def key(deduction: LineDeduction) -> tuple[str, range]:
            family = next(each for each in self.words.grid.families if deduction.line in each)
            return _sentence(clauses(self.words, deduction)), family

        for (text, _), run in groupby(chain, key=key):
            yield self._argued(list(run), text, indent, labels)

    def _joint_sentences(self, step: Step, indent: int) -> Iterator[Sentence]:
        """Lines that conclude something together, with the contribution of each, if that is known."""
        lines, conclusion = self.words.lines(step.lines), self.conclusion(step.conclusions)
        if not step.deductions:
            text = f"{capital(lines)} together leave no other choice: {conclusion}."
            by_solver = " A solver found this; there is no shorter argument." * (step.rung == Rung.LINE_SET)
            yield Sentence(Role.ARGUES, text + by_solver, indent, lines=step.lines)
            return
        cells = self.words.cells([each.cell for each in step.conclusions])
        yield Sentence(Role.ARGUES, f"{capital(lines)} together decide {cells}.", indent, lines=step.lines)
        for deduction in step.deductions:
            text = _sentence(clauses(self.words, deduction))
            line = capital(self.words.line(deduction.line))
            yield Sentence(Role.ARGUES, f"{line}: {text}", indent + 1, lines=(deduction.line,))
        yield Sentence(Role.CONCLUDES, f"So {conclusion}.", indent, cells=step.conclusions)


def _sentence(parts: Sequence[str]) -> str:
    """Clauses behind the name of a line, each a sentence; the first begins in lower case."""
    first, *others = parts
    return " ".join([f"{first}.", *(f"{capital(clause)}." for clause in others)])
