"""Numberings of cell variables by others: an expression such as `i*n+c`, which is nonosat's own.

    i   the number of the cell, from 0, row by row      h   the number of rows
    r   its row, from 0                                 w   the number of columns, in rectangles
    j   its position in the row, from 0                 n   the number of colours besides the background
    c   the colour, from 1

`j*h+r+1` numbers the cells of one colour column by column, `i*(n+1)+c+1` leaves a variable for the background.
"""

from __future__ import annotations

import ast
from array import array
from collections.abc import Iterator, Mapping
from types import CodeType

from nonosat.cnf.dimacs_formula import MOST_VARIABLES, DimacsFormula
from nonosat.cnf.formula import Formula
from nonosat.core.errors import UsageError
from nonosat.model.grid import cell_name
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

#: The numbering of every formula of nonosat.
OWN_NUMBERING = "i*n+c"
_LONGEST = 200
_ALLOWED = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.USub, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Load)


def cell_variables(puzzle: Puzzle, numbering: str = OWN_NUMBERING) -> list[int]:
    """The variables of a numbering, in the order of nonosat's own.

    Raises:
        UsageError: it is no such expression; or a variable is not positive, or is that of two cells or colours.
    """
    expression = parse_numbering(numbering, is_rectangle=isinstance(puzzle.grid, RectGrid))
    variables: dict[int, tuple[int, int]] = {}
    for cell, color, values in _places(puzzle):
        try:
            variable = eval(expression, {"__builtins__": {}}, dict(values))
        except ZeroDivisionError:
            raise UsageError(f"numbering {numbering!r} divides by zero") from None
        name = f"colour {letter(color)} of {cell_name(puzzle.grid, cell)}"
        if not 0 < variable <= MOST_VARIABLES:
            raise UsageError(
                f"numbering {numbering!r} gives {name} the variable {variable}, expected 1 to {MOST_VARIABLES:,}"
            )
        if variable in variables:
            other_cell, other = variables[variable]
            both = f"{name} the variable {variable} of colour {letter(other)} of {cell_name(puzzle.grid, other_cell)}"
            raise UsageError(f"numbering {numbering!r} gives {both}, expected different ones")
        variables[variable] = cell, color
    return list(variables)


def formula_of_cells(puzzle: Puzzle, read: DimacsFormula, numbering: str = OWN_NUMBERING) -> Formula:
    """A formula with its cell variables first, numbered as in every formula of nonosat; the others follow in order."""
    own = cell_variables(puzzle, numbering)
    last = max(read.n_vars, *own)
    names = {variable: number for number, variable in enumerate(own, 1)}
    free = iter(range(len(own) + 1, last + 1))
    image = [0] + [names[variable] if variable in names else next(free) for variable in range(1, last + 1)]
    formula = Formula()
    n = puzzle.n_colors
    formula.new_variables(
        "cell", ("cell", "colour"), "the cell has the colour", len(own), lambda at: (at // n, at % n + 1)
    )
    formula.new_variables("other", ("offset",), "the variable is true", last - len(own), lambda at: (at,))
    group = formula.new_group(read.clauses.name, read.clauses.meaning)
    for width, literals in read.clauses.literals.items():
        group.extend(width, literals if own == list(range(1, len(own) + 1)) else _renamed(literals, image))
    return formula


def _renamed(literals: array[int], image: list[int]) -> list[int]:
    return [image[literal] if literal > 0 else -image[-literal] for literal in literals]


def _places(puzzle: Puzzle) -> Iterator[tuple[int, int, Mapping[str, int]]]:
    """Each cell and colour, with the values of the names."""
    grid = puzzle.grid
    fixed = {"n": puzzle.n_colors, "h": len(grid.families[0])}
    if isinstance(grid, RectGrid):
        fixed["w"] = grid.width
    for row, line in enumerate(grid.families[0]):
        for position, cell in enumerate(grid.line(line)):
            for color in range(1, puzzle.n_colors + 1):
                yield cell, color, {**fixed, "i": cell, "r": row, "j": position, "c": color}


def parse_numbering(numbering: str, *, is_rectangle: bool = True) -> CodeType:
    """The expression of a numbering, ready to be evaluated; raises UsageError for anything else."""
    names = "ijrcnh" + "w" * is_rectangle
    try:
        tree = ast.parse(numbering if len(numbering) <= _LONGEST else "", mode="eval")
    except (SyntaxError, ValueError):
        tree = None
    known = tree is not None and all(
        isinstance(node, _ALLOWED)
        or (isinstance(node, ast.Name) and node.id in set(names))
        or (isinstance(node, ast.Constant) and type(node.value) is int)
        for node in ast.walk(tree)
    )
    if tree is None or not known:
        expected = f"numbers, {', '.join(names)}, +, -, *, // and brackets, such as {OWN_NUMBERING}"
        raise UsageError(f"numbering {numbering!r}, expected {expected}")
    return compile(tree, "<numbering>", "eval")
