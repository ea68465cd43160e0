"""Solver programs: good ones, and one that misbehaves in every way that a program can."""

from __future__ import annotations

import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

import pytest
from conftest import RECT, RECT_SHAPES, TWO, Ran, need_program, start, tree, write
from places import TESTS

import nonosat
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import SolverError
from nonosat.solvers import BACKENDS, program_backend, program_session
from nonosat.solvers.program_backend import SolverProgram, program_of_command
from nonosat.solvers.session import OneShotSession, SearchAnswer, Session, Statistics

FAKE = TESTS.joinpath("fake_solver.py")


def alive(pid: int) -> bool:
    """Whether a process is still there, and not only its entry that nobody has asked for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z" if Path("/proc/self").exists() else True
    except OSError:
        return False


def ends_soon(pid: int) -> bool:
    for _ in range(100):
        if not alive(pid):
            return True
        time.sleep(0.02)
    return False


@cache
def model_of(text: str) -> str:
    """A model of the complete formula of a puzzle."""
    puzzle = nonosat.loads(text)
    return " ".join(map(str, nonosat.solve(puzzle, formula=nonosat.encode(puzzle)).model))


@pytest.fixture
def fake(tmp_path):
    """`fake(behaviour)`: the command of a fake solver called `fake`; its folder has a blank in its name."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    words = shlex.join([sys.executable, "-I", "-S", str(FAKE)])
    path = write(folder / "fake", f'#!/bin/sh\nexec {words} "$@"\n')
    path.chmod(0o755)

    def command(behaviour: str, puzzle: str = RECT) -> str:
        model = write(folder / "model", model_of(puzzle))
        out = ["{out}"] if "file" in behaviour else []
        return shlex.join([str(path), behaviour, str(model), "{cnf}", *out])

    command.folder = folder
    return command


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder for temporary files, which must be empty after each run."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.fixture
def solve(run, rect, tmp_path, temporary):
    """`solve(command, ...)`: solve the reference puzzle's complete formula, into the folder `out`."""

    def solve(command: str, *options: str):
        return run("solve", rect, "--solver-cmd", command, "-o", tmp_path / "out", *options)

    return solve


@pytest.mark.parametrize(
    "behaviour", ["right", "crlf", "shuffled", "partial", "plain", "without zero", "long", "file", "leaves a child"]
)
def test_right_answers(solve, fake, tmp_path, behaviour):
    result = solve(fake(behaviour))
    assert result.code == 0
    assert result.out.startswith(f"{RECT_SHAPES}\nrect: ")
    assert tree(tmp_path / "out") == ["rect.sat", "rect.sol", "rect.svg"]
    literals = [int(word) for word in (tmp_path / "out" / "rect.sol").read_text().split()]
    head = next(line for line in (tmp_path / "out" / "rect.sat").read_text().split("\n") if line.startswith("p "))
    assert list(map(abs, literals)) == list(range(1, int(head.split()[2]) + 1))
    if behaviour == "leaves a child":
        assert ends_soon(int((fake.folder / "model.child").read_text()))


@pytest.mark.parametrize("behaviour", ["unsatisfiable", "unsatisfiable file"])
def test_no_solution_is_believed(solve, fake, tmp_path, behaviour):
    assert solve(fake(behaviour)).code == 1
    assert tree(tmp_path / "out") == ["rect.sat"]


#: The nouns of each error, with its place in the answer.
FAILURES = {
    # Wrong answers
    "verdict": ("verification", "row 1", "1a 1a"),
    "cut off": ("verification", "row 3"),
    "cut off file": ("verification", "row 1"),
    "cell turned": ("verification", "row 1"),
    "start turned": ("clause 100",),
    "two colours": ("row 1, cell 1", "a and b"),
    "opposites": (":2:5: ", "literal -3"),
    "unsatisfiable with model": ("model", "UNSATISFIABLE"),
    "both verdicts": (":2:3: ", "'UNSATISFIABLE'"),
    "unsatisfiable, then exit 1": ("exit code 1\n",),
    "unsatisfiable, then exit 10": ("exit code 10\n",),
    "nothing": ("no answer",),
    "empty file": ("no answer",),
    "rubbish": (":1:1: ", "'Hello,'"),
    "verdict in words": (":1:3: ", "'PROBABLY'"),
    "huge number": (":2:5: ", "'99999999999'"),
    "zero bytes": ("offset 0",),
    "latin": (":2:5: ", "UTF-8"),
    "escapes": (":1:1: ", "'\\x1b[2J\\x07'"),
    # Programs that end badly
    "exit 3": ("exit code 3", "no memory left\n"),
    "exit 1 with rubbish": ("exit code 1", "?[31musage: fake"),
    "exit 1 in silence": ("exit code 1\n",),
    "segfault": ("signal 11",),
    "killed": ("signal 9",),
    "no such behaviour": ("exit code 99",),
}


def failed(result: Ran, *nouns: str) -> None:
    """Check that nothing is shown but one line about the solver, with these nouns."""
    assert (result.code, result.out, result.err.count("\n")) == (4, "", 1)
    assert result.err.startswith("nonosat: solver ")
    assert [noun for noun in nouns if noun not in result.err] == []


@pytest.mark.parametrize("behaviour", FAILURES)
def test_failures(solve, fake, tmp_path, behaviour):
    failed(solve(fake(behaviour), "-u"), "fake", *FAILURES[behaviour])
    assert tree(tmp_path / "out") == []


@pytest.mark.parametrize("behaviour", ["unknown", "comments", "indeterminate file"])
def test_giving_up(solve, fake, tmp_path, behaviour):
    result = solve(fake(behaviour))
    assert (result.code, result.out) == (5, "")
    assert "solver fake" in result.err
    assert tree(tmp_path / "out") == []


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "behaviour", ["hang", "hang with a child", "hang after the answer", "hang after closing", "hang against signals"]
)
def test_time_limit(solve, fake, tmp_path, behaviour):
    began = time.monotonic()
    result = solve(fake(behaviour), "--timeout", "0.5")
    assert time.monotonic() - began > 0.4
    assert (result.code, result.out) == (5, "")
    assert "solver fake" in result.err
    assert tree(tmp_path / "out") == []
    for name in ("model.pid", "model.child") if "child" in behaviour else ("model.pid",):
        assert ends_soon(int((fake.folder / name).read_text()))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("behaviour", ["endless", "endless stderr", "endless file"])
def test_endless_output(solve, fake, tmp_path, monkeypatch, behaviour):
    monkeypatch.setattr(program_session, "MAX_BYTES", 100_000)
    failed(solve(fake(behaviour)), "fake", "printing")
    assert tree(tmp_path / "out") == []
    assert ends_soon(int((fake.folder / "model.pid").read_text()))


def test_long_output_of_a_program_that_ends(solve, fake, monkeypatch):
    monkeypatch.setattr(program_session, "MAX_BYTES", 20)
    failed(solve(fake("right")), "fake")


def test_first_solution_again(run, two, fake, temporary):
    failed(run("solve", two, "-u", "--solver-cmd", fake("right", TWO)), "fake", "ruled out")


@pytest.mark.slow
def test_time_limit_between_two_solutions(run, two, fake, temporary, monkeypatch):
    # The second search hangs: the first picture is shown, with the word that its uniqueness is not known.
    command = fake("right", TWO)
    names = iter(["right", "hang"])
    original = program_session.ProgramSearch._run

    def run_next(session):
        session.words = (session.words[0], next(names), *session.words[2:])
        return original(session)

    monkeypatch.setattr(program_session.ProgramSearch, "_run", run_next)
    result = run("solve", two, "-u", "--solver-cmd", command, "--timeout", "1")
    assert (result.code, result.err) == (5, "")
    assert result.out.split("\n", 2)[2].startswith("two: solved; gave up")


def test_wrong_answers_do_not_stop_other_puzzles(run, rect, two, fake, temporary):
    result = run("solve", two, rect, "--no-propagate", "--solver-cmd", fake("right"))
    assert result.code == 4
    assert result.out.startswith(f"{RECT_SHAPES}\nrect: ")
    assert result.err.startswith("two: solver fake: ")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("name", ["absent", "/absent/solver", "absent program"])
def test_missing_program(solve, name):
    failed(solve(f"{shlex.quote(name)} {{cnf}}"), name, "no such program")


GET = {
    "kissat": "pip install 'nonosat[kissat]'",
    "cadical": "apt install cadical",
    "minisat": "apt install minisat",
    "glucose": "https://github.com/audemard/glucose",
}


@pytest.mark.parametrize("name", GET)
def test_it_is_said_how_to_get_what_is_missing(run, rect, monkeypatch, temporary, name):
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr(program_backend, "_carried", lambda *_: None)
    failed(run("solve", rect, "--no-propagate", "--solver", name), name, GET[name])
    (listed,) = (line for line in run("solvers").out.splitlines() if line.startswith(f"{name} "))
    assert listed.split()[1] == "no"
    assert listed.endswith(f"  {GET[name]}")


def test_program_that_cannot_be_executed(solve, fake):
    command = fake("right")
    (fake.folder / "fake").chmod(0o644)
    failed(solve(command), str(fake.folder / "fake"), "no such program")


def test_program_that_cannot_be_started(solve, fake):
    command = fake("right")
    write(fake.folder / "fake", "#!/absent/interpreter\n")
    failed(solve(command), "fake", "No such file")


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGINT, marks=pytest.mark.costly),
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_signals_end_the_program_too(rect, fake, tmp_path, number):
    command = fake("hang with a child")
    folder = tmp_path / "t"
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder)}
    process = start("solve", rect, "--no-propagate", "--solver-cmd", command, env=environment)
    try:
        note = fake.folder / "model.child"
        for _ in range(1000):
            if note.exists() and note.read_text():
                break
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=10)
    finally:
        process.kill()
    assert (process.returncode, out) == (128 + (2 if number == signal.SIGINT else number), b"")
    # A blank line ends the one on which a terminal shows ^C.
    assert err.startswith(b"\n") if number == signal.SIGINT else not err
    assert list(folder.iterdir()) == []
    for name in ("model.pid", "model.child"):
        assert ends_soon(int((fake.folder / name).read_text()))


# The statistics that the program prints


@pytest.mark.parametrize("behaviour", ["statistics", "statistics file", "statistics in part", "right"])
def test_conflicts_are_read_and_summed(fake, temporary, behaviour):
    formula = nonosat.encode(nonosat.loads(RECT))
    with program_of_command(fake(behaviour)).open(formula) as session:
        assert session.conflicts is None
        assert list(session.solve()) == [int(word) for word in model_of(RECT).split()]
        assert session.conflicts == (None if behaviour == "right" else 7)
        session.solve()
        assert session.conflicts == (None if behaviour == "right" else 14)
        is_full = behaviour in ("statistics", "statistics file")
        assert session.statistics[1:] == ((2 * 6228, 2 * 13, None) if is_full else (None, None, None))


def test_the_sum_is_unknown_after_one_search_that_does_not_print_it():
    class Searched(Session):
        _add = set_phases = None

        def __init__(self, n_vars, _):
            super().__init__("any", n_vars)

        def search(self, *_):
            return SearchAnswer(None)

        statistics = property(lambda _: Statistics(next(counts)))

    counts = iter([1, 10, None])
    with OneShotSession("any", 0, [], None, Searched) as session:
        totals = [session.conflicts]
        for _ in range(3):
            session.solve()
            totals.append(session.conflicts)
    assert totals == [None, 1, 11, None]


@pytest.mark.parametrize("name", ["kissat", "cadical", "minisat", "glucose"])
def test_programs_print_their_conflicts(name):
    if name == "glucose" and BACKENDS[name].executable() is None:
        pytest.skip("glucose is not installed")  # no package has it, so it cannot be required
    need_program(name)
    # Without a model, and with propagation that has to follow a decision.
    formula = Formula()
    x = formula.new_variables("x", ("i",), "a variable", 6, lambda i: (i,))
    clauses = formula.new_group("all", "all clauses over some variables")
    clauses.add_simplified(
        tuple(sign * (x + i) for i, sign in enumerate(signs)) for signs in itertools.product((1, -1), repeat=6)
    )
    with BACKENDS[name].open(formula) as session:
        assert BACKENDS[name].capabilities.statistics
        assert session.solve() is None
        assert session.conflicts is not None
        assert session.conflicts >= 0


# The session by itself


def test_session(temporary, tmp_path):
    formula = nonosat.encode(nonosat.loads(TWO))
    with program_of_command("cat").open(formula) as session, pytest.raises(SolverError, match="solver cat"):
        session.solve()
    copy = tmp_path / "copy"
    with program_of_command(f"cp {{cnf}} {copy}").open(formula) as session:
        session.add_clause([1, -2])
        session.set_phases([1])
        with pytest.raises(SolverError):
            session.solve()
    text = copy.read_text()
    assert text.endswith("\n1 -2 0\n")
    assert f"p cnf {formula.n_vars} {formula.n_clauses + 1}\n" in text


@pytest.mark.parametrize(
    ("command", "name", "words"),
    [
        ("cat", "cat", ("cat", "{cnf}")),
        ("run -x '{cnf}' --to={out}", "run", ("run", "-x", "{cnf}", "--to={out}")),
        ("a/b/run --in={cnf}", "run", ("a/b/run", "--in={cnf}")),
    ],
)
def test_template_words(command, name, words):
    backend = program_of_command(command)
    assert (backend.name, backend.command) == (name, words)


def test_limits_are_told_in_whole_seconds(monkeypatch, temporary):
    told = []

    def popen(words, **options):
        told.append(words)
        return original(["true"], **options)

    original = subprocess.Popen
    monkeypatch.setattr(program_session.subprocess, "Popen", popen)
    formula = nonosat.encode(nonosat.loads(TWO))
    solver = SolverProgram(name="any", command=(sys.executable, "{cnf}"), limit=("-t", "{seconds}"))
    for left, seconds in ((7.5, "8"), (0.1, "1"), (-3, "1")):
        with solver.open(formula, Deadline.after(left)) as session, pytest.raises(nonosat.NonosatError):
            session.solve()
        assert told.pop()[1:3] == ["-t", seconds]
    with solver.open(formula) as session, pytest.raises(SolverError):
        session.solve()
    assert told.pop()[1].endswith("/cnf")


# Real programs


@pytest.fixture(params=["kissat", "cadical", "minisat"])
def real(request):
    """The name of a real program; where the environment says that all must be here, a missing one is a failure."""
    need_program(request.param)
    return request.param


def test_real_programs_agree_with_those_in_process(real, temporary):
    for text in (RECT, TWO):
        puzzle = nonosat.loads(text)
        expected = set(nonosat.solutions(puzzle, propagate=False))
        assert set(nonosat.solutions(puzzle, solver=real, propagate=False)) == expected
        result = nonosat.solve(puzzle, solver=real, unique=True)
        assert result.picture in expected
        assert result.unique is (len(expected) == 1)
        assert (result.second is None) is result.unique


def test_real_programs_on_the_command_line(real, run, hexagon, none, temporary):
    result = run("solve", hexagon, "-u", "--no-propagate", "--solver", real, "--timeout", "60", "--json")
    record = json.loads(result.out)
    assert (result.code, result.err, record["unique"]) == (0, "", True)
    assert run("solve", none, "--no-propagate", "--solver", real).code == 1


@pytest.mark.slow
def test_real_programs_keep_the_limit(real, run, hard, temporary):
    # Long enough for a busy machine to hand over the formula.
    result = run("solve", hard, "--solver", real, "--timeout", "3", "--no-propagate")
    assert (result.code, result.out) == (5, "")
    assert f"solver {real}" in result.err


def test_a_missing_program_is_missed_even_where_lines_need_no_solver(run, rect):
    failed(run("solve", rect, "--solver-cmd", "no-such-solver-anywhere"), "no-such-solver-anywhere")
