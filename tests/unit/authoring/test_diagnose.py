"""`nonosat diagnose`: the verdict, the map of several solutions with exact shares, and what is wrong without any."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
import snapshot
from conftest import NONE, RECT, TWO, refused, write
from puzzle_tables import table

import nonosat
from nonosat.analysis import count as color_shares
from nonosat.analysis.count import cell_colors, count
from nonosat.authoring.diagnose import NONE as NO_SOLUTION
from nonosat.authoring.diagnose import SEVERAL, UNDECIDED, UNIQUE, Diagnosis
from nonosat.core.errors import InputError
from nonosat.drawing.svg_map import svg_map
from nonosat.drawing.text_map import text_map
from nonosat.formats import FORMATS
from nonosat.formats.loading import refused_puzzle
from nonosat.model.cell_colors import CellColors
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import ImpossibleClues, Puzzle

#: The totals disagree: the second row is missing a number.
TOTALS = "rect 2 2\n#ffffff #000000\n1a\n\n1a\n1a\n"
#: Two of three solutions have the upper left cell empty.
THREE = "rect 3 3\n#ffffff #000000\n1a\n1a\n1a\n1a\n1a\n1a\n"


def colors_of(puzzle: Puzzle) -> CellColors:
    return cell_colors(count(puzzle))


def test_verdicts() -> None:
    assert nonosat.diagnose(nonosat.loads(RECT)).verdict == UNIQUE
    several = nonosat.diagnose(nonosat.loads(TWO))
    assert several.verdict == SEVERAL
    assert several.count is not None
    assert several.count.at_least == 2
    none = nonosat.diagnose(nonosat.loads(NONE))
    assert none.verdict == NO_SOLUTION
    assert none.corrections is not None
    assert none.contradicting is None
    assert [nonosat.diagnose(nonosat.loads(text)).outcome for text in (RECT, TWO, NONE)] == [0, 1, 1]


@pytest.mark.parametrize("number", [10, pytest.param(150, marks=pytest.mark.slow)])
def test_shares_against_brute_force(number: int) -> None:
    for puzzle, solutions in table("every_kind")[:number]:
        found = colors_of(puzzle)
        for cell in range(puzzle.grid.n_cells):
            numbers = Counter(cells[cell] for cells in solutions)
            assert list(found.possible[cell]) == sorted(numbers)
            for color in range(puzzle.n_colors + 1):
                share = found.share(cell, color)
                assert share == pytest.approx(numbers[color] / len(solutions))
            likeliest = found.likeliest(cell)
            assert likeliest is not None
            assert numbers[likeliest] == max(numbers.values())
        assert sorted(cell for place in found.places for cell in place) == list(found.open_cells)


def test_shares_of_large_components_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(color_shares, "LISTED", 5)
    found = colors_of(nonosat.loads(THREE))  # 6 solutions
    assert found.frequencies == {}
    assert found.share(0, 1) is None
    assert found.likeliest(0) is None
    assert text_map(found) == "???\n???\n???"
    assert text_map(found, depth=1 << 24).count("??") == 9
    root = ElementTree.fromstring(svg_map(found))
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")] == ["?"] * 9


def test_maps_as_text() -> None:
    found = colors_of(nonosat.loads(THREE))
    colored = text_map(found, depth=1 << 24)
    assert colored.count("67") == 9
    assert all(line.endswith("\x1b[0m") for line in colored.splitlines())
    mixed = colors_of(nonosat.puzzle(["1", "1", "2"], ["1", "1", "1", "1"]))
    assert text_map(mixed).splitlines()[2].count("?") == len([cell for cell in mixed.open_cells if cell >= 8])


def test_maps_of_hexagons_begin_where_their_rows_do() -> None:
    grid = HexGrid(2)
    possible = tuple((0, 1) if cell == 3 else (cell % 2,) for cell in range(grid.n_cells))
    puzzle = nonosat.puzzle_of(nonosat.Picture(grid, (0,) * grid.n_cells), nonosat.Palette(("#ffffff", "#000000")))
    found = CellColors(puzzle=puzzle, possible=possible, frequencies={3: {0: 3, 1: 1}}, places=((3,),))
    assert text_map(found) == " - a\n- ? -\n a -"
    assert "?" not in text_map(found, is_partial=True)


def test_what_is_not_known_yet_is_a_dot() -> None:
    puzzle = nonosat.loads(TWO)
    found = CellColors(puzzle=puzzle, possible=((0,), (0, 1), (), (1,)), frequencies={}, places=())
    assert text_map(found, is_partial=True) == "-.\n!a"
    assert " ." in text_map(found, depth=1 << 24, is_partial=True)


def test_drawings_of_maps() -> None:
    found = colors_of(nonosat.loads(THREE))
    text = svg_map(found, title="three")
    assert text == svg_map(found, title="three")
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "three"
    assert "9 cells" in (root.findtext(f"{space}desc") or "")
    discs = [path.get("d") or "" for path in root.iter(f"{space}path") if "A" in (path.get("d") or "")]
    assert len(discs) == 3  # both colours, and the edges
    assert discs[0].count("M") == discs[1].count("M") == 9


def test_a_sentence_for_each_place() -> None:
    found = nonosat.diagnose(nonosat.loads(TWO))
    snapshot.compare("authoring/diagnosis", "several solutions", "\n".join([found.sentence(), *found.details()]))


def test_what_is_not_proved_is_said_to_be() -> None:
    puzzle = nonosat.loads(THREE)
    whole = count(puzzle)
    one = replace(whole.map, witnesses=whole.map.witnesses[:1])
    # Listing the component proves what an incomplete map does not.
    assert cell_colors(replace(whole, map=one)).unproved == frozenset()
    inexact = tuple(each._replace(is_exact=False, at_least=1) for each in whole.components)
    found = cell_colors(replace(whole, map=one, components=inexact))
    assert found.unproved == frozenset(range(9))
    assert text_map(found) == "...\n...\n..."
    assert "9 cells" in svg_map(found)
    several = Diagnosis(puzzle=puzzle, verdict=SEVERAL, count=replace(whole, map=one, components=inexact), colors=found)
    snapshot.compare("authoring/diagnosis", "not proved", "\n".join([several.sentence(), *several.details()]))


def test_nothing_known() -> None:
    found = Diagnosis(puzzle=nonosat.loads(TWO), verdict=UNDECIDED)
    assert found.outcome == 5
    record = found.record()
    assert (record["solutions"], record["exact"]) == (None, False)


def test_a_time_limit_that_is_over(hard) -> None:
    found = nonosat.diagnose(nonosat.load(hard), timeout=1e-6)
    assert found.verdict == UNDECIDED
    none = nonosat.diagnose(broken(TOTALS), timeout=1e-9)
    assert none.verdict == NO_SOLUTION  # the totals prove it
    assert none.explanations is None


def broken(text: str) -> Puzzle:
    with pytest.raises(InputError) as caught:
        nonosat.loads(text)
    puzzle = refused_puzzle(caught.value)
    assert puzzle is not None
    return puzzle


def test_a_puzzle_whose_totals_disagree_is_at_hand() -> None:
    puzzle = broken(TOTALS)
    found = nonosat.diagnose(puzzle)
    assert found.totals is not None
    with pytest.raises(ImpossibleClues) as caught:
        Puzzle(puzzle.grid, puzzle.palette, puzzle.clues)
    assert caught.value.puzzle == puzzle
    assert refused_puzzle(InputError("something else")) is None


@pytest.mark.parametrize("name", [name for name, known in FORMATS.items() if known.writes and known.holds("rect")])
def test_every_format_hands_over_the_puzzle_that_it_refuses(name: str) -> None:
    puzzle = nonosat.puzzle(["1", "3"], ["1", "2", "1"])
    text = FORMATS[name].write(puzzle)
    changed = [text[: match.start()] + "2" + text[match.end() :] for match in re.finditer("3", text)]
    found = []
    for each in changed:
        try:
            FORMATS[name].read(each)
        except InputError as error:
            found.append(refused_puzzle(error))
    wrong = [each.clues[1][0].length for each in found if each is not None]
    if not any(found):
        pytest.skip("a format that stores the picture, or where no number is a 3")
    assert 2 in wrong


def test_an_overlong_clue(run, tmp_path, rect) -> None:
    heart = ["1 1", "5", "5", "33", "1"], ["2", "4", "4", "4", "2"]
    with pytest.raises(ImpossibleClues, match="row 4") as caught:
        nonosat.puzzle(*heart)
    found = nonosat.diagnose(caught.value.puzzle, lines=True)
    assert found.totals is not None
    assert found.contradiction is not None
    assert (found.contradiction.line, found.contradiction.n_steps) == (3, 0)
    assert found.corrections is not None
    assert [each.parts.lines for each in found.corrections.found] == [(3,)]
    assert found.explanations is not None
    (error,) = found.explanations.found
    assert (error.error.clues, error.is_unique) == (((3, (Block(3, 1),)),), True)
    assert found.contradicting is not None
    assert found.contradicting.parts.lines == (3,)
    # Another one in a column, as long as a number may be; and 11 for 1 1.
    two = ["11", "5", "5", "3", "1"], ["2", "4", "4", "4", "999999999"]
    with pytest.raises(ImpossibleClues) as caught:
        nonosat.puzzle(*two)
    none = nonosat.diagnose(caught.value.puzzle)
    assert (none.verdict, none.explanations and none.explanations.found) == (NO_SOLUTION, ())
    blank = write(tmp_path / "blank.px", "5,5\n11\n5\n5\n3\n1\n2\n4\n4\n4\n2\n")
    done = run("diagnose", blank, rect)
    assert (done.code, done.err) == (1, "")
    snapshot.compare("authoring/diagnose", "a clue that is too long, and a good puzzle", done.out)
    refused(run("solve", blank), f"{blank}:2:1", "row 1", "diagnose")


def test_several_files(run, tmp_path, rect, two) -> None:
    done = run("diagnose", rect, tmp_path / "missing", two, "-q")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith(f"{tmp_path}/missing: ")
    done = run("diagnose", rect, two, "-", "--json", stdin=TOTALS)
    assert (done.code, done.err) == (1, "")
    found = [json.loads(line) for line in done.out.splitlines()]
    assert [(each["name"], each["verdict"]) for each in found] == [
        ("rect", "unique"),
        ("two", "several"),
        ("stdin", "none"),
    ]
    assert run("diagnose", rect, two, "--svg", tmp_path / "map.svg").code == 2
    assert run("diagnose", "-", "-").code == 2


def test_command(run, rect, two, none, tmp_path) -> None:
    done = run("diagnose", rect)
    assert (done.code, done.err) == (0, "")
    told = [done.out]
    for arguments in ([two, "--no-color"], [none, "--lines"]):
        done = run("diagnose", *arguments)
        assert (done.code, done.err) == (1, "")
        told.append(done.out)
    snapshot.compare("authoring/diagnose", "one, several and no solution", "\n".join(told))
    assert told[1].startswith("??\n??\ntwo: ")
    assert run("diagnose", two).out == told[1]
    assert run("diagnose", none, "-q").out == ""
    totals = write(tmp_path / "totals.clues", TOTALS)
    done = run("diagnose", totals)
    assert (done.code, done.err) == (1, "")
    assert "totals: " in done.out
    assert run("diagnose", "-", stdin=TOTALS).out == done.out.replace("totals: no", "stdin: no")


def test_command_with_bad_input(run, tmp_path, two) -> None:
    done = run("diagnose", tmp_path / "missing.clues")
    assert done.code == 3
    done = run("diagnose", write(tmp_path / "bad.clues", RECT.replace("\n", "\nx", 3)))
    assert (done.code, done.out) == (3, "")
    assert len(done.err.splitlines()) == 1
    assert run("diagnose", two, "--svg", "map.txt").code == 2
    assert run("diagnose", two, "--svg", "-", "--json").code == 2
    assert run("diagnose", two, "--timeout", "0").code == 2


def test_json(run, two, none, tmp_path) -> None:
    record = json.loads(run("diagnose", two, "--json").out)
    assert record.pop("seconds") >= 0
    assert record["verdict"] == "several"
    assert (record["solutions"], record["exact"], record["exit"]) == (2, True, 1)
    assert record["differs"][0] == {"cell": [1, 1], "colors": {"-": 0.5, "a": 0.5}}
    assert record["places"] == [{"cells": [[1, 1], [1, 2], [2, 1], [2, 2]], "solutions": 2, "exact": True}]
    record = json.loads(run("diagnose", none, "--json", "--lines").out)
    assert (record["verdict"], record["solutions"], record["exit"]) == ("none", 0, 1)
    assert record["contradiction"]["line"]
    assert record["corrections"]["smallest"]
    assert record["contradicting"]["smallest"]
    given = write(tmp_path / "given.clues", "rect 1 2\n#ffffff #000000\n1a\n1a\n\ngiven 1 2 a\n")
    record = json.loads(run("diagnose", given, "--json").out)
    assert {"lines": [], "givens": [[1, 2]], "readings": [], "cells": 0, "picture": ["a-"]} in record["corrections"][
        "sets"
    ]
    assert record["typing_errors"]["found"][0]["given"] == {"cell": [1, 2], "meant": "-"}


@pytest.mark.parametrize("name", ["rect", "two", "none"])
def test_a_drawing_for_every_verdict(run, name: str, request: pytest.FixtureRequest, tmp_path) -> None:
    file = tmp_path / "drawing.svg"
    run("diagnose", request.getfixturevalue(name), "--svg", file)
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")
    out = run("diagnose", request.getfixturevalue(name), "--svg", "-").out
    assert out == file.read_text()
