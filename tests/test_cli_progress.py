"""The live line: there on a terminal, gone at the end, and nowhere else."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from nonosat.formats import FORMATS
from nonosat.model.families import random_puzzle
from nonosat.model.rect_grid import RectGrid

pty = pytest.importorskip("pty", reason="a terminal of Unix")


class Terminal:
    """`nonosat` with standard error on a terminal of its own, and what it wrote there."""

    def __init__(self, *arguments: object, term: str = "xterm", **environment: str) -> None:
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nonosat", *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": term, "COLUMNS": "60", **environment},
        )
        os.close(theirs)
        self.stream, self.written = ours, ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self.stream)

    def read_until(self, text: str) -> None:
        """Read on until a text comes; fails if it does not."""
        limit = time.monotonic() + 30
        while text not in self.written:
            assert select.select([self.stream], [], [], max(0.0, limit - time.monotonic()))[0], self.written
            self.written += os.read(self.stream, 4096).decode()

    def end(self) -> tuple[int, str]:
        """Exit code and standard output of the process that ends by itself."""
        out, _ = self.process.communicate(timeout=30)
        while select.select([self.stream], [], [], 0)[0]:
            try:
                self.written += os.read(self.stream, 4096).decode()
            except OSError:  # nobody else has the terminal
                break
        return self.process.returncode, out.decode()

    def screen(self) -> list[str]:
        """The lines that are left when all is done."""
        lines = self.written.replace("\r\n", "\n").split("\n")
        return [line.rpartition("\x1b[K")[2] for line in lines]


@pytest.fixture(scope="module")
def endless(tmp_path_factory) -> str:
    """A puzzle too large for a first try: ways race at once, and none of them will be done while a test waits."""
    path = tmp_path_factory.mktemp("endless") / "hard.clues"
    path.write_text(FORMATS["clues"].write(random_puzzle(RectGrid(240, 240), seed=1)))
    return str(path)


def test_line_while_ways_race(endless):
    with Terminal("solve", endless, "--timeout", "4") as terminal:
        terminal.read_until("searching for")
        assert terminal.end() == (5, "")
    assert "hard: 1 s, " in terminal.written
    assert terminal.screen() == ["nonosat: no answer within the time limit", ""]
    drawn = [line.partition("\r")[0] for line in terminal.written.split("\x1b[K")]
    assert max(map(len, drawn[1:-1])) < 60


def test_verbose_lines_stay(endless):
    with Terminal("solve", endless, "--timeout", "3", "-v", "-q") as terminal:
        code, _ = terminal.end()
    assert code == 5
    assert "\x1b" not in terminal.written
    with Terminal("solve", endless, "--timeout", "3", "-v") as terminal:
        terminal.end()
    assert "\x1b[K" in terminal.written
    lines = [line for line in terminal.screen() if not line.startswith("nonosat: optional solvers ")]
    first, then, *_, last, end = lines
    assert first.startswith("hard: ")
    assert first.endswith(" cells open")
    assert " s: searching for a solution: " in then
    assert (last, end) == ("nonosat: no answer within the time limit", "")


def test_interrupted(endless):
    with Terminal("solve", endless) as terminal:
        terminal.read_until("searching for")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == (130, "")
    assert terminal.screen() == ["", "nonosat: interrupted", ""]


@pytest.mark.parametrize("environment", [{"term": "dumb"}, {"term": ""}], ids=str)
def test_terminals_that_cannot_erase(endless, environment):
    with Terminal("solve", endless, "--timeout", "3", **environment) as terminal:
        assert terminal.end() == (5, "")
    assert terminal.written == "nonosat: no answer within the time limit\r\n"


def test_quiet(endless):
    with Terminal("solve", endless, "--timeout", "3", "-q") as terminal:
        assert terminal.end() == (5, "")
    assert terminal.written == "nonosat: no answer within the time limit\r\n"


def test_no_line_for_what_is_done_at_once(rect):
    with Terminal("solve", rect, "--json") as terminal:
        code, out = terminal.end()
    assert (code, terminal.written) == (0, "")
    assert out.count("\n") == 1


def test_no_colours(endless):
    with Terminal("solve", endless, "--timeout", "3", NO_COLOR="1") as terminal:
        terminal.end()
    assert "\x1b[K" in terminal.written
    assert "\x1b" not in terminal.written.replace("\x1b[K", "")
