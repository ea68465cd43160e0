"""Clues in any notation that has two lists of clues; read only.

`clues_in_brackets` and `clues_in_lines` find lists of clues by their structure. Two of them are the rows and the
columns: names before them say which, such as `leftHeader` and `topHeader`, `hor` and `ver`, `rows` and `cols`; else
rows come first. One list may hold both, if they can be told apart by the number of coloured cells, which is that of the
rows and that of the columns. The clues must fit their lines, and rows and columns have as many cells of each colour.

What is found is a remark of the sheet. Two puzzles that are equally likely are an error. Sizes beside the lists must be
theirs, and other lists that may be cells, or a number for each line, are refused: they may be constraints.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

from nonosat.core.errors import InputError, shown
from nonosat.formats.clue_pairs import Pair, Side, contradiction, halves_of_lists, pairs_of_lists, sides_of
from nonosat.formats.clues_in_brackets import Scan, ValueList, scan
from nonosat.formats.clues_in_lines import lists_in_lines
from nonosat.formats.color_syntax import palette_of_names, rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.source import Source
from nonosat.model.palette import Palette


class FormatClaim(Enum):
    """What says that a text is meant in another format, whose reader refuses it.

    Then the text must have nothing but two lists and what describes them: names that tell rows from columns, or a
    bracket around both; their sizes, texts and comments. Where only the content says so, two sizes before bare numbers
    will do, too.
    """

    NONE = "nothing"
    CONTENT = "its content"
    SUFFIX = "the suffix of the file"


class NoClues(InputError):
    """A text has no two lists of clues."""


def read(source: Source, *, columns_first: bool = False, claim: FormatClaim = FormatClaim.NONE) -> Sheet:
    """The puzzle whose two lists of clues a text has.

    Args:
        columns_first: if names do not say which list is which, the first one has the columns.
        claim: what says that the text is meant in another format.

    Raises:
        InputError: it has none, or two; its sizes are others, or it says more about the puzzle.
    """
    refused: InputError | None = None
    found = scan(source.text)
    kinds = [found.lists, lists_in_lines(source.text)]
    sides = [[side for each in lists for side in sides_of(each)] for lists in kinds]
    for pairs_of in (pairs_of_lists, halves_of_lists):
        for candidates in sides:
            pairs = [
                pair
                for pair in pairs_of(candidates, columns_first)
                if pair.is_fitting and (_is_sure(pair, claim) or _is_all(pair, candidates, found, source.text, claim))
            ]
            if pairs:
                try:
                    return _sheet(source, found, _likeliest(source, pairs))
                except InputError as error:
                    refused = refused or error
    if refused is not None:
        raise refused
    # If rows and columns contradict each other, the puzzle itself says so.
    for candidates in sides if claim is FormatClaim.NONE else ():
        if pair := contradiction(candidates):
            return _sheet(source, found, pair)
    raise NoClues("no two lists of clues with as many cells in rows as in columns", file=source.file)


def _is_sure(pair: Pair, claim: FormatClaim) -> bool:
    """True if the names of two lists in brackets say enough, whatever else the text holds."""
    return claim is FormatClaim.NONE and pair.n_named == 2 and pair.rows.around is not None


class _Rest(NamedTuple):
    """What is beside two lists: numbers without a name, numbers that are values of names, and other lists."""

    bare: list[str]
    bound: set[str]
    others: list[ValueList]


def _is_all(pair: Pair, sides: Sequence[Side], found: Scan, text: str, claim: FormatClaim) -> bool:
    """True if all that is beside two lists describes them, or is another list that may be one of the two."""
    is_claimed = claim is not FormatClaim.NONE
    rivals = [side for side in sides if side.totals == pair.rows.totals and not is_claimed]
    is_named = pair.n_named == 2 and not is_claimed
    rest = _rest([*pair, *rivals], found, is_named=is_named)
    sizes = [str(len(side.clues)) for side in pair]
    is_headed = rest.bare in (sizes, sizes[::-1])
    is_bound = rest.bound <= {*sizes, *(str(max(map(len, side.clues))) for side in pair)}
    if not found.is_balanced or (rest.bare and not is_headed) or not (is_bound or is_named):
        return False
    if is_claimed:
        return _is_nothing_else(pair, rest, text, claim)
    # Halves of lines that nothing holds together need their sizes.
    is_held = pair.is_apart or pair.rows.sign or pair.rows.around is not None or is_headed
    return bool(is_held) and (
        is_named or not any(each.is_numeric and not _is_about_colors(each) for each in rest.others)
    )


def _rest(used: Sequence[Side], found: Scan, *, is_named: bool) -> _Rest:
    """What is beside some lists; a number that follows a word is not bare if these are named."""
    numbers = [each for each in found.numbers if not any(side.begin <= each.at < side.end for side in used)]
    bare = [each for each in numbers if not each.is_bound and not (is_named and each.name)]
    return _Rest(
        [part for number in bare for part in re.split("[ ,\t]+", number.text)],
        {number.text for number in numbers if number.is_bound},
        [each for each in found.others if not any(each.begin < side.end and side.begin < each.end for side in used)],
    )


def _is_nothing_else(pair: Pair, rest: _Rest, text: str, claim: FormatClaim) -> bool:
    """True if a text that is meant in another format has nothing but two lists; see `FormatClaim`."""
    is_bracket = pair.rows.around is not None
    if any(other.is_numeric or not is_bracket or other.label in _OUR_KEYS for other in rest.others):
        return False
    if "<clues" in text:  # that is how webpbn begins a list
        return False
    if rest.bare:
        has_words = re.search(r"[^\W\d]", _outside(pair, text)) is not None
        return claim is FormatClaim.CONTENT and not has_words and pair.n_named == 0
    opening = re.match(r"\s*[\[({]", text)
    is_enclosed = opening is not None and all(side.begin >= opening.end() for side in pair)
    return pair.n_named == 2 or (pair.n_named == 0 and pair.is_apart and is_enclosed)


def _outside(pair: Pair, text: str) -> str:
    """What is written before, between and after the lists of clues."""
    first, last = sorted(pair, key=lambda side: side.begin)
    return text[: first.begin] + text[first.end : max(last.begin, first.end)] + text[max(last.end, first.end) :]


def _likeliest(source: Source, pairs: Sequence[Pair]) -> Pair:
    """The likeliest pair of lists; an error if others are equally likely, and are another puzzle."""
    most = max(pair.rank for pair in pairs)
    likely = [pair for pair in pairs if pair.rank == most]
    for other in likely[1:]:
        if other.key != likely[0].key:
            place = source.place(likely[0].rows.begin)
            source.fail(f"two puzzles are equally likely: {likely[0]}; or {other}; delete one of them", place)
    return likely[0]


#: The keys of our own JSON with lists that say more than clues do.
_OUR_KEYS = ("colors", "content", "goal")
_HEIGHT = re.compile(r"(height|n_?rows?|rows?(_?size)?)", re.IGNORECASE)
_WIDTH = re.compile(r"(width|n_?col(umn)?s?|col(umn)?s?(_?size)?)", re.IGNORECASE)
_COLORS = re.compile(r"\[\s*((?:[\"']#?[0-9A-Za-z]+[\"']\s*,?\s*){2,})\]")


def _sheet(source: Source, scan: Scan, pair: Pair) -> Sheet:
    _require_sizes(source, scan, pair)
    _require_nothing_else(source, scan, pair)
    grid = source.rect(len(pair.rows.clues), len(pair.columns.clues))
    names = _color_names(pair)
    numbers = {name: number for number, name in enumerate(names, 1)}
    clues = [
        [source.block(length, numbers[color], source.place(at)) for length, color, at in clue]
        for side in pair
        for clue in side.clues
    ]
    puzzle = source.puzzle(grid, clues, _palette(source.text, names))
    return Sheet(puzzle, remarks=(f"clues found as {pair}",))


def _color_names(pair: Pair) -> list[str]:
    """The colours of blocks, numbers in order and other names as they come."""
    names = dict.fromkeys(color for side in pair for clue in side.clues for _, color, _ in clue) or {"": None}
    return sorted(names, key=int) if all(name.isdecimal() for name in names) else list(names)


def _palette(text: str, names: Sequence[str]) -> Palette:
    """The colours of blocks: by their names, from a list of colours in the text, or the usual ones."""
    if all(name.isdecimal() for name in names):
        for match in _COLORS.finditer(text):
            colors = [rgb(color) for color in re.findall("[0-9A-Za-z#]+", match[1])]
            if None not in colors and len(colors) > int(names[-1]):
                return Palette((str(colors[0]), *(str(colors[int(name)]) for name in names)))
    return palette_of_names(names)


def _require_sizes(source: Source, scan: Scan, pair: Pair) -> None:
    """Sizes that are written beside the lists are those of the lists."""
    for number in scan.numbers:
        name = number.name.rpartition(" ")[2]
        for pattern, side, lines in ((_HEIGHT, pair.rows, "rows"), (_WIDTH, pair.columns, "columns")):
            is_size = number.is_bound and pattern.fullmatch(name) and not pair.covers(number.at)
            if is_size and number.text != str(len(side.clues)):
                message = f"{shown(name)} is {number.text}, but there are {len(side.clues)} clues of {lines}"
                source.fail(message, source.place(number.at))


def _require_nothing_else(source: Source, scan: Scan, pair: Pair) -> None:
    """No other list beside the two has a value for each cell, or for each line, unless it is named as colours."""
    height, width = (len(side.clues) for side in pair)
    numbers = {height * width, height, width, height + width}
    begin, end = (pair.rows.around == pair.columns.around and pair.rows.around) or (0, len(source.text))
    for other in scan.others:
        is_apart = not any(other.begin < side.end and side.begin < other.end for side in pair)
        is_beside = is_apart and begin <= other.begin < end
        if is_beside and other.n_values > 1 and other.n_values in numbers and not _is_about_colors(other):
            message = f"{shown(other.label)} has {other.n_values} values, expected only clues: it may say more"
            source.fail(f"{message} about the cells", source.place(other.begin))


def _is_about_colors(other: ValueList) -> bool:
    return re.search("colou?r|palette|size|dim", other.name, re.IGNORECASE) is not None


#: The layouts by the names of their formats; see `file_format`. A text is searched for clues after all other formats,
#: so that it never looks like lists.
LAYOUTS = {
    "lists": SimpleNamespace(looks_like=lambda _: False, read=read),
    "columns": SimpleNamespace(looks_like=lambda _: False, read=partial(read, columns_first=True)),
}
