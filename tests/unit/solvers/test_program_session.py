"""Solver programs: good ones, and one that misbehaves in every way that a program can."""

from __future__ import annotations

import itertools
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from conftest import HEX, RECT, RECT_SHAPES, TWO, need_program, start, tree, write
from places import TESTS

import nonosat
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import SolverError
from nonosat.solvers import BACKENDS, program_backend, program_session
from nonosat.solvers.program_backend import SolverProgram, program_of_command
from nonosat.solvers.session import OneShotSession, SearchAnswer, Session

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


@pytest.fixture
def fake(tmp_path):
    """`fake(behaviour)`: the command of a fake solver called `fake`; its folder has a blank in its name."""
    folder = tmp_path / "a folder"
    folder.mkdir()
    path = write(
        folder / "fake", f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I -S {shlex.quote(str(FAKE))} "$@"\n'
    )
    path.chmod(0o755)

    def command(behaviour: str, puzzle: str = RECT) -> str:
        problem = nonosat.loads(puzzle)
        result = nonosat.solve(problem, formula=nonosat.encode(problem))
        write(folder / "model", " ".join(map(str, result.model)))
        words = f"{shlex.quote(str(path))} {shlex.quote(behaviour)} {shlex.quote(str(folder / 'model'))} {{cnf}}"
        return words + (" {out}" if "file" in behaviour else "")

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
    "behaviour",
    ["right", "crlf", "shuffled", "partial", "plain", "without zero", "long", "file", "leaves a child"]
    + ["statistics", "statistics file", "statistics in part"],
)
def test_right_answers(solve, fake, tmp_path, behaviour):
    result = solve(fake(behaviour))
    written = f"nonosat: wrote the files of 1 puzzle to {tmp_path}/out\n"
    assert (result.code, result.out, result.err) == (0, f"{RECT_SHAPES}\nrect: solved\n", written)
    assert tree(tmp_path / "out") == ["rect.sat", "rect.sol", "rect.svg"]
    written = [int(word) for word in (tmp_path / "out" / "rect.sol").read_text().split()]
    head = next(line for line in (tmp_path / "out" / "rect.sat").read_text().split("\n") if line.startswith("p "))
    assert list(map(abs, written)) == list(range(1, int(head.split()[2]) + 1))


def test_child_left_behind_is_ended(solve, fake):
    assert solve(fake("leaves a child")).code == 0
    assert ends_soon(int((fake.folder / "model.child").read_text()))


@pytest.mark.parametrize("behaviour", ["unsatisfiable", "unsatisfiable file"])
def test_no_solution_is_believed(solve, fake, tmp_path, behaviour):
    result = solve(fake(behaviour))
    assert (result.code, result.out) == (1, "rect: no solution\n")
    assert result.err == f"nonosat: wrote the files of 1 puzzle to {tmp_path}/out\n"
    assert tree(tmp_path / "out") == ["rect.sat"]


WORDS = "expected literals (whole numbers), or `s`, `v` and `c` lines"
UNREAD = "cannot be understood: <answer of fake>"
FAILURES = {
    # Wrong answers
    "verdict": (": the answer fails verification, it is not shown: row 1: found (empty), expected 1a 1a (and 7 more)"),
    "cut off": ": the answer fails verification, it is not shown: row 3: found (empty), expected 2b 1a 1a (and 5 more)",
    "cut off file": (
        ": the answer fails verification, it is not shown: row 1: found (empty), expected 1a 1a (and 7 more)"
    ),
    "cell turned": ": the answer fails verification, it is not shown: row 1: found 1a, expected 1a 1a (and 1 more)",
    "start turned": ": the model does not satisfy clause 100 of the formula, so it is not shown",
    "two colours": ": the model gives row 1, cell 1 the colours a and b, expected at most one",
    "opposites": f" {UNREAD}:2:5: literal -3 after its opposite, expected one of the two",
    "unsatisfiable with model": f" {UNREAD}: a model beside the verdict UNSATISFIABLE, expected one of the two",
    "both verdicts": f" {UNREAD}:2:3: verdict 'UNSATISFIABLE' after a different one, expected one verdict",
    "unsatisfiable, then exit 1": " crashed: ended with exit code 1",
    "unsatisfiable, then exit 10": " crashed: ended with exit code 10",
    "nothing": " printed no answer, expected `s` and `v` lines",
    "empty file": " printed no answer, expected `s` and `v` lines",
    "rubbish": f" {UNREAD}:1:1: 'Hello,' in a model, {WORDS}",
    "verdict in words": f" {UNREAD}:1:3: verdict 'PROBABLY', expected SATISFIABLE, UNSATISFIABLE or UNKNOWN",
    "huge number": f" {UNREAD}:2:5: '99999999999' in a model, {WORDS}",
    "zero bytes": f" {UNREAD}: binary data (a zero byte at offset 0), expected text",
    "latin": f" {UNREAD}:2:5: bytes that are not UTF-8, expected text",
    "escapes": f" {UNREAD}:1:1: '\\x1b[2J\\x07' in a model, {WORDS}",
    # Programs that end badly
    "exit 3": " crashed: ended with exit code 3: no memory left",
    "exit 1 with rubbish": " crashed: ended with exit code 1: ?[31musage: fake [options]",
    "exit 1 in silence": " crashed: ended with exit code 1",
    "segfault": " crashed: killed by signal 11",
    "killed": " crashed: killed by signal 9",
    "no such behaviour": " crashed: ended with exit code 99",
}


@pytest.mark.parametrize("behaviour", FAILURES)
def test_failures(solve, fake, tmp_path, behaviour):
    result = solve(fake(behaviour), "-u")
    assert (result.code, result.out) == (4, "")
    assert result.err == f"nonosat: solver fake{FAILURES[behaviour]}\n"
    assert tree(tmp_path / "out") == []


@pytest.mark.parametrize("behaviour", ["unknown", "comments", "indeterminate file"])
def test_giving_up(solve, fake, tmp_path, behaviour):
    result = solve(fake(behaviour))
    assert (result.code, result.out) == (5, "")
    assert result.err == "nonosat: solver fake gave up without an answer\n"
    assert tree(tmp_path / "out") == []


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "behaviour",
    ["hang", "hang with a child", "hang after the answer", "hang after closing", "hang against signals"],
)
def test_time_limit(solve, fake, tmp_path, behaviour):
    began = time.monotonic()
    result = solve(fake(behaviour), "--timeout", "0.5")
    assert 0.4 < time.monotonic() - began < 20
    assert (result.code, result.out) == (5, "")
    assert result.err == "nonosat: solver fake found no answer within the time limit\n"
    assert tree(tmp_path / "out") == []
    for name in ("model.pid", "model.child") if "child" in behaviour else ("model.pid",):
        assert ends_soon(int((fake.folder / name).read_text()))


@pytest.mark.parametrize("behaviour", ["endless", "endless stderr", "endless file"])
def test_endless_output(solve, fake, tmp_path, monkeypatch, behaviour):
    monkeypatch.setattr(program_session, "MAX_BYTES", 100_000)
    began = time.monotonic()
    result = solve(fake(behaviour))
    assert time.monotonic() - began < 30
    assert (result.code, result.out) == (4, "")
    assert result.err == "nonosat: solver fake prints without end, expected an answer\n"
    assert tree(tmp_path / "out") == []
    assert ends_soon(int((fake.folder / "model.pid").read_text()))


def test_long_output_of_a_program_that_ends(solve, fake, monkeypatch):
    monkeypatch.setattr(program_session, "MAX_BYTES", 20)
    result = solve(fake("right"))
    assert result.code == 4
    # Which of the two is said depends on whether the program ends before its output is looked at.
    assert result.err in (
        f"nonosat: solver fake {UNREAD}: more than 20 bytes, expected a smaller file\n",
        "nonosat: solver fake prints without end, expected an answer\n",
    )


def test_first_solution_again(run, two, fake, temporary):
    result = run("solve", two, "-u", "--solver-cmd", fake("right", TWO))
    assert (result.code, result.out) == (4, "")
    assert result.err == "nonosat: solver fake: the answer is a solution that was ruled out, found before\n"


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
    assert result.out.split("\n", 2)[2] == "two: solved; gave up before it was clear whether the solution is unique\n"


def test_wrong_answers_do_not_stop_other_puzzles(run, rect, two, fake, temporary):
    result = run("solve", two, rect, "--no-propagate", "--solver-cmd", fake("right"))
    assert result.code == 4
    assert result.out == f"{RECT_SHAPES}\nrect: solved\n"
    assert result.err.startswith("two: solver fake: ")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("name", ["absent", "/absent/solver", "'absent program'"])
def test_missing_program(solve, name):
    result = solve(f"{name} {{cnf}}")
    assert (result.code, result.out) == (4, "")
    bare = name.strip("'")
    assert result.err == f"nonosat: solver {bare} is not available: no such program on the PATH\n"


def test_missing_program_with_a_name(run, rect, monkeypatch, temporary):
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr(program_backend, "_carried", lambda *_: None)
    for name, get in (("kissat", "pip install 'nonosat[kissat]'"), ("minisat", "apt install minisat")):
        result = run("solve", rect, "--no-propagate", "--solver", name)
        assert (result.code, result.out) == (4, "")
        text = f"nonosat: solver {name} is not available: no such program on the PATH, get it with: {get}\n"
        assert result.err == text


def test_solvers_names_how_to_get_what_is_missing(run, monkeypatch):
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr(program_backend, "_carried", lambda *_: None)
    lines = {line.split()[0]: line for line in run("solvers").out.splitlines() if line}
    for name, get in (
        ("kissat", "pip install 'nonosat[kissat]'"),
        ("cadical", "apt install cadical"),
        ("minisat", "apt install minisat"),
        ("glucose", "https://github.com/audemard/glucose"),
    ):
        assert lines[name].split()[1] == "no"
        assert lines[name].endswith(f"  {get}")


def test_program_that_cannot_be_executed(solve, fake):
    command = fake("right")
    (fake.folder / "fake").chmod(0o644)
    result = solve(command)
    path = fake.folder / "fake"
    assert (result.code, result.out) == (4, "")
    assert result.err == f"nonosat: solver {path} is not available: no such program on the PATH\n"


def test_program_that_cannot_be_started(solve, fake):
    command = fake("right")
    write(fake.folder / "fake", "#!/absent/interpreter\n")
    result = solve(command)
    assert (result.code, result.out) == (4, "")
    assert result.err == "nonosat: solver fake cannot be started: No such file or directory\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
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
    # The blank line ends the one on which a terminal shows ^C.
    assert err == (b"\nnonosat: interrupted\n" if number == signal.SIGINT else b"")
    assert list(folder.iterdir()) == []
    for name in ("model.pid", "model.child"):
        assert ends_soon(int((fake.folder / name).read_text()))


# The conflicts that the program prints


@pytest.mark.parametrize("behaviour", ["statistics", "statistics file", "statistics in part"])
def test_conflicts_are_read_and_summed(fake, temporary, behaviour):
    formula = nonosat.encode(nonosat.loads(RECT))
    with program_of_command(fake(behaviour)).open(formula) as session:
        assert session.conflicts is None
        session.solve()
        assert session.conflicts == 7
        session.solve()
        assert session.conflicts == 14


def test_conflicts_that_are_not_printed(fake, temporary):
    formula = nonosat.encode(nonosat.loads(RECT))
    with program_of_command(fake("right")).open(formula) as session:
        session.solve()
        assert session.conflicts is None


def test_the_sum_is_unknown_after_one_search_that_does_not_print_it():
    class Searched(Session):
        _add = set_phases = None

        def __init__(self, n_vars, _):
            super().__init__("any", n_vars)

        def search(self, *_):
            return SearchAnswer(None)

        conflicts = property(lambda _: next(counts))

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
    cat = program_of_command("cat")
    assert (cat.name, cat.command) == ("cat", ("cat", "{cnf}"))
    session = cat.open(formula)
    with session, pytest.raises(SolverError, match=r"^solver cat cannot be understood: "):
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


def test_template_words():
    assert program_of_command("run -x '{cnf}' --to={out}").command == (
        "run",
        "-x",
        "{cnf}",
        "--to={out}",
    )
    assert program_of_command("a/b/run --in={cnf}").command == ("a/b/run", "--in={cnf}")
    assert program_of_command("a/b/run --in={cnf}").name == "run"


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


@pytest.mark.parametrize("text", [RECT, HEX, TWO], ids=["rect", "hex", "two"])
def test_real_programs_agree_with_those_in_process(real, text, temporary):
    puzzle = nonosat.loads(text)
    expected = set(nonosat.solutions(puzzle, propagate=False))
    assert set(nonosat.solutions(puzzle, solver=real, propagate=False)) == expected
    for propagate in (False, True):
        result = nonosat.solve(puzzle, solver=real, unique=True, propagate=propagate)
        assert result.picture in expected
        assert result.unique is (len(expected) == 1)
        assert (result.second is None) is result.unique


def test_real_programs_on_the_command_line(real, run, hexagon, none, temporary):
    result = run("solve", hexagon, "-u", "--no-propagate", "--solver", real, "--timeout", "60")
    assert (result.code, result.err) == (0, "")
    assert result.out.endswith("\nhexagon: solved, unique\n")
    result = run("solve", none, "--no-propagate", "--solver", real)
    assert (result.code, result.out, result.err) == (1, "none: no solution\n", "")


@pytest.mark.slow
def test_real_programs_keep_the_limit(real, run, hard, temporary):
    began = time.monotonic()
    # Long enough for a busy machine to hand over the formula.
    result = run("solve", hard, "--solver", real, "--timeout", "3", "--no-propagate")
    assert time.monotonic() - began < 40
    assert (result.code, result.out) == (5, "")
    assert result.err == f"nonosat: solver {real} found no answer within the time limit\n"


def test_a_missing_program_is_missed_even_where_lines_need_no_solver(run, rect):
    result = run("solve", rect, "--solver-cmd", "no-such-solver-anywhere")
    assert (result.code, result.out) == (4, "")
    assert result.err == ("nonosat: solver no-such-solver-anywhere is not available: no such program on the PATH\n")
