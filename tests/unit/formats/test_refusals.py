"""Refusals: the library and each command say in one line what is wrong and where, and nothing is written."""

from __future__ import annotations

import json
import os
import re

import pytest
from conftest import HEX, RECT, TYPED, tree, write
from format_samples import SAMPLES, format_of
from refusals import TABLES
from refusals.clues import GRID

from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, load
from nonosat.formats.registry import of_suffix

ROWS = [(table, name) for table, rows in TABLES.items() for name in rows]


def test_every_format_has_a_table():
    assert set(TABLES) == {*FORMATS, "files", "foreign"}


def suffixes(table: str) -> list[str]:
    """Those of files that a table is about: its format's; any for what is no puzzle in any format."""
    return [FORMATS[table].suffixes[0]] if table in FORMATS else ["", ".clues", ".json", ".non", ".txt", ".xml"]


@pytest.fixture
def lay(tmp_path, monkeypatch):
    """`lay(table, name, file)`: what a table has under a name as a file, and the line that it leads to."""

    def lay(table: str, name: str, file: str) -> tuple[str, str]:
        path = tmp_path / file
        content, message = TABLES[table][name]
        if isinstance(content, dict):
            path.mkdir()
        elif isinstance(content, OSError):
            write(path, RECT)
            if isinstance(content, PermissionError):
                path.chmod(0)
            if os.access(path, os.R_OK):  # root reads everything
                refuse(str(path), content)
        elif content is not None:
            write(path, content)
        return str(path), f"{path}:{'' if message[0].isdecimal() else ' '}{message}"

    def refuse(path: str, error: OSError) -> None:
        def open_or_refuse(file, *arguments, **options):
            if str(file) == path:
                raise error
            return opened(file, *arguments, **options)

        opened = open
        monkeypatch.setattr("builtins.open", open_or_refuse)

    return lay


def in_the_library(line: str) -> str:
    """What the library says where the command line says something."""
    named = line.removesuffix(TYPED).replace("`--from NAME`", "`format=`")
    return re.sub(r"`--from (\w+)`", r"`format='\1'`", named)


@pytest.mark.parametrize(("table", "name"), ROWS)
def test_library(lay, table, name):
    for suffix in suffixes(table):
        path, line = lay(table, name, f"p{suffix}")
        others = [] if table in FORMATS else [suffix[1:] if suffix[1:] in FORMATS else "px"]
        for format_name in (None, *others):
            with pytest.raises(InputError) as caught:
                load(path, format_name)
            assert str(caught.value) == in_the_library(line)


@pytest.mark.parametrize("table", TABLES)
def test_command_line(run, lay, tmp_path, table):
    laid = [lay(table, name, f"{number}{suffixes(table)[0]}") for number, name in enumerate(TABLES[table])]
    files = sorted(tmp_path.iterdir())
    for path, line in laid:
        result = run("solve", path, "-o", tmp_path / "out")
        assert (result.code, result.out, result.err) == (3, "", f"{line}\n")
    assert sorted(tmp_path.iterdir()) == files


@pytest.mark.parametrize("name", TABLES["foreign"])
def test_foreign_texts_in_standard_input(run, name):
    content, message = TABLES["foreign"][name]
    result = run("info", "-", stdin=content)
    assert (result.code, result.out, result.err) == (3, "", f"<stdin>: {message}\n")


def test_position_in_standard_input(run):
    result = run("solve", "-", stdin="rect 2\n")
    assert (result.code, result.err) == (3, f"<stdin>:1:7: 1 word after `rect`, expected {GRID}\n")


@pytest.mark.parametrize("suffix", dict.fromkeys(format_.suffixes[0] for format_ in FORMATS.values()))
def test_files_that_are_not_what_their_suffix_says(suffix, tmp_path):
    """They are read if the suffix leaves a choice, or else the error says what the content looks like."""
    for sample, (content, puzzle) in SAMPLES.items():
        said = format_of(sample)
        path = write(tmp_path / f"p{suffix}", content)
        if suffix in FORMATS[said].suffixes or len(of_suffix(suffix)) > 1:
            assert load(path) == puzzle, sample
        else:
            with pytest.raises(InputError) as caught:
                load(path)
            assert str(caught.value).endswith(f"; the content looks like {said}, which `format={said!r}` reads")


# Several commands

MANY = {
    "solve": ["solve", "-u"],
    "compare": ["compare", "--encodings", "order", "--no-solve"],
    "batch": ["batch", "-o", "out"],
}


@pytest.mark.parametrize("step", [1, -1], ids=["bad first", "good first"])
@pytest.mark.parametrize("command", MANY)
def test_bad_files_among_others(run, lay, rect, hexagon, tmp_path, monkeypatch, command, step):
    monkeypatch.chdir(tmp_path)
    # A batch takes folders.
    names = [name for name in TABLES["files"] if (command, name) != ("batch", "folder")]
    laid = [lay("files", name, name) for name in names] + [lay("clues", "one block too long", "bad.clues")]
    lines = [line for _, line in laid][::step]
    paths = [path for path, _ in laid]
    result = run(*MANY[command], *[paths[0], rect, *paths[1:], hexagon][::step])
    assert result.code == 3
    errors = result.err.splitlines()
    if command == "batch":  # it also sums up, advises nothing, and may finish in another order
        errors = sorted(line for line in errors if str(tmp_path) in line)
        lines = sorted(line.removesuffix(TYPED) for line in lines)
    assert errors == lines
    output = (tmp_path / "out" / "report.jsonl").read_text() if command == "batch" else result.out
    assert "rect" in output
    assert "hexagon" in output


@pytest.mark.parametrize("command", MANY)
def test_only_bad_files(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    names = ["absent-1", "absent-2"]
    result = run(*MANY[command], *names)
    assert result.code == 3
    errors = [line for line in result.err.splitlines() if "absent" in line]
    assert errors == [f"{name}: cannot be read: No such file or directory" for name in names]


@pytest.mark.parametrize("command", ["solve", "compare", "info", "check"])
def test_one_bad_puzzle_in_a_file(run, tmp_path, command):
    good = "width 1\nheight 1\nrows\n1\ncolumns\n1\ngoal 1\n"
    path = write(tmp_path / "many.non", f"{good}====\nwidth x\n====\n{good}")
    result = run(*MANY.get(command, [command]), path)
    assert result.code == 3
    assert result.err.startswith(f"{path}:9:7: ")
    assert "many-1" in result.out
    assert "many-3" in result.out


def test_one_bad_puzzle_writes_nothing(run, tmp_path, rect, hexagon):
    bad = write(tmp_path / "bad.clues", HEX.replace("4a", "9a"))
    result = run("solve", rect, bad, hexagon, "-o", tmp_path / "out", "-q")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{bad}:6:1: clue of row 4 needs 9 cells, expected at most the line's 4{TYPED}\n"
    assert tree(tmp_path / "out") == [
        f"{name}.{suffix}" for name in ("hexagon", "rect") for suffix in ("sat", "sol", "svg")
    ]


@pytest.mark.parametrize("command", ["encode", "render", "solve"])
def test_every_command_that_reads_a_puzzle(run, lay, command):
    path, line = lay("clues", "many zeros", "p.clues")
    result = run(command, path)
    assert (result.code, result.out, result.err) == (3, "", f"{line}\n")


@pytest.mark.parametrize("command", ["decode", "check", "render"])
def test_every_command_that_reads_an_answer(run, lay, rect, command):
    path, line = lay("files", "missing", "answer")
    result = run(command, rect, path)
    assert (result.code, result.out, result.err) == (3, "", f"{line}\n")


@pytest.mark.parametrize(
    "command",
    [
        *("explain", "hint", "diagnose", "info", "compare", "check", "mend -o mended.clues", "solve", "solve --all"),
        *("count", "rate"),
    ],
)
def test_records_of_a_file_that_is_missing(run, command):
    result = run(*command.split(), "--json", "gone.clues")
    record = json.loads(result.out)
    error = "gone.clues: cannot be read: No such file or directory"
    assert [record[key] for key in ("name", "file", "error", "exit")] == ["gone", "gone.clues", error, 3]
    assert (result.code, result.err) == (3, f"{error}\n")


@pytest.mark.parametrize("command", ["info", "check"])
def test_records_of_a_broken_puzzle_among_others(run, tmp_path, command):
    path = write(tmp_path / "two.txt", "2x2:1/1/1/1\n2x2:9/1/1/1\n")
    records = [json.loads(line) for line in run(command, "--json", path).out.split("\n")[:-1]]
    assert records[-1]["file"] == str(path)
    assert records[-1]["exit"] == 3
