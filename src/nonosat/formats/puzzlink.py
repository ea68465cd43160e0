"""Links to nonograms on puzz.link and other sites of the program pzpr; their text has the puzzle.

    https://puzz.link/p?nonogram/<columns>/<rows>/<clues>

The clues are slots: for each column half as many as there are rows, rounded up, then for each row half as many as there
are columns. In a line the block nearest to the grid comes first. A slot is a hexadecimal digit, or two after - (16 to
255), or three after + (which is read but not written), or a dot for a block of unknown length. A letter g to z is 1 to
20 empty slots.

A file may have several links, one a line, and comments after #. Links may be percent-encoded; the columns in error
messages are then those of the decoded link.
"""

from __future__ import annotations

import re

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.links import decoded_link, link_word
from nonosat.formats.plain import clues_by_family
from nonosat.formats.source import PlacedBlock, Source, Word, first_line
from nonosat.model.clue import ANY_LENGTH
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

#: The beginning of a puzzle.
SEVERAL = r"^[ \t]*https?://[^\s?#]*(?:\?|%3[Ff])"
#: The links of a text, one a line, and several of them as one text.
pieces, file_text = Source.used_lines, "".join

_SITE = "https://puzz.link/p?"
_LINK = re.compile(r"https?://[^\s?#]*\?(?:m\+)?([A-Za-z0-9]+)(?:_edit|_test)?/", re.IGNORECASE)
_SLOT = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|[g-z]|.", re.DOTALL)
#: Letters for 1 to 20 empty slots.
_RUNS = "ghijklmnopqrstuvwxyz"


def looks_like(text: str) -> bool:
    """True if the first line that is not a comment is a link to a puzzle of any type."""
    return _LINK.match(decoded_link(first_line(text))) is not None


def write(puzzle: Puzzle) -> str:
    """A puzzle that the format can express, as a text."""
    rows, columns = clues_by_family(puzzle)
    slots: list[str] = []
    for clues, n_cells in ((columns, len(rows)), (rows, len(columns))):
        n_slots = (n_cells + 1) // 2
        for clue in clues:
            slots += (_slot(block.length) for block in reversed(clue))
            slots.append(" " * (n_slots - len(clue)))
    body = re.sub(f" {{1,{len(_RUNS)}}}", lambda run: _RUNS[len(run[0]) - 1], "".join(slots))
    return f"{_SITE}nonogram/{len(columns)}/{len(rows)}/{body}\n"


def _slot(length: int) -> str:
    if length == ANY_LENGTH:
        return "."
    return f"{length:x}" if length < 16 else f"-{length:x}"


def read(source: Source) -> Sheet:
    """The puzzle of a link."""
    word = link_word(source, "a link")
    link = _LINK.match(word.text)
    if link is None:
        source.fail(f"{shown(word.text)}, expected a link such as {_SITE}nonogram/<columns>/<rows>/<clues>", word)
    if link[1].lower() != "nonogram":
        source.fail(f"another type of puzzle ({link[1][:24]}), expected nonogram", word.part(link, 1))
    fields = list(next(word.behind(link).split("#")).split("/"))
    if not fields[0].text.isdecimal():
        fields = fields[1:]  # options of the puzzle type may stand before the size
    if len(fields) < 3:
        source.fail("the link ends, expected <columns>/<rows>/<clues>", word.end)
    width, height, body, *rest = fields
    if behind := next((field for field in rest if field.text), None):
        source.fail(f"{shown(behind.text)} after the clues, expected the end", behind)
    grid = source.read_rect(height, width)
    return Sheet(source.puzzle(grid, _clues(source, grid, body)))


def _clues(source: Source, grid: RectGrid, body: Word) -> list[list[PlacedBlock]]:
    column_slots, row_slots = (grid.height + 1) // 2, (grid.width + 1) // 2
    in_columns = grid.width * column_slots
    n_slots = in_columns + grid.height * row_slots
    clues: list[list[tuple[int | None, Word]]] = [[] for _ in range(grid.n_lines)]
    at = 0
    for word in body.words(_SLOT):
        empty = _RUNS.find(word.text) + 1
        following = at + (empty or 1)
        if following > n_slots:
            source.fail(f"more than {count(n_slots, 'slot')} for lengths, expected the end", word)
        if not empty:
            line = grid.height + at // column_slots if at < in_columns else (at - in_columns) // row_slots
            clues[line].append((_length(source, word), word))
        at = following
    return [source.numbered(clue[::-1]) for clue in clues]


def _length(source: Source, word: Word) -> int | None:
    """The length in a slot that is not empty; None if it is unknown."""
    if word.text == ".":
        return None
    digits = word.text.lstrip("-+")
    if len(word.text) == 1 and not re.fullmatch("[0-9a-f]", digits):
        expected = "a hexadecimal digit, two after -, three after +, a dot or a letter g to z"
        source.fail(f"{shown(word.text)} among the lengths, expected {expected}", word)
    return int(digits, 16)
