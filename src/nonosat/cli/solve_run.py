"""The question of `nonosat solve`: solve a puzzle, write its files, print it, prove it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.asking import Show, Shown
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_output import PictureStyle, show_picture
from nonosat.cli.progress_log import print_sizes
from nonosat.errors import GaveUp
from nonosat.solving.formulas import encode
from nonosat.solving.options import SolveOptions
from nonosat.solving.pipeline import solve
from nonosat.solving.result import Result, with_goal
from nonosat.system.run import Run

if TYPE_CHECKING:
    from nonosat.cli.output_files import OutputFiles
    from nonosat.cli.puzzle_entries import PuzzleEntry
    from nonosat.formats import Sheet
    from nonosat.results.outputs import Outputs


class SolveQuestion(NamedTuple):
    """Solve a puzzle, write its files and prove it.

    Attributes:
        options: how puzzles are solved.
        propagate: whether lines are solved before a formula is written; None for the default.
        files: what to write.
        show, style: what to print, and the look of pictures.
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
        outputs = self.files.outputs_of(sheet.name)
        result = self._result(sheet, outputs, run)
        try:
            if outputs:
                from nonosat.results.outputs import write_outputs

                write_outputs(outputs, sheet.name, result)
            yield Shown(result.outcome, None, lambda: self._print(sheet.name, result, outputs))
            if self.show.verbose:
                print_sizes(sheet.name, result, time.monotonic() - entry.began)
            summary = None
            if self.proof is not None and result.second is None and not result.gave_up:
                summary = self._prove(sheet.name, result, self.proof, run)
        except GaveUp:
            if run.deadline.is_stopped:
                raise
            known = f"{sheet.name}: {result.sentence()}"
            raise GaveUp(f"{known}; the time limit came before all was written") from None
        yield Shown(result.outcome, result.record() if self.show.as_json else {}, lambda: _print_proof(sheet, summary))

    def _result(self, sheet: Sheet, outputs: Outputs | None, run: Run) -> Result:
        """The result for a puzzle, compared with its goal; the folder of its files is made first."""
        formula = None
        if outputs:
            from nonosat.results.outputs import make_folder

            if outputs.folder is not None:
                make_folder(outputs.folder)
            if outputs.wants_formula:
                propagate = bool(self.propagate)
                formula = encode(sheet.puzzle, encoding=self.options.encoding, name=sheet.name, propagate=propagate)
        result = solve(sheet.puzzle, **self.options._asdict(), formula=formula, timeout=run)
        return with_goal(result, sheet.goal, unique=self.options.unique)

    def _prove(self, name: str, result: Result, folder: str, run: Run) -> str:
        """Write the proof; returns its summary."""
        from nonosat.proofs.certificate import certify

        recipe, backend = self.options.encoding, self.options.solver
        with ended_by_signals():
            return certify(
                result,
                name,
                folder,
                solver=backend.name if backend else None,
                encoding=str(recipe) if recipe else None,
                deadline=run.deadline,
            ).summary

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
        return f"; line solving finished it, {solver.name} did not run (--no-propagate leaves it to {solver.name})"


def _print_proof(sheet: Sheet, summary: str | None) -> None:
    if summary is not None:
        print_line(f"{sheet.name}: proved ({summary})")
