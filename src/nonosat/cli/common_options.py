"""The options that several commands share."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any

import click

#: What click calls to complete the value of an option: the beginning of a value to the values that begin so.
Completion = Callable[[click.Context, click.Parameter, str], list[str]]


def completion(what: str, *, several: bool = False) -> Completion:
    """A callback that completes the value of an option; what it needs is imported when a shell asks for it.

    Args:
        what: which names there are to choose from; see `cli.completion`.
        several: whether the value is a list with commas.
    """

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
        from nonosat.cli.completion import completed_values

        return completed_values(what, incomplete, several=several)

    return complete


class _Folder(click.Path):
    """A folder; `-` is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, as click calls it.

        Raises:
            BadParameter: it is `-`.
        """
        if value == "-":
            self.fail("'-', expected a folder.", param, ctx)
        return super().convert(value, param, ctx)


#: A file or folder; `-` is standard input or output.
PATH = click.Path(allow_dash=True, path_type=str)
#: A folder to write to.
FOLDER = _Folder(path_type=str)

color_option = click.option(
    "--color/--no-color",
    default=None,
    help="Colour pictures; by default on a terminal. See NO_COLOR, FORCE_COLOR in docs/solving.md.",
)
from_option = click.option(
    "--from",
    "format_name",
    metavar="NAME",
    shell_complete=completion("from"),
    help="Format of the puzzles; by default the suffix decides, or the content.",
)
to_option = click.option(
    "--to",
    "to_name",
    metavar="NAME",
    shell_complete=completion("to"),
    help="Format to write; by default OUT's suffix decides.",
)
lossy_option = click.option(
    "--lossy", is_flag=True, help="Leave out what the format cannot express, with a warning each."
)
encoding_option = click.option(
    "--encoding",
    metavar="NAME",
    shell_complete=completion("encoding"),
    help="See `nonosat encodings`; by default `start` for what is written.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each puzzle.")
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors; see the exit code.")


def reject_nan(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:  # noqa: ARG001
    """A callback that refuses nan as the value of an option."""
    if value is not None and math.isnan(value):
        raise click.BadParameter(f"expected a {'number of seconds' if param.name == 'timeout' else 'number'}, got nan.")
    return value


def time_limit_option(text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The option `--timeout`, in seconds.

    Args:
        text: what its help says.
    """
    return click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True, max=1_000_000),
        callback=reject_nan,
        metavar="SECONDS",
        help=text,
    )


timeout_option = time_limit_option("Give up after this time.")


def encoding_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose an encoding: `--encoding`, `--amo` and `--add`."""
    for name, several, complete, what in (
        ("--add", True, completion("add"), "Add this redundant constraint; may be repeated."),
        ("--amo", False, completion("amo"), "At-most-one, for an encoding that has a choice."),
    ):
        command = click.option(name, multiple=several, metavar="NAME", shell_complete=complete, help=what)(command)
    return encoding_option(command)


def solver_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose a solver and its time limit: `--solver`, `--solver-cmd` and `--timeout`."""
    command = timeout_option(command)
    command = click.option(
        "--solver-cmd",
        metavar="COMMAND",
        help="Solve with this command; {cnf} stands for the formula's file, {out} for a result file, if it writes one.",
    )(command)
    return click.option(
        "--solver", metavar="NAME", shell_complete=completion("solver"), help="Solver backend; see `nonosat solvers`."
    )(command)


#: Where decorators of click keep the parameters of a function, the last one first.
_PARAMETERS = "__click_params__"

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def option_group(argument: str, build: Callable[..., object], *options: Decorator) -> Decorator:
    """A decorator that adds options to a command, and hands their values to it as one argument.

    Args:
        argument: name of the argument of the command.
        build: makes the value of the argument from the values of the options, by keyword.
        options: decorators of click, in the order in which help lists them.
    """

    def probe() -> None:
        """Collects the parameters that the options add."""

    for option in reversed(options):
        option(probe)
    parameters = getattr(probe, _PARAMETERS, [])
    names = [parameter.name for parameter in parameters]

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_group(*args: Any, **values: Any) -> Any:
            group = build(**{name: values.pop(name) for name in names})
            return command(*args, **{argument: group}, **values)

        setattr(with_group, _PARAMETERS, [*getattr(command, _PARAMETERS, []), *parameters])
        return with_group

    return decorate


def only_one(given: Mapping[str, object]) -> None:
    """Refuse options that exclude each other.

    Args:
        given: the values of the options, by name; None or false for one that is not given.

    Raises:
        click.UsageError: two or more are given.
    """
    names = [name for name, value in given.items() if value]
    if len(names) > 1:
        raise click.UsageError(f"{', '.join(names[:-1])} and {names[-1]}, expected one of them")
