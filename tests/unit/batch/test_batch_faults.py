"""A batch is ended in every way there is: all files are whole, what is finished stays, the next run does the rest."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import RECT, TWO, misused, need_program, start, tree, write

from nonosat.batch import store as module
from nonosat.batch.puzzle_task import TaskOutcome
from nonosat.batch.record import NO_ANSWER, PuzzleRecord, read_record
from nonosat.batch.store import Journal, Store
from nonosat.core.errors import FileError, NoRoom, UsageError
from nonosat.formats.clues import write as clue_file
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.outputs import OutputContents

N = 30


@pytest.fixture(scope="module")
def puzzles(tmp_path_factory):
    """Some that take a moment, so that a run can be ended in the middle."""
    folder = tmp_path_factory.mktemp("puzzles")
    for number in range(N):
        write(folder / f"{number:02}.clues", clue_file(random_puzzle(RectGrid(14, 14), seed=number)))
    return folder


@pytest.fixture(scope="module")
def reference(puzzles, tmp_path_factory):
    """What a run leaves that nobody disturbs."""
    out = tmp_path_factory.mktemp("reference") / "out"
    assert batch(puzzles, out)[0] == 1
    return left(out)


@pytest.fixture(autouse=True)
def one_worker(monkeypatch):
    """A worker for each core is more than most tests need."""
    monkeypatch.setattr("nonosat.cli.batch_command.available_cores", lambda: 1)


def batch(puzzles, out, *options) -> tuple[int, str, str]:
    """A run to its end: exit code, standard output, standard error."""
    process = start("batch", puzzles, "-o", out, "-u", "-j", 2, *options)
    stdout, stderr = process.communicate(timeout=120)
    return process.returncode, stdout.decode(), stderr.decode()


def left(out) -> dict[str, bytes | list]:
    """All that a run has left, but for times."""
    files: dict = {name: (out / name).read_bytes() for name in tree(out) if name not in (".lock", "report.jsonl")}
    files["report.jsonl"] = [replace(record, seconds=0) for record in lines(out)]
    return files


def lines(out) -> list[PuzzleRecord]:
    """The whole lines of a report; each must be a record."""
    text = (out / "report.jsonl").read_bytes() if (out / "report.jsonl").exists() else b""
    records = [read_record(line) for line in text.split(b"\n")[:-1]]
    assert None not in records
    return records


def check_sound(out, reference) -> int:
    """Every file is as an undisturbed run would have written it, and there for every record; how many records."""
    found = left(out)
    known = {record.name: record for record in reference["report.jsonl"]}
    for name, content in found.items():
        if name != "report.jsonl" and not name.endswith(".tmp"):
            assert content == reference[name]
    for record in found["report.jsonl"]:
        assert record == known[record.name]
        assert all(name in found for name in record.files)
    return len(found["report.jsonl"])


def wait_for_lines(out, count: int) -> None:
    began = time.monotonic()
    while not (out / "report.jsonl").exists() or (out / "report.jsonl").read_bytes().count(b"\n") < count:
        assert time.monotonic() - began < 60
        time.sleep(0.005)


def nothing_runs(process) -> None:
    """No process of the session of a run is left after a moment."""
    for _ in range(200):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    raise AssertionError("processes are left")


@pytest.mark.faults
@pytest.mark.parametrize(
    ("number", "whole_group", "code"),
    [
        (signal.SIGINT, True, 130),  # as a terminal does
        (signal.SIGINT, False, 130),
        (signal.SIGTERM, False, 128 + signal.SIGTERM),
        (signal.SIGTERM, True, 128 + signal.SIGTERM),
        (signal.SIGKILL, False, -signal.SIGKILL),
        (signal.SIGKILL, True, -signal.SIGKILL),
    ],
)
def test_ended_by_a_signal(puzzles, reference, tmp_path, number, whole_group, code):
    out = tmp_path / "out"
    process = start("batch", puzzles, "-o", out, "-u", "-j", 2)
    wait_for_lines(out, 3)
    os.killpg(process.pid, number) if whole_group else process.send_signal(number)
    _, stderr = process.communicate(timeout=30)
    nothing_runs(process)
    assert process.returncode == code
    done = check_sound(out, reference)
    assert 3 <= done < N
    if number != signal.SIGKILL:
        (told,) = [line for line in stderr.decode().splitlines() if line and line != "nonosat: interrupted"]
        first, second = map(int, re.findall(r"\d+", told))
        assert second == N
        assert done - first in (0, 1)  # the signal may come between a record and its being counted
    code, stdout, stderr = batch(puzzles, out, "--resume")
    assert code == 1
    assert f"{N - done} puzzles" in stderr
    assert stdout.splitlines()[-1].split()[:2] == ["all", str(N)]
    assert left(out) == reference


@pytest.mark.faults
@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="looks for processes in /proc")
@pytest.mark.parametrize("solver", ["glucose4", "kissat", "cadical"])
def test_workers_end_with_the_main_process_in_the_middle_of_a_puzzle(hard, tmp_path, solver):
    if solver == "cadical":
        need_program(solver)
    process = start("batch", hard, "-o", tmp_path / "out", "-j", 1, "--solver", solver)
    began = time.monotonic()
    while not any(busy(worker) for worker in workers(process)) and process.poll() is None:
        assert time.monotonic() - began < 60
        time.sleep(0.05)
    programs = [pid for one in workers(process) for pid in Path(f"/proc/{one}/task/{one}/children").read_text().split()]
    process.kill()
    process.communicate(timeout=30)
    nothing_runs(process)
    for pid in programs:  # which have sessions of their own
        until = time.monotonic() + 10
        while Path(f"/proc/{pid}").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]:
            assert time.monotonic() < until
            time.sleep(0.02)


def busy(pid: int) -> bool:
    """Whether a process has used some processor time, or started a program."""
    with contextlib.suppress(OSError):
        if Path(f"/proc/{pid}/task/{pid}/children").read_text():
            return True
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) > os.sysconf("SC_CLK_TCK")
    return False


@pytest.mark.faults
def test_killed_again_and_again(puzzles, reference, tmp_path):
    out, rng, runs = tmp_path / "out", random.Random(3), 0
    while True:
        before = check_sound(out, reference) if out.exists() else 0
        process = start("batch", puzzles, "-o", out, "-u", "-j", 2, "--resume", "-q")
        try:
            wait_for_lines(out, min(before + rng.randint(5, 15), N))
            time.sleep(rng.uniform(0, 0.02))
            process.kill()
        except AssertionError:
            process.kill()
            raise
        process.communicate(timeout=30)
        nothing_runs(process)
        runs += 1
        if process.returncode != -signal.SIGKILL or runs > N:
            break
    assert runs >= 3
    assert batch(puzzles, out, "--resume")[0] == 1
    assert left(out) == reference


def test_what_a_killed_run_left_half_written_goes(run, rect, tmp_path):
    out = tmp_path / "out"
    (out / "more").mkdir(parents=True)
    for name in ("07.svg.4711.tmp", "more/x.sat.gz.1.tmp", "report.jsonl.2.tmp", "mine.tmp"):
        write(out / name, "half")
    assert run("batch", rect, "-o", out).code == 0
    assert tree(out) == [".lock", "mine.tmp", "rect.svg", "report.jsonl"]


# Workers that die


def workers(process) -> list[int]:
    """The worker processes of a run."""
    with contextlib.suppress(OSError):
        return [int(pid) for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
    return []


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="looks for processes in /proc")
def test_a_worker_that_is_killed_costs_nothing(puzzles, reference, tmp_path):
    out = tmp_path / "out"
    process = start("batch", puzzles, "-o", out, "-u", "-j", 2)
    # One alone: a second one might meet the puzzle that the first one has made be tried again.
    wait_for_lines(out, 1)
    os.kill(workers(process)[0], signal.SIGKILL)
    _, stderr = process.communicate(timeout=120)
    assert (process.returncode, stderr.count(b"\n")) == (1, 2)
    assert left(out) == reference


@pytest.mark.costly
def test_a_puzzle_that_kills_its_workers_is_told_and_others_go_on(run, tmp_path):
    """A solver that kills whoever started it: only puzzles that need a solver meet it."""
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    for number in range(4):
        write(puzzles / f"{number}.clues", RECT if number % 2 else TWO)
    poison = write(tmp_path / "poison", "#!/bin/sh\nkill -9 $PPID\n")
    poison.chmod(0o755)
    done = run("batch", puzzles, "-o", tmp_path / "out", "-j", 2, "--solver-cmd", f"{poison} {{cnf}}")
    assert done.code == 4
    assert [line.split(":")[0] for line in done.out.splitlines()[:2]] == ["1", "3"]
    for number, line in zip("02", done.err.splitlines(), strict=False):
        assert line.startswith(f"{number}: ")
        assert "signal 9" in line
    # What failed is tried again, what is done is not.
    again = run("batch", puzzles, "-o", tmp_path / "out", "-j", 2, "--resume", "--solver-cmd", f"{poison} {{cnf}}")
    assert (again.code, again.err.splitlines()[:2]) == (4, done.err.splitlines()[:2])
    assert ": " not in again.out


@pytest.mark.faults
def test_a_puzzle_that_takes_too_much_memory(rect, tmp_path):
    large = write(tmp_path / "large.clues", clue_file(random_puzzle(RectGrid(120, 120), seed=1)))
    process = start(
        "batch", large, rect, "-o", tmp_path / "out", "--memory", "128M", "--sat", "-j", 1, "--strategy", "sat"
    )
    stdout, stderr = (text.decode().splitlines() for text in process.communicate(timeout=120))
    assert process.returncode == 4
    assert stdout[0].startswith("rect: ")
    assert stderr[0].startswith("large: ")
    assert "memory" in stderr[0] or "signal" in stderr[0]


def test_a_puzzle_that_does_not_notice_its_limit_of_time(run, rect, tmp_path):
    """A solver that cannot be interrupted is ended with its worker."""
    stubborn = write(tmp_path / "stubborn.py", "import time\ntime.sleep(100)\n")
    slow = write(tmp_path / "slow.clues", TWO)
    began = time.monotonic()
    options = ("--solver-cmd", f"{shlex.join([sys.executable, '-IS', str(stubborn)])} {{cnf}}", "--timeout", 0.5)
    done = run("batch", slow, rect, "-o", tmp_path / "out", *options)
    assert time.monotonic() - began < 60
    assert done.code == 5
    assert done.out.startswith("rect: ")
    assert done.err.startswith("slow: ")


@pytest.mark.faults
@pytest.mark.parametrize("way", ["late", "dead"])
def test_records_of_ended_workers_say_what_was_read(run, tmp_path, monkeypatch, way):
    """A worker that is killed cannot say so itself; another one reads the puzzle again."""
    collection = write(tmp_path / "some.non", "====\n".join(["width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n"] * 2))
    monkeypatch.setattr("nonosat.batch.runner.solve_task", {"late": _sleep, "dead": _die}[way])
    limit = ("--timeout", 1) if way == "late" else ()
    done = run("batch", collection, "-o", tmp_path / "out", "-j", 2, *limit)
    verdict, code = {"late": ("gave up", 5), "dead": ("failed", 4)}[way]
    assert (done.code, sum(line.startswith("some-") for line in done.err.splitlines())) == (code, 2)
    assert all(record.digest and record.shape_digest for record in lines(tmp_path / "out"))
    found = [
        (record.verdict, record.format, record.answer["grid"], record.answer["colors"])
        for record in lines(tmp_path / "out")
    ]
    assert found == [(verdict, "non", "rect 1 2", ["#ffffff", "#000000"])] * 2


@pytest.mark.faults
def test_a_puzzle_that_cannot_even_be_read_again(run, rect, tmp_path, monkeypatch):
    """The workers die at that, too; its record is the one that it would have had."""
    monkeypatch.setattr("nonosat.batch.runner.solve_task", _die)
    monkeypatch.setattr("nonosat.batch.runner.read_header", _die)
    done = run("batch", rect, "-o", tmp_path / "out", "-j", 1)
    assert done.code == 4
    assert "exit code 7" in done.err.splitlines()[0]
    (record,) = lines(tmp_path / "out")
    answer = record.answer
    assert (record.verdict, record.format, answer["grid"], answer["colors"]) == ("failed", None, None, None)


def _die(*_: object) -> None:
    os._exit(7)


def _sleep(*_: object) -> None:
    time.sleep(100)


# A disk that is full


@pytest.fixture
def small_disk(tmp_path):
    """A file system with room for a few drawings; skips where none can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    if mount is None or subprocess.run([mount, "-t", "tmpfs", "-o", "size=120k", "none", disk], check=False).returncode:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.mark.faults
def test_a_disk_that_is_full(puzzles, reference, small_disk):
    out = small_disk / "out"
    code, _, stderr = batch(puzzles, out)
    assert code == 3
    done = check_sound(out, reference)
    assert 0 < done < N
    told = stderr.splitlines()
    assert told[0].startswith(f"nonosat: {done} of {N} ")
    assert told[1].startswith(f"{out}/")
    assert told[1].endswith("No space left on device")
    assert len(told) == 2
    assert not [name for name in tree(out) if name.endswith(".tmp")]
    assert batch(puzzles, out, "--resume")[0] == 3  # still full
    assert check_sound(out, reference) >= done
    subprocess.run(["mount", "-o", "remount,size=20m", small_disk], check=True)
    assert batch(puzzles, out, "--resume")[0] == 1
    assert left(out) == reference


def test_no_room_for_a_drawing_ends_the_run(run, rect, hexagon, two, tmp_path, monkeypatch):
    """The same where nothing can be mounted."""
    real = module.write_contents

    def full(contents):
        if any("hexagon" in path for path in contents.files):
            raise NoRoom("cannot be written: No space left on device", file="hexagon.svg")
        real(contents)

    with monkeypatch.context() as patch:
        patch.setattr(module, "write_contents", full)
        done = run("batch", rect, hexagon, two, "-o", tmp_path / "out", "-j", 1)
    first, second = done.err.splitlines()
    assert (done.code, done.out.count("\n")) == (3, 1)
    assert [first.startswith("nonosat: 1 of 3 "), "--resume" in first, second.startswith("hexagon.svg: ")] == [True] * 3
    assert run("batch", rect, hexagon, two, "-o", tmp_path / "out", "--resume").code == 0


RECORD = PuzzleRecord(
    name="a",
    file="a.clues",
    hash="0" * 32,
    outcome="yes",
    version="1",
    answer=NO_ANSWER | {"unique": True, "picture": ["a"]},
    exit=0,
    files=("a.svg",),
)


@pytest.mark.parametrize("room", [0, 1, 100])
def test_a_record_that_finds_no_room_is_not_begun(tmp_path, monkeypatch, room):
    journal = Journal(str(tmp_path / "report"))
    journal.append(RECORD)
    real = os.write
    left = room

    def full(file, data):
        nonlocal left
        if not left:
            raise OSError(28, "No space left on device")
        written = real(file, data[:left])
        left -= written
        return written

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(NoRoom):
            journal.append(replace(RECORD, name="b"))
    assert journal.find("b") is None
    journal.append(replace(RECORD, name="c"))
    journal.close()
    again = Journal(str(tmp_path / "report"))
    assert [again.find(name) is not None for name in "abc"] == [True, False, True]
    again.close()


def test_a_record_is_kept_if_a_signal_comes_when_it_has_been_written(tmp_path, monkeypatch):
    journal = Journal(str(tmp_path / "report.jsonl"))
    real = os.write

    def interrupted(file, data):
        real(file, data)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            journal.append(RECORD)
    assert journal.find(RECORD.name) == RECORD
    journal.append(replace(RECORD, name="b"))
    assert [record.name for record in lines(tmp_path)] == [RECORD.name, "b"]
    journal.close()


def test_a_disk_that_is_full_at_the_end_leaves_the_report_as_it_is(tmp_path, monkeypatch):
    journal = Journal(str(tmp_path / "report"))
    for name in "ba":
        journal.append(replace(RECORD, name=name))
    before = (tmp_path / "report").read_bytes()

    def full(*paths):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(NoRoom):
            journal.sort_journal("ab")
    assert (tmp_path / "report").read_bytes() == before
    journal.sort_journal("ab")
    assert [read_record(line).name for line in (tmp_path / "report").read_bytes().splitlines()] == ["a", "b"]
    journal.close()


def test_a_report_cut_off_anywhere_has_only_whole_records(tmp_path):
    path = tmp_path / "report"
    with_all = Journal(str(path))
    for name in "abc":
        with_all.append(replace(RECORD, name=name, error="é\n"))
    with_all.close()
    data = path.read_bytes()
    line = len(data) // 3
    for cut in {*range(0, len(data), 37), *(n * line + d for n in range(4) for d in (-1, 0, 1))} & {
        *range(len(data) + 1)
    }:
        path.write_bytes(data[:cut])
        journal = Journal(str(path))
        assert [name for name in "abc" if journal.find(name)] == list("abc")[: cut // line]
        journal.append(replace(RECORD, name="d"))
        journal.sort_journal("dcba")
        assert [read_record(line).name for line in path.read_bytes().splitlines()] == [
            "d",
            *reversed("abc"[: cut // line]),
        ]
        journal.close()


def test_lines_that_are_no_records_are_passed_over(tmp_path):
    good = RECORD.json()
    bad = [
        "",
        "{}",
        "[]",
        "null",
        "x",
        '{"name": 1}',
        good.replace('"unique"', '"perfect"'),
        good[:-1] + ', "more": 1}',
    ]
    bad += [
        good.replace('["a.svg"]', "[1]"),
        good.replace('"name": "a"', '"name": 5'),
        good.replace('"hash"', '"hush"'),
    ]
    (tmp_path / "report").write_text("\n".join([*bad, good, *bad, ""]))
    journal = Journal(str(tmp_path / "report"))
    assert (len(journal), journal.find("a")) == (1, RECORD)
    journal.close()


def test_an_output_that_cannot_be_written_fails_its_puzzle_alone(run, rect, hexagon, tmp_path):
    (tmp_path / "out" / "rect.svg" / "in the way").mkdir(parents=True)
    done = run("batch", rect, hexagon, "-o", tmp_path / "out")
    assert done.code == 4
    assert done.out.startswith("hexagon: ")
    assert done.err.startswith(f"rect: {tmp_path}/out/rect.svg: ")


# Two runs in one folder


@pytest.mark.slow
def test_two_runs_in_one_folder(puzzles, reference, tmp_path):
    out = tmp_path / "out"
    first = start("batch", puzzles, "-o", out, "-u", "-j", 1)
    wait_for_lines(out, 2)
    first.send_signal(signal.SIGSTOP)  # so that it is not done before the others begin
    for option in ("--resume", "--fail-fast"):
        code, stdout, stderr = batch(puzzles, out, option)
        assert (code, stdout) == (3, "")
        assert stderr.startswith(f"{out}: ")
        assert f"process {first.pid}" in stderr
        assert stderr.count("\n") == 1
    first.send_signal(signal.SIGCONT)
    first.communicate(timeout=120)
    assert first.returncode == 1
    assert left(out) == reference


def test_the_lock_goes_with_its_holder(tmp_path):
    with (
        Store(str(tmp_path)),
        pytest.raises(FileError, match=f"process {os.getpid()}"),
    ):
        Store(str(tmp_path))
    Store(str(tmp_path)).__exit__()
    (tmp_path / ".lock").unlink()
    (tmp_path / ".lock").mkdir()
    with pytest.raises(FileError):
        Store(str(tmp_path))


# Resuming


def test_a_report_is_not_written_over(run, rect, tmp_path):
    run("batch", rect, "-o", tmp_path / "out")
    before = (tmp_path / "out" / "report.jsonl").read_bytes()
    done = run("batch", rect, "-o", tmp_path / "out")
    misused(done, f"{tmp_path}/out/report.jsonl", "`--resume`")
    assert (tmp_path / "out" / "report.jsonl").read_bytes() == before
    with pytest.raises(UsageError):
        Store(str(tmp_path / "out"))


@pytest.fixture
def finished(run, rect, hexagon, tmp_path):
    """Two puzzles that are done; how many of them another run does again."""
    out = tmp_path / "out"
    run("batch", rect, hexagon, "-o", out, "--timeout", 50)

    def again(*options: object) -> int:
        done = run("batch", rect, hexagon, "-o", out, "--resume", "--timeout", 50, "--json", *options)
        assert [json.loads(line)["name"] for line in (out / "report.jsonl").read_text().splitlines()] == [
            "rect",
            "hexagon",
        ]
        return len(done.out.splitlines())

    return again


def test_what_is_finished_is_not_done_again(finished):
    assert finished() == 0
    assert finished("-j", 5, "--timeout", 3) == 0  # an answer stays an answer


@pytest.mark.parametrize("options", [("--unique",), pytest.param(("--solver", "minisat22"), marks=pytest.mark.slow)])
def test_other_options(finished, options):
    """See also test_batch_task.py."""
    assert finished(*options) == 2
    assert finished(*options) == 0


def test_another_input(finished, rect):
    write(rect, RECT + "\n")
    assert finished() == 1
    assert finished() == 0


def test_a_drawing_that_has_gone(finished, tmp_path):
    (tmp_path / "out" / "rect.svg").unlink()
    assert finished() == 1
    assert (tmp_path / "out" / "rect.svg").exists()


def test_more_time_for_what_took_too_long():
    late = replace(RECORD, outcome="gave up", timeout=5.0, exit=5)
    assert [late.is_still_valid("0" * 32, timeout) for timeout in (None, 6, 5, 1)] == [False, False, True, True]
    assert not replace(RECORD, outcome="failed", exit=4).is_still_valid("0" * 32, None)
    assert not RECORD.is_still_valid("1" * 32, None)


def test_records_of_other_puzzles_stay(run, rect, hexagon, two, tmp_path):
    run("batch", rect, hexagon, "-o", tmp_path / "out")
    run("batch", two, hexagon, "-o", tmp_path / "out", "--resume")
    assert [record.name for record in lines(tmp_path / "out")] == ["two", "hexagon", "rect"]


def test_files_of_a_puzzle_that_is_broken_now_go(run, rect, hexagon, tmp_path):
    run("batch", rect, hexagon, "-o", tmp_path / "out")
    write(rect, "rect 1")
    run("batch", rect, hexagon, "-o", tmp_path / "out", "--resume")
    assert tree(tmp_path / "out") == [".lock", "hexagon.svg", "report.jsonl"]


def test_files_come_before_their_record(tmp_path, monkeypatch):
    """Otherwise a record could tell of files that a kill has prevented."""
    with Store(str(tmp_path)) as store:
        order = []
        monkeypatch.setattr("nonosat.batch.store.write_contents", lambda _: order.append("files"))
        monkeypatch.setattr(store.journal, "append", lambda _: order.append("record"))
        store.save(TaskOutcome(RECORD, OutputContents({str(tmp_path / "a.svg"): b""})))
        assert order == ["files", "record"]
