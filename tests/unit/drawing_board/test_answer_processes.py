"""Answers from other processes: of the newest sketch, whatever is asked and whatever dies."""

from __future__ import annotations

import os
import queue
import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from nonosat.core.system import this_system
from nonosat.drawing_board.answer_processes import AnswerProcesses
from nonosat.drawing_board.sketch import Sketch
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.rect_grid import RectGrid

CHECKERS = Sketch(RectGrid(2, 2), BLACK_ON_WHITE, bytes([0, 1, 1, 0]))
#: No solver answers this soon.
HARD = Sketch(RectGrid(60, 60), BLACK_ON_WHITE, bytes(random.Random(1).choices((0, 1), k=3600)))


@contextmanager
def processes() -> Iterator[tuple[AnswerProcesses, queue.Queue]]:
    answers: queue.Queue = queue.Queue()
    with AnswerProcesses(lambda number, answer: answers.put((number, answer))) as found:
        yield found, answers


def until(answers: queue.Queue, number: int, about: str) -> dict:
    """The answer of this kind about the sketch of this number, in a minute."""
    end = time.monotonic() + 60
    while True:
        there, answer = answers.get(timeout=end - time.monotonic())
        if there == number and answer["about"] == about:
            return answer


def children(pid: int) -> list[int]:
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return list(map(int, file.read().split()))


@pytest.mark.costly
def test_a_newer_sketch_ends_the_search() -> None:
    with processes() as (asked, answers):
        for number in range(3):
            asked.ask(2 * number, HARD)
            until(answers, 2 * number, "asking")
            asked.ask(2 * number + 1, CHECKERS)
            assert until(answers, 2 * number + 1, "solutions")["unique"] is False
            assert until(answers, 2 * number + 1, "fewest")["proved"]


@pytest.mark.slow
@pytest.mark.skipif(not this_system().forks, reason="/proc")
def test_no_process_is_left() -> None:
    before = children(os.getpid())
    with processes() as (asked, answers):
        asked.ask(1, HARD)
        until(answers, 1, "asking")
        (starter,) = set(children(os.getpid())) - set(before)
        workers = children(starter)
        assert len(workers) == 2
    assert children(os.getpid()) == before
    assert not any(os.path.exists(f"/proc/{worker}") for worker in workers)


@pytest.mark.faults
@pytest.mark.slow
@pytest.mark.skipif(not this_system().forks, reason="/proc")
def test_a_worker_that_is_killed() -> None:
    """Its question has no answer, and the next one has."""
    before = children(os.getpid())
    with processes() as (asked, answers):
        asked.ask(1, HARD)
        until(answers, 1, "asking")
        (starter,) = set(children(os.getpid())) - set(before)
        os.kill(children(starter)[0], signal.SIGKILL)
        assert "killed" in until(answers, 1, "failure")["sentence"]
        asked.ask(2, CHECKERS)
        until(answers, 2, "fewest")


@pytest.mark.slow
def test_spawned_processes(force_system) -> None:
    force_system(forks=False)
    with processes() as (asked, answers):
        asked.ask(1, HARD)
        asked.ask(2, CHECKERS)
        assert until(answers, 2, "solutions")["unique"] is False
