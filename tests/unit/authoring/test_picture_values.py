"""Puzzles from pictures as a program holds them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import nonosat

CELLS = [[0, 1, 1], [2, 0, 1]]
LETTERS = ["-aa", "b-a"]
NAMES = [["white", "black", "black"], ["red", "#fff", "#000000"]]
TRIPLES = [[(255, 255, 255), (0, 0, 0), (0, 0, 0)], [(255, 0, 0), (255, 255, 255), (0, 0, 0)]]
PALETTE = ("#ffffff", "#000000", "#ff0000")


def image(mode: str = "RGB") -> Image.Image:
    found = Image.new("RGB", (3, 2))
    found.putdata([pixel for row in TRIPLES for pixel in row])
    return found.convert(mode)


@pytest.mark.parametrize("picture", [CELLS, tuple(map(tuple, CELLS)), np.array(CELLS), LETTERS])
def test_numbers_and_letters(picture: object) -> None:
    puzzle = nonosat.puzzle_of_picture(picture, colors=["white", "black", "red"])
    assert puzzle.palette.colors == PALETTE
    expected = nonosat.Picture(nonosat.RectGrid(2, 3), (0, 1, 1, 2, 0, 1))
    assert puzzle == nonosat.puzzle_of(expected, puzzle.palette)
    assert puzzle == nonosat.puzzle_of_picture(expected, colors=PALETTE)
    assert nonosat.puzzle_of_picture(picture).clues == puzzle.clues


@pytest.mark.parametrize("picture", [NAMES, TRIPLES, np.array(TRIPLES, dtype=np.uint8), image(), image("RGBA")])
def test_colors(picture: object) -> None:
    puzzle = nonosat.puzzle_of_picture(picture, background="#ffffff")
    assert puzzle.palette.colors == PALETTE
    assert puzzle == nonosat.puzzle_of_picture(CELLS, colors=PALETTE)


def test_a_file(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    image().save(path)
    assert nonosat.puzzle_of_picture(path, background="white") == nonosat.puzzle_of_picture(CELLS, colors=PALETTE)
    assert nonosat.puzzle_of_picture(str(path)).grid == nonosat.RectGrid(2, 3)
    with pytest.raises(nonosat.InputError, match=r"none\.png: "):
        nonosat.puzzle_of_picture(tmp_path / "none.png")


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "I;16", "F", "HSV"])
def test_modes_of_images(mode: str) -> None:
    picture = Image.new("L", (4, 4), 0)
    picture.paste(255, (1, 1, 3, 3))
    done = picture.convert("RGB").convert(mode) if mode == "HSV" else picture.convert(mode)
    puzzle = nonosat.puzzle_of_picture(done)
    assert puzzle.grid == nonosat.RectGrid(4, 4)
    assert puzzle.clues[:4] == (((4, 1),), ((1, 1), (1, 1)), ((1, 1), (1, 1)), ((4, 1),))


def test_size_and_hexagon_of_an_image() -> None:
    large = image().resize((60, 40), Image.Resampling.NEAREST)
    assert nonosat.puzzle_of_picture(large, size=(4, 6)).grid == nonosat.RectGrid(4, 6)
    assert nonosat.puzzle_of_picture(large, hexagon=3).grid == nonosat.HexGrid(3)
    assert nonosat.puzzle_of_picture(large, n_colors=1).n_colors == 1


def test_hexagons_of_rows() -> None:
    assert nonosat.puzzle_of_picture([[1, 0], [0, 1, 0], [1, 1]]).grid == nonosat.HexGrid(2)
    assert nonosat.puzzle_of_picture(["a-", "-a-", "aa"]).grid == nonosat.HexGrid(2)
    assert nonosat.puzzle_of_picture([["red", "blue"], ["red"] * 3, ["red"] * 2]).palette.colors[0] == "#ff0000"


def test_transparent_cells_are_background() -> None:
    puzzle = nonosat.puzzle_of_picture(np.array([[(0, 0, 0, 0), (9, 9, 9, 255)]], dtype=np.uint8))
    assert puzzle.palette.colors == ("#ffffff", "#090909")
    assert puzzle.clues == (((1, 1),), (), ((1, 1),))


@pytest.mark.parametrize(
    "picture",
    [
        np.array([[255, 255, 255], [255, 0, 255]], dtype=np.uint8),
        np.where([[1, 1, 1], [1, 0, 1]], 255, 0),
        [[255, 255, 255], [255, 0, 255]],
    ],
)
def test_levels_of_gray_are_an_image(picture: object) -> None:
    puzzle = nonosat.puzzle_of_picture(picture)
    assert puzzle.palette.colors == ("#ffffff", "#000000")
    assert puzzle.clues == ((), ((1, 1),), (), ((1, 1),), ())
    assert nonosat.puzzle_of_picture(picture, size=(4, 6)).grid == nonosat.RectGrid(4, 6)


def test_arrays_of_small_numbers_are_colors() -> None:
    assert nonosat.puzzle_of_picture(np.array([[3, 1]], dtype=np.uint8)).n_colors == 3
    assert nonosat.puzzle_of_picture([list(range(120))]).n_colors == 119


def test_images_stand_as_cameras_were_held() -> None:
    photograph = image()
    photograph.getexif()[274] = 6
    assert nonosat.puzzle_of_picture(photograph).grid == nonosat.RectGrid(3, 2)


def test_no_block_at_all() -> None:
    assert nonosat.puzzle_of_picture([[0]]).n_blocks == 0
    assert nonosat.puzzle_of_picture([["black"]]).palette.colors == ("#000000", "#ffffff")


@pytest.mark.parametrize("n_colors", [1, 2, 11, 12, 40, 1000])
def test_default_colors(n_colors: int) -> None:
    palette = nonosat.puzzle_of_picture([list(range(n_colors + 1))]).palette
    assert palette.n_colors == n_colors
    if n_colors <= 40:
        assert len(set(palette.colors)) == n_colors + 1
    assert nonosat.puzzle_of_picture([[1, 2]], background="yellow").palette.colors[0] == "#ffff00"


@pytest.mark.parametrize(
    ("picture", "options", "noun"),
    [
        (3, {}, "image"),
        ([], {}, "cells"),
        ([[]], {}, "cells"),
        ([[1], [2, 3]], {}, "row 2"),
        ([[1.5]], {}, r"cell '1\.5'"),
        ([[(0, 0, 256)]], {}, "cell '.0, 0, 256.'"),
        ([["nothing"]], {}, "colour 'nothing'"),
        ([[-1]], {}, "colour -1"),
        ([[2]], {"colors": ["white", "black"]}, "colour 2"),
        ([[5000]], {}, "colour 5000"),
        ([[1]], {"background": "nothing"}, "colour 'nothing'"),
    ],
)
def test_errors(picture: object, options: dict, noun: str) -> None:
    with pytest.raises(nonosat.PuzzleError, match=noun):
        nonosat.puzzle_of_picture(picture, **options)


@pytest.mark.parametrize(
    ("picture", "options", "names"),
    [
        ([[1]], {"size": (2, 2)}, "size="),
        ([[1]], {"colors": PALETTE, "background": "red"}, "colors=.*background="),
        ([["red"]], {"colors": PALETTE}, "colors=.*background="),
        (image(), {"size": (2, 2), "hexagon": 2}, "size=.*hexagon="),
    ],
)
def test_wrong_options(picture: object, options: dict, names: str) -> None:
    with pytest.raises(nonosat.UsageError, match=names):
        nonosat.puzzle_of_picture(picture, **options)
