"""One puzzle as `nonosat solve` treats it: solve, write files, print, prove."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from nonosat.cli.interrupts import ended_at_deadline, ended_by_signals
from nonosat.cli.option_words import in_options, print_error, print_line
from nonosat.cli.picture_output import PictureStyle, show_picture
from nonosat.cli.progress_log import ProgressLog, print_sizes
from nonosat.errors import GaveUp, NonosatError
from nonosat.results.report import exit_code, sentence
from nonosat.solving.formulas import encode
from nonosat.solving.interrupted import SearchInterrupted
from nonosat.solving.options import SolveOptions
from nonosat.solving.pipeline import solve_puzzle
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.cli.output_files import OutputFiles
    from nonosat.cli.puzzle_entries import PuzzleEntry
    from nonosat.formats import Sheet
    from nonosat.results.outputs import Outputs
    from nonosat.system.deadline import Deadline


class Display(NamedTuple):
    """The values of the options that choose what is printed.

    Attributes:
        as_json: one JSON record a puzzle instead of a picture and a sentence.
        verbose: also log engines, sizes and times.
        style: how pictures look.
        quiet: print nothing but errors.
    """

    as_json: bool
    verbose: bool
    style: PictureStyle
    quiet: bool


class SolveRun(NamedTuple):
    """Solve a puzzle, write its files and print it.

    Attributes:
        options: how puzzles are solved.
        propagate: whether lines are solved before a formula is written; None for the default.
        files: what to write.
        display: what to print.
        proof: folder of a proof, or None.
    """

    options: SolveOptions
    propagate: bool | None
    files: OutputFiles
    display: Display
    proof: str | None

    def solve(self, sheet: Sheet, file: str, deadline: Deadline, began: float) -> int:
        """Solve a puzzle, write its files and print the result.

        Args:
            sheet: the puzzle.
            file: the argument that names its file.
            deadline: when to end.
            began: reading of `time.monotonic` when the work on it began.

        Returns:
            The exit code.

        Raises:
            GaveUp: the deadline came first; the message says what is known.
            NonosatError: the solver failed, or a file cannot be written.
            click.Abort: the search for a second solution was interrupted; what is known is printed and written.
        """
        outputs = self.files.outputs_of(sheet.name)
        try:
            with ended_at_deadline(deadline):
                result = self._result(sheet, outputs, deadline)
                try:
                    self._deliver(sheet.name, result, outputs, began)
                    if self.proof is not None and result.second is None and not result.gave_up:
                        self._prove(sheet.name, result, self.proof, deadline)
                except GaveUp:
                    known = sentence(sheet.name, result)
                    raise GaveUp(f"{known}; the time limit came before all was written") from None
        except SearchInterrupted as interrupted:
            self._deliver_interrupted(sheet, file, interrupted, outputs, began)
        self._print_record(sheet.name, file, result, began, exit_code(result))
        return exit_code(result)

    def print_failure(self, entry: PuzzleEntry, error: NonosatError) -> None:
        """Print the record of a puzzle that ended with an error, if records are asked for.

        Args:
            entry: the puzzle, or what could not be read.
            error: that ended it.
        """
        if not self.display.as_json:
            return
        import json

        from nonosat.results.json_record import failure_record

        puzzle = None if isinstance(entry.sheet, NonosatError) else entry.sheet.puzzle
        seconds = time.monotonic() - entry.began
        record = failure_record(entry.name, puzzle, error, file=entry.file, seconds=seconds)
        click.echo(json.dumps({**record, "error": in_options(str(record["error"]))}))

    def _print_record(self, name: str, file: str, result: Result, began: float, code: int) -> None:
        """Print the record of a result, if records are asked for; it comes last, so that each puzzle has one."""
        if not self.display.as_json:
            return
        import json

        from nonosat.results.json_record import record

        seconds = time.monotonic() - began
        click.echo(json.dumps(record(name, result, file=file, seconds=seconds, exit=code)))

    def _deliver(self, name: str, result: Result, outputs: Outputs | None, began: float) -> None:
        """Write the files of a result, and print it."""
        if outputs:
            from nonosat.results.outputs import write_outputs

            write_outputs(outputs, name, result)
        if not (outputs and outputs.uses_stdout):
            self._print(name, result)
        if self.display.verbose:
            print_sizes(name, result, time.monotonic() - began)

    def _deliver_interrupted(
        self, sheet: Sheet, file: str, interrupted: SearchInterrupted, outputs: Outputs | None, began: float
    ) -> NoReturn:
        """Deliver what is known of an interrupted puzzle, which needs no search; then end the command."""
        print(file=sys.stderr)  # ends the line on which a terminal shows ^C
        result = self._with_goal(sheet, interrupted.result)
        try:
            self._deliver(sheet.name, result, outputs, began)
        except NonosatError as error:  # no reason to go on with other puzzles
            print_error(error, sheet.name)
        self._print_record(sheet.name, file, result, began, 130)
        sys.stdout.flush()
        raise click.Abort from SearchInterrupted(result)

    def _result(self, sheet: Sheet, outputs: Outputs | None, deadline: Deadline) -> Result:
        """The result for a puzzle; the folder of its files is made first."""
        log = ProgressLog(sheet.name, time.monotonic(), self.display.verbose, live=not self.display.quiet)
        formula = None
        if outputs:
            from nonosat.results.outputs import make_folder

            if outputs.folder is not None:
                make_folder(outputs.folder)
            if outputs.wants_formula:
                propagate = bool(self.propagate)
                formula = encode(sheet.puzzle, encoding=self.options.recipe, name=sheet.name, propagate=propagate)
        with log:
            result = solve_puzzle(sheet.puzzle, self.options, formula=formula, deadline=deadline, log=log.write)
        return self._with_goal(sheet, result)

    def _with_goal(self, sheet: Sheet, result: Result) -> Result:
        """The result, compared with the goal of the puzzle, if it has one."""
        if sheet.goal is None:
            return result
        from nonosat.results.goals import with_goal

        return with_goal(result, sheet.goal, unique=self.options.unique)

    def _prove(self, name: str, result: Result, folder: str, deadline: Deadline) -> None:
        """Write the proof, and print that it is there."""
        from nonosat.proofs.certificate import certify

        recipe, backend = self.options.recipe, self.options.solver
        with ended_by_signals():
            proof = certify(
                result,
                name,
                folder,
                solver=backend.name if backend else None,
                encoding=str(recipe) if recipe else None,
                deadline=deadline,
            )
        if not (self.display.quiet or self.display.as_json):
            print_line(f"{name}: proved ({proof.summary})")

    def _unused_solver(self, result: Result) -> str:
        """The end of the sentence where lines alone answered, though a solver was asked for; else empty."""
        solver = self.options.solver
        if solver is None or result.solver is not None or result.formula is not None:
            return ""
        return f"; line solving finished it, {solver.name} did not run (--no-propagate leaves it to {solver.name})"

    def _print(self, name: str, result: Result) -> None:
        if self.display.quiet or self.display.as_json:
            return
        if result.picture:
            show_picture(result.puzzle, result.picture, self.display.style)
        print_line(sentence(name, result) + self._unused_solver(result))
        if result.second:
            show_picture(result.puzzle, result.second, self.display.style, result.differs)
