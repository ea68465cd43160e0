"""Pictures and empty puzzles in the form that fits the terminal: read back from the screen, and measured."""

from __future__ import annotations

import random
import re

import pytest
import snapshot

from nonosat.core.errors import PuzzleError
from nonosat.drawing.terminal_colors import TRUE_COLOR, terminal_colors
from nonosat.drawing.text import TextScreen, fitted_clues, fitted_picture
from nonosat.formats.picture_text import read_picture
from nonosat.model.cell_shapes import MARK, SHAPES, find_broken_cell, has_shapes, letters_of_shapes
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

GRIDS = [RectGrid(1, 1), RectGrid(4, 6), RectGrid(7, 5), HexGrid(2), HexGrid(4)]
grids = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
depths = pytest.mark.parametrize("depth", [0, 16, 256, TRUE_COLOR])


def palette(n_colors):
    values = ((40 * i % 256, 90 * i % 256, -15 * i % 256) for i in range(n_colors))
    return Palette(("#ffffff", *(f"#{bytes(value).hex()}" for value in values)))


def random_puzzle(grid, n_colors, seed=1):
    cells = tuple(random.Random(seed).choices(range(n_colors + 1), k=grid.n_cells))
    picture = Picture(grid, cells)
    return puzzle_of(picture, palette(n_colors)), picture


def screen_cells(text):
    """What a terminal shows: for each line a list of (character, ink, ground); colours as parameters of sequences.

    A blank has no ink.
    """
    lines = []
    for line in text.split("\n"):
        ink = ground = None
        shown = []
        for code, char in re.findall(r"\x1b\[([0-9;]*)m|([\s\S])", line):
            if char:
                shown.append((char, None if char == " " else ink, ground))
                continue
            for part in re.findall(r"[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+", code):
                if part == "0":
                    ink = ground = None
                elif part.startswith(("38", "3", "9")):
                    ink = part
                else:
                    ground = part
        lines.append(shown)
    return lines


def widths_of(text):
    return [len(line) for line in screen_cells(text)]


def half_cells(text, colors):
    """The colour numbers of the half rows of a picture in half blocks; None outside."""
    by_ink = {color.ink: number for number, color in enumerate(colors)}
    by_ground = {color.ground: number for number, color in enumerate(colors)}
    rows = []
    for line in screen_cells(text):
        upper, lower = [], []
        for char, ink, ground in line:
            above = by_ink[ink] if char == "▀" else by_ground.get(ground)
            below = by_ink[ink] if char == "▄" else by_ground.get(ground)
            upper.append(above)
            lower.append(below)
        rows += [upper, lower]
    return rows


# Which form


def test_the_form_by_width_in_colour():
    puzzle, picture = random_puzzle(RectGrid(5, 10), 3)
    shapes = {}
    for width in (None, 100, 20, 19, 10, 9):
        shown = fitted_picture(puzzle, picture, TextScreen(width, TRUE_COLOR))
        shapes[width] = shown.text and (shown.text.count("\n") + 1, max(widths_of(shown.text)))
        assert shown.columns == (20 if shapes[width] == (5, 20) else 10)
    assert shapes == {None: (5, 20), 100: (5, 20), 20: (5, 20), 19: (3, 10), 10: (3, 10), 9: None}


@pytest.mark.parametrize(("n_colors", "lines"), [(1, 3), (3, 5)])
def test_the_form_by_width_without_colour(n_colors, lines):
    """Half blocks hold one colour; several need a character for each cell."""
    puzzle, picture = random_puzzle(RectGrid(5, 10), n_colors)
    wide, narrow, none = (fitted_picture(puzzle, picture, TextScreen(width)).text for width in (20, 19, 9))
    assert (wide.count("\n") + 1, {len(line) for line in wide.split("\n")}) == (5, {20})
    assert (narrow.count("\n") + 1, {len(line) for line in narrow.split("\n")}) == (lines, {10})
    assert none is None


@pytest.mark.thinned(7)
@grids
@depths
@pytest.mark.parametrize("n_colors", [1, 4, 13])
@pytest.mark.parametrize("marks", [False, True])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_line_is_wider_than_the_screen(grid, depth, n_colors, marks, ascii_only):
    puzzle, picture = random_puzzle(grid, n_colors)
    differs = range(0, grid.n_cells, 2) if marks else ()
    fitted = {}
    for width in (1, 2, 5, 6, 7, 10, 12, 30):
        shown = fitted_picture(puzzle, picture, TextScreen(width, depth, ascii=ascii_only), differs)
        fitted[width] = shown.text
        if shown.text is None:
            assert shown.columns > width
        else:
            assert max(widths_of(shown.text)) <= shown.columns <= width
            assert not ascii_only or shown.text.isascii()
        clues = fitted_clues(puzzle, TextScreen(width + 40, depth))
        assert max(widths_of(clues.text)) <= width + 40
    too_wide = [text is None for text in fitted.values()]
    assert too_wide == sorted(too_wide, reverse=True)
    assert fitted_picture(puzzle, picture, TextScreen(None, depth)).text is not None


def test_letters_win_over_colours():
    puzzle, picture = random_puzzle(RectGrid(3, 4), 2)
    letters = "\n".join("".join(map(letter, row)) for row in picture.rows())
    for depth in (0, TRUE_COLOR):
        assert fitted_picture(puzzle, picture, TextScreen(80, depth, letters=True), [1]).text == letters
    assert fitted_picture(puzzle, picture, TextScreen(3, letters=True)).text is None


def test_letters_stand_where_there_is_no_shape():
    puzzle, picture = random_puzzle(RectGrid(8, 8), len(SHAPES))
    assert not has_shapes(len(SHAPES))
    letters = "\n".join("".join(map(letter, row)) for row in picture.rows())
    assert fitted_picture(puzzle, picture, TextScreen(80)).text == letters
    puzzle, picture = random_puzzle(RectGrid(8, 8), 1)
    letters = "\n".join("".join(map(letter, row)) for row in picture.rows())
    assert fitted_picture(puzzle, picture, TextScreen(80, ascii=True)).text == letters


def test_pictures_of_other_puzzles_are_refused():
    puzzle, _ = random_puzzle(RectGrid(2, 2), 2)
    _, other = random_puzzle(RectGrid(2, 3), 2)
    with pytest.raises(PuzzleError):
        fitted_picture(puzzle, other, TextScreen())


# Shapes


@grids
@pytest.mark.parametrize("n_colors", [1, 5, len(SHAPES) - 1])
@pytest.mark.parametrize("marks", [False, True])
def test_shapes_can_be_read_back(grid, n_colors, marks):
    puzzle, picture = random_puzzle(grid, n_colors)
    differs = range(0, grid.n_cells, 3) if marks else ()
    shown = fitted_picture(puzzle, picture, TextScreen(), differs).text
    assert (MARK in shown) == marks
    read = letters_of_shapes(shown)
    assert [line.split() for line in read.split("\n")] == [[*map(letter, row)] for row in picture.rows()]
    # Characters keep their places, so that error messages can name them.
    assert [len(line) for line in read.split("\n")] == [len(line) for line in shown.split("\n")]
    assert find_broken_cell(shown) is None


@pytest.mark.parametrize("text", ["", "-ab", "oo==", "█", "██·", "█▒", "██-", "1a ██", "s SATISFIABLE"])
def test_other_texts_are_left_alone(text):
    assert letters_of_shapes(text) == text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        *(("██··", None), ("██·", (1, 3)), ("██··\n █·█", (2, 2)), ("█!!·", (1, 3)), ("██ ··", (1, 3))),
        *(("█a", None), ("oo", None)),
    ],
)
def test_half_a_cell(text, place):
    assert find_broken_cell(text) == place


# Half blocks


@grids
@pytest.mark.parametrize("depth", [16, 256, TRUE_COLOR])
@pytest.mark.parametrize("n_colors", [1, 5])
def test_half_blocks_can_be_read_back(grid, depth, n_colors):
    for seed in range(4):
        puzzle, picture = random_puzzle(grid, n_colors, seed)
        rows = picture.rows()
        width = max(map(len, rows))
        if grid == RectGrid(1, 1):
            return  # no width fits one form only
        shown = fitted_picture(puzzle, picture, TextScreen(2 * width - 1, depth)).text
        found = half_cells(shown, terminal_colors(puzzle.palette.colors, depth))
        assert [tuple(color for color in row if color is not None) for row in found[: len(rows)]] == [*map(tuple, rows)]
        assert all(color is None for row in found[len(rows) :] for color in row)
        if grid.kind == "hex":
            indents = [next(i for i, color in enumerate(row) if color is not None) for row in found[: len(rows)]]
            assert indents == [(width - len(row)) // 2 for row in rows]


# Differences


@grids
@depths
@pytest.mark.parametrize("n_colors", [1, 4])
def test_differences_are_seen_in_each_form(grid, depth, n_colors):
    """Exactly the cells that differ look otherwise, and their colours still can be told apart."""
    puzzle, picture = random_puzzle(grid, n_colors, 3)
    width = max(map(len, picture.rows()))
    differs = {cell for cell in range(grid.n_cells) if cell % 3 != 1}
    for pitch in (2, 1):
        room = None if pitch == 2 else max(width * 2 - 1, 1)
        wide = TextScreen(room, depth)
        marked = screen_cells(fitted_picture(puzzle, picture, wide, differs).text)
        everything = screen_cells(fitted_picture(puzzle, picture, wide, range(grid.n_cells)).text)
        looks = {}
        cell = 0
        for line, whole, row in zip(marked, everything, picture.rows(), strict=True):
            begin = (width - len(row)) * pitch // 2
            for i, color in enumerate(row):
                place = slice(begin + i * pitch, begin + (i + 1) * pitch)
                assert (line[place] == whole[place]) == (cell in differs)
                looks.setdefault((color, cell in differs), tuple(line[place]))
                assert looks[color, cell in differs] == tuple(line[place])
                cell += 1
        assert len(set(looks.values())) == len(looks)


# Clues


def test_forms_by_hand():
    """Small pictures and clues in all forms without colours, the second time with differences."""
    two = puzzle_and_picture(RectGrid(2, 3), (1, 0, 2, 0, 1, 1))
    one = puzzle_and_picture(RectGrid(3, 4), (1, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0))
    hexagon = puzzle_and_picture(HexGrid(2), (1, 0, 1, 1, 1, 0, 1))
    shown = [fitted_picture(*two, TextScreen(width), marks).text for width in (None, 5) for marks in ((), (0, 3))]
    shown += [fitted_picture(*each, TextScreen(4)).text for each in (one, hexagon)]
    numbers, _ = puzzle_and_picture(RectGrid(2, 3), (1, 0, 1, 1, 1, 1), [ColoredCell(1, 0), ColoredCell(3, 1)])
    colors, _ = puzzle_and_picture(RectGrid(2, 3), (1, 0, 2, 1, 1, 1), [ColoredCell(1, 0)])
    columns = fitted_clues(colors, TextScreen(80)).columns
    clues = [(numbers, None), (colors, 80), (colors, columns), (colors, columns - 1)]
    shown += [fitted_clues(puzzle, TextScreen(width)).text for puzzle, width in clues]
    snapshot.compare("drawing/terminal", "small pictures and clues", "\n\n".join(shown))


def puzzle_and_picture(grid, cells, givens=()):
    picture = Picture(grid, cells)
    return puzzle_of(picture, palette(max(cells)), givens), picture


def test_clues_of_a_hexagon_are_folded():
    """The drawing fits, and the list below it is folded."""
    picture = Picture(HexGrid(4), tuple(i % 2 if i % 5 else 0 for i in range(37)))
    puzzle = puzzle_of(picture, palette(1))
    whole = fitted_clues(puzzle, TextScreen())
    assert max(widths_of(whole.text)) > whole.columns
    folded = fitted_clues(puzzle, TextScreen(whole.columns))
    assert max(widths_of(folded.text)) <= whole.columns
    assert folded.text.split() == whole.text.split()
    assert folded.text.split("\n")[:7] == whole.text.split("\n")[:7]


def test_unknown_colours_and_chips():
    grid = RectGrid(1, 2)
    puzzle = Puzzle(grid, palette(2), ((Block(2, 0),), (Block(1, 1),), (Block(1, 2),)))
    assert "2?" in fitted_clues(puzzle, TextScreen()).text
    shown = fitted_clues(puzzle, TextScreen(depth=TRUE_COLOR)).text
    colors = terminal_colors(puzzle.palette.colors, TRUE_COLOR)
    (above, _) = screen_cells(shown)
    chips = [(char, ground) for char, _, ground in above if char != " "]
    assert chips == [("1", colors[1].ground), ("1", colors[2].ground)]
    assert "2?" in "".join(char for char, _, _ in screen_cells(shown)[1])


def test_long_numbers_of_one_colour_stand_apart():
    grid = RectGrid(12, 2)
    picture = Picture(grid, (1,) * 24)
    puzzle = puzzle_of(picture, palette(1))
    apart = fitted_clues(puzzle, TextScreen(80, TRUE_COLOR))
    top = "".join(char for char, _, _ in screen_cells(apart.text)[0])
    assert top.split() == ["12", "12"]
    close = fitted_clues(puzzle, TextScreen(apart.columns - 1, TRUE_COLOR))
    assert "".join(char for char, _, _ in screen_cells(close.text)[0]).split() == ["1212"]


def test_triangles_in_colour_have_one_column_a_cell():
    grid = TriGrid((2, 1, 2, 2, 1, 2))
    puzzle, picture = random_puzzle(grid, 2)
    shown = fitted_picture(puzzle, picture, TextScreen(width=80, depth=TRUE_COLOR))
    assert shown.columns == 6
    lines = screen_cells(shown.text)
    starts = grid.row_starts
    assert [len(line) for line in lines] == [start + length for start, length in zip(starts, (5, 6, 5), strict=True)]
    grounds = [[ground for _, _, ground in line[start:]] for line, start in zip(lines, starts, strict=True)]
    assert len({ground for row in grounds for ground in row}) == len(set(picture.cells))
    plain = fitted_picture(puzzle, picture, TextScreen(width=80))
    assert read_picture(letters_of_shapes(plain.text), puzzle) == picture
