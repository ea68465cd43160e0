"""A time limit and a signal end any phase: reading, propagating, encoding, solving, proving.

Large puzzles meet real signals and limits in processes of their own.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import start, tree, write

from nonosat.model.rect_grid import RectGrid


def test_reading_ends_in_time(run, rect, monkeypatch):
    released = threading.Event()
    monkeypatch.setattr("nonosat.formats.loading.read_bytes", lambda *_: released.wait() and b"")
    result = run("solve", "-u", rect, "--timeout", "0.05")
    released.set()
    assert (result.code, result.out, result.err.count("\n")) == (5, "", 1)


def until(deadline):
    while True:
        deadline.check()
        time.sleep(0.001)


def test_several_puzzles_have_their_time_each(run, rect, two, monkeypatch):
    """What takes too long is told; the others are solved."""
    from nonosat.solving import solve as pipeline

    propagate = pipeline.propagated
    monkeypatch.setattr(
        "nonosat.solving.solve.propagated",
        lambda puzzle, deadline: until(deadline) if puzzle.grid == RectGrid(4, 5) else propagate(puzzle, deadline),
    )
    result = run("solve", rect, two, "--timeout", "0.2")
    assert result.code == 5
    assert (result.err[:6], result.err.count("\n")) == ("rect: ", 1)
    assert "\ntwo: " in result.out


@pytest.mark.costly
def test_a_pipe_that_says_nothing(tmp_path):
    process = start("solve", "-", "--timeout", "0.1", stdin=subprocess.PIPE, cwd=tmp_path)
    code = process.wait(timeout=60)
    assert (code, process.stderr.read().count(b"\n")) == (5, 1)
    process.stdin.close()
    process.stdout.close()
    process.stderr.close()


# Large puzzles


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Random cells, 400x400: each phase takes a second or more; nobody solves it."""
    from nonosat.formats.clues import write as clue_file
    from nonosat.model.random_puzzles import random_puzzle

    return write(tmp_path_factory.mktemp("large") / "large.clues", clue_file(random_puzzle(RectGrid(400, 400))))


def session(process):
    """The processes that the session of a process still has."""
    done = subprocess.run(
        ["ps", "-o", "pid=,stat=", "-s", str(process.pid)], capture_output=True, text=True, check=False
    )
    return [line for line in done.stdout.splitlines() if "Z" not in line]


COMMANDS = {
    "solve": ("solve", "-u"),
    "a child": ("solve", "-u", "--timeout", "100", "--solver", "minisat22"),
    "a program": ("solve", "-u", "--solver", "kissat"),
    "encode": ("encode", "-o", "out.sat"),
    "solve with files": ("solve", "-u", "-o", "out", "--timeout", "100"),
    "certify": ("certify", "-o", "proof"),
    "render": ("render", "-o", "out.svg"),
}
LIMITED = ("solve -u", "solve -u --solver minisat22", "solve -u --solver kissat", "solve -u -o out", "certify -o proof")
LIMITED += ("count", "rate", "explain", "diagnose", "mend -o out.clues", "hint", "solve --all")


@pytest.mark.faults
@pytest.mark.parametrize("command", LIMITED)
def test_a_time_limit_at_any_time(large, tmp_path, command):
    seconds = random.Random(command).uniform(0.3, 1.5)
    process = start(*command.split(), large, "--timeout", f"{seconds:.2f}", cwd=tmp_path)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 5, err
    assert session(process) == []
    assert tree(tmp_path) == []


@pytest.mark.faults
@pytest.mark.skipif(sys.platform != "linux", reason="counts processes as Linux does")
@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_at_any_time(large, tmp_path, name, number):
    delay = random.Random(f"{name} {number}").uniform(0.3, 1.5)
    process = start(*COMMANDS[name], large, cwd=tmp_path)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        os.kill(process.pid, number)
    _, err = process.communicate(timeout=60)
    if name == "render" and process.returncode == 0:
        return  # it was faster
    assert process.returncode in ((130,) if number == signal.SIGINT else (143, -15))
    # The note on small cells may be there already.
    lines = [line for line in err.decode().splitlines() if not line.startswith("large: cells are ")]
    assert len(lines) == (2 if number == signal.SIGINT else 0)
    assert session(process) == []
    if name == "render" and tree(tmp_path) == ["out.svg"]:  # the signal came after the file, which is complete
        assert (tmp_path / "out.svg").read_text(encoding="utf-8").rstrip().endswith("</svg>")
        return
    assert tree(tmp_path) == []
