"""A new question is one function and one command: the frame of commands gives it all the rest."""

from __future__ import annotations

import json
import signal
import sys
import types

import click
import pytest
from conftest import write

from nonosat import cli
from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.common_options import PATH, from_option, timeout_option
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries
from nonosat.core.question import Limit, Run
from nonosat.lines.line import LineSolver
from nonosat.model.grid import line_name
from nonosat.model.puzzle import Puzzle


def deciding_lines(puzzle: Puzzle, cell: int, *, timeout: Limit = None) -> list[int]:
    """The lines whose clues alone decide a cell."""
    run, found = Run.of(timeout), []
    for index, clue in enumerate(puzzle.clues):
        run.deadline.check()
        cells = list(puzzle.grid.line(index))
        if cell in cells:
            masks = LineSolver(clue, len(cells), puzzle.n_colors).narrow(
                [(1 << len(cells)) - 1] * (puzzle.n_colors + 1)
            )
            if masks is not None and sum(mask >> cells.index(cell) & 1 for mask in masks) == 1:
                found.append(index)
        run.log(f"line {index}")
    return found


@click.command("deciders")
@click.argument("puzzles", nargs=-1, required=True, type=PATH)
@click.option("--cell", type=int, default=0)
@from_option
@timeout_option
@show_options("Log each line.")
def command(puzzles: tuple[str, ...], cell: int, format_name: str | None, timeout: float | None, show: Show) -> int:
    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        lines = deciding_lines(entry.puzzle, cell, timeout=run)
        names = [line_name(entry.puzzle.grid, line) for line in lines]
        return Shown(0 if names else 1, {"lines": names}, lambda: click.echo(f"{entry.name}: {', '.join(names)}"))

    return each(puzzle_entries(puzzles, format_name, timeout=timeout), ask, show)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cli.COMMANDS, "deciders", "Name the lines that alone decide a cell.")
    monkeypatch.setitem(sys.modules, "nonosat.cli.deciders", types.SimpleNamespace(command=command))


@pytest.fixture
def full(tmp_path):
    """A puzzle in which row 1 alone decides each of its cells."""
    return write(tmp_path / "full.clues", "rect 2 2\n#ffffff #000000\n2a\n1a\n1a\n2a\n")


def test_answers_and_exit_codes(run, full, two):
    assert (run("deciders", full).code, run("deciders", full).out) == (0, "full: row 1\n")
    assert run("deciders", full, two).code == 1
    assert run("deciders", full, "-q").out == ""


def test_records_also_of_a_missing_file(run, full, two, tmp_path):
    done = run("deciders", "--json", full, two, tmp_path / "missing.clues")
    records = [json.loads(line) for line in done.out.splitlines()]
    assert [(each["name"], each["outcome"], each["exit"]) for each in records] == [
        ("full", "yes", 0),
        ("two", "no", 1),
        ("missing", "failed", 3),
    ]
    assert records[0]["lines"] == ["row 1"]
    assert (done.code, done.err.count("\n")) == (3, 1)


def test_time_limit_and_log(run, full):
    done = run("deciders", full, "--timeout", "0.000001")
    assert (done.code, done.out, done.err.count("\n")) == (5, "", 1)
    assert "line 3" in run("deciders", full, "-v").err


def test_ctrl_c(run, full, two, monkeypatch):
    """The answer to the first puzzle is shown, and the second is not asked for."""
    narrow = LineSolver.narrow

    def interrupted(self, cells):
        signal.raise_signal(signal.SIGINT)
        monkeypatch.setattr(LineSolver, "narrow", narrow)
        return narrow(self, cells)

    monkeypatch.setattr(LineSolver, "narrow", interrupted)
    done = run("deciders", full, two)
    assert (done.code, done.out) == (130, "")
    assert done.err == "\nnonosat: interrupted\n"
