"""Finding and reading the puzzles of a batch, each with a unique name, one after the other."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonosat.batch.puzzle_task import PuzzleTask
from nonosat.errors import InputError, UsageError
from nonosat.formats import FORMATS, Sheet, find_format, load_sheet, load_sheets, puzzle_name
from nonosat.formats.loading import MAX_BYTES, format_of, likely_formats, of_suffix, sheets_of
from nonosat.system.files import as_text, read_bytes, shown_name


@dataclass(frozen=True, kw_only=True)
class PuzzleSource:
    """A file with one or more puzzles.

    Attributes:
        name: of its puzzle, to which each of several puzzles adds its number.
        path: as the user gave it, or below the folder that the user gave; `FILE#3` is the third of several puzzles.
        size: number of its puzzles if there are several, else None.
        format: name of its format if there are several puzzles, else None.
    """

    name: str
    path: str
    size: int | None = None
    format: str | None = None

    def names(self) -> list[str]:
        """The names of its puzzles, in order."""
        return [self.name] if self.size is None else [f"{self.name}-{at}" for at in range(1, self.size + 1)]


class UnreadablePuzzle(NamedTuple):
    """A puzzle that cannot be read.

    Attributes:
        name: of the puzzle.
        file: the name of its file in messages.
        error: why it cannot be read.
    """

    name: str
    file: str
    error: InputError


def collect_sources(paths: Iterable[str], folder: str, format: str | None = None) -> list[PuzzleSource]:  # noqa: A002
    """Find the files with puzzles among some files and folders.

    The name of a puzzle is that of its file without suffix; for a file in a folder it is the path below the folder. If
    two puzzles would have the same name, both keep their suffix.

    Args:
        paths: files, which are taken whatever their suffix, and folders, of which the files are taken whose suffix is
            that of a format or, for a suffix such as .txt, whose content is recognised.
        folder: for the outputs; it is not searched for puzzles.
        format: name of the format of all files; None to recognise it.

    Returns:
        The files in order, each once.

    Raises:
        UsageError: two puzzles have the same name with their suffix, too, or there is no such format.
    """
    if format is not None:
        find_format(format)
    files = {os.path.abspath(path): (path, name) for given in paths for path, name in _files(given, folder)}
    stems = {file: puzzle_stem(name) for file, (_, name) in files.items()}
    uses = Counter(stems.values())
    sources = [
        _with_size(PuzzleSource(name=stems[file] if uses[stems[file]] == 1 else name, path=path), format)
        for file, (path, name) in files.items()
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
    """The name of a puzzle.

    Args:
        name: of its file, with the folders above it if it has any, separated by `/`.

    Returns:
        The same without the suffix.
    """
    above, _, last = name.rpartition("/")
    return f"{above}/{puzzle_name(last)}" if above else puzzle_name(last)


def _files(given: str, folder: str) -> Iterator[tuple[str, str]]:
    """The files of a path, each with its name: the file itself, or the puzzles in a folder."""
    if not os.path.isdir(given):
        yield given, os.path.basename(given)
        return
    suffixes = tuple(suffix for format_ in FORMATS.values() for suffix in format_.suffixes)
    outputs = os.path.realpath(folder)
    for above, folders, files in os.walk(given, onerror=_raise_input_error):
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
    """Whether a file in a folder is a puzzle: by its suffix, or by its content if several formats share the suffix."""
    if len(of_suffix(os.path.splitext(path)[1])) == 1:
        return True
    try:
        return bool(likely_formats(as_text(read_bytes(path, MAX_BYTES), path)))
    except InputError:
        return False


def _raise_input_error(error: OSError) -> None:
    raise InputError(f"cannot be read: {error.strerror or error}", file=error.filename)


def _with_size(source: PuzzleSource, format: str | None) -> PuzzleSource:  # noqa: A002
    """A source with the number of its puzzles, if there are several.

    Only a file that may hold several puzzles is read for that. An error in it is reported later, by `read_tasks`.
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
    return replace(source, size=count, format=found.name) if count > 1 else source


def read_tasks(source: PuzzleSource, format: str | None = None) -> Iterator[PuzzleTask | UnreadablePuzzle]:  # noqa: A002
    """Read the puzzles of a file one after the other, so that few are in memory at once.

    Args:
        source: the file.
        format: name of its format; None to recognise it.

    Yields:
        A task for each of its names, or why the puzzle cannot be read.
    """
    file = shown_name(source.path)
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
                yield _rewritten(name, at, found, source.format)
    except InputError as error:
        fewer = error
    for name in names:  # the file has been changed since its puzzles were counted
        fewer = fewer or InputError(f"fewer puzzles, expected {source.size} as before", file=file)
        yield UnreadablePuzzle(name, file, fewer)


def _read_one(source: PuzzleSource, format: str | None) -> PuzzleTask:  # noqa: A002
    """The task of a file with one puzzle, or of one of several puzzles by its number."""
    file, mark, _ = source.path.rpartition("#")
    if not mark or os.path.exists(source.path):
        return PuzzleTask(name=source.name, file=source.path, text=read_bytes(source.path, MAX_BYTES), format=format)
    sheet = load_sheet(source.path, format)
    text = as_text(read_bytes(file, MAX_BYTES), file)
    return _rewritten(source.name, source.path, sheet, format_of(text, file, format).name)


def _rewritten(name: str, file: str, sheet: Sheet, origin: str | None) -> PuzzleTask:
    """The task of one of several puzzles, rewritten as a clue file, since that format can express every puzzle."""
    text = FORMATS["clues"].write(sheet.puzzle, sheet.goal)
    data = text.encode(errors="replace")
    return PuzzleTask(name=name, file=file, text=data, format="clues", origin=origin)
