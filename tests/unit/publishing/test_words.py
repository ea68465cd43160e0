"""The words of books and pages: complete in each language."""

from __future__ import annotations

from string import Formatter

import pytest

from nonosat.core.errors import UsageError
from nonosat.model.color_names import _EXAMPLES, color_words
from nonosat.model.grid_kinds import GRIDS
from nonosat.publishing.words import LANGUAGES, Words

OTHERS = [language for language in LANGUAGES if language != "en"]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_keys_and_fields(language: str) -> None:
    english, other = LANGUAGES["en"], LANGUAGES[language]
    assert list(english) == list(other)
    assert {key: fields(text) for key, text in english.items()} == {key: fields(text) for key, text in other.items()}


def test_every_color_has_a_word() -> None:
    """In English that of the model; in other languages, different colours have different words."""
    for language in LANGUAGES:
        translated = [Words(language).color(name) for name in _EXAMPLES]
        assert len(set(translated)) == len(_EXAMPLES)
        assert (translated == list(_EXAMPLES)) == (language == "en")
    similar = color_words(("#ffffff", "#ff0000", "#ee0000", "#dd0000"))
    assert list(map(Words("de").color, (*similar, "light white"))) == ["rot (a)", "rot (b)", "rot (c)", "hellweiß"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_term_of_grids_is_translated(language: str) -> None:
    words = Words(language)
    for kind in GRIDS.values():
        few = kind.sizes if len(kind.sizes) <= 2 else ()
        nouns = [noun for size in few for noun in (size.singular, size.plural)] or [kind.cells]
        assert all(words.term(noun) != noun for noun in nouns)
    assert words.term("bricks") == "bricks"


def test_numbers_and_lists() -> None:
    words = Words("de")
    assert words.count("book.colors", 1) != words.count("book.colors", 2)
    assert words.joined(["a", "b", "c"]) == "a, b und c"


def test_there_is_no_other_language() -> None:
    with pytest.raises(UsageError, match="'xx'"):
        Words("xx")
