"""Steps of explanations in sentences: what they say of each argument, and that they name all that a step needs."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
import snapshot
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


#: Clue and length of a row, arguments about it (pattern, cells, blocks), and the colours that are left.
IN_ONE_COLOUR = [
    ("", 3, [("empty", [1, 2, 3], [])], (0,)),
    ("3a", 3, [("full", [1, 2, 3], [])], (1,)),
    ("1a", 1, [("full", [1], [])], (1,)),
    ("1a 1a", 3, [("full", [1, 3], [])], (1,)),
    ("2a", 5, [("complete", [1, 2, 5], [])], (0,)),
    ("2a", 5, [("remaining", [4], [])], (1,)),
    ("5a", 9, [("joined", [3, 4], [1])], (1,)),
    ("7a", 9, [("overlap", [3, 4, 5, 6, 7], [1])], (1,)),
    ("3a 3a", 9, [("overlap", [3], [1]), ("overlap", [7], [2])], (1,)),
    ("3a 1a", 9, [("closed", [2, 6], [1])], (0,)),
    ("1a 1a", 9, [("closed", [2], [1, 2])], (0,)),
    ("3a", 9, [("unreachable", [1, 9], [1])], (0,)),
    ("3a 2a", 9, [("unreachable", [5], [1, 2])], (0,)),
    ("3a 2a", 9, [("unreachable", [5], [1, 2]), ("unreachable", [9], [2])], (0,)),
    ("3a 2a", 9, [("gap", [4], [1, 2])], (0,)),
    ("2a 2a", 9, [("too-long", [4], [1, 2])], (0,)),
    ("4a 2a", 9, [("extended", [4], [1])], (1,)),
    ("4a 2a", 9, [("extended", [4], [1, 2])], (1,)),
    ("2a 2a 1a", 9, [("extended", [4], [1, 2])], (1,)),
    ("1a 2a 2a 2a 1a", 15, [("overlap", [at], [number]) for at, number in ((3, 2), (6, 3), (9, 4), (12, 5))], (1,)),
    ("1a 1a 1a 1a 2a", 15, [("overlap", [2 * number], [number]) for number in (1, 2, 3, 4)], (1,)),
    ("3a 3a 3a 3a", 16, [("joined", [2 + 4 * number], [number + 1]) for number in range(4)], (1,)),
    ("3a 3a 3a 3a", 25, [("gap", [2 + 4 * number], [number + 1]) for number in range(4)], (0,)),
    ("1a 2a", 9, [("placements", [2, 4], [])], (0,)),
    ("3a", 9, [("placed", [3], [1])], (1,)),
    ("1a 2a", 9, [("placed", [1], [1]), ("placed", [5], [2])], (1,)),
    ("1a 2a 1a", 9, [("placed", [1], [1]), ("placed", [5], [2]), ("placed", [7], [3])], (1,)),
    ("_a 1a", 3, [("full", [1, 3], [])], (1,)),
    ("_a 2a _a", 6, [("full", [1, 3, 4, 6], [])], (1,)),
    ("_a 2a", 9, [("remaining", [4], [])], (1,)),
    ("_a", 9, [("joined", [3, 4], [1])], (1,)),
    ("_a 1a _a", 9, [("overlap", [3], [1])], (1,)),
    ("_a 3a", 9, [("overlap", [3], [1]), ("overlap", [7], [2])], (1,)),
    ("_a 1a _a 1a 1a", 15, [("overlap", [at], [number]) for at, number in ((3, 1), (6, 2), (9, 3))], (1,)),
    ("_a _a _a _a 1a", 15, [("overlap", [at], [number]) for at, number in ((3, 1), (6, 2), (9, 3))], (1,)),
    ("_a 2a", 9, [("unreachable", [5], [1, 2])], (0,)),
    ("_a _a 1a", 9, [("extended", [4], [1, 2])], (1,)),
    ("_a 2a", 9, [("placements", [2, 4], [])], (0,)),
    ("_a", 9, [("placements", [2], [])], (0,)),
]
#: The same on nine cells in three colours.
IN_COLOURS = [
    ("3a 2b", [("color", [1, 2], [1])], (0, 1)),
    ("3a 2b", [("color", [4], [1, 2])], (0,)),
    ("3a 2b", [("closed", [4], [1])], (0, 2, 3)),
    ("3a 2b", [("overlap", [3], [1])], (1,)),
    ("3? 2b", [("overlap", [3], [1])], (1, 3)),
    ("3a 2b", [("placements", [3], [])], (1, 2)),
    ("3a 2b", [("placements", [3], [])], (2,)),
]


def test_arguments_in_one_colour() -> None:
    told = [f"{clue or '-'}: {said(clue, *others)}" for clue, *others in IN_ONE_COLOUR]
    snapshot.compare("explaining/arguments", "one colour", "\n".join(told))


def test_arguments_in_several_colours() -> None:
    told = [f"{clue}: {said(clue, 9, *others, (0, 1, 2, 3), THREE)}" for clue, *others in IN_COLOURS]
    snapshot.compare("explaining/arguments", "several colours", "\n".join(told))


def test_a_cell_at_the_edge_of_a_block_lies_between_no_cells() -> None:
    several = [("joined", [at], [number]) for at, number in ((2, 1), (5, 2), (8, 3))]
    told = [said("2? 2? 2?", 9, reasons, (2,), (1, 2), colors=THREE) for reasons in (several[:1], several)]
    snapshot.compare("explaining/arguments", "the edge of a block", "\n".join(told))


@pytest.mark.parametrize("pattern", ["complete", "remaining"])
def test_several_lines_in_one_sentence_name_no_cells(pattern: str) -> None:
    texts = {said("2a", 6, [(pattern, cells, [])], (0,), is_brief=True) for cells in ([1, 2], [5, 6])}
    assert len(texts) == 1
    assert "column" not in texts.pop()


def test_lines_that_need_all_cells_that_are_left() -> None:
    text = said("2a", 6, [("remaining", [1, 2], [])], is_brief=True)
    snapshot.compare("explaining/arguments", "several lines", text)


def test_lines_that_conclude_in_the_same_way_are_one_sentence() -> None:
    puzzle = loads(f"rect 4 3\n{HEAD}\n\n3a\n\n1a\n1a\n1a\n", format="clues")
    made = tuple(deduction(puzzle, line, [("empty", [1, 2, 3], [])], (0,)) for line in ("r1", "r2", "r4"))
    narrowed = tuple(sorted(each for one in made for each in one.narrowed))
    step = Step(rung=Rung.SINGLE_LINE, lines=(0, 1, 3), conclusions=narrowed, deductions=made)
    (sentence,) = StepSentences(puzzle).of_step(step, [(0, 1)] * 12)
    assert sentence.text.startswith("Rows 1, 2 and 4: ")


def test_several_arguments_are_several_sentences() -> None:
    puzzle = row_of(9, "3a 1a")
    made = deduction(puzzle, "r1", [("overlap", [3], [1]), ("unreachable", [9], [2])], (1,))
    step = Step(rung=Rung.SINGLE_LINE, lines=(0,), conclusions=made.narrowed, deductions=(made,))
    (sentence,) = StepSentences(puzzle).of_step(step, [(0, 1)] * 9)
    assert sentence.text.count(". ") == 1


# Suppositions


def test_a_supposition_in_a_supposition() -> None:
    puzzle, step = nested()
    sentences = StepSentences(puzzle).of_step(step, [(0, 1)] * 9)
    assert [each.indent for each in sentences] == [0, 1, 2, 2, 1, 1, 1, 0]
    told = [2 * each.indent * " " + each.labelled for each in sentences]
    snapshot.compare("explaining/steps", "a supposition in a supposition", "\n".join(told))
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
    made = tuple(deduction(puzzle, line, [("placements", [2], [])], (1,)) for line in ("r2", "c2"))
    several = Step(rung=Rung.CROSSING_LINES, lines=(1, 4), conclusions=narrowed[:1], deductions=made)
    steps = [
        Step(rung=Rung.LINE_SET, lines=(0, 1, 4), conclusions=narrowed),
        several,
        replace(several, deductions=()),
    ]
    told = [[each.labelled for each in StepSentences(puzzle).of_step(step, [(0, 1)] * 9)] for step in steps]
    assert list(map(len, told)) == [1, 4, 1]
    snapshot.compare("explaining/steps", "several lines together", "\n".join("\n".join(each) for each in told))


#: The clue of a row of five cells, and what is known of it.
MISFITS = [
    ("2a", "aaa.."),
    ("3a", "--..-"),
    ("1a", "-----"),
    ("1a 1a", "..aa."),
    ("3a", "..-.."),
    ("2a", "-a-.."),
    ("2a", "a...a"),
    ("2a 2a", "a.-a-"),
    ("1a 2a", "a..-a"),
    ("", "a...."),
    ("_a 1a", "a----"),
    ("_a 1a", "aaaaa"),
    ("_a", "a.-.a"),
    ("_a 3a", "..-.."),
    ("_a 1a", "a.a.a"),
]


def test_what_is_wrong_with_a_line() -> None:
    told = []
    for clue, cells in MISFITS:
        possible = [{"a": (1,), "-": (0,), ".": (0, 1)}[cell] for cell in cells]
        told.append(f"{clue or '-'} in {cells}: {misfit(StepWords(row_of(5, clue)), 0, possible)}")
    known = {"a": (1,), "b": (2,), "-": (0,), ".": (0, 1, 2)}
    for cells in ("aa.a.", "...--", "b...."):
        puzzle = row_of(5, "2a 2b", "#ffffff #ff0000 #0000ff")
        told.append(f"2a 2b in {cells}: {misfit(StepWords(puzzle), 0, [known[cell] for cell in cells])}")
    snapshot.compare("explaining/misfits", "short rows", "\n".join(told))


@pytest.mark.parametrize(
    ("clue", "cells", "named"),
    [
        ("2a 1a 3a", "a.-a.a..a...", {3, 4, 6, 9}),
        ("2a 2a 2a 2a 2a", "a.......a..a..a..a..a..a..", {9, 12, 15, 18, 21, 24}),
        ("2a 2a 2a 2a 2a 2a 2a 2a", "a.." * 9, set()),
    ],
)
def test_only_the_cells_that_matter_are_named(clue: str, cells: str, named: set[int]) -> None:
    """The others can be open, and the clue does not fit; with one more open cell it does. Too many are not named."""
    possible = [{"a": (1,), "-": (0,), ".": (0, 1)}[cell] for cell in cells]
    text = misfit(StepWords(row_of(len(cells), clue)), 0, possible)
    assert set(map(int, re.findall(r"\d+", text.partition("row 1")[2]))) == named


# Real explanations


#: Puzzles of the fast tests.
SMALL = ("dice", "heart", "hex-snowflake")


@pytest.mark.parametrize(
    "path",
    [path if path.stem in SMALL else pytest.param(path, marks=pytest.mark.slow) for path in PUZZLES],
    ids=lambda path: path.stem,
)
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


@pytest.mark.parametrize(
    ("seed", "number"), [(0, 4), *(pytest.param(seed, 30, marks=pytest.mark.slow) for seed in range(4))]
)
def test_sentences_of_puzzles_with_hidden_numbers(seed: int, number: int) -> None:
    """No sentence speaks of a block of 0 cells; contradictions, too, have words."""
    rng = random.Random(seed)
    for _ in range(number):
        grid = HexGrid(rng.randint(2, 3)) if rng.random() < 0.3 else RectGrid(rng.randint(4, 7), rng.randint(4, 7))
        unknown = rng.choice((0.0, 0.3))
        puzzle, _ = random_puzzle(rng, grid, rng.randint(1, 3), unknown=unknown, hidden=0.4, density=0.6)
        for each in nonosat.explain(puzzle).texts():
            text = " ".join(sentence.text for sentence in each.sentences)
            assert text.endswith(".")
            assert not re.search(r"\b0\b", text), text


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
            assert said_of.conclusion(step.conclusions) in sentences[-1].text
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
    words, told = StepWords(row_of(20, "3a 1a 3a 2a 1a 1a")), []
    names = [words.block(0, number) for number in range(6)]
    groups = [((0, 2), "and"), ((0, 2), "or"), ((1, 4), "or"), ((0, 2), "nor"), ((1, 4), "nor"), ((2, 3), "nor")]
    told += [*names, *(words.blocks(0, *group) for group in groups), words.blocks(0, (1, 4, 5))]
    words = StepWords(row_of(20, "_a _a _b _? 3? _?", THREE))
    unknown = [words.block(0, number) for number in range(6)]
    told += [*unknown, words.blocks(0, (0, 1)), words.blocks(0, (3, 5), "or"), words.clue(0)]
    assert len(set(names)) == len(set(unknown)) == 6
    snapshot.compare("explaining/words", "blocks", "\n".join(told))
