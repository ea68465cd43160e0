"""Snapshots: texts for people as wholes, a file for each command or format below `tests/snapshots/`.

A test compares what is printed now with its file. With NONOSAT_UPDATE=1 in the environment it writes the file instead;
read the difference as prose before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"
UPDATE = bool(os.environ.get("NONOSAT_UPDATE"))


def compare(name: str, text: str) -> None:
    """Compare a text with the file of a name, or write it."""
    path = FOLDER / name
    if UPDATE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert text == path.read_text(encoding="utf-8"), f"{path} is old; NONOSAT_UPDATE=1 writes it"
