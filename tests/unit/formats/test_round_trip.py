"""What is written in a format is read as it was, for every format that can be written and all that it can express."""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from oracle import triangle_outlines
from places import ROOT

from nonosat.authoring.conversion import convert_sheet
from nonosat.core.errors import InputError, UsageError
from nonosat.formats import FORMATS, Format, Sheet, load
from nonosat.formats.registry import likely_formats, recognised
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, puzzle_of
from nonosat.model.rect_grid import RectGrid

WRITTEN = [name for name, format_ in FORMATS.items() if format_.writes]
GALLERY = sorted((ROOT / "puzzles").glob("*.clues"))


def again(format_: Format, sheets: list[Sheet]) -> list[Sheet]:
    """The sheets after a trip through a file."""
    text = format_.write_all(sheets)
    likely = likely_formats(text)
    assert format_ in likely
    if any(other.read(text) != format_.read(text) for other in likely):
        with pytest.raises(InputError) as caught:
            recognised(text)
        assert all(other.name in str(caught.value) for other in likely)
    else:
        assert recognised(text) is format_
    return list(format_.sheets(text))


def assert_same(before: list[Sheet], after: list[Sheet]) -> None:
    assert [(sheet.puzzle, sheet.puzzle.metadata, sheet.goal) for sheet in after] == [
        (sheet.puzzle, sheet.puzzle.metadata, sheet.goal) for sheet in before
    ]


load_once = cache(load)


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", WRITTEN)
def test_gallery(name, step):
    """Every shipped puzzle, as far as the format can express it, and in black and white where that is not far."""
    format_ = FORMATS[name]
    kept = 0
    for path in GALLERY[::step]:
        puzzle = load_once(path)
        sheet = Sheet(dataclasses.replace(puzzle, metadata=Metadata(**dict.fromkeys(format_.metadata, path.stem))))
        if not format_.losses(sheet):
            kept += 1
            assert_same([sheet], again(format_, [sheet]))
            continue
        if puzzle.n_colors == 1:
            looks = Sheet(dataclasses.replace(sheet.puzzle, palette=BLACK_ON_WHITE))
            if not format_.losses(looks):
                kept += 1
                assert_same([looks], again(format_, [looks]))
    assert kept >= (10 if not format_.colors else 25) // step


@st.composite
def sheets(draw, format_: Format) -> Sheet:
    """Any puzzle that a format can express."""
    shapes = [st.builds(RectGrid, st.integers(1, 6), st.integers(1, 6))]
    if format_.holds("hex"):
        shapes.append(st.builds(HexGrid, st.integers(1, 3)))
    if format_.holds("tri"):
        shapes.append(st.sampled_from(triangle_outlines(30)))
    grid = draw(st.one_of(shapes))
    palette = BLACK_ON_WHITE
    if format_.colors:
        most = min(70, format_.max_colors)
        color = st.from_regex("#[0-9a-f]{6}", fullmatch=True) | st.sampled_from(["#ffffff", "#000000"])
        palette = Palette(tuple(draw(st.lists(color, min_size=2, max_size=1 + draw(st.sampled_from([1, 3, most]))))))
    colors = st.integers(0, palette.n_colors)
    cells = draw(st.lists(colors, min_size=grid.n_cells, max_size=grid.n_cells).map(tuple))
    given_cells = draw(st.lists(st.integers(0, grid.n_cells - 1), max_size=4)) if format_.givens else []
    puzzle = puzzle_of(Picture(grid, cells), palette, [ColoredCell(cell, cells[cell]) for cell in given_cells])
    if format_.unknown:
        hidden = draw(st.sets(st.integers(1, palette.n_colors), max_size=2))
        clues = tuple(
            tuple(Block(length, ANY_COLOR if color in hidden else color) for length, color in clue)
            for clue in puzzle.clues
        )
        puzzle = dataclasses.replace(puzzle, clues=clues)
    if format_.hidden:
        lengths = draw(st.sets(st.integers(1, 6), max_size=3))
        clues = tuple(
            tuple(Block(ANY_LENGTH if length in lengths else length, color) for length, color in clue)
            for clue in puzzle.clues
        )
        puzzle = dataclasses.replace(puzzle, clues=clues)
    # What marks something in one of the formats is the most interesting text.
    marks = st.sampled_from(["rows", '"', "'", "&amp;", "<b>", "]]>", "\\", "====", "#", ":", "goal", "<puzzle", "{"])
    text = st.lists(st.text(max_size=5) | marks, max_size=4).map(" ".join)
    metadata = {name: draw(text) for name in format_.metadata}
    goal = None
    if format_.goal and draw(st.booleans()):
        goal = Picture(grid, draw(st.lists(colors, min_size=grid.n_cells, max_size=grid.n_cells).map(tuple)))
    return Sheet(dataclasses.replace(puzzle, metadata=Metadata(**metadata)), goal)


@pytest.mark.parametrize("name", WRITTEN)
def test_as_many_colours_as_there_are_names_for(name):
    format_ = FORMATS[name]
    most = min(format_.max_colors, 2_000) if format_.colors else 1
    colors = BLACK_ON_WHITE.colors if most == 1 else tuple(f"#{number:06x}" for number in range(most + 1))
    picture = Picture(RectGrid(1, 3), (1, most, 0))
    sheet = Sheet(puzzle_of(picture, Palette(colors)), picture if format_.goal else None)
    assert_same([sheet], again(format_, [sheet]))
    if most == format_.max_colors:
        more = dataclasses.replace(sheet.puzzle, palette=Palette((*colors, "#ffffff")))
        assert [loss.kind for loss in format_.losses(Sheet(more))] == ["colors"]


@pytest.mark.parametrize("name", WRITTEN)
@given(st.data())
@examples(60, fast=5)
def test_any_puzzle(name, data):
    format_ = FORMATS[name]
    some = data.draw(st.lists(sheets(format_), min_size=1, max_size=3 if format_.several else 1))
    assert not any(format_.losses(sheet) for sheet in some)
    assert_same(some, again(format_, some))


@pytest.mark.parametrize("name", WRITTEN)
@given(sheets(FORMATS["clues"]))
@examples(25, fast=5)
def test_any_puzzle_in_any_format(name, sheet):
    """What the target cannot express is refused or, if that is wanted, left out with a warning."""
    format_ = FORMATS[name]
    lost = [loss.kind for loss in format_.losses(sheet)]
    if not lost:
        assert convert_sheet(sheet, format_) is sheet
        return
    if lost != ["tints"]:
        with pytest.raises(UsageError, match=name):
            convert_sheet(sheet, format_)
    with pytest.raises(UsageError):
        format_.write_all([sheet])
    warnings: list[str] = []
    try:
        fit = convert_sheet(sheet, format_, lossy=lost != ["tints"], warn=warnings.append)
    except UsageError:
        assert "grid" in lost or (format_.colors and sheet.puzzle.n_colors > format_.max_colors)
        assert warnings == []
        return
    assert len(warnings) == len(lost)
    assert_same([fit], again(format_, [fit]))
