"""Clues in words, and what is known of their blocks."""

from __future__ import annotations

import pytest

from nonosat.model.clue import (
    ANY_COLOR,
    ANY_LENGTH,
    Block,
    block_text,
    clue_text,
    has_hidden,
    is_known,
    length_text,
)

KNOWN, WITHOUT_COLOR, WITHOUT_LENGTH = Block(3, 1), Block(3, ANY_COLOR), Block(ANY_LENGTH, 2)


@pytest.mark.parametrize(
    ("block", "length", "text"),
    [
        (KNOWN, "3", "3a"),
        (WITHOUT_COLOR, "3", "3?"),
        (WITHOUT_LENGTH, "?", "_b"),
        (Block(ANY_LENGTH, ANY_COLOR), "?", "_?"),
    ],
)
def test_texts(block: Block, length: str, text: str) -> None:
    assert (length_text(block), block_text(block)) == (length, text)


def test_texts_of_clues() -> None:
    assert clue_text((KNOWN, WITHOUT_LENGTH)) == "3a _b"
    assert clue_text(()) == "(empty)"


def test_unknown_parts() -> None:
    clues = [(), (KNOWN,), (KNOWN, WITHOUT_COLOR), (WITHOUT_LENGTH, KNOWN)]
    assert [is_known(clue) for clue in clues] == [True, True, False, False]
    assert [has_hidden(clue) for clue in clues] == [False, False, False, True]
