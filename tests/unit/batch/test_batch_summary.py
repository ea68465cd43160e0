"""The end of a batch: counts of all kinds, and what has no result."""

from __future__ import annotations

import json

import pytest
from conftest import NONE, RECT, TWO, write

from nonosat.batch.record import PuzzleRecord, read_record
from nonosat.batch.summary import Summary
from nonosat.cli import batch_command
from nonosat.formats import FORMATS


@pytest.fixture(autouse=True)
def one_worker(monkeypatch):
    monkeypatch.setattr(batch_command, "available_cores", lambda: 1)


def record(name: str = "x", **values) -> PuzzleRecord:
    return PuzzleRecord(name=name, file=f"{name}.clues", hash="", version="", **values)


def broken(name: str, error: str) -> PuzzleRecord:
    return record(name, error=error, exit=3)


def summed(*records: PuzzleRecord) -> Summary:
    summary = Summary()
    for each in records:
        summary.add(each)
    return summary


def test_a_batch_without_trouble_ends_with_one_table(run, tmp_path):
    done = run("batch", write(tmp_path / "rect.clues", RECT), "-o", tmp_path / "out")
    assert [line.split()[0] for line in done.out.splitlines()] == ["rect:", "verdict", "unique", "all"]
    assert done.err.count("\n") == 2  # the rate, and what was written


def test_classes_and_formats(run, tmp_path):
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for name, text in {"rect": RECT, "none": NONE, "two": TWO, "broken": "rect 1 1\nx\n"}.items():
        write(folder / f"{name}.clues", text)
    write(folder / "other.px", FORMATS["px"].write(FORMATS["clues"].read(TWO)))
    done = run("batch", folder, "-o", tmp_path / "out", "--rate", "-u")
    _, classes, formats = done.out.split("\n\n")
    assert [line.rsplit(maxsplit=2)[:2] for line in classes.splitlines()[1:]] == [
        *(["trivial", "1"], ["several solutions", "2"], ["no solution", "1"])
    ]
    assert [line.split() for line in formats.splitlines()[1:]] == [["clues", "3", "2"], ["px", "1", "0"]]


def test_reasons_are_grouped_without_places():
    errors = [
        broken("b", "b.clues:12:3: row 5 needs 12 cells"),
        broken("a", "a.clues: no puzzle"),
        broken("c", "c.clues:1:1: row 1 needs 4 cells"),
        record("d", error="solver x crashed", exit=4),
    ]
    found = summed(*errors)
    assert [*found.reasons.values()] == [2, 1, 1]
    assert [each.reason for each in errors] == [
        *("row N needs N cells", "no puzzle", "row N needs N cells", "solver x crashed")
    ]
    assert found.broken == ["b", "a", "c", "d"]
    assert found.reason_table().splitlines()[1].split() == ["2", *["row", "N", "needs", "N", "cells"]]
    assert summed(*errors[:2]).reason_table() == ""  # the error lines say the same
    assert PuzzleRecord(name="e-2", file="e: 1.non#2", hash="", version="", error="e: 1.non:7:1: 3").reason == "N"


def test_many_reasons_and_names():
    found = summed(*(broken(str(n), f"{n}.clues:1:1: {'abcdefghijklmn'[n % 14]}") for n in range(30)))
    rows = [line.split(maxsplit=1) for line in found.reason_table().splitlines()[1:]]
    assert [number for number, _ in rows] == ["3", "3", *(8 * ["2"]), "8"]
    names = found.broken_sentence().partition(": ")[2]
    assert names == ", ".join(map(str, range(20))) + " and 10 more"
    assert summed(record(outcome="gave up", exit=5)).broken_sentence() == ""


@pytest.mark.parametrize("damage", [{"digest": 1}, {"format": []}, {"rating": {"class": "odd", "at_least": None}}])
def test_damaged_reports(damage):
    assert read_record(json.dumps(json.loads(record().json()) | {"rating": None})) is not None
    assert read_record(json.dumps(json.loads(record().json()) | damage)) is None
