"""Solver programs: their names, their options, and where they are; `external` runs them."""

from __future__ import annotations

import os
from typing import NamedTuple

from nonosat.backends.base import BackendInfo, Session
from nonosat.cnf.formula import Formula
from nonosat.errors import SolverError, UsageError
from nonosat.system.deadline import NEVER, Deadline


class SolverProgram(NamedTuple):
    """A solver program.

    Attributes:
        name: for `--solver`.
        command: its words. `{cnf}` stands for the file with the formula, `{out}` for a result file that the program
            writes (else its standard output is read).
        limit: words that tell it how many seconds `{seconds}` it has, put after the program's name.
        version: words that make it print its version.
        proof: words that make it write a proof, as text, into the file `{proof}`; none if it cannot.
        get: how to get it.
        first_value: what it tries first for every variable, if that is known; then hints reach it by renaming.
        package: a Python package that carries the program, where it is not on the PATH.
    """

    name: str
    command: tuple[str, ...]
    limit: tuple[str, ...] = ()
    version: tuple[str, ...] = ("--version",)
    proof: tuple[str, ...] = ()
    get: str = ""
    package: str = ""
    first_value: bool | None = None

    def info(self) -> BackendInfo:
        path = self.executable()
        version = _version([path, *self.version]) if path and self.version else ""
        return BackendInfo(self.name, "program", path is not None, version, False, True, bool(self.proof), self.get)

    def executable(self) -> str | None:
        """Where the program is, or None: on the PATH, else in the Python package that carries it."""
        import shutil

        name = self.command[0]
        return shutil.which(name) or (_carried(self.package, name) if self.package else None)

    def require(self) -> str:
        """Where the program is.

        Raises:
            SolverError: it is nowhere; says how to get it.
        """
        path = self.executable()
        if path is None:
            how = f", get it with: {self.get}" if self.get else ""
            raise SolverError(f"solver {self.command[0]} is not available: no such program on the PATH{how}")
        return path

    def open(self, formula: Formula, deadline: Deadline = NEVER) -> Session:
        path = self.require()
        from nonosat.backends.program_session import ProgramSession

        return ProgramSession(self, path, formula, deadline)


def template(command: str) -> SolverProgram:
    """The backend for `--solver-cmd`: the words of a shell command; the formula's file is added if not named.

    Raises:
        UsageError: the command is empty or has an open quote.
    """
    import shlex

    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"solver command {command!r}: {error}") from None
    if not words:
        raise UsageError("solver command is empty, expected a program and its options")
    if not any("{cnf}" in word for word in words):
        words.append("{cnf}")
    return SolverProgram(os.path.basename(words[0]), tuple(words), version=())


def _version(words: list[str]) -> str:
    """The first word with a digit in what the program prints of itself."""
    import subprocess

    try:
        done = subprocess.run(words, capture_output=True, timeout=10, stdin=subprocess.DEVNULL, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    text = (done.stdout + done.stderr).decode(errors="replace")
    return next((word for word in text.split() if any(map(str.isdigit, word))), "")


def _carried(package: str, name: str) -> str | None:
    """An executable within an installed Python package, found without importing the package."""
    from importlib import metadata

    try:
        files = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        if file.name == name and file.parent.name == "bin":
            path = os.fspath(file.locate())
            if os.access(path, os.X_OK):
                return path
    return None
