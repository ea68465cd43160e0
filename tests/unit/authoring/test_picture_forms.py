"""Every form of a picture through every command that reads one: none takes another for it."""

from __future__ import annotations

import json

import pytest
import snapshot
from conftest import HEX, RECT, refused, write

import nonosat
from nonosat.authoring.puzzle_picture import Cells, picture_cells
from nonosat.cli.picture_input import read_cells
from nonosat.core.errors import InputError

HEART = "rect 5 5\n#fff4f1 #d7263d\n1a 1a\n5a\n5a\n3a\n1a\n2a\n4a\n4a\n4a\n2a\n"
BITS = "01010\n11111\n11111\n01110\n00100\n"
ROWS = BITS.translate({ord("0"): "-", ord("1"): "a"})
TINTED = "⬜🟥⬜🟥⬜\n🟥🟥🟥🟥🟥\n🟥🟥🟥🟥🟥\n⬜🟥🟥🟥⬜\n⬜⬜🟥⬜⬜\n"


def signs(empty: str, filled: str, between: str = "") -> str:
    return "\n".join(between.join(row).replace("0", empty).replace("1", filled) for row in BITS.split("\n"))


#: Forms of docs/formats.md of the same picture.
FORMS = {
    "0 and 1": BITS,
    "0 and 1 with blanks": signs("0", "1", " "),
    "# and .": signs(".", "#"),
    "# and -, indented": "  " + signs("-", "#").replace("\n", "\n  "),
    "X and blanks": signs(" ", "X"),
    "X and blanks, none at the ends": "\n".join(row.rstrip() for row in signs(" ", "X").split("\n")),
    "X with blanks between": signs(" ", "X", " "),
    "* and _": signs("_", "*"),
    "letters": ROWS,
    "another letter": signs("-", "Я"),
    "squares": signs("⬜", "⬛"),
    "squares of a colour": TINTED,
    "squares with selectors": signs("◻️", "◼️"),
    "full blocks": signs("░", "█"),
    "x and _ with blanks": signs("_", "x", " "),
    "x and .": signs(".", "x"),
    "a capital initial": signs(".", "R"),
    "numbers in JSON": json.dumps([list(map(int, row)) for row in BITS.split()]),
    "letters below their palette": f"#fff4f1 #d7263d\n{ROWS}",
    "letters below another palette": f"#ffffff #c1272d\n{ROWS}",
    "as printed": f"{signs('··', '██')}\nheart: solved, unique\n",
    "with the grid": f"rect 5 5\n{signs('.', '#')}",
    "JSON": json.dumps(ROWS.split()),
    "record": json.dumps({"name": "heart", "picture": ROWS.split(), "goal": None}),
}


@pytest.fixture
def heart(tmp_path):
    return write(tmp_path / "heart.clues", HEART)


def use(run, heart, path) -> None:
    """The picture of the heart in a file, through every command."""
    assert run("check", heart, path).code == 0
    assert run("hint", heart, path).code == 0
    assert run("render", heart, path, "-o", heart.with_name("drawn.svg")).code == 0
    assert run("mend", heart, "--goal", path, "-q").code == 0
    made = run("make", path, "--no-check")
    assert made.out.split("\n")[2:12] == HEART.split("\n")[2:12]


@pytest.mark.parametrize("form", FORMS)
def test_texts(run, heart, tmp_path, form):
    use(run, heart, write(tmp_path / "picture", FORMS[form]))


def test_what_nonosat_writes(run, heart, tmp_path):
    assert run("solve", heart, "--svg", tmp_path / "p.svg", "-q").code == 0
    write(tmp_path / "p.json", run("solve", heart, "--json").out)
    goal = "".join(f"goal {row}\n" for row in ROWS.split())
    assert run("convert", write(tmp_path / "g.clues", HEART + goal), tmp_path / "g.json", "--lossy").code == 0
    for name in ("p.svg", "p.json", "g.json"):
        use(run, heart, tmp_path / name)


def test_images(run, heart, tmp_path):
    image = pytest.importorskip("PIL.Image")
    pixels = image.new("RGB", (5, 5), "white")
    for place, bit in enumerate(BITS.replace("\n", "")):
        if bit == "1":
            pixels.putpixel((place % 5, place // 5), (0, 0, 90))
    pixels.save(tmp_path / "small.png")
    use(run, heart, tmp_path / "small.png")
    pixels.resize((35, 35), image.Resampling.NEAREST).save(tmp_path / "large.png")
    assert run("check", heart, tmp_path / "large.png").code == 0


@pytest.mark.parametrize("puzzle", [RECT, HEX])
def test_colours(run, tmp_path, puzzle):
    path = write(tmp_path / "p.clues", puzzle)
    assert run("solve", path, "--svg", tmp_path / "p.svg", "-q").code == 0
    assert run("check", path, tmp_path / "p.svg").code == 0
    write(tmp_path / "p.json", run("solve", path, "--json").out)
    assert run("check", path, tmp_path / "p.json").code == 0


def test_what_make_reads_checks_its_puzzle(run, tmp_path):
    for number, text in enumerate(("🟧⬛\n⬜🟧\n", "R-G\nGGR\n", "a🟥\n⬜a\n")):
        picture, path = write(tmp_path / f"{number}.txt", text), tmp_path / f"{number}.clues"
        assert run("make", picture, path, "--no-check", "-q").code == 0
        assert run("check", path, picture).code == 0


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("-1 2 -3 4 0\n", "-a-a"),
        ("2 4", "-a-a"),
        ("01\n01", "-a-a"),
        ("0 1\n0 1\n", "-a-a"),
        ("10\n11", "a-aa"),
        ("1 -2 -3 -4 5 -6 7", "a---"),
        ("1\n", "a---"),
        ("v 2\nv 4 0\ns SATISFIABLE\n", "-a-a"),
        ("SAT\n1 0\n", "a---"),
    ],
)
def test_models_and_pictures_of_digits(tmp_path, text, cells):
    puzzle = nonosat.loads("rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n")
    found = read_cells(puzzle, str(write(tmp_path / "p", text)))
    assert "".join("-a"[color] for color in found) == cells


@pytest.mark.parametrize(
    ("text", "place", "noun"),
    [
        ("0 1 1\n", "", "1 row"),
        ("0", "", "1 row"),
        ("010\n111\n", ":1:4", "3 cells"),
        ("11011\n10101\n", ":1:6", "5 cells"),
        ("1 2\n2 1\n", ":1:3", "colour '2'"),
        ("12\n00\n", ":1:2", "colour '2'"),
        ("🟥🟦\n⬜🟥\n", ":1:1", "colour '🟥'"),
        ("1 -1 2 0\n", ":1:3", "literal -1"),
        ("a2\n", "", "1 row"),
    ],
)
def test_neither(tmp_path, text, place, noun):
    puzzle = nonosat.loads("rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n")
    path = write(tmp_path / "p", text)
    with pytest.raises(InputError, match=noun) as caught:
        read_cells(puzzle, str(path))
    assert str(caught.value).startswith(f"{path}{place}: ")


def test_a_drawing_of_another_grid(run, heart, tmp_path):
    path = write(tmp_path / "p.clues", RECT)
    assert run("solve", path, "--svg", tmp_path / "p.svg", "-q").code == 0
    result = run("check", heart, tmp_path / "p.svg")
    refused(result, f"{tmp_path}/p.svg", "rect 4 5", "rect 5 5")


def test_partial_pictures(run, heart):
    half = ROWS.replace("-", "?")
    result = run("check", heart, "-", stdin=half)
    assert (result.code, "9 open cells" in result.out) == (1, True)
    result = run("check", heart, "-", stdin="a" + half[1:])
    snapshot.compare("authoring/check", "an open picture with a wrong cell", result.out)
    record = json.loads(run("check", heart, "-", "--json", stdin=half).out)
    assert record["correct"] is False
    assert run("render", heart, "-", "-o", "-", stdin=BITS.replace("0", "?")).code == 0
    result = run("mend", heart, "--goal", "-", stdin=half)
    refused(result, "<stdin>", "9 open cells")


def test_make_of_a_puzzle(run, heart, tmp_path):
    for text in (
        HEART,
        "5 5\n1 2\n",
        '{"rows": [[1]], "columns": [[1]]}',
        "<puzzleset><puzzle/></puzzleset>",
        "[2] [3]\n[1]\n",
    ):
        result = run("make", write(tmp_path / "p", text))
        refused(result, f"{tmp_path}/p", "a puzzle")


def test_colours_of_a_palette_are_those_of_the_puzzle() -> None:
    puzzle = nonosat.puzzle_of_picture(["ab-"], colors=["#ffffff", "#ff0000", "#0000ff"])

    def cells_of(text: str) -> Cells:
        return picture_cells(text.encode(), puzzle, "x")

    for palette, rows in (("#ffffff #0000ff #ff0000", "ba-"), ("#ffffff #ff0000 #0000ff", "ab-")):
        assert cells_of(f"{palette}\n{rows}") == (1, 2, 0)
    with pytest.raises(nonosat.InputError):
        cells_of("#ffffff #00ff00\naa-")
