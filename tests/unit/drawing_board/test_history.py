"""Undo and redo, without a limit and in little memory."""

from __future__ import annotations

import random
import tracemalloc

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from sketches import commands, sketches

from nonosat.core.errors import NonosatError
from nonosat.drawing_board.history import History
from nonosat.drawing_board.sketch import Sketch
from nonosat.model.palette import default_palette
from nonosat.model.rect_grid import RectGrid


@examples(60, fast=10)
@given(sketches(), st.lists(commands(), max_size=12))
def test_undo_returns_each_state(sketch: Sketch, steps: list[dict[str, object]]) -> None:
    history, states = History(sketch), [sketch]
    for step in steps:
        if step in ({"do": "undo"}, {"do": "redo"}):
            continue
        try:
            is_new = history.perform(step)
        except NonosatError:
            assert history.sketch == states[-1]
            continue
        assert is_new == (history.sketch != states[-1])
        if is_new:
            states.append(history.sketch)
    for state in reversed(states[:-1]):
        assert history.perform({"do": "undo"})
        assert history.sketch == state
    assert not history.perform({"do": "undo"})
    for state in states[1:]:
        assert history.perform({"do": "redo"})
        assert history.sketch == state
    assert not history.perform({"do": "redo"})


def test_a_change_after_undo_forgets_what_was_undone() -> None:
    history = History(Sketch.empty(RectGrid(2, 2)))
    history.perform({"do": "paint", "cells": [[0, 1]]})
    history.perform({"do": "undo"})
    history.perform({"do": "paint", "cells": [[0, 0]]})  # changes nothing
    assert (history.n_undo, history.n_redo) == (0, 1)
    history.perform({"do": "paint", "cells": [[1, 1]]})
    assert (history.n_undo, history.n_redo) == (1, 0)


@pytest.mark.slow
def test_memory_of_10_000_strokes() -> None:
    rng = random.Random(1)
    noise = bytes(rng.choices(range(6), k=3600))
    history = History(Sketch(RectGrid(60, 60), default_palette(5), noise))
    tracemalloc.start()
    for _ in range(10_000):
        history.perform({"do": "paint", "cells": [[rng.randrange(3600), rng.randrange(6)] for _ in range(5)]})
    assert tracemalloc.get_traced_memory()[0] < 40_000_000
    tracemalloc.stop()
