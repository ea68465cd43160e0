"""What holds for any picture: its puzzle is solved, its file reads back, its clues fit where they must."""

from __future__ import annotations

from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import fillings, palette, solves

from nonosat.formats import FORMATS
from nonosat.model.clue import ANY_COLOR, Block, Clue, clue_of, earliest_starts, minimum_length
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette, color_number, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.solve import solutions, solve

CLUES = FORMATS["clues"]


def grids(longest: int) -> st.SearchStrategy[Grid]:
    sides = st.integers(1, longest)
    return st.one_of(st.builds(RectGrid, sides, sides), st.builds(HexGrid, st.integers(1, longest // 2)))


@st.composite
def puzzles(draw: st.DrawFn, longest: int = 8, max_colors: int = 4) -> tuple[Puzzle, Picture]:
    """A puzzle and the picture it was made from; some of its blocks may be `?`, some of its cells given."""
    grid = draw(grids(longest))
    n_colors = draw(st.integers(1, max_colors))
    n = grid.n_cells
    cells = tuple(draw(st.lists(st.integers(0, n_colors), min_size=n, max_size=n)))
    picture = Picture(grid, cells)
    hidden = draw(st.sets(st.integers(0, grid.n_lines - 1))) if draw(st.booleans()) else set()
    every = draw(st.integers(1, 3))  # of the blocks of these lines each, every second, every third is `?`
    clues = tuple(
        tuple(
            Block(length, ANY_COLOR if index in hidden and number % every == 0 else color)
            for number, (length, color) in enumerate(clue_of(picture.line(index)))
        )
        for index in range(grid.n_lines)
    )
    fixed = draw(st.sets(st.integers(0, n - 1), max_size=3))
    return Puzzle(grid, palette(n_colors), clues, tuple(ColoredCell(cell, cells[cell]) for cell in fixed)), picture


@st.composite
def clues(draw: st.DrawFn, max_length: int = 6) -> tuple[Clue, int, int]:
    """A clue with `?` blocks, a number of colours, and the length of a line, which may be too short."""
    n_colors = draw(st.integers(1, 4))
    blocks = st.builds(Block, st.integers(1, 3), st.integers(ANY_COLOR, n_colors))
    return tuple(draw(st.lists(blocks, max_size=3))), n_colors, draw(st.integers(1, max_length))


@examples(300)
@given(puzzles(longest=5), st.booleans(), st.sampled_from(["glucose4", "cadical153"]))
def test_the_picture_is_a_solution(asked: tuple[Puzzle, Picture], propagate: bool, solver: str) -> None:
    puzzle, picture = asked
    result = solve(puzzle, unique=True, propagate=propagate, solver=solver)
    assert result.picture is not None
    assert solves(puzzle, result.picture.cells)
    if result.unique:
        assert result.picture == picture
    else:
        assert result.second is not None
        assert solves(puzzle, result.second.cells)
        assert result.second != result.picture


@examples(150)
@given(puzzles(longest=4, max_colors=3), st.booleans())
def test_the_picture_is_among_the_solutions(asked: tuple[Puzzle, Picture], propagate: bool) -> None:
    puzzle, picture = asked
    found: list[Picture] = []
    for other in solutions(puzzle, propagate=propagate):
        found.append(other)
        if len(found) == 500:
            break
    assert len({other.cells for other in found}) == len(found)
    assert all(solves(puzzle, other.cells) for other in found)
    assert picture in found or len(found) == 500


@examples(100)
@given(puzzles(longest=10))
def test_more_givens_leave_fewer_solutions(asked: tuple[Puzzle, Picture]) -> None:
    """With the whole picture given nothing else is left."""
    puzzle, picture = asked
    everything = tuple(ColoredCell(cell, color) for cell, color in enumerate(picture.cells))
    result = solve(Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, everything), unique=True)
    assert result.unique
    assert result.picture == picture


@examples(200)
@given(puzzles())
def test_clue_files_read_back(asked: tuple[Puzzle, Picture]) -> None:
    puzzle, _ = asked
    text = CLUES.write(puzzle)
    assert CLUES.read(text) == puzzle
    assert CLUES.write(CLUES.read(text)) == text
    assert CLUES.read(text.rstrip("\n")) == puzzle
    assert CLUES.read(text.replace("\n", "\r\n").replace(" ", "\t")) == puzzle


@examples(50)
@given(st.integers(27, 800), st.data())
def test_clue_files_of_many_colors_read_back(n_colors: int, data: st.DataObject) -> None:
    colors = tuple(f"#{number:06x}" for number in range(n_colors + 1))
    cells = tuple(data.draw(st.lists(st.integers(0, n_colors), min_size=12, max_size=12)))
    picture = Picture(RectGrid(3, 4), cells)
    puzzle = Puzzle(
        picture.grid,
        Palette(colors),
        tuple(clue_of(picture.line(index)) for index in range(7)),
        (ColoredCell(5, cells[5]),),
    )
    assert CLUES.read(CLUES.write(puzzle)) == puzzle


@examples(300)
@given(st.integers(1, 10**8))
def test_letters_have_an_inverse(color: int) -> None:
    name = letter(color)
    assert color_number(name) == color
    assert name.isalpha()
    assert name.islower()
    assert (len(letter(color + 1)), letter(color + 1)) > (len(name), name)


@examples(400)
@given(clues())
def test_minimum_length_is_the_least(asked: tuple[Clue, int, int]) -> None:
    clue, n_colors, length = asked
    assert (next(fillings(clue, length, n_colors), None) is not None) == (minimum_length(clue, n_colors) <= length)


@examples(400)
@given(clues())
def test_earliest_starts_are_the_earliest(asked: tuple[Clue, int, int]) -> None:
    clue, n_colors, _ = asked
    bounds = earliest_starts(clue, n_colors)
    assert len(bounds) == len(clue)
    for number, block in enumerate(clue):
        least: dict[int, int] = {}
        before = clue[: number + 1]
        # No earlier block can be helped by more room than one cell between any two.
        for filling in fillings(before, sum(length for length, _ in before) + number, n_colors):
            end = max(j for j, color in enumerate(filling) if color) + 1
            color, start = filling[end - 1], end - block.length
            least[color] = min(start, least.get(color, start))
        assert bounds[number] == least
        assert list(bounds[number]) == sorted(bounds[number])
