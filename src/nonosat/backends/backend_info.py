"""Backends as they are installed here; asked for by people, not by searches, so imported only then."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.backends.capabilities import Capabilities


@dataclass(frozen=True, kw_only=True)
class BackendInfo:
    """A backend as it is installed here.

    Attributes:
        name: for `find_backend`.
        available: whether it can be used here and now.
        version: of the solver, or "" if that is not known.
        capabilities: what it can do.
        get: how to get it.
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
