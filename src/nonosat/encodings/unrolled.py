"""The automaton of a clue, unrolled over a line: a graph whose paths are the fillings of the line.

A clue of k blocks is an automaton that reads the line from its first cell to its last. In state g it has read g blocks.
Reading a background cell keeps the state; reading a whole block, and the background after it where the next block has
the same colour, leads to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonosat.lines.domains import Domains, LineDomain
from nonosat.model.clue import Clue
from nonosat.model.puzzle import Puzzle

#: A node: blocks read, cells read, and the colour that the next block must not have at once (0 for any).
Node = tuple[int, int, int]


class Keep(NamedTuple):
    """A background cell is read, in a state and at a position."""

    state: int
    position: int


class Start(NamedTuple):
    """A block is read from a position on, in a colour; `blank` is a background cell that is read with it, or -1."""

    block: int
    position: int
    color: int
    blank: int


Step = Keep | Start


class Graph:
    """The unrolled automaton of a line: all nodes and steps on a path from `first` to `last`.

    Attributes:
        first, last: where every path begins and ends.
        steps: for each node but the last, ascending, the steps from it with the nodes they lead to; empty if there is
            no path.
    """

    def __init__(self, clue: Clue, length: int, domain: LineDomain) -> None:
        self.clue, self.length, self.domain = clue, length, domain
        self.first: Node = (0, 0, 0)
        self.last: Node = (len(clue), length, 0)
        reached: dict[Node, list[tuple[Step, Node]]] = {}
        # Every step reads a cell, so by position all nodes come after those that lead to them.
        waiting: list[dict[Node, None]] = [{} for _ in range(length + 1)]
        waiting[0][self.first] = None
        for nodes in waiting:
            for node in nodes:
                reached[node] = list(self._steps(node))
                for _, head in reached[node]:
                    waiting[head[1]][head] = None
        alive = {self.last} & reached.keys()
        for node in reversed(reached):
            reached[node] = [(step, head) for step, head in reached[node] if head in alive]
            if reached[node]:
                alive.add(node)
        self.steps = {node: steps for node, steps in sorted(reached.items()) if steps}

    def count(self) -> int:
        """How many fillings of the line there are: the paths from `first` to `last`."""
        paths = {self.last: 1} if self.steps else {}
        for node in reversed(self.steps):
            paths[node] = sum(paths[head] for _, head in self.steps[node])
        return paths.get(self.first, 0)

    def fillings(self) -> Iterator[tuple[int, ...]]:
        """The colours along the line on each path; those come first where blocks start early."""
        waiting: list[tuple[Node, tuple[int, ...]]] = [(self.first, ())] if self.steps else []
        while waiting:
            node, colors = waiting.pop()
            if node == self.last:
                yield colors
                continue
            for step, head in self.steps[node]:
                read = (0,) if isinstance(step, Keep) else (step.color,) * self.clue[step.block].length
                blank = (0,) * (head[1] - node[1] - len(read))
                waiting.append((head, colors + read + blank))

    def distinct_steps(self) -> Iterable[Step]:
        """Each step once, also where it may be taken from several nodes."""
        return dict.fromkeys(step for steps in self.steps.values() for step, _ in steps)

    def _steps(self, node: Node) -> Iterator[tuple[Step, Node]]:
        state, position, not_at_once = node
        cells, starts = self.domain.cells, self.domain.starts
        if cells[0] >> position & 1:
            yield Keep(state, position), (state, position + 1, 0)
        if state == len(self.clue):
            return
        length = self.clue[state].length
        run = (1 << length) - 1 << position
        stop = position + length
        following = starts[state + 1].keys() if state + 1 < len(self.clue) else ()
        for color, mask in starts[state].items():
            if color == not_at_once or not mask >> position & 1 or cells[color] & run != run:
                continue
            if color not in following:
                yield Start(state, position, color, -1), (state + 1, stop, 0)
            elif len(following) > 1:
                yield Start(state, position, color, -1), (state + 1, stop, color)
            elif cells[0] >> stop & 1:
                yield Start(state, position, color, stop), (state + 1, stop + 1, 0)


def graphs(puzzle: Puzzle, domains: Domains, lines: Iterable[int]) -> dict[int, Graph]:
    """The graphs of these lines."""
    return {line: Graph(puzzle.clues[line], len(puzzle.grid.line(line)), domains.lines[line]) for line in lines}
