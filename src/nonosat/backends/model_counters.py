"""Model counters: how many assignments of some variables can be extended to models of a formula, exactly or estimated.

Both are optional packages. They run in a child process, so a deadline or Ctrl-C ends them.

Sources: M. Soos, K. S. Meel, "Engineering an efficient probabilistic exact model counter", CAV 2025 (Ganak);
S. Chakraborty, K. S. Meel, M. Y. Vardi, "Algorithmic improvements in approximate counting for probabilistic inference:
from linear to logarithmic SAT calls", IJCAI 2016 (ApproxMC).
"""

from __future__ import annotations

import importlib.util
from functools import partial

from nonosat.cnf.formula import Formula
from nonosat.errors import MissingDependency, SolverError
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.process_race import call_in_child

#: The packages of the two counters.
EXACT_PACKAGE, ESTIMATE_PACKAGE = "pyganak", "pyapproxmc"


def has_exact_counter() -> bool:
    """Whether the package of the exact counter is installed."""
    return importlib.util.find_spec(EXACT_PACKAGE) is not None


def require_estimates() -> None:
    """Make sure that the package of the estimates is installed.

    Raises:
        MissingDependency: it is not.
    """
    if importlib.util.find_spec(ESTIMATE_PACKAGE) is None:
        message = f"estimates need the package {ESTIMATE_PACKAGE}, which is not installed"
        raise MissingDependency(f"{message}, expected `pip install 'nonosat[count]'`")


def exact_number(formula: Formula, n_counted: int, deadline: Deadline = NEVER) -> int:
    """The number of assignments of the first variables that can be extended to models.

    Args:
        formula: the formula.
        n_counted: how many variables are counted; the others are projected away.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline came first.
        SolverError: the counter crashed.
    """
    return call_in_child(EXACT_PACKAGE, partial(_exact_number, formula.without_names(), n_counted), deadline)


def estimated_number(
    formula: Formula, n_counted: int, *, epsilon: float, delta: float, seed: int, deadline: Deadline = NEVER
) -> int:
    """An estimate of the number of assignments of the first variables that can be extended to models.

    With a probability of at least 1 - delta, number / (1 + epsilon) <= estimate <= number * (1 + epsilon).

    Args:
        formula: the formula; it has a model.
        n_counted: how many variables are counted; the others are projected away.
        epsilon: the tolerance, more than 0.
        delta: the probability of a larger error, between 0 and 1.
        seed: of the random choices; with the same seed the estimate is the same.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline came first.
        MissingDependency: the package is not installed.
        SolverError: the counter crashed, or its version is known to be wrong.
    """
    require_estimates()
    function = partial(_estimated_number, formula.without_names(), n_counted, epsilon, delta, seed)
    return call_in_child(ESTIMATE_PACKAGE, function, deadline)


def _exact_number(formula: Formula, n_counted: int) -> int:
    """In the child."""
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(formula.n_vars)
    counter.add_clauses([list(clause) for clause in formula.clauses()])
    counter.set_sampling_set(range(1, n_counted + 1))
    return int(counter.count())


def _estimated_number(formula: Formula, n_counted: int, epsilon: float, delta: float, seed: int) -> int:
    """In the child; the package is tried on small formulas first, since not all of its versions are right."""
    from pyapproxmc import Counter

    def estimate(clauses: list[list[int]], n_vars: int, n_counted: int) -> int:
        counter = Counter(epsilon=epsilon, delta=delta, seed=seed)
        # A clause that is always true makes all variables known.
        counter.add_clauses([*clauses, [n_vars, -n_vars]])
        cells, hashes = counter.count(list(range(1, n_counted + 1)))
        return int(cells) << int(hashes)

    # Versions 4.3.4 and 4.4.0 lose variables that they eliminate.
    for clauses, n_models in (([[1, 2], [-1, -2]], 2), ([[1, 2], [-1, -2], [3, 4]], 6)):
        if estimate(clauses, 4, 4 if n_models == 6 else 2) != n_models:
            raise SolverError(f"the installed {ESTIMATE_PACKAGE} miscounts small formulas, expected version 4.1.24")
    return estimate([list(clause) for clause in formula.clauses()], formula.n_vars, n_counted)
