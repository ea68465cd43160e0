"""A hint in sentences, from a pointer to a line up to the whole step, and as a record for JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nonosat.drawing.color_words import EMPTY_WORD
from nonosat.explaining.next_hint import Hint
from nonosat.explaining.step import LineDeduction, Rung, Step
from nonosat.model.grid import cell_place, line_label
from nonosat.model.nouns import count, joined
from nonosat.model.palette import BACKGROUND
from nonosat.results.step_sentences import StepSentences
from nonosat.results.step_words import capital
from nonosat.results.walkthrough_record import step_record

#: The levels: the line, the blocks, the cells, the whole step.
LINE, BLOCKS, CELLS, WHOLE = 1, 2, 3, 4


def hint_status(found: Hint) -> str:
    """The kind of a hint: `wrong`, `finished`, `step`, or `nothing follows`."""
    if found.wrong:
        return "wrong"
    if found.is_finished:
        return "finished"
    return "nothing follows" if found.step is None else "step"


#: The exit codes by the kind of the hint.
HINT_EXIT_CODES = {"step": 0, "finished": 0, "wrong": 1, "nothing follows": 1}


def hint_lines(found: Hint, level: int) -> list[str]:
    """A hint as lines of text, up to the `level` `LINE`, `BLOCKS`, `CELLS` or `WHOLE`."""
    said = StepSentences(found.puzzle)
    if found.step is not None:
        if level == WHOLE:
            sentences = said.of_step(found.step, found.possible)
            return ["  " * sentence.indent + sentence.labelled for sentence in sentences]
        return [_step_hint(said, found.step, level)]
    if found.wrong:
        return [_wrong_hint(said, found, level)]
    if found.is_finished:
        is_open = None in found.known
        return [f"The picture is finished{f': all open cells are {EMPTY_WORD}' if is_open else ''}."]
    return ["The puzzle has several solutions, and no more cells are the same in all of them."]


def _wrong_hint(said: StepSentences, found: Hint, level: int) -> str:
    """The wrong cells, by level: their number, their lines, the cells, and what they are not."""
    words, wrong = said.words, found.wrong
    start = "1 cell is wrong" if len(wrong) == 1 else f"{len(wrong)} cells are wrong"
    if found.together:
        start = f"{count(len(wrong), 'cell')} cannot be right together"
    if level == LINE:
        return f"{start}."
    if level == BLOCKS:
        return f"{start}, in {words.lines(words.fewest_lines(wrong))}."
    if level == CELLS:
        return f"{start}: {words.cells(wrong)}."
    groups: dict[int, list[int]] = {}
    for cell in wrong:
        groups.setdefault(found.known[cell] or BACKGROUND, []).append(cell)
    verb = "are not all" if found.together else "are not"
    parts = [
        f"{words.cells(cells)} {'is not' if len(cells) == 1 else verb} {words.colors[color]}"
        for color, cells in groups.items()
    ]
    if found.together and len(groups) > 1:
        parts = [f"{words.cells(cells)} {words.colors[color]}" for color, cells in groups.items()]
        return f"{start}: no solution has {joined(parts)}."
    return f"{start}: {'; '.join(parts)}."


def _step_hint(said: StepSentences, step: Step, level: int) -> str:
    """A part of a step."""
    if step.supposed is not None:
        return _supposition_hint(said, step, level)
    lines = said.words.lines(step.lines)
    together = " together" if step.rung in (Rung.LINES, Rung.LINE_SET) and len(step.lines) > 1 else ""
    if level == LINE:
        return f"Look at {lines}{together}."
    if level == BLOCKS:
        if len(step.deductions) == 1:
            return f"In {lines}, look at {_subject(said, step.deductions[0])}."
        can = "be decided" if all(each.color is not None for each in step.conclusions) else "lose a colour"
        return f"Look at {lines}{together}: {_number_of_cells(step)} can {can}."
    where = {said.words.on_line(each.line, [cell for cell, _, _ in each.narrowed]) for each in step.deductions}
    cells = where.pop() if len(where) == 1 else said.words.cells([each.cell for each in step.conclusions])
    return f"{capital(lines)}{together}: look at {cells}."


def _number_of_cells(step: Step) -> str:
    """The number of cells that a step decides or narrows, in words."""
    return count(len(step.conclusions), "cell")


def _subject(said: StepSentences, deduction: LineDeduction) -> str:
    """The blocks that the first argument of a deduction names, or its clue."""
    reason = deduction.reasons[0]
    return said.words.blocks(deduction.line, reason.blocks) if reason.blocks else "the whole clue"


def _supposition_hint(said: StepSentences, step: Step, level: int) -> str:
    """A part of a supposition."""
    assert step.supposed is not None
    cell, color = step.supposed
    start = f"{said.words.cell(cell)} is {said.words.colors[color]}"
    if level == LINE:
        return f"No line helps by itself. Suppose something about {said.words.cell(cell)}."
    if level == BLOCKS:
        return f"Suppose {start}. That leads to a contradiction."
    path = _unrepeated(said.words.line(each.line) for each in step.deductions)
    end = "" if step.contradiction is None else f" until {said.words.line(step.contradiction)} does not fit"
    follow = f" Follow {joined(path)}{end}." if path and not step.inner else " It needs another supposition within it."
    return f"Suppose {start}.{follow}"


def _unrepeated(names: Iterable[str]) -> list[str]:
    """Names in their order, each once."""
    return list(dict.fromkeys(names))


def hint_record(name: str, found: Hint, level: int) -> dict[str, object]:
    """A hint as JSON can hold it, up to the `level` `LINE`, `BLOCKS`, `CELLS` or `WHOLE`."""
    grid, step = found.puzzle.grid, found.step
    shows: Callable[[int], bool] = level.__ge__
    return {
        "name": name,
        "status": hint_status(found),
        "level": level,
        "text": hint_lines(found, level),
        "n_wrong": len(found.wrong),
        "wrong": [list(cell_place(grid, cell)) for cell in found.wrong] if shows(CELLS) else None,
        "lines": [line_label(grid, line) for line in step.lines] if step and step.supposed is None else None,
        "cells": [list(cell_place(grid, each.cell)) for each in step.conclusions] if step and shows(CELLS) else None,
        "step": step_record(found.puzzle, step) if step and shows(WHOLE) else None,
        "exit": HINT_EXIT_CODES[hint_status(found)],
    }
