"""Backends as they are installed here: information for people. A search does not import this module."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.backends.capabilities import Capabilities


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
