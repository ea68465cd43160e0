"""What several commands share: options, reading puzzles and models, colours of the terminal."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from nonosat.errors import GaveUp, InputError
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.system.deadline import Deadline
from nonosat.system.files import shown_name

if TYPE_CHECKING:
    from nonosat.formats import Format

#: Seconds that whoever looks at the clock has to come to an end.
_GRACE = 0.3

PATH = click.Path(allow_dash=True, path_type=str)

color_option = click.option(
    "--color/--no-color",
    default=None,
    help="Colour the picture; by default on a terminal, unless NO_COLOR is set.",
)
from_option = click.option(
    "--from", "format_name", metavar="NAME", help="Format of PUZZLE; by default its suffix tells, or its content."
)
encoding_option = click.option(
    "--encoding", metavar="NAME", help="See `nonosat encodings`; by default `start` for what is written."
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors; the exit code tells.")


def _a_time(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:  # noqa: ARG001
    if value is not None and math.isnan(value):
        raise click.BadParameter("nan is no time.")
    return value


timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=1_000_000),
    callback=_a_time,
    metavar="SECONDS",
    help="Give up after this time.",
)


def encoding_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose what a formula is made of."""
    for name, several, what in (
        ("--add", True, "Add this redundant constraint; may be repeated."),
        ("--amo", False, "At-most-one, for an encoding that has a choice."),
    ):
        command = click.option(name, multiple=several, metavar="NAME", help=what)(command)
    return encoding_option(command)


def solver_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose a solver and its limit of time."""
    command = timeout_option(command)
    command = click.option(
        "--solver-cmd",
        metavar="COMMAND",
        help="Solve with this command; {cnf} stands for the formula's file, {out} for a result file, if it writes one.",
    )(command)
    return click.option("--solver", metavar="NAME", help="Solver backend; see `nonosat solvers`.")(command)


def format_of(out: str) -> Format:
    """The format that a file's name tells; that of clue files on standard output.

    Raises:
        UsageError: it names none.
    """
    from nonosat.formats import find_format
    from nonosat.formats.loading import of_suffix

    if out == "-":
        return find_format("clues")
    suffix = os.path.splitext(out)[1]
    found = of_suffix(suffix)
    if os.path.isdir(out) or out.endswith(os.sep):
        raise click.UsageError("OUT is a folder, which names no format; expected --to NAME")
    if len(found) != 1:
        names = f", the suffix of {' and '.join(format_.name for format_ in found)}" if found else ""
        raise click.UsageError(f"OUT ends in {suffix!r}{names}, which names no format to write; expected --to NAME")
    return found[0]


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let a signal that asks to end go through all `finally` clauses, so that child processes and files go too.

    Only for work that is done elsewhere: a solver in this process would not let Python notice the signal.
    """

    def end(number: int, frame: object) -> None:  # noqa: ARG001
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def ended_by_the_clock(deadline: Deadline) -> Iterator[None]:
    """Let a time limit end whatever is done, soon after a reading of `time.monotonic`; raises `GaveUp`.

    What looks at the clock by itself ends at the deadline, with all that it knows; this is for what does not, such as
    reading, encoding or drawing something large. Only where the system has such alarms, and not in other threads.
    """
    if (
        not deadline.is_set
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(number: int, frame: object) -> None:  # noqa: ARG001
        raise GaveUp("no answer within the time limit")

    before = signal.signal(signal.SIGALRM, ring)
    # It goes on ringing: the first time may end a search, which then has something to tell, and that takes time, too.
    signal.setitimer(signal.ITIMER_REAL, deadline.left() + _GRACE, _GRACE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def use_color(choice: bool | None) -> bool:
    """Whether to colour what goes to standard output: as chosen, else on a terminal that does not forbid it."""
    if choice is not None:
        return choice
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show_picture(puzzle: Puzzle, picture: Picture, color: bool | None, differs: tuple[int, ...] = ()) -> None:
    """Print a picture."""
    from nonosat.drawing.text import text

    sys.stdout.write(text(puzzle, picture, color=use_color(color), differs=differs).rstrip("\n") + "\n")


def read_picture_or_model(puzzle: Puzzle, path: str) -> Picture | tuple[int, ...]:
    """A picture as text, or the model in a solver's answer, whichever the file holds.

    Raises:
        InputError: it is neither, or an answer without a model.
    """
    from nonosat.cnf.dimacs import read_answer
    from nonosat.formats.picture_text import looks_like_picture, read_picture
    from nonosat.system.files import read_text

    text, file = read_text(path), shown_name(path)
    # `nonosat solve` says below the picture what it found.
    text = "\n".join("" if ": solved" in line else line for line in text.split("\n"))
    if looks_like_picture(text):
        return read_picture(text, puzzle, file)
    answer = read_answer(text, file)
    if answer.satisfiable is not True:
        verdict = "unsatisfiable" if answer.satisfiable is False else "unknown"
        raise InputError(f"an answer without a model (the verdict is {verdict}), expected a model", file=file)
    return answer.model
