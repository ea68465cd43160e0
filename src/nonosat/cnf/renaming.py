"""Hints for solvers that take none: a formula in which a solver's own first value is the likelier one.

Most solvers try the same value for every variable first. Where that is not the likelier one, the variable is written
as its opposite, so that what the solver takes for true is false. Such a renaming is its own inverse: the same map
leads from the formula to what the solver reads, and from its model back.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from nonosat.cnf.formula import ClauseGroup, Formula


class Renaming:
    """A set of variables of 1 to `n_vars` that stand for their opposites."""

    def __init__(self, n_vars: int, flipped: Iterable[int]) -> None:
        """
        Args:
            n_vars: the largest variable there is.
            flipped: the variables to turn round.
        """
        # What a literal becomes, also for negative ones, which Python counts from the end.
        self._of = [*range(n_vars + 1), *range(-n_vars, 0)]
        for variable in flipped:
            self._of[variable], self._of[-variable] = -variable, variable

    @classmethod
    def towards(cls, likely: Iterable[int], n_vars: int, first_value: bool) -> Renaming:
        """The renaming for a solver with that first value.

        Args:
            likely: literals that should be tried first; where a variable comes twice, the later one counts. Variables
                that do not come, or that are larger than `n_vars`, stay as they are.
        """
        value = {abs(literal): literal > 0 for literal in likely if abs(literal) <= n_vars}
        return cls(n_vars, (variable for variable, positive in value.items() if positive is not first_value))

    def literals(self, literals: Iterable[int]) -> list[int]:
        """A clause for the solver, or a model of it brought back."""
        return list(map(self._of.__getitem__, literals))

    def group(self, group: ClauseGroup) -> ClauseGroup:
        """The clauses as the solver reads them."""
        of = self._of.__getitem__
        return ClauseGroup(
            group.name, group.meaning, {width: array("i", map(of, flat)) for width, flat in group.literals.items()}
        )

    def formula(self, formula: Formula) -> Formula:
        """The formula as the solver reads it."""
        renamed = Formula(formula.comments)
        renamed.variables = formula.variables
        renamed.groups = [self.group(group) for group in formula.groups]
        return renamed
