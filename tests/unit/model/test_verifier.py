"""The check of a picture against the clues: finds what is wrong, says it, and lets nothing wrong through."""

from __future__ import annotations

import random

import pytest
from oracle import palette, random_cells, random_grid, random_puzzle, solves

from nonosat.core.errors import SolverError
from nonosat.formats import loads
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import Violation, check, verified


def puzzle(text: str) -> Puzzle:
    return loads(text.replace(" / ", "\n"))


TWO = "rect 2 2 / #ffffff #000000 #ff0000 / 1a 1b / 1? / 1a 1? / 1b / given 1 1 a / given 2 2 -"
RIGHT = (1, 2, 1, 0)


def test_right() -> None:
    assert check(puzzle(TWO), Picture(RectGrid(2, 2), RIGHT)) == [
        Violation(2, None, "column 1: found 2a, expected 1a 1?")
    ]
    right = Picture(RectGrid(2, 2), (1, 2, 2, 0))
    assert check(puzzle(TWO), right) == []
    assert verified(puzzle(TWO), right) is right


@pytest.mark.parametrize(
    ("cells", "messages"),
    [
        ((1, 2, 2, 0), []),
        ((1, 1, 2, 0), ["row 1: found 2a, expected 1a 1b", "column 2: found 1a, expected 1b"]),
        ((0, 0, 0, 0), ["row 1: found (empty), expected 1a 1b", "row 2: found (empty), expected 1?",
                        "column 1: found (empty), expected 1a 1?", "column 2: found (empty), expected 1b",
                        "row 1, cell 1: found -, given as a"]),
        ((1, 2, 2, 2), ["row 2: found 2b, expected 1?", "column 2: found 2b, expected 1b",
                        "row 2, cell 2: found b, given as -"]),
        ((2, 2, 2, 0), ["row 1: found 2b, expected 1a 1b", "column 1: found 2b, expected 1a 1?",
                        "row 1, cell 1: found b, given as a"]),
    ],
)  # fmt: skip
def test_messages(cells: tuple[int, ...], messages: list[str]) -> None:
    violations = check(puzzle(TWO), Picture(RectGrid(2, 2), cells))
    assert [violation.message for violation in violations] == messages
    for violation in violations:
        assert (violation.line is None) != (violation.cell is None)
    if messages:
        with pytest.raises(SolverError) as caught:
            verified(puzzle(TWO), Picture(RectGrid(2, 2), cells))
        assert messages[0] in str(caught.value)
        assert str(caught.value).endswith(f"(and {len(messages) - 1} more)")


def test_where() -> None:
    violations = check(puzzle(TWO), Picture(RectGrid(2, 2), (0, 2, 2, 2)))
    assert [(violation.line, violation.cell) for violation in violations] == [
        (0, None),
        (1, None),
        (2, None),
        (3, None),
        (None, 0),
        (None, 3),
    ]


def test_one_violation_alone() -> None:
    with pytest.raises(SolverError) as caught:
        verified(puzzle(TWO), Picture(RectGrid(2, 2), RIGHT))
    assert str(caught.value) == ("the answer fails verification, it is not shown: column 1: found 2a, expected 1a 1?")


def test_an_unknown_color_is_one_color() -> None:
    """`2?` is no two neighbours of different colours, and `1? 1?` no two of the same."""
    two = "rect 1 2 / #ffffff #000000 #ff0000 / {} / 1? / 1?"
    grid = RectGrid(1, 2)
    for clue, right, wrong in (("2?", [(1, 1), (2, 2)], [(1, 2), (2, 1)]), ("1? 1?", [(1, 2), (2, 1)], [(1, 1)])):
        for cells in right:
            assert check(puzzle(two.format(clue)), Picture(grid, cells)) == []
        for cells in wrong:
            assert len(check(puzzle(two.format(clue)), Picture(grid, cells))) == 1


def test_another_grid() -> None:
    picture = Picture(HexGrid(2), (0,) * 7)
    assert check(puzzle(TWO), picture) == [Violation(None, None, "picture of hex 2, expected rect 2 2")]
    with pytest.raises(SolverError, match="picture of hex 2, expected rect 2 2"):
        verified(puzzle(TWO), picture)


def test_hexagonal_lines_are_named() -> None:
    empty = puzzle("hex 2 / #ffffff #000000")
    messages = [violation.message for violation in check(empty, Picture(HexGrid(2), (0, 0, 0, 0, 1, 0, 0)))]
    assert messages == [
        "row 2: found 1a, expected (empty)",
        "up-left line 3: found 1a, expected (empty)",
        "down-left line 1: found 1a, expected (empty)",
    ]


@pytest.mark.parametrize("n_colors", [1, 2, 4])
def test_against_the_rules(n_colors: int) -> None:
    """Random pictures, and pictures with one or two cells changed, for random puzzles."""
    rng = random.Random(n_colors)
    verdicts = []
    for _ in range(400):
        asked, picture = random_puzzle(
            rng,
            random_grid(rng, 20, 3),
            n_colors,
            unknown=rng.choice([0, 0.5]),
            hidden=rng.choice((0, 0, 0.5)),
            givens=rng.choice([0, 1]),
        )
        assert check(asked, picture) == []
        cells = list(picture.cells)
        for cell in rng.choices(range(len(cells)), k=rng.choice([1, 2, 4])):
            cells[cell] = rng.randint(0, n_colors)
        for other in (tuple(cells), random_cells(rng, picture.grid, n_colors)):
            verdict = solves(asked, other)
            assert (not check(asked, Picture(asked.grid, other))) == verdict
            verdicts.append(verdict)
    assert 20 < sum(verdicts) < len(verdicts) - 200
    assert asked.palette == palette(n_colors)
