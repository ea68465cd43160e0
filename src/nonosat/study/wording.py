"""Formulas in words: every clause as "if this, then that", with the names of cells, blocks and lines.

The words come from the formula itself: the meaning of a group of variables is a sentence that names each of its
indices as "the cell", "the block" and so on, and here these get their numbers, counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from nonosat.cnf.formula import ClauseGroup, Formula, VariableGroup
from nonosat.errors import UsageError
from nonosat.model.grid import cell_place, line_label
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: How the sentences are negated: the first of these that is found is replaced.
_NEGATED = (
    (re.compile(r"\bstarts at (\d+) or earlier\b"), r"starts after \1"),
    (re.compile(r"\bstarts\b"), "does not start"),
    (re.compile(r"\bis\b"), "is not"),
    (re.compile(r"\bhas\b"), "does not have"),
)


class Sentence(NamedTuple):
    """A clause and what it says.

    Attributes:
        literals: of the clause.
        text: such as `r1: block 1 starts at 2 -> r1c2 is a`.
    """

    literals: tuple[int, ...]
    text: str


class Explanation(NamedTuple):
    """A group of clauses.

    Attributes:
        name, meaning: of the group.
        n_clauses: how many there are, of those that were asked for.
        sentences: the first of them.
    """

    name: str
    meaning: str
    n_clauses: int
    sentences: list[Sentence]


class Words:
    """The variables and clauses of a formula of a puzzle, in words."""

    def __init__(self, puzzle: Puzzle, formula: Formula) -> None:
        self.grid, self.formula = puzzle.grid, formula
        self._lines_of: dict[int, frozenset[int]] = {}

    def explain(
        self, *, groups: Collection[str] = (), line: int | None = None, limit: int | None = None
    ) -> Iterator[Explanation]:
        """The groups of clauses, one after the other.

        Args:
            groups: names of those to explain; all of them if there is none.
            line: only clauses about this line: about its blocks, or about nothing but some of its cells.
            limit: so many sentences of each group at most.

        Raises:
            UsageError: there is no group of a name.
        """
        known = [group.name for group in self.formula.groups]
        for name in groups:
            if name not in known:
                raise UsageError(f"group {name!r}, expected one of {', '.join(known)}")
        chosen = [group for group in self.formula.groups if not groups or group.name in groups]
        return (self._explanation(group, line, limit) for group in chosen)

    def _explanation(self, group: ClauseGroup, line: int | None, limit: int | None) -> Explanation:
        clauses: Iterable[tuple[int, ...]] = group.clauses()
        n_clauses = group.n_clauses
        if line is not None:
            clauses = [clause for clause in clauses if line in self.lines(clause)]
            n_clauses = len(clauses)
        shown = [Sentence(clause, self.sentence(clause)) for clause in islice(clauses, limit)]
        return Explanation(group.name, group.meaning, n_clauses, shown)

    def lines(self, clause: Iterable[int]) -> frozenset[int]:
        """The lines that a clause is about: those of its blocks, or else those that hold all of its cells."""
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
        """A clause as an implication; the line comes first, if it is about the blocks of a line."""
        premises, conclusions = self._implication(clause)
        text = " or ".join(map(self.phrase, conclusions))
        if premises:
            text = f"{' and '.join(map(self.phrase, premises))} -> {text}"
        own = {index[0] for group, index in map(self._place, map(abs, clause)) if group.indices[0] == "line"}
        lines = ", ".join(line_label(self.grid, index) for index in sorted(own))
        return f"{lines}: {text}" if lines else text

    def _implication(self, clause: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """A clause as "if all of these, then one of those".

        Of blocks and cells, blocks are the cause if they can be; where nothing else tells what is the cause, it is all
        that is of another kind than the last literal.
        """
        cells = [literal for literal in clause if self._place(abs(literal))[0].indices[0] == "cell"]
        others = [literal for literal in clause if literal not in cells]
        if cells and min(others, default=0) < 0:
            conclusions = cells
        elif min(clause) > 0:
            last = self.formula.group_of(clause[-1])
            conclusions = [literal for literal in clause if self.formula.group_of(literal) is last]
        else:
            conclusions = [literal for literal in clause if literal > 0] or [clause[-1]]
        return [-literal for literal in clause if literal not in conclusions], conclusions

    def phrase(self, literal: int) -> str:
        """A literal: `block 1 starts at 2`, `r1c2 is not a`."""
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
            name = self._cell(value)
        elif index in ("position", "last"):
            name = str(value + 1)
        elif index == "next":
            name = f"block {value + 1}"
        elif index == "state":
            name = f"state {value}"  # so many blocks have been read
        else:
            name = f"{index} {value + 1}"
        return re.sub(rf"\bthe {index}\b", name, text)

    def _cell(self, cell: int) -> str:
        return "r{}c{}".format(*cell_place(self.grid, cell))

    def _place(self, variable: int) -> tuple[VariableGroup, tuple[int, ...]]:
        """The group of a variable, and the values of its indices."""
        group = self.formula.group_of(variable)
        return group, group.index_of(variable - group.first)

    def _through(self, cell: int) -> frozenset[int]:
        """The lines through a cell."""
        if not self._lines_of:
            lines: dict[int, list[int]] = {}
            for index in range(self.grid.n_lines):
                for each in self.grid.line(index):
                    lines.setdefault(each, []).append(index)
            self._lines_of = {each: frozenset(found) for each, found in lines.items()}
        return self._lines_of[cell]
