"""The options that several commands share."""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable, Mapping
from typing import Any

import click

#: By what an option chooses, the registry of the names: its module and its name there, and a test of its values.
_REGISTRIES: dict[str, tuple[str, str, Callable[[Any], bool]]] = {
    "solver": ("nonosat.solvers", "BACKENDS", lambda _: True),
    "program": ("nonosat.solvers", "BACKENDS", lambda backend: not backend.capabilities.in_process),
    "prover": ("nonosat.solvers", "BACKENDS", lambda backend: backend.capabilities.proof),
    "encoding": ("nonosat.encodings", "ENCODINGS", lambda _: True),
    "amo": ("nonosat.cnf.cardinality", "AMOS", lambda _: True),
    "add": ("nonosat.encodings", "REDUNDANT", lambda _: True),
    "strategy": ("nonosat.solving.options", "STRATEGIES", lambda _: True),
    "from": ("nonosat.formats", "FORMATS", lambda _: True),
    "to": ("nonosat.formats", "FORMATS", lambda format_: format_.writes),
    "kind": ("nonosat.proofs.kinds", "KINDS", lambda _: True),
}


def completion(what: str, *, several: bool = False) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """A callback that completes the value of an option; the registry is imported when a shell asks for it.

    Args:
        what: a key of `_REGISTRIES`.
        several: the value is a list with commas, of which the last name is completed.
    """

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
        module, name, fits = _REGISTRIES[what]
        registry: Mapping[str, Any] = getattr(importlib.import_module(module), name)
        names = [*(["auto"] if what == "kind" else []), *(name for name, value in registry.items() if fits(value))]
        before, comma, last = incomplete.rpartition(",") if several else ("", "", incomplete)
        return [before + comma + name for name in names if name.startswith(last)]

    return complete


#: A decorator of a command.
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class _Folder(click.Path):
    """A folder; `-` is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
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
    help="Colour pictures (default: on a terminal); see NO_COLOR and FORCE_COLOR in docs/solving.md.",
)


def from_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how puzzles are read; the function gets the name of a format as `format_name`."""
    named = click.option(
        "--from",
        "format_name",
        metavar="NAME",
        callback=_format_name,
        shell_complete=completion("from"),
        help="Format of the puzzles (default: by suffix or content).",
    )
    columns = click.option(
        "--columns-first",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_note_columns_first,
        help="Read two lists of clues in any notation, the columns before the rows.",
    )
    return named(columns(command))


#: The key of the context's metadata that says whether `--columns-first` is given.
_COLUMNS_FIRST = "columns-first"


def _note_columns_first(ctx: click.Context, param: click.Parameter, value: bool) -> None:  # noqa: ARG001
    ctx.meta[_COLUMNS_FIRST] = value


def _format_name(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001
    if not ctx.meta.get(_COLUMNS_FIRST):
        return value
    if value is not None:
        raise click.UsageError("--columns-first chooses how puzzles are read; use it without --from", ctx)
    return "columns"


to_option = click.option(
    "--to",
    "to_name",
    metavar="NAME",
    shell_complete=completion("to"),
    help="Format to write (default: by the suffix of OUT).",
)
lossy_option = click.option(
    "--lossy", is_flag=True, help="Leave out what the format cannot express, with a warning for each loss."
)
encoding_option = click.option(
    "--encoding",
    metavar="NAME",
    shell_complete=completion("encoding"),
    help="Encoding of written formulas (default: start); see `nonosat encodings`.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON object for each puzzle, each on its own line."
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Print only errors; the exit code tells the result.")
jobs_option = click.option(
    "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Number of worker processes (default: one per core)."
)


#: The seconds of the units of time, and the most seconds of a time.
_TIME_UNITS = {"": 1.0, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_LONGEST_TIME = 1_000_000


def _seconds(ctx: click.Context, param: click.Parameter, value: str | None) -> float | None:
    """A time such as `2`, `0.5` or `2m`, in seconds."""
    if value is None:
        return None
    match = re.fullmatch(r"([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)? *([a-z]*)", value.strip().lower())
    unit = match and _TIME_UNITS.get(match[3])
    if not match or unit is None:
        expected = "expected seconds, or a time such as 500ms, 30s, 5m or 1h."
        raise click.BadParameter(f"{value!r}, {expected}", ctx, param)
    seconds = float(match[1] + (match[2] or "")) * unit
    if not 0 < seconds <= _LONGEST_TIME:
        raise click.BadParameter(f"{value!r}, expected more than 0 and at most {_LONGEST_TIME:,} seconds.", ctx, param)
    return seconds


def time_limit_option(text: str) -> Decorator:
    """The option `--timeout`, a number of seconds, with a text for help."""
    return click.option("--timeout", callback=_seconds, metavar="TIME", help=text)


timeout_option = time_limit_option("Give up after this time, in seconds or as 500ms, 5m or 1h.")


def encoding_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose an encoding: `--encoding`, `--amo` and `--add`."""
    for name, several, complete, what in (
        ("--add", True, completion("add"), "Add this redundant constraint; can be repeated."),
        ("--amo", False, completion("amo"), "At-most-one constraint, for encodings that offer a choice."),
    ):
        command = click.option(name, multiple=several, metavar="NAME", shell_complete=complete, help=what)(command)
    return encoding_option(command)


def solver_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose a solver and its time limit: `--solver`, `--solver-cmd` and `--timeout`."""
    command = timeout_option(command)
    command = click.option(
        "--solver-cmd",
        metavar="COMMAND",
        help="Solve with this command; {cnf} is replaced by the formula file, and {out} by a result file, if any.",
    )(command)
    return click.option(
        "--solver", metavar="NAME", shell_complete=completion("solver"), help="Solver backend; see `nonosat solvers`."
    )(command)


#: Where decorators of click keep the parameters of a function, the last one first.
_PARAMETERS = "__click_params__"


def option_group(argument: str, build: Callable[..., object], *options: Decorator) -> Decorator:
    """A decorator that adds options to a command, and hands their values to it as one argument.

    Args:
        argument: name of the argument of the command.
        build: makes the value of the argument from the values of the options, by keyword.
        options: decorators of click, in the order in which help lists them.
    """

    def probe() -> None: ...

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


def only_one(*options: str) -> Decorator:
    """A decorator of a command: these options exclude each other, so at most one of them may be given."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def checked(*args: Any, **values: Any) -> Any:
            context = click.get_current_context()
            given: set[str] = set()
            for parameter in context.command.params:
                value = context.params.get(parameter.name or "")
                given.update(parameter.secondary_opts if value is False else parameter.opts if value else ())
            names = [option for option in options if option in given]
            if len(names) > 1:
                raise click.UsageError(f"{', '.join(names[:-1])} and {names[-1]} cannot be combined")
            return command(*args, **values)

        return checked

    return decorate
