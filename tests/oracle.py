"""Solutions by brute force, straight from the rules of the puzzle, and random puzzles to compare them on.

Of nonosat only the data classes are used, so that no error of the program can hide in what it is measured against.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from nonosat.core.errors import PuzzleError
from nonosat.model.clue import Block, Clue
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

Cells = tuple[int, ...]

COLORS = ("#ffffff", "#333333", "#dd2222", "#2222dd", "#22aa22", "#eecc00", "#22cccc", "#cc22cc")


def palette(n_colors: int) -> Palette:
    return Palette(COLORS[: n_colors + 1])


def runs(colors: Sequence[int]) -> list[tuple[int, int]]:
    """Length and colour of every run of equal cells that are not background."""
    found: list[list[int]] = []
    before = 0
    for color in colors:
        if color and color == before:
            found[-1][0] += 1
        elif color:
            found.append([1, color])
        before = color
    return [(length, color) for length, color in found]


def fits(clue: Clue, colors: Sequence[int]) -> bool:
    """Whether a clue describes a line; a block of colour 0 has one colour, one of length 0 any length."""
    found = runs(colors)
    return len(found) == len(clue) and all(
        length in (0, there) and color in (0, seen) for (length, color), (there, seen) in zip(clue, found, strict=True)
    )


def solves(puzzle: Puzzle, cells: Cells) -> bool:
    return all(
        fits(clue, [cells[cell] for cell in puzzle.grid.line(index)]) for index, clue in enumerate(puzzle.clues)
    ) and all(cells[cell] == color for cell, color in puzzle.givens)


def fillings(clue: Clue, length: int, n_colors: int, before: int = 0) -> Iterator[Cells]:
    """Every way to lay a clue on an empty line that comes right after a cell of colour `before`."""
    if not clue:
        yield (0,) * length
        return
    (size, told), *rest = clue
    for gap in range(length - size + 1):
        for cells in (size,) if size else range(1, length - gap + 1):
            for color in (told,) if told else range(1, n_colors + 1):
                if gap or color != before:
                    for tail in fillings(tuple(rest), length - gap - cells, n_colors, color):
                        yield (0,) * gap + (color,) * cells + tail


class TooMany(Exception):
    """There is more to go through than is worth the time."""


def brute_force(puzzle: Puzzle, limit: int = 100_000) -> set[Cells]:
    """All solutions: cell by cell every colour with which the cells so far begin some filling of each line.

    Raises:
        TooMany: there are more than `limit` beginnings of pictures.
    """
    grid = puzzle.grid
    through: list[list[tuple[list[int], set[Cells]]]] = [[] for _ in range(grid.n_cells)]
    for index, clue in enumerate(puzzle.clues):
        line = grid.line(index)
        order = sorted(range(len(line)), key=line.__getitem__)
        begun = {
            tuple(filling[j] for j in order[: known + 1])
            for filling in fillings(clue, len(line), puzzle.n_colors)
            for known in range(len(line))
        }
        for known, j in enumerate(order):
            through[line[j]].append(([line[i] for i in order[: known + 1]], begun))
    givens = dict(puzzle.givens)
    pictures: list[Cells] = [()]
    for cell in range(grid.n_cells):
        colors = (givens[cell],) if cell in givens else range(puzzle.n_colors + 1)
        if len(pictures) > limit:
            raise TooMany
        longer = ((*picture, color) for picture in pictures for color in colors)
        pictures = [
            picture
            for picture in longer
            if all(tuple(picture[i] for i in cells) in begun for cells, begun in through[cell])
        ]
    assert all(solves(puzzle, picture) for picture in pictures)
    return set(pictures)


#: What has been read of a line: how many runs, and how many cells of the last one and their colour, 0 after background.
LineState = tuple[int, int, int]


def advanced(clue: Clue, state: LineState, color: int) -> LineState | None:
    """The state after one more cell; None if no line with this clue begins so."""
    number, size, before = state
    if color and color == before:
        size += 1
    else:
        if before and clue[number - 1].length not in (0, size):
            return None
        number, size = number + (color > 0), int(color > 0)
    if color:
        if number > len(clue) or clue[number - 1].color not in (0, color):
            return None
        if 0 < clue[number - 1].length < size:
            return None
    return number, size, color


def may_end(clue: Clue, state: LineState, left: int, n_colors: int, known: dict[object, bool]) -> bool:
    """Whether so many more cells can complete a line in some state; `known` remembers."""
    key = clue, state, left
    if key not in known:
        if left:
            after = (advanced(clue, state, color) for color in range(n_colors + 1))
            known[key] = any(each is not None and may_end(clue, each, left - 1, n_colors, known) for each in after)
        else:
            number, size, color = state
            known[key] = number == len(clue) and (not color or clue[-1].length in (0, size))
    return known[key]


def count_solutions(puzzle: Puzzle, limit: int = 20_000) -> int:
    """How many solutions there are, for larger puzzles than `brute_force`: all beginnings of pictures that leave the
    lines in the same states are counted as one.

    Raises:
        TooMany: there are more than `limit` such states after some cell.
    """
    grid, givens, known = puzzle.grid, dict(puzzle.givens), dict[object, bool]()
    lines = [grid.line(index) for index in range(grid.n_lines)]
    through: list[list[int]] = [[] for _ in range(grid.n_cells)]
    backward = set()
    for index, line in enumerate(lines):
        for cell in line:
            through[cell].append(index)
        if list(line) != sorted(line):
            assert list(line) == sorted(line, reverse=True)
            backward.add(index)
    clues = [clue[::-1] if index in backward else clue for index, clue in enumerate(puzzle.clues)]
    left = [len(line) for line in lines]
    beginnings: dict[tuple[LineState, ...], int] = {((0, 0, 0),) * len(lines): 1}
    for cell, indices in enumerate(through):
        longer: dict[tuple[LineState, ...], int] = defaultdict(int)
        for index in indices:
            left[index] -= 1
        for states, number in beginnings.items():
            for color in (givens[cell],) if cell in givens else range(puzzle.n_colors + 1):
                after = list(states)
                for index in indices:
                    state = advanced(clues[index], states[index], color)
                    if state is None or not may_end(clues[index], state, left[index], puzzle.n_colors, known):
                        break
                    after[index] = state if left[index] else (0, 0, 0)
                else:
                    longer[tuple(after)] += number
        if len(longer) > limit:
            raise TooMany
        beginnings = longer
    return sum(beginnings.values())


def clues_of(grid: Grid, cells: Cells) -> tuple[Clue, ...]:
    return tuple(
        tuple(Block(length, color) for length, color in runs([cells[cell] for cell in grid.line(index)]))
        for index in range(grid.n_lines)
    )


def all_puzzles(grid: Grid, n_colors: int = 1) -> Iterator[tuple[Puzzle, set[Cells]]]:
    """Every puzzle on a grid that has a solution (no `?`, no givens), with its solutions."""
    solutions: dict[tuple[Clue, ...], set[Cells]] = defaultdict(set)
    for cells in product(range(n_colors + 1), repeat=grid.n_cells):
        solutions[clues_of(grid, cells)].add(cells)
    for clues, found in solutions.items():
        yield Puzzle(grid, palette(n_colors), clues), found


def random_cells(rng: random.Random, grid: Grid, n_colors: int, density: float = 0.5) -> Cells:
    return tuple(rng.randint(1, n_colors) if rng.random() < density else 0 for _ in range(grid.n_cells))


def random_puzzle(
    rng: random.Random,
    grid: Grid,
    n_colors: int = 1,
    *,
    unknown: float = 0.0,
    hidden: float = 0.0,
    givens: int = 0,
    density: float = 0.5,
) -> tuple[Puzzle, Picture]:
    """A puzzle and the picture it was made from.

    Args:
        unknown: share of the blocks whose colour is not told.
        hidden: share of the blocks whose length is not told.
        givens: how many cells are fixed.
        density: share of the cells that are coloured.
    """
    cells = random_cells(rng, grid, n_colors, density)
    clues = tuple(
        tuple(
            Block(0 if hidden and rng.random() < hidden else length, 0 if rng.random() < unknown else color)
            for length, color in clue
        )
        for clue in clues_of(grid, cells)
    )
    fixed = tuple(ColoredCell(cell, cells[cell]) for cell in rng.sample(range(grid.n_cells), givens))
    return Puzzle(grid, palette(n_colors), clues, fixed), Picture(grid, cells)


def random_grid(rng: random.Random, max_cells: int, max_hex: int = 2) -> Grid:
    """Mostly rectangles with at most `max_cells` cells."""
    kind = rng.random()
    if kind < 0.3:
        return HexGrid(rng.randint(1, max_hex))
    if kind < 0.45:
        return rng.choice(triangle_outlines(max_cells))
    height = rng.randint(1, max_cells)
    return RectGrid(height, rng.randint(1, max_cells // height))


@cache
def triangle_outlines(max_cells: int, max_side: int = 4) -> list[TriGrid]:
    """All outlines of triangles with at most so many cells, and at most so many along a side."""
    found = []
    for top_left, bottom_left, bottom, bottom_right in product(range(max_side + 1), repeat=4):
        top_right, top = top_left + bottom_left - bottom_right, bottom + bottom_right - top_left
        sides = (top_left, bottom_left, bottom, bottom_right, top_right, top)
        try:
            grid = TriGrid(sides)
        except PuzzleError:
            continue
        if grid.n_cells <= max_cells:
            found.append(grid)
    return found


def small_rectangles(max_cells: int) -> list[RectGrid]:
    """All shapes with at most so many cells."""
    return [
        RectGrid(height, width) for height in range(1, max_cells + 1) for width in range(1, max_cells // height + 1)
    ]
