"""The command line: one file for each command, imported when that command runs; no logic of its own lives here."""

from __future__ import annotations

import importlib
from typing import Any, cast

import click

#: Commands in the order in which help lists them, with the sentence that help shows.
COMMANDS = {
    "solve": "Solve puzzles, and tell whether the solution is unique.",
    "batch": "Solve many puzzles, and go on after any interruption.",
    "encode": "Write the formula of a puzzle as a DIMACS file, or in words.",
    "decode": "Turn a solver's answer into the picture.",
    "check": "Check a picture or a model against the clues.",
    "certify": "Prove that a solution is the only one, or that there is none.",
    "verify-proof": "Check such a proof.",
    "render": "Draw a puzzle, empty or solved, as SVG.",
    "make": "Make a puzzle from a picture.",
    "compare": "Put encodings side by side.",
    "info": "Tell what a puzzle is, without solving it.",
    "convert": "Write puzzles in another format.",
    "formats": "List the file formats and what they can express.",
    "encodings": "List the encodings, and what can be chosen with them.",
    "solvers": "List the solver backends and what they can do.",
}


class ReaderGone(Exception):
    """Whoever reads standard output has closed it; click would make that exit code 1, which says "no solution"."""


class LazyGroup(click.Group):
    """A group that imports a command only to run it or to show its own help."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderGone from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name, or None."""
        if cmd_name not in COMMANDS:
            return None
        return cast(click.Command, importlib.import_module(f"nonosat.cli.{cmd_name.replace('-', '_')}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that the arguments name; says which there are if there is none."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}, expected one of {', '.join(COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "-V", "--version", package_name="nonosat", prog_name="nonosat")
def cli() -> None:
    """Solve picture logic puzzles (nonograms), rectangular and hexagonal, by SAT.

    A file name of - means standard input or standard output. Exit codes: 0 solved (and unique, where asked), 1 no
    solution or not unique, 2 usage, 3 bad input, 4 solver failed or missing, 5 gave up at the time limit,
    130 interrupted.
    """
