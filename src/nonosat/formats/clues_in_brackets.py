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

from nonosat.formats.bracket_tree import PARTNER, Atom, Bracket, LooseNumber, bracket_tree
from nonosat.formats.clues_in_lines import (
    ClueList,
    Line,
    WrittenBlock,
    WrittenClue,
    clue_of_text,
    lists_on_line,
)

#: A list of more clues holds no others.
_FEW = 4


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


def scan(text: str) -> Scan:
    """Find the brackets, strings and numbers of a text."""
    tree = bracket_tree(text)
    lines = (Line(name, content.replace("\\n", " ;"), at) for name, content, at in tree.texts)
    lists = [found._replace(around=(0, len(text))) for line in lines for found in lists_on_line(line)]
    found = Scan(lists, [], tree.numbers, tree.is_balanced)
    _collect(tree.root, text, found)
    return found


def _collect(root: Bracket, text: str, found: Scan) -> None:
    """Take up the lists in brackets, but none within a long list of clues."""
    waiting = [(root, root)]
    while waiting:
        node, around = waiting.pop()
        nodes = node.nodes
        if node is not root and node.height < 3:
            if node.sign in PARTNER:
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


def _runs(nodes: Sequence[Bracket], text: str, *, is_root: bool) -> Iterator[list[Bracket]]:
    """Brackets one after another with the same name, and outside all brackets those on one line."""
    for _, run in groupby(nodes, lambda node: (node.own, _word(node))):
        same = list(run)
        if same[0].own and (len(same) > 1 or _is_fact(same[0])):
            yield same
    line = list[Bracket]()
    for node in nodes if is_root else ():
        if line and (node.own or "\n" in text[line[-1].end : node.begin]):
            if len(line) > 1:
                yield line
            line = []
        line.append(node)
    if len(line) > 1:
        yield line


def _is_fact(node: Bracket) -> bool:
    """True for a call or a fact, such as `row(1, [2])`."""
    return node.sign == "(" and 0 < len(node.nodes) < len(node.items)


def _word(node: Bracket) -> str:
    """The word that is first in a bracket, if there is one."""
    first = node.items[0] if node.items else None
    return first.text if isinstance(first, Atom) and first.text.isalpha() else ""


def _group(nodes: Sequence[Bracket]) -> Bracket:
    """Brackets one after another, at least one, as one list, without the word and the number that are first in each."""
    word = _word(nodes[0])
    group = Bracket("", f"{nodes[0].name} {word}".strip(), nodes[0].begin, "")
    group.end = nodes[-1].end
    contents: list[list[Atom | Bracket]] = [node.items[1:] if word else node.items for node in nodes]
    firsts = [items[0].text if items and isinstance(items[0], Atom) else "" for items in contents]
    is_numbered = all(len(items) > 1 for items in contents)
    if is_numbered and any(firsts == [str(number + at) for at in range(len(firsts))] for number in (0, 1)):
        contents = [items[1:] for items in contents]
    for node, items in zip(nodes, contents, strict=True):
        clue = Bracket("", "", node.begin, "")
        for item in chain(*(item.items if isinstance(item, Bracket) else [item] for item in items)):
            if isinstance(item, Bracket):
                clue.add(item)
            else:
                clue.items.append(item)
        group.add(clue)
    return group


def _values(node: Bracket) -> ValueList:
    atoms = list(node.atoms())
    is_numeric = any(atom.text.lstrip("-").isdecimal() for atom in atoms)
    return ValueList(node.name, len(atoms), is_numeric, node.begin, node.end)


def _list_of(node: Bracket) -> ClueList | None:
    """The list of clues that a bracket is, if it is one."""
    if not node.items or node.height > 2:
        return None
    if node.height == 0 and len(node.items) == 1 and not any(atom.is_text for atom in node.atoms()):
        return None
    nodes = node.nodes
    # An object with keys is a list only if these are numbers, and a name before the only bracket is the list's.
    named = [each for each in nodes if each.own and not each.own.isdecimal() and each.sign in PARTNER]
    if any(each.is_key for each in named) or (named and len(nodes) == 1 and nodes[0].height):
        return None
    if _is_fact(node):
        return None
    clues = []
    for item in node.items:
        clue = clue_of_text(item.text, item.at) if isinstance(item, Atom) else _clue_of(_content(item))
        if clue is None:
            return None
        clues.append(clue)
    return ClueList(node.name, tuple(clues), node.begin, node.end)


def _content(node: Bracket) -> Bracket:
    """The bracket with the blocks of a clue, such as the inner one of `{"blocks": [1, 2]}`."""
    only = node.items[0] if len(node.items) == 1 else None
    return only if isinstance(only, Bracket) and only.own else node


def _clue_of(node: Bracket) -> WrittenClue | None:
    blocks: list[WrittenBlock] = []
    for item in node.items:
        if isinstance(item, Bracket):
            clue = _colored_block(item)
        elif item.text.isdecimal():
            clue = ((item.text, "", item.at),)
        else:
            clue = clue_of_text(item.text, item.at) if item.text.strip() else None
        if clue is None:
            return None
        blocks += clue
    return tuple(blocks)


def _colored_block(node: Bracket) -> WrittenClue | None:
    """The block of one or two values in a bracket, one of which is a number, as a clue; none in an empty one."""
    atoms = [item for item in node.items if isinstance(item, Atom)]
    if len(atoms) != len(node.items) or len(atoms) > 2:
        return None
    if not atoms:
        return ()
    if not any(atom.text.isdecimal() for atom in atoms):
        return None
    if any(atom.name for atom in atoms):
        atoms.sort(key=lambda atom: "col" in atom.name.lower())
    return ((atoms[0].text, atoms[1].text if atoms[1:] else "", node.begin),)
