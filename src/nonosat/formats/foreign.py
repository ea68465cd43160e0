"""Texts that people take for puzzles: formulas, and solutions as pictures, models and records."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from nonosat.formats import puzzlink, tatham
from nonosat.formats.puzzle_sets import has_tournament_solutions
from nonosat.model.cell_shapes import BLACK_SIGNS, COLORED_SIGNS, EMPTY_SIGNS, VARIATION_SELECTOR, letters_of_shapes

#: The number of characters that are looked at; files that are taken for puzzles by mistake may be large.
_HEAD = 20_000


def refusal(text: str) -> str | None:
    """The error message for a text of a known kind, with the command that reads it; None if it is of no known kind.

    A text of a known kind can be nothing else, so that the error of a puzzle's reader would mislead.
    """
    head = text[:_HEAD]
    if len(text) > _HEAD:  # the last line, or else the last word, is cut off
        head = head.rpartition("\n")[0] or head.rpartition(" ")[0]
    for words, matches, *advice in _KINDS:
        if matches(head):
            return "; ".join([f"{words}, expected a puzzle", *advice])
    return None


def is_page(text: str) -> bool:
    """True if a text is a web page, whose scripts and tables may hold a puzzle."""
    return _PAGE(text[:_HEAD]) is not None


def _beginning(pattern: str) -> Callable[[str], object]:
    """A test for texts that begin with a pattern, perhaps after blanks."""
    return re.compile(rf"\s*(?:{pattern})", re.IGNORECASE).match


#: A sentence below a picture, such as `heart: solved, unique`.
_SENTENCE = re.compile(r"\S.*: (solved|no solution|correct|wrong|unique)")
_SIGNS = EMPTY_SIGNS + BLACK_SIGNS + "".join(COLORED_SIGNS.values()) + VARIATION_SELECTOR
#: The palette above a picture of letters.
_PALETTE = re.compile(r"#[0-9a-fA-F]{6}( #[0-9a-fA-F]{6})+")
_CELLS = re.compile(rf"[a-z.#\-\s·█▓▒░▀▄{_SIGNS}]*")
_EMPTY_CELLS = frozenset(f".-·░{EMPTY_SIGNS}")


def _is_picture(head: str) -> bool:
    """True if a text is rows of letters and signs for cells, each at most one cell longer or shorter than the next."""
    text = letters_of_shapes(
        "\n".join(line for line in head.split("\n") if not (_SENTENCE.match(line) or _PALETTE.fullmatch(line)))
    )
    rows = [line for line in text.split("\n") if line.strip()]
    if not rows or not all(map(_CELLS.fullmatch, rows)):
        return False
    lengths = [len("".join(row.split())) for row in rows]
    if any(abs(a - b) > 1 for a, b in pairwise(lengths)):
        return False
    cells = set("".join(rows)) - set(" \t")
    return bool(cells & _EMPTY_CELLS) or (len(rows) > 1 and len(cells) <= 3)


def _is_model(head: str) -> bool:
    """True if a text is a literal for each variable from 1, some of them false, and perhaps a 0 at the end."""
    if "-" not in head or not re.fullmatch(r"[-0-9\s]*", head):
        return False
    words = head.split()
    if words[-1] == "0":
        words.pop()
    return all(word.lstrip("-") == str(variable) for variable, word in enumerate(words, 1))


def _is_link_to_page(head: str) -> bool:
    """True if a text is a link that has no puzzle in its text."""
    is_link = re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*://\S+", head.strip()) is not None
    return is_link and not puzzlink.looks_like(head) and not tatham.looks_like(head)


_PAGE = _beginning(r"(<\?xml[^>]*>\s*|<!--[^>]*-->\s*)*(<!doctype\s+html\b|<html\b)")

#: Names with an article, tests for the beginning of a text, and advice, in the order in which they are tried.
_KINDS: tuple[tuple[str, Callable[[str], object], *tuple[str, ...]], ...] = (
    ("a formula in DIMACS, which solvers read", _beginning(r"(c\b.*\n\s*)*p cnf \d")),
    (
        "a solver's answer",
        re.compile(
            r"(?im)^(s (un)?satisfiable|s unknown|v -?\d+( -?\d+)*|(un)?sat|(un)?satisfiable|indet)[ \t]*$"
        ).search,
        "`nonosat decode PUZZLE ANSWER` turns a model into the picture",
    ),
    ("a model of a formula", _is_model, "`nonosat decode PUZZLE MODEL` turns it into the picture"),
    (
        "a record of nonosat (JSON)",
        _beginning(r"\{(?s:.)*(\"name\":(?s:.)*\"outcome\":|\"proof\":(?s:.)*\"claim\":)"),
    ),
    (
        "a web page (HTML)",
        _PAGE,
        "save the puzzle file that the page offers, or type its clues",
    ),
    (
        "a drawing (SVG)",
        _beginning(r"<(?s:.)*<svg\b|<svg\b"),
        "`nonosat make` makes a puzzle from one that nonosat drew",
    ),
    ("an image as text (Netpbm)", _beginning(r"P[1-3]\s"), "`nonosat make` makes a puzzle from it"),
    ("a picture", _is_picture, "`nonosat check PUZZLE PICTURE` checks it, and `nonosat make` makes a puzzle from it"),
    ("the solutions of a tournament set", has_tournament_solutions),
    ("a link to a page", _is_link_to_page, "only links to puzz.link can be read, and nothing is downloaded"),
)
