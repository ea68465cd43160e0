"""The clue of a line by itself: blocks as in clue files (`3a 1b`, `2?`, `_a`), or lengths alone with one colour."""

from __future__ import annotations

import re

from nonosat.core.errors import PuzzleError, shown
from nonosat.formats.clue_lists import ClueValue, read_clue
from nonosat.formats.source import LENGTH, PlacedBlock, Source, Word
from nonosat.model.clue import ANY_COLOR, Clue, minimum_length
from nonosat.model.grid import MAX_CELLS
from nonosat.model.line_grid import LineGrid
from nonosat.model.nouns import count
from nonosat.model.palette import color_number, known_letters
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import COLORS, palette

#: The most colours of a line by itself.
_MOST_COLORS = len(COLORS) - 1

#: A length and a colour, each of which may be open; a lone `?` is an open length.
_BLOCK = re.compile(r"([0-9]{1,9}|_|\?(?![a-z]))([a-z]{1,4}|\?)?")


def line_puzzle(clue: ClueValue, length: int, n_colors: int | None = None, file: str = "<clue>") -> Puzzle:
    """The puzzle of one line with a clue.

    Args:
        clue: a text, or blocks as `clue_lists.puzzle` takes them.
        length: the number of cells.
        n_colors: the number of colours besides the background; by default the last one that a text names, else 1.
        file: the name of a text in error messages.

    Raises:
        InputError: a word of the text is not a block, has a colour too many or none, or the line has too few cells.
        PuzzleError: the same about a clue that is no text, or the line has no cell.
    """
    if not 0 < length <= MAX_CELLS:
        raise PuzzleError(f"a line of {length} cells, expected 1 to {MAX_CELLS:,}")
    if n_colors is not None and not 1 <= n_colors <= _MOST_COLORS:
        raise PuzzleError(f"{n_colors} colours, expected 1 to {_MOST_COLORS}")
    grid = LineGrid(length)
    if not isinstance(clue, str):
        colors = palette(n_colors or 1)
        return Puzzle(grid, colors, (read_clue(clue, "clue", colors),))
    source = Source(" ".join(clue.split("\n")), file)
    placed, last = _placed_blocks(source, n_colors, _MOST_COLORS)
    blocks = [each.block for each in placed]
    if blocks and (needed := minimum_length(tuple(blocks), last)) > length:
        too_far = next(n for n in range(len(blocks)) if minimum_length(tuple(blocks[: n + 1]), last) > length)
        source.fail(f"the clue needs {count(needed, 'cell')}, but the line has only {length}", placed[too_far].place)
    return source.puzzle(grid, [placed], palette(last))


def clue_of_words(text: str, n_colors: int, file: str | None = None) -> Clue:
    """The clue that a text is, for a line of any length.

    Args:
        n_colors: the number of colours besides the background; with one, lengths alone are enough.
        file: the name of the text in error messages.

    Raises:
        InputError: a word of the text is not a block, or has a colour too many or none; names line 1 and the column.
    """
    placed, _ = _placed_blocks(Source(" ".join(text.split("\n")), file), n_colors, n_colors)
    return tuple(each.block for each in placed)


def _placed_blocks(source: Source, n_colors: int | None, most: int) -> tuple[list[PlacedBlock], int]:
    """The blocks of a text, and the number of colours, by default that of the last one named; there are `most`."""
    words = source.words(1, pattern=LENGTH)
    is_empty = [word.text for word in words] == ["0"]
    read = [] if is_empty else [_read_block(source, word) for word in words]
    last = n_colors or max((color or 1 for _, color, _ in read), default=1)
    placed = []
    for size, color, word in read:
        if color is None and last > 1:
            source.fail(f"block {word.text!r} has no colour, expected {known_letters(last)} or ? after it", word)
        if (color or 0) > last or last > most:
            source.fail(f"colour of block {word.text!r}, expected {known_letters(n_colors or most)} or ?", word)
        placed.append(source.block(size, 1 if color is None else color, word))
    return placed, last


def _read_block(source: Source, word: Word) -> tuple[int | None, int | None, Word]:
    """The length of a block, None if it is unknown, its colour, None if there is none, and its place."""
    match = _BLOCK.fullmatch(word.text)
    if match is None:
        source.fail(f"block {shown(word.text)}, expected a length such as 3, or 3a, 2? or _a", word)
    length, color = match.groups()
    number = None if color is None else ANY_COLOR if color == "?" else color_number(color)
    return int(length) if length.isdigit() else None, number, word
