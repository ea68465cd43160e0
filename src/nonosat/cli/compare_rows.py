"""The rows of `nonosat compare`: how encodings and formulas of others are measured, and the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.analysis.equivalence import KnownSolutions, check_formula, known_solutions
from nonosat.analysis.formula_check import FormulaCheck, Verdict
from nonosat.cli.formula_files import FormulaOptions, formula_files, proof_folder
from nonosat.cli.picture_output import output_width
from nonosat.cli.puzzle_entries import PuzzleEntry
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import ExitCode, GaveUp, NonosatError, TooLarge, error_line
from nonosat.core.question import Run
from nonosat.core.tables import Cell, Percent, text_table
from nonosat.encodings import Recipe
from nonosat.solving.compare import FormulaFigures, SearchFigures, formula_figures, lines_open, search_figures
from nonosat.solving.formulas import encode, load_formula
from nonosat.solving.strength import Sample, Strength, propagation_strength, samples

if TYPE_CHECKING:
    from nonosat.proofs.equality import EqualityProof

#: Stands in place of an encoding where lines are propagated and nothing is encoded.
LINES = "(lines)"
#: The columns of what a search has done.
_COUNTS = ("conflicts", "decisions", "propagations", "restarts")


class CompareRow(NamedTuple):
    """The figures of a puzzle in an encoding, or in a formula of others.

    Attributes:
        entry: the puzzle.
        encoding: the recipe, `LINES`, or the file of the formula.
        n_open: the cells that propagation leaves open; None if it did not finish.
        formula: the figures of the formula; None for `LINES`, and if there is none.
        searches: one for each solver.
        note: the reason why there is no formula; else empty.
        strength: of unit propagation on the samples; None if it was not measured.
        check: for a formula of others, the answer whether it is right.
        proof: for a formula of others, a proof that it is right, if that was asked for.
        failure: the reason why a formula of others was not read, or why one that is right was not proved.
    """

    entry: PuzzleEntry
    encoding: str
    n_open: int | None = None
    formula: FormulaFigures | None = None
    searches: Sequence[SearchFigures] = ()
    note: str = ""
    strength: Strength | None = None
    check: FormulaCheck | None = None
    proof: EqualityProof | None = None
    failure: NonosatError | None = None

    @property
    def code(self) -> int:
        """The exit code for this row alone."""
        if self.failure is not None:
            return self.failure.exit_code
        return ExitCode.YES if self.check is None else self.check.outcome

    @property
    def is_unread(self) -> bool:
        """True for a formula of others that was not read."""
        return self.failure is not None and self.check is None

    def record(self) -> dict[str, object]:
        """The fields of its JSON record."""
        if self.is_unread:
            return {"encoding": self.encoding}
        formula = {} if self.formula is None else self.formula._asdict()
        fields: dict[str, object] = {
            "encoding": self.encoding,
            **{name: formula.get(name) for name in ("variables", "clauses", "literals")},
            "open": self.n_open,
            "note": self.note,
            "searches": [search._asdict() for search in self.searches],
        }
        if self.strength is not None:
            missed = self.strength.missed
            text = None if missed is None else missed.sentence(self.entry.puzzle)
            fields["strength"] = {"follows": self.strength.follows, "found": self.strength.found, "missed": text}
        if self.check is not None:
            fields["check"] = self.check.record()
            fields["proof"] = None if self.proof is None else self.proof.folder
        return fields


class Measuring:
    """What is needed to measure the rows of one puzzle; each formula and each search has a limit in seconds."""

    def __init__(self, entry: PuzzleEntry, solvers: Sequence[str], seconds: float, theirs: FormulaOptions) -> None:
        self.entry, self.puzzle = entry, entry.puzzle
        self._solvers, self._seconds, self._theirs = solvers, seconds, theirs
        self._known: KnownSolutions | None = None
        self._samples: list[Sample] = []
        if theirs.formulas:
            run = Run(Deadline.after(seconds))
            self._known = known_solutions(self.puzzle, theirs.most, timeout=run)
            with suppress(GaveUp):  # then the strength is not measured
                self._samples = samples(self.puzzle, self._known.pictures, theirs.seed, deadline=run.deadline)

    def tasks(self, recipes: Sequence[Recipe]) -> list[tuple[str, Callable[[], CompareRow]]]:
        """The rows of the table in their order: the name of each, and a function that measures it.

        Raises:
            NonosatError: there is no formula for this puzzle.
        """
        files = formula_files(self._theirs.formulas, self.entry.name)
        return [
            (LINES, self.lines),
            *((str(recipe), partial(self.encoding, recipe)) for recipe in recipes),
            *((file, partial(self.theirs, file)) for file in files),
        ]

    def lines(self) -> CompareRow:
        """The row of line propagation."""
        try:
            n_open = lines_open(self.puzzle, Deadline.after(self._seconds))
        except GaveUp as error:
            return CompareRow(self.entry, LINES, note=_reason(error))
        follows = sum(len(sample.follows) for sample in self._samples)
        return CompareRow(self.entry, LINES, n_open, strength=Strength(follows, follows) if self._samples else None)

    def encoding(self, recipe: Recipe) -> CompareRow:
        """The row of an encoding."""
        try:
            formula = encode(self.puzzle, encoding=recipe, timeout=Run(Deadline.after(self._seconds)))
        except (GaveUp, TooLarge) as error:
            return CompareRow(self.entry, str(recipe), note=_reason(error))
        return self._measured(CompareRow(self.entry, str(recipe)), formula)

    def theirs(self, file: str) -> CompareRow:
        """The row of a formula of others; it is measured unless it is wrong."""
        row, folder = CompareRow(self.entry, file), proof_folder(self._theirs, file)
        try:
            if folder is not None:
                from nonosat.proofs.equality import prepare_equality_place

                prepare_equality_place(folder)
            formula = load_formula(file, self.puzzle, numbering=self._theirs.numbering)
            check = check_formula(self.puzzle, formula, known=self._known, timeout=self._seconds)
        except NonosatError as error:
            return row._replace(failure=error)
        row = row._replace(check=check)
        if check.verdict is Verdict.DIFFERENT:
            return row._replace(formula=formula_figures(self.puzzle, formula))
        if folder is not None and check.verdict is Verdict.EQUAL:
            row = self._proved(row, formula, folder)
        return self._measured(row, formula)

    def _proved(self, row: CompareRow, formula: Formula, folder: str) -> CompareRow:
        from nonosat.proofs.equality import prove_equality

        assert self._known is not None
        solutions, deadline = self._known.pictures, Deadline.after(self._seconds)
        try:
            proof = prove_equality(self.puzzle, formula, solutions, folder, name=self.entry.name, deadline=deadline)
        except NonosatError as error:
            return row._replace(failure=error)
        return row._replace(proof=proof)

    def _measured(self, row: CompareRow, formula: Formula) -> CompareRow:
        figures = formula_figures(self.puzzle, formula)
        strength = propagation_strength(self.puzzle, formula, self._samples) if self._samples else None
        searches = [
            search_figures(self.puzzle, formula, solver, Deadline.after(self._seconds)) for solver in self._solvers
        ]
        return row._replace(n_open=figures.n_open, formula=figures, searches=searches, strength=strength)


def _reason(error: NonosatError) -> str:
    return error_line(error).removeprefix("nonosat: ")


def print_tables(rows: Sequence[CompareRow]) -> None:
    """Print the formulas, and the searches if there are any."""
    has_checks = any(row.check or row.is_unread for row in rows)
    formulas = [[*_keys(row), *_sizes(row), *(_checked(row) if has_checks else ()), row.note] for row in rows]
    head = ["puzzle", "formula" if has_checks else "encoding", "variables", "clauses", "literals", "open %"]
    _print_table("Formulas", [*head, *(["found %", "verdict"] if has_checks else []), "note"], formulas, 2)
    searches: list[list[Cell]] = [[*_keys(row), *search] for row in rows for search in row.searches]
    if searches:
        click.echo()
        _print_table("Searches", [*head[:2], "solver", "verdict", *_COUNTS, "seconds", "note"], searches, 3)


def _keys(row: CompareRow) -> list[Cell]:
    return [row.entry.name, row.encoding]


def _sizes(row: CompareRow) -> Iterator[Cell]:
    yield from [None] * 3 if row.formula is None else row.formula[:3]
    yield None if row.n_open is None else Percent(row.n_open / row.entry.puzzle.grid.n_cells)


def _checked(row: CompareRow) -> Iterator[Cell]:
    strength = row.strength
    yield Percent(strength.found / strength.follows) if strength and strength.follows else None
    yield "not read" if row.is_unread else "" if row.check is None else str(row.check.verdict)


def _print_table(title: str, head: list[str], lines: Sequence[list[Cell]], n_keys: int) -> None:
    if not any(line[-1] for line in lines):  # no notes
        head, lines = head[:-1], [line[:-1] for line in lines]
    text = text_table(head, lines, grouped=True, width=output_width(), n_keys=n_keys)
    click.echo(f"{title}\n\n{text}")
