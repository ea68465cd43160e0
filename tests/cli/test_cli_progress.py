"""The live line: there on a terminal, gone at the end, and nowhere else."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time

import pytest
from terminal_screen import Screen
from test_terminal_output import on_terminal

from nonosat.formats import FORMATS
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid

pty = pytest.importorskip("pty", reason="a terminal of Unix")
fcntl = pytest.importorskip("fcntl", reason="a terminal of Unix")
termios = pytest.importorskip("termios", reason="a terminal of Unix")


def visible(text: str) -> str:
    """A text without the sequences that erase, and that switch folding."""
    return re.sub(r"\x1b\[(J|\?7[hl])", "", text)


class Terminal:
    """`nonosat` with standard error on a terminal of its own, and what it wrote there."""

    def __init__(self, *arguments: object, term: str = "xterm", columns: str = "60", **environment: str) -> None:
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "nonosat", *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            start_new_session=True,
            env={**os.environ, "TERM": term, "COLUMNS": columns, **environment},
        )
        os.close(theirs)
        self.stream, self.written = ours, ""
        #: What happened in this order: texts that were written, and new widths.
        self.events: list[str | int] = []

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
            self._read()

    def _read(self) -> None:
        text = os.read(self.stream, 4096).decode()
        self.written += text
        self.events.append(text)

    def resize(self, width: int) -> None:
        """Change the width while the process pauses, after reading all that it has written."""
        self.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WNOWAIT)
        while select.select([self.stream], [], [], 0)[0]:
            self._read()
        fcntl.ioctl(self.stream, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        self.events.append(width)
        self.process.send_signal(signal.SIGWINCH)
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> tuple[int, str]:
        """Exit code and standard output of the process that ends by itself."""
        out, _ = self.process.communicate(timeout=30)
        while select.select([self.stream], [], [], 0)[0]:
            try:
                self._read()
            except OSError:  # nobody else has the terminal
                break
        return self.process.returncode, out.decode()

    def screen(self) -> list[str]:
        """The lines that are left when all is done."""
        lines = self.written.replace("\r\n", "\n").split("\n")
        return [line.rpartition("\x1b[J")[2] for line in lines]


@pytest.fixture(scope="module")
def endless(tmp_path_factory) -> str:
    """A puzzle too large for a first try: ways race at once, and none of them will be done while a test waits."""
    path = tmp_path_factory.mktemp("endless") / "hard.clues"
    path.write_text(FORMATS["clues"].write(random_puzzle(RectGrid(240, 240), seed=1)))
    return str(path)


@pytest.mark.slow
def test_line_while_ways_race(endless):
    with Terminal("solve", endless, "--timeout", "4") as terminal:
        terminal.read_until("searching for")
        assert terminal.end() == (5, "")
    assert "hard: 1 s, " in terminal.written
    (last, _) = terminal.screen()
    assert last.startswith("nonosat: ")
    drawn = [visible(line.partition("\r")[0]) for line in terminal.written.split("\x1b[J")]
    assert max(map(len, drawn[1:-1])) < 60
    assert max(map(len, drawn[1:-1])) > 30


@pytest.mark.slow
def test_verbose_lines_stay(endless):
    with Terminal("solve", endless, "--timeout", "3", "-v", "-q") as terminal:
        code, _ = terminal.end()
    assert code == 5
    assert "\x1b" not in terminal.written
    with Terminal("solve", endless, "--timeout", "3", "-v") as terminal:
        terminal.end()
    assert "\x1b[J" in terminal.written
    about = ("nonosat: optional solvers ", "nonosat: compiled kernels: ")
    lines = [line for line in terminal.screen() if not line.startswith(about)]
    *first, last, end = lines
    assert len(first) > 1
    assert all(line.startswith("hard: ") for line in first)
    assert last.startswith("nonosat: ")
    assert end == ""


@pytest.mark.slow
def test_interrupted(endless):
    with Terminal("solve", endless) as terminal:
        terminal.read_until("searching for")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == (130, "")
    assert terminal.screen() == ["", "nonosat: interrupted", ""]


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"term": "dumb"}, {"term": ""}, {}], ids=["dumb", "none", "quiet"])
def test_no_line_where_it_cannot_be_erased_or_is_unwanted(endless, options):
    with Terminal("solve", endless, "--timeout", "3", *([] if options else ["-q"]), **options) as terminal:
        assert terminal.end() == (5, "")
    assert terminal.written.startswith("nonosat: ")
    assert terminal.written.count("\n") == 1


def test_no_line_for_what_is_done_at_once(rect):
    code, text = on_terminal("solve", rect, "--json", width=80)
    assert (code, text[:2], text.count("\n")) == (0, '{"', 1)
    assert "\x1b" not in text


@pytest.mark.slow
@pytest.mark.parametrize("folds", [True, False], ids=["terminal folds", "terminal cuts off"])
@pytest.mark.parametrize("widths", [(60, 30), (60, 25, 70, 11), (40, 100)], ids=str)
def test_a_new_width_leaves_nothing_behind(endless, widths, folds):
    with Terminal("solve", endless, "--timeout", "3", columns="") as terminal:
        terminal.resize(widths[0])
        terminal.read_until("1 s")
        for width in widths[1:]:
            seen = len(terminal.written)
            terminal.resize(width)
            terminal.read_until(terminal.written[:seen] + "\r\x1b[J")  # the next update
        assert terminal.end() == (5, "")
    screen = Screen(80, folds=folds)
    screen.write("$ nonosat solve hard\r\n")
    for event in terminal.events:
        if isinstance(event, int):
            screen.resize(event)
            continue
        for update in re.split(r"(?=\r\x1b\[J)", event):
            screen.write(update)
            status = [row for row in screen.rows() if re.match(r"[|/\\-] hard", row)]
            assert len(status) <= 1, screen.rows()
    screen.resize(80)
    first, last = screen.rows()
    assert "$ nonosat solve hard".startswith(first)  # a terminal that cuts lines off has done so here
    assert last.startswith("nonosat: ")


@pytest.mark.slow
def test_a_narrow_terminal_gets_a_short_line_without_colours(endless):
    with Terminal("solve", endless, "--timeout", "2", columns="12", NO_COLOR="1") as terminal:
        terminal.end()
    assert "\x1b" not in visible(terminal.written)
    drawn = [visible(line.partition("\r")[0]) for line in terminal.written.split("\x1b[J")][1:-1]
    assert {len(line) for line in drawn} == {11}


@pytest.mark.slow
def test_the_explained_puzzles_of_a_page_are_counted_until_an_interrupt(rect, tmp_path):
    hard = tmp_path / "hard.clues"
    hard.write_text(FORMATS["clues"].write(random_puzzle(RectGrid(200, 200), seed=1)))
    with Terminal("page", rect, hard, "--hints", "-o", tmp_path / "p.html") as terminal:
        terminal.read_until("1/2 explained")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == (130, "")
    assert visible(terminal.written.split("\x1b[J")[1].partition("\r")[0]).endswith("] 0/2 explained")
    assert terminal.screen() == ["", "nonosat: interrupted", ""]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hard.clues", "rect.clues"]


@pytest.mark.parametrize(
    ("columns", "bar"),
    [
        pytest.param("24", 17, marks=pytest.mark.costly),
        pytest.param("70", 20, marks=pytest.mark.slow),
        pytest.param("9", 0, marks=pytest.mark.slow),
    ],
)
def test_the_bar_of_a_batch_is_as_long_as_there_is_room(rect, tmp_path, columns, bar):
    with Terminal("batch", rect, "-o", tmp_path / "out", columns=columns) as terminal:
        code, _ = terminal.end()
    assert code == 0
    first = visible(terminal.written.split("\x1b[J")[1].partition("\r")[0])
    assert first == (f"[{'.' * bar}] 0/1" if bar else "0/1")
    screen = Screen(int(columns), folds=True)
    screen.write(terminal.written)
    screen.resize(80)
    assert [row.split(":")[0] for row in screen.rows()[:2]] == ["nonosat", "nonosat"]
