"""The journal holds what was drawn, whatever ends the process and whatever fails."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from sketches import commands, sketches

from nonosat.core.errors import FileError, NonosatError, NoRoom
from nonosat.core.system import this_system
from nonosat.drawing_board.history import History
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_journal import SketchJournal
from nonosat.model.rect_grid import RectGrid

EMPTY = Sketch.empty(RectGrid(4, 4))


def stroke(cell: int) -> dict[str, object]:
    return {"do": "paint", "cells": [[cell, 1]]}


def reopened(path: Path) -> Sketch | None:
    journal = SketchJournal(str(path))
    journal.close(remove=False)
    return journal.recovered and journal.recovered.history.sketch


@examples(60, fast=10)
@given(sketches(), st.lists(commands(), max_size=12))
def test_replay_is_the_state(tmp_path_factory: pytest.TempPathFactory, sketch: Sketch, steps) -> None:
    path = tmp_path_factory.getbasetemp() / "replay.journal"
    path.unlink(missing_ok=True)
    journal, history = SketchJournal(str(path)), History(sketch)
    assert journal.recovered is None
    journal.begin(sketch, "digest")
    for step in steps:
        try:
            if history.perform(step):
                journal.add(step)
        except NonosatError:
            continue
    journal.close(remove=False)
    again = SketchJournal(str(path))
    again.close(remove=True)
    assert again.recovered is not None
    found = again.recovered.history
    assert (found.sketch, found.n_undo, found.n_redo) == (history.sketch, history.n_undo, history.n_redo)
    assert again.recovered.digest == "digest"
    assert not path.exists()


def test_each_whole_line_counts(tmp_path: Path) -> None:
    """Cut off at any byte, a journal is the state after its last whole line, and goes on from there."""
    path = tmp_path / "j"
    journal = SketchJournal(str(path))
    journal.begin(EMPTY, "")
    for cell in range(3):
        journal.add(stroke(cell))
    journal.close(remove=False)
    data = path.read_bytes()
    for end in range(len(data) + 1):
        path.write_bytes(data[:end])
        n_lines = data[:end].count(b"\n")
        expected = EMPTY.painted(dict.fromkeys(range(n_lines - 1), 1)) if n_lines else None
        assert reopened(path) == expected
        if expected is not None:
            assert path.read_bytes().count(b"\n") == n_lines == len(path.read_bytes().splitlines())


@pytest.mark.parametrize("content", [b"\n", b"{}\n", b"[1]\n", b"3\n", b"\xff\xfe\n", b'{"sketch": 1, "digest": ""}\n'])
def test_what_is_no_journal_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "j"
    path.write_bytes(content * 20)
    assert reopened(path) is None
    journal = SketchJournal(str(path))
    journal.begin(EMPTY, "")
    journal.close(remove=False)
    assert reopened(path) == EMPTY


def test_what_cannot_be_replayed_ends_it(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = SketchJournal(str(path))
    journal.begin(EMPTY, "")
    for each in (stroke(0), {"do": "fly"}, stroke(1)):
        journal.add(each)
    journal.close(remove=False)
    assert reopened(path) == EMPTY.painted({0: 1})


@pytest.mark.skipif(not this_system().locks_files, reason="locks of files")
def test_one_process_at_a_time(tmp_path: Path) -> None:
    journal = SketchJournal(str(tmp_path / "j"))
    with pytest.raises(FileError):
        SketchJournal(str(tmp_path / "j"))
    journal.close(remove=False)
    SketchJournal(str(tmp_path / "j")).close(remove=True)


class FullDisk:
    """A file that takes some more bytes."""

    def __init__(self, file, left: int) -> None:
        self.file, self.left = file, left

    def write(self, data: bytes) -> int:
        if not self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = self.file.write(data[: self.left])
        self.left -= written
        return written

    def __getattr__(self, name: str):
        return getattr(self.file, name)


@pytest.mark.parametrize("left", [0, 1, 30, 60])
def test_a_full_disk_loses_nothing(tmp_path: Path, left: int) -> None:
    path = tmp_path / "j"
    journal = SketchJournal(str(path))
    journal.begin(EMPTY, "")
    disk = journal._file = FullDisk(journal._file, left)
    for cell in range(4):
        try:
            journal.add(stroke(cell))
        except NoRoom:
            pass
        else:
            assert left == 60
            assert cell == 0
    disk.left = 10_000
    journal.add(stroke(4))
    journal.close(remove=False)
    assert reopened(path) == EMPTY.painted(dict.fromkeys(range(5), 1))


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        SketchJournal(str(tmp_path / "missing" / "j"))


WRITER = """
import sys
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_journal import SketchJournal
from nonosat.model.rect_grid import RectGrid
journal = SketchJournal(sys.argv[1])
journal.begin(Sketch.empty(RectGrid(100, 100)), "")
for cell in range(10_000):
    journal.add({"do": "paint", "cells": [[cell, 1]]})
    print(cell, flush=True)
"""


@pytest.mark.faults
@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path) -> None:
    rng = random.Random(1)
    for number in range(20):
        path = tmp_path / str(number)
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(rng.randrange(1, 2_000)):
            process.stdout.readline()
        process.kill()
        said = [int(line) for line in process.stdout.read().split()[:-1]]
        process.wait()
        process.stdout.close()
        sketch = reopened(path)
        assert sketch is not None
        n_drawn = sketch.cells.count(1)
        assert n_drawn > max(said, default=0)
        assert sketch.cells == bytes([1]) * n_drawn + bytes(10_000 - n_drawn)
        assert os.path.getsize(path) == len(path.read_bytes())
        assert all(json.loads(line) for line in path.read_bytes().splitlines())
