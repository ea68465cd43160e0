"""Images that are looked at again: alone, smaller, or with finer cells; boards with bands and painted cells."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import nonosat
from nonosat.core.question import Run

pytest.importorskip("cv2")

import cv2
from PIL import Image, ImageDraw
from screenshots import PUZZLE, check_scan, drawn, on_page, pixels, puzzle_with

from nonosat.scanning.mesh import Mesh
from nonosat.scanning.overlay import overlay_png
from nonosat.scanning.page_reading import WHOLE, View, read_page

pytestmark = pytest.mark.slow
SOLUTION = nonosat.solve(PUZZLE).picture.cells


@pytest.mark.parametrize("size", [0.12, 0.16, 0.2, 0.28])
def test_digits_that_are_small_beside_their_cells(size):
    found = check_scan(drawn(PUZZLE, side=96, size=size, room=2), PUZZLE)
    assert all(
        right - left < 0.3 * 96 and bottom - top < 0.3 * 96
        for numbers in found.numbers
        for _, _, _, (left, top, right, bottom) in numbers
    )


def test_marks_beside_small_digits():
    image = drawn(PUZZLE, side=96, size=0.14, room=2)
    ImageDraw.Draw(image).rectangle((2 * 96 + 4, 2 * 96 + 4, 3 * 96 - 4, 3 * 96 - 4), (0, 0, 0))
    assert check_scan(image, PUZZLE).known[:2] == (1, None)


@pytest.mark.parametrize(("scale", "fine"), [(1.0, 1), (0.6, 1), (1.0, 3)])
def test_places_are_those_of_the_whole_image(scale, fine):
    image = pixels(on_page(drawn(PUZZLE, side=60, size=0.4), left=300, top=200, right=400, bottom=100))
    view = View(280, 180, 280 + 760, 180 + 760, scale, fine)
    places = []
    for each in (WHOLE, view):
        page, board, lines = read_page(image, "image", Run(), each)
        assert tuple(readings[0].clue for readings in lines) == PUZZLE.clues
        assert page.image.shape == image.shape
        nodes = page.mesh.nodes[board.top :: board.step, board.left :: board.step][:8, :8]
        places.append(nodes)
        places.append([page.place(*number.box.middle) for readings in lines for number in readings[0].numbers])
    for at, other in zip(places[:2], places[2:], strict=True):
        assert np.abs(np.array(at) - other).max() < 3


def test_further_views():
    image = np.zeros((400, 1000, 3), np.uint8)
    alone, fine, smaller = View.further(image, (100, 100, 300, 300), 60.0)
    assert (alone.left, alone.bottom, alone.scale) == (92, 308, 1.0)
    assert fine.fine > 1
    assert (smaller.left, smaller.right) == (0, 1000)
    assert smaller.scale < 1
    assert View.further(image, (10, 10, 990, 390), 10.0) == [smaller]
    assert View.further(image, None) == [smaller]


def test_a_band_between_clues_and_board_is_no_line():
    side = 24
    image = pixels(drawn(PUZZLE, side, room=3))
    at = 3 * side
    wide = np.full((image.shape[0] + side, image.shape[1] + side, 3), 255, np.uint8)
    wide[:at, :at], wide[:at, at + side :] = image[:at, :at], image[:at, at:]
    wide[at + side :, :at], wide[at + side :, at + side :] = image[at:, :at], image[at:, at:]
    page = Image.fromarray(wide)
    for i in range(7):
        start = at + side + i * side
        ImageDraw.Draw(page).rectangle((start, at, start + side, at + side), (230, 150, 130), (0, 0, 0))
        ImageDraw.Draw(page).rectangle((at, start, at + side, start + side), (230, 150, 130), (0, 0, 0))
    check_scan(page, PUZZLE)


@pytest.mark.parametrize("has_row", [False, True])
def test_painted_empty_lines_are_lines(has_row):
    rows = ".......", ".aa.aa.", ".aaaaaa", ".aaaaaa", "..aaaa.", "...aa..", "..aaaa."
    puzzle = puzzle_with(" ".join(rows[0 if has_row else 1 :]))
    image = drawn(puzzle, 24, room=3)
    for row, column in itertools.product(range(puzzle.grid.height), range(7)):
        if column == 0 or (has_row and row == 0):
            left, top = (3 + column) * 24 + 2, (3 + row) * 24 + 2
            ImageDraw.Draw(image).rectangle((left, top, left + 20, top + 20), (230, 150, 130))
    assert nonosat.scan(pixels(image)).puzzle == puzzle


def painted(state_of) -> Image.Image:
    """The board with a ground for each cell: 1 is filled, -1 painted as empty, and 0 open."""
    image = drawn(PUZZLE, 24, room=3)
    for cell, filled in enumerate(SOLUTION):
        row, column = divmod(cell, 7)
        left, top = (3 + column) * 24 + 2, (3 + row) * 24 + 2
        color = {1: (20, 20, 140), -1: (255, 255, 0), 0: (210, 210, 210)}[state_of(cell, filled)]
        ImageDraw.Draw(image).rectangle((left, top, left + 20, top + 20), color)
    return image


def test_painted_empty_cells_are_told_from_open_ones():
    def state(cell: int, filled: int) -> int:
        return 0 if cell % 3 == 0 else 1 if filled else -1

    found = check_scan(painted(state), PUZZLE)
    states = [state(cell, filled) for cell, filled in enumerate(SOLUTION)]
    assert found.known == tuple({1: 1, -1: 0, 0: None}[each] for each in states)
    assert not found.mark_doubts


def test_marks_that_contradict_the_solution_are_not_used():
    found = nonosat.scan(pixels(painted(lambda cell, filled: 0 if cell % 2 else 1 if not filled or cell % 4 else 0)))
    assert found.puzzle == PUZZLE
    assert found.n_marks == 0
    assert len(found.mark_doubts) == 1
    assert not found.doubts


def test_what_the_solution_confirms_is_not_red_in_the_overlay():
    found = check_scan(drawn(PUZZLE, 16, size=0.5), PUZZLE)
    image = cv2.imdecode(np.frombuffer(overlay_png(found), np.uint8), cv2.IMREAD_COLOR).astype(int)
    assert not ((image[..., 2] > 200) & (image[..., :2].max(2) < 60)).any()


def test_tilt():
    corners = np.array([[[0, 0], [100, 0]], [[0, 100], [80, 100]]], float)
    assert Mesh(corners).tilt == pytest.approx(100 / 80)
    assert Mesh(corners[:, ::-1]).turned(1).tilt == pytest.approx(100 / 80)
