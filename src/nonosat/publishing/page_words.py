"""The words that a page carries: those of its controls and messages, and the names of its lines and colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from nonosat.model.grid_kinds import kind_of
from nonosat.model.puzzle import Puzzle
from nonosat.publishing.words import LANGUAGES, Words

#: The keys of words that pages share with books.
_SHARED = ("book.title", "book.by", "book.colors.one", "book.colors.many")
_PAGE = "page."


def page_words(puzzles: Sequence[Puzzle], colors: Iterable[str], languages: Iterable[str]) -> dict[str, object]:
    """The words for these puzzles in each language.

    Args:
        puzzles: their lines and sizes have names.
        colors: the English names of their colours.
        languages: keys of `LANGUAGES`.

    Returns:
        For each language the templates by their keys without a section, and in `names` what is not the same in English.
    """
    terms = {name.name for puzzle in puzzles for name in puzzle.grid.family_names}
    for puzzle in puzzles:
        terms.update(re.findall("[a-z][a-z ]*", kind_of(puzzle.grid).extent(puzzle.grid)))
    named_colors = {"any colour", "any number", *colors}

    def table(language: str) -> dict[str, object]:
        words = Words(language)
        names = {name: words.term(name) for name in sorted(terms)}
        names |= {name: words.color(name) for name in sorted(named_colors)}
        return {
            **{key.removeprefix(_PAGE): text for key, text in LANGUAGES[language].items() if key.startswith(_PAGE)},
            **{key.removeprefix("book."): LANGUAGES[language][key] for key in _SHARED},
            "names": {english: name for english, name in names.items() if name != english},
        }

    return {language: table(language) for language in languages}
