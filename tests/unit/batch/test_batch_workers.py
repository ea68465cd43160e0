"""The pool of workers that may die, and the workers of a Dask cluster."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor

import pytest
from conftest import RECT, TWO, start, write

from nonosat.batch.record import PuzzleRecord, read_record
from nonosat.core.deadline import Deadline
from nonosat.core.errors import SolverError
from nonosat.formats.clues import write as clue_file
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.parallel import dask_pool
from nonosat.parallel.dask_pool import ExecutorWorkers, dask_workers
from nonosat.parallel.pool import Pool, TookTooLong, WorkerDied

#: Longer than any test waits.
LONG = 300


@pytest.fixture
def pool():
    with Pool(2) as with_two:
        yield with_two


def answers(pool, calls):
    """The results of calls, in their order."""
    while not all(call.is_done for call in calls):
        assert pool.wait(Deadline.after(60)) is not None
    return [call.result() for call in calls]


def answer(pool, function, *arguments):
    return answers(pool, [pool.submit(function, *arguments)])[0]


def test_calls(pool):
    calls = [pool.submit(pow, 3, n, 7) for n in range(50)]
    assert answers(pool, calls) == [pow(3, n, 7) for n in range(50)]
    pids = answers(pool, [pool.submit(os.getpid) for _ in range(4)])
    assert os.getpid() not in pids
    assert len(set(pids)) <= 2


def test_each_call_is_returned_once(pool):
    calls = {pool.submit(abs, -n) for n in range(9)}
    done = [pool.wait() for _ in calls]
    assert (len(done), set(done)) == (9, calls)
    assert pool.wait() is None


def test_waiting_until_a_deadline(pool):
    call = pool.submit(time.sleep, 0.5)
    assert pool.wait(Deadline.after(0.01)) is None
    assert not call.is_done
    assert pool.wait() is call


def test_what_a_call_raises(pool):
    with pytest.raises(ZeroDivisionError):
        answer(pool, divmod, 1, 0)
    assert answer(pool, divmod, 7, 2) == (3, 1)


@pytest.mark.parametrize(
    ("function", "arguments", "how"),
    [(os._exit, (7,), "exit code 7"), (os.abort, (), "signal 6")],
)
def test_only_the_call_at_which_workers_die_fails(pool, function, arguments, how):
    calls = [pool.submit(abs, -n) for n in range(10)]
    bad = pool.submit(function, *arguments)
    calls += [pool.submit(abs, -n) for n in range(10, 20)]
    with pytest.raises(WorkerDied, match=how):
        answers(pool, [bad])
    assert answers(pool, calls) == list(range(20))


def test_a_worker_that_is_killed_from_outside_is_not_the_fault_of_its_call(pool, tmp_path):
    """The call is done once more, by another worker."""
    path = tmp_path / "been here"
    call = pool.submit(_once_slow, str(path))
    while not path.exists() or not path.read_text():
        time.sleep(0.01)
    os.kill(int(path.read_text()), signal.SIGKILL)
    assert answers(pool, [call]) == ["done"]


def test_idle_workers_that_are_killed_are_replaced(pool):
    pids = set(answers(pool, [pool.submit(_slow_pid) for _ in range(2)]))
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    assert not pids & set(answers(pool, [pool.submit(_slow_pid) for _ in range(2)]))


def _slow_pid() -> int:
    time.sleep(0.1)
    return os.getpid()


def _once_slow(path: str) -> str:
    if os.path.exists(path):
        return "done"
    with open(path, "w") as file:
        file.write(str(os.getpid()))
    time.sleep(LONG)
    return "never"


def test_a_call_that_takes_too_long_is_ended():
    began = time.monotonic()
    with Pool(1, call_seconds=0.2) as pool:
        slow, fast = pool.submit(time.sleep, LONG), pool.submit(abs, -1)
        with pytest.raises(TookTooLong) as late:
            answers(pool, [slow])
        assert late.value.seconds == 0.2
        assert answers(pool, [fast]) == [1]
    assert time.monotonic() - began < 60


def test_a_call_that_takes_too_long_beside_others_that_do_not():
    with Pool(2, call_seconds=0.2) as pool:
        slow = pool.submit(time.sleep, LONG)
        until = time.monotonic() + 60
        while not slow.is_done:
            assert time.monotonic() < until
            answer(pool, time.sleep, 0.01)
        with pytest.raises(TookTooLong):
            slow.result()


def test_a_worker_that_does_not_end_when_asked_is_killed(tmp_path):
    with Pool(1, call_seconds=1.0) as pool:
        stubborn = pool.submit(_stubborn, str(tmp_path / "pid"))
        with pytest.raises(TookTooLong):
            answers(pool, [stubborn])
        pid = int((tmp_path / "pid").read_text())
        os.kill(pid, 0)
        answers(pool, [pool.submit(time.sleep, 0.15) for _ in range(5)])
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def _stubborn(path: str) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with open(path, "w") as file:
        file.write(str(os.getpid()))
    time.sleep(LONG)


def test_memory():
    program = "from nonosat.parallel.pool import Pool\nwith Pool(1, memory=1 << 28) as pool:\n"
    program += "    pool.submit(bytearray, 1 << 28)\n    pool.submit(len, 'abc')\n"
    program += "    print(repr(pool.wait().error), pool.wait().result())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG, check=False)
    assert (done.stdout, done.stderr) == ("MemoryError() 3\n", "")


def test_leaving_the_block_ends_what_is_running(tmp_path):
    paths = [tmp_path / name for name in "ab"]
    with Pool(2) as pool:
        calls = [pool.submit(_once_slow, str(path)) for path in paths] + [pool.submit(abs, 1)]
        while not all(path.exists() and path.read_text() for path in paths):
            time.sleep(0.01)
    assert not any(call.is_done for call in calls)
    for path in paths:
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.read_text()), 0)


@pytest.mark.slow
@pytest.mark.parametrize("forks", [True, False])
def test_workers_that_nobody_ends_do_not_outlive_the_program(forks):
    """Ctrl-C may come just before the pool is ended; Python would then wait for its workers for ever."""
    program = "from nonosat.parallel.pool import Pool; from nonosat.core import system as s; "
    program += f"s.this_system().__dict__['forks'] = {forks}; pool = Pool(2); pool.submit(abs, -1); "
    program += "print(pool.wait().result())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


@pytest.mark.slow
def test_workers_that_are_not_forked(force_system):
    force_system(forks=False)
    with Pool(2, call_seconds=60) as pool:
        assert answers(pool, [pool.submit(abs, -n) for n in range(4)]) == [0, 1, 2, 3]
        with pytest.raises(WorkerDied, match="exit code 7"):
            answer(pool, os._exit, 7)


# Other workers


class Refusing(Executor):
    """Takes no calls."""

    def submit(self, fn, /, *args, **kwargs):  # noqa: ARG002
        raise RuntimeError("closed")


def test_workers_that_take_no_calls():
    with pytest.raises(SolverError, match="closed"):
        ExecutorWorkers(Refusing(), 1, lambda: None).submit(abs, -1)


class Silent(Executor):
    """Takes calls, and does the first of them only."""

    done = False

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        if not self.done:
            future.set_result(fn(*args, **kwargs))
        self.done = True
        return future


@pytest.mark.faults
def test_workers_that_are_lost():
    workers = ExecutorWorkers(Silent(), 1, lambda: "all are gone")
    for number in (-1, -2):
        workers.submit(abs, number)
    assert workers.wait().result() == 1
    with pytest.raises(SolverError, match="all are gone"):
        workers.wait()


@pytest.fixture
def puzzles(tmp_path):
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for number in range(6):
        write(folder / f"{number:02}.clues", (RECT, TWO)[number % 2])
    return folder


class Losing(ThreadPoolExecutor):
    """Loses each call the first time, by turns with an error of its own and as cancelled."""

    def submit(self, function, *arguments):
        self.known = getattr(self, "known", [])
        if arguments in self.known:
            return super().submit(function, *arguments)
        self.known.append(arguments)
        future = Future()
        if len(self.known) % 2:
            future.set_exception(OSError("connection lost"))
        else:
            future.cancel()
            future.set_running_or_notify_cancel()
        return future


class Breaking(ThreadPoolExecutor):
    """Takes four calls and no more."""

    taken = 0

    def submit(self, function, *arguments):
        self.taken += 1
        if self.taken > 4:
            raise RuntimeError("closed")
        return super().submit(function, *arguments)


@pytest.fixture
def dask(monkeypatch):
    """`dask(executor)`: the workers of `--dask` are those of an executor."""
    return lambda executor: monkeypatch.setattr(
        dask_pool, "dask_workers", lambda _: contextlib.nullcontext(ExecutorWorkers(executor, 2, lambda: None))
    )


def test_an_executor_that_loses_results(run, puzzles, tmp_path, dask):
    expected = run("batch", puzzles, "-o", tmp_path / "plain", "-u", "-j", 1)
    dask(Losing(2))
    done = run("batch", puzzles, "-o", tmp_path / "out", "-u", "--dask", "here")
    assert (done.code, done.out) == (expected.code, expected.out)


def test_an_executor_that_breaks_for_good(run, puzzles, tmp_path, dask):
    """The report has what was done."""
    dask(Breaking(2))
    done = run("batch", puzzles, "-o", tmp_path / "out", "-u", "--dask", "here")
    assert done.code == 4
    assert "closed" in done.err
    again = run("batch", puzzles, "-o", tmp_path / "out", "-u", "--resume", "-j", 1)
    assert again.code == 1
    assert len(records(tmp_path / "out")) == 6


# Dask


@pytest.fixture
def cluster(tmp_path):
    """A scheduler and two workers as processes; the scheduler's address and the workers' processes."""
    pytest.importorskip("distributed")
    command = [sys.executable, "-m", "dask"]
    place = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    local = ["--host", "127.0.0.1", "--scheduler-file", str(place)]
    scheduler = subprocess.Popen([*command, "scheduler", "--port", "0", "--no-dashboard", *local], **quiet)
    ours = [*command, "worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", *local]
    workers = [subprocess.Popen(ours, **quiet) for _ in range(2)]
    try:
        until = time.monotonic() + 60
        while not place.exists() or not (text := place.read_text()):  # it is written in place
            assert time.monotonic() < until
            time.sleep(0.05)
        address = json.loads(text)["address"]
        from distributed import Client

        with Client(address, timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def records(out) -> list[PuzzleRecord | None]:
    with contextlib.suppress(FileNotFoundError):
        return [read_record(line) for line in (out / "report.jsonl").read_bytes().splitlines()]
    return []


@pytest.mark.faults
def test_a_dask_cluster_of_which_one_worker_is_killed(cluster, tmp_path):
    address, workers = cluster
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    for number in range(60):
        write(puzzles / f"{number:02}.clues", clue_file(random_puzzle(RectGrid(14, 14), seed=number)))
    plain = start("batch", puzzles, "-o", tmp_path / "plain", "-u", "-j", 2)
    expected, _ = plain.communicate(timeout=120)
    process = start("batch", puzzles, "-o", tmp_path / "out", "-u", "--dask", address)
    until = time.monotonic() + 60
    while len(records(tmp_path / "out")) < 15:
        assert time.monotonic() < until
        time.sleep(0.01)
    workers[0].kill()
    out, _ = process.communicate(timeout=120)
    assert process.returncode == plain.returncode == 1
    assert out == expected
    plain_files, files = (
        {path.name: path.read_bytes() for path in folder.glob("*.svg")}
        for folder in (tmp_path / "plain", tmp_path / "out")
    )
    assert files == plain_files


@pytest.mark.faults
def test_a_dask_cluster_whose_scheduler_ends(cluster, monkeypatch):
    from distributed import Client

    address, _ = cluster
    monkeypatch.setattr(dask_pool, "_CONNECT_SECONDS", 3)
    with dask_workers(address) as workers:
        workers.submit(time.sleep, LONG)
        with Client(address) as client:
            client.shutdown()
        assert isinstance(workers.wait().error, CancelledError)
        with pytest.raises(SolverError, match=address):
            workers.wait()


def test_no_dask_there(run, rect, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run("batch", rect, "-o", tmp_path / "out", "--dask", "tcp://127.0.0.1:1")
    assert (done.code, done.out, done.err.count("\n")) == (4, "", 1)
    assert "pip install 'nonosat[dask]'" in done.err


@pytest.mark.slow
def test_no_scheduler_there(rect, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    code = "import nonosat.parallel.dask_pool as e; e._CONNECT_SECONDS = 0.3; "
    code += "from nonosat.__main__ import main; print(main())"
    arguments = ["batch", rect, "-o", tmp_path / "out", "--dask", "tcp://127.0.0.1:1"]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.stdout == "4\n"
    assert "tcp://127.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr
