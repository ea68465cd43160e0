"""Sketches for tests: strategies of hypothesis for all three grids."""

from __future__ import annotations

from hypothesis import strategies as st

from nonosat.drawing_board.sketch import Sketch
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import default_palette
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

GRIDS: tuple[Grid, ...] = (
    *(RectGrid(1, 1), RectGrid(3, 4), RectGrid(5, 2), HexGrid(1), HexGrid(2), HexGrid(3)),
    *(
        TriGrid((1, 1, 1, 1, 1, 1)),
        TriGrid((2, 1, 2, 2, 1, 2)),
        TriGrid((3, 0, 3, 0, 3, 0)),
        TriGrid((1, 3, 2, 1, 3, 2)),
    ),
)


@st.composite
def sketches(draw: st.DrawFn, grids: tuple[Grid, ...] = GRIDS) -> Sketch:
    grid, n_colors = draw(st.sampled_from(grids)), draw(st.integers(1, 3))
    cells = draw(st.lists(st.integers(0, n_colors), min_size=grid.n_cells, max_size=grid.n_cells))
    return Sketch(grid, default_palette(n_colors), bytes(cells))


@st.composite
def commands(draw: st.DrawFn) -> dict[str, object]:
    """A command that may or may not be possible for a sketch."""
    number = st.integers(0, 4)
    return draw(
        st.one_of(
            st.builds(
                lambda cells: {"do": "paint", "cells": [list(pair) for pair in cells]},
                st.lists(st.tuples(st.integers(0, 12), number), max_size=4),
            ),
            st.builds(lambda name: {"do": "turn", "turn": name}, st.sampled_from(["mirror", "flip", "right", "left"])),
            st.builds(
                lambda side, more: {"do": "grow", "sides": {side: more}},
                st.sampled_from(["top", "left", "bottom right", "all"]),
                st.integers(-2, 2),
            ),
            st.builds(lambda one, other: {"do": "merge", "number": one, "into": other}, number, number),
            st.builds(lambda one: {"do": "recolor", "number": one, "color": "#123456"}, number),
            st.sampled_from([{"do": name} for name in ("undo", "redo", "add color", "begin typing", "draw")]),
            st.builds(lambda line, one: {"do": "type", "clues": [[line, f"{one}a"]]}, st.integers(0, 5), number),
            st.builds(lambda text: {"do": "describe", "metadata": {"title": text}}, st.text(max_size=5)),
        )
    )
