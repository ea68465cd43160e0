"""Files opened in other processes: the newest wins, whatever is asked and whatever dies."""

from __future__ import annotations

import errno
import os
import threading
import time

import pytest
from conftest import NONE, RECT
from test_answer_processes import children

from nonosat.core.errors import InputError, NonosatError
from nonosat.core.system import this_system
from nonosat.drawing_board import file_processes
from nonosat.drawing_board.file_processes import FileProcesses, NotWanted
from nonosat.drawing_board.opened_file import FileRequest, SeveralPuzzles, opened_file
from nonosat.formats.file_format import Sheet
from nonosat.formats.loading import loads

PUZZLE, PHOTO = FileRequest(RECT.encode(), "p.clues"), FileRequest(b"photo", "photo.png", is_photo=True)


def endless(data: bytes, name: str) -> Sheet:
    """A photo that is never read."""
    while True:
        time.sleep(1)


def dies(data: bytes, name: str) -> Sheet:
    os._exit(3)


def fails(data: bytes, name: str) -> Sheet:
    raise ZeroDivisionError("a bug")


def typed(data: bytes, name: str) -> Sheet:
    return Sheet(loads(NONE), None, name)


def test_files_are_opened_as_in_this_process() -> None:
    with FileProcesses(typed) as files:
        assert files.open(PUZZLE) == opened_file(PUZZLE)
        assert files.open(PHOTO).sketch.typed == loads(NONE).clues
        with pytest.raises(InputError) as refused:
            files.open(FileRequest(b"rect 1\n", "wrong.clues"))
        assert refused.value.file == "wrong.clues"


def test_titles_of_several_puzzles() -> None:
    with FileProcesses() as files, pytest.raises(SeveralPuzzles) as several:
        files.open(FileRequest(b"3x1:1/1/1/3\n3x1:1/1/1/3\n", "p.txt"))
    assert several.value.titles == (("", "rect 1 3"),) * 2


def test_a_newer_file_ends_the_one_before() -> None:
    errors: list[NonosatError] = []

    def open_photo(files: FileProcesses) -> None:
        try:
            files.open(PHOTO)
        except NonosatError as error:
            errors.append(error)

    with FileProcesses(endless) as files:
        for _ in range(2):
            thread = threading.Thread(target=open_photo, args=[files])
            thread.start()
            while not files._waiting:
                time.sleep(0.001)
            assert files.open(PUZZLE) == opened_file(PUZZLE)
            thread.join(20)
        last = threading.Thread(target=open_photo, args=[files])
        last.start()
        while not files._waiting:
            time.sleep(0.001)
    last.join(20)
    assert len(errors) == 3


def test_a_file_that_nobody_wants_any_more() -> None:
    asked: list[int] = []

    def is_wanted() -> bool:
        asked.append(1)
        return len(asked) < 3

    with FileProcesses(endless) as files:
        with pytest.raises(NotWanted):
            files.open(PHOTO, is_wanted)
        assert files.open(PUZZLE, lambda: False) == opened_file(PUZZLE)
    assert len(asked) == 3


@pytest.mark.skipif(not this_system().forks, reason="a spawned starter has no changed function")
@pytest.mark.parametrize("error", [OSError(errno.EAGAIN, "no process is left"), ZeroDivisionError("a bug")])
def test_no_reader_can_be_started(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Those who wait are told."""
    main, start = os.getpid(), file_processes.ChildProcess

    def start_here(*args: object, **more: bool) -> object:
        if os.getpid() != main:
            raise error
        return start(*args, **more)

    monkeypatch.setattr(file_processes, "ChildProcess", start_here)
    with FileProcesses() as files:
        for _ in range(2):
            with pytest.raises(NonosatError):
                files.open(PUZZLE)


@pytest.mark.parametrize("read_photo", [dies, fails])
def test_what_goes_wrong_is_said(read_photo) -> None:
    with FileProcesses(read_photo) as files:
        with pytest.raises(NonosatError):
            files.open(PHOTO)
        assert files.open(PUZZLE) == opened_file(PUZZLE)


@pytest.mark.skipif(not this_system().forks, reason="/proc")
def test_no_process_is_left() -> None:
    before = children(os.getpid())
    with FileProcesses() as files:
        files.open(PUZZLE)
        (starter,) = set(children(os.getpid())) - set(before)
        assert children(starter) == []
    assert children(os.getpid()) == before


@pytest.mark.slow
def test_spawned_processes(force_system) -> None:
    force_system(forks=False)
    with FileProcesses(typed) as files:
        assert files.open(PUZZLE) == opened_file(PUZZLE)
        assert files.open(PHOTO).sketch.typed == loads(NONE).clues
