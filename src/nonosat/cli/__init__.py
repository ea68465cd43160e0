"""The command line: one file for each command, imported when that command runs; the work is done by other packages.

A new command is a file `NAME_command.py` with a click command named `command`, and one line in `SECTIONS`. Commands
share `asking`, which asks a question about each of the `puzzle_entries`, `command_help`, `interrupts`, and the files
whose names end in `options`, `choice`, `input` and `output`.
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple, cast

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.core.errors import ExitCode, NonosatError
from nonosat.core.registries import registry


class Command(NamedTuple):
    """A command; its module has the click command `command`, and help says what it is `about`."""

    name: str
    module: str
    about: str


#: The sections of help, with their commands in the order in which help lists them.
SECTIONS = {
    "Solve": (
        Command("solve", "nonosat.cli.solve_command", "Solve puzzles and report whether the solution is unique."),
        Command("explain", "nonosat.cli.explain_command", "Explain the solution in steps that a person can follow."),
        Command("hint", "nonosat.cli.hint_command", "Give the next step for a partial picture, or its wrong cells."),
        Command("count", "nonosat.cli.count_command", "Count the solutions of a puzzle exactly."),
        Command("batch", "nonosat.cli.batch_command", "Solve many puzzles; an interrupted run can be resumed."),
        Command("check", "nonosat.cli.check_command", "Check a picture or a model against the clues."),
        Command("encode", "nonosat.cli.encode_command", "Write the formula of a puzzle as a DIMACS file or in words."),
        Command("decode", "nonosat.cli.decode_command", "Turn the model that a solver found into a picture."),
    ),
    "Create": (
        Command("scan", "nonosat.cli.scan_command", "Read a puzzle from a screenshot, a scan or a photo."),
        Command("draw", "nonosat.cli.draw_command", "Draw a puzzle in the browser, and see live whether it is unique."),
        Command("make", "nonosat.cli.make_command", "Make a puzzle from a picture."),
        Command("diagnose", "nonosat.cli.diagnose_command", "Show where solutions differ, or why there is none."),
        Command("mend", "nonosat.cli.mend_command", "Make a puzzle unique with provably the fewest changes."),
        Command("rate", "nonosat.cli.rate_command", "Rate how hard puzzles are for a person."),
        Command("generate", "nonosat.cli.generate_command", "Generate random puzzles of a given size and difficulty."),
        Command("render", "nonosat.cli.render_command", "Draw a puzzle to solve on paper, or its solution."),
        Command("page", "nonosat.cli.page_command", "Make a web page to play and print puzzles."),
        Command("book", "nonosat.cli.book_command", "Make a PDF book of puzzles with their solutions."),
    ),
    "Study": (
        Command("line", "nonosat.cli.line_command", "Show what a clue and known cells force on one line, and why."),
        Command("info", "nonosat.cli.info_command", "Show sizes and other facts about puzzles without solving them."),
        Command("compare", "nonosat.cli.compare_command", "Compare encodings: sizes, propagation and solving times."),
        Command("encodings", "nonosat.cli.encodings_command", "List the encodings and their options."),
        Command("solvers", "nonosat.cli.solvers_command", "List the solver backends and what they can do."),
    ),
    "Prove": (
        Command("certify", "nonosat.cli.certify_command", "Prove that a solution is unique, or that there is none."),
        Command("verify-proof", "nonosat.cli.verify_proof_command", "Check a proof that certify wrote."),
    ),
    "Files": (
        Command("convert", "nonosat.cli.convert_command", "Convert puzzles to another format."),
        Command("formats", "nonosat.cli.formats_command", "List the file formats and what they can express."),
    ),
}

COMMANDS = registry(*chain(*SECTIONS.values()))


class OutputClosed(Exception):
    """The reader of standard output has closed it; click would make that exit code 1, which means "no solution"."""


class LazyGroup(click.Group, DocumentedCommand):
    """A group of commands in sections, which imports a command only to run it or to show its own help."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error ends it with one line, which names its options, and an exit code."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise OutputClosed from None
        except NonosatError as error:
            from nonosat.cli.option_words import print_error

            print_error(error, command=self.get_command(ctx, ctx.invoked_subcommand or ""))
            return error.exit_code

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of a name, or None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        return cast(click.Command, import_module(COMMANDS[cmd_name].module).command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the sections of commands, without importing the commands."""
        width = max(map(len, COMMANDS))
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                # Names of equal width put the summaries of all sections in one column.
                formatter.write_dl([(command.name.ljust(width), command.about) for command in commands])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read `args`; `help COMMAND` is `COMMAND --help`, and `help` alone is `--help`.

        Without any the help is an error message: click does the same from 8.2 on, and before that ended with 0.
        """
        if not (args or ctx.resilient_parsing):
            click.echo(ctx.get_help(), err=True, color=ctx.color)
            ctx.exit(ExitCode.USAGE)
        return super().parse_args(ctx, [*args[1:2], "--help"] if args[:1] == ["help"] else args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that `args` begin with, and the others of `args`; raises an error that names the nearest ones."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = " or ".join(get_close_matches(args[0], COMMANDS, cutoff=0.65))
            advice = f"did you mean {near}?" if near else f"choose one of {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {args[0]!r}; {advice}", ctx)
        return super().resolve_command(ctx, args)


_HELP = f"""Solve nonograms (picture logic puzzles) on squares, hexagons and triangles with SAT solvers.

`nonosat help COMMAND` shows the help of a command. The file name - means standard input or standard output. A link to
puzz.link can take the place of a puzzle file: the puzzle is in the text of the link, and nothing is downloaded.
Exit codes: {ExitCode.sentence()}.

Examples:
    nonosat solve -u p.clues                 # is there a second solution?
    nonosat make photo.jpg p.clues --size 30x22
    nonosat help solve
"""


@click.group(cls=LazyGroup, help=_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(None, "-V", "--version", package_name="nonosat", prog_name="nonosat")
def cli() -> None:
    """Run a command of nonosat."""
