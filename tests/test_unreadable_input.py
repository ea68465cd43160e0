"""A file that cannot be read, among others: one error line, and the others are worked on."""

from __future__ import annotations

import errno
import gzip
import itertools
import os

import pytest
from conftest import RECT, write

#: What is wrong, as its line on standard error begins after the name of the file.
TROUBLES = {
    "absent": ": cannot be read: No such file or directory",
    "folder": ": a folder, expected a puzzle; `nonosat batch` solves",
    "secret": ": cannot be read: Permission denied",
    "cut.clues.gz": ": ",
    "binary": ":",
    "bad.clues": ":3:4: clue of row 1 needs 5 cells, expected at most the line's 4",
}


def make(tmp_path, monkeypatch, trouble: str) -> str:
    path = tmp_path / trouble
    if trouble == "folder":
        path.mkdir()
    elif trouble == "secret":
        write(path, RECT).chmod(0)
        if os.access(path, os.R_OK):  # root reads everything
            opened = open

            def refuse(file, *arguments, **options):
                if file == str(path):
                    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), file)
                return opened(file, *arguments, **options)

            monkeypatch.setattr("builtins.open", refuse)
    elif trouble == "cut.clues.gz":
        write(path, gzip.compress(RECT.encode())[:30])
    elif trouble == "binary":
        write(path, bytes(range(256)))
    elif trouble == "bad.clues":
        write(path, "rect 1 4\n#ffffff #000000\n2a 2a\n")
    return str(path)


COMMANDS = {
    "solve": ["solve", "-u"],
    "compare": ["compare", "--encodings", "order", "--no-solve"],
    "batch": ["batch", "-o", "{out}"],
}


#: Every command with everything that may be wrong; only `batch` takes folders.
CASES = [pair for pair in itertools.product(COMMANDS, TROUBLES) if pair != ("batch", "folder")]


@pytest.mark.parametrize(("command", "trouble"), CASES)
@pytest.mark.parametrize("is_first", [False, True])
def test_one_bad_file_among_others(run, rect, hexagon, tmp_path, monkeypatch, command, trouble, is_first):
    words = COMMANDS[command]
    bad = make(tmp_path, monkeypatch, trouble)
    paths = [bad, rect, hexagon] if is_first else [rect, bad, hexagon]
    result = run(*(word.format(out=tmp_path / "out") for word in words), *paths)
    assert result.code == 3
    errors = [line for line in result.err.splitlines() if bad in line]
    assert len(errors) == 1, result.err
    assert errors[0].startswith(bad + TROUBLES[trouble])
    assert command == "batch" or result.err.splitlines() == errors  # a batch also sums up
    output = (tmp_path / "out" / "report.jsonl").read_text() if command == "batch" else result.out
    assert "rect" in output
    assert "hexagon" in output


@pytest.mark.parametrize("command", COMMANDS)
def test_only_bad_files(run, tmp_path, command):
    words = COMMANDS[command]
    names = ["absent-1", "absent-2"]
    result = run(*(word.format(out=tmp_path / "out") for word in words), *(tmp_path / name for name in names))
    assert result.code == 3
    errors = [line for line in result.err.splitlines() if "absent" in line]
    assert errors == [f"{tmp_path / name}: cannot be read: No such file or directory" for name in names]


GOOD = "width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal 1\n"
SEVERAL = f"{GOOD}====\nwidth x\n====\n{GOOD}"


@pytest.mark.parametrize("command", ["solve", "compare", "info", "check"])
def test_one_bad_puzzle_in_a_file(run, tmp_path, command):
    path = write(tmp_path / "many.non", SEVERAL)
    options = COMMANDS[command][1:] if command in COMMANDS else []
    result = run(command, *options, path)
    assert result.code == 3, result.err
    assert result.err.startswith(f"{path}:9:")
    assert result.err.count("\n") == 1
    assert "many-1" in result.out
    assert "many-3" in result.out
