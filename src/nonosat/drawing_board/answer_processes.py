"""Live answers from other processes: a new question ends the one before, whatever it is doing.

    server ── starter ── worker     finds the answers about one sketch
                     └── spare      waits for the next sketch

The starter is forked before the server has threads, with all modules loaded, and has none itself. So it may fork a
worker for each sketch, which takes milliseconds, and kill it at any moment; a search needs no other end. A spare worker
is started ahead, so that a sketch does not wait for that either.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import Any

from nonosat.core.system import this_system
from nonosat.drawing_board.live_answers import LiveAnswer, live_answers
from nonosat.drawing_board.sketch import Sketch
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.rect_grid import RectGrid
from nonosat.parallel.child_process import ChildCrashed, ChildProcess, Parent, Question

#: Receives the number of a question, and an answer to it.
Receiver = Callable[[int, LiveAnswer], None]

#: Seconds that the starter has to end by itself.
_GRACE = 2.0


class AnswerProcesses:
    """The processes that find live answers; leaving the `with` block ends all of them.

    It must be entered while this process has no other threads.
    """

    def __init__(self, receive: Receiver) -> None:
        """
        Args:
            receive: called with each answer, in a thread of its own. An answer to an earlier question may still come
                after a later one was asked.
        """
        self._receive = receive
        #: Questions with their numbers; None is the last.
        self._tasks: queue.SimpleQueue[tuple[int, Sketch] | None] = queue.SimpleQueue()

    def __enter__(self) -> AnswerProcesses:
        self._starter = ChildProcess(_starter, asks=True, may_have_children=True)
        self._starter.send()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        threading.Thread(target=self._forward, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._tasks.put(None)
        self._listener.join(_GRACE)
        self._starter.end()

    def ask(self, number: int, sketch: Sketch) -> None:
        """Ask about a sketch; ends the search for answers about the one before. Returns at once."""
        self._tasks.put((number, sketch))

    def _forward(self) -> None:
        """Send questions, in a thread of its own, since the starter may be busy; only the latest counts."""
        while True:
            task = self._tasks.get()
            while task is not None and not self._tasks.empty():
                task = self._tasks.get()
            self._starter.reply(None if task is None else (task[0], task[1].record()))
            if task is None:
                return

    def _listen(self) -> None:
        with contextlib.suppress(ChildCrashed):
            while isinstance(message := self._starter.receive(), Question):
                self._receive(*message.content)


def _starter() -> Callable[[Parent], None]:
    return _start_workers


def _start_workers(parent: Parent) -> None:
    """In the starter: give each question to a new worker, until the last has come."""
    _load_modules()
    number, worker, spare = 0, None, _new_worker()
    try:
        while True:
            links: list[Any] = [parent.connection, *([worker.connection] if worker else [])]
            if parent.connection in wait(links):
                task = parent.connection.recv()
                if task is None:
                    return
                number, record = task
                spare.send(record)
                if worker is not None:
                    worker.end()
                worker, spare = spare, _new_worker()
            elif worker is not None and not _passed_on(parent, worker, number):
                worker.end()
                worker = None
    finally:
        for process in (worker, spare):
            if process is not None:
                process.end()


def _passed_on(parent: Parent, worker: ChildProcess, number: int) -> bool:
    """Pass on an answer of a worker; False if that was the last one."""
    try:
        message = worker.receive()
    except Exception as error:  # the worker was killed, perhaps for lack of memory, or a solver failed
        parent.tell((number, {"about": "failure", "sentence": f"no answer: {error}"}))
        return False
    if not isinstance(message, Question):
        return False
    parent.tell((number, message.content))
    return True


def _new_worker() -> ChildProcess:
    return ChildProcess(_worker, asks=True, may_have_children=True)


def _worker() -> Callable[..., None]:
    if not this_system().forks:  # else the starter has loaded them
        _load_modules()
    return _answer


def _load_modules() -> None:
    """Load every module that answers need, by finding the answers about a sketch with two solutions."""
    for _ in live_answers(Sketch(RectGrid(2, 2), BLACK_ON_WHITE, bytes([0, 1, 1, 0]))):
        pass


def _answer(parent: Parent, record: dict[str, object]) -> None:
    """In a worker: find the answers about one sketch."""
    for answer in live_answers(Sketch.of_record(record)):
        parent.tell(answer)
