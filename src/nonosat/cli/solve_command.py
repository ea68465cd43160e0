"""`nonosat solve`: the main job."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import FOLDER, PATH, from_option, only_one, option_group
from nonosat.cli.option_words import print_line, print_written
from nonosat.cli.output_files import OutputFiles, output_files
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture
from nonosat.cli.puzzle_entries import PuzzleEntry, names_of_files, puzzle_entries, require_stdin_once
from nonosat.cli.solver_choice import SolverChoice, solver_choice_options
from nonosat.core.compiled import kernels_sentence
from nonosat.core.errors import GaveUp, UsageError
from nonosat.core.files import make_folder
from nonosat.core.question import Run
from nonosat.formats import Sheet
from nonosat.model.nouns import count
from nonosat.solving.formulas import encode
from nonosat.solving.options import SolveOptions
from nonosat.solving.result import Result, with_goal
from nonosat.solving.solve import solve

if TYPE_CHECKING:
    from nonosat.solving.outputs import Outputs


class _Wanted(NamedTuple):
    """The values of the options that say what to find."""

    unique: bool
    all_: bool
    most: int | None
    proof: str | None


wanted_options = option_group(
    "wanted",
    _Wanted,
    click.option("-u", "--unique", is_flag=True, help="Also search for a second solution, and show where it differs."),
    click.option("--all", "all_", is_flag=True, help="Print all solutions, one after another."),
    click.option("--max", "most", type=click.IntRange(min=1), metavar="N", help="Print at most N solutions."),
    click.option(
        "--proof", type=FOLDER, metavar="DIR", help="With --unique: also write a proof, as `nonosat certify` does."
    ),
)


@click.command("solve", cls=DocumentedCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@wanted_options
@only_one("--all", "--max", "--unique")
@output_files
@from_option
@solver_choice_options("one per core")
@show_options("Log engines, sizes, times and missing solvers to standard error.")
@picture_options
def command(
    puzzles: tuple[str, ...],
    wanted: _Wanted,
    files: OutputFiles,
    format_name: str | None,
    solving: SolverChoice,
    show: Show,
    style: PictureStyle,
) -> int:
    """Solve each PUZZLE and print its picture with a line that sums up the result.

    If a file holds several puzzles, all of them are solved; FILE#3 is the third. Every picture is checked against the
    clues before it is shown. With several puzzles, the exit code is the highest of all.

    Examples:
        nonosat solve p.clues
        nonosat solve -u p.clues                     # is there a second solution?
        nonosat solve -o out puzzles/*.clues         # formulas, models and drawings
        nonosat solve -v --timeout 60 p.clues        # a log of a long search
    """
    files.check(puzzles, as_json=show.as_json)
    require_stdin_once(puzzles)
    options = solving.solve_options(unique=wanted.unique)
    if wanted.proof is not None:
        if not wanted.unique or len(puzzles) > 1:
            raise click.UsageError("--proof needs --unique and exactly one puzzle")
        from nonosat.proofs.certificate import check_options

        check_options(wanted.proof, solver=solving.solver_cmd or solving.solver)
    if show.verbose:
        print_line(f"nonosat: {kernels_sentence()}", sys.stderr)
        _print_missing_programs()
    question: Callable[[PuzzleEntry, Run], Iterator[Shown]]
    if wanted.all_ or wanted.most is not None:
        from nonosat.cli.all_solutions import all_parts, check_files

        check_files(files)
        question = partial(all_parts, options=options, most=wanted.most, files=files, style=style)
    else:
        question = _SolveQuestion(options, solving.propagate, files, show, style, wanted.proof).parts
    names = {} if files.output_dir is None else names_of_files(puzzles, format_name)
    seen: dict[str, str] = {}
    done: list[str] = []

    def ask(entry: PuzzleEntry, run: Run) -> Iterator[Shown]:
        entry.require()
        # Names of files are different, but standard input may hold several puzzles, which have numbers.
        if names.get(seen.setdefault(entry.name, entry.file)) != names.get(entry.file):
            raise UsageError(f"two puzzles are called {entry.name}; rename one of their files")
        yield from question(entry, run)
        done.append(entry.name)

    one_each = wanted.proof is not None or bool(files.single)
    entries = puzzle_entries(puzzles, format_name, timeout=solving.timeout, one_each=one_each, names=names)
    worst = each(entries, ask, show)
    if files.output_dir is not None and done:
        print_written(f"the files of {count(len(done), 'puzzle')}", files.output_dir, quiet=show.quiet)
    return worst


class _SolveQuestion(NamedTuple):
    """Solve a puzzle, write its files and prove it.

    Attributes:
        propagate: whether lines are solved before a formula is written; None for the default.
        proof: folder of a proof, or None.
    """

    options: SolveOptions
    propagate: bool | None
    files: OutputFiles
    show: Show
    style: PictureStyle
    proof: str | None

    def parts(self, entry: PuzzleEntry, run: Run) -> Iterator[Shown]:
        """The parts of the answer: the result, then its proof or nothing.

        Raises:
            GaveUp: the deadline came first; the message says what is known.
            NonosatError: the solver failed, or a file cannot be written.
        """
        sheet = entry.require()
        name, outputs = sheet.name, self.files.outputs_of(sheet.name)
        if self.proof is not None:
            from nonosat.proofs.certificate import require_place

            require_place(self.proof, sheet.puzzle)
        result = self._result(sheet, outputs, run)
        try:
            if outputs:
                from nonosat.solving.outputs import write_outputs

                write_outputs(outputs, name, result)
            yield Shown(result.outcome, text=lambda: self._print(name, result, outputs))
            if self.show.verbose:
                _print_sizes(name, result, time.monotonic() - entry.began)
            proved = None
            if self.proof is not None and result.second is None and not result.gave_up:
                proved = f"{name}: proved ({self._prove(name, result, self.proof, run)})"
        except GaveUp:
            if run.deadline.is_cancelled:
                raise
            known = f"{name}: {result.sentence()}"
            raise GaveUp(f"{known}; the time limit was reached before all files were written") from None
        fields = result.record() if self.show.as_json else {}
        yield Shown(result.outcome, fields, lambda: None if proved is None else print_line(proved))

    def _result(self, sheet: Sheet, outputs: Outputs | None, run: Run) -> Result:
        """The result for a puzzle, compared with its goal; the folder of its files is made first."""
        formula = None
        if outputs:
            if outputs.folder is not None:
                make_folder(outputs.folder)
            if outputs.wants_formula:
                propagate = bool(self.propagate)
                chosen = self.options.encoding
                formula = encode(sheet.puzzle, encoding=chosen, name=sheet.name, propagate=propagate, timeout=run)
        result = solve(sheet.puzzle, **self.options._asdict(), formula=formula, timeout=run)
        return with_goal(result, sheet.goal, unique=self.options.unique)

    def _prove(self, name: str, result: Result, folder: str, run: Run) -> str:
        """Write the proof; returns its summary."""
        from nonosat.proofs.certificate import certify

        solver = self.options.solver.name if self.options.solver else None
        encoding = str(self.options.encoding) if self.options.encoding else None
        return certify(result, name, folder, solver=solver, encoding=encoding, deadline=run.deadline).summary

    def _print(self, name: str, result: Result, outputs: Outputs | None) -> None:
        """Print the pictures and the sentence, unless a file is standard output."""
        if outputs and outputs.uses_stdout:
            return
        if result.picture:
            show_picture(result.puzzle, result.picture, self.style)
        print_line(f"{name}: {result.sentence()}{self._unused_solver(result)}")
        if result.second:
            show_picture(result.puzzle, result.second, self.style, result.differs)

    def _unused_solver(self, result: Result) -> str:
        """The end of the sentence where lines alone answered, though a solver was asked for; else empty."""
        solver = self.options.solver
        if solver is None or result.solver is not None or result.formula is not None:
            return ""
        return f"; line solving was enough, so {solver.name} did not run (--no-propagate makes it run)"


def _print_missing_programs() -> None:
    """Print on standard error which optional solver programs are not installed, and how to get them."""
    from nonosat.solvers import BACKENDS
    from nonosat.solvers.program_backend import SolverProgram

    programs = (backend for backend in BACKENDS.values() if isinstance(backend, SolverProgram))
    missing = [f"{program.name} ({program.get})" for program in programs if program.executable() is None]
    if missing:
        print(f"nonosat: optional solvers that are not installed: {', '.join(missing)}", file=sys.stderr)


def _print_sizes(name: str, result: Result, seconds: float) -> None:
    """Print on standard error the size of a puzzle and its formula, what solved it and how long all of that took."""
    parts = [f"{result.puzzle.grid.header}, {count(result.puzzle.n_blocks, 'block')}"]
    if result.formula:
        parts.append(f"{count(result.formula.n_vars, 'variable')}, {count(result.formula.n_clauses, 'clause')}")
    parts.append(result.solver or "no solver needed")
    counts = result.statistics._asdict() if result.statistics else {}
    known = [
        count(number, name.removesuffix("s"), separators=True) for name, number in counts.items() if number is not None
    ]
    parts += [", ".join(known)] if known else []
    parts.append(f"{seconds:.3f} s")
    print_line(f"{name}: {'; '.join(parts)}", sys.stderr)
