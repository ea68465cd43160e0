"""One puzzle of many, in this process: whatever happens to it ends in its record."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest
from conftest import HEX, NONE, RECT, TWO

from nonosat.batch import puzzle_task as module
from nonosat.batch.puzzle_task import BatchOptions, PuzzleTask, fingerprint, solve_task
from nonosat.batch.record import VERDICTS, read_record
from nonosat.batch.reorder import Reorderer
from nonosat.errors import GaveUp, SolverError

OPTIONS = BatchOptions(folder="out", unique=True)


def task(text: str | bytes, **more) -> PuzzleTask:
    return PuzzleTask(name="x", file="x.clues", text=text if isinstance(text, bytes) else text.encode(), **more)


@pytest.mark.parametrize(
    ("text", "verdict", "files"),
    [
        (RECT, "unique", ["out/x.svg"]),
        (HEX, "unique", ["out/x.svg"]),
        (TWO, "not unique", ["out/x.svg", "out/x.second.svg"]),
        (NONE, "no solution", []),
    ],
)
def test_verdicts(text, verdict, files):
    done = solve_task(task(text), OPTIONS)
    assert (done.record.verdict, list(done.contents.files)) == (verdict, files)
    assert set(done.contents.stale) == {"out/x.svg", "out/x.second.svg"} - set(files)
    assert read_record(done.record.json()) == done.record
    assert pickle.loads(pickle.dumps(done)) == done


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("rect 1", "x.clues:1:7: width is missing"),
        (b"\xff", "x.clues:1:1: bytes that are not UTF-8"),
        ("rect 1 1\n#ffffff #000000\n2a\n", "x.clues:3:1: clue of row 1 needs 2 cells"),
    ],
)
def test_bad_input(text, error):
    done = solve_task(task(text), OPTIONS)
    assert done.record.verdict == "bad input"
    assert done.record.error.startswith("x.clues:")
    assert done.record.error.startswith(error.split(" ")[0])
    assert done.contents.files == {}


def test_no_puzzle_and_several():
    assert (
        "several puzzles"
        in solve_task(
            PuzzleTask(name="x", file="x.non", text=b"width 1\nheight 1\nrows\n1\ncolumns\n1\n====\nwidth"), OPTIONS
        ).record.error
    )
    assert solve_task(PuzzleTask(name="x", file="x.non", text=b""), OPTIONS).record.verdict == "bad input"


@pytest.mark.parametrize(
    ("error", "verdict", "told"),
    [
        (GaveUp("no answer"), "gave up", "no answer"),
        (SolverError("solver x crashed"), "failed", "solver x crashed"),
        (MemoryError(), "failed", "out of memory"),
        (KeyError("a\nb"), "failed", "KeyError: 'a\\nb'"),
        (OSError("too many open files"), "failed", "OSError: too many open files"),
    ],
)
def test_what_goes_wrong_is_told(monkeypatch, error, verdict, told):
    def broken(*arguments, **options):
        raise error

    monkeypatch.setattr(module, "solve", broken)
    record = solve_task(task(RECT), OPTIONS).record
    assert (record.verdict, record.error, record.sentence) == (verdict, told, f"x: {told}")
    assert record.exit_code == VERDICTS[verdict]
    # The puzzle was read, whatever happened later.
    assert (record.format, record.grid, record.colors) == ("clues", "rect 4 5", 2)


def test_a_solution_without_proof_in_time(monkeypatch):
    solve = module.solve
    monkeypatch.setattr(
        module, "solve", lambda *a, **o: solve(*a, **o)._replace(gave_up=True, unique=None, second=None)
    )
    done = solve_task(task(TWO), replace(OPTIONS, timeout=5.0))
    assert (done.record.verdict, done.record.solutions) == ("gave up", 1)
    assert done.record.sentence == "x: solved; gave up before it was clear whether the solution is unique"
    assert list(done.contents.files) == ["out/x.svg"]


def test_solvers_and_models():
    for options in ({"solver": "minisat22"}, {"solver_cmd": "minisat {cnf} {out}"}, {"strategy": "sat"}):
        done = solve_task(task(TWO), replace(OPTIONS, sol=True, sat=True, **options))
        if done.record.verdict != "failed":  # where there is no such program
            assert list(done.contents.files) == [f"out/x.{end}" for end in ("sat", "sol", "svg", "second.svg")]
            assert done.record.line_solvable is False


def test_the_hash_tells_what_matters():
    first = fingerprint(task(RECT), OPTIONS)
    assert fingerprint(task(RECT), replace(OPTIONS, folder="other", timeout=3.0, portfolio=4)) == first
    assert fingerprint(PuzzleTask(name="other", file="y/z.clues", text=RECT.encode()), OPTIONS) == first
    others = [
        fingerprint(task(RECT + "\n"), OPTIONS),
        fingerprint(task(RECT, format="clues"), OPTIONS),
        fingerprint(PuzzleTask(name="x", file="x.txt", text=RECT.encode()), OPTIONS),
        *(fingerprint(task(RECT), replace(OPTIONS, **{name: value})) for name, value in OTHERS.items()),
    ]
    assert len({first, *others}) == 1 + len(others)


OTHERS = {
    "svg": False,
    "sat": True,
    "sol": True,
    "gzip_above": 5,
    "unique": False,
    "solver": "minisat22",
    "solver_cmd": "x",
    "encoding": "start",
    "strategy": "sat",
}


def test_every_option_is_thought_of():
    assert {*OTHERS, "folder", "timeout", "portfolio"} == {field.name for field in fields(BatchOptions)}


def test_reordering():
    buffer = Reorderer()
    assert [list(buffer.add(number, str(number))) for number in (2, 0, 1)] == [[], ["0"], ["1", "2"]]
    buffer.stop()
    assert list(buffer.add(3, "3")) == []


def test_frozen_records_are_written_as_before():
    """The order of the entries, and tuples as lists; a report of an earlier version can be continued."""
    record = solve_task(task(RECT), OPTIONS).record
    entries = json.loads(record.json())
    assert list(entries) == [field.name for field in fields(record)]
    assert entries["files"] == list(record.files) == ["x.svg"]
    assert read_record(record.json()) == pickle.loads(pickle.dumps(record)) == record
    with pytest.raises(FrozenInstanceError):
        record.name = "y"
