"""Numbers with their nouns, and lists of words, for sentences: `1 cell`, `2 cells`, `rows and columns`."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, noun: str, *, separators: bool = False) -> str:
    """A number with its noun, which is given in the singular; with `separators`, `12,345` instead of `12345`."""
    digits = f"{number:,}" if separators else f"{number}"
    return f"{digits} {noun}" if number == 1 else f"{digits} {noun}s"


def number_word(number: int) -> str:
    """A small number as a word, such as `three`; others as digits."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)


def capitalized(text: str) -> str:
    """A text with a capital letter at its beginning; `str.capitalize` makes all others small."""
    return text[:1].upper() + text[1:]


def joined(parts: Sequence[str], link: str = "and") -> str:
    """Words in a list: `a`, `a and b`, `a, b and c`; `link` stands before the last of the `parts`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {link} {parts[-1]}"
