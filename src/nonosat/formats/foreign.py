"""Texts that are no puzzles but are taken for one: pictures, models and other outputs, and files of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from nonosat.formats import puzzlink, tatham
from nonosat.model.cell_shapes import letters_of_shapes
from nonosat.model.square_signs import BLACK_SIGNS, COLORED_SIGNS, EMPTY_SIGNS, VARIATION_SELECTOR

#: What is looked at; files that are taken for puzzles by mistake may be large.
_HEAD = 20_000


class ForeignKind(NamedTuple):
    """A kind of texts that are no puzzles.

    Attributes:
        words: what messages call such a text, with an article.
        matches: whether the beginning of a text is of this kind.
        advice: which command reads it; may be empty.
        is_certain: whether such a text can be nothing else, so that the error of a puzzle's reader would mislead.
    """

    words: str
    matches: Callable[[str], bool]
    advice: str = ""
    is_certain: bool = True


def foreign_kind(text: str) -> ForeignKind | None:
    """The kind of a text that is no puzzle; None if it has no known one.

    A puzzle with an error is of no certain kind.

    Args:
        text: a text that no reader of puzzles accepts.
    """
    head = text[:_HEAD]
    if len(text) > _HEAD:  # the last line, or else the last word, is cut off
        head = head.rpartition("\n")[0] or head.rpartition(" ")[0]
    return next((kind for kind in _KINDS if kind.matches(head)), None)


def _pattern(pattern: str) -> Callable[[str], bool]:
    """Whether a pattern is found, where `^` is the beginning of any line."""
    compiled = re.compile(pattern, re.MULTILINE | re.IGNORECASE)
    return lambda head: compiled.search(head) is not None


def _beginning(pattern: str) -> Callable[[str], bool]:
    """Whether a text begins with a pattern, without regard to blanks before it."""
    compiled = re.compile(rf"\s*(?:{pattern})", re.IGNORECASE)
    return lambda head: compiled.match(head) is not None


#: A sentence below a picture, such as `heart: solved, unique`.
_SENTENCE = re.compile(r"\S.*: (solved|no solution|correct|wrong|unique)")
_SIGNS = EMPTY_SIGNS + BLACK_SIGNS + "".join(COLORED_SIGNS.values()) + VARIATION_SELECTOR
_CELLS = re.compile(rf"[a-z.#\-\s·█▓▒░▀▄{_SIGNS}]*")
_EMPTY_CELLS = frozenset(f".-·░{EMPTY_SIGNS}")


def _is_picture(head: str) -> bool:
    """Whether a text is rows of letters and signs for cells, which differ in length by at most one from each other."""
    rows = [line for line in head.split("\n") if line.strip() and not _SENTENCE.match(line)]
    if not rows or not all(map(_CELLS.fullmatch, rows)):
        return False
    lengths = [len("".join(row.split())) for row in rows]
    if any(abs(a - b) > 1 for a, b in pairwise(lengths)):
        return False
    cells = set("".join(rows)) - set(" \t")
    return bool(cells & _EMPTY_CELLS) or (len(rows) > 1 and len(cells) <= 3)


def _is_text_picture(head: str) -> bool:
    """Whether a text is a picture as commands print and read it, of letters or of shapes."""
    rows = (line for line in head.split("\n") if not _SENTENCE.match(line))
    letters = letters_of_shapes("\n".join(rows))
    return letters.isascii() and _is_picture(letters)


_LEMMA = re.compile(r"(d[ \t]+)?(-?[0-9]+[ \t]+)*0[ \t]*")


def _is_model(head: str) -> bool:
    """Whether a text is a literal for each variable from 1, some of them false, and perhaps a 0 at the end."""
    if "-" not in head or not re.fullmatch(r"[-0-9\s]*", head):
        return False
    words = head.split()
    if words[-1] == "0":
        words.pop()
    return all(word.lstrip("-") == str(variable) for variable, word in enumerate(words, 1))


def _is_proof(head: str) -> bool:
    """Whether a text is lemmas of DRAT, each with a 0 at its end."""
    lines = [line.strip() for line in head.split("\n") if line.strip()]
    signs = "-" in head or any(line.startswith("d") for line in lines)
    return len(lines) > 1 and signs and all(map(_LEMMA.fullmatch, lines))


_FACTS = _pattern(r"^[ \t]*(#(const|show|include)\b[^.\n]*|\w+\([\w, ]*\)[ \t]*(:-.*)?)\.[ \t]*(%.*)?$")
_HINTS = _pattern(r"^[ \t]*(row|col)_hint[ \t]*\([ \t]*\d")


def _is_answer_set_program(head: str) -> bool:
    """Whether a text is facts or rules, and no facts about the clues of a puzzle."""
    return _FACTS(head) and not _HINTS(head)


def _is_link_to_page(head: str) -> bool:
    """Whether a text is a link, and not one that has a puzzle in its text."""
    is_link = re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*://\S+", head.strip()) is not None
    return is_link and not puzzlink.looks_like(head) and not tatham.looks_like(head)


def _is_table(head: str) -> bool:
    """Whether all lines have the same number of fields, and the first line has titles."""
    lines = [line for line in head.split("\n") if line.strip()]
    for separator in ",;\t":
        counts = {line.count(separator) for line in lines}
        if len(lines) > 1 and len(counts) == 1 and counts != {0}:
            return all(re.match(r"\s*\"?[A-Za-z_]", title) for title in lines[0].split(separator))
    return False


def _is_prose(head: str) -> bool:
    """Whether half of the lines or more have several words of letters."""
    lines = [line for line in head.split("\n") if line.strip()]
    long = [line for line in lines if len(re.findall(r"[^\W\d_]{2,}", line)) > 3]
    return len(long) * 2 >= len(lines) > 0


#: In the order in which they are tried.
_KINDS = (
    ForeignKind("a formula in DIMACS, which solvers read", _beginning(r"(c\b.*\n\s*)*p cnf \d")),
    ForeignKind(
        "the answer of a solver",
        _pattern(r"^(s (un)?satisfiable|s unknown|v -?\d+( -?\d+)*|(un)?sat|(un)?satisfiable|indet)[ \t]*$"),
        "`nonosat decode PUZZLE ANSWER` turns a model into the picture",
    ),
    ForeignKind("a DRAT proof", _is_proof, "`nonosat verify-proof FOLDER` checks the proof in a folder"),
    ForeignKind("the model of a formula", _is_model, "`nonosat decode PUZZLE MODEL` turns it into the picture"),
    ForeignKind(
        "the manifest of a proof",
        lambda head: head.lstrip().startswith("{") and all(f'"{key}"' in head for key in ("proof", "claim", "kind")),
        "`nonosat verify-proof FOLDER` checks the proof in a folder",
    ),
    ForeignKind(
        "a record of a solved puzzle (JSON)",
        lambda head: head.lstrip().startswith("{") and re.search(r'"name":.*"(status|verdict)":', head) is not None,
    ),
    ForeignKind(
        "a drawing (SVG)",
        lambda head: head.lstrip().startswith("<") and re.search(r"<svg\b", head) is not None,
        "`nonosat make` makes a puzzle from one that nonosat drew",
    ),
    ForeignKind("a web page (HTML)", _beginning(r"<!doctype html|<html\b")),
    ForeignKind("a bitmap of Netpbm", _beginning(r"P[1-6]\s"), "`nonosat make` makes a puzzle from it"),
    ForeignKind(
        "a picture",
        _is_text_picture,
        "`nonosat check PUZZLE PICTURE` checks it, `nonosat make` makes a puzzle from it",
    ),
    ForeignKind("a picture made of squares", _is_picture, "`nonosat make` makes a puzzle from it"),
    ForeignKind("a MiniZinc model, not its data", _pattern(r"^[ \t]*(solve|constraint|var|include)\b[^;\n]*;[ \t]*$")),
    ForeignKind("an answer set program or facts of another kind", _is_answer_set_program),
    ForeignKind(
        "a link to a page", _is_link_to_page, "the text of links to puzz.link is read, and nothing from a network"
    ),
    ForeignKind(
        "a game of Simon Tatham's collection, as it is saved",
        _beginning(r"SAVEFILE:\d+:Simon Tatham"),
        "its game ID is read, such as 5x4:1/2.1/...",
    ),
    ForeignKind(
        "a linear program", _pattern(r"^[ \t]*(maximi[sz]e|minimi[sz]e)\b(.*\n)+?[ \t]*(subject to|such that|st)\b")
    ),
    ForeignKind(
        "XML of another kind",
        lambda head: re.match(r"\s*<[?!a-z]", head, re.IGNORECASE) is not None and "<puzzle" not in head,
        is_certain=False,
    ),
    ForeignKind("a table (CSV)", _is_table, is_certain=False),
    ForeignKind("text in sentences", _is_prose, is_certain=False),
)
