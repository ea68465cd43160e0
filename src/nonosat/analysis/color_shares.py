"""The exact share of the solutions in which a cell has a colour, where an independent component has few solutions.

The solutions of a puzzle are all combinations of those of its components. So the share of the solutions in which a cell
has a colour is its share among the solutions of its component, and these are listed one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from nonosat.analysis.counting import SolutionCount
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.cell_colors import CellColors
from nonosat.solving.formulas import encode_open_part
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
    frequencies: dict[int, dict[int, int]] = {}
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
    found: SolutionCount, state: PropagationState, frequencies: dict[int, dict[int, int]], deadline: Deadline
) -> None:
    """Add to `frequencies` those of every component with few solutions: from cell to colour to number."""
    from nonosat.backends import find_backend

    puzzle, domains = found.map.puzzle, state.domains()
    formula, cells = encode_open_part(puzzle, domains), CellVariables(puzzle, domains)
    witness = found.map.witnesses[0].cells
    with find_backend().open(formula, deadline) as session:
        values = {abs(literal) for literal in cells.true_variables(cells.literals_of(found.map.witnesses[0]))}
        for component in found.components:
            if not component.is_exact or component.at_least > LISTED:
                continue
            own = set(_variables(cells, component.cells))
            # All other components stay as they are in one solution.
            others = [v if v in values else -v for v in range(1, cells.n_variables + 1) if v not in own]
            numbers: dict[int, dict[int, int]] = {cell: {} for cell in component.cells}
            activation = session.add_retractable([])
            n_solutions = 0
            while (model := session.solve([activation, *others])) is not None:
                colors = cells.picture_of(model).cells
                assert all(colors[cell] == witness[cell] for cell in range(len(colors)) if cell not in numbers)
                for cell, by_color in numbers.items():
                    by_color[colors[cell]] = by_color.get(colors[cell], 0) + 1
                session.add_clause((-activation, *(v for v in cells.excluding(model) if abs(v) in own)))
                n_solutions += 1
            session.retract(activation)
            assert n_solutions == component.at_least, "two methods count the same"
            frequencies.update(numbers)


def _variables(cells: CellVariables, component: Sequence[int]) -> list[int]:
    """The variables of the cells of a component."""
    return [cells.literal(cell, color) for cell in component for color in range(1, cells.puzzle.n_colors + 1)]
