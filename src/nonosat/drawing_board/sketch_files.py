"""Files of sketches: puzzles, pages, drawings, each made as the command for it does; and the folder of these files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from typing import NamedTuple

from nonosat.authoring.conversion import convert_sheet
from nonosat.core.deadline import NEVER
from nonosat.core.errors import InputError, UsageError, shown
from nonosat.core.files import write_bytes
from nonosat.drawing_board.sketch import Sketch
from nonosat.formats.file_format import Sheet
from nonosat.formats.registry import FORMATS
from nonosat.formats.saving import dumps, format_to_write
from nonosat.model.puzzle import Puzzle, overlong_lines, overlong_sentence

#: Letters of the longest name of a file.
_MAX_NAME = 200
#: The forms of drawings: the empty puzzle on paper, the solution, and a book with both.
WORKSHEET, SOLUTION, BOOK = "worksheet", "solution", "book"
#: The name of the format that can express every sketch.
_OWN = "clues"
#: Units of work to solve and rate the puzzle of a book.
_BOOK_WORK = 30_000


class SavedFile(NamedTuple):
    """The contents of a file to be saved, and what it cannot express, in sentences."""

    data: bytes
    losses: tuple[str, ...] = ()


def digest_of(path: str) -> str:
    """A digest of the contents of a file; empty if there is no such file.

    Raises:
        InputError: it cannot be read.
    """
    return hashlib.sha256(_contents(path)).hexdigest() if os.path.lexists(path) else ""


def _contents(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=path) from None


def require_plain(name: str) -> str:
    """The name itself, if it is that of a file in a folder, not of one elsewhere or of a hidden one.

    Raises:
        UsageError: it is not.
    """
    if not 0 < len(name) <= _MAX_NAME or not name.isprintable() or name[0] == "." or set(name) & set('/\\:*?"<>|'):
        raise UsageError(
            f"file name {shown(name)}, expected a name such as cat.clues, without a folder or a dot in front"
        )
    return name


def save_forms() -> list[tuple[str, str, str]]:
    """What a sketch can be saved as: words for it, a suffix, and the form for `saved_file` where it needs one."""
    formats = [each for each in FORMATS.values() if each.writes]
    puzzles = [(each.about, each.suffixes[0], each.name if each.suffixes[0] == ".txt" else "") for each in formats]
    drawings = [
        (words, suffix, form)
        for form, words in ((WORKSHEET, "worksheet on paper"), (SOLUTION, "drawing of the solution"))
        for suffix in (".pdf", ".png", ".svg")
    ]
    others = [("page to play", ".html", ""), *drawings, ("book of this puzzle", ".pdf", BOOK)]
    return [*puzzles[:1], *others, *puzzles[1:]]


def saved_file(sketch: Sketch, name: str, form: str = "") -> SavedFile:
    """The contents of a file of a sketch.

    Args:
        name: of the file; its suffix decides what is in it: `.html` is a page to play, `.svg`, `.png` and `.pdf` are
            drawings, and others are those of the formats of puzzles.
        form: of a drawing, `worksheet`, `solution` or `book`; or the name of the format of a puzzle.

    Raises:
        UsageError: there is no such format, or it cannot express the puzzle.
        NoSolution, GaveUp: there is no solution for the book, or none was found.
        MissingDependency: the package that makes PNG or PDF is not installed.
    """
    suffix = os.path.splitext(name)[1].lower()
    puzzle, title = sketch.puzzle, sketch.metadata.title or os.path.splitext(name)[0]
    picture = sketch.picture if sketch.typed is None else None
    if suffix == ".html":
        from nonosat.publishing.page import PagePuzzle, page_text

        _require_fitting(puzzle)
        return SavedFile(page_text([PagePuzzle(puzzle=puzzle, name=title, solution=picture)]).encode())
    if (suffix, form) == (".pdf", BOOK):
        from nonosat.publishing.book import make_book
        from nonosat.publishing.book_puzzle import book_puzzle

        _require_fitting(puzzle)
        deadline = NEVER.or_after_work(_BOOK_WORK)
        return SavedFile(make_book([book_puzzle(Sheet(puzzle, picture, name=title), deadline=deadline)]).pdf)
    if suffix in (".svg", ".png", ".pdf"):
        return SavedFile(_drawn(sketch, name, title, form or WORKSHEET))
    format_ = format_to_write(name, form or None, "another name")
    if format_.name != _OWN:
        _require_fitting(puzzle)
    losses: list[str] = []
    # Clues without colours are those of the goal, so they need one even where it cannot be written.
    goal = picture if format_.goal or puzzle.n_colors > 1 else None
    sheet = convert_sheet(Sheet(puzzle, goal), format_, lossy=True, warn=losses.append)
    return SavedFile(dumps(sheet, format_.name).encode(errors="replace"), tuple(losses))


def _require_fitting(puzzle: Puzzle) -> None:
    """Refuse clues that are too long for their lines: only our own format can keep them until they are corrected."""
    for line in overlong_lines(puzzle):
        raise UsageError(f"{overlong_sentence(puzzle, line)}; correct it, or save {FORMATS[_OWN].suffixes[0]}")


def _drawn(sketch: Sketch, name: str, title: str, form: str) -> bytes:
    from nonosat.drawing.drawing_file import drawing_bytes
    from nonosat.drawing.svg import svg
    from nonosat.drawing.worksheet import worksheet

    if form == SOLUTION and sketch.typed is not None:
        raise UsageError("the clues are typed, so there is no solution to draw yet")
    if form == SOLUTION and not name.endswith(".pdf"):
        return drawing_bytes(name, svg(sketch.puzzle, sketch.picture, title=title))
    if form not in (WORKSHEET, SOLUTION):
        raise UsageError(f"form {shown(form)}, expected {WORKSHEET} or {SOLUTION}, or {BOOK} for a PDF")
    on_page = not name.endswith(".svg")
    picture = sketch.picture if form == SOLUTION else None
    page = worksheet(
        sketch.puzzle, picture, clues=picture is None, title=title, paper="a4" if on_page else None, margins=on_page
    )
    return drawing_bytes(name, page.svg, 300 if name.endswith(".png") else None)


class SketchFolder:
    """The folder of the sketch: only files in it are written, and only such as nobody else has changed meanwhile.

    Attributes:
        path: of the folder.
        digests: by name, the digests of the files that are known, as they were read or written.
    """

    def __init__(self, path: str, digests: Mapping[str, str]) -> None:
        self.path = path
        self.digests = dict(digests)

    def place(self, name: str) -> str:
        """The path of a file.

        Raises:
            UsageError: it is not a file of this folder.
        """
        path = os.path.join(self.path, require_plain(name))
        if os.path.islink(path) or (os.path.lexists(path) and not os.path.isfile(path)):
            raise UsageError(f"{name} is a link or a folder, expected another name")
        return path

    def obstacle(self, name: str) -> str:
        """A sentence that says why a file should not be replaced without being asked; empty if it may be."""
        now = digest_of(self.place(name))
        if not now or now == self.digests.get(name):
            return ""
        if name in self.digests:
            return f"{name} was changed by another program meanwhile"
        return f"{name} already exists"

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole or not at all.

        Raises:
            FileError: it cannot be written; a file of that name is unchanged.
        """
        write_bytes(self.place(name), data)
        self.digests[name] = hashlib.sha256(data).hexdigest()
