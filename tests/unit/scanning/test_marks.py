"""Marks on the board of an image: filled cells, crosses and dots are told from the ground, whatever its colours."""

from __future__ import annotations

import numpy as np
import pytest

import nonosat
from nonosat.core.question import Outcome

pytest.importorskip("cv2")

from PIL import Image, ImageDraw
from screenshots import COLORED, PUZZLE, drawn, marked

STARTED = ["-aa??a.", "aa?aaaa", "???????", "-??a??.", "???????", ".??????", "a???-??"]
FINISHED = "".join("a" if cell else "?" for cell in nonosat.solve(PUZZLE).picture.cells)


def started(rows: list[str], **look: int) -> np.ndarray:
    return np.asarray(marked(rows, **look))


def known(rows: list[str]) -> list[int | None]:
    return [None if sign == "?" else int(sign == "a") for sign in "".join(rows)]


@pytest.mark.parametrize(
    "look",
    [{}, {"ground": 30, "ink": 220}, {"tint": 35}, {"pencil": 130}, {"ground": 250, "ink": 60, "tint": 20}],
    ids=["light", "dark", "tinted", "pencil", "grey"],
)
def test_marks_are_read(look):
    found = nonosat.scan(started(STARTED, **look))
    assert found.puzzle == PUZZLE
    assert list(found.known) == known(STARTED)
    assert found.outcome == Outcome.YES
    assert min(mark.probability for mark in found.marks) > 0.9


@pytest.mark.parametrize("look", [{}, {"ground": 30, "ink": 220}, {"tint": 40}, {"tint": 80}])
def test_an_empty_board_has_no_marks(look):
    found = nonosat.scan(started(["???????"] * 7, **look))
    assert not found.n_marks
    assert found.record()["marks"] is None


def test_uneven_light():
    image = started(STARTED, pencil=90)
    light = np.linspace(0.5, 1, image.shape[1])[None, :, None]
    image = (image * light).astype(np.uint8)
    noise = np.random.default_rng(1).normal(0, 4, image.shape)
    found = nonosat.scan(np.clip(image + noise, 0, 255).astype(np.uint8))
    assert list(found.known) == known(STARTED)


def test_a_shadow_over_half_of_an_empty_board_is_no_fill():
    image = started(["???????"] * 7) // 2 + 80  # an image of little contrast
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    shade = 0.6 + 0.4 / (1 + np.exp((columns + rows / 5 - 230) / 12))
    assert not nonosat.scan((image * shade[..., None]).astype(np.uint8)).n_marks


def test_the_edge_of_a_shadow():
    image = started(STARTED)
    shade = 0.5 + 0.5 / (1 + np.exp((np.arange(image.shape[1]) - 200) / 12))
    assert list(nonosat.scan((image * shade[None, :, None]).astype(np.uint8)).known) == known(STARTED)


def test_thick_crosses():
    found = nonosat.scan(started(STARTED, width=5))
    assert list(found.known) == known(STARTED)


@pytest.mark.parametrize("look", [{}, {"pencil": 120}, {"ground": 30, "ink": 220}], ids=["light", "pencil", "dark"])
def test_cells_hatched_by_hand(look):
    found = nonosat.scan(started(STARTED, hatch=6, **look))
    assert found.puzzle == PUZZLE
    assert list(found.known) == known(STARTED)


def test_the_solution_tells_filled_cells_from_the_ground():
    assert FINISHED.count("a") > 7 * 7 / 2
    found = nonosat.scan(started([FINISHED[at : at + 7] for at in range(0, 49, 7)]))
    assert list(found.known) == known([FINISHED])


@pytest.mark.parametrize("look", [{}, {"ground": 30, "ink": 220}], ids=["light", "dark"])
def test_crosses_in_all_empty_cells_are_not_the_ground(look):
    signs = ["-" if cell == "?" else "a" if at % 8 == 0 else "?" for at, cell in enumerate(FINISHED)]
    rows = ["".join(signs[at : at + 7]) for at in range(0, 49, 7)]
    assert list(nonosat.scan(started(rows, width=4, **look)).known) == known(rows)


def test_marks_that_differ_from_the_solution_are_doubtful():
    wrong = [STARTED[0], "-??????", *STARTED[2:4], "a??????", *STARTED[5:]]
    found = nonosat.scan(started(wrong))
    assert found.result is not None
    assert found.result.unique
    assert not found.doubts
    assert found.outcome == Outcome.NO
    assert found.mark_doubts == (
        "row 2, cell 1: empty, and the solution has it filled",
        "row 5, cell 1: filled, and the solution has it empty",
    )
    many = nonosat.scan(started([STARTED[0], "-------", *STARTED[2:]]))
    assert many.mark_doubts == ("7 marks differ from the solution",)


def test_a_blurred_small_image():
    image = Image.fromarray(started(STARTED))
    small = np.asarray(image.resize((image.width * 6 // 10, image.height * 6 // 10), Image.Resampling.BILINEAR))
    assert list(nonosat.scan(small).known) == known(STARTED)


SIDE = 32
SOLUTION = nonosat.solve(COLORED).picture.cells


def colored(shares: dict[int, float], n_rows: int = 8, ground: int = 255, ink: int = 0) -> Image.Image:
    """A screenshot of `COLORED`, with chips, and the solution of some rows on the board.

    Args:
        shares: for colours that are greyed beside these rows and above all columns, how much is left of them.
    """
    image = drawn(COLORED, SIDE, ground, ink, "0", on_chips=True)
    for box in ((0, 5 * SIDE, 5 * SIDE - 4, (5 + n_rows) * SIDE), (5 * SIDE, 0, 13 * SIDE, 5 * SIDE - 4)):
        clues = np.array(image.crop(box))
        for color, share in shares.items():
            own = np.array(list(bytes.fromhex(COLORED.palette.colors[color][1:])))
            near = np.linalg.norm(clues.astype(float) - own, axis=2) < 8
            clues[near] = share * own + (1 - share) * ground
        image.paste(Image.fromarray(clues), box[:2])
    draw = ImageDraw.Draw(image)
    for cell, color in enumerate(SOLUTION[: 8 * n_rows]):
        left, top = (5 + cell % 8) * SIDE + 2, (5 + cell // 8) * SIDE + 2
        if color:
            draw.rectangle((left, top, left + SIDE - 4, top + SIDE - 4), COLORED.palette.colors[color])
    return image


@pytest.mark.parametrize(
    ("shares", "n_rows", "look"),
    [
        ({1: 0.5, 3: 0.5, 4: 0.5}, 8, {}),
        ({1: 0.5, 3: 0.5, 4: 0.5}, 8, {"ground": 20, "ink": 90}),
        ({4: 0.4}, 5, {}),
    ],
    ids=["all", "dark", "some of one color"],
)
def test_filled_cells_are_of_the_full_colors_of_greyed_chips(shares, n_rows, look):
    found = nonosat.scan(np.asarray(colored(shares, n_rows, **look)))
    assert found.outcome == Outcome.YES
    assert found.n_marks == sum(color > 0 and (color != 2 or not look) for color in SOLUTION[: 8 * n_rows])
    assert ("#17a2b8" in found.puzzle.palette.colors) == (n_rows < 8)


def test_a_tint_over_cells_that_the_solution_fills_in_several_colors_is_no_fill():
    image = colored({}, 0)
    for row in range(7):
        left, top = 8 * SIDE + 2, (5 + row) * SIDE + 2
        assert SOLUTION[8 * row + 3]
        ImageDraw.Draw(image).rectangle((left, top, left + SIDE - 4, top + SIDE - 4), (200, 200, 200))
    assert not nonosat.scan(np.asarray(image)).n_marks
