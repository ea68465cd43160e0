"""The linear program of a puzzle: a network for each open line, and the cells on which they must agree.

Columns are the edges of all networks, with the share of the placements that take them. Rows say that what flows into a
node flows out of it, and, for every open cell and every possible colour but one, that a line of each further family
gives it the same share as the row of the grid does.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nonosat.lines.domains import Domains, bit_positions, undecided_positions
from nonosat.model.puzzle import Puzzle
from nonosat.solving.relaxation.network import Network, network

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

#: A colour of a cell, and the place of the family among those of the grid.
Agreement = tuple[int, int, int]


class LinearProgram(NamedTuple):
    """A linear program over the flows of the lines.

    Attributes:
        puzzle: the puzzle.
        networks: by line, those of the lines with open cells.
        columns: by line, the number of the first edge among the columns.
        cells: the open cells.
        covers: by open cell and possible colour, the columns of its row (of the first family) that colour it so.
        agreements: for every agreement (cell, colour, family from 1) its row, from `n_flows` on.
        n_columns, n_flows: how many columns there are, and rows for nodes.
        starts, indices, values: the rows, sparse, one after the other.
        bounds: what each row is equal to.
    """

    puzzle: Puzzle
    networks: dict[int, Network]
    columns: dict[int, int]
    cells: tuple[int, ...]
    covers: dict[tuple[int, int], list[int]]
    agreements: dict[Agreement, int]
    n_columns: int
    n_flows: int
    starts: Ints
    indices: Ints
    values: Floats
    bounds: Floats

    def shares(self, flows: Floats, cell: int, color: int) -> float:
        """The share that a colour has at an open cell, if each edge carries such a flow."""
        return float(sum(flows[column] for column in self.covers.get((cell, color), ())))


def program(puzzle: Puzzle, domains: Domains) -> LinearProgram | None:
    """The program of what the domains leave open; None if some line has no placement."""
    grid = puzzle.grid
    networks: dict[int, Network] = {}
    for line, domain in enumerate(domains.lines):
        if undecided_positions(domain.cells):
            found = network(puzzle.clues[line], domain.cells)
            if found is None:
                return None
            networks[line] = found
    firsts = list(accumulate((len(net.edges) for net in networks.values()), initial=0))
    columns = dict(zip(networks, firsts, strict=False))
    rows: list[list[tuple[int, float]]] = []
    bounds: list[float] = []
    for line, net in networks.items():
        balance: list[list[tuple[int, float]]] = [[] for _ in range(net.n_nodes)]
        for column, edge in enumerate(net.edges, columns[line]):
            balance[edge.tail].append((column, 1.0))
            balance[edge.head].append((column, -1.0))
        rows += balance[:-1]  # what arrives at the last node follows
        bounds += [1.0, *[0.0] * (net.n_nodes - 2)]
    n_flows = len(rows)
    covers = [_covers(domains, networks, columns, family) for family in grid.families]
    agreements: dict[Agreement, int] = {}
    cells: list[int] = []
    for row in grid.families[0]:
        places, domain = grid.line(row), domains.lines[row]
        for position in bit_positions(undecided_positions(domain.cells)):
            cells.append(cell := places[position])
            colors = [color for color, mask in enumerate(domain.cells) if mask >> position & 1]
            for color in colors[1:]:
                own = [(column, 1.0) for column in covers[0].get((cell, color), ())]
                for family in range(1, len(grid.families)):
                    agreements[cell, color, family] = len(rows)
                    rows.append([*own, *((column, -1.0) for column in covers[family].get((cell, color), ()))])
                    bounds.append(0.0)
    return LinearProgram(
        puzzle,
        networks,
        columns,
        tuple(cells),
        covers[0],
        agreements,
        firsts[-1],
        n_flows,
        np.fromiter(accumulate(map(len, rows), initial=0), np.int64),
        np.fromiter((column for row in rows for column, _ in row), np.int64),
        np.fromiter((value for row in rows for _, value in row), np.float64),
        np.array(bounds),
    )


def _covers(
    domains: Domains, networks: dict[int, Network], columns: dict[int, int], family: Iterable[int]
) -> dict[tuple[int, int], list[int]]:
    """By open cell and colour, the columns of the lines of a family that colour it so."""
    found: dict[tuple[int, int], list[int]] = {}
    for line in family:
        if line not in networks:
            continue
        cells, is_open = domains.grid.line(line), undecided_positions(domains.lines[line].cells)
        for column, edge in enumerate(networks[line].edges, columns[line]):
            for position in range(edge.begin, edge.end):
                if is_open >> position & 1:
                    found.setdefault((cells[position], edge.color), []).append(column)
    return found
