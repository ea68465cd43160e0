"""A value that tests share is computed once, whoever asks, and belongs to nobody."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import shared_work
from places import TESTS
from shared_work import shared

#: Several processes that ask for the same value at the same time; each computation leaves a line.
ASKS = """
import sys, time
from pathlib import Path
import shared_work
shared_work.folder = Path(sys.argv[1])
def compute():
    with open(shared_work.folder / "computed", "a") as log:
        log.write("once\\n")
    time.sleep(0.05)
    return [1, 2]
assert shared_work.shared("a name / of any sort", compute) == [1, 2]
"""


@pytest.mark.slow
def test_processes_share_a_value(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ASKS, str(tmp_path)]
    processes = [subprocess.Popen(command, cwd=TESTS) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert (tmp_path / "computed").read_text() == "once\n"


def test_each_has_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "folder", tmp_path)
    shared("list", lambda: [1]).append(2)
    assert shared("list", list) == [1]


def test_a_computation_that_fails_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "folder", tmp_path)
    with pytest.raises(ZeroDivisionError):
        shared("number", lambda: 1 / 0)
    assert shared("number", lambda: 3) == 3


def test_scripts_compute_for_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "folder", None)
    assert [shared("other", lambda number=number: number) for number in (1, 2)] == [1, 2]
