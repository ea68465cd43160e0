"""What commands print on a terminal of some width: no line is wider; and what they print elsewhere."""

from __future__ import annotations

import contextlib
import os
import re
import struct
import sys
import warnings

import pytest
from conftest import HEX, RECT, RECT_PICTURE, RECT_SHAPES, TWO, refused, shapes, write

from nonosat.__main__ import main
from nonosat.core.text_columns import text_columns
from nonosat.formats import FORMATS
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid

pty = pytest.importorskip("pty", reason="a terminal of Unix")
fcntl = pytest.importorskip("fcntl", reason="a terminal of Unix")
termios = pytest.importorskip("termios", reason="a terminal of Unix")


def on_terminal(*arguments: object, width: int, **environment: str) -> tuple[int, str]:
    """The exit code of a command in a child process, and what it writes on a terminal of its own, errors included."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of a fork where there are threads
        child, ours = pty.fork()
    if child == 0:  # pragma: no cover - in a process of its own
        code: object = -1
        with contextlib.suppress(BaseException):
            fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
            os.environ.update({"TERM": "xterm-256color", **environment})
            sys.argv = ["nonosat", *map(str, arguments)]
            sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, "rww"[number]) for number in (0, 1, 2))
            try:
                code = main()
            except SystemExit as end:
                code = end.code
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)
    written = b""
    with contextlib.suppress(OSError):  # the process has closed the terminal
        while piece := os.read(ours, 4096):
            written += piece
    os.close(ours)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), written.decode().replace("\r\n", "\n")


def visible(text: str) -> list[str]:
    """The lines without colours, and without what has been erased."""
    lines = text.split("\n")
    lines = [line.rpartition("\x1b[J")[2] for line in lines]
    return [re.sub(r"\x1b\[[?0-9;]*[a-z]", "", line) for line in lines]


@pytest.mark.parametrize("words", ["page %", "render %", "render % -o -", "book % -o -"])
def test_files_are_not_printed_on_a_terminal(rect, words):
    code, text = on_terminal(*words.replace("%", str(rect)).split(), width=80)
    assert code == 2
    assert "-o FILE" in text
    assert len(text) < 400


@pytest.fixture
def broad(tmp_path):
    """A puzzle of one colour with 45 columns."""
    return write(tmp_path / "broad.clues", FORMATS["clues"].write(random_puzzle(RectGrid(6, 45), seed=3)))


@pytest.mark.thinned(4)
@pytest.mark.parametrize("width", [80, 50])
@pytest.mark.parametrize(
    "command",
    [
        *(["formats"], ["solvers"], ["encodings"], ["info", "--clues", "broad"], ["info", "--clues", "hexagon"]),
        *(["compare", "two", "broad"], ["solve", "-u", "two", "broad"], ["solve", "--no-color", "broad"]),
    ],
    ids=" ".join,
)
def test_no_line_is_wider_than_the_terminal(command, width, broad, tmp_path):
    files = {"broad": broad, "two": write(tmp_path / "two.clues", TWO), "hexagon": write(tmp_path / "h.clues", HEX)}
    code, text = on_terminal(*(files.get(word, word) for word in command), width=width)
    assert code == (1 if "two" in command and "solve" in command else 0)
    assert max(map(text_columns, visible(text))) <= width
    assert len(visible(text)) > 3


@pytest.mark.parametrize("command", ["formats", "solvers", "encodings"])
def test_a_pipe_has_no_width(run, monkeypatch, command):
    with monkeypatch.context() as patch:
        patch.setenv("COLUMNS", "30")
        whole = run(command).out
    assert max(map(len, whole.split("\n"))) > 80
    # A terminal that is wide enough shows the same.
    code, text = on_terminal(command, width=200)
    assert (code, text) == (0, whole)


def test_columns_in_the_environment_can_only_be_narrower():
    _, narrow = on_terminal("formats", width=80, COLUMNS="50")
    assert max(map(len, narrow.split("\n"))) <= 50
    _, wide = on_terminal("formats", width=80, COLUMNS="500")
    assert 50 < max(map(len, wide.split("\n"))) <= 80


@pytest.mark.parametrize(
    ("width", "picture_lines"),
    [(90, 6), (89, 3), (45, 3), (44, None)],
)
@pytest.mark.parametrize("options", [(), ("--no-color",)])
def test_the_picture_by_width(broad, width, picture_lines, options):
    code, text = on_terminal("solve", broad, *options, width=width)
    assert code == 0
    lines = visible(text)
    sentence = next(at for at, line in enumerate(lines) if line.startswith("broad: "))
    if picture_lines is not None:
        assert sentence == picture_lines
        assert ("▀" in text) == (width < 90)
    else:
        note = " ".join(lines[:sentence])
        assert [noun for noun in ("45 columns", "44", "less -S", "--svg") if noun not in note] == []


def test_differences_in_each_form(tmp_path):
    path = write(tmp_path / "two.clues", TWO)
    for width, mark in ((80, "<>"), (3, "x")):
        code, text = on_terminal("solve", "-u", path, width=width)
        assert code == 1
        assert text.count(mark) == 4
    for width, mark in ((80, "!"), (3, "[ax]")):
        code, text = on_terminal("solve", "-u", path, "--no-color", width=width)
        *_, first, second = visible(text)[:-1]
        assert len(re.findall(mark, first + second)) == 4


@pytest.mark.parametrize(("puzzle", "letters"), [(RECT, RECT_PICTURE), (HEX, None)])
def test_what_is_printed_can_be_read(run, tmp_path, puzzle, letters):
    path = write(tmp_path / "p.clues", puzzle)
    for options in ((), ("--letters",)):
        printed = run("solve", path, *options).out
        assert run("check", path, "-", stdin=printed).code == 0
        assert run("render", path, "-", stdin=printed).code == 0
        made = run("make", "-", "--no-check", stdin=printed)
        assert made.code == 0
        assert (made.out.split("\n")[1] == puzzle.split("\n")[1]) == bool(options)
        clues = [line for line in made.out.split("\n") if not line.startswith("#")]
        assert clues[0] == puzzle.split("\n")[0]
        assert clues[1:] == [line for line in puzzle.split("\n") if not line.startswith("#")][1:]
    if letters is not None:
        assert run("solve", path).out.startswith(shapes(letters))
        assert run("solve", path, "--letters").out.partition("\n")[2].startswith(letters)


def test_shapes_that_are_wrong(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT)
    half = RECT_SHAPES.replace("██", "█", 1)
    refused(run("check", path, "-", stdin=half), "<stdin>:1:3", "cell")
    refused(run("check", path, "-", stdin=RECT_SHAPES.replace("▒", "▚")), "<stdin>:2:1", "'c'")
    assert run("check", path, "-", stdin=RECT_SHAPES.replace("██", "··", 1)).code == 1


def test_the_empty_puzzle(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT)
    facts = run("info", path).out
    result = run("info", path, "--clues")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"{facts}\n")
    drawn = result.out[len(facts) + 1 :].split("\n")
    assert [line.split()[-5:] for line in drawn[-5:-1]] == [["."] * 5] * 4
    assert [line.split()[:-5] for line in drawn[-5:-1]] == [line.split() for line in RECT.split("\n")[2:6]]
    colored = run("info", path, "--clues", "--color").out
    assert "\x1b[104m" in colored.split("\n\n")[1]
    result = run("info", path, "--clues", "--json")
    assert (result.code, result.out) == (2, "")


def test_an_empty_puzzle_that_is_too_wide_is_listed(broad):
    _, text = on_terminal("info", "--clues", broad, width=60, NO_COLOR="1")
    assert "\nrow 1 " in text
    assert "\ncolumn 45 " in text
    note = text.partition("nonosat: ")[2]
    assert [noun for noun in ("60", "less -S", "-o FILE.svg") if noun not in note] == []
