"""Systems without fork, POSIX signals and flock: no use of what they lack, and the same answers on all of them.

`other_systems/sitecustomize.py` lets nonosat run as if it were there, with all of its child processes.
"""

from __future__ import annotations

import ast
import csv
import errno
import importlib.util
import io
import json
import os
import pickle
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import HEX, NONE, RECT, TWO, Ran, misused, tree, write
from places import TESTS
from source_trees import SOURCE, source_trees
from support.families import wedges
from test_cli_process import wait_until_busy

import nonosat
from nonosat.__main__ import main
from nonosat.cli import picture_output as terminal
from nonosat.core import file_locks, files, windows_console
from nonosat.core.errors import FileError, UsageError
from nonosat.core.file_locks import lock_file
from nonosat.core.files import atomic_folder
from nonosat.core.system import this_system
from nonosat.formats.clues import write as clue_file
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.parallel.processes import sigint_blocked
from nonosat.solvers.program_backend import _split_command, program_of_command

SITE = TESTS / "other_systems"

_spec = importlib.util.spec_from_file_location("other_systems", SITE / "sitecustomize.py")
assert _spec is not None
assert _spec.loader is not None
other_systems = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(other_systems)

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems are imitated on Linux")
every_system = pytest.mark.parametrize("system", ["macos", "windows"])


# What the source uses


def module_of(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".")


def sources(but: str = "core.unix") -> Iterator[tuple[str, ast.Module]]:
    """The modules of nonosat, but for one."""
    for path, tree_ in source_trees().items():
        if not module_of(path).startswith(but):
            yield module_of(path), tree_


def functions(tree: ast.AST) -> Iterator[ast.AST]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node


@pytest.mark.slow
def test_calls_that_only_unix_has_are_in_one_module_only() -> None:
    """Elsewhere `hasattr` has to ask for them first, in the same function; and modules of Unix are imported there."""
    absent = other_systems._UNIX_MODULES | {"select", "msvcrt", "winreg", "_winapi"}
    lacking = {
        "os": other_systems._UNIX_OS,
        "signal": other_systems._HIDDEN["windows"]["signal"],
        "sys": {"platform", "getwindowsversion"},
    }
    lacking["os"] = lacking["os"] | {"name"}
    for module, tree_ in sources():
        if module == "core.system":
            continue
        for function in functions(tree_):
            if function is tree_:
                nodes = [node for top in tree_.body if not isinstance(top, ast.ClassDef) for node in own_nodes(top)]
            else:
                nodes = list(ast.walk(function))
            asked = {
                f"{call.args[0].id}.{call.args[1].value}"
                for call in nodes
                if isinstance(call, ast.Call)
                and isinstance(call.func, ast.Name)
                and call.func.id in ("hasattr", "getattr")
                and isinstance(call.args[0], ast.Name)
                and isinstance(call.args[1], ast.Constant)
            }
            for node in nodes:
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                    name = f"{node.value.id}.{node.attr}"
                    assert node.attr not in lacking.get(node.value.id, ()) or name in asked, f"{module}: {name}"
                names = {alias.name for alias in node.names} if isinstance(node, ast.Import | ast.ImportFrom) else set()
                if isinstance(node, ast.ImportFrom):
                    assert not names & lacking.get(str(node.module), set()), module
                    names = {str(node.module)}
                assert not {name.partition(".")[0] for name in names} & absent, module
                if isinstance(node, ast.Call):
                    options = {keyword.arg for keyword in node.keywords}
                    assert not options & {"start_new_session", "preexec_fn", "process_group", "pass_fds"}, module


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those in it, without functions, which are looked at by themselves."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef):
            yield from own_nodes(child)


def test_kernels_count_the_references_of_constants() -> None:
    """`Py_RETURN_NONE` of the headers of Python 3.12 and newer counts none, so that 3.11 would end None some day."""
    for path in (SOURCE / "kernels").glob("*.c"):
        assert not re.search(r"Py_RETURN_(NONE|TRUE|FALSE)", path.read_text(encoding="utf-8")), path.name


# The same answers


def environment(system: str, **more: str) -> dict[str, str]:
    """The variables for a process and its children on another system; `linux` is this one."""
    names = {key: value for key, value in os.environ.items() if key not in ("PYTHONIOENCODING", "PYTHONUTF8")}
    here = TESTS
    paths = [str(path) for path in (SITE, SOURCE.parent, here, here / "unit" / "solving", here.parent / "benchmarks")]
    paths.append(os.environ.get("PYTHONPATH", ""))
    chosen = {} if system == "linux" else {"NONOSAT_TEST_SYSTEM": system}
    # Files of text that are opened without an encoding are errors.
    chosen |= {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning"}
    return {**names, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **chosen, **more}


def start_on(system: str, *args: object, cwd: object = None, **more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "nonosat", *map(str, args)],
        env=environment(system, **more),
        cwd=cwd,  # type: ignore[call-overload]
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def run_on(system: str, *args: object, cwd: object = None, **more: str) -> Ran:
    process = start_on(system, *args, cwd=cwd, **more)
    out, err = process.communicate(timeout=120)
    return Ran(process.returncode, out.decode(errors="replace"), err.decode(errors="replace").replace("\r", ""), out)


PUZZLES = {"r.clues": RECT, "h.clues": HEX, "two.clues": TWO, "none.clues": NONE, "w.clues": clue_file(wedges(12))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with puzzles."""
    for name, text in PUZZLES.items():
        write(tmp_path / name, text)
    write(tmp_path / "dos.clues", RECT.replace("\n", "\r\n"))
    write(tmp_path / "old-mac.clues", RECT.replace("\n", "\r"))
    write(tmp_path / "bad.clues", RECT.replace("2b 1a 1a", "2b 1a 9a"))
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.thinned(2)
@on_linux
@every_system
def test_the_other_system_is_another_one(system: str) -> None:
    script = "import pickle, sys\nfrom nonosat.core import system as s\n"
    script += "sys.stdout.buffer.write(pickle.dumps(s.this_system()))"
    done = subprocess.run([sys.executable, "-c", script], env=environment(system), capture_output=True, check=True)
    seen = pickle.loads(done.stdout)
    assert not seen.forks
    assert not seen.ends_orphans
    assert not seen.limits_memory
    assert (seen.locks_files, seen.blocks_signals) == ((system == "macos",) * 2)


@pytest.mark.slow
@on_linux
def test_every_module_can_be_imported_on_windows() -> None:
    names = [f"nonosat.{module}".removesuffix(".__init__") for module, _ in sources()]
    script = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    # What other packages do is not looked at.
    subprocess.run([sys.executable, "-c", script, *names], env=environment("windows", PYTHONWARNINGS=""), check=True)


COMMANDS = """\
solve -u --no-color r.clues h.clues two.clues none.clues dos.clues old-mac.clues
solve -u --no-propagate --timeout 60 --no-color h.clues two.clues w.clues
solve -u --solver cadical195 --no-color w.clues none.clues bad.clues missing.clues
solve -u --strategy hints --timeout 60 w.clues
solve -u --color h.clues two.clues
solve -u --json r.clues two.clues bad.clues
solve -q -u -o out/ r.clues h.clues two.clues
batch -u -j 2 -o out --sol --csv .
encode h.clues -o -
convert dos.clues -
convert h.clues new/
render h.clues -o -
info r.clues h.clues
certify h.clues -o proof
certify h.clues -o empty/
certify --kind linear w.clues -o proof
compare w.clues r.clues --encodings order,start --no-solve
formats
encodings
"""


@on_linux
@pytest.mark.parametrize(
    ("system", "command"),
    [
        pytest.param("windows", COMMANDS.splitlines()[0], marks=pytest.mark.costly),
        *(pytest.param("windows", command, marks=pytest.mark.slow) for command in COMMANDS.splitlines()[1:]),
        *(pytest.param("macos", command, marks=pytest.mark.slow) for command in COMMANDS.splitlines()),
    ],
)
def test_same_output(folder: Path, system: str, command: str) -> None:
    """Standard output, messages, exit code and files are the same, byte for byte, but for times."""
    before = {name: (folder / name).read_bytes() for name in tree(folder)}
    seen = []
    for each in ("linux", system):
        result = run_on(each, *command.split(), cwd=folder, PYTHONIOENCODING="utf-8")
        assert "Traceback" not in result.err, result.err
        files_ = {name: (folder / name).read_bytes() for name in tree(folder) if name not in before}
        for name in files_:
            (folder / name).unlink()
        for above in sorted({(folder / name).parent for name in files_} - {folder, folder / "empty"}):
            above.rmdir()
        (folder / "empty").mkdir(exist_ok=True)
        seen.append((result.code, plain(result.out_bytes), plain(result.err.encode()), plain_files(files_)))
    assert seen[0] == seen[1]


def plain(data: bytes) -> bytes:
    """A text without times."""
    data = re.sub(rb'"seconds": [0-9.e-]+', b'"seconds": 0', data)
    return re.sub(rb"puzzles in [0-9.]+ s, [0-9.,]+ a second", b"puzzles", data)


def plain_files(found: dict[str, bytes]) -> dict[str, bytes]:
    """Files without times and process numbers."""
    return {name: b"" if name.endswith(".lock") else plain_csv(name, data) for name, data in found.items()}


def plain_csv(name: str, data: bytes) -> bytes:
    if not name.endswith(".csv"):
        return plain(data)
    head, *rows = csv.reader(io.StringIO(data.decode()))
    return repr([[cell for title, cell in zip(head, row, strict=True) if title != "seconds"] for row in rows]).encode()


SCRIPT = """
import sys
from nonosat.solving.portfolio import schedule
import nonosat
from support.families import wedges
from test_portfolio_search import open_puzzles

print("this runs once")
schedule.FIRST_CONFLICTS = 0
log = []
for puzzle, solutions in open_puzzles()[::9]:
    result = nonosat.solve(puzzle, unique=True, timeout=nonosat.Run(nonosat.Deadline.after(60), log.append))
    print(bool(result.picture), result.unique, result.picture is None or result.picture.cells in solutions)
result = nonosat.solve(wedges(16), unique=True, processes=2)
print(result.unique, nonosat.text(result.puzzle, result.picture, color=False))
print(any(sentence.startswith("searching for a solution") for sentence in log))
"""


@pytest.mark.slow
@on_linux
@every_system
def test_the_library_in_a_script_without_a_guard(tmp_path: Path, system: str) -> None:
    """Where processes are spawned, `multiprocessing` runs the script again in each, unless it is kept from that."""
    script = write(tmp_path / "script.py", SCRIPT)
    answers = [
        subprocess.run([sys.executable, script], env=environment(each), capture_output=True, check=True)
        for each in ("linux", system)
    ]
    assert [answer.stderr for answer in answers] == [b"", b""]
    assert answers[0].stdout.endswith(b"True\n")
    assert answers[0].stdout == answers[1].stdout.replace(b"\r\n", b"\n")


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A puzzle that nobody solves while a test waits, for which engines start at once."""
    return write(
        tmp_path_factory.mktemp("endless") / "hard.clues", clue_file(random_puzzle(RectGrid(240, 240), seed=1))
    )


@pytest.mark.slow
@on_linux
@every_system
@pytest.mark.parametrize(
    "options", [(), ("--solver", "minisat22"), ("--solver", "kissat404"), ("--sat", "x.sat")], ids=str
)
def test_time_limit(endless: Path, tmp_path: Path, system: str, options: tuple[str, ...]) -> None:
    seen = []
    for each in ("linux", system):
        result = run_on(each, "solve", "-u", endless, "--timeout", "1.5", *options, cwd=tmp_path)
        seen.append((result.code, result.out))
        assert "time limit" in result.err
        assert result.err.count("\n") == 1
    assert seen == [(5, "")] * 2
    assert tree(tmp_path) == []


def left_of(process: subprocess.Popen[bytes]) -> list[str]:
    """The processes that the session of a process still has."""
    done = subprocess.run(["ps", "-o", "pid=,stat=,args=", "-s", str(process.pid)], capture_output=True, text=True)
    return [line for line in done.stdout.splitlines() if " Z" not in line]


def wait_until_gone(process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 30
    while left := left_of(process):
        assert time.monotonic() < until, left
        time.sleep(0.05)


@pytest.mark.slow
@on_linux
@every_system
@pytest.mark.parametrize("whole_group", [False, True], ids=["kill", "Ctrl-C"])
@pytest.mark.parametrize("options", [("-v",), ("--solver", "minisat22", "--timeout", "100")], ids=str)
def test_ctrl_c(endless: Path, tmp_path: Path, system: str, whole_group: bool, options: tuple[str, ...]) -> None:
    process = start_on(system, "solve", "-u", endless, "--svg", "out.svg", *options, cwd=tmp_path)
    if "--solver" not in options:
        assert process.stderr is not None
        while b"searching for" not in process.stderr.readline():
            assert process.poll() is None
        time.sleep(1)
    else:  # one solver logs nothing when it begins
        wait_until_busy(process)
    if whole_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    lines = err.decode().replace("\r", "").splitlines()
    assert [line for line in lines if "optional solvers" not in line] == ["", "nonosat: interrupted"]
    wait_until_gone(process)
    assert tree(tmp_path) == []


@pytest.mark.faults
@on_linux
@every_system
def test_nothing_is_left_when_the_program_is_killed(endless: Path, system: str) -> None:
    """Engines in Python notice it by themselves, those in C when they return to Python."""
    process = start_on(system, "solve", endless, "-v", "--strategy", "decimation")
    assert process.stderr is not None
    while b"searching for" not in process.stderr.readline():
        assert process.poll() is None
    time.sleep(1)
    process.kill()
    process.communicate(timeout=60)
    wait_until_gone(process)


# Batches


def report(out: Path) -> list[dict[str, object]]:
    return [{**json.loads(line), "seconds": 0} for line in (out / "report.jsonl").read_text().splitlines()]


@pytest.mark.faults
@on_linux
@every_system
def test_a_batch_that_is_killed_and_resumed(tmp_path: Path, system: str) -> None:
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    for number in range(25):
        puzzle = random_puzzle(RectGrid(18, 18), seed=number, density=0.7)
        write(puzzles / f"p{number}.clues", clue_file(puzzle))
    arguments = ("batch", puzzles, "-j", "2", "--no-svg", "--sat", "--timeout", "60", "-o")
    whole = run_on("linux", *arguments, tmp_path / "whole")
    part = tmp_path / "part"
    process = start_on(system, *arguments, part)
    until = time.monotonic() + 60
    while not (part / "report.jsonl").exists() or not (part / "report.jsonl").stat().st_size:
        assert time.monotonic() < until
        time.sleep(0.01)
    second = run_on(system, *arguments, part, "--resume")
    was_running = process.poll() is None
    process.kill()
    process.communicate()
    if was_running:
        assert second.code == 3
        assert re.search(r"process \d+", second.err)
    wait_until_gone(process)
    resumed = run_on(system, *arguments, part, "--resume")
    assert (resumed.code, resumed.out.replace("\r", "")[-60:]) == (whole.code, whole.out[-60:])
    assert report(part) == report(tmp_path / "whole")
    assert tree(part) == tree(tmp_path / "whole")
    assert all(
        (part / name).read_bytes() == (tmp_path / "whole" / name).read_bytes() for name in tree(part) if "sat" in name
    )


@pytest.mark.faults
@on_linux
@every_system
def test_a_worker_that_takes_too_long_is_replaced(endless: Path, folder: Path, system: str) -> None:
    write(folder / "endless.clues", endless.read_bytes())
    seen = []
    for each in ("linux", system):
        result = run_on(each, "batch", folder, "-u", "-j", "1", "--timeout", "3", "-q", "-o", folder / each)
        assert result.code == 5
        seen.append(report(folder / each))
    assert seen[0] == seen[1]
    assert {record["outcome"] for record in seen[0]} == {"yes", "no", "failed", "gave up"}


def test_memory_that_cannot_be_limited(run, rect: Path, tmp_path: Path, force_system) -> None:
    force_system(limits_memory=False)
    result = run("batch", rect, "-o", tmp_path / "out", "--memory", "1G")
    misused(result, "memory")


# Text


TITLED = f"{RECT}title ★ Łódź ▀\n"


@pytest.mark.thinned(22)
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize(
    "command",
    [
        *(f"solve -u {color} {name}" for color in ("--color", "--no-color") for name in ("★1.clues", "h.clues")),
        *("solve --json ★1.clues", "info ★1.clues", "formats", "encodings", "solve missing★.clues"),
        *("batch -o out ★1.clues", "convert ★1.clues -"),
    ],
)
def test_a_console_without_unicode(tmp_path: Path, command: str, encoding: str) -> None:
    write(tmp_path / "★1.clues", TITLED)
    write(tmp_path / "h.clues", HEX)
    result = run_on("linux", *command.split(), cwd=tmp_path, PYTHONIOENCODING=encoding)
    assert result.code == (3 if "missing" in command else 0)
    assert "Traceback" not in result.err
    assert "rror" not in result.err


@pytest.mark.thinned(4)
@on_linux
@pytest.mark.parametrize("command", ["solve r.clues", "formats", "convert r.clues -", "encode r.clues -o -"])
def test_output_has_the_same_line_ends_everywhere(folder: Path, command: str) -> None:
    result = run_on("windows", *command.split(), cwd=folder)
    assert b"\n" in result.out_bytes
    assert b"\r" not in result.out_bytes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_ends_of_input(run, tmp_path: Path, end: str) -> None:
    expected = run("solve", write(tmp_path / "p.clues", RECT)).out
    assert run("solve", write(tmp_path / "p.clues", RECT.replace("\n", end))).out == expected
    assert run("solve", "-", stdin=RECT.replace("\n", end)).out.replace("<stdin>", "p") == expected.replace(
        "p:", "stdin:"
    )
    wrong = run("solve", write(tmp_path / "p.clues", RECT.replace("3b\n", "7b\n").replace("\n", end)))
    assert wrong.err.startswith(f"{tmp_path}/p.clues:7:1: ")


class ClosedPipe(io.RawIOBase):
    """Standard output whose reader has gone, as Windows reports it."""

    def writable(self) -> bool:
        return True

    def write(self, _: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


@pytest.mark.parametrize("is_windows", [True, False])
def test_a_pipe_that_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys, rect: Path, force_system, is_windows: bool
) -> None:
    if is_windows:
        force_system(closed_pipe_errors=frozenset({errno.EPIPE, errno.EINVAL}))
    stream = io.TextIOWrapper(io.BufferedWriter(ClosedPipe()), "utf-8", newline="\n")
    monkeypatch.setattr("nonosat.__main__._drop_output", lambda: None)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        patch.setattr(sys, "argv", ["nonosat", "solve", str(rect)])
        code = main()
    assert code == (0 if is_windows else 3)
    assert ("Invalid argument" in capsys.readouterr().err) != is_windows
    monkeypatch.setattr(ClosedPipe, "write", lambda _, data: len(data))  # what is still in the buffer


# Interrupts


def for_ever() -> None:
    while True:
        time.sleep(0.001)


def test_an_interrupt_that_waits(force_system) -> None:
    force_system(blocks_signals=False)
    handler = signal.getsignal(signal.SIGINT)
    reached = False
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - it comes at the end of the block
        with sigint_blocked():
            signal.raise_signal(signal.SIGINT)
            time.sleep(0.01)
            reached = True
        for_ever()
    assert reached
    assert signal.getsignal(signal.SIGINT) is handler


def test_an_interrupt_in_another_thread(force_system) -> None:
    force_system(blocks_signals=False)
    done: list[bool] = []

    def work() -> None:
        with sigint_blocked():
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


# The console of Windows


class FakeConsole:
    """Calls of the system; the standard streams in `modes` are consoles."""

    def __init__(self, modes: dict[int, int], can_escape: bool = True) -> None:
        self.modes, self.can_escape = modes, can_escape

    def GetStdHandle(self, number: int) -> int:  # noqa: N802
        return number

    def GetConsoleMode(self, handle: int, mode: Any) -> int:  # noqa: N802
        if handle in self.modes:
            mode._obj.value = self.modes[handle]
        return handle in self.modes

    def SetConsoleMode(self, handle: int, mode: int) -> int:  # noqa: N802
        if self.can_escape:
            self.modes[handle] = mode
        return self.can_escape


@pytest.mark.parametrize(
    ("modes", "can_escape", "after"),
    [
        ({-11: 3, -12: 3}, True, {-11: 7, -12: 7}),
        ({-11: 3}, True, {-11: 7}),
        ({-12: 3}, True, {-12: 7}),
        ({}, True, {}),
        ({-11: 3}, False, {-11: 3}),
    ],
)
def test_colors_on_a_console(monkeypatch: pytest.MonkeyPatch, force_system, modes, can_escape, after) -> None:
    monkeypatch.setattr(windows_console, "_kernel", lambda: FakeConsole(modes, can_escape))
    for name in ("TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert terminal.color_depth(True) == 16  # this system names its terminals
    force_system(names_terminals=False)
    assert terminal.color_depth(True) == (1 << 24 if modes and can_escape else 16)
    assert modes == after
    monkeypatch.setenv("TERM", "xterm-256color")
    assert terminal.color_depth(True) == 256


# Files


@pytest.fixture
def as_windows(monkeypatch: pytest.MonkeyPatch, force_system):
    """Files behave as on Windows, in this process."""
    force_system(locks_files=False)
    monkeypatch.setattr(file_locks, "find_spec", lambda name: name)
    monkeypatch.setattr(file_locks, "import_module", lambda _: other_systems._msvcrt())
    monkeypatch.setattr(files, "os", other_systems._View(os, set(), {"rename": other_systems._rename, "altsep": "/"}))


@on_linux
def test_locks_of_bytes(as_windows, tmp_path: Path) -> None:
    path = write(tmp_path / "lock", "process 1\n")
    one, other = (os.open(path, os.O_RDWR) for _ in range(2))
    lock_file(one)
    with pytest.raises(OSError):
        lock_file(other)
    assert os.read(other, 100) == b"process 1\n"
    os.lseek(other, 0, os.SEEK_SET)
    other_systems._msvcrt().locking(other, 2, 10)  # the text itself is not locked, or nobody else could read it
    os.close(one)
    lock_file(other)
    os.close(other)


def test_no_locks_at_all(tmp_path: Path, force_system) -> None:
    force_system(locks_files=False)
    file = os.open(write(tmp_path / "lock", ""), os.O_RDWR)
    lock_file(file)
    os.close(file)


@on_linux
def test_a_folder_that_is_empty_is_replaced(as_windows, tmp_path: Path) -> None:
    def other_files(_: str) -> str:
        return "other files are there"

    (tmp_path / "out").mkdir()
    with atomic_folder(f"{tmp_path}/out/", other_files) as temporary:
        write(Path(temporary) / "file", "x")
    assert tree(tmp_path) == ["out/file"]
    with pytest.raises(FileError, match="other files are there"), atomic_folder(f"{tmp_path}/out", other_files):
        pass
    with atomic_folder(f"{tmp_path}/out", lambda _: None) as temporary:
        write(Path(temporary) / "new", "x")
    assert tree(tmp_path) == ["out/new"]


@pytest.mark.parametrize("finds_processes", [True, False])
def test_temporary_folders_of_other_processes(force_system, tmp_path: Path, finds_processes) -> None:
    force_system(finds_processes=finds_processes and this_system().finds_processes)
    left = tmp_path / "out.999999999.tmp"
    left.mkdir()
    with atomic_folder(f"{tmp_path}/out", lambda _: None):
        pass
    assert left.exists() is not this_system().finds_processes


# Commands of solvers


def test_backslashes_in_commands() -> None:
    command = r'"C:\Program Files\minisat.exe" -x {cnf}'
    assert _split_command(command, escapes=False) == [r"C:\Program Files\minisat.exe", "-x", "{cnf}"]
    assert _split_command(r"C:\minisat.exe #1 {cnf}", escapes=False) == [r"C:\minisat.exe", "#1", "{cnf}"]
    assert _split_command(r"a\ b 'c d' #1", escapes=True) == ["a b", "c d", "#1"]
    with pytest.raises(UsageError, match="solver"):
        program_of_command("solver 'x")


@pytest.mark.slow
@on_linux
@every_system
def test_a_solver_program(folder: Path, system: str) -> None:
    """With all that it starts, where the system can end that."""
    fake = TESTS / "fake_solver.py"
    write(folder / "model", "1")
    command = f"{shlex.join([sys.executable, str(fake), 'hang', f'{folder}/model'])} {{cnf}}"
    options = ("--no-propagate", "--timeout", "1", "--solver-cmd", command)
    result = run_on(system, "solve", "r.clues", *options, cwd=folder, PYTHONWARNINGS="")
    assert result.code == 5
    assert "python" in result.err


# Formulas


def test_a_formula_without_names_is_smaller_when_pickled(rect: Path) -> None:
    formula = nonosat.encode(nonosat.load(str(rect)))
    assert len(pickle.dumps(formula.without_names())) < len(pickle.dumps(formula))
    bare = pickle.loads(pickle.dumps(formula.without_names()))
    assert (bare.n_vars, list(bare.clauses())) == (formula.n_vars, list(formula.clauses()))
    assert bare.label(-3) == "-variable[2]"
    assert pickle.loads(pickle.dumps(nonosat.Puzzle)) is nonosat.Puzzle
