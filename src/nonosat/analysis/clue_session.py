"""A puzzle in a solver in which each clue and each given can be left out, and other clues can be tried.

The formula has a selector for each clue and each given (`encodings.cell_encoder`); a search assumes the selectors of
those that must hold. A clue that is tried in the place of another one is encoded as a puzzle of a single line, over the
variables of the cells of its line, with a selector of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.minimal_subset import minimal_subset
from nonosat.core.question import Run
from nonosat.model.clue import Clue
from nonosat.model.line_grid import LineGrid
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ImpossibleClues, Puzzle, overlong_lines
from nonosat.model.verifier import check
from nonosat.solving.formulas import RESIDUAL_ENCODING, encode
from nonosat.solving.solution_session import SolutionSession

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula


class Parts(NamedTuple):
    """Some of the clues and givens of a puzzle, by their lines and cells, ascending."""

    lines: tuple[int, ...]
    givens: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of both."""
        return len(self.lines) + len(self.givens)


class ClueSession:
    """A puzzle in a solver; each search says which parts of it hold.

    A part is a clue or a given; its selector is a literal that switches it on. Leaving the `with` block closes the
    solver.

    Attributes:
        puzzle: its clues may be impossible.
        lines: the selector of the clue of each line.
        givens: for each given cell the selector of the given.
        parts: all selectors of the puzzle: those of lines, then those of givens.
        pictures: the session with the formula of the puzzle.
        deadline: after it searches raise `GaveUp`; it can be changed between searches.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline = NEVER) -> None:
        overlong = overlong_lines(puzzle)
        formula = encode(_without(puzzle, overlong), encoding=RESIDUAL_ENCODING, selectors=True, timeout=Run(deadline))
        self.puzzle = puzzle
        self.lines: dict[int, int] = formula.selectors["line"]
        self.givens: dict[int, int] = formula.selectors["given"]
        self.parts = (*self.lines.values(), *self.givens.values())
        self.deadline = deadline
        self.pictures = SolutionSession(puzzle, formula)
        self._session, self.cells = self.pictures.solver, self.pictures.cells
        for line in overlong:
            self._session.add_clause((-self.lines[line],))
        self._tried: dict[tuple[int, Clue], int] = {}

    def __enter__(self) -> ClueSession:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def solve(self, parts: Iterable[int], *, conflicts: int | None = None) -> Picture | None:
        """A picture in which some parts hold, or None if there is none.

        Args:
            parts: selectors, of the puzzle or from `selector_of`, or other literals.
            conflicts: the number after which to give up; None for no limit.

        Raises:
            GaveUp: that limit, or the deadline, was reached.
        """
        return self.pictures.solve(parts, conflicts=conflicts, until=self.deadline, verify=False)

    def core(self) -> frozenset[int]:
        """The parts that suffice for the last answer, which was None; not the fewest."""
        return frozenset(self._session.core())

    def second(self, parts: Iterable[int], picture: Picture, *, conflicts: int | None = None) -> Picture | None:
        """A picture other than a known one in which some parts hold, or None; `conflicts` is as in `solve`."""
        activation = self._session.add_retractable([[-literal for literal in self.cells.literals_of(picture)]])
        try:
            return self.solve([*parts, activation], conflicts=conflicts)
        finally:
            self._session.retract(activation)

    def selector_of(self, line: int, clue: Clue) -> int:
        """The selector of a clue that is tried on a line with this index; the line's own clue keeps its selector."""
        if clue == self.puzzle.clues[line]:
            return self.lines[line]
        if (line, clue) not in self._tried:
            cells = self.puzzle.grid.line(line)
            variables = [-literal for cell in cells for literal in self.cells.literals(cell, BACKGROUND)]
            self._tried[line, clue] = self._add_clue(clue, variables)
        return self._tried[line, clue]

    def any_of(self, selectors: Sequence[int]) -> int:
        """A literal that implies that one of some clues holds, given by their selectors."""
        (literal,) = self._session.new_variables(1)
        self._session.add_clause((-literal, *selectors))
        return literal

    def forbid(self, picture: Picture) -> None:
        """Leave out a picture from now on."""
        self._session.add_clause([-literal for literal in self.cells.literals_of(picture)])

    def add_formula(self, formula: Formula) -> None:
        """Add the clauses of another formula with the same cell variables, as many of them as the puzzle has."""
        self._add_clauses(formula, range(1, self.cells.n_variables + 1))

    def add_loose_formula(self, formula: Formula) -> Sequence[int]:
        """Add the clauses of another formula over cell variables of its own, which may give a cell several colours.

        A cell of the puzzle has one of the colours that the formula gives it, and the background if that gives none.

        Returns:
            The cell variables of the formula.
        """
        own = self._session.new_variables(self.cells.n_variables)
        self._add_clauses(formula, own)
        n = self.puzzle.n_colors
        for first in range(0, len(own), n):
            cell = range(first + 1, first + n + 1)
            for variable, theirs in zip(cell, own[first:], strict=False):
                self._session.add_clause((-variable, theirs))
                self._session.add_clause((-theirs, *cell))
        return own

    def add_shadow(self, line: int) -> tuple[int, ...]:
        """Add a second copy of the cells of a line, on which the clue of the line holds.

        Returns:
            For each cell of the line a literal that is true if the cell and its copy have different colours.
        """
        length, n = len(self.puzzle.grid.line(line)), self.puzzle.n_colors
        own = self._session.new_variables(length * n)
        self._session.add_clause((self._add_clue(self.puzzle.clues[line], own),))
        differ = self._session.new_variables(length)
        for position, cell in enumerate(self.puzzle.grid.line(line)):
            for color in range(1, n + 1):
                one, other = self.cells.literal(cell, color), own[position * n + color - 1]
                self._session.add_clause((-one, other, differ[position]))
                self._session.add_clause((one, -other, differ[position]))
        return tuple(differ)

    def at_most(self, literals: Sequence[int], most: int) -> list[int]:
        """Literals that bound how many of `literals` are true: the k-th of them, from 0 to `most`, says at most k.

        There are more `literals` than `most`.
        """
        # registers[j]: more than j of the literals so far are true (the sequential counter of C. Sinz, CP 2005).
        registers: list[int] = []
        for literal in literals:
            width = min(len(registers) + 1, most + 1)
            following = list(self._session.new_variables(width))
            for j, register in enumerate(following):
                if j < len(registers):
                    self._session.add_clause((-registers[j], register))
                if j == 0:
                    self._session.add_clause((-literal, register))
                else:
                    self._session.add_clause((-literal, -registers[j - 1], register))
            registers = following
        return [-register for register in registers]

    def part_of(self, selectors: Iterable[int]) -> Parts:
        """The clues and givens that have these selectors, which are parts of the puzzle."""
        chosen = set(selectors)
        return Parts(
            lines=tuple(line for line, selector in self.lines.items() if selector in chosen),
            givens=tuple(cell for cell, selector in self.givens.items() if selector in chosen),
        )

    def violated(self, picture: Picture) -> frozenset[int]:
        """The selectors of the parts that a picture violates."""
        found = check(self.puzzle, picture)
        lines = [self.lines[violation.line] for violation in found if violation.line is not None]
        return frozenset([*lines, *(self.givens[each.cell] for each in found if each.cell is not None)])

    def left_out(self, picture: Picture, parts: Sequence[int], facts: Sequence[int] = ()) -> list[int]:
        """A minimal set of the `parts` that a picture violates: without them the others have a picture with `facts`.

        Args:
            picture: agrees with the facts.
            parts: selectors, ascending.
            facts: further literals that must hold.
        """

        def violated_without(out: list[int]) -> frozenset[int] | None:
            other = self.solve([*sorted(set(parts).difference(out)), *facts])
            return None if other is None else self.violated(other)

        return minimal_subset(sorted(self.violated(picture).intersection(parts)), violated_without)

    def _add_clue(self, clue: Clue, variables: Sequence[int]) -> int:
        """Add a clue over the variables of each cell of a line, one for each colour, and return its selector."""
        n = self.puzzle.n_colors
        alone = Puzzle(LineGrid(len(variables) // n), self.puzzle.palette, (clue,))
        formula = encode(alone, encoding=RESIDUAL_ENCODING, selectors=True)
        image = self._add_clauses(formula, variables)
        selector: int = image[formula.selectors["line"][0]]
        return selector

    def _add_clauses(self, formula: Formula, variables: Sequence[int]) -> list[int]:
        """Add the clauses of a formula over `variables` in place of its first ones; returns the variables of all."""
        image = [0, *variables, *self._session.new_variables(formula.n_vars - len(variables))]
        for each in formula.clauses():
            self._session.add_clause([image[literal] if literal > 0 else -image[-literal] for literal in each])
        return image


def _without(puzzle: Puzzle, lines: Sequence[int]) -> Puzzle:
    """The puzzle with empty clues on some lines, even if its totals then disagree."""
    if not lines:
        return puzzle
    clues = tuple(() if line in lines else clue for line, clue in enumerate(puzzle.clues))
    try:
        return replace(puzzle, clues=clues)
    except ImpossibleClues as error:
        return error.puzzle
