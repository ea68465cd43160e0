"""Independent components: sets of cells whose colours do not depend on each other.

On one line the blocks fall into groups: no placement of the blocks of one group excludes a placement of another.

    cells      . . . # . . . . . .       clue 2 1; the block of 2 starts at cell 2 or 3, that of 1 at cell 6 or 7
    groups         [     ] [   ]         cells 2 to 4 and cells 6 to 7

Two open cells belong together if they are in one group of some line; the components are the classes of the transitive
closure. The solutions of a puzzle are all combinations of the solutions of its components, so their numbers multiply.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.crossing import crossing
from nonosat.lines.domains import StartDomains, bit_positions, open_cells, undecided_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.lines.line import Stretch
from nonosat.model.clue import ANY_LENGTH, Clue
from nonosat.model.picture import Picture
from nonosat.solving.solution_session import SolutionSession


class Component(NamedTuple):
    """Open cells, ascending, whose colours do not depend on those of other cells.

    Attributes:
        key: everything that the solutions of the component depend on: components of one puzzle with the same key have
            the same solutions.
    """

    cells: tuple[int, ...]
    key: tuple[object, ...]


def components(state: PropagationState) -> list[tuple[int, ...]]:
    """The independent components of a line consistent state, as small as the groups of blocks allow.

    Returns:
        For each component its open cells, ascending; ordered by their first cells.
    """
    puzzle, together = state.puzzle, _Classes()
    for index, (clue, line) in enumerate(zip(puzzle.clues, state.domains().lines, strict=True)):
        is_open = undecided_positions(line.cells)
        if is_open:
            cells = puzzle.grid.line(index)
            for low, high in _groups(clue, line.starts, len(cells)):
                positions = bit_positions(is_open & ((1 << high) - (1 << low)))
                together.join([cells[position] for position in positions])
    return [tuple(cells) for cells in together.classes()]


def split_component(state: PropagationState, cells: Collection[int]) -> list[Component]:
    """Split the open cells of a component after some of its cells have been decided.

    It looks only at lines through these cells, and only cuts them at blocks with one start left, so it is quicker than
    `components`, but may leave components together that could be split further.

    Args:
        state: line consistent.
        cells: open cells; no other open cell depends on them.
    """
    together = _Classes()
    places, masks = crossing(state.puzzle.grid).places, state.cells.masks()
    found: dict[tuple[int, Stretch], int] = {}
    for cell in cells:
        together.join([cell])
        for line, position in places(cell):
            for stretch in state.cells.stretches(line):
                if stretch[0] <= position < stretch[1]:
                    together.join([found.setdefault((line, stretch), cell), cell])
                    break
    keys: dict[int, list[object]] = {}
    for (line, stretch), cell in sorted(found.items()):
        window = (1 << stretch[1]) - (1 << stretch[0])
        possible = tuple([lines[line] & window for lines in masks])
        keys.setdefault(together.root(cell), []).append((line, stretch, possible))
    return [Component(tuple(joined), tuple(keys[together.root(joined[0])])) for joined in together.classes()]


def alone(state: PropagationState, cells: Collection[int], solution: Picture) -> PropagationState:
    """The state in which only the cells of one component are open, and all others are as in a solution."""
    inside, outside = set(cells), open_cells(state.domains())
    left = state.fixing((cell, solution.cells[cell]) for cell in outside if cell not in inside)
    assert left is not None, "it has a solution"
    return left


def solutions_of(state: PropagationState, solution: Picture, deadline: Deadline = NEVER) -> Iterator[Picture]:
    """Yield all solutions that agree with a state, first one that is known.

    Raises:
        GaveUp: the deadline has passed.
        SolverError: the solver crashed, or gave an answer that fails verification.
    """
    yield solution
    with SolutionSession.of_state(state, deadline=deadline) as pictures:
        pictures.exclude(solution)
        while (picture := pictures.next()) is not None:
            yield picture


class _Classes:
    """Classes of cells that belong together (union-find, with path halving)."""

    def __init__(self) -> None:
        self._parents: dict[int, int] = {}

    def root(self, cell: int) -> int:
        parents = self._parents
        while parents.setdefault(cell, cell) != cell:
            parents[cell] = cell = parents[parents[cell]]
        return cell

    def join(self, cells: Iterable[int]) -> None:
        roots = {self.root(cell) for cell in cells}
        for root in roots:
            self._parents[root] = min(roots)

    def classes(self) -> list[list[int]]:
        """The classes, each ascending, in the order of their first cells."""
        found: dict[int, list[int]] = {}
        for cell in sorted(self._parents):
            found.setdefault(self.root(cell), []).append(cell)
        return list(found.values())


def _groups(clue: Clue, starts: StartDomains, line_length: int) -> Iterator[tuple[int, int]]:
    """The groups of blocks of a line: for each the first cell that it may cover, and the cell after the last."""
    low = high = 0
    before: set[int] = set()
    for number, (block, by_color) in enumerate(zip(clue, starts, strict=True)):
        first = min((mask & -mask).bit_length() - 1 for mask in by_color.values())
        if block.length == ANY_LENGTH:
            stop = _latest_end(starts[number : number + 2], line_length)
        else:
            stop = max(mask.bit_length() - 1 for mask in by_color.values()) + block.length
        # Blocks that may have one colour must not touch.
        if number and high + (not before.isdisjoint(by_color)) > first:
            high = max(high, stop)
        else:
            if number:
                yield low, high
            low, high = first, stop
        before = set(by_color)
    if clue:
        yield low, high


def _latest_end(starts: StartDomains, line_length: int) -> int:
    """The position before which a block of unknown length ends; `starts` are its own, and those of the next block."""
    own, *following = starts
    if not following:
        return line_length
    latest = max(mask.bit_length() - 1 for mask in following[0].values())
    return latest - (len(own) == 1 and own.keys() == following[0].keys())
