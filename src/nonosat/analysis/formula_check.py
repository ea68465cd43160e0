"""The answer to the question whether a formula says what the clues of a puzzle say, with the pictures that show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from nonosat.core.question import Outcome
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.clue import clue_text
from nonosat.model.grid import cell_name, cell_place, line_label, line_name, named_cells
from nonosat.model.nouns import count, joined
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import Violation

#: The clues that are listed below a picture, and the lines that a sentence names.
_MOST_DETAILS, _MOST_LINES = 6, 3


class Verdict(StrEnum):
    """What is known of a formula."""

    EQUAL = "equal"
    """Its models are the solutions."""
    DIFFERENT = "different"
    """It allows a picture that is no solution, or forbids a solution."""
    NO_DIFFERENCE = "no difference found"
    """It allows no wrong picture, and all solutions that were tried."""
    UNDECIDED = "not decided"
    """The time limit came first."""


class AllowedPicture(NamedTuple):
    """A picture that a formula allows although it is no solution.

    Attributes:
        violations: the clues and givens that fail.
        is_fewest: whether no picture that the formula allows has fewer of them.
        two_colors: a cell to which the formula gives two colours, and both of them; the picture has the first one. The
            picture may then be a solution.
    """

    picture: Picture
    violations: tuple[Violation, ...]
    is_fewest: bool = False
    two_colors: tuple[int, int, int] | None = None


class ForbiddenPicture(NamedTuple):
    """A solution that a formula forbids.

    Attributes:
        lines: the lines whose cells the formula forbids by themselves, ascending; of a formula without any model those
            that a part of it forbids.
        cells: if there is no such line, a minimal set of cells that it forbids together.
        has_models: whether the formula allows any picture; if not, there are no `cells`.
    """

    picture: Picture
    lines: tuple[int, ...]
    cells: tuple[int, ...]
    has_models: bool = True


@dataclass(frozen=True, kw_only=True, repr=False)
class FormulaCheck(DisplayedAnswer):
    """The comparison of a formula with the clues of a puzzle.

    Attributes:
        allowed: a picture that the formula allows wrongly, or None.
        forbidden: a solution that it forbids wrongly, or None.
        n_solutions: the number of solutions that the formula was asked for.
        n_unused: of a formula that is different the number of cells that are in no clause. A formula of another puzzle
            or with another numbering has such cells.
        why: the reason why the verdict is not decided; else empty.
    """

    puzzle: Puzzle
    verdict: Verdict
    allowed: AllowedPicture | None = None
    forbidden: ForbiddenPicture | None = None
    n_solutions: int = 0
    n_unused: int = 0
    why: str = ""

    @property
    def outcome(self) -> Outcome:
        """YES: equal; GAVE_UP: the time limit came first; NO: different, or no difference found."""
        outcomes = {Verdict.EQUAL: Outcome.YES, Verdict.UNDECIDED: Outcome.GAVE_UP}
        return outcomes.get(self.verdict, Outcome.NO)

    @property
    def picture(self) -> Picture | None:
        """The picture that shows the difference; one that is allowed wrongly comes first."""
        shown = self.allowed or self.forbidden
        return shown.picture if shown else None

    @property
    def marked_lines(self) -> tuple[int, ...]:
        """The lines of that picture whose clues fail, or that the formula forbids, ascending."""
        if self.allowed is not None:
            return tuple(each.line for each in self.allowed.violations if each.line is not None)
        return self.forbidden.lines if self.forbidden else ()

    @property
    def marked(self) -> tuple[int, ...]:
        """The cells of that picture where the difference is, as far as it is in a few lines or cells."""
        if self.allowed is not None and self.allowed.two_colors is not None:
            return (self.allowed.two_colors[0],)
        if self.allowed is not None or self.forbidden is None:
            return ()
        return self.forbidden.cells

    def sentence(self) -> str:
        """The verdict with what shows it."""
        asked = count(self.n_solutions, "solution", separators=True)
        if self.verdict is Verdict.EQUAL and not self.n_solutions:
            return "equal: neither the clues nor the formula have a solution"
        if self.verdict is Verdict.EQUAL:
            all_of_them = "the only solution" if self.n_solutions == 1 else f"the {asked}"
            return f"equal: the formula allows {all_of_them} of the clues and nothing else"
        if self.verdict is Verdict.NO_DIFFERENCE:
            return f"no difference found: the formula allows no wrong picture, and all of {asked} that were tried"
        parts = [self._allowed_words()] if self.allowed else []
        parts += [self._forbidden_words()] if self.forbidden else []
        return f"{self.verdict}: {'; '.join(parts) or self.why}"

    def _allowed_words(self) -> str:
        assert self.allowed is not None
        if self.allowed.two_colors is not None:
            cell, one, other = self.allowed.two_colors
            place = cell_name(self.puzzle.grid, cell)
            return f"the formula allows two colours in {place}: {letter(one)} and {letter(other)}"
        n_wrong = len(self.allowed.violations)
        fewest = " (no such picture has fewer)" if self.allowed.is_fewest and n_wrong > 1 else ""
        return f"the formula allows a picture with {count(n_wrong, 'wrong line')}{fewest}"

    def _forbidden_words(self) -> str:
        assert self.forbidden is not None
        grid, (_, lines, cells, has_models) = self.puzzle.grid, self.forbidden
        what = "forbids a solution" if has_models else "has no model, but the clues have a solution"
        if lines:
            return f"the formula {what}; it forbids the cells of {_few([line_name(grid, line) for line in lines])}"
        if not cells:
            return f"the formula {what}"
        return f"the formula forbids a solution: {count(len(cells), 'cell')} together: {named_cells(grid, cells)}"

    def details(self) -> list[str]:
        """The clues that fail in the picture, or that the formula forbids there, and the number of unused cells."""
        grid = self.puzzle.grid
        found = []
        if self.allowed is not None and self.allowed.two_colors is None:
            found = [violation.message for violation in self.allowed.violations]
        elif self.allowed is None and self.forbidden is not None:
            clues = {line: clue_text(self.puzzle.clues[line]) for line in self.forbidden.lines}
            found = [f"{line_name(grid, line)}: {clue}, as drawn, is forbidden" for line, clue in clues.items()]
        more = len(found) - _MOST_DETAILS
        if more > 0:
            found[_MOST_DETAILS:] = [f"and {more} more"]
        if self.n_unused:
            verb = "is" if self.n_unused == 1 else "are"
            found.append(f"{self.n_unused:,} of the {count(grid.n_cells, 'cell', separators=True)} {verb} in no clause")
        return found

    def record(self) -> dict[str, object]:
        """The same as a JSON object."""
        from nonosat.formats.picture_text import picture_rows

        grid = self.puzzle.grid
        two = self.allowed.two_colors if self.allowed else None
        return {
            "verdict": str(self.verdict),
            "solutions": self.n_solutions,
            "unused_cells": self.n_unused,
            "allowed": picture_rows(self.puzzle, self.allowed.picture) if self.allowed else None,
            "violations": [each._asdict() for each in self.allowed.violations] if self.allowed else [],
            "fewest": self.allowed.is_fewest if self.allowed else None,
            "two_colors": None
            if two is None
            else {"cell": list(cell_place(grid, two[0])), "colors": list(map(letter, two[1:]))},
            "forbidden": picture_rows(self.puzzle, self.forbidden.picture) if self.forbidden else None,
            "forbidden_lines": [line_label(grid, line) for line in self.forbidden.lines] if self.forbidden else [],
            "forbidden_cells": [list(cell_place(grid, cell)) for cell in self.forbidden.cells]
            if self.forbidden
            else [],
            "why": self.why,
        }


def _few(names: list[str]) -> str:
    """The first of some names, and the number of the others."""
    more = len(names) - _MOST_LINES
    return joined(names if more <= 0 else [*names[:_MOST_LINES], f"{more} more"])
