"""Pictures as text: read back, measured, and compared with what a person would write."""

from __future__ import annotations

import random
import re

import pytest
import snapshot

from nonosat.core.errors import PuzzleError
from nonosat.drawing.text import text
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid

REFERENCE = Palette(("#ffffff", "#333333", "#999900", "#3333ff"))
GRIDS = [RectGrid(1, 1), RectGrid(4, 5), RectGrid(7, 3), HexGrid(1), HexGrid(2), HexGrid(4)]
grids = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
flags = pytest.mark.parametrize("color", [False, True], ids=["plain", "color"])


def palette(n_colors):
    return Palette(tuple(f"#{17 * i:06x}" for i in range(n_colors + 1)))


def random_picture(grid, n_colors, seed):
    return Picture(grid, tuple(random.Random(seed).choices(range(n_colors + 1), k=grid.n_cells)))


def visible(line):
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def screen(shown):
    """What a terminal shows: for each line a list of (character, ground)."""
    lines = []
    for line in shown.split("\n"):
        ground, cells = None, []
        for code, char in re.findall(r"\x1b\[([0-9;]*)m|(.)", line):
            if char:
                cells.append((char, ground))
            elif code.startswith("48;2;"):
                ground = "#" + bytes(map(int, code.split(";")[2:])).hex()
            elif code == "0":
                ground = None
        lines.append(cells)
    return lines


HEX = Picture(HexGrid(3), tuple("-abc".index(char) for char in "b-bbaab-aca-aaaa---"))
RECT = Picture(RectGrid(4, 5), tuple("-ab".index(char) for char in "a--abbab-a-abbb---ab"))


@pytest.mark.parametrize("clues", [False, True], ids=["cells", "clues"])
@pytest.mark.parametrize("picture", [RECT, HEX], ids=["rectangle", "hexagon"])
def test_looks(picture, clues):
    """As a person has checked it; the tests below read it back."""
    shown = text(puzzle_of(picture, REFERENCE), picture, color=False, clues=clues)
    snapshot.compare("drawing/text", f"{picture.grid.header}, clues: {clues}", shown)


def test_longer_names_are_shifted_by_half_a_cell_too():
    picture = Picture(HexGrid(2), (27, 27, 27, 0, 1, 27, 27))
    assert text(puzzle_of(picture, palette(27)), picture, color=False) == "   aa  aa\n aa   -   a\n   aa  aa"


@grids
@pytest.mark.parametrize("n_colors", [1, 3, 26, 30])
def test_plain_text_can_be_read_back(grid, n_colors):
    names = {letter(color): color for color in range(n_colors + 1)}
    for seed in range(5):
        picture = random_picture(grid, n_colors, seed)
        lines = text(puzzle_of(picture, palette(n_colors)), picture, color=False).split("\n")
        joined = grid.kind == "rect" and n_colors <= 26
        rows = [list(line) if joined else line.split() for line in lines]
        assert tuple(names[name] for row in rows for name in row) == picture.cells
        assert [len(row) for row in rows] == [len(grid.line(row)) for row in grid.families[0]]


@grids
@pytest.mark.parametrize("n_colors", [1, 3, 30])
def test_colours_can_be_read_back(grid, n_colors):
    colors = palette(n_colors).colors
    for seed in range(5):
        picture = random_picture(grid, n_colors, seed)
        cells = []
        for row, line in zip(
            picture.rows(), screen(text(puzzle_of(picture, palette(n_colors)), picture, color=True)), strict=True
        ):
            indent = max(map(len, picture.rows())) - len(row)
            assert line[:indent] == [(" ", None)] * indent
            assert len(line) == indent + 2 * len(row)
            assert line[indent::2] == line[indent + 1 :: 2]
            cells += [colors.index(ground) for _, ground in line[indent::2]]
        assert tuple(cells) == picture.cells


@grids
@flags
@pytest.mark.parametrize("clues", [False, True])
def test_no_trailing_blanks_and_colours_end_with_the_line(grid, color, clues):
    for seed in range(6):
        picture = random_picture(grid, 30, seed) if seed else Picture(grid, (1,) + (0,) * (grid.n_cells - 1))
        shown = picture if seed % 2 == 0 else None
        for line in text(puzzle_of(picture, palette(30)), shown, color=color, clues=clues).split("\n"):
            assert line == line.rstrip(" ")
            assert ("\x1b" in line) <= color
            if "\x1b" in line:
                assert line.rindex("\x1b[0m") == line.rindex("\x1b")


def test_runs_share_their_codes():
    picture = Picture(RectGrid(1, 50), (1,) * 50)
    assert text(puzzle_of(picture, REFERENCE), picture, color=True) == "\x1b[48;2;51;51;51m" + 100 * " " + "\x1b[0m"


@grids
@flags
def test_differences_are_marked_in_colour_only(grid, color):
    picture = random_picture(grid, 3, 4)
    puzzle = puzzle_of(picture, REFERENCE)
    differs = random.Random(1).sample(range(grid.n_cells), (grid.n_cells + 1) // 2)
    plain, marked = text(puzzle, picture, color=color), text(puzzle, picture, color=color, differs=differs)
    if not color:
        assert marked == plain
        return
    painted = [[entry for entry in line if entry[1]] for line in screen(marked)]
    pairs = [(line[i][0] + line[i + 1][0], line[i][1]) for line in painted for i in range(0, len(line), 2)]
    assert [pair == "<>" for pair, _ in pairs] == [cell in differs for cell in range(grid.n_cells)]
    assert [REFERENCE.colors.index(ground) for _, ground in pairs] == list(picture.cells)


@flags
def test_clues_stand_straight_above_and_beside(color):
    """Cells, column clues and row clues are aligned, also with numbers of three digits and unknown colours."""
    grid = RectGrid(130, 3)
    picture = Picture(grid, (1, 0, 2) * 120 + (0, 1, 1) * 10)
    puzzle = puzzle_of(picture, REFERENCE)
    unknown = tuple(tuple(Block(n, 0 if i % 3 == 0 else c) for n, c in clue) for i, clue in enumerate(puzzle.clues))
    lines = [
        visible(line) for line in text(Puzzle(grid, REFERENCE, unknown), picture, color=color, clues=True).split("\n")
    ]
    assert len(lines) == 130 + 2
    assert len({len(line) for line in lines[2:]}) == 1
    assert re.findall(r"\d+", lines[0]) == ["120"]
    assert re.findall(r"\d+", lines[1]) == ["120", "10", "10"]
    assert len(lines[1]) == len(lines[2])


def test_unknown_colours_have_a_question_mark():
    grid = RectGrid(1, 3)
    puzzle = Puzzle(grid, REFERENCE, ((Block(3, 0),), (Block(1, 0),), (Block(1, 0),), (Block(1, 1),)))
    for color in (False, True):
        lines = text(puzzle, None, color=color, clues=True).split("\n")
        assert visible(lines[0]).count("?") == 2
        assert lines[1].lstrip().startswith("3?")


@flags
def test_without_a_picture_givens_are_shown(color):
    picture = random_picture(RectGrid(3, 4), 3, 1)
    puzzle = puzzle_of(picture, REFERENCE, [ColoredCell(5, picture.cells[5]), ColoredCell(0, picture.cells[0])])
    shown = text(puzzle, None, color=color)
    if color:
        cells = [entry for line in screen(shown) for entry in line[1::2]]
        assert [char for char, _ in cells].count(".") == 10
        assert [cells[i] for i in (0, 5)] == [(" ", REFERENCE.colors[picture.cells[i]]) for i in (0, 5)]
    else:
        cells = shown.replace("\n", "")
        assert cells.count(".") == 10
        assert (cells[0], cells[5]) == (letter(picture.cells[0]), letter(picture.cells[5]))


def test_pictures_of_other_puzzles_are_refused():
    with pytest.raises(PuzzleError):
        text(puzzle_of(RECT, REFERENCE), HEX, color=False)
