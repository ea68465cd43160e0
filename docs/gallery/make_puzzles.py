"""Makes the puzzles of `puzzles/` from the pictures in `docs/gallery/pictures/`.

    python docs/gallery/make_puzzles.py

The puzzles are committed, because users start with them; a test compares them with the pictures.
"""

from __future__ import annotations

import sys
from pathlib import Path

import picture_file

from nonosat.formats import clues

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "gallery" / "pictures"
PUZZLES = ROOT / "puzzles"


def puzzle_texts(pictures: Path = PICTURES) -> dict[str, str]:
    """The clue file of every picture, by file name."""
    return {f"{name}.clues": clues.write(file.puzzle()) for name, file in picture_file.load(pictures).items()}


def differences(texts: dict[str, str], folder: Path) -> list[str]:
    """What differs between the clue files that are in a folder and those that should be."""
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.clues")}
    return [
        *(f"{name}: missing" for name in sorted(texts.keys() - found.keys())),
        *(f"{name}: has no picture" for name in sorted(found.keys() - texts.keys())),
        *(f"{name}: differs from its picture" for name in sorted(texts.keys() & found.keys())
          if texts[name] != found[name]),
    ]  # fmt: skip


def main() -> int:
    """Run as the module docstring says."""
    texts = puzzle_texts()
    for name, text in texts.items():
        (PUZZLES / name).write_text(text, encoding="utf-8", newline="\n")
    print(f"{len(texts)} puzzles written to {PUZZLES}")
    # Only a person can distinguish a picture that was renamed from a puzzle that somebody put there on purpose.
    if lines := differences(texts, PUZZLES):
        print("\n".join(lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
