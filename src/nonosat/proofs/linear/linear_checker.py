"""Checking a proof by lines and weights, from the clues alone.

What must be believed is this module, `placements`, and the reader of clue files: no encoder, no solver, no floating
point.
"""

from __future__ import annotations

from nonosat.errors import GaveUp, InputError, ProofRefused
from nonosat.formats.picture_text import read_picture
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import check as violations
from nonosat.proofs.linear import PICTURE, WEIGHTS
from nonosat.proofs.linear.line_placements import heaviest, possible
from nonosat.proofs.linear.linear_steps import WeightStep, read_steps
from nonosat.proofs.manifest import NO_SOLUTION, UNIQUE, Manifest
from nonosat.system.deadline import Deadline


class Board:
    """What is possible on every line.

    Attributes:
        puzzle: the puzzle.
        lines: for each line, and each colour from 0, the positions that may have it, as bits.
    """

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        grid = puzzle.grid
        self.puzzle, self.deadline = puzzle, deadline
        self.lines = [[(1 << len(grid.line(index))) - 1] * (puzzle.n_colors + 1) for index in range(grid.n_lines)]
        self.places: list[list[tuple[int, int]]] = [[] for _ in range(grid.n_cells)]
        for index in range(grid.n_lines):
            for position, cell in enumerate(grid.line(index)):
                self.places[cell].append((index, position))
        self.changed = set(range(grid.n_lines))
        for cell, color in puzzle.givens:
            self.fix(cell, color)

    def fix(self, cell: int, color: int) -> None:
        """Rule out all other colours."""
        for other in range(self.puzzle.n_colors + 1):
            if other != color:
                self.forbid(cell, other)

    def forbid(self, cell: int, color: int) -> None:
        """Rule a colour out."""
        for index, position in self.places[cell]:
            if self.lines[index][color] >> position & 1:
                self.lines[index][color] ^= 1 << position
                self.changed.add(index)

    def look_at_lines(self) -> bool:
        """Rule out what some line has in no placement, until nothing changes; False if a line has no placement."""
        grid = self.puzzle.grid
        while self.changed:
            self.look_at_clock()
            index = self.changed.pop()
            cells, before = grid.line(index), self.lines[index]
            after = possible(self.puzzle.clues[index], before, len(cells))
            if after is None:
                return False
            for color, (was, now) in enumerate(zip(before, after, strict=True)):
                for position, cell in enumerate(cells):
                    if (was ^ now) >> position & 1:
                        self.forbid(cell, color)
            self.changed.discard(index)
        return True

    def look_at_clock(self) -> None:
        if self.deadline.has_passed:
            raise GaveUp("time limit reached while checking a proof")

    def n_open(self) -> int:
        """How many cells may have several colours."""
        return sum(
            sum(mask >> position & 1 for mask in self.lines[index]) > 1
            for index, position in (places[0] for places in self.places)
        )


def check(manifest: Manifest, folder: str, deadline: Deadline) -> str:
    """Check a proof; see `kinds.Kind.check`."""
    puzzle = manifest.puzzle
    picture = _picture(puzzle, manifest.path(folder, PICTURE)) if manifest.claim == UNIQUE else None
    board = Board(puzzle, deadline)
    consistent = board.look_at_lines()
    decided = puzzle.grid.n_cells - board.n_open() if consistent else 0
    count = weights = 0
    for step in read_steps(manifest.path(folder, WEIGHTS), puzzle):
        if not consistent:
            break
        count, weights = step.number, weights + len(step.weights)
        if (picture is None) == bool(step.cells):
            expected = "none, to prove that there is no solution" if picture is None else "at least one"
            raise ProofRefused(f"step {step.number} names {len(step.cells)} cells, expected {expected}")
        consistent = _follow(board, step, picture)
    if manifest.claim == NO_SOLUTION:
        if consistent:
            raise ProofRefused("a solution is still possible after the last step")
    elif not consistent:
        raise ProofRefused("the picture is ruled out")  # which is a solution, so the checker itself is wrong
    elif left := board.n_open():
        raise ProofRefused(f"{left} cells are open after the last step, expected none")
    if not count:
        return "lines alone"
    return f"lines decide {decided:,} of {puzzle.grid.n_cells:,} cells, {weights:,} weights the rest"


def _picture(puzzle: Puzzle, path: str) -> Picture:
    """The picture of the proof, which solves the puzzle."""
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            picture = read_picture(file.read(), puzzle, PICTURE)
    except InputError as error:
        raise ProofRefused(str(error)) from None
    for violation in violations(puzzle, picture):
        raise ProofRefused(f"{PICTURE} is no solution of the puzzle: {violation.message}")
    return picture


def _follow(board: Board, step: WeightStep, picture: Picture | None) -> bool:
    """Make sure that a step is right, and draw its conclusions; False if they contradict each other."""
    bound = _bound(board, step, picture)
    if picture is None:
        if bound >= 0:
            found = f"{bound / step.unit:.3g} units"
            raise ProofRefused(f"step {step.number}: the heaviest placements weigh {found}, expected less than 0")
        return False
    differing = bound + len(step.cells) * step.unit
    if differing >= step.unit:
        found = f"{differing / step.unit:.3g} cells"
        raise ProofRefused(f"step {step.number}: up to {found} may differ from the picture, expected less than one")
    for cell in step.cells:
        board.fix(cell, picture.cells[cell])
    return board.look_at_lines()


def _bound(board: Board, step: WeightStep, picture: Picture | None) -> int:
    """What the heaviest placements of all lines weigh together."""
    puzzle = board.puzzle
    grid, families = puzzle.grid, puzzle.grid.families
    #: By family, colour and cell.
    weights = [[[0] * grid.n_cells for _ in range(puzzle.n_colors + 1)] for _ in families]
    for (family, color, cell), weight in step.weights.items():
        weights[family][color][cell] = weight
        weights[0][color][cell] -= weight
    for cell in step.cells:
        assert picture is not None
        weights[0][picture.cells[cell]][cell] -= step.unit
    total = 0
    for table, lines in zip(weights, families, strict=True):
        for index in lines:
            board.look_at_clock()
            own = [[row[cell] for cell in grid.line(index)] for row in table]
            most = heaviest(puzzle.clues[index], board.lines[index], own)
            assert most is not None, "a line without placements is found before"
            total += most
    return total
