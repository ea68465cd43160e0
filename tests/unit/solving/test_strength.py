"""The strength of unit propagation in a formula, compared with a plain propagation and with all placements."""

from __future__ import annotations

import random

import pytest
from oracle import fillings, random_grid, random_puzzle
from test_compare import naive_consequences

from nonosat.encodings.cell_variables import CellVariables
from nonosat.solving.formulas import encode
from nonosat.solving.strength import propagation_strength, samples


@pytest.mark.parametrize("encoding", ["pairwise", "order", "automaton"])
def test_cells_that_follow_and_cells_that_are_found(encoding: str) -> None:
    rng = random.Random(7)
    for _ in range(6):
        puzzle, picture = random_puzzle(rng, random_grid(rng, 12), rng.choice((1, 2)), unknown=0.2)
        cells = picture.cells
        drawn = samples(puzzle, [picture], seed=3, number=4)
        assert drawn == samples(puzzle, [picture], seed=3, number=4)
        assert not drawn[0].known
        formula = encode(puzzle, encoding=encoding)
        strength = propagation_strength(puzzle, formula, drawn)
        variables, found = CellVariables(puzzle), 0
        for known, follows in drawn:
            assert all(cells[cell] == color for cell, color in known.items())
            assert all(cells[cell] == color for cell, color in follows.items())
            assert known.keys().isdisjoint(follows)
            assumed = [(literal,) for cell, color in known.items() for literal in variables.literals(cell, color)]
            true = naive_consequences([*formula.clauses(), *assumed])
            found += sum(true.issuperset(variables.literals(cell, color)) for cell, color in follows.items())
        assert (strength.follows, strength.found) == (sum(len(follows) for _, follows in drawn), found)
        if encoding == "automaton":
            assert strength.found == strength.follows
        if strength.missed is not None:
            line, there, position, color = strength.missed
            left = [
                filling
                for filling in fillings(puzzle.clues[line], len(there), puzzle.n_colors)
                if all(known in (None, own) for known, own in zip(there, filling, strict=True))
            ]
            assert there[position] is None
            assert left
            assert {filling[position] for filling in left} == {color}


def test_without_a_solution_only_the_puzzle_is_measured() -> None:
    puzzle, picture = random_puzzle(random.Random(1), random_grid(random.Random(1), 9), 1)
    assert len(samples(puzzle, [], seed=1)) == 1
    assert len(samples(puzzle, [picture], seed=1, number=5)) == 6
