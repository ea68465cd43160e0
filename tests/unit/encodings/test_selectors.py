"""Formulas with selectors: under the selectors of some clues and givens, the models are what satisfies these alone."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from oracle import COLORS, Cells, fits, random_puzzle
from pysat.solvers import Solver
from test_encodings import assert_well_formed
from test_recipes import RECIPES

import nonosat
from nonosat.core.errors import UsageError
from nonosat.encodings import ENCODINGS, find_encoding
from nonosat.encodings.cell_encoder import separate_domains
from nonosat.encodings.cell_variables import CellVariables
from nonosat.formats import loads
from nonosat.lines.domains import initial_domains
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.rect_grid import RectGrid

#: Small enough to go through all pictures.
SHAPES: list[tuple[Grid, int]] = [
    (RectGrid(2, 3), 1),
    (RectGrid(3, 3), 1),
    (RectGrid(1, 5), 2),
    (RectGrid(2, 3), 2),
    (RectGrid(1, 1), 3),
    (RectGrid(1, 3), 7),
    (HexGrid(2), 1),
    (HexGrid(2), 2),
]


@cache
def puzzles() -> list[Puzzle]:
    """Puzzles of all kinds, some without a solution since their clues come from different pictures."""
    rng = random.Random(71)
    found = [loads("rect 2 2\n#ffffff #000000\n1a 1a\n\n1a\n1a\n".replace("1a 1a", "2a"))]
    for grid, n_colors in SHAPES:
        for unknown in (0, 0.5):
            givens = rng.randint(0, min(3, grid.n_cells))
            found.append(
                random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=rng.choice((0, 0, 0.5)), givens=givens)[0]
            )
    # Columns that cannot be: the same totals, and no picture.
    clues = (*((Block(3, 1),), (), (Block(3, 1),)), *[(Block(2, 1),)] * 3)
    found.append(Puzzle(RectGrid(3, 3), Palette(COLORS[:2]), clues, (ColoredCell(4, 1), ColoredCell(0, 0))))
    return found


@cache
def satisfied(number: int) -> dict[Cells, tuple[frozenset[int], frozenset[int]]]:
    """For every picture the lines whose clues it satisfies, and the givens."""
    puzzle = puzzles()[number]
    grid = puzzle.grid
    found = {}
    for cells in product(range(puzzle.n_colors + 1), repeat=grid.n_cells):
        lines = frozenset(
            index for index, clue in enumerate(puzzle.clues) if fits(clue, [cells[cell] for cell in grid.line(index)])
        )
        found[cells] = lines, frozenset(cell for cell, color in puzzle.givens if cells[cell] == color)
    return found


def projected(solver: Solver, variables: CellVariables, assumptions: list[int]) -> list[Cells]:
    """The models under assumptions, projected to the cells, each picture once; the solver forgets them again."""
    found = []
    n = variables.n_variables
    (release,) = (solver.nof_vars() + 1,)
    while solver.solve(assumptions=[*assumptions, release]):
        model = solver.get_model()[:n]
        found.append(variables.picture_of(model).cells)
        solver.add_clause([-release, *(-literal for literal in model)])
    solver.add_clause([-release])
    return found


@pytest.mark.parametrize(
    ("recipe", "every"),
    [
        *((recipe, 9) for recipe in ENCODINGS),
        *(pytest.param(recipe, 1, marks=pytest.mark.slow) for recipe in [*ENCODINGS, *RECIPES]),
    ],
)
def test_exactly_the_selected_clues_and_givens_are_enforced(recipe: str, every: int) -> None:
    rng = random.Random(recipe)
    first = [*ENCODINGS].index(recipe) % every if every > 1 else 0
    for number, puzzle in list(enumerate(puzzles()))[first::every]:
        formula = find_encoding(recipe).encode(puzzle, selectors=True)
        assert_well_formed(formula)
        variables = CellVariables(puzzle)
        lines, givens = formula.selectors["line"], formula.selectors["given"]
        assert list(lines) == list(range(puzzle.grid.n_lines))
        assert list(givens) == [cell for cell, _ in puzzle.givens]
        with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in formula.clauses()]) as solver:
            for share in (0, 0.3, 0.5, 0.7, 0.9, 1):
                some_lines = frozenset(line for line in lines if rng.random() < share)
                some_givens = frozenset(cell for cell in givens if rng.random() < share)
                on = [*(lines[line] for line in some_lines), *(givens[cell] for cell in some_givens)]
                off = [-literal for literal in (*lines.values(), *givens.values()) if literal not in on]
                expected = sorted(
                    cells
                    for cells, (true_lines, true_givens) in satisfied(number).items()
                    if some_lines <= true_lines and some_givens <= true_givens
                )
                # What is not selected is not enforced, whether its selector is false or free.
                for assumptions in (on, [*on, *off]):
                    assert sorted(projected(solver, variables, assumptions)) == expected, (puzzle, some_lines)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_without_an_assumption_everything_that_is_said_is_about_cells(encoding: str) -> None:
    """Unit propagation of the bare formula decides nothing, and each clause of a clue has exactly its selector."""
    for puzzle in puzzles():
        formula = find_encoding(encoding).encode(puzzle, selectors=True)
        selectors = {literal: line for line, literal in formula.selectors["line"].items()}
        givens = {literal: cell for cell, literal in formula.selectors["given"].items()}
        assert min(map(len, formula.clauses())) > 1
        for clause in formula.clauses():
            found = [literal for literal in clause if abs(literal) in selectors or abs(literal) in givens]
            assert all(literal < 0 for literal in found)
            of_lines = {
                values[0]
                for variable in map(abs, clause)
                for group in [formula.group_of(variable)]
                for values in [group.index_of(variable - group.first)]
                if group.indices[0] == "line"
            }
            assert len(found) == 1 or (not found and not of_lines)
            assert of_lines <= {selectors.get(-found[0]) if found else None}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_under_all_selectors_unit_propagation_finds_what_the_complete_formula_fixes(encoding: str) -> None:
    rng = random.Random(72)
    for number in range(20):
        grid = HexGrid(2) if number % 3 == 0 else RectGrid(rng.randint(2, 4), rng.randint(2, 5))
        puzzle, _ = random_puzzle(
            rng, grid, rng.randint(1, 2), unknown=rng.choice([0, 0.4]), hidden=rng.choice((0, 0, 0.5)), givens=1
        )
        plain = find_encoding(encoding).encode(puzzle)
        formula = find_encoding(encoding).encode(puzzle, selectors=True)
        assumed = [literal for found in formula.selectors.values() for literal in found.values()]
        with Solver(name="minisat22", bootstrap_with=[list(clause) for clause in formula.clauses()]) as solver:
            consistent, literals = solver.propagate(assumptions=assumed)
        fixed = {clause[0] for group in plain.groups if group.name == "fixed" for clause in group.clauses()}
        assert consistent
        assert fixed <= set(literals)


def test_variables_of_selectors_follow_those_of_cells() -> None:
    puzzle = loads("rect 2 3\n#ffffff #000000\n2a\n1a\n1a\n1a\n1a\ngiven 1 1 -\n")
    formula = nonosat.encode(puzzle, encoding="order", selectors=True)
    assert [(group.name, group.indices) for group in formula.variables[:3]] == [
        ("cell", ("cell", "colour")),
        ("selector", ("line",)),
        ("given", ("cell",)),
    ]
    assert formula.selectors == {"line": {line: 7 + line for line in range(5)}, "given": {0: 12}}
    assert [formula.label(literal) for literal in (7, -11, 12)] == ["selector[0]", "-selector[4]", "given[0]"]
    assert "encoding: order, with selectors" in formula.comments
    given = next(group for group in formula.groups if group.name == "given")
    assert list(given.clauses()) == [(-12, -1)]


def test_formulas_without_selectors_have_none() -> None:
    puzzle = puzzles()[3]
    for encoding in ENCODINGS:
        formula = nonosat.encode(puzzle, encoding=encoding)
        assert formula.selectors == {}
        assert {group.name for group in formula.variables}.isdisjoint({"selector", "given"})


def test_separate_domains_say_nothing_of_cells() -> None:
    for puzzle in puzzles():
        domains = separate_domains(puzzle)
        for index, domain in enumerate(domains.lines):
            assert set(domain.cells) == {(1 << len(puzzle.grid.line(index))) - 1}
            assert domain.starts == initial_domains(puzzle).lines[index].starts


def test_domains_of_several_lines_do_not_go_with_selectors() -> None:
    puzzle = loads("rect 1 2\n#ffffff #000000\n1a\n1a\n\n")
    domains = propagate(puzzle)
    assert domains
    for options in ({"domains": domains}, {"domains": initial_domains(puzzle)}, {"residual": True}):
        with pytest.raises(UsageError, match="domains"):
            find_encoding("order").encode(puzzle, selectors=True, **options)
    with pytest.raises(UsageError, match="propagation"):
        nonosat.encode(puzzle, selectors=True, propagate=True)


def test_a_core_names_the_clues_that_contradict_each_other() -> None:
    """What selectors are for. Rows 1 and 3 fill columns 2 and 3 there, whose clues ask for two cells side by side."""
    puzzle = loads("\n".join(["rect 4 3", "#ffffff #000000", "3a", "", "3a", "1a", "3a", "2a", "2a"]))
    formula = nonosat.encode(puzzle, selectors=True)
    lines = {literal: line for line, literal in formula.selectors["line"].items()}
    with Solver(name="minisat22", bootstrap_with=[list(clause) for clause in formula.clauses()]) as solver:
        assert not solver.solve(assumptions=list(lines))
        core = {lines[literal] for literal in solver.get_core()}
    grid = puzzle.grid
    assert core < set(lines.values())
    assert not any(
        all(fits(puzzle.clues[line], [cells[cell] for cell in grid.line(line)]) for line in core)
        for cells in product((0, 1), repeat=grid.n_cells)
    )
