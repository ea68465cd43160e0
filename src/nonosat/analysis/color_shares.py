"""The exact share of the solutions in which a cell has a colour, where an independent component has few solutions.

The solutions of a puzzle are all combinations of those of its components. So the share of the solutions in which a cell
has a colour is its share among the solutions of its component, and these are listed one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

from nonosat.analysis.components import alone, solutions_of
from nonosat.analysis.counting import SolutionCount
from nonosat.errors import GaveUp
from nonosat.model.cell_colors import CellColors
from nonosat.system.deadline import NEVER, Deadline

#: Components with more solutions are not listed.
LISTED = 2_000


def cell_colors(found: SolutionCount, deadline: Deadline = NEVER) -> CellColors:
    """The colours of all cells, with their shares where these can be listed.

    Args:
        found: the number of solutions of each component; at least one.
        deadline: ends the search; the shares that are known then are returned.
    """
    state = found.map.narrowed_state
    assert state is not None, "a puzzle with solutions"
    first = found.map.witnesses[0]
    frequencies: dict[int, Mapping[int, int]] = {}
    with suppress(GaveUp):
        for component in found.components:
            if component.is_exact and component.at_least <= LISTED:
                counts: dict[int, Counter[int]] = {cell: Counter() for cell in component.cells}
                for picture in solutions_of(alone(state, component.cells, first), first, deadline):
                    for cell, by_color in counts.items():
                        by_color[picture.cells[cell]] += 1
                assert by_color.total() == component.at_least, "two methods count the same"
                frequencies.update(counts)
    possible = [tuple(state.colors(cell)) for cell in range(found.map.puzzle.grid.n_cells)]
    for cell, numbers in frequencies.items():  # what an incomplete map could not exclude
        possible[cell] = tuple(sorted(numbers))
    shown = found.map.shown
    unproved = (cell for cell, colors in enumerate(possible) if len(colors) > 1 and not shown[cell] & (shown[cell] - 1))
    places = (tuple(cell for cell in each.cells if len(possible[cell]) > 1) for each in found.components)
    return CellColors(
        puzzle=found.map.puzzle,
        possible=tuple(possible),
        frequencies=frequencies,
        places=tuple(place for place in places if place),
        unproved=frozenset(unproved).difference(frequencies),
    )
