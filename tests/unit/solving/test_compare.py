"""Encodings side by side: the figures are right, limits hold, and the command tells all of it."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import snapshot
from conftest import NONE, RECT, TWO, misused, need_program, refused, start, write
from oracle import random_grid, random_puzzle
from support.families import lines, stripes, wedges

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.encodings import ENCODINGS, find_encoding
from nonosat.formats import FORMATS, loads
from nonosat.lines.fixpoint import propagate
from nonosat.solvers.propagation import consequences
from nonosat.solvers.session import Statistics
from nonosat.solving.compare import SearchFigures, formula_figures, lines_open, n_open_cells, search_figures
from nonosat.solving.formulas import encode

# Unit propagation


def naive_consequences(clauses: list[tuple[int, ...]]) -> set[int] | None:
    known: set[int] = set()
    while True:
        units = set()
        for clause in clauses:
            if not known.intersection(clause):
                left = [literal for literal in clause if -literal not in known]
                if not left:
                    return None
                if len(left) == 1:
                    units.add(left[0])
        if not units:
            return known
        known |= units
        if any(-literal in known for literal in units):
            return None


def test_unit_propagation_finds_what_a_plain_one_finds():
    rng = random.Random(1)
    for _ in range(60):
        formula = Formula()
        formula.new_variables("x", ("cell",), "x", 8, lambda offset: (offset,))
        group = formula.new_group("all", "")
        group.add_simplified(
            tuple(rng.choice((-1, 1)) * v for v in rng.sample(range(1, 9), rng.choice((1, 2, 2, 3))))
            for _ in range(rng.randint(0, 10))
        )
        found, expected = consequences(formula), naive_consequences(list(formula.clauses()))
        assert found is None if expected is None else set(found) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("residual", [False, True])
def test_open_cells_are_those_that_propagation_leaves(encoding, residual):
    """By the naive method, and never fewer than complete propagation of the lines leaves."""
    rng = random.Random(3)
    for _ in range(12):
        puzzle, _ = random_puzzle(
            rng, random_grid(rng, 16), rng.choice((1, 3)), unknown=0.3, hidden=rng.choice((0, 0, 0.5)), givens=1
        )
        domains = propagate(puzzle)
        assert domains is not None
        formula = (
            find_encoding(encoding).encode(puzzle, domains, residual=True)
            if residual
            else encode(puzzle, encoding=encoding)
        )
        known = naive_consequences(list(formula.clauses()))
        assert known is not None
        n = puzzle.n_colors
        cells = range(formula.variables[0].last // n) if formula.variables else []
        expected = sum(
            not any(cell * n + c in known for c in range(1, n + 1))
            and not all(-(cell * n + c) in known for c in range(1, n + 1))
            for cell in cells
        )
        assert n_open_cells(formula, n) == expected >= domains.n_open


def test_a_contradiction_leaves_nothing_open():
    assert n_open_cells(encode(loads(NONE)), 1) == 0 == lines_open(loads(NONE))


# Figures


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sizes_are_those_of_the_formula(encoding):
    puzzle = loads(RECT)
    formula = encode(puzzle, encoding=encoding)
    clauses = list(formula.clauses())
    figures = formula_figures(puzzle, formula)
    assert figures[:3] == (formula.n_vars, len(clauses), sum(map(len, clauses)))
    assert figures.n_open == n_open_cells(formula, puzzle.n_colors)


@pytest.mark.parametrize("limit", [None, 60])
@pytest.mark.parametrize("solver", ["glucose4", "kissat404"])
@pytest.mark.parametrize(
    ("puzzle", "verdict"),
    [(loads(RECT), "unique"), (loads(TWO), "several"), (loads(NONE), "none"), (stripes(8), "unique")],
)
def test_verdicts(puzzle, verdict, solver, limit):
    found = search_figures(puzzle, encode(puzzle, encoding="order"), solver, Deadline.after(limit))
    assert (found.solver, found.verdict, found.note) == (solver, verdict, "")
    assert found.seconds > 0


def test_statistics_are_those_of_both_searches():
    puzzle = stripes(12)
    formula = encode(puzzle, encoding="order")
    here, in_child = (search_figures(puzzle, formula, "glucose4", limit) for limit in (NEVER, Deadline.after(60)))
    for name in Statistics._fields:
        assert getattr(here, name) == getattr(in_child, name) > 0


def test_conflicts_of_a_program():
    need_program("kissat")
    found = search_figures(stripes(8), encode(stripes(8)), "kissat", Deadline.after(60))
    assert (found.verdict, found.conflicts is None) == ("unique", False)


def test_limit_of_a_search():
    puzzle = wedges(36)
    found = search_figures(puzzle, encode(puzzle, encoding="order"), "glucose4", Deadline.after(0.05))
    assert found == SearchFigures("glucose4", note=found.note)
    assert "time limit" in found.note


# Command


def test_formulas_and_searches(run, rect, two):
    result = run("compare", rect, two, "--encodings", "order", "--solvers", "glucose4,minisat22")
    assert (result.code, result.err) == (0, "")
    formulas, searches = result.out.split("\nSearches\n")
    searches = re.sub(r"( +[0-9]+){4} +[0-9.]+$", "  #", searches, flags=re.MULTILINE)
    searches = re.sub(r"(conflicts|decisions|propagations|restarts) +", r"\1 ", searches)
    snapshot.compare("cli/compare", "formulas and searches", f"{formulas}\nSearches\n{searches}")


def test_all_encodings_by_default(run, rect):
    out = run("compare", rect, "--no-solve").out
    assert [line.split()[0] for line in out.splitlines()[4:]] == list(ENCODINGS)
    assert "Searches" not in out
    assert out == run("compare", rect, "--no-solve").out


def test_records(run, rect, two):
    result = run("compare", rect, two, "--encodings", "order,pairwise/product+totals", "--json")
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [(record["name"], record["encoding"]) for record in records] == [
        (name, encoding) for name in ("rect", "two") for encoding in ("(lines)", "order", "pairwise/product+totals")
    ]
    formula = encode(loads(RECT), encoding="order")
    figures = {"variables": formula.n_vars, "clauses": formula.n_clauses, "literals": formula.n_literals}
    assert records[1].items() >= {"file": str(rect), "open": 0, "note": "", **figures}.items()
    (search,) = records[1]["searches"]
    assert (search["solver"], search["verdict"]) == ("glucose4", "unique")
    assert records[3].items() >= {"variables": None, "open": 4, "searches": []}.items()


def test_what_is_missing_is_noted(run, tmp_path):
    path = write(tmp_path / "large.clues", FORMATS["clues"].write(lines(40)))
    result = run("compare", path, "--encodings", "placements,order", "--json")
    by_lines, refused, order = map(json.loads, result.out.splitlines())
    assert refused["note"].startswith("encoding placements: row ")
    assert (refused["variables"], refused["searches"]) == (None, [])
    assert (result.code, by_lines["note"], order["note"]) == (0, "", "")
    assert order["clauses"] > 0


@pytest.mark.parametrize(
    ("words", "noun"),
    [
        ((), "PUZZLE"),
        (("{p}", "--no-solve", "--solvers", "glucose4"), "--solvers"),
        (("{p}", "--encodings", "nosuch"), "'nosuch'"),
        (("{p}", "--encodings", "order,"), "--encodings"),
        (("{p}", "--solvers", "nosuch"), "'nosuch'"),
    ],
)
def test_wrong_usage(run, rect, words, noun):
    misused(run("compare", *(word.format(p=rect) for word in words)), noun)


def test_bad_puzzle(run, rect, tmp_path):
    bad = write(tmp_path / "bad.clues", "rect 1 1\n#ffffff\n")
    refused(run("compare", bad), f"{bad}:2:8")
    both = run("compare", bad, rect, "--no-solve", "--encodings", "order")
    assert (both.code, both.out.count("rect")) == (3, 1)


def test_interrupt_prints_the_figures_so_far(run, two, rect, monkeypatch):
    def interrupted(puzzle, _):
        if puzzle == loads(RECT):
            raise KeyboardInterrupt
        return 0

    monkeypatch.setattr("nonosat.cli.compare_rows.lines_open", interrupted)
    result = run("compare", two, rect, "--encodings", "order", "--no-solve")
    assert result.code == 130
    assert [line.split()[0] for line in result.out.splitlines()[3:]] == ["two", "order"]


@pytest.mark.slow
def test_interrupt_ends_the_child_at_work(tmp_path, hard):
    process = start("compare", hard, "--encodings", "order", "--timeout", "600")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + 30
    child = ""
    while time.monotonic() < deadline and not child:
        child = children.read_text()
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130
    assert not Path(f"/proc/{child.split()[0]}").exists()


@pytest.mark.parametrize(
    ("terminal", "is_shown"),
    [pytest.param("xterm", True, marks=pytest.mark.costly), pytest.param("dumb", False, marks=pytest.mark.slow)],
)
def test_progress_is_for_terminals(two, terminal, is_shown):
    """It tells what is at work, and leaves an empty line behind."""
    ours, theirs = os.openpty()
    words = [sys.executable, "-m", "nonosat", "compare", str(two), "--encodings", "order", "--no-solve"]
    environment = {**os.environ, "TERM": terminal}
    done = subprocess.run(words, stderr=theirs, stdout=subprocess.PIPE, env=environment, check=True)
    os.close(theirs)
    shown = b""
    with contextlib.suppress(OSError):  # what is read is over
        while piece := os.read(ours, 4096):
            shown += piece
    os.close(ours)
    assert done.stdout
    assert shown.endswith(b"\r\x1b[J") == is_shown
    assert (b"] two, order" in shown) == is_shown
    assert bool(shown) == is_shown
