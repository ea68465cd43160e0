"""The tree of brackets and tags of a text in any notation, with the names before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nonosat.formats.clues_in_lines import NUMBER

_TOKEN = re.compile(
    r"""[ \t\r]*+(?:"""
    r"""(?P<skip>/\*.*?\*/|<!--.*?-->|//[^\n]*|\#[ \t!][^\n]*|%[^\n]*|\[\](?=[ \t]*\{|\[\]|[A-Za-z]\w*[ \t]*\{))"""
    r"""|(?P<leaf>[\[({][0-9, \t]*[\])}])|(?P<sign>[,;\n])"""
    r"""|(?P<numbers>-?[0-9]+(?:\.[0-9]+)?(?:[ \t,]+[0-9]+(?![.\w]))*+)"""
    r"""|"(?P<string>(?:[^"\\\n]|\\.)*)"(?P<key>(?=\s*:))?|'(?P<text>(?:[^'\\\n]|\\.)*)'"""
    r"""|(?P<word>[^\W\d][\w-]*(?:[ \t]+[^\W\d][\w-]*+)*+)(?P<name>(?=\s*[\[({.]))?"""
    r"""|(?P<open>[\[({]|<[A-Za-z][^<>\n]*(?<!/)>)|(?P<close>[\])}]|</[A-Za-z][^<>\n]*>)|(?P<other>.))""",
    re.DOTALL | re.VERBOSE,
)
PARTNER = {"(": ")", "[": "]", "{": "}"}
#: Tags that nothing closes.
_VOID = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
#: Signs and words after which a word is a value, and not the next bracket's name.
_BINDING = frozenset(("=", ":", "be", "is"))
#: The height of a bracket with a sign that no list has.
_NO_LIST = 9
#: The characters of a name with those around it that are kept.
_NAME = 200


class LooseNumber(NamedTuple):
    """A number that is neither in a string nor in a bracket of numbers alone; it is bound if a name is before it."""

    name: str
    text: str
    at: int
    is_bound: bool


class NamedText(NamedTuple):
    """A string with a name before it."""

    name: str
    text: str
    at: int


class Tree(NamedTuple):
    """The brackets, named strings and numbers of a text.

    Attributes:
        root: holds the outer brackets, and nothing else.
        is_balanced: true if each bracket is closed by its partner.
    """

    root: Bracket
    texts: list[NamedText]
    numbers: list[LooseNumber]
    is_balanced: bool


class Atom(NamedTuple):
    """A word, a number or the content of a string (`is_text`); `name` is the key before it."""

    text: str
    at: int
    name: str = ""
    is_text: bool = False


class Bracket:
    """A bracket or tag; `own` is the name before it, and `name` has those around it, too."""

    def __init__(self, own: str, around: str, begin: int, sign: str, *, is_key: bool = False) -> None:
        self.own, self.begin, self.end, self.sign, self.is_key = own, begin, begin, sign, is_key
        self.name = f"{around}.{own}"[-_NAME:] if own else around
        self.items: list[Atom | Bracket] = []
        self.height = 0  # of brackets within it

    def add(self, node: Bracket) -> None:
        """Put a bracket that has ended into this one."""
        self.items.append(node)
        self.height = max(self.height, node.height + 1)

    @property
    def nodes(self) -> list[Bracket]:
        """The brackets right within it, in order."""
        return [item for item in self.items if isinstance(item, Bracket)]

    def atoms(self) -> Iterator[Atom]:
        """The values in it and in brackets within it."""
        for item in self.items:
            yield from [item] if isinstance(item, Atom) else item.atoms()


def bracket_tree(text: str) -> Tree:
    """Read the brackets of a text, however it goes on within and between them."""
    reader = _Reader()
    for match in _TOKEN.finditer(text):
        reader.take(match)
    is_balanced = reader.is_balanced and len(reader.stack) == 1
    while len(reader.stack) > 1:
        reader.end(len(text))
    root = reader.stack[0]
    root.end = len(text)
    return Tree(root, reader.texts, reader.numbers, is_balanced)


class _Reader:
    """The tree of brackets as far as a text has been read, and the words before the next value or bracket."""

    def __init__(self) -> None:
        self.stack = [Bracket("", "", 0, "")]
        self.names: list[str] = []
        self.is_bound = False
        self.texts: list[NamedText] = []
        self.numbers: list[LooseNumber] = []
        self.is_balanced = True

    def take(self, match: re.Match[str]) -> None:
        """Take up the next token."""
        kind = match.lastgroup
        assert kind is not None, "one matches any text"
        token, at = match[kind], match.start(kind)
        if kind == "leaf":
            self.open(token[0], at)
            self.stack[-1].items += [Atom(number[0], at + number.start()) for number in NUMBER.finditer(token)]
            self.end(match.end())
        elif kind == "numbers":
            self.is_balanced &= match.string[match.end() : match.end() + 1] not in PARTNER
            self.loose(token, at)
        elif kind == "key":
            self.names = [match["string"]]
        elif kind in ("string", "text"):
            if self.names:
                name = f"{self.stack[-1].name}.{' '.join(self.names)}".strip(".")
                self.texts.append(NamedText(name, token, at))
            self.value(token, at, is_text=True)
        elif kind == "word" and self.is_bound:
            self.value(token, at)
        elif kind in ("word", "name"):
            self.names += match["word"].split()
        elif token == "|":
            self.stack[-1].height = _NO_LIST
        elif kind == "open":
            self.open(token, at)
        elif kind == "close":
            self.flush(at)
            self.close(token, match.end())
        elif kind == "sign" and not (token == "\n" and self.is_bound):
            self.flush(at)
        if kind != "skip":
            self.is_bound = token.rpartition(" ")[2] in _BINDING or (self.is_bound and token == "\n")

    def value(self, text: str, at: int, *, is_text: bool = False) -> None:
        if len(self.stack) > 1:
            self.stack[-1].items.append(Atom(text, at, " ".join(self.names), is_text))
        self.names = []

    def loose(self, text: str, at: int) -> None:
        """Take up numbers with blanks or commas between them."""
        self.numbers.append(LooseNumber(" ".join(self.names), text, at, self.is_bound and bool(self.names)))
        for number in NUMBER.finditer(text) if len(self.stack) > 1 else ():
            self.value(text if text[0] == "-" else number[0], at + number.start())
        self.names = []

    def flush(self, at: int) -> None:
        """Take up a word that names nothing as a value."""
        if self.names:
            self.value(self.names.pop(), at)

    def open(self, token: str, at: int) -> None:
        sign = token
        if token[0] == "<":
            sign, *attributes = re.findall(r"[\w-]+", token)
            if sign.lower() in _VOID:
                return
            self.names = [word for word in attributes if word not in ("class", "id")] or [sign]
        is_key = self.is_bound and bool(self.names)
        self.stack.append(Bracket(" ".join(self.names), self.stack[-1].name, at, sign, is_key=is_key))
        self.names = []

    def close(self, token: str, end: int) -> None:
        """End the bracket or tag that a token closes, and those within it; nothing if there is none."""
        name = re.sub(r"[</>\s]", "", token)
        depth = len(self.stack) - 1
        while depth and PARTNER.get(self.stack[depth].sign, self.stack[depth].sign) != name:
            depth -= 1
        self.is_balanced &= depth == len(self.stack) - 1 > 0
        while depth and len(self.stack) > depth:
            self.end(end)

    def end(self, end: int) -> None:
        """End the innermost bracket."""
        node = self.stack.pop()
        node.end = end
        self.stack[-1].add(node)
