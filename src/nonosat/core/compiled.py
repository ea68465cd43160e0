"""Functions that numba compiles where that package is installed; elsewhere they run as they are, and far slower.

Loading numba takes half a second, and the first call on a machine takes some seconds more, until the compiled code is
in its cache. So this is for searches that take longer than that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


@cache
def is_available() -> bool:
    """True if numba is installed in a version that fits the installed numpy; loads numba."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


def compiled(function: _Function, **options: Any) -> _Function:
    """Let numba compile a function when it is first called, with `options` of `numba.njit`; also a decorator."""
    if not is_available():
        return function
    from numba import njit

    compiler: Callable[..., Any] = njit
    try:
        result: _Function = compiler(cache=True, error_model="numpy", **options)(function)
    except RuntimeError:  # no folder for the cache is writable
        result = compiler(error_model="numpy", **options)(function)
    return result
