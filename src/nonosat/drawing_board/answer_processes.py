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
from functools import partial
from multiprocessing.connection import wait
from typing import Any

from nonosat.drawing_board.live_answers import LiveAnswer, live_answers
from nonosat.drawing_board.sketch import Sketch
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.rect_grid import RectGrid
from nonosat.parallel.child_process import ChildCrashed, ChildProcess, Parent, Question
from nonosat.parallel.processes import exit_on_sigterm

#: Receives the number of a question, and an answer to it.
Receiver = Callable[[int, LiveAnswer], None]

#: Seconds that the starter has to end its workers.
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
        self._tasks: queue.SimpleQueue[tuple[int, Sketch]] = queue.SimpleQueue()

    def __enter__(self) -> AnswerProcesses:
        self._starter = ChildProcess(_starter, asks=True, may_have_children=True)
        self._starter.send()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        threading.Thread(target=self._forward, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._starter.terminate()
        self._listener.join(_GRACE)
        self._starter.end(_GRACE)

    def ask(self, number: int, sketch: Sketch) -> None:
        """Ask about a sketch; ends the search for answers about the one before. Returns at once."""
        self._tasks.put((number, sketch))

    def _forward(self) -> None:
        """Send questions, in a thread of its own, since the starter may be busy; only the latest counts."""
        while True:
            number, sketch = self._tasks.get()
            while not self._tasks.empty():
                number, sketch = self._tasks.get()
            self._starter.reply((number, sketch.record()))

    def _listen(self) -> None:
        with contextlib.suppress(ChildCrashed):
            while True:
                message = self._starter.receive()
                assert isinstance(message, Question), "the starter returns nothing"
                self._receive(*message.content)


def _starter() -> Callable[[Parent], None]:
    return _start_workers


def _start_workers(parent: Parent) -> None:
    """In the starter: give each question to a new worker, until the link is closed."""
    exit_on_sigterm()
    for _ in live_answers(Sketch(RectGrid(2, 2), BLACK_ON_WHITE, bytes([0, 1, 1, 0]))):
        pass  # every module that answers need is loaded now
    number, worker, spare = 0, None, _new_worker()
    try:
        while True:
            links: list[Any] = [parent.connection, *([worker.connection] if worker else [])]
            if parent.connection in wait(links):
                while parent.connection.poll():
                    number, record = parent.connection.recv()
                spare.send(number, record)
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
    except Exception as error:  # a worker that was killed, perhaps for lack of memory, or an error of a solver
        parent.tell((number, {"about": "failure", "sentence": f"no answer: {error}"}))
        return False
    if not isinstance(message, Question):
        return False
    parent.tell((number, message.content))
    return True


def _new_worker() -> ChildProcess:
    return ChildProcess(partial(partial, _answer), asks=True, may_have_children=True)


def _answer(parent: Parent, number: int, record: dict[str, object]) -> None:  # noqa: ARG001 - for a debugger
    """In a worker: find the answers about one sketch."""
    for answer in live_answers(Sketch.of_record(record)):
        parent.tell(answer)
