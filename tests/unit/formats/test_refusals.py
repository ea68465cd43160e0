"""Refusals: the library and each command say in one line what is wrong and where, and nothing is written."""

from __future__ import annotations

import json
import os
from typing import NamedTuple

import pytest
import snapshot
from conftest import HEX, RECT, tree, write
from format_samples import SAMPLES, SEARCHED, format_of
from refusals import TABLES

from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, load
from nonosat.formats.registry import of_suffix

ROWS = [(table, name) for table, rows in TABLES.items() for name in rows]


def test_every_format_has_a_table():
    assert set(TABLES) == {*FORMATS, "files", "foreign"}


def suffixes(table: str) -> list[str]:
    """Those of files that a table is about: its format's; any for what is no puzzle in any format."""
    return [FORMATS[table].suffixes[0]] if table in FORMATS else ["", ".clues", ".json", ".non", ".txt", ".xml"]


class Laid(NamedTuple):
    """A file that is refused: its path, the place of the error behind it, and the noun that the error is about."""

    path: str
    place: str
    noun: str

    def is_told_in(self, line: str) -> bool:
        """True if a line is about this error."""
        place = f"{self.path}:{self.place}: " if self.place else f"{self.path}: "
        return line.startswith(place) and self.noun in line.removeprefix(place)


@pytest.fixture
def lay(tmp_path, monkeypatch):
    """`lay(table, name, file)`: what a table has under a name as a file, and the error that it leads to."""

    def lay(table: str, name: str, file: str) -> Laid:
        path = tmp_path / file
        content, place, noun = TABLES[table][name]
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
        return Laid(str(path), place, noun)

    def refuse(path: str, error: OSError) -> None:
        def open_or_refuse(file, *arguments, **options):
            if str(file) == path:
                raise error
            return opened(file, *arguments, **options)

        opened = open
        monkeypatch.setattr("builtins.open", open_or_refuse)

    return lay


@pytest.mark.parametrize(("table", "name"), ROWS)
def test_library(lay, table, name):
    for suffix in suffixes(table):
        laid = lay(table, name, f"p{suffix}")
        others = [] if table in FORMATS else [suffix[1:] if suffix[1:] in FORMATS else "px"]
        for format_name in (None, *others):
            with pytest.raises(InputError) as caught:
                load(laid.path, format_name)
            assert laid.is_told_in(str(caught.value))
            assert "--" not in str(caught.value), "options are of the command line"


@pytest.mark.parametrize(
    "table", [pytest.param(table, marks=pytest.mark.costly) if table == "clues" else table for table in TABLES]
)
def test_command_line(run, lay, tmp_path, table):
    files = [lay(table, name, f"{number}{suffixes(table)[0]}") for number, name in enumerate(TABLES[table])]
    before = sorted(tmp_path.iterdir())
    told = []
    for name, laid in zip(TABLES[table], files, strict=True):
        result = run("solve", laid.path, "-o", tmp_path / "out")
        assert (result.code, result.out, result.err.count("\n")) == (3, "", 1)
        assert laid.is_told_in(result.err)
        told.append(f"{name}: {result.err.removeprefix(laid.path).lstrip(': ')}")
    assert sorted(tmp_path.iterdir()) == before
    snapshot.compare(f"formats/{table}", "refusals", "".join(told))


@pytest.mark.parametrize("name", TABLES["foreign"])
def test_foreign_texts_in_standard_input(run, name):
    content, _, noun = TABLES["foreign"][name]
    result = run("info", "-", stdin=content)
    assert (result.code, result.out) == (3, "")
    assert Laid("<stdin>", "", noun).is_told_in(result.err)


def test_position_in_standard_input(run):
    result = run("solve", "-", stdin="rect 2\n")
    assert result.code == 3
    assert Laid("<stdin>", "1:7", "rect").is_told_in(result.err)


@pytest.mark.parametrize("suffix", dict.fromkeys(format_.suffixes[0] for format_ in FORMATS.values()))
def test_files_that_are_not_what_their_suffix_says(suffix, tmp_path):
    """They are read if the suffix leaves a choice, or else the error says what the content looks like."""
    for sample, (content, puzzle) in SAMPLES.items():
        said = format_of(sample)
        if said in SEARCHED and suffix == ".clues":
            continue  # a clue file is never searched
        path = write(tmp_path / f"p{suffix}", content)
        if suffix in FORMATS[said].suffixes or said in SEARCHED or len(of_suffix(suffix)) > 1:
            assert load(path) == puzzle, sample
        else:
            with pytest.raises(InputError, match=f"format={said!r}"):
                load(path)


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
    paths = [each.path for each in laid]
    result = run(*MANY[command], *[paths[0], rect, *paths[1:], hexagon][::step])
    assert result.code == 3
    errors = [line for line in result.err.splitlines() if line.startswith(str(tmp_path))]
    told = [[each.path for each in laid if each.is_told_in(line)] for line in errors]
    expected = [[path] for path in paths[::step]]
    # A batch may finish in another order.
    assert sorted(told) == sorted(expected) if command == "batch" else told == expected
    output = (tmp_path / "out" / "report.jsonl").read_text() if command == "batch" else result.out
    assert "rect" in output
    assert "hexagon" in output


@pytest.mark.parametrize("command", MANY)
def test_only_bad_files(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    names = ["absent-1", "absent-2"]
    result = run(*MANY[command], *names)
    assert result.code == 3
    errors = [line for line in result.err.splitlines() if line.startswith("absent")]
    assert [line.split(":")[0] for line in errors] == names


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
    assert Laid(str(bad), "6:1", "row 4").is_told_in(result.err)
    assert tree(tmp_path / "out") == [
        f"{name}.{suffix}" for name in ("hexagon", "rect") for suffix in ("sat", "sol", "svg")
    ]


@pytest.mark.parametrize("command", ["encode", "render", "solve"])
def test_every_command_that_reads_a_puzzle(run, lay, command):
    laid = lay("clues", "many zeros", "p.clues")
    result = run(command, laid.path)
    assert (result.code, result.out) == (3, "")
    assert laid.is_told_in(result.err)


@pytest.mark.parametrize("command", ["decode", "check", "render"])
def test_every_command_that_reads_an_answer(run, lay, rect, command):
    laid = lay("files", "missing", "answer")
    result = run(command, rect, laid.path)
    assert (result.code, result.out) == (3, "")
    assert laid.is_told_in(result.err)


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
    assert [record[key] for key in ("name", "file", "error", "exit")] == ["gone", "gone.clues", result.err[:-1], 3]
    assert result.code == 3
    assert Laid("gone.clues", "", "No such file").is_told_in(result.err)


@pytest.mark.parametrize("command", ["info", "check"])
def test_records_of_a_broken_puzzle_among_others(run, tmp_path, command):
    path = write(tmp_path / "two.txt", "2x2:1/1/1/1\n2x2:9/1/1/1\n")
    records = [json.loads(line) for line in run(command, "--json", path).out.split("\n")[:-1]]
    assert records[-1]["file"] == str(path)
    assert records[-1]["exit"] == 3
