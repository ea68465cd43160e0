"""The type of arguments that name a file to write, which is neither an input nor another output."""

from __future__ import annotations

import os

import click


class _Output(click.Path):
    """A file to write; `require_apart` compares it with all other files of its command."""


#: A file to write; `-` is standard output.
OUTPUT = _Output(allow_dash=True, path_type=str)


def require_apart(ctx: click.Context) -> None:
    """Refuse an output of a command that is also an input, which it would destroy, or another output.

    Raises:
        UsageError: two arguments name the same file, one of them as an `OUTPUT`.
    """
    named: dict[str, str] = {}
    parameters = [parameter for parameter in ctx.command.params if isinstance(parameter.type, click.Path)]
    for parameter in sorted(parameters, key=lambda parameter: isinstance(parameter.type, _Output)):
        is_output, value = isinstance(parameter.type, _Output), ctx.params[parameter.name or ""]
        is_option = isinstance(parameter, click.Option)
        name = max(parameter.opts, key=len) if is_option else parameter.human_readable_name.strip("[].")
        for file in value if isinstance(value, tuple) else [value]:
            if not file or (file == "-" and not is_output):
                continue
            place = place_of(file)
            if place is None:
                continue
            other = named.setdefault(place, name)
            if is_output and other != name:
                if file == "-":
                    raise click.UsageError(
                        f"{other} and {name} both go to standard output; give one of them a file name"
                    )
                raise click.UsageError(f"{other} and {name} are the same file {file}; choose different files")


def place_of(file: str) -> str | None:
    """What is the same for all names of a file; None for a device such as /dev/null, which can take anything."""
    if file != "-" and not os.path.exists(file):
        before, mark, _ = file.rpartition("#")  # FILE#3
        file = before if mark and os.path.exists(before) else file
    if file == "-" or (os.path.exists(file) and not os.path.isfile(file)):
        return file if file == "-" else None
    return os.path.realpath(file)
