"""The whole way from a puzzle to its verified pictures: encode, solve, decode, verify; one solution, two, or all."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nonosat.backends import find_backend
from nonosat.backends.base import Backend, Model, Session
from nonosat.cnf.formula import Formula
from nonosat.decoder import decode
from nonosat.encodings import DEFAULT_ENCODING, find_encoding
from nonosat.errors import GaveUp, SolverError
from nonosat.lines.domains import Domains, slack
from nonosat.puzzle import Picture, Puzzle, letter
from nonosat.verifier import verified


@dataclass(frozen=True)
class Result:
    """What was found out about a puzzle.

    Attributes:
        puzzle: the puzzle.
        picture: a solution, verified, or None if there is none.
        second: another solution, if one was looked for and found.
        unique: whether `picture` is the only solution; None if that was not asked, or not found out in time.
        gave_up: the time limit came before the search for a second solution ended.
        model: for a complete formula its model with the value of every variable, ascending; else None.
        formula: what was solved, or None where none was needed.
        solver: name of the backend that was used, or None where none was needed.
    """

    puzzle: Puzzle
    picture: Picture | None
    second: Picture | None = None
    unique: bool | None = None
    gave_up: bool = False
    model: tuple[int, ...] | None = None
    formula: Formula | None = None
    solver: str | None = None

    @property
    def differs(self) -> tuple[int, ...]:
        """The cells in which the two solutions differ, ascending."""
        if self.picture is None or self.second is None:
            return ()
        pairs = zip(self.picture.cells, self.second.cells, strict=True)
        return tuple(cell for cell, (one, other) in enumerate(pairs) if one != other)


def encode(
    puzzle: Puzzle, *, encoding: str = DEFAULT_ENCODING, name: str = "", domains: Domains | None = None
) -> Formula:
    """The complete formula of a puzzle: its models, seen at the cell variables, are the solutions.

    Args:
        puzzle: what to encode.
        encoding: a name of `encodings.ENCODINGS`.
        name: what comments in the formula call the puzzle.
        domains: leave out what they rule out; by default only what each clue alone rules out.
    """
    formula = find_encoding(encoding).encode(puzzle, domains or slack(puzzle))
    colors = ", ".join(f"{letter(c)} {color}" for c, color in enumerate(puzzle.palette.colors))
    formula.comments[:0] = [
        f"nonogram {_printable(name)}".rstrip(),
        f"grid: {puzzle.grid.header}; colours: {colors}",
        f"encoding: {encoding}; cell i (from 0, row by row) has colour c (from 1): variable i * {puzzle.n_colors} + c",
    ]
    return formula


def solve(
    puzzle: Puzzle,
    *,
    unique: bool = False,
    solver: str | Backend | None = None,
    encoding: str = DEFAULT_ENCODING,
    timeout: float | None = None,
    formula: Formula | None = None,
) -> Result:
    """Find a solution, and whether it is the only one.

    Args:
        puzzle: what to solve.
        unique: look for a second solution too.
        solver: name of a backend, or one made by `backends.find_backend`; the default one if None.
        encoding: a name of `encodings.ENCODINGS`.
        timeout: seconds from now.
        formula: the puzzle's complete formula, if there is one already.

    Raises:
        GaveUp: there was no answer within the time limit.
        SolverError: the backend is missing, crashed, or gave an answer that fails verification.
        UsageError: there is no such backend or encoding.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    backend = find_backend(solver) if solver is None or isinstance(solver, str) else solver
    if formula is None:
        formula = encode(puzzle, encoding=encoding)
    with backend.open(formula, deadline) as session:
        search = _Search(puzzle, session, backend.name)
        picture = search.following()
        if picture is None:
            return Result(puzzle, None, formula=formula, solver=backend.name)
        model = complete_model(search.model, formula.n_vars)
        second, gave_up = None, False
        if unique:
            try:
                second = search.following()
            except GaveUp:
                gave_up = True
    return Result(
        puzzle,
        picture,
        second,
        unique=second is None if unique and not gave_up else None,
        gave_up=gave_up,
        model=model,
        formula=formula,
        solver=backend.name,
    )


def solutions(
    puzzle: Puzzle,
    *,
    solver: str | Backend | None = None,
    encoding: str = DEFAULT_ENCODING,
    timeout: float | None = None,
) -> Iterator[Picture]:
    """All solutions, one after the other, each verified; the arguments and errors are those of `solve`."""
    deadline = None if timeout is None else time.monotonic() + timeout
    backend = find_backend(solver) if solver is None or isinstance(solver, str) else solver
    with backend.open(encode(puzzle, encoding=encoding), deadline) as session:
        search = _Search(puzzle, session, backend.name)
        while (picture := search.following()) is not None:
            yield picture


class _Search:
    """Solutions of one formula, one after the other."""

    def __init__(self, puzzle: Puzzle, session: Session, solver: str, domains: Domains | None = None) -> None:
        self.puzzle, self.session, self.solver, self.domains = puzzle, session, solver, domains
        self.n_cell_variables = puzzle.grid.n_cells * puzzle.n_colors
        self.model: Model = []
        self.found: set[tuple[int, ...]] = set()

    def following(self) -> Picture | None:
        """The next solution, or None if there is no further one."""
        if self.found:
            self.session.prefer(self.model)
            # Every solution has as many coloured cells as any other, so to differ is to lose one of these.
            clause = [-lit for lit in self.model if 0 < lit <= self.n_cell_variables]
            if not clause:
                return None  # the picture is empty, and with it all that solve the puzzle
            self.session.add_clause(clause)
        model = self.session.solve()
        if model is None:
            return None
        try:
            picture = verified(self.puzzle, decode(self.puzzle, model, self.domains))
            if picture.cells in self.found:
                raise SolverError("the answer is a solution that was ruled out, found before")
        except SolverError as error:
            raise SolverError(f"solver {self.solver}: {error}") from None
        self.model = model
        self.found.add(picture.cells)
        return picture


def complete_model(model: Iterable[int], n_vars: int) -> tuple[int, ...]:
    """A model with the value of every variable, ascending; what the solver left out is false."""
    true = {literal for literal in model if literal > 0}
    return tuple(variable if variable in true else -variable for variable in range(1, n_vars + 1))


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)
