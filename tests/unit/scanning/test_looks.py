"""Images of puzzles in many looks: what is beside the clues, on the board or around them is told from numbers."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest

import nonosat
from nonosat.core.question import Run
from nonosat.model.palette import Palette

pytest.importorskip("cv2")

import cv2
from PIL import Image, ImageDraw
from places import ROOT
from screenshots import (
    COLORED,
    PUZZLE,
    check_scan,
    drawn,
    marked,
    on_page,
    pixels,
    puzzle_with,
    same_but_for_names_of_colors,
    write_in,
)

from nonosat.scanning.flat_page import looks_dark
from nonosat.scanning.page_reading import read_page

pytestmark = pytest.mark.slow
CELLS = [*itertools.product(range(7), repeat=2)]


def check_clues(image, clues):
    """Check the clues that are read, of a puzzle that is not solved; clues may end before the last line."""
    _, _, lines = read_page(pixels(image), "image", Run())
    assert tuple(readings[0].clue for readings in lines[: len(clues)]) == clues


# Clues


def test_a_number_far_from_the_clue_of_its_row():
    puzzle = puzzle_with("a.a.a.a.a aaaaaaaaa ....a.... aa.....aa aaa...aaa")
    image = drawn(puzzle)
    write_in(image, 12, 5 * 24 + 60, "3", 14)  # in the column of the first number of the first row
    check_scan(image, puzzle)


@pytest.mark.parametrize("sides", ["right top", "left bottom", "right bottom", "left top right bottom"])
def test_clues_on_other_sides(sides):
    check_scan(drawn(PUZZLE, sides=tuple(sides.split()), room=2), PUZZLE)


def test_clues_far_from_the_board():
    image = pixels(drawn(PUZZLE))
    clues = image[120:, 70:118].copy()
    image[120:, 70:118] = 255
    image[120:, 4:52] = clues
    check_clues(image, PUZZLE.clues)


def test_digits_of_a_quarter_of_a_cell():
    check_scan(drawn(PUZZLE, side=40, size=0.38), PUZZLE)


def test_a_cell_with_a_number_beyond_the_others():
    puzzle = puzzle_with("a.a.a.a aaaaaaa ..aaa.. a.aaa.a aaaaaaa a.....a aa...aa")
    image = drawn(puzzle)
    for line, clue in enumerate(puzzle.clues):
        for far in range(1, len(clue) + 1):
            x, y = (120 - 24 * far, 120 + 24 * line) if line < 7 else (120 + 24 * (line - 7), 120 - 24 * far)
            ImageDraw.Draw(image).rectangle((x, y, x + 24, y + 24), outline=(0, 0, 0))
    check_scan(image, puzzle)


def test_numbers_struck_out_by_one_line():
    puzzle = puzzle_with("aa.aaaaaaaaaaaa aaaaaaaaaaaaaaa ....aaaaaaaaaaa aaa.aaa......aa a.....aa.......")
    image = drawn(puzzle)
    for row in (0, 3, 4):
        y = 132 + 24 * row
        ImageDraw.Draw(image).line((124 - 24 * len(puzzle.clues[row]), y, 116, y), (0, 0, 0), 1)
    check_clues(image, puzzle.clues[:5])


def test_numbers_of_clues_that_may_count_the_lines():
    puzzle = puzzle_with(" ".join((*("a" * n + "." + "a" * (11 - n) + "." for n in range(1, 11)), "............a")))
    check_scan(drawn(puzzle), puzzle)


def test_finished_numbers_are_pale_beside_others():
    image = drawn(PUZZLE, 36)
    ImageDraw.Draw(image).rectangle((180, 0, image.width, 178), (255, 255, 255))
    for column, clue in enumerate(PUZZLE.clues[7:]):
        for at, block in enumerate(reversed(clue)):
            write_in(image, 198 + 36 * column, 166 - 22 * at, str(block.length), 24, "#bebebe" if at else "black")
    check_scan(image, PUZZLE)


@pytest.mark.parametrize("dash", [3, 8])
def test_dashes_between_numbers(dash):
    image = drawn(PUZZLE)
    draw = ImageDraw.Draw(image)
    for line, start in itertools.product(range(8), range(0, 120, 2 * dash)):
        at, ends = 24 * (5 + line), (start, start + dash - 1)
        draw.line((at, ends[0], at, ends[1]), (90, 90, 90), 2)
        draw.line((ends[0], at, ends[1], at), (90, 90, 90), 2)
    check_scan(image, PUZZLE)


def test_specks_that_look_like_digits():
    image = drawn(PUZZLE, 30)
    for row in (row for row, clue in enumerate(PUZZLE.clues[:7]) if len(clue) == 1):
        write_in(image, 105, 165 + 30 * row, "4", 9)  # half as high as the numbers
    check_scan(image, PUZZLE)


def test_specks_below_numbers():
    image = drawn(PUZZLE, 36)
    for numbers in nonosat.scan(pixels(image)).numbers:
        for value, _, _, (left, _, right, bottom) in numbers:
            if value == 2:
                x, y = (left + right) // 2, bottom + 6
                ImageDraw.Draw(image).rectangle((x - 2, y, x + 2, y + 3), 0)
    check_scan(image, PUZZLE)


# Text


def test_a_title_above_the_clues():
    page = on_page(drawn(PUZZLE), top=40)
    write_in(page, page.width / 2, 30, "Picture 11", 22)
    check_scan(page, PUZZLE)


def test_a_title_of_high_digits_near_the_clues():
    page = on_page(drawn(PUZZLE), top=30)
    write_in(page, 222, 62, "11", 24)
    check_scan(page, PUZZLE)


def test_a_title_near_the_clues_and_as_high():
    page = on_page(drawn(PUZZLE, 36), top=30)
    write_in(page, 306, 100, "Puzzle 18", 22)
    check_scan(page, PUZZLE)


def test_text_with_numbers_near_the_clues():
    puzzle = puzzle_with("a.a.a.a a.a...a aaaaa.a ..a.a.a a.a.a.. a.a.aaa ..aa..a")
    page = on_page(drawn(puzzle), top=40)
    above = 149 - 24 * max(map(len, puzzle.clues[7:]))
    write_in(page, 204, above, "Level 211 of 311", 11, anchor="mb")
    check_clues(page, puzzle.clues)


def test_a_heading_far_above():
    puzzle = nonosat.puzzle([[1, 2], [2, 2], [2, 2], [], []], [[1], [2], [1, 1], [], [3], [3], []])
    image = drawn(puzzle)
    for column, digit in ((3, "2"), (6, "5")):
        write_in(image, 132 + 24 * column, 12, digit, 15)
    check_clues(image, puzzle.clues[:3])


def test_text_below_a_board():
    puzzle = puzzle_with("aa....a aa....a .a....a aa....a aa.....")
    page = on_page(drawn(puzzle), right=90, bottom=90)
    write_in(page, 122, 250, "until lists is of\nfill full until it all\nthe lines until it is full", 18, anchor="la")
    check_clues(page, puzzle.clues)


def with_text(image: Image.Image) -> Image.Image:
    """A page with small text below a board."""
    page = on_page(image, top=20, bottom=240)
    words = "each number is a block of filled cells; between two blocks of a line at least one cell stays empty. "
    for line in range(12):
        write_in(page, 5, image.height + 30 + 18 * line, (words * 2)[7 * line :][:75], 13, anchor="la")
    return page


def test_small_text_beside_large_numbers():
    check_scan(with_text(drawn(PUZZLE, 40)), PUZZLE)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_text_of_which_parts_look_like_digits_does_not_hide_that_a_page_is_turned(turns):
    puzzle = nonosat.load(ROOT / "puzzles" / "anchor.clues")
    assert nonosat.scan(np.rot90(pixels(with_text(drawn(puzzle))), turns)).puzzle.clues == puzzle.clues


# Boards


def test_no_outer_lines_beside_tinted_clues():
    image = pixels(drawn(PUZZLE))
    for sheet in (image, image.swapaxes(0, 1)):
        clues = sheet[:118]
        clues[clues[..., 0] > 250] = (231, 236, 247)
        sheet[118:124] = 255
        sheet[120 + 7 * 24 - 3 :] = 255
    check_scan(image, PUZZLE)


def test_cells_that_look_like_high_digits():
    image = drawn(PUZZLE, 36)
    for row in range(7):
        write_in(image, 180 + 36 * 6.5, 180 + 36 * (row + 0.5), "0", 40)
    check_scan(image, PUZZLE)


def test_rings_on_the_board():
    image = drawn(PUZZLE, 36)
    for row, column in CELLS:
        if row > 4 or column > 4:
            x, y = 180 + 36 * (column + 0.5), 180 + 36 * (row + 0.5)
            ImageDraw.Draw(image).ellipse((x - 6, y - 6, x + 6, y + 6), outline="black", width=2)
    check_scan(image, PUZZLE)


def cross(image: Image.Image, x: int, y: int, reach: int, color: str = "#5a5a5a", width: int = 1) -> None:
    ImageDraw.Draw(image).line((x, y, x + reach, y + reach), color, width)
    ImageDraw.Draw(image).line((x, y + reach, x + reach, y), color, width)


def test_every_fifth_line_of_the_grid():
    rows = ("".join(".a"[abs((r - 9) ** 2 + (c - 8) ** 2 - 50) > 26] for c in range(20)) for r in range(20))
    puzzle = puzzle_with(" ".join(rows))
    image = pixels(drawn(puzzle))
    for line in (line for line in range(1, 20) if line % 5):
        image[120 + 24 * line, 122:598] = image[122:598, 120 + 24 * line] = 235
    noisy = np.clip(image + np.random.default_rng(1).normal(0, 9, image.shape), 0, 255)
    check_clues(noisy.astype(np.uint8), puzzle.clues)


def test_faint_lines_between_filled_cells():
    puzzle = puzzle_with("aaa.aaaa a.aaaaa. aaaaa.aa .aaaaaaa aaaa.aaa aaa.aaa. aa.aaa.a ........")
    image = pixels(drawn(puzzle))
    cells = image[120:314, 120:314]
    cells[cells < 128] = 244
    for row, column in itertools.product(range(8), repeat=2):
        if puzzle.clues[row] and row % 3 < 2:
            cells[24 * row + 2 : 24 * row + 24, 24 * column + 2 : 24 * column + 24] = 40
    check_clues(image, puzzle.clues)


def test_tiles_with_crosses():
    puzzle = puzzle_with(f"aaaaaaaaaaaa. aaaaaaaaaaa.. {'aa.aaaa.aa.aa ' * 8}............. a.a.a.aaaa.aa")
    image = drawn(puzzle, 36, 30, 230, size=0.5)
    for row, column in itertools.product(range(12), range(13)):
        x, y = 180 + 36 * column + 3, 180 + 36 * row + 3
        ImageDraw.Draw(image).rectangle((x, y, x + 30, y + 30), (70, 80, 120))
        if (row + column) % 3:
            cross(image, x + 7, y + 7, 16, "#9696aa", 3)
    check_clues(image, puzzle.clues)


def test_a_table_that_ends_with_the_board_where_lines_are_empty():
    puzzle = puzzle_with("aaa.aa. a.a.aa. aaaaaa. .aa.aa. aaaa... ..a.aa. .......")
    image = pixels(drawn(puzzle))
    image[::24] = image[:, ::24] = 0
    check_clues(image, puzzle.clues)


def test_dashed_lines_on_the_board():
    image = drawn(PUZZLE)
    for at, y in itertools.product(range(1, 7), range(121, 286)):
        if y % 12 < 5 and y % 24 not in (0, 1):
            ImageDraw.Draw(image).line([(119 + 24 * at, y), (121 + 24 * at, y)], (255, 255, 255))
    check_scan(image, PUZZLE)


@pytest.mark.parametrize("seed", [1, 7])
def test_a_large_part_without_clues(seed):
    rng = random.Random(seed)
    right = ["".join(rng.choice(".aa") for _ in range(7)) for _ in range(10)]
    puzzle = puzzle_with(" ".join("....." + row for row in (7 * ".", *right, *(7 * ".",) * 3)))
    image = pixels(drawn(puzzle))
    image[120::24, :120] = image[:120, 120::24] = image[120:, 24:120:24] = image[24:120:24, 120:] = 90
    check_clues(image, puzzle.clues)


# Paper, screens and light


def sheet(height: int, width: int, at: int) -> np.ndarray:
    """The puzzle on squared paper that goes on around it."""
    image = pixels(drawn(PUZZLE))
    page = np.full((height, width, 3), 255, np.uint8)
    page[::24] = page[:, ::24] = 200
    part = page[at : at + len(image), at : at + image.shape[1]]
    part[...] = np.minimum(part, image)
    return page


def test_a_numbered_sheet_that_goes_on_around_the_puzzle():
    page = Image.fromarray(sheet(22 * 24, 20 * 24, 48))
    for row in range(1, 22):
        write_in(page, 12, row * 24 + 12, str(row), 14)
    check_scan(page, PUZZLE)


def test_a_sheet_that_goes_on_by_one_line():
    check_scan(sheet(314, 314, 0), PUZZLE)


def test_upside_down_though_numbers_can_be_read_so():
    puzzle = puzzle_with("aaaaaaaa. a.aaaaaa. a.a.a.aa. aaaaaaaa. a.aaaaaa. a.a....a. aaaaaa.aa aaaaaaaaa ........a")
    check_scan(pixels(drawn(puzzle))[::-1, ::-1], puzzle)


def test_a_light_puzzle_on_a_dark_page():
    check_scan(on_page(drawn(PUZZLE), *[100] * 4, ground=40), PUZZLE)


@pytest.mark.parametrize("has_crosses", [False, True])
def test_a_light_board_in_a_dark_window(has_crosses):
    image = drawn(PUZZLE, 48)
    for row, column in CELLS:
        if has_crosses and (3 * row + 2 * column) % 4 < 2:
            cross(image, 244 + 48 * column, 244 + 48 * row, 40, "red", 2)
    light = pixels(image)
    is_board = np.zeros(light.shape, bool)
    is_board[240 : 240 + 7 * 48, 240 : 240 + 7 * 48] = True
    check_scan(np.where(is_board, light, 255 - light), PUZZLE)


def test_a_dark_page_with_many_filled_cells():
    rows = ["aa-aa--", "aaaaaaa", "aaaaaaa", "-aaaaa-", "--aaa--", "---a---", "--aa---"]
    assert not looks_dark(pixels(marked(rows, room=5)) // 3)
    page = pixels(marked(rows, ground=24, ink=230, room=5))
    assert looks_dark(page)
    check_scan(page, PUZZLE)


def test_a_dark_page_with_bright_chips_and_cells():
    bright = replace(COLORED, palette=Palette(("#ffffff", "#ffce29", "#2dcaa3", "#8770ff", "#ff6e69")))
    image = drawn(bright, 32, 20, 70, "0", on_chips=True)
    for cell, color in enumerate(nonosat.solve(COLORED).picture.cells):
        left, top = (5 + cell % 8) * 32 + 2, (5 + cell // 8) * 32 + 2
        if color:
            ImageDraw.Draw(image).rectangle((left, top, left + 28, top + 28), bright.palette.colors[color])
    assert looks_dark(pixels(image))
    check_scan(image, COLORED)


def test_the_pixels_of_a_photographed_screen():
    image = pixels(drawn(PUZZLE, 36)).astype(float)
    specks = cv2.GaussianBlur(np.random.default_rng(1).normal(size=image.shape[:2]), (0, 0), 1.6)
    image = 40 + 0.72 * image + 10 * (specks / specks.std())[..., None]
    check_scan(np.clip(image, 0, 255).astype(np.uint8), PUZZLE)


def test_uneven_tinted_light():
    image = pixels(drawn(PUZZLE, 30)).astype(float)
    across = np.linspace(0.5, 1, image.shape[1])[None, :, None]
    down = np.linspace(0.7, 1, image.shape[0])[:, None, None]
    check_scan((image * across * down * (1.0, 0.9, 0.75)).astype(np.uint8), PUZZLE)


# Colours


def test_lines_that_an_app_has_tinted():
    image = pixels(drawn(PUZZLE))
    above = image[:118]
    above[above[..., 0] < 200] = (220, 20, 20)
    check_scan(image, PUZZLE)


def test_remnants_of_lines_beside_chips():
    image = drawn(COLORED, 32, zero="0", on_chips=True)
    for row, column in itertools.product((1, 2), range(9)):
        x, y = 32 * (5 + column), 32 * row + 6
        ImageDraw.Draw(image).rectangle((x - 1, y, x + 1, y + 21), (60, 60, 60))
    check_scan(image, COLORED)


def test_numbers_that_turned_grey_have_the_colors_of_the_solution():
    image = pixels(drawn(COLORED, 32, zero="0"))
    for row in (2, 4):
        clue = image[32 * (5 + row) + 2 : 32 * (6 + row) - 2, : 32 * 5 - 4]
        clue[clue.min(2) < 250] = 140
    found = nonosat.scan(image)
    assert same_but_for_names_of_colors(found.puzzle, COLORED)
    assert not found.doubts
    assert [change.line for change in found.changes] == [2, 4]
    assert all("grey" in sentence for sentence in found.details())
