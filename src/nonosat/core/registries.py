"""Registries: dictionaries from names that a user can choose to what they stand for.

An entry begins with its `name`, the full name of its `module`, which is imported when it is first used, and a line of
words for lists. Entries that need no module of their own lack that field. A new entry is one element of `registry`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from nonosat.core.errors import UsageError


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_Entry = TypeVar("_Entry", bound=_Named)
_Choice = TypeVar("_Choice")


def registry(*entries: _Entry) -> dict[str, _Entry]:
    """The entries by name, in their order."""
    return {entry.name: entry for entry in entries}


def choose(choices: Mapping[str, _Choice], name: str, what: str) -> _Choice:
    """The choice of a name.

    Args:
        what: the noun of the choices in the message.

    Raises:
        UsageError: there is none; the message names all.
    """
    if name not in choices:
        raise UsageError(f"{what} {name!r}, expected one of {', '.join(choices)}")
    return choices[name]
