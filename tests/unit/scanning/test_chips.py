"""Parts of reading an image: chips, colours of numbers, the mesh of the grid, what is ink and what is none."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from nonosat.core.question import Run
from nonosat.model.palette import Palette

pytest.importorskip("cv2")

import cv2
from PIL import Image, ImageDraw, ImageFont
from screenshots import COLORED, PUZZLE, drawn, pixels, write_in

import nonosat
from nonosat.scanning.chips import Chips, _erase_letters, find_chips
from nonosat.scanning.clue_lines import _gap_costs
from nonosat.scanning.clue_pieces import pieces_of_lines
from nonosat.scanning.crossing_lattice import CrossingLattice
from nonosat.scanning.flat_page import flatten, ink_boxes, looks_dark, paper_of
from nonosat.scanning.mesh import Mesh, find_mesh
from nonosat.scanning.network import probabilities
from nonosat.scanning.number_colors import colors_of, doubtful_colors, labels_of
from nonosat.scanning.page_reading import read_page
from nonosat.scanning.reading import QUESTION_MARK, Box, Number, Piece

Color = str | tuple[int, int, int]
BLUE: Color = (30, 90, 180)

# Chips


class Sheet:
    """A page on which chips are drawn."""

    def __init__(self, height: int = 200, ground: Color = "white", width: int = 420) -> None:
        self.image = Image.new("RGB", (width, height), ground)
        self.draw = ImageDraw.Draw(self.image)

    def chip(
        self,
        left: float,
        top: float,
        text: object = "",
        fill: Color | None = BLUE,
        ink: Color = "white",
        side: int = 31,
        size: float = 20,
        radius: int = 0,
        high: int = 0,
        stroke: int = 0,
        outline: Color | None = None,
    ) -> None:
        """A rectangle with a number in its middle."""
        high = high or side
        self.draw.rounded_rectangle((left, top, left + side, top + high), radius, fill, outline)
        middle = left + (side + 1) // 2, top + (high + 1) // 2
        self.draw.text(middle, str(text), ink, ImageFont.load_default(size), "mm", stroke_width=stroke)

    def found(self, *arguments: int) -> Chips:
        return find_chips(pixels(self.image), *arguments)


def inked(chips: Chips) -> list[float]:
    """How much ink each chip has."""
    return [(chips.ink * (chips.at == chip)).sum() for chip in range(1, chips.n + 1)]


@pytest.mark.parametrize("places", [range(8), (0, 1, 3)], ids=["beside others", "beyond a gap"])
def test_a_chip_that_touches_a_line_is_found_near_others(places):
    sheet = Sheet()
    for place in [*places, 5, 6, 7]:
        sheet.chip(40 + 36 * place, 82, place + 1, side=30)
    sheet.draw.rectangle((40 + 36 * 3 + 4, 110, 40 + 36 * 3 + 26, 190), fill=BLUE)
    chips = sheet.found()
    assert chips.n == len({*places, 5, 6, 7})
    assert (chips.at[97, 44 + 36 * np.array(places)] > 0).all()


def test_chips_that_touch_are_cut_where_lines_are_between_them():
    sheet = Sheet(400, width=400)
    for row, column in np.ndindex(3, 5):
        fill = ("#2e8b57", "#f4a62a")[(row + column) % 3 == 0]
        sheet.chip(80 + 36 * column, 80 + 36 * row, 1 + column, fill, side=35, outline="#808080")
    chips = sheet.found()
    assert chips.n == 15
    assert len({chips.at[98 + 36 * row, 98 + 36 * column] for row, column in np.ndindex(3, 5)}) == 15


@pytest.mark.slow
def test_the_border_of_a_board_that_chips_touch_is_no_part_of_them():
    dark = replace(COLORED, palette=Palette(("#ffffff", "#111111", "#ffb437", "#141416", "#131211")))
    image = drawn(dark, 36, on_chips=True)
    ImageDraw.Draw(image).rectangle((176, 176, 180 + 8 * 36 + 4, 180 + 8 * 36 + 4), outline="black", width=9)
    mesh = find_mesh(pixels(drawn(COLORED, 36)))
    top, left, bottom, right = flatten(pixels(image), mesh).span
    board = slice(36 * top, 36 * bottom), slice(36 * left, 36 * right)
    chips = flatten(pixels(image), mesh, board=board).chips
    assert chips.n == dark.n_blocks
    assert max(np.count_nonzero((chips.at == chip).any(0)) for chip in range(1, chips.n + 1)) < 35


def test_pale_chips_in_frames_are_found_near_others_also_around_a_corner():
    sheet = Sheet(320)
    sheet.draw.rectangle((180, 36, 330, 111), fill=(136, 136, 136))
    isolated = [(144, 112 + 36 * row) for row in range(5)]
    framed = [(180 + 36 * (number % 4), 40 + 36 * (number // 4)) for number in range(8)]
    for number, (left, top) in enumerate([*isolated, *framed]):
        fill, ink = (BLUE, "white") if number % 3 else ((176, 197, 229), (240, 244, 250))
        sheet.chip(left, top, number % 9 + 1, fill, ink)
    chips = sheet.found()
    assert chips.n == 13
    assert min(inked(chips)) > 20


def test_a_digit_at_the_border_of_its_chip_is_whole():
    sheet = Sheet()
    for place in range(8):
        left = 40 + 38 * place
        sheet.chip(left, 82, fill=(130, 90, 60))
        write_in(sheet.image, left + 16, 84, "12" if place == 5 else "3", 22, "white", "mt")
    chips = sheet.found()
    assert chips.n == 8
    ink = chips.ink[80:116, 228:266]
    assert probabilities([ink[np.ix_(ink.max(1) > 0.4, ink.max(0) > 0.4)]]).argmax() == 12


def test_two_digits_that_fill_their_chip():
    sheet = Sheet(ground=(235, 235, 245))
    for place, text in enumerate(("7", "38", "5", "40", "2", "84", "6", "28")):
        sheet.chip(40 + 34 * place, 82, text, (46, 139, 87), side=25, high=31, size=22, stroke=1)
    assert sheet.found().n == 8


def test_greyed_chips_of_two_colors_may_be_alike_and_not_their_numbers():
    sheet = Sheet()
    blue, teal = (((29, 111, 184), (255, 255, 255)), ((23, 162, 184), (17, 17, 17)))
    pale_blue, pale_teal = (((174, 205, 230), (238, 244, 250)), ((173, 222, 230), (165, 180, 182)))
    looks = [teal, *[blue] * 4, pale_teal, *[pale_blue] * 4]
    for number in range(20):
        sheet.chip(20 + 36 * (number % 10), 40 + 36 * (number // 10), number % 9 + 1, *looks[number % 10], side=30)
    assert sheet.found().n == 20


@pytest.mark.parametrize("dash", [None, 4, 2])
def test_pale_chips_have_outlines_which_are_dashed_if_the_color_is_unknown(dash):
    sheet = Sheet(260)
    for number in range(24):
        left, top = 60 + 36 * (number % 8), 60 + 36 * (number // 8)
        if number % 3:
            sheet.chip(left, top, number % 9 + 1, radius=6)
        elif dash is None:
            sheet.chip(left, top, number % 9 + 1, None, "black", radius=6, outline=(170, 170, 170))
        else:
            sheet.chip(left, top, number % 9 + 1, (232, 232, 232), "black")
            for at, side in itertools.product(range(0, 32, 2 * dash), (0, 31)):
                sheet.draw.line((left + side, top + at, left + side, top + at + dash - 1), fill=(70, 70, 70))
                sheet.draw.line((left + at, top + side, left + at + dash - 1, top + side), fill=(70, 70, 70))
    chips = sheet.found()
    assert chips.n == 24
    assert sum(chips.dashed) == (0 if dash is None else 8)


def test_parts_of_a_dark_page_below_chips_are_none():
    sheet = Sheet(260, (40, 40, 52))
    sheet.draw.rectangle((40, 40, 370, 171), fill="white")
    for number in range(24):
        left, top = 60 + 36 * (number % 8), 60 + 36 * (number // 8)
        sheet.chip(left, top, number % 9 + 1, radius=6)
        write_in(sheet.image, left + 16, 184, "8", 20, "white")
    assert sheet.found().n == 24


def test_dashed_lines_beside_a_pale_chip_are_no_outline():
    sheet = Sheet(260)
    for number in range(24):
        left, top = 60 + 36 * (number % 8), 60 + 36 * (number // 8)
        sheet.chip(left, top, number % 9 + 1, BLUE if number % 3 else (214, 230, 236), stroke=1)
    for column, at in itertools.product(range(9), range(50, 180, 8)):
        sheet.draw.line((58 + 36 * column, at, 58 + 36 * column, at + 3), fill=(200, 60, 90))
    assert not any(sheet.found().dashed)


def test_tinted_cells_are_no_chips():
    sheet = Sheet()
    for place in range(8):
        sheet.chip(40 + 38 * place, 82, place + 1, (217, 230, 245), "black")
    assert sheet.found().n == 0
    # Nor are they beside a few dark things that look like chips.
    for place in range(5):
        sheet.chip(40 + 38 * place, 20, 1, "black")
    assert sheet.found(20).n == 0


def test_chips_may_be_small_discs_that_touch():
    sheet = Sheet()
    sheet.draw.rectangle((229, 58, 233, 70), fill=BLUE)
    for place in range(8):
        for top in (40, 66, 92)[: 1 + place % 3]:
            left = 40 + 36 * place
            sheet.draw.ellipse((left, top, left + 21, top + 21), fill=BLUE)
            write_in(sheet.image, left + 11, top + 11, "1", 12, "white")
    assert sheet.found().n == 15


@pytest.mark.parametrize("gap", [2, 4])
def test_tiles_of_the_color_of_chips_are_none_and_the_search_for_more_chips_ends(gap):
    sheet = Sheet(width=500)
    for place in range(6):
        sheet.chip(20 + 36 * place, 80, place + 1, side=33)
    for left, top in itertools.product(range(236, 460, 19 + gap), range(20, 180, 19 + gap)):
        sheet.draw.rectangle((left, top, left + 18, top + 18), fill=BLUE)
    assert sheet.found().n == 6


def test_a_chip_struck_out_from_corner_to_corner_is_found_near_others():
    sheet = Sheet(130)
    for place in range(10):
        left = 20 + 36 * place
        sheet.chip(left, 40, place, (20, 120, 110), side=33)
        if place % 2:
            sheet.draw.line((left, 73, left + 33, 40), "white", 2)
    assert sheet.found().n == 10


def test_filled_cells_are_no_chips_and_pale_chips_of_other_colors_have_other_digits():
    sheet = Sheet(300)
    for number in range(40):
        fill, ink = ((190, 160, 210), (240, 240, 240)) if number < 5 else ((218, 188, 222), (150, 150, 150))
        text = number % 9 + 1 if number < 20 else ""
        place = 20 + 36 * (number % 10), 40 + 36 * (number // 10)
        sheet.chip(*place, text, fill if number < 20 else (40, 40, 40), ink, side=30)
    chips = sheet.found()
    assert chips.n == 20
    assert min(inked(chips)) > 20


#: Digits of a font of few pixels, in rows of five.
BLOCKY = {
    "1": "..#.. .##.. ..#.. ..#.. ..#..",
    "2": "##### ....# ##### #.... #####",
    "3": "##### ....# ##### ....# #####",
}


def test_digits_of_few_pixels_are_no_chips():
    page = np.full((200, 420, 3), 255, np.uint8)
    for number, digit in enumerate("2113121121131211"):
        rows = BLOCKY[digit].split()
        pixel = np.array([[255 * (dot == ".") for dot in row] for row in rows], np.uint8)
        top, left = 40 + 72 * (number // 8), 40 + 36 * (number % 8)
        page[top : top + 20, left : left + 20] = np.kron(pixel, np.ones((4, 4), np.uint8))[..., None]
    assert find_chips(cv2.GaussianBlur(page, (0, 0), 2)).n == 0


def test_letters_are_erased_behind_numbers_of_one_and_of_two_digits():
    sheet = Sheet(300)
    texts = ["2b", "13b", "4a", "14b", "1c", "10c", "7a", "8b"] * 3
    places = [(20 + 46 * (number % 8), 40 + 40 * (number // 8)) for number in range(len(texts))]
    for text, (left, top) in zip(texts, places, strict=True):
        sheet.chip(left, top, text, size=44 / len(text))
    chips = sheet.found()
    assert chips.n == len(texts)
    crops = []
    for left, top in places:
        ink = chips.ink[top : top + 32, left : left + 32]
        rows, columns = (np.flatnonzero((ink > 0.4).any(axis)) for axis in (1, 0))
        crops.append(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    assert probabilities(crops).argmax(1).tolist() == [int(text[:-1]) for text in texts]


def test_a_letter_that_reaches_lower_than_the_digits_is_erased_and_no_digit():
    short, long = np.zeros((2, 32, 32), np.float32)
    short[6:26, 2:14] = short[6:26, 17:30] = 1  # a digit and a letter
    long[8:21, 5:13] = long[8:21, 14:21] = long[8:25, 22:30] = 1  # two digits and a letter, which nearly touch
    long[8:21, 21] = 0.2
    _erase_letters([short, long])
    assert np.flatnonzero(short.any(0)).max() == 13
    assert np.flatnonzero(long.any(0)).max() == 20


def test_a_chip_has_a_number_or_the_whole_clue_of_a_row():
    one, two, far = (Piece(Box(left, 0, left + 8, 14), (), chip=1) for left in (0, 10, 18))
    for end, is_one in ((two, True), (far, False)):
        join, part = _gap_costs(one, end, 14, None, is_row=True)
        assert (join < part) == is_one


# Colours


#: Shades of two colours of chips, and a clue in these colours, which each of three rows and of three columns has.
FULL = {1: np.array([0.93, 0.93, 0.93]), 2: np.array([0.82, 0.45, 0.66])}
CLUE = ((2, 1), (1, 2), (3, 1))


def colors_by_lines(shades, clues, *, on_chips=True):
    """The colours of numbers by line, of as many rows as columns; 0 if unknown. Shades are those of all numbers."""
    lines = [line for line, clue in enumerate(clues) for _ in clue]
    labels, middles = labels_of([int(on_chips)] * len(lines), shades, lines)
    left = iter(labels)
    numbers = [[Number(value, Box(0, 0, 1, 1), 1.0, next(left)) for value in clue] for clue in clues]
    colors = colors_of(numbers, len(clues) // 2, middles)
    return [[colors[number.color] for number in of_line] for of_line in numbers]


def colors_of_clue(shade) -> list[list[int]]:
    """The colours of six lines with `CLUE`, where `shade(line, color)` is that of a number."""
    shades = [shade(line, color) for line in range(6) for _, color in CLUE]
    return colors_by_lines(shades, [[value for value, _ in CLUE]] * 6)


#: Two colours on chips: from line and colour to a shade.
SHADES = {
    "black and grey, whose totals agree": lambda _, color: np.full(3, 0.4 if color == 2 else 0.95),
    "similar, where shades of one hardly differ": lambda _, color: np.array(
        [0.54, 0.76, 0.37] if color == 1 else [0.65, 0.91, 0.4]
    ),
    "darker paper beside rows than above columns": lambda line, color: (
        1 - (1 - np.array([0.11, 0.53, 0.24] if color == 1 else [0.91, 0.36, 0.28])) / (0.93 if line < 3 else 1.0)
    ),
    "greyed lines, of which one colour alone is far from its full shade": lambda line, color: (
        FULL[color] * (0.5 if line in (1, 2) else 1)
    ),
}


@pytest.mark.parametrize("name", SHADES)
def test_two_colors(name):
    assert colors_of_clue(SHADES[name]) == [[1, 2, 1]] * 6


@pytest.mark.parametrize(("share", "n_colors"), [(0.6, 2), (0.35, 3)])
def test_what_is_greyed_by_the_share_of_another_color_is_no_color_though_its_totals_are_even(share, n_colors):
    # Colour 1 is greyed in two rows and one column; colour 2 in one row and one column.
    greyed = {1: (0, 1, 3), 2: (0, 3)}
    found = colors_of_clue(lambda line, c: FULL[c] * ((0.6, share)[c - 1] if line in greyed[c] else 1))
    assert len({color for line in found for color in line}) == n_colors


def test_numbers_that_are_all_hidden_have_colors():
    shades = [FULL[color] for _ in range(6) for _, color in CLUE]
    assert colors_by_lines(shades, [[QUESTION_MARK] * 3] * 6) == [[1, 2, 1]] * 6


def test_something_else_in_a_greyed_line_is_no_second_color():
    black, grey = np.full(3, 0.9), np.array([0.5, 0.5, 0.33])
    clues = [(2, 1)] * 12
    shades = [grey if line in (1, 4, 7, 9, 10, 11) else black for line in range(12) for _ in range(2)]
    shades[2] = black
    assert colors_by_lines(shades, clues, on_chips=False) == [[1, 1]] * 12


def test_a_red_line_through_single_numbers_makes_no_second_color():
    black, red = np.full(3, 0.9), np.array([0.2, 0.9, 0.9])
    shades = [red if at in (1, 4) else black for at in range(6)]
    assert colors_by_lines(shades, [(1,), (2,), (3,), (3,), (2,), (1,)], on_chips=False) == [[1]] * 6


@pytest.mark.parametrize("other", [np.array([0.9, 0.2, 0.2]), np.full(3, 0.4)], ids=["blue", "grey"])
def test_single_numbers_that_an_app_has_greyed_or_tinted_have_the_color_of_the_others(other):
    shades = [other if at in (0, 4, 5, 7, 13) else np.full(3, 0.95) for at in range(18)]
    assert colors_by_lines(shades, [(2, 1, 3)] * 6) == [[1, 1, 1]] * 6


def test_what_is_perhaps_a_number_has_a_color():
    labels, middles = labels_of([], [], [])
    assert not labels
    assert colors_of([[Number(5, Box(0, 0, 9, 9), 0.1)]], 1, middles)[1] == 1


@pytest.mark.slow
def test_a_number_with_the_shade_of_another_color_is_doubtful():
    page, _, lines = read_page(pixels(drawn(COLORED)), "image", Run())
    numbers = [number for readings in lines for number in readings[0].numbers]
    wrong = numbers[0]._replace(color=2 if numbers[0].color == 1 else 1)
    for is_sure in (False, True):
        assert list(doubtful_colors(page, numbers, is_sure=is_sure)) == []
        assert list(doubtful_colors(page, [wrong, *numbers[1:]], is_sure=is_sure)) == [wrong]


# Numbers


def test_numbers_struck_out_from_corner_to_corner():
    numbers, inks = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 25], []
    for number, is_rising in itertools.product(numbers, (False, True)):
        image = Image.new("L", (60, 44))
        write_in(image, 30, 22, str(number), 24, 255)
        left, top, right, bottom = (side + more for side, more in zip(image.getbbox(), (-4, -4, 4, 4), strict=True))
        ends = (left, bottom if is_rising else top, right, top if is_rising else bottom)
        ImageDraw.Draw(image).line(ends, 255, 2)
        inks.append(np.asarray(image, np.float32)[top : bottom + 1, left : right + 1] / 255)
    found = probabilities(inks).argmax(1).reshape(-1, 2)
    assert np.count_nonzero(found == np.array(numbers)[:, None]) >= 22


def test_a_column_of_single_pixels_is_no_digit():
    mask = np.zeros((72, 72), np.uint8)
    mask[10:30, 50] = mask[10:30, 60:62] = 1
    assert ink_boxes(mask) == [Box(60, 10, 62, 30)]


@pytest.mark.slow
def test_digits_that_are_bars_are_no_text():
    rows = [[1, 2], [1, 1], [2, 3], [1, 2], [1, 2, 1], [3], [1, 1, 1]]
    puzzle = nonosat.puzzle(rows, [[2, 2], [1], [1, 1, 3], [2], [1, 1, 1], [3, 1], [2, 1, 1]])
    image = drawn(puzzle)
    draw = ImageDraw.Draw(image)
    for line, clue in enumerate(puzzle.clues):
        for at, block in enumerate(clue):
            away, middle = 120 + round((at - len(clue) + 0.5) * 24), 132 + 24 * (line % 7)
            x, y = (away, middle) if line < 7 else (middle, away)
            if block.length == 1:
                draw.rectangle((x - 10, y - 10, x + 10, y + 10), "white")
                draw.rectangle((x, y - 6, x + 1, y + 6), "black")
    page, board, _ = read_page(pixels(image), "bars", Run())
    lines = [line for across in (True, False) for line in pieces_of_lines(page, board, across=across)]
    assert [len(line) for line in lines] == [len(clue) for clue in puzzle.clues]


# Pages and their ink


def test_lines_that_grain_interrupts_leave_few_pieces():
    page = np.full((240, 240), 230.0)
    page[::24] -= 50
    page[:, ::24] -= 50
    page[100:116, 100:104] = 60  # a digit, the measure of ink
    page += np.random.default_rng(1).normal(0, 8.5, page.shape)
    image = np.repeat(np.clip(page, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    nodes = np.stack(np.meshgrid(*[np.arange(1, 9) * 24.0] * 2), axis=-1)
    assert len(ink_boxes(flatten(image, Mesh(nodes.astype(np.float32))).mask)) < 60


def test_corners_of_paper_on_dark_ground_are_no_ink():
    page = Image.new("RGB", (432, 432), (44, 44, 44))
    draw = ImageDraw.Draw(page)
    draw.rectangle((72, 108, 179, 215), (245, 235, 200))
    draw.rectangle((182, 72, 400, 400), (0, 0, 0))
    write_in(page, 172, 201, "14", 24, anchor="rb")
    nodes = np.stack(np.meshgrid(*[np.arange(3, 10) * 36 - 0.5] * 2), axis=-1)
    assert len(flatten(pixels(page), Mesh(nodes.astype(np.float32))).pieces) == 1


def test_light_clues_on_a_dark_screen():
    page = np.full((18 * 24, 18 * 24, 3), (44, 44, 38), np.uint8)
    page[96:336, 96:336] = pixels(drawn(PUZZLE))[72:, 72:]
    assert not looks_dark(page)


def test_the_paper_of_chips_at_the_border_of_a_dark_screen():
    cell, paper = 36, (246, 235, 200)
    page = np.full((24 * cell, 24 * cell, 3), (44, 44, 38), np.uint8)
    page[8 * cell : 18 * cell, 8 * cell : 18 * cell] = paper
    page[8 * cell : 18 * cell, 6 * cell : 8 * cell] = (46, 139, 87)
    found = paper_of(page)
    assert np.abs(found[9 * cell : 17 * cell, 6 * cell + 9 : 18 * cell - 9].astype(int) - paper).max() <= 2


# The mesh


@pytest.mark.slow
def test_a_grid_of_which_the_smaller_part_is_seen():
    page = np.full((500, 500), 255, np.uint8)
    page[40:441, 40:441:40] = page[40:441:40, 40:441] = 90
    seen = np.random.default_rng(2).permuted(np.arange(121) < 55).reshape(11, 11)
    for row, column in np.argwhere(~seen):
        page[25 + 40 * row : 56 + 40 * row, 25 + 40 * column : 56 + 40 * column] = 255
    assert find_mesh(np.dstack([page] * 3)).shape == (10, 10)


@pytest.mark.slow
def test_the_mesh_of_a_bent_page_is_right_up_to_its_corners():
    cells, side = 22, 20
    page = np.full((cells * side + 160, cells * side + 160), 235, np.uint8)
    for line in range(cells + 1):
        at, shade = 80 + line * side, 60 if line % 5 == 0 else 150
        cv2.line(page, (80, at), (80 + cells * side, at), shade, 2 if line % 5 == 0 else 1)
        cv2.line(page, (at, 80), (at, 80 + cells * side), shade, 2 if line % 5 == 0 else 1)
    y, x = np.mgrid[: page.shape[0], : page.shape[1]].astype(np.float32)

    def rise(x):
        return 16 * np.sin(x / page.shape[1] * 7)

    photo = cv2.remap(page, x, y + rise(x), cv2.INTER_LINEAR, borderValue=235)
    noise = np.random.default_rng(1).normal(0, 4, photo.shape)
    image = np.repeat(np.clip(photo + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    mesh = find_mesh(image)
    assert mesh is not None
    assert mesh.nodes.shape == (cells + 1, cells + 1, 2)
    xs, ys = np.meshgrid(80 + side * np.arange(cells + 1), 80 + side * np.arange(cells + 1))
    apart = np.linalg.norm(mesh.nodes - np.stack([xs, ys - rise(xs)], axis=2), axis=2)
    assert apart.max() < 0.1 * side


def test_the_mesh_bends_has_hidden_crossings_and_refuses_what_is_beside_its_place():
    rows, columns = np.mgrid[:9.0, :12.0]
    right = 40 + 40j + 30 * (columns + 1j * rows) + 0.02 * rows * columns * (10 - rows) - 0.1j * columns**2
    seen, points = np.ones(right.shape, bool), right.copy()
    seen[0, 6:] = seen[5:7, 7:9] = False
    points[4, 5] += 4 - 4j
    lattice = CrossingLattice(points[seen], 30, (340, 440))
    assert lattice.number()
    nodes = lattice.mesh()
    assert nodes.shape == right.shape
    assert np.abs(nodes - right).max() < 0.05 * 30


@pytest.mark.slow
def test_chips_beside_the_board_do_not_hide_its_edges():
    mesh = find_mesh(pixels(drawn(COLORED, 40, on_chips=True, letters=True)))
    assert mesh is not None
    # Rows and columns of chips may belong to it.
    nodes = mesh.nodes.reshape(-1, 2)
    for corner in ((200, 200), (520, 200), (200, 520), (520, 520)):
        assert np.linalg.norm(nodes - corner, axis=1).min() < 4
