"""`nonosat draw` as a process: what it prints, how it ends, and what it leaves behind."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import click
import pytest
from conftest import RECT, misused, refused, start, tree, write

from nonosat.cli import cli
from nonosat.core.errors import InputError, MissingDependency
from nonosat.core.system import this_system
from nonosat.drawing_board import browser_server
from nonosat.drawing_board.sketch_journal import SketchJournal
from nonosat.formats.loading import load, load_sheet
from nonosat.model.palette import BLACK_ON_WHITE

CLOSE = {"do": "close"}


class Drawn:
    """A running `nonosat draw`, as its page sees it."""

    def __init__(self, *args: object, cwd: Path) -> None:
        self.process = start("draw", "--no-browser", *args, cwd=cwd)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().decode().strip()
        self.root, self.key = urlsplit(self.address)._replace(query="").geturl(), urlsplit(self.address).query[4:]

    def send(self, command: object) -> dict:
        body = json.dumps(command).encode()
        request = urllib.request.Request(f"{self.root}command", body, {"X-Key": self.key})
        with urllib.request.urlopen(request, timeout=20) as reply:
            return json.load(reply)

    def state(self) -> dict:
        with urllib.request.urlopen(f"{self.root}events?key={self.key}", timeout=20) as events:
            return json.loads(events.readline().removeprefix(b"data: "))

    def end(self) -> tuple[int, str]:
        """The exit code, and what was printed on standard error."""
        _, err = self.process.communicate(timeout=20)
        return self.process.returncode, err.decode()


@pytest.fixture
def draw(tmp_path: Path) -> Iterator:
    """`draw(...)`: a running command in the folder of the test."""
    running: list[Drawn] = []

    def draw(*args: object) -> Drawn:
        running.append(Drawn(*args, cwd=tmp_path))
        return running[-1]

    yield draw
    for each in running:
        each.process.kill()
        each.process.communicate()


def paint(*cells: int) -> dict[str, object]:
    return {"do": "paint", "cells": [[cell, 1] for cell in cells]}


def running_in(session: int) -> list[str]:
    """The processes of a session that have not ended."""
    listed = subprocess.run(["ps", "-o", "stat=,args=", "-s", str(session)], capture_output=True, text=True)
    return [line for line in listed.stdout.splitlines() if line.strip() and line[0] != "Z"]


@pytest.mark.costly
def test_a_new_puzzle(draw, tmp_path: Path) -> None:
    drawn = draw("--size", "3x2", "-o", "p.clues")
    assert drawn.state()["grid"] == "rect 2 3"
    drawn.send(paint(0, 4))
    assert drawn.send({"do": "save"})["saved"] == "p.clues"
    drawn.send(CLOSE)
    assert drawn.end() == (0, "")
    assert tree(tmp_path) == ["p.clues"]
    assert load_sheet(tmp_path / "p.clues").goal.cells == (1, 0, 0, 0, 1, 0)
    if this_system().forks:
        assert running_in(drawn.process.pid) == []


@pytest.mark.slow
def test_a_puzzle_that_is_there(draw, tmp_path: Path) -> None:
    write(tmp_path / "p.clues", RECT)
    drawn = draw("p.clues")
    assert drawn.state()["grid"] == "rect 4 5"
    drawn.send({"do": "turn", "turn": "right"})
    drawn.send({"do": "save"})
    drawn.send(CLOSE)
    assert drawn.end() == (0, "")
    assert load(tmp_path / "p.clues").grid.header == "rect 5 4"


@pytest.mark.slow
@pytest.mark.faults
@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)])
def test_ended_by_a_signal(draw, tmp_path: Path, number: str, code: int) -> None:
    """What was not saved is there again, and no process is left."""
    drawn = draw("--hex", "2")
    drawn.send(paint(3))
    os.kill(drawn.process.pid, getattr(signal, number))
    found, err = drawn.end()
    assert found == code
    assert (".untitled.clues.journal" in err) == (number != "SIGKILL")
    until = time.monotonic() + 20
    while running_in(drawn.process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert running_in(drawn.process.pid) == []
    again = draw("--hex", "2")
    assert again.state()["cells"] == "00" * 3 + "01" + "00" * 3
    again.send({"do": "undo"})
    again.send(CLOSE)
    assert again.end()[0] == 0


@pytest.mark.slow
def test_a_journal_without_its_file(draw, tmp_path: Path, run, at_once) -> None:
    drawn = draw("--size", "3x3", "-o", "p.clues")
    drawn.send(paint(4))
    drawn.process.kill()
    drawn.end()
    refused = run("draw", "--no-browser", "p.clues")
    assert refused.code == 3
    assert "draw -o p.clues" in refused.err
    assert draw("-o", "p.clues").state()["cells"] == "00" * 4 + "01" + "00" * 4


@pytest.mark.slow
def test_two_at_once(draw, tmp_path: Path, run) -> None:
    drawn = draw("-o", "p.clues")
    result = run("draw", "--no-browser", "-o", tmp_path / "p.clues")
    assert (result.code, result.err.count("\n")) == (3, 1)
    assert "another" in result.err
    drawn.send(CLOSE)


@pytest.mark.slow
@pytest.mark.faults
def test_killed_at_random_moments_while_saving(draw, tmp_path: Path) -> None:
    """The last stroke but one is there, in the journal or in the file, and the file is always whole."""
    rng = random.Random(1)
    write(tmp_path / "p.clues", f"rect 20 20\n{' '.join(BLACK_ON_WHITE.colors)}\n" + "\n" * 40)
    n_drawn = 0
    for _ in range(8):
        drawn = draw("p.clues")
        assert drawn.state()["cells"].count("01") >= n_drawn - 1
        timer = threading.Timer(rng.random() * 0.3, drawn.process.kill)
        timer.start()
        try:
            n_drawn = drawn.state()["cells"].count("01")
            while n_drawn < 400:
                drawn.send(paint(*range(n_drawn + 1)))
                n_drawn += 1
                drawn.send({"do": "save", "confirmed": True})
        except (OSError, ValueError, HTTPException):
            pass
        timer.join()
        drawn.end()
        assert load_sheet(tmp_path / "p.clues").puzzle.grid.n_cells == 400
    assert n_drawn > 8


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Commands in this process end as soon as the server is there."""
    opened: list[str] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(browser_server.BrowserServer, "run", lambda _: None)
    monkeypatch.setattr("webbrowser.open", opened.append)
    return opened


@pytest.mark.slow
def test_the_browser_is_opened(run, at_once, tmp_path: Path) -> None:
    done = run("draw", "--tri", "2,1,2,2,1,2")
    assert (done.code, done.err, at_once) == (0, "", [done.out.strip()])
    assert done.out.startswith("http://127.0.0.1:")
    assert run("draw", "--no-browser", "--tri", "2").code == 0
    assert len(at_once) == 1
    assert tree(tmp_path) == []


@pytest.mark.slow
def test_where_it_is_saved(run, at_once, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the file that was opened if that can be written, else to a clue file beside it."""
    paths: list[str] = []
    begin = SketchJournal.__init__
    monkeypatch.setattr(SketchJournal, "__init__", lambda self, path: (paths.append(path), begin(self, path))[1])
    write(tmp_path / "p.clues", RECT)
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub" / "picture.txt", "#-#\n-#-\n")
    write(tmp_path / "untitled.clues", RECT)
    link = "https://puzz.link/p?nonogram/2/2/2112"
    for words in ("p.clues", "sub/picture.txt", "", "p.clues -o sub/q.json", link):
        assert run("draw", *words.split()).code == 0
    assert not os.path.dirname(paths.pop())
    assert [os.path.normpath(path) for path in paths] == [
        *(".p.clues.journal", "sub/.picture.clues.journal", ".untitled2.clues.journal", "sub/.q.json.journal")
    ]


@pytest.mark.slow
def test_examples(run, at_once, tmp_path: Path) -> None:
    write(tmp_path / "p.clues", RECT)
    for example in cli.get_command(click.Context(cli), "draw").examples:
        assert run(*example.split()[1:]).code == 0


def test_wrong_usage(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "p.clues", RECT)
    for words in ("--size 3", "--size 3x2 --hex 2", "--tri 1,2", "--tri x", "--hex 0", "--port 70000", "-o x.odd"):
        misused(run("draw", *words.split()), words.split()[0])
    misused(run("draw", "--tri", "1,2,3,4,5,6"))
    misused(run("draw", "--size", "999x999"))
    misused(run("draw", "-o", ".hidden.clues"), ".hidden.clues")
    misused(run("draw", "p.clues", "--size", "3x3"), "--size")
    misused(run("draw", "p.clues", "--tri", "3"), "--tri")
    refused(run("draw", "missing.clues"), "missing.clues")
    write(tmp_path / "large.clues", "rect 300 300\n#ffffff #000000\n" + "1a\n" * 600)
    write(tmp_path / "long.clues", "rect 1 1\n#ffffff #000000\n99999a\n1a\n")
    for name in ("large.clues", "long.clues"):
        refused(run("draw", name), name)
    assert tree(tmp_path) == ["large.clues", "long.clues", "p.clues"]


@pytest.mark.slow
def test_a_photo_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names its file, or the packages that are missing."""
    pytest.importorskip("cv2")
    from nonosat.cli.draw_command import read_photo

    with pytest.raises(InputError) as refused:
        read_photo(b"\x89PNG rubbish", "photo.png")
    assert refused.value.file == "photo.png"
    monkeypatch.setattr("nonosat.scanning.scan.find_spec", lambda _: None)
    with pytest.raises(MissingDependency) as missing:
        read_photo(b"\x89PNG rubbish", "photo.png")
    assert "nonosat[scan]" in str(missing.value)


@pytest.mark.slow
def test_a_photo_with_its_doubts() -> None:
    pytest.importorskip("cv2")
    from nonosat.cli.draw_command import read_photo

    sheet = read_photo((Path(__file__).parents[2] / "docs" / "examples" / "worksheet.jpg").read_bytes(), "w.jpg")
    assert sheet.puzzle.grid.header == "rect 11 9"
    assert (sheet.goal, sheet.remarks) == (None, ())
