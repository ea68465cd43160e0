"""The arguments about one line as clauses: the registry of sentences for `line_patterns.PATTERNS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nonosat.drawing.color_words import EMPTY_WORD
from nonosat.explaining.step import LineDeduction, LineReason
from nonosat.model.clue import HIDDEN, UNKNOWN, has_hidden, length_text, minimum_length
from nonosat.model.nouns import count, joined
from nonosat.model.palette import BACKGROUND
from nonosat.results.step_words import StepWords, length_words

#: Where more blocks than this conclude something in the same way, they are not named one by one.
_MOST = 2


class DeductionWords:
    """A deduction of one line in words.

    Args:
        is_brief: whether the sentence should hold for several lines that conclude something in the same way; then it
            names as few cells as possible.
    """

    def __init__(self, words: StepWords, deduction: LineDeduction, *, is_brief: bool = False) -> None:
        self.words = words
        self.line = deduction.line
        self.clue = words.puzzle.clues[deduction.line]
        self.is_brief = is_brief
        self._narrowed = {each.cell: each for each in deduction.narrowed}
        self.reasons = deduction.reasons

    def clauses(self) -> list[str]:
        """A clause for each argument, in lower case and without a full stop."""
        by_pattern: dict[str, list[LineReason]] = {}
        for reason in self.reasons:
            by_pattern.setdefault(reason.pattern, []).append(reason)
        return [PATTERN_CLAUSES[pattern](self, reasons) for pattern, reasons in by_pattern.items()]

    def cells(self, cells: Sequence[int]) -> str:
        """Some of its cells: `columns 4 to 6`."""
        return self.words.on_line(self.line, cells)

    def block(self, number: int) -> str:
        """One of its blocks: `the block of 3`."""
        return self.words.block(self.line, number)

    def blocks(self, reason: LineReason, link: str) -> str:
        """The blocks of an argument: `the block of 3 or the block of 5`."""
        return self.words.blocks(self.line, reason.blocks, link)

    def become(self, cells: Iterable[int]) -> str:
        """Cells with their verdicts: `columns 4 to 6 are red and column 7 cannot be blue`."""
        groups: dict[str, list[int]] = {}
        for cell in cells:
            groups.setdefault(self._verdict(cell), []).append(cell)
        return joined([f"{self.cells(found)} {with_verb(found, verdict)}" for verdict, found in groups.items()])

    def so(self, cells: Sequence[int]) -> str:
        """The verdict on cells that have just been named: `so they are empty`."""
        verdicts = {self._verdict(cell) for cell in cells}
        if len(verdicts) > 1:
            return f"so {self.become(cells)}"
        return f"so {'it' if len(cells) == 1 else 'they'} {with_verb(cells, *verdicts)}"

    def removed(self, cells: Iterable[int]) -> list[int]:
        """The colours that cells lose, ascending."""
        narrowed = (self._narrowed[cell] for cell in cells)
        return sorted({color for each in narrowed for color in each.before if color not in each.after})

    def after(self, cell: int) -> tuple[int, ...]:
        """The colours that are left of a cell."""
        return self._narrowed[cell].after

    def may_be_empty(self, cell: int) -> bool:
        """True if a cell that loses colours could be background before."""
        return BACKGROUND in self._narrowed[cell].before

    def _verdict(self, cell: int) -> str:
        """The verdict on a cell that loses colours."""
        narrowing = self._narrowed[cell]
        return verdict(self.words, narrowing.before, narrowing.after)


def verdict(words: StepWords, before: Sequence[int], after: Sequence[int]) -> str:
    """The verdict on a cell that loses colours: `red`, `cannot be blue`, or `can only be red or green`.

    Args:
        before: the colours that were possible.
        after: those that are left.
    """
    if len(after) == 1:
        return words.colors[after[0]]
    lost = [color for color in before if color not in after]
    if len(lost) <= len(after):
        return f"cannot be {words.colors_left(lost)}"
    return f"can only be {words.colors_left(after)}"


def with_verb(cells: Sequence[int], verdict: str) -> str:
    """A verdict on `cells` with its verb: `is red`, `are red`, `cannot be red`."""
    return verdict if verdict.startswith("can") else f"{'is' if len(cells) == 1 else 'are'} {verdict}"


def _all_cells(reasons: Iterable[LineReason]) -> list[int]:
    """The cells of several arguments."""
    return [cell for reason in reasons for cell in reason.cells]


def _empty(said: DeductionWords, reasons: Sequence[LineReason]) -> str:  # noqa: ARG001
    return f"the clue has no block, so all cells are {EMPTY_WORD}"


def _full(said: DeductionWords, reasons: Sequence[LineReason]) -> str:  # noqa: ARG001
    needed = minimum_length(said.clue, said.words.puzzle.n_colors)
    gaps = needed > sum(block.least for block in said.clue)
    what = "the blocks with the gaps between them" if gaps else "the blocks" if len(said.clue) > 1 else "the block"
    all_cells = "the only cell" if needed == 1 else f"all {needed} cells"
    takes = f"{what} {'take' if len(said.clue) > 1 else 'takes'} {all_cells}"
    n_hidden = sum(block.length == HIDDEN for block in said.clue)
    if not n_hidden:
        return takes
    hidden = "the block" if n_hidden == 1 else "each block"
    return f"{hidden} of unknown length has at least one cell, so {takes}"


def _complete(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = "all other cells are" if said.is_brief else said.become(_all_cells(reasons)).removesuffix(EMPTY_WORD)
    return f"all blocks are complete, so {cells.rstrip()} {EMPTY_WORD}"


def _remaining(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    if said.is_brief:
        return "in each of these lines no more cells can be filled than its clue needs, so these are all filled"
    needed = sum(block.least for block in said.clue)
    least = " at least" if has_hidden(said.clue) else ""
    return (
        f"only {count(needed, 'cell')} can be filled, as many as the clue needs{least}, "
        f"so {said.become(_all_cells(reasons))}"
    )


def _joined(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = _all_cells(reasons)
    # Filled cells whose colour was open: the first and the last cell that are known may be among them.
    filled = {cell for cell in cells if not said.may_be_empty(cell)}
    if len(reasons) > _MOST:
        if filled:
            return f"{said.cells(cells)} belong to blocks of which other cells are known, {said.so(cells)}"
        return f"{said.cells(cells)} lie between cells of the same block, so they belong to it"
    parts = []
    for each in reasons:
        block = said.block(each.blocks[0])
        for one, several, found in (
            ("lies between cells of", "lie between cells of", [cell for cell in each.cells if cell not in filled]),
            ("belongs to", "belong to", [cell for cell in each.cells if cell in filled]),
        ):
            if found:
                parts.append(f"{said.cells(found)} {one if len(found) == 1 else several} {block}")
    if len(reasons) > 1 and all(said.clue[each.blocks[0]].color != UNKNOWN for each in reasons) and not filled:
        return f"{joined(parts)}, so they belong to these blocks"
    return f"{joined(parts)}, {said.so(cells)}"


def _placed(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    return _overlap(said, reasons, is_placed=True)


def _overlap(said: DeductionWords, reasons: Sequence[LineReason], *, is_placed: bool = False) -> str:
    numbers = sorted(each.blocks[0] for each in reasons)
    colors = {said.clue[number].color for number in numbers}
    end = f", {said.so(_all_cells(reasons))}" if UNKNOWN in colors else ""
    # The cells that a block of unknown length always covers depend on its start and on its end.
    places = " and end" if any(said.clue[number].length == HIDDEN for number in numbers) else ""
    if len(reasons) > _MOST:
        lengths = " ".join(length_text(said.clue[number]) for number in numbers)
        which = "all blocks" if len(numbers) == len(said.clue) else f"the blocks {lengths}"
        if len({said.clue[number] for number in numbers}) == 1 and which != "all blocks":
            kind = _any_block(said, reasons[0]).replace("block", "blocks", 1)
            which = f"{len(numbers)} {kind}"
        like = ", each in its colour" if len(colors) > 1 and not end else ""
        covered = f"cover {said.cells(_all_cells(reasons))}"
        if is_placed:
            return f"{which} have only one place left, and {covered}{like}{end}"
        return f"{which} {covered} wherever they start{places}{like}{end}"
    parts = [f"{said.block(each.blocks[0])} covers {said.cells(each.cells)}" for each in reasons]
    if is_placed:
        return f"with only one place left{' for each' * (len(parts) > 1)}, {', and '.join(parts)}{end}"
    if len(parts) == 1:
        return f"{parts[0]} wherever it starts{places.replace('end', 'ends')}{end}"
    return f"wherever they start{places}, {', '.join(parts[:-1])}, and {parts[-1]}{end}"


def _closed(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    beside: dict[str, list[int]] = {}
    for each in reasons:
        beside.setdefault(_any_block(said, each), []).extend(each.cells)
    parts = []
    for kind, cells in beside.items():
        is_only = sum(kind.endswith(f" {length}") for length, _ in said.clue) == 1
        which = f"{'the' if is_only else 'a'} complete {kind}"
        parts.append(f"{said.cells(sorted(cells))} {'is' if len(cells) == 1 else 'are'} next to {which}")
    return f"{joined(parts)}, {said.so(sorted(_all_cells(reasons)))}"


def _unreachable(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = _all_cells(reasons)
    if len(reasons) > 1:
        return f"no block can reach {said.cells(cells)}, {said.so(cells)}"
    blocks = reasons[0].blocks
    if len(blocks) == 1:
        return f"{said.block(blocks[0])} cannot reach {said.cells(cells)}, {said.so(cells)}"
    return f"neither {said.blocks(reasons[0], 'nor')} can reach {said.cells(cells)}, {said.so(cells)}"


def _gap(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = _all_cells(reasons)
    if len(reasons) > _MOST:
        return f"the gaps at {said.cells(cells)} are too short for the blocks that could lie there, {said.so(cells)}"
    parts = [f"the gap at {said.cells(each.cells)} is too short for {said.blocks(each, 'or')}" for each in reasons]
    return f"{joined(parts)}, {said.so(cells)}"


def _too_long(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    parts = []
    for each in reasons:
        verb = "was" if len(each.cells) == 1 else "were"
        color = said.words.colors_left(said.removed(each.cells))
        parts.append(
            f"if {said.cells(each.cells)} {verb} {color}, the run there would be longer than {said.blocks(each, 'or')}"
        )
    return f"{'; '.join(parts)}; {said.so(_all_cells(reasons))}"


def _extended(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    parts = []
    for each in reasons:
        covered = said.cells(each.cells)
        if len(each.blocks) == 1:
            block = said.block(each.blocks[0])
            parts.append(f"{block} has to cover the filled cells there, so it also covers {covered}")
        elif len({said.clue[number] for number in each.blocks}) == 1:
            parts.append(f"the filled cells there belong to a {_any_block(said, each)}, which also covers {covered}")
        else:
            blocks = said.blocks(each, "or")
            either = "either of them" if len(each.blocks) == 2 else "each of them"
            parts.append(f"the filled cells there belong to {blocks}, and {either} also covers {covered}")
    colors = {said.clue[number].color for each in reasons for number in each.blocks}
    end = "" if len(colors) == 1 and UNKNOWN not in colors else f", {said.so(_all_cells(reasons))}"
    return "; ".join(parts) + end


def _color(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    if len(reasons) > 1:
        return _out_of_reach(said, reasons)
    (reason,) = reasons
    named = sorted({said.clue[number].color for number in reason.blocks})
    blocks = said.blocks(reason, "and")
    if len(reason.blocks) > 1 and UNKNOWN not in named:
        blocks = f"{said.words.colors_left(named)} blocks"
    excluded = ""
    if all(said.after(cell) == (BACKGROUND,) for cell in reason.cells) and UNKNOWN not in named:
        excluded = f", and {'it' if len(reason.cells) == 1 else 'they'} cannot be {said.words.colors_left(named)}"
    return f"only {blocks} can reach {said.cells(reason.cells)}{excluded}, {said.so(reason.cells)}"


def _out_of_reach(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    """A clause that says for each group of cells which colours of blocks cannot reach it."""
    groups: dict[str, list[int]] = {}
    for cell in sorted(_all_cells(reasons), key=said.words.grid.line(said.line).index):
        groups.setdefault(said.words.colors_left(said.removed([cell])), []).append(cell)
    parts = [f"no {colors} block can reach {said.cells(cells)}" for colors, cells in groups.items()]
    decided = [cell for cell in _all_cells(reasons) if len(said.after(cell)) == 1]
    return joined(parts) + (f", so {said.become(decided)}" if decided else "")


def _placements(said: DeductionWords, reasons: Sequence[LineReason]) -> str:
    blocks = f"the blocks {said.words.clue(said.line)} are" if len(said.clue) > 1 else f"{said.block(0)} is"
    return f"however {blocks} placed, {said.become(_all_cells(reasons))}"


def _any_block(said: DeductionWords, reason: LineReason) -> str:
    """Blocks of one length without article: `block of 3`, with the colour if they have the same, and it is known."""
    clue = said.clue
    colors = {clue[number].color for number in reason.blocks}
    color = min(colors)
    named = said.words.puzzle.n_colors > 1 and len(colors) == 1 and color not in (UNKNOWN, BACKGROUND)
    return f"{said.words.colors[color] + ' ' if named else ''}block of {length_words(clue[reason.blocks[0]])}"


#: From the name of an argument to the function of its clause, called with the deduction and all its arguments of that
#: name.
PATTERN_CLAUSES: dict[str, Callable[[DeductionWords, Sequence[LineReason]], str]] = {
    "empty": _empty,
    "full": _full,
    "complete": _complete,
    "remaining": _remaining,
    "joined": _joined,
    "placed": _placed,
    "overlap": _overlap,
    "closed": _closed,
    "unreachable": _unreachable,
    "gap": _gap,
    "too-long": _too_long,
    "extended": _extended,
    "color": _color,
    "placements": _placements,
}
