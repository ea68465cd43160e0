"""The command as a process of its own: pipes, signals, closed streams, and what it imports."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import HEX, RECT, RECT_PICTURE, RECT_SHAPES, need_program, run_process, start, write
from support.families import wedges

from nonosat.formats.clues import write as clue_file
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid

ME = [sys.executable, "-m", "nonosat"]


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "en_US.UTF-8", "tr_TR.UTF-8"])
@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_locale_does_not_matter(tmp_path, locale, encoding):
    path = write(tmp_path / "ä€.clues", RECT)
    env = {"LC_ALL": locale, "LANG": locale, "PYTHONIOENCODING": encoding}
    result = run_process("solve", path.name, env=env, cwd=tmp_path)
    assert (result.code, result.err) == (0, "")
    # Where shapes cannot be written, there are letters.
    assert result.out.startswith(f"{RECT_SHAPES if encoding == 'utf-8:strict' else RECT_PICTURE}\n")


@pytest.mark.slow
def test_file_names_that_are_not_text(tmp_path):
    path = os.path.join(os.fsencode(tmp_path), b"\xff.clues")
    with open(path, "wb") as file:
        file.write(RECT.encode())
    for options in ((), ("--json",), ("--svg", "-")):
        done = subprocess.run(
            [*ME, "solve", path, *options],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8:strict", "LC_ALL": "C.UTF-8"},
        )
        assert (done.returncode, done.stderr) == (0, b"")


# Pipes


@pytest.mark.parametrize("solver", ["kissat", pytest.param("cadical", marks=pytest.mark.slow)])
def test_through_a_solver(run, rect, solver):
    """`nonosat encode p | kissat | nonosat decode p -`, as help shows it."""
    path = need_program(solver)
    formula = run("encode", rect)
    answer = subprocess.run([path], input=formula.out_bytes, capture_output=True)
    assert answer.returncode == 10
    assert run("decode", rect, "-", stdin=answer.stdout).out == f"{RECT_SHAPES}\n"


def test_through_minisat(run, rect, tmp_path):
    path = need_program("minisat")
    run("encode", rect, "-o", tmp_path / "f.sat.gz")
    subprocess.run([path, "-verb=0", tmp_path / "f.sat.gz", tmp_path / "answer"], capture_output=True)
    assert run("decode", rect, tmp_path / "answer").out == f"{RECT_SHAPES}\n"


@pytest.mark.slow
def test_reader_that_has_seen_enough(hard):
    """`nonosat encode p | head -1`: no complaint."""
    process = start("encode", hard)
    assert process.stdout.readline().startswith(b"c nonogram")
    process.stdout.close()
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")


def test_reader_that_is_gone_at_the_end(rect):
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as stdout:
        process = start("solve", rect, stdout=stdout)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")


@pytest.mark.thinned(3)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("command", ["encode", "solve", "render"])
def test_full_output(rect, command):
    with open("/dev/full", "wb") as stdout:
        process = start(command, rect, stdout=stdout)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err.count(b"\n")) == (3, 1)
    assert b"standard output" in err


@pytest.mark.thinned(3)
@pytest.mark.parametrize("command", ["encode", "solve", "render"])
def test_closed_output(rect, command):
    done = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *ME, command, rect], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_closed_input():
    done = subprocess.run(["sh", "-c", 'exec "$@" <&-', "sh", *ME, "solve", "-"], capture_output=True)
    assert done.returncode == 3
    assert done.stderr.startswith(b"<stdin>:1:1: ")
    assert done.stderr.count(b"\n") == 1


# Signals


def wait_until_busy(process, seconds: float = 2) -> None:
    """Until a process and its children have used so much time that they must be at work on the puzzle."""
    began = time.monotonic()
    while time.monotonic() - began < 30 and process.poll() is None:
        if used_by_group(process.pid) >= seconds:
            return
        time.sleep(0.05)


def used_by_group(group: int) -> float:
    """The seconds of processor time that the processes of a group have used."""
    if not os.path.exists("/proc/self/stat"):
        done = subprocess.run(["ps", "-o", "cputimes=", "-g", str(group)], capture_output=True, text=True)
        return sum(map(int, done.stdout.split()))
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # it has ended
            fields = path.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:13])) if int(fields[2]) == group else 0
    return ticks / os.sysconf("SC_CLK_TCK")


COSTLY, SLOW = pytest.mark.costly, pytest.mark.slow


@pytest.mark.skipif(shutil.which("ps") is None, reason="looks at processes with ps")
@pytest.mark.parametrize(
    ("number", "whole_group", "options"),
    [
        pytest.param(signal.SIGINT, True, (), marks=COSTLY, id="Ctrl-C"),  # as a terminal does
        pytest.param(signal.SIGINT, True, ("--timeout", "60"), marks=SLOW, id="Ctrl-C, limit"),
        pytest.param(signal.SIGINT, False, (), marks=SLOW, id="SIGINT"),
        pytest.param(signal.SIGINT, False, ("--timeout", "60"), marks=SLOW, id="SIGINT, limit"),
        pytest.param(signal.SIGTERM, False, (), marks=COSTLY, id="SIGTERM"),
        pytest.param(signal.SIGTERM, False, ("--timeout", "60"), marks=SLOW, id="SIGTERM, limit"),
    ],
)
def test_ended_by_a_signal(hard, tmp_path, number, whole_group, options):
    process = start("solve", "--strategy", "sat", hard, "-o", tmp_path / "out", *options)
    try:
        wait_until_busy(process, 0.6)
        os.killpg(process.pid, number) if whole_group else process.send_signal(number)
        out, err = process.communicate(timeout=10)
        if number == signal.SIGINT:
            # The blank line ends the one on which a terminal shows ^C.
            assert (process.returncode, err) == (130, b"\nnonosat: interrupted\n")
        else:
            assert process.returncode in (-signal.SIGTERM, 128 + signal.SIGTERM)
            assert err == b""
        assert out == b""
        assert list((tmp_path / "out").iterdir()) == []
        with pytest.raises(ProcessLookupError):
            gone(process.pid)
    finally:
        kill_group(process)


@pytest.mark.faults
@pytest.mark.skipif(shutil.which("ps") is None, reason="looks at processes with ps")
@pytest.mark.parametrize("options", [(), ("--timeout", "60"), ("-o", "out")], ids=["no limit", "limit", "files"])
def test_interrupted_after_the_first_solution(tmp_path, options):
    """A solver finds the first solution within a second, and needs hours to prove that it is the only one."""
    path = write(tmp_path / "wedges.clues", clue_file(wedges(50)))
    process = start("solve", "-u", path, "--solver", "cadical195", *options, cwd=tmp_path)
    try:
        wait_until_busy(process, seconds=4)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
        *picture, sentence = out.decode().splitlines()
        assert "gave up" in sentence
        assert len(picture) == 50
        assert (process.returncode, err) == (130, b"\nnonosat: interrupted\n")
        if "-o" in options:
            assert len(os.listdir(tmp_path / "out")) == 3
            assert run_process("check", path, tmp_path / "out" / "wedges.sol").code == 0
        with pytest.raises(ProcessLookupError):
            gone(process.pid)
    finally:
        kill_group(process)


@pytest.fixture(scope="module")
def unsolved(tmp_path_factory):
    """A puzzle that no search here solves in a minute, as a file."""
    puzzle = random_puzzle(RectGrid(150, 150), seed=6)
    return write(tmp_path_factory.mktemp("unsolved") / "unsolved.clues", clue_file(puzzle))


@pytest.mark.faults
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("portfolio", [1, 2, 4])
def test_ended_while_several_ways_race(unsolved, number, portfolio):
    process = start("solve", "-v", "--portfolio", portfolio, unsolved)
    try:
        for line in process.stderr:
            if b"searching for" in line:
                break
        time.sleep(0.5)  # with few slots some of them are stopped by now
        process.send_signal(number)
        process.communicate(timeout=20)
        assert process.returncode == (130 if number == signal.SIGINT else 128 + number)
        with pytest.raises(ProcessLookupError):
            gone(process.pid)
    finally:
        kill_group(process)


@pytest.mark.faults
@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("ps"), reason="asks the system to end orphans")
@pytest.mark.parametrize("options", [("--portfolio", "1"), ("--portfolio", "3"), ("--solver", "glucose4")], ids=str)
def test_killed_without_a_chance_to_clean_up(unsolved, options):
    process = start("solve", "-v", *options, "--timeout", "99", unsolved)
    try:
        if "--solver" in options:
            wait_until_busy(process)
        else:
            for line in process.stderr:
                if b"searching for" in line:
                    break
            time.sleep(0.5)
        process.kill()
        process.communicate(timeout=20)
        for _ in range(100):
            states = subprocess.run(["ps", "-o", "stat=", "-g", str(process.pid)], capture_output=True, text=True)
            if not states.stdout.replace("Z", "").split():  # what is dead is for whoever inherits it to bury
                return
            time.sleep(0.02)
        pytest.fail(f"still there: {states.stdout}")
    finally:
        kill_group(process)


def gone(group: int) -> None:
    """Raises ProcessLookupError as soon as no process of a group is left; returns if that does not happen."""
    for _ in range(100):
        os.killpg(group, 0)
        time.sleep(0.02)


def kill_group(process) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


# Imports

FAST = ("--help", "solve p.clues")
HEAVY = {"pysat", "pysolvers", "svgwrite", "numpy", "highspy", "multiprocessing", "subprocess", "hypothesis"}


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        pytest.param(arguments, unwanted, marks=() if arguments in FAST else pytest.mark.slow, id=arguments)
        for arguments, unwanted in {
            "--help": {*HEAVY, "nonosat.solving.solve", "nonosat.model.puzzle"},
            "--version": HEAVY,
            "solve --help": HEAVY,
            "encode p.clues -o x": HEAVY,
            "check p.clues p.picture": HEAVY,
            "solve p.clues": HEAVY,
            "solve p.clues --svg x": HEAVY - {"svgwrite"},
            "solve p.clues --no-propagate": {"svgwrite", "numpy", "highspy", "multiprocessing", "subprocess"},
            **{f"solve -u p.clues --strategy {name}": {"numpy", "highspy"} for name in ("hints", "decimation")},
            "render p.clues -o x": HEAVY - {"svgwrite"},
        }.items()
    ],
)
def test_heavy_packages_are_imported_by_who_needs_them(tmp_path, arguments, unwanted):
    """And Python searches for no cycles at the end, where it would visit every object of every module."""
    write(tmp_path / "p.clues", RECT)
    write(tmp_path / "p.picture", RECT_PICTURE)
    script = (
        "import atexit, gc, json, sys\n"
        "from nonosat.__main__ import main\n"
        "atexit.register(  # called after what is registered later\n"
        "    lambda: json.dump([gc.get_freeze_count() > 1000, sorted(sys.modules)], open('modules', 'w')))\n"
        "sys.exit(main())\n"
    )
    command = [sys.executable, "-c", script, *arguments.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    is_frozen, modules = json.loads((tmp_path / "modules").read_text())
    assert is_frozen or arguments.startswith("--")
    assert unwanted & set(modules) == set()


def test_hexagon_from_start_to_end(run, tmp_path, monkeypatch):
    """Everything a newcomer tries, one after the other, with relative names."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "h.clues", HEX)
    for arguments in (
        "solve h.clues -u -q -o .",
        "check h.clues h.sol",
        "decode h.clues h.sol --svg again.svg",
        "render h.clues h.sol -o third.svg",
    ):
        result = run(*arguments.split())
        assert (result.code, result.err) == (0, "")
    drawings = {(tmp_path / name).read_bytes() for name in ("h.svg", "again.svg", "third.svg")}
    assert len(drawings) == 1
