"""Clues in notations that are no file format: two lists of clues, found by their structure."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from conftest import examples, refused, write
from format_samples import COLORED, PLAIN, SAMPLES, SEARCHED, format_of
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, load_sheet, load_sheets
from nonosat.formats.loading import searched, sheets_of
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid

Lists = list[list[int]]


def lengths(puzzle: Puzzle) -> tuple[Lists, Lists]:
    rows, columns = ([[block.length for block in puzzle.clues[line]] for line in f] for f in puzzle.grid.families)
    return rows, columns


def nested(clues: Lists, begin: str, end: str, between: str = ", ", empty: str = "") -> str:
    return begin + between.join(f"{begin}{between.join(map(str, clue)) or empty}{end}" for clue in clues) + end


def words(clues: Lists, between: str = " ", empty: str = "0") -> list[str]:
    return [between.join(map(str, clue)) or empty for clue in clues]


def tags(clues: Lists, outer: str, inner: str) -> str:
    return f"<{outer}>" + "".join(f"<{inner}>{text}</{inner}>" for text in words(clues)) + f"</{outer.split()[0]}>"


def facts(name: str, clues: Lists, first: int) -> str:
    return "".join(f"{name}({number}, {clue}).\n" for number, clue in enumerate(clues, first))


def letters(clues: Lists) -> str:
    return " ".join("".join(chr(ord("A") + length - 1) for length in clue) for clue in clues)


#: From names to texts for lists of rows and of columns; no clue need be empty for `letters`.
NOTATIONS: dict[str, Callable[[Lists, Lists], str]] = {
    "other keys of JSON": lambda r, c: json.dumps({"rowClues": r, "colClues": c}),
    "keys in an object": lambda r, c: json.dumps({"name": "x", "hints": {"column": c, "row": r}}),
    "keys around keys": lambda r, c: json.dumps({"rows": {"clues": r}, "columns": {"clues": c}}),
    "sides": lambda r, c: json.dumps({"width": len(c), "height": len(r), "top": c, "left": r}),
    "one letter": lambda r, c: json.dumps({"V": c, "H": r}),
    "axes": lambda r, c: json.dumps({"x": c, "y": r}),
    "texts of JSON": lambda r, c: json.dumps({"rows": words(r), "columns": words(c)}),
    "texts with dashes": lambda r, c: json.dumps({"rows": words(r, "-"), "columns": words(c, "-")}),
    "a text for each side": lambda r, c: json.dumps({"rows": "/".join(words(r)), "columns": "/".join(words(c))}),
    "numbered keys": lambda r, c: json.dumps({"rows": dict(enumerate(r)), "columns": dict(enumerate(c))}),
    "objects": lambda r, c: json.dumps({"rows": [{"blocks": k} for k in r], "cols": [{"blocks": k} for k in c]}),
    "no keys": lambda r, c: json.dumps([r, c]),
    "keys that say nothing": lambda r, c: json.dumps({"a": r, "b": c}),
    "Python": lambda r, c: f"row_constraints = {list(map(tuple, r))}\ncol_constraints = {list(map(tuple, c))}\n",
    "a call": lambda r, c: f"solve({r},\n      {c})\n",
    "named arguments": lambda r, c: f"Nonogram(cols={c}, rows={r})",
    "JavaScript": lambda r, c: f"const ver = {c};\nconst hor = {r};\nlet level = 7;\n",
    "braces": lambda r, c: f"int[][] rows = {nested(r, '{', '}')};\nint[][] cols = {nested(c, '{', '}')};\n",
    "new arrays": lambda r, c: "".join(
        f"var {name} = new int[][] {{ {', '.join(f'new int[] {{{str(k)[1:-1]}}}' for k in clues)} }};\n"
        for name, clues in (("rows", r), ("columns", c))
    ),
    "vectors": lambda r, c: f"vector<vector<int>> row_hints{nested(r, '{', '}')}, col_hints{nested(c, '{', '}')};",
    "parentheses": lambda r, c: f"(rows {nested(r, '(', ')', ' ')})\n(cols {nested(c, '(', ')', ' ')})\n",
    "calls for lists": lambda r, c: f"rows = {nested(r, 'listOf(', ')')}\ncols = {nested(c, 'listOf(', ')')}\n",
    "Essence": lambda r, c: f"language ESSENCE 1.3.0\nletting rows be {r}\nletting cols be {c}\n",
    "zeros to fill up": lambda r, c: "".join(
        f"{name} = {[k + [0] * (max(map(len, clues)) - len(k)) for k in clues]}\n"
        for name, clues in (("rows", r), ("cols", c))
    ),
    "facts": lambda r, c: facts("row", r, 1) + facts("col", c, 1),
    "facts from 0": lambda r, c: facts("clue_row", r, 0) + facts("clue_col", c, 0),
    "lines": lambda r, c: f"rows: {', '.join(words(r))}\ncolumns: {', '.join(words(c))}\n",
    "lines with semicolons": lambda r, c: f"[Puzzle]\nRows={';'.join(words(r, ','))}\nCols={';'.join(words(c, ','))}\n",
    "lines of commas": lambda r, c: f"{len(r)} {len(c)}\n{','.join(words(r))}\n{','.join(words(c))}\n",
    "titles": lambda r, c: "\n".join(["Columns:", *words(c), "", "Rows:", *words(r)]),
    "titles of Markdown": lambda r, c: "\n".join(["## Rows", "", *words(r), "", "## Columns", "", *words(c), ""]),
    "items": lambda r, c: "\n".join(["rows:", *(f"  - {k}" for k in r), "columns:", *(f"  - {k}" for k in c)]),
    "numbered lines": lambda r, c: (
        "".join(f"Row {i}: {k}\n" for i, k in enumerate(words(r), 1))
        + "".join(f"Column {i}: {k}\n" for i, k in enumerate(words(c), 1))
    ),
    "equal words": lambda r, c: "".join(f"r: {k}\n" for k in words(r)) + "".join(f"c: {k}\n" for k in words(c)),
    "a table": lambda r, c: (
        "".join(f"| Row {i} | {k} |\n" for i, k in enumerate(words(r), 1))
        + "\n"
        + "".join(f"| Column {i} | {k} |\n" for i, k in enumerate(words(c), 1))
    ),
    "ends of clues": lambda r, c: "\n".join(
        [f"nonogram {len(r)} {len(c)}", "c rows", *(f"{k} 0".strip() for k in words(r, empty="")), "c columns"]
        + [f"{k} 0".strip() for k in words(c, empty="")]
    ),
    "sizes and no gap": lambda r, c: "\n".join([f"{len(r)},{len(c)}", *words(r), *words(c)]),
    "a task": lambda r, c: f"var task = '{'/'.join(words(c, '.') + words(r, '.'))}';",
    "brackets on a line": lambda r, c: f"Rows: {' '.join(map(str, r))}\nColumns: {' '.join(map(str, c))}\n",
    "tags": lambda r, c: f"<html><p>Page 3 of 9</p>{tags(c, 'ol id=top', 'li')}{tags(r, 'ol id=left', 'li')}</html>",
    "tags of its own": lambda r, c: f"<puzzle>{tags(r, 'rows', 'row')}{tags(c, 'columns', 'column')}</puzzle>",
    "a page": lambda r, c: (
        f"<!doctype html><script>var a = [1,2,3]; var p = {{leftHeader: {r}, topHeader: {c}}}</script>"
    ),
    "German": lambda r, c: f"Zeilen: {', '.join(words(r))}\nSpalten: {', '.join(words(c))}\n",
}


#: Those in which an empty line of the puzzle may be a row or a column, or rows and columns may be exchanged.
WITHOUT_NAMES = ("a task", "no keys", "keys that say nothing", "a call", "sizes and no gap")

FULL = puzzle_of(Picture(RectGrid(3, 4), (1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1)), BLACK_ON_WHITE)


@pytest.mark.parametrize("name", NOTATIONS)
def test_notations(name: str) -> None:
    puzzle = FULL if name in WITHOUT_NAMES else PLAIN
    (sheet,) = sheets_of(NOTATIONS[name](*lengths(puzzle)), "p")
    assert sheet.puzzle == puzzle
    assert sheet.format == ("sections" if name == "titles of Markdown" else "lists")
    assert sheet.remarks or sheet.format != "lists"


@examples(200, fast=20)
@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False), st.sampled_from(sorted(NOTATIONS)))
def test_any_puzzle_in_any_notation(height: int, width: int, chance: random.Random, name: str) -> None:
    """It is read as that puzzle, or refused, but never read as another one."""
    picture = Picture(RectGrid(height, width), tuple(chance.choices((0, 1), k=height * width)))
    puzzle = puzzle_of(picture, BLACK_ON_WHITE)
    try:
        read = nonosat.loads(NOTATIONS[name](*lengths(puzzle)))
    except InputError:
        return
    is_plain = name not in WITHOUT_NAMES and not (name == "brackets on a line" and 1 in (height, width))
    assert read == puzzle or not is_plain, "brackets on a line may be the blocks of one clue"


def test_letters() -> None:
    text = "".join(f"{letters(side)}\n" for side in lengths(FULL))
    assert nonosat.loads(text) == FULL


def colored(block: Callable[[int, str], object]) -> dict[str, list[list[object]]]:
    rows, columns = (
        [[block(length, "_rb"[color]) for length, color in COLORED.clues[line]] for line in family]
        for family in COLORED.grid.families
    )
    return {"columns": columns, "rows": rows}


COLORED_BLOCKS: dict[str, Callable[[int, str], object]] = {
    "length first": lambda length, color: [length, color],
    "colour first": lambda length, color: [color, length],
    "objects": lambda length, color: {"color": color, "length": length},
    "texts": lambda length, color: f"{length}{color}",
    "words": lambda length, color: f"{length} {'red' if color == 'r' else 'blue'}",
    "values": lambda length, color: [length, {"r": "#ff0000", "b": "#0000ff"}[color]],
}


@pytest.mark.parametrize("name", COLORED_BLOCKS)
def test_colours(name: str) -> None:
    text = json.dumps({f"{key}_hints": value for key, value in colored(COLORED_BLOCKS[name]).items()})
    puzzle = nonosat.loads(text)
    assert puzzle.clues == COLORED.clues
    assert puzzle.palette.colors[1:] == ("#ff0000", "#0000ff")


def test_colours_by_number() -> None:
    content = colored(lambda length, color: [" rb".index(color), length])
    text = f"var topHeader = {content['columns']}, leftHeader = {content['rows']},\n"
    text += "colors = ['eeffee', 'cc0000', '0000cc'];"
    assert nonosat.loads(text) == COLORED


def test_signs_of_colours() -> None:
    rows, columns = (
        colored(lambda length, color: f"{'#' if color == 'r' else '@'},{length}")[k] for k in ("rows", "columns")
    )
    text = "\n".join(["3,4", *(",".join(map(str, clue)) or "0" for clue in rows + columns)])
    assert nonosat.loads(text).clues == COLORED.clues


def test_which_list_has_the_columns(run, tmp_path) -> None:
    rows, columns = lengths(PLAIN)
    path = write(tmp_path / "p.txt", f"{columns}, {rows}\n")
    assert lengths(load_sheet(path).puzzle) == (columns, rows)
    assert load_sheet(path, "columns").puzzle == PLAIN
    assert json.loads(run("info", path, "--columns-first", "--json").out)["grid"] == "rect 3 5"
    assert run("info", path, "--columns-first", "--from", "lists").code == 2
    named = write(tmp_path / "named.txt", f"rows = {rows}, columns = {columns}\n")
    assert load_sheet(named, "columns").puzzle == PLAIN


def test_standard_input_and_batch(run, tmp_path) -> None:
    text = NOTATIONS["other keys of JSON"](*lengths(PLAIN))
    assert run("solve", "-u", "-", stdin=text).code == 0
    folder = tmp_path / "folder"
    folder.mkdir()
    files = {"a.json": text, "b.txt": NOTATIONS["lines"](*lengths(PLAIN)), "c.py": NOTATIONS["Python"](*lengths(PLAIN))}
    for name, content in files.items():
        write(folder / name, content)
    write(folder / "notes.txt", "1, 2 and 3.\n")
    write(folder / "data.bin", b"\0\1\2")
    assert run("batch", folder, "-o", tmp_path / "out", "-u").code == 0
    records = [json.loads(line) for line in (tmp_path / "out" / "report.jsonl").read_text().splitlines()]
    assert [(record["file"].split("/")[-1], record["format"]) for record in records] == [
        (name, "lists") for name in files
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"rowClues": [[1], [1]], "colClues": [[1], [1]], "content": [1, 0, 0, 1]}', ""),
        ('{"height": 3, "rowClues": [[1], [1]], "colClues": [[1], [1]]}', ""),
        ('{"rowClues": [[1], [1]], "colClues": [[1], [1]], "content": [1, 0,', "1:67"),
    ],
)
def test_what_a_format_claims_keeps_its_error(run, tmp_path, text: str, place: str) -> None:
    path = write(tmp_path / "p.json", text)
    with pytest.raises(InputError) as caught:
        FORMATS["json"].read(text)
    refused(run("info", path), f"{path}:{place}".rstrip(":"), caught.value.message)


def changed(text: str, chance: random.Random) -> str:
    """A text with a character more, less, or another one."""
    at = chance.randrange(len(text))
    return text[:at] + chance.choice(["", *"0123 9,[]{}()x#\n:\"'-"]) + text[at + chance.randrange(2) :]


@pytest.mark.costly
def test_a_damaged_file_is_no_other_puzzle() -> None:
    """What a format's reader refuses is refused, or has all clues of the file that it was; nothing else is read."""
    chance = random.Random(1)
    for sample, (text, puzzle) in SAMPLES.items():
        if (name := format_of(sample)) in SEARCHED:
            continue
        for _ in range(40):
            damaged = changed(text, chance)
            for path in ("p", f"p{FORMATS[name].suffixes[0]}"):
                try:
                    found = next(iter(sheets_of(damaged, path)))
                except InputError:
                    continue
                if not isinstance(found, InputError) and found.format == "lists":
                    assert found.puzzle.clues == puzzle.clues, (sample, path, damaged)


def test_two_puzzles_are_named(run, tmp_path) -> None:
    path = write(tmp_path / "p.txt", "one = [[1], [1]]\ntwo = [[1], [1]]\nthree = [[2], []]\n")
    line = run("info", path).err
    assert line.startswith(f"{path}:1:7: ")
    assert all(name in line for name in ("one", "two", "three"))
    assert searched("one = [[1], [1]]\ntwo = [[1], [1]]\n") is not None


def test_places_of_blocks(run, tmp_path) -> None:
    path = write(tmp_path / "p.txt", "rows = [[1, 0, 1],\n [1], [1]]\ncols = [[2], [1], [1]]\n")
    refused(run("info", path), f"{path}:1:13", "0")


def test_several_puzzles_are_not_searched(tmp_path) -> None:
    path = write(tmp_path / "p.non", "====\n".join([SAMPLES["non"][0], "width 1\nheight 1\nrows\n7\ncolumns\n1\n"]))
    first, second = load_sheets(path)
    assert isinstance(second, InputError)
    assert first.format == "non"


def test_order_of_formats() -> None:
    """The searched formats come last, so that no other format is asked after them."""
    assert list(FORMATS)[-len(SEARCHED) :] == list(SEARCHED)
