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
from forged_proofs import DRAT_FILES, MANIFEST, Change, Forgeries, compress, drop, edit, put, steps
from support.families import wedges

from nonosat.formats import FORMATS, loads
from nonosat.formats.clues import write as clue_file

FORGERIES = Forgeries()

# Accidents: the manifest is not made to fit.


def _digit(data: str) -> str:
    at = next((at for at in range(len(data) // 2, len(data)) if data[at].isdigit()), len(data) // 2)
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
    FORGERIES.of("drat", {f"{_file} {name}": (change, _file, None) for name, change in _accidents.items()})

# Entries of the manifest

#: The details of a proof, and a text that looks like a hash.
DETAILS = {"encoding": "order", "proof": "text", "solver": "glucose4"}
HASH = "0" * 64
ANOTHER = "formula.cnf"

_ENTRIES: list[tuple[str, dict[str, object], str]] = [
    ("drat", {"claim": "true"}, "claim 'true'"),
    ("drat", {"kind": "oath"}, "kind 'oath'"),
    ("drat", {"kind": 1}, "`kind`"),
    ("drat", {"proof": 2}, "version 2"),
    ("drat", {"proof": True}, "`proof`"),
    ("drat", {"proof": 1.0}, "`proof`"),
    ("drat", {"puzzle": "rect"}, "puzzle:1:5"),
    ("drat", {"details": []}, "`details`"),
    ("drat", {"details": {}}, "no encoding in the details"),
    ("drat", {"details": {**DETAILS, "encoding": "mine"}}, "encoding 'mine'"),
    ("drat", {"details": {**DETAILS, "encoding": "start x"}}, "encoding 'start x'"),
    ("drat", {"details": {**DETAILS, "solver": "two words"}}, "solver 'two words'"),
    ("drat", {"details": {**DETAILS, "proof": 1}}, "`details`"),
    ("drat", {"details": {**DETAILS, "proof": "oral"}}, "proof 'oral'"),
    ("drat", {"details": {**DETAILS, "note": "checked"}}, "unknown entry 'note'"),
    ("drat", {"note": "checked"}, "unknown entry 'note'"),
    ("drat", {"files": {"../rect.clues": HASH}}, "'../rect.clues'"),
    ("drat", {"files": {"/etc/passwd": HASH}}, "'/etc/passwd'"),
    ("drat", {"files": {"..": HASH}}, "'..'"),
    ("drat", {"files": {MANIFEST: HASH}}, "'manifest.json'"),
    ("drat", {"files": {"a": 0}}, "`files`"),
    ("drat", {"files": {"a": "0"}}, "'a'"),
    ("drat", {"files": {"a": HASH}}, "'a'"),
    ("drat", {"files": {}}, "blocked.cnf"),
    ("drat", {"nonosat": "0.1.0, verified"}, "version '0.1.0, verified'"),
    ("drat", {"claim": "no solution"}, "'blocked.cnf'"),
    (
        "none-drat",
        {"claim": "unique"},
        "blocked.cnf",
    ),
    ("weights", {"claim": "no solution"}, "'picture.txt'"),
    (
        "none-weights",
        {"claim": "unique"},
        "picture.txt",
    ),
]
for _proof, _entries, _reason in _ENTRIES:
    FORGERIES.of(_proof, {f"manifest with {_entries}"[:80]: (steps(), f"manifest.json...{_reason}", _entries)})

_UNIQUE = RECT.replace("1b 1a 1a\n", "1b 1b 1a\n", 1)
FORGERIES.of("drat", {
    "totals that differ": (steps(), "manifest.json: puzzle: ...columns", {"puzzle": _UNIQUE}),
    "columns exchanged": (steps(), ANOTHER, {"puzzle": RECT.replace("1a 1b\n2a 1b\n", "2a 1b\n1a 1b\n")}),
    "colours": (steps(), ANOTHER, {"puzzle": RECT.replace("#333333", "#333334")}),
    "a name": (steps(), ANOTHER, {"name": "another"}),
    "an encoding": (steps(), ANOTHER, {"details": {**DETAILS, "encoding": "start"}}),
    "a model of the formula": (
        drop("blocked.cnf", "solution.sol"), "step ", {"claim": "no solution"},
    ),
})  # fmt: skip
FORGERIES.of(
    "binary",
    {"the other form": (steps(), "line 1 of the proof", {"details": DETAILS})},
)


def _rows_exchanged(folder: Path) -> None:
    edit(MANIFEST, lambda text: json.dumps(_with_rows_exchanged(json.loads(text))))(folder)


def _with_rows_exchanged(record: dict[str, str]) -> dict[str, str]:
    lines = record["puzzle"].split("\n")
    return {**record, "puzzle": "\n".join([*lines[:2], lines[3], lines[2], *lines[4:]])}


FORGERIES.of("weights", {
    "rows exchanged": (_rows_exchanged, "picture.txt...row 1"),
    "a larger puzzle": (steps(), "picture.txt: 8 rows", {"puzzle": clue_file(wedges(9))}),
    "no claim of a picture": (
        drop("picture.txt"),
        "cells",
        {"claim": "no solution"},
    ),
    "no steps without a picture": (
        steps(drop("picture.txt"), put("weights.txt", "unit 1\n")),
        "last step",
        {"claim": "no solution"},
    ),
    "heavy placements": (
        steps(drop("picture.txt"), put("weights.txt", "unit 1\ncells\n0 1 1 5\n")),
        "step 1",
        {"claim": "no solution"},
    ),
})  # fmt: skip

_OTHER_TEXT = "puzzle: ...characters"
for _name, (_puzzle, _reason) in {
    "webpbn": (FORMATS["webpbn"].write(loads(RECT)), "puzzle:1:1: grid '<?xml'"),
    "another format": ("1 1\n\n1\n1\n", "puzzle:1:1: grid '1'"),
    "a goal": (RECT + "goal -a--a\ngoal b-a-a\ngoal bba-a\ngoal b-b-a\n", _OTHER_TEXT),
    "a line end": (
        RECT + "\n", _OTHER_TEXT,
    ),
    "no line end": (RECT[:-1], _OTHER_TEXT),
    "two blanks": (RECT.replace("1a 1a\n", "1a  1a\n", 1), _OTHER_TEXT),
    "a zero": (RECT.replace("1a 1a\n", "01a 1a\n", 1), _OTHER_TEXT),
    "two titles": (RECT + "title Verified\ntitle Ant\n", "puzzle:13:1: ...'title'"),
    "words": (RECT + "see https://example.org\n", "puzzle:12:1: 'see'"),
    "nothing": ("", "puzzle:1:1: "),
    "many cells": (
        "rect 999999999 999999999\n", "puzzle:1:6: grid",
    ),
    "a long number": (f"rect {'9' * 4000} 1\n", "puzzle:1:6: size"),
    "many cells and colours": (
        "rect 4000 4000\n#ffffff #000000 #ff0000\n" + "\n" * 8000,
        "puzzle: ...33,554,432",
    ),
}.items():  # fmt: skip
    FORGERIES.of("linear", {f"puzzle with {_name}": (steps(), f"manifest.json...{_reason}", {"puzzle": _puzzle})})

# Texts of the manifest: it stays as it is written here.

_CANONICAL = "characters"
_TWICE = "entry '{}'"
_LONG = "4,096 characters"
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
    "words after it": (lambda text: text + "verified\n", "not JSON...Extra data"),
    "a second object": (lambda text: text + text, "not JSON...Extra data"),
    "a mark": (lambda text: "\ufeff" + text, "not JSON...Unexpected UTF-8 BOM"),
    "no UTF-8": (lambda text: text.replace('"drat"', '"\udcff"'), "not JSON...'utf-8' codec"),
    "NaN": (lambda text: text.replace('"proof": 1', '"proof": NaN'), "not JSON...NaN"),
    "infinity": (
        lambda text: text.replace('"proof": 1', '"proof": -Infinity'), "not JSON...-Infinity",
    ),
    "a fraction": (
        lambda text: text.replace('"proof": 1', '"proof": 1e0'), "`proof`",
    ),
    "a huge number": (
        lambda text: text.replace('"proof": 1', f'"proof": {"9" * 3000}'),
        "version 9999999999",
    ),
    "a larger number": (lambda text: text.replace('"proof": 1', f'"proof": {"9" * 5000}'), _LONG),
    "nested": (lambda text: text.replace('"drat"', "[" * 1000 + "]" * 1000), ""),
    "deeply nested": (lambda text: text.replace('"drat"', '{"a":' * 10_000 + "1" + "}" * 10_000), _LONG),
    "many entries": (
        lambda text: text.replace("{", "{" + ", ".join(f'"{n}": 1' for n in range(2000)) + ",", 1), _LONG,
    ),
    "case": (lambda text: text.replace('"kind"', '"Kind"'), "unknown entry 'Kind'"),
    "a similar letter": (
        lambda text: text.replace('"claim"', '"cla\u0131m"'), "unknown entry 'cla\u0131m'",
    ),
    "a missing entry": (
        lambda text: text.replace('  "name": "p",\n', ""), "`name`",
    ),
    "a list": (lambda _: "[]", ""),
    "a number": (lambda _: "3", ""),
    "many brackets": (lambda _: "[" * 100_000, ""),
    "one entry": (lambda _: '{"proof": 1}', ""),
    "a surrogate": (lambda _: '"\udced\udca0\udc80"', ""),
    "a zero byte": (lambda _: "\x00", ""),
}  # fmt: skip
for _name, (_change, _reason) in _TEXTS.items():
    FORGERIES.of(
        "drat", {f"text of the manifest, {_name}": (edit(MANIFEST, _change), f"manifest.json...{_reason}", None)}
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
        _reason = f"{_file} is {_what}"
        FORGERIES.of("drat", {f"{_file} is a {_how}": (_replaced(_file, _how), _reason, None)})

for _proof in ("drat", "linear"):
    for _file in ("README", ".hidden", "Manifest.json", "a\nb", "\u202efdp.exe", "x" * 200):
        _shown = repr(_file if len(_file) <= 24 else _file[:21] + "...")
        _reason = f"{_shown} ...manifest.json"
        FORGERIES.of(_proof, {f"unlisted file {_file[:24]!r}": (put(_file), _reason, None)})

_LISTED = "manifest.json: '{}'"
FORGERIES.of("linear", {"a listed file": (put("notes.txt"), _LISTED.format("notes.txt"))})
FORGERIES.of("none-linear", {
    "a listed file": (put("picture.txt"), _LISTED.format("picture.txt")),
    "steps that nobody checks": (
        put("weights.txt", "unit 1\ncells\n"), "step 1",
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
                    edit(_file, lambda text, end=_end: text + end), _file.partition(".")[0],
                ),
            })  # fmt: skip

for _proof, _file in (("drat", "formula.cnf"), ("linear", "picture.txt"), ("none-linear", "weights.txt")):
    FORGERIES.of(_proof, {f"{_file} compressed": (compress(_file), _file)})
