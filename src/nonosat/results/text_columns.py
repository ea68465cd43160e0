"""How many columns a text takes on a terminal, where some characters take two of them or none."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

#: What stands between two columns of a table on a terminal.
GAP = "  "


def text_columns(text: str) -> int:
    """The columns that a text of one line takes."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def cut_to_columns(text: str, width: int) -> str:
    """The beginning of a text, as much of it as `width` columns hold."""
    if text.isascii():
        return text[: max(width, 0)]
    used = 0
    for place, character in enumerate(text):
        used += _character_width(character)
        if used > width:
            return text[:place]
    return text


def aligned(text: str, width: int, *, right: bool) -> str:
    """A text with blanks on one side, so that it takes so many columns.

    Args:
        text: one line.
        width: the columns; a text that takes more is left as it is.
        right: whether the text stands on the right.
    """
    blanks = " " * (width - text_columns(text))
    return blanks + text if right else text + blanks


def folded(text: str, width: int) -> list[str]:
    """A text as lines of at most so many columns, folded between words; a word that is longer is broken.

    Args:
        text: one line.
        width: the columns, at least 2.
    """
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
    """Lines that begin with some text, and continue below the place where it ends.

    Args:
        beginning: of the first line, in as many columns as characters.
        text: what stands behind it, folded between words.
        width: the columns of a line; None for no limit.
    """
    lines = [text] if width is None else folded(text, max(width - len(beginning), 10))
    return [(" " * len(beginning) if number else beginning) + line for number, line in enumerate(lines)]


def _character_width(character: str) -> int:
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
