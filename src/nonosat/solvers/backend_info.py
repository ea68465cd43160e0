"""The capabilities of solver backends; other packages ask for these, not for the kind of a backend."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.core.errors import UsageError


class Capabilities(NamedTuple):
    """The capabilities of a backend; every backend searches under assumptions.

    Attributes:
        in_process: it searches in this process, or in a child of it where there is a deadline; else it runs a program.
        incremental: a second search keeps the clauses that the first one learned; else every search begins anew, and
            assumptions become clauses of one literal.
        core: it names assumptions under which there is no model.
        phases: it takes initial phases.
        first_value: the value that it tries first for every variable, None if unknown. If it is known, initial phases
            are set by a renaming of the variables.
        conflict_limit: it obeys a limit of conflicts.
        continues: a search goes on after such a limit as if there had been none; others begin again with short
            restarts and few learned clauses.
        statistics: it counts conflicts, and possibly more.
        proof: it can write a proof that there is no model.
        interrupt: a search can be stopped from within; others are stopped by ending their process.
    """

    in_process: bool = True
    incremental: bool = True
    core: bool = True
    phases: bool = True
    first_value: bool | None = None
    conflict_limit: bool = True
    continues: bool = True
    statistics: bool = True
    proof: bool = True
    interrupt: bool = True


class BackendInfo(NamedTuple):
    """A backend as it is installed here.

    Attributes:
        name: for `find_backend`.
        available: whether it can be used here and now.
        version: that of the solver, or "" if it is unknown.
        get: a command or an address to get it.
    """

    name: str
    available: bool
    version: str
    capabilities: Capabilities
    get: str

    @property
    def kind(self) -> str:
        """`in process` or `program`."""
        return "in process" if self.capabilities.in_process else "program"


def prover_error(solver: str) -> UsageError:
    """The error of a solver that cannot write proofs."""
    return UsageError(f"solver {solver!r} writes no proofs")
