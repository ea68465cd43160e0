"""Mending against exhaustive search on small puzzles: the fewest changes are exactly the fewest there are."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import product

import pytest
import snapshot
from exhaustive import edited_puzzle, fewest, fewest_cells_changed, fewest_cells_given, lines_solve
from oracle import Cells, all_puzzles, brute_force, palette, random_puzzle

from nonosat import (
    CannotMend,
    ColoredCell,
    HexGrid,
    InputError,
    Mended,
    Picture,
    Puzzle,
    RectGrid,
    UsageError,
    check,
    mend,
)
from nonosat.analysis.solution_map import map_solutions
from nonosat.authoring import fewest_changes, fewest_givens, smallest_set
from nonosat.authoring import gaps as line_gaps
from nonosat.authoring import mend as mending
from nonosat.authoring.fewest_shown import showing, unknown_blocks, with_hidden_numbers
from nonosat.authoring.gaps import LineGaps
from nonosat.authoring.obstacles import OBSTACLES, EditedPuzzles
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.puzzle import puzzle_of


def slow(*values: object) -> object:
    """Parameters of a slow test."""
    return pytest.param(*values, marks=pytest.mark.slow)


def puzzles(number: int, max_cells: int, *, several: bool = True, seed: int = 14) -> Iterator[tuple[Puzzle, Picture]]:
    """Rectangles and hexagons with one to three colours, some with `?` and givens, and a picture that solves each."""
    rng = random.Random(seed)
    sizes = [(h, w) for h in range(1, 6) for w in range(2, 6) if h * w <= max_cells]
    while number:
        grid = HexGrid(2) if rng.random() < 0.25 else RectGrid(*rng.choice(sizes))
        puzzle, picture = random_puzzle(
            rng,
            grid,
            rng.choice((1, 1, 2, 3)),
            unknown=rng.choice((0, 0, 0.5, 1)),
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice((0, 0, min(1, grid.n_cells - 1))),
            density=rng.choice((0.3, 0.5, 0.7)),
        )
        if not several or len(brute_force(puzzle)) > 1:
            number -= 1
            yield puzzle, picture


def check_mended(mended: Mended, wanted: int) -> None:
    """It is what was asked for, by brute force, and has the fewest changes, which is proved."""
    assert (mended.n_changes, mended.at_least) == (wanted, wanted)
    assert mended.is_fewest
    assert brute_force(mended.puzzle) == {mended.picture.cells}
    if mended.until == "lines":
        assert lines_solve(mended.puzzle)


@pytest.mark.parametrize(("timeout", "count"), [(None, 6), (60.0, 2), slow(None, 150), slow(60.0, 15)])
def test_fewest_givens_for_a_goal(timeout: float | None, count: int) -> None:
    for puzzle, goal in puzzles(count, 12):
        mended = mend(puzzle, goal=goal, timeout=timeout)
        check_mended(mended, fewest_cells_given(brute_force(puzzle), goal.cells))
        assert mended.picture == goal
        assert mended.puzzle.clues == puzzle.clues
        assert set(mended.puzzle.givens) == {*puzzle.givens, *mended.givens}


@pytest.mark.parametrize(("until", "count"), [("unique", 8), slow("unique", 50), slow("lines", 50)])
def test_fewest_changed_cells(until: str, count: int) -> None:
    number = 0
    for puzzle, picture in puzzles(count, 9, several=until == "unique", seed=17):
        wanted = fewest_cells_changed(puzzle, picture, until)
        mended = mend(puzzle, by="cells", goal=picture, until=until)
        check_mended(mended, wanted)
        number += wanted > 0
        assert mended.puzzle == edited_puzzle(puzzle, picture, dict(mended.edits))
        assert all(picture.cells[cell] != color == mended.picture.cells[cell] for cell, color in mended.edits)
    assert number > count / 6


@pytest.mark.parametrize("number", [1, 2])
def test_several_changed_cells(number: int) -> None:
    puzzle = pairs(number)
    mended = mend(puzzle, by="cells")
    assert brute_force(mended.puzzle) == {mended.picture.cells}
    picture = map_solutions(puzzle).witnesses[0]
    assert mended.is_fewest
    assert mended.n_changes == fewest_cells_changed(puzzle, picture, "unique")


@pytest.mark.parametrize(("until", "count"), [("unique", 20), ("lines", 20), slow("unique", 90), slow("lines", 90)])
def test_fewest_shown_numbers(until: str, count: int) -> None:
    """Of all puzzles with the same picture and colours, none that tells fewer numbers is as asked for."""
    number = impossible = 0
    for puzzle, goal in puzzles(count, 8, several=False, seed=18):
        bare = with_hidden_numbers(puzzle)
        blocks = unknown_blocks(bare, goal, "length")

        def works(some: Collection[object], bare: Puzzle = bare) -> bool:
            told = showing(bare, some, "length")  # type: ignore[arg-type]
            return lines_solve(told) if until == "lines" else len(brute_force(told)) == 1

        if not works(blocks):
            impossible += 1
            with pytest.raises(CannotMend, match="numbers"):
                mend(puzzle, by="clues", goal=goal, until=until)
            continue
        wanted = fewest(blocks, works)
        mended = mend(puzzle, by="clues", goal=goal, until=until)
        check_mended(mended, wanted)
        assert mended.puzzle == showing(bare, mended.blocks, "length")
        number += 0 < wanted < len(blocks)
    assert number > count / 10
    assert impossible > count / 20


@pytest.mark.slow
def test_obstacles_are_obstacles() -> None:
    """Whatever is edited elsewhere, an obstacle stays; and edits without any obstacle do what is asked for."""
    rng = random.Random(19)
    for puzzle, picture in puzzles(50, 12, seed=19):
        puzzles_ = EditedPuzzles(puzzle, picture)
        for until, make in OBSTACLES.items():
            obstacles = make(puzzles_)
            for _ in range(6):
                cells = rng.sample(range(puzzle.grid.n_cells), min(2, puzzle.grid.n_cells))
                edits = {cell: rng.choice(puzzles_.other_colors(cell)) for cell in cells[: rng.randint(0, 2)]}
                edited, there = puzzles_.edited(edits)
                assert edited == edited_puzzle(puzzle, picture, edits)
                assert not check(edited, there)
                found = obstacles.of(edits)
                works = lines_solve(edited) if until == "lines" else len(brute_force(edited)) == 1
                assert works is (not found)
                for cells_ in found:
                    outside = sorted(set(range(puzzle.grid.n_cells)) - cells_ - set(edits))
                    for cell in outside[:3]:
                        further = edited_puzzle(puzzle, picture, {**edits, cell: puzzles_.other_colors(cell)[0]})
                        if until == "lines":
                            assert not lines_solve(further)
                        else:
                            assert len(brute_force(further)) > 1


def pairs(number: int) -> Puzzle:
    """So many independent places with two solutions each; all other cells are given."""
    side = 2 * number
    cells = tuple(int(row == column) for row in range(side) for column in range(side))
    puzzle = puzzle_of(Picture(RectGrid(side, side), cells), palette(1))
    apart = [ColoredCell(cell, 0) for cell in range(side * side) if cell // side // 2 != cell % side // 2]
    return replace(puzzle, givens=tuple(apart))


def test_components_add_up() -> None:
    mended = mend(pairs(3))
    assert (mended.n_changes, mended.at_least) == (3, 3)
    assert mended.is_fewest
    snapshot.compare("authoring/mend", "fewest givens", mended.sentence())


def test_a_time_limit_gives_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time for the proof there is something that works, and a bound that holds."""
    real = fewest_givens.fewest_givens

    def impatient(*arguments: object, **options: object) -> object:
        return real(*arguments, **{**options, "deadline": Deadline.after(0)})  # type: ignore[arg-type]

    monkeypatch.setattr("nonosat.authoring.mend.fewest_givens", impatient)
    mended = mend(pairs(3), timeout=60)
    assert not mended.is_fewest
    assert mended.at_least <= 3 <= mended.n_changes
    assert len(brute_force(mended.puzzle)) == 1
    assert mended.outcome == 5
    snapshot.compare("authoring/mend", "not proved", mended.sentence())


def test_what_a_round_finds_is_kept_when_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound of gaps without a common cell, though the round that found them does not end."""
    monkeypatch.setattr(fewest_givens, "components", lambda state: [open_cells(state.domains())])
    gaps = smallest_set.SmallestSet._disjoint

    def slow(search: smallest_set.SmallestSet[int]) -> None:
        gaps(search)
        raise GaveUp("no answer within the time limit")

    monkeypatch.setattr(smallest_set.SmallestSet, "_disjoint", slow)
    mended = mend(pairs(3))
    assert (mended.at_least, mended.is_fewest) == (3, False)


def random_picture(size: int, seed: int) -> tuple[PropagationState, Picture]:
    """What lines leave of the puzzle of a random picture, and the picture."""
    rng = random.Random(seed)
    picture = Picture(RectGrid(size, size), tuple(int(rng.random() < 0.5) for _ in range(size * size)))
    state = propagated(puzzle_of(picture, palette(1)))
    assert state is not None
    return state, picture


@pytest.mark.parametrize("trials", [0, 5, 200])
def test_gaps_of_lines(monkeypatch: pytest.MonkeyPatch, trials: int) -> None:
    """Each stays open though all other cells are given; with enough trials nothing within it does."""
    monkeypatch.setattr(line_gaps, "MAX_TRIALS", trials)
    state, picture = random_picture(9, 3)
    puzzle, cells = state.puzzle, set(range(81))

    def solved(given: Collection[int]) -> bool:
        return lines_solve(puzzle, [ColoredCell(cell, picture.cells[cell]) for cell in given])

    finder = LineGaps(state, picture)
    assert solved(finder.start)
    assert not any(solved(set(finder.start) - {cell}) for cell in finder.start)
    seen: set[int] = set()
    while (gap := finder.gap(seen)) is not None:
        assert not seen.intersection(gap)
        assert not solved(cells.difference(gap))
        if trials == 200:
            assert all(solved(cells.difference(gap) | {cell}) for cell in gap)
        seen.update(gap)
    assert seen


def test_first_sets_without_time() -> None:
    state, picture = random_picture(9, 3)
    start = LineGaps(state, picture, Deadline.after(0)).start
    givens = [ColoredCell(cell, picture.cells[cell]) for cell in start]
    assert lines_solve(state.puzzle, givens)


def test_changes_that_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fewest_changes, "MAX_PROVED", -1)
    mended = mend(pairs(2), by="cells")
    assert len(brute_force(mended.puzzle)) == 1
    assert mended.at_least <= mended.n_changes

    def give_up(*_: object) -> None:
        raise GaveUp("no answer within the time limit")

    monkeypatch.setattr(fewest_changes._ChangeSearch, "_local_search", give_up)
    with pytest.raises(GaveUp, match=r"at least [123]"):
        mend(pairs(2), by="cells")


def test_too_many_solutions_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it is not claimed that no other solution needs fewer."""
    monkeypatch.setattr(fewest_givens, "MAX_GOALS", 2)
    cells = tuple(int(row == column) for row in range(4) for column in range(4))
    puzzle = puzzle_of(Picture(RectGrid(4, 4), cells), palette(1))
    mended = mend(puzzle, any_goal=True)
    assert (mended.n_goals, mended.n_changes, mended.at_least, mended.is_fewest) == (2, 3, 1, False)
    assert mend(puzzle).is_fewest


def test_nothing_to_mend() -> None:
    picture = Picture(HexGrid(2), (1, 1, 1, 1, 1, 1, 1))
    for by in mending.METHODS.keys() - {"clues"}:
        mended = mend(puzzle_of(picture, palette(1)), by=by)
        assert (mended.n_changes, mended.is_fewest, mended.picture) == (0, True, picture)


def test_records() -> None:
    puzzle = Puzzle(RectGrid(1, 2), palette(2), ((Block(2, 0),), (Block(1, 0),), (Block(1, 0),)))
    goal = Picture(puzzle.grid, (2, 2))
    record = mend(puzzle, by="colors", goal=goal).record()
    assert (record["changes"], record["at_least"], record["fewest"]) == (1, 1, True)
    assert len(record["blocks"]) == 1  # type: ignore[arg-type]
    assert mend(puzzle, goal=goal).record()["givens"] == [[1, 1, "b"]]
    assert mend(puzzle, by="cells", goal=goal).record()["fewest"] is True


def test_what_cannot_be_mended() -> None:
    contradiction = Puzzle(
        RectGrid(3, 3),
        palette(1),
        ((Block(1, 1), Block(1, 1)), (), (Block(1, 1), Block(1, 1)), (Block(1, 1),), (Block(2, 1),), (Block(1, 1),)),
    )
    for by in mending.METHODS:
        with pytest.raises(CannotMend, match="diagnose"):
            mend(contradiction, by=by)
    puzzle = pairs(3)
    with pytest.raises(InputError, match="row 1"):
        mend(puzzle, goal=Picture(puzzle.grid, (0,) * 36))
    with pytest.raises(InputError, match="rect 1 1"):
        mend(puzzle, goal=Picture(RectGrid(1, 1), (0,)))
    for options in (
        {"by": "magic"},
        {"until": "never"},
        {"by": "cells", "any_goal": True},
        {"any_goal": True, "goal": map_solutions(puzzle).witnesses[0]},
    ):
        with pytest.raises(UsageError):
            mend(puzzle, **options)  # type: ignore[arg-type]


def distances(grid: Grid, n_colors: int) -> dict[Cells, int]:
    """For every picture in how many cells it differs from the nearest one that is the only one with its clues."""
    sizes = {cells: len(found) for _, found in all_puzzles(grid, n_colors) for cells in found}
    found = {cells: 0 for cells, size in sizes.items() if size == 1}
    frontier = list(found)
    while frontier:
        further = []
        for cells in frontier:
            for cell, color in product(range(len(cells)), range(n_colors + 1)):
                other = (*cells[:cell], color, *cells[cell + 1 :])
                if other not in found:
                    found[other] = found[cells] + 1
                    further.append(other)
        frontier = further
    assert len(found) == len(sizes)
    return found


@pytest.mark.parametrize(
    ("grid", "n_colors", "n_unique", "most"),
    [
        (RectGrid(3, 3), 1, 384, 30),
        slow(RectGrid(3, 3), 1, 384, 512),
        slow(HexGrid(2), 2, None, 60),
        slow(RectGrid(4, 4), 1, 52_362, 60),
    ],
)
def test_changed_cells_of_all_pictures(grid: Grid, n_colors: int, n_unique: int | None, most: int) -> None:
    """The number of changed cells is the distance to the nearest unique picture; those farthest off first."""
    found = distances(grid, n_colors)
    assert n_unique in (None, sum(distance == 0 for distance in found.values()))
    order = sorted(found, key=lambda cells: (-found[cells], cells))
    for cells in order[:most]:
        picture = Picture(grid, cells)
        mended = mend(puzzle_of(picture, palette(n_colors)), by="cells", goal=picture)
        assert (mended.n_changes, mended.at_least) == (found[cells], found[cells])
        assert found[mended.picture.cells] == 0
