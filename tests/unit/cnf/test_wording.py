"""Formulas in words: every clause says what it is, about the line it belongs to."""

from __future__ import annotations

import gzip
import json
import random

import pytest
import snapshot
from conftest import HEX, RECT, misused, write
from oracle import random_grid, random_puzzle

from nonosat.cnf.wording import FormulaWords, clauses_in_words
from nonosat.core.errors import UsageError
from nonosat.encodings import ENCODINGS
from nonosat.formats import loads
from nonosat.model.grid import find_line, line_label
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.formulas import encode

FOUR = "rect 4 4\n#ffffff #000000\n" + "1a 1a\n" * 8


def puzzles() -> list[Puzzle]:
    """Both grids, colours, and blocks of unknown colour beside each other."""
    rng = random.Random(5)
    found = [loads(RECT), loads(HEX), loads(FOUR)]
    return [
        *found,
        *(
            random_puzzle(rng, random_grid(rng, 12), 3, unknown=0.6, hidden=rng.choice((0, 0, 0.5)), givens=1)[0]
            for _ in range(6)
        ),
    ]


def in_words(puzzle: Puzzle, encoding: str = "start", line: str | None = None) -> dict[str, list[str]]:
    index = None if line is None else find_line(puzzle.grid, line)
    found = clauses_in_words(encode(puzzle, encoding=encoding), puzzle, line=index)
    return {group.name: [clause.text for clause in group.clauses] for group in found}


@pytest.mark.parametrize(
    ("title", "text", "line"),
    [
        ("one colour", FOUR, "r1"),
        ("unknown colours", "rect 1 4\n#ffffff #000000 #ff0000\n1? 1?\n1?\n\n1?\n\n", "r1"),
    ],
)
def test_how_it_reads(title, text, line):
    said = in_words(loads(text), line=line)
    shown = [f"{name}:\n" + "".join(f"  {sentence}\n" for sentence in sentences) for name, sentences in said.items()]
    snapshot.compare("formats/words", title, "".join(shown))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.grid.header)
def test_every_sentence_is_its_clause(puzzle, encoding):
    """The implication has the literals of the clause, and no two literals are called the same."""
    formula = encode(puzzle, encoding=encoding)
    words = FormulaWords(formula, puzzle)
    for clause in formula.clauses():
        premises, conclusions = words._implication(clause)
        assert conclusions
        assert sorted([*conclusions, *(-literal for literal in premises)]) == sorted(clause)
        text = words.sentence(clause)
        assert all(words.phrase(literal) in text for literal in [*premises, *conclusions])
    phrases: set[tuple[int, str]] = set()
    for variable in range(1, formula.n_vars + 1):
        group = formula.group_of(variable)
        values = group.index_of(variable - group.first)
        line = values[0] if group.indices[0] == "line" else -1
        for literal in (variable, -variable):
            phrase = words.phrase(literal)
            assert "not (" not in phrase, f"{group.name}: no negation known for {group.meaning!r}"
            assert "the position" not in phrase
            assert (line, phrase) not in phrases
            phrases.add((line, phrase))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: puzzle.grid.header)
def test_lines_share_out_the_clauses(puzzle, encoding):
    """Every clause belongs to some line, and what belongs to a line names no cell outside of it."""
    formula = encode(puzzle, encoding=encoding)
    words = FormulaWords(formula, puzzle)
    for clause in formula.clauses():
        lines = words.lines(clause)
        assert lines
        for literal in clause:
            group = formula.group_of(abs(literal))
            values = group.index_of(abs(literal) - group.first)
            if group.indices[0] == "cell":
                assert all(values[0] in puzzle.grid.line(line) for line in lines)
            elif group.indices[0] == "line":
                assert lines == {values[0]}


@pytest.mark.parametrize("grid", [RectGrid(3, 12), HexGrid(3)], ids=str)
def test_labels_of_lines(grid):
    labels = [line_label(grid, index) for index in range(grid.n_lines)]
    assert [find_line(grid, label) for label in labels] == list(range(grid.n_lines))
    assert labels[0] == "r1"
    with pytest.raises(IndexError):
        line_label(grid, grid.n_lines)


@pytest.mark.parametrize("label", ["", "r", "r0", "r4", "c13", "x1", "r1c1", "1", "r01", "r1 ", "r٣"])
def test_no_such_line(label):
    with pytest.raises(UsageError, match="r1 to r3"):
        find_line(RectGrid(3, 12), label)


def test_command(run, rect):
    result = run("encode", rect, "--words", "--limit", "2")
    assert result.code == 0
    snapshot.compare("cli/encode", "in words", result.out)
    whole = run("encode", rect, "--words", "--all").out
    assert sum(line.startswith("  ") for line in whole.splitlines()) == 163
    assert run("encode", rect, "--words", "--limit", "72", "--encoding", "order").out.count(" -> ") > 20


def test_command_for_a_line_and_a_group(run, hexagon):
    result = run("encode", hexagon, "--words", "--line", "u2", "--group", "gap", "--group", "colour")
    assert result.code == 0
    snapshot.compare("cli/encode", "a line and two groups in words", result.out)


def test_command_as_json(run, tmp_path):
    file = write(tmp_path / "four.clues", FOUR)
    found = json.loads(run("encode", file, "--words", "--line", "c3", "--group", "order", "--json").out)
    (group,) = found["groups"]
    assert (found["puzzle"], group["name"], group["clauses"]) == ("four", "order", 1)
    (clause,) = group["shown"]
    assert clause["text"].startswith("c3: ")
    assert all(found["variables"][str(abs(literal))] in clause["text"] for literal in clause["literals"])


@pytest.mark.parametrize(
    "options", [["--line", "r9"], ["--group", "x"], ["--limit", "0"], ["--encoding", "x"]], ids=" ".join
)
def test_wrong_options(run, rect, options):
    misused(run("encode", rect, "--words", *options), options[0].strip("-"), options[1])


@pytest.mark.parametrize(
    "options", [("--line", "r1"), ("--line", ""), ("--group", "gap"), ("--limit", "3"), ("--all",), ("--json",)]
)
def test_options_of_words_without_words(run, rect, tmp_path, options):
    misused(run("encode", rect, *options, "-o", tmp_path / "out"), options[0], "--words")
    assert not (tmp_path / "out").exists()


def test_words_in_a_file(run, rect, tmp_path):
    expected = run("encode", rect, "--words", "--all").out
    for name in ("w.txt", "w.txt.gz"):
        assert run("encode", rect, "--words", "--all", "-o", tmp_path / name).out == ""
    assert (tmp_path / "w.txt").read_text() == expected
    assert gzip.decompress((tmp_path / "w.txt.gz").read_bytes()).decode() == expected


def test_selectors_are_premises():
    puzzle = loads("rect 1 4\n#ffffff #000000 #ff0000\n1a 1b\n1a\n\n\n1b\ngiven 1 2 -\ngiven 1 4 b\n")
    formula = encode(puzzle, encoding="order", selectors=True)
    groups = clauses_in_words(formula, puzzle)
    shown = [f"{group.name}:\n" + "".join(f"  {clause.text}\n" for clause in group.clauses) for group in groups]
    snapshot.compare("formats/words", "selectors", "".join(shown))
    for group in clauses_in_words(formula, puzzle, line=0):
        assert all(clause.text.startswith("r1") or group.name == "given" for clause in group.clauses)


def test_limits_and_names_of_groups():
    puzzle = loads(FOUR)
    formula = encode(puzzle)
    (group,) = clauses_in_words(formula, puzzle, groups=["cover"], limit=3)
    assert (group.name, group.n_clauses, len(group.clauses)) == ("cover", 32, 3)
    assert [group.name for group in clauses_in_words(formula, puzzle)] == [group.name for group in formula.groups]
    with pytest.raises(UsageError, match="group 'x'"):
        clauses_in_words(formula, puzzle, groups=["x"])
