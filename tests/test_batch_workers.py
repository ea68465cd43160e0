"""The pool of workers that may die, and a Dask cluster, as executors."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue

import pytest
from conftest import RECT, TWO, start, write

from nonosat.batch import executors
from nonosat.batch.executors import dask_team, local_team
from nonosat.batch.record import PuzzleRecord, read_record
from nonosat.batch.workers import TookTooLong, WorkerDied, WorkerPool
from nonosat.errors import SolverError
from nonosat.formats.clues import write as clue_file
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.system.worker_team import WorkerTeam

#: Longer than any test waits.
LONG = 300


@pytest.fixture
def pool():
    with_two = WorkerPool(2)
    yield with_two
    with_two.end()


def test_calls(pool):
    futures = [pool.submit(pow, 3, n, mod=7) for n in range(50)]
    assert [future.result(60) for future in futures] == [pow(3, n, 7) for n in range(50)]
    assert os.getpid() not in {pool.submit(os.getpid).result(60) for _ in range(4)}


def test_what_a_call_raises(pool):
    with pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 1, 0).result(60)
    assert pool.submit(divmod, 7, 2).result(60) == (3, 1)


def test_what_cannot_be_sent(pool):
    with pytest.raises((AttributeError, TypeError)):
        pool.submit(threading.Lock).result(60)  # its result
    with pytest.raises((AttributeError, TypeError)):
        pool.submit(len, threading.Lock()).result(60)  # its argument
    with pytest.raises(RuntimeError, match="Odd: a lock"):
        pool.submit(_raise_odd).result(60)
    assert pool.submit(len, "abc").result(60) == 3


class Odd(Exception):
    """An error that holds something that cannot be sent."""

    lock = None


def _raise_odd() -> None:
    error = Odd("a lock")
    error.lock = threading.Lock()
    raise error


@pytest.mark.parametrize(
    ("function", "argument", "how"),
    [(os._exit, 7, "ended with exit code 7"), (os.abort, None, "killed by signal 6")],
)
def test_only_the_call_at_which_workers_die_fails(pool, function, argument, how):
    futures = [pool.submit(abs, -n) for n in range(10)]
    bad = pool.submit(function) if argument is None else pool.submit(function, argument)
    futures += [pool.submit(abs, -n) for n in range(10, 20)]
    with pytest.raises(WorkerDied, match=how):
        bad.result(60)
    assert [future.result(60) for future in futures] == list(range(20))


def test_a_worker_that_is_killed_from_outside_is_not_the_fault_of_its_call(pool, tmp_path):
    """The call is done once more, by another worker."""
    future = pool.submit(_once_slow, str(tmp_path / "been here"))
    while not (tmp_path / "been here").exists() or not (tmp_path / "been here").read_text():
        time.sleep(0.01)
    os.kill(int((tmp_path / "been here").read_text()), signal.SIGKILL)
    assert future.result(60) == "done"


def _once_slow(path: str) -> str:
    if os.path.exists(path):
        return "done"
    with open(path, "w") as file:
        file.write(str(os.getpid()))
    time.sleep(LONG)
    return "never"


def test_a_call_that_takes_too_long_is_ended():
    pool = WorkerPool(1, call_seconds=0.2)
    began = time.monotonic()
    slow, fast = pool.submit(time.sleep, LONG), pool.submit(abs, -1)
    with pytest.raises(TookTooLong) as late:
        slow.result(60)
    assert late.value.seconds == 0.2
    assert fast.result(60) == 1
    pool.end()
    assert time.monotonic() - began < 60


def test_memory():
    pool = WorkerPool(1, memory=1 << 28)
    with pytest.raises(MemoryError):
        pool.submit(bytearray, 1 << 28).result(60)
    assert pool.submit(len, "abc").result(60) == 3
    pool.end()


def test_end_ends_what_is_running(pool, tmp_path):
    running = [pool.submit(_once_slow, str(tmp_path / name)) for name in "ab"]
    queued = [pool.submit(abs, 1) for _ in range(3)]
    while not all((tmp_path / name).exists() for name in "ab"):
        time.sleep(0.01)
    pool.end()
    wait([*running, *queued], timeout=60)
    for future in running:
        with pytest.raises(WorkerDied):
            future.result(0)
    for future in queued:
        with pytest.raises((CancelledError, WorkerDied)):
            future.result(0)
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(abs, 1)


def test_shutdown_waits_for_calls():
    with WorkerPool(2) as pool:
        futures = [pool.submit(abs, -n) for n in range(9)]
    assert [future.result(0) for future in futures] == list(range(9))


def test_a_cancelled_call_is_not_done(pool, tmp_path):
    blocks = [pool.submit(time.sleep, 0.3) for _ in range(2)]
    future = pool.submit(_once_slow, str(tmp_path / "a"))
    assert future.cancel()
    wait(blocks, timeout=60)
    assert pool.submit(abs, -1).result(60) == 1
    assert not (tmp_path / "a").exists()


def test_workers_that_nobody_ends_do_not_outlive_the_program():
    """Ctrl-C may come just before the pool is ended; Python would then wait for its workers for ever."""
    program = "from nonosat.batch.workers import WorkerPool; print(WorkerPool(2).submit(abs, -1).result())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


class TakenQueue(SimpleQueue):
    """Another thread takes the last entry after it was asked whether there is one."""

    def empty(self):
        return False

    def get(self):
        return super().get(timeout=1)


def test_calls_that_are_taken_while_the_pool_is_shut_down(monkeypatch):
    """It does not wait for them."""
    pool = WorkerPool(0)
    monkeypatch.setattr(pool, "_calls", TakenQueue())
    pool.shutdown(cancel_futures=True)


def test_teams():
    with local_team(2, timeout=5) as team:
        assert (team.size, team.executor.submit(abs, -1).result(60)) == (2, 1)


# Other executors


class Refusing(Executor):
    """Takes no calls."""

    def submit(self, fn, /, *args, **kwargs):  # noqa: ARG002
        raise Odd("closed")


def test_a_team_that_takes_no_calls():
    with pytest.raises(SolverError, match="the workers take no more work: closed"):
        WorkerTeam(Refusing(), 1).submit(abs, -1)


@pytest.mark.faults
def test_a_team_that_is_lost():
    ended = SimpleQueue()
    ended.put(1)
    team = WorkerTeam(Refusing(), 1, lambda: "all are gone")
    assert team.wait(ended) == 1
    with pytest.raises(SolverError, match="all are gone"):
        team.wait(ended)


@pytest.fixture
def puzzles(tmp_path):
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for number in range(12):
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
            raise Odd("closed")
        return super().submit(function, *arguments)


@pytest.fixture
def dask(monkeypatch):
    """`dask(executor)`: the workers of `--dask` are those of an executor."""
    return lambda executor: monkeypatch.setattr(
        executors, "dask_team", lambda _: contextlib.nullcontext(WorkerTeam(executor, 2))
    )


def test_an_executor_that_loses_results(run, puzzles, tmp_path, dask):
    expected = run("batch", puzzles, "-o", tmp_path / "plain", "-u", "-j", 2)
    dask(Losing(2))
    done = run("batch", puzzles, "-o", tmp_path / "out", "-u", "--dask", "here")
    assert (done.code, done.out) == (expected.code, expected.out)


def test_an_executor_that_breaks_for_good(run, puzzles, tmp_path, dask):
    """The report has what was done."""
    dask(Breaking(2))
    done = run("batch", puzzles, "-o", tmp_path / "out", "-u", "--dask", "here")
    assert done.code == 4
    assert "the workers take no more work: closed" in done.err
    again = run("batch", puzzles, "-o", tmp_path / "out", "-u", "--resume", "-j", 2)
    assert (again.code, again.out.splitlines()[-1].split()) == (1, ["all", "12", "6"])


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
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 3)
    with dask_team(address) as team:
        ended = SimpleQueue()
        team.submit(time.sleep, LONG).add_done_callback(ended.put)
        with Client(address) as client:
            client.shutdown()
        team.wait(ended)  # the call is cancelled
        with pytest.raises(SolverError, match=f"the Dask scheduler at {address} is lost"):
            team.wait(ended)


def test_no_dask_there(run, rect, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run("batch", rect, "-o", tmp_path / "out", "--dask", "tcp://127.0.0.1:1")
    assert (done.code, done.out) == (4, "")
    assert done.err == "nonosat: Dask is not installed, get it with: pip install 'nonosat[dask]'\n"


def test_no_scheduler_there(rect, tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    code = "import nonosat.batch.executors as e; e._CONNECT_SECONDS = 0.3; "
    code += "from nonosat.__main__ import main; print(main())"
    arguments = ["batch", rect, "-o", tmp_path / "out", "--dask", "tcp://127.0.0.1:1"]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.stdout == "4\n"
    assert "nonosat: no Dask scheduler answers at tcp://127.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr
