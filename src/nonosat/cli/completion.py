"""Values of options that a shell completes.

The functions here only run while a shell completes a command line; each imports the registry that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable


def _solvers() -> Iterable[str]:
    from nonosat.solvers import BACKENDS

    return BACKENDS


def _programs() -> Iterable[str]:
    from nonosat.solvers import BACKENDS

    return [name for name, backend in BACKENDS.items() if not backend.capabilities.in_process]


def _provers() -> Iterable[str]:
    from nonosat.solvers import BACKENDS

    return [name for name, backend in BACKENDS.items() if backend.capabilities.proof]


def _encodings() -> Iterable[str]:
    from nonosat.encodings import ENCODINGS

    return ENCODINGS


def _amos() -> Iterable[str]:
    from nonosat.cnf.cardinality import AMOS

    return AMOS


def _redundant() -> Iterable[str]:
    from nonosat.encodings import REDUNDANT

    return REDUNDANT


def _strategies() -> Iterable[str]:
    from nonosat.solving.options import STRATEGIES

    return STRATEGIES


def _readable_formats() -> Iterable[str]:
    from nonosat.formats.registry import FORMATS

    return FORMATS


def _writable_formats() -> Iterable[str]:
    from nonosat.formats.registry import FORMATS

    return [name for name, format_ in FORMATS.items() if format_.writes]


def _proof_kinds() -> Iterable[str]:
    from nonosat.proofs.kinds import KINDS

    return ["auto", *KINDS]


#: By what is completed, a function that returns the names to choose from.
_NAMES: dict[str, Callable[[], Iterable[str]]] = {
    "solver": _solvers,
    "program": _programs,
    "prover": _provers,
    "encoding": _encodings,
    "amo": _amos,
    "add": _redundant,
    "strategy": _strategies,
    "from": _readable_formats,
    "to": _writable_formats,
    "kind": _proof_kinds,
}


def completed_values(what: str, incomplete: str, *, several: bool) -> list[str]:
    """The values of an option that begin as what has been typed does.

    Args:
        what: a key of `_NAMES`.
        incomplete: what has been typed.
        several: whether the value is a list with commas, of which the last name is completed.
    """
    before, comma, last = incomplete.rpartition(",") if several else ("", "", incomplete)
    return [before + comma + name for name in _NAMES[what]() if name.startswith(last)]
