"""docs/records.md has the fields of all JSON records, with the types of their values; NONOSAT_UPDATE=1 writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from conftest import write
from docs_pages import DOCS, UPDATE
from explaining_puzzles import HARD, HEART, NONE, TWO
from test_json_records import BEGINNING, DOCUMENTS, END, RECORDS

import nonosat

pytestmark = pytest.mark.slow

PAGE = DOCS / "records.md"
#: The puzzles: one by lines, one by suppositions, one with several solutions and a goal, and three without solution, of
#: which one has a given that cannot be and one a wrong total.
PUZZLES = {
    "heart": HEART,
    "hard": HARD,
    "two": f"{TWO}goal a-\ngoal -a\n",
    "none": NONE,
    "given": f"{HEART}given 1 1 a\n",
    "total": HEART.replace("3a", "2a"),
}
ALL = " ".join(f"{name}.clues" for name in PUZZLES if name != "total")
#: Of each command the arguments of one or more runs; together their answers have all fields of the command's records.
RUNS: dict[str, tuple[str, ...]] = {
    "batch": ("-u --rate -o out --timeout 600 ./",),
    "certify": ("hard.clues -o hard", "two.clues --map -o two", "two.clues --givens -o givens", "none.clues -o none"),
    "check": ("heart.clues right.txt", "heart.clues wrong.txt", "given.clues right.txt"),
    "compare": ("heart.clues two.clues none.clues --encodings order,placements",),
    "count": (ALL,),
    "diagnose": (f"--lines {ALL} total.clues",),
    "encode": ("heart.clues --words",),
    "encodings": ("",),
    "explain": tuple(ALL.split()),
    "formats": ("",),
    "hint": ("hard.clues", "--level 4 hard.clues", "--level 4 heart.clues wrong.txt", "heart.clues right.txt"),
    "info": tuple(ALL.split()),
    "make": ("right.txt made.clues", "right.txt made.clues --until lines", "two.txt made.clues --until unique"),
    "mend": tuple(f"two.clues --by {by} -o out.clues" for by in ("givens", "givens --any", "cells", "clues")),
    "rate": (ALL,),
    "solve": (f"-u {ALL}", "--all two.clues", "heart.clues --sat heart.sat"),
    "solvers": ("",),
    "verify-proof": ("proof heart.clues",),
}


def type_of(values: Iterable[object]) -> str:
    """The types that values have in JSON, as `string or null`; of an array also those of its elements."""
    found: dict[str, list[object]] = {}
    for value in values:
        match value:
            case None:
                found["null"] = []
            case bool():
                found["boolean"] = []
            case int() | float():
                found["number"] = []
            case str():
                found["string"] = []
            case list():
                found.setdefault("array", []).extend(value)
            case dict():
                found["object"] = []
    words = [name if not inner else f"array of {_plural(type_of(inner))}" for name, inner in sorted(found.items())]
    return " or ".join(sorted(words, key=lambda word: word == "null"))


def _plural(kind: str) -> str:
    """The type of elements: `numbers`, `arrays of numbers`, `(number or string)`."""
    if re.search(r" or (?!.*\))", kind):
        return f"({kind})"
    return re.sub(r"^\w+", r"\g<0>s", kind)


def fields(path: str, values: Iterable[object]) -> Iterator[tuple[str, str]]:
    """Each field of objects and of the objects in them, by its path, with its types."""
    values = list(values)
    inner = [each for value in values if isinstance(value, list) for each in value]
    if inner:
        yield from fields(f"{path}[]", inner)
    objects = [value for value in values if isinstance(value, dict)]
    for name in dict.fromkeys(name for each in objects for name in each):
        # Variables are named by numbers, and colours by letters.
        shown = "*" if len(name) == 1 or name.isdecimal() else name
        held = [each[name] for each in objects if name in each]
        absent = "" if shown == "*" or len(held) == len(objects) else "; may be absent"
        place = f"{path}.{shown}".lstrip(".")
        yield place, type_of(held) + absent
        yield from fields(place, held)


def own_fields(record: dict[str, object]) -> dict[str, object]:
    """A record without the fields that all records have."""
    return {name: value for name, value in record.items() if name not in BEGINNING + END}


def table(records: Iterable[object]) -> str:
    """The fields of records as a table."""
    rows = dict(fields("", records))
    return "| field | type |\n|---|---|\n" + "".join(f"| `{name}` | {kind} |\n" for name, kind in rows.items())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder, with all files that the runs name."""
    monkeypatch.chdir(tmp_path)
    for name, text in PUZZLES.items():
        write(tmp_path / f"{name}.clues", text)
    write(tmp_path / "right.txt", "-a-a-\naaaaa\naaaaa\n-aaa-\n--a--\n")
    write(tmp_path / "wrong.txt", "aa-a-\naaaaa\naaaaa\n-aaa-\n--a--\n")
    write(tmp_path / "two.txt", "a---\n-a--\n--aa\n--aa\n")
    nonosat.certify(nonosat.solve(nonosat.loads(HEART), unique=True), "heart", "proof")


def test_all_commands_are_here() -> None:
    assert RUNS.keys() == RECORDS.keys() | DOCUMENTS


def test_types() -> None:
    records = [{"aa": [[1, "x"], []], "bb": {"cc": None}}, {"aa": [], "bb": {"cc": True}, "dd": [{"e": 0.5}, {}]}]
    assert dict(fields("", records)) == {
        "aa": "array of arrays of (number or string)",
        "bb": "object",
        "bb.cc": "boolean or null",
        "dd": "array of objects; may be absent",
        "dd[].*": "number",
    }


def test_the_tables(run, folder) -> None:
    sections = []
    for command, runs in RUNS.items():
        printed = [run(command, "--json", *arguments.split()).out for arguments in runs]
        if command in DOCUMENTS:
            documents = [json.loads(text) for text in printed]
            records = documents[0] if isinstance(documents[0], list) else documents
        else:
            records = [json.loads(line) for text in printed for line in text.splitlines()]
            records = [own_fields(record) for record in records if record["error"] is None]
        assert records, command
        sections.append(f"## {command}\n\n{table(records)}")
    text = PAGE.read_text(encoding="utf-8")
    before, mark, shown = text.partition("## batch\n")
    now = "\n".join(sections)
    if UPDATE:
        PAGE.write_text(before + now, encoding="utf-8")
    else:
        assert mark + shown == now
