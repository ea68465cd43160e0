"""The arguments of public functions: a value of another kind is refused by one sentence, before any work."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from nonosat.core.errors import UsageError, shown

_P = ParamSpec("_P")
_R = TypeVar("_R")

#: The records that public functions take, and where a caller gets each of them.
_SOURCES = {
    "Puzzle": "`nonosat.load` reads a file",
    "Sheet": "`nonosat.load_sheet` reads a file",
    "Result": "`nonosat.solve` returns one",
    "SolutionMap": "`nonosat.map_solutions` returns one",
    "Claim": "`nonosat.map_claim` returns one",
    "Formula": "`nonosat.encode` returns one",
}


def public(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function that refuses any other value where its annotations name records of nonosat, such as `Puzzle | Result`.

    Raises (the new function):
        UsageError: an argument is none of these records; says what it is and how to get one.
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    records = [(place, name, _records(function.__annotations__[name])) for place, name in enumerate(names)]
    checked = [(place, name, kinds) for place, name, kinds in records if kinds]

    @functools.wraps(function)
    def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
        for place, name, kinds in checked:
            if place < len(args) or name in kwargs:
                value = args[place] if place < len(args) else kwargs[name]
                if kinds.isdisjoint(each.__name__ for each in type(value).__mro__):
                    raise _refused(function.__name__, value, kinds)
        return function(*args, **kwargs)

    return call


def _records(annotation: str) -> frozenset[str]:
    """The classes that an annotation allows; none if some of them is no record."""
    names = {"NoneType" if name == "None" else name for name in annotation.split(" | ")}
    return frozenset(names) if names - {"NoneType"} and names <= {*_SOURCES, "NoneType"} else frozenset()


def _refused(function: str, value: object, kinds: frozenset[str]) -> UsageError:
    kind, *others = sorted(kinds - {"NoneType"}, key=[*_SOURCES].index)
    found = shown(value) if isinstance(value, str) else f"an instance of {type(value).__name__}"
    held = getattr(value, kind.lower(), None)
    source = f", such as its `{kind.lower()}`" if type(held).__name__ == kind else f"; {_SOURCES[kind]}"
    return UsageError(f"{function}: {found}, expected a {' or a '.join([kind, *others])}{source}")
