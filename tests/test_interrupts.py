"""Ctrl-C ends a search like a time limit: what is known is shown or written, and the exit code is 130."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import start, tree, write

from nonosat.backends import find_backend
from nonosat.backends.hitting_sets import HittingSets
from nonosat.backends.propagation import new_engine
from nonosat.backends.pysat_interrupt import raise_interrupt
from nonosat.cli.interrupts import ended_by_interrupt
from nonosat.cnf.formula import Formula
from nonosat.errors import GaveUp
from nonosat.formats import load
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import NEVER


def permutations(size: int) -> str:
    """One cell in every row and column."""
    return f"rect {size} {size}\n#ffffff #000000\n" + "1a\n" * (2 * size)


@pytest.fixture
def many(tmp_path):
    return write(tmp_path / "many.clues", permutations(26))


@pytest.fixture
def begin(tmp_path):
    """Runs a command until its log has some words, then interrupts it: exit code, output, and the last error line."""

    def run(words, *arguments):
        process = start(*arguments, cwd=tmp_path)
        for line in process.stderr:
            if words in line.decode():
                break
        time.sleep(0.3)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
        return process.returncode, out.decode(), err.decode().splitlines()[-1]

    return run


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals as Unix does")


@pytest.mark.parametrize("more", [(), ("--timeout", "100")], ids=["alone", "timeout"])
def test_count(begin, many, more):
    code, out, last = begin("in 1 component", "count", "-v", many, *more)
    assert (code, last) == (130, "nonosat: interrupted")
    assert out.startswith("many: at least ")


def test_count_shows_what_it_knows_as_a_record(begin, many):
    code, out, _ = begin("in 1 component", "count", "-v", "--json", many, many)
    assert code == 130
    assert out.count("\n") == 1
    assert '"exact": false' in out


@pytest.mark.parametrize("more", [(), ("--timeout", "100")], ids=["alone", "timeout"])
def test_diagnose(begin, many, more):
    code, out, last = begin("in 1 component", "diagnose", "-v", many, *more)
    assert (code, last) == (130, "nonosat: interrupted")
    assert "many: at least " in out
    assert "differ in 1 independent place" in out


@pytest.mark.parametrize("more", [(), ("--timeout", "100")], ids=["alone", "timeout"])
def test_mend_writes_the_best(begin, many, more, tmp_path):
    code, _, last = begin("needed", "mend", "-v", many, "-o", "out.clues", *more)
    assert (code, last) == (130, "nonosat: interrupted")
    assert tree(tmp_path) == ["many.clues", "out.clues"]
    assert solve(load(str(tmp_path / "out.clues")), unique=True).unique


def test_mend_without_a_result_writes_nothing(run, two, tmp_path, monkeypatch):
    def interrupted(puzzle, deadline, **_):
        signal.raise_signal(signal.SIGINT)
        deadline.check("no changes found")

    monkeypatch.setattr("nonosat.authoring.mending.mend_until", interrupted)
    result = run("mend", two, "-o", tmp_path / "out.clues")
    assert (result.code, result.out, result.err) == (130, "", "\nnonosat: interrupted; no changes found\n")
    assert "out.clues" not in tree(tmp_path)


def test_the_first_interrupt_is_a_request_and_the_second_an_interrupt():
    with pytest.raises(KeyboardInterrupt), ended_by_interrupt() as stop:  # noqa: PT012
        deadline = NEVER.stopped_by(stop)
        assert deadline.is_set
        assert not deadline.is_timed
        assert not deadline.has_passed
        signal.raise_signal(signal.SIGINT)
        assert stop.is_made
        assert deadline.is_set
        assert not deadline.is_timed
        assert deadline.has_passed
        assert deadline.left() == deadline.or_after(5).left() == deadline.before(5).left() == 0
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_work_that_does_not_look_is_ended_soon():
    with pytest.raises(GaveUp), ended_by_interrupt():  # noqa: PT012
        signal.raise_signal(signal.SIGINT)
        while True:
            time.sleep(0.001)


def test_work_that_has_noticed_the_request_is_left_alone():
    with ended_by_interrupt() as stop:
        signal.raise_signal(signal.SIGINT)
        stop.is_acknowledged = True
        time.sleep(0.8)


def test_no_request_in_another_thread():
    seen = []

    def work():
        with ended_by_interrupt() as stop:
            seen.append(stop.is_made)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]


def test_interrupts_during_unit_propagation():
    """They are left to Python, also where the check of a long proof is interrupted."""
    engine = new_engine()
    for variable in range(1, 100_000):
        engine.add_clause((-variable, variable + 1))
    seen = []
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    code = f"import os, time\nfor _ in range(200): os.kill({os.getpid()}, {int(signal.SIGINT)}); time.sleep(0.001)"
    try:
        process = subprocess.Popen([sys.executable, "-c", code])
        while process.poll() is None:
            assert len(engine.propagate([1])[1]) == 100_000
    finally:
        signal.signal(signal.SIGINT, before)
        engine.delete()
    assert seen


def test_solvers_that_turn_interrupts_into_errors(monkeypatch):
    """PySAT does; the handler of Python decides what becomes of it."""

    def fail(*_, **__):
        raise RuntimeError("Caught keyboard interrupt")

    session = find_backend().open(Formula())
    monkeypatch.setattr(session, "_pysat", type("Solver", (), {"solve": fail, "delete": lambda _: None})())
    with pytest.raises(KeyboardInterrupt):
        session.solve()
    sets = HittingSets()
    sets.add((1,))
    monkeypatch.setattr(sets._solver, "compute", fail)
    with pytest.raises(KeyboardInterrupt):
        sets.smallest()
    with ended_by_interrupt() as stop, pytest.raises(GaveUp):
        raise_interrupt(NEVER.stopped_by(stop))
