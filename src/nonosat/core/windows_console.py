"""The console of Windows: escape sequences, and Ctrl-C. Elsewhere these functions do nothing."""

from __future__ import annotations

from typing import Any

#: The numbers of standard output and standard error, and the bit of a console's mode for escape sequences.
_OUTPUT, _ERRORS = -11, -12
_ESCAPE_SEQUENCES = 4


def understands_escapes() -> bool:
    """Switch escape sequences on, which Windows 10 and later have; return True if that worked for any stream."""
    import ctypes

    kernel, understood = _kernel(), False
    for number in (_OUTPUT, _ERRORS) if kernel else ():
        handle, mode = kernel.GetStdHandle(number), ctypes.c_uint32()
        if kernel.GetConsoleMode(handle, ctypes.byref(mode)):  # not a file or a pipe
            understood |= bool(kernel.SetConsoleMode(handle, mode.value | _ESCAPE_SEQUENCES))
    return understood


def let_console_ignore(ignored: bool) -> None:
    """Let the console ignore Ctrl-C, or not, for this process and all processes that it starts from now on."""
    kernel = _kernel()
    if kernel is not None:
        kernel.SetConsoleCtrlHandler(None, ignored)


def _kernel() -> Any:
    """The calls of the system; None on other systems than Windows."""
    import ctypes

    windll: Any = getattr(ctypes, "windll", None)
    return None if windll is None else windll.kernel32
