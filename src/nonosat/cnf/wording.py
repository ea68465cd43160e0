"""Formulas in words: every clause as "if this, then that", with the names of cells, blocks and lines.

The words come from the formula itself: the meaning of a group of variables is a sentence that names each of its
indices as "the cell", "the block" and so on. Here these are replaced by their numbers, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.cnf.formula import Formula, VariableGroup
from nonosat.core.arguments import public
from nonosat.core.errors import UsageError
from nonosat.model.grid import cell_place, line_label
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: The negation of sentences: the first of these that is found is replaced.
_NEGATED = (
    (re.compile(r"\bstarts at (\d+) or earlier\b"), r"starts after \1"),
    (re.compile(r"\bstarts\b"), "does not start"),
    (re.compile(r"\bends\b"), "does not end"),
    (re.compile(r"\bcovers\b"), "does not cover"),
    (re.compile(r"\bgoes on\b"), "does not go on"),
    (re.compile(r"\bis\b"), "is not"),
    (re.compile(r"\bhas\b"), "does not have"),
)


@dataclass(frozen=True)
class ClauseInWords:
    """A clause and its sentence, such as `r1: block 1 starts at 2 -> r1c2 is a`."""

    literals: tuple[int, ...]
    text: str


@dataclass(frozen=True, kw_only=True)
class GroupInWords:
    """A group of clauses in words, up to a limit; `n_clauses` counts them all, or all about a chosen line."""

    name: str
    meaning: str
    n_clauses: int
    clauses: tuple[ClauseInWords, ...]


@public
def clauses_in_words(
    formula: Formula,
    puzzle: Puzzle,
    *,
    line: int | None = None,
    groups: Collection[str] = (),
    limit: int | None = None,
) -> Iterator[GroupInWords]:
    """The clauses of a complete formula as sentences, group by group.

    Args:
        formula: a formula that `encode` made of the puzzle; not a residual one.
        line: the number of a line (`model.grid.find_line` finds that of `r2`). Only clauses about this line are shown:
            about its blocks, or about some of its cells and nothing else.
        groups: the names of groups of clauses; by default all of the formula.
        limit: the maximum number of clauses shown of each group; by default all.

    Raises:
        UsageError: the formula has no group of a name.
    """
    known = [group.name for group in formula.groups]
    for name in groups:
        if name not in known:
            raise UsageError(f"group {name!r}, expected one of {', '.join(known)}")
    words = FormulaWords(formula, puzzle)
    chosen = [group for group in formula.groups if not groups or group.name in groups]
    return (words.group(group, line, limit) for group in chosen)


class FormulaWords:
    """The variables and clauses of a complete formula in words."""

    def __init__(self, formula: Formula, puzzle: Puzzle) -> None:
        self._grid, self._formula = puzzle.grid, formula
        self._selectors = {literal for parts in formula.selectors.values() for literal in parts.values()}
        self._lines_of: dict[int, frozenset[int]] = {}

    def group(self, group: ClauseGroup, line: int | None = None, limit: int | None = None) -> GroupInWords:
        """Put a group of clauses into words; for `line` and `limit` see `clauses_in_words`."""
        clauses: Iterable[tuple[int, ...]] = group.clauses()
        n_clauses = group.n_clauses
        if line is not None:
            clauses = [clause for clause in clauses if line in self.lines(clause)]
            n_clauses = len(clauses)
        shown = tuple(ClauseInWords(clause, self.sentence(clause)) for clause in islice(clauses, limit))
        return GroupInWords(name=group.name, meaning=group.meaning, n_clauses=n_clauses, clauses=shown)

    def lines(self, clause: Iterable[int]) -> frozenset[int]:
        """The numbers of the lines that a clause is about: those of its blocks, or else those with all of its cells."""
        own: set[int] = set()
        common: frozenset[int] | None = None
        for literal in clause:
            group, index = self._place(abs(literal))
            if group.indices[0] == "line":
                own.add(index[0])
            elif group.indices[0] == "cell":
                through = self._through(index[0])
                common = through if common is None else common & through
        return frozenset(own) if own else common or frozenset()

    def sentence(self, clause: tuple[int, ...]) -> str:
        """A clause as an implication; if it is about the blocks of a line, this line comes first."""
        premises, conclusions = self._implication(clause)
        text = " or ".join(map(self.phrase, conclusions))
        if premises:
            text = f"{' and '.join(map(self.phrase, premises))} -> {text}"
        own = {index[0] for group, index in map(self._place, map(abs, clause)) if group.indices[0] == "line"}
        lines = ", ".join(line_label(self._grid, index) for index in sorted(own))
        return f"{lines}: {text}" if lines else text

    def _implication(self, clause: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """A clause as "if all of these, then one of those".

        A selector is always a premise. Of blocks and cells, blocks are premises if they can be; where nothing else
        decides, the conclusions are the literals of the same group as the last.
        """
        literals = [literal for literal in clause if -literal not in self._selectors]
        cells = [literal for literal in literals if self._place(abs(literal))[0].indices[0] == "cell"]
        others = [literal for literal in literals if literal not in cells]
        if cells and min(others, default=0) < 0:
            conclusions = cells
        elif min(literals) > 0:
            last = self._formula.group_of(literals[-1])
            conclusions = [literal for literal in literals if self._formula.group_of(literal) is last]
        else:
            conclusions = [literal for literal in literals if literal > 0] or [literals[-1]]
        return [-literal for literal in clause if literal not in conclusions], conclusions

    def phrase(self, literal: int) -> str:
        """A literal in words: `block 1 starts at 2`, `r1c2 is not a`."""
        group, values = self._place(abs(literal))
        text = group.meaning
        for index, value in zip(group.indices, values, strict=True):
            text = self._named(text, index, value)
        if literal > 0:
            return text
        for pattern, negation in _NEGATED:
            if pattern.search(text):
                return pattern.sub(negation, text, count=1)
        return f"not ({text})"

    def _named(self, text: str, index: str, value: int) -> str:
        """The meaning of a variable with the value of one index in place of its name."""
        if index == "colour":
            return text.replace("has the colour", f"is {letter(value)}").replace("the colour", letter(value))
        if index == "cell":
            name = "r{}c{}".format(*cell_place(self._grid, value))
        elif index in ("position", "last"):
            name = str(value + 1)
        elif index == "next":
            name = f"block {value + 1}"
        elif index == "state":
            name = f"state {value}"  # the number of blocks that have been read
        else:
            name = f"{index} {value + 1}"
        return re.sub(rf"\bthe {index}\b", name, text)

    def _place(self, variable: int) -> tuple[VariableGroup, tuple[int, ...]]:
        """The group of a variable, and the values of its indices."""
        group = self._formula.group_of(variable)
        return group, group.index_of(variable - group.first)

    def _through(self, cell: int) -> frozenset[int]:
        """The lines through a cell."""
        if not self._lines_of:
            lines: dict[int, list[int]] = {}
            for index in range(self._grid.n_lines):
                for each in self._grid.line(index):
                    lines.setdefault(each, []).append(index)
            self._lines_of = {each: frozenset(found) for each, found in lines.items()}
        return self._lines_of[cell]
