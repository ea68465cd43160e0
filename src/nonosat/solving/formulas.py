"""Formulas of puzzles: the complete one, which people read and write to files, and the residual one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from nonosat.core.arguments import public
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import InputError, SolverError, UsageError
from nonosat.core.question import Limit, Run
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import propagated
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.encodings import Recipe

#: The complete formula is for people, too: it says where each block starts.
COMPLETE_ENCODING = "start"
#: The residual formula is for the solver alone, which is faster without the start variables.
RESIDUAL_ENCODING = "order"


@public
def encode(
    puzzle: Puzzle,
    *,
    encoding: str | Recipe | None = None,
    name: str = "",
    propagate: bool = False,
    selectors: bool = False,
    max_literals: int | None = None,
    timeout: Limit = None,
) -> Formula:
    """A formula whose models, projected to the cell variables, are the solutions of a puzzle.

    Args:
        encoding: a recipe (see `encodings.find_encoding`), or its text, such as `pairwise/product+totals`; `start` by
            default.
        name: the name of the puzzle in the comments of the formula.
        propagate: leave out what line solving rules out. Without it the formula is the complete one: it leaves out only
            what each clue by itself rules out.
        selectors: give the clue of each line, and each given, a literal that enforces it; see `Recipe.encode`. The
            models are the solutions if all of these literals are assumed.
        max_literals: the size above which it is not worthwhile to build the formula; see `Formula`.
        timeout: seconds, or a `Run` that limits it.

    Raises:
        GaveUp: there was no formula within the time limit.
        TooLarge: the encoding is not meant for puzzles of this size, or the formula has more literals.
        UsageError: there is no such encoding, at-most-one or redundant constraint, or these cannot be combined; or
            selectors after line propagation, which combines the clues.
    """
    from nonosat.encodings import Recipe, find_encoding

    if selectors and propagate:
        raise UsageError("selectors cannot be combined with line propagation")
    if not isinstance(encoding, Recipe):
        encoding = find_encoding(COMPLETE_ENCODING if encoding is None else encoding)
    # Lines that contradict each other leave no domains; the complete formula has no model either.
    deadline = Run.of(timeout).deadline
    state = propagated(puzzle, deadline) if propagate else None
    domains = state.domains() if state else None
    formula = encoding.encode(puzzle, domains, selectors=selectors, max_literals=max_literals, deadline=deadline)
    kind = "with selectors" if selectors else "after line propagation" if propagate else "complete"
    colors = ", ".join(f"{letter(c)} {color}" for c, color in enumerate(puzzle.palette.colors))
    formula.comments[:0] = [
        f"nonogram {_printable(name)}".rstrip(),
        f"grid: {puzzle.grid.header}; colours: {colors}",
        f"encoding: {encoding}, {kind}",
        f"cell i (from 0, row by row) has colour c (from 1): variable i * {puzzle.n_colors} + c",
    ]
    return formula


@public
def load_formula(path: str, puzzle: Puzzle, *, numbering: str = "i*n+c") -> Formula:
    """Read a DIMACS file of anybody as a formula of a puzzle, such as for `check_formula`.

    Args:
        path: of the file; `-` is standard input.
        numbering: the variable of a cell and a colour, as an expression in the number `i` of the cell (from 0, row by
            row), its row `r` and its position `j` in it (from 0), the colour `c` (from 1), the number `n` of colours
            besides the background, the number `h` of rows and, in a rectangle, the number `w` of columns. All other
            variables of the formula are free.

    Returns:
        The formula with the cell variables first, numbered as `encode` numbers them.

    Raises:
        InputError: the file cannot be read, or is no such formula; says where and why.
        UsageError: the numbering is no such expression, or gives two cells or colours the same variable.
    """
    from nonosat.cnf.dimacs_formula import read_formula
    from nonosat.core.files import as_text, in_utf8, read_bytes, shown_name
    from nonosat.encodings.numbering import cell_variables, formula_of_cells

    cell_variables(puzzle, numbering)
    data, name = read_bytes(path), shown_name(path)
    try:
        text = as_text(data, name)
    except InputError:
        if b"\0" in data:
            raise
        text = as_text(in_utf8(data, "latin-1", name), name)  # only comments may have letters
    return formula_of_cells(puzzle, read_formula(text, name), numbering)


def encode_open_part(
    puzzle: Puzzle, domains: Domains, recipe: Recipe | None = None, deadline: Deadline = NEVER
) -> Formula:
    """The residual formula of a puzzle: variables and clauses of undecided cells only.

    Args:
        domains: those that line solving leaves; a line without an undecided cell satisfies its clue.
        recipe: the encoding with its options; `order` by default.

    Raises:
        GaveUp: the deadline came first.
        TooLarge: the encoding is not meant for puzzles of this size.
    """
    from nonosat.encodings import find_encoding

    return (recipe or find_encoding(RESIDUAL_ENCODING)).encode(puzzle, domains, residual=True, deadline=deadline)


def complete_model(model: Iterable[int], formula: Formula) -> tuple[int, ...]:
    """A model with one literal for every variable of a formula, ascending.

    Args:
        model: literals in any order; a variable that is not mentioned counts as false.

    Raises:
        SolverError: it does not satisfy the formula.
    """
    true = {literal for literal in model if literal > 0}
    complete = tuple(variable if variable in true else -variable for variable in range(1, formula.n_vars + 1))
    true = set(complete)
    for number, clause in enumerate(formula.clauses(), 1):
        if true.isdisjoint(clause):
            raise SolverError(f"the model does not satisfy clause {number:,} of the formula, so it is not shown")
    return complete


def _printable(name: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in name)


@public
def decode(puzzle: Puzzle, model: Iterable[int], domains: Domains | None = None) -> Picture:
    """The picture that a model of an encoding describes; it is not checked against the clues.

    Args:
        model: literals in any order; a cell variable that is missing counts as false.
        domains: for a residual formula the domains that it was made from; None for a complete formula.

    Raises:
        TwoColors: a cell has two colours, so this is not a model of any encoding of the puzzle.
    """
    from nonosat.encodings.cell_variables import CellVariables

    return CellVariables(puzzle, domains).picture_of(model)
