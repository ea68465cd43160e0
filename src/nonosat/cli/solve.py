"""`nonosat solve`: the main job."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import FOLDER, PATH, color_option, from_option, json_option, quiet_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_groups import option_group
from nonosat.cli.option_words import print_error, print_written
from nonosat.cli.output_files import OutputFiles, output_files
from nonosat.cli.picture_output import letters_option, picture_style
from nonosat.cli.progress_log import print_missing_programs
from nonosat.cli.puzzle_entries import puzzle_entries
from nonosat.cli.puzzle_input import require_stdin_once
from nonosat.cli.solve_run import Display, SolveRun
from nonosat.cli.solver_choice import SolverChoice, solver_choice_options
from nonosat.errors import NonosatError, UsageError
from nonosat.model.nouns import count

if TYPE_CHECKING:
    from nonosat.cli.puzzle_run import PuzzleRun


def _display(as_json: bool, verbose: bool, color: bool | None, letters: bool, quiet: bool) -> Display:
    """The values of the options that choose what is printed."""
    return Display(as_json=as_json, verbose=verbose, style=picture_style(color, letters), quiet=quiet)


display_options = option_group(
    "display",
    _display,
    json_option,
    click.option(
        "-v", "--verbose", is_flag=True, help="Log engines, sizes, times and missing solvers on standard error."
    ),
    color_option,
    letters_option,
    quiet_option,
)


@click.command("solve")
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@click.option("-u", "--unique", is_flag=True, help="Also search for a second solution, and print where it differs.")
@click.option("--all", "all_", is_flag=True, help="Print all solutions, one after the other.")
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="Print all solutions, but at most N.")
@output_files
@click.option("--proof", type=FOLDER, metavar="DIR", help="With --unique: write a proof, as `nonosat certify` does.")
@from_option
@solver_choice_options("as many as there are cores")
@display_options
def command(
    puzzles: tuple[str, ...],
    unique: bool,
    all_: bool,
    most: int | None,
    files: OutputFiles,
    proof: str | None,
    format_name: str | None,
    solving: SolverChoice,
    display: Display,
) -> int:
    """Solve each PUZZLE and print its picture with a line that sums up the result.

    Of a file that holds several puzzles all are solved; FILE#3 is its third. Every picture has been checked against
    the clues before it is shown. With several puzzles the exit code is the largest of theirs.
    """
    files.check(puzzles, as_json=display.as_json)
    require_stdin_once(puzzles)
    options = solving.solve_options(unique=unique)
    if proof is not None:
        if not unique or len(puzzles) > 1:
            raise click.UsageError("--proof proves what --unique finds of one puzzle, expected both")
        from nonosat.proofs.certificate import check_options

        check_options(proof, solver=solving.solver_cmd or solving.solver)
    if display.verbose:
        print_missing_programs()
    run: PuzzleRun = SolveRun(options=options, propagate=solving.propagate, files=files, display=display, proof=proof)
    if all_ or most is not None:
        if unique or (all_ and most is not None):
            raise click.UsageError("--all, --max and --unique, expected one of them")
        if files.sat or files.sol or files.pack or files.gzip_above is not None:
            raise click.UsageError("--all and --max write drawings, expected no --sat, --sol or --gzip")
        if files.svg == "-":
            raise click.UsageError("--all and --max draw each solution, expected a file for --svg")
        from nonosat.cli.all_solutions import EnumerationRun

        run = EnumerationRun(options=options, most=most, files=files, display=display)
    one_each = proof is not None or bool(files.single)
    names = files.puzzle_names(puzzles, format_name)
    entries = puzzle_entries(puzzles, format_name, timeout=solving.timeout, one_each=one_each, names=names)
    # Without processes of its own there is nothing to end, and a signal should not wait for a solver.
    in_process = solving.solves_in_process(writes_formula=files.writes_formula)
    worst, n_done, seen = 0, 0, dict[str, str]()
    with contextlib.nullcontext() if in_process else ended_by_signals():
        for entry in entries:
            try:
                if isinstance(entry.sheet, NonosatError):
                    raise entry.sheet
                # Names of files are different, but standard input may hold several puzzles, which have numbers.
                if names.get(seen.setdefault(entry.name, entry.file)) != names.get(entry.file):
                    raise UsageError(f"two puzzles are called {entry.name}, expected different names for their files")
                worst = max(worst, run.solve(entry.sheet, entry.file, entry.deadline, entry.began))
                n_done += 1
            except NonosatError as error:
                run.print_failure(entry, error)
                if entry.is_only:
                    raise
                print_error(error, entry.name)
                worst = max(worst, error.exit_code)
    if files.output_dir is not None and n_done:
        print_written(f"the files of {count(n_done, 'puzzle')}", files.output_dir, quiet=display.quiet)
    return worst
