"""One puzzle of many, in this process: whatever happens to it ends in its record."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import pytest
from conftest import HEX, NONE, RECT, TWO

from nonosat.batch import puzzle_task as module
from nonosat.batch.batch_options import BatchOptions
from nonosat.batch.puzzle_task import PuzzleTask, fingerprint, solve_task
from nonosat.batch.record import read_record
from nonosat.cli.batch_report import Reorderer
from nonosat.core.errors import GaveUp, MissingDependency, SolverError, UsageError
from nonosat.encodings import find_encoding
from nonosat.solvers import BACKENDS, find_backend
from nonosat.solving.options import SolveOptions

OPTIONS = BatchOptions(solving=SolveOptions(unique=True), folder="out")


def with_options(options: BatchOptions = OPTIONS, **values: Any) -> BatchOptions:
    """Options with other values, each in the part that has a field of its name."""
    solving = {name: values.pop(name) for name in [*values] if name in SolveOptions._fields}
    return replace(options, solving=options.solving._replace(**solving), **values)


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
    ("text", "place"),
    [("rect 1", "1:7"), (b"\xff", "1:1"), ("rect 1 1\n#ffffff #000000\n2a\n", "3:1")],
)
def test_bad_input(text, place):
    done = solve_task(task(text), OPTIONS)
    assert done.record.verdict == "bad input"
    assert done.record.error.startswith(f"x.clues:{place}: ")
    assert done.contents.files == {}


def test_no_puzzle_and_several():
    for text in (b"width 1\nheight 1\nrows\n1\ncolumns\n1\n====\nwidth", b""):
        assert solve_task(PuzzleTask(name="x", file="x.non", text=text), OPTIONS).record.verdict == "bad input"


@pytest.mark.parametrize(
    ("error", "verdict", "told"),
    [
        (GaveUp("no answer"), "gave up", "no answer"),
        (SolverError("solver x crashed"), "failed", "solver x crashed"),
        (MemoryError(), "failed", "memory"),
        (KeyError("a\nb"), "failed", "KeyError: 'a\\nb'"),
        (OSError("too many open files"), "failed", "OSError: too many open files"),
    ],
)
def test_what_goes_wrong_is_told(monkeypatch, error, verdict, told):
    def broken(*arguments, **options):
        raise error

    monkeypatch.setattr(module, "solve", broken)
    record = solve_task(task(RECT), OPTIONS).record
    assert (record.verdict, record.sentence) == (verdict, f"x: {record.error}")
    assert told in record.error
    assert (record.outcome, record.exit) == (verdict, 5 if verdict == "gave up" else 4)
    # The puzzle was read, whatever happened later.
    assert record.format == "clues"
    assert (record.answer["grid"], record.answer["colors"]) == ("rect 4 5", ["#ffffff", "#333333", "#6666ff"])


def test_a_solution_without_proof_in_time(monkeypatch):
    solve = module.solve
    monkeypatch.setattr(
        module, "solve", lambda *a, **o: solve(*a, **o)._replace(gave_up=True, unique=None, second=None)
    )
    done = solve_task(task(TWO), with_options(timeout=5.0))
    answer = done.record.answer
    assert (done.record.verdict, answer["second"], len(answer["picture"])) == ("gave up", None, 2)
    assert done.record.sentence.startswith("x: ")
    assert list(done.contents.files) == ["out/x.svg"]


def test_solvers_and_models():
    minisat = find_backend(command="minisat {cnf} {out}")
    for options in ({"solver": BACKENDS["minisat22"]}, {"solver": minisat}, {"strategy": "sat"}):
        done = solve_task(task(TWO), with_options(sol=True, sat=True, **options))
        if done.record.verdict != "failed":  # where there is no such program
            assert list(done.contents.files) == [f"out/x.{end}" for end in ("sat", "sol", "svg", "second.svg")]
            assert done.record.line_solvable is False


def test_the_hash_tells_what_matters(monkeypatch):
    first = fingerprint(task(RECT), OPTIONS)
    with monkeypatch.context() as patch:
        patch.setattr(module, "__version__", "99")
        assert fingerprint(task(RECT), OPTIONS) != first
    assert fingerprint(task(RECT), with_options(folder="other", timeout=3.0, processes=4)) == first
    assert fingerprint(PuzzleTask(name="other", file="y/z.clues", text=RECT.encode()), OPTIONS) == first
    others = [
        fingerprint(task(RECT + "\n"), OPTIONS),
        fingerprint(task(RECT, format="clues"), OPTIONS),
        fingerprint(PuzzleTask(name="x", file="x.txt", text=RECT.encode()), OPTIONS),
        fingerprint(task(RECT), with_options(solver=find_backend(command="minisat22"))),
        *(fingerprint(task(RECT), with_options(**{name: value})) for name, value in OTHERS.items()),
        fingerprint(task(RECT), with_options(propagated=True, sat=True)),
    ]
    assert len({first, *others}) == 1 + len(others)
    assert fingerprint(task(RECT), with_options(propagated=True)) == first  # no formula is written


OTHERS = {
    "svg": False,
    "sat": True,
    "sol": True,
    "gzip_above": 5,
    "unique": False,
    "solver": BACKENDS["minisat22"],
    "encoding": find_encoding("start"),
    "propagate": False,
    "strategy": "sat",
}


def test_every_option_is_thought_of():
    names = {*SolveOptions._fields, *(field.name for field in fields(BatchOptions))}
    assert {*OTHERS, "processes", "folder", "propagated", "solving", "timeout", "rated"} == names


@pytest.mark.parametrize("solver", [None, *BACKENDS.values(), find_backend(command="any 'a b' {cnf}")])
def test_options_go_to_other_machines(solver):
    options = with_options(solver=solver, encoding=find_encoding("pairwise/product+totals"))
    there = pickle.loads(pickle.dumps(options))
    assert there == options
    assert fingerprint(task(RECT), there) == fingerprint(task(RECT), options)


def test_options_are_checked_before_any_puzzle():
    OPTIONS.check()
    with pytest.raises(UsageError, match="decimation"):
        with_options(strategy="decimation", sol=True).check()
    with pytest.raises(UsageError, match="'none'"):
        with_options(strategy="none").check()
    with pytest.raises(MissingDependency):
        with_options(solver=find_backend(command="no-such-solver")).check()


def test_line_solving_is_recorded_also_where_it_was_not_used():
    for text, by_lines in ((RECT, True), (TWO, False), (NONE, True)):
        for options in ({}, {"propagate": False}, {"sat": True}, {"sat": True, "propagated": True}):
            record = solve_task(task(text), with_options(**options)).record
            assert record.line_solvable is by_lines, (text, options)


def test_formulas_after_line_propagation():
    variables = [
        solve_task(task(text), with_options(sat=True, propagated=propagated)).record.answer["variables"]
        for text in (RECT, TWO)
        for propagated in (False, True)
    ]
    assert variables[0] > variables[1]
    assert variables[2] == variables[3]  # lines decide nothing


def test_reordering():
    buffer = Reorderer()
    assert [list(buffer.add(number, str(number))) for number in (2, 0, 1)] == [[], ["0"], ["1", "2"]]
    buffer.stop()
    assert list(buffer.add(3, "3")) == []


def test_frozen_records_are_written_and_read():
    """The order of the entries, and tuples as lists."""
    record = solve_task(task(RECT), OPTIONS).record
    entries = json.loads(record.json())
    assert list(entries) == [name for name in record.values() if name != "rating"]
    assert entries["files"] == list(record.files) == ["x.svg"]
    assert read_record(record.json()) == pickle.loads(pickle.dumps(record)) == record
    with pytest.raises(FrozenInstanceError):
        record.name = "y"
