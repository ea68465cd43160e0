"""Sketches: every change makes the sketch that a person expects, on all grids."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import clues_of
from sketches import GRIDS, sketches

from nonosat.core.errors import NonosatError, PuzzleError, UsageError
from nonosat.drawing_board.reshaping import TURNS, side_names
from nonosat.drawing_board.sketch import MAX_CELLS, Sketch
from nonosat.drawing_board.sketch_changes import changed
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.puzzle import Metadata
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid


@examples(100)
@given(sketches())
def test_clues_are_those_of_the_picture(sketch: Sketch) -> None:
    assert sketch.clues == clues_of(sketch.grid, tuple(sketch.cells))


@examples(100)
@given(sketches())
def test_a_record_is_the_sketch(sketch: Sketch) -> None:
    sketch = sketch.described({"title": "Cat", "license": "CC0"})
    assert Sketch.of_record(json.loads(json.dumps(sketch.record()))) == sketch


@examples(100)
@given(sketches(), st.data())
def test_growing_and_cropping_back(sketch: Sketch, data: st.DataObject) -> None:
    side, more = data.draw(st.sampled_from(side_names(sketch.grid))), data.draw(st.integers(1, 3))
    try:
        grown = sketch.grown({side: more})
    except PuzzleError:  # of triangles, a side that would vanish
        assert isinstance(sketch.grid, TriGrid)
        return
    assert sorted(filter(None, grown.cells)) == sorted(filter(None, sketch.cells))
    assert grown.grown({side: -more}) == sketch


@examples(60)
@given(sketches())
def test_growing_keeps_the_clues(sketch: Sketch) -> None:
    """The lines that were there have the same clues as before, and the new ones are empty."""
    for side in side_names(sketch.grid):
        try:
            grown = sketch.grown({side: 2})
        except PuzzleError:
            continue
        for before, after in zip(sketch.grid.families, grown.grid.families, strict=True):
            clues = [sketch.clues[line] for line in before]
            there = [grown.clues[line] for line in after]
            more = len(there) - len(clues)
            assert any(there == [()] * first + clues + [()] * (more - first) for first in range(more + 1))


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
def test_turns(grid) -> None:
    """Two mirrors, or a whole turn, change nothing; left is the inverse of right."""
    cells = bytes(cell % 3 for cell in range(grid.n_cells))
    sketch = Sketch(grid, Palette(("#ffffff", "#000000", "#ff0000")), cells)
    for name in ("mirror", "flip"):
        assert sketch.turned(name).turned(name) == sketch
    assert sketch.turned("right").turned("left") == sketch
    turned = sketch
    for _ in range({2: 4, 3: 6}[len(grid.families)]):
        turned = turned.turned("right")
        assert sorted(turned.cells) == sorted(cells)
    assert turned == sketch
    assert sketch.turned("mirror").turned("right") == sketch.turned("left").turned("mirror")


def test_turns_of_a_rectangle() -> None:
    sketch = Sketch(RectGrid(2, 3), Palette(("#ffffff", "#000000", "#ff0000")), bytes([1, 2, 0, 0, 0, 1]))
    assert {name: (after.grid.height, list(after.cells)) for name in TURNS[2] for after in [sketch.turned(name)]} == {
        "mirror": (2, [0, 2, 1, 1, 0, 0]),
        "flip": (2, [0, 0, 1, 1, 2, 0]),
        "right": (3, [0, 1, 0, 2, 1, 0]),
        "left": (3, [0, 1, 2, 0, 1, 0]),
    }


def test_triangles_turn_with_their_outline() -> None:
    assert Sketch.empty(TriGrid((2, 1, 2, 2, 1, 2))).turned("right").grid == TriGrid((1, 2, 2, 1, 2, 2))


def test_sides_of_triangles() -> None:
    """A side that moves outward becomes shorter, and its neighbours longer."""
    assert Sketch.empty(TriGrid((2, 2, 2, 2, 2, 2))).grown({"top": 1}).grid == TriGrid((3, 2, 2, 2, 3, 1))
    with pytest.raises(PuzzleError):
        Sketch.empty(TriGrid((3, 0, 3, 0, 3, 0))).grown({"top": 1})


def test_painting() -> None:
    sketch = Sketch.empty(HexGrid(2)).painted({0: 1, 6: 1})
    assert list(sketch.cells) == [1, 0, 0, 0, 0, 0, 1]
    for wrong in ({7: 1}, {-1: 1}, {0: 2}, {0: -1}):
        with pytest.raises(UsageError):
            sketch.painted(wrong)


def test_palette() -> None:
    sketch = Sketch(RectGrid(1, 4), Palette(("#ffffff", "#000000", "#ff0000", "#fe0000")), bytes([0, 1, 2, 3]))
    assert sketch.alike() == [(2, 3)]
    merged = sketch.merged(2, 3)
    assert (merged.palette.colors, list(merged.cells)) == (("#ffffff", "#000000", "#fe0000"), [0, 1, 2, 2])
    removed = sketch.merged(1, 0)
    assert (removed.palette.n_colors, list(removed.cells)) == (2, [0, 0, 1, 2])
    assert sketch.merged(3, 1).cells == bytes([0, 1, 2, 1])
    assert sketch.recolored(0, "#EEEEEE").palette.colors[0] == "#eeeeee"
    assert len(set(sketch.with_color().palette.colors)) == 5
    assert len(sketch.color_names()) == 3
    for wrong in (lambda: sketch.merged(2, 2), lambda: sketch.merged(0, 1), lambda: sketch.merged(1, 9)):
        with pytest.raises(UsageError):
            wrong()
    with pytest.raises(PuzzleError):
        Sketch.empty(RectGrid(2, 2)).merged(1, 0)


def test_limits() -> None:
    side = int(MAX_CELLS**0.5)
    assert Sketch.empty(RectGrid(side, side)).grid.n_cells == MAX_CELLS
    with pytest.raises(PuzzleError):
        Sketch.empty(RectGrid(side, side + 1))
    with pytest.raises(PuzzleError):
        Sketch.empty(RectGrid(2, 2)).grown({"top": -2})
    full = Sketch.empty(RectGrid(1, 1))
    for _ in range(98):
        full = full.with_color()
    with pytest.raises(PuzzleError):
        full.with_color()


def test_typed_clues() -> None:
    sketch = Sketch.empty(RectGrid(2, 2)).painted({0: 1})
    typed = sketch.with_clues({1: (Block(1, 1),)})
    assert typed.clues == ((Block(1, 1),), (Block(1, 1),), (Block(1, 1),), ())
    assert typed.puzzle.clues == typed.clues  # though they are impossible
    assert Sketch.of_record(json.loads(json.dumps(typed.record()))) == typed
    assert changed(typed, {"do": "draw"}) == sketch
    assert typed.recolored(1, "#ff0000").typed == typed.typed
    for change in (lambda: typed.painted({1: 1}), lambda: typed.turned("left"), lambda: typed.with_color().merged(2)):
        with pytest.raises(UsageError):
            change()
    for line, clue in (
        (4, (Block(1, 1),)),
        (-1, ()),
        (0, (Block(1, 2),)),
        (0, (Block(-1, 1),)),
        (0, (Block(1, 1),) * 3),
    ):
        with pytest.raises(NonosatError):
            sketch.with_clues({line: clue})
    with pytest.raises(NonosatError):
        Sketch.of_record({**GOOD, "typed": [[[1, 1]]]})
    with pytest.raises(UsageError):
        Sketch.of_record({**GOOD, "typed": 3})
    for number in (math.inf, math.nan, 2.7, "1", True, None):
        for block in ([number, 1], [1, number]):
            with pytest.raises(UsageError):
                Sketch.of_record({**GOOD, "typed": [[block], None, None]})


def test_a_blank_sketch_has_no_typed_line_at_first() -> None:
    blank = Sketch.empty(RectGrid(2, 2))
    typing = changed(blank, {"do": "begin typing"})
    assert typing.untyped == (0, 1, 2, 3)
    assert changed(typing, {"do": "begin typing"}) == typing
    assert changed(typing, {"do": "draw"}) == blank
    typed = typing.with_clues({1: (), 2: (Block(1, 1),)})
    assert typed.untyped == (0, 3)
    assert typed.clues == ((), (), (Block(1, 1),), ())
    assert Sketch.of_record(json.loads(json.dumps(typed.record()))) == typed
    drawn = blank.painted({0: 1})
    assert drawn.untyped == ()
    assert (drawn.typing().typed, drawn.typing().untyped) == (drawn.clues, ())


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
def test_typed_clues_grow_with_the_grid(grid) -> None:
    """A line has the clue of its cells after each growth, as the picture that grows with them shows."""
    cells = bytes(cell % 2 for cell in range(grid.n_cells))
    drawn = Sketch(grid, BLACK_ON_WHITE, cells)
    typed = replace(drawn, typed=drawn.clues)
    for side in side_names(grid):
        try:
            wanted = drawn.grown({side: 1})
        except PuzzleError:  # the side has no length left to give
            continue
        after = typed.grown({side: 1})
        assert [clue or () for clue in after.typed] == list(wanted.clues)
        assert len(after.untyped) == wanted.grid.n_lines - grid.n_lines
        assert after.grown({side: -1}) == typed


def test_metadata_is_one_line() -> None:
    sketch = Sketch.empty(RectGrid(1, 1)).described({"title": " A\ncat\x00 ", "author": "me"})
    assert sketch.metadata == Metadata("A cat", "me") == sketch.puzzle.metadata
    assert sketch.described({"author": ""}).metadata == Metadata("A cat")


GOOD = {"grid": "rect 1 2", "colors": ["#ffffff", "#000000"], "cells": "0001", "metadata": {}}
WRONG = [
    {},
    {"do": 3},
    {"do": "fly"},
    {"do": "paint"},
    {"do": "paint", "cells": [[0, 1]], "more": 1},
    {"do": "paint", "cells": [[0, True]]},
    {"do": "paint", "cells": [[0]]},
    {"do": "paint", "cells": [[0, 1e9]]},
    {"do": "paint", "cells": [[10**30, 1]]},
    {"do": "paint", "cells": {"0": 1}},
    {"do": "grow", "sides": {"up": 1}},
    {"do": "grow", "sides": {"top": 10**6}},
    {"do": "grow", "sides": {"top": 39_000, "left": 39_000}},
    {"do": "turn", "turn": "round"},
    {"do": "turn", "turn": ["left"]},
    {"do": "recolor", "number": 1, "color": "red"},
    {"do": "describe", "metadata": {"title": 3}},
    {"do": "describe", "metadata": {"name": "x"}},
    {"do": "describe", "metadata": {"title": "x" * 3000}},
    *(
        {"do": "replace", "sketch": {**GOOD, **change}}
        for change in (
            *({"grid": "rect 2 2"}, {"grid": 3}, {"grid": "cube 3"}, {"colors": ["#ffffff"]}, {"colors": "#000000"}),
            *({"colors": ["x", "y"]}, {"cells": "00"}, {"cells": "0009"}, {"cells": "zz"}, {"metadata": None}),
            {"grid": "rect 4000 4000"},
        )
    ),
]


@pytest.mark.parametrize("command", WRONG, ids=str)
def test_wrong_commands(command) -> None:
    with pytest.raises(NonosatError):
        changed(Sketch.empty(RectGrid(2, 2)), command)


def test_commands() -> None:
    sketch = Sketch.empty(RectGrid(2, 2))
    steps = [
        {"do": "paint", "cells": [[0, 1], [0, 0], [3, 1]]},
        {"do": "add color"},
        {"do": "recolor", "number": 2, "color": "#00ff00"},
        {"do": "grow", "sides": {"right": 1}},
        {"do": "turn", "turn": "mirror"},
        {"do": "describe", "metadata": {"author": "me"}},
        {"do": "merge", "number": 1, "into": 2},
    ]
    for step in steps:
        sketch = changed(sketch, step)
    palette = Palette(("#ffffff", "#00ff00"))
    assert sketch == Sketch(RectGrid(2, 3), palette, bytes([0, 0, 0, 0, 1, 0]), Metadata(author="me"))
    replaced = changed(sketch, {"do": "replace", "sketch": GOOD})
    assert replaced == replace(Sketch.empty(RectGrid(1, 2), BLACK_ON_WHITE), cells=bytes([0, 1]))
