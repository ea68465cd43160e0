"""Lists of clues in a text of any notation, found by its lines and separators.

rows: 2, 1 1     task='2/1.1'      B AA          a list on a line or in a string; A is 1
2R / 1B1B        #,2 / @,1,@,1     1 1 0         clues on lines of their own; in place of / is the end of a line
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

#: A block as it is written: a number and an empty text, or a number and a colour in the order of the text; and its
#: index in the text.
WrittenBlock = tuple[str, str, int]
WrittenClue = tuple[WrittenBlock, ...]


class ClueList(NamedTuple):
    """A list of clues in a text, between two indices.

    Attributes:
        name: what is written before it; may be empty.
        sign: what is between its clues where the end of a clue is not plain; rows and columns have the same.
        around: the indices between which the bracket around it is; None if it is in no bracket.
    """

    name: str
    clues: tuple[WrittenClue, ...]
    begin: int
    end: int
    sign: str = ""
    around: tuple[int, int] | None = None


NUMBER = re.compile("[0-9]+")
#: A length and its colour, or a length alone; a colour and its length.
_BLOCK = re.compile(r"([0-9]+)(?: ?([^\W\d_]+)|([^\w\s,.;/|-]))?")
_COLOR_FIRST = re.compile(r"([^\W\d_]+|[^\w\s,.;/|-])[ ,]?([0-9]+)()")
_PLAIN = re.compile(r"[\s,]*+(?:[0-9]++(?:[\s,.-]++(?=[0-9])|[\s,.]*$))*+")
_BLANKS, _BETWEEN = re.compile(r"\s*"), re.compile(r"[\s,.-]*")


def clue_of_text(text: str, at: int) -> WrittenClue | None:
    """The clue that a text is, such as `2 1`, `2,1`, `2r 1b`, `2R1B` or `#,2`; None if it is none. Empty is a clue."""
    if _PLAIN.fullmatch(text):
        return tuple((match[0], "", at + match.start()) for match in NUMBER.finditer(text))
    for pattern in (_BLOCK, _COLOR_FIRST):
        blocks, place = list[WrittenBlock](), _BLANKS.match(text).end()  # type: ignore[union-attr]
        while match := pattern.match(text, place):
            first, word, sign = match.groups()
            blocks.append((first, word or sign or "", at + place))
            place = _BETWEEN.match(text, match.end()).end()  # type: ignore[union-attr]
        if place == len(text):
            return tuple(blocks)
    return None


#: What may be around values, and counts as blanks: quotes, brackets, and the sign before each item of a list.
_AROUND = re.compile(r"[\"']|(?<=[0-9\s\[])\](?=[ \t]*$)|^[ \t]*\||\|(?=[ \t]*$)|(?<=[=:])[ \t]*\[\|?|\|\]")
_ITEM = re.compile(r"^[ \t]*[-*][ \t]+\[?", re.MULTILINE)
#: What is before the values in `rows: 2, 1 1`, `task='2/1.1'` and `Row 1: 2`.
_NAME = re.compile(r"[^\W\d][\w \t\[\]-]*+[:=|]")
_COMMENT = re.compile(r"#(?![,0-9])|//|%|;|c(?=[ \t]|$)")
_NUMBERS = re.compile(r"[ \t]*[0-9][0-9 \t]*")
_LETTERS = re.compile(r"[A-Za-z]{1,30}(?:[ \t,]+[A-Za-z]{1,30})+")
_SIZES = re.compile(r"[^\W\d]*[ \t]*([0-9]{1,5})[ \t,xX]+([0-9]{1,5})[ \t]*")
#: If there are more lines without names, each of them is a clue, not a list of clues.
_MOST_LISTS = 6


def lists_in_lines(text: str) -> list[ClueList]:
    """All lists of clues on a line, or with a clue on each line."""
    found: list[ClueList] = []
    for section in _sections(text):
        lines = section.lines
        for line in lines:
            if line.name and (clue := clue_of_text(line.text, line.at)):
                found.append(ClueList(line.name, (clue,), line.at, line.at + len(line.text)))
            if line.name or len(lines) <= _MOST_LISTS:
                found += lists_on_line(line)
        if any(line.name for line in lines):
            continue
        clues = [clue_of_text(line.text, line.at) for line in lines]
        for skipped in (0, _head(lines)):
            known = [clue for clue in clues[skipped:] if clue is not None]
            if len(known) == len(clues) - skipped > 0:
                end = lines[-1].at + len(lines[-1].text)
                found.append(ClueList(section.name, tuple(known), lines[skipped].at, end))
    return found


class Line(NamedTuple):
    """The values on a line, what is written before them, and their place."""

    name: str
    text: str
    at: int


def _head(lines: Sequence[Line]) -> int:
    """The number of lines with two sizes before the clues, which are those of one side or of both."""
    numbers = [int(number) for line in lines[:2] for number in NUMBER.findall(line.text) if len(number) < 6][:2]
    for n_lines, pattern in ((1, _SIZES), (2, NUMBER)):
        n_clues = len(lines) - n_lines
        fits = n_clues > 0 and len(numbers) == 2 and n_clues in (*numbers, sum(numbers))
        if fits and all(pattern.fullmatch(line.text) for line in lines[:n_lines]):
            return n_lines
    return 0


class _Section(NamedTuple):
    """Lines one below the other, under a line of words, or with the same words before each."""

    name: str
    lines: list[Line]


def _sections(text: str) -> Iterator[_Section]:
    """The lines of a text in parts, which blank lines, comments and lines of words divide."""
    name, lines, at = "", list[Line](), 0
    around = _AROUND if len(_ITEM.findall(text)) < 2 else re.compile(f"{_ITEM.pattern}|{_AROUND.pattern}", re.MULTILINE)
    for line in text.split("\n"):
        begin, at = at, at + len(line) + 1
        if _NUMBERS.fullmatch(line):
            lines.append(Line("", line, begin))
            continue
        if line.count('"') % 2 or line.count("'") % 2:
            line = ""  # a value goes on in the next line
        content = around.sub(lambda match: " " * len(match[0]), line.replace("[]", " 0"))
        indent, content = len(content) - len(content.lstrip()), content.strip()
        comment = _COMMENT.match(content)
        named = _NAME.match(content)
        values = content[named.end() :].strip() if named else content
        values = values.rstrip("; \t,")
        is_list = re.search("[0-9]", values) or (not named and _LETTERS.fullmatch(values))
        if is_list and not comment and not re.search("[:=<>]", values):
            place = begin + indent + content.index(values, named.end() if named else 0)
            lines.append(Line(named[0][:-1].rstrip() if named else "", values, place))
        elif lines or content:  # the name is above the lines, perhaps with blank ones between them
            yield from _by_name(name, lines)
            name, lines = (content[comment.end() :] if comment else content).strip("#: ")[:80], []
    yield from _by_name(name, lines)


def _by_name(name: str, lines: Sequence[Line]) -> Iterator[_Section]:
    """Lines with `Row 1:`, `Row 2:` or `row:` before each are a section, and the others are one."""
    runs = [(key, list(run)) for key, run in groupby(lines, lambda line: line.name.rstrip(" \t0123456789_-[]"))]
    rest = list[Line]()
    for key, run in runs:
        if key and (len(run) > 1 or key != run[0].name):
            yield _Section(key, [line._replace(name="") for line in run])
        else:
            rest += run
    if rest:
        yield _Section(name, rest)


def lists_on_line(line: Line) -> Iterator[ClueList]:
    """The lists that the values of a line can be: with each sign between the clues that is there, or of letters."""
    name, text, at = line
    if _LETTERS.fullmatch(text):
        letters = tuple(
            tuple((str(ord(sign.upper()) - ord("A") + 1), "", at + word.start()) for sign in word[0])
            for word in re.finditer("[A-Za-z]+", text)
        )
        yield ClueList(name, letters, at, at + len(text))
        return
    for separator in "/|;, ":
        # Clues with blanks between them have no blanks in them.
        if separator in text and not (separator == " " and re.search("[,;/|] ", text)):
            parts = re.finditer(r"[^ ]+" if separator == " " else rf"(?:^|(?<=\{separator}))[^{separator}]*", text)
            clues = [clue_of_text(part[0], at + part.start()) for part in parts]
            found = [clue for clue in clues if clue is not None]
            if len(found) == len(clues) > 1:
                yield ClueList(name, tuple(found), at, at + len(text), separator)
