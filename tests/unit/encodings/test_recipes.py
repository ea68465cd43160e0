"""What a formula is made of can be chosen: recipes, their text, what goes together, and that it changes no solution."""

from __future__ import annotations

import gc
import json

import pytest
import snapshot
from conftest import HEX, misused
from oracle import brute_force
from pysat.solvers import Solver
from test_encodings import assert_well_formed, cases, narrow_cases

import nonosat
from nonosat.cnf.cardinality import AMOS
from nonosat.cnf.formula import Formula
from nonosat.core.errors import UsageError
from nonosat.encodings import ENCODINGS, REDUNDANT, Recipe, find_encoding
from nonosat.formats import loads
from nonosat.lines.domains import Domains, initial_domains
from nonosat.model.clue import ANY_COLOR
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers import DEFAULT_SOLVER, list_solvers
from nonosat.solving.formulas import decode

#: Every choice once, beside what the encodings do by themselves.
RECIPES = [
    *(f"{name}/{amo}" for name, encoding in ENCODINGS.items() if encoding.amo for amo in AMOS),
    *(
        f"{name}+{added}"
        for name, encoding in ENCODINGS.items()
        for added, redundant in REDUNDANT.items()
        if encoding.has_starts or not redundant.needs_starts
    ),
    "order+totals+bounds+gaps",
    "pairwise/product+totals+bounds+gaps",
]


def pictures(formula: Formula, puzzle: Puzzle, domains: Domains | None) -> list[tuple[int, ...]]:
    """All models, projected to the cells."""
    found = []
    n_cells = formula.variables[0].last if formula.variables else 0
    with Solver(name="cadical153", bootstrap_with=[list(clause) for clause in formula.clauses()]) as solver:
        while solver.solve():
            model = solver.get_model()[:n_cells]
            found.append(decode(puzzle, model, domains).cells)
            solver.add_clause([-literal for literal in model])
            if not model:
                break
    return found


@pytest.mark.parametrize("recipe", RECIPES)
def test_no_choice_changes_the_solutions(recipe):
    for number, (puzzle, solutions) in enumerate(cases(76, 12)):
        residual = number % 2 == 1
        _, domains, allowed = (
            narrow_cases(76, 12, 100)[number] if residual else (puzzle, initial_domains(puzzle), solutions)
        )
        formula = find_encoding(recipe).encode(puzzle, domains, residual=residual)
        assert_well_formed(formula)
        assert sorted(pictures(formula, puzzle, domains if residual else None)) == sorted(allowed)


@pytest.mark.parametrize("recipe", [recipe for recipe in RECIPES if "+" in recipe])
def test_contradictions_have_no_model(recipe):
    """Rows and columns that agree on the totals and on nothing else, also where that is told by a single cell."""
    for rows, columns in (
        (("3a", "", "3a"), ("2a", "2a", "2a")),
        (("3a", "", ""), ("", "3a", "")),
        (("1a 1a", "", "2a"), ("1a", "1a", "2a")),
        (("2a 1b", "1a", ""), ("1b", "2a", "1a", "")),
    ):
        header = f"rect {len(rows)} {len(columns)}\n#ffffff #000000 #ff0000"
        puzzle = loads("\n".join([header, *rows, *columns]))
        assert not brute_force(puzzle)
        formula = find_encoding(recipe).encode(puzzle, initial_domains(puzzle))
        assert_well_formed(formula)
        assert pictures(formula, puzzle, None) == []


@pytest.mark.parametrize(
    "solver",
    [
        pytest.param(info.name, marks=[] if info.name == DEFAULT_SOLVER else [pytest.mark.slow])
        for info in list_solvers()
        if info.kind == "in process"
    ],
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_solver_finds_all_solutions_of_every_encoding(solver, encoding):
    """Both grids, one colour and several, blocks of unknown colour, givens, one solution and many."""
    several = 0
    for number, (puzzle, solutions) in enumerate(cases(61, 9)):
        found = nonosat.solutions(puzzle, solver=solver, encoding=encoding, propagate=number % 3 == 0)
        assert sorted(picture.cells for picture in found) == sorted(solutions)
        several += len(solutions) > 1
    assert several > 1


def test_those_puzzles_are_of_all_kinds():
    puzzles = [puzzle for puzzle, _ in cases(61, 9)]
    assert {type(puzzle.grid) for puzzle in puzzles} == {RectGrid, HexGrid}
    assert {min(puzzle.n_colors, 2) for puzzle in puzzles} == {1, 2}
    assert any(puzzle.givens for puzzle in puzzles)
    assert any(color == ANY_COLOR for puzzle in puzzles for clue in puzzle.clues for _, color in clue)


@pytest.mark.parametrize("added", REDUNDANT)
def test_redundant_constraints_are_there(added):
    """The tests above would not see if nothing was added."""
    puzzle = loads("rect 3 9\n#ffffff #000000\n1a 1a 1a\n2a 1a\n1a\n1a\n1a\n1a\n1a\n\n1a\n2a\n\n\n")
    assert brute_force(puzzle)
    for name in ("start", "order", "pairwise"):
        plain, more = (
            find_encoding(text).encode(puzzle, initial_domains(puzzle)) for text in (name, f"{name}+{added}")
        )
        assert more.groups[-1].name == added
        assert more.n_clauses > plain.n_clauses
        assert [group.literals for group in more.groups[:-1]] == [group.literals for group in plain.groups]


def test_text():
    assert find_encoding("pairwise/product+gaps+totals") == Recipe("pairwise", "product", ("totals", "gaps"))
    for recipe in RECIPES:
        assert find_encoding(str(find_encoding(recipe))) == find_encoding(recipe)
    assert str(find_encoding("pairwise")) == str(find_encoding("pairwise/pairwise")) == "pairwise"
    assert str(find_encoding("pairwise/product", amo="ladder", add=("gaps", "gaps"))) == "pairwise/ladder+gaps"


@pytest.mark.parametrize(
    ("text", "options", "nouns"),
    [
        ("nothing", {}, "encoding 'nothing'"),
        ("", {}, "encoding ''"),
        ("pairwise/", {}, "at-most-one ''"),
        ("pairwise/a/b", {}, "encoding 'pairwise/a/b'"),
        ("pairwise+", {}, "constraint ''"),
        ("pairwise", {"amo": "x"}, "at-most-one 'x'"),
        ("start", {"amo": "product"}, "'product' .* start"),
        ("dnf+gaps", {}, "'gaps' .* dnf"),
        ("order", {"add": ("x",)}, "constraint 'x'"),
    ],
)
def test_what_does_not_go_together(text, options, nouns):
    with pytest.raises(UsageError, match=nouns):
        find_encoding(text, **options)


def test_library():
    puzzle = loads("rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n")
    formula = nonosat.encode(puzzle, encoding="pairwise/commander+totals")
    assert "encoding: pairwise/commander+totals, complete" in formula.comments
    for propagate in (True, False):
        found = nonosat.solve(puzzle, unique=True, encoding="pairwise+gaps", propagate=propagate)
        assert found.second is not None
        assert len(list(nonosat.solutions(puzzle, encoding="order+totals", propagate=propagate))) == 2
    with pytest.raises(UsageError, match="constraint 'x'"):
        nonosat.solve(puzzle, encoding="order+x")


def test_cycles_are_collected_afterwards_as_before():
    puzzle = loads(HEX)
    try:
        for switch, state in ((gc.disable, False), (gc.enable, True)):
            switch()
            find_encoding("start").encode(puzzle, initial_domains(puzzle))
            assert gc.isenabled() == state
    finally:
        gc.enable()


def test_commands(run, two, tmp_path):
    chosen = ("--encoding", "pairwise", "--amo", "product", "--add", "totals", "--add", "gaps")
    result = run("encode", two, *chosen)
    assert "c encoding: pairwise/product+totals+gaps, complete\n" in result.out
    assert run("encode", two, "--encoding", "pairwise/product+totals+gaps").out == result.out
    assert run("solve", two, "--unique", *chosen).code == 1
    assert run("solve", two, "-o", tmp_path / "out", *chosen).code == 0
    assert b"c encoding: pairwise/product+totals+gaps" in (tmp_path / "out" / "two.sat").read_bytes()


def test_proofs(run, rect, tmp_path):
    made = run("certify", rect, "-o", tmp_path / "proof", "--encoding", "pairwise/ladder+bounds")
    assert made.code == 0, made.err
    assert run("verify-proof", tmp_path / "proof").code == 0
    manifest = json.loads((tmp_path / "proof" / "manifest.json").read_text())
    assert manifest["details"]["encoding"] == "pairwise/ladder+bounds"


@pytest.mark.parametrize(
    ("options", "noun"),
    [
        (["--encoding", "x"], "encoding 'x'"),
        (["--amo", "product"], "encoding start"),
        (["--encoding", "pairwise", "--amo", "x"], "at-most-one 'x'"),
        (["--add", "x"], "constraint 'x'"),
    ],
)
def test_wrong_options(run, rect, options, noun):
    for command in (("solve",), ("encode",), ("encode", "--words")):
        misused(run(*command, rect, *options), noun)


def test_list(run):
    text = run("encodings")
    record = json.loads(run("encodings", "--json").out)
    assert text.code == 0
    for key, registry in (("encodings", ENCODINGS), ("amo", AMOS), ("add", REDUNDANT)):
        assert [each["name"] for each in record[key]] == list(registry)
        assert [name for name in registry if f"  {name} " not in text.out] == []
    snapshot.compare("cli/encodings", "list", text.out)
