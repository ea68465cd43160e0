"""docs/encodings.md and its tables by size show what the commands print, and what they say of sizes holds.

With NONOSAT_UPDATE=1 the outputs of `nonosat` in the page are replaced by what it prints now;
`python benchmarks/report.py docs/encodings.md` replaces the tables of the scripts.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable
from typing import NamedTuple

import encoding_tables
import pytest
from docs_pages import DOCS, ROOT, check, sessions
from oracle import random_puzzle
from support.common import exponent
from support.families import FAMILIES

from nonosat.cnf.cardinality import AMOS, at_most_one
from nonosat.model.clue import minimum_length
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.compare import n_open_cells
from nonosat.solving.formulas import encode

pytestmark = pytest.mark.slow

PAGE = DOCS / "encodings.md"
SCRIPT = "    python benchmarks/encoding_tables.py "
TABLES = PAGE.read_text() + (ROOT / "benchmarks" / "results" / "encodings.md").read_text()
#: The arguments of the script in the commands of both pages.
SCRIPTS = [line.removeprefix(SCRIPT) for line in TABLES.splitlines() if line.startswith(SCRIPT)]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("session", list(sessions(PAGE)), ids=lambda s: s.command)
def test_command_prints_what_is_shown(session):
    check(session)


def tables_of(text: str) -> list[list[list[str]]]:
    """The tables in Markdown, as rows of cells."""
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()] for table in tables]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("command", SCRIPTS)
def test_tables_begin_as_shown(command, monkeypatch, capsys):
    """All but the seconds, for the first puzzle."""
    figures, *others = re.sub(" --plot .*", "", command).split()
    after = TABLES.partition(f"{command}\n")[2].partition("\n    python")[0]
    shown = dict(zip(figures.split(","), tables_of(after), strict=False))
    shown.pop("seconds", None)
    monkeypatch.setattr("sys.argv", ["", ",".join(shown), *others, "--quick"])
    encoding_tables.main()
    for figure, now in zip(shown, tables_of(capsys.readouterr().out), strict=True):
        assert [now[0], now[2]] == [shown[figure][0], shown[figure][2]]


# What the page says of sizes


class Line(NamedTuple):
    """n cells, k blocks, slack s, and the sum of the lengths of the blocks."""

    n: int
    k: int
    s: int
    total: int


def lines_of(puzzle: Puzzle) -> list[Line]:
    found = []
    for index, clue in enumerate(puzzle.clues):
        n = len(puzzle.grid.line(index))
        found.append(Line(n, len(clue), n - minimum_length(clue, 1), sum(length for length, _ in clue)))
    return found


#: For each encoding the helper variables of a line with one colour, exactly.
VARIABLES: dict[str, Callable[[Line], int]] = {
    "start": lambda line: line.k * (2 * line.s + 1),
    "order": lambda line: line.k * line.s,
    "pairwise": lambda line: line.k * (line.s + 1),
}
#: The same where the page says how many there are at most.
MOST_VARIABLES: dict[str, Callable[[Line], int]] = {
    "automaton": lambda line: (line.k + 1) * (2 * line.s + 1) + 3 * line.k * (line.s + 1),
}
#: For each encoding at most how many clauses the page gives a line of one colour, beside those of single cells.
CLAUSES: dict[str, Callable[[Line], float]] = {
    "start": lambda line: line.k * (7 * line.s + 2) + line.total,
    "order": lambda line: line.k * (4 * line.s + 1) + line.total,
    "pairwise": lambda line: (
        line.k * (1 + line.s * (line.s + 1) / 2)
        + max(line.k - 1, 0) * line.s * (line.s + 1) / 2
        + (line.s + 1) * line.total
        + line.n
    ),
    "automaton": lambda line: 16 * (line.k + 1) * (line.s + 1) + 4 * line.n,
}
PUZZLES = [FAMILIES[name](size, seed) for name in ("random", "lines", "picture") for size, seed in ((12, 1), (25, 2))]


@pytest.mark.parametrize("encoding", VARIABLES)
def test_variables_are_as_many_as_the_page_says(encoding):
    for puzzle in PUZZLES:
        formula = encode(puzzle, encoding=encoding)
        assert formula.n_vars == puzzle.grid.n_cells + sum(map(VARIABLES[encoding], lines_of(puzzle)))


@pytest.mark.parametrize("encoding", MOST_VARIABLES)
def test_variables_are_no_more_than_the_page_says(encoding):
    for puzzle in PUZZLES:
        found = encode(puzzle, encoding=encoding).n_vars - puzzle.grid.n_cells
        assert 0 < found <= sum(map(MOST_VARIABLES[encoding], lines_of(puzzle)))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("encoding", CLAUSES)
def test_clauses_are_no_more_than_the_page_says_and_grow_alike(encoding):
    """The measured powers are those of the formulas for the sizes."""
    measured, expected = [], []
    for size in (20, 40, 60):
        puzzle = FAMILIES["random"](size, 1)
        groups = encode(puzzle, encoding=encoding).groups
        n_clauses = sum(group.n_clauses for group in groups if group.name not in ("fixed", "cell"))
        bound = sum(map(CLAUSES[encoding], lines_of(puzzle)))
        assert bound / 3 < n_clauses <= bound
        measured.append((size, n_clauses))
        expected.append((size, bound))
    assert exponent(measured) == pytest.approx(exponent(expected), abs=0.25)


@pytest.mark.parametrize("grid", [RectGrid(6, 9), HexGrid(4)], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_start_variables_tell_propagation_nothing(seed, grid):
    rng = random.Random(seed)
    puzzle, _ = random_puzzle(rng, grid, 1 + seed % 2, unknown=0.2, hidden=rng.choice((0, 0, 0.5)), givens=8)
    start, order = (n_open_cells(encode(puzzle, encoding=name), puzzle.n_colors) for name in ("start", "order"))
    assert start == order


#: For each at-most-one of n literals how many clauses and variables the page gives it.
AT_MOST_ONE: dict[str, Callable[[int], tuple[float, float | None]]] = {
    "pairwise": lambda n: (n * (n - 1) / 2, 0),
    "seqcounter": lambda n: (3 * n, n),
    "ladder": lambda n: (4 * n, n),
    "bitwise": lambda n: (n * math.ceil(math.log2(n)), math.ceil(math.log2(n))),
    "product": lambda n: (2 * n + 4 * n**0.5 + 8 * n**0.25, 2 * n**0.5 + 4 * n**0.25),
    "commander": lambda n: (3.5 * n, n / 2),
    "sortnetwrk": lambda n: (0.7 * n * math.log2(n) ** 2, 0.5 * n * math.log2(n) ** 2),
    "cardnetwrk": lambda n: (6 * n, 4 * n),
    "totalizer": lambda n: (n * n / 2 + n * math.log2(n), n * math.log2(n)),
    "mtotalizer": lambda n: (1.75 * n * n**0.5, None),
    "kmtotalizer": lambda n: (4 * n, 2 * n),
}


@pytest.mark.parametrize("name", AMOS)
@pytest.mark.parametrize("n", [64, 256])
def test_at_most_one_is_as_large_as_the_page_says(name, n):
    pattern = at_most_one(name, n)
    clauses, helpers = AT_MOST_ONE[name](n)
    assert len(pattern.clauses) == pytest.approx(clauses, rel=0.15)
    if helpers is not None:
        assert pattern.n_helpers == pytest.approx(helpers, rel=0.2, abs=3)
    assert f"| `{name}` |" in PAGE.read_text()
