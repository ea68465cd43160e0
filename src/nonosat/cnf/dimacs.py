"""DIMACS: writing formulas, and reading the answers of solvers.

Source of the formats: the rules of the SAT competitions (`p cnf`, `s` and `v` lines) and the result files of MiniSat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple, NoReturn

from nonosat.cnf.formula import Formula
from nonosat.core.errors import InputError

#: Clauses that are turned into text at a time: enough to be fast, few enough to need little memory.
_PIECE = 1 << 15


def dimacs_pieces(formula: Formula, extra: Iterable[tuple[int, ...]] = ()) -> Iterator[bytes]:
    """The formula, and the `extra` clauses after it, as a DIMACS file, in pieces of whole lines in ASCII.

    Comments at the head describe the groups of the formula.
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
    """Write a formula, and the `extra` clauses after it, as a DIMACS file."""
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
    """A model as a `.sol` file: all its literals on one line, ascending by variable."""
    return " ".join(map(str, sorted(model, key=abs))) + "\n"


class SolverAnswer(NamedTuple):
    """A solver's verdict, None if there is none, and the true literals of its model, which may be partial."""

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


def read_answer(text: str, file: str | None = None) -> SolverAnswer:
    """Read a solver's answer: `s` and `v` lines, a result file of MiniSat, or plain literals.

    The model may be partial, in any order, on any number of lines, and without its closing 0.

    Raises:
        InputError: the text contains anything else, or two parts of it contradict each other; `file` is its name.
    """
    reader = _AnswerReader(file)
    for number, line in enumerate(text.split("\n")):
        reader.line(number, line)
    return reader.answer()


class _AnswerReader:
    """A reader of the lines of one answer; every error has its line and column."""

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._has_verdict = False
        self._verdict: bool | None = None
        #: The literals of the model in their order.
        self._literals: dict[int, None] = {}

    def line(self, number: int, text: str) -> None:
        """Read a line; `number` counts from 0."""
        tokens = text.split()
        if not tokens or tokens[0] == "c":
            return
        if tokens[0] == "s" or (tokens[0] in _VERDICTS and len(tokens) == 1):
            self._read_verdict(number, text, tokens)
        else:
            self._read_literals(number, text, tokens)

    def answer(self) -> SolverAnswer:
        """The answer, after the last line."""
        self._literals.pop(0, None)
        if self._verdict is False and self._literals:
            raise InputError("a model with the verdict UNSATISFIABLE, expected only one of the two", file=self._file)
        is_plain = bool(self._literals) and not self._has_verdict  # plain literals are a model
        return SolverAnswer(is_plain or self._verdict, tuple(self._literals))

    def _read_verdict(self, number: int, text: str, tokens: list[str]) -> None:
        place = min(1, len(tokens) - 1)
        word = " ".join(tokens[place:])
        if word not in _VERDICTS:
            self._fail(f"verdict {word[:24]!r}, expected SATISFIABLE, UNSATISFIABLE or UNKNOWN", number, text, place)
        if self._has_verdict and self._verdict is not _VERDICTS[word]:
            self._fail(f"verdict {word!r} after a different one, expected one verdict", number, text, place)
        self._has_verdict, self._verdict = True, _VERDICTS[word]

    def _read_literals(self, number: int, text: str, tokens: list[str]) -> None:
        skip = 1 if tokens[0] == "v" else 0
        if not _LITERALS.fullmatch(text, text.index("v") + 1 if skip else 0):
            wrong = next(i for i, token in enumerate(tokens[skip:], skip) if not _LITERAL.fullmatch(token))
            message = f"{tokens[wrong][:24]!r} in a model, expected literals (whole numbers), or `s`, `v` and `c` lines"
            self._fail(message, number, text, wrong)
        known = self._literals
        for place, literal in enumerate(map(int, tokens[skip:]), skip):
            if -literal in known and literal:
                self._fail(f"literal {literal} after its opposite, expected only one of the two", number, text, place)
            known[literal] = None

    def _fail(self, message: str, line: int, text: str, place: int) -> NoReturn:
        """An error at the token of that place in a line."""
        starts = [match.start() for match in _TOKEN.finditer(text)]
        raise InputError(message, file=self._file, line=line + 1, column=starts[place] + 1)
