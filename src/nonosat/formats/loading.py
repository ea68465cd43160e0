"""Reading puzzles from files: which format a file has, which of its puzzles is meant, and the names of puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain, islice

from nonosat.errors import InputError
from nonosat.formats.file_format import Format
from nonosat.formats.registry import FORMATS, find_format
from nonosat.formats.sheet import Sheet
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
from nonosat.system.files import read_text, shown_name

#: More than the file of any puzzle has; reading takes several times as much memory.
MAX_BYTES = 1 << 26
#: More than any collection in one file has; a file of more is a mistake.
MAX_PUZZLES = 10_000

#: Suffixes of files that `nonosat make` reads.
_IMAGES = {".bmp", ".gif", ".jpeg", ".jpg", ".pbm", ".pgm", ".png", ".ppm", ".svg"}

_NUMBERED = re.compile(r"(.+)#([0-9]{1,9})", re.DOTALL)


def load(path: str | os.PathLike[str], format: str | None = None) -> Puzzle:  # noqa: A002 - as json.load has `cls`
    """Read a puzzle from a file.

    Args:
        path: `-` is standard input; `FILE#3` is the third puzzle of a file that holds several.
        format: a name of `FORMATS`; by default the suffix decides, or else the content.

    Raises:
        InputError: the file cannot be read, or does not hold exactly one puzzle; says where and why.
        UsageError: there is no such format.
    """
    return load_sheet(path, format).puzzle


def load_sheet(path: str | os.PathLike[str], format: str | None = None) -> Sheet:  # noqa: A002
    """Read a puzzle from a file, with its name and the picture that its author has in mind.

    Args:
        path: `-` is standard input; `FILE#3` is the third puzzle of a file that holds several.
        format: a name of `FORMATS`; by default the suffix decides, or else the content.

    Raises:
        InputError: the file cannot be read, or does not hold exactly one puzzle; says where and why.
        UsageError: there is no such format.
    """
    first, *more = islice(load_sheets(path, format), 2)
    if isinstance(first, InputError):
        raise first
    if more:
        name = os.fspath(path)
        raise InputError(f"several puzzles, expected one, such as {name}#1", file=shown_name(name))
    return first


def load_sheets(path: str | os.PathLike[str], format: str | None = None) -> Iterator[Sheet | InputError]:  # noqa: A002
    """Read all puzzles of a file, one after the other, each with its name; at least one.

    A puzzle among several that is broken is an error in its place, so that the others can be read.

    Args:
        path: `-` is standard input; `FILE#3` is the third puzzle alone.
        format: a name of `FORMATS`; by default the suffix decides, or else the content.

    Raises:
        InputError: the file cannot be read, or is not of its format; says where and why.
        UsageError: there is no such format.
    """
    file, number = _file_and_number(os.fspath(path))
    if format is not None:
        find_format(format)
    if format is None and os.path.splitext(file)[1].lower() in _IMAGES and os.path.isfile(file):
        raise InputError("an image, expected a puzzle; `nonosat make` makes one from it", file=file)
    text = read_text(file, MAX_BYTES)
    found = sheets_of(text, file, format)
    name = puzzle_name(file)
    if number is not None:
        yield _chosen(found, number, name, file)
        return
    first = next(found, None)
    if first is None:
        raise InputError("no puzzle, expected at least one", file=shown_name(file))
    second = next(found, None)
    if second is None:
        yield _named(first, name)
        return
    for at, sheet in enumerate(chain([first, second], found), 1):
        yield _named(sheet, f"{name}-{at}")


def _chosen(found: Iterator[Sheet | InputError], number: int, name: str, file: str) -> Sheet | InputError:
    """The puzzle of a number, from 1, among those of a file.

    Raises:
        InputError: the file holds fewer.
    """
    at = 0
    for at, sheet in enumerate(found, 1):
        if at == number:
            return _named(sheet, f"{name}-{number}")
    message = f"holds {count(at, 'puzzle')}, expected at least {number}, for #{number}"
    raise InputError(message, file=shown_name(file))


def sheets_of(text: str, path: str, format: str | None = None) -> Iterator[Sheet | InputError]:  # noqa: A002
    """All puzzles in the text of a file, one after the other, without names; none if it holds no puzzle.

    A puzzle among several that is broken is an error in its place, so that the others can be read.

    Args:
        text: what the file holds.
        path: its name, for its suffix and for messages; it is not read.
        format: a name of `FORMATS`; by default the suffix decides, or else the content.

    Raises:
        InputError: the text is too long, or not of its format; says where and why.
        UsageError: there is no such format.
    """
    file, known = shown_name(path), format_of(text, path, format)
    if len(text) > known.max_characters:
        raise InputError(f"more than {known.max_characters:,} characters, expected a smaller file", file=file)
    if known.at_least(text, MAX_PUZZLES + 1):
        raise InputError(f"more than {MAX_PUZZLES:,} puzzles, expected fewer in a file", file=file)
    try:
        yield from known.sheets(text, file)
    except InputError as error:
        other = None if format is not None or known.looks_like(text) else recognised(text)
        if other is None or other is known:
            raise
        hint = f"{error.message}; the content looks like {other.name}, which `--from {other.name}` reads"
        raise InputError(hint, file=file, line=error.line, column=error.column) from None


def format_of(text: str, path: str, format: str | None = None) -> Format:  # noqa: A002
    """The format in which the text of a file is read: the named one, or that of its suffix, or that of its content.

    Args:
        text: what the file holds.
        path: its name.
        format: a name of `FORMATS`, or None.

    Raises:
        InputError: the suffix allows several formats, and the content looks like none.
        UsageError: there is no such format.
    """
    if format is not None:
        return find_format(format)
    known = of_suffix(os.path.splitext(path)[1])
    if len(known) == 1:
        return known[0]
    likely = next((format_ for format_ in known if format_.looks_like(text)), None) or recognised(text)
    if likely is None and known:
        names = ", ".join(format_.name for format_ in known)
        raise InputError(f"not recognised, expected one of {names} (`--from NAME` chooses)", file=shown_name(path))
    return likely or FORMATS["clues"]


def loads(text: str, file: str | None = None, format: str | None = None) -> Puzzle:  # noqa: A002
    """Read a puzzle from a text, the first if it has several.

    Args:
        text: what a file holds.
        file: its name in error messages.
        format: a name of `FORMATS`; by default the content decides, and a text that looks like no format is read as a
            clue file.

    Raises:
        InputError: the text is no puzzle of its format; says where and why.
        UsageError: there is no such format.
    """
    known = FORMATS["clues"] if format is None else find_format(format)
    return (known if format is not None else recognised(text) or known).read(text, file)


def puzzle_name(path: str) -> str:
    """The name of a puzzle: that of its file without folder and suffix, with its number if the path has one.

    Args:
        path: as `load` takes it.
    """
    file, number = _file_and_number(path)
    stem, suffix = os.path.splitext(os.path.basename(file))
    if file == "-":
        stem = "stdin"
    elif not of_suffix(suffix):
        stem += suffix
    return stem if number is None else f"{stem}-{number}"


def of_suffix(suffix: str) -> list[Format]:
    """The formats whose files have a suffix, which begins with a dot."""
    return [format_ for format_ in FORMATS.values() if suffix.lower() in format_.suffixes]


def recognised(text: str) -> Format | None:
    """The first format that a text looks like, or None."""
    return next((format_ for format_ in FORMATS.values() if format_.looks_like(text)), None)


def _file_and_number(path: str) -> tuple[str, int | None]:
    """File and number of a path; a file whose own name ends in `#3` is meant as a file."""
    match = _NUMBERED.fullmatch(path)
    if match is None or os.path.exists(path):
        return path, None
    return match[1], int(match[2])


def _named(sheet: Sheet | InputError, name: str) -> Sheet | InputError:
    """A puzzle with its name; an error as it is."""
    return sheet if isinstance(sheet, InputError) else sheet._replace(name=name)
