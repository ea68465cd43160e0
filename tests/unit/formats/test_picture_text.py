"""Pictures as text."""

from __future__ import annotations

import pytest
from conftest import HEX, RECT, RECT_PICTURE
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
    "empty": ("", ": 0 rows, expected 4"),
    "too few rows": ("-----\n-----\n-----\n", ": 3 rows, expected 4"),
    "too many rows": (RECT_PICTURE + "\n-----\n", ": 5 rows, expected 4"),
    "short row": (RECT_PICTURE.replace("b-a-a", "b-a-"), ":2:5: 4 cells, expected 5"),
    "long row": (RECT_PICTURE.replace("bba-a", "bba-a-  "), ":3:7: 6 cells, expected 5"),
    "unknown colour": (RECT_PICTURE.replace("bba", "bca"), ":3:2: colour 'c', expected a to b or - for background"),
    "capital": (RECT_PICTURE.replace("bba", "bbA"), ":3:3: colour 'A', expected a to b or - for background"),
    "digit": (RECT_PICTURE.replace("bba", "bb1"), ":3:3: colour '1', expected a to b or - for background"),
    "question mark": ("?" + RECT_PICTURE[1:], ":1:1: colour '?', expected a to b or - for background"),
    "two letters": ("- - - - aa\n" * 4, ":1:9: colour 'aa', expected a to b or - for background"),
    "position after blank lines": ("\n\n  xxxxx" + "\n-----" * 3, ":3:3: colour 'x', expected a to b"),
}


@pytest.mark.parametrize(("text", "message"), BAD.values(), ids=BAD)
def test_bad_pictures(text, message):
    with pytest.raises(InputError) as caught:
        read_picture(text, PUZZLE, "f")
    assert str(caught.value).startswith(f"f{message}")


def test_message_names_the_only_colour():
    puzzle = nonosat.loads("rect 1 1\n#ffffff #000000\n1a\n1a\n")
    with pytest.raises(InputError, match=r"^1:1: colour 'b', expected a or - for background$"):
        read_picture("b", puzzle)


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


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    puzzle = Puzzle(RectGrid(1, 2), Palette(("#ffffff", "#000000")), ((), (), ()))
    try:
        said = "".join(picture_rows(puzzle, read_picture(text, puzzle, "f")))
    except InputError as error:
        said = str(error)
    assert said.startswith("f:") or set(said) <= {"a", "-"}
