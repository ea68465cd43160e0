"""Decimation finds verified solutions, with phases for whatever encoding completes it."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from threading import Event

import pytest

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.encodings import find_encoding
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import verified
from nonosat.solvers import find_backend
from nonosat.solving.beliefs.decimation import DecimationSettings, DescentSchedule, decimate
from nonosat.solving.beliefs.messages import Beliefs
from nonosat.solving.beliefs.phases import phases
from nonosat.solving.formulas import decode

COLORS = ("#ffffff", "#000000", "#cc0000", "#0000cc", "#00aa00")


def random_puzzle(grid: Grid, n_colors: int, seed: int = 0, unknown: float = 0.0, hidden: float = 0.0) -> Puzzle:
    rng = random.Random(f"{grid.header} {n_colors} {seed} {unknown}")
    cells = tuple(rng.randint(1, n_colors) if rng.random() < 0.5 else 0 for _ in range(grid.n_cells))
    told = puzzle_of(Picture(grid, cells), Palette(COLORS[: n_colors + 1]))
    clues = [
        [Block(size, ANY_COLOR if rng.random() < unknown else color) for size, color in clue] for clue in told.clues
    ]
    clues = [[Block(ANY_LENGTH if rng.random() < hidden else size, color) for size, color in clue] for clue in clues]
    return Puzzle(grid, told.palette, tuple(map(tuple, clues)))


def complete(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
    domains = state.domains()
    formula = find_encoding("order").encode(state.puzzle, domains, residual=True)
    with find_backend("cadical195").open(formula) as session:
        session.set_phases(phases(beliefs, formula.variables))
        model = session.solve(conflicts=conflicts)
    return None if model is None else decode(state.puzzle, model, domains)


def never(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
    raise GaveUp("no time")


def nothing(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
    return None


def check(puzzle: Puzzle, settings: DecimationSettings | None = None, seconds: float = 120.0) -> None:
    picture = decimate(propagated(puzzle), complete, deadline=Deadline.after(seconds), settings=settings)
    assert picture is not None
    verified(puzzle, picture)


@pytest.mark.parametrize("seed", range(4))
def test_random_25(seed: int) -> None:
    check(random_puzzle(RectGrid(25, 25), 1, seed))


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_random_40(seed: int) -> None:
    """As it is, and when little may be left to the completer."""
    puzzle = random_puzzle(RectGrid(40, 40), 1, seed)
    check(puzzle)
    check(puzzle, DecimationSettings(completion_size=100, backtrack_size=3000))


@pytest.mark.thinned(4)
@pytest.mark.parametrize("n_colors", [2, 3])
@pytest.mark.parametrize(
    ("grid", "unknown", "hidden"),
    [
        (RectGrid(18, 18), 0.0, 0.0),
        (RectGrid(16, 16), 0.3, 0.0),
        (RectGrid(8, 25), 0.0, 0.0),
        (HexGrid(5), 1.0, 0.0),
        (RectGrid(12, 12), 0.0, 0.3),
        (HexGrid(5), 0.3, 0.3),
    ],
    ids=str,
)
def test_colors_and_hexagons(grid: Grid, unknown: float, hidden: float, n_colors: int) -> None:
    puzzle = random_puzzle(grid, n_colors, unknown=unknown, hidden=hidden)
    check(puzzle)
    check(puzzle, DecimationSettings(completion_size=150))


def test_alone_it_finds_what_beliefs_are_sure_of() -> None:
    found = [
        decimate(propagated(random_puzzle(RectGrid(20, 20), 1, seed)), never, settings=DecimationSettings(attempts=3))
        for seed in range(6)
    ]
    assert any(picture is not None for picture in found)
    for seed, picture in enumerate(found):
        if picture is not None:
            verified(random_puzzle(RectGrid(20, 20), 1, seed), picture)


def test_the_same_seed_finds_the_same() -> None:
    puzzle = random_puzzle(RectGrid(20, 20), 1, 3)
    one, other = (decimate(propagated(puzzle), complete, seed=5) for _ in range(2))
    assert one is not None
    assert one == other


def hasty_settings(share: float) -> DecimationSettings:
    """One descent that does not wait for messages to converge, and completes nothing on the way."""
    schedule = DescentSchedule(damping=0.5, rounds=2, share=share, initial_rounds=1)
    return DecimationSettings(completion_size=0, attempts=1, schedules=(schedule,))


@pytest.mark.parametrize(
    ("size", "seed", "share"),
    [
        (30, 0, 0.1),
        *(pytest.param(40, seed, share, marks=pytest.mark.slow) for seed in range(3) for share in (0.1, 0.4)),
    ],
)
def test_after_a_contradiction_it_backtracks_to_what_can_be_completed(size: int, seed: int, share: float) -> None:
    """Cells fixed before the messages have converged lead to a contradiction; the states on the way are bisected."""
    asked: list[int] = []

    def listen(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
        asked.append(state.n_open)
        return complete(state, beliefs, conflicts)

    puzzle = random_puzzle(RectGrid(size, size), 1, seed)
    hasty = hasty_settings(share)
    picture = decimate(propagated(puzzle), listen, settings=hasty)
    assert picture is not None
    verified(puzzle, picture)
    assert asked or share < 0.4
    assert asked == sorted(set(asked))  # every state that is dead is followed by an earlier one, with more cells open


@pytest.mark.parametrize("failures", [1, 3])
def test_a_completer_may_give_up_only_so_often(failures: int) -> None:
    asked: list[int] = []

    def judge(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
        asked.append(state.n_open)
        if state.n_open > 800:
            raise GaveUp("too hard")
        return None

    puzzle = random_puzzle(RectGrid(40, 40), 1, 0)
    hasty = replace(hasty_settings(0.1), backtrack_failures=failures)
    assert decimate(propagated(puzzle), judge, settings=hasty) is None
    hard, dead = ([n for n in asked if (n > 800) == large] for large in (True, False))
    assert 1 <= len(hard) <= failures
    assert hard == sorted(set(hard), reverse=True)  # what was too hard is followed by a later state, with less to do
    assert dead == sorted(set(dead))


def test_each_attempt_may_search_longer() -> None:
    puzzle = random_puzzle(RectGrid(20, 20), 1, 1)
    asked: list[int] = []

    def gives_up(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
        asked.append(conflicts)
        raise GaveUp("too hard")

    decimate(propagated(puzzle), gives_up, settings=DecimationSettings(attempts=3, conflicts=100))
    assert asked == sorted(asked)
    assert set(asked) <= {100, 200, 300}
    assert asked[0] == 100


def test_lines_that_contradict_each_other_have_no_solution() -> None:
    rows = ((Block(1, 1), Block(1, 1)), (Block(1, 1), Block(1, 1)), ())
    puzzle = Puzzle(RectGrid(3, 3), Palette(COLORS[:2]), (*rows, (Block(1, 1),), (Block(2, 1),), (Block(1, 1),)))
    assert propagated(puzzle) is None


def test_an_event_ends_it() -> None:
    cancel, asked = Event(), []

    def stopping(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
        asked.append(conflicts)
        cancel.set()
        raise GaveUp("too hard")

    puzzle = random_puzzle(RectGrid(20, 20), 1, 1)
    assert decimate(propagated(puzzle), stopping, deadline=NEVER.cancelled_by(cancel)) is None
    assert len(asked) == 1


def test_it_ends_in_time() -> None:
    puzzle = random_puzzle(RectGrid(99, 99), 1, 0)
    assert decimate(propagated(puzzle), complete, deadline=Deadline(time.monotonic())) is None


def test_it_ends_when_there_is_nothing_to_be_found() -> None:
    assert decimate(propagated(random_puzzle(RectGrid(20, 20), 1, 1)), nothing) is None


@pytest.mark.parametrize("encoding", ["order", "start"])
@pytest.mark.parametrize("residual", [True, False])
@pytest.mark.parametrize("hidden", [0.0, 0.4])
@pytest.mark.parametrize("grid", [RectGrid(14, 14), HexGrid(5)], ids=lambda grid: grid.header)
def test_phases_suit_the_variables(grid: Grid, hidden: float, encoding: str, residual: bool) -> None:
    """Each variable at most once; those of a cell have one value, those of a block follow from one start."""
    puzzle = random_puzzle(grid, 2, seed=1, unknown=1.0 if isinstance(grid, HexGrid) else 0.4, hidden=hidden)
    state = PropagationState(puzzle)
    assert state.run()
    assert state.n_open
    formula = find_encoding(encoding).encode(puzzle, state.domains(), residual=residual)
    beliefs = Beliefs(state)
    beliefs.run(20)
    literals = list(phases(beliefs, formula.variables))
    values = {abs(literal): literal > 0 for literal in literals}
    assert len(values) == len(literals)
    assert all(1 <= variable <= formula.n_vars for variable in values)
    likely = beliefs.cell_marginals().argmax(axis=1)
    starts: dict[tuple[int, ...], set[int]] = {}
    for group in formula.variables:
        for variable in range(group.first, group.last + 1):
            index = group.index_of(variable - group.first)
            if group.name == "cell":
                assert values[variable] == (likely[index[0]] == index[1])
            elif group.name == "start" and values.get(variable):
                starts.setdefault(index[:2], set()).add(index[2])
            elif group.name == "le" and variable in values and residual and encoding == "start":
                (start,) = starts[index[:2]]
                assert values[variable] == (start <= index[2])
    if residual and encoding == "start":
        assert starts


def test_phases_lead_to_a_solution_at_once() -> None:
    """Where the beliefs are right, a solver that follows them has nothing to change."""
    puzzle = random_puzzle(RectGrid(25, 25), 1, 1)
    state = PropagationState(puzzle)
    assert state.run()
    beliefs = Beliefs(state)
    beliefs.run(40)
    picture = complete(state, beliefs, 100_000)
    assert picture is not None
    verified(puzzle, picture)
