"""The exit codes of nonosat, its exceptions, and how their messages are printed.

Every exception has the exit code with which the command line ends. Its message says what is wrong, and what was
expected or what to do. Where it names an argument of a function of the library, `argument` writes it, so that the
command line can name its own option instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import IntEnum
from typing import Self


class ExitCode(IntEnum):
    """All exit codes of the command line: of answers (see `Outcome`), of errors, and of Ctrl-C."""

    YES = 0, "solved (and unique, if that was asked)"
    NO = 1, "no solution, not unique, or proof refused"
    USAGE = 2, "usage error"
    BAD_INPUT = 3, "bad input"
    SOLVER_FAILED = 4, "solver failed or missing"
    GAVE_UP = 5, "time limit reached or no proof found"
    INTERRUPTED = 130, "interrupted"

    meaning: str

    def __new__(cls, code: int, meaning: str) -> Self:
        member = int.__new__(cls, code)
        member._value_, member.meaning = code, meaning
        return member

    @classmethod
    def sentence(cls) -> str:
        """The table in words, as help has it."""
        return "; ".join(f"{code} {code.meaning}" for code in cls)


class NonosatError(Exception):
    """Base class of all errors that nonosat raises on purpose; the command line ends with the `exit_code`."""

    exit_code = ExitCode.BAD_INPUT


class InputError(NonosatError):
    """A file that cannot be read or whose content is wrong.

    Attributes:
        message: the error and what was expected, in one line.
        file: name of the file as the user gave it, or None for text from a program.
        line, column: counted from 1, or None if the error has no position.
    """

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message, self.file, self.line, self.column = message, file, line, column

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        return f"{':'.join(place)}: {self.message}" if place else self.message


class FileError(NonosatError):
    """A file or folder, `file`, that cannot be written or removed, or that must not be replaced."""

    def __init__(self, message: str, *, file: str | None = None) -> None:
        super().__init__(message)
        self.message, self.file = message, file

    def __str__(self) -> str:
        return self.message if self.file is None else f"{self.file}: {self.message}"


class NoRoom(FileError):
    """A file that cannot be written because the disk is full; no other file can be written either."""


class PuzzleError(NonosatError):
    """A puzzle that is inconsistent in itself, before any solving.

    The readers of files turn this into an `InputError` with the position of the wrong part.

    Attributes:
        message: the error and what was expected, in one line.
        line: index of the line of the grid whose clue is wrong, or None.
        block: index of the wrong block within that clue, or None.
        given: index of the wrong given, or None.
    """

    def __init__(
        self, message: str, *, line: int | None = None, block: int | None = None, given: int | None = None
    ) -> None:
        super().__init__(message)
        self.message, self.line, self.block, self.given = message, line, block, given


class UsageError(NonosatError):
    """A request that cannot be met, such as an unknown solver name or options that exclude each other."""

    exit_code = ExitCode.USAGE


class TooLarge(UsageError):
    """A formula that would be too large to build; another encoding may be smaller."""


class SolverError(NonosatError):
    """A solver that is not installed, crashed, or gave a wrong answer."""

    exit_code = ExitCode.SOLVER_FAILED


class TwoColors(SolverError):
    """A model that gives the cell `cell` more than one colour, so it is not a model of any encoding of the puzzle."""

    def __init__(self, cell: int, message: str) -> None:
        super().__init__(message)
        self.cell, self.message = cell, message


class MissingDependency(SolverError):
    """A package or program that is not installed; the message says how to get it."""


class GaveUp(NonosatError):
    """A limit (of time, of conflicts, of a method) was reached, or Ctrl-C was pressed, before there was an answer."""

    exit_code = ExitCode.GAVE_UP


class NoProof(GaveUp):
    """There is no proof of this kind, though the claim may be true."""


class NoSolution(NonosatError):
    """A puzzle that has no solution where one is needed."""

    exit_code = ExitCode.NO


class CannotMend(NonosatError):
    """A puzzle that no changes of the requested kind make unique, or that has no solution."""

    exit_code = ExitCode.NO


class ProofRefused(NonosatError):
    """A proof that does not prove its claim."""

    exit_code = ExitCode.NO


class ProofTooLarge(ProofRefused):
    """A proof that may be right, but would take too long to check."""


def error_line(error: NonosatError, puzzle: str = "") -> str:
    """An error in one line, which begins with the wrong file, else with the name of the `puzzle` or of nonosat."""
    known = isinstance(error, InputError | FileError) and error.file is not None
    return printable(str(error) if known else f"{puzzle or 'nonosat'}: {error}")


def printable(text: str) -> str:
    """A text on one line, with a question mark in place of each character that is not printable."""
    return "".join(char if char.isprintable() else "?" for char in text)


def shown(token: str) -> str:
    """A token of a file as messages quote it: printable, and cut off after 24 characters."""
    return repr(token if len(token) <= 24 else token[:21] + "...")


def argument(name: str, value: object = None) -> str:
    """An argument of a function of the library as messages name it: "`lossy=True`"; "`size=`" for any value (None)."""
    return f"`{name}={'' if value is None else repr(value)}`"


def replace_arguments(message: str, replacement: Callable[[str, str], str | None]) -> str:
    """A message with other words in place of the arguments that it names as `argument` writes them.

    Args:
        replacement: from the name of an argument, and its value as Python writes it (empty for any), to the words,
            without backquotes; None to keep it.
    """

    def replace(match: re.Match[str]) -> str:
        words = replacement(match[1], match[2])
        return match[0] if words is None else f"`{words}`"

    return re.sub(r"`([a-z_]+)=([^`]*)`", replace, message)
