"""Files that are no puzzles but are taken for one: the message says what they are, and which command reads them."""

from __future__ import annotations

import zipfile

import pytest
from conftest import RECT, RECT_PICTURE, RECT_SHAPES, TWO, TYPED, tree, write

import nonosat
from nonosat.errors import InputError
from nonosat.formats import FORMATS, load
from nonosat.formats.foreign import foreign_kind
from nonosat.formats.recognition import likely_formats, recognised
from nonosat.model.grid_kinds import header_usage

MAKE = "; `nonosat make` makes a puzzle from it"
PICTURE = f"a picture, expected a puzzle; `nonosat check PUZZLE PICTURE` checks it, {MAKE[2:]}"
MODEL = "the model of a formula, expected a puzzle; `nonosat decode PUZZLE MODEL` turns it into the picture"
ANSWER = "the answer of a solver, expected a puzzle; `nonosat decode PUZZLE ANSWER` turns a model into the picture"
RECORD = "a record of nonosat (JSON), expected a puzzle"
DRAWING = "a drawing (SVG), expected a puzzle; `nonosat make` makes a puzzle from one that nonosat drew"
FORMULA = "a formula in DIMACS, which solvers read, expected a puzzle"

TEXTS = {
    "picture": (f"{RECT_PICTURE}\n", PICTURE),
    "picture with a sentence": (f"{RECT_PICTURE}\nrect: solved, unique\n", PICTURE),
    "picture of shapes": (f"{RECT_SHAPES}\n", PICTURE),
    "shapes with a sentence": (f"{RECT_SHAPES}\nrect: solved, unique\n", PICTURE),
    "shapes of a hexagon, marked": (" ██··\n··█!··\n ▒▒██\nhex: solved, not unique; and so on\n", PICTURE),
    "picture of a hexagon": (" a-\n-a-\n a-\n", PICTURE),
    "picture with blanks": ("a a - b\n- - a a\n", PICTURE),
    "picture of signs": (".##.\n####\n", PICTURE),
    "picture without background": ("aaa\nbbb\n", PICTURE),
    "picture of squares": ("⬜🟧⬜\n🟧🟪🟧\n", PICTURE),
    "model": ("-1 2 -3 4 0\n", MODEL),
    "model without end": ("1 -2 3", MODEL),
    "long model": (" ".join(str(-i) for i in range(1, 9999)) + " 0\n", MODEL),
    "answer": ("c a comment\ns SATISFIABLE\nv 1 -2 0\n", ANSWER),
    "answer of minisat": ("SAT\n1 -2 3 0\n", ANSWER),
    "no model": ("s UNSATISFIABLE\n", ANSWER),
    "formula": ("c of a puzzle\nc\np cnf 2 1\n1 -2 0\n", FORMULA),
    "formula without comments": ("p cnf 1 1\n1 0\n", FORMULA),
    "manifest": ('{\n "proof": 1,\n "kind": "drat",\n "claim": "unique"}\n', RECORD),
    "Netpbm": ("P1\n2 2\n1 0 0 1\n", f"an image as text (Netpbm), expected a puzzle{MAKE}"),
    "link": (
        "https://example.org/play.cgi?id=1\n",
        "a link to a page, expected a puzzle; the text of links to puzz.link is read, and nothing from a network",
    ),
    "solutions of a tournament": (
        "$1\n0\t1\n1\t1\n\n$2\n0\t1\n1\t1\n",
        "the solutions of a tournament set, expected a puzzle",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name, run, tmp_path):
    text, message = TEXTS[name]
    path = write(tmp_path / "p", text)
    result = run("info", path)
    assert (result.code, result.out) == (3, "")
    assert result.err.startswith(f"{path}: {message}")
    assert run("info", "-", stdin=text).err == result.err.replace(str(path), "<stdin>")


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("suffix", ["clues", "non", "txt", "json", "xml"])
def test_the_suffix_of_a_puzzle_does_not_change_that(name, suffix, tmp_path):
    text, message = TEXTS[name]
    path = write(tmp_path / f"p.{suffix}", text)
    for format_name in (None, suffix if suffix in FORMATS else "px"):
        with pytest.raises(InputError) as caught:
            load(path, format_name)
        assert str(caught.value).startswith(f"{path}: {message}")


def test_what_nonosat_writes_is_named(run, rect, tmp_path):
    out, proof = tmp_path / "out", tmp_path / "proof"
    assert run("solve", rect, "-o", out, "-q").code == 0
    assert run("certify", rect, "-o", proof, "--kind", "drat").code == 0
    write(tmp_path / "picture", run("solve", "-u", rect).out)
    write(tmp_path / "record", run("solve", "-u", rect, "--json").out)
    assert run("batch", rect, "-o", tmp_path / "batch", "-q").code == 0
    kinds = {
        out / "rect.sat": FORMULA,
        out / "rect.sol": MODEL,
        out / "rect.svg": DRAWING,
        proof / "formula.cnf": FORMULA,
        proof / "manifest.json": RECORD,
        tmp_path / "picture": PICTURE,
        tmp_path / "record": RECORD,
        tmp_path / "batch" / "report.jsonl": RECORD,
    }
    for path, message in kinds.items():
        assert run("info", path).err == f"{path}: {message}\n"
    assert run("solve", rect, *kinds).err == "".join(f"{path}: {message}\n" for path, message in kinds.items())


@pytest.mark.parametrize("suffix", ["", ".clues", ".txt"])
def test_binary_files(run, tmp_path, suffix):
    path = tmp_path / f"z{suffix}"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("p.clues", RECT)
    assert "binary data" in run("info", path).err
    assert run("info", path).err.count("\n") == 1
    write(path, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert run("info", path).err == f"{path}: a PNG image, expected a puzzle; `nonosat make` makes one from it\n"
    assert "a PNG image, expected a puzzle" in run("batch", path, "-o", tmp_path / "out").err
    write(path, RECT.encode("utf-16"))
    assert run("info", path).err == f"{path}: text in UTF-16, expected UTF-8\n"


@pytest.mark.parametrize(
    "text",
    [
        "var x = 1;\nsolve(x);\ninclude x;\n",
        "# Puzzles\n\nThe puzzles of a book.\n",
        "name,rows,columns\nheart,5,5\n",
        "<!DOCTYPE html>\n<html></html>\n",
        "Maximize\n obj: x\nSubject To\n c: x <= 3\nEnd\n",
        "clue( 1, 1, 3).\n",
    ],
)
def test_other_texts_get_no_name(run, tmp_path, text):
    """A wrong name is worse than none."""
    assert foreign_kind(text) is None
    for name in ("p", "p.txt", "p.js"):
        result = run("info", write(tmp_path / name, text))
        assert (result.code, result.err.count("\n")) == (3, 1)
        assert "not recognised" in result.err or "the content looks like no other format" in result.err


def test_unknown_content(run, tmp_path):
    path = write(tmp_path / "p", "@@@\n")
    assert run("info", path).err == (
        f"{path}:1:1: grid '@@@', expected {header_usage()}; "
        "the content looks like no other format; `nonosat formats` lists them\n"
    )


@pytest.mark.parametrize("text", [RECT, TWO, RECT[:30], TWO.replace("1a", "5a"), RECT.replace("#", ""), "", "rect"])
def test_puzzles_with_errors_are_no_foreign_texts(text):
    assert foreign_kind(text) is None


# Numbers alone, which several formats may mean

#: Three rows and three columns; the first line could also be the size of a square.
SECTIONS = "3\n1\n1\n\n1\n1\n3\n"


def test_a_blank_line_between_rows_and_columns(run, tmp_path):
    expected = nonosat.puzzle(rows=[[3], [1], [1]], columns=[[1], [1], [3]])
    for name in ("p.txt", "p"):
        assert load(write(tmp_path / name, SECTIONS)) == expected
    other = write(tmp_path / "p.nin", "1 1\n1\n\n2\n0\n1\n")
    with pytest.raises(InputError, match=r"; the content looks like sections, which `format='sections'` reads$"):
        load(other)
    assert load(other, "sections") == nonosat.puzzle(rows=[[1, 1], [1]], columns=[[2], [], [1]])


def test_the_first_clue_may_look_like_a_size(tmp_path):
    """Six lines below a 3: a course's square with an empty clue, or two sections; the totals decide."""
    square = "3\n1\n\n1\n1\n0\n1\n"
    assert [format_.name for format_ in FORMATS.values() if format_.looks_like(square)] == ["sections", "course"]
    assert load(write(tmp_path / "p.txt", square)) == FORMATS["course"].read(square)
    assert [format_.name for format_ in FORMATS.values() if format_.looks_like(SECTIONS)] == ["sections", "course"]
    assert recognised(SECTIONS) is FORMATS["sections"]


def test_a_text_that_two_formats_read(run, tmp_path):
    text = "5\n2\n0\n0\n0\n0\n1\n\n0\n1\n"
    assert [format_.name for format_ in likely_formats(text)] == ["cwd", "course"]
    assert FORMATS["cwd"].read(text) != FORMATS["course"].read(text)
    path = write(tmp_path / "p", text)
    choices = "expected `--from cwd` or `--from course`"
    assert run("info", path).err == f"{path}: can be read as cwd or as course, which are different puzzles; {choices}\n"
    assert run("info", path, "--from", "cwd").out.split("\n")[1] == "grid        rect 5 2, 10 cells"
    assert run("info", path, "--from", "course").out.split("\n")[1] == "grid        rect 5 5, 25 cells"
    assert load(write(tmp_path / "p.cwd", text)) == FORMATS["cwd"].read(text)
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "p.txt", text)
    batch = run("batch", folder, "-o", tmp_path / "out")
    assert batch.code == 3
    assert "expected `--from course` or `--from cwd`" in batch.err


def test_a_broken_text_that_may_be_meant_in_two_formats(run, tmp_path):
    path = write(tmp_path / "p.txt", SECTIONS.replace("3\n1", "3\n2"))
    assert run("info", path).err == (
        f"{path}: clues of the columns add up to 5 cells of colour 'a', expected 6 as for the rows; "
        f"if the text is not meant as sections, it may be course (`--from course`){TYPED}\n"
    )
    assert tree(tmp_path) == ["p.txt"]


# Triangles of Olšák's format


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "Some text\n#t\n#d\n 0:  white\n: TopLeft\n1\n: BottomLeft\n1\n",
            "8:2: 2 lines beginning with a colon, expected six, before the clues of the sides",
        ),
        (
            "#d\n   0:   #FFFFFF   white\n   a:a  #000000   black\n#T\n: rows\n1\n: columns\n1\n",
            "8:2: 2 lines beginning with a colon, expected six, before the clues of the sides",
        ),
        (
            "#d\n 0: white\n: Top Left\n1\n: BottomLeft\n1\n: Bottom\n1\n",
            "3:1: 'Top Left', a side of a triddler, expected `#t` before the first colon",
        ),
    ],
)
def test_broken_triddlers(text, message, tmp_path):
    with pytest.raises(InputError) as caught:
        load(write(tmp_path / "p.g", text))
    assert str(caught.value) == f"{tmp_path}/p.g:{message}"


def test_squares_cut_into_triangles(tmp_path):
    text = "#d\n  1:*  black\n  0:   white\n  t:/  black/orange\n: rows\n1t\n: columns\n1t\n:\n"
    with pytest.raises(InputError) as caught:
        load(write(tmp_path / "p.g", text))
    message = "'black/orange', a square cut into triangles, which is not supported; expected one colour"
    assert str(caught.value) == f"{tmp_path}/p.g:4:8: {message}"
    with pytest.raises(InputError, match=r"4:8: 'black..orange', a square cut into triangles"):
        load(write(tmp_path / "q.g", text.replace("/orange", "\\orange")))


def test_a_title_of_rows_is_no_triddler(tmp_path):
    text = ": left to right\n1\n: top to bottom\n1\n:\n"
    assert load(write(tmp_path / "p.g", text)) == nonosat.puzzle(rows=[[1]], columns=[[1]])
