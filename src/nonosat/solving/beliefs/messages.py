"""Belief propagation: what the lines of a puzzle, listening to each other, take each cell to be.

Every line tells each of its cells how likely each colour is, background included, from its clue and from what the
other lines through its cells have told it: the sum over all placements of the clue, exactly (see `lattice`), with the
cell's own incoming weight divided out. That is the sum-product algorithm on the graph of lines and cells
(F. Kschischang, B. Frey, H.-A. Loeliger, "Factor graphs and the sum-product algorithm", IEEE Trans. Inf. Theory 2001).
The graph has cycles, so what comes out is likely, not certain: nothing here may be used to rule a solution out.
Messages are damped and bounded, since what they say becomes overconfident.

That such beliefs are good first values for a SAT solver on rectangles of one colour is known from hyouv's
FastNonogramSolver.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from nonosat.lines.fixpoint import PropagationState
from nonosat.solving.beliefs.lattice import IMPOSSIBLE, Floats, KnownLattice, Lattice, Scratch
from nonosat.solving.beliefs.stretches import Ints, LineTable
from nonosat.solving.beliefs.unknown_lattice import UnknownLattice

#: No message says that one colour is more than so many times as likely as another. Less than this, and messages from
#: the border of a large grid do not reach its middle; more, and they swing for longer.
BOUND = 1000.0

#: Starts of one block: for each colour it may have, the share of each position of the line.
BlockStarts = dict[int, Floats]


class Beliefs:
    """Messages between lines and cells, for a state of line propagation and those that follow from it.

    Messages and weights are logarithms. A message to a cell has its largest entry at 0.
    """

    def __init__(self, state: PropagationState, noise: float = 0.0, seed: int = 0) -> None:
        """
        Args:
            state: a state that is consistent.
            noise: standard deviation of a preference that every cell has for each colour, in logarithms: another
                seed then leads to other beliefs.
            seed: of the noise.
        """
        puzzle = state.puzzle
        self.puzzle, self.n_colors = puzzle, puzzle.n_colors
        self._table, self._scratch = LineTable(puzzle), Scratch()
        n_cells = puzzle.grid.n_cells
        # What the lines of each family say of each cell, and last the noise; the last cell is for padding.
        self._messages = np.zeros((len(puzzle.grid.families) + 1, self.n_colors + 1, n_cells + 1))
        if noise:
            self._messages[-1] = np.random.default_rng(seed).normal(0.0, noise, self._messages[-1].shape)
            self._messages[-1, :, n_cells] = 0.0
        self._unbounded = self._messages.copy()
        self.rebuild(state)

    def rebuild(self, state: PropagationState) -> None:
        """Go on with a state that follows from the last one, on its open stretches alone; keeps the messages."""
        self.refresh(state)
        self._lattices = [
            [
                (UnknownLattice if batch.unknown else KnownLattice)(batch, self.n_colors, self._scratch)
                for batch in family
            ]
            for family in self._table.batches(state)
        ]

    def refresh(self, state: PropagationState) -> None:
        """Go on with a state that follows from the last one; keeps the messages.

        Cheaper than `rebuild`, but the rounds cost what they did before.
        """
        possible = self._table.possible(state)
        self.possible = possible
        self.open = possible.sum(axis=0) > 1
        self._barred = np.zeros((self.n_colors + 1, len(self.open) + 1))
        self._barred[:, :-1][~possible] = IMPOSSIBLE

    @property
    def n_open(self) -> int:
        """How many cells have more than one possible colour."""
        return int(self.open.sum())

    def run(self, rounds: int, damping: float = 0.3, tolerance: float = 0.0) -> float:
        """Exchange messages.

        Args:
            rounds: how often every line speaks.
            damping: the share of the old message in the new one (geometric).
            tolerance: end when no round changes the messages by more than this, on average over open cells.

        Returns:
            How much the last round changed the messages.
        """
        change = 0.0
        for _ in range(rounds):
            change = sum(self._speak(number, damping) for number in range(len(self._lattices)))
            change /= max(1, self.n_open) * len(self._lattices)
            if change <= tolerance:
                break
        return change

    def cells(self) -> Floats:
        """How likely each colour is for each cell [cells, colours and background]."""
        weights = self._weights(self._messages.sum(axis=0))[:, :-1]
        likely = np.exp(weights)
        likely /= likely.sum(axis=0)
        return np.ascontiguousarray(likely.T)

    def margins(self) -> tuple[Ints, Floats]:
        """The likeliest colour of each cell and its lead, in logarithms: more than what bounded messages can tell.

        Returns:
            colours and leads [cells]; the lead of a cell that is not open is infinite.
        """
        weights = self._weights(self._unbounded.sum(axis=0))[:, :-1]
        colors = weights.argmax(axis=0)
        weights[colors, np.arange(weights.shape[1])] = IMPOSSIBLE
        leads = -weights.max(axis=0)
        leads[~self.open] = np.inf
        return colors, leads

    def starts(self) -> dict[tuple[int, int], BlockStarts]:
        """By line and block, how likely the blocks of the open stretches are to start at each position of the line."""
        found: dict[tuple[int, int], BlockStarts] = {}
        for family, lattices in enumerate(self._lattices):
            incoming = self._incoming(family)
            for lattice in lattices:
                self._collect(lattice, lattice.shares(incoming[:, lattice.batch.cells]), found)
        return found

    def _collect(self, lattice: Lattice, shares: Floats, found: dict[tuple[int, int], BlockStarts]) -> None:
        batch, grid = lattice.batch, self.puzzle.grid
        order = np.lexsort((lattice.t, lattice.k))  # along the positions of block after block
        for s in np.flatnonzero(~lattice.failed).tolist():
            line, low, slack = int(batch.lines[s]), int(batch.low[s]), int(batch.slack[s])
            length = len(grid.line(line))
            for number in range(int(batch.counts[s])):
                nodes = order[number * (lattice.max_slack + 1) :][: slack + 1]
                told = int(batch.colors[number, s])
                starts: BlockStarts = {}
                for plane, share in enumerate(shares, 1):
                    if told in (0, plane) or len(shares) == 1:
                        here = starts[told or plane] = np.zeros(length)
                        here[low + lattice.place[nodes, s]] = share[nodes, s]
                found[line, int(batch.first[s]) + number] = starts

    def _speak(self, family: int, damping: float) -> float:
        """New messages of the lines of one family; by how much all of them have changed."""
        incoming = self._incoming(family)
        spoken = incoming.copy()  # of what nobody speaks, nothing is said
        for lattice in self._lattices[family]:
            cells = lattice.batch.cells
            shares = lattice.sweep(np.take(incoming, cells, axis=1))
            np.maximum(shares, 1e-30, out=shares)
            logs = np.log(shares, out=shares)
            if lattice.failed.any():
                logs[:, :, lattice.failed] = np.take(incoming, cells[:, lattice.failed], axis=1)
            for plane, values in zip(spoken, logs, strict=True):
                plane[cells] = values
        spoken -= incoming
        spoken += self._barred
        spoken -= spoken.max(axis=0)
        self._unbounded[family] = spoken
        np.maximum(spoken, -log(BOUND), out=spoken)
        old = self._messages[family]
        spoken *= 1.0 - damping
        spoken += damping * old
        spoken -= spoken.max(axis=0)
        spoken[:, -1] = 0.0
        change = np.abs(spoken - old)[:, :-1].sum(where=self.open & self.possible)
        self._messages[family] = spoken
        return float(change)

    def _incoming(self, family: int) -> Floats:
        """What the other families say of each cell."""
        others = [messages for number, messages in enumerate(self._messages) if number != family]
        return self._weights(_sum(others))

    def _weights(self, messages: Floats) -> Floats:
        weights = messages + self._barred
        weights -= weights.max(axis=0)
        weights[:, -1] = 0.0
        return weights


def _sum(planes: Sequence[Floats]) -> Floats:
    total = planes[0]
    for plane in planes[1:]:
        total = total + plane
    return total
