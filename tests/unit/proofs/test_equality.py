"""Proofs that a formula is equal to the clues: nonosat and others accept them, and a wrong formula has none."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from itertools import product
from pathlib import Path

import oracle
import pytest
from conftest import tree, write
from support.student_formulas import KINDS, RIGHT, Clauses, dimacs

import nonosat
from nonosat.analysis.equivalence import known_solutions
from nonosat.cnf.dimacs_formula import read_formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import FileError, GaveUp, SolverError
from nonosat.encodings.cell_variables import CellVariables
from nonosat.encodings.numbering import formula_of_cells
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs import equality
from nonosat.proofs.drat.checker_cnf import open_cnf
from nonosat.proofs.drat.drat_checker import check_proof_file
from nonosat.proofs.drat.drat_steps import TEXT
from nonosat.proofs.equality import EqualityProof, prove_equality
from nonosat.solving.formulas import encode

FILES = ["check.txt", "clues.cnf", "clues.drat", "formula.cnf", "formula.drat", "models.sol"]

#: One solution, two, none, and two colours.
PUZZLES = {
    "one": nonosat.puzzle(rows=[[1, 1], [3], [1]], columns=[[2], [2], [2]]),
    "two": nonosat.puzzle(rows=[[1], [1]], columns=[[1], [1]]),
    "none": nonosat.puzzle(rows=[[1, 1], [1]], columns=[[1], [1], [1]]),
    "colours": nonosat.loads("rect 2 3\n#ffffff #000000 #ff0000\n1a 1b\n1b\n1a\n1b\n1b\n"),
}


def prove(puzzle: Puzzle, clauses: Clauses, folder: Path, **options) -> EqualityProof:
    formula = formula_of_cells(puzzle, read_formula(dimacs(clauses)))
    return prove_equality(puzzle, formula, known_solutions(puzzle).pictures, str(folder), **options)


@pytest.mark.parametrize("kind", RIGHT)
@pytest.mark.parametrize("name", PUZZLES)
def test_a_right_formula_is_proved(tmp_path: Path, name: str, kind: str) -> None:
    puzzle, folder = PUZZLES[name], tmp_path / "proof"
    solutions = known_solutions(puzzle).pictures
    clauses = KINDS[kind](puzzle)
    assert prove(puzzle, clauses, folder).n_solutions == len(solutions)
    assert tree(folder) == FILES
    assert tree(tmp_path) == [f"proof/{file}" for file in FILES]
    excluded = []
    for file in ("clues", "formula"):
        cnf = open_cnf(str(folder / f"{file}.cnf"), file)
        check_proof_file(cnf, str(folder / f"{file}.drat"), TEXT, Deadline())
        given, last = [*cnf.clauses()][: -len(solutions) or None], [*cnf.clauses()][cnf.n_clauses - len(solutions) :]
        own = clauses if file == "formula" else [list(each) for each in encode(puzzle, encoding="order").clauses()]
        assert sorted(map(sorted, given)) == sorted(map(sorted, own))
        excluded.append(last)
    assert excluded[0] == excluded[1]
    models = [[int(word) for word in line.split()] for line in (folder / "models.sol").read_text().splitlines()]
    assert [nonosat.decode(puzzle, model) for model in models] == [*solutions]
    for model in models:
        assert all(set(model) & set(clause) for clause in clauses)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_checker_of_others_accepts_both_proofs(tmp_path: Path, name: str) -> None:
    prove(PUZZLES[name], KINDS["start"](PUZZLES[name]), tmp_path / "proof")
    lines = [shlex.split(line.removesuffix("&&")) for line in (tmp_path / "proof/check.txt").read_text().splitlines()]
    assert [line[1:] for line in lines] == [["clues.cnf", "clues.drat"], ["formula.cnf", "formula.drat"]]
    for program, *files in lines:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
        done = subprocess.run([program, *files], cwd=tmp_path / "proof", capture_output=True, text=True, check=False)
        assert "s VERIFIED" in done.stdout


def is_equal(puzzle: Puzzle, clauses: Clauses) -> bool:
    found = nonosat.check_formula(puzzle, formula_of_cells(puzzle, read_formula(dimacs(clauses))))
    return found.verdict == "equal"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in RIGHT])
@pytest.mark.parametrize("name", PUZZLES)
def test_a_wrong_formula_is_never_proved(tmp_path: Path, name: str, kind: str) -> None:
    puzzle = PUZZLES[name]
    clauses = KINDS[kind](puzzle)
    if is_equal(puzzle, clauses):
        prove(puzzle, clauses, tmp_path / "proof")
        return
    with pytest.raises(SolverError):
        prove(puzzle, clauses, tmp_path / "proof")
    assert tree(tmp_path) == []


def test_a_formula_that_allows_two_colours_is_never_proved(tmp_path: Path) -> None:
    """Even if nothing else is wrong: all cells but one are fixed, and that one may have a second colour."""
    puzzle = nonosat.loads("rect 1 2\n#ffffff #000000 #ff0000\n1a 1b\n1a\n1b\n")
    (solution,) = known_solutions(puzzle).pictures
    fixed = CellVariables(puzzle).literals_of(solution)
    assert fixed[:2] == [1, -2]
    prove(puzzle, [[literal] for literal in fixed], tmp_path / "right")
    with pytest.raises(SolverError):
        prove(puzzle, [[literal] for literal in fixed if literal != -2], tmp_path / "wrong")
    assert {name.split("/")[0] for name in tree(tmp_path)} == {"right"}


@pytest.mark.parametrize("left", [0, 1])
def test_a_list_without_a_solution_is_never_proved(tmp_path: Path, left: int) -> None:
    """Neither for a formula of that list nor for one of the clues."""
    puzzle = PUZZLES["two"]
    known = known_solutions(puzzle).pictures[left : left + 1]
    for clauses in (KINDS["dnf"](puzzle), [*KINDS["dnf"](puzzle), [1 if known[0].cells[0] else -1]]):
        formula = formula_of_cells(puzzle, read_formula(dimacs(clauses)))
        with pytest.raises(SolverError):
            prove_equality(puzzle, formula, known, str(tmp_path / "proof"))
    assert tree(tmp_path) == []


def test_a_list_with_a_wrong_picture_is_never_proved(tmp_path: Path) -> None:
    """Even if the formula allows just the pictures of the list, and the clues no other ones."""
    puzzle = PUZZLES["two"]
    pictures = [*known_solutions(puzzle).pictures, Picture(puzzle.grid, (1, 1, 1, 1))]
    allowed = {picture.cells for picture in pictures}
    clauses = [
        [-v if color else v for v, color in enumerate(cells, 1)]
        for cells in product((0, 1), repeat=4)
        if cells not in allowed
    ]
    formula = formula_of_cells(puzzle, read_formula(dimacs(clauses)))
    assert not oracle.solves(puzzle, pictures[-1].cells)
    with pytest.raises(SolverError):
        prove_equality(puzzle, formula, pictures, str(tmp_path / "proof"))
    with pytest.raises(SolverError):
        prove_equality(puzzle, formula, pictures[:1] * 2, str(tmp_path / "proof"))
    assert tree(tmp_path) == []


@pytest.mark.parametrize("file", ["clues.drat", "formula.drat", "models.sol"])
def test_what_is_written_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    """A solver or a disk that fails leaves no folder."""
    puzzle, check = PUZZLES["one"], equality._check_models

    def broken(puzzle: Puzzle, cnf, path: str, n: int) -> None:
        there = Path(path).with_name(file)
        there.write_text("-1 0\n" if file.endswith("drat") else there.read_text().replace("1", "-1", 1))
        check(puzzle, cnf, path, n)

    monkeypatch.setattr(equality, "_check_models", broken)
    with pytest.raises(SolverError):
        prove(puzzle, KINDS["start"](puzzle), tmp_path / "proof")
    assert tree(tmp_path) == []


def test_only_a_proof_is_replaced(tmp_path: Path) -> None:
    puzzle, folder = PUZZLES["two"], tmp_path / "proof"
    for kind in ("start", "order"):
        prove(puzzle, KINDS[kind](puzzle), folder)
    write(folder / "notes.txt", "mine")
    with pytest.raises(FileError):
        prove(puzzle, KINDS["start"](puzzle), folder)
    (folder / "notes.txt").unlink()
    write(folder / "check.txt", "another")
    with pytest.raises(FileError):
        prove(puzzle, KINDS["start"](puzzle), folder)
    assert tree(folder) == FILES


def test_no_time(tmp_path: Path) -> None:
    with pytest.raises(GaveUp):
        prove(PUZZLES["one"], KINDS["start"](PUZZLES["one"]), tmp_path / "proof", deadline=Deadline.after(1e-9))
    assert tree(tmp_path) == []


@pytest.mark.parametrize("clauses", [[[1, 1, -2], [1, -1]], [[1, -1, 5]], []], ids=["repeated", "tautology", "nothing"])
def test_odd_clauses(tmp_path: Path, clauses: Clauses) -> None:
    """A literal may be in a clause twice, or with its opposite."""
    puzzle = PUZZLES["two"]
    more = KINDS["dnf"](puzzle)
    prove(puzzle, more + [[*clause, *more[0]] for clause in clauses], tmp_path / "proof")
    assert tree(tmp_path / "proof") == FILES
