"""Messages of the library in the words of the command line: options in place of arguments."""

from __future__ import annotations

import re
import sys
from typing import TextIO

import click

from nonosat.cli.picture_output import output_width
from nonosat.core.errors import InputError, NonosatError, error_line, printable, replace_arguments


def in_options(message: str, command: click.Command | None = None) -> str:
    """A message that names the options of a command where it names arguments of the library.

    An argument for which the command has no option stays as it is.

    Args:
        message: with arguments as `errors.argument` writes them.
        command: the command; by default the one that runs.
    """
    if command is None:
        context = click.get_current_context(silent=True)
        if context is None:
            return message
        command = context.command
    options = {
        parameter.name.removesuffix("_name"): parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.name
    }

    def words(name: str, value: str) -> str | None:
        if name not in options:
            return None
        option = options[name]
        value = "" if option.is_flag else value.strip("'") or option.metavar or ""
        return f"{max(option.opts, key=len)} {value}".rstrip()

    return replace_arguments(message, words)


def print_line(line: str, file: TextIO | None = None) -> None:
    """Print a line that may hold names of files, without characters that control a terminal.

    Args:
        line: the line; the terminal of standard output gets it folded between words.
        file: where to print it; None for standard output.
    """
    line, width = printable(line), None if file else output_width()
    if width is not None:
        from nonosat.drawing.text_width import folded_behind

        line = "\n".join(folded_behind("", line, width))
    print(line, file=file, flush=True)


def print_error(error: NonosatError, puzzle: str = "", command: click.Command | None = None) -> None:
    """Print an error on standard error, in one line.

    Args:
        error: the error.
        puzzle: name of the puzzle that was being worked on, or empty.
        command: whose options are named; by default those of the command that runs.
    """
    advice = ""
    if isinstance(error, InputError):
        from nonosat.formats.loading import refused_puzzle

        if refused_puzzle(error) is not None:
            advice = "; `nonosat diagnose` looks for the typing error"
    print(in_options(error_line(error, puzzle), command) + advice, file=sys.stderr)


def print_written(what: str, folder: str, *, quiet: bool) -> None:
    """Print on standard error, in one line, what a folder has got. A file that the user named goes without saying.

    Args:
        what: the files, such as `3 puzzles`.
        folder: its path.
        quiet: print nothing.
    """
    if not quiet:
        print(printable(f"nonosat: wrote {what} to {folder}"), file=sys.stderr)


def print_note(puzzle: str, note: str) -> None:
    """Print on standard error, in one line, what a user should know of a puzzle that is in no error.

    Args:
        puzzle: its name.
        note: the sentence; it may name arguments of the library.
    """
    print_line(f"{puzzle}: {in_options(note)}", sys.stderr)


#: The largest size of a generated puzzle.
MAX_SIZE = 4000


def read_names(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """A callback: the names in a list such as `a,b,c`, each once.

    Raises:
        click.BadParameter: one of them is empty.
    """
    if value is None:
        return None
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",")))
    if "" in names:
        raise click.BadParameter(f"{value!r}, expected names with commas between them.", ctx, param)
    return names


def read_sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """A callback: the sizes in a list such as `5,10,20`, each once.

    Raises:
        click.BadParameter: one of them is not a number, or too large.
    """
    names = read_names(ctx, param, value)
    if names is None:
        return None
    if not all(re.fullmatch("[0-9]{1,4}", name) and 0 < int(name) <= MAX_SIZE for name in names):
        raise click.BadParameter(f"{value!r}, expected sizes from 1 to {MAX_SIZE}, such as 5,10,20.", ctx, param)
    return tuple(map(int, names))
