"""The diagnosis of a puzzle for its author: unique, several solutions and where they differ, or what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonosat.analysis.count import SolutionCount, cell_colors, count, record_number
from nonosat.analysis.reasons import Reasons, find_reasons
from nonosat.analysis.solution_map import map_solutions
from nonosat.core.arguments import public
from nonosat.core.errors import GaveUp
from nonosat.core.question import Limit, Outcome, Run
from nonosat.explaining.contradiction_report import contradiction_lines, contradiction_record
from nonosat.formats.picture_text import picture_rows
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.cell_colors import CellColors
from nonosat.model.grid import cell_name, cell_place, named_cells
from nonosat.model.nouns import count as counted
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle, find_disagreement, overlong_lines
from nonosat.solving.solve import solve

#: The verdicts: one solution, several, none, at least one, nothing known.
UNIQUE, SEVERAL, NONE, SOLVABLE, UNDECIDED = "unique", "several", "none", "solvable", "undecided"
#: More independent places, and more cells of one, are not listed.
_PLACES, _CELLS = 12, 4


@dataclass(frozen=True, kw_only=True, repr=False)
class Diagnosis(DisplayedAnswer, Reasons):
    """The diagnosis of a puzzle; the reasons are None if there is a solution.

    Attributes:
        verdict: `unique`, `several` (solutions) or `none`, each of which is proved; `solvable` if the time limit was
            reached after one solution was found, before it was clear whether it is the only one; `undecided` if it was
            reached before that.
        count: the number of solutions, with the solution map; None unless a solution was found.
        colors: the colours of each cell in all solutions; None unless a solution was found.
    """

    verdict: str
    count: SolutionCount | None = None
    colors: CellColors | None = None

    @property
    def is_decided(self) -> bool:
        """True if it is known whether there is no solution, one, or more."""
        return self.verdict in (UNIQUE, SEVERAL, NONE)

    @property
    def outcome(self) -> Outcome:
        """Yes for a unique puzzle, no for several solutions or none."""
        return Outcome.YES if self.verdict == UNIQUE else Outcome.NO if self.is_decided else Outcome.GAVE_UP

    def sentence(self) -> str:
        """The verdict."""
        if self.verdict == SOLVABLE:
            return "solvable; gave up before it was clear whether the solution is unique"
        if self.count is None or self.colors is None or self.verdict == UNIQUE:
            return {
                UNIQUE: "unique: exactly one solution",
                NONE: "no solution",
                UNDECIDED: "gave up: found neither a solution nor a proof that there is none",
            }[self.verdict]
        n_differing = len(self.colors.open_cells) - len(self.colors.unproved)
        places = "" if self.colors.unproved else f" in {counted(len(self.colors.places), 'independent place')}"
        verb = "differs" if n_differing == 1 else "differ"
        return f"{self.count}; {counted(n_differing, 'cell')} {verb}{places}"

    def details(self) -> Iterator[str]:
        """The evidence for the verdict, in indented sentences, the most important first."""
        if self.verdict == NONE:
            yield from contradiction_lines(self)
        if self.verdict == UNIQUE or self.count is None or self.colors is None:
            return
        grid, colors, components = self.puzzle.grid, self.colors, self.count.components
        if unproved := sorted(colors.unproved):
            n_more = counted(len(unproved), "more cell")
            yield f"  gave up before {n_more} were proved to be constant or not: {named_cells(grid, unproved)}"
            return
        for number, component in enumerate(components[:_PLACES], 1):
            least = "" if component.is_exact else "at least "
            ways = f"{least}{counted(component.at_least, 'solution', separators=True)}"
            cells = [f"{cell_name(grid, cell)}: {colors.division(cell)}" for cell in component.cells[:_CELLS]]
            shares = "; ".join([*cells, "..."] if len(component.cells) > _CELLS else cells)
            yield f"  place {number}: {counted(len(component.cells), 'cell')}, {ways}: {shares}"
        if len(components) > _PLACES:
            yield f"  and {counted(len(components) - _PLACES, 'more place')}"

    def record(self) -> dict[str, object]:
        """The diagnosis as a JSON object; it depends only on the input, unless a time limit was reached."""
        puzzle, grid = self.puzzle, self.puzzle.grid
        record: dict[str, object] = {
            "grid": grid.header,
            "colors": list(puzzle.palette.colors),
            "verdict": self.verdict,
            "solutions": 0 if self.verdict == NONE else None,
            "exact": self.verdict == NONE,
            "picture": None,
            "differs": [],
            "unproved": [],
            "places": [],
        }
        if self.verdict == NONE:
            return record | contradiction_record(self)
        if self.count is None or self.colors is None:
            return record
        unproved = self.colors.unproved
        return record | {
            "solutions": record_number(self.count.at_least),
            "exact": self.count.is_exact and self.is_decided,
            "picture": picture_rows(puzzle, self.count.map.witnesses[0]),
            "differs": [
                {"cell": list(cell_place(grid, cell)), "colors": self._shares(cell)}
                for cell in self.colors.open_cells
                if cell not in unproved
            ],
            "unproved": [list(cell_place(grid, cell)) for cell in sorted(unproved)],
            "places": [
                {
                    "cells": [list(cell_place(grid, cell)) for cell in component.cells],
                    "solutions": record_number(component.at_least),
                    "exact": component.is_exact,
                }
                for component in self.count.components
            ],
        }

    def _shares(self, cell: int) -> dict[str, float | None]:
        """The share of the solutions in which a cell has each colour, by its letter; None where it is not known."""
        assert self.colors is not None
        shares = {letter(color): self.colors.share(cell, color) for color in self.colors.possible[cell]}
        return {name: None if share is None else round(share, 6) for name, share in shares.items()}

    def svg(self, title: str = "") -> str | None:
        """The drawing, by default with the title of the puzzle; None if there is nothing to draw."""
        from nonosat.drawing.svg import svg

        if self.colors is not None and self.colors.open_cells:
            from nonosat.drawing.svg_map import svg_map

            return svg_map(self.colors, title=title)
        if self.count is not None:
            return svg(self.puzzle, self.count.map.witnesses[0], title=title)
        if self.corrections is None or not self.corrections.found:
            return None
        nearest = self.corrections.found[0]
        cells = {cell for line in nearest.parts.lines for cell in self.puzzle.grid.line(line)}
        marked = cells.union(nearest.parts.givens)
        words = "Picture that violates the fewest clues of a nonogram without a solution; these clues are outlined"
        return svg(self.puzzle, nearest.picture, clues=True, title=title, differs=marked, description=words)


@public
def diagnose(puzzle: Puzzle, *, lines: bool = False, timeout: Limit = None) -> Diagnosis:
    """Diagnose a puzzle for its author: unique, several solutions and where they differ, or what is wrong.

    Args:
        puzzle: its clues may be impossible, as those of `ImpossibleClues.puzzle` are.
        lines: whether to look for a smallest set of clues that contradict each other, too, if there is no solution.
        timeout: seconds from now, after which the diagnosis so far is returned; or a run.

    Raises:
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    run = Run.of(timeout)
    if not find_disagreement(puzzle.grid, puzzle.clues, puzzle.n_colors) and not overlong_lines(puzzle):
        try:
            result = solve(puzzle, unique=True, timeout=run)
        except GaveUp:
            return Diagnosis(puzzle=puzzle, verdict=UNDECIDED)
        if result.picture is not None:
            found = count(map_solutions(result, timeout=run), timeout=run)
            verdict = UNIQUE if found.map.is_unique else SEVERAL if len(found.map.witnesses) > 1 else SOLVABLE
            return Diagnosis(puzzle=puzzle, verdict=verdict, count=found, colors=cell_colors(found, run.deadline))
    return Diagnosis(verdict=NONE, **vars(find_reasons(puzzle, run, lines=lines)))
