"""The exact share of the solutions in which a cell has a colour, where an independent component has few solutions.

The solutions of a puzzle are all combinations of those of its components. So the share of the solutions in which a cell
has a colour is its share among the solutions of its component, and these are listed one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

from nonosat.analysis.counting import SolutionCount
from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.cell_colors import CellColors
from nonosat.model.palette import BACKGROUND
from nonosat.solving.solution_session import SolutionSession
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
    frequencies: dict[int, Mapping[int, int]] = {}
    if state.n_open:
        with suppress(GaveUp):
            _list_all(found, state, frequencies, deadline)
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


def _list_all(
    found: SolutionCount, state: PropagationState, frequencies: dict[int, Mapping[int, int]], deadline: Deadline
) -> None:
    """Add to `frequencies` those of every component with few solutions: from cell to colour to number."""
    first = found.map.witnesses[0]
    with SolutionSession.of_state(state, deadline) as session:
        solver, literals = session.solver, session.cells.literals_of(first)
        for component in found.components:
            if not component.is_exact or component.at_least > LISTED:
                continue
            own = {-literal for cell in component.cells for literal in session.cells.literals(cell, BACKGROUND)}
            # All other components stay as they are in one solution.
            others = [literal for literal in literals if abs(literal) not in own]
            numbers: dict[int, Counter[int]] = {cell: Counter() for cell in component.cells}
            activation = solver.add_retractable([])
            n_solutions = 0
            while (picture := session.solve([activation, *others], verify=False)) is not None:
                assert all(cell in numbers or color == first.cells[cell] for cell, color in enumerate(picture.cells))
                for cell, by_color in numbers.items():
                    by_color[picture.cells[cell]] += 1
                excluded = session.cells.excluding(session.model or ())
                solver.add_clause((-activation, *(literal for literal in excluded if abs(literal) in own)))
                n_solutions += 1
            solver.retract(activation)
            assert n_solutions == component.at_least, "two methods count the same"
            frequencies.update(numbers)
