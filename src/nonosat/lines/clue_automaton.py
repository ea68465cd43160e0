"""The automaton of a clue, unrolled over a line: a graph whose paths are the placements of the clue on the line.

An automaton with a state for each number of blocks reads the line from its first cell to its last. Reading a background
cell keeps the state, reading a whole block leads to the next one. Unrolled over the line, a node says how many blocks
and how many cells have been read, and the colour that the next block is barred from: that of a block which ends just
there, if the next one may have it too, since two blocks of one colour must not touch. A step reads one background cell
or one block. Paths from the first node to the last are the placements, each once.

Blocks 2 and 1 of one colour on five cells, as (blocks, cells); `*` marks the nodes where the next block is barred:

    (0,0) --2--> (1,2)* --gap--> (1,3) --1--> (2,4) --gap--> (2,5)
      |                            |                           ^
     gap                          gap                          |
      v                            v                           |
    (0,1) --2--> (1,3)* --gap--> (1,4) -----------1------------+

Each block has options: a length, a colour, and the starts that are possible with both. A block of unknown colour has an
option for each colour. A block of unknown length is read cell by cell: a step reads its first cell, and from the node
behind it, where the next block is barred from its colour, a step of its own reads one cell more of it.

An automaton as a constraint on a sequence: G. Pesant, "A regular language membership constraint for finite sequences of
variables", CP 2004.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nonosat.lines.domains import Domains, StartDomains, runs
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Clue
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle

#: Blocks read, cells read, and the colour that the next block is barred from, or 0 if it may have any.
Node = tuple[int, int, int]


class BlockOption(NamedTuple):
    """A length and a colour, from 1, that a block may have.

    Attributes:
        starts: the starts that are possible then, as a bit set; there may be none.
        further: the positions that it may cover beyond its length, one after the other, as a bit set; none for a block
            of known length.
    """

    length: int
    color: int
    starts: int
    further: int = 0


class AutomatonStep(NamedTuple):
    """A step reads a background cell; or a block, possibly with a gap of one background cell after it; or one cell more
    of a block of unknown length.

    Attributes:
        block: the number of blocks that are read before it, or begun; for a step that begins a block, its index.
        begin: the position of the first cell that it reads.
        length: the number of cells of one colour that it reads.
        color: the colour of these cells.
        gap: the number of background cells that it reads after these, 0 or 1.
        head: the node that it leads to.
    """

    block: int
    begin: int
    length: int
    color: int
    gap: int
    head: Node

    @property
    def begins_block(self) -> bool:
        """True if it reads the first cell of a block."""
        return self.head[0] > self.block

    @property
    def cells(self) -> tuple[int, ...]:
        """The colours of the cells that it reads, in order."""
        return (self.color,) * self.length + (BACKGROUND,) * self.gap


class ClueAutomaton:
    """The unrolled automaton of a clue: all nodes and steps on a path from the first node to the last.

    Attributes:
        first, last: the nodes where every path begins and ends.
        steps: for each node but the last the steps from it, first background, then blocks in the order of their
            options, then further cells of a block. Nodes are in the order of the cells read, then of the blocks, then
            of the barred colour, so every step leads to a later node. Empty if there is no path.
    """

    def __init__(
        self, blocks: Sequence[Sequence[BlockOption]], background: int, length: int, *, joins_gaps: bool = False
    ) -> None:
        """Unroll the automaton of blocks, given by their options, over a line of `length` cells.

        Args:
            background: the positions that may be background, as a bit set.
            joins_gaps: read the gap after a block in the same step where the next block can only have the same colour;
                the paths are the same, with fewer nodes.
        """
        self.first: Node = (0, 0, BACKGROUND)
        self.last: Node = (len(blocks), length, BACKGROUND)
        reached = _reached(self.first, self.last, _states(blocks, background, length, joins_gaps))
        # Every step reads a cell, so in reverse all nodes come before those that lead to them.
        alive = {self.last} & reached.keys()
        found: list[tuple[Node, list[AutomatonStep]]] = []
        for node, steps in reversed(reached.items()):
            useful = [step for step in steps if step.head in alive]
            if useful:
                alive.add(node)
                found.append((node, useful))
        found.reverse()
        self.steps = dict(found)

    @property
    def n_steps(self) -> int:
        """The number of steps."""
        return sum(map(len, self.steps.values()))

    def count(self) -> int:
        """The number of placements."""
        paths = {self.last: 1} if self.steps else {}
        for node in reversed(self.steps):
            paths[node] = sum(paths[step.head] for step in self.steps[node])
        return paths.get(self.first, 0)

    def fillings(self) -> Iterator[tuple[int, ...]]:
        """The colours along the line for each placement; those come first where blocks start early."""
        waiting: list[tuple[Node, tuple[int, ...]]] = [(self.first, ())] if self.steps else []
        while waiting:
            node, colors = waiting.pop()
            if node == self.last:
                yield colors
            else:
                waiting += [(step.head, colors + step.cells) for step in self.steps[node]]


def block_options(clue: Clue, cells: Sequence[int], starts: StartDomains | None = None) -> list[list[BlockOption]]:
    """For each block of a clue an option for each of its colours, with the starts at which all its cells may have it.

    Args:
        cells: for each colour from 0 (background) to n the positions that may have it, as bit sets.
        starts: the starts that are possible as far as is known; None if nothing is known but the cells.
    """
    options = []
    for number, block in enumerate(clue):
        length, color = block.least, block.color
        if starts is not None:
            by_color = starts[number]
        else:
            by_color = {c: cells[c] for c in (range(1, len(cells)) if color == ANY_COLOR else (color,))}
        options.append(
            [
                BlockOption(length, c, mask & runs(cells[c], length), cells[c] if block.length == ANY_LENGTH else 0)
                for c, mask in by_color.items()
            ]
        )
    return options


def line_automata(puzzle: Puzzle, domains: Domains, lines: Iterable[int]) -> dict[int, ClueAutomaton]:
    """From each of some `lines` to its automaton, each step with the gap that must follow."""
    automata = {}
    for line in lines:
        cells, starts = domains.lines[line].cells, domains.lines[line].starts
        options = block_options(puzzle.clues[line], cells, starts)
        automata[line] = ClueAutomaton(options, cells[BACKGROUND], len(puzzle.grid.line(line)), joins_gaps=True)
    return automata


class _State(NamedTuple):
    """The steps that are possible after some blocks.

    Attributes:
        background: the positions at which a background cell may be read, as a bit set.
        steps: for each option of the next block: starts, length, colour, gap, colour barred from the block after it.
        further: if the last of these blocks may be longer, by its colour the positions of its further cells.
    """

    background: int
    steps: list[tuple[int, int, int, int, int]]
    further: dict[int, int]


def _states(blocks: Sequence[Sequence[BlockOption]], background: int, length: int, joins_gaps: bool) -> list[_State]:
    """The states of a `ClueAutomaton`, by the number of blocks read, without most of what leads past the line's end."""
    states = []
    gaps, onward = background, list[tuple[int, int, int, int, int]]()
    # A block and its gap end at the last start of the next block or before; `following` are the colours of that one.
    latest, following = length, set[int]()
    for options in reversed(blocks):
        steps = []
        before_next = (1 << max(0, latest)) - 1
        for size, color, starts, further in options:
            if further:
                gap, barred = 0, color
            elif color not in following:
                gap, barred = 0, BACKGROUND
            elif joins_gaps and len(following) == 1:
                gap, barred = 1, BACKGROUND
                starts &= background >> size
            else:
                gap, barred = 0, color
            steps.append((starts & (1 << max(0, latest + 1 - size - gap)) - 1, size, color, gap, barred))
        further_cells = {option.color: option.further & before_next for option in options if option.further}
        states.append(_State(gaps, onward, further_cells))
        latest = max(starts for starts, *_ in steps).bit_length() - 1 if steps else -1
        following = {option.color for option in options}
        gaps, onward = background & (1 << max(0, latest)) - 1, steps
    states.append(_State(gaps, onward, {}))
    return states[::-1]


def _reached(first: Node, last: Node, states: Sequence[_State]) -> dict[Node, list[AutomatonStep]]:
    """The nodes that are reached from the first one, in the order of `ClueAutomaton.steps`, with their steps."""
    reached: dict[Node, list[AutomatonStep]] = {}
    waiting: defaultdict[int, dict[Node, None]] = defaultdict(dict)
    waiting[0][first] = None
    _, end, _ = last
    position = 0
    while waiting:
        bit = 1 << position
        for node in sorted(waiting.pop(position, ())):
            blocks, _, barred = node
            found = reached[node] = []
            background, steps, further = states[blocks]
            if background & bit:
                head = (blocks, position + 1, BACKGROUND)
                waiting[position + 1][head] = None
                found.append(AutomatonStep(blocks, position, 1, BACKGROUND, 0, head))
            for starts, length, color, gap, barred_next in steps:
                if starts & bit and color != barred:
                    stop = position + length + gap
                    head = (blocks + 1, stop, barred_next if stop < end else BACKGROUND)
                    waiting[stop][head] = None
                    found.append(AutomatonStep(blocks, position, length, color, gap, head))
            if further and further.get(barred, 0) & bit:
                head = (blocks, position + 1, barred if position + 1 < end else BACKGROUND)
                waiting[position + 1][head] = None
                found.append(AutomatonStep(blocks, position, 1, barred, 0, head))
        position += 1
    return reached
