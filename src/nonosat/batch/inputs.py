"""The puzzles of a batch: found, and read one after the other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.batch.puzzle_names import PuzzleFile, numbered_names, single_file, unique_names
from nonosat.batch.puzzle_task import PuzzleTask
from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, Sheet, find_format, load_sheet, load_sheets
from nonosat.formats.links import is_link
from nonosat.formats.loading import format_of, puzzle_bytes, searched, sheets_of, shown_path, suffix_of
from nonosat.formats.registry import MAX_SEARCHED, likely_formats, of_suffix
from nonosat.formats.text_encoding import puzzle_text


@dataclass(frozen=True, kw_only=True)
class PuzzleSource:
    """A file with one or more puzzles, and its unique name.

    Attributes:
        name: name of its puzzle, to which each of several puzzles adds its number.
        path: as the user gave it, or below the folder that the user gave; `FILE#3` is the third of several puzzles.
        size: number of its puzzles; None if it holds a single one.
    """

    name: str
    path: str
    size: int | None = None

    def names(self) -> list[str]:
        """The names of its puzzles, in order."""
        return numbered_names(self.name, self.size)


class FoundFiles(NamedTuple):
    """The files among some files and folders: those with puzzles, and the paths of all others in the folders.

    Hidden files and folders are neither. Links to folders are among the others, since they are not followed. First of
    the others are those whose suffix is that of a format.
    """

    sources: list[PuzzleSource]
    others: list[str]


class UnreadablePuzzle(NamedTuple):
    """A puzzle that cannot be read: its name, the name of its file in messages, and the reason."""

    name: str
    file: str
    error: InputError


def collect_sources(paths: Iterable[str], folder: str, format: str | None = None) -> FoundFiles:  # noqa: A002
    """Find the files with puzzles among some files and folders.

    The name of a puzzle is that of its file without suffix; for a file in a folder it is the path below the folder. See
    `unique_names` for puzzles that would have the same name.

    Args:
        paths: files of any suffix, and folders. The puzzles of a folder are the files whose suffix is that of one
            format, and the files with a suffix such as .txt whose content is recognised.
        folder: the output folder, which is not searched.
        format: name of the format of all files; None to recognise it.

    Returns:
        The files in order, each once.

    Raises:
        UsageError: two puzzles have the same name even by their paths, or the format is unknown.
    """
    if format is not None:
        find_format(format)
    found: dict[str, PuzzleFile] = {}
    others: dict[str, str] = {}
    for file in (file for given in paths for file in _files(given, folder)):
        place = os.path.abspath(file.path)
        if not file.is_puzzle:
            others.setdefault(place, file.path)
            continue
        known = found.setdefault(place, file)
        if len(file.name) > len(known.name):  # by itself and in a folder: the folder counts, whichever comes first
            found[place] = file
    counts = [count_puzzles(file.path, format) for file in found.values()]
    files = [file._replace(size=size) for file, size in zip(found.values(), counts, strict=True)]
    sources = [
        PuzzleSource(name=name, path=file.path, size=file.size)
        for name, file in zip(unique_names(files), files, strict=True)
    ]
    unnamed = (path for place, path in others.items() if place not in found)
    return FoundFiles(sources, sorted(unnamed, key=lambda path: not of_suffix(suffix_of(path))))


def name_files(paths: Iterable[str], format: str | None = None) -> dict[str, str]:  # noqa: A002
    """Unique names for the puzzles of some files, by path, as in a batch.

    Args:
        paths: files, `-` for standard input; `FILE#3` is the third puzzle of a file. A file that is given by two paths
            has one name. If a file has several puzzles, each adds its number.
        format: name of the format of all files; None to recognise it.

    Raises:
        UsageError: two puzzles have the same name even by their paths, or the format is unknown.
    """
    keys = {path: path if path == "-" else os.path.abspath(path) for path in paths}
    files = {key: single_file(path, count_puzzles(path, format)) for path, key in keys.items()}
    names = dict(zip(files, unique_names(list(files.values())), strict=True))
    return {path: names[key] for path, key in keys.items()}


def _files(given: str, folder: str) -> Iterator[PuzzleFile]:
    """The files of a path: the file itself, or all that are not hidden in a folder."""
    if not os.path.isdir(given):
        yield single_file(given)
        return
    outputs, root = os.path.realpath(folder), os.path.abspath(given)
    for above, folders, files in os.walk(given, onerror=_raise_input_error):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and os.path.realpath(os.path.join(above, name)) != outputs
        )
        links = (name for name in folders if os.path.islink(os.path.join(above, name)))
        for name in (*sorted(name for name in files if not name.startswith(".")), *links):
            path = os.path.join(above, name)
            below = os.path.relpath(path, given).replace(os.sep, "/")
            yield PuzzleFile(path, below, root, is_puzzle=not os.path.isdir(path) and _may_be_puzzle(path))


def _may_be_puzzle(path: str) -> bool:
    """Recognise a puzzle by its suffix, or by its content if no format or several have the suffix."""
    formats = of_suffix(suffix_of(path))
    if len(formats) == 1:
        return True
    if not formats and os.path.getsize(path) > MAX_SEARCHED:
        return False
    try:
        text = puzzle_text(puzzle_bytes(path), path)
        return bool(formats and likely_formats(text)) or searched(text, suffix_of(path)) is not None
    except (InputError, OSError):
        return False


def _raise_input_error(error: OSError) -> None:
    raise InputError(f"cannot be read: {error.strerror or error}", file=error.filename)


def count_puzzles(path: str, format: str | None = None) -> int | None:  # noqa: A002
    """The number of puzzles of a file, whose format is recognised if it is not given; None if it is not two or more.

    Only a regular file that may hold several puzzles is read for that. An error in it is reported later, when its
    puzzles are read.
    """
    known = [find_format(format)] if format is not None else of_suffix(suffix_of(path))
    if (len(known) == 1 and not known[0].several) or path == "-" or not os.path.isfile(path):
        return None
    try:
        text = puzzle_text(puzzle_bytes(path), path)
        count = sum(1 for _ in sheets_of(text, path, format)) if format_of(text, path, format).at_least(text, 2) else 1
    except InputError:
        return None
    return count if count > 1 else None


def read_tasks(source: PuzzleSource, format: str | None = None) -> Iterator[PuzzleTask | UnreadablePuzzle]:  # noqa: A002
    """Read the puzzles of a file one after the other, so that few are in memory at once: one result for each name."""
    file = shown_path(source.path)
    if source.size is None:
        try:
            yield _read_one(source, format)
        except InputError as error:
            yield UnreadablePuzzle(source.name, file, error)
        return
    names = iter(source.names())
    fewer: InputError | None = None
    try:
        for number, (found, name) in enumerate(zip(load_sheets(source.path, format), names, strict=False), 1):
            at = f"{file}#{number}"
            if isinstance(found, InputError):
                yield UnreadablePuzzle(name, at, found)
            else:
                yield _rewritten(name, at, found)
    except InputError as error:
        fewer = error
    for name in names:  # the file has been changed since its puzzles were counted
        fewer = fewer or InputError(f"fewer puzzles, expected {source.size} as before", file=file)
        yield UnreadablePuzzle(name, file, fewer)


def _read_one(source: PuzzleSource, format: str | None) -> PuzzleTask:  # noqa: A002
    """The task of a file with one puzzle, or of one of several puzzles by its number."""
    _, mark, _ = source.path.rpartition("#")
    if not mark or is_link(source.path) or os.path.exists(source.path):
        return PuzzleTask(name=source.name, file=source.path, text=puzzle_bytes(source.path), format=format)
    sheet = load_sheet(source.path, format)
    return _rewritten(source.name, source.path, sheet)


def _rewritten(name: str, file: str, sheet: Sheet) -> PuzzleTask:
    """The task of one of several puzzles, rewritten as a clue file, the format that can express every puzzle."""
    text = FORMATS["clues"].write(sheet.puzzle, sheet.goal)
    data = text.encode(errors="replace")
    return PuzzleTask(name=name, file=file, text=data, format="clues", origin=sheet.format, remarks=sheet.remarks)
