"""Snapshots: texts for people as wholes, a file for each command or format below `tests/snapshots/`.

A test compares what is printed now with a section of a file. With NONOSAT_UPDATE=1 in the environment it writes the
section instead; read the difference as prose before you commit it.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"
UPDATE = bool(os.environ.get("NONOSAT_UPDATE"))

_TITLE = re.compile(r"^=== (.*) ===\n", re.MULTILINE)


def sections(path: Path) -> dict[str, str]:
    """The sections of a file by title; a line end is behind each text."""
    _, *parts = _TITLE.split(path.read_text(encoding="utf-8") if path.exists() else "")
    return {title: text.removesuffix("\n") for title, text in zip(parts[::2], parts[1::2], strict=True)}


def compare(name: str, title: str, text: str) -> None:
    """Compare a text with the section of a title in the file of a name, or write it."""
    path = FOLDER / f"{name}.txt"
    if UPDATE:
        _write(path, title, text)
    assert text == sections(path).get(title), f"section {title!r} of {path} is old; NONOSAT_UPDATE=1 writes it"


def _write(path: Path, title: str, text: str) -> None:
    import fcntl  # which Windows does not have

    path.parent.mkdir(parents=True, exist_ok=True)
    with open(Path(tempfile.gettempdir(), "nonosat-snapshots.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other processes of the run write other sections
        found = sections(path) | {title: text}
        content = "".join(f"=== {each} ===\n{found[each]}\n" for each in sorted(found))
        path.write_text(content, encoding="utf-8", newline="\n")
