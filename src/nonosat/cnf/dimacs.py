"""DIMACS files: writing formulas, and reading what solvers print about them.

Source of the formats: the rules of the SAT competitions (`p cnf`, `s` and `v` lines) and the result files of MiniSat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple, NoReturn

from nonosat.cnf.formula import Formula
from nonosat.errors import InputError

#: Clauses that are turned to text at a time: large enough to be fast, small enough to cost no memory to speak of.
_PIECE = 1 << 15


def dimacs_pieces(formula: Formula, extra: Iterable[tuple[int, ...]] = ()) -> Iterator[bytes]:
    """The formula as a DIMACS file, in pieces.

    Args:
        formula: what to write; its groups are explained in comments at the head.
        extra: further clauses, at the end.
    """
    more = [tuple(clause) for clause in extra]
    yield _head(formula, len(more)).encode()
    for group in formula.groups:
        for width, literals in sorted(group.literals.items()):
            row = "%d " * width + "0\n"
            for start in range(0, len(literals), _PIECE * width):
                piece = tuple(literals[start : start + _PIECE * width])
                yield (row * (len(piece) // width) % piece).encode()
    for clause in more:
        yield (" ".join(map(str, clause)) + " 0\n").encode()


def write_dimacs(formula: Formula, file: BinaryIO, extra: Iterable[tuple[int, ...]] = ()) -> None:
    """Write a formula, and the further clauses, to an open file."""
    for piece in dimacs_pieces(formula, extra):
        file.write(piece)


def _head(formula: Formula, n_extra: int) -> str:
    lines = [f"c {comment}".rstrip() for comment in formula.comments]
    if formula.variables:
        lines.append("c variables:")
    for variables in formula.variables:
        name = f"{variables.name}[{','.join(variables.indices)}]"
        lines.append(f"c   {variables.first}..{variables.last} {name}: {variables.meaning}")
    if formula.groups:
        lines.append("c clauses, in this order:")
    lines += [f"c   {group.n_clauses} {group.name}: {group.meaning}" for group in formula.groups]
    lines.append(f"p cnf {formula.n_vars} {formula.n_clauses + n_extra}")
    return "\n".join(lines) + "\n"


def solution_line(model: Iterable[int]) -> str:
    """A model as a `.sol` file: all literals on one line, ascending by variable."""
    return " ".join(map(str, sorted(model, key=abs))) + "\n"


class Answer(NamedTuple):
    """What a solver said.

    Attributes:
        satisfiable: its verdict, or None where it gave none.
        model: literals that it called true; not necessarily all of them.
    """

    satisfiable: bool | None
    model: tuple[int, ...]


_VERDICTS: dict[str, bool | None] = {
    "SATISFIABLE": True,
    "UNSATISFIABLE": False,
    "UNKNOWN": None,
    "INDETERMINATE": None,
    "SAT": True,
    "UNSAT": False,
    "INDET": None,
}
_LITERAL = re.compile(r"-?[0-9]{1,10}")
_LITERALS = re.compile(r"(?:\s*-?[0-9]{1,10}(?!\S))*\s*")
_TOKEN = re.compile(r"\S+")


def read_answer(text: str, file: str | None = None) -> Answer:
    """Read what a solver printed: `s` and `v` lines, a result file of MiniSat, or plain literals.

    The model may be partial, in any order, on any number of lines, and without its closing 0.

    Raises:
        InputError: something else stands there, or two parts contradict each other.
    """
    reader = _AnswerReader(file)
    for number, line in enumerate(text.split("\n")):
        reader.line(number, line)
    return reader.answer()


class _AnswerReader:
    """Reads the lines of one answer; every complaint knows where it is."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.seen = False
        self.verdict: bool | None = None
        self.literals: dict[int, None] = {}

    def fail(self, message: str, line: int, text: str, token: int) -> NoReturn:
        starts = [match.start() for match in _TOKEN.finditer(text)]
        raise InputError(message, file=self.file, line=line + 1, column=starts[token] + 1)

    def line(self, number: int, text: str) -> None:
        tokens = text.split()
        if not tokens or tokens[0] == "c":
            return
        first = tokens[0]
        if first == "s" or (first in _VERDICTS and len(tokens) == 1):
            place = min(1, len(tokens) - 1)
            word = " ".join(tokens[place:])
            if word not in _VERDICTS:
                self.fail(f"verdict {word[:24]!r}, expected SATISFIABLE, UNSATISFIABLE or UNKNOWN", number, text, place)
            if self.seen and self.verdict is not _VERDICTS[word]:
                self.fail(f"verdict {word!r} after a different one, expected one verdict", number, text, place)
            self.seen, self.verdict = True, _VERDICTS[word]
            return
        skip = 1 if first == "v" else 0
        if not _LITERALS.fullmatch(text, text.index("v") + 1 if skip else 0):
            wrong = next(i for i, token in enumerate(tokens[skip:], skip) if not _LITERAL.fullmatch(token))
            self.fail(
                f"{tokens[wrong][:24]!r} in a model, expected literals (whole numbers), or `s`, `v` and `c` lines",
                number,
                text,
                wrong,
            )
        known = self.literals
        for token, literal in enumerate(map(int, tokens[skip:]), skip):
            if -literal in known and literal:
                self.fail(f"literal {literal} after its opposite, expected one of the two", number, text, token)
            known[literal] = None

    def answer(self) -> Answer:
        self.literals.pop(0, None)
        if self.verdict is False and self.literals:
            raise InputError("a model beside the verdict UNSATISFIABLE, expected one of the two", file=self.file)
        if self.verdict is None and self.literals and not self.seen:
            self.verdict = True  # plain literals are a model
        return Answer(self.verdict, tuple(self.literals))
