"""`nonosat convert` and `nonosat formats`: what is written, what is refused, and what is said about it."""

from __future__ import annotations

import json

import pytest
from conftest import HEX, NONE, RECT, misused, refused, tree, write
from format_samples import COLORED, PLAIN, SAMPLES

import nonosat
from nonosat.authoring.conversion import convert_sheet
from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, Sheet, load, load_sheets, loads
from nonosat.model.clue import clue_text
from nonosat.model.verifier import check


def test_suffix_names_the_format(run, tmp_path):
    path = write(tmp_path / "p.non", SAMPLES["non, colours"][0])
    for suffix in (".clues", ".xml", ".pbn", ".g", ".NON"):
        out = tmp_path / f"q{suffix}"
        assert run("convert", path, out) == run("convert", path, out)
        assert load(out) == COLORED


def test_standard_input_and_output(run):
    text = SAMPLES["px"][0]
    result = run("convert", "-", "-", stdin=text)
    assert (result.code, result.out, result.err) == (0, SAMPLES["clues"][0] + "\n", "")
    assert run("convert", "--from", "px", "--to", "px", "-", "-", stdin=text).out == text


def test_what_cannot_be_expressed_is_refused(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT + "given 1 1 -\ntitle T\n")
    misused(run("convert", path, tmp_path / "p.nin"), "2 colours", "givens", "title", "`--lossy`")
    hexagon = write(tmp_path / "h.clues", HEX)
    for lossy in ((), ("--lossy",)):
        misused(run("convert", *lossy, hexagon, tmp_path / "p.nin"), "h: nin", "hexagons", "3 colours")
    assert tree(tmp_path) == ["h.clues", "p.clues"]


@pytest.mark.parametrize("name", [name for name, format_ in FORMATS.items() if format_.writes and not format_.colors])
@pytest.mark.parametrize("colors", ["#ffffff #c1272d", "#fffbe6 #1d1d1d", "#000000 #ffffff"])
def test_one_color_of_any_tint_is_written(run, tmp_path, name, colors):
    path = write(tmp_path / "p.clues", f"rect 2 2\n{colors}\n1a\n2a\n2a\n1a\n")
    out = tmp_path / "p.out"
    result = run("convert", "--to", name, path, out)
    assert (result.code, result.out) == (0, "")
    assert colors in result.err
    black = write(tmp_path / "q.clues", "rect 2 2\n#ffffff #000000\n1a\n2a\n2a\n1a\n")
    assert run("convert", "--to", name, black, "-").out == out.read_text()
    assert run("solve", "--from", name, out).code == 0


def test_tints_beside_other_losses(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 1\n#ffffff #c1272d\n1a\n1a\ntitle T\n")
    result = run("convert", path, tmp_path / "p.nin")
    misused(result, "title")
    assert "colours" not in result.err
    first, second = run("convert", "--lossy", path, tmp_path / "p.nin").err.splitlines()
    assert "#ffffff #c1272d" in first
    assert "title" in second


def test_lossy(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT.replace("1b", "1?", 1) + "given 1 1 -\ntitle T\nlicense MIT\n")
    result = run("convert", "--lossy", path, tmp_path / "p.nin")
    assert (result.code, result.out) == (0, "")
    told = result.err.splitlines()
    for line, noun in zip(told, ("2 colours", "unknown colour", "givens", "title", "licence"), strict=True):
        assert line.startswith("p: nin ")
        assert noun in line
    # The picture of `RECT`, whatever its colours.
    assert [clue_text(clue) for clue in load(tmp_path / "p.nin").clues[:4]] == [
        "1a 1a",
        "1a 1a 1a",
        "3a 1a",
        "1a 1a 1a",
    ]
    result = run("convert", "--lossy", "--to", "olsak", path, "-")
    assert "olsak" in result.err
    assert loads(result.out) == loads(RECT)


def test_hidden_numbers_become_those_of_a_solution(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 2 3\n#ffffff #000000 #ff0000\n_a 1b\n_? 1b\n_a\n_?\n1b\n")
    misused(run("convert", "--to", "non", path, "-"), "unknown colour", "unknown length")
    result = run("convert", "--lossy", "--to", "non", path, "-")
    assert "unknown length" in result.err
    told = loads(result.out)
    assert all(block.length and block.color for clue in told.clues for block in clue)
    assert not check(load(path), nonosat.solve(told).picture)
    # Only what the format cannot express is replaced.
    colored = loads(run("convert", "--lossy", "--to", "webpbn", path, "-").out)
    lengths = [[block.length for block in clue] for clue in load(path).clues]
    assert [[block.length for block in clue] for clue in colored.clues] == lengths
    assert "unknown length" in run("convert", "--lossy", "--to", "px", path, "-").err


def test_lossy_prefers_a_goal_that_is_a_solution():
    text = "rect 2 2\n#ffffff #000000 #ff0000\n1a\n1b\n{}\n{}\n"
    for goal, columns, whose in (
        ("-a b-", ("1b", "1a"), "goal"),
        ("a- -b", ("1a", "1b"), "goal"),
        ("aa bb", None, "solution"),
    ):
        lines = "".join(f"goal {row}\n" for row in goal.split())
        (sheet,) = FORMATS["clues"].sheets(text.format("1?", "1?") + lines)
        warnings: list[str] = []
        fit = convert_sheet(sheet, FORMATS["webpbn"], lossy=True, warn=warnings.append)
        assert ["goal" in warning for warning in warnings] == [whose == "goal"]
        if columns:
            assert fit.puzzle == loads(text.format(*columns))


def test_lossy_without_a_solution():
    puzzle = loads(NONE.replace("#000000", "#000000 #ff0000"))
    with pytest.raises(InputError, match="p: no solution"):
        convert_sheet(Sheet(puzzle, name="p"), FORMATS["px"], lossy=True)


def test_several_puzzles(run, tmp_path):
    two = "====\n".join([SAMPLES["non"][0], SAMPLES["non, colours"][0]])
    path = write(tmp_path / "many.non", two)
    assert run("convert", path, tmp_path / "many.xml").code == 0
    assert [sheet.puzzle for sheet in load_sheets(tmp_path / "many.xml")] == [PLAIN, COLORED]
    misused(run("convert", path, tmp_path / "many.clues"), "2 puzzles", "clues")
    assert run("convert", f"{path}#2", tmp_path / "one.clues").code == 0
    assert load(tmp_path / "one.clues") == COLORED
    assert run("convert", path, f"{tmp_path}/out/", "--to", "clues").code == 0
    assert run("convert", path, tmp_path / "out", "--to", "clues").code == 0
    assert tree(tmp_path / "out") == ["many-1.clues", "many-2.clues"]
    assert load(tmp_path / "out" / "many-2.clues") == COLORED


def test_several_files(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in "ab":
        (tmp_path / folder).mkdir()
    for name, sample in (("a/p.non", "non"), ("b/p.non", "non, colours"), ("q.clues", "clues")):
        write(tmp_path / name, SAMPLES[sample][0])
    result = run("convert", "-", "a/p.non", "b/p.non", "q.clues", "q.clues", "-o", "out", stdin=SAMPLES["px"][0])
    assert (result.code, result.out, result.err.count("\n")) == (0, "", 1)
    assert tree(tmp_path / "out") == ["a/p.clues", "b/p.clues", "q.clues", "stdin.clues"]
    assert load(tmp_path / "out" / "b" / "p.clues") == COLORED
    result = run("convert", "a/p.non", "missing", "b/p.non", "-o", "one", "--to", "px", "--lossy", "-q")
    refused(result, "missing", "read")
    assert tree(tmp_path / "one") == ["a/p.px", "b/p.px"]


def test_several_files_without_a_folder(run, tmp_path):
    misused(run("convert", "a", "b", "c", "--to", "px"), "3 files")
    several = "====\n".join([SAMPLES["non"][0], SAMPLES["non, colours"][0]])
    write(tmp_path / "stdin-2.clues", SAMPLES["clues"][0])
    result = run("convert", "-", tmp_path / "stdin-2.clues", "-o", tmp_path / "out", stdin=several)
    misused(result, "stdin-2")
    assert tree(tmp_path) == ["stdin-2.clues"]


def test_one_broken_puzzle_among_others(run, tmp_path):
    path = write(tmp_path / "many.non", SAMPLES["non"][0] + "====\nwidth 1\n====\n" + SAMPLES["non, colours"][0])
    result = run("convert", path, tmp_path / "many.xml")
    assert result.code == 3
    assert result.err.startswith(f"{path}:16:8: ")
    assert [sheet.puzzle for sheet in load_sheets(tmp_path / "many.xml")] == [PLAIN, COLORED]
    assert run("convert", path, f"{tmp_path}/out/", "--to", "clues").code == 3
    assert tree(tmp_path / "out") == ["many-1.clues", "many-3.clues"]
    assert load(tmp_path / "out" / "many-3.clues") == COLORED


def test_one_puzzle_that_cannot_be_expressed_among_others(run, tmp_path):
    path = write(tmp_path / "many.non", "====\n".join([SAMPLES["non, colours"][0], SAMPLES["non"][0]]))
    result = run("convert", path, f"{tmp_path}/out/", "--to", "px")
    assert result.code == 2
    misused(result, "many-1: px", "2 colours", "`--lossy`", f"{tmp_path}/out/")
    assert tree(tmp_path / "out") == ["many-2.px"]
    assert load(tmp_path / "out" / "many-2.px") == PLAIN


@pytest.mark.parametrize("target", ["many.xml", "out/"])
def test_nothing_is_written_where_all_are_broken(run, tmp_path, target):
    path = write(tmp_path / "many.non", "width 1\n====\nwidth 2\n")
    result = run("convert", path, f"{tmp_path}/{target}", "--to", "webpbn")
    assert (result.code, result.out) == (3, "")
    assert [line.split(":")[1] for line in result.err.splitlines()] == ["1", "3"]
    assert tree(tmp_path) == ["many.non"]


def test_nothing_is_written_for_one_broken_puzzle(run, tmp_path):
    path = write(tmp_path / "one.non", "width 1\n")
    refused(run("convert", path, tmp_path / "one.xml"), f"{path}:1:8", "rows")
    assert tree(tmp_path) == ["one.non"]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("x.txt", ("'.txt'", "puzzlink", "course", "--to")),
        ("x.foo", ("'.foo'", "--to")),
        ("x", ("''", "--to")),
        ("./", ("folder", "--to")),
        ("x.dzn", ("dzn", "--to")),
        ("x --to course", ("course", "--to")),
        ("x --to pdf", ("'pdf'", "clues", "webpbn")),
        ("- --to=", ("''", "clues", "webpbn")),
    ],
)
def test_usage(run, rect, tmp_path, monkeypatch, words, names):
    monkeypatch.chdir(tmp_path)
    misused(run("convert", rect, *words.split()), *names)
    assert tree(tmp_path) == ["rect.clues"]


def test_formats(run):
    lines = run("formats").out.split("\n")
    assert [line.split()[0] for line in lines[1:-1]] == list(FORMATS)
    records = json.loads(run("formats", "--json").out)
    assert [record["name"] for record in records] == list(FORMATS)
    assert records[0]["hexagons"] is True


def test_a_note_is_one_line_whatever_the_name(run, tmp_path):
    path = write(tmp_path / "two\nlines.clues", RECT)
    result = run("convert", path, tmp_path / "p.px", "--lossy")
    assert result.code == 0
    assert all(line.startswith("two?lines: ") for line in result.err.splitlines())


# Where puzzles are written


def test_output_of_convert(run, tmp_path, rect, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words in (("x/p.pbn",), ("-o", "x/p.pbn"), ("--output", "x/p.pbn")):
        assert run("convert", rect, *words).code == 0
        assert load("x/p.pbn").clues == load(rect).clues
    printed = run("convert", rect).out
    assert run("convert", rect, "-o", "-").out == printed
    for words, file in (
        (("-o", "y"), "y/rect.clues"),
        (("-o", "z/"), "z/rect.clues"),
        (("-o", "y", "--to", "webpbn"), "y/rect.xml"),
    ):
        assert run("convert", "rect.clues", *words).code == 0, words
        assert load(file).clues == load(rect).clues
    assert run("convert", rect, rect, "-o", "-").code == 2


@pytest.mark.parametrize("picture", ["a.png", "a.txt"])
def test_output_of_make(run, tmp_path, monkeypatch, picture):
    image = pytest.importorskip("PIL.Image").new("L", (2, 2), 0)
    image.putpixel((1, 0), 255)
    monkeypatch.chdir(tmp_path)
    image.save("a.png")
    write(tmp_path / "a.txt", "#.\n##\n")
    for words in (("x/p.clues",), ("-o", "x/p.clues"), ("--output", "y/p.non")):
        assert run("make", picture, *words).code == 0
        assert load(words[-1]).n_blocks == 4
    printed = run("make", picture).out
    assert run("make", picture, "-o", "-").out == printed
    assert run("make", picture, "-o", "z").code == 0
    assert load("z/a.clues").n_blocks == 4


def test_several_pictures(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "c").mkdir()
    for name in ("a.txt", "b.txt", "c/a.txt"):
        write(tmp_path / name, "#.\n##\n")
    assert run("make", "a.txt", "b.txt", "-o", "out").code == 0
    assert tree(tmp_path / "out") == ["a.clues", "b.clues"]
    records = run("make", "a.txt", "b.txt", "-o", "out", "--to", "non", "--json").out.splitlines()
    assert [json.loads(record)["name"] for record in records] == ["a", "b"]
    assert tree(tmp_path / "out") == ["a.clues", "a.non", "b.clues", "b.non"]
    broken = run("make", "missing.txt", "b.txt", "-o", "other")
    assert broken.code == 3
    assert tree(tmp_path / "other") == ["b.clues"]
    before = tree(tmp_path)
    for words in (
        ("a.txt", "b.txt", "c.txt"),
        ("a.txt", "b.txt", "-o", "-"),
        ("a.txt", "c/a.txt", "-o", "out"),
        ("a.txt", "b.txt", "-o", "out", "--svg", "x.svg"),
        ("-", "-", "-o", "out"),
    ):
        misused(run("make", *words))
    assert tree(tmp_path) == before


def test_a_second_picture_is_no_output(run, tmp_path, monkeypatch):
    image = pytest.importorskip("PIL.Image").new("RGB", (3, 2), "red")
    monkeypatch.chdir(tmp_path)
    for name in ("a.png", "b.png"):
        image.save(name)
    before = (tmp_path / "b.png").read_bytes()
    assert run("make", "a.png", "b.png", "--to", "clues").code == 2
    assert (tmp_path / "b.png").read_bytes() == before
