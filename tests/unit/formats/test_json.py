"""JSON: the schema in docs/ describes what is written, and rejects only what the reader refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import examples
from format_samples import SAMPLES, format_of
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from places import ROOT
from test_round_trip import GALLERY, load_once, sheets

from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, Sheet
from nonosat.solving.solve import solve

JSON = FORMATS["json"]
SCHEMA = json.loads((ROOT / "docs" / "puzzle.schema.json").read_text(encoding="utf-8"))
VALID = Draft202012Validator(SCHEMA)


def test_the_schema_is_one():
    Draft202012Validator.check_schema(SCHEMA)
    assert set(JSON.metadata) < set(SCHEMA["properties"])


@pytest.mark.parametrize("sample", [name for name in SAMPLES if format_of(name) == "json"])
def test_samples_are_valid(sample):
    VALID.validate(json.loads(SAMPLES[sample][0]))


def test_the_documented_object_is_valid():
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    VALID.validate(json.loads(text))
    (sheet,) = JSON.sheets(text)
    assert isinstance(sheet, Sheet)
    result = solve(sheet.puzzle, unique=True)
    assert (result.picture, result.unique) == (sheet.goal, True)


def test_shipped_puzzles_are_valid():
    for path in GALLERY[::10]:
        VALID.validate(json.loads(JSON.write(load_once(path))))


@given(sheets(JSON))
@examples(100, fast=10)
def test_what_is_written_is_valid(sheet: Sheet):
    VALID.validate(json.loads(JSON.write_all([sheet])))


ONE = '"rows": [[1]], "columns": [[1]]'


@pytest.mark.parametrize(
    "wrong",
    [
        "[]",
        "{}",
        '{"rows": [[1]]}',
        '{"clues": [[1], [1]]}',
        '{"grid": 5, "clues": [[1], [1]]}',
        '{"grid": "square 1", "clues": [[1], [1]]}',
        '{"rows": [], "columns": [[1]]}',
        '{"rows": "1", "columns": [[1]]}',
        '{"rows": [1], "columns": [[1]]}',
        '{"rows": [["1"]], "columns": [[1]]}',
        '{"rows": [[true]], "columns": [[1]]}',
        '{"rows": [[1.5]], "columns": [[1]]}',
        '{"rows": [[1, 0]], "columns": [[1]]}',
        '{"rows": [[{"length": 1}]], "columns": [[1]]}',
        '{"rows": [[[1]]], "columns": [[1]]}',
        '{"rows": [[[1, 1, 1]]], "columns": [[1]]}',
        '{"rows": [[[0, 1]]], "columns": [[1]]}',
        '{"rows": [[[1, 0]]], "columns": [[1]]}',
        '{"rows": [[[1, "a"]]], "columns": [[1]]}',
        f'{{{ONE}, "colors": [0, 1]}}',
        f'{{{ONE}, "colors": ["white"]}}',
        f'{{{ONE}, "content": 1}}',
        f'{{{ONE}, "content": [-2]}}',
        f'{{{ONE}, "content": ["1"]}}',
        f'{{{ONE}, "content": [[true]]}}',
        f'{{{ONE}, "goal": "1"}}',
        f'{{{ONE}, "goal": [1]}}',
        f'{{{ONE}, "goal": ["a"]}}',
        f'{{{ONE}, "goal": [[-1]]}}',
    ],
)
def test_wrong_objects(wrong: str):
    assert not VALID.is_valid(json.loads(wrong))
    with pytest.raises(InputError):
        JSON.read(wrong)


def places(value: Any) -> Iterator[tuple[list[Any], int]]:
    """Each element of an array and of the arrays in it, as the array and the index."""
    for at, element in enumerate(value):
        yield value, at
        if isinstance(element, list):
            yield from places(element)


@given(sheets(JSON), st.data())
@examples(300, fast=15)
def test_what_is_not_valid_is_refused(sheet: Sheet, data: st.DataObject):
    content = json.loads(JSON.write_all([sheet]))
    arrays = [value for value in content.values() if isinstance(value, list)]
    array, at = data.draw(st.sampled_from([place for value in arrays for place in places(value)]))
    values = [None, True, -2, -1, 0, 1, 1.5, "", "0", "x", [], {}, [1], [1, 1], [1, None], [1, 1, 1], [[1]]]
    array[at] = data.draw(st.sampled_from(values))
    if not VALID.is_valid(content):
        with pytest.raises(InputError):
            JSON.read(json.dumps(content))
