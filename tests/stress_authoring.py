"""What authors ask, on tiny puzzles by the thousand: every answer is compared with exhaustive search.

Usage: python tests/stress_authoring.py [--puzzles N] [--seed N]

Rectangles and hexagons, one to three colours, `?`, givens. Of puzzles with a solution: the number of solutions, the
map, the fewest givens for a goal and for the best of all solutions, the fewest changed cells, the fewest shown colours,
until the puzzle is unique and until lines solve it. Of puzzles without: the fewest clues to change, a smallest
contradicting set, and all single typing errors. Prints how many answers were compared, and each wrong one; exits with 1
if there is any. The same seed compares the same puzzles.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from typing import NamedTuple

from exhaustive import (
    any_puzzle,
    broken,
    fewest,
    fewest_cells_changed,
    fewest_cells_given,
    lines_solve,
    smallest_contradiction,
    violations,
)
from oracle import Cells, TooMany, brute_force, random_grid, random_puzzle

import nonosat
from nonosat import CannotMend, ColoredCell, Mended, Picture, Puzzle, diagnose, mend
from nonosat.authoring.fewest_shown import ShownBlock, showing, unknown_blocks
from nonosat.formats.clues import write as clue_file

#: Goals are compared one by one up to so many solutions, and all edits are tried on grids of up to so many cells.
MAX_SOLUTIONS, MAX_EDITED = 60, 9
#: Shown colours are compared where at most so many blocks have an unknown colour: all their subsets are tried.
MAX_UNTOLD = 8


class Comparison(NamedTuple):
    """An answer, and what exhaustive search finds."""

    question: str
    found: object
    expected: object


def solvable_puzzle(rng: random.Random) -> tuple[Puzzle, Picture]:
    """A tiny puzzle, and the picture it was made from."""
    grid = random_grid(rng, rng.choice((6, 9, 12)))
    return random_puzzle(
        rng,
        grid,
        rng.choice((1, 1, 2, 3)) if grid.n_cells <= 9 else rng.choice((1, 1, 2)),
        unknown=rng.choice((0, 0, 0.5, 1)),
        hidden=rng.choice((0, 0, 0.5)),
        givens=rng.choice((0, 0, 1)),
        density=rng.choice((0.3, 0.5, 0.7)),
    )


def answers(puzzle: Puzzle, goal: Picture, solutions: set[Cells]) -> Iterator[Comparison]:
    """Every answer about a puzzle with solutions, one after the other."""
    number = nonosat.count(puzzle)
    yield Comparison("count", (number.at_least, number.is_exact), (len(solutions), True))
    possible = [{cells[cell] for cells in solutions} for cell in range(puzzle.grid.n_cells)]
    masks = [sum(1 << color for color in colors) for colors in possible]
    yield Comparison("map", (list(number.map.possible), number.map.is_complete), (masks, True))
    yield given_cells(puzzle, goal, "unique", fewest_cells_given(solutions, goal.cells))
    if len(solutions) <= MAX_SOLUTIONS:
        mended = mend(puzzle, any_goal=True)
        least = min(fewest_cells_given(solutions, each) for each in solutions)
        yield Comparison("givens of any solution", outcome(mended), (least, True))
    givens = [ColoredCell(cell, color) for cell, color in enumerate(goal.cells)]
    yield given_cells(puzzle, goal, "lines", fewest(givens, partial(lines_solve, puzzle)))
    for until in ("unique", "lines"):
        if puzzle.grid.n_cells <= MAX_EDITED:
            mended = mend(puzzle, by="cells", goal=goal, until=until)
            yield Comparison(
                f"changed cells until {until}", outcome(mended), (fewest_cells_changed(puzzle, goal, until), True)
            )
        if len(unknown_blocks(puzzle, goal, "color")) <= MAX_UNTOLD:
            yield shown_colors(puzzle, goal, until)


def outcome(mended: Mended) -> tuple[int, bool]:
    """The number of changes, and whether that is proved, and the puzzle is what was asked for by exhaustive search."""
    is_right = brute_force(mended.puzzle) == {mended.picture.cells}
    if mended.until == "lines":
        is_right = is_right and lines_solve(mended.puzzle)
    return mended.n_changes, mended.is_fewest and is_right


def given_cells(puzzle: Puzzle, goal: Picture, until: str, least: int) -> Comparison:
    """The fewest givens for a goal."""
    mended = mend(puzzle, goal=goal, until=until)
    found = outcome(mended)
    return Comparison(f"givens until {until}", (*found, mended.picture), (least, True, goal))


def shown_colors(puzzle: Puzzle, goal: Picture, until: str) -> Comparison:
    """The fewest shown colours for a goal; None if all are not enough."""
    blocks = unknown_blocks(puzzle, goal, "color")

    def works(some: Collection[ShownBlock]) -> bool:
        known = showing(puzzle, some, "color")
        return lines_solve(known) if until == "lines" else len(brute_force(known)) == 1

    expected = (fewest(blocks, works), True) if works(blocks) else None  # type: ignore[arg-type]
    try:
        found = outcome(mend(puzzle, by="colors", goal=goal, until=until))
    except CannotMend:
        found = None
    return Comparison(f"shown colours until {until}", found, expected)


def diagnoses(puzzle: Puzzle, violated: dict[Cells, frozenset[tuple[str, int]]]) -> Iterator[Comparison]:
    """Every answer about a puzzle without a solution."""
    found = diagnose(puzzle, lines=True)
    assert found.corrections is not None
    assert found.contradicting is not None
    assert found.explanations is not None
    least = min(map(len, violated.values()))
    corrections = found.corrections
    smallest = {parts for parts in violated.values() if len(parts) == least}
    listed = {broken(puzzle, each.picture.cells) for each in corrections.found}
    yield Comparison(
        "clues to change",
        (
            corrections.at_least,
            corrections.is_smallest,
            listed == smallest if corrections.is_all else listed <= smallest,
        ),
        (least, True, True),
    )
    contradicting = found.contradicting
    parts = {("l", line) for line in contradicting.parts.lines} | {("g", cell) for cell in contradicting.parts.givens}
    yield Comparison(
        "contradicting set",
        (len(parts), contradicting.is_smallest, all(parts & those for those in violated.values())),
        (smallest_contradiction(puzzle, violated), True, True),
    )
    errors = [
        (each.picture.cells in (solutions := brute_force(each.error.applied(puzzle))), each.is_unique)
        == (True, len(solutions) == 1)
        for each in found.explanations.found
    ]
    yield Comparison("typing errors", (all(errors), found.explanations.n_undecided), (True, 0))


def compare(rng: random.Random, n_puzzles: int) -> tuple[Counter[str], Counter[str], list[tuple[Puzzle, Comparison]]]:
    """How many puzzles there were of each kind, how many answers were compared, and the wrong ones."""
    kinds, questions = Counter[str](), Counter[str]()
    wrong: list[tuple[Puzzle, Comparison]] = []
    while kinds.total() < n_puzzles:
        if rng.random() < 0.6:
            puzzle, goal = solvable_puzzle(rng)
            try:
                solutions = brute_force(puzzle, 3_000)
            except TooMany:
                continue
            compared = answers(puzzle, goal, solutions)
            kinds["unique" if len(solutions) == 1 else "several"] += 1
        else:
            any_ = any_puzzle(rng)
            violated = {} if any_ is None else violations(any_)
            if any_ is None or not all(violated.values()):
                continue
            puzzle, compared = any_, diagnoses(any_, violated)
            kinds["none"] += 1
        for each in compared:
            questions[each.question] += 1
            if each.found != each.expected:
                wrong.append((puzzle, each))
    return kinds, questions, wrong


def main() -> int:
    """Compare, and print the numbers; the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--puzzles", type=int, default=3000, help="puzzles to compare (default 3000)")
    parser.add_argument("--seed", type=int, default=1, help="another one compares other puzzles")
    arguments = parser.parse_args()
    began = time.monotonic()
    kinds, questions, wrong = compare(random.Random(arguments.seed), arguments.puzzles)
    for puzzle, each in wrong:
        print(f"{each.question}: {each.found}, expected {each.expected}\n{clue_file(puzzle)}", file=sys.stderr)
    for question, number in questions.items():
        print(f"{question}: {number:,} compared")
    several = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    seconds = time.monotonic() - began
    print(f"{kinds.total()} puzzles ({several}): {questions.total():,} answers in {seconds:.0f} s, {len(wrong)} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
