"""One puzzle as `nonosat solve` treats it: solve, write files, print, prove."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.interrupts import ended_at_deadline, ended_by_signals
from nonosat.cli.progress_log import ProgressLog, print_sizes
from nonosat.cli.terminal import show_picture
from nonosat.errors import GaveUp
from nonosat.results.report import exit_code, sentence
from nonosat.solving.formulas import encode
from nonosat.solving.options import SolveOptions
from nonosat.solving.pipeline import solve_puzzle
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.cli.output_files import OutputFiles
    from nonosat.formats import Sheet
    from nonosat.results.outputs import Outputs
    from nonosat.system.deadline import Deadline


class Display(NamedTuple):
    """The values of the options that choose what is printed.

    Attributes:
        as_json: one JSON record a puzzle instead of a picture and a sentence.
        verbose: also log engines, sizes and times.
        color: whether pictures are coloured; None to decide by the terminal.
        quiet: print nothing but errors.
    """

    as_json: bool
    verbose: bool
    color: bool | None
    quiet: bool


class SolveRun(NamedTuple):
    """What is done with every puzzle.

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

    def solve(self, sheet: Sheet, deadline: Deadline, began: float) -> int:
        """Solve a puzzle, write its files and print the result.

        Args:
            sheet: the puzzle.
            deadline: when to end.
            began: reading of `time.monotonic` when the work on it began.

        Returns:
            The exit code.

        Raises:
            GaveUp: the deadline came first; the message says what is known.
            NonosatError: the solver failed, or a file cannot be written.
        """
        outputs = self.files.outputs_of(sheet.name)
        with ended_at_deadline(deadline):
            result = self._result(sheet, outputs, deadline)
            try:
                if outputs:
                    from nonosat.results.outputs import write_outputs

                    write_outputs(outputs, sheet.name, result)
                if not (outputs and outputs.uses_stdout):
                    self._print(sheet.name, result)
                if self.display.verbose:
                    print_sizes(sheet.name, result, time.monotonic() - began)
                if self.proof is not None and result.second is None and not result.gave_up:
                    self._prove(sheet.name, result, self.proof, deadline)
            except GaveUp:
                known = sentence(sheet.name, result)
                raise GaveUp(f"{known}; the time limit came before all was written") from None
        return exit_code(result)

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
        if sheet.goal is not None:
            from nonosat.results.goals import with_goal

            result = with_goal(result, sheet.goal, unique=self.options.unique)
        return result

    def _prove(self, name: str, result: Result, folder: str, deadline: Deadline) -> None:
        """Write the proof, and print that it is there."""
        from nonosat.proofs.certificate import certify

        recipe, backend = self.options.recipe, self.options.solver
        with ended_by_signals():
            verdict = certify(
                result,
                name,
                folder,
                solver=backend.name if backend else None,
                encoding=str(recipe) if recipe else None,
                deadline=deadline,
            )
        if not (self.display.quiet or self.display.as_json):
            print(f"{name}: proved ({verdict.summary})")

    def _unused_solver(self, result: Result) -> str:
        """The end of the sentence where lines alone answered, though a solver was asked for; else empty."""
        solver = self.options.solver
        if solver is None or result.solver is not None or result.formula is not None:
            return ""
        return f"; line solving finished it, {solver.name} did not run (--no-propagate leaves it to {solver.name})"

    def _print(self, name: str, result: Result) -> None:
        if self.display.as_json:
            import json

            from nonosat.results.report import record

            click.echo(json.dumps(record(name, result)))
            return
        if self.display.quiet:
            return
        if result.picture:
            show_picture(result.puzzle, result.picture, self.display.color)
        print(sentence(name, result) + self._unused_solver(result))
        if result.second:
            show_picture(result.puzzle, result.second, self.display.color, result.differs)
