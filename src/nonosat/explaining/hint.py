"""A hint for a partial picture: its wrong cells, or the next step if there are none.

In words it goes from a pointer to a line up to the whole step, by levels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from nonosat.core.arguments import public
from nonosat.core.errors import NoSolution
from nonosat.core.question import Limit, Outcome, Run
from nonosat.explaining.explainer import Effort, next_step
from nonosat.explaining.step import LineDeduction, Rung, Step, StepCodecs
from nonosat.explaining.step_sentences import StepSentences
from nonosat.explaining.step_words import StepWords, capital
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import propagated
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.color_names import EMPTY_WORD
from nonosat.model.nouns import count, joined
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import PartialPicture, as_cells
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.verifier import check
from nonosat.solving.solution_session import SolutionSession

#: The levels: the line, the blocks, the cells, the whole step.
LINE, BLOCKS, CELLS, WHOLE = 1, 2, 3, 4


@dataclass(frozen=True, kw_only=True, repr=False)
class Hint(DisplayedAnswer):
    """A hint for a partial picture.

    Attributes:
        known: for each cell its colour in the partial picture, or that of its given; None if it is open.
        together: whether the `wrong` cells are wrong together only, each having its colour in some solution.
        is_finished: whether the coloured cells are those of a solution.
        step: None as well if nothing more follows, since each open cell can have each of its colours.
    """

    puzzle: Puzzle
    known: tuple[int | None, ...]
    wrong: tuple[int, ...] = ()
    together: bool = False
    is_finished: bool = False
    step: Step | None = None

    @property
    def possible(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the colours from which the step starts: one if it is known, else all."""
        everything = tuple(range(self.puzzle.n_colors + 1))
        return tuple(everything if color is None else (color,) for color in self.known)

    @property
    def outcome(self) -> Outcome:
        """YES: a step, or the picture is finished; NO: cells are wrong, or nothing follows."""
        return Outcome.YES if self.is_finished or self.step is not None else Outcome.NO

    def sentence(self, level: int = LINE) -> str:
        """The hint up to the `level` `LINE`, `BLOCKS`, `CELLS` or `WHOLE`; a whole step may have several lines."""
        return "\n".join(self._lines(level))

    def record(self, level: int = LINE) -> dict[str, object]:
        """The hint as a JSON object, up to the same level."""
        codecs, step, wrong = StepCodecs(self.puzzle), self.step, self.wrong
        status = "wrong" if wrong else "finished" if self.is_finished else "step" if step else "nothing follows"
        return {
            "status": status,
            "level": level,
            "text": self._lines(level),
            "n_wrong": len(wrong),
            "wrong": [codecs.cell.write(cell) for cell in wrong] if level >= CELLS else None,
            "lines": [codecs.line.write(line) for line in step.lines] if step and step.supposed is None else None,
            "cells": [codecs.cell.write(each.cell) for each in step.conclusions] if step and level >= CELLS else None,
            "step": codecs.step.write(step) if step and level >= WHOLE else None,
        }

    def _lines(self, level: int) -> list[str]:
        sentences = StepSentences(self.puzzle)
        if self.step is not None:
            if level == WHOLE:
                return [sentence.indented for sentence in sentences.of_step(self.step, self.possible)]
            return [_step_words(sentences.words, self.step, level)]
        if self.wrong:
            return [self._wrong_words(sentences.words, level)]
        if self.is_finished:
            return [f"The picture is finished{f': all open cells are {EMPTY_WORD}' if None in self.known else ''}."]
        return ["The puzzle has several solutions, and no more cells are the same in all of them."]

    def _wrong_words(self, words: StepWords, level: int) -> str:
        """The wrong cells, by level: their number, their lines, the cells, and what they are not."""
        wrong = self.wrong
        start = "1 cell is wrong" if len(wrong) == 1 else f"{len(wrong)} cells are wrong"
        if self.together:
            start = f"{count(len(wrong), 'cell')} cannot be right together"
        if level == LINE:
            return f"{start}."
        if level == BLOCKS:
            return f"{start}, in {words.lines(words.fewest_lines(wrong))}."
        if level == CELLS:
            return f"{start}: {words.cells(wrong)}."
        groups: dict[int, list[int]] = {}
        for cell in wrong:
            groups.setdefault(self.known[cell] or BACKGROUND, []).append(cell)
        if self.together and len(groups) > 1:
            parts = [f"{words.cells(cells)} {words.colors[color]}" for color, cells in groups.items()]
            return f"{start}: no solution has {joined(parts)}."
        verb = "are not all" if self.together else "are not"
        parts = [
            f"{words.cells(cells)} {'is not' if len(cells) == 1 else verb} {words.colors[color]}"
            for color, cells in groups.items()
        ]
        return f"{start}: {'; '.join(parts)}."


def _step_words(words: StepWords, step: Step, level: int) -> str:
    if step.supposed is not None:
        return _supposition_words(words, step, level)
    lines = words.lines(step.lines)
    together = " together" if step.rung in (Rung.CROSSING_LINES, Rung.LINE_SET) and len(step.lines) > 1 else ""
    if level == LINE:
        return f"Look at {lines}{together}."
    if level == BLOCKS:
        if len(step.deductions) == 1:
            return f"In {lines}, look at {_subject(words, step.deductions[0])}."
        can = "be decided" if all(each.color is not None for each in step.conclusions) else "lose a colour"
        return f"Look at {lines}{together}: {count(len(step.conclusions), 'cell')} can {can}."
    where = {words.on_line(each.line, [cell for cell, _, _ in each.narrowed]) for each in step.deductions}
    cells = where.pop() if len(where) == 1 else words.cells([each.cell for each in step.conclusions])
    return f"{capital(lines)}{together}: look at {cells}."


def _subject(words: StepWords, deduction: LineDeduction) -> str:
    """The blocks that the first argument of a deduction names."""
    reason = deduction.reasons[0]
    return words.blocks(deduction.line, reason.blocks) if reason.blocks else "the whole clue"


def _supposition_words(words: StepWords, step: Step, level: int) -> str:
    assert step.supposed is not None
    cell, color = step.supposed
    start = f"{words.cell(cell)} is {words.colors[color]}"
    if level == LINE:
        return f"No line helps by itself. Suppose something about {words.cell(cell)}."
    if level == BLOCKS:
        return f"Suppose {start}. That leads to a contradiction."
    path = list(dict.fromkeys(words.line(each.line) for each in step.deductions))
    end = "" if step.contradiction is None else f" until {words.line(step.contradiction)} does not fit"
    follow = (
        f" Follow {joined(path)}{end}." if path and not step.inner else " That needs another supposition within it."
    )
    return f"Suppose {start}.{follow}"


@public
def hint(puzzle: Puzzle, known: PartialPicture | None = None, *, timeout: Limit = None) -> Hint:
    """The wrong cells of a partial picture, or the next step if there are none.

    Args:
        known: a partial picture: for each cell its colour number, 0 for background and None where it is open; or a
            picture as `check` takes it, in whose rows None, in a text `?`, is an open cell. By default all cells are
            open, but for those that the puzzle gives.
        timeout: seconds from now, or a run.

    Raises:
        InputError, PuzzleError: the partial picture has other cells than the puzzle, or a colour that it lacks.
        GaveUp: the time limit was reached first.
        NoSolution: the puzzle has no solution.
        SolverError: a solver crashed.
    """
    run = Run.of(timeout)
    cells = _with_givens(puzzle, known)
    filled = [ColoredCell(cell, color) for cell, color in enumerate(cells) if color is not None]
    wrong, together = find_wrong_cells(puzzle, filled, timeout=run)
    if wrong:
        return Hint(puzzle=puzzle, known=cells, wrong=wrong, together=together)
    picture = Picture(puzzle.grid, tuple(BACKGROUND if color is None else color for color in cells))
    found = Hint(puzzle=puzzle, known=cells, is_finished=not check(puzzle, picture))
    if found.is_finished:
        return found
    # A step of most puzzles takes less than a second with these limits.
    effort = Effort(most_followed=100_000, most_compared=3)
    return replace(found, step=next_step(puzzle, found.possible, effort=effort, timeout=run))


def _with_givens(puzzle: Puzzle, known: PartialPicture | None) -> tuple[int | None, ...]:
    """The known cells, with those that the puzzle gives; where the two differ, the known colour stays."""
    cells = [*(as_cells(puzzle, known) if known is not None else [None] * puzzle.grid.n_cells)]
    for cell, color in puzzle.givens:
        if cells[cell] is None:
            cells[cell] = color
    return tuple(cells)


class WrongCells(NamedTuple):
    """Cells of a partial picture that are wrong.

    Attributes:
        cells: ascending; none if some solution has all colours of the partial picture.
        together: False if each cell is wrong by itself; True if each has its colour in some solution, but no solution
            has all of these colours. Then none of them can be left out.
    """

    cells: tuple[int, ...]
    together: bool = False


@public
def find_wrong_cells(puzzle: Puzzle, colors: Iterable[ColoredCell], *, timeout: Limit = None) -> WrongCells:
    """Find the cells of a partial picture that are wrong by themselves, or else a minimal set of cells wrong together.

    Args:
        colors: the cells that are filled in, with their colours.
        timeout: seconds from now, or a run.

    Raises:
        GaveUp: the time limit was reached.
        NoSolution: the puzzle has no solution.
        SolverError: the solver crashed, or gave an answer that fails verification.
    """
    deadline = Run.of(timeout).deadline
    filled = dict(sorted(colors))
    state = propagated(puzzle, deadline)
    if state is None:
        raise NoSolution("the puzzle has no solution")
    wrong = [cell for cell, color in filled.items() if color not in state.cells.colors(cell)]
    to_ask = [cell for cell in open_cells(state.domains()) if cell in filled and cell not in wrong]
    if not to_ask:
        return WrongCells(tuple(wrong))
    with SolutionSession.of_state(state, deadline=deadline) as session:
        literals = {cell: session.cells.literals(cell, filled[cell]) for cell in to_ask}

        def solve(cells: Iterable[int]) -> Picture | None:
            return session.solve([literal for cell in cells for literal in literals[cell]], verify=False)

        if solve(to_ask) is not None:
            return WrongCells(tuple(wrong))
        solution = solve(())
        if solution is None:
            raise NoSolution("the puzzle has no solution")
        # The cells with the colours that they have in this solution are not wrong by themselves.
        suspects = [cell for cell in to_ask if solution.cells[cell] != filled[cell]]
        wrong += [cell for cell in suspects if solve([cell]) is None]
        if wrong:
            return WrongCells(tuple(sorted(wrong)))
        together = to_ask
        for cell in to_ask:
            rest = [each for each in together if each != cell]
            if solve(rest) is None:
                core = set(session.solver.core())
                together = [each for each in rest if core.intersection(literals[each])]
        return WrongCells(tuple(together), together=True)
