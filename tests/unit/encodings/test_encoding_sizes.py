"""Sizes of formulas are what the docstrings say, and grow as they say."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb

import pytest
from oracle import clues_of, fillings, palette, random_puzzle
from pysat.solvers import Solver
from test_encodings import counts
from test_propagation_strength import alone

from nonosat.cnf.cardinality import at_most_one
from nonosat.cnf.formula import Formula
from nonosat.core.errors import TooLarge
from nonosat.encodings import find_encoding
from nonosat.encodings.automaton import windows
from nonosat.encodings.dnf import distributed
from nonosat.lines.clue_automaton import line_automata
from nonosat.lines.clue_bounds import start_bounds
from nonosat.lines.domains import Domains, LineDomain, initial_domains
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, minimum_length
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid


def line(lengths: list[int], n: int) -> Puzzle:
    """A first row of these blocks in n cells of which nothing else tells."""
    filling = [cell for length in lengths for cell in (*[1] * length, 0)]
    filling = [*filling, *[0] * n][:n]
    grid = RectGrid(2, n)
    clues = clues_of(grid, (*filling, *(1 - cell for cell in filling)))
    return Puzzle(grid, palette(1), (clues[0], *(tuple(Block(x, ANY_COLOR) for x, _ in clue) for clue in clues[1:])))


def clauses_of_row(formula: Formula, group: str) -> int:
    """How many clauses of a group speak of blocks of the first row."""
    (found,) = [each for each in formula.groups if each.name == group]

    def is_own(variable: int) -> bool:
        place = formula.group_of(variable)
        return place.indices[0] == "line" and place.index_of(variable - place.first)[0] == 0

    return sum(any(is_own(abs(literal)) for literal in clause) for clause in found.clauses())


@pytest.mark.parametrize(("lengths", "n"), [([2, 3, 1], 20), ([1], 9), ([4, 4], 30), ([1] * 5, 19)])
def test_pairwise_exactly(lengths, n):
    puzzle = line(lengths, n)
    formula = find_encoding("pairwise").encode(puzzle, alone(puzzle))
    k, s = len(lengths), n - minimum_length(puzzle.clues[0], 1) + 1
    assert clauses_of_row(formula, "once") == k + k * s * (s - 1) // 2
    assert clauses_of_row(formula, "order") == (k - 1) * s * (s - 1) // 2
    assert clauses_of_row(formula, "cover") == s * sum(lengths)
    assert clauses_of_row(formula, "support") == n
    more = find_encoding("pairwise+bounds+gaps").encode(puzzle, alone(puzzle))
    assert clauses_of_row(more, "bounds") == (k - 1) * (k - 2) // 2 * s * (s - 1) // 2
    assert clauses_of_row(more, "gaps") == k * 2 * s - 2  # at each end of the line one cell is missing
    chained = find_encoding("order+bounds").encode(puzzle, alone(puzzle))
    assert clauses_of_row(chained, "bounds") == (k - 1) * (k - 2) // 2 * (s - 1)


def test_pairwise_of_unknown_length_exactly():
    """The first of two blocks ends where the second one starts at the latest, or before."""
    n, clue = 8, (Block(ANY_LENGTH, 1), Block(1, 1))
    puzzle = line([1, 1], n)
    puzzle = Puzzle(puzzle.grid, puzzle.palette, (clue, *puzzle.clues[1:]))
    formula = find_encoding("pairwise").encode(puzzle, alone(puzzle))
    for name, positions in (("start", range(n - 2)), ("end", range(1, n)), ("covers", range(n - 1))):
        (names,) = [group for group in formula.variables if group.name == name]
        found = [names.index_of(number) for number in range(names.last - names.first + 1)]
        assert [index[2] for index in found if index[:2] == (0, 0)] == list(positions)


@counts(12, 60)
def test_size_of_automaton(count):
    rng = random.Random(62)
    for number in range(count):
        grid = HexGrid(rng.randint(1, 5)) if number % 3 == 0 else RectGrid(rng.randint(1, 16), rng.randint(1, 16))
        puzzle, _ = random_puzzle(rng, grid, density=rng.choice([0.1, 0.3, 0.5, 0.7, 0.9]))
        formula = find_encoding("automaton").encode(puzzle, initial_domains(puzzle))
        n_vars, n_clauses = grid.n_cells, 0
        for index, clue in enumerate(puzzle.clues):
            n, k = len(grid.line(index)), len(clue)
            s = n - minimum_length(clue, 1) + 1 if clue else n + 1
            n_vars += 2 * (k + 1) * s + 3 * k * s
            n_clauses += 16 * (k + 1) * s + 4 * n
        decided = next(group for group in formula.groups if group.name == "fixed").n_clauses
        assert formula.n_vars <= n_vars
        assert formula.n_clauses - decided <= n_clauses


@pytest.mark.parametrize(("lengths", "n", "states"), [([2, 3, 1], 20, 1), ([4, 4], 30, 1)])
def test_nodes_and_steps_of_automaton_exactly(lengths, n, states):
    puzzle = line(lengths, n)
    formula = find_encoding("automaton").encode(puzzle, alone(puzzle))
    k, s = len(lengths), n - minimum_length(puzzle.clues[0], 1) + 1
    found = {
        group.name: sum(group.index_of(i)[0] == 0 for i in range(group.last - group.first + 1))
        for group in formula.variables
    }
    assert found["start"] == k * s
    assert found["keep"] == (k + 1) * (s - 1)
    assert found["state"] == (k + 1) * s - 2
    assert found["within"] <= 2 * k * s


@pytest.mark.parametrize("length", [1, 2, 3, 5, 9])
def test_windows(length):
    """Exactly the windows with a true literal are true, with holes too, at the promised cost."""
    rng = random.Random(63)
    for _ in range(30):
        positions = sorted(rng.sample(range(4, 16), rng.randint(1, 12)))
        literals = {position: number for number, position in enumerate(positions, 1)}
        names: list[tuple[int, int]] = []

        def new_variable(low: int, high: int, names=names, literals=literals) -> int:
            names.append((low, high))
            return len(literals) + len(names)

        found, clauses = windows(literals, length, new_variable)
        spread = positions[-1] - positions[0] + 1
        assert set(found) == set(range(positions[0], positions[-1] + length))
        assert len(names) <= 2 * spread
        assert len(clauses) <= 6 * spread
        with Solver(name="minisat22", bootstrap_with=clauses) as solver:
            for true in [(), *combinations(positions, 1), *combinations(positions, 2)][:40]:
                assumed = [literals[p] if p in true else -literals[p] for p in positions]
                assert solver.solve(assumptions=assumed)
                model = {literal for literal in (*(solver.get_model() or []), *assumed) if literal > 0}
                for j, window in found.items():
                    expected = any(j - length < p <= j for p in true)
                    assert any(literal in model for literal in window) == expected
                for literal, (low, high) in enumerate(names, len(literals) + 1):
                    assert (literal in model) == any(low <= p <= high for p in true)


@pytest.mark.parametrize(("lengths", "n"), [([2, 3, 1], 12), ([1], 9), ([1] * 3, 9)])
def test_placements_exactly(lengths, n):
    puzzle = line(lengths, n)
    formula = find_encoding("placements").encode(puzzle, alone(puzzle))
    k, s = len(lengths), n - minimum_length(puzzle.clues[0], 1) + 1
    count = comb(s - 1 + k, k)
    names = next(group for group in formula.variables if group.name == "placement")
    assert sum(names.index_of(i)[0] == 0 for i in range(names.last - names.first + 1)) == count
    assert clauses_of_row(formula, "fill") == count * n
    assert clauses_of_row(formula, "support") == 2 * n
    assert clauses_of_row(formula, "once") == 1 + len(at_most_one("commander", count).clauses)


def test_automaton_counts_its_fillings():
    rng = random.Random(64)
    for _ in range(40):
        n_colors = rng.randint(1, 3)
        puzzle, _ = random_puzzle(rng, RectGrid(1, rng.randint(1, 7)), n_colors, unknown=0.5)
        length = len(puzzle.grid.line(0))
        everything = LineDomain(((1 << length) - 1,) * (n_colors + 1), start_bounds(puzzle.clues[0], length, n_colors))
        automaton = line_automata(puzzle, Domains(puzzle.grid, (everything,) * puzzle.grid.n_lines), [0])[0]
        found = list(automaton.fillings())
        assert len(found) == automaton.count() == len(set(found))
        assert set(found) == set(fillings(puzzle.clues[0], length, n_colors))


def implicates(terms: list[int], m: int) -> set[int]:
    """All prime implicates of a disjunction of full conjunctions, by looking at every clause there is."""
    found: set[int] = set()
    for signs in sorted(product((None, 0, 1), repeat=m), key=lambda signs: m - signs.count(None)):
        clause = sum(1 << (i + m * sign) for i, sign in enumerate(signs) if sign is not None)
        if all(clause & term for term in terms) and not any(each & clause == each for each in found):
            found.add(clause)
    return found


def test_distribution_leaves_all_prime_implicates_in_whatever_order():
    rng = random.Random(65)
    for _ in range(40):
        m = rng.randint(1, 5)
        rows = rng.sample(range(1 << m), rng.randint(1, min(1 << m, 9)))
        terms = [row | (~row & (1 << m) - 1) << m for row in rows]
        found = distributed(terms, m)
        assert found is not None
        assert len(found) == len(set(found))
        assert set(found) == implicates(terms, m) == set(distributed(terms[::-1], m) or ())
    assert distributed([], 3) == [0]


@pytest.mark.parametrize("n", [6, 12, 18])
def test_dnf_grows_exponentially(n):
    formula = find_encoding("dnf").encode(puzzle := line([2], n), alone(puzzle))
    own = [clause for clause in formula.groups[-1].clauses() if max(map(abs, clause)) <= n]
    assert len(own) > 1.3**n


@pytest.mark.parametrize(
    ("encoding", "lengths", "n", "number"),
    [
        ("placements", [1] * 6, 30, "177,100 placements"),
        ("dnf", [1] * 4, 20, "2,380 placements"),
        pytest.param("dnf", [2, 2, 1], 18, "364 placements", marks=pytest.mark.slow),
    ],
)
def test_too_large(encoding, lengths, n, number):
    puzzle = line(lengths, n)
    with pytest.raises(TooLarge, match=f"{encoding}: row 1 .*{number}"):
        find_encoding(encoding).encode(puzzle, alone(puzzle))
