"""Game IDs of Pattern, of Simon Tatham's puzzle collection: a text without blanks, or the link that ends with it.

    5x4:1/2.1/.../3,cBa       columns x rows, a colon, then the clues: columns, then rows
                              / stands between lines, . between lengths; an empty clue is empty
                              after a comma: fixed cells, row by row; a letter skips cells, none for a, 1 for b, and
                              fixes the next one as empty (a to y) or filled (A to Y); z skips 25 cells and fixes none

A single number is the size of a square. A file may have several IDs, one a line, and comments after #. Links may be
percent-encoded; the columns in error messages are then those of the decoded link. A random seed, such as `5x4#123`, has
no clues, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import InputError, shown
from nonosat.formats.links import decoded_link
from nonosat.formats.plain import clue_texts
from nonosat.formats.sheet import Sheet, read_each
from nonosat.formats.source import PlacedBlock, Source, Word, first_line
from nonosat.model.nouns import count
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle
from nonosat.model.rect_grid import RectGrid

#: What begins a puzzle: the size, perhaps at the end of a link. A single number needs clues for several lines.
_BEGIN = r"(?:https?://[^\s#]*(?:#|%23))?(?:[0-9]{1,9}x[0-9]{1,9}(?:[:#]|%3[Aa])|[0-9]{1,9}:[0-9.]*/)"
SEVERAL = rf"^[ \t]*{_BEGIN}"

_LINK = re.compile(r"https?://(?:[^\s#]*/)?([^\s#/]*)#")
_SIZE = re.compile(r"([0-9]+)(?:x([0-9]+))?([:#])")
#: Cells that are not fixed where no fixed one follows.
_LONGEST = 25


def looks_like(text: str) -> bool:
    """True if the first line that is not a comment begins with a game ID of a rectangle."""
    return re.match(rf"{_BEGIN}(?:\S|$)", decoded_link(first_line(text))) is not None


def sheets(text: str, file: str | None = None) -> Iterator[Sheet | InputError]:
    """The puzzles of a text, one after the other.

    Raises:
        InputError: with line and column of the first error in the only puzzle.
    """
    source = Source(text, file)
    yield from read_each(source.used_lines(), lambda number: _sheet(source, number))


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:  # noqa: ARG001 - there is no place for it
    """A puzzle that the format can express, as a text."""
    rows, columns = clue_texts(puzzle, ".")
    clues = "/".join("" if clue == "0" else clue for clue in (*columns, *rows))
    givens = f",{_given_letters(puzzle)}" if puzzle.givens else ""
    return f"{len(columns)}x{len(rows)}:{clues}{givens}\n"


def write_all(sheets: Sequence[Sheet]) -> str:
    """Several puzzles that the format can express, as one text."""
    return "".join(write(sheet.puzzle, sheet.goal) for sheet in sheets)


def _given_letters(puzzle: Puzzle) -> str:
    """The cells that are fixed as run lengths."""
    letters = []
    at = 0
    for cell, color in sorted(puzzle.givens):
        full, rest = divmod(cell - at, _LONGEST)
        letters.append("z" * full + chr(ord("A" if color else "a") + rest))
        at = cell + 1
    full, rest = divmod(puzzle.grid.n_cells - at, _LONGEST)
    letters.append("z" * full + (chr(ord("a") + rest) if rest else ""))
    return "".join(letters)


def _sheet(source: Source, number: int) -> Sheet:
    """The puzzle of a line."""
    id_, *more = source.words(number, 2)
    if more:
        source.fail(f"{shown(more[0].text)} after a game ID, expected the end of the line", more[0])
    id_ = id_._replace(text=decoded_link(id_.text))
    if link := _LINK.match(id_.text):
        game = link[1].removesuffix(".html")
        if game not in ("", "pattern"):
            message = f"another game of the collection ({shown(game)}), expected pattern"
            source.fail(message, id_._replace(column=id_.column + link.start(1)))
        id_ = Word(id_.text[link.end() :], id_.line, id_.column + link.end())
    size = _SIZE.match(id_.text)
    if size is None:
        source.fail(f"{shown(id_.text)}, expected a game ID such as 5x4:1/2.1/...", id_)
    if size[3] == "#":
        message = "a random seed without clues, expected the game ID with the clues, such as 5x4:1/2.1/..."
        source.fail(message, id_._replace(column=id_.column + size.start(3)))
    width, height = (Word(size[i] or size[1], id_.line, id_.column + max(size.start(i), 0)) for i in (1, 2))
    grid = source.read_rect(height, width)
    clues, rest = _clues(source, grid, Word(id_.text[size.end() :], id_.line, id_.column + size.end()))
    givens = _givens(source, grid, rest) if rest else []
    return Sheet(source.puzzle(grid, BLACK_ON_WHITE, clues, givens=givens))


def _clues(source: Source, grid: RectGrid, text: Word) -> tuple[list[list[PlacedBlock]], Word | None]:
    """The clues in the order of the grid, and the text behind the comma after them; None without a comma."""
    body, comma, rest = text.text.partition(",")
    n_clues = body.count("/") + 1
    if n_clues != grid.n_lines:
        size = f"{count(grid.height, 'row')} and {count(grid.width, 'column')}"
        message = f"{count(n_clues, 'clue')}, expected {grid.n_lines}: {size}"
        source.fail(message, Word("", text.line, text.column + len(body)))
    clues = []
    at = text.column
    for clue in body.split("/"):
        words = []
        for length in clue.split(".") if clue else ():
            words.append(Word(length, text.line, at))
            at += len(length) + 1
        at += not clue
        clues.append(source.plain(words))
    behind = Word(rest, text.line, text.column + len(body) + 1) if comma else None
    return clues[grid.width :] + clues[: grid.width], behind


def _givens(source: Source, grid: RectGrid, text: Word) -> list[tuple[Given, Word]]:
    """The cells that are fixed, each with its place."""
    found = []
    at = 0
    for offset, char in enumerate(text.text):
        word = Word(char, text.line, text.column + offset)
        if at == grid.n_cells:
            source.fail(f"{shown(char)} behind the last fixed cell, expected the end", word)
        if not (char.isascii() and char.isalpha()):
            source.fail(f"{shown(char)} among the fixed cells, expected letters", word)
        run = ord(char.lower()) - ord("a")
        at += run
        # A last run ends with the grid.
        if run < _LONGEST and at < grid.n_cells:
            found.append((Given(at, int(char.isupper())), word))
            at += 1
        if at > grid.n_cells:
            source.fail(f"fixed cells after the last cell, expected {count(grid.n_cells, 'cell')}", word)
    if at < grid.n_cells:
        end = Word("", text.line, text.column + len(text.text))
        source.fail(f"{count(at, 'cell')} among the fixed cells, expected {grid.n_cells}", end)
    return found
