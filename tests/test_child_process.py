"""Child processes: messages, calls and errors reach the parent, and a child ends in every manner there is."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from functools import partial

import pytest

from nonosat.errors import InputError
from nonosat.system.child_process import ChildCrashed, ChildProcess, ChildReturned, ChildTimeout, ParentLink
from nonosat.system.child_process import _outcome_of as outcome_of
from nonosat.system.processes import describe_exit, exit_on_sigterm
from nonosat.system.system_capabilities import this_system

LONG = 300


@pytest.fixture(params=["forked", "spawned", "by a fork server"])
def start(request, force_system):
    """`start(main)`: a child that runs this function, started in each manner there is; it ends with the test."""
    context = None
    if request.param == "forked" and not this_system().forks:
        pytest.skip("processes cannot be forked here")
    if request.param == "spawned":
        force_system(forks=False)
    if request.param == "by a fork server":
        if "forkserver" not in multiprocessing.get_all_start_methods():
            pytest.skip("there are no fork servers here")
        context = multiprocessing.get_context("forkserver")
    children: list[ChildProcess] = []

    def start_one(main) -> ChildProcess:
        children.append(ChildProcess(main, context))
        return children[-1]

    yield start_one
    for child in children:
        child.end()
        with pytest.raises(ProcessLookupError):
            os.kill(child.pid, 0)


def send_all(contents: tuple[object, ...], link: ParentLink) -> None:
    for content in contents:
        link.send(content)


def fail(error: Exception, link: ParentLink) -> None:
    link.send("begun")
    raise error


def leave(code: object, link: ParentLink) -> None:
    link.send("begun")
    raise SystemExit(code)


def exit_now(code: int, link: ParentLink) -> None:
    os._exit(code)


def kill_itself(number: int, link: ParentLink) -> None:
    os.kill(os.getpid(), number)
    time.sleep(LONG)


def sleep(link: ParentLink) -> None:
    link.send("begun")
    time.sleep(LONG)


def sleep_stubbornly(link: ParentLink) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep(link)


def sleep_and_clean_up(path: str, link: ParentLink) -> None:
    exit_on_sigterm()
    try:
        sleep(link)
    finally:
        with open(path, "w") as file:
            file.write("cleaned up")


def answer(link: ParentLink) -> None:
    link.answer_calls(Calculator())


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
        return Odd("a lock") if action == "odd" else threading.Lock()


class Odd(Exception):
    """An error that cannot be pickled."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.lock = threading.Lock()


def test_messages(start):
    contents = (1, "two", [3.0], None, b"x" * 1_000_000)
    child = start(partial(send_all, contents))
    assert tuple(child.receive(LONG) for _ in contents) == contents
    with pytest.raises(ChildReturned):
        child.receive(LONG)
    assert child.wait(LONG)
    assert child.describe_end() == "ended with exit code 0"


def test_errors_come_to_the_parent(start):
    child = start(partial(fail, InputError("bad", file="f", line=3)))
    assert child.receive(LONG) == "begun"
    with pytest.raises(InputError) as caught:
        child.receive(LONG)
    assert str(caught.value) == "f:3: bad"


def test_an_error_that_cannot_be_pickled():
    if not this_system().forks:
        pytest.skip("processes cannot be forked here")
    child = ChildProcess(partial(fail, Odd("a lock")))
    assert child.receive(LONG) == "begun"
    with pytest.raises(RuntimeError, match="Odd: a lock"):
        child.receive(LONG)
    child.end()


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("main", "end"),
    [
        (partial(exit_now, 7), "ended with exit code 7"),
        (partial(kill_itself, signal.SIGKILL), "killed by signal 9"),
        (partial(kill_itself, signal.SIGTERM), "killed by signal 15"),
        (partial(kill_itself, signal.SIGHUP), f"killed by signal {int(signal.SIGHUP)}"),
    ],
)
def test_how_a_child_ended(start, main, end):
    child = start(main)
    with pytest.raises(ChildCrashed) as caught:
        child.receive(LONG)
    assert str(caught.value) == end
    child.send("too late")  # noticed by `receive`


@pytest.mark.parametrize(("code", "end"), [(7, 7), (0, 0), ("a text", 1)])
def test_system_exit(start, code, end):
    child = start(partial(leave, code))
    assert child.receive(LONG) == "begun"
    with pytest.raises(ChildCrashed, match=f"ended with exit code {end}"):
        child.receive(LONG)


def test_words_for_exit_codes():
    assert [describe_exit(code) for code in (0, 3, -11, None)] == [
        "ended with exit code 0",
        "ended with exit code 3",
        "killed by signal 11",
        "ended",
    ]


def test_waiting_for_a_message(start):
    child = start(sleep)
    assert child.receive(LONG) == "begun"
    began = time.monotonic()
    with pytest.raises(ChildTimeout):
        child.receive(0.1)
    assert not child.wait(0.1)
    assert 0.2 <= time.monotonic() - began < 30


def test_ctrl_c_is_not_for_children(start):
    child = start(sleep)
    assert child.receive(LONG) == "begun"
    os.kill(child.pid, signal.SIGINT)
    assert not child.wait(0.2)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("main", [sleep, sleep_stubbornly])
def test_ending(start, main):
    child = start(main)
    assert child.receive(LONG) == "begun"
    began = time.monotonic()
    child.end(0.2)
    child.end()
    assert time.monotonic() - began < 30
    with pytest.raises(ChildCrashed, match="killed by signal 9" if main is sleep_stubbornly else "killed by signal 15"):
        child.receive(LONG)


def test_a_child_that_is_asked_to_end_can_clean_up(start, tmp_path):
    child = start(partial(sleep_and_clean_up, str(tmp_path / "note")))
    assert child.receive(LONG) == "begun"
    child.end(30)
    assert (tmp_path / "note").read_text() == "cleaned up"
    assert child.describe_end() == f"ended with exit code {128 + signal.SIGTERM}"


def test_a_suspended_child_continues(start):
    child = start(answer)
    assert child.call("add", 1, seconds=LONG) == 1
    child.suspend()
    child.notify("add", 2)
    with pytest.raises(ChildTimeout):
        child.call("add", 3, seconds=0.2)
    child.resume()
    assert child.receive(LONG) == 6


def test_a_suspended_child_is_ended(start):
    child = start(sleep)
    assert child.receive(LONG) == "begun"
    child.suspend()
    child.end()
    assert child.describe_end() == "killed by signal 9"


def test_calls(start):
    child = start(answer)
    child.notify("add", 5)
    assert child.call("divide", 20, seconds=LONG) == 4
    child.notify("add", -5)
    with pytest.raises(ZeroDivisionError):
        child.call("divide", 1, seconds=LONG)
    with pytest.raises((AttributeError, TypeError)):
        child.call("lock", seconds=LONG)  # the result cannot be pickled
    with pytest.raises((AttributeError, TypeError)):
        child.call(threading.Lock(), seconds=LONG)  # nor can the argument
    assert child.call("add", 1, seconds=LONG) == 1


def test_an_error_on_a_notification_ends_the_child(start):
    child = start(answer)
    child.notify("divide", 1)
    with pytest.raises(ZeroDivisionError):
        child.call("add", 1, seconds=LONG)
    with pytest.raises(ChildCrashed, match="ended with exit code 0"):
        child.call("add", 1, seconds=LONG)


def test_outcomes_of_calls():
    assert pickle.loads(outcome_of(pow, (2, 3, 5))) == ("sent", 3)
    kind, error = pickle.loads(outcome_of(divmod, (1, 0)))
    assert (kind, type(error)) == ("raised", ZeroDivisionError)


def unknown(link: ParentLink) -> None:
    """Is not there in the child."""


def test_a_function_that_the_child_does_not_find(start, monkeypatch):
    monkeypatch.setattr(unknown, "__module__", "no_such_module")
    monkeypatch.setitem(sys.modules, "no_such_module", sys.modules[__name__])
    child = start(unknown)
    with pytest.raises((ModuleNotFoundError, ChildReturned)):  # a forked child has it
        child.receive(LONG)


def test_a_function_that_cannot_be_pickled_starts_nothing(force_system):
    force_system(forks=False)
    with pytest.raises((AttributeError, TypeError)):
        ChildProcess(lambda _: None)
    assert multiprocessing.active_children() == []


PARENT = """
import multiprocessing, sys
from nonosat.system.child_process import ChildProcess
from test_child_process import busy_in_c
methods = {"by a fork server": "forkserver", "spawned": "spawn"}
context = None if sys.argv[1] == "forked" else multiprocessing.get_context(methods[sys.argv[1]])
child = ChildProcess(busy_in_c, context)
print(child.receive(), flush=True)
child.receive()
"""


@pytest.mark.skipif(not this_system().ends_orphans, reason="children die with their parent on Linux only")
@pytest.mark.parametrize("method", ["forked", "by a fork server", "spawned"])
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


def busy_in_c(link: ParentLink) -> None:
    link.send(os.getpid())
    sum(range(10**12))  # Python code never gets a turn


def is_running(pid: int) -> bool:
    """Whether a process is there, and not only its exit code."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
