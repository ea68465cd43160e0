"""Belief propagation: an estimate of how likely each colour is for each cell.

The factor graph has a variable for each cell and a factor for each line. The message from a line to one of its cells is
a weight for each colour, background included: the sum over all placements of the clue that give the cell this colour,
weighted by the messages of the other lines to the cells (computed exactly, see `lattice`), with the message to the cell
itself divided out. That is the sum-product algorithm (F. Kschischang, B. Frey, H.-A. Loeliger, "Factor graphs and the
sum-product algorithm", IEEE Trans. Inf. Theory 2001). The graph has cycles, so the results are estimates: nothing here
may be used to exclude a solution. Messages are damped and bounded, since they become overconfident.

That such beliefs are good initial phases for a SAT solver, on rectangles of one colour, is known from hyouv's
FastNonogramSolver.
"""

from __future__ import annotations

from math import log
from typing import NamedTuple

import numpy as np

from nonosat.core.compiled import kernels
from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.cell_arrays import color_planes
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.clue import ANY_COLOR
from nonosat.solving.beliefs.compiled_sums import CompiledSums
from nonosat.solving.beliefs.lattice import IMPOSSIBLE, Floats, KnownLattice, Lattice, Scratch
from nonosat.solving.beliefs.message_arithmetic import damp_messages, sum_messages
from nonosat.solving.beliefs.stretches import Batch, Flags, Ints, LineTable
from nonosat.solving.beliefs.unknown_lattice import UnknownLattice

#: Rounds of messages between two checks of a deadline.
ROUNDS = 20

#: The largest ratio between the likelihoods of two colours in a message, unless a search has another bound. If this is
#: smaller, messages from the border of a large grid do not reach its middle; if it is larger, they oscillate longer.
BOUND = 1000.0

#: Work of a round for each node of a lattice, and for each number of a message, in units.
_COMPILED_NODE_WORK, _NODE_WORK, _MESSAGE_WORK = 3e-6, 25e-6, 6e-6

#: A colour is clearly likelier than another if their logarithms differ by more.
_CLEAR_LEAD = 1.0

#: Beliefs know too little if less than this share of the open cells has such a colour; see docs/decisions.md.
_FEW_CLEAR = 0.2

#: For each colour that a block may have, the probability that it starts in it at each position of the line [length].
BlockStarts = dict[int, Floats]


class Messages(NamedTuple):
    """The messages of some beliefs, as logarithms [families + 1, 1 + colours, cells + 1].

    Attributes:
        bounded: as they are exchanged.
        unbounded: before they are damped and bounded.
    """

    bounded: Floats
    unbounded: Floats


class Beliefs:
    """Messages between lines and cells, for a consistent state of line solving and those that follow from it.

    Messages and weights are logarithms, and the largest entry of a message is 0.

    Attributes:
        possible: whether each colour is possible for each cell [1 + colours, cells].
        open: whether more than one colour is possible for each cell [cells].
    """

    def __init__(
        self,
        state: PropagationState,
        noise: float = 0.0,
        seed: int = 0,
        *,
        bound: float = BOUND,
        deadline: Deadline = NEVER,
    ) -> None:
        """
        Args:
            noise: standard deviation of a random bias of every cell for each colour, as a logarithm, so that different
                seeds lead to different beliefs; 0 for none.
            seed: of the noise.
            bound: the largest ratio between the likelihoods of two colours in a message.
            deadline: all rounds of messages count on it, and `converge` looks at it.
        """
        puzzle = state.puzzle
        self.deadline = deadline
        self.puzzle, self.n_colors = puzzle, puzzle.n_colors
        self._table, self._scratch = LineTable(puzzle), Scratch()
        self._compiled = kernels()
        self._least = -log(bound)
        n_cells = puzzle.grid.n_cells
        # The messages of the lines of each family to each cell, and last its field; the last cell is for padding.
        self._messages = np.zeros((len(puzzle.grid.families) + 1, self.n_colors + 1, n_cells + 1))
        if noise:
            self._messages[-1] = np.random.default_rng(seed).normal(0.0, noise, self._messages[-1].shape)
            self._messages[-1, :, n_cells] = 0.0
        self._unbounded = self._messages.copy()
        self.rebuild(state)

    def rebuild(self, state: PropagationState) -> None:
        """Continue with a consistent state that follows from the last one, on its open stretches; keep the messages."""
        self.refresh(state)
        batches = self._table.batches(state, divided=self._compiled is None)  # compiled sums need no padding
        self._lattices = [[self._sums(batch) for batch in family] for family in batches]
        node_work = _NODE_WORK if self._compiled is None else _COMPILED_NODE_WORK
        n_nodes = sum(batch.n_nodes for family in batches for batch in family)
        self._round_work = node_work * n_nodes + _MESSAGE_WORK * self._messages.size

    def refresh(self, state: PropagationState) -> None:
        """Continue with a consistent state that follows from the last one, with the same lattices; keep the messages.

        This is cheaper than `rebuild`, but later rounds do not become cheaper.
        """
        possible = color_planes(state)
        self.possible = possible
        self.open = possible.sum(axis=0) > 1
        self._impossible = np.zeros((self.n_colors + 1, len(self.open) + 1))
        self._impossible[:, :-1][~possible] = IMPOSSIBLE
        #: 1 for the entries of messages whose changes count, else 0.
        self._counted = np.zeros(self._impossible.shape)
        self._counted[:, :-1] = self.open & possible

    @property
    def n_open(self) -> int:
        """The number of cells with more than one possible colour."""
        return int(self.open.sum())

    def run(self, rounds: int, damping: float = 0.3, tolerance: float = 0.0) -> float:
        """Update the messages of all lines, one family after the other.

        Args:
            rounds: the most rounds.
            damping: the share of the old message in the new one, from 0 to 1, as a weighted mean of logarithms.
            tolerance: end after a round that changes the messages by no more than this.

        Returns:
            The change of the messages in the last round, as a mean over open cells and families.
        """
        change = 0.0
        for _ in range(rounds):
            change = sum(self._update_messages(number, damping) for number in range(len(self._lattices)))
            change /= max(1, self.n_open) * len(self._lattices)
            self.deadline.spend(self._round_work)
            if change <= tolerance:
                break
        return change

    def converge(self, rounds: int, damping: float = 0.3, tolerance: float = 0.0) -> None:
        """As `run`, with its `rounds`, `damping` and `tolerance`, with a look at the deadline after `ROUNDS` rounds.

        Raises:
            GaveUp: the deadline has passed.
        """
        for begin in range(0, rounds, ROUNDS):
            self.deadline.check()
            if self.run(min(ROUNDS, rounds - begin), damping, tolerance) <= tolerance:
                break

    def reinforce(self, rate: float, bound: float) -> None:
        """Make the field of each cell `rate` times the sum of all messages to it, its field included.

        A field is one more message to a cell, which comes from no line: at first the noise.

        Args:
            rate: from 0, for no field, up to below 1.
            bound: the largest ratio between the likelihoods of two colours in a field, as a logarithm.
        """
        field = self._combined()
        field *= rate
        np.maximum(field, -bound, out=self._messages[-1])
        self._unbounded[-1] = self._messages[-1]

    def copy_messages(self) -> Messages:
        """All messages as they are now, for `restore` and `renew`."""
        return Messages(self._messages.copy(), self._unbounded.copy())

    def restore(self, messages: Messages) -> None:
        """Return to earlier messages, of these beliefs or of others of the same puzzle."""
        self._messages[:], self._unbounded[:] = messages

    def renew(self, messages: Messages, cells: Flags, fields: Floats) -> None:
        """Return to earlier messages, but begin anew at some `cells` [cells], with other fields as logarithms.

        The `fields` are those of each cell for each colour [1 + colours, cells].
        """
        self.restore(messages)
        for each in (self._messages, self._unbounded):
            each[:, :, :-1] *= ~cells
            each[-1, :, :-1] = fields

    def likeliest(self) -> Ints:
        """The likeliest colour of each cell [cells]."""
        return np.asarray(self._combined()[:, :-1].argmax(axis=0))

    def cell_marginals(self) -> Floats:
        """The estimated probability of each colour for each cell [cells, 1 + colours]."""
        weights = self._combined()[:, :-1]
        probabilities = np.exp(weights)
        probabilities /= probabilities.sum(axis=0)
        return np.ascontiguousarray(probabilities.T)

    def margins(self) -> tuple[Ints, Floats]:
        """The likeliest colour of each cell, and its margin over the second.

        Margins are logarithms of ratios, from messages before they are bounded, so they distinguish certain cells.

        Returns:
            Colours and margins [cells]; the margin of a cell that is not open is infinite.
        """
        weights = self._combined(messages=self._unbounded)[:, :-1]
        colors = weights.argmax(axis=0)
        weights[colors, np.arange(weights.shape[1])] = IMPOSSIBLE
        margins = -weights.max(axis=0)
        margins[~self.open] = np.inf
        return colors, margins

    def stable_margins(self, rounds: int, damping: float, tolerance: float = 0.0) -> tuple[Ints, Floats]:
        """The likeliest colour of each cell after `converge`, and the smaller one of its margins before and after.

        Messages that oscillate can be certain of either colour in turn. The `rounds`, `damping` and `tolerance` are
        those of `run`.

        Returns:
            Colours and margins [cells]; a margin is 0 if the colour has changed, and -inf for a cell that is not open.
        """
        earlier_colors, earlier_margins = self.margins()
        self.converge(rounds, damping, tolerance)
        colors, margins = self.margins()
        np.minimum(margins, earlier_margins, out=margins)
        margins[earlier_colors != colors] = 0.0
        margins[~self.open] = -np.inf
        return colors, margins

    @property
    def know_little(self) -> bool:
        """True if hardly any open cell has a colour that is clearly likelier than the others, after some 20 rounds.

        In grids that look alike everywhere, such as `families.stripes`, messages decide nothing, however long they are
        exchanged.
        """
        leads = self.margins()[1][self.open]
        return bool(np.count_nonzero(leads > _CLEAR_LEAD) < _FEW_CLEAR * len(leads))

    def start_marginals(self) -> dict[tuple[int, int], BlockStarts]:
        """From (line, block) to the estimated probabilities of the starts, for the blocks in open stretches."""
        found: dict[tuple[int, int], BlockStarts] = {}
        for family, lattices in enumerate(self._lattices):
            incoming = self._combined(family)
            for lattice in lattices:
                if isinstance(lattice, CompiledSums):
                    lattice = KnownLattice(lattice.batch, self.n_colors, self._scratch)
                self._collect(lattice, lattice.shares(incoming[:, lattice.batch.cells]), found)
        return found

    def _sums(self, batch: Batch) -> Lattice | CompiledSums:
        """The sums over the placements of a batch of stretches, in the fastest form there is for its blocks."""
        if batch.unknown:
            return UnknownLattice(batch, self.n_colors, self._scratch)
        if self._compiled is None:
            return KnownLattice(batch, self.n_colors, self._scratch)
        return CompiledSums(batch, self._compiled)

    def _collect(self, lattice: Lattice, shares: Floats, found: dict[tuple[int, int], BlockStarts]) -> None:
        """Add the starts of the blocks of a lattice to `found`, from the shares of its edges [planes, nodes, S]."""
        batch, grid = lattice.batch, self.puzzle.grid
        order = np.lexsort((lattice.layout.t, lattice.layout.k))  # along the positions of block after block
        for s in np.flatnonzero(~lattice.failed).tolist():
            line, low, slack = int(batch.lines[s]), int(batch.low[s]), int(batch.slack[s])
            length = len(grid.line(line))
            for number in range(int(batch.counts[s])):
                nodes = order[number * (lattice.max_slack + 1) :][: slack + 1]
                known = int(batch.colors[number, s])
                starts: BlockStarts = {}
                for plane, share in enumerate(shares, 1):
                    if known in (ANY_COLOR, plane) or len(shares) == 1:
                        here = starts[known or plane] = np.zeros(length)
                        here[low + lattice.place[nodes, s]] = share[nodes, s]
                found[line, int(batch.first[s]) + number] = starts

    def _update_messages(self, family: int, damping: float) -> float:
        """Compute the messages of the lines of one family; return the sum of their changes at open cells."""
        incoming, outgoing = self._combined(family), self._unbounded[family]
        outgoing[:] = 0.0  # outside of open stretches a message has no information
        for lattice in self._lattices[family]:
            lattice.update(incoming, outgoing)
        return damp_messages(self._impossible, self._counted, self._least, damping, outgoing, self._messages[family])

    def _combined(self, left_out: int = -1, messages: Floats | None = None) -> Floats:
        """The product of the messages to each cell, in logarithms; see `message_arithmetic.sum_messages`.

        The result is valid until the next call. `messages` are those to sum up, if not the bounded ones.
        """
        sums = self._scratch.array("sums of messages", self._impossible.shape)
        sum_messages(self._messages if messages is None else messages, left_out, self._impossible, sums)
        return sums
