"""A proof that a formula of others is equal to the clues of a puzzle, as a folder of files that other programs check.

The solutions are a list. Two refutations and a model for each solution prove that the formula and the clues both allow
exactly the pictures of this list:

    clues.cnf      the formula of the clues, as `nonosat encode --encoding order` writes it, and the clauses of the list
    clues.drat     a proof that `clues.cnf` has no model: the clues have no other solutions
    formula.cnf    the given formula, and the clauses of the list
    formula.drat   a proof that `formula.cnf` has no model: the formula allows nothing else
    models.sol     a model of the given formula for each solution, on a line: the formula allows all of them
    check.txt      the command lines of a checker of others for both proofs, to be run in this folder

Each clause of the list excludes one solution: it names every cell variable. So a model of the given formula that has
two colours in a cell would also be a model of `formula.cnf`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from nonosat.cnf.dimacs import solution_line, write_dimacs
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import NonosatError, ProofRefused, SolverError
from nonosat.core.files import atomic_folder, remove, require_replaceable
from nonosat.core.question import Run
from nonosat.encodings.cell_variables import CellVariables
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.drat import CHECK
from nonosat.proofs.drat.checker_cnf import CnfFile, open_cnf
from nonosat.proofs.drat.drat_checker import check_proof_file
from nonosat.proofs.drat.drat_steps import TEXT
from nonosat.proofs.drat.drat_writer import PROOF_ENCODING, find_prover, write_refutation
from nonosat.proofs.statement import require_solution
from nonosat.solving.formulas import encode
from nonosat.solving.solution_session import SolutionSession

#: The names of the files.
CLUES, CLUES_PROOF, FORMULA, FORMULA_PROOF = "clues.cnf", "clues.drat", "formula.cnf", "formula.drat"
MODELS = "models.sol"
#: All files, the one by which such a folder is known at the end.
_FILES = (CLUES, CLUES_PROOF, FORMULA, FORMULA_PROOF, MODELS, CHECK)
_COMMANDS = f"drat-trim {CLUES} {CLUES_PROOF} &&\ndrat-trim {FORMULA} {FORMULA_PROOF}\n"


class EqualityProof(NamedTuple):
    """A proof that has been written and checked.

    Attributes:
        folder: where it is.
        n_solutions: the number of solutions of the clues, and of pictures that the formula allows.
        clues, formula: the sizes of the two refutations in words.
    """

    folder: str
    n_solutions: int
    clues: str
    formula: str

    def sentence(self) -> str:
        """The sizes of both parts."""
        return f"proved (clues: {self.clues}; formula: {self.formula})"


def prove_equality(
    puzzle: Puzzle,
    formula: Formula,
    solutions: Sequence[Picture],
    folder: str,
    *,
    name: str = "",
    deadline: Deadline = NEVER,
) -> EqualityProof:
    """Write a proof that a formula is equal to the clues of a puzzle, and check it before the folder gets its name.

    Args:
        formula: its first variables are those of the cells, as `load_formula` and `encode` number them.
        solutions: all solutions of the clues.
        folder: the folder to write; an earlier proof of this kind is replaced.
        name: the name of the puzzle in the comments of `clues.cnf`.

    Raises:
        FileError: the folder cannot be written, or holds anything else.
        GaveUp: the deadline came first.
        SolverError: the formula is not equal to the clues, or a solver failed or is not installed.
    """
    encoded = encode(puzzle, encoding=PROOF_ENCODING, name=name, timeout=Run(deadline))
    cells = CellVariables(puzzle)
    excluded = [tuple(-literal for literal in cells.literals_of(picture)) for picture in solutions]
    prover = find_prover(None)
    with atomic_folder(folder, _obstacle) as temporary:

        def path(file: str) -> str:
            return os.path.join(temporary, file)

        _write_text(path(MODELS), _models(puzzle, formula, solutions, deadline))
        for each, cnf, proof in ((encoded, CLUES, CLUES_PROOF), (formula, FORMULA, FORMULA_PROOF)):
            with open(path(cnf), "wb") as file:
                write_dimacs(each, file, excluded)
            write_refutation(prover, each, excluded, path(proof), TEXT, deadline)
        _write_text(path(CHECK), _COMMANDS)
        try:
            clues, theirs = (open_cnf(path(cnf), cnf) for cnf in (CLUES, FORMULA))
            _check_models(puzzle, theirs, path(MODELS), len(solutions))
            sizes = (
                check_proof_file(clues, path(CLUES_PROOF), TEXT, deadline),
                check_proof_file(theirs, path(FORMULA_PROOF), TEXT, deadline),
            )
        except ProofRefused as error:
            raise SolverError(f"the proof fails verification, so it is not written: {error}") from None
    return EqualityProof(folder, len(solutions), *sizes)


def prepare_equality_place(folder: str) -> None:
    """Check before long work that a proof can be written to a folder, and that a solver can write one.

    A proof that is there is removed, since it is about an earlier formula of this name.

    Raises:
        FileError: there is something else than a proof of this kind, or it cannot be removed.
        MissingDependency: the solver is not installed.
    """
    find_prover(None)
    require_replaceable(folder, _obstacle)
    for name in _FILES:
        remove(os.path.join(folder, name))
    with suppress(OSError):  # there is none
        os.rmdir(folder)


def _obstacle(folder: str) -> str | None:
    """What a folder holds that must not be replaced; None for the files of a proof of this kind."""
    try:
        is_ours = {*os.listdir(folder)} <= {*_FILES}
        if is_ours:
            with open(os.path.join(folder, CHECK), "rb") as file:
                is_ours = file.read(len(_COMMANDS) + 1) == _COMMANDS.encode()
    except OSError:
        is_ours = False
    return None if is_ours else "it holds other files"


def _models(puzzle: Puzzle, formula: Formula, solutions: Sequence[Picture], deadline: Deadline) -> str:
    """A line for each solution, with a model of a formula that has its cells."""
    lines = []
    with SolutionSession(puzzle, formula, deadline=deadline) as session:
        for picture in solutions:
            model = session.solver.solve(session.cells.literals_of(picture))
            if model is None:
                raise SolverError("the formula forbids a solution, so there is no proof that it is equal to the clues")
            true = set(model)
            lines.append(solution_line(v if v in true else -v for v in range(1, formula.n_vars + 1)))
    return "".join(lines)


def _check_models(puzzle: Puzzle, blocked: CnfFile, path: str, n_solutions: int) -> None:
    """Check that each model satisfies the formula and shows a solution, and that the clauses at the end exclude these.

    Each of the last clauses names every cell variable and is false in one model alone. So it excludes nothing else, and
    the solutions are all different.
    """
    cells = CellVariables(puzzle)
    true_in = [0] * (blocked.n_vars + 1)  # for each variable the models in which it is true, a bit for each
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file):
            model = tuple(map(int, line.split()))
            try:
                require_solution(puzzle, cells.picture_of(model), MODELS)
            except NonosatError as error:
                raise ProofRefused(f"line {number + 1} of {MODELS}: {error}") from None
            for literal in model:
                true_in[abs(literal)] |= (literal > 0) << number
    every = (1 << n_solutions) - 1
    n_given = blocked.n_clauses - n_solutions
    for number, clause in enumerate(blocked.clauses()):
        true, is_given = 0, number < n_given
        for literal in clause:
            true |= true_in[literal] if literal > 0 else every ^ true_in[-literal]
        expected = every if is_given else every ^ 1 << number - n_given
        if true != expected or not (is_given or sorted(map(abs, clause)) == list(range(1, cells.n_variables + 1))):
            raise ProofRefused(f"clause {number + 1} of {FORMULA} is not true in the right models of {MODELS}")


def _write_text(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.write(text)
