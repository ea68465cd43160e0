"""Ratings: the definitions of the classes, and that they depend on nothing that a person would not notice."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import oracle
import pytest
import snapshot
from conftest import examples, refused, write
from hypothesis import assume, given
from hypothesis import strategies as st
from support.families import stripes, wedges

import nonosat
from nonosat.explaining import rate as module
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.lookahead import Lookahead, solves_nested
from nonosat.explaining.rate import RATING_HEAD, Rating, rate, rating_row
from nonosat.formats.clues import write as clue_file
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import ANY_LENGTH
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid

#: Of a puzzle: for each cell the colours that are possible; None for a contradiction.
State = list[set[int]] | None


class Definitions:
    """The classes straight from their definitions, by lists of all placements, slow and without any order."""

    def __init__(self, puzzle: Puzzle) -> None:
        grid = puzzle.grid
        self.puzzle = puzzle
        self.lines = [list(grid.line(index)) for index in range(grid.n_lines)]
        self.placements = [
            list(oracle.fillings(clue, len(line), puzzle.n_colors))
            for clue, line in zip(puzzle.clues, self.lines, strict=True)
        ]

    def start(self) -> State:
        """What each clue alone says, and the givens."""
        everything = [set(range(self.puzzle.n_colors + 1)) for _ in range(self.puzzle.grid.n_cells)]
        state = self.one_pass(everything)
        for cell, color in self.puzzle.givens:
            if state is not None:
                state[cell] &= {color}
        return state

    def one_pass(self, state: State) -> State:
        if state is None:
            return None
        after = [set(colors) for colors in state]
        for line, placements in zip(self.lines, self.placements, strict=True):
            left = [each for each in placements if all(c in state[cell] for c, cell in zip(each, line, strict=True))]
            if not left:
                return None
            for position, cell in enumerate(line):
                after[cell] &= {each[position] for each in left}
        return after

    def after_passes(self, state: State, most: int = 10_000) -> State:
        for _ in range(most):
            after = self.one_pass(state)
            if after == state:
                break
            state = after
        return state

    def passes(self) -> int | None:
        """How many passes decide all cells; None if they do not."""
        state, passes = self.start(), 1
        while not self.is_solved(state):
            after = self.one_pass(state)
            if after == state:
                return None
            state, passes = after, passes + 1
        return passes if self.after_passes(state) is not None else None

    def suppose(self, state: State, passes: int) -> State:
        """Remove every colour of an open cell that is refuted within that number of passes."""
        after = [set(colors) for colors in state]
        for cell, colors in enumerate(state):
            if len(colors) > 1:
                for color in colors:
                    supposed = [set(each) for each in state]
                    supposed[cell] = {color}
                    if self.after_passes(supposed, passes) is None:
                        after[cell].discard(color)
        return after

    def closure(self, passes: int) -> State:
        """The fixpoint of line solving and suppositions of that number of passes."""
        state = self.after_passes(self.start())
        while state is not None:
            after = self.after_passes(self.suppose(state, passes))
            if after == state:
                break
            state = after
        return state

    @staticmethod
    def is_solved(state: State) -> bool:
        return state is not None and all(len(colors) == 1 for colors in state)

    def difficulty(self) -> Difficulty | None:
        if len(oracle.brute_force(self.puzzle)) != 1:
            return None
        passes = self.passes()
        if passes is not None:
            return Difficulty.TRIVIAL if passes <= module.TRIVIAL_PASSES else Difficulty.LINES
        return Difficulty.MODERATE if self.is_solved(self.closure(module.MODERATE_PASSES)) else Difficulty.DEEP


def with_clues(rng: random.Random, grid, n_colors: int, density: float) -> Puzzle:
    """The puzzle of a random picture."""
    return puzzle_of(Picture(grid, oracle.random_cells(rng, grid, n_colors, density)), oracle.palette(n_colors))


def with_hidden(rng: random.Random, puzzle: Puzzle, share: float) -> Puzzle:
    """A puzzle of which a share of the numbers is hidden."""
    clues = (
        tuple(block._replace(length=ANY_LENGTH) if rng.random() < share else block for block in clue)
        for clue in puzzle.clues
    )
    return replace(puzzle, clues=tuple(clues))


@pytest.mark.slow
def test_against_the_definitions(monkeypatch):
    """With limits so low that small puzzles reach all classes."""
    seen = {}
    rng = random.Random(1)
    for number in range(260):
        monkeypatch.setattr(module, "TRIVIAL_PASSES", rng.randint(1, 4))
        monkeypatch.setattr(module, "MODERATE_PASSES", rng.randint(1, 3))
        grid = HexGrid(3) if number % 4 == 3 else RectGrid(rng.randint(5, 7), rng.randint(5, 7))
        puzzle = with_clues(rng, grid, 2 if number % 3 == 2 else 1, rng.choice((0.4, 0.5, 0.6)))
        if number % 20 == 0:
            puzzle = rng.choice((stripes, wedges))(rng.randint(6, 8))
        if number % 3 == 1:
            puzzle = with_hidden(rng, puzzle, 0.2)
        rating, slow = rate(puzzle), Definitions(puzzle)
        expected = slow.difficulty()
        assert rating.difficulty == expected, clue_file(puzzle)
        assert rating.n_solutions == (2 if expected is None else 1)
        seen[expected] = seen.get(expected, 0) + 1
        after = slow.after_passes(slow.start())
        assert rating.n_open == sum(len(colors) > 1 for colors in after)
        if expected in (Difficulty.TRIVIAL, Difficulty.LINES):
            assert rating.passes == slow.passes()
        elif expected is not None and rating.depth == 1:
            longest = rating.longest_chain
            assert slow.is_solved(slow.closure(longest))
            assert not slow.is_solved(slow.closure(longest - 1))
        elif expected is not None:
            assert not slow.is_solved(slow.closure(10_000))
    assert set(seen) == {None, *Difficulty}


def transposed(puzzle: Puzzle) -> Puzzle:
    grid = puzzle.grid
    turned = RectGrid(grid.width, grid.height)
    clues = (*puzzle.clues[grid.height :], *puzzle.clues[: grid.height])
    givens = tuple(
        ColoredCell(cell % grid.width * grid.height + cell // grid.width, color) for cell, color in puzzle.givens
    )
    return Puzzle(turned, puzzle.palette, clues, givens)


def mirrored(puzzle: Puzzle) -> Puzzle:
    """Left and right exchanged."""
    grid = puzzle.grid
    clues = (*(clue[::-1] for clue in puzzle.clues[: grid.height]), *puzzle.clues[grid.height :][::-1])
    givens = tuple(
        ColoredCell(cell - cell % grid.width + grid.width - 1 - cell % grid.width, color)
        for cell, color in puzzle.givens
    )
    return Puzzle(grid, puzzle.palette, clues, givens)


def recolored(puzzle: Puzzle) -> Puzzle:
    """The colours beside the background in the opposite order."""
    new = [0, *range(puzzle.n_colors, 0, -1)]
    clues = tuple(tuple(block._replace(color=new[block.color]) for block in clue) for clue in puzzle.clues)
    givens = tuple(ColoredCell(cell, new[color]) for cell, color in puzzle.givens)
    return Puzzle(puzzle.grid, puzzle.palette, clues, givens)


def hex_places(size: int) -> list[tuple[int, int]]:
    """For each cell of a hexagon its place along the row and its row, both from the middle one."""
    far = size - 1
    rows = range(-far, far + 1)
    return [(q, y) for y in rows for q in range(max(-far, -far - y), min(far, far - y) + 1)]


def hex_moved(picture: Picture, move) -> Picture:
    """A picture on a hexagon with each cell at another place."""
    places = hex_places(picture.grid.size)
    cells = dict(zip((move(*place) for place in places), picture.cells, strict=True))
    return Picture(picture.grid, tuple(cells[place] for place in places))


@st.composite
def rect_puzzles(draw) -> tuple[Puzzle, Picture]:
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    grid = RectGrid(rng.randint(3, 7), rng.randint(3, 7))
    n_colors = rng.choice((1, 1, 2, 3))
    return oracle.random_puzzle(
        rng,
        grid,
        n_colors,
        unknown=rng.choice((0, 0, 0.3)),
        hidden=rng.choice((0, 0, 0.3)),
        givens=rng.choice((0, 2)),
        density=rng.choice((0.4, 0.6)),
    )


@given(rect_puzzles())
@examples(150, fast=8)
def test_transposed_mirrored_and_recolored_puzzles_have_the_same_rating(pair):
    puzzle = pair[0]
    rating = rate(puzzle)
    assert rate(transposed(puzzle)) == rating
    assert rate(mirrored(puzzle)) == rating
    assert rate(recolored(puzzle)) == rating


@given(st.integers(0, 1 << 32), st.integers(2, 4), st.integers(1, 2))
@examples(60, fast=8)
def test_turned_and_mirrored_hexagons_have_the_same_rating(seed, size, n_colors):
    picture = Picture(HexGrid(size), oracle.random_cells(random.Random(seed), HexGrid(size), n_colors))
    rating = rate(puzzle_of(picture, oracle.palette(n_colors)))
    turned = picture
    for _ in range(6):
        turned = hex_moved(turned, lambda q, y: (-y, q + y))
        mirrored_picture = hex_moved(turned, lambda q, y: (q, -q - y))
        for each in (turned, mirrored_picture):
            assert rate(puzzle_of(each, oracle.palette(n_colors))) == rating
    assert turned == picture


@given(rect_puzzles(), st.randoms(use_true_random=False))
@examples(150, fast=8)
def test_more_givens_are_never_harder(pair, rng):
    puzzle, _ = pair
    before = rate(puzzle)
    assume(before.difficulty is not None)
    solution = nonosat.solve(puzzle).picture
    cells = rng.sample(range(puzzle.grid.n_cells), rng.randint(1, 4))
    givens = (*puzzle.givens, *(ColoredCell(cell, solution.cells[cell]) for cell in cells))
    after = rate(replace(puzzle, givens=givens))
    assert after.difficulty is not None
    assert after.difficulty.rank <= before.difficulty.rank
    assert after.n_open <= before.n_open
    if before.difficulty.rank <= Difficulty.LINES.rank:
        assert after.passes <= before.passes
    if before.depth == 1 and before.is_depth_known:
        assert after.longest_chain <= before.longest_chain


def is_never_easier(told: Puzzle, hidden: Puzzle) -> bool:
    """Check that a puzzle with more hidden numbers is not easier; whether it still has one solution."""
    before, after = rate(told), rate(hidden)
    if before.difficulty is None:
        assert after.difficulty is None, "several solutions do not become one"
    if after.difficulty is None:
        return False
    assert after.difficulty.rank >= before.difficulty.rank
    assert after.n_open >= before.n_open
    if after.difficulty.rank <= Difficulty.LINES.rank:
        assert after.passes >= before.passes
    if after.depth == 1 and after.is_depth_known:
        assert after.longest_chain >= before.longest_chain
    return True


@given(rect_puzzles(), st.floats(0.02, 0.3), st.randoms(use_true_random=False))
@examples(150, fast=8)
def test_more_hidden_numbers_are_never_easier(pair, share, rng):
    is_never_easier(pair[0], with_hidden(rng, pair[0], share))


@pytest.mark.slow
def test_hidden_numbers_one_after_the_other_make_a_puzzle_harder():
    """One number after the other is hidden, as long as the solution is unique; there are puzzles of all classes."""
    seen = set()
    rng = random.Random(3)
    for _ in range(12):
        puzzle = with_clues(rng, RectGrid(6, 6), 1, 0.6)
        if rate(puzzle).difficulty is None:
            continue
        places = [(line, number) for line, clue in enumerate(puzzle.clues) for number in range(len(clue))]
        for line, number in rng.sample(places, len(places)):
            clue = list(puzzle.clues[line])
            clue[number] = clue[number]._replace(length=ANY_LENGTH)
            hidden = replace(puzzle, clues=(*puzzle.clues[:line], tuple(clue), *puzzle.clues[line + 1 :]))
            if is_never_easier(puzzle, hidden):
                puzzle = hidden
        seen.add(rate(puzzle).difficulty)
    assert len(seen) > 1


@given(rect_puzzles())
@examples(80, fast=8)
def test_a_known_solution_changes_nothing(pair):
    puzzle, picture = pair
    rating = rate(puzzle)
    assert rate(puzzle, solution=picture) == rating
    assert rate(puzzle, solution=picture, n_solutions=rating.n_solutions) == rating


@given(rect_puzzles(), st.sampled_from(Difficulty))
@examples(100, fast=8)
def test_at_most(pair, at_most):
    puzzle = pair[0]
    full, part = rate(puzzle), rate(puzzle, at_most=at_most)
    if full.difficulty is None:
        assert part.difficulty is None
    elif full.difficulty.rank <= at_most.rank:
        assert part == full
    else:
        assert part.difficulty is None
        assert at_most.rank < part.at_least.rank <= full.difficulty.rank


def test_a_round_sweeps_all_lines_from_the_same_state():
    """So a cell that a row and a column decide differently is found only in the next pass."""
    puzzle = nonosat.puzzle(rows=[[1], []], columns=[[], [1]])
    state = PropagationState(puzzle)
    assert not state.run() or state.n_open == 0
    puzzle = nonosat.loads("rect 3 3\n#ffffff #000000\n1a 1a\n\n1a 1a\n1a\n2a\n1a\n")
    assert rate(puzzle) == Rating(
        puzzle=puzzle, difficulty=None, at_least=None, n_solutions=0, passes=1, lines_visited=6, n_open=0
    )


@pytest.mark.parametrize(
    ("puzzle", "difficulty", "depth"),
    [
        (stripes(10), Difficulty.MODERATE, 1),
        (wedges(10), Difficulty.DEEP, 1),
        pytest.param(wedges(12), Difficulty.DEEP, 2, marks=pytest.mark.costly),
    ],
)
def test_hard_families(puzzle, difficulty, depth):
    rating = rate(puzzle)
    assert (rating.difficulty, rating.depth, rating.is_depth_known) == (difficulty, depth, True)
    assert rating.open_share > 0.9


def test_what_is_too_large_for_nested_suppositions_is_left_open(monkeypatch):
    monkeypatch.setattr(module, "MAX_NESTED_CELLS", 10)
    rating = rate(wedges(12))
    assert (rating.depth, rating.is_depth_known, rating.needed_solver) == (2, False, True)


@pytest.mark.slow
def test_nested_suppositions_do_what_they_claim():
    puzzle = wedges(12)
    lookahead = Lookahead(propagated(puzzle))
    while found := lookahead.shortest():
        assert lookahead.apply(found)
    state = lookahead.state
    assert state.n_open > 100
    solution = nonosat.solve(puzzle).picture
    assert solves_nested(state, solution)
    assert state.domains().picture() == solution


def test_a_time_limit_keeps_what_is_known():
    rating = rate(stripes(24), timeout=1e-9)
    assert (rating.difficulty, rating.n_solutions, rating.passes) == (None, None, 1)
    assert rating.outcome == 5


def test_sentences_rows_and_records():
    rating = rate(nonosat.loads("rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n"))
    assert rating_row("x", rating)[2:] == [1, 4, 1.0, None, None, None]
    assert len(rating_row("x", rating)) == len(RATING_HEAD)
    assert rating.record()["class"] is None
    assert rating.outcome == 1


def test_command(run, rect, two, none, hexagon, tmp_path):
    done = run("rate", rect)
    assert (done.code, done.err) == (0, "")
    snapshot.compare("explaining/rate", "one puzzle", done.out)
    done = run("rate", tmp_path)
    assert done.code == 1
    snapshot.compare("explaining/rate", "a folder", done.out)
    assert [line.split()[0] for line in done.out.splitlines()[1:]] == ["hexagon", "none", "rect", "two"]
    assert run("rate", tmp_path).out == done.out
    records = [json.loads(line) for line in run("rate", rect, two, "--json").out.splitlines()]
    assert [(record["class"], record["solutions"], record["exit"]) for record in records] == [
        ("trivial", 1, 0),
        (None, 2, 1),
    ]


def test_command_with_an_error(run, rect, tmp_path):
    broken = write(tmp_path / "broken.clues", "rect 2 2\n#ffffff #000000\n3a\n\n\n\n")
    done = run("rate", rect, broken)
    assert done.code == 3
    assert done.out.startswith("rect: trivial")
    assert done.err.startswith(f"{broken}:3:1: ")
    done = run("rate", broken, "--json")
    assert (done.code, json.loads(done.out)["exit"]) == (3, 3)
    assert run("rate").code == 2
    assert run("rate", "-", "-").code == 2
    empty = tmp_path / "empty"
    empty.mkdir()
    done = run("rate", empty)
    refused(done, empty, "puzzles")


def test_command_gives_up(run, tmp_path):
    path = write(tmp_path / "stripes.clues", clue_file(stripes(24)))
    done = run("rate", path, "--timeout", "0.000001")
    assert done.code == 5


def test_batch(run, rect, two, tmp_path):
    out = tmp_path / "out"
    assert run("batch", rect, two, "--rate", "-u", "-o", out, "-j", 1, "--csv").code == 1
    records = [json.loads(line) for line in (out / "report.jsonl").read_text().splitlines()]
    assert [record["rating"]["class"] for record in records] == ["trivial", None]
    assert "rating_class" in (out / "report.csv").read_text()
