"""docs/records.md has the fields of all JSON records with their types, of which the records of many runs are."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NotRequired, TypedDict

import pytest
from conftest import write
from docs_pages import DOCS, UPDATE
from explaining_puzzles import HARD, HEART, NONE, TWO
from test_json_records import BEGINNING, DOCUMENTS, END, RECORDS

import nonosat
from nonosat.lines.fixpoint import propagated

pytestmark = pytest.mark.slow

#: The puzzles: one by lines, one by suppositions, one with several solutions and a goal, and three without solution, of
#: which one has a given that cannot be and one a wrong total.
PUZZLES = {
    "heart": HEART,
    "hard": HARD,
    "two": f"{TWO}goal a-\ngoal -a\n",
    "none": NONE,
    "given": f"{HEART}given 1 1 a\n",
    "total": HEART.replace("3a", "2a"),
    "begun": f"{HEART}given 1 1 -\n",
}
ALL = " ".join(f"{name}.clues" for name in PUZZLES if name not in ("total", "begun"))
#: Of each command the arguments of one or more runs; together their answers have all fields of the command's records.
RUNS: dict[str, tuple[str, ...]] = {
    "batch": ("-u --rate -o out --timeout 600 ./",),
    "certify": (
        "hard.clues -o hard",
        "two.clues -o no",
        "two.clues --map -o two",
        "two.clues --givens -o givens",
        "none.clues -o none",
    ),
    "check": ("heart.clues right.txt", "heart.clues wrong.txt", "given.clues right.txt"),
    "compare": (
        "heart.clues two.clues none.clues --encodings order,placements",
        "heart.clues colors.clues --formula {name}-*.sat --no-solve --proof equal",
    ),
    "count": (ALL,),
    "diagnose": (f"--lines {ALL} total.clues",),
    "encode": ("heart.clues --words",),
    "encodings": ("",),
    "explain": (*ALL.split(), "begun.clues"),
    "formats": ("",),
    "hint": (
        "hard.clues",
        "--level 4 hard.clues",
        "--level 4 heart.clues wrong.txt",
        "heart.clues right.txt",
        "--level 4 hard.clues lines.txt",
    ),
    "info": tuple(ALL.split()),
    "line": ("2,1 ..#..?-", "2a,2b a?????", "2 #.#-"),
    "make": ("right.txt made.clues", "right.txt made.clues --until lines", "two.txt made.clues --until unique"),
    "mend": tuple(f"two.clues --by {by} -o out.clues" for by in ("givens", "givens --any", "cells", "clues")),
    "rate": (ALL,),
    "scan": (str(DOCS / "examples" / "worksheet.jpg"),),
    "solve": (f"-u {ALL}", "--all two.clues", "heart.clues --sat heart.sat"),
    "solvers": ("",),
    "verify-proof": ("proof heart.clues", "proof two.clues"),
}


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_records", DOCS / "make_records.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def own_fields(record: dict[str, object]) -> dict[str, object]:
    """A record without the fields that all records have."""
    return {name: value for name, value in record.items() if name not in BEGINNING + END}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder, with all files that the runs name."""
    monkeypatch.chdir(tmp_path)
    for name, text in PUZZLES.items():
        write(tmp_path / f"{name}.clues", text)
    write(tmp_path / "right.txt", "-a-a-\naaaaa\naaaaa\n-aaa-\n--a--\n")
    write(tmp_path / "wrong.txt", "aa-a-\naaaaa\naaaaa\n-aaa-\n--a--\n")
    # What lines know of the puzzle, so that the next step is a supposition.
    hard = nonosat.loads(HARD)
    state = propagated(hard)
    known = [colors[0] if len(colors := state.cells.colors(cell)) == 1 else 2 for cell in range(hard.grid.n_cells)]
    rows = [known[6 * row : 6 * row + 6] for row in range(6)]
    write(tmp_path / "lines.txt", "".join("".join("-a?"[color] for color in row) + "\n" for row in rows))
    write(tmp_path / "colors.clues", "rect 1 1\n#fff #000 #f00\n1b\n1b\n")
    for name, formula in {"heart-any": "0 0", "heart-none": "2 1\n-2 0", "colors-any": "1 0"}.items():
        write(tmp_path / f"{name}.sat", f"p cnf {formula}\n")
    write(tmp_path / "two.txt", "a---\n-a--\n--aa\n--aa\n")
    nonosat.certify(nonosat.solve(nonosat.loads(HEART), unique=True), "heart", "proof")


def test_the_page_is_what_the_script_writes() -> None:
    if UPDATE:
        subprocess.run([sys.executable, DOCS / "make_records.py"], check=True)
    module = script()
    assert module.PAGE.read_text(encoding="utf-8") == module.page()


def test_all_commands_are_here() -> None:
    assert RUNS.keys() == RECORDS.keys() | DOCUMENTS | {"scan"} == script().RECORD_TYPES.keys()


Inner = TypedDict("Inner", {"e": float})  # noqa: UP013 - annotations of a class would be texts
Outer = TypedDict(  # noqa: UP013
    "Outer",
    {"aa": list[list[int | str]], "bb": dict[str, bool | None], "cc": NotRequired[list[Inner] | None]},
)


def test_types_in_words() -> None:
    module = script()
    assert dict(module.fields(Outer)) == {
        "aa": "array of arrays of (number or string)",
        "bb": "object",
        "bb.*": "boolean or null",
        "cc": "array of objects or null; may be absent",
        "cc[].e": "number",
    }
    assert not list(module.mismatches({"aa": [[1, "x"], []], "bb": {"x": None}}, Outer))
    wrong = [
        {"aa": [], "bb": {}, "dd": 1},
        {"aa": []},
        {"aa": [[None]], "bb": {}},
        {"aa": [], "bb": {"x": 1}},
        {"aa": [], "bb": {}, "cc": [{"e": True}]},
    ]
    assert all(len(list(module.mismatches(value, Outer))) == 1 for value in wrong)


#: Fields that no run has: suppositions within suppositions, and what is changed on an image that is read wrongly.
UNSEEN = {
    "explain": {"steps[].inner"},
    "hint": {"step.inner"},
    "scan": {"changes[].line", "changes[].read", "changes[].chosen"},
}


@pytest.mark.parametrize("command", RUNS)
def test_records_are_of_their_types(run, folder, command: str) -> None:
    if command == "scan":
        pytest.importorskip("cv2")
    printed = [run(command, "--json", *arguments.split()).out for arguments in RUNS[command]]
    if command in DOCUMENTS:
        documents = [json.loads(text) for text in printed]
        records = documents[0] if isinstance(documents[0], list) else documents
    else:
        records = [json.loads(line) for text in printed for line in text.splitlines()]
        records = [own_fields(record) for record in records if record["error"] is None]
    assert records
    module, kind = script(), script().RECORD_TYPES[command]
    assert [each for record in records for each in module.mismatches(record, kind)] == []
    # What is documented exists.
    documented = {name for name, _ in module.fields(kind) if not name.endswith(".*")}
    absent = documented - set(module.seen(records))
    assert absent <= UNSEEN.get(command, set())
