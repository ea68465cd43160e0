"""Numbers with their nouns, for sentences: `1 cell`, `2 cells`."""

from __future__ import annotations


def count(number: int, noun: str, *, separators: bool = False) -> str:
    """A number with its noun, in the plural unless the number is 1.

    Args:
        number: how many there are.
        noun: in the singular; its plural is formed with an `s`.
        separators: write `12,345` instead of `12345`.
    """
    digits = f"{number:,}" if separators else f"{number}"
    return f"{digits} {noun}" if number == 1 else f"{digits} {noun}s"


def number_word(number: int) -> str:
    """A small number as a word, such as `three`; others as digits."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)
