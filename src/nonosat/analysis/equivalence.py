"""Whether a formula of others says what the clues of a puzzle say, and if not, a picture that shows it.

Only the cells count: a formula may have any other variables. It is right if

* each solution of the clues can be extended to a model of the formula, which the solver is asked under the assumption
  of the cells, and
* no model gives a cell two colours, and the formula with all solutions excluded on the cells has no model.

That decides the question if there are few enough solutions to ask for each. With more of them the second part stays
exact: instead of the solutions, `clue_failure` excludes all pictures in which no clue fails. For the first part some
solutions are asked: those that were found, and others that have various placements of each line. Then a formula without
a difference is not proved to be right.

Of the pictures that are allowed wrongly, one with the fewest wrong lines is a smallest correction of the clues together
with the formula (`contradictions`). If a model gives a cell two colours, either of them may be in the picture: the
formula then has cell variables of its own, from which the picture chooses, and it may be that no line is wrong.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from nonosat.analysis.clue_failure import require_failure
from nonosat.analysis.clue_session import ClueSession
from nonosat.analysis.contradictions import fewest_corrections
from nonosat.analysis.formula_check import AllowedPicture, ForbiddenPicture, FormulaCheck, Verdict
from nonosat.analysis.formula_parts import forbidden_lines
from nonosat.core.arguments import public
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.minimal_subset import minimal_subset
from nonosat.core.question import Limit, Run
from nonosat.lines.clue_automaton import ClueAutomaton, block_options
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import check
from nonosat.solving.solution_session import SolutionSession
from nonosat.solving.solve import solutions

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.solvers.session import Session

#: The number of solutions up to which each is asked for.
MOST_SOLUTIONS = 1_000
#: With more solutions, the placements of each line that are tried.
_PLACEMENTS = 8
#: The placements from which these are drawn.
_DRAWN_FROM = 500


class KnownSolutions(NamedTuple):
    """Solutions of a puzzle, all different, and whether these are all."""

    pictures: tuple[Picture, ...]
    is_all: bool


def known_solutions(puzzle: Puzzle, most: int = MOST_SOLUTIONS, *, timeout: Limit = None) -> KnownSolutions:
    """The solutions of a puzzle, up to a number; as many as are found within the time limit."""
    found: list[Picture] = []
    try:
        found.extend(islice(solutions(puzzle, timeout=timeout), most + 1))
    except GaveUp:
        return KnownSolutions(tuple(found[:most]), is_all=False)
    return KnownSolutions(tuple(found[:most]), is_all=len(found) <= most)


@public
def check_formula(
    puzzle: Puzzle, formula: Formula, *, known: KnownSolutions | None = None, timeout: Limit = None
) -> FormulaCheck:
    """Compare the models of a formula, as far as its cell variables go, with the solutions of a puzzle.

    Args:
        formula: its first variables are those of the cells, as `load_formula` and `encode` number them.
        known: solutions of the puzzle from `known_solutions`; by default up to 1,000 are looked for.
        timeout: seconds from now, or a run, after which the verdict is "not decided" unless a difference was found.

    Raises:
        SolverError: the solver failed.
    """
    run = Run.of(timeout)
    known = known or known_solutions(puzzle, timeout=run)
    comparison = _Comparison(puzzle, formula, known, run.deadline)
    allowed = forbidden = None
    n_asked, why = len(known.pictures), ""
    try:
        with SolutionSession(puzzle, formula, deadline=run.deadline) as models:
            forbidden = comparison.forbidden(models, known.pictures)
            if forbidden is None and not known.is_all:
                others = list(comparison.other_solutions())
                n_asked += len(others)
                forbidden = comparison.forbidden(models, others)
            if known.pictures:  # a wrong picture near a solution is easier to understand
                models.solver.set_phases(models.cells.literals_of(known.pictures[0]))
            allowed = comparison.allowed(models)
    except GaveUp as error:
        why = str(error)
    if allowed or forbidden:
        verdict, why = Verdict.DIFFERENT, ""
    elif why:
        verdict = Verdict.UNDECIDED
    else:
        verdict = Verdict.EQUAL if known.is_all else Verdict.NO_DIFFERENCE
    return FormulaCheck(
        puzzle=puzzle,
        verdict=verdict,
        allowed=allowed,
        forbidden=forbidden,
        n_solutions=n_asked,
        n_unused=_n_unused(puzzle, formula) if verdict is Verdict.DIFFERENT else 0,
        why=why,
    )


def _n_unused(puzzle: Puzzle, formula: Formula) -> int:
    """The number of cells none of whose variables is in a clause."""
    n, n_cells = puzzle.n_colors, puzzle.grid.n_cells
    arrays = (literals for group in formula.groups for literals in group.literals.values())
    used = {abs(literal) for each in arrays for literal in set(each)}
    return n_cells - len({(variable - 1) // n for variable in used if variable <= n_cells * n})


class _Comparison(NamedTuple):
    """A puzzle and a formula; the deadline ends all searches."""

    puzzle: Puzzle
    formula: Formula
    known: KnownSolutions
    deadline: Deadline

    def forbidden(self, models: SolutionSession, pictures: Iterable[Picture]) -> ForbiddenPicture | None:
        """The first of some solutions that the formula forbids, if there is one."""
        for picture in pictures:
            if models.solver.solve(models.cells.literals_of(picture)) is None:
                return self._forbidden(models, picture)
        return None

    def _forbidden(self, models: SolutionSession, picture: Picture) -> ForbiddenPicture:
        grid = self.puzzle.grid
        own = {cell: _cell_literals(models, picture, cell) for cell in range(grid.n_cells)}

        def is_forbidden(cells: Iterable[int]) -> bool:
            return models.solver.solve([literal for cell in cells for literal in own[cell]]) is None

        def smaller(cells: list[int]) -> list[int] | None:
            if not is_forbidden(cells):
                return None
            core = set(models.solver.core())
            return [cell for cell in cells if not core.isdisjoint(own[cell])]

        cells = smaller([*own]) or []
        if not cells or is_forbidden(()):
            lines = forbidden_lines(self.puzzle, self.formula, picture, self.deadline)
            return ForbiddenPicture(picture, lines, (), has_models=False)
        lines = tuple(line for line in range(grid.n_lines) if is_forbidden(grid.line(line)))
        return ForbiddenPicture(picture, lines, () if lines else tuple(minimal_subset(cells, smaller)))

    def other_solutions(self) -> Iterator[Picture]:
        """Solutions with some placements of each line, none of which is known."""
        puzzle, seen = self.puzzle, {picture.cells for picture in self.known.pictures}
        rng = random.Random(1)
        with ClueSession(puzzle, self.deadline) as session:
            for line, clue in enumerate(puzzle.clues):
                cells = puzzle.grid.line(line)
                full = (1 << len(cells)) - 1
                automaton = ClueAutomaton(block_options(clue, [full] * (puzzle.n_colors + 1)), full, len(cells))
                drawn = list(islice(automaton.fillings(), _DRAWN_FROM))
                for filling in rng.sample(drawn, min(_PLACEMENTS, len(drawn))):
                    literals = [
                        x for cell, c in zip(cells, filling, strict=True) for x in session.cells.literals(cell, c)
                    ]
                    picture = session.solve([*session.parts, *literals])
                    if picture is not None and picture.cells not in seen:
                        seen.add(picture.cells)
                        yield picture

    def allowed(self, models: SolutionSession) -> AllowedPicture | None:
        """A picture that the formula allows wrongly, if there is one; adds clauses to the session."""
        two = self._two_colors(models)
        if two is not None:
            return two
        if self.known.is_all:
            for picture in self.known.pictures:
                models.solver.add_clause([-literal for literal in models.cells.literals_of(picture)])
        else:
            require_failure(models)
        found = models.solve(verify=False)
        return None if found is None else self._fewest_wrong(found)

    def _two_colors(self, models: SolutionSession) -> AllowedPicture | None:
        """A model that gives a cell two colours, if there is one, as a picture with the fewest wrong lines."""
        puzzle = self.puzzle
        if puzzle.n_colors < 2:
            return None
        variables = range(1, models.cells.n_variables + 1)
        some = models.solver.add_retractable([_two_color_marks(models.solver, puzzle, variables)])
        model = models.solver.solve([some])
        models.solver.retract(some)
        if model is None:
            return None
        colors = _colors_of_cells(puzzle, model, variables)
        found = self._with_two_colors(Picture(puzzle.grid, tuple((each or [BACKGROUND])[0] for each in colors)), colors)
        with suppress(GaveUp), ClueSession(puzzle, self.deadline) as session:
            theirs = session.add_loose_formula(self.formula)
            session.pictures.solver.add_clause(_two_color_marks(session.pictures.solver, puzzle, theirs))
            picture, is_fewest = _fewest_wrong(session)
            if picture is not None:
                session.solve(session.cells.literals_of(picture))
                colors = _colors_of_cells(puzzle, session.pictures.model or (), theirs)
                found = self._with_two_colors(picture, colors)._replace(is_fewest=is_fewest)
        return found

    def _with_two_colors(self, picture: Picture, colors: Sequence[Sequence[int]]) -> AllowedPicture:
        """A picture of a model, with the first cell to which the model gives two of the `colors` of cells."""
        cell = next(cell for cell, each in enumerate(colors) if len(each) > 1)
        shown = picture.cells[cell]
        other = next(color for color in colors[cell] if color != shown)
        return AllowedPicture(picture, tuple(check(self.puzzle, picture)), two_colors=(cell, shown, other))

    def _fewest_wrong(self, found: Picture) -> AllowedPicture:
        """A picture with the fewest wrong lines, or the one that was `found` if the deadline comes first."""
        picture, is_fewest = None, False
        with suppress(GaveUp), ClueSession(self.puzzle, self.deadline) as session:
            session.add_formula(self.formula)
            if self.known.is_all:
                for each in self.known.pictures:
                    session.forbid(each)
            else:
                require_failure(session.pictures)
            picture, is_fewest = _fewest_wrong(session)
        picture = picture or found
        return AllowedPicture(picture, tuple(check(self.puzzle, picture)), is_fewest)


def _fewest_wrong(session: ClueSession) -> tuple[Picture | None, bool]:
    """The picture with the fewest wrong lines that was found within the deadline, and whether no other has fewer."""
    picture = session.solve(session.parts)
    if picture is not None:
        return picture, True
    corrections = fewest_corrections(session)
    return (corrections.found[0].picture, corrections.is_smallest) if corrections.found else (None, False)


def _two_color_marks(solver: Session, puzzle: Puzzle, variables: Sequence[int]) -> Sequence[int]:
    """A literal for each cell and two colours, which implies both; `variables` has those of cells and colours."""
    n = puzzle.n_colors
    pairs = [(cell * n + a, cell * n + b) for cell in range(puzzle.grid.n_cells) for a, b in combinations(range(n), 2)]
    marks = solver.new_variables(len(pairs))
    for mark, pair in zip(marks, pairs, strict=True):
        for place in pair:
            solver.add_clause((-mark, variables[place]))
    return marks


def _colors_of_cells(puzzle: Puzzle, model: Iterable[int], variables: Sequence[int]) -> list[list[int]]:
    """For each cell its colours in a model, ascending; none for the background."""
    n, true = puzzle.n_colors, set(model)
    return [
        [color for color in range(1, n + 1) if variables[cell * n + color - 1] in true]
        for cell in range(puzzle.grid.n_cells)
    ]


def _cell_literals(models: SolutionSession, picture: Picture, cell: int) -> Sequence[int]:
    """The literals of all colours of a cell that are true in a picture."""
    color = picture.cells[cell]
    literals = {c: models.cells.literal(cell, c) for c in range(1, models.puzzle.n_colors + 1)}
    return [literal if c == color else -literal for c, literal in literals.items()]
