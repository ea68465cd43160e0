"""Proofs are folders: written whole or not at all, checked, and refused when anything in them is wrong."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import oracle
import pytest
from conftest import HEX, RECT, need_program, run_process, start, tree, write
from places import TESTS

from nonosat.core.deadline import Deadline
from nonosat.core.errors import FileError, GaveUp, MissingDependency, NoProof, PuzzleError, SolverError, UsageError
from nonosat.core.files import atomic_folder
from nonosat.core.system import this_system
from nonosat.encodings.cell_variables import CellVariables
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs import kinds
from nonosat.proofs.certificate import certify, check_options, verify_proof
from nonosat.proofs.kinds import KINDS
from nonosat.solvers import BACKENDS
from nonosat.solvers.program_backend import SolverProgram
from nonosat.solving.formulas import encode
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

FILES = ["blocked.cnf", "formula.cnf", "manifest.json", "proof.drat", "solution.sol"]

EMPTY = "rect 2 3\n#ffffff #000000\n"
UNKNOWN = "rect 2 2\n#ffffff #000000 #ff0000\n2?\n1b\n1a 1b\n1?\n"


@pytest.mark.parametrize("text", [RECT, HEX, EMPTY, UNKNOWN], ids=["rect", "hex", "empty", "unknown"])
@pytest.mark.parametrize("options", [(), ("--binary",), ("--solver", "cadical195", "--encoding", "start")])
def test_unique(run, tmp_path, text, options):
    puzzle = write(tmp_path / "p.clues", text)
    result = run("certify", puzzle, "-o", tmp_path / "proof", *options)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("p: solved, unique; proved (drat: ")
    assert tree(tmp_path / "proof") == FILES
    assert sorted(os.listdir(tmp_path)) == ["p.clues", "proof"]
    again = run("verify-proof", tmp_path / "proof", puzzle)
    assert (again.code, again.out, again.err) == (0, result.out, "")


def test_no_solution(run, none, tmp_path):
    result = run("certify", none, "-o", tmp_path / "proof")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("none: no solution; proved (drat: ")
    assert tree(tmp_path / "proof") == ["formula.cnf", "manifest.json", "proof.drat"]
    assert run("verify-proof", tmp_path / "proof").code == 0


def test_several_solutions_have_no_proof(run, two, tmp_path):
    result = run("certify", two, "-o", tmp_path / "proof")
    assert (result.code, result.err) == (1, "")
    assert result.out.startswith("two: solved, not unique; ")
    assert result.out.endswith("; no proof is written\n")
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
    result = run("verify-proof", tmp_path / "nothing")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{tmp_path}/nothing: no such folder, expected one that `nonosat certify` wrote\n"
    assert run("verify-proof", rect).code == 3
    result = run("verify-proof", tmp_path)
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith(f"{tmp_path}/manifest.json: cannot be read: No such file")


# What a solver may do


def test_a_claim_that_is_not_true(two, tmp_path, monkeypatch):
    """Two solutions, one of them called the only one."""
    from nonosat import load
    from nonosat.proofs.drat import drat_writer as writer

    found = solve(load(two), unique=True)
    claimed = found._replace(second=None, unique=True)
    with pytest.raises(UsageError, match="two is not known to be unique"):
        certify(found, "two", str(tmp_path / "proof"))
    for solver in (None, "cadical195", "kissat"):
        with pytest.raises(SolverError, match="found a model of a formula that has none"):
            certify(claimed, "two", str(tmp_path / "proof"), solver=solver)
    with pytest.raises(SolverError, match="found a model of a formula that has none"):
        certify(claimed._replace(picture=None), "two", str(tmp_path / "proof"))
    wrong = Picture(found.picture.grid, (1, 1, 0, 0))
    with pytest.raises(SolverError, match="the complete formula does not have the solution as a model"):
        certify(claimed._replace(picture=wrong), "two", str(tmp_path / "proof"))
    for lie in ("0\n", "1 0\n0\n", "1 0\n-1 0\n0\n", ""):
        liar = SimpleNamespace(name="liar", refute=lambda *arguments, lie=lie: write_proof(arguments[1], lie))
        monkeypatch.setattr(writer, "find_prover", lambda *_, liar=liar: liar)
        with pytest.raises(SolverError, match="the proof fails verification, it is not written: "):
            certify(claimed, "two", str(tmp_path / "proof"))
    assert tree(tmp_path) == ["two.clues"]


def write_proof(path, text):
    with open(path, "w") as file:
        file.write(text)
    return True


@pytest.mark.parametrize("how", ["garbage", "crash", "segv"])
def test_a_solver_that_fails(rect, tmp_path, monkeypatch, how):
    from nonosat import load

    fake = [sys.executable, f"{TESTS}/fake_solver.py", how]
    monkeypatch.setitem(BACKENDS, "fake", SolverProgram(name="fake", command=(*fake, "{cnf}"), proof=("{proof}",)))
    with pytest.raises(SolverError):
        certify(solve(load(rect), unique=True), "rect", str(tmp_path / "proof"), solver="fake")
    assert tree(tmp_path) == ["rect.clues"]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("solver", ["glucose4", "kissat", "cadical"])
def test_time(hard, tmp_path, solver):
    """The claim is made up; what matters is that nobody can prove it in time."""
    from nonosat import load

    if solver == "cadical":
        need_program(solver)
    puzzle = load(hard)
    claimed = Result(puzzle, None)
    with pytest.raises(GaveUp):
        certify(claimed, "hard", str(tmp_path / "proof"), solver=solver, deadline=Deadline.after(0.5))
    assert tree(tmp_path) == []


# Kinds and folders


def test_kinds_are_tried_in_turn(rect, tmp_path, monkeypatch):
    from nonosat import load

    found = solve(load(rect), unique=True)
    seen = []

    class Never(NamedTuple):
        name: str = "never"

        def write(self, task, folder):
            seen.append(task.claim.text)
            write(Path(folder) / "half", "half")
            raise NoProof("never")

    monkeypatch.setitem(KINDS, "never", Never())
    monkeypatch.setattr(kinds, "AUTO", (("never", None), ("drat", None)))
    assert certify(found, "rect", str(tmp_path / "proof")).manifest.kind == "drat"
    assert seen == ["unique"]
    assert tree(tmp_path / "proof") == FILES
    with pytest.raises(NoProof):
        certify(found, "rect", str(tmp_path / "other"), kind="never")
    with pytest.raises(UsageError, match=r"kind of proof 'oath', expected one of auto, drat"):
        certify(found, "rect", str(tmp_path / "other"), kind="oath")
    assert sorted(os.listdir(tmp_path)) == ["proof", "rect.clues"]


def test_an_earlier_proof_is_replaced_and_nothing_else(run, rect, two, none, tmp_path):
    folder = tmp_path / "proof"
    folder.mkdir()
    assert run("certify", two, "--map", "-o", folder, "-q").code == 0
    assert run("certify", two, "--givens", "-o", f"{folder}/", "-q").code == 0
    assert "givens.txt" in tree(folder)
    link = tmp_path / "link"
    link.symlink_to(folder)
    assert run("certify", two, "--map", "-o", link, "-q").code == 0
    assert link.is_symlink()
    before = {name: (folder / name).read_bytes() for name in tree(folder)}
    assert "givens.txt" not in before
    for words in (("certify", rect, "-o"), ("certify", none, "-o"), ("solve", "-u", rect, "--proof")):
        result = run(*words, folder)
        assert (result.code, result.out) == (3, "")
        assert "another puzzle" in result.err
        assert {name: (folder / name).read_bytes() for name in tree(folder)} == before
    (folder / "manifest.json").unlink()
    for path in (folder, rect):
        for words in (("certify", two, "--map", "-o"), ("solve", "-u", two, "--proof")):
            result = run(*words, path)
            assert (result.code, result.out) == (3, "")
            assert result.err.startswith(f"{path}: ")
    assert sorted(os.listdir(tmp_path)) == ["link", "none.clues", "proof", "rect.clues", "two.clues"]


def test_a_proof_of_another_puzzle_that_appears_meanwhile(none, tmp_path):
    def meanwhile():
        with atomic_folder(str(tmp_path / "proof"), _differs) as half:
            write(Path(half) / "half", "half")
            assert run_process("certify", none, "-o", tmp_path / "proof").code == 0

    with pytest.raises(FileError, match="another puzzle"):
        meanwhile()
    assert verify_proof(str(tmp_path / "proof")).manifest.claim == "no solution"
    assert sorted(os.listdir(tmp_path)) == ["none.clues", "proof"]


def _differs(folder):
    return "another puzzle" if os.listdir(folder) else None


_WRITE_FOR_EVER = """
import sys, time
from nonosat.core.files import atomic_folder
from nonosat.core.system import this_system

with atomic_folder(sys.argv[1], str):
    print("begun", flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(not this_system().finds_processes, reason="nothing is removed without knowing what runs")
def test_what_killed_runs_have_left_is_removed(run, rect, tmp_path):
    words = [sys.executable, "-c", _WRITE_FOR_EVER, str(tmp_path / "proof")]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"begun\n"
        assert run("certify", rect, "-o", tmp_path / "proof", "-q").code == 0
        assert (tmp_path / f"proof.{process.pid}.tmp").is_dir()  # it is in use
        process.kill()
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
    assert run("certify", rect, "-o", tmp_path / "proof", "-q").code == 0
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


@pytest.mark.parametrize("attempt", [0, *(pytest.param(attempt, marks=pytest.mark.slow) for attempt in (1, 2))])
def test_two_runs_into_one_folder(rect, tmp_path, attempt):
    for _ in range(2):  # into a new folder, and in place of a proof
        runs = [start("certify", rect, "-o", tmp_path / "proof") for _ in range(4)]
        for process in runs:
            _, err = process.communicate(timeout=60)
            assert (process.returncode, err) == (0, b"")
        assert tree(tmp_path / "proof") == FILES
        verify_proof(str(tmp_path / "proof"))
        assert sorted(os.listdir(tmp_path)) == ["proof", "rect.clues"]


# The command line


def test_solve_with_proof(run, rect, none, two, tmp_path):
    folder = tmp_path / "proof"
    result = run("solve", "-u", rect, "--proof", folder)
    assert (result.code, result.err) == (0, "")
    assert "rect: solved, unique\nrect: proved (drat: " in result.out
    assert run("verify-proof", folder, "-q").code == 0
    plain = json.loads(run("solve", "-u", rect, "--json").out)
    proved = run("solve", "-u", rect, "--proof", folder, "--json")
    assert proved.out.count("\n") == 1
    assert {**json.loads(proved.out), "seconds": plain["seconds"]} == plain
    shutil.rmtree(folder)
    assert run("solve", "-u", none, "--proof", folder, "--solver", "cadical195").code == 1
    assert verify_proof(str(folder)).manifest.claim == "no solution"
    shutil.rmtree(folder)
    assert run("solve", "-u", two, "--proof", folder).code == 1
    assert not folder.exists()
    no_proofs = (["--solver", "minisat22"], ["--solver-cmd", "x"])
    for arguments in (["-u", rect, none], [rect], *(["-u", rect, *options] for options in no_proofs)):
        result = run("solve", *arguments, "--proof", folder)
        assert (result.code, result.out) == (2, "")


def test_a_time_limit(run, hard, tmp_path):
    result = run("certify", hard, "-o", tmp_path / "proof", "--timeout", "0.3")
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
    assert again.out.endswith(r"; its writer calls it 'a\x1b[31m\udcff'" + "\n")


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

    for puzzle, solutions in small_puzzles(12, 30):
        clauses = list(encode(puzzle).clauses())
        assert models(*clauses) == len(solutions)
        for cells in islice(solutions, 3):
            variables = CellVariables(puzzle)
            ruled_out = variables.excluding(variables.literals_of(Picture(puzzle.grid, cells)))
            if ruled_out:
                assert models(*clauses, ruled_out) == len(solutions) - 1


def test_a_manifest_that_was_changed(run, rect, tmp_path):
    run("certify", rect, "-o", tmp_path / "proof")
    manifest = tmp_path / "proof" / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"name": "', '"name": "other '), encoding="utf-8")
    result = run("verify-proof", tmp_path / "proof")
    assert result.code == 1
    assert "it has been changed since it was written: its hash differs" in result.out
