"""The likeliest clues of lines that were read in several ways, compared with a search through all pictures."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
from oracle import Cells, clues_of, fillings, fits, palette, random_cells

from nonosat.core.deadline import Deadline
from nonosat.core.question import Run
from nonosat.model.clue import ANY_LENGTH, Block, Clue
from nonosat.model.grid import Grid
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.rect_grid import RectGrid
from nonosat.scanning.choices import Way
from nonosat.scanning.likeliest_clues import repair

#: Costs of the right readings at most, in sum: less than a number costs that is not read.
RIGHT = 2.5
#: Another picture is a rival if it costs at most this more; whatever is not read costs more than that.
NEAR = 4.0


def misread(rng: random.Random, clue: Clue, most: int, n_colors: int) -> Clue:
    """The clue with one number, or one colour, that is another one."""
    if not clue:
        return (Block(1, 1),)
    at = rng.randrange(len(clue))
    other = Block(rng.randint(1, most), rng.randint(1, n_colors))
    return (*clue[:at], other, *clue[at + 1 :])


def readings(rng: random.Random, grid: Grid, cells: Cells, n_colors: int) -> list[list[Way]]:
    """Ways to read the clues of a picture, among them the right ones."""
    lines = []
    for line, clue in enumerate(clues_of(grid, cells)):
        if clue and rng.random() < 0.1:
            lines.append([Way(0.0, (clue[0]._replace(length=ANY_LENGTH), *clue[1:]))])
            continue
        length = len(grid.line(line))
        ways = {clue: rng.uniform(0, RIGHT / grid.n_lines)}
        for _ in range(rng.randint(0, 3)):
            ways.setdefault(misread(rng, clue, length, n_colors), rng.uniform(0, 1))
        lines.append(sorted(Way(cost, way) for way, cost in ways.items() if any(fillings(way, length, n_colors))))
    return lines


def cost(ways: list[Way], colors: Cells) -> float:
    """The cost of the cheapest reading that a line satisfies."""
    return min((way.cost for way in ways if way.clue is not None and fits(way.clue, colors)), default=math.inf)


@pytest.mark.parametrize(
    ("height", "width", "n_colors", "count"),
    [
        (3, 3, 1, 5),
        (2, 3, 2, 6),
        *(pytest.param(*row, marks=pytest.mark.slow) for row in [(3, 4, 1, 80), (3, 3, 2, 20), (4, 3, 1, 30)]),
    ],
)
def test_the_likeliest_readings_against_all_pictures(height: int, width: int, n_colors: int, count: int) -> None:
    rng, grid, n_changed = random.Random(7 * height + n_colors), RectGrid(height, width), 0
    places = [grid.line(line) for line in range(grid.n_lines)]
    for _ in range(count):
        cells = random_cells(rng, grid, n_colors)
        lines = readings(rng, grid, cells, n_colors)
        costs = [
            {each: cost(ways, each) for each in product(range(n_colors + 1), repeat=len(place))}
            for ways, place in zip(lines, places, strict=True)
        ]
        totals = {
            each: math.fsum(known[tuple(each[at] for at in place)] for known, place in zip(costs, places, strict=True))
            for each in product(range(n_colors + 1), repeat=grid.n_cells)
        }
        least = min(totals.values())
        found = repair(grid, palette(n_colors), lines, Run())
        assert found.is_likeliest
        assert found.result is not None
        assert found.result.picture is not None
        assert None not in found.chosen
        paid = math.fsum(ways[at].cost for ways, at in zip(lines, found.chosen, strict=True) if at is not None)
        assert paid == pytest.approx(least)
        n_changed += any(found.chosen)
        assert totals[found.result.picture.cells] == pytest.approx(least)
        if found.result.unique:
            nearest = min(total for each, total in totals.items() if each != found.result.picture.cells)
            assert (found.rival is not None) == (nearest <= least + NEAR)
    assert n_changed > count / 5


def way(cost: float, *lengths: int) -> Way:
    return Way(cost, tuple(Block(length, 1) for length in lengths))


def test_another_combination_that_is_nearly_as_likely_is_named() -> None:
    # Without the last cell of the first row, or with it.
    lines = [[way(0, 3), way(1, 2)], [way(0, 1)], [way(0, 2)], [way(0, 1)], [way(0), way(1.5, 1)]]
    found = repair(RectGrid(2, 3), BLACK_ON_WHITE, lines, Run())
    assert found.chosen == (1, 0, 0, 0, 0)
    assert found.rival == tuple(ways[at].clue for ways, at in zip(lines, (0, 0, 0, 0, 1), strict=True))
    lines[0] = [way(0, 3), way(9, 2)]
    assert repair(RectGrid(2, 3), BLACK_ON_WHITE, lines, Run()).rival is None


def test_without_time_nothing_is_proved() -> None:
    lines = [[way(0, 3), way(1, 2)], [way(0, 1)], [way(0, 2)], [way(0, 1)], [way(0)]]
    found = repair(RectGrid(2, 3), BLACK_ON_WHITE, lines, Run(Deadline.after(0)))
    assert not found.is_likeliest
    assert found.result is None
