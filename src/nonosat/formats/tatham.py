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

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.links import decoded_link, link_word
from nonosat.formats.plain import clue_texts
from nonosat.formats.source import Source, Word, first_line
from nonosat.model.nouns import count
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.rect_grid import RectGrid

#: The beginning of a puzzle: the size, perhaps at the end of a link. A single number needs clues for several lines.
_BEGIN = r"(?:https?://[^\s#]*(?:#|%23))?(?:[0-9]{1,9}x[0-9]{1,9}(?:[:#]|%3[Aa])|[0-9]{1,9}:[0-9.]*/)"
SEVERAL = rf"^[ \t]*{_BEGIN}"
#: The game IDs of a text, one a line, and several of them as one text.
pieces, file_text = Source.used_lines, "".join

_LINK = re.compile(r"https?://(?:[^\s#]*/)?([^\s#/]*)#")
_CLUES = re.compile("([^,]*)(,?)")
_CHAR = re.compile(".")
_SIZE = re.compile(r"([0-9]+)(?:x([0-9]+))?([:#])")
#: Cells that are not fixed where no fixed one follows.
_LONGEST = 25


def looks_like(text: str) -> bool:
    """True if the first line that is not a comment begins with a game ID of a rectangle."""
    return re.match(rf"{_BEGIN}(?:\S|$)", decoded_link(first_line(text))) is not None


def write(puzzle: Puzzle) -> str:
    """A puzzle that the format can express, as a text."""
    rows, columns = clue_texts(puzzle, ".")
    clues = "/".join("" if clue == "0" else clue for clue in (*columns, *rows))
    givens = f",{_given_letters(puzzle)}" if puzzle.givens else ""
    return f"{len(columns)}x{len(rows)}:{clues}{givens}\n"


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


def read(source: Source) -> Sheet:
    """The puzzle of a game ID."""
    word = link_word(source, "a game ID")
    if link := _LINK.match(word.text):
        game = link[1].removesuffix(".html")
        if game not in ("", "pattern"):
            source.fail(f"another game of the collection ({shown(game)}), expected pattern", word.part(link, 1))
        word = word.behind(link)
    size = _SIZE.match(word.text)
    if size is None:
        source.fail(f"{shown(word.text)}, expected a game ID such as 5x4:1/2.1/...", word)
    if size[3] == "#":
        message = "a random seed without clues, expected the game ID with the clues, such as 5x4:1/2.1/..."
        source.fail(message, word.part(size, 3))
    width = word.part(size, 1)
    grid = source.read_rect(word.part(size, 2) if size[2] else width, width)
    body = _CLUES.match(word.text, size.end())
    assert body is not None, "it matches any text"
    texts = list(word.part(body, 1).split("/"))
    if len(texts) != grid.n_lines:
        expected = f"{grid.n_lines}: {count(grid.height, 'row')} and {count(grid.width, 'column')}"
        source.fail(f"{count(len(texts), 'clue')}, expected {expected}", texts[-1].end)
    clues = [source.plain(list(text.split(".")) if text.text else []) for text in texts]
    givens = _givens(source, grid, word.behind(body)) if body[2] else []
    return Sheet(source.puzzle(grid, clues[grid.width :] + clues[: grid.width], givens=givens))


def _givens(source: Source, grid: RectGrid, text: Word) -> list[tuple[ColoredCell, Word]]:
    """The cells that are fixed, each with its place."""
    found = []
    at = 0
    for word in text.words(_CHAR):
        char = word.text
        if at == grid.n_cells:
            source.fail(f"{shown(char)} after the last fixed cell, expected the end", word)
        if not (char.isascii() and char.isalpha()):
            source.fail(f"{shown(char)} among the fixed cells, expected letters", word)
        run = ord(char.lower()) - ord("a")
        at += run
        # A last run ends with the grid.
        if run < _LONGEST and at < grid.n_cells:
            found.append((ColoredCell(at, int(char.isupper())), word))
            at += 1
        if at > grid.n_cells:
            source.fail(f"fixed cells after the last cell, expected {count(grid.n_cells, 'cell')}", word)
    if at < grid.n_cells:
        source.fail(f"{count(at, 'cell')} among the fixed cells, expected {grid.n_cells}", text.end)
    return found
