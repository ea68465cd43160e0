"""The arguments about single lines: each claims only what all placements agree on, the last one all of it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, groupby

import pytest
from oracle import fillings

from nonosat.explaining.line_patterns import PATTERNS
from nonosat.explaining.line_view import LineView, runs_of
from nonosat.lines.domains import bit_positions
from nonosat.lines.line import LineSolver
from nonosat.model.clue import Block, Clue, clue_of


def random_line(rng: random.Random) -> tuple[Clue, int, int, tuple[int, ...], list[tuple[int, ...]]]:
    """A clue, the length of its line, the number of colours, what is known, and all placements that agree with it."""
    n_colors, length = rng.randint(1, 3), rng.randint(1, 9)
    cells = [rng.randint(1, n_colors) if rng.random() < 0.6 else 0 for _ in range(length)]
    unknown, hidden = rng.choice([0.0, 0.0, 0.4]), rng.choice([0.0, 0.4, 0.8])
    clue = tuple(
        Block(0 if rng.random() < hidden else size, 0 if rng.random() < unknown else color)
        for size, color in clue_of(cells)
    )
    masks = [0] * (n_colors + 1)
    share = rng.random()
    for position, color in enumerate(cells):
        for other in range(n_colors + 1):
            if other == color or rng.random() < share:
                masks[other] |= 1 << position
    agreeing = [
        filling
        for filling in fillings(clue, length, n_colors)
        if all(masks[color] >> position & 1 for position, color in enumerate(filling))
    ]
    return clue, length, n_colors, tuple(masks), agreeing


@pytest.mark.parametrize("seed", range(8))
def test_claims_are_sound_and_the_last_is_complete(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(150):
        clue, length, n_colors, masks, agreeing = random_line(rng)
        view = LineView(LineSolver(clue, length, n_colors), masks)
        for name, pattern in PATTERNS.items():
            for claim in pattern.claims(view):
                assert claim.cells >> length == 0
                assert all(0 <= block < len(clue) for block in claim.blocks)
                for position in bit_positions(claim.cells):
                    seen = {filling[position] for filling in agreeing}
                    assert all(claim.colors >> color & 1 for color in seen), (name, clue, masks, position)
        left: dict[int, int] = {}
        for claim in PATTERNS["placements"].claims(view):
            left.update(dict.fromkeys(bit_positions(claim.cells), claim.colors))
        for position in range(length):
            assert left[position] == sum(1 << color for color in {filling[position] for filling in agreeing})


def spans(clue: Clue, colors: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """For each block of a placement its first cell, the position behind its last one, and its colour."""
    found, end = [], 0
    for color, run in groupby(colors):
        start, end = end, end + len(list(run))
        if color:
            found.append((start, end, color))
    assert len(found) == len(clue)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_ranges_are_those_of_all_placements(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        clue, length, n_colors, masks, agreeing = random_line(rng)
        view = LineView(LineSolver(clue, length, n_colors), masks)
        for number, block in enumerate(view.ranges):
            places = {spans(clue, colors)[number] for colors in agreeing}
            starts, ends = [place[0] for place in places], [place[1] for place in places]
            assert (block.first, block.last) == (min(starts), max(starts))
            assert (block.first_end, block.last_end) == (min(ends), max(ends))
            assert block.colors == sum(1 << color for color in {place[2] for place in places})
            assert block.cells == sum(1 << cell for cell in range(min(starts), max(ends)))
            for low, high in combinations_with_replacement(range(length), 2):
                assert block.covers(low, high) == any(start <= low and high < end for start, end, _ in places)
            for cell in range(length):
                over = [place for place in places if place[0] <= cell < place[1]]
                always = (max(place[0] for place in over), min(place[1] for place in over)) if over else None
                assert block.always_with(cell) == always
        alone = [spans(clue, colors) for colors in fillings(clue, length, n_colors)]
        for number, cells in enumerate(view.clue_cells):
            assert not any((1 << each[number][1]) - (1 << each[number][0]) & ~cells for each in alone)


@pytest.mark.slow
def test_every_pattern_is_used() -> None:
    rng = random.Random(5)
    used: Counter[str] = Counter()
    for _ in range(1500):
        clue, length, n_colors, masks, _ = random_line(rng)
        view = LineView(LineSolver(clue, length, n_colors), masks)
        used.update(name for name, pattern in PATTERNS.items() if any(claim.cells for claim in pattern.claims(view)))
    assert set(used) == set(PATTERNS)


def line(clue: str, cells: str) -> LineView:
    """A line of one colour: `#` is filled, `-` background, `?` unknown; `_` is a block of unknown length."""
    blocks = tuple(Block(int(length.replace("_", "0")), 1) for length in clue.split())
    background = sum(1 << position for position, cell in enumerate(cells) if cell != "#")
    filled = sum(1 << position for position, cell in enumerate(cells) if cell != "-")
    return LineView(LineSolver(blocks, len(cells), 1), (background, filled))


@pytest.mark.parametrize(
    ("pattern", "clue", "cells", "expected"),
    [
        ("empty", "", "????", [((0, 1, 2, 3), 1, ())]),
        ("full", "2 1", "????", [((0, 1), 2, ()), ((2,), 1, ()), ((3,), 2, ())]),
        ("complete", "1 2", "#??##?", [((1, 2, 5), 1, ())]),
        ("remaining", "2 1", "-??-?", [((1, 2, 4), 2, ())]),
        ("joined", "5", "??#?#???", [((2, 3, 4), 2, (0,))]),
        ("placed", "2 2", "-#???##", [((1, 2), 2, (0,)), ((5, 6), 2, (1,))]),
        ("placed", "_ 1", "-#-?#?", [((1,), 2, (0,)), ((4,), 2, (1,))]),
        ("placed", "2", "?#???", []),
        ("overlap", "5", "???????", [((2, 3, 4), 2, (0,))]),
        ("closed", "2 2", "??##??????", [((1, 4), 1, (0,))]),
        ("unreachable", "2", "????#???", [((0, 1, 2), 1, (0,)), ((6, 7), 1, (0,))]),
        ("gap", "3", "??-????", [((0, 1), 1, (0,))]),
        ("extended", "3 3", "?#?????????", [((1, 2), 2, (0,))]),
        ("full", "_ 1 _", "?????", [((0,), 2, ()), ((1,), 1, ()), ((2,), 2, ()), ((3,), 1, ()), ((4,), 2, ())]),
        ("full", "_ 1", "????", []),
        ("complete", "1 _", "#??#??", []),
        ("remaining", "_ 2", "-#??-#?-", []),
        ("remaining", "_ 2", "-#--??-", [((1, 4, 5), 2, ())]),
        ("joined", "_", "??#?#???", [((2, 3, 4), 2, (0,))]),
        ("overlap", "_ 2", "?##????-#?", [((1, 2), 2, (0,)), ((8, 9), 2, (1,))]),
        ("closed", "_ 1", "#?????", []),
        ("closed", "_ 1", "#????#", [((4,), 1, (1,))]),
        ("gap", "_ 3", "?????-??", [((6, 7), 1, (1,))]),
        ("gap", "_", "?-?????", []),
        ("unreachable", "_ 2", "#???-##", [((4,), 1, (0, 1))]),
        ("too-long", "1 _", "?????#?#?", []),
        ("closed", "_ 2", "??????##?", [((5, 8), 1, (1,))]),
        ("extended", "_ 3", "????????#?", [((7, 8), 2, (1,))]),
    ],
)
def test_patterns(pattern: str, clue: str, cells: str, expected: list[object]) -> None:
    found = [
        (tuple(bit_positions(claim.cells)), claim.colors, claim.blocks)
        for claim in PATTERNS[pattern].claims(line(clue, cells))
    ]
    assert found == expected


def test_runs() -> None:
    assert list(runs_of(0b1011100)) == [(2, 4), (6, 6)]
    assert list(runs_of(0)) == []
