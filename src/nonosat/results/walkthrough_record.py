"""An explanation as a record that JSON can hold; `results.walkthrough_reader` reads it back.

The record has the puzzle as a clue file, so that each step can be checked from it alone. Lines have their short names,
as `r3`, cells their row and their position in it, from 1, and colours their letters, `-` for background.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.explaining.step import Narrowing, Rung, Step, Walkthrough
from nonosat.formats.clues import write
from nonosat.formats.picture_text import picture_rows
from nonosat.model.grid import Grid, cell_place, line_label
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle
from nonosat.results.walkthrough_report import EXIT_CODES, Ending, SaidStep, chain_length, said_steps


def walkthrough_record(name: str, walkthrough: Walkthrough, ending: Ending) -> dict[str, object]:
    """An explanation as JSON can hold it."""
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
    """A step as JSON can hold it, without its sentences."""
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


def _narrowings(grid: Grid, narrowings: Sequence[Narrowing]) -> list[dict[str, object]]:
    """Cells that lose colours, as JSON can hold them."""
    return [
        {"cell": list(cell_place(grid, cell)), "before": _letters(before), "after": _letters(after)}
        for cell, before, after in narrowings
    ]


def _letters(colors: Sequence[int]) -> list[str]:
    """Colours by their letters."""
    return [letter(color) for color in colors]
