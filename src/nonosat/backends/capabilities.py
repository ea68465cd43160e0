"""The capabilities of solver backends; other packages ask for these, not for the kind of a backend."""

from __future__ import annotations

from typing import Literal, NamedTuple

#: The name of an attribute of `Capabilities` that is true or false.
Capability = Literal["incremental", "core", "phases", "conflict_limit", "statistics", "proof", "interrupt"]

#: The predicate of "solver X ..." in messages about a backend without a capability.
LACKS: dict[Capability, str] = {
    "incremental": "begins every search anew",
    "core": "names no core of its assumptions",
    "phases": "follows no initial phases",
    "conflict_limit": "takes no limit of conflicts",
    "statistics": "counts no conflicts",
    "proof": "writes no proofs",
    "interrupt": "cannot be interrupted",
}


class Capabilities(NamedTuple):
    """The capabilities of a backend; every backend searches under assumptions, so this is not among them.

    Attributes:
        in_process: it searches in this process, or in a child of it where there is a deadline; else it runs a program.
        incremental: a second search keeps the clauses that the first one learned; else every search begins anew, and
            assumptions become clauses of one literal.
        core: it names assumptions under which there is no model.
        phases: it takes initial phases.
        first_value: the value that it tries first for every variable, None if unknown. If it is known, initial phases
            are set by a renaming of the variables.
        conflict_limit: it obeys a limit of conflicts.
        statistics: it counts conflicts, decisions and propagations.
        proof: it can write a proof that there is no model.
        interrupt: a search can be stopped from within; others are stopped by ending their process.
    """

    in_process: bool = True
    incremental: bool = True
    core: bool = True
    phases: bool = True
    first_value: bool | None = None
    conflict_limit: bool = True
    statistics: bool = True
    proof: bool = True
    interrupt: bool = True

    def has(self, capability: Capability) -> bool:
        """True if the backend has a capability."""
        found: bool = getattr(self, capability)
        return found
