"""Steps of explanations in sentences: what they say of each argument, and that they name all that a step needs."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from explaining_puzzles import HARD, HEAD, deduction, nested, row_of
from oracle import random_puzzle
from places import ROOT

import nonosat
from nonosat.explaining.line_patterns import clauses
from nonosat.explaining.misfit import misfit
from nonosat.explaining.step import Narrowing, Rung, Step, apply_conclusions
from nonosat.explaining.step_sentences import StepSentences
from nonosat.explaining.step_words import StepWords, numbered
from nonosat.formats import loads
from nonosat.model.grid import line_label
from nonosat.model.hex_grid import HexGrid
from nonosat.model.nouns import joined
from nonosat.model.rect_grid import RectGrid

THREE = "#ffffff #ff0000 #00ff00 #0000ff"
PUZZLES = sorted(ROOT.glob("puzzles/*.clues"))


def said(clue, length, reasons, after=(1,), before=(0, 1), colors="#ffffff #000000", is_brief=False) -> str:
    """The clauses about a row."""
    puzzle = row_of(length, clue, colors)
    made = deduction(puzzle, "r1", reasons, after, before)
    return ". ".join(clauses(StepWords(puzzle), made, is_brief=is_brief))


@pytest.mark.parametrize(
    ("clue", "length", "reasons", "after", "expected"),
    [
        ("", 3, [("empty", [1, 2, 3], [])], (0,), "the clue has no block, so all cells are empty"),
        ("3a", 3, [("full", [1, 2, 3], [])], (1,), "the block takes all 3 cells"),
        ("1a", 1, [("full", [1], [])], (1,), "the block takes the only cell"),
        ("1a 1a", 3, [("full", [1, 3], [])], (1,), "the blocks with the gaps between them take all 3 cells"),
        ("2a", 5, [("complete", [1, 2, 5], [])], (0,), "all blocks are complete, so columns 1, 2 and 5 are empty"),
        (
            "2a",
            5,
            [("remaining", [4], [])],
            (1,),
            "only 2 cells can be filled, as many as the clue needs, so column 4 is filled",
        ),
        (
            "5a",
            9,
            [("joined", [3, 4], [1])],
            (1,),
            "columns 3 and 4 lie between cells of the block of 5, so they are filled",
        ),
        ("7a", 9, [("overlap", [3, 4, 5, 6, 7], [1])], (1,), "the block of 7 covers columns 3 to 7 wherever it starts"),
        (
            "3a 3a",
            9,
            [("overlap", [3], [1]), ("overlap", [7], [2])],
            (1,),
            "wherever they start, the first block of 3 covers column 3, and the second block of 3 covers column 7",
        ),
        (
            "3a 1a",
            9,
            [("closed", [2, 6], [1])],
            (0,),
            "columns 2 and 6 are next to the complete block of 3, so they are empty",
        ),
        ("1a 1a", 9, [("closed", [2], [1, 2])], (0,), "column 2 is next to a complete block of 1, so it is empty"),
        (
            "3a",
            9,
            [("unreachable", [1, 9], [1])],
            (0,),
            "the block of 3 cannot reach columns 1 and 9, so they are empty",
        ),
        (
            "3a 2a",
            9,
            [("unreachable", [5], [1, 2])],
            (0,),
            "neither the block of 3 nor the block of 2 can reach column 5, so it is empty",
        ),
        (
            "3a 2a",
            9,
            [("unreachable", [5], [1, 2]), ("unreachable", [9], [2])],
            (0,),
            "no block can reach columns 5 and 9, so they are empty",
        ),
        (
            "3a 2a",
            9,
            [("gap", [4], [1, 2])],
            (0,),
            "the gap at column 4 is too short for the block of 3 or the block of 2, so it is empty",
        ),
        (
            "2a 2a",
            9,
            [("too-long", [4], [1, 2])],
            (0,),
            "if column 4 was filled, the run there would be longer than any block of 2; so it is empty",
        ),
        (
            "4a 2a",
            9,
            [("extended", [4], [1])],
            (1,),
            "the block of 4 has to cover the filled cells there, so it also covers column 4",
        ),
        (
            "4a 2a",
            9,
            [("extended", [4], [1, 2])],
            (1,),
            "the filled cells there belong to the block of 4 or the block of 2, "
            "and either of them also covers column 4",
        ),
        (
            "2a 2a 1a",
            9,
            [("extended", [4], [1, 2])],
            (1,),
            "the filled cells there belong to a block of 2, which also covers column 4",
        ),
        (
            "1a 2a 2a 2a 1a",
            15,
            [("overlap", [at], [number]) for at, number in ((3, 2), (6, 3), (9, 4), (12, 5))],
            (1,),
            "the blocks 2 2 2 1 cover columns 3, 6, 9 and 12 wherever they start",
        ),
        (
            "1a 1a 1a 1a 2a",
            15,
            [("overlap", [2 * number], [number]) for number in (1, 2, 3, 4)],
            (1,),
            "4 blocks of 1 cover columns 2, 4, 6 and 8 wherever they start",
        ),
        (
            "3a 3a 3a 3a",
            16,
            [("joined", [2 + 4 * number], [number + 1]) for number in range(4)],
            (1,),
            "columns 2, 6, 10 and 14 lie between cells of the same block, so they belong to it",
        ),
        (
            "3a 3a 3a 3a",
            25,
            [("gap", [2 + 4 * number], [number + 1]) for number in range(4)],
            (0,),
            "the gaps at columns 2, 6, 10 and 14 are too short for the blocks that could lie there, so they are empty",
        ),
        (
            "1a 2a",
            9,
            [("placements", [2, 4], [])],
            (0,),
            "however the blocks 1 2 are placed, columns 2 and 4 are empty",
        ),
    ],
)
def test_arguments_in_one_colour(clue, length, reasons, after, expected) -> None:
    assert said(clue, length, reasons, after) == expected


@pytest.mark.parametrize(
    ("clue", "reasons", "after", "expected"),
    [
        (
            "3a 2b",
            [("color", [1, 2], [1])],
            (0, 1),
            "only the red block of 3 can reach columns 1 and 2, so they cannot be green or blue",
        ),
        (
            "3a 2b",
            [("color", [4], [1, 2])],
            (0,),
            "only red or green blocks can reach column 4, and it cannot be red or green, so it is empty",
        ),
        (
            "3a 2b",
            [("closed", [4], [1])],
            (0, 2, 3),
            "column 4 is next to the complete red block of 3, so it cannot be red",
        ),
        ("3a 2b", [("overlap", [3], [1])], (1,), "the red block of 3 covers column 3 wherever it starts"),
        (
            "3? 2b",
            [("overlap", [3], [1])],
            (1, 3),
            "the block of 3 (?) covers column 3 wherever it starts, so it cannot be green or empty",
        ),
        (
            "3a 2b",
            [("placements", [3], [])],
            (1, 2),
            "however the blocks 3 2 are placed, column 3 cannot be blue or empty",
        ),
        ("3a 2b", [("placements", [3], [])], (2,), "however the blocks 3 2 are placed, column 3 is green"),
    ],
)
def test_arguments_in_several_colours(clue, reasons, after, expected) -> None:
    assert said(clue, 9, reasons, after, (0, 1, 2, 3), THREE) == expected


@pytest.mark.parametrize(
    ("clue", "length", "reasons", "after", "expected"),
    [
        (
            "_a 1a",
            3,
            [("full", [1, 3], [])],
            (1,),
            "the block of unknown length has at least one cell, so "
            "the blocks with the gaps between them take all 3 cells",
        ),
        (
            "_a 2a _a",
            6,
            [("full", [1, 3, 4, 6], [])],
            (1,),
            "each block of unknown length has at least one cell, so "
            "the blocks with the gaps between them take all 6 cells",
        ),
        (
            "_a 2a",
            9,
            [("remaining", [4], [])],
            (1,),
            "only 3 cells can be filled, as many as the clue needs at least, so column 4 is filled",
        ),
        (
            "_a",
            9,
            [("joined", [3, 4], [1])],
            (1,),
            "columns 3 and 4 lie between cells of the block of unknown length, so they are filled",
        ),
        (
            "_a 1a _a",
            9,
            [("overlap", [3], [1])],
            (1,),
            "the first block of unknown length covers column 3 wherever it starts and ends",
        ),
        (
            "_a 3a",
            9,
            [("overlap", [3], [1]), ("overlap", [7], [2])],
            (1,),
            "wherever they start and end, the block of unknown length covers column 3, "
            "and the block of 3 covers column 7",
        ),
        (
            "_a 1a _a 1a 1a",
            15,
            [("overlap", [at], [number]) for at, number in ((3, 1), (6, 2), (9, 3))],
            (1,),
            "the blocks ? 1 ? cover columns 3, 6 and 9 wherever they start and end",
        ),
        (
            "_a _a _a _a 1a",
            15,
            [("overlap", [at], [number]) for at, number in ((3, 1), (6, 2), (9, 3))],
            (1,),
            "3 blocks of unknown length cover columns 3, 6 and 9 wherever they start and end",
        ),
        (
            "_a 2a",
            9,
            [("unreachable", [5], [1, 2])],
            (0,),
            "neither the block of unknown length nor the block of 2 can reach column 5, so it is empty",
        ),
        (
            "_a _a 1a",
            9,
            [("extended", [4], [1, 2])],
            (1,),
            "the filled cells there belong to a block of unknown length, which also covers column 4",
        ),
        (
            "_a 2a",
            9,
            [("placements", [2, 4], [])],
            (0,),
            "however the blocks ? 2 are placed, columns 2 and 4 are empty",
        ),
        (
            "_a",
            9,
            [("placements", [2], [])],
            (0,),
            "however the block of unknown length is placed, column 2 is empty",
        ),
    ],
)
def test_arguments_about_blocks_of_unknown_length(clue, length, reasons, after, expected) -> None:
    assert said(clue, length, reasons, after) == expected


def test_blocks_of_unknown_length_in_several_colours() -> None:
    words = StepWords(row_of(20, "_a _a _b _? 3? _?", THREE))
    assert [words.block(0, number) for number in range(6)] == [
        "the first red block of unknown length",
        "the second red block of unknown length",
        "the green block of unknown length",
        "the first block of unknown length and colour",
        "the block of 3 (?)",
        "the second block of unknown length and colour",
    ]
    assert words.blocks(0, (0, 1)) == "both red blocks of unknown length"
    assert words.blocks(0, (3, 5), "or") == "any block of unknown length and colour"
    assert words.clue(0) == "? ? ? ? 3 ?"


@pytest.mark.parametrize(
    ("clue", "reasons", "expected"),
    [
        ("3a", [("placed", [3], [1])], "with only one place left, the block of 3 covers column 3"),
        (
            "1a 2a",
            [("placed", [1], [1]), ("placed", [5], [2])],
            "with only one place left for each, the block of 1 covers column 1, and the block of 2 covers column 5",
        ),
        (
            "1a 2a 1a",
            [("placed", [1], [1]), ("placed", [5], [2]), ("placed", [7], [3])],
            "all blocks have only one place left, and cover columns 1, 5 and 7",
        ),
    ],
)
def test_blocks_with_one_place(clue: str, reasons: list, expected: str) -> None:
    assert said(clue, 9, reasons) == expected


@pytest.mark.parametrize(
    ("reasons", "expected"),
    [
        ([("joined", [2], [1])], "column 2 belongs to the first block of 2 (?), so it is green"),
        (
            [("joined", [at], [number]) for at, number in ((2, 1), (5, 2), (8, 3))],
            "columns 2, 5 and 8 belong to blocks of which other cells are known, so they are green",
        ),
    ],
)
def test_a_cell_at_the_edge_of_a_block_lies_between_no_cells(reasons: list, expected: str) -> None:
    assert said("2? 2? 2?", 9, reasons, (2,), (1, 2), colors=THREE) == expected


def test_between_means_between() -> None:
    """In explanations of puzzles with `?`, cells that lie between others have some on both sides."""
    rng, n_between, n_edges = random.Random(5), 0, 0
    for _ in range(10):
        puzzle, _ = random_puzzle(rng, RectGrid(3, 4), 2, unknown=0.7, hidden=0.3, density=0.7)
        for step in nonosat.explain(puzzle).steps:
            for made in step.deductions:
                text, row = ". ".join(clauses(StepWords(puzzle), made)), puzzle.grid.line(made.line)
                edges = {row[0], row[-1]} & {cell for r in made.reasons if r.pattern == "joined" for cell in r.cells}
                n_between += "between cells" in text
                n_edges += bool(edges)
                between = re.findall(r"(?:row|column)s? ([0-9 toand,]+) lies? between cells", text.lower())
                numbers = {int(word) for part in between for word in re.findall(r"\d+", part)}
                assert not numbers & {1, len(row)}, text
    assert n_between
    assert n_edges


@pytest.mark.parametrize("pattern", ["complete", "remaining"])
def test_several_lines_in_one_sentence_name_no_cells(pattern: str) -> None:
    texts = {said("2a", 6, [(pattern, cells, [])], (0,), is_brief=True) for cells in ([1, 2], [5, 6])}
    assert len(texts) == 1
    assert "column" not in texts.pop()


def test_lines_that_need_all_cells_that_are_left() -> None:
    text = said("2a", 6, [("remaining", [1, 2], [])], is_brief=True)
    assert text == "in each of these lines no more cells can be filled than its clue needs, so these are all filled"


def test_lines_that_conclude_in_the_same_way_are_one_sentence() -> None:
    puzzle = loads(f"rect 4 3\n{HEAD}\n\n3a\n\n1a\n1a\n1a\n", format="clues")
    made = tuple(deduction(puzzle, line, [("empty", [1, 2, 3], [])], (0,)) for line in ("r1", "r2", "r4"))
    narrowed = tuple(sorted(each for one in made for each in one.narrowed))
    step = Step(rung=Rung.SINGLE_LINE, lines=(0, 1, 3), conclusions=narrowed, deductions=made)
    (sentence,) = StepSentences(puzzle).of_step(step, [(0, 1)] * 12)
    assert sentence.text == "Rows 1, 2 and 4: the clue has no block, so all cells are empty."


def test_several_arguments_are_several_sentences() -> None:
    puzzle = row_of(9, "3a 1a")
    made = deduction(puzzle, "r1", [("overlap", [3], [1]), ("unreachable", [9], [2])], (1,))
    step = Step(rung=Rung.SINGLE_LINE, lines=(0,), conclusions=made.narrowed, deductions=(made,))
    (sentence,) = StepSentences(puzzle).of_step(step, [(0, 1)] * 9)
    assert sentence.text.startswith("Row 1: the block of 3 covers column 3 wherever it starts. The block of 1 cannot")


# Suppositions


def test_a_supposition_in_a_supposition() -> None:
    puzzle, step = nested()
    sentences = StepSentences(puzzle).of_step(step, [(0, 1)] * 9)
    assert [(each.indent, each.labelled.partition(":")[0]) for each in sentences] == [
        (0, "Suppose row 1, column 1 is empty."),
        (1, "Suppose also row 2, column 2 is filled."),
        (2, "1. Row 2"),
        (2, "Then the block of 2 does not fit into column 2, where row 2 is filled."),
        (1, "So row 2, column 2 is empty."),
        (1, "2. Column 1"),
        (1, "Then the block of 1 does not fit into row 1, where column 1 is empty."),
        (0, "So row 1, column 1 is filled."),
    ]
    assert [each.cells[0].cell for each in sentences if each.cells] == [0, 4, 3, 4, 3, 0]
    assert [each.broken for each in sentences if each.broken is not None] == [4, 0]
    assert [each.lines for each in sentences] == [(), (), (1,), (4,), (), (3,), (0,), ()]


def test_lines_that_say_the_same_in_a_supposition_are_one_sentence() -> None:
    puzzle, step = nested()
    made = tuple(deduction(puzzle, line, [("overlap", [1], [1])], (0,)) for line in ("r1", "r3", "c2", "c3"))
    longer = Step(
        rung=Rung.SUPPOSITION,
        lines=(0, 2, 4, 5),
        conclusions=step.conclusions,
        deductions=made,
        supposed=step.supposed,
        contradiction=1,
    )
    sentences = StepSentences(puzzle).of_step(longer, [(0, 1)] * 9)
    assert [each.labelled.partition(":")[0] for each in sentences[1:-2]] == [
        "1. Rows 1 and 3",
        "2. Column 2",
        "3. Column 3",
    ]


def test_several_lines_together() -> None:
    puzzle, _ = nested()
    narrowed = (Narrowing(4, (0, 1), (1,)), Narrowing(8, (0, 1), (0,)))
    found = Step(rung=Rung.LINE_SET, lines=(0, 1, 4), conclusions=narrowed)
    (sentence,) = StepSentences(puzzle).of_step(found, [(0, 1)] * 9)
    assert sentence.text == (
        "Rows 1 and 2 and column 2 together leave no other choice: row 2, column 2 is filled and row 3, column 3 is "
        "empty. A solver has found this; there is no shorter argument."
    )
    made = tuple(deduction(puzzle, line, [("placements", [2], [])], (1,)) for line in ("r2", "c2"))
    several = Step(rung=Rung.CROSSING_LINES, lines=(1, 4), conclusions=narrowed[:1], deductions=made)
    assert [each.labelled for each in StepSentences(puzzle).of_step(several, [(0, 1)] * 9)] == [
        "Row 2 and column 2 together decide row 2, column 2.",
        "Row 2: however the block of 2 is placed, column 2 is filled.",
        "Column 2: however the block of 2 is placed, row 2 is filled.",
        "So row 2, column 2 is filled.",
    ]
    (sentence,) = StepSentences(puzzle).of_step(replace(several, deductions=()), [(0, 1)] * 9)
    assert sentence.text == "Row 2 and column 2 together leave no other choice: row 2, column 2 is filled."


@pytest.mark.parametrize(
    ("clue", "cells", "expected"),
    [
        ("2a", "aaa..", "row 1 has 3 filled cells, but its clue needs 2"),
        ("3a", "--..-", "row 1 has room for only 2 filled cells, but its clue needs 3"),
        ("1a", "-----", "row 1 has room for no filled cell, but its clue needs 1"),
        ("1a 1a", "..aa.", "row 1 has a run of 2, but its longest block has 1"),
        ("3a", "..-..", "row 1 has no room for its block of 3"),
        ("2a", "-a-..", "row 1 has room for only 1 filled cell at column 2, but its block has 2"),
        ("2a", "a...a", "row 1 is filled in columns 1 and 5, too far apart for its block of 2"),
        ("2a 2a", "a.-a-", "row 1 has room for only 3 filled cells, but its clue needs 4"),
        ("1a 2a", "a..-a", "the clue 1 2 does not fit into row 1, where column 4 is empty"),
        ("", "a....", "row 1 is not empty, but its clue is"),
        ("_a 1a", "a----", "row 1 has room for only 1 filled cell, but its clue needs at least 2"),
        ("_a 1a", "aaaaa", "the clue ? 1 does not fit into row 1, where columns 4 and 5 are filled"),
        (
            "_a",
            "a.-.a",
            "the block of unknown length does not fit into row 1, "
            "where columns 1 and 5 are filled and column 3 is empty",
        ),
        ("_a 3a", "..-..", "row 1 has no room for its block of 3"),
        ("_a 1a", "a.a.a", "the clue ? 1 does not fit into row 1, where columns 1, 3 and 5 are filled"),
    ],
)
def test_what_is_wrong_with_a_line(clue: str, cells: str, expected: str) -> None:
    puzzle = row_of(5, clue)
    possible = [{"a": (1,), "-": (0,), ".": (0, 1)}[cell] for cell in cells]
    assert misfit(StepWords(puzzle), 0, possible) == expected


def test_what_is_wrong_in_colours() -> None:
    puzzle = row_of(5, "2a 2b", "#ffffff #ff0000 #0000ff")
    known = {"a": (1,), "b": (2,), "-": (0,), ".": (0, 1, 2)}
    for cells, expected in [
        ("aa.a.", "row 1 has 3 red cells, but its clue needs 2"),
        ("...--", "row 1 has room for only 3 filled cells, but its clue needs 4"),
        ("b....", "the clue 2 2 does not fit into row 1, where column 1 is blue"),
    ]:
        assert misfit(StepWords(puzzle), 0, [known[cell] for cell in cells]) == expected


@pytest.mark.parametrize(
    ("clue", "cells", "expected"),
    [
        ("2a 1a 3a", "a.-a.a..a...", "where columns 4, 6 and 9 are filled and column 3 is empty"),
        ("2a 2a 2a 2a 2a", "a.......a..a..a..a..a..a..", "where columns 9, 12, 15, 18, 21 and 24 are filled"),
        ("2a 2a 2a 2a 2a 2a 2a 2a", "a.." * 9, "any more"),
    ],
)
def test_only_the_cells_that_matter_are_named(clue: str, cells: str, expected: str) -> None:
    """The others can be open, and the clue does not fit; with one more open cell it does. Too many are not named."""
    puzzle = row_of(len(cells), clue)
    possible = [{"a": (1,), "-": (0,), ".": (0, 1)}[cell] for cell in cells]
    text = misfit(StepWords(puzzle), 0, possible)
    assert text.endswith(expected)
    assert " does not fit into row 1" in text


# Real explanations


@pytest.mark.parametrize("path", PUZZLES[::5], ids=lambda path: path.stem)
def test_sentences_name_the_lines_of_the_step(path: Path) -> None:
    """Every line of a step is named, and no other."""
    walkthrough = nonosat.explain(nonosat.load(path), timeout=60)
    words = StepWords(walkthrough.puzzle)
    for each in walkthrough.texts():
        text = " ".join(sentence.text for sentence in each.sentences)
        assert text.endswith(".")
        assert "  " not in text
        assert "{" not in text
        for line in each.step.lines:
            assert names_line(text, words, line), (text, line_label(words.grid, line))
        if each.step.rung == Rung.SINGLE_LINE:
            subjects = re.split(r": ", text)[0]
            assert not any(
                names_line(subjects, words, line) for line in range(words.grid.n_lines) if line not in each.step.lines
            )


@pytest.mark.thinned(4)
@pytest.mark.parametrize("seed", range(4))
def test_sentences_of_puzzles_with_hidden_numbers(seed: int) -> None:
    """No sentence speaks of a block of 0 cells; contradictions, too, have words."""
    rng, n_said = random.Random(seed), 0
    for _ in range(30):
        grid = HexGrid(rng.randint(2, 3)) if rng.random() < 0.3 else RectGrid(rng.randint(4, 7), rng.randint(4, 7))
        unknown = rng.choice((0.0, 0.3))
        puzzle, _ = random_puzzle(rng, grid, rng.randint(1, 3), unknown=unknown, hidden=0.4, density=0.6)
        for each in nonosat.explain(puzzle).texts():
            text = " ".join(sentence.text for sentence in each.sentences)
            assert text.endswith(".")
            assert not re.search(r"\b(of|has) 0\b", text), text
            n_said += "unknown length" in text or " ? " in text
    assert n_said > 30


def names_line(text: str, words: StepWords, line: int) -> bool:
    """Whether a text names a line, by itself or among others of its family."""
    noun, number = words.line(line).rsplit(" ", 1)
    for found in re.finditer(rf"{noun}s? ([\d ,and to]+)", text, re.IGNORECASE):
        for part in re.split(r",| and ", found[1]):
            ends = [int(end) for end in re.findall(r"\d+", part)]
            if ends and ends[0] <= int(number) <= ends[-1]:
                return True
    return False


def test_conclusions_are_said() -> None:
    """A supposition ends with what it proves."""
    walkthrough = nonosat.explain(loads(HARD, format="clues"))
    said_of = StepSentences(walkthrough.puzzle)
    possible = list(walkthrough.start)
    n_suppositions = 0
    for step in walkthrough.steps:
        sentences = said_of.of_step(step, possible)
        if step.supposed is not None:
            n_suppositions += 1
            assert sentences[0].text.startswith("Suppose row ")
            assert sentences[-2].text.startswith("Then ")
            assert sentences[-1].text == f"So {said_of.conclusion(step.conclusions)}."
            assert [each.label for each in sentences if each.label] == list(range(1, len(step.deductions) + 1))
        apply_conclusions(possible, step.conclusions)
    assert n_suppositions


# Words


def test_numbers_in_words() -> None:
    assert numbered("row", [3]) == "row 3"
    assert numbered("row", [3, 4]) == "rows 3 and 4"
    assert numbered("row", [1, 3, 4, 5, 9]) == "rows 1, 3 to 5 and 9"
    assert joined(["a", "b", "c"], "or") == "a, b or c"


def test_cells_are_named_by_the_crossing_lines_or_counted_along_the_line() -> None:
    rect = StepWords(row_of(5, "2a"))
    assert rect.cell(3) == "row 1, column 4"
    assert rect.on_line(0, [1, 2, 3]) == "columns 2 to 4"
    assert rect.on_line(2, [1]) == "row 1"
    hexagon = StepWords(nonosat.load(ROOT / "puzzles" / "hex-tick.clues"))
    assert hexagon.cell(3) == "row 2, cell 1"
    line = 5 + 2
    cells = hexagon.grid.line(line)
    assert hexagon.line(line) == "up-left line 3"
    assert hexagon.on_line(line, [cells[0], cells[1]]) == "cells 1 and 2"
    assert hexagon.lines([0, 1, 2, line]) == "rows 1 to 3 and up-left line 3"


def test_names_of_colours_differ() -> None:
    palettes = [
        ("#ffffff #9d4edd #5a189a", ("empty", "light purple", "dark purple")),
        ("#ffffff #ff0000 #ee0000 #dd0000", ("empty", "red (a)", "red (b)", "red (c)")),
        ("#ffffff #000000", ("empty", "filled")),
    ]
    for colors, expected in palettes:
        puzzle = loads(f"rect 1 1\n{colors}\n1a\n1a\n", format="clues")
        assert StepWords(puzzle).colors == expected


def test_blocks_are_told_apart() -> None:
    words = StepWords(row_of(20, "3a 1a 3a 2a 1a 1a"))
    assert [words.block(0, number) for number in range(6)] == [
        "the first block of 3",
        "the first block of 1",
        "the second block of 3",
        "the block of 2",
        "the second block of 1",
        "the third block of 1",
    ]
    assert words.blocks(0, (0, 2)) == "both blocks of 3"
    assert words.blocks(0, (0, 2), "or") == "any block of 3"
    assert words.blocks(0, (1, 4), "or") == "one block of 1"
    assert words.blocks(0, (0, 2), "nor") == "block of 3"
    assert words.blocks(0, (1, 4), "nor") == "the first nor the second block of 1"
    assert words.blocks(0, (2, 3), "nor") == "the second block of 3 nor the block of 2"
    assert words.blocks(0, (1, 4, 5)) == "all blocks of 1"
