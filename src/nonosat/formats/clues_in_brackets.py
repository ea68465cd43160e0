"""Lists of clues in a text of any notation, found by its brackets and tags.

[[2], [1, 1]]    ((2,), (1, 1))    {{2}, {1, 1}}    ["2", "1 1"]      brackets and strings
[[[2, "r"]], [{"length": 1, "color": "b"}, ["b", 1]]]                  blocks with colours, in either order
<ol id="rows"><li>2</li><li>1 1</li></ol>                              tags, which are brackets, too
row(1, [2]). row(2, [1, 1]).     [2] [1 1]                             brackets of one name, or on one line
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from nonosat.formats.clues_in_lines import (
    NUMBER,
    ClueList,
    Line,
    WrittenBlock,
    WrittenClue,
    clue_of_text,
    lists_on_line,
)

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
_PARTNER = {"(": ")", "[": "]", "{": "}"}
#: Tags that nothing closes.
_VOID = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
#: Signs and words after which a word is a value, and not the next bracket's name.
_BINDING = frozenset(("=", ":", "be", "is"))
#: The height of a bracket with signs that a list has not.
_NO_LIST = 9
#: A list of more clues holds no others.
_FEW = 4
#: The characters of a name with those around it that are kept.
_NAME = 200


class ValueList(NamedTuple):
    """A list of numbers or words, perhaps of lists of them, with the number of all values."""

    name: str
    n_values: int
    is_numeric: bool
    begin: int
    end: int

    @property
    def label(self) -> str:
        """Its name for people."""
        return re.split(r"[.\s]", self.name)[-1] or "a list"


class LooseNumber(NamedTuple):
    """A number that is neither in a string nor in a bracket of numbers alone; it is bound if a name is before it."""

    name: str
    text: str
    at: int
    is_bound: bool


class Scan(NamedTuple):
    """The brackets, strings and numbers of a text.

    Attributes:
        lists: the lists of clues in brackets and strings.
        others: all lists of values in brackets.
        is_balanced: true if each bracket is closed by its partner.
    """

    lists: list[ClueList]
    others: list[ValueList]
    numbers: list[LooseNumber]
    is_balanced: bool


class _Atom(NamedTuple):
    """A word, a number or the content of a string; `name` is the key before it; true for a string."""

    text: str
    at: int
    name: str = ""
    is_text: bool = False


class _Node:
    """A bracket or tag; `own` is the name before it, and `name` has those around it, too."""

    def __init__(self, own: str, around: str, begin: int, sign: str, *, is_key: bool = False) -> None:
        self.own, self.begin, self.end, self.sign, self.is_key = own, begin, begin, sign, is_key
        self.name = f"{around}.{own}"[-_NAME:] if own else around
        self.items: list[_Atom | _Node] = []
        self.height = 0  # of brackets within it

    def add(self, node: _Node) -> None:
        self.items.append(node)
        self.height = max(self.height, node.height + 1)

    @property
    def nodes(self) -> list[_Node]:
        return [item for item in self.items if isinstance(item, _Node)]

    def atoms(self) -> Iterator[_Atom]:
        """The values in it and in brackets within it."""
        for item in self.items:
            yield from [item] if isinstance(item, _Atom) else item.atoms()


def scan(text: str) -> Scan:
    """Find the brackets, strings and numbers of a text."""
    reader = _Reader()
    for match in _TOKEN.finditer(text):
        reader.take(match)
    is_balanced = reader.is_balanced and len(reader.stack) == 1
    while len(reader.stack) > 1:
        reader.end(len(text))
    reader.stack[0].end = len(text)
    lists = [found._replace(around=(0, len(text))) for found in reader.lists]
    found = Scan(lists, [], reader.numbers, is_balanced)
    _collect(reader.stack[0], text, found)
    return found


class _Reader:
    """The tree of brackets as far as a text has been read, and the words before the next value or bracket."""

    def __init__(self) -> None:
        self.stack = [_Node("", "", 0, "")]
        self.names: list[str] = []
        self.is_bound = False
        self.lists: list[ClueList] = []
        self.numbers: list[LooseNumber] = []
        self.is_balanced = True

    def take(self, match: re.Match[str]) -> None:
        """Take up the next token."""
        kind = match.lastgroup
        assert kind is not None, "one matches any text"
        token, at = match[kind], match.start(kind)
        if kind == "leaf":
            self.open(token[0], at)
            self.stack[-1].items += [_Atom(number[0], at + number.start()) for number in NUMBER.finditer(token)]
            self.end(match.end())
        elif kind == "numbers":
            self.is_balanced &= match.string[match.end() : match.end() + 1] not in _PARTNER
            self.loose(token, at)
        elif kind == "key":
            self.names = [match["string"]]
        elif kind in ("string", "text"):
            if self.names:
                name = f"{self.stack[-1].name}.{' '.join(self.names)}".strip(".")
                self.lists += lists_on_line(Line(name, token.replace("\\n", " ;"), at))
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
            self.stack[-1].items.append(_Atom(text, at, " ".join(self.names), is_text))
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
        self.stack.append(_Node(" ".join(self.names), self.stack[-1].name, at, sign, is_key=is_key))
        self.names = []

    def close(self, token: str, end: int) -> None:
        """End the bracket or tag that a token closes, and those within it; nothing if there is none."""
        name = re.sub(r"[</>\s]", "", token)
        depth = len(self.stack) - 1
        while depth and _PARTNER.get(self.stack[depth].sign, self.stack[depth].sign) != name:
            depth -= 1
        self.is_balanced &= depth == len(self.stack) - 1 > 0
        while depth and len(self.stack) > depth:
            self.end(end)

    def end(self, end: int) -> None:
        """End the innermost bracket."""
        node = self.stack.pop()
        node.end = end
        self.stack[-1].add(node)


def _collect(root: _Node, text: str, found: Scan) -> None:
    """Take up the lists in brackets, but none within a long list of clues."""
    waiting = [(root, root)]
    while waiting:
        node, around = waiting.pop()
        nodes = node.nodes
        if node is not root and node.height < 3:
            if node.sign in _PARTNER:
                found.others.append(_values(node))
            clues = _list_of(node)
            if clues is not None:
                found.lists.append(clues._replace(around=(around.begin, around.end)))
                if len(clues.clues) > _FEW and all(
                    each.own in ("", nodes[0].own) or each.own.isdecimal() for each in nodes
                ):
                    continue
        runs = [_group(run) for run in _runs(nodes, text, is_root=node is root) if len(run) < len(nodes)]
        here = (node.begin, node.end)
        found.lists.extend(clues._replace(around=here) for run in runs if (clues := _list_of(run)) is not None)
        if len(nodes) == 1 and not nodes[0].height and node is not root and len(node.items) < 3:
            continue  # one clue, as in `[[1, 2]]`, `{"blocks": [1, 2]}` or `row(1, [1, 2])`
        waiting += ((each, node) for each in nodes)


def _runs(nodes: Sequence[_Node], text: str, *, is_root: bool) -> Iterator[list[_Node]]:
    """Brackets one after another with the same name, and outside all brackets those on one line."""
    for _, run in groupby(nodes, lambda node: (node.own, _word(node))):
        same = list(run)
        if same[0].own and (len(same) > 1 or _is_fact(same[0])):
            yield same
    line = list[_Node]()
    for node in nodes if is_root else ():
        if line and (node.own or "\n" in text[line[-1].end : node.begin]):
            if len(line) > 1:
                yield line
            line = []
        line.append(node)
    if len(line) > 1:
        yield line


def _is_fact(node: _Node) -> bool:
    """True for a call or a fact, such as `row(1, [2])`."""
    return node.sign == "(" and 0 < len(node.nodes) < len(node.items)


def _word(node: _Node) -> str:
    """The word that is first in a bracket, if there is one."""
    first = node.items[0] if node.items else None
    return first.text if isinstance(first, _Atom) and first.text.isalpha() else ""


def _group(nodes: Sequence[_Node]) -> _Node:
    """Brackets one after another as one list, without the word and the number that are first in each."""
    group = _Node("", "", nodes[0].begin if nodes else 0, "")
    contents: list[list[_Atom | _Node]] = [node.items for node in nodes]
    if nodes:
        word = _word(nodes[0])
        group.name, group.end = f"{nodes[0].name} {word}".strip(), nodes[-1].end
        contents = [items[1:] for items in contents] if word else contents
    firsts = [items[0].text if items and isinstance(items[0], _Atom) else "" for items in contents]
    is_numbered = all(len(items) > 1 for items in contents)
    if is_numbered and any(firsts == [str(number + at) for at in range(len(firsts))] for number in (0, 1)):
        contents = [items[1:] for items in contents]
    for node, items in zip(nodes, contents, strict=True):
        clue = _Node("", "", node.begin, "")
        for item in chain(*(item.items if isinstance(item, _Node) else [item] for item in items)):
            if isinstance(item, _Node):
                clue.add(item)
            else:
                clue.items.append(item)
        group.add(clue)
    return group


def _values(node: _Node) -> ValueList:
    atoms = list(node.atoms())
    is_numeric = any(atom.text.lstrip("-").isdecimal() for atom in atoms)
    return ValueList(node.name, len(atoms), is_numeric, node.begin, node.end)


def _list_of(node: _Node) -> ClueList | None:
    """The list of clues that a bracket is, if it is one."""
    if not node.items or node.height > 2:
        return None
    if node.height == 0 and len(node.items) == 1 and not any(atom.is_text for atom in node.atoms()):
        return None
    nodes = node.nodes
    # An object with keys is a list only if these are numbers, and a name before the only bracket is the list's.
    named = [each for each in nodes if each.own and not each.own.isdecimal() and each.sign in _PARTNER]
    if any(each.is_key for each in named) or (named and len(nodes) == 1 and nodes[0].height):
        return None
    if _is_fact(node):
        return None
    clues = []
    for item in node.items:
        clue = clue_of_text(item.text, item.at) if isinstance(item, _Atom) else _clue_of(_content(item))
        if clue is None:
            return None
        clues.append(clue)
    return ClueList(node.name, tuple(clues), node.begin, node.end)


def _content(node: _Node) -> _Node:
    """The bracket with the blocks of a clue, such as the inner one of `{"blocks": [1, 2]}`."""
    only = node.items[0] if len(node.items) == 1 else None
    return only if isinstance(only, _Node) and only.own else node


def _clue_of(node: _Node) -> WrittenClue | None:
    blocks: list[WrittenBlock] = []
    for item in node.items:
        if isinstance(item, _Node):
            clue = _colored_block(item)
        elif item.text.isdecimal():
            clue = ((item.text, "", item.at),)
        else:
            clue = clue_of_text(item.text, item.at) if item.text.strip() else None
        if clue is None:
            return None
        blocks += clue
    return tuple(blocks)


def _colored_block(node: _Node) -> WrittenClue | None:
    """The block of one or two values in a bracket, one of which is a number, as a clue; none in an empty one."""
    atoms = [item for item in node.items if isinstance(item, _Atom)]
    if len(atoms) != len(node.items) or len(atoms) > 2:
        return None
    if not atoms:
        return ()
    if not any(atom.text.isdecimal() for atom in atoms):
        return None
    if any(atom.name for atom in atoms):
        atoms.sort(key=lambda atom: "col" in atom.name.lower())
    return ((atoms[0].text, atoms[1].text if atoms[1:] else "", node.begin),)
