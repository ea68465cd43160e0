"""Encodings side by side: the numbers are right, limits hold, and what there is is told in every form."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from conftest import NONE, RECT, TWO, need_program, start, write
from oracle import random_grid, random_puzzle

from nonosat.backends.propagation import consequences
from nonosat.cnf.dimacs import dimacs_pieces
from nonosat.cnf.formula import Formula
from nonosat.encodings import ENCODINGS, find_encoding
from nonosat.errors import GaveUp, InputError, SolverError, UsageError
from nonosat.formats import loads
from nonosat.lines.fixpoint import propagate
from nonosat.model.families import FAMILIES
from nonosat.results.tables import Percent, csv_table, text_table
from nonosat.solving.formulas import encode
from nonosat.study import measurement as measure_module
from nonosat.study.comparison import LINES, record, tables
from nonosat.study.experiment import expand_recipes, family_instances, plan_steps, run_steps
from nonosat.study.growth import exponent
from nonosat.study.measurement import MeasurementOptions, MeasurementTask, lines_open, measure, n_open_cells
from nonosat.study.pivot import pivot
from nonosat.study.stages import stages

# Stages in a child process


def counting(n: int, pause: float = 0.0) -> Iterator[int]:
    for i in range(n):
        time.sleep(pause if i == n - 1 else 0)
        yield i


def failing(error: BaseException) -> Iterator[int]:
    yield 1
    raise error


def dying() -> Iterator[int]:
    yield 1
    os.kill(os.getpid(), signal.SIGKILL)


def test_stages_come_one_by_one():
    assert list(stages(partial(counting, 3))) == [0, 1, 2]


def test_a_stage_that_takes_too_long_is_ended_and_the_others_are_kept():
    found = stages(partial(counting, 3, 60), 0.2)
    assert [next(found), next(found)] == [0, 1]
    with pytest.raises(GaveUp, match=r"gave up after 0\.2 s"):
        next(found)


@pytest.mark.parametrize(
    ("work", "error", "message"),
    [
        (partial(failing, InputError("no good")), InputError, "no good"),
        (partial(failing, MemoryError()), GaveUp, "out of memory"),
        (partial(failing, ValueError("oh")), SolverError, "failed: oh"),
        (dying, SolverError, "crashed: killed by signal 9"),
    ],
)
def test_what_goes_wrong_in_a_stage_is_told(work, error, message):
    found = stages(work)
    assert next(found) == 1
    with pytest.raises(error, match=message):
        next(found)


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


@pytest.mark.parametrize("seed", range(60))
def test_unit_propagation_finds_what_a_plain_one_finds(seed):
    rng = random.Random(seed)
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


# Measurements


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sizes_are_those_of_the_file(encoding):
    puzzle = loads(RECT)
    formula = encode(puzzle, encoding=encoding, name="rect")
    found = measure(MeasurementTask(name="rect", puzzle=puzzle, encoding=encoding))
    assert found.searches == ()
    assert found.size is not None
    assert (found.size.variables, found.size.clauses, found.size.literals) == (
        formula.n_vars,
        formula.n_clauses,
        formula.n_literals,
    )
    assert found.size.n_bytes == sum(map(len, dimacs_pieces(formula)))


@pytest.mark.parametrize("residual", [False, True])
@pytest.mark.parametrize(
    ("puzzle", "verdict"),
    [(loads(RECT), "unique"), (loads(TWO), "multiple"), (loads(NONE), "none"), (FAMILIES["stripes"](8, 1), "unique")],
)
def test_verdicts(puzzle, verdict, residual):
    found = measure(
        MeasurementTask(
            name="p",
            puzzle=puzzle,
            encoding="order",
            options=MeasurementOptions(residual=residual, solvers=("glucose4", "cadical195", "minisat22")),
        )
    )
    assert [search.verdict for search in found.searches] == [verdict] * 3
    assert [search.solver for search in found.searches] == ["glucose4", "cadical195", "minisat22"]
    assert all(search.effort is not None and search.effort.propagations >= 0 for search in found.searches)
    for search in found.searches:
        if verdict != "none":
            assert 0 <= search.first <= search.proof
        elif search.proof is not None:
            assert residual


def test_first_solution_only():
    (search,) = measure(
        MeasurementTask(
            name="two",
            puzzle=loads(TWO),
            encoding="order",
            options=MeasurementOptions(solvers=("glucose4",), unique=False),
        )
    ).searches
    assert (search.verdict, search.proof) == ("one", None)


def test_effort_of_kissat():
    need_program("kissat")
    found = measure(
        MeasurementTask(
            name="two", puzzle=loads(TWO), encoding="order", options=MeasurementOptions(solvers=("kissat",))
        )
    )
    (search,) = found.searches
    assert search.verdict == "multiple"
    assert search.effort is not None
    assert search.effort.propagations > 0


def test_limit_of_a_search(monkeypatch):
    """The solution is kept when the proof takes too long; the next solver gets its turn."""

    class Slow(measure_module.SolutionEnumerator):
        def next(self, conflicts=None):
            if self.model and self.solver == "glucose4":
                time.sleep(60)
            return super().next(conflicts)

    monkeypatch.setattr(measure_module, "SolutionEnumerator", Slow)
    slow, other = measure(
        MeasurementTask(
            name="two",
            puzzle=loads(TWO),
            encoding="order",
            options=MeasurementOptions(solvers=("glucose4", "minisat22"), limit=1),
        )
    ).searches
    assert (slow.verdict, slow.note) == ("one", "gave up after 1 s")
    assert slow.first is not None
    assert other.verdict == "multiple"


def test_limit_of_building(monkeypatch):
    monkeypatch.setattr(measure_module, "encode", lambda *_, **__: time.sleep(60))
    found = measure(
        MeasurementTask(
            name="two",
            puzzle=loads(TWO),
            encoding="order",
            options=MeasurementOptions(solvers=("glucose4",), limit=0.2),
        )
    )
    assert found == measure_module.Measurement(note="gave up after 0.2 s")


# Rows and tables


def found_rows(sizes=(4, 8), encodings=("start", "order")):
    instances = family_instances("random", sizes, 1)
    options = MeasurementOptions(solvers=("glucose4",))
    return list(run_steps(plan_steps(instances, encodings), options))


def test_rows_have_lines_first_then_the_encodings():
    found = found_rows()
    assert [row.encoding for row in found] == [LINES, "start", "order"] * 2
    assert [row.size for row in found] == [4] * 3 + [8] * 3
    assert all(row.open_share is not None and 0 <= row.open_share <= 1 for row in found)


def test_encoding_that_failed_is_not_tried_on_larger_ones(monkeypatch):
    monkeypatch.setattr(
        "nonosat.study.experiment.measure", lambda _: measure_module.Measurement(note="gave up after 1 s")
    )
    notes = [row.measurement.note for row in found_rows(encodings=("order",)) if row.encoding == "order"]
    assert notes == ["gave up after 1 s", "not tried after random 4"]


def test_numbers_are_the_same_every_time():
    once, again = (record(found_rows(), times=False) for _ in range(2))
    assert once == again
    assert [str(table) for table in tables(found_rows(), False)] == [
        str(table) for table in tables(found_rows(), False)
    ]


def test_plain_table_does_not_repeat_names():
    rows = [["one", 1000, Percent(0.125)], ["one", None, Percent(1)], ["two", 3, None]]
    text = text_table(["puzzle", "n", "%"], rows, grouped=True)
    assert text.splitlines() == [
        "puzzle      n      %",
        "one     1,000   12.5",
        "            -  100.0",
        "two         3      -",
    ]


def test_csv_has_plain_numbers():
    assert csv_table(["a", "b"], [["x, y", 1000], [None, 0.5]]) == 'a,b\n"x, y",1000\n,0.5\n'


@pytest.mark.parametrize("power", [1.0, 2.5, -1.0])
def test_exponent_is_that_of_the_curve(power):
    assert exponent([(n, 3 * n**power) for n in (5, 10, 40)]) == pytest.approx(power)
    assert exponent([(10, 1.0), (10, 2.0)]) is None


# Command


def test_command_prints_formulas_and_searches(run, rect):
    result = run("compare", rect, "--encodings", "start,order", "--no-times")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0] == "Formulas"
    assert lines[2].split() == ["puzzle", "encoding", "variables", "clauses", "literals", "bytes", "open", "%"]
    assert lines[3].split() == ["rect", "(lines)", "-", "-", "-", "-", "0.0"]
    assert lines[4].split()[:3] == ["start", "91", "163"]
    assert lines[7] == "Searches"
    assert lines[10].split()[:4] == ["rect", "start", "glucose4", "unique"]
    assert result.out == run("compare", rect, "--encodings", "start,order", "--no-times").out


def test_command_for_a_family(run, tmp_path):
    plot = tmp_path / "growth.svg"
    result = run(
        *("compare", "--family", "random", "--sizes", "10,5,20", "--encodings", "order", "--no-solve"),
        *("--no-times", "--markdown", "--plot", plot),
    )
    assert result.code == 0
    assert "| order    |" in result.out
    (power,) = (line for line in result.out.splitlines() if line.startswith("| order    |") and "random" not in line)
    assert all(1.5 < float(cell) < 3.5 for cell in power.split("|")[2:-1])
    assert "order n^2." in plot.read_text()


def test_command_as_json_and_csv(run, rect):
    options = ("compare", rect, "--encodings", "order", "--solvers", "glucose4,minisat22")
    found = json.loads(run(*options, "--json").out)["measurements"]
    assert [(row["encoding"], row["solver"], row["verdict"]) for row in found] == [
        (LINES, None, None),
        ("order", "glucose4", "unique"),
        ("order", "minisat22", "unique"),
    ]
    assert found[1]["first_seconds"] >= 0
    table = list(csv.DictReader(io.StringIO(run(*options, "--csv", "--no-times").out)))
    assert [row["solver"] for row in table] == ["", "glucose4", "minisat22"]
    assert "first_seconds" not in table[0]
    assert table[1]["clauses"] == str(found[1]["clauses"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "expected either puzzles or --family"),
        (("{p}", "--family", "random"), "expected either puzzles or --family"),
        (("{p}", "--sizes", "5"), "expected --family as well"),
        (("{p}", "--seed", "5"), "expected --family as well"),
        (("{p}", "--json", "--csv"), "expected one of --markdown, --csv and --json"),
        (("{p}", "--pivot", "open", "--csv"), "expected no --csv or --json"),
        (("{p}", "--pivot", "build", "--no-times"), "expected one of them"),
        (("{p}", "--no-solve", "--solvers", "glucose4"), "expected one of them"),
        (("{p}", "--plot", "x.svg"), "expected --family with at least two sizes"),
        (("--family", "random", "--sizes", "5", "--plot", "x.svg"), "expected --family with at least two sizes"),
        (("--family", "random", "--plot", "-"), "expected a file"),
        (("--family", "random", "--sizes", "5,x"), "expected sizes from 1 to 4000"),
        (("--family", "random", "--sizes", "5,0"), "expected sizes from 1 to 4000"),
        (("--family", "random", "--sizes", "5," + "9" * 50), "expected sizes from 1 to 4000"),
        (("--family", "random", "--sizes", ","), "expected names with commas"),
        (("--family", "dominoes", "--sizes", "4"), "expected an odd size"),
        (("--family", "nosuch"), "nosuch"),
        (("{p}", "--encodings", "nosuch"), "encoding 'nosuch', expected one of"),
        (("{p}", "--solvers", "nosuch"), "solver 'nosuch', expected one of"),
    ],
)
def test_wrong_usage(run, rect, words, said):
    result = run("compare", *(word.format(p=rect) for word in words))
    assert (result.code, result.out) == (2, "")
    assert said in result.err


def test_bad_puzzle(run, tmp_path):
    result = run("compare", write(tmp_path / "bad.clues", "rect 1 1\n#ffffff\n"))
    assert (result.code, result.out) == (3, "")
    assert "bad.clues:2" in result.err


def test_interrupt_prints_what_there_is(run, two, rect, monkeypatch):
    def interrupted(puzzle, _):
        if puzzle == loads(RECT):
            raise KeyboardInterrupt
        return 0

    monkeypatch.setattr("nonosat.study.experiment.lines_open", interrupted)
    result = run("compare", two, rect, "--encodings", "order", "--no-solve")
    assert result.code == 130
    assert [line.split()[0] for line in result.out.splitlines()[3:]] == ["two", "order"]
    assert result.err.strip() == "nonosat: interrupted"


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


def test_pivot_has_a_column_for_each_encoding(run):
    options = ("--family", "random", "--sizes", "5,10", "--encodings", "start,order", "--no-solve")
    head, *found, power = run("compare", *options, "--pivot", "clauses").out.splitlines()[2:]
    assert head.split() == ["puzzle", "start", "order"]
    whole = json.loads(run("compare", *options, "--json").out)
    sizes = {(row["puzzle"], row["encoding"]): row["clauses"] for row in whole["measurements"]}
    for line, name in zip(found, ("random 5", "random 10"), strict=True):
        numbers = [int(cell.replace(",", "")) for cell in line.removeprefix(name).split()]
        assert numbers == [sizes[name, "start"], sizes[name, "order"]]
    powers = {growth["encoding"]: growth["power"] for growth in whole["growth"] if growth["of"] == "clauses"}
    assert power.split() == ["power", f"{powers['start']:.2f}", f"{powers['order']:.2f}"]


def test_pivot_of_open_cells_begins_with_the_lines(run, two):
    lines = run("compare", two, "--no-solve", "--encodings", "order", "--pivot", "open").out.splitlines()
    assert [line.split() for line in lines[2:]] == [["puzzle", "(lines)", "order"], ["two", "100.0", "100.0"]]


def test_pivot_of_searches_tells_solvers_apart(run, two):
    options = ("compare", two, "--encodings", "order", "--solvers", "glucose4,minisat22")
    lines = run(*options, "--pivot", "conflicts").out.splitlines()
    assert lines[2].split("  ") == ["puzzle", "order, glucose4", "order, minisat22"]
    assert lines[3].split()[0] == "two"


def test_pivot_says_why_a_number_is_missing():
    row = found_rows((4,), ("order",))[1]
    missing = replace(row, encoding="dnf", measurement=measure_module.Measurement(note="too large: 12,000,000 clauses"))
    assert pivot([row, missing], "clauses").rows == [["random 4", row.measurement.size.clauses, "too large"]]
    assert pivot([row, missing], "conflicts").rows[0][2] == "too large"


@pytest.mark.parametrize(("terminal", "is_shown"), [("xterm", True), ("dumb", False)])
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
    assert done.stdout.startswith(b"Formulas\n")
    assert shown.endswith(b"\r\x1b[J") == is_shown
    assert (b"[##########..........] 1/2 two, order" in shown) == is_shown
    assert bool(shown) == is_shown


def test_recipes_combine_what_goes_together():
    assert expand_recipes(["start", "order"]) == ["start", "order"]
    assert expand_recipes(["order"], amos=["product"], added=["totals", "bounds"]) == [
        "order",
        "order+totals",
        "order+totals+bounds",
    ]
    assert expand_recipes(["pairwise"], amos=["pairwise", "product"], added=["gaps"]) == [
        "pairwise",
        "pairwise+gaps",
        "pairwise/product",
        "pairwise/product+gaps",
    ]
    assert expand_recipes(["pairwise/product+gaps"]) == ["pairwise/product+gaps"]


@pytest.mark.parametrize("options", [{"amos": ["nosuch"]}, {"added": ["nosuch"]}, {"encodings": ["nosuch"]}])
def test_recipes_of_what_there_is_not(options):
    with pytest.raises(UsageError, match="nosuch"):
        expand_recipes(**{"encodings": ["order"], **options})


def test_command_adds_step_by_step(run, two):
    options = ("--encodings", "pairwise", "--amo", "product", "--add", "totals,gaps", "--no-solve", "--pivot", "open")
    head = run("compare", two, *options).out.splitlines()[2]
    assert head.split() == ["puzzle", "(lines)", "pairwise/product", "+totals", "+gaps"]


def test_pivot_says_only_once_that_an_encoding_is_too_large():
    row = found_rows((4,), ("order",))[1]
    notes = ("too large: 12,000,000 clauses", "not tried after random 4")
    failed = [replace(row, encoding="dnf", name=n, measurement=measure_module.Measurement(note=n)) for n in notes]
    assert [cells[1] for cells in pivot(failed, "clauses").rows] == ["too large", None]
