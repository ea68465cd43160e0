"""Files as sketches: a puzzle in any notation, a picture as text or SVG, an image, or a photo of a puzzle."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, Unpack

from nonosat.authoring.picture_options import PictureOptions, TracedPicture, refuse_image_options
from nonosat.authoring.tracing import trace
from nonosat.core.deadline import NEVER
from nonosat.core.errors import GaveUp, InputError, UsageError
from nonosat.core.files import read_bytes, unpacked
from nonosat.core.images import MAX_BYTES, is_no_text
from nonosat.core.question import Run
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_files import digest_of
from nonosat.formats.file_format import Sheet
from nonosat.formats.loading import load_sheet, read_sheets, refused_puzzle
from nonosat.formats.registry import of_suffix
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solve import solve

#: The kinds of files. Only an image can be read in other ways, with options.
PUZZLE, PICTURE, IMAGE = "puzzle", "picture", "image"
#: Units of work, a thousandth of a second each on an idle machine, in which a puzzle without its picture is solved.
SOLVE_WORK = 30_000

#: Reads the puzzle on a photo or a screenshot, from the contents of its file and its name.
PhotoReader = Callable[[bytes, str], Sheet]


class Opened(NamedTuple):
    """A sketch from a file.

    Attributes:
        kind: of the file.
        is_faithful: the puzzle of the sketch is that of the file.
        remarks: what the sketch lacks of the file, and other things to know, in sentences.
        digest: of the contents of the file; empty if it is unknown.
    """

    sketch: Sketch
    kind: str = PICTURE
    is_faithful: bool = False
    remarks: tuple[str, ...] = ()
    digest: str = ""


class SeveralPuzzles(InputError):
    """A file has several puzzles, of which one is to be chosen.

    Attributes:
        titles: for each puzzle its title and its grid; empty if it has none, or cannot be read.
    """

    titles: tuple[tuple[str, str], ...] = ()


class FileRequest(NamedTuple):
    """A file to be opened.

    Attributes:
        data: its contents, perhaps gzipped.
        name: without its folder; it is used for its suffix and in messages, and no file of this name is read.
        number: of one of several puzzles in the file, from 1; None for the only one.
        is_photo: it is a photo or a screenshot of a puzzle.
        options: as for `trace`; only images have them.
    """

    data: bytes
    name: str
    number: int | None = None
    is_photo: bool = False
    options: PictureOptions = {}


def opened(path: str, **options: Unpack[PictureOptions]) -> Opened:
    """Open a puzzle, a picture as text or an SVG, or an image.

    Args:
        path: of a file; `FILE#3` and links as for `load`.
        options: as for `trace`; only images have them.

    Raises:
        InputError: it holds none of these.
        PuzzleError: it has too many cells or colours.
        UsageError: the options are not for this file.
    """
    digest = digest_of(path)
    if os.path.isfile(path):
        found = _opened_bytes(read_bytes(path, MAX_BYTES), path, options)
    else:  # a link, or one puzzle of a file
        found = _opened_puzzle(lambda: load_sheet(path), path, options)
    return found._replace(digest=digest)


def opened_file(request: FileRequest, read_photo: PhotoReader | None = None) -> Opened:
    """Open a file of which only the contents and the name are there.

    Args:
        read_photo: how photos are read; without it they are refused.

    Raises:
        NonosatError: as for `opened`.
        SeveralPuzzles: the request has no number to choose one.
    """
    data, name = unpacked(request.data, request.name, MAX_BYTES), request.name
    if not request.is_photo:
        return _opened_bytes(data, name, request.options, request.number)
    if read_photo is None:
        raise UsageError("this program cannot read photos")
    sheet = read_photo(data, name)
    return _typed(sheet.puzzle, sheet.remarks)


def _opened_bytes(data: bytes, name: str, options: PictureOptions, number: int | None = None) -> Opened:
    if is_no_text(data):
        return _opened_picture(trace(data, name, **options))
    try:
        return _opened_puzzle(lambda: _sheet(data, name, number), name, options)
    except SeveralPuzzles:
        raise
    except InputError as error:
        if len(of_suffix(os.path.splitext(name)[1])) == 1:
            raise
        refusal = error
    try:
        return _opened_picture(trace(data, name, **options))
    except InputError:
        raise refusal from None


def _sheet(data: bytes, name: str, number: int | None) -> Sheet:
    """The puzzle of a number, or the only one."""
    first, *more = read_sheets(data, name, number)
    if more:
        several = SeveralPuzzles(f"several puzzles; choose one, such as {name}#1", file=name)
        several.titles = tuple(map(_title, [first, *more]))
        raise several
    if isinstance(first, InputError):
        raise first
    return first


def _title(sheet: Sheet | InputError) -> tuple[str, str]:
    """The title and the grid of a puzzle."""
    if isinstance(sheet, InputError):
        return "", ""
    return sheet.puzzle.metadata.title, sheet.puzzle.grid.header


def _opened_picture(found: TracedPicture) -> Opened:
    return Opened(Sketch.of(found.picture, found.palette), IMAGE if found.averages else PICTURE, remarks=found.remarks)


def _opened_puzzle(read: Callable[[], Sheet], name: str, options: PictureOptions) -> Opened:
    """The puzzle of a sheet; it is typed if no picture has its clues, or none is found."""
    try:
        sheet = read()
    except InputError as error:
        if (puzzle := refused_puzzle(error)) is not None:
            refuse_image_options(options, f", and {name} is a puzzle")
            return _typed(puzzle)
        raise
    refuse_image_options(options, f", and {name} is a puzzle")
    puzzle = sheet.puzzle
    typed = _typed(puzzle, sheet.remarks)  # refuses a puzzle that is too large, before it is solved
    picture = sheet.valid_goal or _solution(puzzle)
    if picture is None:
        return typed
    sketch = Sketch.of(picture, puzzle.palette, puzzle.metadata)
    # Some blocks may be of unknown colour or length.
    return typed._replace(sketch=sketch) if puzzle.clues == sketch.clues else typed


def _solution(puzzle: Puzzle) -> Picture | None:
    """A solution of a puzzle; None if there is none, or if it is not found in `SOLVE_WORK`."""
    try:
        return solve(puzzle, timeout=Run(NEVER.or_after_work(SOLVE_WORK))).picture
    except GaveUp:
        return None


def _typed(puzzle: Puzzle, remarks: tuple[str, ...] = ()) -> Opened:
    """A puzzle by its clues."""
    empty = Sketch.empty(puzzle.grid, puzzle.palette)
    lost = ("the givens are left out: a sketch has none",) if puzzle.givens else ()
    sketch = replace(empty, metadata=puzzle.metadata, typed=puzzle.clues)
    return Opened(sketch, PUZZLE, not lost, (*remarks, *lost))
