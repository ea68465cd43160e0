"""Calls side by side: the first result first, failures reported, and nothing left running."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import time
from functools import partial

import pytest

from nonosat.core.deadline import Allowance, Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.core.system import this_system
from nonosat.parallel.race import ProcessRace, call_in_child
from nonosat.parallel.turns import TURN, Turns

forks = pytest.mark.skipif(not this_system().forks, reason="calls that cannot be pickled need a fork")


def sleepy(seconds: float, allowance: Allowance | None = None) -> str:
    time.sleep(seconds)
    return f"slept {seconds}"


def failing(_: Allowance) -> str:
    raise SolverError("no luck")


def breaking(_: Allowance) -> str:
    raise ZeroDivisionError("a bug")


def dying(_: Allowance) -> str:
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


def working(units: float, allowance: Allowance) -> float:
    """Do some work, in steps of less than a turn; all that was counted."""
    for _ in range(int(units / 10)):
        allowance.spend(10)
    return allowance.spent


@forks
def test_results_come_as_they_are_ready() -> None:
    with ProcessRace({"slow": lambda _: sleepy(0.4), "fast": lambda _: sleepy(0.0)}) as race:
        assert list(race) == [("fast", "slept 0.0"), ("slow", "slept 0.4")]
    assert race.failures == []


@forks
def test_leaving_ends_the_others() -> None:
    with ProcessRace({"never": lambda _: sleepy(1000), "fast": lambda _: sleepy(0.0)}) as race:
        assert next(iter(race)) == ("fast", "slept 0.0")
        assert has_children()
    assert not has_children()


@forks
def test_failures_are_reported_and_the_rest_goes_on() -> None:
    calls = {"a": failing, "b": breaking, "c": dying, "d": lambda _: sleepy(0.2)}
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
        ProcessRace({"never": lambda _: sleepy(1000)}, Deadline.after(0.2)) as race,
    ):
        list(race)
    assert time.monotonic() - began < 30
    assert not has_children()


@forks
def test_calls_that_end_at_the_deadline_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # All have failed before the race looks at the clock: that is still a matter of time, not of the solvers.
    deadline = Deadline.after(0.1)
    monkeypatch.setattr("nonosat.parallel.pool.wait", lambda connections, _: [c for c in connections if c.poll(10)])
    with pytest.raises(GaveUp), ProcessRace({"a": lambda _: out_of_time(deadline)}, deadline) as race:
        list(race)


def out_of_time(deadline: Deadline) -> str:
    time.sleep(deadline.left() + 0.05)
    raise GaveUp("out of time")


@forks
@pytest.mark.costly
@pytest.mark.parametrize("slots", [1, 2, 3])
def test_a_call_without_end_keeps_nobody_from_a_turn(slots: int) -> None:
    calls = {name: partial(working, units) for name, units in {"never": 1e12, "a": 3000, "b": 3000, "c": 100}.items()}
    answers = {}
    with ProcessRace(calls, slots=slots) as race:
        for name, work in race:
            answers[name] = work
            if len(answers) == 3:
                break
    assert answers == {"a": 3000, "b": 3000, "c": 100}
    assert slots > 1 or next(iter(answers)) == "c"
    assert not has_children()


@forks
def test_turns_with_one_slot_are_in_proportion_to_weights() -> None:
    calls = dict.fromkeys(("heavy", "light"), partial(working, 40 * TURN))
    turns = {"heavy": Turns(3.0), "light": Turns(1.0)}
    taken = []
    for _ in range(2):
        with ProcessRace(calls, slots=1, turns=turns) as race:
            names = iter(race)
            assert next(names)[0] == "heavy"
            assert race.work["heavy"] == 40 * TURN
            assert 12 * TURN <= race.work["light"] <= 14 * TURN
            assert [name for name, _ in names] == ["light"]
        taken.append(race.turns_taken)
    assert taken[0] == taken[1]
    assert taken[0][:9] == ["heavy", "light", "heavy", "heavy", "heavy", "light", "heavy", "heavy", "heavy"]


@forks
@pytest.mark.costly
def test_no_call_needs_more_than_its_share() -> None:
    """The bound of the module `turns`, for calls that need any work."""
    turns = {"a": Turns(2.0, 3 * TURN), "b": Turns(1.0), "c": Turns(1.0), "d": Turns(2.0)}
    total = sum(each.weight for each in turns.values())
    for name in turns:
        for work in (10.0, TURN, 7.3 * TURN, 30 * TURN):
            calls = {other: partial(working, work if other == name else 1e12) for other in turns}
            with ProcessRace(calls, slots=1, turns=turns) as race:
                assert next(iter(race))[0] == name
            first = sum(max(TURN, each.first) for other, each in turns.items() if other != name)
            assert sum(race.work.values()) <= total / turns[name].weight * work + first


@forks
def test_a_first_turn_counts_for_the_share() -> None:
    calls = dict.fromkeys("ab", partial(working, 1e12))
    with ProcessRace(
        calls, slots=1, turns={"a": Turns(1.0, 4 * TURN)}, deadline=Deadline().or_after_work(8 * TURN)
    ) as race:
        with pytest.raises(GaveUp):
            list(race)
        assert race.work == {"a": 4 * TURN, "b": 4 * TURN}
        assert race.turns_taken == ["a", "b", "b", "b", "b"]


@forks
@pytest.mark.parametrize("slots", [1, 2])
def test_the_first_call_alone(slots: int) -> None:
    calls = {"a": partial(working, 1e12), "b": partial(working, 10.0)}
    with ProcessRace(calls, slots=slots, turns={"a": Turns(alone=3 * TURN)}) as race:
        assert next(iter(race))[0] == "b"
        assert race.turns_taken[:3] == ["a", "a", "a"]
        assert race.turns_taken.count("b") == 1
    calls = {"a": partial(working, 10.0), "b": partial(working, 10.0)}
    with ProcessRace(calls, slots=slots, turns={"a": Turns(alone=3 * TURN)}) as race:
        assert [name for name, _ in race] == ["a", "b"]


@forks
def test_a_slot_that_becomes_free_is_for_the_next() -> None:
    with ProcessRace({name: partial(working, 10.0) for name in "abcde"}, slots=1) as race:
        assert [name for name, _ in race] == list("abcde")
    assert race.turns_taken == list("abcde")


@forks
def test_the_deadline_of_work_ends_all() -> None:
    deadline = Deadline().or_after_work(5 * TURN)
    with (
        pytest.raises(GaveUp),
        ProcessRace(dict.fromkeys("ab", partial(working, 1e12)), deadline, slots=1) as race,
    ):
        list(race)
    assert 5 * TURN <= sum(race.work.values()) <= 6 * TURN
    assert not has_children()


@forks
def test_one_call_in_a_child() -> None:
    assert call_in_child("a", partial(sleepy, 0.0)) == "slept 0.0"
    with pytest.raises(SolverError, match="no luck"):
        call_in_child("a", partial(failing, Allowance(1)))


@forks
def test_calls_do_not_outlive_a_parent_that_is_killed() -> None:
    reading, writing = os.pipe()
    parent = os.fork()
    if parent == 0:  # pragma: no cover - in a process of its own
        os.close(reading)
        with ProcessRace({"a": lambda _: os.write(writing, b".") and sleepy(1000)}) as race:
            list(race)
        os._exit(0)
    os.close(writing)
    assert os.read(reading, 1) == b"."
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    assert os.read(reading, 1) == b""  # the end: nobody is left who could write
    os.close(reading)


# Where processes cannot be forked


@pytest.fixture
def spawned(force_system) -> None:
    """Calls run in processes that start from nothing."""
    force_system(forks=False)


@pytest.mark.slow
def test_results_of_spawned_processes(spawned: None) -> None:
    with ProcessRace({"slow": partial(sleepy, 2.0), "fast": partial(sleepy, 0.0)}) as race:
        assert list(race) == [("fast", "slept 0.0"), ("slow", "slept 2.0")]
    assert race.failures == []


@pytest.mark.slow
def test_failures_of_spawned_processes(spawned: None) -> None:
    calls = {"a": failing, "b": breaking, "c": dying, "d": partial(sleepy, 0.2)}
    with ProcessRace(calls) as race:
        assert list(race) == [("d", "slept 0.2")]
    check_failures(race.failures)


@pytest.mark.slow
def test_deadline_of_spawned_processes(spawned: None) -> None:
    race: ProcessRace[str] = ProcessRace({"never": partial(sleepy, 1000)}, Deadline.after(0.5))
    with pytest.raises(GaveUp), race:
        list(race)
    assert multiprocessing.active_children() == []


@pytest.mark.slow
def test_turns_of_spawned_processes(spawned: None) -> None:
    calls = {"never": partial(working, 1e12), "a": partial(working, 3 * TURN), "b": partial(working, 10.0)}
    with ProcessRace(calls, slots=1) as race:
        answers = iter(race)
        assert [next(answers), next(answers)] == [("b", 10.0), ("a", 3 * TURN)]
        assert race.turns_taken == ["never", "a", "b", "never", "a", "never", "a", "never", "a"]
    assert multiprocessing.active_children() == []


def test_one_after_the_other_where_there_may_be_no_children(monkeypatch: pytest.MonkeyPatch, force_system) -> None:
    force_system(forks=False)
    monkeypatch.setattr(multiprocessing.process.current_process(), "_config", {"daemon": True})
    with ProcessRace({"a": lambda _: "one", "b": failing, "c": lambda _: "three"}) as race:
        assert list(race) == [("a", "one"), ("c", "three")]
    assert race.failures == ["no luck"]
