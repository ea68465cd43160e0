"""Names of puzzles, of which each is different, from the names of their files."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from nonosat.errors import UsageError
from nonosat.formats import puzzle_name
from nonosat.formats.links import is_link


class PuzzleFile(NamedTuple):
    """A file with one or more puzzles.

    Attributes:
        path: as the user gave it; `-` for standard input; `FILE#3` is the third of several puzzles.
        name: of the file: its path below the folder that the user gave, separated by `/`, or without any folder.
        folder: absolute path of the folder in which it has this name.
        size: number of its puzzles if there are several, else None.
    """

    path: str
    name: str
    folder: str
    size: int | None = None


def single_file(path: str, size: int | None = None) -> PuzzleFile:
    """A file that the user gave by itself, not as a part of a folder.

    Args:
        path: of the file.
        size: number of its puzzles if there are several, else None.
    """
    if path == "-" or is_link(path):
        return PuzzleFile(path, puzzle_name(path), os.getcwd(), size)
    return PuzzleFile(path, os.path.basename(path), os.path.dirname(os.path.abspath(path)), size)


def puzzle_stem(name: str) -> str:
    """The name of a puzzle.

    Args:
        name: of its file, with the folders above it if it has any, separated by `/`.

    Returns:
        The same without the suffix.
    """
    above, _, last = name.rpartition("/")
    return f"{above}/{puzzle_name(last)}" if above else puzzle_name(last)


def numbered_names(name: str, size: int | None) -> list[str]:
    """The names of the puzzles of a file, in order.

    Args:
        name: of the file.
        size: number of its puzzles if there are several, else None.
    """
    return [name] if size is None else [f"{name}-{at}" for at in range(1, size + 1)]


def unique_names(files: Sequence[PuzzleFile]) -> list[str]:
    """Names for files, such that no two puzzles have the same name; their order does not matter.

    The name of a file is `PuzzleFile.name` without suffix. Where two would be the same, both keep their suffix. If that
    does not help, the names of all files are their paths, relative to the deepest folder that holds all arguments;
    again with the suffix where two would be the same. So no name leads out of that folder.

    Args:
        files: each once.

    Returns:
        A name for each of the files; if a file has several puzzles, each adds its number (see `numbered_names`).

    Raises:
        UsageError: two puzzles have the same name even so.
    """
    names, clash = _with_suffixes(files, [file.name for file in files])
    if clash is not None:
        names, clash = _with_suffixes(files, _paths_in_common_folder(files))
    if clash is not None:
        both = " and ".join(clash.paths)
        raise UsageError(f"two puzzles are called {clash.name} ({both}), expected different names for their files")
    return names


class _Clash(NamedTuple):
    """Two puzzles of the same name.

    Attributes:
        name: which both have.
        paths: of their files.
    """

    name: str
    paths: tuple[str, str]


def _with_suffixes(files: Sequence[PuzzleFile], file_names: Sequence[str]) -> tuple[list[str], _Clash | None]:
    """Names without suffix, or with it where two puzzles would have the same name.

    Args:
        files: the files.
        file_names: their names with suffix.

    Returns:
        The names; two puzzles that have the same name even so, or None.
    """
    names = [puzzle_stem(name) for name in file_names]
    while True:
        clashes = _clashes(files, names)
        longer = [at for at in clashes if names[at] != file_names[at]]
        if not longer:
            return names, next(iter(clashes.values()), None)
        for at in longer:
            names[at] = file_names[at]


def _clashes(files: Sequence[PuzzleFile], names: Sequence[str]) -> dict[int, _Clash]:
    """The files, by position, one of whose puzzles has the same name as that of another file."""
    owners: dict[str, int] = {}
    clashes: dict[int, _Clash] = {}
    for at, file in enumerate(files):
        for name in dict.fromkeys([names[at], *numbered_names(names[at], file.size)]):
            for used in (name, f"{name}.second"):  # the latter is the name of the drawing of a second solution
                owner = owners.setdefault(used, at)
                if owner != at:
                    clash = _Clash(used, (files[owner].path, file.path))
                    clashes.setdefault(owner, clash)
                    clashes.setdefault(at, clash)
    return clashes


def _paths_in_common_folder(files: Sequence[PuzzleFile]) -> list[str]:
    """The path of each file below the deepest folder in which all of them are; standard input is in none."""
    try:
        common = os.path.commonpath([file.folder for file in files if file.path != "-"])
    except ValueError:  # several drives of Windows
        common = ""
    return [file.name if file.path == "-" else _path_below(common, file) for file in files]


def _path_below(common: str, file: PuzzleFile) -> str:
    """The path of a file below a folder, separated by `/`; below the folder of all drives if that is empty."""
    path = os.path.join(file.folder, *file.name.split("/"))
    if common:
        return os.path.relpath(path, common).replace(os.sep, "/")
    drive, below = os.path.splitdrive(path)
    parts = [*re.split(r"[:/\\]", drive), *below.split(os.sep)]
    return "/".join(part for part in parts if part)
