"""Messages of the library in the words of the command line: options in place of arguments."""

from __future__ import annotations

import sys
from typing import TextIO

import click

from nonosat.cli.picture_output import output_width
from nonosat.core.errors import InputError, NonosatError, error_line, printable, replace_arguments


def in_options(message: str, command: click.Command | None = None) -> str:
    """A message that names the options of a command where it names arguments of the library.

    Arguments are written as by `errors.argument`; one for which the command has no option stays as it is. The default
    is the command that runs.
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
        # A shell takes what follows a bare # for a comment.
        value = "" if option.is_flag else (value if "#" in value else value.strip("'")) or option.metavar or ""
        return f"{max(option.opts, key=len)} {value}".rstrip()

    return replace_arguments(message, words)


def print_line(line: str, file: TextIO | None = None) -> None:
    """Print a line that may hold names of files, without characters that control a terminal.

    Without a `file` it goes to standard output, whose terminal gets it folded between words.
    """
    line, width = printable(line), None if file else output_width()
    if width is not None:
        from nonosat.core.text_columns import folded_behind

        line = "\n".join(folded_behind("", line, width))
    print(line, file=file, flush=True)


def print_error(error: NonosatError, puzzle: str = "", command: click.Command | None = None) -> None:
    """Print an error on standard error, in one line, in the words of the command that runs or of another one.

    Args:
        puzzle: name of the puzzle that was being worked on, or empty.
    """
    advice = ""
    if isinstance(error, InputError):
        from nonosat.formats.loading import refused_puzzle

        if refused_puzzle(error) is not None:
            advice = "; `nonosat diagnose` looks for the typing error"
    print(in_options(error_line(error, puzzle), command) + advice, file=sys.stderr)


def print_written(what: str, folder: str, *, quiet: bool) -> None:
    """Print on standard error what files a folder has got. A file that the user named goes without saying."""
    if not quiet:
        print(printable(f"nonosat: wrote {what} to {folder}"), file=sys.stderr)


def print_note(puzzle: str, note: str) -> None:
    """Print on standard error a sentence about the puzzle of a name; it may name arguments of the library."""
    print_line(f"{puzzle}: {in_options(note)}", sys.stderr)
