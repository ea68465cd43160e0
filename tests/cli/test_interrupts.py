"""Ctrl-C ends a search like a time limit: what is known is shown or written, and the exit code is 130."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import start, tree, write

from nonosat.authoring import assessment
from nonosat.authoring import fit as class_fitting
from nonosat.cli import page_command as page
from nonosat.cli import puzzle_entries
from nonosat.cli import rate_command as rating
from nonosat.cli.interrupts import cancelled_by_interrupt
from nonosat.cnf.formula import Formula
from nonosat.core.errors import GaveUp
from nonosat.explaining.explainer import Explainer
from nonosat.formats import load
from nonosat.parallel.pool import Pool
from nonosat.publishing import book_puzzle
from nonosat.solvers import find_backend
from nonosat.solvers.propagation import PropagationEngine
from nonosat.solvers.pysat_session import raise_interrupt
from nonosat.solving.solve import solve


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
        time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
        return process.returncode, out.decode(), err.decode().splitlines()[-1]

    return run


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals as Unix does")


more = pytest.mark.parametrize("more", ["", pytest.param("--timeout 100", marks=pytest.mark.slow)])


@pytest.mark.costly
@more
def test_count(begin, many, more):
    """What is known of the first puzzle is shown, and the second one is not asked about."""
    code, out, last = begin("in 1 component", "count", "-v", "--json", many, many, *more.split())
    assert (code, last) == (130, "nonosat: interrupted")
    (record,) = map(json.loads, out.splitlines())
    assert not record["exact"]
    assert int(record["at_least"]) > 0


@pytest.mark.slow
@more
def test_diagnose(begin, many, more):
    code, out, last = begin("in 1 component", "diagnose", "-v", many, *more.split())
    assert (code, last) == (130, "nonosat: interrupted")
    assert "many: " in out


@pytest.mark.slow
@more
def test_mend_writes_the_best(begin, many, more, tmp_path):
    code, _, last = begin("needed", "mend", "-v", many, "-o", "out.clues", *more.split())
    assert (code, last) == (130, "nonosat: interrupted")
    assert tree(tmp_path) == ["many.clues", "out.clues"]
    assert solve(load(str(tmp_path / "out.clues")), unique=True).unique


def test_mend_without_a_result_writes_nothing(run, two, tmp_path, monkeypatch):
    def interrupted(puzzle, *, timeout, **_):
        signal.raise_signal(signal.SIGINT)
        timeout.deadline.check("no changes found")

    monkeypatch.setattr("nonosat.cli.mend_command.mend", interrupted)
    result = run("mend", two, "-o", tmp_path / "out.clues")
    assert (result.code, result.out) == (130, "")
    assert result.err.startswith("\nnonosat: interrupted")
    assert "out.clues" not in tree(tmp_path)


def test_the_first_interrupt_sets_the_event_and_the_second_is_an_interrupt():
    with pytest.raises(KeyboardInterrupt), cancelled_by_interrupt() as cancel:  # noqa: PT012
        assert not cancel.is_set()
        signal.raise_signal(signal.SIGINT)
        assert cancel.is_set()
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_in_another_thread_ctrl_c_is_left_alone():
    seen = []

    def work():
        with cancelled_by_interrupt() as cancel:
            seen.append(cancel.is_set())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]


def test_interrupts_during_unit_propagation():
    """They are left to Python, also where the check of a long proof is interrupted."""
    engine = PropagationEngine()
    for variable in range(1, 30_000):
        engine.add_clause((-variable, variable + 1))
    seen = []
    before = signal.signal(signal.SIGINT, lambda number, _: seen.append(number))
    code = f"import os, time\nfor _ in range(50): os.kill({os.getpid()}, {int(signal.SIGINT)}); time.sleep(0.001)"
    try:
        process = subprocess.Popen([sys.executable, "-IS", "-c", code])
        while process.poll() is None:
            assert len(engine.propagate([1])[1]) == 30_000
    finally:
        signal.signal(signal.SIGINT, before)
        engine.delete()
    assert seen
    with pytest.raises(ValueError, match="after `delete`"):  # not a crash of the compiled module
        engine.propagate([1])


def test_solvers_that_turn_interrupts_into_errors(monkeypatch):
    """PySAT does; the handler of Python decides what becomes of it."""

    def fail(*_, **__):
        raise RuntimeError("Caught keyboard interrupt")

    session = find_backend("cadical195").open(Formula())
    monkeypatch.setattr(session, "_pysat", type("Solver", (), {"solve": fail, "delete": lambda _: None})())
    with pytest.raises(KeyboardInterrupt):
        session.solve()
    with cancelled_by_interrupt() as cancel, pytest.raises(GaveUp):
        raise_interrupt()
    assert cancel.is_set()


def interrupt_at(monkeypatch, owner, name, call):
    """Make the n-th call of a function, from 1, begin with Ctrl-C."""
    real, calls = getattr(owner, name), itertools.count(1)

    def interrupted(*arguments, **options):
        if next(calls) == call:
            signal.raise_signal(signal.SIGINT)
        return real(*arguments, **options)

    monkeypatch.setattr(owner, name, interrupted)


def test_explain_shows_the_steps_that_were_found(run, rect, tmp_path, monkeypatch):
    whole = run("explain", rect).out.splitlines()
    interrupt_at(monkeypatch, Explainer, "next_step", 3)
    result = run("explain", rect, "-o", tmp_path / "steps.txt")
    assert (result.code, result.err) == (130, "\nnonosat: interrupted\n")
    assert "2 steps" in result.out
    written = (tmp_path / "steps.txt").read_text().splitlines()
    assert written[:-1] == [line for line in whole if line.startswith(("1. ", "2. "))]


def test_explain_without_a_step(run, rect, monkeypatch):
    interrupt_at(monkeypatch, Explainer, "next_step", 1)
    result = run("explain", rect)
    assert (result.code, result.err) == (130, "\nnonosat: interrupted\n")
    assert "0 steps" in result.out


def test_rate_shows_what_was_rated(run, rect, two, monkeypatch):
    interrupt_at(monkeypatch, rating, "rate", 2)
    result = run("rate", rect, two, rect)
    assert (result.code, result.err) == (130, "\nnonosat: interrupted\n")
    _, *rows = result.out.splitlines()
    assert [row.split("  ")[0] for row in rows] == ["rect", "two"]
    assert "trivial" in rows[1]


def test_rate_shows_what_was_rated_when_the_next_file_is_read(run, rect, two, diagonal, monkeypatch):
    interrupt_at(monkeypatch, puzzle_entries, "load_sheets", 3)
    result = run("rate", rect, two, diagonal)
    assert (result.code, result.err) == (130, "\nnonosat: interrupted\n")
    _, *rows = result.out.splitlines()
    assert [row.split("  ")[0] for row in rows] == ["rect", "two"]


def test_rate_writes_records_as_far_as_it_came(run, rect, two, monkeypatch):
    interrupt_at(monkeypatch, rating, "rate", 1)
    result = run("rate", "--json", rect, two)
    assert result.code == 130
    (record,) = map(json.loads, result.out.splitlines())
    assert (record["name"], record["class"], record["exit"]) == ("rect", None, 5)


@pytest.fixture
def diagonal(tmp_path):
    """A picture with two solutions to its clues."""
    return write(tmp_path / "diagonal.txt", "#-\n-#\n")


def test_make_writes_the_best(run, diagonal, tmp_path, monkeypatch):
    """Interrupted when the search is over: the result is written, and nothing else is searched for."""
    real = class_fitting.fit_picture

    def interrupted(*arguments, **options):
        found = real(*arguments, **options)
        signal.raise_signal(signal.SIGINT)
        return found

    monkeypatch.setattr(class_fitting, "fit_picture", interrupted)
    result = run("make", diagonal, tmp_path / "out.clues", "--until", "unique")
    assert (result.code, result.err) == (130, "\nnonosat: interrupted\n")
    assert "1 changed cell" in result.out
    assert solve(load(str(tmp_path / "out.clues")), unique=True).unique


def test_make_interrupted_at_once_writes_the_picture_as_it_is(run, diagonal, tmp_path, monkeypatch):
    interrupt_at(monkeypatch, class_fitting, "fit_picture", 1)
    result = run("make", diagonal, tmp_path / "out.clues", "--until", "unique")
    assert (result.code, result.err) == (130, "\nnonosat: interrupted\n")
    assert tree(tmp_path) == ["diagonal.txt", "out.clues"]


def test_make_interrupted_while_other_solutions_are_searched_for(run, diagonal, tmp_path, monkeypatch):
    def interrupted(puzzle, *, unique, timeout):
        signal.raise_signal(signal.SIGINT)
        timeout.deadline.check()

    monkeypatch.setattr(assessment, "solve", interrupted)
    result = run("make", diagonal, tmp_path / "out.clues")
    assert (result.code, result.err) == (130, "\nnonosat: interrupted\n")
    assert load(str(tmp_path / "out.clues")).grid.header == "rect 2 2"


def test_certify_says_what_is_known_and_writes_nothing(run, rect, tmp_path, monkeypatch):
    def interrupted(*_, deadline, **__):
        signal.raise_signal(signal.SIGINT)
        deadline.check()

    monkeypatch.setattr("nonosat.cli.certify_command.certify", interrupted)
    result = run("certify", rect, "-o", tmp_path / "proof")
    assert (result.code, result.out) == (130, "")
    assert "rect: " in result.err
    assert tree(tmp_path) == ["rect.clues"]


def test_verify_proof_ends_without_an_answer(run, tmp_path, monkeypatch):
    def interrupted(*_, deadline):
        signal.raise_signal(signal.SIGINT)
        deadline.check()

    monkeypatch.setattr("nonosat.cli.verify_proof_command.verify_proof", interrupted)
    result = run("verify-proof", tmp_path)
    assert (result.code, result.out, result.err) == (130, "", "\nnonosat: interrupted\n")


def test_page_writes_nothing(run, rect, tmp_path, monkeypatch):
    interrupt_at(monkeypatch, page, "_solution", 1)
    result = run("page", rect, rect, "--solution", "-o", tmp_path / "p.html")
    assert (result.code, result.out) == (130, "")
    assert result.err.startswith("\nnonosat: interrupted")
    assert tree(tmp_path) == ["rect.clues"]


def test_page_with_hints_writes_nothing(run, rect, tmp_path, monkeypatch):
    monkeypatch.setattr(Pool, "wait", lambda _: signal.raise_signal(signal.SIGINT))
    result = run("page", rect, rect, "--hints", "-o", tmp_path / "p.html")
    assert (result.code, result.out, result.err) == (130, "", "\nnonosat: interrupted\n")
    assert tree(tmp_path) == ["rect.clues"]


def test_book_writes_nothing(run, rect, tmp_path, monkeypatch):
    interrupt_at(monkeypatch, book_puzzle, "rate", 2)
    result = run("book", rect, rect, "-o", tmp_path / "b.pdf")
    assert (result.code, result.out, result.err) == (130, "", "\nnonosat: interrupted\n")
    assert tree(tmp_path) == ["rect.clues"]
