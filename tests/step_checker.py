"""Checks the steps of explanations by SAT: each follows from exactly what it names.

A step may use the clues of the lines that it names, and what was known of the cells of these lines. Of nonosat only the
data classes and the formula of the puzzle are used, so that no error of the search can hide in the check.
"""

from __future__ import annotations

from collections.abc import Iterable

from pysat.solvers import Glucose4

from nonosat.encodings.cell_variables import CellVariables
from nonosat.explaining.explain import Walkthrough
from nonosat.explaining.line_patterns import PATTERNS
from nonosat.explaining.step import LineDeduction, Narrowing, Rung, Step
from nonosat.model.puzzle import Puzzle
from nonosat.solving.formulas import encode

Possible = list[tuple[int, ...]]


class StepChecker:
    """The clues of a puzzle in a solver, each with a selector."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.grid = puzzle, puzzle.grid
        formula = encode(puzzle, encoding="order", selectors=True)
        self.selectors = formula.selectors["line"]
        self.cells = CellVariables(puzzle)
        self.solver = Glucose4(bootstrap_with=[*formula.clauses()])
        #: For each cell a literal that implies that it is not background.
        self.filled = range(formula.n_vars + 1, formula.n_vars + 1 + self.grid.n_cells)
        for cell, literal in enumerate(self.filled):
            self.solver.add_clause([-literal, *self.colors(cell)])

    def close(self) -> None:
        self.solver.delete()

    def colors(self, cell: int) -> list[int]:
        return [self.cells.literal(cell, color) for color in range(1, self.puzzle.n_colors + 1)]

    def has(self, cell: int, color: int) -> list[int]:
        """Literals that say that a cell has a colour."""
        return [self.colors(cell)[color - 1]] if color else [-literal for literal in self.colors(cell)]

    def facts(self, lines: Iterable[int], possible: Possible) -> list[int]:
        """The selectors of lines, and what is known of their cells."""
        literals = []
        cells = set()
        for line in lines:
            literals.append(self.selectors[line])
            cells.update(self.grid.line(line))
        for cell in cells:
            literals += [-literal for color, literal in enumerate(self.colors(cell), 1) if color not in possible[cell]]
            if 0 not in possible[cell]:
                literals.append(self.filled[cell])
        return literals

    def check_conclusions(self, lines: Iterable[int], narrowed: Iterable[Narrowing], possible: Possible) -> None:
        """Cells lose colours, and these follow from the lines."""
        facts = self.facts(lines, possible)
        for cell, before, after in narrowed:
            assert before == possible[cell], f"cell {cell} had {possible[cell]}, not {before}"
            assert after, f"cell {cell} has no colour left"
            assert set(after) < set(before), f"cell {cell} loses nothing"
            for color in set(before) - set(after):
                assert not self.solver.solve([*facts, *self.has(cell, color)]), f"cell {cell} may have {color}"

    def check_contradiction(self, lines: Iterable[int], possible: Possible) -> None:
        assert not self.solver.solve(self.facts(lines, possible)), "no contradiction"

    def check_deduction(self, deduction: LineDeduction, possible: Possible) -> None:
        cells = list(self.grid.line(deduction.line))
        narrowed = [each.cell for each in deduction.narrowed]
        assert narrowed == [cell for cell in cells if cell in narrowed], "in the order of the line"
        assert deduction.reasons
        argued = [cell for reason in deduction.reasons for cell in reason.cells]
        assert sorted(argued) == sorted(narrowed), "each cell has one reason"
        for reason in deduction.reasons:
            assert reason.pattern in PATTERNS
            assert list(reason.blocks) == sorted(set(reason.blocks))
            assert all(0 <= block < len(self.puzzle.clues[deduction.line]) for block in reason.blocks)
        self.check_conclusions([deduction.line], deduction.narrowed, possible)

    def check_step(self, step: Step, possible: Possible) -> None:
        """Check a step, and apply it to what is possible."""
        assert step.conclusions, "a step concludes something"
        assert list(step.lines) == sorted(set(step.lines))
        concluded = [each.cell for each in step.conclusions]
        assert concluded == sorted(set(concluded))
        self.check_conclusions(step.lines, step.conclusions, possible)
        if step.rung == Rung.SINGLE_LINE:
            left = dict(enumerate(possible))
            for deduction in step.deductions:
                self.check_deduction(deduction, possible)
                for cell, _, after in deduction.narrowed:
                    left[cell] = tuple(color for color in left[cell] if color in after)
            assert step.lines == tuple(sorted(each.line for each in step.deductions))
            assert step.conclusions == tuple(
                Narrowing(cell, possible[cell], after)
                for cell, after in sorted(left.items())
                if after != possible[cell]
            )
        elif step.rung in (Rung.SUPPOSITION, Rung.NESTED):
            self.check_supposition(step, possible)
        else:
            assert step.supposed is None
            assert step.contradiction is None
            for deduction in step.deductions:
                self.check_deduction(deduction, possible)
                assert deduction.line in step.lines
        apply(possible, step.conclusions)

    def check_supposition(self, step: Step, possible: Possible) -> None:
        assert step.supposed is not None
        assert step.contradiction is not None
        cell, color = step.supposed
        before = possible[cell]
        assert color in before
        after = tuple(each for each in before if each != color)
        assert step.conclusions == (Narrowing(cell, before, after),)
        within = possible[:]
        within[cell] = (color,)
        used = {step.contradiction}
        for deduction in step.deductions:
            self.check_deduction(deduction, within)
            apply(within, deduction.narrowed)
            used.add(deduction.line)
        assert bool(step.inner) == (step.rung == Rung.NESTED)
        for inner in step.inner:
            self.check_step(inner, within)
            used.update(inner.lines)
        self.check_contradiction([step.contradiction], within)
        assert step.lines == tuple(sorted(used))


def apply(possible: Possible, narrowed: Iterable[Narrowing]) -> None:
    for cell, _, after in narrowed:
        possible[cell] = after


def check_walkthrough(walkthrough: Walkthrough) -> Possible:
    """Check all steps; what is possible after the last one."""
    puzzle = walkthrough.puzzle
    given = dict(puzzle.givens)
    everything = tuple(range(puzzle.n_colors + 1))
    possible = [(given[cell],) if cell in given else everything for cell in range(puzzle.grid.n_cells)]
    assert walkthrough.start == tuple(possible)
    checker = StepChecker(puzzle)
    try:
        for number, step in enumerate(walkthrough.steps):
            try:
                checker.check_step(step, possible)
            except AssertionError as error:
                raise AssertionError(f"step {number}, {step}: {error}") from error
    finally:
        checker.close()
    assert walkthrough.n_open == sum(len(colors) > 1 for colors in possible)
    if walkthrough.picture is None:
        assert walkthrough.n_open
    else:
        assert walkthrough.picture.cells == tuple(color for (color,) in possible)
    return possible
