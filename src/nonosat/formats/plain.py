"""Parts that formats of lengths alone share: sizes at the head of a file, and clues as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.source import Source, Word
from nonosat.model.clue import Clue
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle


def header(source: Source, words: list[Word], expected: str) -> tuple[Word, Word]:
    """The two numbers at the head of a file: the `words` of its first line; `expected` is its form, for the error."""
    if len(words) != 2:
        found = count(len(words), "number")
        source.fail(f"{found}, expected {expected}", words[2] if words[2:] else Word("", source.first, 1))
    return words[0], words[1]


def only_word(source: Source, number: int, expected: str) -> Word:
    """The only word of the line of a `number` in the file; `expected` names it in the error message."""
    words = source.words(number, 2)
    if len(words) != 1:
        place = words[1] if words else Word("", number, 1)
        source.fail(f"{'more than one word' if words else 'an empty line'}, expected {expected}", place)
    return words[0]


def without_end(words: list[Word]) -> list[Word]:
    """The words of a clue without the 0 that ends it; a 0 alone is the empty clue."""
    return words[:-1] if len(words) > 1 and words[-1].text == "0" else words


def clues_by_family(puzzle: Puzzle) -> Iterator[Sequence[Clue]]:
    """The clues of each family of lines, such as those of the rows and those of the columns."""
    return (puzzle.clues[family.start : family.stop] for family in puzzle.grid.families)


def clue_texts(puzzle: Puzzle, separator: str) -> tuple[list[str], list[str]]:
    """The clues of rows and of columns as lengths with a separator between them; the empty clue is 0."""
    rows, columns = (
        [separator.join(str(length) for length, _ in clue) or "0" for clue in clues]
        for clues in clues_by_family(puzzle)
    )
    return rows, columns
