"""Puzzles from files: the format of a file, the choice among its puzzles, and the names of puzzles."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain, islice

from nonosat.core.errors import InputError, UsageError, argument
from nonosat.core.files import read_bytes, shown_name
from nonosat.formats.file_format import Format, Sheet
from nonosat.formats.links import is_link, link_name
from nonosat.formats.registry import (
    FORMATS,
    MAX_SEARCHED,
    SeveralFormats,
    find_format,
    likely_formats,
    of_suffix,
    recognised,
)
from nonosat.formats.source import Source
from nonosat.formats.text_encoding import text_and_remark
from nonosat.model.nouns import count
from nonosat.model.puzzle import ImpossibleClues, Puzzle

#: More than the file of any puzzle has; reading takes several times as much memory.
MAX_BYTES = 1 << 26
#: More than any collection in one file has; a file of more is a mistake.
MAX_PUZZLES = 10_000

#: The number of characters of a link that messages show.
_SHOWN = 60

_NUMBERED = r"(?s)(.+)#([0-9]{1,9})"


def load(path: str | os.PathLike[str], format: str | None = None) -> Puzzle:  # noqa: A002 - as json.load has `cls`
    """Read a puzzle from a file.

    Args:
        path: `-` is standard input; `FILE#3` is the third puzzle of a file; a link or a game ID is a puzzle itself.
        format: a name of `FORMATS`; by default the suffix decides, or else the content.

    Raises:
        InputError: the file cannot be read, or does not hold exactly one puzzle; says where and why.
        UsageError: there is no such format.
    """
    return load_sheet(path, format).puzzle


def load_sheet(path: str | os.PathLike[str], format: str | None = None) -> Sheet:  # noqa: A002
    """Read a puzzle from a file as `load` does, with its name and the picture that its author has in mind."""
    first, *more = islice(load_sheets(path, format), 2)
    if isinstance(first, InputError):
        raise first
    if more:
        name = os.fspath(path)
        raise InputError(f"several puzzles; choose one, such as {name}#1", file=shown_path(name))
    return first


def load_sheets(path: str | os.PathLike[str], format: str | None = None) -> Iterator[Sheet | InputError]:  # noqa: A002
    """Read all puzzles of a file as `load` reads one, one after another, each with its name; at least one.

    A puzzle among several that is broken is an error in its place, so that the others can be read.

    Raises:
        InputError: the file cannot be read, or is not of its format; says where and why.
        UsageError: there is no such format.
    """
    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"path {path!r}, expected the name of a file (`loads` reads a text)")
    file, number = _file_and_number(os.fspath(path))
    if format is not None:
        find_format(format)
    yield from read_sheets(puzzle_bytes(file), file, number, format)


def read_sheets(
    data: bytes,
    file: str,
    number: int | None = None,
    format: str | None = None,  # noqa: A002
) -> Iterator[Sheet | InputError]:
    """Read all puzzles in the contents of a file as `load_sheets` does, or the one of a number, from 1.

    Args:
        data: as they are in the file, but not gzipped.
        file: its name, for its suffix and in messages.

    Raises:
        InputError: the data are not of the file's format, or there is no such puzzle; says where and why.
        UsageError: there is no such format.
    """
    text, remark = text_and_remark(data, shown_path(file))
    found = (_remarked(sheet, remark) for sheet in sheets_of(text, file, format))
    name = puzzle_name(file)
    if number is not None:
        yield _chosen(found, number, name, file)
        return
    first = next(found, None)
    if first is None:
        raise InputError("no puzzle, expected at least one", file=shown_path(file))
    second = next(found, None)
    if second is None:
        yield _named(first, name)
        return
    for at, sheet in enumerate(chain([first, second], found), 1):
        yield _named(sheet, f"{name}-{at}")


def _chosen(found: Iterator[Sheet | InputError], number: int, name: str, file: str) -> Sheet | InputError:
    """The puzzle of a number, from 1, among those of a file."""
    if number == 0:
        raise InputError("no puzzle #0; the first one is #1", file=shown_path(file))
    at = 0
    for at, sheet in enumerate(found, 1):
        if at == number:
            return _named(sheet, f"{name}-{number}")
    message = f"holds {count(at, 'puzzle')}, so there is no #{number}; choose {'#1' if at == 1 else f'#1 to #{at}'}"
    raise InputError(message, file=shown_path(file))


def sheets_of(text: str, path: str, format: str | None = None) -> Iterator[Sheet | InputError]:  # noqa: A002
    """The puzzles in the `text` of a file as `load_sheets` reads them, but without names, and perhaps none.

    A text that its format's reader refuses, or that looks like no format, is searched for clues in other notations.

    Raises:
        InputError: the text is too long, or not of its format; says where and why.
        UsageError: there is no such format.
    """
    try:
        known = format_of(text, path, format)
        for sheet in _sheets_in(known, text, path, is_named=format is not None):
            yield sheet._replace(format=known.name) if isinstance(sheet, Sheet) else sheet
    except InputError as error:
        may_search = format is None and not isinstance(error, SeveralFormats)
        found = searched(text, suffix_of(path), shown_path(path)) if may_search else None
        if found is None:
            raise
        yield found


def _sheets_in(known: Format, text: str, path: str, *, is_named: bool) -> Iterator[Sheet | InputError]:
    """The puzzles of a text in a format; `is_named` is true if the user chose it."""
    file = shown_path(path)
    if len(text) > known.max_characters:
        raise InputError(f"more than {known.max_characters:,} characters, expected a smaller file", file=file)
    if known.at_least(text, MAX_PUZZLES + 1):
        raise InputError(f"more than {MAX_PUZZLES:,} puzzles, expected fewer in one file", file=file)
    try:
        yield from known.sheets(text, file)
    except InputError as error:
        raise _explained(error, text, path, known, is_named=is_named) from None


def searched(text: str, suffix: str = "", file: str | None = None) -> Sheet | None:
    """The puzzle whose clues are in a text that no format's reader takes; None if there are none.

    A damaged file of a format is no other puzzle; see `found_clues.FormatClaim`.

    Args:
        suffix: that of the file, with the dot; empty if it says nothing.
        file: its name in error messages.

    Raises:
        InputError: it has clues of several puzzles, says more about the puzzle, or the clues contradict each other.
    """
    if len(text) > MAX_SEARCHED or suffix.lower() == ".clues":
        return None
    from nonosat.formats.foreign import is_page, refusal
    from nonosat.formats.found_clues import FormatClaim, NoClues, read

    if refusal(text) and not is_page(text):
        return None
    known, likely = of_suffix(suffix), likely_formats(text)
    is_claimed = len(known) == 1
    if is_claimed and likely and known[0] not in likely:
        return None  # the content is in another format than the suffix says
    claim = FormatClaim.SUFFIX if is_claimed else FormatClaim.CONTENT if likely else FormatClaim.NONE
    try:
        return read(Source(text, file), claim=claim)._replace(format="lists")
    except NoClues:
        return None
    except InputError:
        if claim is FormatClaim.NONE:
            raise
        return None


def puzzle_bytes(path: str) -> bytes:
    """The contents of a file that should hold puzzles, `-` for standard input, or the text of a link.

    Raises:
        InputError: it cannot be read, or is too long.
    """
    if is_link(path):
        return path.encode(errors="surrogateescape")
    if os.path.isdir(path):
        raise InputError("a folder, expected a puzzle; `nonosat batch` solves all puzzles in a folder", file=path)
    return read_bytes(path, MAX_BYTES)


def shown_path(path: str) -> str:
    """The name of a file in messages: its path, `<stdin>` for `-`, or the beginning of a long link."""
    if not is_link(path):
        return shown_name(path)
    return path if len(path) <= _SHOWN else f"{path[: _SHOWN - 3]}..."


def suffix_of(path: str) -> str:
    """The suffix of a file's name, with the dot; empty for a link."""
    return "" if is_link(path) else os.path.splitext(path)[1]


def format_of(text: str, path: str, format: str | None = None) -> Format:  # noqa: A002
    """The format in which the text of a file is read: the named one, or that of its suffix, or that of its content.

    Raises:
        InputError: the suffix allows several formats, and the content looks like none; or it can be meant in several.
        UsageError: there is no such format.
    """
    if format is not None:
        return find_format(format)
    known = of_suffix(suffix_of(path))
    if len(known) == 1:
        return known[0]
    likely = recognised(text, shown_path(path), known)
    if likely is None and known:
        from nonosat.formats.foreign import refusal

        names = ", ".join(format_.name for format_ in known)
        message = refusal(text) or f"not recognised, expected one of {names}; {argument('format')} chooses one"
        raise InputError(message, file=shown_path(path))
    return likely or FORMATS["clues"]


def _explained(error: InputError, text: str, path: str, known: Format, *, is_named: bool) -> InputError:
    """The error of a reader, or a better one where the text is not meant in the format `known` in which it was read."""
    from nonosat.formats.foreign import refusal

    if message := refusal(text):
        return InputError(message, file=shown_path(path))
    is_chosen = is_named or len(of_suffix(suffix_of(path))) == 1
    likely = likely_formats(text, [known])
    if likely[:1] == [known]:
        if is_chosen or len(likely) == 1:
            return error
        meant = " or ".join(f"{other.name} ({argument('format', other.name)})" for other in likely[1:])
        remark = f"if the text is not meant to be {known.name}, it may be {meant}"
    elif likely:
        remark = f"the content looks like {likely[0].name}, which {argument('format', likely[0].name)} reads"
    elif not is_chosen:
        remark = "the content looks like no other format; `nonosat formats` lists them"
    else:
        return error
    return InputError(f"{error.message}; {remark}", file=error.file, line=error.line, column=error.column)


def loads(text: str, file: str | None = None, format: str | None = None) -> Puzzle:  # noqa: A002
    """Read a puzzle from a text, the first if it has several.

    Args:
        file: its name in error messages.
        format: a name of `FORMATS`; by default the content decides. A text that looks like none is a clue file, or has
            clues in another notation.

    Raises:
        InputError: the text is not a puzzle of its format; says where and why.
        UsageError: there is no such format.
    """
    if format is not None:
        return find_format(format).read(text, file)
    known = recognised(text, file) or FORMATS["clues"]
    try:
        return known.read(text, file)
    except InputError:
        found = searched(text, file=file)
        if found is None:
            raise
        return found.puzzle


def refused_puzzle(error: InputError) -> Puzzle | None:
    """The puzzle that a reader refused only for its impossible clues; None after any other error."""
    # Readers add the place in the file while they handle the error of the puzzle, which Python keeps.
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ImpossibleClues):
        cause = cause.__context__
    return None if cause is None else cause.puzzle


def puzzle_name(path: str) -> str:
    """The name of a puzzle: `link_name`, or its file without folder and suffix, with its number if the path has one."""
    file, number = _file_and_number(path)
    if is_link(file):
        return link_name(file)
    stem, suffix = os.path.splitext(os.path.basename(file))
    if file == "-":
        stem = "stdin"
    elif not of_suffix(suffix):
        stem += suffix
    return stem if number is None else f"{stem}-{number}"


def _file_and_number(path: str) -> tuple[str, int | None]:
    """File and number of a path; a file whose own name ends in `#3` is meant as a file, and a link has no number."""
    match = re.fullmatch(_NUMBERED, path) if "#" in path else None
    if match is None or os.path.exists(path) or is_link(path):
        return path, None
    return match[1], int(match[2])


def _remarked(sheet: Sheet | InputError, remark: str) -> Sheet | InputError:
    return sheet._replace(remarks=(remark, *sheet.remarks)) if remark and isinstance(sheet, Sheet) else sheet


def _named(sheet: Sheet | InputError, name: str) -> Sheet | InputError:
    return sheet if isinstance(sheet, InputError) else sheet._replace(name=name)
