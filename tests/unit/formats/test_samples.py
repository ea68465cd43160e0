"""Files of every format: what they say, how they are recognised, and what is wrong where."""

from __future__ import annotations

import pytest
from conftest import refused, write
from format_samples import (
    COLORED,
    COLORED_PICTURE,
    PLAIN,
    PLAIN_PICTURE,
    SAMPLES,
    SEARCHED,
    SQUARE,
    SQUARE_PICTURE,
    TRIANGLES,
    TRIANGLES_PICTURE,
    format_of,
)

from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, Sheet, load, load_sheet, load_sheets, loads
from nonosat.formats.loading import MAX_PUZZLES
from nonosat.formats.registry import recognised
from nonosat.model.puzzle import ColoredCell, Metadata
from nonosat.solving.solve import solve

PICTURES = {
    id(PLAIN): PLAIN_PICTURE,
    id(SQUARE): SQUARE_PICTURE,
    id(COLORED): COLORED_PICTURE,
    id(TRIANGLES): TRIANGLES_PICTURE,
}


def test_every_format_has_a_sample():
    assert {format_of(sample) for sample in SAMPLES} == set(FORMATS)


@pytest.mark.parametrize("sample", SAMPLES)
def test_samples(sample, tmp_path):
    text, puzzle = SAMPLES[sample]
    format_ = FORMATS[format_of(sample)]
    assert format_.read(text) == puzzle
    assert recognised(text) is (None if format_.name in SEARCHED else format_), "by content alone"
    assert loads(text) == puzzle
    for suffix in format_.suffixes:
        path = write(tmp_path / f"p{suffix}", text.replace("\n", "\r\n"))
        assert load(path) == puzzle
        mixed = write(tmp_path / f"q{suffix.upper()}", b"\xef\xbb\xbf" + text.replace("\n", "\r", 1).encode())
        assert load_sheet(mixed).name == "q"
        assert load(mixed) == puzzle
    picture = PICTURES.get(id(puzzle), COLORED_PICTURE)
    result = solve(puzzle, unique=True)
    assert (result.picture, result.unique) == (picture, True)


def test_spellings_of_numbers_and_commas():
    plain = "3,4\n1,2\n0\n4\n1,1\n1\n1,1\n1,1\n"
    read = FORMATS["px"].read
    for text in (plain.replace("\n0\n", "\n\n"), plain.rstrip("\n"), plain + "\n \n", plain.replace(",", " , ")):
        assert read(text) == read(plain)


def goals_and_metadata() -> dict[str, str]:
    return {
        "webpbn": (
            "<puzzleset><puzzle><title>A &amp; B</title><author> Jo\n  Doe </author><copyright>© me</copyright>"
            '<description>"Nice"</description>'
            + SAMPLES["webpbn"][0].partition("<puzzle>")[2].partition("</puzzle>")[0]
            + '<solution type="goal"><image>\n|.XX..|\n|.....|\n|X.XX.|\n</image></solution></puzzle></puzzleset>'
        ),
        "json": (
            '{"title": "A & B", "author": "Jo Doe", "copyright": "© me", "description": "\\"Nice\\"", '
            '"goal": ["01100", "00000", "10110"], ' + SAMPLES["json"][0][1:]
        ),
        "non": (
            'catalogue "none"\ntitle "A &amp; B"\nby "Jo Doe"\ncopyright "&copy; me"\ndescription "&quot;Nice&quot;"\n'
            + SAMPLES["non"][0]
            + '\ngoal "01100 00000"\n "10110"\n'
        ),
    }


@pytest.mark.parametrize("name", goals_and_metadata())
def test_goals_and_metadata(name):
    sheet = next(FORMATS[name].sheets(goals_and_metadata()[name]))
    assert sheet == Sheet(PLAIN, PLAIN_PICTURE)
    assert sheet.puzzle.metadata == Metadata("A & B", "Jo Doe", "© me", "", '"Nice"')


def test_goal_of_a_course():
    text = "input 1\n" + SAMPLES["course"][0] + "\noutput\n# # .\n. . .\n#.#\n"
    assert next(FORMATS["course"].sheets(text)) == Sheet(SQUARE, SQUARE_PICTURE)


def test_license_and_coloured_goal_of_non():
    text = SAMPLES["non, colours"][0] + "license CC-BY-4.0\ngoal abb0a000ba00"
    sheet = next(FORMATS["non"].sheets(text))
    assert sheet == Sheet(COLORED, COLORED_PICTURE)
    assert sheet.puzzle.metadata == Metadata(license="CC-BY-4.0")


def test_saved_solutions_are_givens():
    text = SAMPLES["webpbn"][0].replace(
        "</puzzle>", '<solution type="saved"><image>\n|??X..|\n|?????|\n|?[.X]??.|\n</image></solution></puzzle>'
    )
    givens = FORMATS["webpbn"].read(text).givens
    assert givens == (ColoredCell(2, 1), ColoredCell(3, 0), ColoredCell(4, 0), ColoredCell(14, 0))


# Several puzzles in a file

THREE = {
    "non": "====\n".join([SAMPLES["non"][0], "width 2\nheight 1\nrows\n7\ncolumns\n", SAMPLES["non, colours"][0]]),
    "webpbn": (
        "<puzzleset>"
        + SAMPLES["webpbn"][0].partition("<puzzleset>")[2].partition("</puzzleset>")[0]
        + "\n<puzzle><title>none</title></puzzle>"
        + SAMPLES["webpbn, colours"][0].partition("</source>")[2]
    ),
    "tournament": SAMPLES["tournament"][0] + "$2\n1\n1\n1\n$3\n" + SAMPLES["tournament"][0][3:],
    "course": "".join(
        f"input {i}\n{text}\n"
        for i, text in enumerate([SAMPLES["course"][0], "3\n1\n\noutput\n#", SAMPLES["course"][0]])
    ),
}


@pytest.mark.parametrize("name", THREE)
def test_a_broken_puzzle_does_not_hide_the_others(name, tmp_path, run):
    path = write(tmp_path / f"many{FORMATS[name].suffixes[0]}", THREE[name])
    first, broken, last = load_sheets(path)
    assert isinstance(broken, InputError)
    assert broken.line is not None
    assert [first.name, last.name] == ["many-1", "many-3"]
    assert load_sheet(f"{path}#3") == last._replace(name="many-3")
    assert solve(last.puzzle, unique=True).unique
    with pytest.raises(InputError, match="#1"):
        load(path)
    with pytest.raises(InputError) as caught:
        load(f"{path}#2")
    assert str(caught.value) == str(broken)
    for number in (0, 4):
        with pytest.raises(InputError, match=f"#{number}"):
            load(f"{path}#{number}")
    result = run("solve", "-u", path)
    assert result.code == 3
    assert [line.split(":")[0] for line in result.out.split("\n") if ":" in line] == ["many-1", "many-3"]
    assert result.err.startswith(str(broken))
    assert run("solve", "-q", f"{path}#3").code == 0


def test_files_of_several_puzzles(tmp_path, run):
    path = write(tmp_path / "many.non", "====\n".join([SAMPLES["non"][0], SAMPLES["non, colours"][0]]))
    assert run("solve", path, "-o", tmp_path / "out").code == 0
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == [
        f"many-{i}.{kind}" for i in (1, 2) for kind in ("sat", "sol", "svg")
    ]
    refused(run("solve", path, "--svg", "-"), path, "#1")
    assert run("solve", f"{path}#1", "--svg", "-").code == 0
    assert "many-2" in run("encode", f"{path}#2").out
    clash = write(tmp_path / "many-1.non", SAMPLES["non"][0])
    assert run("solve", "-q", path, clash, "-o", tmp_path / "other").code == 0
    assert sorted(file.name for file in (tmp_path / "other").iterdir() if file.suffix == ".svg") == [
        *("many-1.non.svg", "many.non-1.svg", "many.non-2.svg"),
    ]


@pytest.mark.parametrize("name", THREE)
def test_a_million_puzzles(name, tmp_path):
    begin = {"non": "====\n", "webpbn": "<puzzle/>", "tournament": "$1\n", "course": "input\n"}[name]
    path = write(tmp_path / "many", begin * 1_000_000)
    with pytest.raises(InputError) as caught:
        load(path, name)
    assert any(noun in str(caught.value) for noun in (f"{MAX_PUZZLES:,} puzzles", "8,388,608 characters"))


def test_names_of_html_in_a_file_with_a_document_type():
    """The document type, which is not read, may declare them."""
    text = SAMPLES["webpbn"][0].replace("<puzzle>", "<puzzle><copyright>&copy; A&eacute;</copyright>")
    assert FORMATS["webpbn"].read(text).metadata.copyright == "© Aé"


def test_several_puzzles_of_spoj(run, tmp_path):
    """A line of two numbers begins a puzzle unless it is a clue with its 0; a broken one does not hide the others."""
    path = tmp_path / "many.txt"
    path.write_text("3\n2 1\n1 0\n0\n1 0\n1 1\n2 0\n1 0\n10 1\n" + "1 0\n" * 10 + "10 0\n")
    result = run("solve", "-u", path, "--letters")
    assert [line.split(":")[0] for line in result.out.splitlines()] == ["a", "-", "many-1", *"a" * 10, "many-3"]
    assert (result.code, result.err.split(":")[1]) == (3, "7")
