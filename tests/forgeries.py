"""Forged proofs with wrong manifests and wrong files; `forgeries_by_kind` and `forgeries_of_claims` have others.

In a reason "..." stands for any text. Unless a section says otherwise the manifest is made to fit the changed files.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

from conftest import RECT
from families import wedges
from forged_proofs import DRAT_FILES, MANIFEST, Change, Forgeries, compress, drop, edit, put, steps

from nonosat.formats import FORMATS, loads
from nonosat.formats.clues import write as clue_file

FORGERIES = Forgeries()

# Accidents: the manifest is not made to fit.


def _digit(data: str) -> str:
    at = next(at for at in range(len(data) // 2, len(data)) if data[at].isdigit())
    return data[:at] + ("1" if data[at] != "1" else "2") + data[at + 1 :]


for _file in (*DRAT_FILES, MANIFEST):
    _accidents = {
        "cut": edit(_file, lambda text: text[:-5]),
        "emptied": put(_file, ""),
        "lengthened": edit(_file, lambda text: text + "1 0\n"),
        "missing": drop(_file),
        "a digit": edit(_file, _digit),
    }
    if _file == MANIFEST:
        del _accidents["missing"]  # then it is not a refused proof, but no proof
    FORGERIES.of("drat", {f"{_file} {name}": (change, f"{_file}...", None) for name, change in _accidents.items()})

# Entries of the manifest

#: The details of a proof, and a text that looks like a hash.
DETAILS = {"encoding": "order", "proof": "text", "solver": "glucose4"}
HASH = "0" * 64
ANOTHER = "formula.cnf is not the formula of the puzzle in the manifest"

_ENTRIES: list[tuple[str, dict[str, object], str]] = [
    ("drat", {"claim": "true"}, "claim 'true', expected one of 'unique', 'no solution', 'solution map', 'fewest..."),
    ("drat", {"kind": "oath"}, "kind 'oath', expected one of ..."),
    ("drat", {"kind": 1}, "expected an entry `kind` that is a text"),
    ("drat", {"proof": 2}, "version 2 of the format, expected 1, which this nonosat reads"),
    ("drat", {"proof": True}, "expected an entry `proof` that is a number"),
    ("drat", {"proof": 1.0}, "expected an entry `proof` that is a number"),
    ("drat", {"puzzle": "rect"}, "puzzle:1:5: ..."),
    ("drat", {"details": []}, "expected an entry `details` that is an object of texts"),
    ("drat", {"details": {}}, "no encoding in the details, expected encoding, proof, solver..."),
    ("drat", {"details": {**DETAILS, "encoding": "mine"}}, "encoding 'mine', expected one of dnf..."),
    ("drat", {"details": {**DETAILS, "encoding": "start x"}}, "encoding 'start x' in the details, expected a..."),
    ("drat", {"details": {**DETAILS, "solver": "two words"}}, "solver 'two words' in the details, expected a..."),
    ("drat", {"details": {**DETAILS, "proof": 1}}, "expected an entry `details` that is an object of texts"),
    ("drat", {"details": {**DETAILS, "proof": "oral"}}, "proof 'oral' in the details, expected one of text..."),
    ("drat", {"details": {**DETAILS, "note": "checked"}}, "unknown entry 'note' in the details, expected enc..."),
    ("drat", {"note": "checked"}, "unknown entry 'note', expected proof, kind, claim..."),
    ("drat", {"files": {"../rect.clues": HASH}}, "'../rect.clues' is listed, expected names of files..."),
    ("drat", {"files": {"/etc/passwd": HASH}}, "'/etc/passwd' is listed, expected names of files..."),
    ("drat", {"files": {"..": HASH}}, "'..' is listed, expected names of files..."),
    ("drat", {"files": {MANIFEST: HASH}}, "'manifest.json' is listed..."),
    ("drat", {"files": {"a": 0}}, "expected an entry `files` that is an object of texts"),
    ("drat", {"files": {"a": "0"}}, "'a' is listed with '0', expected its SHA-256..."),
    ("drat", {"files": {"a": HASH}}, "'a' is listed, expected blocked.cnf, formula.cnf, proof.drat, sol..."),
    ("drat", {"files": {}}, "no file blocked.cnf is listed, expected blocked.cnf, formula.cnf, proof.drat..."),
    ("drat", {"nonosat": "0.1.0, verified"}, "version '0.1.0, verified' of nonosat, expected a word..."),
    ("drat", {"claim": "no solution"}, "'blocked.cnf' is listed, expected formula.cnf, proof.drat in a ..."),
    (
        "none-drat",
        {"claim": "unique"},
        "no file blocked.cnf is listed, expected blocked.cnf, formula.cnf, proof.drat, solution.sol in a proof of "
        "kind drat that claims 'unique'",
    ),
    ("weights", {"claim": "no solution"}, "'picture.txt' is listed, expected weights.txt in a proof of kind ..."),
    (
        "none-weights",
        {"claim": "unique"},
        "no file picture.txt is listed, expected picture.txt, weights.txt in a proof of kind linear that claims "
        "'unique'",
    ),
]
for _proof, _entries, _reason in _ENTRIES:
    FORGERIES.of(_proof, {f"manifest with {_entries}"[:80]: (steps(), f"manifest.json: {_reason}", _entries)})

_UNIQUE = RECT.replace("1b 1a 1a\n", "1b 1b 1a\n", 1)
FORGERIES.of("drat", {
    "totals that differ": (steps(), "manifest.json: puzzle: clues of the columns add up to ...", {"puzzle": _UNIQUE}),
    "columns exchanged": (steps(), ANOTHER, {"puzzle": RECT.replace("1a 1b\n2a 1b\n", "2a 1b\n1a 1b\n")}),
    "colours": (steps(), ANOTHER, {"puzzle": RECT.replace("#333333", "#333334")}),
    "a name": (steps(), ANOTHER, {"name": "another"}),
    "an encoding": (steps(), ANOTHER, {"details": {**DETAILS, "encoding": "start"}}),
    "a model of the formula": (
        drop("blocked.cnf", "solution.sol"), "...does not follow...", {"claim": "no solution"},
    ),
})  # fmt: skip
FORGERIES.of(
    "binary",
    {"the other form": (steps(), "line 1 of the proof is not a clause that ends with 0", {"details": DETAILS})},
)


def _rows_exchanged(folder: Path) -> None:
    edit(MANIFEST, lambda text: json.dumps(_with_rows_exchanged(json.loads(text))))(folder)


def _with_rows_exchanged(record: dict[str, str]) -> dict[str, str]:
    lines = record["puzzle"].split("\n")
    return {**record, "puzzle": "\n".join([*lines[:2], lines[3], lines[2], *lines[4:]])}


FORGERIES.of("weights", {
    "rows exchanged": (_rows_exchanged, "picture.txt is not a solution of the puzzle: row 1: ..."),
    "a larger puzzle": (steps(), "picture.txt: 8 rows, expected 9...", {"puzzle": clue_file(wedges(9))}),
    "no claim of a picture": (
        drop("picture.txt"),
        "...cells, expected none, to prove that there is no solution",
        {"claim": "no solution"},
    ),
    "no steps without a picture": (
        steps(drop("picture.txt"), put("weights.txt", "unit 1\n")),
        "a solution is still possible after the last step",
        {"claim": "no solution"},
    ),
    "heavy placements": (
        steps(drop("picture.txt"), put("weights.txt", "unit 1\ncells\n0 1 1 5\n")),
        "step 1: the heaviest placements weigh ...",
        {"claim": "no solution"},
    ),
})  # fmt: skip

_OTHER_TEXT = "puzzle: other characters than..."
for _name, (_puzzle, _reason) in {
    "webpbn": (FORMATS["webpbn"].write(loads(RECT)), "puzzle:1:1: grid '<?xml', expected `rect <height>..."),
    "another format": ("1 1\n\n1\n1\n", "puzzle:1:1: grid '1', expected `rect <height>..."),
    "a goal": (RECT + "goal -a--a\ngoal b-a-a\ngoal bba-a\ngoal b-b-a\n", _OTHER_TEXT),
    "a line end": (
        RECT + "\n", "puzzle: other characters than in the clue file that nonosat writes for the same...",
    ),
    "no line end": (RECT[:-1], _OTHER_TEXT),
    "two blanks": (RECT.replace("1a 1a\n", "1a  1a\n", 1), _OTHER_TEXT),
    "a zero": (RECT.replace("1a 1a\n", "01a 1a\n", 1), _OTHER_TEXT),
    "two titles": (RECT + "title Verified\ntitle Ant\n", "puzzle:13:1: 'title' a second time..."),
    "words": (RECT + "see https://example.org\n", "puzzle:12:1: 'see' after the last of 9 clues..."),
    "nothing": ("", "puzzle:1:1: empty file..."),
    "many cells": (
        "rect 999999999 999999999\n", "puzzle:1:6: grid of 999999999 rows and 999999999 columns, expected at...",
    ),
    "a long number": (f"rect {'9' * 4000} 1\n", "puzzle:1:6: size '999999999999999999999...'..."),
    "many cells and colours": (
        "rect 4000 4000\n#ffffff #000000 #ff0000\n" + "\n" * 8000,
        "puzzle: more than 33,554,432 cells times colours, expected a smaller puzzle",
    ),
}.items():  # fmt: skip
    FORGERIES.of("linear", {f"puzzle with {_name}": (steps(), f"manifest.json: {_reason}", {"puzzle": _puzzle})})

# Texts of the manifest: it stays as it is written here.

_CANONICAL = "it has other characters, or entries in another order, than nonosat writes for the same proof..."
_TWICE = "entry '{}' occurs twice, expected each entry once..."
_LONG = "more than 4,096 characters outside of texts..."
_TEXTS: dict[str, tuple[Callable[[str], str], str]] = {
    "blanks": (lambda text: text.replace('"kind": ', '"kind":  '), _CANONICAL),
    "a blank line": (lambda text: "\n" + text, _CANONICAL),
    "lines after it": (lambda text: text + "\n\n", _CANONICAL),
    "no line end": (lambda text: text[:-1], _CANONICAL),
    "escapes": (lambda text: text.replace('"drat"', '"\\u0064rat"'), _CANONICAL),
    "another order": (lambda text: json.dumps(dict(reversed(json.loads(text).items())), indent=2) + "\n", _CANONICAL),
    "a carriage return": (lambda text: text.replace("\n", "\r\n"), _CANONICAL),
    "an entry twice": (
        lambda text: text.replace('{\n  "proof"', '{\n  "claim": "no solution",\n  "proof"'), _TWICE.format("claim"),
    ),
    "the same entry twice": (
        lambda text: text.replace('"kind": "drat"', '"kind": "drat", "kind": "drat"'), _TWICE.format("kind"),
    ),
    "a detail twice": (
        lambda text: text.replace('"solver": ', '"solver": "verified", "solver": '), _TWICE.format("solver"),
    ),
    "words after it": (lambda text: text + "verified\n", "not JSON (Extra data..."),
    "a second object": (lambda text: text + text, "not JSON (Extra data..."),
    "a mark": (lambda text: "\ufeff" + text, "not JSON (Unexpected UTF-8 BOM..."),
    "no UTF-8": (lambda text: text.replace('"drat"', '"\udcff"'), "not JSON ('utf-8' codec can't decode..."),
    "NaN": (lambda text: text.replace('"proof": 1', '"proof": NaN'), "not JSON (NaN is not a number)..."),
    "infinity": (
        lambda text: text.replace('"proof": 1', '"proof": -Infinity'), "not JSON (-Infinity is not a number)...",
    ),
    "a fraction": (
        lambda text: text.replace('"proof": 1', '"proof": 1e0'), "expected an entry `proof` that is a number...",
    ),
    "a huge number": (
        lambda text: text.replace('"proof": 1', f'"proof": {"9" * 3000}'),
        "version 999999999999999999999999 of the format, expected 1...",
    ),
    "a larger number": (lambda text: text.replace('"proof": 1', f'"proof": {"9" * 5000}'), _LONG),
    "nested": (lambda text: text.replace('"drat"', "[" * 1000 + "]" * 1000), "..."),
    "deeply nested": (lambda text: text.replace('"drat"', '{"a":' * 10_000 + "1" + "}" * 10_000), _LONG),
    "many entries": (
        lambda text: text.replace("{", "{" + ", ".join(f'"{n}": 1' for n in range(2000)) + ",", 1), _LONG,
    ),
    "case": (lambda text: text.replace('"kind"', '"Kind"'), "unknown entry 'Kind', expected proof, kind..."),
    "a similar letter": (
        lambda text: text.replace('"claim"', '"cla\u0131m"'), "unknown entry 'cla\u0131m', expected proof, kind...",
    ),
    "a missing entry": (
        lambda text: text.replace('  "name": "p",\n', ""), "expected an entry `name` that is a text...",
    ),
    "a list": (lambda _: "[]", "..."),
    "a number": (lambda _: "3", "..."),
    "many brackets": (lambda _: "[" * 100_000, "..."),
    "one entry": (lambda _: '{"proof": 1}', "..."),
    "a surrogate": (lambda _: '"\udced\udca0\udc80"', "..."),
    "a zero byte": (lambda _: "\x00", "..."),
}  # fmt: skip
for _name, (_change, _reason) in _TEXTS.items():
    FORGERIES.of(
        "drat", {f"text of the manifest, {_name}": (edit(MANIFEST, _change), f"manifest.json: {_reason}", None)}
    )
FORGERIES.of("binary", {"manifest compressed": (compress(MANIFEST), "manifest.json: not JSON (...", None)})

# Files of the folder


def _replaced(name: str, how: str) -> Change:
    """Something else than a regular file in the place of a file."""

    def change(folder: Path) -> None:
        path, elsewhere = folder / name, folder.parent / "elsewhere"
        if how == "link":
            elsewhere.write_bytes(path.read_bytes())
        path.unlink()
        match how:
            case "link" | "broken link":
                path.symlink_to(elsewhere)
            case "device":
                path.symlink_to("/dev/zero")
            case "folder":
                path.mkdir()
            case "pipe":
                os.mkfifo(path)
            case "socket":
                with socket.socket(socket.AF_UNIX) as server:
                    here = os.getcwd()
                    os.chdir(folder)  # since the names of sockets are short
                    try:
                        server.bind(name)
                    finally:
                        os.chdir(here)

    return change


NOT_REGULAR = {
    "link": "a symbolic link",
    "broken link": "a symbolic link",
    "device": "a symbolic link",
    "folder": "a folder",
    "pipe": "a pipe or a device",
    "socket": "a pipe or a device",
}
for _file in (MANIFEST, "proof.drat"):
    for _how, _what in NOT_REGULAR.items():
        _reason = f"{_file} is {_what}, expected a regular file"
        FORGERIES.of("drat", {f"{_file} is a {_how}": (_replaced(_file, _how), _reason, None)})

for _proof in ("drat", "linear"):
    for _file in ("README", ".hidden", "Manifest.json", "a\nb", "\u202efdp.exe", "x" * 200):
        _shown = repr(_file if len(_file) <= 24 else _file[:21] + "...")
        _reason = f"{_shown} is in the folder, but manifest.json does not list it"
        FORGERIES.of(_proof, {f"unlisted file {_file[:24]!r}": (put(_file), _reason, None)})

_LISTED = "manifest.json: '{}' is listed, expected {} in a proof..."
FORGERIES.of("linear", {"a listed file": (put("notes.txt"), _LISTED.format("notes.txt", "picture.txt, weights.txt"))})
FORGERIES.of("none-linear", {
    "a listed file": (put("picture.txt"), _LISTED.format("picture.txt", "weights.txt")[:-3] + " of kind linear..."),
    "steps that nobody checks": (
        put("weights.txt", "unit 1\ncells\n"), "step 1 stands after the proof that there is no solution",
    ),
})  # fmt: skip

# Text, blanks, zero bytes, whatever other programs would ignore at the end of a file
for _proof, _files in (
    ("drat", DRAT_FILES),
    ("binary", DRAT_FILES),
    ("linear", ("picture.txt", "weights.txt")),
    ("none-linear", ("weights.txt",)),
):
    for _file in _files:
        for _end in ("\n", " ", "\0", "0\n", "c verified\n", "\x1a", "a\0"):
            FORGERIES.of(_proof, {
                f"{_file}, {_end!r} at its end": (
                    edit(_file, lambda text, end=_end: text + end), f"...{_file.partition('.')[0]}...",
                ),
            })  # fmt: skip

for _proof, _file in (("drat", "formula.cnf"), ("linear", "picture.txt"), ("none-linear", "weights.txt")):
    FORGERIES.of(_proof, {f"{_file} compressed": (compress(_file), f"{_file}...")})
