"""Links and game IDs where names of files stand: read as text, named, refused for what they are, and written."""

from __future__ import annotations

import contextlib
import json
import socket

import pytest
from conftest import examples, refused, tree, write
from format_samples import PLAIN, SAMPLES, SQUARE
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import nonosat
from nonosat.authoring.conversion import convert_sheet
from nonosat.core.errors import InputError, UsageError
from nonosat.formats import FORMATS, Sheet, load, load_sheet, load_sheets, puzzle_name
from nonosat.formats.links import is_link
from nonosat.model.clue import Block
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.rect_grid import RectGrid

LINK = "https://puzz.link/p?nonogram/5/3/1g1g111i2k21g"
#: Texts that are PLAIN where the name of a file stands.
PLAIN_LINKS = [
    LINK,
    "http://pzv.jp/p.html?nonogram/5/3/1g1g111i2k21g",
    "https://pzprxs.vercel.app/p?nonogram/5/3/1g1g111i2k21g",
    "5x3:1/1/1.1/1//2//1.2",
    "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#5x3:1/1/1.1/1//2//1.2",
    SAMPLES["pzprv3, one line"][0],
    SAMPLES["pzprv3"][0].replace("\n", "/"),
]


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


@pytest.mark.parametrize("link", PLAIN_LINKS)
def test_a_link_is_a_puzzle(link, run):
    assert is_link(link)
    assert load(link) == PLAIN
    sheet = load_sheet(link)
    assert sheet.name == puzzle_name(link)
    assert sheet.name.startswith("nonogram-5x3-")
    assert run("solve", "-u", "--letters", link).out.startswith(f"-aa--\n-----\na-aa-\n{sheet.name}: ")


@pytest.mark.parametrize(
    "link",
    [
        LINK.replace("/5/3/", "%2F5%2f3%2F"),
        LINK.replace("?", "%3F"),
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/pattern.html#5x3%3A1%2F1/1.1/1//2//1%2E2",
        "https://www.chiark.greenend.org.uk/%7Esgtatham/puzzles/js/pattern.html%235x3:1/1/1.1/1//2//1.2",
    ],
)
def test_links_that_are_percent_encoded(link, tmp_path):
    assert load(link) == PLAIN
    assert puzzle_name(link).startswith("nonogram-5x3-")
    path = write(tmp_path / "list.txt", f"{link}\n{link}\n")
    assert [sheet.puzzle for sheet in load_sheets(path)] == [PLAIN, PLAIN]
    assert any(FORMATS[name].at_least(f"{link}\n{link}\n", 2) for name in ("puzzlink", "tatham"))


def test_a_link_has_the_same_name_with_and_without_encoding():
    assert puzzle_name(LINK.replace("/5/", "%2F5%2F")) == puzzle_name(LINK)


def test_blanks_are_not_decoded():
    """They would end the link, or the line."""
    with pytest.raises(InputError, match=r"1:35: '%'"):
        load("https://puzz.link/p?nonogram/5/3/1%0Ag")


def test_commands_take_a_link(run, tmp_path):
    name = puzzle_name(LINK)
    model = write(tmp_path / "model", run("solve", "--sol", "-", "-q", LINK).out)
    picture = write(tmp_path / "picture", "-aa--\n-----\na-aa-\n")
    commands = [
        *(("info",), ("count",), ("encode",), ("check", picture), ("decode", model), ("convert", "-")),
    ]
    for command, *rest in commands:
        result = run(command, LINK, *rest)
        assert (result.code, command) == (0, command)
        assert result.err == ""
    assert run("solve", LINK, "3:1.1/1/1/2//1.1", "-o", tmp_path / "out", "-q").code == 0
    square = puzzle_name("3:1.1/1/1/2//1.1")
    assert square.startswith("nonogram-3x3-")
    assert tree(tmp_path / "out") == sorted(f"{each}.{end}" for each in (name, square) for end in ("sat", "sol", "svg"))


def test_a_batch_of_links(run, tmp_path):
    links = [LINK, PLAIN_LINKS[4], "3:1.1/1/1/2//1.1"]
    assert run("batch", "-q", "-o", tmp_path / "out", *links).code == 0
    records = [json.loads(line) for line in (tmp_path / "out" / "report.jsonl").read_text().splitlines()]
    assert {(record["name"], record["format"]) for record in records} == {
        (puzzle_name(links[0]), "puzzlink"),
        (puzzle_name(links[1]), "tatham"),
        (puzzle_name(links[2]), "tatham"),
    }
    assert run("batch", "-q", "-o", tmp_path / "second", "-", stdin="\n".join(links)).code == 0
    assert len((tmp_path / "second" / "report.jsonl").read_text().splitlines()) == 3


def test_a_file_of_that_name_comes_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "2x2:1", "rect 1 1\n#ffffff #000000\n1a\n1a\n")
    write(tmp_path / "2x2", SAMPLES["tatham"][0] * 3)
    assert not is_link("2x2:1")
    assert load("2x2:1") == nonosat.puzzle(rows=[[1]], columns=[[1]])
    assert load("2x2#3") == PLAIN
    assert not is_link("3x3.clues")
    assert not is_link("a/3x3:1/1")
    assert not is_link("12:30")
    assert is_link("12x30#1")


def test_lists_of_links(run, tmp_path):
    other = FORMATS["puzzlink"].write(SQUARE)
    path = write(tmp_path / "list.txt", f"# mine\n\n{LINK}\nhttps://puzz.link/p?sudoku/9/9/1\n  {other}and more\n")
    found = list(load_sheets(path))
    assert [sheet.puzzle for sheet in found if isinstance(sheet, Sheet)] == [PLAIN, SQUARE]
    errors = [error for error in found if isinstance(error, InputError)]
    assert [(error.line, error.column) for error in errors] == [(4, 21), (6, 5)]
    assert ["sudoku" in str(errors[0]), "more" in str(errors[1])] == [True, True]
    assert load(f"{path}#3") == SQUARE
    result = run("solve", "-q", path)
    assert (result.code, result.err.count("\n")) == (3, 2)
    ids = write(tmp_path / "ids", "5x3:1/1/1.1/1//2//1.2\n# another\n3:1.1/1/1/2//1.1\n")
    assert [sheet.name for sheet in load_sheets(ids)] == ["ids-1", "ids-2"]


@pytest.mark.parametrize(
    ("link", "place", "noun"),
    [
        ("https://puzz.link/p?sudoku/9/9/a", ":1:21", "sudoku"),
        ("https://webpbn.com/play.cgi?id=1", "", "link"),
        ("file:///tmp/p.clues", "", "link"),
        ("https://x.org/js/solo.html#3x3:a1", ":1:18", "solo"),
        ("10x10#4711", ":1:6", "seed"),
        ("10x10:", ":1:7", "1 clue"),
        ("10x10:1/2", ":1:10", "2 clues"),
        ("pzprv3/slither/2/2", ":1:8", "slither"),
    ],
)
def test_refusals(link, place, noun, run):
    refused(run("solve", link), f"{link}{place}", noun)


def test_a_long_link_is_cut_in_messages(run):
    link = "https://puzz.link/p?nonogram/40/40/" + "z" * 30 + "!"
    assert run("info", link).err.startswith(f"{link[:57]}...:1:66: '!'")
    assert len(puzzle_name(link)) < 40


def test_names_differ():
    names = [puzzle_name(link) for link in (*PLAIN_LINKS, "https://example.org/", "http://x/y?z")]
    assert len(set(names)) == len(names)
    assert names[-1].startswith("nonogram-")
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for name in names)


@examples(100, fast=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text() | st.from_regex(r"(https?://|pzprv3/|[0-9]+x[0-9]+[:#]|[0-9]+:[0-9]+/).*"))
def test_any_text_is_a_link_or_the_name_of_a_file(text):
    name = puzzle_name(text)
    if is_link(text):
        assert name.startswith("nonogram-")
        assert "/" not in name
        with contextlib.suppress(InputError):
            load(text)


# What is written


def test_slots_of_a_link():
    """Columns first, the block nearest to the grid first, hexadecimal lengths, and runs of at most 20 empty slots."""
    wide = nonosat.puzzle(rows=[[1, 18], [], []], columns=[[1], [], *([1] for _ in range(18))])
    text = FORMATS["puzzlink"].write(wide)
    # 20 columns of 2 slots, 3 rows of 10 slots
    assert text == "https://puzz.link/p?nonogram/20/3/1i" + "1g" * 17 + "1g-121zn\n"
    assert FORMATS["puzzlink"].read(text) == wide


def test_a_link_stays_the_same(run):
    assert run("convert", LINK, "--to", "puzzlink").out == f"{LINK}\n"
    assert run("convert", PLAIN_LINKS[3], "--to", "puzzlink").out == f"{LINK}\n"
    assert run("convert", LINK, "--to", "tatham").out == f"{PLAIN_LINKS[3]}\n"


def test_convert_takes_the_one_colour_there_is(run, tmp_path):
    text = "rect 3 5\n#123456 #abcdef\n2a\n\n1a 2a\n1a\n1a\n1a 1a\n1a\n\n"
    result = run("convert", write(tmp_path / "p.clues", text), "--to", "puzzlink")
    assert (result.code, result.out) == (0, f"{LINK}\n")
    assert result.err.startswith("p: ")
    assert "#123456 #abcdef" in result.err


@pytest.mark.parametrize("length", [255, 256])
def test_long_blocks_have_no_link(length):
    puzzle = Puzzle(RectGrid(1, length), BLACK_ON_WHITE, ((Block(length, 1),), *(((Block(1, 1),),) * length)))
    link = FORMATS["puzzlink"]
    if length == 255:
        assert link.read(link.write(puzzle)) == puzzle
        return
    with pytest.raises(UsageError, match="255"):
        link.write(puzzle)
    with pytest.raises(UsageError, match="255"):
        convert_sheet(Sheet(puzzle), link, lossy=True)
    assert FORMATS["pzprv3"].read(FORMATS["pzprv3"].write(puzzle)) == puzzle


def test_fixed_cells_of_a_game_id():
    """A letter is so many cells that are not fixed, and then a fixed one: a capital if it is filled; z is 25 cells."""
    grid = RectGrid(3, 30)
    rows = nonosat.puzzle(rows=[[1], [], [1]], columns=[[1], *([] for _ in range(28)), [1]])
    givens = (ColoredCell(0, 1), ColoredCell(2, 0), ColoredCell(30, 0), ColoredCell(89, 1))
    puzzle = Puzzle(grid, BLACK_ON_WHITE, rows.clues, givens)
    text = FORMATS["tatham"].write(puzzle)
    assert text.partition(",")[2] == "AbzczzI\n"
    assert FORMATS["tatham"].read(text) == puzzle
    open_end = Puzzle(grid, BLACK_ON_WHITE, rows.clues, givens[:1])
    assert FORMATS["tatham"].write(open_end).endswith(",Azzzo\n")
    assert FORMATS["tatham"].read(FORMATS["tatham"].write(open_end)) == open_end


def test_texts_of_gnonograms():
    puzzle = nonosat.puzzle(rows=[[1]], columns=[[1]])
    for author in ("2010/06/27", "[a] 50%", "%5B", "Jo"):
        metadata = puzzle.metadata._replace(title="[Dim] 100%", author=author, license="%20")
        named = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, metadata=metadata)
        text = FORMATS["gno"].write(named)
        assert text.count("[") == 5
        assert FORMATS["gno"].read(text).metadata == metadata
