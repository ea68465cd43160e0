"""Proofs are folders: written whole or not at all, checked, and refused when anything in them is wrong."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import shlex
import shutil
import subprocess
import sys
import time
from itertools import islice
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import oracle
import pytest
from conftest import HEX, RECT, misused, need_program, refused, start, tree, write
from forged_proofs import copy_of
from places import TESTS

from nonosat.core.deadline import Deadline
from nonosat.core.errors import FileError, GaveUp, MissingDependency, NoProof, PuzzleError, SolverError, UsageError
from nonosat.core.files import atomic_folder, require_replaceable
from nonosat.core.system import this_system
from nonosat.encodings.cell_variables import CellVariables
from nonosat.formats import load
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs import kinds
from nonosat.proofs.certificate import certify, check_options, verify_proof
from nonosat.proofs.drat import drat_writer
from nonosat.proofs.kinds import KINDS
from nonosat.solvers import BACKENDS
from nonosat.solvers.program_backend import SolverProgram
from nonosat.solving.formulas import encode
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

FILES = ["blocked.cnf", "check.txt", "formula.cnf", "manifest.json", "proof.drat", "solution.sol"]

EMPTY = "rect 2 3\n#ffffff #000000\n"
UNKNOWN = "rect 2 2\n#ffffff #000000 #ff0000\n2?\n1b\n1a 1b\n1?\n"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (RECT, ()),
        (HEX, ("--binary",)),
        (EMPTY, ("--solver", "cadical195")),
        (UNKNOWN, ("--encoding", "start")),
        (EMPTY, ("--binary", "--encoding", "start")),
    ],
    ids=["rect", "hex", "empty", "unknown", "binary and empty"],
)
def test_unique(run, tmp_path, text, options):
    puzzle = write(tmp_path / "p.clues", text)
    result = run("certify", puzzle, "-o", tmp_path / "proof", *options)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("p: ")
    assert tree(tmp_path / "proof") == FILES
    assert sorted(os.listdir(tmp_path)) == ["p.clues", "proof"]
    again = run("verify-proof", tmp_path / "proof", puzzle)
    assert (again.code, again.out, again.err) == (0, result.out, "")


def test_no_solution(run, none, tmp_path):
    result = run("certify", none, "-o", tmp_path / "proof", "--json")
    assert (result.code, json.loads(result.out)["solutions"]) == (0, 0)
    assert tree(tmp_path / "proof") == ["check.txt", "formula.cnf", "manifest.json", "proof.drat"]
    assert run("verify-proof", tmp_path / "proof").code == 0


@pytest.mark.parametrize("options", [(), ("--binary",)])
@pytest.mark.parametrize("name", ["rect", "none"])
def test_a_checker_of_others_accepts_the_proof(run, rect, none, tmp_path, name, options):
    """By the command line that is beside the proof; it names files of the folder, which may be moved."""
    assert run("certify", {"rect": rect, "none": none}[name], "-o", tmp_path / "proof", *options).code == 0
    moved = (tmp_path / "proof").rename(tmp_path / "moved")
    program, formula, proof = shlex.split((moved / "check.txt").read_text())
    assert (formula, proof) == ({"rect": "blocked.cnf", "none": "formula.cnf"}[name], "proof.drat")
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([program, formula, proof], cwd=moved, capture_output=True, text=True, check=False)
    assert "s VERIFIED" in done.stdout


def test_several_solutions_have_no_proof(run, two, tmp_path):
    result = run("certify", two, "-o", tmp_path / "proof")
    assert (result.code, result.err) == (1, "")
    assert "no proof" in result.out
    assert tree(tmp_path) == ["two.clues"]


def test_json(run, rect, tmp_path):
    record = json.loads(run("certify", rect, "-o", tmp_path / "proof", "--json").out)
    assert {key: record[key] for key in ("name", "proved", "claim", "kind")} == {
        "name": "rect", "proved": True, "claim": "unique", "kind": "drat",
    }  # fmt: skip
    assert (record["file"], record["exit"], record["error"]) == (str(rect), 0, None)
    verified = json.loads(run("verify-proof", tmp_path / "proof", rect, "--json").out)
    assert {**verified, "seconds": 0} == {**record, "seconds": 0}
    verified = json.loads(run("verify-proof", tmp_path / "proof", "--json").out)
    named = dict.fromkeys(("name", "file"), str(tmp_path / "proof"))
    assert {**verified, "seconds": 0} == {**record, **named, "seconds": 0}
    (tmp_path / "proof" / "proof.drat").write_bytes(b"")
    assert json.loads(run("verify-proof", tmp_path / "proof", "--json").out)["proved"] is False


def test_no_folder(run, rect, tmp_path):
    refused(run("verify-proof", tmp_path / "nothing"), f"{tmp_path}/nothing", "no such folder")
    refused(run("verify-proof", rect), rect)
    refused(run("verify-proof", tmp_path), f"{tmp_path}/manifest.json", "No such file")


# What a solver may do


@pytest.fixture
def claimed(two):
    """Two solutions, one of them called the only one."""
    found = solve(load(two), unique=True)
    return found._replace(second=None, unique=True)


@pytest.mark.parametrize(
    "solver", ["glucose4", *(pytest.param(n, marks=pytest.mark.slow) for n in ("cadical195", "kissat"))]
)
def test_a_claim_that_is_not_true(claimed, tmp_path, solver):
    with pytest.raises(UsageError, match="unique"):
        certify(claimed._replace(unique=None), "two", str(tmp_path / "proof"))
    for claim in (claimed, claimed._replace(picture=None)):
        with pytest.raises(SolverError, match="model"):
            certify(claim, "two", str(tmp_path / "proof"), solver=solver)
    wrong = Picture(claimed.puzzle.grid, (1, 1, 0, 0))
    with pytest.raises(SolverError, match="complete formula"):
        certify(claimed._replace(picture=wrong), "two", str(tmp_path / "proof"))
    assert tree(tmp_path) == ["two.clues"]


@pytest.mark.parametrize("lie", ["0\n", "1 0\n0\n", "1 0\n-1 0\n0\n", ""])
def test_a_solver_that_lies(claimed, tmp_path, monkeypatch, lie):
    liar = SimpleNamespace(name="liar", refute=lambda *arguments: write_proof(arguments[1], lie))
    monkeypatch.setattr(drat_writer, "find_prover", lambda *_: liar)
    with pytest.raises(SolverError, match="verification"):
        certify(claimed, "two", str(tmp_path / "proof"))
    assert tree(tmp_path) == ["two.clues"]


def write_proof(path, text):
    with open(path, "w") as file:
        file.write(text)
    return True


@pytest.mark.parametrize("how", ["garbage", "segfault"])
def test_a_solver_that_fails(rect, tmp_path, monkeypatch, how):
    fake = [sys.executable, "-I", "-S", f"{TESTS}/fake_solver.py", how]
    monkeypatch.setitem(BACKENDS, "fake", SolverProgram(name="fake", command=(*fake, "{cnf}"), proof=("{proof}",)))
    with pytest.raises(SolverError):
        certify(solve(load(rect), unique=True), "rect", str(tmp_path / "proof"), solver="fake")
    assert tree(tmp_path) == ["rect.clues"]


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["glucose4", "kissat", "cadical"])
def test_time(hard, tmp_path, solver):
    """The claim is made up; what matters is that nobody can prove it in time."""
    if solver == "cadical":
        need_program(solver)
    puzzle = load(hard)
    claimed = Result(puzzle, None)
    with pytest.raises(GaveUp):
        certify(claimed, "hard", str(tmp_path / "proof"), solver=solver, deadline=Deadline.after(0.1))
    assert tree(tmp_path) == []


# Kinds and folders


def test_kinds_are_tried_in_turn(rect, tmp_path, monkeypatch):
    found = solve(load(rect), unique=True)
    seen = []

    class Never(NamedTuple):
        name: str = "never"

        def write(self, task, folder):
            seen.append(task.claim.text)
            write(Path(folder) / "half", "half")
            raise NoProof("never")

    monkeypatch.setitem(KINDS, "never", Never())
    monkeypatch.setattr(kinds, "AUTO", (("never", inf), ("drat", inf)))
    assert certify(found, "rect", str(tmp_path / "proof")).manifest.kind == "drat"
    assert seen == ["unique"]
    assert tree(tmp_path / "proof") == FILES
    with pytest.raises(NoProof):
        certify(found, "rect", str(tmp_path / "other"), kind="never")
    with pytest.raises(UsageError, match="'oath'"):
        certify(found, "rect", str(tmp_path / "other"), kind="oath")
    assert sorted(os.listdir(tmp_path)) == ["proof", "rect.clues"]


def test_an_earlier_proof_is_replaced(run, two, tmp_path):
    """Also an empty folder, and the one that a link leads to."""
    folder, link = tmp_path / "proof", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    assert run("certify", two, "--givens", "-o", f"{folder}/", "-q").code == 0
    assert "givens.txt" in tree(folder)
    assert run("certify", two, "--map", "-o", link, "-q").code == 0
    assert link.is_symlink()
    assert "givens.txt" not in tree(folder)
    assert sorted(os.listdir(tmp_path)) == ["link", "proof", "two.clues"]


@pytest.mark.parametrize("words", [("certify", "-o"), ("solve", "-u", "--proof")])
def test_nothing_else_is_replaced(run, rect, none, tmp_path, words):
    folder = copy_of("drat", tmp_path)
    before = {name: (folder / name).read_bytes() for name in tree(folder)}
    refused(run(words[0], none, *words[1:], folder), folder, "another puzzle")
    (folder / "manifest.json").unlink()
    before.pop("manifest.json")
    for path in (folder, rect):
        refused(run(words[0], rect, *words[1:], path), path)
    assert {name: (folder / name).read_bytes() for name in tree(folder)} == before
    assert sorted(os.listdir(tmp_path)) == ["drat", "none.clues", "rect.clues"]


def begun(function, *arguments):
    """A forked process that calls a function."""
    process = multiprocessing.get_context("fork").Process(target=function, args=arguments)
    process.start()
    return process


def test_a_proof_of_another_puzzle_that_appears_meanwhile(none, tmp_path):
    path = str(tmp_path / "proof")

    def meanwhile():
        with atomic_folder(path, _differs) as half:
            write(Path(half) / "half", "half")
            other = begun(certify, solve(load(none), unique=True), "none", path)
            other.join()
            assert other.exitcode == 0

    with pytest.raises(FileError, match="another puzzle"):
        meanwhile()
    assert verify_proof(path).manifest.claim == "no solution"
    assert sorted(os.listdir(tmp_path)) == ["none.clues", "proof"]


def _differs(folder):
    return "another puzzle" if os.listdir(folder) else None


def _write_for_ever(path, connection):
    with atomic_folder(path, str):
        connection.send("begun")
        time.sleep(60)


@pytest.mark.skipif(not this_system().finds_processes, reason="nothing is removed without knowing what runs")
def test_what_killed_runs_have_left_is_removed(rect, tmp_path):
    result = solve(load(rect), unique=True)
    ours, theirs = multiprocessing.get_context("fork").Pipe()
    process = begun(_write_for_ever, str(tmp_path / "proof"), theirs)
    assert ours.recv() == "begun"
    certify(result, "rect", str(tmp_path / "proof"))
    assert (tmp_path / f"proof.{process.pid}.tmp").is_dir()  # it is in use
    process.kill()
    process.join()
    mine = [
        f"proof.{os.getppid()}.tmp",  # that process runs
        "proof.tmp",
        "proof.1x.tmp",
        "other.99999999.tmp",
        "proof.99999999.tmp.old",  # not a proof
    ]
    for name in mine:
        (tmp_path / name).mkdir()
        write(tmp_path / name / "notes", "mine")
    (tmp_path / f"proof.{os.getpid()}.tmp").mkdir()  # of an earlier process with the id of this one
    write(tmp_path / "proof.99999998.tmp", "a file")
    certify(result, "rect", str(tmp_path / "proof"))
    assert {*os.listdir(tmp_path)} == {*mine, "proof.99999998.tmp", "proof", "rect.clues"}


def test_options_are_refused_before_long_work(tmp_path, monkeypatch):
    check_options(str(tmp_path / "proof"), kind="linear", solver="glucose4")
    write(tmp_path / "notes.txt", "mine")
    for error, folder, options in (
        (FileError, tmp_path, {}),
        (UsageError, tmp_path / "proof", {"kind": "oath"}),
        (UsageError, tmp_path / "proof", {"solver": "oracle"}),
    ):
        with pytest.raises(error):
            check_options(str(folder), **options)
    missing = SolverProgram(name="missing", command=("no-such-program", "{cnf}"), proof=("{proof}",))
    monkeypatch.setitem(BACKENDS, "missing", missing)
    with pytest.raises(MissingDependency):
        check_options(str(tmp_path / "proof"), solver="missing")


def test_a_folder_that_cannot_be_written(rect, tmp_path):
    with pytest.raises(FileError, match="cannot be written: Not a directory"), atomic_folder(f"{rect}/a", str):
        raise AssertionError
    with pytest.raises(ZeroDivisionError), atomic_folder(str(tmp_path / "a"), str) as folder:
        print(1 / len(write(Path(folder) / "b", "").read_text()))
    assert tree(tmp_path) == ["rect.clues"]


def test_a_folder_that_another_run_is_exchanging(tmp_path):
    """It is looked at again before it is refused."""
    folder = tmp_path / "proof"
    (folder / "content").mkdir(parents=True)
    seen = []

    def obstacle(path):
        seen.append(path)
        if len(seen) > 1:
            return None
        folder.rename(tmp_path / "old")
        (folder / "content").mkdir(parents=True)
        return "it holds other files"

    require_replaceable(str(folder), obstacle)
    assert len(seen) == 2


@pytest.mark.parametrize("n_runs", [pytest.param(2, marks=pytest.mark.costly), pytest.param(6, marks=pytest.mark.slow)])
def test_runs_into_one_folder(rect, tmp_path, n_runs):
    """Into a new folder, and in place of a proof."""
    for _ in range(2):
        for process in [start("certify", rect, "-o", tmp_path / "proof") for _ in range(n_runs)]:
            _, err = process.communicate(timeout=60)
            assert (process.returncode, err) == (0, b"")
        assert tree(tmp_path / "proof") == FILES
        verify_proof(str(tmp_path / "proof"))
        assert sorted(os.listdir(tmp_path)) == ["proof", "rect.clues"]


# The command line


def test_solve_with_proof(run, rect, tmp_path):
    folder = tmp_path / "proof"
    result = run("solve", "-u", rect, "--proof", folder)
    assert (result.code, result.err) == (0, "")
    assert "\nrect: proved (drat: " in result.out
    assert run("verify-proof", folder, "-q").code == 0
    plain = json.loads(run("solve", "-u", rect, "--json").out)
    proved = json.loads(run("solve", "-u", rect, "--proof", folder, "--json").out)
    assert {**proved, "seconds": plain["seconds"]} == plain


def test_solve_with_proof_of_no_solution_and_of_none(run, rect, none, two, tmp_path):
    folder = tmp_path / "proof"
    assert run("solve", "-u", none, "--proof", folder, "--solver", "cadical195").code == 1
    assert verify_proof(str(folder)).manifest.claim == "no solution"
    shutil.rmtree(folder)
    assert run("solve", "-u", two, "--proof", folder).code == 1
    assert not folder.exists()
    no_proofs = (["--solver", "minisat22"], ["--solver-cmd", "x"])
    for arguments in (["-u", rect, none], [rect], *(["-u", rect, *options] for options in no_proofs)):
        misused(run("solve", *arguments, "--proof", folder))


def test_a_time_limit(run, hard, tmp_path):
    result = run("certify", hard, "-o", tmp_path / "proof", "--timeout", "0.05")
    assert (result.code, result.out) == (5, "")
    assert result.err.count("\n") == 1
    assert tree(tmp_path) == []


def test_names_are_shown_in_safety(run, tmp_path):
    puzzle = write(tmp_path / "a\x1b[31m\udcff.clues", RECT)
    result = run("certify", puzzle, "-o", tmp_path / "proof")
    assert result.code == 0
    assert "\x1b" not in result.out
    again = run("verify-proof", tmp_path / "proof", puzzle)
    assert (again.code, again.out) == (0, result.out)
    again = run("verify-proof", tmp_path / "proof")
    assert again.code == 0
    assert r"'a\x1b[31m\udcff'" in again.out


# The truth


def small_puzzles(seed, count):
    """Random puzzles of all sorts with their solutions; in half of them rows and columns are of different pictures."""
    rng = random.Random(seed)
    while count:
        grid, n_colors, unknown = oracle.random_grid(rng, 9), rng.randint(1, 2), rng.choice((0.0, 0.3))
        puzzle, _ = oracle.random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)))
        other, _ = oracle.random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)))
        rows = len(grid.families[0])
        if count % 2:
            try:
                puzzle = Puzzle(grid, puzzle.palette, puzzle.clues[:rows] + other.clues[rows:])
            except PuzzleError:
                continue
        yield puzzle, oracle.brute_force(puzzle)
        count -= 1


@pytest.mark.slow
def test_claims_against_brute_force(tmp_path):
    """What is proved is true, and what is true is proved, unless there are several solutions."""
    claims = {"unique": 0, "no solution": 0}
    for number, (puzzle, solutions) in enumerate(small_puzzles(11, 40)):
        result, folder = solve(puzzle, unique=True), str(tmp_path / f"proof-{number}")
        if len(solutions) > 1:
            with pytest.raises(UsageError):
                certify(result, "p", folder)
            continue
        claim = certify(result, "p", folder).manifest.claim
        assert claim == ("unique" if solutions else "no solution")
        claims[claim] += 1
    assert min(claims.values()) > 2


def test_the_formulas_against_brute_force():
    """The complete formula has the solutions as models; with one of them ruled out, all others."""
    from pysat.solvers import Minisat22

    def models(*clauses):
        with Minisat22(bootstrap_with=clauses) as solver:
            return sum(1 for _ in solver.enum_models())

    for puzzle, solutions in small_puzzles(12, 20):
        clauses = list(encode(puzzle).clauses())
        assert models(*clauses) == len(solutions)
        for cells in islice(solutions, 3):
            variables = CellVariables(puzzle)
            ruled_out = variables.excluding(variables.literals_of(Picture(puzzle.grid, cells)))
            if ruled_out:
                assert models(*clauses, ruled_out) == len(solutions) - 1
