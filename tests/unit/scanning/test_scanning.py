"""Images of puzzles drawn here are read exactly, also turned and with a misread number."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import nonosat
from nonosat.core.errors import InputError, MissingDependency
from nonosat.core.question import Outcome, Run
from nonosat.model.clue import HIDDEN, Block
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid

pytest.importorskip("cv2")

import cv2
from PIL import Image, ImageDraw, ImageFont
from screenshots import COLORED, PUZZLE, drawn, marked

from nonosat.analysis.repair import repair
from nonosat.scanning import board, layout
from nonosat.scanning.chips import _erase_letters, find_chips
from nonosat.scanning.clue_lines import _gap_costs
from nonosat.scanning.clue_pieces import pieces_of_lines
from nonosat.scanning.colors import colors_of, doubtful_colors, labels_of
from nonosat.scanning.lattice import CrossingLattice
from nonosat.scanning.layout import read_page
from nonosat.scanning.mesh import Mesh, find_mesh
from nonosat.scanning.network import probabilities
from nonosat.scanning.page import beyond_numbers, flatten, ink_boxes, looks_dark, paper_of
from nonosat.scanning.reading import UNKNOWN, Box, Number, Piece


def pixels(image: Image.Image) -> np.ndarray:
    return np.asarray(image.convert("RGB"))


def puzzle_with(rows: tuple[str, ...]) -> nonosat.Puzzle:
    """The puzzle of a picture with `a` for filled cells."""
    cells = tuple(".a".index(cell) for cell in "".join(rows))
    return puzzle_of(Picture(RectGrid(len(rows), len(rows[0])), cells), BLACK_ON_WHITE)


def test_a_number_far_from_the_clue_of_its_row_is_no_part_of_it():
    rows = ("a.a.a.a.a", "aaaaaaaaa", "....a....", "aa.....aa", "aaa...aaa")
    puzzle = puzzle_with(rows)
    image = drawn(puzzle)
    # In the column of the first number of the first row.
    ImageDraw.Draw(image).text((12, 5 * 24 + 60), "3", (0, 0, 0), ImageFont.load_default(14), anchor="mm")
    found = nonosat.scan(pixels(image))
    assert found.puzzle == puzzle
    assert not found.changes


@pytest.mark.parametrize(("ground", "ink"), [(255, 0), (30, 220)])
def test_a_screenshot_is_read_exactly(ground, ink):
    found = nonosat.scan(pixels(drawn(PUZZLE, ground=ground, ink=ink)))
    assert found.puzzle == PUZZLE
    assert found.result is not None
    assert found.result.unique
    assert not found.doubts


@pytest.mark.parametrize(
    "sides", [("right", "top"), ("left", "bottom"), ("right", "bottom"), ("left", "top", "right", "bottom")]
)
def test_clues_on_other_sides(sides):
    found = nonosat.scan(pixels(drawn(PUZZLE, sides=sides)))
    assert found.puzzle == PUZZLE
    assert not found.doubts


def test_a_title_above_the_clues_is_no_clue():
    image = drawn(PUZZLE)
    width, height = image.size
    page = Image.new("L", (width, height + 40), 255)
    page.paste(image, (0, 40))
    ImageDraw.Draw(page).text((width / 2, 30), "Picture 11", 0, ImageFont.load_default(22), anchor="mm")
    assert nonosat.scan(pixels(page)).puzzle == PUZZLE


def test_a_board_without_outer_lines_beside_tinted_clues():
    image = pixels(drawn(PUZZLE)).copy()
    for sheet in (image, image.swapaxes(0, 1)):
        clues = sheet[:118]
        clues[clues[..., 0] > 250] = (231, 236, 247)
        sheet[118:124] = 255
        sheet[120 + 7 * 24 - 3 :] = 255
    assert nonosat.scan(image).puzzle == PUZZLE


def test_a_light_puzzle_on_a_dark_page():
    image = drawn(PUZZLE)
    page = Image.new("L", (image.width + 200, image.height + 200), 40)
    page.paste(image, (100, 100))
    assert nonosat.scan(pixels(page)).puzzle == PUZZLE


def test_cells_that_look_like_high_digits_are_no_numbers():
    image = drawn(PUZZLE, 36)
    for row in range(7):
        place = 180 + 36 * 6.5, 180 + 36 * (row + 0.5)
        ImageDraw.Draw(image).text(place, "0", (0, 0, 0), ImageFont.load_default(40), "mm")
    assert nonosat.scan(pixels(image)).puzzle == PUZZLE


def test_rings_on_the_board_are_no_numbers():
    image = drawn(PUZZLE, 36)
    for row, column in itertools.product(range(7), repeat=2):
        if row > 4 or column > 4:
            x, y = 180 + 36 * (column + 0.5), 180 + 36 * (row + 0.5)
            ImageDraw.Draw(image).ellipse((x - 6, y - 6, x + 6, y + 6), outline=(0, 0, 0), width=2)
    assert nonosat.scan(pixels(image)).puzzle == PUZZLE


@pytest.mark.parametrize("is_round", [False, True])
def test_outlines_around_numbers(is_round):
    image = drawn(PUZZLE, 36, size=0.45)
    for line, clue in enumerate(PUZZLE.clues):
        for at in range(len(clue)):
            x, y = (4.5 - at, line + 5.5) if line < 7 else (line - 1.5, 4.5 - at)
            box = (36 * x - 15, 36 * y - 15, 36 * x + 15, 36 * y + 15)
            ImageDraw.Draw(image).rounded_rectangle(box, 15 if is_round else 3, outline=(30, 30, 30), width=3)
    found = nonosat.scan(pixels(image))
    assert found.puzzle == PUZZLE
    assert not found.doubts


def test_lines_of_squared_paper_leave_numbers_whole():
    image = pixels(drawn(PUZZLE, 36))
    paper = np.full(image.shape, 255, np.uint8)
    paper[10::24] = paper[:, 10::24] = (170, 190, 225)
    paper[180 : 180 + 7 * 36, 180 : 180 + 7 * 36] = 255
    page = flatten(np.minimum(image, paper), find_mesh(image))
    assert sum(piece.is_sure for piece in page.pieces) == PUZZLE.n_blocks


def test_rings_in_a_column_that_the_mesh_has_not_are_no_numbers(monkeypatch):
    image = drawn(PUZZLE, 36)
    for row in range(7):
        x, y = 180 + 18, 180 + 36 * (row + 0.5)
        ImageDraw.Draw(image).ellipse((x - 6, y - 6, x + 6, y + 6), outline=(0, 0, 0), width=2)
    monkeypatch.setattr(layout, "find_mesh", lambda pixels: Mesh(find_mesh(pixels).nodes[:, 1:]))
    assert nonosat.scan(pixels(image)).puzzle == PUZZLE


def test_finished_numbers_of_another_colour_are_no_colour_of_the_puzzle():
    image = pixels(drawn(PUZZLE)).copy()
    rows = (image[120:144, :96], image[192:240, :118], image[264:, :118])  # 2, 5 and 3, and 2
    for part in (*rows, image[:96, 144:168], image[:118, 168:192], image[:118, 264:]):  # columns: 4, 5 and 2
        part[(part < 128).all(2)] = (40, 90, 230)
    found = nonosat.scan(image)
    assert found.puzzle == PUZZLE
    assert found.doubts == ("the colours of numbers are left out: their totals disagree",)


@pytest.mark.parametrize("has_crosses", [False, True])
def test_a_light_board_in_a_dark_window(has_crosses):
    image = drawn(PUZZLE, 48)
    for row, column in itertools.product(range(7), repeat=2):
        if has_crosses and (3 * row + 2 * column) % 4 < 2:
            x, y = 244 + 48 * column, 244 + 48 * row
            ImageDraw.Draw(image).line((x, y, x + 40, y + 40), (255, 0, 0), 2)
            ImageDraw.Draw(image).line((x, y + 40, x + 40, y), (255, 0, 0), 2)
    light = pixels(image)
    is_board = np.zeros(light.shape, bool)
    is_board[240 : 240 + 7 * 48, 240 : 240 + 7 * 48] = True
    assert nonosat.scan(np.where(is_board, light, 255 - light)).puzzle == PUZZLE


def test_the_pixels_of_a_photographed_screen_are_no_ink():
    image = pixels(drawn(PUZZLE, 36)).astype(float)
    specks = cv2.GaussianBlur(np.random.default_rng(1).normal(size=image.shape[:2]), (0, 0), 1.6)
    image = 40 + 0.72 * image + 10 * (specks / specks.std())[..., None]
    assert nonosat.scan(np.clip(image, 0, 255).astype(np.uint8)).puzzle == PUZZLE


def test_a_page_upside_down_on_which_numbers_can_be_read_so():
    rows = "aaaaaaaa. a.aaaaaa. a.a.a.aa. aaaaaaaa. a.aaaaaa. a.a....a. aaaaaa.aa aaaaaaaaa ........a"
    puzzle = puzzle_with(tuple(rows.split()))
    assert nonosat.scan(pixels(drawn(puzzle))[::-1, ::-1]).puzzle == puzzle


def test_grain_that_looks_like_many_numbers_does_not_make_a_page_dark(monkeypatch):
    sure, unsure = (Piece(Box(0, 0, 9, 16), (0.0, a, *[0.0] * 5, b, *[0.0] * 94)) for a, b in ((0.95, 0.0), (0.5, 0.4)))
    mesh = Mesh(np.zeros((9, 8, 2)))
    light = SimpleNamespace(mesh=mesh, is_dark=False, text=set(), pieces=[sure] * 2 + [unsure] * 6)
    dark = SimpleNamespace(mesh=mesh, is_dark=True, text=set(), pieces=[sure] * 8 + [unsure] * 80)
    monkeypatch.setattr(layout, "flatten", lambda _pixels, _mesh, is_dark=False: dark if is_dark else light)
    monkeypatch.setattr(layout, "find_board", lambda _page: None)
    assert layout._upright(None, mesh) == (light, None)
    dark.pieces[8:] = []
    assert layout._upright(None, mesh) == (dark, None)


def test_numbers_that_count_the_lines_are_no_part_of_the_clues():
    rows = tuple("".join(".a"[(r // 2 * (c // 3) + r + c) % 11 < 8] for c in range(16)) for r in range(16))
    puzzle, image = puzzle_with(rows), drawn(puzzle_with(rows))
    for number in range(1, 17):
        for at in ((20, 108 + 24 * number), (108 + 24 * number, 20)):
            ImageDraw.Draw(image).text(at, str(number), (0, 0, 0), ImageFont.load_default(11), anchor="mm")
    lines = read_page(pixels(image), "", Run.of(None))[2]
    # Where the clue has five numbers its first one is below the other number.
    assert all(readings[0].clue == clue for readings, clue in zip(lines, puzzle.clues, strict=True) if len(clue) < 5)


def test_numbers_of_clues_may_count_the_lines():
    puzzle = puzzle_with((*("a" * n + "." + "a" * (11 - n) + "." for n in range(1, 11)), "............a"))
    assert nonosat.scan(pixels(drawn(puzzle))).puzzle == puzzle


def test_a_cell_with_a_number_beyond_the_others():
    puzzle = puzzle_with(("a.a.a.a", "aaaaaaa", "..aaa..", "a.aaa.a", "aaaaaaa", "a.....a", "aa...aa"))
    image = drawn(puzzle)
    for line, clue in enumerate(puzzle.clues):
        for far in range(1, len(clue) + 1):
            x, y = (120 - 24 * far, 120 + 24 * line) if line < 7 else (120 + 24 * (line - 7), 120 - 24 * far)
            ImageDraw.Draw(image).rectangle((x, y, x + 24, y + 24), outline=(0, 0, 0))
    found = nonosat.scan(pixels(image))
    assert found.puzzle == puzzle
    assert not found.changes


def test_a_chip_has_a_number_or_the_whole_clue_of_a_row():
    one, two, far = (Piece(Box(left, 0, left + 8, 14), (), chip=1) for left in (0, 10, 18))
    for end, is_one in ((two, True), (far, False)):
        join, part = _gap_costs(one, end, 14, None, is_row=True)
        assert (join < part) == is_one


def test_lines_of_a_sheet_that_go_on_around_the_puzzle():
    image = pixels(drawn(PUZZLE))
    height, width = image.shape[:2]
    page = np.full((22 * 24, 20 * 24, 3), 255, np.uint8)
    page[::24] = page[:, ::24] = 200
    page[48 : 48 + height, 48 : 48 + width] = np.minimum(page[48 : 48 + height, 48 : 48 + width], image)
    sheet = Image.fromarray(page)
    for row in range(1, 22):
        ImageDraw.Draw(sheet).text((12, row * 24 + 12), str(row), (0, 0, 0), ImageFont.load_default(14), anchor="mm")
    assert nonosat.scan(pixels(sheet)).puzzle == PUZZLE


def test_a_sheet_that_goes_on_by_one_line():
    image = pixels(drawn(PUZZLE))
    height, width = image.shape[:2]
    page = np.full((height + 2, width + 2, 3), 255, np.uint8)
    page[::24] = page[:, ::24] = 200
    page[:height, :width] = np.minimum(page[:height, :width], image)
    assert nonosat.scan(page).puzzle == PUZZLE


def test_a_grid_of_which_only_every_fifth_line_is_seen():
    rows = tuple("".join(".a"[abs((r - 9) ** 2 + (c - 8) ** 2 - 50) > 26] for c in range(20)) for r in range(20))
    puzzle = puzzle_with(rows)
    image = pixels(drawn(puzzle)).copy()
    for line in (line for line in range(1, 20) if line % 5):
        image[120 + 24 * line, 122:598] = image[122:598, 120 + 24 * line] = 235
    image = np.clip(image + np.random.default_rng(1).normal(0, 9, image.shape), 0, 255).astype(np.uint8)
    lines = read_page(image, "", Run.of(None))[2]
    assert [readings[0].clue for readings in lines] == list(puzzle.clues)


def test_faint_lines_between_cells_of_which_most_are_filled():
    puzzle = puzzle_with(
        ("aaa.aaaa", "a.aaaaa.", "aaaaa.aa", ".aaaaaaa", "aaaa.aaa", "aaa.aaa.", "aa.aaa.a", "........")
    )
    image = pixels(drawn(puzzle)).copy()
    board = image[120:314, 120:314]
    board[board < 128] = 244
    for row, column in itertools.product(range(8), repeat=2):
        if puzzle.clues[row] and row % 3 < 2:
            board[24 * row + 2 : 24 * row + 24, 24 * column + 2 : 24 * column + 24] = 40
    assert nonosat.scan(image).puzzle == puzzle


def test_tiles_with_crosses_are_no_chips_of_numbers_that_look_like_them():
    puzzle = puzzle_with(("aaaaaaaaaaaa.", "aaaaaaaaaaa..", *("aa.aaaa.aa.aa",) * 8, ".............", "a.a.a.aaaa.aa"))
    image = drawn(puzzle, 36, 30, 230, size=0.5)
    draw = ImageDraw.Draw(image)
    for row, column in itertools.product(range(12), range(13)):
        x, y = 180 + 36 * column + 3, 180 + 36 * row + 3
        draw.rectangle((x, y, x + 30, y + 30), (70, 80, 120))
        if (row + column) % 3:
            draw.line((x + 7, y + 7, x + 23, y + 23), (150, 150, 170), 3)
            draw.line((x + 7, y + 23, x + 23, y + 7), (150, 150, 170), 3)
    page, found, lines = read_page(pixels(image), "", Run.of(None))
    assert (found.height, found.width, page.chips.n) == (12, 13, 0)
    assert [readings[0].clue for readings in lines] == list(puzzle.clues)


def test_a_table_ends_with_the_board_which_may_have_empty_lines_there():
    puzzle = puzzle_with(("aaa.aa.", "a.a.aa.", "aaaaaa.", ".aa.aa.", "aaaa...", "..a.aa.", "......."))
    image = pixels(drawn(puzzle)).copy()
    image[::24] = image[:, ::24] = 0
    assert nonosat.scan(image).puzzle == puzzle


def test_crosses_in_an_outer_column_without_a_clue_hide_the_lines_beside_them(monkeypatch):
    puzzle = puzzle_with(("aaa.aa.", "a.a.aa.", "aaaaaa.", ".aa.aa.", "aaaa...", "..a.aa.", "a.aa.a."))
    image = drawn(puzzle)
    draw = ImageDraw.Draw(image)
    for row in range(7):
        x, y = 120 + 6 * 24 + 7, 120 + row * 24 + 7
        draw.line((x, y, x + 10, y + 10), (90, 90, 90))
        draw.line((x, y + 10, x + 10, y), (90, 90, 90))

    def with_faint_lines(page):
        upright, level, filled = cells(page)
        rows, columns = (np.flatnonzero(level.sum(axis) > 5) for axis in (1, 0))
        upright[rows[1:-1:2], columns[-1]] = level[rows[1:-1:2], columns[-1]] = 0
        return upright, level, filled

    cells = board._cells
    monkeypatch.setattr(board, "_cells", with_faint_lines)
    assert nonosat.scan(pixels(image)).puzzle == puzzle


def test_digits_of_a_quarter_of_a_cell():
    assert nonosat.scan(pixels(drawn(PUZZLE, side=40, size=0.38))).puzzle == PUZZLE


def test_lines_between_filled_cells_do_not_make_a_dark_page_light():
    rows = ["aa-aa--", "aaaaaaa", "aaaaaaa", "-aaaaa-", "--aaa--", "---a---", "--aa---"]
    page = pixels(marked(rows, ground=24, ink=230))
    assert nonosat.scan(page).puzzle == PUZZLE
    assert looks_dark(page)
    assert not looks_dark(pixels(marked(rows)) // 3)


def test_bright_chips_and_cells_do_not_make_a_dark_page_light():
    bright = replace(COLORED, palette=Palette(("#ffffff", "#ffce29", "#2dcaa3", "#8770ff", "#ff6e69")))
    image = drawn(bright, 32, 20, 70, "0", on_chips=True)
    for cell, color in enumerate(nonosat.solve(COLORED).picture.cells):
        left, top = (5 + cell % 8) * 32 + 2, (5 + cell // 8) * 32 + 2
        if color:
            ImageDraw.Draw(image).rectangle((left, top, left + 28, top + 28), bright.palette.colors[color])
    page = pixels(image)
    assert looks_dark(page)
    found = nonosat.scan(page)
    assert same_but_for_names_of_colors(found.puzzle, COLORED)
    assert found.outcome == Outcome.YES


def test_numbers_struck_out_by_one_line():
    rows = ("aa.aaaaaaaaaaaa", "aaaaaaaaaaaaaaa", "....aaaaaaaaaaa", "aaa.aaa......aa", "a.....aa.......")
    puzzle = puzzle_with(rows)
    image = drawn(puzzle)
    draw = ImageDraw.Draw(image)
    for row in (0, 3, 4):
        y = 132 + 24 * row
        draw.line((124 - 24 * len(puzzle.clues[row]), y, 116, y), (0, 0, 0), 1)
    _, _, lines = read_page(pixels(image), "image", Run())
    assert [readings[0].clue for readings in lines[:5]] == list(puzzle.clues[:5])


def test_numbers_struck_out_from_corner_to_corner():
    numbers, inks = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 25], []
    for number, is_rising in itertools.product(numbers, (False, True)):
        image = Image.new("L", (60, 44))
        draw = ImageDraw.Draw(image)
        draw.text((30, 22), str(number), 255, ImageFont.load_default(24), anchor="mm")
        left, top, right, bottom = (side + more for side, more in zip(image.getbbox(), (-4, -4, 4, 4), strict=True))
        draw.line((left, bottom if is_rising else top, right, top if is_rising else bottom), 255, 2)
        inks.append(np.asarray(image, np.float32)[top : bottom + 1, left : right + 1] / 255)
    found = probabilities(inks).argmax(1).reshape(-1, 2)
    assert np.count_nonzero(found == np.array(numbers)[:, None]) >= 22


@pytest.mark.parametrize("ways", [("/",), ("/", "\\")], ids=["line", "cross"])
def test_a_line_from_corner_to_corner_ends_with_the_number_that_it_strikes_out(ways):
    def drawn_cell(text, lines):
        image = Image.new("L", (40, 40))
        draw = ImageDraw.Draw(image)
        draw.text((20, 20), text, 1, ImageFont.load_default(24), anchor="mm")
        for line in lines:
            draw.line((3, 36, 36, 3) if line == "/" else (3, 3, 36, 36), 1, 2)
        return np.array(image)

    for text in ("2", "3", "4", "5", "7", "8", "12"):
        struck, number = drawn_cell(text, ways), drawn_cell(text, ())
        left = struck * ~beyond_numbers(struck)
        assert np.count_nonzero(left < number) <= number.sum() / 4
        assert cv2.boundingRect(left)[3] <= cv2.boundingRect(number)[3] + 5 < cv2.boundingRect(struck)[3] - 5
        assert not beyond_numbers(number).any()
    alone = drawn_cell("", ways)
    assert not beyond_numbers(alone).any()


def test_corners_of_paper_on_dark_ground_are_no_ink():
    page = Image.new("RGB", (432, 432), (44, 44, 44))
    draw = ImageDraw.Draw(page)
    draw.rectangle((72, 108, 179, 215), (245, 235, 200))
    draw.rectangle((182, 72, 400, 400), (0, 0, 0))
    draw.text((172, 201), "14", (0, 0, 0), ImageFont.load_default(24), anchor="rb")
    nodes = np.stack(np.meshgrid(*[np.arange(3, 10) * 36 - 0.5] * 2), axis=-1)
    assert len(flatten(pixels(page), Mesh(nodes.astype(np.float32))).pieces) == 1


def test_a_turned_image_is_read_exactly():
    turned = drawn(PUZZLE, side=30).rotate(7, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    assert nonosat.scan(pixels(turned)).puzzle == PUZZLE


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_an_image_on_its_side_is_read_exactly(angle):
    found = nonosat.scan(pixels(drawn(PUZZLE).rotate(angle, expand=True)))
    assert found.puzzle == PUZZLE
    left, top, right, bottom = found.numbers[0][-1].box  # beside the first row, where the image has it
    low = {90: (120, 192), 180: (192, 168), 270: (168, 96)}[angle]
    assert low[0] <= left < right <= low[0] + 24
    assert low[1] <= top < bottom <= low[1] + 24


def test_a_misread_number_is_repaired(monkeypatch):
    from nonosat.scanning import network

    read = network.probabilities

    def misread(inks):
        found = read(inks)
        for seven in np.flatnonzero(found[:, :100].argmax(1) == 7)[-1:]:  # in a row
            found[seven] = 0
            found[seven, 1], found[seven, 7] = 0.8, 0.2
        return found

    monkeypatch.setattr(network, "probabilities", misread)
    found = nonosat.scan(pixels(drawn(PUZZLE)))
    assert found.puzzle == PUZZLE
    assert [(change.read, change.chosen) for change in found.changes] == [(((1, 1),), ((7, 1),))]
    reason = "clues of the columns add up to 29 cells of colour 'a', expected 23 as for the rows"
    assert f"row 3: 1 reads 7: {reason}" in found.details()
    assert found.record()["changes"] == [{"line": "row 3", "read": "1a", "chosen": "7a"}]


def test_a_line_that_no_reading_fits_is_left_unread(monkeypatch):
    read_well = layout.clue_lines

    def misread(*arguments):
        lines = read_well(*arguments)
        best = lines[1][0]
        lines[1] = [best._replace(numbers=tuple(number._replace(value=2) for number in best.numbers))]
        return lines

    monkeypatch.setattr(layout, "clue_lines", misread)
    found = nonosat.scan(pixels(drawn(PUZZLE)))
    assert found.puzzle == PUZZLE
    assert "row 2: not read; the solution says 7" in found.doubts
    assert [number.probability for number in found.numbers[1]] == [0.0]


@pytest.mark.parametrize(("timeout", "least", "most"), [(None, 3, 4), (Run.of(None), 3, 4), (60, 50, 60)])
def test_the_repair_has_a_limit_if_none_is_given(monkeypatch, timeout, least, most):
    left = []

    def noted(grid, palette, lines, run):
        left.append(run.deadline.left())
        return repair(grid, palette, lines, run)

    monkeypatch.setattr("nonosat.analysis.repair.repair", noted)
    nonosat.scan(pixels(drawn(PUZZLE)), timeout=timeout)
    assert least < left[0] <= most


def test_without_time_nothing_is_said_about_solutions():
    found = nonosat.scan(pixels(drawn(PUZZLE)), timeout=1e-3)
    assert found.result is None
    assert found.doubts[0] == "the time ended before a solution was found"


def test_places_are_in_the_image():
    found = nonosat.scan(pixels(drawn(PUZZLE)))
    left, top, right, bottom = found.numbers[0][-1].box
    assert 96 <= left < right <= 120
    assert 120 <= top < bottom <= 144


def test_no_grid():
    with pytest.raises(InputError, match="no grid found"):
        nonosat.scan(np.full((200, 200, 3), 255, np.uint8))


def test_a_puzzle_beside_a_table_cloth():
    cloth = np.kron(np.indices((9, 5)).sum(0) % 2, np.ones((60, 60)))[..., None]
    page = np.full((540, 640, 3), 255, np.uint8)
    page[:, :300] = np.where(cloth, (200, 80, 70), (250, 245, 240))
    puzzle = pixels(drawn(PUZZLE))
    page[100 : 100 + len(puzzle), 304 : 304 + puzzle.shape[1]] = puzzle
    assert find_mesh(page).pitch > 50
    assert nonosat.scan(page).puzzle == PUZZLE


def test_a_grid_of_which_the_smaller_part_is_seen():
    page = np.full((500, 500), 255, np.uint8)
    page[40:441, 40:441:40] = page[40:441:40, 40:441] = 90
    rng = random.Random(2)
    for row, column in rng.sample([*itertools.product(range(11), repeat=2)], 66):
        page[25 + 40 * row : 56 + 40 * row, 25 + 40 * column : 56 + 40 * column] = 255
    assert find_mesh(np.dstack([page] * 3)).shape == (10, 10)


def test_a_grid_without_numbers():
    image = drawn(nonosat.puzzle([[]] * 8, [[]] * 8))
    with pytest.raises(InputError, match="a grid, but no numbers beside it"):
        nonosat.scan(pixels(image))


def test_a_grid_with_a_few_numbers():
    image = pixels(drawn(PUZZLE)).copy()
    image[:118, 118 + 3 * 24 :] = image[118 + 3 * 24 :, :118] = 255
    with pytest.raises(InputError, match="no numbers beside most of its lines"):
        nonosat.scan(image)


def test_a_photo_of_something_else():
    # Some of its edges cross as if they were a small grid.
    photo = Path(__file__).parents[3] / "docs" / "examples" / "teapot.jpg"
    with pytest.raises(InputError, match="no grid found"):
        nonosat.scan(photo)


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch):
    from nonosat.scanning import scan as module

    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(MissingDependency, match=r"pip install 'nonosat\[scan\]'"):
        nonosat.scan(b"")


def test_a_line_beside_which_no_number_is_seen_is_doubtful():
    puzzle = nonosat.puzzle([[3], [1, 1], [], [3], [1]], [[2, 1], [1, 1], [2, 2], [], []])
    found = nonosat.scan(pixels(drawn(puzzle)))
    assert found.puzzle == puzzle
    assert "row 3: no number was seen" in found.doubts
    assert found.outcome != 0


@pytest.mark.parametrize(
    "look",
    [
        {},
        {"on_chips": True},
        {"on_chips": True, "ground": 30, "ink": 220},
        {"on_chips": True, "letters": True},
    ],
)
def test_colors_of_digits_and_of_chips(look):
    found = nonosat.scan(pixels(drawn(COLORED, 32, zero="0", **look)))
    assert same_but_for_names_of_colors(found.puzzle, COLORED)
    assert not found.doubts


@pytest.mark.parametrize("places", [range(8), (0, 1, 3)], ids=["beside others", "beyond a gap"])
def test_a_chip_that_touches_a_line_is_found_near_others(places):
    page = Image.new("RGB", (420, 200), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    for place in [*places, 5, 6, 7]:
        left = 40 + 36 * place
        draw.rectangle((left, 82, left + 30, 112), fill=(30, 90, 180))
        draw.text((left + 15, 97), str(place + 1), (255, 255, 255), ImageFont.load_default(20), anchor="mm")
    draw.rectangle((40 + 36 * 3 + 4, 110, 40 + 36 * 3 + 26, 190), fill=(30, 90, 180))
    chips = find_chips(pixels(page))
    assert chips.n == len({*places, 5, 6, 7})
    assert (chips.at[97, 44 + 36 * np.array(places)] > 0).all()


def test_chips_that_touch_are_cut_where_lines_are_between_them():
    page = Image.new("RGB", (400, 400), "white")
    draw = ImageDraw.Draw(page)
    glyphs = ImageFont.load_default(20)
    for row, column in np.ndindex(3, 5):
        x, y = 80 + 36 * column, 80 + 36 * row
        draw.rectangle((x, y, x + 35, y + 35), ("#2e8b57", "#f4a62a")[(row + column) % 3 == 0], "#808080")
        draw.text((x + 18, y + 18), str(1 + column), "white", glyphs, "mm")
    chips = find_chips(pixels(page))
    assert chips.n == 15
    assert len({chips.at[98 + 36 * row, 98 + 36 * column] for row, column in np.ndindex(3, 5)}) == 15


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


def test_high_digits_do_not_cut_a_chip_beside_others_in_two():
    page = Image.new("RGB", (420, 300), "white")
    draw, glyphs = ImageDraw.Draw(page), ImageFont.load_default(24)
    for row, column in np.ndindex(4, 7):
        x, y = 80 + 28 * column, 80 + 36 * row
        draw.rounded_rectangle((x, y, x + 26, y + 25), 4, ("#2d7dd2", "#4caf50", "#e94f37")[column % 3])
        draw.text((x + 13, y + 13), str(2 + column), "white", glyphs, "mm")
    assert find_chips(pixels(page)).n == 28


def test_a_heading_far_above_does_not_make_the_board_larger():
    image = drawn(nonosat.puzzle([[1, 2], [2, 2], [2, 2], [], []], [[1], [2], [1, 1], [], [3], [3], []]))
    draw, glyphs = ImageDraw.Draw(image), ImageFont.load_default(15)
    for column, digit in ((3, "2"), (6, "5")):
        draw.text((132 + 24 * column, 12), digit, "black", glyphs, "mm")
    _, board, _ = read_page(pixels(image), "image", Run())
    assert (board.height, board.width) == (5, 7)


def test_text_below_a_board_is_no_clue():
    rows = ("aa....a", "aa....a", ".a....a", "aa....a", "aa.....")
    puzzle = puzzle_with(rows)
    image = drawn(puzzle)
    page = Image.new("L", (image.width + 90, image.height + 90), 255)
    page.paste(image, (0, 0))
    text = "until lists is of\nfill full until it all\nthe lines until it is full"
    ImageDraw.Draw(page).multiline_text((122, 250), text, 0, ImageFont.load_default(18))
    _, board, lines = read_page(pixels(page), "image", Run())
    assert board.sides == ("top", "left")
    assert [readings[0].clue for readings in lines] == list(puzzle.clues)


def with_text(board: Image.Image) -> Image.Image:
    """A page with small text below a board."""
    page = Image.new("RGB", (board.width, board.height + 260), (255, 255, 255))
    page.paste(board, (0, 20))
    words = "each number is a block of filled cells; between two blocks of a line at least one cell stays empty. "
    for line in range(12):
        at = 5, board.height + 30 + 18 * line
        ImageDraw.Draw(page).text(at, (words * 2)[7 * line :][:75], (0, 0, 0), ImageFont.load_default(13))
    return page


def test_small_text_does_not_make_the_numbers_of_a_board_too_high():
    assert nonosat.scan(pixels(with_text(drawn(PUZZLE, 40)))).puzzle == PUZZLE


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_text_of_which_parts_look_like_digits_does_not_hide_that_a_page_is_turned(turns):
    puzzle = nonosat.load(Path(__file__).parents[3] / "puzzles" / "anchor.clues")
    assert nonosat.scan(np.rot90(pixels(with_text(drawn(puzzle))), turns)).puzzle.clues == puzzle.clues


def test_dashed_lines_of_a_board_are_no_numbers_above_its_other_rows():
    image = drawn(PUZZLE)
    draw = ImageDraw.Draw(image)
    for at in range(1, 7):
        x = 120 + 24 * at
        for y in range(121, 286):
            if y % 12 < 5 and y % 24 not in (0, 1):
                draw.line([(x - 1, y), (x + 1, y)], (255, 255, 255))
    assert nonosat.scan(pixels(image)).puzzle == PUZZLE


@pytest.mark.parametrize("seed", [1, 7])
def test_a_board_of_which_a_large_part_has_no_clues(seed):
    rng = random.Random(seed)
    right = ["".join(rng.choice(".aa") for _ in range(7)) for _ in range(10)]
    puzzle = puzzle_with(tuple("....." + row for row in (7 * ".", *right, *(7 * ".",) * 3)))
    image = pixels(drawn(puzzle)).copy()
    image[120::24, :120] = image[:120, 120::24] = image[120:, 24:120:24] = image[24:120:24, 120:] = 90
    assert nonosat.scan(image).puzzle == puzzle


def test_clues_far_from_the_board():
    image = pixels(drawn(PUZZLE)).copy()
    clues = image[120:, 70:118].copy()
    image[120:, 70:118] = 255
    image[120:, 4:52] = clues
    _, _, lines = read_page(image, "image", Run())
    assert [readings[0].clue for readings in lines] == list(PUZZLE.clues)


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
    lines = [line for across in (True, False) for line in pieces_of_lines(page, board, across=across)[0]]
    assert [len(line) for line in lines] == [len(clue) for clue in puzzle.clues]


def test_pale_chips_in_frames_are_found_near_others_also_around_a_corner():
    page = Image.new("RGB", (420, 320), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    draw.rectangle((180, 36, 330, 111), fill=(136, 136, 136))
    isolated = [(144, 112 + 36 * row) for row in range(5)]
    framed = [(180 + 36 * (number % 4), 40 + 36 * (number // 4)) for number in range(8)]
    for number, (left, top) in enumerate([*isolated, *framed]):
        chip, digit = ((30, 90, 180), (255, 255, 255)) if number % 3 else ((176, 197, 229), (240, 244, 250))
        draw.rectangle((left, top, left + 31, top + 31), fill=chip)
        draw.text((left + 16, top + 16), str(number % 9 + 1), digit, ImageFont.load_default(20), anchor="mm")
    chips = find_chips(pixels(page))
    assert chips.n == 13
    assert all((chips.ink * (chips.at == chip)).sum() > 20 for chip in range(1, 14))


def test_a_digit_at_the_border_of_its_chip_is_whole():
    page = Image.new("RGB", (420, 200), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    for place in range(8):
        left = 40 + 38 * place
        draw.rectangle((left, 82, left + 31, 113), fill=(130, 90, 60))
        draw.text(
            (left + 16, 84), "12" if place == 5 else "3", (255, 255, 255), ImageFont.load_default(22), anchor="mt"
        )
    chips = find_chips(pixels(page))
    assert chips.n == 8
    ink = chips.ink[80:116, 228:266]
    assert probabilities([ink[np.ix_(ink.max(1) > 0.4, ink.max(0) > 0.4)]]).argmax() == 12


def test_two_digits_that_fill_their_chip():
    page = Image.new("RGB", (420, 200), (235, 235, 245))
    draw, glyphs = ImageDraw.Draw(page), ImageFont.load_default(22)
    for place, text in enumerate(("7", "38", "5", "40", "2", "84", "6", "28")):
        left = 40 + 34 * place
        draw.rectangle((left, 82, left + 25, 113), fill=(46, 139, 87))
        draw.text((left + 13, 97), text, (255, 255, 255), glyphs, anchor="mm", stroke_width=1)
    assert find_chips(pixels(page)).n == 8


def test_greyed_chips_of_two_colors_may_be_alike_and_not_their_numbers():
    page = Image.new("RGB", (420, 200), "white")
    draw, glyphs = ImageDraw.Draw(page), ImageFont.load_default(20)
    blue, teal = (((29, 111, 184), (255, 255, 255)), ((23, 162, 184), (17, 17, 17)))
    pale_blue, pale_teal = (((174, 205, 230), (238, 244, 250)), ((173, 222, 230), (165, 180, 182)))
    looks = [teal, *[blue] * 4, pale_teal, *[pale_blue] * 4]
    for number in range(20):
        left, top = 20 + 36 * (number % 10), 40 + 36 * (number // 10)
        chip, digit = looks[number % 10]
        draw.rectangle((left, top, left + 30, top + 30), fill=chip)
        draw.text((left + 15, top + 15), str(number % 9 + 1), digit, glyphs, anchor="mm")
    assert find_chips(pixels(page)).n == 20


@pytest.mark.parametrize("dash", [None, 4, 2])
def test_pale_chips_have_outlines_which_are_dashed_if_the_color_is_unknown(dash):
    page = Image.new("RGB", (420, 260), "white")
    draw, glyphs = ImageDraw.Draw(page), ImageFont.load_default(20)
    for number in range(24):
        left, top = 60 + 36 * (number % 8), 60 + 36 * (number // 8)
        box = (left, top, left + 31, top + 31)
        if number % 3:
            draw.rounded_rectangle(box, 6, fill=(30, 90, 180))
        elif dash is None:
            draw.rounded_rectangle(box, 6, outline=(170, 170, 170))
        else:
            draw.rectangle(box, fill=(232, 232, 232))
            for at in range(0, 32, 2 * dash):
                for side in (left, left + 31):
                    draw.line((side, top + at, side, top + at + dash - 1), fill=(70, 70, 70))
                for side in (top, top + 31):
                    draw.line((left + at, side, left + at + dash - 1, side), fill=(70, 70, 70))
        ink = (255, 255, 255) if number % 3 else (0, 0, 0)
        draw.text((left + 16, top + 16), str(number % 9 + 1), ink, glyphs, anchor="mm")
    chips = find_chips(pixels(page))
    assert chips.n == 24
    assert sum(chips.dashed) == (0 if dash is None else 8)


def test_parts_of_a_dark_page_below_chips_are_none():
    page = Image.new("RGB", (420, 260), (40, 40, 52))
    draw, glyphs = ImageDraw.Draw(page), ImageFont.load_default(20)
    draw.rectangle((40, 40, 370, 171), fill=(255, 255, 255))
    for number in range(24):
        left, top = 60 + 36 * (number % 8), 60 + 36 * (number // 8)
        draw.rounded_rectangle((left, top, left + 31, top + 31), 6, fill=(30, 90, 180))
        draw.text((left + 16, top + 16), str(number % 9 + 1), (255, 255, 255), glyphs, anchor="mm")
        draw.text((left + 16, 184), "8", (255, 255, 255), glyphs, anchor="mm")
    assert find_chips(pixels(page)).n == 24


@pytest.mark.parametrize("gap", [1, 2, 3])
def test_a_dash_beside_a_chip_is_no_part_of_its_number(gap):
    page = Image.new("RGB", (420, 200), "white")
    draw, glyphs = ImageDraw.Draw(page), ImageFont.load_default(20)
    for number in range(16):
        left, top = 40 + 44 * (number % 8), 60 + 44 * (number // 8)
        draw.rounded_rectangle((left, top, left + 30, top + 30), 6, fill=(249, 199, 79))
        draw.text((left + 15, top + 15), "1", (0, 0, 0), glyphs, anchor="mm")
    draw.rectangle((291 + gap, 66, 295 + gap, 86), fill=(70, 70, 70))  # beside the sixth one
    ink = find_chips(pixels(page)).ink[58:94, 260:300]
    assert np.ptp(np.flatnonzero((ink > 0.4).any(0))) < 10


def test_dashed_lines_beside_a_pale_chip_are_no_outline():
    page = Image.new("RGB", (420, 260), "white")
    draw, glyphs = ImageDraw.Draw(page), ImageFont.load_default(20)
    for number in range(24):
        left, top = 60 + 36 * (number % 8), 60 + 36 * (number // 8)
        draw.rectangle((left, top, left + 31, top + 31), fill=(30, 90, 180) if number % 3 else (214, 230, 236))
        draw.text((left + 16, top + 16), str(number % 9 + 1), (255, 255, 255), glyphs, anchor="mm", stroke_width=1)
    for column in range(9):
        for at in range(50, 180, 8):
            draw.line((58 + 36 * column, at, 58 + 36 * column, at + 3), fill=(200, 60, 90))
    assert not any(find_chips(pixels(page)).dashed)


def test_tinted_cells_are_no_chips():
    page = Image.new("RGB", (420, 200), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    for place in range(8):
        left = 40 + 38 * place
        draw.rectangle((left, 82, left + 31, 113), fill=(217, 230, 245))
        draw.text((left + 16, 97), str(place + 1), (0, 0, 0), ImageFont.load_default(20), anchor="mm")
    assert find_chips(pixels(page)).n == 0
    # Nor are they beside a few dark things that look like chips.
    for place in range(5):
        left = 40 + 38 * place
        draw.rectangle((left, 20, left + 31, 51), fill=(0, 0, 0))
        draw.text((left + 16, 36), "1", (255, 255, 255), ImageFont.load_default(20), anchor="mm")
    assert find_chips(pixels(page), 20).n == 0


def test_chips_may_be_small_discs_that_touch():
    page = Image.new("RGB", (420, 200), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    draw.rectangle((229, 58, 233, 70), fill=(30, 90, 180))
    for place in range(8):
        for top in (40, 66, 92)[: 1 + place % 3]:
            left = 40 + 36 * place
            draw.ellipse((left, top, left + 21, top + 21), fill=(30, 90, 180))
            draw.text((left + 11, top + 11), "1", (255, 255, 255), ImageFont.load_default(12), anchor="mm")
    assert find_chips(pixels(page)).n == 15


@pytest.mark.parametrize("gap", [2, 4])
def test_tiles_of_the_color_of_chips_are_none_and_the_search_for_more_chips_ends(gap):
    page = Image.new("RGB", (500, 200), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    for place in range(6):
        left = 20 + 36 * place
        draw.rectangle((left, 80, left + 33, 113), fill=(30, 90, 180))
        draw.text((left + 17, 97), str(place + 1), (255, 255, 255), ImageFont.load_default(20), anchor="mm")
    for left, top in itertools.product(range(236, 460, 19 + gap), range(20, 180, 19 + gap)):
        draw.rectangle((left, top, left + 18, top + 18), fill=(30, 90, 180))
    assert find_chips(pixels(page)).n == 6


def test_a_chip_struck_out_from_corner_to_corner_is_found_near_others():
    page = Image.new("RGB", (420, 130), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    for place in range(10):
        left = 20 + 36 * place
        draw.rectangle((left, 40, left + 33, 73), fill=(20, 120, 110))
        draw.text((left + 16, 56), str(place), (255, 255, 255), ImageFont.load_default(20), anchor="mm")
        if place % 2:
            draw.line((left, 73, left + 33, 40), (255, 255, 255), 2)
    chips = find_chips(pixels(page))
    assert chips.n == 10


def test_remnants_of_lines_beside_chips_are_no_text():
    image = drawn(COLORED, 32, zero="0", on_chips=True)
    draw = ImageDraw.Draw(image)
    for row in (1, 2):
        for column in range(9):
            draw.rectangle((32 * (5 + column) - 1, 32 * row + 6, 32 * (5 + column) + 1, 32 * row + 27), (60, 60, 60))
    assert same_but_for_names_of_colors(nonosat.scan(pixels(image)).puzzle, COLORED)


def test_filled_cells_are_no_chips_and_pale_chips_of_other_colors_have_other_digits():
    page = Image.new("RGB", (420, 300), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    for number in range(40):
        left, top = 20 + 36 * (number % 10), 40 + 36 * (number // 10)
        chip, digit = ((190, 160, 210), (240, 240, 240)) if number < 5 else ((218, 188, 222), (150, 150, 150))
        draw.rectangle((left, top, left + 30, top + 30), fill=chip if number < 20 else (40, 40, 40))
        if number < 20:
            draw.text((left + 15, top + 15), str(number % 9 + 1), digit, ImageFont.load_default(20), anchor="mm")
    chips = find_chips(pixels(page))
    assert chips.n == 20
    assert all((chips.ink * (chips.at == chip)).sum() > 20 for chip in range(1, 21))


def test_a_number_with_the_shade_of_another_color_is_doubtful():
    page, _, lines = read_page(pixels(drawn(COLORED)), "image", Run())
    numbers = [number for readings in lines for number in readings[0].numbers]
    wrong = numbers[0]._replace(color=2 if numbers[0].color == 1 else 1)
    for is_sure in (False, True):
        assert list(doubtful_colors(page, numbers, is_sure=is_sure)) == []
        assert list(doubtful_colors(page, [wrong, *numbers[1:]], is_sure=is_sure)) == [wrong]


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


def test_numbers_that_are_all_hidden_have_colors():
    shades = [FULL[color] for _ in range(6) for _, color in CLUE]
    assert colors_by_lines(shades, [[UNKNOWN] * 3] * 6) == [[1, 2, 1]] * 6


def test_black_and_grey_chips_are_two_colors_if_rows_and_columns_total_the_same():
    shades = [np.full(3, 0.4 if color == 2 else 0.95) for _ in range(6) for _, color in CLUE]
    assert colors_by_lines(shades, [[value for value, _ in CLUE]] * 6) == [[1, 2, 1]] * 6


def test_similar_colors_are_two_where_shades_of_one_hardly_differ():
    full = {1: np.array([0.54, 0.76, 0.37]), 2: np.array([0.65, 0.91, 0.4])}
    shades = [full[color] for _ in range(6) for _, color in CLUE]
    assert colors_by_lines(shades, [[value for value, _ in CLUE]] * 6) == [[1, 2, 1]] * 6


def test_a_color_is_one_if_the_paper_beside_rows_is_darker_than_above_columns():
    full = {1: np.array([0.11, 0.53, 0.24]), 2: np.array([0.91, 0.36, 0.28])}
    paper = [0.93 if line < 3 else 1.0 for line in range(6)]
    shades = [1 - (1 - full[color]) / bright for bright in paper for _, color in CLUE]
    assert colors_by_lines(shades, [[value for value, _ in CLUE]] * 6) == [[1, 2, 1]] * 6


def test_a_greyed_line_keeps_its_colors_if_only_one_of_them_is_far_from_its_full_shade():
    shades = [FULL[color] * (0.5 if line in (1, 2) else 1) for line in range(6) for _, color in CLUE]
    assert colors_by_lines(shades, [[value for value, _ in CLUE]] * 6) == [[1, 2, 1]] * 6


@pytest.mark.parametrize(("share", "n_colors"), [(0.6, 2), (0.35, 3)])
def test_what_is_greyed_by_the_share_of_another_color_is_no_color_though_its_totals_are_even(share, n_colors):
    # Colour 1 is greyed in two rows and one column; colour 2 in one row and one column.
    greyed = {1: (0, 1, 3), 2: (0, 3)}
    shades = [
        FULL[color] * ((0.6, share)[color - 1] if line in greyed[color] else 1)
        for line in range(6)
        for _, color in CLUE
    ]
    found = colors_by_lines(shades, [[value for value, _ in CLUE]] * 6)
    assert len({color for line in found for color in line}) == n_colors


def test_numbers_that_turned_grey_have_the_colors_of_the_solution():
    image = pixels(drawn(COLORED, 32, zero="0")).copy()
    for row in (2, 4):
        clue = image[32 * (5 + row) + 2 : 32 * (6 + row) - 2, : 32 * 5 - 4]
        clue[clue.min(2) < 250] = 140
    found = nonosat.scan(image)
    assert same_but_for_names_of_colors(found.puzzle, COLORED)
    assert not found.doubts
    assert [change.line for change in found.changes] == [2, 4]
    assert all("grey numbers" in sentence for sentence in found.details())


@pytest.mark.parametrize("dash", [3, 8])
def test_dashed_lines_between_numbers_are_no_digits(dash):
    image = drawn(PUZZLE)
    draw = ImageDraw.Draw(image)
    for line in range(8):
        for start in range(0, 120, 2 * dash):
            at, ends = 24 * (5 + line), (start, start + dash - 1)
            draw.line((at, ends[0], at, ends[1]), (90, 90, 90), 2)
            draw.line((ends[0], at, ends[1], at), (90, 90, 90), 2)
    found = nonosat.scan(pixels(image))
    assert found.puzzle == PUZZLE
    assert not found.doubts


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


def test_lines_that_grain_interrupts_leave_few_pieces():
    page = np.full((360, 360), 230.0)
    page[::24] -= 50
    page[:, ::24] -= 50
    page[100:116, 100:104] = 60  # a digit, the measure of ink
    page += np.random.default_rng(1).normal(0, 8.5, page.shape)
    image = np.repeat(np.clip(page, 0, 255).astype(np.uint8)[..., None], 3, axis=2)
    nodes = np.stack(np.meshgrid(*[np.arange(4, 12) * 24.0] * 2), axis=-1)
    mesh = Mesh(nodes.astype(np.float32))
    assert len(ink_boxes(flatten(image, mesh).mask)) < 60


def same_but_for_names_of_colors(puzzle, other):
    blocks = [[block for clue in each.clues for block in clue] for each in (puzzle, other)]
    colors = {(a.color, b.color) for a, b in zip(*blocks, strict=True)}
    return len(colors) == puzzle.n_colors == other.n_colors and all(
        [block.length for block in clue] == [block.length for block in right]
        for clue, right in zip(puzzle.clues, other.clues, strict=True)
    )


def test_a_page_in_uneven_tinted_light_stays_one_color():
    image = pixels(drawn(PUZZLE, 30)).astype(float)
    across = np.linspace(0.5, 1, image.shape[1])[None, :, None]
    down = np.linspace(0.7, 1, image.shape[0])[:, None, None]
    found = nonosat.scan((image * across * down * (1.0, 0.9, 0.75)).astype(np.uint8))
    assert found.puzzle == PUZZLE


def test_lines_that_an_app_has_tinted_stay_one_color():
    image = pixels(drawn(PUZZLE)).copy()
    above = image[:118]
    above[above[..., 0] < 200] = (220, 20, 20)
    assert nonosat.scan(image).puzzle == PUZZLE


def test_a_column_of_single_pixels_is_no_digit():
    mask = np.zeros((72, 72), np.uint8)
    mask[10:30, 50] = mask[10:30, 60:62] = 1
    assert ink_boxes(mask) == [Box(60, 10, 62, 30)]


def test_specks_that_look_like_digits_are_none():
    image = drawn(PUZZLE, 30)
    draw = ImageDraw.Draw(image)
    glyphs = ImageFont.load_default(9)  # half as high as the numbers
    for row in (row for row, clue in enumerate(PUZZLE.clues[:7]) if len(clue) == 1):
        draw.text((105, 165 + 30 * row), "4", (0, 0, 0), glyphs, anchor="mm")
    found = nonosat.scan(pixels(image))
    assert found.puzzle == PUZZLE
    assert not found.changes
    assert not found.doubts


def test_a_printed_zero_is_an_empty_line():
    puzzle = nonosat.puzzle([[3], [1, 1], [], [3], [1]], [[2, 1], [1, 1], [2, 2], [], []])
    found = nonosat.scan(pixels(drawn(puzzle, zero="0")))
    assert found.puzzle == puzzle
    assert not found.doubts
    assert found.record()["lines"][2]["numbers"][0]["value"] == 0


def test_finished_numbers_are_pale_beside_others():
    image = drawn(PUZZLE, 36)
    draw = ImageDraw.Draw(image)
    draw.rectangle((180, 0, image.width, 178), (255, 255, 255))
    for column, clue in enumerate(PUZZLE.clues[7:]):
        for at, block in enumerate(reversed(clue)):
            shade = (190, 190, 190) if at else (0, 0, 0)
            place = 198 + 36 * column, 166 - 22 * at
            draw.text(place, str(block.length), shade, ImageFont.load_default(24), anchor="mm")
    found = nonosat.scan(pixels(image))
    assert found.puzzle == PUZZLE
    assert not found.changes


@pytest.mark.parametrize("side", [24, 36])
def test_a_number_that_is_hidden(side):
    puzzle = replace(PUZZLE, clues=((Block(2, 1), Block(HIDDEN, 1)), *PUZZLE.clues[1:]))
    found = nonosat.scan(pixels(drawn(puzzle, side)))
    assert found.puzzle == puzzle
    assert [number.value for number in found.numbers[0]] == [2, "?"]
    assert [number["value"] for number in found.record()["lines"][0]["numbers"]] == [2, "?"]


def test_a_speck_below_a_number_is_no_dot():
    image = drawn(PUZZLE, 36)
    draw = ImageDraw.Draw(image)
    for numbers in nonosat.scan(pixels(image)).numbers:
        for value, _, _, (left, _, right, bottom) in numbers:
            if value == 2:
                x, y = (left + right) // 2, bottom + 6
                draw.rectangle((x - 2, y, x + 2, y + 3), 0)
    found = nonosat.scan(pixels(image))
    assert found.puzzle == PUZZLE
    assert not found.changes


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


@pytest.mark.parametrize(
    ("side", "text", "size", "place"),
    [(24, "11", 24, (222, 62)), (36, "Puzzle 18", 22, (306, 100))],
    ids=["high digits", "as high as the clues"],
)
def test_a_title_near_the_clues_is_no_clue(side, text, size, place):
    image = drawn(PUZZLE, side)
    page = Image.new("L", (image.width, image.height + 30), 255)
    page.paste(image, (0, 30))
    ImageDraw.Draw(page).text(place, text, 0, ImageFont.load_default(size), anchor="mm")
    found = nonosat.scan(pixels(page))
    assert found.puzzle == PUZZLE
    assert not found.changes


def test_text_with_numbers_near_the_clues_is_no_clue():
    rows = ("a.a.a.a", "a.a...a", "aaaaa.a", "..a.a.a", "a.a.a..", "a.a.aaa", "..aa..a")
    puzzle = puzzle_with(rows)
    image = drawn(puzzle)
    page = Image.new("L", (image.width, image.height + 40), 255)
    page.paste(image, (0, 40))
    above = 149 - 24 * max(map(len, puzzle.clues[7:]))
    ImageDraw.Draw(page).text((204, above), "Level 211 of 311", 0, ImageFont.load_default(11), anchor="mb")
    _, _, lines = read_page(pixels(page), "image", Run())
    assert [readings[0].clue for readings in lines] == list(puzzle.clues)


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


def test_chips_beside_the_board_do_not_hide_its_edges():
    mesh = find_mesh(pixels(drawn(COLORED, 40, on_chips=True, letters=True)))
    assert mesh is not None
    # Rows and columns of chips may belong to it.
    nodes = mesh.nodes.reshape(-1, 2)
    for corner in ((200, 200), (520, 200), (200, 520), (520, 520)):
        assert np.linalg.norm(nodes - corner, axis=1).min() < 4


def test_letters_are_erased_behind_numbers_of_one_and_of_two_digits():
    page = Image.new("RGB", (420, 300), (255, 255, 255))
    draw = ImageDraw.Draw(page)
    texts = ["2b", "13b", "4a", "14b", "1c", "10c", "7a", "8b"] * 3
    for number, text in enumerate(texts):
        left, top = 20 + 46 * (number % 8), 40 + 40 * (number // 8)
        draw.rectangle((left, top, left + 31, top + 31), fill=(30, 90, 180))
        draw.text((left + 16, top + 16), text, (255, 255, 255), ImageFont.load_default(44 / len(text)), anchor="mm")
    chips = find_chips(pixels(page))
    assert chips.n == len(texts)
    crops = []
    for number in range(len(texts)):
        left, top = 20 + 46 * (number % 8), 40 + 40 * (number // 8)
        ink = chips.ink[top : top + 32, left : left + 32]
        rows, columns = (np.flatnonzero((ink > 0.4).any(axis)) for axis in (1, 0))
        crops.append(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    found = probabilities(crops)
    assert found.argmax(1).tolist() == [int(text[:-1]) for text in texts]


def test_a_letter_that_reaches_lower_than_the_digits_is_erased_and_no_digit():
    short, long = np.zeros((2, 32, 32), np.float32)
    short[6:26, 2:14] = short[6:26, 17:30] = 1  # a digit and a letter
    long[8:21, 5:13] = long[8:21, 14:21] = long[8:25, 22:30] = 1  # two digits and a letter, which nearly touch
    long[8:21, 21] = 0.2
    _erase_letters([short, long])
    assert np.flatnonzero(short.any(0)).max() == 13
    assert np.flatnonzero(long.any(0)).max() == 20
