"""Deadlines that come at a moment, by a request, or both; and work that notices a request made while it runs."""

from __future__ import annotations

import math
import pickle
import signal
import sys
import time

import pytest
from families import picture

from nonosat.cli.interrupts import ended_at_deadline, ended_by_interrupt
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline, StopRequest
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers import find_backend
from nonosat.solvers.hitting_sets import HittingSets


@pytest.fixture
def stop() -> StopRequest:
    return StopRequest()


def test_no_deadline() -> None:
    assert not NEVER.is_set
    assert not NEVER.is_timed
    assert NEVER.wait_time() is None
    assert NEVER.part(0.5) == NEVER


def test_a_moment() -> None:
    deadline = Deadline.after(100)
    assert deadline.is_set
    assert deadline.is_timed
    assert 40 < deadline.part(0.5).left() < 51
    assert 90 < (deadline.wait_time() or 0) <= 100


def test_a_request_is_a_deadline_before_and_after_it_is_made(stop: StopRequest) -> None:
    deadline = NEVER.stopped_by(stop)
    seen = []
    for is_made in (False, True):
        stop.is_made = is_made
        seen.append((deadline.is_set, deadline.is_timed, deadline.has_passed, deadline.left(), deadline.wait_time()))
    assert seen == [(True, False, False, math.inf, None), (True, False, True, 0, 0)]


def test_who_only_asks_what_kind_of_deadline_it_is_does_not_acknowledge_the_request(stop: StopRequest) -> None:
    deadline = NEVER.stopped_by(stop)
    stop.is_made = True
    assert deadline.is_set
    assert not deadline.is_timed
    assert deadline.is_stopped
    assert not stop.is_acknowledged
    assert deadline.has_passed
    assert stop.is_acknowledged


def test_a_part_of_the_time_ends_by_the_same_request(stop: StopRequest) -> None:
    parts = [deadline.stopped_by(stop).part(0.5) for deadline in (NEVER, Deadline.after(100))]
    assert [part.has_passed for part in parts] == [False, False]
    stop.is_made = True
    assert [part.has_passed for part in parts] == [True, True]


def test_line_solving_notices_a_request_made_while_it_runs() -> None:
    class LaterRequest(StopRequest):
        """Made when somebody has looked for it once."""

        looks = 0

        @property
        def is_made(self) -> bool:
            self.looks += 1
            return self.looks > 1

        @is_made.setter
        def is_made(self, _: bool) -> None: ...

    stop = LaterRequest()
    with pytest.raises(GaveUp, match="line solving"):
        PropagationState(picture(RectGrid(200, 200), seed=1)).run(NEVER.stopped_by(stop))
    assert stop.looks == 2


def test_a_search_does_not_begin_after_a_request(stop: StopRequest) -> None:
    with find_backend().open(Formula(), NEVER.stopped_by(stop)) as session:
        assert session.solve() == []
        stop.is_made = True
        with pytest.raises(GaveUp):
            session.solve()


def test_smallest_hitting_sets_need_no_moment(stop: StopRequest) -> None:
    with HittingSets[str]() as family:
        family.add(["a", "b"])
        family.add(["b", "c"])
        assert family.smallest(NEVER.stopped_by(stop)) == {"b"}
        stop.is_made = True
        with pytest.raises(GaveUp):
            family.smallest(NEVER.stopped_by(stop))


def work_whose_error_is_replaced() -> None:
    """As C code does that looks up a class: whatever is raised in it becomes an error of its own."""
    try:
        while True:
            time.sleep(0.001)
    except GaveUp:
        raise pickle.PicklingError from None


def test_an_alarm_is_heard_where_its_error_is_replaced() -> None:
    with pytest.raises(GaveUp), ended_at_deadline(Deadline.after(0.01)):
        work_whose_error_is_replaced()
    with pytest.raises(GaveUp), ended_by_interrupt():  # noqa: PT012
        signal.raise_signal(signal.SIGINT)
        work_whose_error_is_replaced()


def test_errors_without_an_alarm_are_raised_as_they_are() -> None:
    for block in (ended_at_deadline(Deadline.after(100)), ended_by_interrupt()):
        with pytest.raises(pickle.PicklingError), block:
            raise pickle.PicklingError


class SlowlyFinalized:
    """Nobody catches what is raised while it is finalized."""

    def __del__(self) -> None:
        time.sleep(0.5)


def work_with_a_finalizer() -> None:
    SlowlyFinalized()
    time.sleep(5)
    pytest.fail("the alarm was lost")


def test_an_alarm_is_heard_after_a_finalizer(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.unraisablehook
    with pytest.raises(GaveUp), ended_at_deadline(Deadline.after(0.01)):
        work_with_a_finalizer()
    with pytest.raises(GaveUp), ended_by_interrupt():  # noqa: PT012
        signal.raise_signal(signal.SIGINT)
        work_with_a_finalizer()
    assert sys.unraisablehook is before
    assert capsys.readouterr().err == ""
