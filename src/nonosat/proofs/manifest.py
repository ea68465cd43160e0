"""The manifest of a proof: what is claimed of which puzzle, by which kind of proof, with a hash of every file.

`manifest.json` is one JSON object:

    proof     the version of this format, 1
    kind      a name of `kinds.KINDS`
    claim     "unique" or "no solution"
    name      the name of the puzzle
    puzzle    the puzzle, in the clue file format
    nonosat   the version that wrote the proof
    details   options of this kind that its checker needs
    files     the SHA-256 of every other file, by name
    sha256    the SHA-256 of all entries above, as JSON with sorted keys and without blanks

The hashes detect accidental changes and exchanged files. They do not make a claim true: the checker of each kind
derives it from the puzzle alone.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from nonosat.errors import InputError, NonosatError, ProofRefused, shown
from nonosat.formats import loads
from nonosat.formats.clues import write as clue_text
from nonosat.model.puzzle import Puzzle
from nonosat.version import __version__

#: Version of the format of manifests.
FORMAT = 1
#: Name of the file.
MANIFEST = "manifest.json"

#: The two claims.
UNIQUE = "unique"
NO_SOLUTION = "no solution"

#: A manifest holds a puzzle, and no puzzle is larger.
_MAX_BYTES = 1 << 28


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """The claim of a proof, and the files that prove it.

    Attributes:
        kind: the name of the kind of proof.
        claim: `UNIQUE` or `NO_SOLUTION`.
        name: of the puzzle.
        puzzle: the puzzle the claim is about.
        details: options of this kind that its checker needs, as JSON can hold them.
        files: SHA-256 in hexadecimal of every other file of the folder, by name.
        version: of the nonosat that wrote the proof.
    """

    kind: str
    claim: str
    name: str
    puzzle: Puzzle
    details: Mapping[str, object]
    files: Mapping[str, str]
    version: str = __version__

    def detail(self, key: str, *allowed: str) -> str:
        """One of the details whose value is a text.

        Args:
            key: of the detail.
            allowed: the values that it may have; any text if none is given.

        Raises:
            ProofRefused: it is missing, no text, or not one of those allowed.
        """
        value = self.details.get(key)
        if not isinstance(value, str) or (allowed and value not in allowed):
            expected = f"one of {', '.join(allowed)}" if allowed else "a word"
            _refuse(f"{key} {shown(str(value))} in the details, expected {expected}")
        return value

    def path(self, folder: str, name: str) -> str:
        """The path of one of the files.

        Args:
            folder: which holds the proof.
            name: of the file.

        Raises:
            ProofRefused: the manifest does not list it.
        """
        if name not in self.files:
            _refuse(f"no file {name} is listed, expected one in a proof of kind {self.kind}")
        return os.path.join(folder, name)


def write_manifest(folder: str, manifest: Manifest) -> None:
    """Write a manifest.

    Args:
        folder: which holds the proof; the file in it is `MANIFEST`.
        manifest: what to write.

    Raises:
        OSError: it cannot be written.
    """
    record: dict[str, object] = {
        "proof": FORMAT,
        "kind": manifest.kind,
        "claim": manifest.claim,
        "name": manifest.name,
        "puzzle": clue_text(manifest.puzzle),
        "nonosat": manifest.version,
        "details": dict(manifest.details),
        "files": dict(manifest.files),
    }
    record["sha256"] = _digest(record)
    with open(os.path.join(folder, MANIFEST), "w", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(record, indent=2) + "\n")


def read_manifest(folder: str) -> Manifest:
    """Read the manifest of a proof, without the files it lists; see `check_files` for those.

    Args:
        folder: which holds the proof.

    Raises:
        InputError: there is no such folder, or no manifest in it.
        ProofRefused: it is no manifest of a proof.
    """
    return _parse(_read(folder))


def _read(folder: str) -> bytes:
    """The contents of the manifest."""
    path = os.path.join(folder, MANIFEST)
    if not os.path.isdir(folder):
        what = "no folder" if os.path.exists(folder) else "no such folder"
        raise InputError(f"{what}, expected one that `nonosat certify` wrote", file=folder)
    try:
        with open(path, "rb") as file:
            return file.read(_MAX_BYTES)
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}, expected the manifest of a proof"
        raise InputError(message, file=path) from None


def _parse(data: bytes) -> Manifest:
    """The manifest with these contents; raises `ProofRefused` if they are none."""
    try:
        record = json.loads(data)
    except (ValueError, RecursionError) as error:
        _refuse(f"not JSON ({error})")
    if not isinstance(record, dict) or record.get("proof") != FORMAT:
        _refuse(f"expected an object with the entry `proof`: {FORMAT}")
    record = dict(record)
    if record.pop("sha256", None) != _digest(record):
        _refuse("it has been changed since it was written: its hash is another")
    texts = {key: _text_entry(record, key) for key in ("kind", "claim", "name", "puzzle", "nonosat")}
    if texts["claim"] not in (UNIQUE, NO_SOLUTION):
        _refuse(f"claim {shown(texts['claim'])}, expected {UNIQUE!r} or {NO_SOLUTION!r}")
    details, files = record.get("details"), record.get("files")
    if not isinstance(details, dict) or not isinstance(files, dict):
        _refuse("expected the entries `details` and `files`")
    for file, digest in files.items():
        if os.path.basename(file) != file or file in ("", ".", "..", MANIFEST) or not isinstance(digest, str):
            _refuse(f"{shown(file)} is listed, expected names of files of the folder, each with its hash")
    try:
        return Manifest(
            kind=texts["kind"],
            claim=texts["claim"],
            name=texts["name"],
            puzzle=loads(texts["puzzle"], "puzzle"),
            details=details,
            files=files,
            version=texts["nonosat"],
        )
    except NonosatError as error:
        _refuse(str(error))


def check_files(folder: str, manifest: Manifest) -> None:
    """Check that the files have the hashes that the manifest gives.

    Args:
        folder: which holds the proof.
        manifest: its manifest.

    Raises:
        ProofRefused: a file is missing or has been changed.
    """
    for name, digest in manifest.files.items():
        try:
            found = file_digest(os.path.join(folder, name))
        except OSError as error:
            raise ProofRefused(f"{name} cannot be read: {error.strerror or error}") from None
        if found != digest:
            raise ProofRefused(f"{name} has been changed since it was written: its hash is another")


def file_digest(path: str) -> str:
    """SHA-256 of a file's contents, in hexadecimal.

    Args:
        path: of the file.

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _digest(record: Mapping[str, object]) -> str:
    """The hash of all entries of a manifest but the hash itself."""
    return hashlib.sha256(json.dumps(record, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _text_entry(record: Mapping[str, object], key: str) -> str:
    """An entry whose value is a text."""
    value = record.get(key)
    if not isinstance(value, str):
        _refuse(f"expected an entry `{key}` that is a text")
    return value


def _refuse(message: str) -> NoReturn:
    raise ProofRefused(f"{MANIFEST}: {message}")
