"""The clue file format: every puzzle can be written and read, and a file says what it says wherever it comes from."""

from __future__ import annotations

import gzip
import random

import pytest
from conftest import HEX, RECT, examples, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import random_grid, random_puzzle

import nonosat
from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, clues, load, loads, puzzle_name
from nonosat.model.clue import ANY_COLOR, Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import ColoredCell
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
    assert puzzle.clues[0] == (Block(2, ANY_COLOR), Block(1, 2))
    assert puzzle.givens == (ColoredCell(0, 1), ColoredCell(2, 2))
    assert clues.write(puzzle).endswith("\n2? 1b\n1?\n1?\n1?\ngiven 1 1 a\ngiven 1 3 b\n")


def test_givens_of_a_hexagon_count_along_its_rows():
    puzzle = loads("hex 2\n#ffffff #000000\n" + "\n" * 9 + "given 1 1 -\ngiven 2 3 -\ngiven 3 2 -\n")
    assert puzzle.givens == (ColoredCell(0, 0), ColoredCell(4, 0), ColoredCell(6, 0))


def test_more_than_26_colours():
    colors = " ".join(f"#0000{number:02x}" for number in range(29))
    puzzle = loads(f"rect 1 3\n{colors}\n1z 1aa 1ab\n1z\n1aa\n1ab\n")
    assert [block.color for block in puzzle.clues[0]] == [26, 27, 28]
    assert loads(clues.write(puzzle)) == puzzle
    with pytest.raises(InputError, match="colour 'ac'"):
        loads(f"rect 1 3\n{colors}\n1ac\n")


def test_line_ends_and_clues_missing_at_the_end():
    rng = random.Random(1)
    for _ in range(40):
        puzzle, _ = random_puzzle(rng, random_grid(rng, 20), rng.randint(1, 3), unknown=rng.choice((0, 0.3)))
        text = clues.write(puzzle)
        assert loads(text) == loads(text.replace("\n", "\r\n")) == loads(text.removesuffix("\n")) == puzzle
        assert loads(text.rstrip("\n")) == puzzle, "empty clues"


@examples(100, fast=10)
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
    assert "square" in str(caught.value)
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
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("#ffffff #333333 #6666ff\n-a--a\nb-a-a\nbba-a\nb-b-a\np: ")


def test_empty_last_clue_without_newline(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #000000\n1a\n1a\n")
    assert run("solve", "--letters", path).out.startswith("a-\n")
    path = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #000000\n1a\n\n1a")
    assert run("solve", "--letters", path).out.startswith("-a\n")
    path = write(tmp_path / "p.clues", "rect 2 1\n#ffffff #000000")
    assert run("solve", "--letters", path).out.startswith("-\n-\n")
