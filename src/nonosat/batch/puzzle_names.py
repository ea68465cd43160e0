"""The names of the puzzles of a batch: different ones that depend on the files alone, not on their order."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from nonosat.core.errors import UsageError
from nonosat.formats import puzzle_name
from nonosat.formats.links import is_link


class PuzzleFile(NamedTuple):
    """A file with one or more puzzles.

    Attributes:
        path: as the user gave it; `-` for standard input; `FILE#3` is the third of several puzzles.
        name: path below `folder`, separated by `/`.
        folder: absolute path of the folder that the user gave, or of the one that the file is in.
        size: number of its puzzles; None if it holds a single one.
        is_puzzle: False for a file of the folder that is not recognised as a puzzle.
    """

    path: str
    name: str
    folder: str
    size: int | None = None
    is_puzzle: bool = True


def single_file(path: str, size: int | None = None) -> PuzzleFile:
    """A file that the user gave by itself, not as a part of a folder; size None if it holds a single puzzle."""
    if path == "-" or is_link(path):
        return PuzzleFile(path, puzzle_name(path), os.getcwd(), size)
    return PuzzleFile(path, os.path.basename(path), os.path.dirname(os.path.abspath(path)), size)


def numbered_names(name: str, size: int | None) -> list[str]:
    """The names of the puzzles of a file, in order; size None if it holds a single one."""
    return [name] if size is None else [f"{name}-{at}" for at in range(1, size + 1)]


def unique_names(files: Sequence[PuzzleFile]) -> list[str]:
    """Names for different files that give all puzzles different names, whatever the order of the files.

    The name of a file is `PuzzleFile.name` without suffix; each of several puzzles adds its number. Where two would be
    the same, both keep their suffix. If that does not help, the names of all files are their paths, relative to the
    deepest folder that holds all arguments; again with the suffix where two would be the same. So no name leads out of
    that folder.

    Raises:
        UsageError: two puzzles have the same name even so.
    """
    names, clash = _with_suffixes(files, [file.name for file in files])
    if clash is not None:
        names, clash = _with_suffixes(files, _paths_in_common_folder(files))
    if clash is not None:
        raise UsageError(f"two puzzles are called {clash}; rename one of their files")
    return names


def _with_suffixes(files: Sequence[PuzzleFile], file_names: Sequence[str]) -> tuple[list[str], str | None]:
    """The names of files without suffix, or with it where two puzzles would clash; and a clash even so, or None."""
    names = [above + mark + puzzle_name(last) for above, mark, last in (name.rpartition("/") for name in file_names)]
    while True:
        clashes = _clashes(files, names)
        longer = [at for at in clashes if names[at] != file_names[at]]
        if not longer:
            return names, next(iter(clashes.values()), None)
        for at in longer:
            names[at] = file_names[at]


def _clashes(files: Sequence[PuzzleFile], names: Sequence[str]) -> dict[int, str]:
    """From the position of each file that has a puzzle with the name of a puzzle of another file, to that name."""
    owners: dict[str, int] = {}
    clashes: dict[int, str] = {}
    for at, file in enumerate(files):
        for name in dict.fromkeys([names[at], *numbered_names(names[at], file.size)]):
            for used in (name, f"{name}.second"):  # the latter is the name of the drawing of a second solution
                owner = owners.setdefault(used, at)
                if owner != at:
                    clash = f"{used} ({files[owner].path} and {file.path})"
                    clashes.setdefault(owner, clash)
                    clashes.setdefault(at, clash)
    return clashes


def _paths_in_common_folder(files: Sequence[PuzzleFile]) -> list[str]:
    """The path of each file below the deepest folder that holds all of them; standard input keeps its name."""
    try:
        common = os.path.commonpath([file.folder for file in files if file.path != "-"])
    except ValueError:  # several drives of Windows
        common = ""
    return [file.name if file.path == "-" else _path_below(common, file) for file in files]


def _path_below(common: str, file: PuzzleFile) -> str:
    """The path of a file below a folder, separated by `/`; it begins with the drive if `common` is empty."""
    path = os.path.join(file.folder, *file.name.split("/"))
    if common:
        return os.path.relpath(path, common).replace(os.sep, "/")
    drive, below = os.path.splitdrive(path)
    parts = [*re.split(r"[:/\\]", drive), *below.split(os.sep)]
    return "/".join(part for part in parts if part)
