"""Pictures as text."""

from __future__ import annotations

import pytest
import snapshot
from conftest import HEX, RECT, RECT_PICTURE, examples
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat.core.errors import InputError
from nonosat.formats.picture_text import picture_rows, read_picture
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

PUZZLE = nonosat.loads(RECT)
PICTURE = nonosat.solve(PUZZLE).picture
HEXAGON = nonosat.loads(HEX)
HEX_PICTURE = nonosat.solve(HEXAGON).picture

FORMS = {
    "as printed": RECT_PICTURE,
    "ended": RECT_PICTURE + "\n",
    "dots": RECT_PICTURE.replace("-", "."),
    "blanks between": " ".join(RECT_PICTURE).replace(" \n ", "\n"),
    "tabs between": "\t".join(RECT_PICTURE).replace("\t\n\t", "\n"),
    "blank lines": "\n" + RECT_PICTURE.replace("\n", "\n \n") + "\n\n",
    "indented": "  " + RECT_PICTURE.replace("\n", "\n  "),
    "blanks in places": RECT_PICTURE.replace("a", " a "),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_forms(text):
    assert read_picture(text, PUZZLE) == PICTURE


@pytest.mark.parametrize(
    "text",
    ["b-b\nbaab\n-aca-\naaaa\n---", "  b-b\n baab\n-aca-\n aaaa\n  ---\n", "b - b\nb a a b\n- a c a -\na a a a\n- - -"],
)
def test_hexagons(text):
    assert read_picture(text, HEXAGON) == HEX_PICTURE


BAD = {
    "empty": ("", "f: ", "0 rows"),
    "too few rows": ("-----\n-----\n-----\n", "f: ", "3 rows"),
    "too many rows": (RECT_PICTURE + "\n-----\n", "f: ", "5 rows"),
    "short row": (RECT_PICTURE.replace("b-a-a", "b-a-"), "f:2:5: ", "4 cells"),
    "long row": (RECT_PICTURE.replace("bba-a", "bba-a-  "), "f:3:7: ", "6 cells"),
    "unknown colour": (RECT_PICTURE.replace("bba", "bca"), "f:3:2: ", "colour 'c'"),
    "capital": (RECT_PICTURE.replace("bba", "bbA"), "f:3:3: ", "colour 'A'"),
    "digit": (RECT_PICTURE.replace("bba", "bb1"), "f:3:3: ", "colour '1'"),
    "question mark": ("?" + RECT_PICTURE[1:], "f:1:1: ", "colour '?'"),
    "two letters": ("- - - - aa\n" * 4, "f:1:9: ", "colour 'aa'"),
    "position after blank lines": ("\n\n  xxxxx" + "\n-----" * 3, "f:3:3: ", "colour 'x'"),
}


def test_bad_pictures():
    told = []
    for name, (text, place, noun) in BAD.items():
        with pytest.raises(InputError) as caught:
            read_picture(text, PUZZLE, "f")
        assert str(caught.value).startswith(place), name
        assert noun in str(caught.value), name
        told.append(f"{name}: {caught.value}")
    snapshot.compare("formats/pictures", "refusals", "\n".join(told))


@examples(100, fast=8)
@given(st.data())
def test_round_trip(data):
    """What is printed is read, with any number of colours."""
    grid = data.draw(st.builds(RectGrid, st.integers(1, 5), st.integers(1, 5)) | st.builds(HexGrid, st.integers(1, 3)))
    n_colors = data.draw(st.sampled_from([1, 2, 26, 27, 60]))
    palette = Palette(tuple(f"#{number:06x}" for number in range(n_colors + 1)))
    cells = data.draw(st.lists(st.integers(0, n_colors), min_size=grid.n_cells, max_size=grid.n_cells))
    picture = Picture(grid, tuple(cells))
    puzzle = nonosat.puzzle_of(picture, palette)
    rows = picture_rows(puzzle, picture)
    assert read_picture("\n".join(rows), puzzle) == picture
    assert read_picture(nonosat.text(puzzle, picture, color=False), puzzle) == picture
    spaced = "\n".join(" ".join(map(letter, row)) for row in picture.rows())
    assert read_picture(spaced, puzzle) == picture


@examples(100, fast=10)
@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    puzzle = Puzzle(RectGrid(1, 2), Palette(("#ffffff", "#000000")), ((), (), ()))
    try:
        said = "".join(picture_rows(puzzle, read_picture(text, puzzle, "f")))
    except InputError as error:
        said = str(error)
    assert said.startswith("f:") or set(said) <= {"a", "-"}
