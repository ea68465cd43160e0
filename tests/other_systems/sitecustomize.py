"""Python as it is on another system, for nonosat alone: put this folder on the PYTHONPATH, also of child processes.

The variable NONOSAT_TEST_SYSTEM names the system, `macos` or `windows`. The modules of nonosat then see an `os`, a
`signal` and a `sys` without what that system lacks, cannot import what it does not have, and meet its ways with files.
The standard library and other packages, which have code for each system, see the real ones.
"""

from __future__ import annotations

import builtins
import errno
import importlib.machinery
import os
import signal
import sys
import types


def _words(text: str) -> set[str]:
    return set(text.split())


#: What `os` has on no Windows.
_UNIX_OS = _words("""
    fork forkpty openpty killpg getpgid setpgid getpgrp setsid getsid setpgrp waitid wait wait3 wait4 WNOHANG WUNTRACED
    O_ASYNC O_NONBLOCK O_DIRECTORY O_NOFOLLOW O_CLOEXEC sched_getaffinity sched_setaffinity sched_yield getuid geteuid
    getgid getegid getgroups getloadavg mkfifo mknod nice posix_spawn posix_spawnp register_at_fork sysconf ttyname
    uname chown lchown chroot fchdir fchmod fchown fdatasync lockf pread pwrite readv writev sendfile statvfs sync
    tcgetpgrp confstr ctermid eventfd memfd_create pipe2
""")
#: The signals that Windows has, and the calls that it has not.
_WINDOWS_SIGNALS = _words("SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM SIG_DFL SIG_IGN")
_UNIX_SIGNAL_CALLS = _words("""
    alarm getitimer setitimer pause pthread_kill pthread_sigmask sigpending siginterrupt sigtimedwait sigwait
    sigwaitinfo ITIMER_REAL ITIMER_PROF ITIMER_VIRTUAL
""")
_UNIX_MODULES = _words("fcntl grp nis posix pty pwd readline resource spwd syslog termios tty")

_HIDDEN: dict[str, dict[str, set[str]]] = {
    "macos": {"os": {"sched_getaffinity", "sched_setaffinity", "memfd_create", "eventfd"}, "signal": set()},
    "windows": {
        "os": _UNIX_OS,
        "signal": {name for name in dir(signal) if name.startswith("SIG") and name not in _WINDOWS_SIGNALS}
        | _UNIX_SIGNAL_CALLS,
    },
}


class _View(types.ModuleType):
    """A module without some names, and with others in their place."""

    def __init__(self, module: types.ModuleType, hidden: set[str], changed: dict[str, object]) -> None:
        _PARTS[id(self)] = module, hidden, changed

    def __getattribute__(self, name: str) -> object:
        module, hidden, changed = _PARTS[id(self)]
        if name in hidden:
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r} on this system")
        return changed[name] if name in changed else getattr(module, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(_PARTS[id(self)][0], name, value)


#: For each view, which lives to the end: the module, the names that are hidden, and those that are replaced.
_PARTS: dict[int, tuple[types.ModuleType, set[str], dict[str, object]]] = {}


def _is_open(path: object) -> bool:
    """Whether this process has a file open."""
    real = os.path.realpath(os.fspath(path))  # type: ignore[call-overload]
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.readlink(f"/proc/self/fd/{number}") == real:
                return True
        except OSError:
            continue
    return False


def _refuse(number: int, path: object) -> None:
    raise OSError(number, os.strerror(number), path)


def _replace(source: object, target: object) -> None:
    if _is_open(source) or _is_open(target) or os.path.isdir(target):  # type: ignore[arg-type]
        _refuse(errno.EACCES, target)
    os.replace(source, target)  # type: ignore[arg-type]


def _rename(source: object, target: object) -> None:
    if os.path.lexists(target):  # type: ignore[arg-type]
        _refuse(errno.EEXIST, target)
    os.rename(source, target)  # type: ignore[arg-type]


def _unlink(path: object) -> None:
    if _is_open(path):
        _refuse(errno.EACCES, path)
    os.unlink(path)  # type: ignore[arg-type]


def _open(file: object, mode: str = "r", buffering: int = -1, encoding: str | None = None, errors: str | None = None,
          newline: str | None = None, **others: object) -> object:  # fmt: skip
    if "b" not in mode:
        encoding = encoding or "cp1252"
        if newline is None and "r" not in mode:
            newline = "\r\n"
    return builtins.open(file, mode, buffering, encoding, errors, newline, **others)  # type: ignore[call-overload]


def _msvcrt() -> types.ModuleType:
    """Locks of bytes: as on Windows another descriptor cannot lock them."""
    import fcntl

    def locking(file: int, mode: int, size: int) -> None:
        at = os.lseek(file, 0, os.SEEK_CUR)
        open_file_lock, write_lock = 37, fcntl.F_WRLCK  # F_OFD_SETLK of Linux
        import struct

        fcntl.fcntl(file, open_file_lock, struct.pack("hhqqi4x", write_lock, os.SEEK_SET, at, size, 0))

    module = types.ModuleType("msvcrt")
    module.locking, module.LK_NBLCK = locking, 2  # type: ignore[attr-defined]
    return module


def _let_console_ignore(handler: None, ignored: bool) -> None:
    how = signal.SIG_BLOCK if ignored else signal.SIG_UNBLOCK
    signal.pthread_sigmask(how, {signal.SIGINT})


def _install(system: str) -> None:
    hidden = _HIDDEN[system]
    changed: dict[str, dict[str, object]] = {"os": {}, "signal": {}}
    changed["sys"] = {"platform": {"macos": "darwin", "windows": "win32"}[system]}
    lacking: set[str] = set()
    own_modules: dict[str, types.ModuleType] = {}
    names = dict(vars(builtins))
    if system == "windows":
        lacking = _UNIX_MODULES
        changed["os"] = {"replace": _replace, "rename": _rename, "unlink": _unlink, "remove": _unlink, "name": "nt"}
        names["open"] = _open
        own_modules["msvcrt"] = _msvcrt()
        # The text of standard streams, as it is where nothing else is said.
        encoding = os.environ.get("PYTHONIOENCODING", "cp1252")
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(encoding=encoding, newline="\r\n")  # type: ignore[union-attr]
    views = {
        module.__name__: _View(module, hidden.get(module.__name__, set()), changed.get(module.__name__, {}))
        for module in (os, signal, sys)
    }

    def find_spec(name: str, package: str | None = None) -> object:
        if name in own_modules:
            return importlib.machinery.ModuleSpec(name, None)
        return None if name in lacking else importlib.util.find_spec(name, package)

    def import_module(name: str, package: str | None = None) -> types.ModuleType:
        return own_modules[name] if name in own_modules else importlib.import_module(name, package)

    if system == "windows":
        import ctypes

        # What a console ignores, the processes that are started meanwhile do not notice; nor do they here.
        kernel32 = types.SimpleNamespace(
            SetConsoleCtrlHandler=_let_console_ignore, GetStdHandle=int, GetConsoleMode=lambda *_: 0
        )
        views["ctypes"] = _View(ctypes, set(), {"windll": types.SimpleNamespace(kernel32=kernel32)})
    views["importlib"] = _View(importlib, set(), {"import_module": import_module})
    views["importlib.util"] = _View(importlib.util, set(), {"find_spec": find_spec})

    def import_name(name, globals=None, locals=None, fromlist=(), level=0):  # noqa: A002
        if name.partition(".")[0] in lacking:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        found = builtins.__import__(name, globals, locals, fromlist, level)
        return views.get(name, found) if fromlist or "." not in name else found

    names["__import__"] = import_name

    class Loader(importlib.machinery.SourceFileLoader):
        def exec_module(self, module: types.ModuleType) -> None:
            module.__dict__["__builtins__"] = names
            super().exec_module(module)

    class Finder:
        @staticmethod
        def find_spec(name: str, path: object = None, _: object = None) -> object:
            if name.partition(".")[0] != "nonosat":
                return None
            spec = importlib.machinery.PathFinder.find_spec(name, path)  # type: ignore[arg-type]
            if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
                spec.loader = Loader(spec.loader.name, spec.loader.path)
            return spec

    sys.meta_path.insert(0, Finder)  # type: ignore[arg-type]


if os.environ.get("NONOSAT_TEST_SYSTEM"):
    import importlib.util

    _install(os.environ["NONOSAT_TEST_SYSTEM"])
