"""A time limit and a signal end any phase: reading, propagating, encoding, solving, drawing, proving.

Each phase is made to last for ever, in this process; and large puzzles meet real signals in processes of their own.
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

from nonosat.cli.interrupts import ended_at_deadline
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.system import this_system
from nonosat.model.rect_grid import RectGrid


def for_ever(*_, **__):
    while True:
        time.sleep(0.001)


#: What to replace in each phase, how it is reached, and what is known by then.
PHASES = {
    "reading": ("nonosat.formats.loading.read_bytes", ("solve", "-u"), ""),
    "propagating": ("nonosat.solving.solve.propagated", ("solve", "-u"), ""),
    "encoding": ("nonosat.cli.solve.encode", ("solve", "-u", "-o", "out"), ""),
    "drawing": ("nonosat.drawing.svg.svg", ("solve", "-u", "--svg", "p.svg"), "rect: "),
    "writing": ("nonosat.solving.outputs.dimacs_bytes", ("solve", "-u", "--sat", "p.sat"), "rect: "),
    "printing": ("nonosat.cli.solve.show_picture", ("solve", "-u"), "rect: "),
    "proving": (
        "nonosat.proofs.drat.drat_writer.encode",
        ("solve", "-u", "--proof", "proof"),
        "rect: ",
    ),
    "certifying": ("nonosat.proofs.drat.drat_writer.encode", ("certify", "-o", "proof"), "rect: "),
    "verifying": ("nonosat.proofs.drat.drat_checker.encode", ("certify", "-o", "proof"), "rect: "),
}


@pytest.fixture(params=PHASES)
def endless(request, monkeypatch, tmp_path):
    """The arguments that lead to a phase without an end, and what is known then."""
    target, arguments, known = PHASES[request.param]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(target, for_ever)
    return arguments, known


@pytest.mark.thinned(18)
@pytest.mark.parametrize("has_timer_signal", [True, False], ids=["timer", "thread"])
def test_the_clock(run, rect, endless, tmp_path, force_system, has_timer_signal):
    if has_timer_signal and not this_system().has_timer_signal:
        pytest.skip("there are no timer signals here")
    force_system(has_timer_signal=has_timer_signal)
    arguments, known = endless
    # Where something is known by then there must be time for that, also on a busy machine.
    result = run(*arguments, rect, "--timeout", "1" if known else "0.05")
    assert result.code == 5
    assert result.err.startswith(f"nonosat: {known}")
    assert result.err.count("\n") == 1
    assert "time limit" in result.err
    assert tree(tmp_path) == ["rect.clues"]
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.thinned(3)
def test_an_interrupt(run, rect, endless, tmp_path):
    arguments, _ = endless
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    result = run(*arguments, rect)
    timer.join()
    assert (result.code, result.err.count("\n")) == (130, 2)
    assert ("rect: " in result.err) == ("certify" in arguments)
    assert tree(tmp_path) == ["rect.clues"]


def test_several_puzzles_have_their_time_each(run, rect, two, monkeypatch):
    """What takes too long is told; the others are solved."""
    from nonosat.solving import solve as pipeline

    propagate = pipeline.propagated
    monkeypatch.setattr(
        "nonosat.solving.solve.propagated",
        lambda puzzle, deadline: for_ever() if puzzle.grid == RectGrid(4, 5) else propagate(puzzle, deadline),
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


def test_in_another_thread_there_is_no_alarm():
    seen = []

    def work():
        with ended_at_deadline(Deadline.after(-1)):
            seen.append(signal.getitimer(signal.ITIMER_REAL))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [(0.0, 0.0)]


def test_what_was_there_before_comes_back():
    handler = signal.getsignal(signal.SIGALRM)
    with pytest.raises(GaveUp), ended_at_deadline(Deadline.after(-1)):
        for_ever()
    assert signal.getsignal(signal.SIGALRM) is handler


def test_an_alarm_in_the_last_moment_does_not_keep_the_next_from_being_switched_off(monkeypatch):
    """It rings whenever the block is left, just before the alarm is switched off."""
    switch, before = signal.setitimer, signal.getsignal(signal.SIGALRM)

    def rings_first(which, seconds, interval=0.0):
        if not seconds:
            signal.raise_signal(signal.SIGALRM)
        return switch(which, seconds, interval)

    monkeypatch.setattr(signal, "setitimer", rings_first)
    with ended_at_deadline(Deadline.after(60)):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) is before


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
