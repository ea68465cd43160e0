"""Formulas of others in DIMACS: `p cnf VARIABLES CLAUSES`, then clauses that end with 0, and comments after `c`.

A clause may have any number of lines, and a line any number of clauses. A line `%` ends the file, as in the files of
SATLIB. Everything else is refused with its position, so that a solver which reads files less strictly cannot solve
another formula than the one that is meant.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from typing import NamedTuple, NoReturn

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.core.errors import InputError, shown
from nonosat.model.nouns import count

#: More variables would fill the memory of solvers, even if no clause has them.
MOST_VARIABLES = 10_000_000

_HEADER = re.compile(r"[ \t]*p[ \t]+cnf[ \t]+([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*")
_COMMENT = re.compile(r"^[ \t]*c.*$", re.MULTILINE)
_END = re.compile(r"^[ \t]*%", re.MULTILINE)
_NUMBER = re.compile(r"-?[0-9]{1,10}")


class DimacsFormula(NamedTuple):
    """A formula as a file has it: the variables are 1 to `n_vars`, and nothing says what they mean.

    If a clause is empty, there is one variable more, which contradicts itself.
    """

    n_vars: int
    clauses: ClauseGroup


def read_formula(text: str, file: str | None = None) -> DimacsFormula:
    """Read a formula.

    Raises:
        InputError: it has no header, a word that is no literal, a variable above the last, a clause without its 0, or
            another number of clauses than the header says; `file` is its name.
    """
    return _FormulaReader(text, file).formula()


class _FormulaReader:
    """A reader of one formula; every error has its line and column."""

    def __init__(self, text: str, file: str | None) -> None:
        self._text, self._file = text, file
        end = _END.search(text)
        self._end = end.start() if end else len(text)

    def formula(self) -> DimacsFormula:
        header, begin = self._header()
        n_vars, n_clauses = int(header[1]), int(header[2])
        if n_vars > MOST_VARIABLES:
            self._fail(f"{n_vars:,} variables, expected at most {MOST_VARIABLES:,}", header.start(1))
        # Comments become blanks, so that all places stay the same.
        body = _COMMENT.sub(lambda match: " " * len(match[0]), self._text[begin : self._end])
        try:
            numbers = array("i", map(int, body.split())) if not re.search(r"[^-0-9\s]", body) else None
        except (ValueError, OverflowError):
            numbers = None
        if numbers is None:
            self._fail_at_word(
                body, begin, lambda word: not _NUMBER.fullmatch(word), "{}, expected a literal, a whole number"
            )
        if numbers and max(max(numbers), -min(numbers)) > n_vars:
            expected = f"a variable from 1 to {n_vars:,}, as the header says"
            self._fail_at_word(body, begin, lambda word: abs(int(word)) > n_vars, "literal {}, expected " + expected)
        if numbers and numbers[-1]:
            self._fail("the last clause has no end, expected a 0 after it", begin + len(body.rstrip()))
        clauses = ClauseGroup("formula", "the clauses of the file")
        found = _add_clauses(clauses, numbers, n_vars + 1)
        if found != n_clauses:
            message = f"{count(found, 'clause', separators=True)}, expected {n_clauses:,}, as the header says"
            if found > n_clauses and (zero := re.search(r"(?<!\S)-?0(?=[ \t]+\S)", body)):
                # The usual reason is a variable 0, on a line that was meant as one clause.
                line = self._text.count("\n", 0, begin + zero.start()) + 1
                message += f"; on line {line}, 0 is not the last word, and 0 ends a clause"
            self._fail(message, header.start(2))
        last = max((abs(literal) for literal in clauses.literals.get(1, ())), default=0)
        return DimacsFormula(max(n_vars, last), clauses)

    def _header(self) -> tuple[re.Match[str], int]:
        """The header, and the index of the text after it."""
        at = 0
        for line in self._text[: self._end].split("\n"):
            words = line.split()
            if words and not words[0].startswith("c"):
                match = _HEADER.match(self._text, at)
                if match is None or match.end() != at + len(line):
                    begin = at + len(line) - len(line.lstrip())
                    self._fail(f"{shown(line.strip())}, expected `p cnf VARIABLES CLAUSES` first", begin)
                return match, match.end()
            at += len(line) + 1
        return self._fail("no header, expected `p cnf VARIABLES CLAUSES`", 0)

    def _fail_at_word(self, body: str, begin: int, is_wrong: Callable[[str], bool], message: str) -> NoReturn:
        """Fail at the first wrong word of a part of the text; it takes the place of {} in the message."""
        word = next(match for match in re.finditer(r"\S+", body) if is_wrong(match[0]))
        self._fail(message.format(shown(word[0])), begin + word.start())

    def _fail(self, message: str, at: int) -> NoReturn:
        """Fail at an index of the text."""
        line = self._text.count("\n", 0, at) + 1
        raise InputError(message, file=self._file, line=line, column=at - self._text.rfind("\n", 0, at))


def _add_clauses(group: ClauseGroup, numbers: array[int], unused: int) -> int:
    """Add clauses that end with 0 to a group, and return their number.

    An empty clause becomes two contradicting ones of an `unused` variable.
    """
    by_width: dict[int, array[int]] = {}
    begin = n_clauses = 0
    while begin < len(numbers):
        end = numbers.index(0, begin)
        width = end - begin
        if width in by_width:
            by_width[width] += numbers[begin:end]
        else:
            by_width[width] = numbers[begin:end]
        begin, n_clauses = end + 1, n_clauses + 1
    if by_width.pop(0, None) is not None:
        by_width.setdefault(1, array("i")).extend((unused, -unused))  # not every solver reads an empty clause
    for width, literals in by_width.items():
        group.extend(width, literals)
    return n_clauses
