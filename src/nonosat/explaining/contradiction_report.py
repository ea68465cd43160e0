"""The reasons why a puzzle has no solution, in sentences for a person and as a record for JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.analysis.clue_session import Parts
from nonosat.analysis.contradictions import ContradictingSet, Correction, Corrections
from nonosat.analysis.reasons import LineContradiction, Reasons
from nonosat.analysis.typos import KINDS, Explanation, Explanations
from nonosat.formats.picture_text import picture_rows
from nonosat.model.clue import Clue, clue_text
from nonosat.model.grid import cell_name, cell_place, line_name
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: More corrections, and more typing errors, are not listed for a person.
_CORRECTIONS, _ERRORS = 5, 10


def contradiction_lines(found: Reasons) -> Iterator[str]:
    """The reasons why there is no solution, in indented sentences."""
    puzzle = found.puzzle
    if found.totals is not None:
        yield f"  totals: {found.totals}"
    yield f"  line solving: {_breaks(puzzle, found.contradiction)}"
    if found.corrections is not None:
        yield from _correction_lines(puzzle, found.corrections)
    if found.explanations is not None:
        yield from _explanation_lines(puzzle, found.explanations)
    if found.contradicting is not None:
        yield from _contradicting_lines(puzzle, found.contradicting)


def _breaks(puzzle: Puzzle, met: LineContradiction | None) -> str:
    if met is None:
        return "lines alone show no contradiction"
    after = f"after {count(met.n_steps, 'step')}"
    if met.line is not None:
        name, cells = line_name(puzzle.grid, met.line), _cells(met, puzzle.grid.line(met.line))
        return f"breaks at {name} {after}: {clue_text(puzzle.clues[met.line])} does not fit {cells}"
    if met.given is not None:
        return f"breaks at the given of {cell_name(puzzle.grid, met.given)}, which the clues exclude"
    return f"breaks {after}"


def _cells(met: LineContradiction, cells: Sequence[int]) -> str:
    """The knowledge of `cells` then: letters, `-` for background, `.` for several colours, `!` for none."""
    known = (met.possible[cell] for cell in cells)
    return " ".join("." if len(colors) > 1 else letter(*colors) if colors else "!" for colors in known)


def _correction_lines(puzzle: Puzzle, corrections: Corrections) -> Iterator[str]:
    if not corrections.found:
        least = count(corrections.at_least, "clue")
        yield f"  clues to change: at least {least}, proved; gave up before the fewest were found"
        return
    size = corrections.found[0].parts.size
    proved = "proved" if corrections.is_smallest else f"proved: at least {corrections.at_least}"
    several = f", {len(corrections.found)} alternatives" if len(corrections.found) > 1 else ""
    more = "" if corrections.is_all or not several else " or more"
    yield f"  fewest clues to change: {size} ({proved}){several}{more}"
    for each in corrections.found[:_CORRECTIONS]:
        parts = [_reading(puzzle, each, line) for line in each.parts.lines]
        parts += [f"the given of {cell_name(puzzle.grid, cell)}" for cell in each.parts.givens]
        yield f"    {'; '.join(parts)}"
    if len(corrections.found) > _CORRECTIONS:
        yield f"    and {len(corrections.found) - _CORRECTIONS} more"


def _reading(puzzle: Puzzle, each: Correction, line: int) -> str:
    near = "the nearest" if each.n_cells is not None else "a"
    read = clue_text(each.reading(line))
    return f"{line_name(puzzle.grid, line)}: {clue_text(puzzle.clues[line])} would read {read} in {near} picture"


def _explanation_lines(puzzle: Puzzle, explanations: Explanations) -> Iterator[str]:
    n_found, undecided = len(explanations.found), ""
    if explanations.n_undecided:
        undecided = f"; {explanations.n_undecided} of {explanations.n_tried} changes were not decided in time"
    if not n_found:
        yield f"  single typing errors: none explains it{' so far' * bool(undecided)}{undecided}"
        return
    yield f"  single typing errors that explain it: {n_found}{undecided}"
    for number, each in enumerate(explanations.found[:_ERRORS], 1):
        yield f"    {number}. {_change(puzzle, each)}"
    if n_found > _ERRORS:
        yield f"    and {n_found - _ERRORS} more"


def _change(puzzle: Puzzle, each: Explanation) -> str:
    """A change in words, with the number of solutions after it."""
    changed = ((line_name(puzzle.grid, line), puzzle.clues[line], new) for line, new in each.error.clues)
    parts = [f"{name}: {clue_text(old)} -> {clue_text(new)}" for name, old, new in changed]
    given = each.error.given
    if given is not None:
        parts.append(f"given of {cell_name(puzzle.grid, given.cell)} -> {letter(given.color)}")
    then = {True: "unique", False: "several solutions", None: "solvable"}[each.is_unique]
    return f"{'; '.join(parts)} ({KINDS[each.error.kind]}): {then}"


def _contradicting_lines(puzzle: Puzzle, found: ContradictingSet) -> Iterator[str]:
    if found.is_smallest:
        proved = "smallest, proved"
    else:
        kind = "none of them can be left out; " if found.is_minimal else ""
        proved = f"{kind}every such set has at least {found.at_least}, proved"
    names = [line_name(puzzle.grid, line) for line in found.parts.lines]
    names += [f"the given of {cell_name(puzzle.grid, cell)}" for cell in found.parts.givens]
    yield f"  contradict each other: {count(found.parts.size, 'clue')} ({proved}): {', '.join(names)}"


def contradiction_record(found: Reasons) -> dict[str, object]:
    """The reasons why there is no solution, as a JSON object."""
    puzzle, met = found.puzzle, found.contradiction
    return {
        "totals": found.totals,
        "contradiction": None if met is None else _met_record(puzzle, met),
        "corrections": None if found.corrections is None else _correction_record(puzzle, found.corrections),
        "typing_errors": None if found.explanations is None else _explanation_record(puzzle, found.explanations),
        "contradicting": None if found.contradicting is None else _contradicting_record(puzzle, found.contradicting),
    }


def _met_record(puzzle: Puzzle, met: LineContradiction) -> dict[str, object]:
    grid = puzzle.grid
    return {
        "line": None if met.line is None else line_name(grid, met.line),
        "clue": None if met.line is None else _record_clue(puzzle.clues[met.line]),
        "given": None if met.given is None else list(cell_place(grid, met.given)),
        "steps": met.n_steps,
        "cells": None if met.line is None else _cells(met, grid.line(met.line)),
        "state": [_cells(met, grid.line(row)) for row in grid.families[0]],
    }


def _correction_record(puzzle: Puzzle, corrections: Corrections) -> dict[str, object]:
    return {
        "at_least": corrections.at_least,
        "smallest": corrections.is_smallest,
        "complete": corrections.is_all,
        "sets": [
            {
                **_parts_record(puzzle, each.parts),
                "readings": [_record_clue(each.reading(line)) for line in each.parts.lines],
                "cells": each.n_cells,
                "picture": picture_rows(puzzle, each.picture),
            }
            for each in corrections.found
        ],
    }


def _explanation_record(puzzle: Puzzle, explanations: Explanations) -> dict[str, object]:
    grid = puzzle.grid
    return {
        "tried": explanations.n_tried,
        "undecided": explanations.n_undecided,
        "found": [
            {
                "kind": each.error.kind,
                "changes": [
                    {"line": line_name(grid, at), "clue": _record_clue(puzzle.clues[at]), "meant": _record_clue(new)}
                    for at, new in each.error.clues
                ],
                "given": each.error.given
                and {"cell": list(cell_place(grid, each.error.given.cell)), "meant": letter(each.error.given.color)},
                "unique": each.is_unique,
                "picture": picture_rows(puzzle, each.picture),
            }
            for each in explanations.found
        ],
    }


def _contradicting_record(puzzle: Puzzle, found: ContradictingSet) -> dict[str, object]:
    return {
        **_parts_record(puzzle, found.parts),
        "minimal": found.is_minimal,
        "smallest": found.is_smallest,
        "at_least": found.at_least,
    }


def _parts_record(puzzle: Puzzle, parts: Parts) -> dict[str, object]:
    """Lines by their names, givens by the places of their cells."""
    return {
        "lines": [line_name(puzzle.grid, line) for line in parts.lines],
        "givens": [list(cell_place(puzzle.grid, cell)) for cell in parts.givens],
    }


def _record_clue(clue: Clue) -> str:
    """A clue as in a clue file; empty without blocks."""
    return clue_text(clue) if clue else ""
