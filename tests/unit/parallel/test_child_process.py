"""Child processes: calls and errors reach the parent, and a child ends in every manner there is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from nonosat.core.deadline import Deadline
from nonosat.core.errors import InputError
from nonosat.core.system import this_system
from nonosat.parallel.child_process import ChildCrashed, ChildProcess, ChildTimeout, Parent, Question
from nonosat.parallel.processes import describe_exit, exit_on_sigterm

LONG = 300


def soon() -> Deadline:
    """Counted from now: all tests together may take longer."""
    return Deadline.after(LONG)


@pytest.fixture(params=["forked", pytest.param("spawned", marks=pytest.mark.slow)])
def start(request, force_system):
    """`start(make)`: a child whose function this makes, started in each manner there is; it ends with the test."""
    if request.param == "forked" and not this_system().forks:
        pytest.skip("processes cannot be forked here")
    if request.param == "spawned":
        force_system(forks=False)
    children: list[ChildProcess] = []

    def start_one(make, **options) -> ChildProcess:
        children.append(ChildProcess(make, **options))
        return children[-1]

    yield start_one
    for child in children:
        child.end()
        with pytest.raises(ProcessLookupError):
            os.kill(child.pid, 0)


def the(function):
    """The function of a child."""
    return function


def fail(error: Exception) -> None:
    raise error


def leave(code: object) -> None:
    raise SystemExit(code)


def kill_itself(number: int) -> None:
    os.kill(os.getpid(), number)
    time.sleep(LONG)


def stubborn():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return time.sleep


def sleep_and_clean_up(path: str) -> None:
    if not path:
        return
    try:
        time.sleep(LONG)
    finally:
        with open(path, "w") as file:
            file.write("cleaned up")


def cleaning():
    exit_on_sigterm()
    return sleep_and_clean_up


class Calculator:
    """Adds to a sum; divides by it."""

    def __init__(self) -> None:
        self.sum = 0

    def __call__(self, action: str, number: int = 0) -> object:
        if action == "add":
            self.sum += number
            return self.sum
        if action == "divide":
            return number // self.sum
        return threading.Lock()


class Odd(Exception):
    """An error that cannot be pickled."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.lock = threading.Lock()


def raise_odd() -> None:
    raise Odd("a lock")


def test_arguments_and_results(start):
    child = start(partial(the, the))
    for content in (1, "two", [3.0], None, b"x" * 1_000_000):
        assert child.call(content, deadline=soon()) == content


@pytest.mark.parametrize("start", ["forked", pytest.param("spawned", marks=pytest.mark.costly)], indirect=True)
def test_calls(start):
    child = start(Calculator)
    assert child.call("add", 5, deadline=soon()) == 5
    assert child.call("divide", 20, deadline=soon()) == 4
    assert child.call("add", -5, deadline=soon()) == 0
    with pytest.raises(ZeroDivisionError):
        child.call("divide", 1, deadline=soon())
    with pytest.raises((AttributeError, TypeError)):
        child.call("lock", deadline=soon())  # the result cannot be pickled
    with pytest.raises((AttributeError, TypeError)):
        child.call(threading.Lock(), deadline=soon())  # nor can the argument
    assert child.call("add", 1, deadline=soon()) == 1


def test_calls_that_wait_for_their_turn(start):
    child = start(Calculator)
    for number in range(4):
        child.send("add", number)
    assert [child.receive(soon()) for _ in range(4)] == [0, 1, 3, 6]


def test_errors_come_to_the_parent(start):
    child = start(partial(the, fail))
    with pytest.raises(InputError) as caught:
        child.call(InputError("bad", file="f", line=3), deadline=soon())
    assert (caught.value.file, caught.value.line, caught.value.message) == ("f", 3, "bad")


def test_an_error_that_cannot_be_pickled(start):
    child = start(partial(the, raise_odd))
    with pytest.raises(RuntimeError, match="Odd: a lock"):
        child.call(deadline=soon())


def test_an_error_while_the_function_is_made(start):
    """It is the answer to the first call, and the end of the child."""
    child = start(partial(fail, InputError("bad")))
    with pytest.raises(InputError, match="bad"):
        child.call(deadline=soon())
    with pytest.raises(ChildCrashed, match="exit code 0"):
        child.call(deadline=soon())


@pytest.mark.parametrize(
    ("function", "argument", "end"),
    [
        (os._exit, 7, "exit code 7"),
        (kill_itself, signal.SIGKILL, "signal 9"),
        (kill_itself, signal.SIGTERM, "signal 15"),
        (kill_itself, signal.SIGHUP, f"signal {int(signal.SIGHUP)}"),
        (leave, 7, "exit code 7"),
        (leave, 0, "exit code 0"),
        (leave, "a text", "exit code 1"),
    ],
)
def test_how_a_child_ended(start, function, argument, end):
    child = start(partial(the, function))
    with pytest.raises(ChildCrashed, match=f"{end}$"):
        child.call(argument)
    child.send("too late")  # noticed by `receive`


def test_words_for_exit_codes():
    texts = [describe_exit(code) for code in (0, 3, -11, None)]
    assert [text.split()[-2:] for text in texts[:3]] == [["code", "0"], ["code", "3"], ["signal", "11"]]
    assert texts[3]


def test_waiting_for_an_answer(start):
    child = start(partial(the, time.sleep))
    began = time.monotonic()
    with pytest.raises(ChildTimeout):
        child.call(LONG, deadline=Deadline.after(0.1))
    assert 0.1 <= time.monotonic() - began < 30


def test_ctrl_c_is_not_for_children(start):
    child = start(partial(the, time.sleep))
    child.call(0)
    os.kill(child.pid, signal.SIGINT)
    child.call(0.2)


@pytest.mark.parametrize("make", [partial(the, time.sleep), stubborn])
def test_ending(start, make):
    child = start(make)
    child.call(0)
    child.send(LONG)
    began = time.monotonic()
    child.end(0.2)
    child.end()
    assert time.monotonic() - began < 30
    with pytest.raises(ChildCrashed, match="signal 9" if make is stubborn else "signal 15"):
        child.receive(soon())


def test_a_child_that_is_asked_to_end_can_clean_up(start, tmp_path):
    child = start(cleaning)
    child.call("")
    child.send(str(tmp_path / "note"))
    time.sleep(0.2)
    child.end(30)
    assert (tmp_path / "note").read_text() == "cleaned up"
    assert str(128 + signal.SIGTERM) in child.describe_end()


def asking(ask, question):
    return [question, ask(question), ask(None)]


def asker():
    return asking


def test_a_child_asks(start):
    child = start(asker, asks=True)
    for _ in range(2):
        child.send("why")
        assert child.receive(soon()) == Question("why")
        with pytest.raises(ChildTimeout):
            child.receive(Deadline.after(0.1))
        child.reply("because")
        assert child.receive(soon()) == Question(None)
        child.reply([3])
        assert child.receive(soon()) == ["why", "because", [3]]


def teller() -> Callable[[Parent, int], int]:
    def telling(parent: Parent, number: int) -> int:
        for each in range(number):
            parent.tell(each)
        return sum(parent.connection.recv() for _ in range(number))

    return telling


def test_a_child_tells_without_waiting(start):
    child = start(teller, asks=True)
    child.send(3)
    assert [child.receive(soon()) for _ in range(3)] == [Question(0), Question(1), Question(2)]
    for each in (10, 20, 30):
        child.reply(each)
    assert child.receive(soon()) == 60


def test_a_child_that_waits_for_a_reply_is_ended(start):
    child = start(asker, asks=True)
    child.send("why")
    child.receive(soon())
    child.end()
    assert "signal 9" in child.describe_end()
    child.reply("too late")


def unknown() -> None:
    """Is not there in the child."""


def test_a_function_that_the_child_does_not_find(start, monkeypatch):
    monkeypatch.setattr(unknown, "__module__", "no_such_module")
    monkeypatch.setitem(sys.modules, "no_such_module", sys.modules[__name__])
    child = start(unknown)
    with pytest.raises((ModuleNotFoundError, TypeError)):  # a forked child has it
        child.call(deadline=soon())


def test_a_function_that_cannot_be_pickled_starts_nothing(force_system):
    force_system(forks=False)
    with pytest.raises((AttributeError, TypeError)):
        ChildProcess(lambda: None)
    assert multiprocessing.active_children() == []


PARENT = """
import sys
from nonosat.parallel.child_process import ChildProcess
from nonosat.core import system
from test_child_process import busy
system.this_system().__dict__["forks"] = sys.argv[1] == "forked"
child = ChildProcess(busy)
print(child.call(0), flush=True)
child.call(10**12)
"""


@pytest.mark.skipif(not this_system().ends_orphans, reason="children die with their parent on Linux only")
@pytest.mark.slow
@pytest.mark.parametrize("method", ["forked", "spawned"])
def test_children_die_with_their_parent_in_the_middle_of_a_call_into_c(method):
    folder = os.path.dirname(__file__)
    parent = subprocess.Popen([sys.executable, "-c", PARENT, method], cwd=folder, stdout=subprocess.PIPE)
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()
    until = time.monotonic() + 30
    while is_running(pid):
        assert time.monotonic() < until
        time.sleep(0.02)


def busy():
    return busy_in_c


def busy_in_c(number: int) -> int:
    sum(range(number))  # Python code never gets a turn
    return os.getpid()


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only its exit code."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
