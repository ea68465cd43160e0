"""The shape of a puzzle: equal for pictures that are turned, mirrored or in other colours, and for no others."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest
from conftest import HEX, RECT, TWO, examples
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat.model.clue import Block
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import kind_of
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette, default_palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.puzzle_shape import shape_digest
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

GRIDS = [
    *(RectGrid(5, 5), RectGrid(3, 6), RectGrid(1, 4), HexGrid(1), HexGrid(3)),
    *(TriGrid((2,) * 6), TriGrid((3, 2, 3, 2, 3, 2)), TriGrid((3, 0, 4, 3, 0, 4)), TriGrid((5, 4, 1, 6, 3, 2))),
]


# Where cells are in the plane: this shares nothing with the families of lines that the digest is made of.


@cache
def centres(grid: Grid) -> list[complex]:
    """The centres of the cells around their common centre; neighbours in a row are 1 apart."""
    found = []
    for number, (row, indent) in enumerate(zip(grid.families[0], kind_of(grid).row_indents(grid), strict=True)):
        for place, cell in enumerate(grid.line(row)):
            height = {"rect": number, "hex": number * 3**0.5 / 2, "tri": number * 3**0.5}[grid.kind]
            if grid.kind == "tri":
                height += 3**0.5 * (2 if grid.triangles[cell].points_up else 1) / 3
            found.append(complex(indent / 2 + place, height))
    middle = sum(found) / len(found)
    return [each - middle for each in found]


def rounded(points: list[complex]) -> dict[tuple[int, int], int]:
    """The numbers of points by their places on a fine lattice."""
    return {(round(each.real * 50), round(each.imag * 50)): number for number, each in enumerate(points)}


class Move(NamedTuple):
    """A rotation or reflection: the grid to which it leads, and for each cell the cell of that grid it moves to."""

    grid: Grid
    cells: list[int]


@cache
def moves(grid: Grid) -> list[Move]:
    """All rotations by parts of a whole turn, each with and without a reflection before."""
    n_rotations = 4 if grid.kind == "rect" else 6
    found = []
    for number, is_mirrored in itertools.product(range(n_rotations), (False, True)):
        turn = {4: 1j, 6: complex(0.5, 3**0.5 / 2)}[n_rotations] ** number
        points = [(each.conjugate() if is_mirrored else each) * turn for each in centres(grid)]
        (there,) = {other for other in others(grid) if rounded(centres(other)).keys() == rounded(points).keys()}
        target = rounded(centres(there))
        found.append(Move(there, [target[point] for point in rounded(points)]))
    return found


def others(grid: Grid) -> list[Grid]:
    """All grids to which a move may lead."""
    numbers = [*map(int, grid.header.split()[1:])]
    turned = [numbers[at:] + numbers[:at] for at in range(len(numbers))]
    return [
        type(grid)(*each) if grid.kind != "tri" else TriGrid(tuple(each))
        for each in turned + [each[::-1] for each in turned]
    ]


class Marked(NamedTuple):
    """A picture with cells that are givens, and cells whose blocks have no length or no colour in the clues."""

    grid: Grid
    cells: list[int]
    given: set[int] = frozenset()
    without_length: set[int] = frozenset()
    without_color: set[int] = frozenset()

    def moved(self, move: Move, names: list[int]) -> Marked:
        """The picture after a move, with other numbers of colours."""
        cells = [0] * len(self.cells)
        for cell, there in enumerate(move.cells):
            cells[there] = names[self.cells[cell]]
        return Marked(move.grid, cells, *({move.cells[cell] for cell in marks} for marks in self[2:]))

    def puzzle(self, palette: Palette) -> Puzzle:
        puzzle = puzzle_of(Picture(self.grid, tuple(self.cells)), palette)
        givens = [ColoredCell(cell, self.cells[cell]) for cell in self.given]
        clues = [self._clue(self.grid.line(index)) for index in range(self.grid.n_lines)]
        return replace(puzzle, clues=tuple(clues), givens=tuple(givens))

    def _clue(self, line) -> tuple[Block, ...]:
        clue = []
        for color, run in itertools.groupby(line, key=self.cells.__getitem__):
            block = {*run}
            if color:
                length = 0 if block & self.without_length else len(block)
                clue.append(Block(length, 0 if block & self.without_color else color))
        return tuple(clue)


@st.composite
def marked(draw):
    """A picture of each kind of grid, with or without marks."""
    grid, n_colors = draw(st.sampled_from(GRIDS)), draw(st.integers(1, 3))
    rng = random.Random(draw(st.integers(0, 10**6)))
    cells = [rng.randint(0, n_colors) for _ in range(grid.n_cells)]
    marks = [{*rng.sample(range(grid.n_cells), rng.randint(0, min(3, grid.n_cells)))} for _ in range(3)]
    return Marked(grid, cells, *(marks if draw(st.booleans()) else [])), n_colors, rng


@examples(200, fast=15)
@given(marked())
def test_turned_mirrored_and_recoloured_puzzles_are_equal(example):
    picture, n_colors, rng = example
    shape = shape_digest(picture.puzzle(default_palette(n_colors)))
    names = [0, *rng.sample(range(1, n_colors + 1), n_colors)]
    palette = Palette(("#ffffff", *("#123456", "#654321", "#222222")[:n_colors]))
    move = rng.choice(moves(picture.grid))
    assert shape_digest(picture.moved(move, names).puzzle(palette)) == shape


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
def test_all_moves(grid):
    rng = random.Random(3)
    picture = Marked(grid, [rng.randint(0, 2) for _ in range(grid.n_cells)], {0})
    found = {shape_digest(picture.moved(move, [0, 2, 1]).puzzle(default_palette(2))) for move in moves(grid)}
    assert len(found) == 1
    assert len(moves(grid)) == (8 if grid.kind == "rect" else 12)


@pytest.mark.parametrize(
    ("grid", "n_colors"),
    [
        (RectGrid(2, 3), 1),
        (RectGrid(2, 2), 2),
        (HexGrid(2), 1),
        (TriGrid((1,) * 6), 1),
        (TriGrid((2, 0, 2, 0, 2, 0)), 2),
    ],
)
def test_puzzles_of_one_shape_are_turned_mirrored_or_recoloured(grid, n_colors):
    palette = default_palette(n_colors)
    classes = defaultdict(set)
    orbits = {}
    for cells in itertools.product(range(n_colors + 1), repeat=grid.n_cells):
        picture = Marked(grid, [*cells])
        puzzle = picture.puzzle(palette)
        classes[shape_digest(puzzle)].add(puzzle)
        if puzzle not in orbits:
            names = [[0, *each] for each in itertools.permutations(range(1, n_colors + 1))]
            turned = {picture.moved(move, each).puzzle(palette) for move in moves(grid) for each in names}
            orbits |= dict.fromkeys(turned, frozenset(each for each in turned if each.grid == grid))
    assert {frozenset(each) for each in classes.values()} == set(orbits.values())


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for one, other in pairs:
        text = text.replace(one, other)
    return text


def test_what_counts():
    texts = [
        *(TWO, RECT, HEX),
        changed(RECT, ("1b 1b 1a", "1b _b 1a")),
        changed(RECT, ("1b 1b 1a", "1b 1? 1a")),
        changed(RECT, ("1b 1b 1a", "1b 1? 1a"), ("#6666ff", "#6666ff #000000")),
        *(RECT + givens for givens in ("given 1 2 a\n", "given 1 1 -\n", "given 1 1 -\ngiven 1 2 a\n")),
        *(f"{header}\n#ffffff #000000\n" for header in ("rect 1 1", "rect 1 2", "hex 1", "tri 1 0 1 0 1 0")),
    ]
    assert len({shape_digest(nonosat.loads(text)) for text in texts}) == len(texts)


def test_what_does_not_count():
    shape = shape_digest(nonosat.loads(RECT))
    assert shape_digest(nonosat.loads(f"{RECT}title A boat\ngoal -----\ngoal -----\ngoal -----\ngoal -----\n")) == shape
    assert shape_digest(nonosat.loads(changed(RECT, ("#6666ff", "#00ff00 #ff0000")))) == shape
