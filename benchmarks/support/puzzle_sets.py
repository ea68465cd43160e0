"""The puzzles that benchmarks run on: those of `puzzles/`, and further sets where present.

Further sets lie in the folder that the environment variable NONOSAT_PUZZLES names, or in `../shared/puzzles` beside the
repository; they are optional. A file EXPECTED.tsv in that folder says what is known of the solutions: lines of a file
name, a tab, and `unique`, `multiple`, a number of solutions, or `unknown`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from support.common import ROOT

from nonosat.formats import FORMATS, load, puzzle_name
from nonosat.model.puzzle import Puzzle
from nonosat.solving.result import Result

_KNOWN = "EXPECTED.tsv"


@dataclass(frozen=True)
class Entry:
    """A puzzle file.

    Attributes:
        folder: the set it belongs to.
        expected: `unique`, `multiple` or `none` where that is known, else None.
    """

    path: Path
    folder: str
    expected: str | None

    @property
    def name(self) -> str:
        return puzzle_name(str(self.path))

    def load(self) -> Puzzle:
        return load(self.path)


def own() -> list[Entry]:
    return [Entry(path, "puzzles", None) for path in _files(ROOT / "puzzles")]


def shared() -> list[Entry]:
    """The further sets, folder by folder; none where they are not present."""
    root = shared_folder()
    known = _expected(root)
    return [Entry(path, path.parent.name, known.get(path.relative_to(root).as_posix())) for path in _files(root)]


def further(paths: Iterable[str]) -> list[Entry]:
    """Those of these paths in the folder of the further sets that are there."""
    found = (shared_folder() / path for path in paths)
    return [Entry(path, path.parent.name, None) for path in found if path.exists()]


def given(names: Iterable[str]) -> list[Entry]:
    """Entries for files and folders, and for sets and puzzles of the further sets by their names.

    Raises:
        SystemExit: there is no such file and no such name.
    """
    entries = []
    for name in names:
        path = Path(name)
        if not path.exists():
            entries += _named(name)
            continue
        for file in _files(path) if path.is_dir() else [path]:
            whole = file.resolve()
            roots = [folder for folder in list(whole.parents)[:2] if (folder / _KNOWN).exists()]
            known = (_expected(root).get(whole.relative_to(root).as_posix()) for root in roots)
            entries.append(Entry(file, whole.parent.name, next(known, None)))
    return entries


def _named(name: str) -> list[Entry]:
    """The puzzles of a further set, or those whose names begin like that."""
    found = [entry for entry in shared() if entry.folder == name]
    found = found or [entry for entry in shared() if entry.name.startswith(name)]
    if not found:
        raise SystemExit(f"{name}: no such file, and no such puzzle in {shared_folder()}")
    return found


def shared_folder() -> Path:
    return Path(os.environ.get("NONOSAT_PUZZLES") or ROOT.parent / "shared" / "puzzles")


def verdict_of(result: Result) -> str:
    """What was found, in the words of `Entry.expected`; `one` if it is not known whether there are more."""
    if result.picture is None:
        return "none"
    if result.unique is None:
        return "one"
    return "unique" if result.unique else "multiple"


def size_of(puzzle: Puzzle) -> str:
    """Grid and colours in short: `40x40`, `hex 9 c2` with two colours."""
    grid = puzzle.grid.header.removeprefix("rect ")
    if puzzle.grid.kind == "rect":
        grid = grid.replace(" ", "x")
    return grid if puzzle.n_colors == 1 else f"{grid} c{puzzle.n_colors}"


def _files(folder: Path) -> list[Path]:
    suffixes = {suffix for format_ in FORMATS.values() for suffix in format_.suffixes}
    known = _expected(folder)
    files = (path for path in folder.rglob("*") if path.suffix.lower() in suffixes)
    # Samples of file formats, several puzzles to a file, are not a set.
    return sorted(f for f in files if f.suffix == ".clues" or f.relative_to(folder).as_posix() in known)


def _expected(folder: Path) -> dict[str, str | None]:
    try:
        lines = (folder / _KNOWN).read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {name: _verdict(solutions) for name, solutions in pairs}


def _verdict(solutions: str) -> str | None:
    if solutions.isdigit():
        return {0: "none", 1: "unique"}.get(int(solutions), "multiple")
    return None if solutions == "unknown" else solutions
