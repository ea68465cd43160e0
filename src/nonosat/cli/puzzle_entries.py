"""The puzzles that a command is to work on: all puzzles of all its files, read one after the other."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.option_words import print_note
from nonosat.core.deadline import Deadline
from nonosat.core.errors import InputError, NonosatError, UsageError
from nonosat.core.images import image_kind
from nonosat.core.question import Run
from nonosat.formats import Sheet, load_sheet, load_sheets, puzzle_name
from nonosat.formats.loading import suffix_of
from nonosat.formats.registry import of_suffix
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.batch.inputs import FoundFiles
    from nonosat.scanning.scan_result import ScanResult

#: The most files that a sentence names.
_MOST_NAMED = 5


class PuzzleEntry(NamedTuple):
    """A puzzle that a command is to work on.

    Attributes:
        name: of the puzzle in messages and of its files.
        file: the argument that names its file.
        sheet: the puzzle, or why it cannot be read.
        is_only: the command has no other puzzle.
        deadline: when the work on it ends; reading it is part of that work.
        began: reading of `time.monotonic` when that work began.
        scanned: what was read, if the file is an image.
    """

    name: str
    file: str
    sheet: Sheet | NonosatError
    is_only: bool
    deadline: Deadline
    began: float
    scanned: ScanResult | None = None

    def require(self) -> Sheet:
        """The puzzle with what its file says of it; raises an error if it cannot be read."""
        if isinstance(self.sheet, NonosatError):
            raise self.sheet
        return self.sheet

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle alone; raises an error if it cannot be read."""
        return self.require().puzzle

    def crop(self) -> bytes | None:
        """The part of the image with the puzzle and its clues, as JPEG; None for a file that is no image."""
        if self.scanned is None:
            return None
        from nonosat.scanning.overlay import crop_jpeg

        return crop_jpeg(self.scanned)


def names_of_files(paths: Sequence[str], format_name: str | None) -> Mapping[str, str]:
    """By path, the names of puzzles whose files are written into one folder: different ones for several paths."""
    if len(paths) < 2:
        return {}
    from nonosat.batch.inputs import name_files

    return name_files(paths, format_name)


def require_puzzles(found: FoundFiles, given: str | None) -> FoundFiles:
    """The files that were found, if there are puzzles among them; else `InputError` about what was `given`."""
    if not found.sources:
        others = f" ({others_sentence(found)})" if found.others else ""
        raise InputError(f"no puzzles found{others}, expected files with the suffix of a format", file=given)
    return found


def others_sentence(found: FoundFiles) -> str:
    """The number of the files that are not recognised, at least one, with the names of the first."""
    others = found.others
    n_more = len(others) - _MOST_NAMED
    named = ", ".join(others[:_MOST_NAMED]) + (f" and {n_more:,} more" if n_more > 0 else "")
    what = "was not recognised as a puzzle" if len(others) == 1 else "were not recognised as puzzles"
    return f"{count(len(others), 'file', separators=True)} {what}: {named}"


def entry_without_puzzle(file: str, name: str, timeout: float | None) -> PuzzleEntry:
    """The entry of a command that reads something else, in its question, and has `timeout` seconds for it."""
    nothing = UsageError(f"{file} is read by the command, expected no puzzle")
    began, deadline = time.monotonic(), Deadline.after(timeout)
    return PuzzleEntry(name=name, file=file, sheet=nothing, is_only=True, deadline=deadline, began=began)


def puzzle_entries(
    paths: Sequence[str],
    format_name: str | None,
    *,
    timeout: float | None = None,
    one_each: bool = False,
    names: Mapping[str, str] | None = None,
) -> Iterator[PuzzleEntry]:
    """All puzzles of all files; what cannot be read is an entry, too, and the others follow.

    Args:
        paths: files, `-` for standard input; `FILE#3` is the third puzzle of a file.
        format_name: name of the format of all files; None to recognise it.
        timeout: seconds for each puzzle.
        one_each: a file must hold no more than one puzzle.
        names: by path, other names for the puzzles of files.
    """
    for path in paths:
        usual, is_one_path = puzzle_name(path), len(paths) == 1
        name = (names or {}).get(path, usual)
        began, deadline = time.monotonic(), Deadline.after(timeout)
        try:
            if format_name is None and _is_image(path):
                yield _scanned(path, name, deadline, began, is_only=is_one_path)
                continue
            sheets = _only_sheet(path, format_name) if one_each else load_sheets(path, format_name)
            while True:
                read = partial(next, sheets, None)
                sheet = deadline.wait_for(read, "no puzzle was read") if deadline.is_timed else read()
                if sheet is None:
                    break
                title, is_only = name, False
                if not isinstance(sheet, NonosatError):  # among broken puzzles there may be sound ones
                    title = name + sheet.name.removeprefix(usual)  # with its number, if there are several
                    sheet, is_only = sheet._replace(name=title), is_one_path and title == name
                    for remark in sheet.remarks:
                        print_note(title, remark)
                yield PuzzleEntry(name=title, file=path, sheet=sheet, is_only=is_only, deadline=deadline, began=began)
                began, deadline = time.monotonic(), Deadline.after(timeout)
        except NonosatError as error:
            yield PuzzleEntry(name=name, file=path, sheet=error, is_only=is_one_path, deadline=deadline, began=began)


def _is_image(path: str) -> bool:
    """True if a file without the suffix of a format is an image."""
    if path == "-" or of_suffix(suffix_of(path)) or not os.path.isfile(path):
        return False
    with contextlib.suppress(OSError), open(path, "rb") as file:
        head = file.read(64)
        # A puzzle may begin like the formats of images that are text.
        return image_kind(head) is not None and b"\0" in head
    return False


def _scanned(path: str, name: str, deadline: Deadline, began: float, *, is_only: bool) -> PuzzleEntry:
    """The puzzle on an image; what is doubtful in it is said on standard error."""
    from nonosat.scanning.scan import scan

    found = scan(path, timeout=Run(deadline))
    for remark in (*found.remarks, *found.details()):
        print_note(name, remark)
    sheet = Sheet(found.puzzle, None, name)
    return PuzzleEntry(name, path, sheet, is_only, deadline, began, found)


def _only_sheet(path: str, format_name: str | None) -> Iterator[Sheet]:
    """The one puzzle of a file, read when it is asked for."""
    yield load_sheet(path, format_name)


def require_stdin_once(paths: Iterable[str | None]) -> None:
    """Refuse standard input twice among all that a command reads."""
    if list(paths).count("-") > 1:
        raise click.UsageError("`-` can be used only once")


def require_one_stdin(puzzle: str, other: str | None, name: str) -> None:
    """Refuse standard input for both the argument PUZZLE and another one of some name."""
    if puzzle == other == "-":
        raise click.UsageError(f"`-` can be used only once, for PUZZLE or for {name}")
