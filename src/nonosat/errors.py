"""The exceptions of nonosat, each with what a person needs to mend the cause.

Every exception carries the exit code the command line ends with, so that a caller need not know the kinds apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class NonosatError(Exception):
    """Base of all errors that nonosat raises on purpose."""

    exit_code = 3


class InputError(NonosatError):
    """A file that cannot be used.

    Attributes:
        message: what is wrong and what was expected, in one line.
        file: name of the file as the user gave it, or None for text from a program.
        line, column: position counted from 1, or None where there is no such position.
    """

    def __init__(
        self, message: str, *, file: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        return f"{':'.join(place)}: {self.message}" if place else self.message


class NoRoom(InputError):
    """A file that cannot be written because the disk is full; so no other one can be."""


class PuzzleError(NonosatError):
    """A puzzle that contradicts itself before any solving.

    A reader that knows where the parts of the puzzle stand in a file turns this into an `InputError` with a position.

    Attributes:
        line: number of the line of the grid whose clue is wrong, or None.
        block: number of the wrong block within that clue, or None.
        given: number of the wrong given, or None.
    """

    def __init__(
        self, message: str, *, line: int | None = None, block: int | None = None, given: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.block = block
        self.given = given


class UsageError(NonosatError):
    """A request that makes no sense, such as an unknown solver name."""

    exit_code = 2


class TooLarge(UsageError):
    """A formula that would be too large to build; another encoding may do."""


class SolverError(NonosatError):
    """A solver that is missing, crashed, or gave an answer that cannot be used."""

    exit_code = 4


#: What is known while a second solution is looked for.
ONE_FOUND = "a solution was found, whether it is the only one is open"


class GaveUp(NonosatError):
    """A limit of time was reached before there was an answer."""

    exit_code = 5


class NoProof(GaveUp):
    """A proof of this kind cannot be given, though what it would prove may well be true."""


class ProofRefused(NonosatError):
    """A proof does not prove what it claims."""

    exit_code = 1


@contextmanager
def known_if_interrupted(what: str) -> Iterator[None]:
    """Let Ctrl-C take along what has been found out so far, as a note for whoever tells that the work was ended."""
    try:
        yield
    except KeyboardInterrupt as error:
        error.add_note(what)
        raise


def error_line(error: NonosatError, puzzle: str = "") -> str:
    """An error as one line for a person: it begins with the file it is about, or else with the puzzle or program."""
    known = isinstance(error, InputError) and error.file is not None
    return printable(str(error) if known else f"{puzzle or 'nonosat'}: {error}")


def printable(text: str) -> str:
    """A text on one line without anything that a terminal would obey: each such character becomes a question mark."""
    return "".join(char if char.isprintable() else "?" for char in text)


def counted(number: int, noun: str) -> str:
    """A number with its noun, which takes an s in the plural: `1 row`, `2 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shown(token: str) -> str:
    """A piece of a file in a message: printable, and short whatever the file holds."""
    return repr(token if len(token) <= 24 else token[:21] + "...")
