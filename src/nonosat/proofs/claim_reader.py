"""Reading and checking the files that a claim adds to a kind of proof: other solutions, and the fewest givens.

Trusted base: this module, `hitting_set_bound`, and `statement`. Solvers and the search for solutions and givens are not
trusted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from nonosat.core.deadline import Deadline
from nonosat.core.errors import ProofRefused, ProofTooLarge, PuzzleError
from nonosat.model.nouns import count
from nonosat.model.palette import color_number, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.proofs.hitting_set_bound import fewest_elements
from nonosat.proofs.manifest import CLAIM_FILES, GIVENS, NO_SOLUTION, OTHERS, Manifest
from nonosat.proofs.statement import Statement, read_solution

#: Characters of a file. The pictures in it need several times as much memory.
_MAX_CHARACTERS = 1 << 26

_GIVEN = re.compile(r"given ([1-9][0-9]{0,8}) ([1-9][0-9]{0,8}) ([a-z]{1,6}|-)\n")


def read_claim(manifest: Manifest, folder: str, deadline: Deadline) -> Statement:
    """Read the statement of a manifest with the files of its claim, after `check_files`; check the solutions in them.

    Raises:
        ProofRefused: a file cannot be read, or a picture in it is not a solution.
        GaveUp: the deadline came first.
    """
    files = CLAIM_FILES[manifest.claim]
    others = _read_others(manifest.puzzle, _text(manifest, folder, OTHERS), deadline) if OTHERS in files else ()
    givens = _read_givens(manifest.puzzle, _text(manifest, folder, GIVENS)) if GIVENS in files else ()
    try:
        puzzle = replace(manifest.puzzle, givens=manifest.puzzle.givens + givens)
    except PuzzleError as error:
        raise ProofRefused(f"{GIVENS}: {error}") from None
    has_solution = manifest.claim != NO_SOLUTION
    return Statement(puzzle=puzzle, name=manifest.name, has_solution=has_solution, others=others, givens=givens)


def check_others(solution: Picture, others: Sequence[Picture]) -> None:
    """Raise `ProofRefused` unless there are `others`, and they and the solution of the claim all differ."""
    if not others:
        raise ProofRefused(f"{OTHERS} has no solution, expected at least one")
    seen = {solution.cells: "the solution of the proof"}
    for number, other in enumerate(others, 1):
        if other.cells in seen:
            raise ProofRefused(f"{OTHERS}: solution {number} is the same as {seen[other.cells]}, expected another one")
        seen[other.cells] = f"solution {number}"


def check_fewest(
    solution: Picture, others: Sequence[Picture], givens: Sequence[ColoredCell], deadline: Deadline
) -> None:
    """Check that fewer givens than the `givens` do not make the solution unique.

    Another solution stays a solution unless a cell is given in which it differs. So every set of givens that leaves one
    solution meets, for each of the `others`, the set of cells in which it differs. No smaller set may meet all these
    sets.

    Raises:
        ProofRefused: fewer cells meet all sets, or another solution agrees with all givens.
        ProofTooLarge: there are too many sets to check.
        GaveUp: the deadline came first.
    """
    sets = []
    for number, other in enumerate(others, 1):
        deadline.check("the proof was not checked")
        pairs = enumerate(zip(solution.cells, other.cells, strict=True))
        sets.append(frozenset(cell for cell, (one, two) in pairs if one != two))
        if not any(cell in sets[-1] for cell, _ in givens):
            raise ProofRefused(f"{OTHERS}: solution {number} agrees with all givens, expected none that does")
    try:
        needed = fewest_elements(set(sets), deadline)
    except ProofTooLarge as error:
        raise ProofTooLarge(f"too large to check that no fewer cells need to be given: {error}") from None
    if needed != len(givens):
        found = count(needed, "cell")
        raise ProofRefused(f"{found} can meet all {len(others)} other solutions, expected {len(givens)}, as are given")


def _text(manifest: Manifest, folder: str, name: str) -> str:
    with open(manifest.path(folder, name), encoding="ascii", errors="replace", newline="") as file:
        text = file.read(_MAX_CHARACTERS + 1)
    if len(text) > _MAX_CHARACTERS:
        raise ProofRefused(f"{name} has more than {_MAX_CHARACTERS:,} characters, expected a smaller file")
    return text


def _read_others(puzzle: Puzzle, text: str, deadline: Deadline) -> tuple[Picture, ...]:
    """The pictures of a file, which are separated by blank lines; raises `ProofRefused` unless all are solutions."""
    pictures: list[Picture] = []
    blocks = text.split("\n\n") if text else []
    for number, block in enumerate(blocks, 1):
        deadline.check("the proof was not checked")
        end = "\n" if number < len(blocks) else ""
        pictures.append(read_solution(puzzle, block + end, f"{OTHERS}: solution {number}"))
    return tuple(pictures)


def _read_givens(puzzle: Puzzle, text: str) -> tuple[ColoredCell, ...]:
    """The givens of a file, as lines of a clue file, ascending, without those of the puzzle."""
    rows = puzzle.grid.families[0]
    givens: list[ColoredCell] = []
    known = {cell for cell, _ in puzzle.givens}
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        found = _GIVEN.fullmatch(line)
        if found is None:
            _refuse_given(number, "a line `given <row> <position> <colour>`")
        row, position = int(found[1]), int(found[2])
        color = 0 if found[3] == "-" else color_number(found[3])
        if row > len(rows) or position > len(puzzle.grid.line(rows[row - 1])) or letter(color) != found[3]:
            _refuse_given(number, "a cell and a colour of the puzzle")
        cell = puzzle.grid.line(rows[row - 1])[position - 1]
        if cell in known or (givens and cell <= givens[-1].cell):
            _refuse_given(number, "cells in ascending order that the puzzle does not give")
        givens.append(ColoredCell(cell, color))
    if not givens:
        raise ProofRefused(f"{GIVENS} has no given, expected at least one")
    return tuple(givens)


def _refuse_given(number: int, expected: str) -> NoReturn:
    raise ProofRefused(f"{GIVENS}: line {number} cannot be read, expected {expected}")
