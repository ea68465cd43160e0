"""The changes of a sketch that a page or a journal may ask for, as JSON: `{"do": "turn", "turn": "left"}`.

A command is checked as a whole before anything is changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from nonosat.core.errors import UsageError, shown
from nonosat.drawing_board.sketch import MAX_CELLS, Sketch
from nonosat.drawing_board.typed_clues import with_texts
from nonosat.model.nouns import joined

#: Letters of the longest text of an author.
_MAX_TEXT = 2_000


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_CELLS:
        raise UsageError(f"{shown(str(value))}, expected a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        raise UsageError(f"{shown(str(value))}, expected a text of at most {_MAX_TEXT:,} letters")
    return value


def _color(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch("#[0-9a-fA-F]{6}", value):
        raise UsageError(f"colour {shown(str(value))}, expected #rrggbb")
    return value


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise UsageError(f"{shown(str(value))}, expected an object")
    return value


def _cells(value: object) -> Mapping[int, int]:
    """Pairs of a cell and its colour; of several for one cell the last counts."""
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise UsageError("cells, expected pairs of a cell and a colour")
    return {_number(cell): _number(color) for cell, color in value}


def _clue_texts(value: object) -> Mapping[int, str]:
    """Pairs of a line and the text of its clue."""
    if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        raise UsageError("clues, expected pairs of a line and the text of its clue")
    return {_number(line): _text(text) for line, text in value}


def _sides(value: object) -> Mapping[str, int]:
    return {name: _number(more) for name, more in _object(value).items()}


def _texts(value: object) -> Mapping[str, str]:
    return {name: _text(text) for name, text in _object(value).items()}


def _replaced(_: Sketch, sketch: Mapping[str, object]) -> Sketch:
    return Sketch.of_record(sketch)


class SketchChange(NamedTuple):
    """A kind of change: a function of the sketch and of arguments, each with the function that reads it from JSON."""

    function: Callable[..., Sketch]
    readers: Mapping[str, Callable[[object], Any]]


#: The kinds of changes, by name.
CHANGES: Mapping[str, SketchChange] = {
    "paint": SketchChange(Sketch.painted, {"cells": _cells}),
    "replace": SketchChange(_replaced, {"sketch": _object}),
    "grow": SketchChange(Sketch.grown, {"sides": _sides}),
    "turn": SketchChange(Sketch.turned, {"turn": _text}),
    "begin typing": SketchChange(Sketch.typing, {}),
    "type": SketchChange(with_texts, {"clues": _clue_texts}),
    "draw": SketchChange(Sketch.drawn, {}),
    "add color": SketchChange(Sketch.with_color, {}),
    "recolor": SketchChange(Sketch.recolored, {"number": _number, "color": _color}),
    "merge": SketchChange(Sketch.merged, {"number": _number, "into": _number}),
    "describe": SketchChange(Sketch.described, {"metadata": _texts}),
}


def changed(sketch: Sketch, command: Mapping[str, object]) -> Sketch:
    """The sketch after a command.

    Raises:
        PuzzleError: there is no such grid, palette or clue.
        UsageError: there is no such command, or its arguments are wrong.
    """
    arguments = dict(command)
    name = arguments.pop("do", None)
    if not isinstance(name, str) or name not in CHANGES:
        raise UsageError(f"command {shown(str(name))}, expected {joined(tuple(CHANGES), 'or')}")
    function, readers = CHANGES[name]
    if arguments.keys() != readers.keys():
        raise UsageError(f"{name!r} with {sorted(arguments)}, expected {sorted(readers)}")
    return function(sketch, **{key: read(arguments[key]) for key, read in readers.items()})
