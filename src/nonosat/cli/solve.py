"""`nonosat solve`: the main job."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from nonosat.cli.asking import Ends, Show, Shown, each, show_options
from nonosat.cli.common_options import FOLDER, PATH, from_option
from nonosat.cli.option_groups import only_one
from nonosat.cli.option_words import print_written
from nonosat.cli.output_files import OutputFiles, output_files
from nonosat.cli.picture_output import PictureStyle, picture_options
from nonosat.cli.progress_log import print_missing_programs
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries
from nonosat.cli.puzzle_input import require_stdin_once
from nonosat.cli.solve_run import SolveQuestion
from nonosat.cli.solver_choice import SolverChoice, solver_choice_options
from nonosat.errors import UsageError
from nonosat.model.nouns import count
from nonosat.system.run import Run


@click.command("solve")
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@click.option("-u", "--unique", is_flag=True, help="Also search for a second solution, and print where it differs.")
@click.option("--all", "all_", is_flag=True, help="Print all solutions, one after the other.")
@click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="Print all solutions, but at most N.")
@output_files
@click.option("--proof", type=FOLDER, metavar="DIR", help="With --unique: write a proof, as `nonosat certify` does.")
@from_option
@solver_choice_options("as many as there are cores")
@show_options("Log engines, sizes, times and missing solvers on standard error.")
@picture_options
def command(
    puzzles: tuple[str, ...],
    unique: bool,
    all_: bool,
    most: int | None,
    files: OutputFiles,
    proof: str | None,
    format_name: str | None,
    solving: SolverChoice,
    show: Show,
    style: PictureStyle,
) -> int:
    """Solve each PUZZLE and print its picture with a line that sums up the result.

    Of a file that holds several puzzles all are solved; FILE#3 is its third. Every picture has been checked against
    the clues before it is shown. With several puzzles the exit code is the largest of theirs.
    """
    files.check(puzzles, as_json=show.as_json)
    require_stdin_once(puzzles)
    options = solving.solve_options(unique=unique)
    if proof is not None:
        if not unique or len(puzzles) > 1:
            raise click.UsageError("--proof proves what --unique finds of one puzzle, expected both")
        from nonosat.proofs.certificate import check_options

        check_options(proof, solver=solving.solver_cmd or solving.solver)
    if show.verbose:
        print_missing_programs()
    question: Callable[[PuzzleEntry, Run], Iterator[Shown]]
    question = SolveQuestion(options, solving.propagate, files, show, style, proof).parts
    if all_ or most is not None:
        only_one({"--all": all_, "--max": most, "--unique": unique})
        if files.sat or files.sol or files.pack or files.gzip_above is not None:
            raise click.UsageError("--all and --max write drawings, expected no --sat, --sol or --gzip")
        if files.svg == "-":
            raise click.UsageError("--all and --max draw each solution, expected a file for --svg")
        from nonosat.cli.all_solutions import AllQuestion

        question = AllQuestion(options, most, files, style).parts
    names = files.puzzle_names(puzzles, format_name)
    seen: dict[str, str] = {}
    done: list[str] = []

    def ask(entry: PuzzleEntry, run: Run) -> Iterator[Shown]:
        entry.require()
        # Names of files are different, but standard input may hold several puzzles, which have numbers.
        if names.get(seen.setdefault(entry.name, entry.file)) != names.get(entry.file):
            raise UsageError(f"two puzzles are called {entry.name}, expected different names for their files")
        yield from question(entry, run)
        done.append(entry.name)

    one_each = proof is not None or bool(files.single)
    entries = puzzle_entries(puzzles, format_name, timeout=solving.timeout, one_each=one_each, names=names)
    in_process = solving.solves_in_process(options.solver, writes_formula=files.writes_formula)
    worst = each(entries, ask, show, Ends(by_signals=not in_process, at_deadline=True))
    if files.output_dir is not None and done:
        print_written(f"the files of {count(len(done), 'puzzle')}", files.output_dir, quiet=show.quiet)
    return worst
