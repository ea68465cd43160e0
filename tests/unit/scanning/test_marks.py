"""Marks on the board of an image: filled cells, crosses and dots are told from the ground, whatever its colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pytest

import nonosat
from nonosat.core.question import Outcome

pytest.importorskip("cv2")

import cv2
from PIL import Image, ImageDraw
from screenshots import COLORED, PUZZLE, drawn, marked

STARTED = ["-aa??a.", "aa?aaaa", "???????", "-??a??.", "???????", ".??????", "a???-??"]
FINISHED = "".join("a" if cell else "?" for cell in nonosat.solve(PUZZLE).picture.cells)
#: Crosses in all cells that are empty in the solution, and few filled cells.
CROSSED = ["-" if cell == "?" else "a" if at % 8 == 0 else "?" for at, cell in enumerate(FINISHED)]


def known(rows: list[str]) -> list[int | None]:
    return [None if sign == "?" else int(sign == "a") for sign in "".join(rows)]


def in_rows(signs: Iterable[str]) -> list[str]:
    return ["".join(row) for row in zip(*[iter(signs)] * 7, strict=True)]


#: The marks that are drawn, how, and what the pixels go through before they are scanned.
MARKS: dict[str, tuple[list[str], dict[str, int], Callable[[np.ndarray], np.ndarray] | None]] = {
    "light": (STARTED, {}, None),
    "dark": (STARTED, {"ground": 30, "ink": 220}, None),
    "tinted": (STARTED, {"tint": 35}, None),
    "pencil": (STARTED, {"pencil": 130}, None),
    "grey": (STARTED, {"ground": 250, "ink": 60, "tint": 20}, None),
    "thick crosses": (STARTED, {"width": 5}, None),
    "hatched by hand": (STARTED, {"hatch": 6}, None),
    "hatched in pencil": (STARTED, {"hatch": 6, "pencil": 120}, None),
    "hatched on dark": (STARTED, {"hatch": 6, "ground": 30, "ink": 220}, None),
    "uneven light": (
        STARTED,
        {"pencil": 90},
        lambda image: noisy(image * np.linspace(0.5, 1, image.shape[1])[:, None]),
    ),
    "the edge of a shadow": (STARTED, {}, lambda image: image * shadow(np.arange(image.shape[1]) - 128, 0.5)[:, None]),
    "blurred and small": (STARTED, {}, lambda image: cv2.resize(image, None, fx=0.6, fy=0.6)),
    # The solution tells filled cells from the ground.
    "finished": (in_rows(FINISHED), {}, None),
    # Crosses in all empty cells are not the ground.
    **{
        f"all crosses, {name}": (in_rows(CROSSED), {"width": 4, **look}, None)
        for name, look in (("light", {}), ("dark", {"ground": 30, "ink": 220}))
    },
    **{
        f"empty board, {look}": (["???????"] * 7, look, None)
        for look in ({}, {"ground": 30, "ink": 220}, {"tint": 40}, {"tint": 80})
    },
    # An image of little contrast, with a shadow over half of the board.
    "empty board in half a shadow": (
        ["???????"] * 7,
        {},
        lambda image: (image // 2 + 80) * slanted_shadow(image)[..., None],
    ),
}


def noisy(image: np.ndarray) -> np.ndarray:
    return image + np.random.default_rng(1).normal(0, 4, image.shape)


def shadow(away: np.ndarray, dark: float) -> np.ndarray:
    """The light beside the soft edge of a shadow."""
    return dark + (1 - dark) / (1 + np.exp(away / 12))


def slanted_shadow(image: np.ndarray) -> np.ndarray:
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    return shadow(columns + rows / 5 - 144, 0.6)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if at else pytest.mark.costly) for at, name in enumerate(MARKS)]
)
def test_marks_are_read(name):
    rows, look, change = MARKS[name]
    image = np.asarray(marked(rows, **look))
    found = nonosat.scan(image if change is None else np.clip(change(image), 0, 255).astype(np.uint8))
    assert list(found.known) == known(rows)
    if change is None:
        assert found.puzzle == PUZZLE
        assert found.outcome == Outcome.YES
    if rows is STARTED and change is None:
        assert min(mark.probability for mark in found.marks) > 0.9
    assert (found.record()["marks"] is None) == (found.n_marks == 0) == ("empty board" in name)


@pytest.mark.slow
def test_marks_that_differ_from_the_solution_are_doubtful():
    wrong = [STARTED[0], "-??????", *STARTED[2:4], "a??????", *STARTED[5:]]
    found = nonosat.scan(np.asarray(marked(wrong)))
    assert found.result.unique
    assert not found.doubts
    assert found.outcome == Outcome.NO
    assert [doubt.partition(":")[0] for doubt in found.mark_doubts] == ["row 2, cell 1", "row 5, cell 1"]
    many = nonosat.scan(np.asarray(marked([STARTED[0], "-------", *STARTED[2:]])))
    assert (many.n_marks, len(many.mark_doubts)) == (0, 1)


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_tint_over_cells_that_the_solution_fills_in_several_colors_is_no_fill():
    image = colored({}, 0)
    for row in range(7):
        left, top = 8 * SIDE + 2, (5 + row) * SIDE + 2
        assert SOLUTION[8 * row + 3]
        ImageDraw.Draw(image).rectangle((left, top, left + SIDE - 4, top + SIDE - 4), (200, 200, 200))
    assert not nonosat.scan(np.asarray(image)).n_marks
