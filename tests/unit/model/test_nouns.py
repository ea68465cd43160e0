"""Numbers with their nouns, and lists of words."""

from __future__ import annotations

from nonosat.model.nouns import count, joined, number_word


def test_count() -> None:
    assert [count(number, "cell") for number in (0, 1, 2, 12345)] == ["0 cells", "1 cell", "2 cells", "12345 cells"]
    assert count(12345, "cell", separators=True) == "12,345 cells"


def test_number_word() -> None:
    assert [number_word(number) for number in (0, 1, 2, 5, 6, 7)] == ["no", "one", "two", "five", "six", "7"]


def test_joined() -> None:
    assert [joined("abc"[:number]) for number in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert joined("ab", "or") == "a or b"
