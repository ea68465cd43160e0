"""The frame of a command that asks one question about each of its puzzles: reading, limits, records, exit code.

A command gives `each` its question, a function from a puzzle and a run to an answer. Everything else that such commands
have in common is here: time limits, Ctrl-C, progress, JSON records, error lines, and the largest exit code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import click

from nonosat.cli.common_options import Decorator, json_option, option_group, quiet_option
from nonosat.cli.interrupts import cancelled_by_interrupt, ended_by_signals, interrupt_after
from nonosat.cli.option_words import in_options, print_error
from nonosat.cli.progress import ProgressLog
from nonosat.cli.puzzle_entries import PuzzleEntry
from nonosat.core.errors import ExitCode, GaveUp, NonosatError, error_line
from nonosat.core.question import Outcome, Run

#: The outcome of a question in records, by exit code.
_OUTCOMES = {int(outcome): outcome.word for outcome in Outcome}


class Show(NamedTuple):
    """The options that choose what is printed: a record a puzzle, a line for each step, or nothing but errors."""

    as_json: bool = False
    verbose: bool = False
    quiet: bool = False

    @property
    def has_text(self) -> bool:
        """True if answers are printed as text."""
        return not (self.as_json or self.quiet)


def show_options(steps: str | None = None) -> Decorator:
    """The options `--json` and `-q`, and `-v` if its help is given, as one argument `show` of a command."""
    verbose = [click.option("-v", "--verbose", is_flag=True, help=steps)] if steps else []
    return option_group("show", Show, json_option, *verbose, quiet_option)


def _no_text() -> None:
    """Print nothing."""


class Shown(NamedTuple):
    """An answer, ready to be shown; by default there is nothing to show.

    Attributes:
        code: the exit code for this puzzle alone.
        fields: what the record says besides the fields that all records have; None for a part of the answer that has no
            record of its own.
        text: prints the answer for a person.
    """

    code: int = Outcome.YES
    fields: Mapping[str, object] | None = None
    text: Callable[[], None] = _no_text


#: A question about one puzzle. An answer may come in parts, each shown as soon as it is there; the last has the record.
Question = Callable[[PuzzleEntry, Run], Shown | Iterator[Shown]]


@contextmanager
def running(entry: PuzzleEntry, log: ProgressLog) -> Iterator[Run]:
    """Within the block, Ctrl-C ends the work on a puzzle with what is known: the first one makes the deadline come.

    Raises:
        KeyboardInterrupt: Ctrl-C left the work without a result, or was pressed twice.
    """
    with ended_by_signals(), log, cancelled_by_interrupt() as cancel:
        try:
            yield Run(entry.deadline.cancelled_by(cancel), log.write)
        except GaveUp as error:
            if cancel.is_set():
                raise interrupt_after(error) from None
            raise


def each(entries: Iterable[PuzzleEntry], question: Question, show: Show) -> int:
    """Ask a question about each of the entries, and show the answers.

    Returns:
        The largest exit code of the puzzles.

    Raises:
        KeyboardInterrupt: by Ctrl-C; the answer that it ended early has been shown.
    """
    worst = 0
    for entry in entries:
        log = ProgressLog(entry.name, entry.began, show.verbose, live=not show.quiet)
        try:
            with running(entry, log) as run:
                answer = question(entry, run)
                for part in [answer] if isinstance(answer, Shown) else answer:
                    worst = max(worst, part.code)
                    with log.hidden():
                        _show_answer(entry, part, show)
        except NonosatError as error:
            worst = max(worst, show_failure(entry, error, show))
        if run.deadline.is_cancelled:
            raise KeyboardInterrupt
    return worst


def _show_answer(entry: PuzzleEntry, answer: Shown, show: Show) -> None:
    if show.has_text:
        answer.text()
    if show.as_json and answer.fields is not None:
        print_record(entry, answer.fields, answer.code)


def show_failure(entry: PuzzleEntry, error: NonosatError, show: Show) -> int:
    """Print the record of a puzzle that has no answer, if records are wanted, and its error line; the exit code."""
    if show.as_json:
        print_record(entry, {}, error.exit_code, error)
    # An answer such as "no solution" names its puzzle; a lone failure needs no name.
    print_error(error, "" if entry.is_only and error.exit_code != ExitCode.NO else entry.name)
    return error.exit_code


def print_record(
    entry: PuzzleEntry, fields: Mapping[str, object], code: int, error: NonosatError | None = None
) -> None:
    """Print the record of a puzzle as one line of JSON: some fields between those that all records have.

    Args:
        code: the exit code for this puzzle alone.
        error: the reason why there is no answer.
    """
    import json

    record = {
        "name": entry.name,
        "file": entry.file,
        "outcome": _OUTCOMES.get(code, "failed"),
        **fields,
        "seconds": round(time.monotonic() - entry.began, 4),
        "error": None if error is None else in_options(error_line(error).removeprefix("nonosat: ")),
        "exit": code,
    }
    click.echo(json.dumps(record))
