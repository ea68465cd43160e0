"""Values of options that a shell completes.

The functions here only run while a shell completes a command line; each imports the registry that it needs then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click

#: What click calls to complete the value of an option: the beginning of a value to the values that begin so.
Completion = Callable[[click.Context, click.Parameter, str], list[str]]


def _completion(names: Callable[[], Iterable[str]]) -> Completion:
    """A completion that offers the names that a function returns."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
        return [name for name in names() if name.startswith(incomplete)]

    return complete


def _list_completion(names: Callable[[], Iterable[str]]) -> Completion:
    """A completion of the last name in a list with commas."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
        before, comma, last = incomplete.rpartition(",")
        return [before + comma + name for name in names() if name.startswith(last)]

    return complete


def _solvers() -> Iterable[str]:
    from nonosat.backends import BACKENDS

    return BACKENDS


def _programs() -> Iterable[str]:
    from nonosat.backends import BACKENDS

    return [name for name, backend in BACKENDS.items() if not backend.capabilities.in_process]


def _provers() -> Iterable[str]:
    from nonosat.backends import BACKENDS

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
    from nonosat.solving.portfolio.strategies import STRATEGIES

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


complete_solver = _completion(_solvers)
complete_solvers = _list_completion(_solvers)
complete_program = _completion(_programs)
complete_prover = _completion(_provers)
complete_encoding = _completion(_encodings)
complete_encodings = _list_completion(_encodings)
complete_amo = _completion(_amos)
complete_amos = _list_completion(_amos)
complete_added = _completion(_redundant)
complete_added_list = _list_completion(_redundant)
complete_strategy = _completion(_strategies)
complete_from = _completion(_readable_formats)
complete_to = _completion(_writable_formats)
complete_kind = _completion(_proof_kinds)
