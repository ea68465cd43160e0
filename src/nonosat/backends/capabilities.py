"""What solver backends can do; asked for instead of what kind of backend one is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: A capability that a backend has or has not, by the name of its attribute in `Capabilities`.
Capability = Literal["incremental", "core", "phases", "conflict_limit", "statistics", "proof", "interrupt"]

#: What a backend without a capability does not do, for messages.
LACKS: dict[Capability, str] = {
    "incremental": "begins every search anew",
    "core": "names no core of its assumptions",
    "phases": "follows no initial phases",
    "conflict_limit": "takes no limit of conflicts",
    "statistics": "counts no conflicts",
    "proof": "writes no proofs",
    "interrupt": "cannot be interrupted",
}


@dataclass(frozen=True, kw_only=True)
class Capabilities:
    """What a backend can do.

    Every backend searches under assumptions, and every session propagates, so neither is in this list.

    Attributes:
        in_process: it searches in this process, or in a child of it where there is a deadline; else it runs a program.
        incremental: a second search continues with what the first one learned; else every search begins anew, and
            assumptions become clauses of one literal.
        core: it names assumptions that suffice for the answer that there is no model.
        phases: it follows initial phases as they are.
        first_value: the value that it tries first for every variable; then initial phases reach it by a renaming of
            the variables. None if that value is not known.
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
        """Whether a backend has a capability."""
        found: bool = getattr(self, capability)
        return found
