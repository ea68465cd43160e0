"""`--json`: every command has the same fields around those of its own, also for a puzzle that cannot be read."""

from __future__ import annotations

import json
import shutil

import click
import pytest
from conftest import write

import nonosat
from nonosat.cli import COMMANDS, cli
from nonosat.core.errors import ExitCode
from nonosat.core.question import Outcome

#: The fields that all records begin and end with.
BEGINNING, END = ["name", "file", "outcome"], ["seconds", "error", "exit"]

#: Of each command that prints records, the arguments; PUZZLE is a puzzle, or a file that is none.
RECORDS = {
    "batch": "PUZZLE -o out",
    "certify": "PUZZLE -o out",
    "check": "PUZZLE picture.txt",
    "compare": "PUZZLE --encodings order",
    "count": "PUZZLE",
    "diagnose": "PUZZLE",
    "explain": "PUZZLE",
    "hint": "PUZZLE",
    "info": "PUZZLE",
    "make": "PUZZLE out.clues",
    "mend": "PUZZLE -o out.clues",
    "rate": "PUZZLE",
    "solve": "PUZZLE",
    "verify-proof": "proof PUZZLE",
}
#: Commands that print one document, of what nonosat has or of a formula.
DOCUMENTS = {"encode", "encodings", "formats", "line", "solvers"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with all files that the arguments name."""
    path = tmp_path_factory.mktemp("files")
    text = "rect 2 2\n#ffffff #000000\n1a\n2a\n2a\n1a\n"
    write(path / "good.clues", text)
    write(path / "picture.txt", "a-\naa\n")
    write(path / "wrong.clues", "rect 2 2\n#ffffff #000000\nx\n")
    nonosat.certify(nonosat.solve(nonosat.loads(text), unique=True), "good", str(path / "proof"))
    return path


@pytest.fixture
def folder(files, tmp_path, monkeypatch):
    """The working folder, with a copy of these files."""
    monkeypatch.chdir(shutil.copytree(files, tmp_path, dirs_exist_ok=True))


def test_all_commands_are_here():
    commands = {name: cli.get_command(click.Context(cli), name) for name in COMMANDS}
    has_json = {name for name, command in commands.items() if "--json" in str([each.opts for each in command.params])}
    assert has_json == RECORDS.keys() | DOCUMENTS | {"scan"}  # of images, see test_cli_scan.py


@pytest.mark.parametrize("command", RECORDS)
@pytest.mark.parametrize("puzzle", ["good.clues", "wrong.clues"])
def test_fields(run, folder, command, puzzle):
    is_good = puzzle == "good.clues"
    file = "picture.txt" if command == "make" and is_good else puzzle
    done = run(command, "--json", *RECORDS[command].replace("PUZZLE", file).split())
    records = [json.loads(line) for line in done.out.splitlines()]
    assert records
    for record in records:
        assert [*record][:3] == BEGINNING
        assert [*record][-3:] == END
        assert record["name"] == ("out" if command == "make" else puzzle.partition(".")[0])
        assert record["file"] == file
        assert record["exit"] == done.code == (ExitCode.YES if is_good else ExitCode.BAD_INPUT)
        assert record["outcome"] == (Outcome.YES.word if is_good else "failed")
        assert (record["error"] is None) == is_good


def test_no_proof_and_a_refused_one(run, folder, two):
    for words in (
        ("certify", two, "-o", "out"),
        ("verify-proof", "proof", two),
        ("verify-proof", "proof", "wrong.clues"),
    ):
        (record,) = map(json.loads, run(words[0], "--json", *words[1:]).out.splitlines())
        assert [*record][:3] + [*record][-3:] == BEGINNING + END
        assert record["outcome"] == ("failed" if "wrong.clues" in words else "no")


def test_a_proof_without_a_puzzle_is_called_by_its_folder(run, folder):
    record = json.loads(run("verify-proof", "--json", "proof").out)
    assert (record["name"], record["file"], record["name_in_proof"]) == ("proof", "proof", "good")
