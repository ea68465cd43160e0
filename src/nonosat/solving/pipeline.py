"""The whole way from a puzzle to its verified pictures: propagate, encode, solve, decode, verify.

What single lines tell is drawn first, and only what they leave open is encoded and handed to a solver. Often nothing
is left; then the picture is the only one, and no solver is needed, nor imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from nonosat.errors import ONE_FOUND, GaveUp, UsageError, known_if_interrupted
from nonosat.lines.domains import Domains, slack
from nonosat.lines.fixpoint import propagate as propagate_lines
from nonosat.lines.fixpoint import propagated
from nonosat.model.puzzle import Picture, Puzzle, letter
from nonosat.model.verifier import verified
from nonosat.solving.portfolio.strategies import find_plan
from nonosat.system.deadline import Deadline
from nonosat.system.processes import available_cores

if TYPE_CHECKING:
    from nonosat.backends.base import Backend
    from nonosat.cnf.formula import Formula
    from nonosat.solving.enumeration import SolutionEnumerator

#: The complete formula is for people, too: it says where each block starts.
COMPLETE_ENCODING = "start"
#: The residual formula is for the solver alone, which is faster without the start variables.
RESIDUAL_ENCODING = "order"


class Result(NamedTuple):
    """What was found out about a puzzle.

    Attributes:
        puzzle: the puzzle.
        picture: a solution, verified, or None if there is none.
        second: another solution, if one was looked for and found.
        unique: whether `picture` is the only solution; None if that is not known.
        gave_up: the time limit came before the search for a second solution ended.
        model: for a complete formula its model with the value of every variable, ascending; else None.
        formula: what was solved, or None where none was needed.
        solver: name of the backend that was used, or None where none was needed.
        conflicts: how many the solver needed, where it tells.
        goal: `found` if `picture` is what the puzzle's author has in mind, `another` if that is another solution,
            `wrong` if it is none, None if it is not known; see `goals`.
    """

    puzzle: Puzzle
    picture: Picture | None
    second: Picture | None = None
    unique: bool | None = None
    gave_up: bool = False
    model: tuple[int, ...] | None = None
    formula: Formula | None = None
    solver: str | None = None
    conflicts: int | None = None
    goal: str | None = None

    @property
    def differs(self) -> tuple[int, ...]:
        """The cells in which the two solutions differ, ascending."""
        if self.picture is None or self.second is None:
            return ()
        pairs = zip(self.picture.cells, self.second.cells, strict=True)
        return tuple(cell for cell, (one, other) in enumerate(pairs) if one != other)


def encode(
    puzzle: Puzzle,
    *,
    encoding: str | None = None,
    amo: str | None = None,
    add: Iterable[str] = (),
    name: str = "",
    propagate: bool = False,
) -> Formula:
    """A formula whose models, seen at the cell variables, are the solutions of a puzzle.

    Args:
        puzzle: what to encode.
        encoding: a name of `encodings.ENCODINGS`, or a whole recipe as text (see `encodings.Recipe`); by default
            `start`.
        amo: a name of `cnf.cardinality.AMOS`, for an encoding that has an at-most-one to choose.
        add: names of `encodings.REDUNDANT`.
        name: what comments in the formula call the puzzle.
        propagate: leave out what single lines rule out. Without it the formula is the complete one: it leaves out
            only what each clue on its own rules out.

    Raises:
        TooLarge: the encoding is not meant for puzzles of this size.
        UsageError: there is no such encoding, at-most-one or redundant constraint, or these do not go together.
    """
    from nonosat.encodings import find_encoding

    recipe = find_encoding(COMPLETE_ENCODING if encoding is None else encoding, amo=amo, add=add)

    # Lines that contradict each other leave no domains; the complete formula says the same.
    domains = (propagate_lines(puzzle) if propagate else None) or slack(puzzle)
    formula = recipe.encode(puzzle, domains)
    colors = ", ".join(f"{letter(c)} {color}" for c, color in enumerate(puzzle.palette.colors))
    formula.comments[:0] = [
        f"nonogram {_printable(name)}".rstrip(),
        f"grid: {puzzle.grid.header}; colours: {colors}",
        f"encoding: {recipe}, {'after line propagation' if propagate else 'complete'}",
        f"cell i (from 0, row by row) has colour c (from 1): variable i * {puzzle.n_colors} + c",
    ]
    return formula


def solve(
    puzzle: Puzzle,
    *,
    unique: bool = False,
    solver: str | Backend | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    add: Iterable[str] = (),
    timeout: float | None = None,
    propagate: bool = True,
    formula: Formula | None = None,
    strategy: str = "auto",
    portfolio: int | None = None,
    tell: Callable[[str], None] | None = None,
) -> Result:
    """Find a solution, and whether it is the only one.

    Args:
        puzzle: what to solve.
        unique: look for a second solution too.
        solver: name of a backend, or one made by `backends.find_backend`; the default one if None.
        encoding: see `encode`; by default `start`, or `order` for a residual formula.
        amo, add: see `encode`.
        timeout: seconds from now.
        propagate: draw the conclusions of single lines first, and encode only what they leave open.
        formula: a formula of the puzzle made by `encode`, to be solved as it is.
        strategy: a name of `strategy.plans.STRATEGIES`. `auto` tries several ways, side by side where it is worth it;
            with a `solver` that is named, or without propagation it leaves all to one solver, as `sat` always does.
            A `formula` that is given goes to one solver too, unless it is hard: then other ways find the picture, and
            the solver the rest of the model. `hints` tells one solver the likelier value of each variable; it needs
            numpy. `decimation` only finds solutions.
        portfolio: how many processes may be at work at once; by default as many as there are cores. With fewer than
            there are ways to try, these take turns.
        tell: is told in a sentence, now and then, what is tried and what came of it.

    Raises:
        GaveUp: there was no answer within the time limit, or the strategy found none and can prove nothing.
        SolverError: the backend is missing, crashed, or gave an answer that fails verification.
        UsageError: there is no such backend, encoding or strategy, or these do not go together.
    """
    plan = find_plan(strategy, for_one_solver=solver is not None or formula is not None or not propagate)
    if portfolio is not None and portfolio < 1:
        raise UsageError(f"a portfolio of {portfolio} processes, expected at least 1")
    deadline = Deadline.after(timeout)
    if solver is not None:
        # A solver that is asked for by name must be there, also if lines turn out to do without it.
        from nonosat.backends import find_backend

        solver = find_backend(solver) if isinstance(solver, str) else solver
        solver.require()
    domains = None
    if formula is None and propagate:
        domains = propagate_lines(puzzle, deadline=deadline)
        if domains is None:
            return Result(puzzle, None)
        picture = domains.picture()
        if picture is not None:
            return Result(puzzle, verified(puzzle, picture), unique=True)
        if not plan.one_solver and solver is None:
            from nonosat.solving.portfolio.portfolio_search import search

            found = search(
                puzzle,
                domains,
                plan,
                unique=unique,
                deadline=deadline,
                slots=portfolio or available_cores(),
                tell=tell or _tell_nobody,
                encoding=_recipe(encoding, amo, add, domains),
            )
            return Result(puzzle, **found._asdict())
    if formula is not None and propagate and solver is None and not plan.one_solver:
        return _of_formula(puzzle, formula, unique, deadline, strategy, portfolio, tell)
    if plan.hints:
        from nonosat.solving.portfolio.initial_phases import SUGGESTIBLE

        solver = solver or SUGGESTIBLE
    if formula is None:
        formula = _formula(puzzle, _recipe(encoding, amo, add, domains), domains)
    return _one_solver(puzzle, solver, formula, domains, unique=unique, hints=plan.hints, deadline=deadline)


def _of_formula(
    puzzle: Puzzle,
    formula: Formula,
    unique: bool,
    deadline: Deadline,
    strategy: str,
    portfolio: int | None,
    tell: Callable[[str], None] | None,
) -> Result:
    """Solve a complete formula by itself if that is easy; else the puzzle first, and the formula with its picture."""
    from nonosat.solving.portfolio.job import FIRST_CONFLICTS, PATIENCE_ALONE

    conflicts = FIRST_CONFLICTS * PATIENCE_ALONE
    alone = None
    with suppress(GaveUp):
        alone = _one_solver(puzzle, None, formula, None, unique=unique, deadline=deadline, conflicts=conflicts)
        if not alone.gave_up:
            return alone
    left = deadline.wait_time()
    try:
        result = solve(puzzle, unique=unique, timeout=left, strategy=strategy, portfolio=portfolio, tell=tell)
        if result.picture is None:
            return result._replace(formula=formula)
        with _pictures(puzzle, None, formula, None, deadline) as pictures:
            pictures.require_picture(result.picture)
            pictures.next()
            return result._replace(formula=formula, model=complete_model(pictures.model, formula.n_vars))
    except GaveUp:
        if alone is None:
            raise
        return alone


def _one_solver(
    puzzle: Puzzle,
    solver: str | Backend | None,
    formula: Formula,
    domains: Domains | None,
    *,
    unique: bool,
    deadline: Deadline,
    hints: bool = False,
    conflicts: int | None = None,
) -> Result:
    """All questions answered by one solver, each within so many conflicts."""
    from nonosat.solving.portfolio.job import next_picture

    with _pictures(puzzle, solver, formula, domains, deadline) as pictures:
        if hints:
            from nonosat.solving.portfolio.initial_phases import likely_values

            state = propagated(puzzle, deadline)
            if state is not None:
                pictures.session.set_phases(likely_values(state, formula, deadline))
        picture = next_picture(pictures, conflicts, deadline)
        if picture is None:
            taken = pictures.session.conflicts
            return Result(puzzle, None, formula=formula, solver=pictures.solver, conflicts=taken)
        model = complete_model(pictures.model, formula.n_vars) if domains is None else None
        second, gave_up = None, False
        if unique:
            try:
                with known_if_interrupted(ONE_FOUND):
                    second = next_picture(pictures, conflicts, deadline)
            except GaveUp:
                gave_up = True
        taken = pictures.session.conflicts
    return Result(
        puzzle,
        picture,
        second,
        unique=second is None if unique and not gave_up else None,
        gave_up=gave_up,
        model=model,
        formula=formula,
        solver=pictures.solver,
        conflicts=taken,
    )


def solutions(
    puzzle: Puzzle,
    *,
    solver: str | Backend | None = None,
    encoding: str | None = None,
    amo: str | None = None,
    add: Iterable[str] = (),
    timeout: float | None = None,
    propagate: bool = True,
) -> Iterator[Picture]:
    """All solutions, one after the other, each verified; the arguments and errors are those of `solve`."""
    deadline = Deadline.after(timeout)
    domains = None
    if propagate:
        domains = propagate_lines(puzzle, deadline=deadline)
        if domains is None:
            return
        picture = domains.picture()
        if picture is not None:
            yield verified(puzzle, picture)
            return
    formula = _formula(puzzle, _recipe(encoding, amo, add, domains), domains)
    with _pictures(puzzle, solver, formula, domains, deadline) as pictures:
        while (picture := pictures.next()) is not None:
            yield picture


def _recipe(encoding: str | None, amo: str | None, add: Iterable[str], domains: Domains | None) -> str:
    """What the formula to solve is made of: the residual one if there are domains, else the complete one."""
    from nonosat.encodings import find_encoding

    default = COMPLETE_ENCODING if domains is None else RESIDUAL_ENCODING
    return str(find_encoding(default if encoding is None else encoding, amo=amo, add=add))


def _formula(puzzle: Puzzle, recipe: str, domains: Domains | None) -> Formula:
    """The residual formula of the domains, or else a complete one."""
    from nonosat.encodings import find_encoding

    if domains is None:
        return encode(puzzle, encoding=recipe)
    return find_encoding(recipe).encode(puzzle, domains, residual=True)


def _pictures(
    puzzle: Puzzle, solver: str | Backend | None, formula: Formula, domains: Domains | None, deadline: Deadline
) -> SolutionEnumerator:
    """The solutions of a formula, by one solver."""
    from nonosat.backends import find_backend
    from nonosat.solving.enumeration import SolutionEnumerator

    backend = find_backend(solver) if solver is None or isinstance(solver, str) else solver
    return SolutionEnumerator(puzzle, formula, backend, domains=domains, deadline=deadline)


def complete_model(model: Iterable[int], n_vars: int) -> tuple[int, ...]:
    """A model with the value of every variable, ascending; what the solver left out is false."""
    true = {literal for literal in model if literal > 0}
    return tuple(variable if variable in true else -variable for variable in range(1, n_vars + 1))


def _tell_nobody(sentence: str) -> None:
    """The listener that does not listen."""


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)
