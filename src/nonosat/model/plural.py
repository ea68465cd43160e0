"""Numbers with their nouns."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun, which takes an s in the plural: `1 row`, `2 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
