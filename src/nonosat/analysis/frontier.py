"""Counting the solutions of a component with a frontier that moves over its cells.

The cells of the component are visited along the lines of one family. A state holds the progress of every line in its
clue after the cells visited so far. Fillings of these cells with the same state have the same continuations, so only
the number of fillings is kept for each state:

    visited cells      # - # | . . .        states after them, with the number of fillings that lead there
    frontier                 ^              (row 0: 1 block read, column 0: inside its block, ...) -> 12

Each line contributes the state of its automaton (`lines.clue_automaton`); only states from which the line can still end
are kept. The number of states at the widest place decides whether the method works; the number of solutions does not
matter. If there are too many states, some can be dropped; see `frontier_bound`.

Source: the transfer-matrix method; as a method for counting with a frontier: J. Kawahara, T. Inoue, H. Iwashita,
S. Minato, "Frontier-based search for enumerating all constrained subgraphs with compressed representation", IEICE
Transactions E100-A (2017).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.clue_automaton import ClueAutomaton, Node, block_options
from nonosat.lines.crossing import crossing
from nonosat.lines.domains import reversed_mask
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle

#: The number of bits of a word of a state.
_WORD = 64
#: Counts are kept as limbs of 32 bits in words of 64, so that many can be added before a carry.
LIMB_BITS = 32
_MASK = np.uint64((1 << LIMB_BITS) - 1)

#: States, one a column, or their counts, one a column of limbs; also other numbers of 64 bits.
States = npt.NDArray[np.uint64]


class FrontierCount(NamedTuple):
    """The number of fillings of a component that were counted, all if no state was dropped; the most states at once."""

    n_solutions: int
    is_exact: bool
    n_states: int


class Reader(NamedTuple):
    """The automaton of one line on the cells of the component, in the order in which they are visited.

    Attributes:
        tables: for each of these cells an array [colour, state before the cell] with the state after it, or -1.
        word, shift: the place of its state in a state of the frontier.
        bits: the size of its state.
    """

    tables: list[npt.NDArray[np.int64]]
    word: int
    shift: int
    bits: int

    def states(self, words: States) -> npt.NDArray[np.int64]:
        """The states of this line in states of the frontier."""
        numbers: npt.NDArray[np.int64] = (
            words[self.word] >> np.uint64(self.shift) & np.uint64((1 << self.bits) - 1)
        ).astype(np.int64)
        return numbers


#: The lines through one cell, each with the number of this cell among the visited cells of the line.
Step = list[tuple[Reader, int]]


class Frontier:
    """The fillings of one component, counted along one order of its cells.

    Attributes:
        order: the cells of the component, in the order in which they are visited.
        steps: for each of them the lines through it.
        n_words: the number of words of a state.
    """

    def __init__(self, state: PropagationState, order: Sequence[int]) -> None:
        """Take a line consistent state, in which all cells outside of `order`, one of `cell_orders`, are decided."""
        puzzle = state.puzzle
        crossings = crossing(puzzle.grid)
        places = [crossings.places(cell) for cell in order]
        visits = _visits(places)
        self._readers: dict[int, Reader] = {}
        used = [0]
        for line, positions in visits.items():
            tables = _line_tables(puzzle, line, [masks[line] for masks in state.cells.masks()], positions)
            bits = max(table.shape[1] - 1 for table in tables).bit_length()
            if used[-1] + bits > _WORD:
                used.append(0)
            self._readers[line] = Reader(tables, len(used) - 1, used[-1] if bits else 0, bits)
            used[-1] += bits
        self.n_words = len(used)
        self.n_colors = puzzle.n_colors
        self.steps: list[Step] = []
        done = Counter[int]()
        for at in places:
            self.steps.append([(self._readers[line], done[line]) for line, _ in at])
            done.update(line for line, _ in at)
        self.order = order

    def count(self, most: int, deadline: Deadline = NEVER) -> FrontierCount | None:
        """Count all fillings; None if there are more than `most` states at one place; `GaveUp` after the deadline."""
        words = np.zeros((self.n_words, 1), np.uint64)
        counts = np.ones((1, 1), np.uint64)
        widest = merged = 1
        for step in self.steps:
            deadline.check("no number of solutions")
            words, sources, _ = self.advance(words, step)
            counts = counts[:, sources]
            if words.shape[1] <= 2 * merged and words.shape[1] <= most:
                continue
            words, counts, _, _ = merge(words, counts)
            merged = words.shape[1]
            if merged > most:
                return None
            widest = max(widest, merged)
        return FrontierCount(total(counts), is_exact=True, n_states=widest)

    def advance(self, words: States, step: Step) -> tuple[States, npt.NDArray[np.int64], npt.NDArray[np.int16]]:
        """The states after one more cell of any colour; equal ones are not merged.

        Returns:
            The states, and for each the column of `words` that it comes from, and the colour of the cell.
        """
        reached, sources = [], []
        for color in range(self.n_colors + 1):
            after, possible = self.after(words, step, np.full(words.shape[1], color))
            sources.append(np.flatnonzero(possible))
            reached.append(after[:, sources[-1]])
        colors = np.repeat(np.arange(self.n_colors + 1, dtype=np.int16), list(map(len, sources)))
        return np.concatenate(reached, axis=1), np.concatenate(sources), colors

    def after(self, words: States, step: Step, colors: npt.NDArray[np.int64]) -> tuple[States, npt.NDArray[np.bool_]]:
        """The states after one more cell, with one of `colors` for each state, and which of them are possible."""
        after = words.copy()
        possible = np.ones(words.shape[1], bool)
        for reader, visit in step:
            shift, field = np.uint64(reader.shift), np.uint64((1 << reader.bits) - 1)
            following = reader.tables[visit][colors, reader.states(words)]
            possible &= following >= 0
            after[reader.word] &= ~(field << shift)
            after[reader.word] |= np.maximum(following, 0).astype(np.uint64) << shift
        return after, possible


def cell_orders(puzzle: Puzzle, cells: Sequence[int]) -> Iterator[list[int]]:
    """The orders of `cells` along the lines of each family, first line first and last line first.

    An order visits every line from one of its ends to the other, except that neighbours on it may be exchanged; other
    orders are left out. The exchange is needed where two lines that run in opposite directions along an order share two
    cells, as triangles do.
    """
    grid, inside, places = puzzle.grid, set(cells), crossing(puzzle.grid)
    for family in grid.families:
        for lines in (list(family), list(reversed(family))):
            order = [cell for line in lines for cell in grid.line(line) if cell in inside]
            if all(map(_can_be_read, _visits(map(places.places, order)).values())):
                yield order


def _visits(cells: Iterable[Iterable[tuple[int, int]]]) -> dict[int, list[int]]:
    """For each line the positions on it of cells, in their order, that have these places."""
    visits: dict[int, list[int]] = {}
    for places in cells:
        for line, position in places:
            visits.setdefault(line, []).append(position)
    return visits


def _can_be_read(positions: Sequence[int]) -> bool:
    """True if positions are ascending or descending, except that pairs of successive ones may be exchanged."""
    ranked = sorted(positions, reverse=positions[0] > positions[-1])
    return all(position in ranked[max(0, rank - 1) : rank + 2] for rank, position in enumerate(positions))


#: A place in the reading of a line: the next node, the colour that is read before it, and the number of its cells.
_Place = tuple[Node, int, int]
#: The place up to which all cells of a line are known, and the colours of the cells visited beyond it.
_Visited = tuple[_Place, tuple[tuple[int, int], ...]]


def _line_tables(
    puzzle: Puzzle, line: int, masks: Sequence[int], positions: Sequence[int]
) -> list[npt.NDArray[np.int64]]:
    """The tables of a line; see `Reader`.

    Args:
        masks: for each colour the positions that may have it; everything but `positions` is decided.
        positions: of the cells of the component, in the order of the visits; see `_can_be_read`.
    """
    length, clue = len(puzzle.grid.line(line)), puzzle.clues[line]
    if positions[0] > positions[-1]:
        positions = [length - 1 - position for position in positions]
        clue, masks = clue[::-1], [reversed_mask(mask, length) for mask in masks]
    automaton = ClueAutomaton(block_options(clue, masks), masks[BACKGROUND], length)
    unvisited, begin, stop = set(positions), 0, min(positions)
    first = _read_on(automaton, (automaton.first, BACKGROUND, 0), range(stop), {})
    assert first is not None, "the cells before are decided"
    states: dict[_Visited, int] = {(first, ()): 0}
    tables = []
    for position in positions:
        unvisited.remove(position)
        begin, stop = stop, min(unvisited, default=length)
        following: dict[_Visited, int] = {}
        table = np.full((len(masks), len(states)), -1, np.int64)
        for (place, ahead), column in states.items():
            for color in [color for color, mask in enumerate(masks) if mask >> position & 1]:
                known = {**dict(ahead), position: color}
                end = _read_on(automaton, place, range(begin, stop), known)
                if end is not None:
                    beyond = tuple(pair for pair in known.items() if pair[0] >= stop)
                    table[color, column] = following.setdefault((end, beyond), len(following))
        tables.append(table)
        states = following
    return tables


def _read_on(
    automaton: ClueAutomaton, place: _Place, positions: Iterable[int], known: Mapping[int, int]
) -> _Place | None:
    """The place after further cells, of known colours or decided; None if the line cannot have these colours."""
    for position in positions:
        options = dict(_read(automaton, place))
        color = known.get(position, min(options))
        if color not in options:
            return None
        place = options[color]
    return place


def _read(automaton: ClueAutomaton, place: _Place) -> Iterator[tuple[int, _Place]]:
    """The colours that the next cell may have, each with the place after it."""
    node, color, left = place
    if left:
        yield color, (node, color if left > 1 else BACKGROUND, left - 1)
        return
    for step in automaton.steps[node]:
        left = step.length - 1
        yield step.color, (step.head, step.color if left else BACKGROUND, left)


def total(counts: States) -> int:
    """The sum of counts that are kept as limbs."""
    return sum(int(limb.sum(dtype=object)) << (LIMB_BITS * number) for number, limb in enumerate(counts))


def merge(words: States, counts: States) -> tuple[States, States, States, npt.NDArray[np.int64]]:
    """Add the counts of equal states.

    Returns:
        The states in the order of their hashes, their counts, the hashes, and for each a column of `words` that has it.
        If different states have the same hash, equal states may stay apart; that costs memory, but the sums stay right.
    """
    hashes = state_hashes(words)
    order = np.argsort(hashes, kind="stable")
    words, hashes = words[:, order], hashes[order]
    is_first = np.ones(words.shape[1], bool)
    is_first[1:] = (words[:, 1:] != words[:, :-1]).any(axis=0)
    firsts = np.flatnonzero(is_first)
    limbs = [np.add.reduceat(limb, firsts) for limb in counts[:, order]]
    carried = []
    carry = np.zeros(len(firsts), np.uint64)
    for limb in limbs:
        limb = limb + carry
        carried.append(limb & _MASK)
        carry = limb >> np.uint64(LIMB_BITS)
    if carry.any():
        carried.append(carry)
    return words[:, firsts], np.array(carried), hashes[firsts], order[firsts]


def state_hashes(words: States) -> States:
    """A hash for each state: the words, each multiplied by an odd number and mixed."""
    hashes = np.zeros(words.shape[1], np.uint64)
    for word in words:
        hashes = (hashes ^ word) * np.uint64(0x9E3779B97F4A7C15)
        hashes ^= hashes >> np.uint64(29)
    return hashes
