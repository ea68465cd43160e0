"""The manifest of a proof: a claim about a puzzle, the kind of its proof, and a hash of every file.

`manifest.json` is one JSON object:

    proof     the version of this format, 1
    kind      a name of `kinds.KINDS`
    claim     a key of `CLAIM_FILES`
    name      the writer's name for the puzzle
    puzzle    the puzzle, in the clue file format
    nonosat   the version that wrote the proof
    details   options of this kind that its checker needs
    files     the SHA-256 of every other file, by name
    sha256    the SHA-256 of all entries above, as JSON with sorted keys and without blanks

The hashes detect accidental changes and exchanged files. They do not make a claim true: the checker of each kind
derives it from the puzzle alone. Nothing checks the name.

Two manifests with the same entries are equal byte for byte: a manifest is refused unless `write_manifest` would write
these bytes, and `formats.clues` this puzzle. So there is no place for unchecked data but the name and the metadata of
the puzzle.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from nonosat.core.errors import InputError, NonosatError, ProofRefused, shown
from nonosat.formats.clues import read as read_clues
from nonosat.formats.clues import write as clue_text
from nonosat.formats.source import Source
from nonosat.model.puzzle import Puzzle
from nonosat.version import __version__

#: Version of the format of manifests.
FORMAT = 1
#: Name of the file.
MANIFEST = "manifest.json"

#: The claims; `proofs.claim` explains them.
UNIQUE = "unique"
NO_SOLUTION = "no solution"
SOLUTION_MAP = "solution map"
FEWEST_GIVENS = "fewest givens"

#: Files that some claims have besides those of the kind of proof: other solutions, and givens.
OTHERS, GIVENS = "other-solutions.txt", "givens.txt"
#: These files by claim.
CLAIM_FILES: dict[str, frozenset[str]] = {
    UNIQUE: frozenset(),
    NO_SOLUTION: frozenset(),
    SOLUTION_MAP: frozenset({OTHERS}),
    FEWEST_GIVENS: frozenset({OTHERS, GIVENS}),
}

#: A manifest holds a puzzle, and readers take no larger puzzle.
_MAX_BYTES = 1 << 26
#: Characters of a manifest outside of its texts. More would be numbers, nested or repeated entries.
_MAX_STRUCTURE = 4096
#: Cells times colours of a puzzle, the background included: twice the cells of the largest grid.
_MAX_VALUES = 1 << 25

_TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_WORD = re.compile(r"[A-Za-z0-9/+._-]{1,100}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
#: The entries in their order, each with its type; objects hold texts.
_ENTRIES: dict[str, type] = {
    "proof": int,
    "kind": str,
    "claim": str,
    "name": str,
    "puzzle": str,
    "nonosat": str,
    "details": dict,
    "files": dict,
    "sha256": str,
}
_TYPE_NAMES: dict[type, str] = {int: "a number", str: "a text", dict: "an object of texts"}


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The claim of a proof, and the files that prove it.

    Attributes:
        claim: a key of `CLAIM_FILES`.
        name: the writer's name for the puzzle; any text, which nothing checks.
        details: options of this kind that its checker needs, as a JSON object.
        files: SHA-256 in hexadecimal of every other file of the folder, by name.
        version: that of the nonosat that wrote the proof.
    """

    kind: str
    claim: str
    name: str
    puzzle: Puzzle
    details: Mapping[str, object]
    files: Mapping[str, str]
    version: str = __version__

    def detail(self, key: str, *allowed: str) -> str:
        """The value of a detail; `ProofRefused` unless it is one of the `allowed` ones, or any word if none is."""
        value = self.details.get(key)
        if not isinstance(value, str) or not (value in allowed if allowed else _WORD.fullmatch(value)):
            expected = f"one of {', '.join(allowed)}" if allowed else "a word"
            _refuse(f"{key} {shown(str(value))} in the details, expected {expected}")
        return value

    def path(self, folder: str, name: str) -> str:
        """The path of one of the files in the folder of the proof; raises `ProofRefused` if it is not listed."""
        if name not in self.files:
            _refuse(f"no file {name} is listed, expected one in a proof of kind {self.kind}")
        return os.path.join(folder, name)


def write_manifest(folder: str, manifest: Manifest) -> None:
    """Write a manifest into the folder of a proof."""
    with open(os.path.join(folder, MANIFEST), "wb") as file:
        file.write(_manifest_bytes(manifest))


def _manifest_bytes(manifest: Manifest) -> bytes:
    """The contents of the file."""
    record: dict[str, object] = {
        "proof": FORMAT,
        "kind": manifest.kind,
        "claim": manifest.claim,
        "name": manifest.name,
        "puzzle": clue_text(manifest.puzzle),
        "nonosat": manifest.version,
        "details": dict(manifest.details),
        "files": dict(sorted(manifest.files.items())),
    }
    record["sha256"] = _digest(record)
    return (json.dumps(record, indent=2) + "\n").encode()


def read_manifest(folder: str) -> Manifest:
    """Read the manifest in the folder of a proof, but not the files that it lists; see `check_files`.

    Raises:
        InputError: there is no such folder, or no manifest in it.
        ProofRefused: it is not the manifest of a proof.
    """
    if not os.path.isdir(folder):
        what = "not a folder" if os.path.exists(folder) else "no such folder"
        raise InputError(f"{what}, expected one that `nonosat certify` wrote", file=folder)
    path = os.path.join(folder, MANIFEST)
    try:
        require_regular(folder, MANIFEST)
        with open(path, "rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}, expected the manifest of a proof"
        raise InputError(message, file=path) from None
    if len(data) > _MAX_BYTES:
        _refuse(f"more than {_MAX_BYTES:,} bytes, expected a smaller file")
    record = _entries(data)
    if record["claim"] not in CLAIM_FILES:
        _refuse(f"claim {shown(record['claim'])}, expected one of {', '.join(map(repr, CLAIM_FILES))}")
    if not _WORD.fullmatch(record["nonosat"]):
        _refuse(f"version {shown(record['nonosat'])} of nonosat, expected a word")
    for file, digest in record["files"].items():
        if not _WORD.fullmatch(file) or "/" in file or file in (".", "..", MANIFEST):
            _refuse(f"{shown(file)} is listed, expected names of files of the folder")
        if not _SHA256.fullmatch(digest):
            _refuse(f"{shown(file)} is listed with {shown(digest)}, expected its SHA-256")
    manifest = Manifest(
        kind=record["kind"],
        claim=record["claim"],
        name=record["name"],
        puzzle=_puzzle(record["puzzle"]),
        details=record["details"],
        files=record["files"],
        version=record["nonosat"],
    )
    if _manifest_bytes(manifest) != data:
        _refuse("its characters or the order of its entries differ from what nonosat writes for the same proof")
    return manifest


def _entries(data: bytes) -> dict[str, Any]:
    """The entries of the object with these contents: exactly the known ones, of their types, with the right hash."""
    try:
        text = data.decode()
        if len(_TEXT.sub("", text)) > _MAX_STRUCTURE:
            _refuse(f"more than {_MAX_STRUCTURE:,} characters outside of texts, expected a manifest that nonosat wrote")
        record = json.loads(
            text,
            object_pairs_hook=_without_repetition,
            parse_constant=lambda name: _refuse(f"not JSON ({name} is not a number)"),
        )
    except (ValueError, RecursionError) as error:
        _refuse(f"not JSON ({error})")
    if not isinstance(record, dict) or "proof" not in record:
        _refuse(f"expected an object with the entry `proof`: {FORMAT}")
    version = record["proof"]
    if type(version) is int and version != FORMAT:
        _refuse(f"version {str(version)[:24]} of the format, expected {FORMAT}, which this nonosat reads")
    for key in record:
        if key not in _ENTRIES:
            _refuse(f"unknown entry {shown(key)}, expected {', '.join(_ENTRIES)}")
    for key, expected in _ENTRIES.items():
        value = record.get(key)
        if type(value) is not expected or (
            isinstance(value, dict) and not all(isinstance(text, str) for text in value.values())
        ):
            _refuse(f"expected an entry `{key}` that is {_TYPE_NAMES[expected]}")
    if record.pop("sha256") != _digest(record):
        _refuse("it has been changed since it was written: its hash differs")
    return record


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The object with these entries."""
    record: dict[str, object] = {}
    for key, value in pairs:
        if key in record:
            _refuse(f"entry {shown(key)} occurs twice, expected each entry once")
        record[key] = value
    return record


def _puzzle(text: str) -> Puzzle:
    """The puzzle of a manifest."""
    try:
        puzzle = read_clues(Source(text, "puzzle")).puzzle
    except NonosatError as error:
        _refuse(str(error))
    if puzzle.grid.n_cells * (puzzle.n_colors + 1) > _MAX_VALUES:
        _refuse(f"puzzle: more than {_MAX_VALUES:,} cells times colours, expected a smaller puzzle")
    if clue_text(puzzle) != text:
        _refuse("puzzle: its characters differ from the clue file that nonosat writes for the same puzzle")
    return puzzle


def _digest(record: Mapping[str, object]) -> str:
    """The hash of all entries of a manifest but the hash itself."""
    return hashlib.sha256(json.dumps(record, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _refuse(message: str) -> NoReturn:
    raise ProofRefused(f"{MANIFEST}: {message}")


def require_regular(folder: str, name: str) -> None:
    """Raise `ProofRefused` unless an entry of a folder is a regular file: reading may not leave the folder or block."""
    mode = os.lstat(os.path.join(folder, name)).st_mode
    if not stat.S_ISREG(mode):
        what = "a symbolic link" if stat.S_ISLNK(mode) else "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
        raise ProofRefused(f"{name} is {what}, expected a regular file")


def check_files(folder: str, files: Mapping[str, str]) -> None:
    """Check that a folder holds the manifest, the `files` of a proof, by name their SHA-256, and nothing else.

    Raises:
        ProofRefused: a file is not listed, not regular, missing, or changed.
    """
    try:
        unlisted = first_unlisted(folder, {*files, MANIFEST})
    except OSError as error:
        raise ProofRefused(f"the folder cannot be read: {error.strerror or error}") from None
    if unlisted is not None:
        raise ProofRefused(f"{shown(unlisted)} is in the folder, but {MANIFEST} does not list it")
    for name, digest in files.items():
        try:
            require_regular(folder, name)
            found = file_digest(os.path.join(folder, name))
        except OSError as error:
            raise ProofRefused(f"{name} cannot be read: {error.strerror or error}") from None
        if found != digest:
            raise ProofRefused(f"{name} has been changed since it was written: its hash differs")


def first_unlisted(folder: str, listed: Collection[str]) -> str | None:
    """The first entry of a folder, by name, that is not `listed`; None if there is none."""
    with os.scandir(folder) as entries:
        return min((entry.name for entry in entries if entry.name not in listed), default=None)


def file_digest(path: str) -> str:
    """SHA-256 of a file's contents, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
