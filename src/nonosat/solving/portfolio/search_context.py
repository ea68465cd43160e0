"""The context of all searches on one puzzle: the propagated state, its formula, and the solver that has begun on it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat.core.deadline import NEVER, Allowance, Deadline
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.parallel.processes import may_have_children
from nonosat.solvers import BACKENDS, DEFAULT_SOLVER
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.solution_session import SolutionSession

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.encodings import Recipe
    from nonosat.solving.portfolio.probing_search import ProbingSearch
    from nonosat.solving.portfolio.shaving_search import ShavingSearch

#: Work of an engine that proves nothing, in units, where engines cannot run side by side and others wait for it.
ALONE_WORK = 20_000

#: The attributes that an engine makes anew where it is not forked.
_NOT_SENT = ("begun", "formula", "probing", "shaving")


class OpenPart(NamedTuple):
    """The size and shape of an open part.

    Attributes:
        n_open: number of undecided cells.
        starts: number of possible starts of blocks in lines with undecided cells, which is about the number of
            variables of a formula.
        freedom: possible starts for each undecided cell and family of lines.
        cells_per_block: undecided cells and families of lines for each block in lines with undecided cells.
    """

    n_open: int
    starts: int
    freedom: float
    cells_per_block: float = 0.0


def measure_open(domains: Domains) -> OpenPart:
    """The size and shape of the part that domains leave open."""
    open_lines = [line.starts for line in domains.lines if line.is_open]
    starts = sum(mask.bit_count() for line in open_lines for block in line for mask in block.values())
    crossed = domains.n_open * len(domains.grid.families)
    return OpenPart(domains.n_open, starts, starts / max(1, crossed), crossed / max(1, sum(map(len, open_lines))))


class SearchContext:
    """One puzzle that line solving leaves open, for all its searches.

    Engines run in processes of their own. A forked one inherits all of this as it was at that moment; others get it
    pickled, without the solver that has begun and its formula.

    Attributes:
        state: consistent, with undecided cells.
        picture: the first solution, as soon as there is one.
        side_by_side: whether engines run in processes of their own, which are ended at the deadline; otherwise they run
            one after the other in this process.
    """

    def __init__(self, state: PropagationState, deadline: Deadline = NEVER, recipe: Recipe | None = None) -> None:
        self.state, self.puzzle, self.deadline, self.recipe = state, state.puzzle, deadline, recipe
        self.picture: Picture | None = None
        self.side_by_side = may_have_children()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in _NOT_SENT}

    def __enter__(self) -> SearchContext:
        return self

    def __exit__(self, *_: object) -> None:
        if self.has_begun:
            self.begun.close()

    @cached_property
    def domains(self) -> Domains:
        """The domains that line solving leaves."""
        return self.state.domains()

    @cached_property
    def open_part(self) -> OpenPart:
        """The size and shape of the part that line solving leaves open."""
        return measure_open(self.domains)

    @cached_property
    def formula(self) -> Formula:
        """The residual formula; built when it is first used."""
        return encode_open_part(self.puzzle, self.domains, self.recipe, self.deadline)

    @property
    def built_formula(self) -> Formula | None:
        """The residual formula, if it was built in this process."""
        return self.__dict__.get("formula")

    @cached_property
    def begun(self) -> SolutionSession:
        """The default solver on the residual formula; processes inherit it with all that it has learned."""
        return self.opened(DEFAULT_SOLVER)

    @property
    def has_begun(self) -> bool:
        """True if the default solver has begun in this process, or in the one that it was forked from."""
        return "begun" in self.__dict__

    @cached_property
    def probing(self) -> ProbingSearch:
        """The search by probing, which continues where it ended."""
        from nonosat.solving.portfolio.probing_search import ProbingSearch

        return ProbingSearch(self.state)

    @cached_property
    def shaving(self) -> ShavingSearch:
        """The search by shaving, which continues where it ended."""
        from nonosat.solving.portfolio.shaving_search import SHAVING_SOLVER, ShavingSearch

        return ShavingSearch(self.opened(SHAVING_SOLVER))

    def count_on(self, allowance: Allowance) -> None:
        """In a process of its own, which others end: let all searches count their work on an allowance."""
        if self.side_by_side:
            self.deadline = Deadline(self.deadline.moment, allowances=(allowance,))

    def opened(self, solver: str) -> SolutionSession:
        """A session of its own on the residual formula, with a solver of `BACKENDS` in this process."""
        return SolutionSession(
            self.puzzle, self.formula, BACKENDS[solver], domains=self.domains, deadline=self.solver_deadline()
        )

    def solver_deadline(self) -> Deadline:
        """The deadline that a solver checks by itself: no moment where its process is ended then."""
        return self.deadline._replace(moment=NEVER.moment) if self.side_by_side else self.deadline

    def incomplete_deadline(self) -> Deadline:
        """The deadline of an engine that may end without an answer: early where others can only begin after it."""
        return self.deadline if self.side_by_side else self.deadline.or_after_work(ALONE_WORK)
