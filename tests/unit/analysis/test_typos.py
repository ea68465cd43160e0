"""Single typing errors: what is suggested is right, nothing is left out, and the most telling comes first."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from oracle import brute_force, palette, random_grid, random_puzzle, solves
from test_contradictions import FEW, some_or_all, unsolvable

import nonosat
from nonosat.analysis.clue_session import ClueSession
from nonosat.analysis.contradictions import fewest_corrections
from nonosat.analysis.plausibility import Surroundings
from nonosat.analysis.typos import KINDS, Explanations, Typo, candidates, explain
from nonosat.core.deadline import Deadline
from nonosat.core.errors import PuzzleError
from nonosat.model.clue import Block, Clue, agrees
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, ImpossibleClues, Puzzle
from nonosat.model.rect_grid import RectGrid


def explained(puzzle: Puzzle) -> Explanations:
    with ClueSession(puzzle) as session:
        return explain(session, fewest_corrections(session))


def wrong(puzzle: Puzzle, clues: dict[int, str] | None = None, givens: tuple[ColoredCell, ...] | None = None) -> Puzzle:
    """A puzzle of one colour with other clues, in numbers; its totals may disagree."""
    changed = list(puzzle.clues)
    for line, text in (clues or {}).items():
        changed[line] = tuple(Block(int(number), 1) for number in text.split())
    try:
        return Puzzle(puzzle.grid, puzzle.palette, tuple(changed), puzzle.givens if givens is None else givens)
    except ImpossibleClues as error:
        return error.puzzle


def drawn(*rows: str) -> Puzzle:
    """The puzzle of a picture of `#` and `.`."""
    cells = tuple(int(char == "#") for row in rows for char in row)
    return nonosat.puzzle_of(Picture(RectGrid(len(rows), len(rows[0])), cells), palette(1))


HOUSE = drawn(
    "....##......",
    "...####.....",
    "..######....",
    ".########.##",
    "############",
    ".#..##..#..#",
    ".#..##..#..#",
    ".########.##",
)


@pytest.mark.parametrize(
    ("line", "typed", "kind"),
    [
        (2, "5", "number"),
        (4, "11", "number"),
        (3, "8", "missing"),
        (5, "1 2 1 1 1", "extra"),
        (4, "1 2", "blank"),
        (5, "1 2 1", "missing"),
        (3, "2 8", "swapped"),
    ],
)
def test_errors_in_one_clue_are_found(line: int, typed: str, kind: str) -> None:
    puzzle = wrong(HOUSE, {line: typed})
    truth = Typo(kind, ((line, HOUSE.clues[line]),))
    found = explained(puzzle)
    assert truth in [each.error for each in found.found]
    assert found.n_undecided == 0


def test_errors_in_two_clues_and_in_givens_are_found() -> None:
    clues = {3: "6", 2: "8 2"}
    lines = Typo("lines", ((2, HOUSE.clues[2]), (3, HOUSE.clues[3])))
    assert lines in [each.error for each in explained(wrong(HOUSE, clues)).found]
    moved = wrong(HOUSE, {1: "6", 2: "4"})
    assert lines._replace(clues=((1, HOUSE.clues[1]), (2, HOUSE.clues[2]))).clues in [
        each.error.clues for each in explained(moved).found
    ]
    given = wrong(HOUSE, givens=(ColoredCell(0, 1),))
    assert [each.error for each in explained(given).found] == [Typo("given", given=ColoredCell(0, 0))]


def test_a_wrong_colour_is_found() -> None:
    puzzle = nonosat.puzzle(["2a 1b", "2b"], ["1a", "1a", "2b", "1b"], colors=["white", "black", "red"])
    clues = ((Block(2, 1), Block(1, 1)), *puzzle.clues[1:])
    with pytest.raises(ImpossibleClues) as caught:
        Puzzle(puzzle.grid, puzzle.palette, clues)
    errors = [each.error for each in explained(caught.value.puzzle).found]
    assert Typo("colour", ((0, puzzle.clues[0]),)) in errors


@pytest.mark.slow
def test_every_explanation_holds_and_none_is_left_out() -> None:
    """All candidates, with and without what is known of the clues to change, against brute force."""
    n_found = 0
    for puzzle, _ in unsolvable():
        found = explained(puzzle)
        expected = {}
        for error in candidates(puzzle):
            solutions = brute_force(error.applied(puzzle))
            if solutions:
                expected[error] = solutions
        assert {each.error for each in found.found} == set(expected)
        for each in found.found:
            assert each.picture.cells in expected[each.error]
            assert solves(each.error.applied(puzzle), each.picture.cells)
            assert each.is_unique is (len(expected[each.error]) == 1)
            n_found += 1
        order = [each.is_unique for each in found.found]
        assert order == sorted(order, key=lambda unique: not unique)
        assert found.n_undecided == 0
    assert n_found > 100


@some_or_all
def test_candidates_are_changes_that_repair_the_totals(number: int) -> None:
    for puzzle, _ in unsolvable(number):
        errors = list(candidates(puzzle))
        assert len(set(errors)) == len(errors)
        for error in errors:
            assert error.kind in KINDS
            meant = error.applied(puzzle)  # raises PuzzleError if the totals disagree
            assert meant != puzzle


@pytest.mark.parametrize("number", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_a_changed_number_is_always_found(number: int) -> None:
    """One number of a solvable puzzle is changed, on all grids and colours, with `?` and givens."""
    rng, n_tried = random.Random(9), 0
    while n_tried < number:
        grid = random_grid(rng, 16, 2)
        puzzle, _ = random_puzzle(
            rng, grid, rng.choice((1, 2)), unknown=rng.choice((0, 0.3)), givens=rng.choice((0, 1))
        )
        places = [(line, i) for line, clue in enumerate(puzzle.clues) for i in range(len(clue))]
        if not places:
            continue
        line, i = rng.choice(places)
        clue, change = puzzle.clues[line], rng.choice((-1, 1))
        if clue[i].length + change < 1:
            continue
        changed = (*clue[:i], Block(clue[i].length + change, clue[i].color), *clue[i + 1 :])
        try:
            Puzzle(grid, puzzle.palette, (*puzzle.clues[:line], changed, *puzzle.clues[line + 1 :]), puzzle.givens)
        except ImpossibleClues as error:
            found = explained(error.puzzle)
        except PuzzleError:
            continue
        meant = {frozenset(each.error.clues) for each in found.found}
        assert frozenset([(line, clue)]) in meant
        n_tried += 1


@pytest.mark.slow
def test_wrong_clues_among_hidden_numbers_are_always_found() -> None:
    """One clue of a solvable puzzle with hidden numbers is changed; what it was is among the explanations."""
    rng, kinds = random.Random(10), Counter[str]()
    while kinds.total() < 100:
        grid, n_colors = random_grid(rng, 16, 2), rng.choice((1, 2))
        unknown = rng.choice((0, 0.3))
        puzzle, _ = random_puzzle(rng, grid, n_colors, unknown=unknown, hidden=0.4, density=0.6)
        line, kind = rng.randrange(grid.n_lines), rng.choice(("number", "extra", "missing", "swapped", "colour"))
        clue = puzzle.clues[line]
        changed = with_an_error(rng, kind, clue, n_colors) if clue else clue
        try:
            tried = Puzzle(grid, puzzle.palette, (*puzzle.clues[:line], changed, *puzzle.clues[line + 1 :]))
        except ImpossibleClues as error:
            tried = error.puzzle
        except PuzzleError:
            continue
        if changed == clue or brute_force(tried):
            continue
        found = explained(tried).found
        meant = [dict(each.error.clues).get(line, changed) for each in found if len(each.error.clues) == 1]
        # A number that was too many may have been a hidden one, and a hidden one may have any length.
        assert any(agrees(clue, each) or agrees(each, clue) for each in meant), (kind, clue, changed)
        assert all(solves(each.error.applied(tried), each.picture.cells) for each in found)
        kinds[kind] += 1
    assert len(kinds) == 5


def with_an_error(rng: random.Random, kind: str, clue: Clue, n_colors: int) -> Clue:
    """A clue with a typing error of a kind, or without one if it cannot have such an error."""
    blocks, i, j = list(clue), rng.randrange(len(clue)), rng.randrange(len(clue))
    length, color = blocks[i]
    if kind == "number":
        blocks[i] = Block(rng.randint(1, 4), color)
    elif kind == "extra":
        blocks.insert(i, Block(rng.randint(0, 2), rng.randint(1, n_colors)))
    elif kind == "missing":
        del blocks[i]
    elif kind == "swapped":
        blocks[i], blocks[j] = blocks[j], blocks[i]
    elif color:
        blocks[i] = Block(length, rng.randint(1, n_colors))
    return tuple(blocks)


def test_after_the_deadline_nothing_is_decided() -> None:
    puzzle, _ = next((puzzle, None) for puzzle, _ in unsolvable(FEW) if list(candidates(puzzle)))
    with ClueSession(puzzle) as session:
        session.deadline = Deadline.after(0)
        found = explain(session)
    assert found.found == ()
    assert found.n_undecided == found.n_tried > 0


def test_equally_good_explanations_are_ranked_by_their_pictures() -> None:
    found = explained(wrong(HOUSE, {4: "11"})).found
    surroundings = Surroundings(HOUSE.grid)
    ranked = [(each.is_unique, each.error.kind, surroundings.strangeness(each.picture)) for each in found]
    for one, other in pairwise(ranked):
        if one[:2] == other[:2]:
            assert one[2] <= other[2]


def test_smooth_pictures_are_more_plausible() -> None:
    grid = RectGrid(6, 6)
    surroundings = Surroundings(grid)
    block = Picture(grid, tuple(int(1 <= cell % 6 <= 4 and 1 <= cell // 6 <= 4) for cell in range(36)))
    hole = Picture(grid, tuple(color if cell != 14 else 0 for cell, color in enumerate(block.cells)))
    assert surroundings.strangeness(block) < surroundings.strangeness(hole)


def test_surroundings() -> None:
    rect = Surroundings(RectGrid(3, 3))
    assert sorted(rect.beside[4]) == [1, 3, 5, 7]
    assert sorted(rect.across[4]) == [0, 2, 6, 8]
    hexagon = Surroundings(HexGrid(3))
    middle = HexGrid(3).n_cells // 2
    assert len(hexagon.beside[middle]) == len(hexagon.across[middle]) == 6
