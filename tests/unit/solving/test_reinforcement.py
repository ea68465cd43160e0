"""Reinforcement against exact marginals, repair of parts of a picture, and the search that is made of them."""

from __future__ import annotations

import random
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from test_beliefs import fillings, palette, shares
from test_cli_strategy import NO_SOLUTION
from test_decimation import complete, never, random_puzzle

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.formats import FORMATS
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import ANY_COLOR, Block
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check
from nonosat.solving.beliefs import reinforcement
from nonosat.solving.beliefs import reinforcement_settings as fitted
from nonosat.solving.beliefs.messages import Beliefs
from nonosat.solving.beliefs.reinforcement import reinforce
from nonosat.solving.beliefs.reinforcement_settings import ReinforcementSchedule, ReinforcementSettings, settings_for
from nonosat.solving.beliefs.repair import cells_of, color_masks, fix_consistent, violated_lines, widened, with_free
from nonosat.solving.cell_neighbors import cells_beside, grown, nearest

#: Few rounds, so that hardly any guess is a solution, and repair has to do the rest.
FEW_ROUNDS = (ReinforcementSchedule(damping=0.3, growth=0.5, initial_rounds=0),)


def hasty(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> ReinforcementSettings:
    """Settings for few rounds, before which nothing is sure; whatever comes of them is repaired."""
    monkeypatch.setattr(fitted, "SURE_MARGIN", 100.0)
    monkeypatch.setattr(fitted, "REPAIRABLE", 1.0)
    return replace(settings_for(puzzle), schedules=FEW_ROUNDS)


def state_of(puzzle: Puzzle) -> PropagationState:
    state = propagated(puzzle)
    assert state is not None
    return state


def random_picture(grid: Grid, n_colors: int, seed: int, density: float = 0.5) -> Picture:
    rng = random.Random(f"{grid.header} {n_colors} {seed}")
    cells = (rng.randint(1, n_colors) if rng.random() < density else 0 for _ in range(grid.n_cells))
    return Picture(grid, tuple(cells))


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("n_colors", [2, 3])
def test_fields_weigh_the_solutions(n_colors: int, rate: float) -> None:
    """Without cycles beliefs are exact: each solution counts with the product of the fields of its cells.

    That no cell is background makes a share that should be 0, which rounding may make larger.
    """
    length = 5
    row = (Block(1, ANY_COLOR),) * length
    columns = ((Block(1, 1),), *(((Block(1, ANY_COLOR),),) * (length - 1)))
    state = state_of(Puzzle(RectGrid(1, length), palette(n_colors), (row, *columns)))
    filled = [filling for filling in fillings(row, length, n_colors) if filling[0] == 1]
    for seed in range(3):
        beliefs = Beliefs(state, noise=0.5, seed=seed)
        beliefs.run(60)
        before = beliefs.cell_marginals().T
        beliefs.reinforce(rate, 50.0)
        fields = before**rate
        beliefs.run(60)
        expected, _ = shares(filled, fields)
        found = beliefs.cell_marginals()
        assert pytest.approx(expected, abs=1e-9) == found.T
        assert pytest.approx(found.max(axis=1)) == found[range(length), beliefs.likeliest()]


def test_fields_are_bounded_and_draw_to_one_picture() -> None:
    beliefs = Beliefs(state_of(random_puzzle(RectGrid(20, 20), 2)))
    beliefs.run(20)
    before = beliefs.cell_marginals().max(axis=1)[beliefs.open].mean()
    for _ in range(50):
        beliefs.reinforce(0.9, 4.0)
        beliefs.run(1)
    beliefs.reinforce(0.9, 4.0)
    drawn = beliefs.cell_marginals()
    assert drawn.max(axis=1)[beliefs.open].mean() > before
    beliefs.reinforce(0.0, 4.0)
    plain = beliefs.cell_marginals()
    fields = np.log(np.maximum(drawn, 1e-300)) - np.log(np.maximum(plain, 1e-300))
    fields[~beliefs.possible.T] = np.nan
    strengths = (np.nanmax(fields, axis=1) - np.nanmin(fields, axis=1))[beliefs.open]
    assert strengths.max() == pytest.approx(4.0)


@pytest.mark.parametrize("n_colors", [1, 3])
def test_messages_begin_anew_at_some_cells(n_colors: int) -> None:
    state = state_of(random_puzzle(RectGrid(16, 16), n_colors, 4))
    beliefs, fresh = Beliefs(state), Beliefs(state)
    beliefs.run(10)
    kept, known = beliefs.copy_messages(), beliefs.cell_marginals()
    beliefs.reinforce(0.9, 10.0)
    beliefs.run(10)
    nowhere = np.zeros_like(beliefs.open)
    none = np.zeros((n_colors + 1, len(nowhere)))
    beliefs.renew(kept, nowhere, none)
    assert beliefs.cell_marginals() == pytest.approx(known)
    beliefs.renew(kept, ~nowhere, none)
    assert beliefs.cell_marginals() == pytest.approx(fresh.cell_marginals())
    some = np.arange(len(nowhere)) % 3 == 0
    fields = np.random.default_rng(1).normal(0.0, 1.0, none.shape)
    beliefs.renew(kept, some, fields)
    expected = np.where(beliefs.possible, np.exp(fields), 0.0)[:, some].T
    assert beliefs.cell_marginals()[some] == pytest.approx(expected / expected.sum(axis=1, keepdims=True))
    # Other beliefs of the puzzle can take them over.
    fresh.renew(kept, nowhere, none)
    assert fresh.cell_marginals() == pytest.approx(known)


@pytest.mark.parametrize("wrong", [0, 1, 5])
def test_cells_are_fixed_but_for_contradictions(wrong: int) -> None:
    picture = random_picture(RectGrid(20, 20), 1, 2, density=0.35)
    state = state_of(puzzle_of(picture, palette(1)))
    open_cells = [cell for cell in range(picture.grid.n_cells) if len(state.cells.colors(cell)) > 1]
    rng = random.Random(wrong)
    rng.shuffle(open_cells)
    cells = [(cell, picture.cells[cell]) for cell in open_cells]
    # Cells that come first are right, so what contradicts them is among the wrong ones.
    cells = cells[wrong:] + [(cell, 1 - color) for cell, color in cells[:wrong]]
    before = state.n_open
    fixed, contradictory = fix_consistent(state, cells)
    assert sorted(contradictory) == sorted(open_cells[:wrong])
    assert fixed.domains().picture().cells == picture.cells
    assert state.n_open == before
    first, contradictory = fix_consistent(state, [(open_cells[0], 0), (open_cells[0], 1)])
    assert contradictory == [open_cells[0]]
    assert list(first.cells.colors(open_cells[0])) == [0]
    assert fix_consistent(state, []) == (state, [])


@pytest.mark.parametrize("grid", [RectGrid(7, 9), HexGrid(4)], ids=lambda grid: grid.header)
def test_violated_lines_are_those_through_a_changed_cell(grid: Grid) -> None:
    picture = random_picture(grid, 3, 1)
    told = puzzle_of(picture, palette(3))
    unknown = Puzzle(grid, told.palette, tuple(tuple(Block(b.length, ANY_COLOR) for b in clue) for clue in told.clues))
    for puzzle in (told, unknown):
        assert violated_lines(puzzle, picture.cells) == []
    for cell in range(grid.n_cells):
        colors = list(picture.cells)
        colors[cell] = (colors[cell] + 1) % 4
        assert violated_lines(told, colors) == [i for i in range(grid.n_lines) if cell in grid.line(i)]
        assert set(violated_lines(unknown, colors)) <= set(violated_lines(told, colors))


def test_widened_stays_in_the_family() -> None:
    puzzle = puzzle_of(random_picture(RectGrid(6, 8), 1, 1), palette(1))
    rows, columns = puzzle.grid.families
    assert widened(puzzle, [], 3) == []
    assert widened(puzzle, [rows[0], columns[0]], 1) == [rows[0], rows[1], columns[0], columns[1]]
    assert widened(puzzle, [rows[-1]], 2) == list(rows[-3:])
    assert widened(puzzle, [columns[2]], 0) == [columns[2]]
    assert widened(puzzle, [rows[3], columns[3]], 100) == list(range(puzzle.grid.n_lines))


@pytest.mark.parametrize("grid", [RectGrid(3, 4), RectGrid(1, 1), HexGrid(3)], ids=lambda grid: grid.header)
def test_cells_beside(grid: Grid) -> None:
    beside = cells_beside(grid)
    for cell in range(grid.n_cells):
        expected = set()
        for index in range(grid.n_lines):
            line = list(grid.line(index))
            if cell in line:
                position = line.index(cell)
                expected |= set(line[max(0, position - 1) : position + 2]) - {cell}
        assert set(beside[cell].tolist()) - {grid.n_cells} == expected
        alone = np.arange(grid.n_cells) == cell
        assert set(np.flatnonzero(grown(alone, beside)).tolist()) == {cell, *expected}


def test_after_many_contradictions_no_more_cells_are_fixed() -> None:
    picture = random_picture(RectGrid(25, 25), 1, 2, density=0.4)
    state = state_of(puzzle_of(picture, palette(1)))
    failing = []
    for cell in range(picture.grid.n_cells):
        for color in state.cells.colors(cell)[1:] and state.cells.colors(cell):
            after = state.copy()
            after.cells.fix(cell, color)
            if not after.run():
                failing.append((cell, color))
    assert len(failing) > 3
    known = {cell for cell, _ in failing}
    right = [(cell, color) for cell, color in enumerate(picture.cells) if cell not in known]
    cells = failing[:3] + right
    fixed, left_out = fix_consistent(state, cells, most=3)
    assert fixed is state
    assert sorted(left_out) == sorted(cell for cell, _ in cells)
    fixed, left_out = fix_consistent(state, cells, most=4)
    assert fixed.n_open < state.n_open
    assert left_out == [cell for cell, _ in failing[:3]]


@pytest.mark.parametrize("grid", [RectGrid(9, 7), RectGrid(1, 12), HexGrid(5)], ids=lambda grid: grid.header)
@pytest.mark.parametrize("n_centers", [1, 4])
def test_nearest_of_some_cells(grid: Grid, n_centers: int) -> None:
    beside = cells_beside(grid)
    centers = np.array(random.Random(n_centers).sample(range(grid.n_cells), n_centers))
    steps = np.full((n_centers, grid.n_cells), grid.n_cells)
    for number, center in enumerate(centers.tolist()):
        reached = np.arange(grid.n_cells) == center
        for distance in range(grid.n_cells):
            steps[number] = np.where(reached, np.minimum(steps[number], distance), steps[number])
            reached = grown(reached, beside)
    found = nearest(centers, beside)
    assert steps[found, np.arange(grid.n_cells)].tolist() == steps.min(axis=0).tolist()


def test_a_search_among_unsure_cells_finds_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The guess is a solution but for some cells, which are unsure or on violated lines."""
    grid = RectGrid(20, 20)
    picture = random_picture(grid, 1, 3)
    state = state_of(puzzle_of(picture, palette(1)))
    assert state.n_open > 50
    colors = list(picture.cells)
    wrong = [cell for cell in range(grid.n_cells) if len(state.cells.colors(cell)) > 1][:6]
    for cell in wrong:
        colors[cell] = 1 - colors[cell]
    beliefs = Beliefs(state)
    search = reinforcement._Reinforcement(state, complete, NEVER, settings_for(state.puzzle))
    unsure = np.isin(np.arange(grid.n_cells), wrong)
    search.surest = reinforcement._Surest(beliefs.copy_messages(), unsure)
    found = search._search_unsure(reinforcement._Guess(colors, violated_lines(state.puzzle, colors)))
    assert found is not None
    assert check(state.puzzle, found) == []
    monkeypatch.setattr(fitted, "UNSURE_SIZE", 0)
    search.surest = reinforcement._Surest(beliefs.copy_messages(), np.ones_like(unsure))
    assert search._search_unsure(reinforcement._Guess(colors, [])) is None, "too many open cells"


@pytest.mark.parametrize("grid", [RectGrid(25, 25), HexGrid(12)], ids=lambda grid: grid.header)
def test_freed_lines_are_open_and_all_else_is_fixed(grid: Grid) -> None:
    picture = random_picture(grid, 1, 2, density=0.3)
    state = state_of(puzzle_of(picture, palette(1)))
    masks = [list(plane) for plane in state.cells.masks()]
    lines = [family[len(family) // 2] for family in grid.families]
    free = cells_of(state.puzzle, lines)
    part = with_free(state, color_masks(state.puzzle, picture.cells), free)
    assert part is not None
    for cell in range(grid.n_cells):
        assert picture.cells[cell] in part.cells.colors(cell)
        assert len(part.cells.colors(cell)) == 1 or cell in free
    assert [list(plane) for plane in state.cells.masks()] == masks
    # A wrong cell that is fixed contradicts its line, if the only open cell there cannot make up for it.
    (wrong, *_) = (cell for cell in range(grid.n_cells) if cell not in free and len(state.cells.colors(cell)) > 1)
    colors = list(picture.cells)
    (line, *_) = (grid.line(index) for index in range(grid.n_lines) if wrong in grid.line(index))
    (alike, *_) = (cell for cell in line if cell != wrong and colors[cell] == colors[wrong])
    colors[wrong] = next(color for color in state.cells.colors(wrong) if color != colors[wrong])
    assert with_free(state, color_masks(state.puzzle, colors), {alike}) is None
    everything = with_free(state, color_masks(state.puzzle, colors), range(grid.n_cells))
    assert everything is not None
    assert everything.n_open == state.n_open
    with pytest.raises(GaveUp):
        with_free(state, color_masks(state.puzzle, picture.cells), free, Deadline.after(0))


@pytest.mark.thinned(4)
@pytest.mark.parametrize(
    ("grid", "n_colors", "unknown"),
    [
        (RectGrid(20, 20), 1, 0.0),
        (RectGrid(14, 16), 3, 0.0),
        (RectGrid(10, 10), 2, 1.0),
        (RectGrid(12, 12), 4, 0.3),
        (HexGrid(8), 1, 0.0),
        (HexGrid(5), 3, 0.5),
    ],
    ids=str,
)
@pytest.mark.parametrize("in_haste", [False, True])
def test_it_finds_a_solution(
    grid: Grid, n_colors: int, unknown: float, in_haste: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = random_puzzle(grid, n_colors, 1, unknown)
    settings = hasty(puzzle, monkeypatch) if in_haste else None
    picture = reinforce(state_of(puzzle), complete, settings=settings)
    assert picture is not None
    assert check(puzzle, picture) == []


@pytest.mark.slow
def test_repair_without_a_completer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then only beliefs decide, on smaller and larger parts of the grid."""
    monkeypatch.setattr(fitted, "ATTEMPTS", 2)
    solved = 0
    for seed in range(5):
        puzzle = random_puzzle(RectGrid(24, 24), 3, seed)
        picture = reinforce(state_of(puzzle), never, settings=hasty(puzzle, monkeypatch))
        if picture is not None:
            assert check(puzzle, picture) == []
            solved += 1
    assert solved


def test_equal_seeds_give_equal_pictures() -> None:
    puzzle = random_puzzle(RectGrid(30, 30), 1, 5)
    found = [reinforce(state_of(puzzle), complete, seed=seed) for seed in (0, 0, 1000, 1000)]
    assert all(picture is not None and check(puzzle, picture) == [] for picture in found)
    assert found[0] == found[1]
    assert found[2] == found[3]


def test_no_solution_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts without a solution lead to larger ones; once that is the whole grid, further attempts are useless."""
    (sheet,) = FORMATS["clues"].sheets(NO_SOLUTION)
    state = state_of(sheet.puzzle)
    calls: list[int] = []

    def nothing(part: PropagationState, beliefs: Beliefs, conflicts: int) -> None:
        calls.append(part.n_open)

    assert reinforce(state, nothing, settings=hasty(sheet.puzzle, monkeypatch)) is None
    assert calls[-1] == state.n_open
    assert len(calls) < 20


@pytest.mark.slow
@pytest.mark.parametrize("n_colors", [1, 2])
def test_later_attempts_begin_where_beliefs_are_unsure(n_colors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without repair and a completer, and where the first attempt has few rounds.

    Kernels round in another way, so other grids are solved with them.
    """
    later = ReinforcementSchedule(damping=0.1, growth=0.003, initial_rounds=200)
    monkeypatch.setattr(fitted, "RENEWALS", 3)
    monkeypatch.setattr(fitted, "REPAIRABLE", 0.0)
    monkeypatch.setattr(fitted, "FEW_LINES", 0)
    monkeypatch.setattr(fitted, "COMPLETION_SIZE", 0)
    solved = 0
    for seed in range(1, 9):
        puzzle = random_puzzle(RectGrid(26, 26), n_colors, seed)
        state = state_of(puzzle)
        settings = replace(settings_for(puzzle), schedules=(*FEW_ROUNDS, later))
        monkeypatch.setattr(fitted, "ATTEMPTS", 1)
        if reinforce(state, never, settings=settings) is not None:
            continue
        monkeypatch.setattr(fitted, "ATTEMPTS", 6)
        found = [reinforce(state, never, settings=settings) for _ in range(2)]
        assert found[0] == found[1]
        if found[0] is not None:
            assert check(puzzle, found[0]) == []
            solved += 1
    assert solved


@pytest.mark.parametrize("how", ["deadline", "event"])
def test_it_ends_in_time(how: str) -> None:
    puzzle = random_puzzle(RectGrid(60, 60), 1, 1)
    cancel = Event()
    cancel.set()
    deadline = Deadline.after(0) if how == "deadline" else NEVER.cancelled_by(cancel)
    state = state_of(puzzle)
    before = state.n_open
    assert reinforce(state, never, deadline=deadline) is None
    assert state.n_open == before


def test_an_event_ends_it_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    cancel = Event()

    def interrupt(part: PropagationState, beliefs: Beliefs, conflicts: int) -> None:
        cancel.set()
        raise GaveUp("interrupted")

    puzzle = random_puzzle(RectGrid(30, 30), 1, 2)
    settings = hasty(puzzle, monkeypatch)
    monkeypatch.setattr(fitted, "COMPLETION_SIZE", 10**6)
    assert reinforce(state_of(puzzle), interrupt, deadline=NEVER.cancelled_by(cancel), settings=settings) is None


def test_what_is_sure_is_fixed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a hexagon messages converge to the picture, so nothing is left to reinforce."""
    monkeypatch.setattr(fitted, "ATTEMPTS", 1)
    monkeypatch.setattr(fitted, "COMPLETION_SIZE", 0)
    puzzle = random_puzzle(HexGrid(20), 1, 1)
    schedule = ReinforcementSchedule(damping=0.3, growth=1.0, initial_rounds=200)
    settings = replace(settings_for(puzzle), schedules=(schedule,))
    picture = reinforce(state_of(puzzle), never, settings=settings)
    assert picture is not None
    assert check(puzzle, picture) == []
    assert np.unique(picture.cells).tolist() == [0, 1]
