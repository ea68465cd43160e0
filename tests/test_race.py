"""Runners side by side: the first answer first, failures told, and nothing left running."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time

import pytest

from nonosat.errors import GaveUp, SolverError
from nonosat.race import Race

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere runners take turns")


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


def test_results_come_as_they_are_ready() -> None:
    with Race({"slow": lambda: sleepy(0.6), "fast": lambda: sleepy(0.0)}) as race:
        assert list(race) == [("fast", "slept 0.0"), ("slow", "slept 0.6")]
    assert race.failures == []


def test_leaving_ends_the_others() -> None:
    with Race({"never": lambda: sleepy(1000), "fast": lambda: sleepy(0.0)}) as race:
        assert next(iter(race)) == ("fast", "slept 0.0")
        assert multiprocessing.active_children()
    assert not multiprocessing.active_children()


def test_failures_are_told_and_the_rest_goes_on() -> None:
    runners = {"a": failing, "b": breaking, "c": dying, "d": lambda: sleepy(0.2)}
    with Race(runners) as race:
        assert list(race) == [("d", "slept 0.2")]
    assert sorted(race.failures) == ["b failed: a bug", "c crashed", "no luck"]


def test_deadline() -> None:
    began = time.monotonic()
    with (
        pytest.raises(GaveUp, match="time limit"),
        Race({"never": lambda: sleepy(1000)}, time.monotonic() + 0.2) as race,
    ):
        list(race)
    assert time.monotonic() - began < 30
    assert not multiprocessing.active_children()


def test_runners_that_end_at_the_deadline_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    # All have failed before the race looks at the clock: that is still a matter of time, not of the solvers.
    deadline = time.monotonic() + 0.1
    monkeypatch.setattr("nonosat.race.wait", lambda connections, _: [c for c in connections if c.poll(10)])
    with pytest.raises(GaveUp, match="time limit"), Race({"a": lambda: out_of_time(deadline)}, deadline) as race:
        list(race)


def out_of_time(deadline: float) -> str:
    time.sleep(max(0.0, deadline - time.monotonic()) + 0.05)
    raise GaveUp("out of time")


def test_one_after_the_other_where_processes_cannot_be_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "elsewhere")
    with Race({"a": lambda: "one", "b": lambda: "two"}) as race:
        assert list(race) == [("a", "one"), ("b", "two")]
