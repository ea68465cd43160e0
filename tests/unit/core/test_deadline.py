"""Deadlines that come at a moment, by an event, or both; and work that notices them while it runs."""

from __future__ import annotations

import _thread
import math
import pickle
import threading
import time

import pytest
from support.families import picture

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Allowance, Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.core.question import Run
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers import find_backend
from nonosat.solvers.hitting_sets import HittingSets
from nonosat.solving.formulas import encode


@pytest.fixture
def cancel() -> threading.Event:
    return threading.Event()


def test_no_deadline() -> None:
    assert not NEVER.is_set
    assert not NEVER.is_timed
    assert 0 < NEVER.pause() < 1
    assert NEVER.part(0.5) == NEVER


def test_a_moment() -> None:
    deadline = Deadline.after(100)
    assert deadline.is_set
    assert deadline.is_timed
    assert 40 < deadline.part(0.5).left() < 51
    assert 90 < deadline.left() <= 100


def test_an_event_is_a_deadline_before_and_after_it_is_set(cancel: threading.Event) -> None:
    deadline = NEVER.cancelled_by(cancel)
    seen = []
    for is_set in (False, True):
        if is_set:
            cancel.set()
        seen.append((deadline.is_set, deadline.is_timed, deadline.has_passed, deadline.is_cancelled, deadline.left()))
    assert seen == [(True, False, False, False, math.inf), (True, False, True, True, 0)]
    assert deadline.or_after(5).left() == deadline.before(5).left() == deadline.pause() == 0


def test_a_part_of_the_time_ends_by_the_same_event(cancel: threading.Event) -> None:
    parts = [deadline.cancelled_by(cancel).part(0.5) for deadline in (NEVER, Deadline.after(100))]
    assert [part.has_passed for part in parts] == [False, False]
    cancel.set()
    assert [part.has_passed for part in parts] == [True, True]


def test_a_run_with_an_event(cancel: threading.Event) -> None:
    run = Run.of(100, cancel)
    assert run.deadline.is_timed
    cancel.set()
    assert run.deadline.has_passed


def test_a_deadline_goes_to_another_process_without_its_event(cancel: threading.Event) -> None:
    deadline = Deadline.after(100)
    assert pickle.loads(pickle.dumps(deadline.cancelled_by(cancel))) == deadline


def test_a_limit_of_work() -> None:
    deadline = Deadline.after(100).or_after_work(10)
    deadline.spend(4)
    half = deadline.part(0.5)
    assert (deadline.work_left(), half.work_left(), half.has_passed) == (6, 3, False)
    half.spend(3)  # what counts on a part counts on the whole
    assert (half.has_passed, half.left(), deadline.work_left(), deadline.has_passed) == (True, 0, 3, False)
    with pytest.raises(GaveUp):
        half.check("half")
    deadline.check("all")
    deadline.spend(100)
    assert (deadline.has_passed, deadline.work_left()) == (True, 0)
    assert NEVER.or_after_work(math.inf) is NEVER


def test_a_limit_of_work_goes_to_another_process() -> None:
    asked: list[float] = []
    deadline = NEVER.or_after_work(10).counting_on(Allowance(20, lambda spent: asked.append(spent) or 20))
    deadline.spend(4)
    there = pickle.loads(pickle.dumps(deadline))
    assert (len(there.allowances), there.work_left(), asked) == (1, 6, [])


def test_more_work_is_asked_for() -> None:
    asked: list[float] = []

    def more(spent: float) -> float:
        asked.append(spent)
        return 5

    allowance = Allowance(10, more)
    for units in (9.0, 1.0, 3.0, 9.0):
        allowance.spend(units)
    assert asked == [10, 22, 22]
    assert (allowance.spent, allowance.left, allowance.is_used_up) == (22, 3, False)


def test_work_in_another_thread(cancel: threading.Event) -> None:
    assert Deadline.after(100).wait_for(lambda: 3, "nothing") == 3
    with pytest.raises(SolverError):
        NEVER.wait_for(fail, "nothing")
    with pytest.raises(GaveUp, match="nothing"):
        Deadline.after(0.05).wait_for(cancel.wait, "nothing")
    assert Deadline.after(0.05).wait_for(cancel.wait, "nothing", cancel.set) is True


def fail() -> int:
    raise SolverError("the error of the work")


class SetLater(threading.Event):
    """Set when somebody has looked at it a number of times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_line_solving_notices_an_event_while_it_runs() -> None:
    state = PropagationState(picture(RectGrid(200, 200), seed=1))
    with pytest.raises(GaveUp):
        state.run(NEVER.cancelled_by(SetLater(1)))


@pytest.mark.parametrize("encoding", ["start", "order", "pairwise", "automaton"])
def test_encoding_notices_an_event_while_it_runs(encoding: str) -> None:
    puzzle = picture(RectGrid(9, 9), seed=1)
    with pytest.raises(GaveUp):
        encode(puzzle, encoding=encoding, timeout=Run.of(None, SetLater(3)))


def test_a_search_does_not_begin_after_an_event(cancel: threading.Event) -> None:
    with find_backend().open(Formula(), NEVER.cancelled_by(cancel)) as session:
        assert session.solve() == []
        cancel.set()
        with pytest.raises(GaveUp):
            session.solve()


@pytest.mark.parametrize("solver", ["glucose4", "minisat22", "cadical195"])
def test_an_event_ends_a_search(solver: str, cancel: threading.Event) -> None:
    """Twelve pigeons in eleven holes, which no such solver finishes."""
    formula, holes = Formula(), range(11)
    formula.new_variables("in", ("at",), "", 12 * 11, lambda offset: (offset,))
    group = formula.new_group("pigeons", "")
    for pigeon in range(12):
        group.add_all([tuple(1 + pigeon * 11 + hole for hole in holes)])
        for other in range(pigeon):
            group.add_all([(-1 - pigeon * 11 - hole, -1 - other * 11 - hole) for hole in holes])
    with find_backend(solver).open(formula, NEVER.cancelled_by(cancel)) as session:
        timer = threading.Timer(0.2, cancel.set)
        timer.start()
        with pytest.raises(GaveUp):
            session.solve()
        timer.join()


def test_smallest_hitting_sets_need_no_moment(cancel: threading.Event) -> None:
    with HittingSets[str]() as family:
        family.add(["a", "b"])
        family.add(["b", "c"])
        assert family.smallest(NEVER.cancelled_by(cancel)) == {"b"}
        cancel.set()
        with pytest.raises(GaveUp):
            family.smallest(NEVER.cancelled_by(cancel))


def test_work_is_over_when_a_signal_raises_an_exception(cancel: threading.Event) -> None:
    """A thread that went on would use a solver that is deleted."""
    ended = []

    def work() -> None:
        cancel.wait()
        time.sleep(0.05)
        ended.append(True)

    timer = threading.Timer(0.05, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        NEVER.wait_for(work, "nothing", cancel.set)
    assert ended
    timer.join()


def test_work_without_room_for_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert NEVER.wait_for(lambda: 3, "nothing", lambda: None) == 3


def test_work_does_not_begin_when_a_signal_comes_while_its_thread_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    start, begun, threads = threading.Thread.start, [], []

    def interrupted_start(thread: threading.Thread) -> None:
        start(thread)
        threads.append(thread)
        raise SystemExit

    monkeypatch.setattr(threading.Thread, "start", interrupted_start)
    with pytest.raises(SystemExit):
        NEVER.wait_for(lambda: begun.append(True), "no answer", lambda: None)
    threads[0].join(60)
    assert (begun, threads[0].is_alive()) == ([], False)
