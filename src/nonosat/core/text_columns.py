"""Text in columns of a terminal, of which some characters take none and some two."""

from __future__ import annotations

from unicodedata import combining, east_asian_width


def text_columns(text: str) -> int:
    """The columns that a text of one line takes."""
    return len(text) if text.isascii() else sum(map(_n_columns, text))


def cut_to_columns(text: str, width: int) -> str:
    """The beginning of a text, as much of it as `width` columns hold."""
    if text.isascii():
        return text[: max(width, 0)]
    used = 0
    for place, character in enumerate(text):
        used += _n_columns(character)
        if used > width:
            return text[:place]
    return text


def aligned(text: str, width: int, *, right: bool) -> str:
    """A text of one line with blanks on its left (if `right`) or right, so that it takes at least `width` columns."""
    blanks = " " * (width - text_columns(text))
    return blanks + text if right else text + blanks


def folded(text: str, width: int) -> list[str]:
    """A text as lines of at most `width` columns (at least 2), folded between words; a longer word is broken."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if text_columns(joined) <= width:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        while text_columns(word) > width:
            piece = cut_to_columns(word, width)
            lines[-1:] = [piece, ""]
            word = word[len(piece) :]
        lines[-1] = word
    return lines


def folded_behind(beginning: str, text: str, width: int | None) -> list[str]:
    """Lines of a text behind a beginning, in as many columns as characters, below which further lines are indented.

    With `width` None lines have no limit.
    """
    lines = [text] if width is None else folded(text, max(width - len(beginning), 10))
    return [(" " * len(beginning) if number else beginning) + line for number, line in enumerate(lines)]


def _n_columns(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
