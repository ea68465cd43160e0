"""The linear relaxation: flows have exactly the placements, weights never prove what is false."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import numpy as np
import oracle
import pytest
from support.families import dominoes, wedges

from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.formats import loads
from nonosat.lines.clue_automaton import ClueAutomaton, Node, block_options
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import Block, Clue
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check
from nonosat.solving.relaxation.linear_program import LinearProgram, LinearSolver, build_program
from nonosat.solving.relaxation.weights import UNIT, Weights, prove_cells, proves, solve_relaxation
from nonosat.solving.relaxation.weights import _heaviest as heaviest
from nonosat.solving.solve import solve

#: The puzzle `wedges(8)` with as many numbers hidden as leave it unique.
HIDDEN_WEDGES = """rect 8 8
#ffffff #222222
_a
_a
_a 3a
1a
_a 3a
_a
_a _a
1a
3a
1a
_a 3a
1a
_a 3a
1a
_a 2a
_a
"""


def clues_for(length: int, n_colors: int):
    """Every clue that fits, with unknown colours and lengths, up to three blocks."""
    blocks = [Block(size, color) for size in range(length + 1) for color in range(n_colors + 1)]
    for count in range(4):
        for clue in itertools.product(blocks, repeat=count):
            if sum(block.least for block in clue) <= length:
                yield clue


def automaton_of(clue: Clue, sets: Sequence[int], length: int) -> ClueAutomaton:
    return ClueAutomaton(block_options(clue, sets), sets[0], length)


def paths(automaton: ClueAutomaton) -> list[tuple[int, ...]]:
    """The lines that the paths of an automaton paint."""
    found, todo = [], [(automaton.first, ())]
    while todo:
        node, cells = todo.pop()
        if node == automaton.last:
            found.append(cells)
        todo += [
            (step.head, (*cells, *[step.color] * step.length, *[0] * step.gap))
            for step in automaton.steps.get(node, ())
        ]
    return found


@pytest.mark.parametrize(
    ("length", "n_colors"), [(1, 1), (2, 2), (3, 2), (4, 1), (6, 1), pytest.param(4, 2, marks=pytest.mark.slow)]
)
def test_paths_are_the_placements(length, n_colors):
    rng = random.Random(length)
    for clue in clues_for(length, n_colors):
        masks = [rng.randrange(1 << length) | rng.randrange(1 << length) for _ in range(n_colors + 1)]
        for sets in ([(1 << length) - 1] * (n_colors + 1), masks):
            expected = {
                cells
                for cells in oracle.fillings(clue, length, n_colors)
                if all(sets[color] >> position & 1 for position, color in enumerate(cells))
            }
            found = paths(automaton_of(clue, sets, length))
            assert set(found) == expected
            # A `?` may be laid in one way only, so that shares of paths are shares of placements.
            assert len(found) == len(expected)


def program_of(automaton: ClueAutomaton) -> LinearProgram:
    """The program of one line, without anything it must agree with."""
    by_node: dict[Node, dict[int, float]] = {node: {} for node in (*automaton.steps, automaton.last)}
    column = 0
    for node, steps in automaton.steps.items():
        for step in steps:
            by_node[node][column] = 1.0
            by_node[step.head][column] = -1.0
            column += 1
    del by_node[automaton.last]
    rows = list(by_node.values())
    entries = [pair for row in rows for pair in row.items()]
    starts = np.cumsum([0, *map(len, rows)])
    indices, values = np.array([column for column, _ in entries]), np.array([value for _, value in entries])
    return LinearProgram(
        puzzle=None,
        automata={},
        cells=(),
        covers={},
        agreements={},
        n_columns=column,
        n_flow_rows=len(rows),
        starts=starts,
        indices=indices,
        values=values,
        right_sides=np.array([1.0, *[0.0] * (len(rows) - 1)]),
    )


@pytest.mark.parametrize(
    ("length", "n_colors", "every"),
    [
        (3, 2, 5),
        (4, 2, 12),
        (6, 1, 7),
        *(pytest.param(*size, 1, marks=pytest.mark.slow) for size in ((3, 2), (4, 2), (6, 1))),
    ],
)
def test_the_program_of_a_line_is_the_convex_hull_of_its_placements(length, n_colors, every):
    """Whatever cells are worth, its optimum is the best placement; and so is the bound in whole numbers."""
    rng = random.Random(7)
    for clue in itertools.islice(clues_for(length, n_colors), 0, None, every):
        fillings = list(oracle.fillings(clue, length, n_colors))
        automaton = automaton_of(clue, [(1 << length) - 1] * (n_colors + 1), length)
        if not automaton.steps:
            assert not fillings
            continue
        worth = {(cell, color): rng.randint(-20, 20) for cell in range(length) for color in range(n_colors + 1)}
        best = max(sum(worth[pair] for pair in enumerate(cells)) for cells in fillings)
        assert heaviest(automaton, worth) == best
        costs = np.array(
            [
                -sum(worth[cell, step.color] for cell in range(step.begin, step.begin + step.length))
                for steps in automaton.steps.values()
                for step in steps
            ]
        )
        optimum = LinearSolver(program_of(automaton)).solve(costs.astype(float))
        assert costs @ optimum.flows == pytest.approx(-best, abs=1e-3)


@pytest.mark.parametrize("puzzle", [wedges(12), dominoes(9)], ids=["wedges", "dominoes"])
def test_a_solution_that_is_the_only_point(puzzle):
    outcome = solve_relaxation(propagated(puzzle))
    assert outcome.refutation is None
    assert not check(puzzle, outcome.picture)


def test_what_settles_nothing():
    for puzzle, _ in random_puzzles(20, 11):
        outcome = solve_relaxation(propagated(puzzle))
        assert outcome.refutation is None
        if outcome.picture is not None:
            assert oracle.solves(puzzle, outcome.picture.cells)


def random_puzzles(count: int, seed: int):
    rng = random.Random(seed)
    for _ in range(count):
        grid = oracle.random_grid(rng, 16)
        n_colors = rng.randint(1, 2)
        unknown, givens = rng.choice((0.0, 0.5)), rng.choice((0, 1))
        yield oracle.random_puzzle(
            rng,
            grid,
            n_colors,
            unknown=unknown,
            hidden=rng.choice((0.0, 0.0, 0.5)),
            givens=min(givens, grid.n_cells),
        )


@pytest.mark.slow
def test_what_is_proved_holds_in_all_solutions():
    proved = open_before = 0
    for puzzle, picture in random_puzzles(240, 9):
        state = PropagationState(puzzle)
        assert state.run()
        if not state.n_open:
            continue
        open_before += 1
        decided = prove_cells(propagated(puzzle), picture)
        solutions = oracle.brute_force(puzzle)
        for step in decided.steps:
            for cell in step.cells:
                assert {cells[cell] for cells in solutions} == {picture.cells[cell]}
        assert decided.state.n_open or len(solutions) == 1
        proved += sum(len(step.cells) for step in decided.steps)
    assert open_before > 10
    assert proved


def test_weights_with_numbers_that_are_hidden():
    """Lines decide nothing, half of the numbers are unknown, and one step of weights decides all."""
    puzzle = loads(HIDDEN_WEDGES)
    state = propagated(puzzle)
    assert state.n_open == puzzle.grid.n_cells
    decided = prove_cells(state, solve(wedges(8)).picture)
    assert (len(decided.steps), decided.state.n_open) == (1, 0)


def contradictory(seed: int) -> Puzzle | None:
    """A puzzle without solution that lines do not see through, by luck: the columns are those of another picture."""
    rng = random.Random(seed)
    puzzle, _ = oracle.random_puzzle(rng, RectGrid(5, 5), 1)
    columns = rng.sample(puzzle.clues[5:], 5)
    broken = Puzzle(puzzle.grid, puzzle.palette, (*puzzle.clues[:5], *columns))
    return broken if PropagationState(broken).run() and solve(broken).picture is None else None


def test_no_solution_is_proved_only_where_there_is_none():
    found = [puzzle for seed in (335, 548, 664, 859) if (puzzle := contradictory(seed))]
    assert len(found) == 4
    assert any(solve_relaxation(propagated(puzzle)).refutation for puzzle in found)
    for puzzle, _ in random_puzzles(20, 9):
        assert solve_relaxation(propagated(puzzle)).refutation is None


def in_colors(puzzle: Puzzle, unknown: float) -> Puzzle:
    """The same picture, from row 9 on in another colour, and some colours not told."""
    rng = random.Random(1)
    picture = solve(puzzle, strategy="sat").picture
    cells = [color and 1 + (cell // puzzle.grid.width > 7) for cell, color in enumerate(picture.cells)]
    told = puzzle_of(Picture(puzzle.grid, tuple(cells)), oracle.palette(2))
    clues = [[Block(size, 0 if rng.random() < unknown else color) for size, color in clue] for clue in told.clues]
    return Puzzle(told.grid, told.palette, tuple(map(tuple, clues)))


@pytest.mark.parametrize(
    "puzzle", [wedges(12), dominoes(13), in_colors(wedges(12), 0.2), in_colors(dominoes(11), 0.5)], ids=range(4)
)
def test_families_that_are_hard_for_clauses_are_easy_for_weights(puzzle):
    picture = solve(puzzle, strategy="sat").picture
    decided = prove_cells(propagated(puzzle), picture)
    assert not decided.state.n_open
    assert len(decided.steps) == 1


def test_other_weights_prove_nothing():
    puzzle = wedges(12)
    picture = solve(puzzle).picture
    decided = prove_cells(propagated(puzzle), picture)
    (step,) = decided.steps
    state = PropagationState(puzzle)
    state.run()
    lp = build_program(puzzle, state.domains())
    assert proves(lp, step, picture)
    assert not proves(lp, Weights(step.cells, {}), picture)
    assert not proves(lp, step, Picture(puzzle.grid, tuple(1 - color for color in picture.cells)))
    key = max(step.multipliers, key=lambda key: step.multipliers[key])
    assert not proves(
        lp, step._replace(multipliers={**step.multipliers, key: step.multipliers[key] + UNIT * 10**9}), picture
    )


def test_time_limit():
    puzzle = wedges(40)
    picture = Picture(puzzle.grid, (0,) * puzzle.grid.n_cells)
    with pytest.raises(GaveUp):
        prove_cells(propagated(puzzle), picture, Deadline.after(0.02))
