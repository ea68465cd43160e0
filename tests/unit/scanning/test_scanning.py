"""Images of puzzles drawn here are read exactly, whatever their look, also turned and with a misread number."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import nonosat
from nonosat.core.errors import InputError, MissingDependency
from nonosat.core.question import Outcome, Run
from nonosat.model.clue import ANY_LENGTH, Block

pytest.importorskip("cv2")

from PIL import Image
from places import ROOT
from screenshots import COLORED, PUZZLE, check_scan, drawn, pixels

from nonosat.scanning import network, page_reading
from nonosat.scanning.likeliest_clues import repair

#: A puzzle with two empty lines, which is small, since a scan takes time for each pixel.
SMALL = nonosat.puzzle([[3], [1, 1], [], [3], [1]], [[2, 1], [1, 1], [2, 2], [], []])


# What is promised


@pytest.mark.costly
@pytest.mark.parametrize(("ground", "ink"), [(255, 0), (30, 220)])
def test_a_screenshot_is_read_exactly(ground, ink):
    found = check_scan(drawn(PUZZLE, 16, ground, ink, room=3), PUZZLE)
    assert found.result.unique
    assert found.outcome == Outcome.YES
    left, top, right, bottom = found.numbers[0][-1].box  # in pixels of the image
    assert 32 <= left < right <= 48 <= top < bottom <= 64


@pytest.mark.costly
def test_a_turned_image_in_uneven_light_is_read_exactly():
    image = drawn(PUZZLE, 24, room=2)
    turned = pixels(image.rotate(7, Image.Resampling.BICUBIC, expand=True, fillcolor="white"))
    check_scan((turned * np.linspace(0.6, 1, turned.shape[1])[None, :, None]).astype(np.uint8), PUZZLE)


@pytest.mark.parametrize(
    "angle",
    [pytest.param(90, marks=pytest.mark.costly), *(pytest.param(a, marks=pytest.mark.slow) for a in (180, 270))],
)
def test_an_image_on_its_side_is_read_exactly(angle):
    found = check_scan(drawn(PUZZLE, 16, room=2).rotate(angle, expand=True), PUZZLE)
    left, top, right, bottom = found.numbers[0][-1].box  # beside the first row, where the image has it
    x, y = {90: (32, 128), 180: (128, 112), 270: (112, 16)}[angle]
    assert x <= left < right <= x + 16
    assert y <= top < bottom <= y + 16


@pytest.mark.parametrize(
    "look",
    [
        pytest.param({"on_chips": True}, marks=pytest.mark.costly),
        pytest.param({}, marks=pytest.mark.slow),
        pytest.param({"on_chips": True, "ground": 30, "ink": 220}, marks=pytest.mark.slow),
        pytest.param({"on_chips": True, "letters": True}, marks=pytest.mark.slow),
    ],
    ids=["chips", "digits", "dark", "letters"],
)
def test_colors_of_digits_and_of_chips(look):
    check_scan(drawn(COLORED, 24, zero="0", **look), COLORED)


@pytest.mark.costly
def test_a_number_that_is_hidden():
    puzzle = replace(PUZZLE, clues=((Block(2, 1), Block(ANY_LENGTH, 1)), *PUZZLE.clues[1:]))
    found = check_scan(drawn(puzzle, 24, room=2), puzzle)
    assert [number.value for number in found.numbers[0]] == [2, "?"]
    assert [number["value"] for number in found.record()["lines"][0]["numbers"]] == [2, "?"]


@pytest.mark.costly
def test_a_misread_number_is_repaired(monkeypatch):
    read = network.probabilities

    def misread(inks):
        found = read(inks)
        for seven in np.flatnonzero(found[:, :100].argmax(1) == 7)[-1:]:  # in a row
            found[seven] = 0
            found[seven, 1], found[seven, 7] = 0.8, 0.2
        return found

    monkeypatch.setattr(network, "probabilities", misread)
    found = nonosat.scan(pixels(drawn(PUZZLE, 16, room=2)))
    assert found.puzzle == PUZZLE
    assert [(change.read, change.chosen) for change in found.changes] == [(((1, 1),), ((7, 1),))]
    (sentence,) = found.details()
    assert sentence.startswith("row 3: 1 ")
    assert "23" in sentence  # the cells of all rows
    assert found.record()["changes"] == [{"line": "row 3", "read": "1a", "chosen": "7a"}]


@pytest.mark.slow
def test_a_line_that_no_reading_fits_is_left_unread(monkeypatch):
    read_well = page_reading.clue_lines

    def misread(*arguments):
        lines = read_well(*arguments)
        best = lines[1][0]
        lines[1] = [best._replace(numbers=tuple(number._replace(value=2) for number in best.numbers))]
        return lines

    monkeypatch.setattr(page_reading, "clue_lines", misread)
    found = nonosat.scan(pixels(drawn(PUZZLE, 16, room=2)))
    assert found.puzzle == PUZZLE
    assert any(doubt.startswith("row 2: ") for doubt in found.doubts)
    assert [number.probability for number in found.numbers[1]] == [0.0]


@pytest.mark.slow
def test_a_printed_zero_is_an_empty_line():
    found = check_scan(drawn(SMALL, 12, zero="0", room=2), SMALL)
    assert found.record()["lines"][2]["numbers"][0]["value"] == 0


@pytest.mark.slow
def test_a_line_beside_which_no_number_is_seen_is_doubtful():
    found = nonosat.scan(pixels(drawn(SMALL, room=2)))
    assert found.puzzle == SMALL
    assert any(doubt.startswith("row 3: ") for doubt in found.doubts)
    assert found.outcome != Outcome.YES


@pytest.mark.slow
@pytest.mark.parametrize("timeout", [None, Run.of(None), 60])
def test_the_repair_has_a_limit_of_work_if_none_of_time_is_given(monkeypatch, timeout):
    left = []

    def noted(grid, palette, lines, run):
        left.extend((run.deadline.left(), run.deadline.work_left()))
        return repair(grid, palette, lines, run)

    monkeypatch.setattr("nonosat.scanning.likeliest_clues.repair", noted)
    nonosat.scan(pixels(drawn(SMALL, 12, zero="0", room=2)), timeout=timeout)
    seconds, work = left
    assert (seconds < math.inf, work < math.inf) == (timeout == 60, timeout != 60)


def test_without_time_nothing_is_said_about_solutions():
    found = nonosat.scan(pixels(drawn(SMALL, 12, zero="0", room=2)), timeout=1e-3)
    assert found.result is None
    assert "time" in found.doubts[0]


# What is refused


def test_no_grid():
    with pytest.raises(InputError, match="no grid"):
        nonosat.scan(np.full((60, 60, 3), 255, np.uint8))


@pytest.mark.costly
def test_a_photo_of_something_else():
    # Some of its edges cross as if they were a small grid.
    with pytest.raises(InputError, match="no grid"):
        nonosat.scan(ROOT / "docs" / "examples" / "teapot.jpg")


@pytest.mark.slow
def test_a_grid_without_numbers_or_with_few():
    with pytest.raises(InputError, match="no numbers"):
        nonosat.scan(pixels(drawn(nonosat.puzzle([[]] * 8, [[]] * 8))))
    image = pixels(drawn(PUZZLE))
    image[:118, 118 + 3 * 24 :] = image[118 + 3 * 24 :, :118] = 255
    with pytest.raises(InputError, match="no numbers"):
        nonosat.scan(image)


def test_without_the_extra_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr("nonosat.scanning.scan.find_spec", lambda _: None)
    with pytest.raises(MissingDependency, match=r"nonosat\[scan\]"):
        nonosat.scan(b"")
