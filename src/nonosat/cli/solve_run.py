"""One puzzle as `nonosat solve` treats it: solve, write files, print, prove."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.asking import Run, Show, Shown
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_output import PictureStyle, show_picture
from nonosat.cli.progress_log import print_sizes
from nonosat.errors import GaveUp
from nonosat.results.report import exit_code, sentence
from nonosat.solving.formulas import encode
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
    """The options that choose what is printed, and the look of pictures."""

    show: Show
    style: PictureStyle


class SolveQuestion(NamedTuple):
    """The question of `nonosat solve`.

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

    def answer(self, entry: PuzzleEntry, run: Run) -> Shown:
        """Solve a puzzle, write its files, print the result, and prove it where that is asked for.

        Raises:
            GaveUp: the deadline came first; the message says what is known.
            NonosatError: the solver failed, or a file cannot be written.
        """
        sheet = entry.require()
        outputs = self.files.outputs_of(sheet.name)
        result = self._result(sheet, outputs, run)
        run.acknowledge()
        try:
            self._deliver(sheet.name, result, outputs, entry.began)
            if self.proof is not None and result.second is None and not result.gave_up:
                self._prove(sheet.name, result, self.proof, run.deadline)
        except GaveUp:
            known = sentence(sheet.name, result)
            raise GaveUp(f"{known}; the time limit came before all was written") from None
        return Shown(exit_code(result), self._record(result), lambda: None)

    def _record(self, result: Result) -> dict[str, object]:
        """The fields of the record, where one is wanted."""
        if not self.display.show.as_json:
            return {}
        from nonosat.results.json_record import result_record

        return result_record(result)

    def _deliver(self, name: str, result: Result, outputs: Outputs | None, began: float) -> None:
        """Write the files of a result, and print it."""
        if outputs:
            from nonosat.results.outputs import write_outputs

            write_outputs(outputs, name, result)
        if not (outputs and outputs.uses_stdout):
            self._print(name, result)
        if self.display.show.verbose:
            print_sizes(name, result, time.monotonic() - began)

    def _result(self, sheet: Sheet, outputs: Outputs | None, run: Run) -> Result:
        """The result for a puzzle; the folder of its files is made first."""
        formula = None
        if outputs:
            from nonosat.results.outputs import make_folder

            if outputs.folder is not None:
                make_folder(outputs.folder)
            if outputs.wants_formula:
                propagate = bool(self.propagate)
                formula = encode(sheet.puzzle, encoding=self.options.recipe, name=sheet.name, propagate=propagate)
        result = solve_puzzle(sheet.puzzle, self.options, formula=formula, deadline=run.deadline, log=run.log)
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
        if self.display.show.has_text:
            print_line(f"{name}: proved ({proof.summary})")

    def _unused_solver(self, result: Result) -> str:
        """The end of the sentence where lines alone answered, though a solver was asked for; else empty."""
        solver = self.options.solver
        if solver is None or result.solver is not None or result.formula is not None:
            return ""
        return f"; line solving finished it, {solver.name} did not run (--no-propagate leaves it to {solver.name})"

    def _print(self, name: str, result: Result) -> None:
        if not self.display.show.has_text:
            return
        if result.picture:
            show_picture(result.puzzle, result.picture, self.display.style)
        print_line(sentence(name, result) + self._unused_solver(result))
        if result.second:
            show_picture(result.puzzle, result.second, self.display.style, result.differs)
