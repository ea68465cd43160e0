"""The clue file format: every puzzle can be written and read, and a file says what it says wherever it comes from."""

from __future__ import annotations

import dataclasses
import gzip

import pytest
from conftest import HEX, RECT, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import triangle_outlines

import nonosat
from nonosat.core.errors import InputError, PuzzleError
from nonosat.formats import FORMATS, clues, load, loads, puzzle_name
from nonosat.model.clue import UNKNOWN, Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette, color_number, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid


def test_rectangle():
    puzzle = loads(RECT)
    assert puzzle.grid == RectGrid(4, 5)
    assert puzzle.palette.colors == ("#ffffff", "#333333", "#6666ff")
    assert puzzle.clues[0] == (Block(1, 1), Block(1, 1))
    assert puzzle.clues[1] == (Block(1, 2), Block(1, 1), Block(1, 1))
    assert puzzle.clues[4] == (Block(3, 2),)
    assert puzzle.clues[7] == ()
    assert puzzle.clues[8] == (Block(4, 1),)
    assert puzzle.givens == ()
    assert clues.write(puzzle) == RECT


def test_hexagon():
    puzzle = loads(HEX)
    assert puzzle.grid == HexGrid(3)
    assert puzzle.clues[4] == ()
    assert puzzle.clues[12] == (Block(1, 2), Block(1, 1), Block(1, 3), Block(1, 1))
    assert clues.write(puzzle) == HEX


def test_asymmetric_hexagon_reads_inward_counter_clockwise():
    """One coloured cell in the second row distinguishes the three directions."""
    text = "hex 2\n#ffffff #000000\n\n1a\n\n1a\n\n\n\n\n1a\n"
    puzzle = loads(text)
    picture = nonosat.solve(puzzle).picture
    assert [list(row) for row in picture.rows()] == [[0, 0], [1, 0, 0], [0, 0]]


def test_question_marks_and_givens():
    puzzle = loads("rect 1 3\n#ffffff #111111 #222222\n2? 1b\n1?\n1?\n1?\ngiven 1 3 b\n\n  given 1 01 a  \n")
    assert puzzle.clues[0] == (Block(2, UNKNOWN), Block(1, 2))
    assert puzzle.givens == (Given(0, 1), Given(2, 2))
    assert clues.write(puzzle).endswith("\n2? 1b\n1?\n1?\n1?\ngiven 1 1 a\ngiven 1 3 b\n")


def test_givens_of_a_hexagon_count_along_its_rows():
    puzzle = loads("hex 2\n#ffffff #000000\n" + "\n" * 9 + "given 1 1 -\ngiven 2 3 -\ngiven 3 2 -\n")
    assert puzzle.givens == (Given(0, 0), Given(4, 0), Given(6, 0))


@pytest.mark.parametrize(
    ("number", "name"),
    [(0, "-"), (1, "a"), (26, "z"), (27, "aa"), (28, "ab"), (52, "az"), (53, "ba"), (702, "zz"), (703, "aaa")],
)
def test_names_of_colours(number, name):
    assert letter(number) == name
    if number:
        assert color_number(name) == number


def test_more_than_26_colours():
    colors = " ".join(f"#0000{number:02x}" for number in range(29))
    puzzle = loads(f"rect 1 3\n{colors}\n1z 1aa 1ab\n1z\n1aa\n1ab\n")
    assert [block.color for block in puzzle.clues[0]] == [26, 27, 28]
    assert loads(clues.write(puzzle)) == puzzle
    with pytest.raises(InputError, match="block of colour 'ac', expected a to ab or"):
        loads(f"rect 1 3\n{colors}\n1ac\n")


@st.composite
def puzzles(draw) -> Puzzle:
    grid = draw(
        st.builds(RectGrid, st.integers(1, 6), st.integers(1, 6))
        | st.builds(HexGrid, st.integers(1, 3))
        | st.sampled_from(triangle_outlines(20))
    )
    colors = draw(st.lists(st.from_regex("#[0-9a-fA-F]{6}", fullmatch=True), min_size=2, max_size=30))
    palette = Palette(tuple(colors))
    cells = draw(
        st.lists(st.integers(0, palette.n_colors), min_size=grid.n_cells, max_size=grid.n_cells).map(tuple),
    )
    picture = Picture(grid, cells)
    given_cells = draw(st.lists(st.integers(0, grid.n_cells - 1), max_size=4))
    puzzle = puzzle_of(picture, palette, [Given(cell, cells[cell]) for cell in given_cells])
    hidden = draw(st.sets(st.integers(1, palette.n_colors), max_size=2))
    asked = tuple(
        tuple(Block(length, UNKNOWN if color in hidden else color) for length, color in clue) for clue in puzzle.clues
    )
    return dataclasses.replace(puzzle, clues=asked)


@given(puzzles(), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_round_trip(puzzle, line_end, ended):
    text = clues.write(puzzle).replace("\n", line_end)
    assert loads(text if ended else text.removesuffix(line_end)) == puzzle


@pytest.mark.slow
@given(puzzles())
def test_clues_missing_at_the_end_are_empty(puzzle):
    if not puzzle.givens:
        assert loads(clues.write(puzzle).rstrip("\n")) == puzzle


@given(st.text(st.sampled_from("recthx 0123456789ab?#f-\n\t\r"), max_size=80) | st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    for candidate in (text, f"rect 2 2\n#ffffff #000000\n{text}", f"hex 2\n{text}"):
        try:
            said = clues.write(loads(candidate, "f"))
        except InputError as error:
            said = str(error)
            assert "\n" not in said
        assert said.startswith(("rect ", "hex ", "f:"))


def test_files_and_texts(tmp_path):
    assert load(write(tmp_path / "p.clues", RECT)) == load(str(tmp_path / "p.clues")) == loads(RECT)
    assert FORMATS["clues"].write(loads(RECT)) == RECT
    with pytest.raises(InputError) as caught:
        loads("square")
    usage = "`rect <height> <width>` or `hex <size>` or `tri <top-left> <bottom-left> <bottom> <bottom-right> "
    usage += "<top-right> <top>`"
    assert str(caught.value) == f"1:1: grid 'square', expected {usage}"
    assert (caught.value.file, caught.value.line, caught.value.column) == (None, 1, 1)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b/p.clues", "p"),
        ("p.CLUES", "p"),
        ("p.x.clues", "p.x"),
        ("p.txt", "p"),
        ("p.dat", "p.dat"),
        ("p", "p"),
        (".clues", ".clues"),
        ("-", "stdin"),
    ],
)
def test_names_of_puzzles(path, name):
    assert puzzle_name(path) == name


#: Clue files of unusual looks that are nevertheless as good as `RECT`.
GOOD_FILES = {
    "as it is": RECT,
    "no last newline": RECT.removesuffix("\n"),
    "more newlines": RECT + "\n \n\n",
    "BOM and CRLF": b"\xef\xbb\xbf" + RECT.replace("\n", "\r\n").encode(),
    "CR alone": RECT.replace("\n", "\r"),
    "mixed line ends": RECT.replace("\n", "\r\n", 3),
    "tabs and blanks": RECT.replace(" ", "\t  ").replace("\n", "  \n"),
    "leading blanks": "  " + RECT.replace("\n", "\n\t"),
    "colours in capitals": RECT.replace("#6666ff", "#6666FF"),
    "colours of three digits": RECT.replace("#ffffff #333333 #6666ff", "#fff #333 #66F"),
    "leading zeros": RECT.replace("1a", "001a").replace("rect 4 5", "rect 04 0005"),
    "gzip": gzip.compress(RECT.encode()),
    "gzip in two parts": gzip.compress(RECT[:30].encode()) + gzip.compress(RECT[30:].encode()),
    "redundant givens": RECT + "given 1 1 -\n\ngiven 1 2 a\ngiven 1 1 -\n",
}


@pytest.mark.parametrize("content", GOOD_FILES.values(), ids=GOOD_FILES)
def test_unusual_files(run, tmp_path, content):
    result = run("solve", "-u", "--letters", write(tmp_path / "p.clues", content))
    assert result.out.startswith("#ffffff #333333 #6666ff\n")
    assert (result.code, result.out.partition("\n")[2], result.err) == (
        0,
        "-a--a\nb-a-a\nbba-a\nb-b-a\np: solved, unique\n",
        "",
    )


def test_empty_last_clue_without_newline(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #000000\n1a\n1a\n")
    assert run("solve", "--letters", path).out == "a-\np: solved\n".replace("solved", "solved, unique")
    path = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #000000\n1a\n\n1a")
    assert run("solve", "--letters", path).out.startswith("-a\n")
    path = write(tmp_path / "p.clues", "rect 2 1\n#ffffff #000000")
    assert run("solve", "--letters", path).out.startswith("-\n-\n")


# What a program may ask for that a file cannot


def test_puzzles_are_checked_without_a_file_too():
    grid, palette = RectGrid(1, 2), Palette(("#ffffff", "#000000"))
    one = (Block(1, 1),)
    for clue_list, givens, message in (
        ([one], (), "1 clues, expected 3, one for each line of the grid"),
        ([(Block(-1, 1),), (), ()], (), "block of length -1, expected at least 1"),
        ([(Block(1, -1),), (), ()], (), "block of colour '-1', expected a or ? (the palette has no more)"),
        ([(Block(1, 2),), (), ()], (), "block of colour 'b', expected a or ? (the palette has no more)"),
        ([one, one, ()], [Given(2, 1)], "given for cell 2, expected 0 to 1"),
        ([one, one, ()], [Given(-1, 1)], "given for cell -1, expected 0 to 1"),
        ([one, one, ()], [Given(0, -7)], "given of colour '-7', expected - or a colour of the palette"),
        ([one, one, ()], [Given(0, 2)], "given of colour 'b', expected - or a colour of the palette"),
    ):
        with pytest.raises(PuzzleError) as caught:
            Puzzle(grid, palette, tuple(clue_list), tuple(givens))
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("colors", "message"),
    [
        (("#fff", "#000000"), "colour '#fff', expected #rrggbb"),
        (("#ffffff",), "no colour beside the background, expected at least one"),
        ((), "no colour beside the background, expected at least one"),
        (("#ffffff", "#00000\n"), "colour '#00000\\n', expected #rrggbb"),
    ],
)
def test_palettes(colors, message):
    with pytest.raises(PuzzleError) as caught:
        Palette(colors)
    assert str(caught.value) == message


@pytest.mark.parametrize("make", [lambda: RectGrid(0, 1), lambda: RectGrid(1, -1), lambda: HexGrid(0)])
def test_grids_without_cells(make):
    with pytest.raises(PuzzleError, match="expected at least 1"):
        make()
