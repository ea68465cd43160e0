"""Initial phases for solvers that take none: a formula in which the solver's own default phase is the wanted one.

Most solvers try the same value first for every variable. Where the other value is wanted first, the variable is
replaced by its negation in all clauses, so that the solver's value stands for the other. Such a renaming is its own
inverse: the same map leads from the formula to the renamed one, and from a model of that back to one of the formula.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.cnf.formula import Formula


class Renaming:
    """A map of literals that replaces some variables by their negations."""

    def __init__(self, n_vars: int, flipped: Iterable[int]) -> None:
        """A renaming of the variables 1 to `n_vars` that replaces the `flipped` ones by their negations."""
        # The image of a literal, also for negative ones, which Python counts from the end.
        self._of = [*range(n_vars + 1), *range(-n_vars, 0)]
        for variable in flipped:
            self._of[variable], self._of[-variable] = -variable, variable

    @classmethod
    def towards(cls, likely: Iterable[int], n_vars: int, first_value: bool) -> Renaming:
        """The renaming by which a solver tries some literals first.

        Args:
            likely: the literals to try first; of two literals of one variable, the later counts. Variables that are
                missing, or larger than `n_vars`, are not replaced.
            n_vars: the largest variable of the formula.
            first_value: the value that the solver tries first for every variable.
        """
        value = {abs(literal): literal > 0 for literal in likely if abs(literal) <= n_vars}
        return cls(n_vars, (variable for variable, positive in value.items() if positive is not first_value))

    def literals(self, literals: Iterable[int]) -> list[int]:
        """The images of literals: of a clause for the solver, or of its model for the formula."""
        return list(map(self._of.__getitem__, literals))

    def group(self, group: ClauseGroup) -> ClauseGroup:
        """The group of the renamed clauses."""
        of = self._of.__getitem__
        return ClauseGroup(
            group.name, group.meaning, {width: array("i", map(of, flat)) for width, flat in group.literals.items()}
        )

    def formula(self, formula: Formula) -> Formula:
        """The renamed formula, with the names of the formula."""
        renamed = Formula(formula.comments)
        renamed.variables = formula.variables
        renamed.groups = [self.group(group) for group in formula.groups]
        renamed.selectors = {
            kind: {part: self._of[literal] for part, literal in parts.items()}
            for kind, parts in formula.selectors.items()
        }
        return renamed
