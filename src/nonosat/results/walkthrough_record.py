"""An explanation as a record that JSON can hold, and back.

The record has the puzzle as a clue file, so that each step can be checked from it alone. Lines have their short names,
as `r3`, cells their row and their position in it, from 1, and colours their letters, `-` for background.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nonosat.explaining.step import LineDeduction, LineReason, Narrowing, Rung, Step, Supposition, Walkthrough
from nonosat.formats import loads
from nonosat.formats.clues import write
from nonosat.formats.picture_text import picture_rows
from nonosat.model.grid import Grid, cell_place, find_line, line_label
from nonosat.model.palette import BACKGROUND, color_number, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.results.walkthrough_report import EXIT_CODES, Ending, SaidStep, chain_length, said_steps


def walkthrough_record(name: str, walkthrough: Walkthrough, ending: Ending) -> dict[str, object]:
    """An explanation as JSON can hold it.

    Args:
        name: of the puzzle.
        walkthrough: the explanation.
        ending: why it ends.
    """
    puzzle, steps = walkthrough.puzzle, walkthrough.steps
    everything = tuple(range(puzzle.n_colors + 1))
    return {
        "name": name,
        "puzzle": write(puzzle),
        "status": ending.value,
        "start": [
            {"cell": list(cell_place(puzzle.grid, cell)), "colors": _letters(colors)}
            for cell, colors in enumerate(walkthrough.start)
            if colors != everything
        ],
        "steps": [{**step_record(puzzle, said.step), "text": step_texts(said)} for said in said_steps(walkthrough)],
        "picture": None if walkthrough.picture is None else picture_rows(puzzle, walkthrough.picture),
        "open": walkthrough.n_open,
        "rungs": {rung.name.lower(): sum(step.rung == rung for step in steps) for rung in Rung},
        "depth": max((step.depth for step in steps), default=0),
        "longest_chain": max(map(chain_length, steps), default=0),
        "exit": EXIT_CODES[ending],
    }


def step_texts(said: SaidStep) -> list[str]:
    """The sentences of a step, indented by two blanks for each supposition that they stand in."""
    return ["  " * sentence.indent + sentence.labelled for sentence in said.sentences]


def step_record(puzzle: Puzzle, step: Step) -> dict[str, object]:
    """A step as JSON can hold it, without its sentences.

    Args:
        puzzle: of the step.
        step: the step.
    """
    grid = puzzle.grid
    record: dict[str, object] = {
        "rung": step.rung.name.lower(),
        "lines": [line_label(grid, line) for line in step.lines],
        "conclusions": _narrowings(grid, step.conclusions),
    }
    if step.supposed is not None:
        cell, color = step.supposed
        record["supposed"] = {"cell": list(cell_place(grid, cell)), "color": letter(color)}
    if step.inner:
        record["inner"] = [step_record(puzzle, inner) for inner in step.inner]
    record["deductions"] = [
        {
            "line": line_label(grid, each.line),
            "narrowed": _narrowings(grid, each.narrowed),
            "reasons": [
                {
                    "pattern": reason.pattern,
                    "cells": [list(cell_place(grid, cell)) for cell in reason.cells],
                    "blocks": [number + 1 for number in reason.blocks],
                }
                for reason in each.reasons
            ],
        }
        for each in step.deductions
    ]
    if step.contradiction is not None:
        record["contradiction"] = line_label(grid, step.contradiction)
    return record


def walkthrough_of_record(record: Mapping[str, Any]) -> Walkthrough:
    """The explanation that a record holds; inverse of `walkthrough_record`.

    Args:
        record: as `walkthrough_record` makes it.

    Raises:
        InputError: the puzzle in it is none.
        KeyError: a part is missing.
    """
    puzzle = loads(record["puzzle"], format="clues")
    start = [tuple(range(puzzle.n_colors + 1))] * puzzle.grid.n_cells
    for each in record["start"]:
        start[_cell(puzzle.grid, each["cell"])] = _numbers(each["colors"])
    rows = record["picture"]
    cells = None if rows is None else [_number(name) for row in rows for name in (row.split() if " " in row else row)]
    return Walkthrough(
        puzzle=puzzle,
        start=tuple(start),
        steps=tuple(_step(puzzle.grid, each) for each in record["steps"]),
        picture=None if cells is None else Picture(puzzle.grid, tuple(cells)),
        n_open=record["open"],
    )


def _step(grid: Grid, record: Mapping[str, Any]) -> Step:
    """The step of a record."""
    supposed = record.get("supposed")
    contradiction = record.get("contradiction")
    return Step(
        rung=Rung[record["rung"].upper()],
        lines=tuple(find_line(grid, label) for label in record["lines"]),
        conclusions=_narrowed(grid, record["conclusions"]),
        deductions=tuple(
            LineDeduction(
                line=find_line(grid, each["line"]),
                narrowed=_narrowed(grid, each["narrowed"]),
                reasons=tuple(
                    LineReason(
                        reason["pattern"],
                        tuple(_cell(grid, place) for place in reason["cells"]),
                        tuple(number - 1 for number in reason["blocks"]),
                    )
                    for reason in each["reasons"]
                ),
            )
            for each in record["deductions"]
        ),
        supposed=supposed and Supposition(_cell(grid, supposed["cell"]), _number(supposed["color"])),
        contradiction=None if contradiction is None else find_line(grid, contradiction),
        inner=tuple(_step(grid, each) for each in record.get("inner", ())),
    )


def _narrowings(grid: Grid, narrowings: Sequence[Narrowing]) -> list[dict[str, object]]:
    """Cells that lose colours, as JSON can hold them."""
    return [
        {"cell": list(cell_place(grid, cell)), "before": _letters(before), "after": _letters(after)}
        for cell, before, after in narrowings
    ]


def _narrowed(grid: Grid, records: Sequence[Mapping[str, Any]]) -> tuple[Narrowing, ...]:
    """Cells that lose colours, of their records."""
    return tuple(
        Narrowing(_cell(grid, each["cell"]), _numbers(each["before"]), _numbers(each["after"])) for each in records
    )


def _cell(grid: Grid, place: Sequence[int]) -> int:
    """The cell at a place: inverse of `cell_place`."""
    row, position = place
    return grid.line(grid.families[0][row - 1])[position - 1]


def _letters(colors: Sequence[int]) -> list[str]:
    """Colours by their letters."""
    return [letter(color) for color in colors]


def _numbers(names: Sequence[str]) -> tuple[int, ...]:
    """Colours of their letters."""
    return tuple(map(_number, names))


def _number(name: str) -> int:
    """The colour of a letter: inverse of `letter`."""
    return BACKGROUND if name == "-" else color_number(name)
