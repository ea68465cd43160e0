"""The list of `nonosat batch --duplicates`, and reading puzzles only for it."""

from __future__ import annotations

import sys

import click
from click.core import ParameterSource

from nonosat.batch.duplicates import Duplicates
from nonosat.batch.inputs import FoundFiles, UnreadablePuzzle, read_tasks
from nonosat.batch.puzzle_task import read_header
from nonosat.cli.option_words import print_error, print_line
from nonosat.cli.puzzle_entries import others_sentence
from nonosat.core.errors import InputError

#: The parameters that count where puzzles are only read.
_READING = {"puzzles", "with_duplicates", "files_from", "format_name", "columns_first", "quiet"}


def print_duplicates(duplicates: Duplicates) -> None:
    """Print a line for each group of puzzles that are the same."""
    for line in duplicates.lines():
        print_line(line)


def require_only_reading(*, is_allowed: bool) -> None:
    """Refuse a call without an output folder if it `is_allowed` not only to read, or if it has options about solving.

    Raises:
        UsageError: it is such a call.
    """
    if not is_allowed:
        raise click.UsageError("Missing option -o; without it, batch can only list --duplicates")
    context = click.get_current_context()
    given = [
        max(param.opts, key=len)
        for param in context.command.params
        if param.name not in _READING and context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(f"{given[0]} needs -o; without it, --duplicates reads puzzles, but does not solve them")


def list_duplicates(found: FoundFiles, format_name: str | None, *, quiet: bool) -> int:
    """Read puzzles, and print which ones are the same; the exit code."""
    duplicates, code = Duplicates(), 0
    for puzzle in (puzzle for source in found.sources for puzzle in read_tasks(source, format_name)):
        try:
            if isinstance(puzzle, UnreadablePuzzle):
                raise puzzle.error
            header = read_header(puzzle)
        except InputError as error:
            print_error(error, puzzle.name)
            code = error.exit_code
        else:
            duplicates.add(puzzle.name, header.digest, header.shape_digest)
    if not quiet:
        print_duplicates(duplicates)
        if found.others:
            print_line(f"nonosat: {others_sentence(found)}", sys.stderr)
    return code
