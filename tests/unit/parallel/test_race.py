"""Calls side by side: the first result first, failures reported, and nothing left running."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import time
from functools import partial

import pytest

from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.core.system import this_system
from nonosat.parallel.pool import ENDLESS, Turns
from nonosat.parallel.race import ProcessRace

forks = pytest.mark.skipif(not this_system().forks, reason="calls that cannot be pickled need a fork")


def sleepy(seconds: float) -> str:
    time.sleep(seconds)
    return f"slept {seconds}"


def failing() -> str:
    raise SolverError("no luck")


def breaking() -> str:
    raise ZeroDivisionError("a bug")


def dying() -> str:
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


#: The processes that were forked in the test at hand; what other tests left behind is not counted.
forked: list[int] = []


@pytest.fixture(autouse=True)
def _forks_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    if not this_system().forks:
        return
    fork = os.fork

    def noted() -> int:
        pid = fork()
        if pid:
            forked.append(pid)
        return pid

    forked.clear()
    monkeypatch.setattr(os, "fork", noted)


def has_children() -> bool:
    """Whether any of them is there, be it as one that has ended and was not waited for."""
    for pid in forked:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        return True
    return False


def busy(seconds: float) -> float:
    """Compute for so long; when that began."""
    began = time.monotonic()
    while time.process_time() < seconds:
        pass
    return began


@forks
def test_results_come_as_they_are_ready() -> None:
    with ProcessRace({"slow": lambda: sleepy(0.4), "fast": lambda: sleepy(0.0)}) as race:
        assert list(race) == [("fast", "slept 0.0"), ("slow", "slept 0.4")]
    assert race.failures == []


@forks
def test_leaving_ends_the_others() -> None:
    with ProcessRace({"never": lambda: sleepy(1000), "fast": lambda: sleepy(0.0)}) as race:
        assert next(iter(race)) == ("fast", "slept 0.0")
        assert has_children()
    assert not has_children()


@forks
def test_failures_are_reported_and_the_rest_goes_on() -> None:
    calls = {"a": failing, "b": breaking, "c": dying, "d": lambda: sleepy(0.2)}
    with ProcessRace(calls) as race:
        assert list(race) == [("d", "slept 0.2")]
    check_failures(race.failures)


def check_failures(failures: list[str]) -> None:
    """They are those of `failing`, `breaking` and `dying` as a, b and c."""
    for text, noun in zip(sorted(failures), ("b .*a bug", "c .*signal 9", "no luck"), strict=True):
        assert re.match(noun, text)


@forks
def test_deadline() -> None:
    began = time.monotonic()
    with (
        pytest.raises(GaveUp),
        ProcessRace({"never": lambda: sleepy(1000)}, Deadline.after(0.2)) as race,
    ):
        list(race)
    assert time.monotonic() - began < 30
    assert not has_children()


@forks
def test_calls_that_end_at_the_deadline_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # All have failed before the race looks at the clock: that is still a matter of time, not of the solvers.
    deadline = Deadline.after(0.1)
    monkeypatch.setattr("nonosat.parallel.pool.wait", lambda connections, _: [c for c in connections if c.poll(10)])
    with pytest.raises(GaveUp), ProcessRace({"a": lambda: out_of_time(deadline)}, deadline) as race:
        list(race)


def out_of_time(deadline: Deadline) -> str:
    time.sleep(deadline.left() + 0.05)
    raise GaveUp("out of time")


@forks
@pytest.mark.parametrize(
    "slots", [pytest.param(1, marks=pytest.mark.costly), *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3))]
)
def test_taking_turns(monkeypatch: pytest.MonkeyPatch, slots: int) -> None:
    # The first would never end, and does not keep the others from their turn.
    monkeypatch.setattr("nonosat.parallel.race.TURNS", Turns(0.02, 0.02))
    calls = {"never": lambda: sleepy(1000), "a": lambda: busy(0.12), "b": lambda: busy(0.12), "c": lambda: busy(0.01)}
    answers = []
    with ProcessRace(calls, slots=slots) as race:
        for name, _ in race:
            answers.append(name)
            if len(answers) == 3:
                break
    assert sorted(answers) == ["a", "b", "c"]
    assert answers[0] == "c"
    assert not has_children()


@forks
def test_turns_of_different_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonosat.parallel.race.TURNS", Turns(0.1, 0.02))
    calls = {"a": partial(sleepy, 60), "b": partial(sleepy, 60), "c": partial(sleepy, 0)}
    with ProcessRace(calls, slots=2, turns={"a": Turns(30, 0.2)}) as race:
        began = time.monotonic()
        assert next(iter(race))[0] == "c"
        assert 0.1 <= time.monotonic() - began < 30  # the turn of b has ended, and that of a has not
    assert ProcessRace({"a": int}, slots=1, turns={"a": ENDLESS, "b": Turns()}).turns == {"b": Turns()}


@forks
def test_a_slot_that_becomes_free_is_for_the_next() -> None:
    calls = {name: partial(busy, 0.0) for name in "abcde"}
    with ProcessRace(
        calls, slots=1, turns=dict.fromkeys(calls, Turns(60.0, 60.0))
    ) as race:  # no turn ends on a busy machine
        answers = dict(race)
    assert list(answers) == list("abcde")
    assert list(answers.values()) == sorted(answers.values())


@forks
def test_calls_do_not_outlive_a_parent_that_is_killed() -> None:
    reading, writing = os.pipe()
    parent = os.fork()
    if parent == 0:  # pragma: no cover - in a process of its own
        os.close(reading)
        with ProcessRace({"a": lambda: os.write(writing, b".") and sleepy(1000)}) as race:
            list(race)
        os._exit(0)
    os.close(writing)
    assert os.read(reading, 1) == b"."
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    assert os.read(reading, 1) == b""  # the end: nobody is left who could write
    os.close(reading)


# Where processes cannot be forked


@pytest.fixture(params=[True, False], ids=["stopped", "not stopped"])
def spawned(request: pytest.FixtureRequest, force_system) -> bool:
    """Calls run in processes that start from nothing; whether these can be stopped."""
    force_system(forks=False, suspends=request.param)
    return bool(request.param)


@pytest.mark.slow
def test_results_of_spawned_processes(spawned: bool) -> None:
    with ProcessRace({"slow": partial(sleepy, 2.0), "fast": partial(sleepy, 0.0)}) as race:
        assert list(race) == [("fast", "slept 0.0"), ("slow", "slept 2.0")]
    assert race.failures == []


@pytest.mark.slow
def test_failures_of_spawned_processes(spawned: bool) -> None:
    calls = {"a": failing, "b": breaking, "c": dying, "d": partial(sleepy, 0.2)}
    with ProcessRace(calls) as race:
        assert list(race) == [("d", "slept 0.2")]
    check_failures(race.failures)


@pytest.mark.slow
def test_deadline_of_spawned_processes(spawned: bool) -> None:
    race: ProcessRace[str] = ProcessRace({"never": partial(sleepy, 1000)}, Deadline.after(0.5))
    with pytest.raises(GaveUp), race:
        list(race)
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_a_call_that_never_ends_does_not_keep_spawned_ones_from_their_turn(
    monkeypatch: pytest.MonkeyPatch, spawned: bool
) -> None:
    monkeypatch.setattr("nonosat.parallel.race.TURNS", Turns(0.05, 0.05))
    calls = {"never": partial(sleepy, 1000), "a": partial(busy, 0.1), "b": partial(busy, 0.0)}
    with ProcessRace(calls, slots=1) as race:
        answers = []
        for name, _ in race:
            answers.append(name)
            if len(answers) == 2:
                break
        assert race.pool.size == 1 if spawned else race.pool.size > 1
    assert sorted(answers) == ["a", "b"]
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_a_steady_call_that_is_spawned(spawned: bool) -> None:
    calls = {name: partial(busy, 0.1) for name in ("steady", "b", "c")}
    with ProcessRace(calls, slots=2, turns={"steady": ENDLESS}) as race:
        assert {name for name, _ in race} == set(calls)


def test_one_after_the_other_where_there_may_be_no_children(monkeypatch: pytest.MonkeyPatch, force_system) -> None:
    force_system(forks=False)
    monkeypatch.setattr(multiprocessing.process.current_process(), "_config", {"daemon": True})
    with ProcessRace({"a": lambda: "one", "b": failing, "c": lambda: "three"}) as race:
        assert list(race) == [("a", "one"), ("c", "three")]
    assert race.failures == ["no luck"]
