"""The solution map, independent components and exact counts, compared with brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import prod

import pytest
from oracle import Cells, TooMany, count_solutions, random_puzzle
from puzzle_tables import table

from nonosat.analysis import count as counting_methods
from nonosat.analysis import frontier_bound, solution_map
from nonosat.analysis.component_search import ComponentSearch
from nonosat.analysis.components import components
from nonosat.analysis.count import count
from nonosat.analysis.frontier import Frontier, cell_orders
from nonosat.analysis.frontier_bound import SampledBound, best_bound
from nonosat.analysis.solution_map import SolutionMap, map_solutions
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.lines.fixpoint import PropagationState, propagated, refute_colors
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check
from nonosat.solvers.pysat_session import PysatSession
from nonosat.solvers.session import SearchAnswer
from nonosat.solving.solution_session import SolutionSession


def unsolvable() -> Puzzle:
    one, two = (Block(1, 1),), (Block(2, 1),)
    return Puzzle(RectGrid(2, 2), Palette(("#ffffff", "#000000")), (one, one, two, ()), (ColoredCell(0, 0),))


def check_map(puzzle: Puzzle, solutions: set[Cells], found: SolutionMap) -> None:
    assert all(not check(puzzle, picture) for picture in found.witnesses)
    assert {picture.cells for picture in found.witnesses} <= solutions
    assert len(set(found.witnesses)) == len(found.witnesses)
    assert found.is_complete
    colors = [{cells[cell] for cells in solutions} for cell in range(puzzle.grid.n_cells)]
    assert [sum(1 << color for color in sets) for sets in colors] == list(found.shown) == list(found.possible)
    assert list(found.differing) == [cell for cell, sets in enumerate(colors) if len(sets) > 1]
    assert found.is_unique is (len(solutions) == 1)


def solved_puzzles(number: int = 150) -> list[tuple[Puzzle, set[Cells]]]:
    """Puzzles of every kind with all their solutions."""
    return [(puzzle, set(solutions)) for puzzle, solutions in table("every_kind")[:number]]


def slow(*values: object) -> object:
    """Parameters that are for the slow tests."""
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.slow
@pytest.mark.parametrize("part", [2, 5_000])
def test_maps_against_brute_force(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    monkeypatch.setattr(solution_map, "PART", part)
    for puzzle, solutions in solved_puzzles():
        check_map(puzzle, solutions, map_solutions(puzzle))


@pytest.mark.slow
def test_maps_with_probing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no part is settled within its limit, cells are probed; the map is the same."""
    search = PysatSession.search
    limits = [solution_map.FIRST_CONFLICTS * solution_map.GROWTH**turn for turn in range(3)]

    def is_hard(self: PysatSession, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        if conflicts in limits:
            raise GaveUp("too many conflicts")
        return search(self, assumptions, conflicts)

    monkeypatch.setattr(PysatSession, "search", is_hard)
    log: list[str] = []
    for puzzle, solutions in solved_puzzles():
        check_map(puzzle, solutions, map_solutions(puzzle, timeout=Run(log=log.append)))
    probed = sum("probing" in sentence for sentence in log)
    assert probed > 50


@pytest.mark.slow
def test_probing_refutes_only_what_no_solution_has() -> None:
    found = 0
    for puzzle, solutions in solved_puzzles():
        state = propagated(puzzle)
        assert state is not None
        before = [len(state.cells.colors(cell)) for cell in range(puzzle.grid.n_cells)]
        assert refute_colors(state)
        found += sum(before) - sum(len(state.cells.colors(cell)) for cell in range(puzzle.grid.n_cells))
        for picture in solutions:
            assert all(color in state.cells.colors(cell) for cell, color in enumerate(picture))
    assert found > 0


def test_no_solution() -> None:
    for timeout in (None, 60.0):
        found = count(unsolvable(), timeout=timeout)
        assert found.map.witnesses == ()
        assert found.map.is_complete
        assert not found.map.is_unique
        assert (found.at_least, found.is_exact, str(found)) == (0, True, "0 solutions")


def test_a_map_that_is_not_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a time limit the map holds what is proved, and counts are lower bounds."""

    def give_up(*_: object, **__: object) -> None:
        raise GaveUp("no answer within the time limit")

    monkeypatch.setattr(solution_map._MapSearch, "run", give_up)
    for puzzle, solutions in solved_puzzles(8):
        found = map_solutions(puzzle)
        assert {picture.cells for picture in found.witnesses} <= solutions
        for cell, (shown, possible) in enumerate(zip(found.shown, found.possible, strict=True)):
            colors = sum(1 << color for color in {cells[cell] for cells in solutions})
            assert shown & ~colors == 0
            assert colors & ~possible == 0
        assert found.is_complete is (not found.unproved)
        number = count(puzzle)
        assert number.at_least == len(solutions)
        assert number.is_exact


@pytest.mark.parametrize("number", [20, slow(150)])
def test_counts_against_brute_force(number: int) -> None:
    for puzzle, solutions in solved_puzzles(number):
        found = count(puzzle)
        assert (found.at_least, found.is_exact) == (len(solutions), True)
        assert found.at_least == prod(part.at_least for part in found.components)


def parts(number: int = 150) -> Iterator[tuple[Puzzle, set[Cells], SolutionMap]]:
    """Puzzles with something left open, and their maps."""
    for puzzle, solutions in solved_puzzles(number):
        found = map_solutions(puzzle)
        if found.differing:
            yield puzzle, solutions, found


def narrowed(found: SolutionMap) -> PropagationState:
    assert found.narrowed_state is not None
    return found.narrowed_state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("grid", "hidden", "density"),
    [(RectGrid(9, 9), 0.4, 0.7), (RectGrid(12, 12), 0.3, 0.8), (HexGrid(5), 0.8, 0.5)],
    ids=["rect 9 9", "rect 12 12", "hex 5"],
)
def test_counts_of_larger_puzzles_with_hidden_numbers(grid: Grid, hidden: float, density: float) -> None:
    """Against a count that is independent of line solving and solvers."""
    rng, numbers = random.Random(grid.n_cells), []
    while len(numbers) < 12:
        n_colors, unknown = rng.choice((1, 1, 2)), rng.choice((0, 0, 0.2))
        puzzle, _ = random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=hidden, density=density)
        try:
            numbers.append(count_solutions(puzzle, 2_000))
        except TooMany:
            continue
        found = count(puzzle)
        assert (found.at_least, found.is_exact) == (numbers[-1], True)
    assert len(set(numbers)) > 3


@pytest.mark.parametrize("number", [15, slow(150)])
def test_components_are_independent(number: int) -> None:
    """The solutions are all combinations of what the components can be, whether the map is known or not."""
    several = 0
    for puzzle, solutions, found in parts(number):
        assert found.state is not None
        for state in (found.state, narrowed(found)):
            split = components(state)
            several += len(split) > 1
            assert sorted(cell for cells in split for cell in cells) == [
                cell for cell in range(puzzle.grid.n_cells) if len(state.cells.colors(cell)) > 1
            ]
            fillings = [{tuple(picture[cell] for cell in cells) for picture in solutions} for cells in split]
            assert len(solutions) == prod(map(len, fillings))
    assert several > number / 8


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [0, 1, 2, 5])
def test_searches_that_end_early_are_lower_bounds(nodes: int) -> None:
    for _, solutions, found in list(parts())[::3]:
        state = narrowed(found)
        first = found.witnesses[0]
        with SolutionSession.of_state(state) as session:
            search = ComponentSearch(session)
            total = 1
            exact = True
            for cells in components(state):
                number = search.count(state, cells, first.cells, nodes=nodes)
                fillings = {tuple(picture[cell] for cell in cells) for picture in solutions}
                assert 1 <= number.n_solutions <= len(fillings)
                assert not number.is_exact or number.n_solutions == len(fillings)
                total *= number.n_solutions
                exact &= number.is_exact
            assert (total == len(solutions)) or not exact


@pytest.mark.slow
def test_frontiers_against_brute_force() -> None:
    """Every order of the cells, with all states and with a few."""
    orders = dropped = 0
    for puzzle, solutions, found in parts():
        state = narrowed(found)
        cells = [cell for cell in range(puzzle.grid.n_cells) if len(state.cells.colors(cell)) > 1]
        for order in cell_orders(puzzle, cells):
            orders += 1
            assert sorted(order) == cells
            frontier = Frontier(state, order)
            number = frontier.count(1_000_000)
            assert number is not None
            assert (number.n_solutions, number.is_exact) == (len(solutions), True)
            bound = SampledBound(frontier, found.witnesses).count(2)
            dropped += not bound.is_exact
            assert len(found.witnesses) <= bound.n_solutions <= len(solutions)
            assert not bound.is_exact or bound.n_solutions == len(solutions)
            assert frontier.count(1) is None or number.n_states == 1
    assert orders > 300
    assert dropped > 20


@pytest.mark.parametrize("number", [6, slow(150)])
def test_bounds_from_drawn_solutions(number: int) -> None:
    """Each count goes by the solutions that the last one has drawn, and never counts what is no solution."""
    below = 0
    for _, solutions, found in parts(number):
        state = narrowed(found)
        cells = [cell for cell in range(state.puzzle.grid.n_cells) if len(state.cells.colors(cell)) > 1]
        frontiers = [Frontier(state, order) for order in cell_orders(state.puzzle, cells)]
        best = best_bound(frontiers, found.witnesses)
        assert (best.n_solutions, best.is_exact) == (len(solutions), True)
        sampled = SampledBound(frontiers[0], found.witnesses)
        for most in (1, 2, 2, 4):
            bound = sampled.count(most)
            assert 1 <= bound.n_solutions <= len(solutions)
            below += bound.n_solutions < len(solutions)
    assert below > 4 or number < 100


@pytest.mark.slow
def test_a_bound_of_a_large_number() -> None:
    """Of 14! solutions a thousandth of the states at the widest place finds more than any search would."""
    state = propagated(permutations(14))
    assert state is not None
    order = next(cell_orders(state.puzzle, range(14 * 14)))
    diagonal = Picture(RectGrid(14, 14), tuple(int(row == column) for row in range(14) for column in range(14)))
    sampled = SampledBound(Frontier(state, order), [diagonal])
    numbers = [sampled.count(100).n_solutions for _ in range(4)]
    assert 1_000 < max(numbers) < prod(range(1, 15))
    again = SampledBound(Frontier(state, order), [diagonal])
    assert [again.count(100).n_solutions for _ in range(4)] == numbers


@pytest.mark.parametrize("grid", [RectGrid(3, 4), HexGrid(3)])
def test_every_family_gives_two_orders(grid: Grid) -> None:
    puzzle = puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000")))
    orders = list(cell_orders(puzzle, range(grid.n_cells)))
    assert len(orders) == 2 * len(grid.families)


def diagonal(n_pairs: int, size: int = 2) -> Puzzle:
    """A picture of diagonal blocks, each of which may be mirrored: 2 ** n_pairs solutions for size 2."""
    side = n_pairs * (size + 1)
    cells = [0] * (side * side)
    for pair in range(n_pairs):
        corner = pair * (size + 1)
        for at in range(size):
            cells[(corner + at) * side + corner + at] = 1
    return puzzle_of(Picture(RectGrid(side, side), tuple(cells)), Palette(("#ffffff", "#000000")))


def permutations(size: int) -> Puzzle:
    """One cell in every row and column: size! solutions."""
    cells = tuple(int(row == column) for row in range(size) for column in range(size))
    return puzzle_of(Picture(RectGrid(size, size), cells), Palette(("#ffffff", "#000000")))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "number"), [(1, 1), (2, 2), (5, 120), (8, 40_320), (12, 479_001_600)])
def test_permutations(size: int, number: int) -> None:
    found = count(permutations(size))
    assert (found.at_least, found.is_exact) == (number, True)


def test_numbers_beyond_any_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """25! has more than 64 bits; the frontier has at most 2 ** 25 states, so a smaller one is counted with limbs."""
    monkeypatch.setattr(counting_methods, "SEARCH_NODES", 0)
    state = propagated(permutations(15))
    assert state is not None
    order = next(cell_orders(state.puzzle, range(15 * 15)))
    found = Frontier(state, order).count(100_000)
    assert found is not None
    assert found.n_solutions == prod(range(1, 16))


def test_a_component_by_each_method(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, number = permutations(5), prod(range(1, 6))
    found = count(puzzle)
    assert [(part.method, part.at_least) for part in found.components] == [("search", number)]
    monkeypatch.setattr(counting_methods, "SEARCH_NODES", 3)
    found = count(puzzle)
    assert [(part.method, part.at_least) for part in found.components] == [("frontier", number)]
    monkeypatch.setattr(counting_methods, "FRONTIER_STATES", (2, 3))
    found = count(puzzle)
    assert [(part.method, part.at_least) for part in found.components] == [("bound", number)]
    for name in ("TRIAL_STATES", "SAMPLING_STATES", "BOUND_STATES"):
        monkeypatch.setattr(frontier_bound, name, (4,))
    found = count(puzzle)
    assert [(part.method, part.at_least) for part in found.components] == [("full search", number)]


@pytest.mark.slow
def test_a_time_limit_gives_a_lower_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting_methods, "SEARCH_NODES", 3)
    monkeypatch.setattr(counting_methods, "FRONTIER_STATES", (2,))
    monkeypatch.setattr(frontier_bound, "BOUND_STATES", (20, 50))
    puzzle = permutations(14)
    found = count(puzzle, timeout=3)
    assert not found.is_exact
    assert 1 < found.at_least < prod(range(1, 15))
    assert str(found).startswith("at least ")
