"""The terminals of this process: their columns and colours."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO

#: Columns where neither the environment nor the terminal says how many there are.
_DEFAULT_COLUMNS = 80
#: The values of COLORTERM that stand for terminals with 24-bit colours.
_TRUE_COLOR = ("truecolor", "24bit")


def columns(stream: TextIO) -> int:
    """The columns of the terminal of a stream at this moment.

    COLUMNS in the environment can make it narrower, not wider, so that lines never wrap.
    """
    found = [int(word) for word in [os.environ.get("COLUMNS", "")] if word.isascii() and word.isdecimal()]
    with contextlib.suppress(OSError, ValueError):  # no terminal, or no file at all
        found.append(os.get_terminal_size(stream.fileno()).columns)
    return min((number for number in found if number > 0), default=_DEFAULT_COLUMNS)


def _is_console() -> bool:
    """Tell whether terminals are consoles of Windows that can erase, and have 24-bit colours; these have no TERM."""
    from nonosat.system.system_capabilities import this_system

    if this_system().names_terminals:
        return False
    from nonosat.system.windows_console import understands_escapes

    return understands_escapes()


def output_width() -> int | None:
    """The columns of the terminal that shows standard output; None for a file or a pipe, which has no limit."""
    return columns(sys.stdout) if sys.stdout.isatty() else None


def can_erase(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal that can erase what it shows."""
    term = os.environ.get("TERM", "")
    return stream.isatty() and term != "dumb" and (term != "" or _is_console())


def color_depth(choice: bool | None) -> int:
    """The number of colours to use on standard output: 0, 16, 256 or 2**24.

    The choice of the user comes first; then NO_COLOR, FORCE_COLOR, and whether it is a terminal with colours.

    Args:
        choice: of the user; None to decide by the environment.
    """
    environment = os.environ
    term = environment.get("TERM", "")
    if choice is None:
        if environment.get("NO_COLOR"):
            choice = False
        elif environment.get("FORCE_COLOR", "0") not in ("", "0"):
            choice = True
        else:
            choice = sys.stdout.isatty() and term != "dumb"
    if not choice:
        return 0
    if environment.get("COLORTERM") in _TRUE_COLOR or (not term and _is_console()):
        return 1 << 24
    return 256 if "256color" in term else 16
