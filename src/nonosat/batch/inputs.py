"""From folders, files and lists of files to the puzzles in them, each with a name of its own, one after the other."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonosat.batch.puzzle_task import PuzzleTask
from nonosat.errors import InputError, UsageError
from nonosat.formats import FORMATS, Sheet, find_format, load_sheet, load_sheets, puzzle_name
from nonosat.formats.loading import MAX_BYTES, format_of, of_suffix, recognised, sheets_of
from nonosat.system.files import as_text, read_bytes, shown_name


class PuzzleSource(NamedTuple):
    """A file with one or more puzzles.

    Attributes:
        name: of its puzzle; where there are several, each adds its number.
        path: as the user gave it, or below the folder that the user gave; `FILE#3` is one of several.
        size: how many puzzles it holds if they are several, else None.
        format: the name of its format if they are several.
    """

    name: str
    path: str
    size: int | None = None
    format: str | None = None

    def names(self) -> list[str]:
        """The names of its puzzles."""
        return [self.name] if self.size is None else [f"{self.name}-{at}" for at in range(1, self.size + 1)]


class Unreadable(NamedTuple):
    """In place of a task: a puzzle that cannot be read, and why."""

    name: str
    file: str
    error: InputError


def collect(paths: Iterable[str], folder: str, format: str | None = None) -> list[PuzzleSource]:  # noqa: A002
    """The files with puzzles among some files and folders, in order.

    A puzzle is called as its file is, without suffix; one in a folder has the path below it. Where two would be called
    the same, both keep their suffix.

    Args:
        paths: files, which are taken whatever their suffix, and folders, in which suffixes tell, or the content where
            a suffix such as .txt does not.
        folder: where outputs go; nothing in it is a puzzle.
        format: see `formats.load`.

    Raises:
        UsageError: two puzzles would be called the same even so, or there is no such format.
    """
    if format is not None:
        find_format(format)
    once = {os.path.abspath(path): (path, name) for given in paths for path, name in _files(given, folder)}
    stems = {file: puzzle_stem(name) for file, (_, name) in once.items()}
    often = Counter(stems.values())
    sources = [
        _looked_at(PuzzleSource(stems[file] if often[stems[file]] == 1 else name, path), format)
        for file, (path, name) in once.items()
    ]
    owners: dict[str, str] = {}
    for source in sources:
        for name in source.names():
            if name in owners:
                both = source.path if owners[name] == source.path else f"{owners[name]} and {source.path}"
                raise UsageError(f"two puzzles are called {name} ({both}), expected different names for their files")
            owners[name] = source.path
    return sources


def puzzle_stem(name: str) -> str:
    """The name of a puzzle from the name of its file, with the folders above it if it has any."""
    above, _, last = name.rpartition("/")
    return f"{above}/{puzzle_name(last)}" if above else puzzle_name(last)


def _files(given: str, folder: str) -> Iterator[tuple[str, str]]:
    """The files that a path stands for, and what each is called."""
    if not os.path.isdir(given):
        yield given, os.path.basename(given)
        return
    suffixes = tuple(suffix for format_ in FORMATS.values() for suffix in format_.suffixes)
    outputs = os.path.realpath(folder)
    for above, folders, files in os.walk(given, onerror=_complain):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".") and os.path.realpath(os.path.join(above, name)) != outputs
        )
        for name in sorted(files):
            path = os.path.join(above, name)
            if name.lower().endswith(suffixes) and not name.startswith(".") and _may_be_puzzle(path):
                yield path, os.path.relpath(path, given).replace(os.sep, "/")


def _may_be_puzzle(path: str) -> bool:
    """Whether a file in a folder is meant; where a suffix such as .txt is used for anything, its content tells."""
    if len(of_suffix(os.path.splitext(path)[1])) == 1:
        return True
    try:
        return recognised(as_text(read_bytes(path, MAX_BYTES), path)) is not None
    except InputError:
        return False


def _complain(error: OSError) -> None:
    raise InputError(f"cannot be read: {error.strerror or error}", file=error.filename)


def _looked_at(source: PuzzleSource, format: str | None) -> PuzzleSource:  # noqa: A002
    """The same with the number of its puzzles, if they are several.

    Only a file that seems to hold several is read for that. What is wrong with a file is told when its turn comes.
    """
    known = [find_format(format)] if format is not None else of_suffix(os.path.splitext(source.path)[1])
    if (len(known) == 1 and not known[0].several) or not os.path.isfile(source.path):
        return source
    try:
        text = as_text(read_bytes(source.path, MAX_BYTES), source.path)
        found = format_of(text, source.path, format)
        count = sum(1 for _ in sheets_of(text, source.path, format)) if found.at_least(text, 2) else 1
    except InputError:
        return source
    return source._replace(size=count, format=found.name) if count > 1 else source


def tasks(source: PuzzleSource, format: str | None = None) -> Iterator[PuzzleTask | Unreadable]:  # noqa: A002
    """What is to be done for a file: one after the other, so that only few are in memory; as many as it has names."""
    file = shown_name(source.path)
    if source.size is None:
        try:
            yield _whole(source, format)
        except InputError as error:
            yield Unreadable(source.name, file, error)
        return
    names = iter(source.names())
    fewer: InputError | None = None
    try:
        for number, (found, name) in enumerate(zip(load_sheets(source.path, format), names, strict=False), 1):
            at = f"{file}#{number}"
            if isinstance(found, InputError):
                yield Unreadable(name, at, found)
            else:
                yield _rewritten(name, at, found, source.format)
    except InputError as error:
        fewer = error
    for name in names:  # it has been changed since it was looked at first
        fewer = fewer or InputError(f"fewer puzzles, expected {source.size} as before", file=file)
        yield Unreadable(name, file, fewer)


def _whole(source: PuzzleSource, format: str | None) -> PuzzleTask:  # noqa: A002
    """All that a file holds, or one of its puzzles by number."""
    file, mark, _ = source.path.rpartition("#")
    if not mark or os.path.exists(source.path):
        return PuzzleTask(source.name, source.path, read_bytes(source.path, MAX_BYTES), format)
    sheet = load_sheet(source.path, format)
    text = as_text(read_bytes(file, MAX_BYTES), file)
    return _rewritten(source.name, source.path, sheet, format_of(text, file, format).name)


def _rewritten(name: str, file: str, sheet: Sheet, origin: str | None) -> PuzzleTask:
    """One of several puzzles, as a clue file of its own; that format has a place for everything."""
    text = FORMATS["clues"].write(sheet.puzzle, sheet.goal)
    return PuzzleTask(name, file, text.encode(errors="replace"), "clues", origin)
