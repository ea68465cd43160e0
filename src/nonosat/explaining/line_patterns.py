"""The arguments by which a person concludes something from one line, the simplest first.

Each argument looks at a line: its clue, what is known of its cells, and how far left and right each block can lie in
a placement of the whole clue. It yields claims: some cells can only have some colours, because of some blocks. Those
about single blocks are in `block_patterns`; those about the whole clue are here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.explaining.block_patterns import BLOCK_PATTERNS
from nonosat.explaining.line_argument import DeductionWords, LineClaim, LinePattern, all_cells
from nonosat.explaining.line_view import LineView
from nonosat.explaining.step import LineDeduction, LineReason
from nonosat.explaining.step_words import StepWords
from nonosat.model.clue import ANY_LENGTH, has_hidden, minimum_length
from nonosat.model.color_names import EMPTY_WORD
from nonosat.model.nouns import count


def _empty(view: LineView) -> Iterator[LineClaim]:
    """The clue has no blocks, so all cells are background."""
    if not view.clue:
        yield LineClaim(view.full, 1)


def _empty_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:  # noqa: ARG001
    return f"the clue has no block, so all cells are {EMPTY_WORD}"


def _full(view: LineView) -> Iterator[LineClaim]:
    """The blocks, with the cells that must separate them, take up the whole line."""
    clue = view.clue
    if clue and all(color for _, color in clue) and minimum_length(clue, view.n_colors) == view.length:
        start, last = 0, 0
        for length, color in clue:
            if color == last:
                yield LineClaim(1 << start, 1)
                start += 1
            end = start + (length or 1)
            yield LineClaim((1 << end) - (1 << start), 1 << color)
            start, last = end, color


def _full_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:  # noqa: ARG001
    needed = minimum_length(words.clue, words.names.puzzle.n_colors)
    gaps = needed > sum(block.least for block in words.clue)
    what = "the blocks with the gaps between them" if gaps else "the blocks" if len(words.clue) > 1 else "the block"
    all_cells = "the only cell" if needed == 1 else f"all {needed} cells"
    takes = f"{what} {'take' if len(words.clue) > 1 else 'takes'} {all_cells}"
    n_hidden = sum(block.length == ANY_LENGTH for block in words.clue)
    if not n_hidden:
        return takes
    hidden = "the block" if n_hidden == 1 else "each block"
    return f"{hidden} of unknown length has at least one cell, so {takes}"


def _complete(view: LineView) -> Iterator[LineClaim]:
    """The filled cells are already as many as the blocks need, so the rest is background."""
    if view.clue and not view.has_hidden and view.filled.bit_count() == view.total:
        yield LineClaim(view.full & ~view.filled, 1)


def _complete_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = "all other cells are" if words.is_brief else words.become(all_cells(reasons)).removesuffix(EMPTY_WORD)
    return f"all blocks are complete, so {cells.rstrip()} {EMPTY_WORD}"


def _remaining(view: LineView) -> Iterator[LineClaim]:
    """The cells that can be filled are only as many as the blocks need, so all of them are filled."""
    if view.clue and view.fillable.bit_count() == view.total:
        yield LineClaim(view.fillable, view.all_colors & ~1)


def _remaining_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    if words.is_brief:
        return "in each of these lines, no more cells can be filled than its clue needs, so they are all filled"
    needed = sum(block.least for block in words.clue)
    reason = "the fewest that the clue allows" if has_hidden(words.clue) else "as many as the clue needs"
    return f"only {count(needed, 'cell')} can be filled, {reason}, so {words.become(all_cells(reasons))}"


def _placements(view: LineView) -> Iterator[LineClaim]:
    """All placements of the clue agree."""
    by_colors: dict[int, int] = {}
    for position in range(view.length):
        colors = sum(1 << color for color, mask in enumerate(view.after) if mask >> position & 1)
        by_colors[colors] = by_colors.get(colors, 0) | 1 << position
    for colors, cells in by_colors.items():
        yield LineClaim(cells, colors)


def _placements_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    blocks = f"the blocks {words.names.clue(words.line)} are" if len(words.clue) > 1 else f"{words.block(0)} is"
    return f"however {blocks} placed, {words.become(all_cells(reasons))}"


#: The arguments by name, the simplest first. The last one concludes everything that a clue can conclude.
PATTERNS = {
    "empty": LinePattern(_empty, _empty_clause, 0),
    "full": LinePattern(_full, _full_clause, 0),
    "complete": LinePattern(_complete, _complete_clause, 0),
    "remaining": LinePattern(_remaining, _remaining_clause, 0),
    **BLOCK_PATTERNS,
    "placements": LinePattern(_placements, _placements_clause, 3),
}

#: The tier of the hardest argument.
LAST_TIER = 3


def clauses(names: StepWords, deduction: LineDeduction, *, is_brief: bool = False) -> list[str]:
    """A clause for each kind of argument of a deduction; for `is_brief` see `DeductionWords`."""
    words = DeductionWords(names, deduction, is_brief=is_brief)
    by_pattern: dict[str, list[LineReason]] = {}
    for reason in deduction.reasons:
        by_pattern.setdefault(reason.pattern, []).append(reason)
    return [PATTERNS[pattern].clause(words, reasons) for pattern, reasons in by_pattern.items()]
