"""Solver programs: their names, their options, and where they are; `program_session` runs them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import MissingDependency, UsageError
from nonosat.solvers.backend_info import BackendInfo, Capabilities, prover_error
from nonosat.solvers.session import OneShotSession, Session


class SolverProgram(NamedTuple):
    """A solver program that reads DIMACS files.

    Attributes:
        command: its words. `{cnf}` stands for the file with the formula, `{out}` for a result file that the program
            writes (else its standard output is read).
        limit: words that give it a limit of `{seconds}` seconds, put after the program's name.
        version: words that make it print its version.
        proof: words that make it write a proof, as text, into the file `{proof}`; empty if it cannot.
        get: a command or an address to get it.
        package: a Python package that carries the program, where it is not on the PATH.
        first_value: see `Capabilities`.
        statistics: whether it prints its conflicts, and possibly more, in a form that `program_session` reads.
    """

    name: str
    command: tuple[str, ...]
    limit: tuple[str, ...] = ()
    version: tuple[str, ...] = ("--version",)
    proof: tuple[str, ...] = ()
    get: str = ""
    package: str = ""
    first_value: bool | None = None
    statistics: bool = False

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of a program that searches once; only some print statistics or write proofs."""
        return Capabilities(
            in_process=False,
            incremental=False,
            core=False,
            phases=False,
            first_value=self.first_value,
            conflict_limit=False,
            statistics=self.statistics,
            proof=bool(self.proof),
        )

    def info(self) -> BackendInfo:
        """Describe the installed program; it is asked for its version."""
        path = self.executable()
        return BackendInfo(
            name=self.name,
            available=path is not None,
            version=_version([path, *self.version]) if path and self.version else "",
            capabilities=self.capabilities,
            get=self.get,
        )

    def executable(self) -> str | None:
        """The path of the program, or None; it is on the PATH or in the Python package that carries it."""
        import shutil

        name = self.command[0]
        return shutil.which(name) or (_carried(self.package, name) if self.package else None)

    def require(self) -> str:
        """The path of the program; raises MissingDependency if it is not installed."""
        path = self.executable()
        if path is None:
            how = f"; get it with: {self.get}" if self.get else ""
            raise MissingDependency(f"solver {self.command[0]} is not available: no such program on the PATH{how}")
        return path

    def open(self, formula: Formula, deadline: Deadline = NEVER) -> Session:
        """Open a session on a formula; after the deadline, its `solve` raises `GaveUp`.

        Raises:
            MissingDependency: the program is not installed.
        """
        from nonosat.solvers.program_session import ProgramSearch

        words = (self.require(), *self.command[1:])
        search = partial(ProgramSearch, self.name, words, self.limit, deadline)
        return OneShotSession(self.name, formula.n_vars, formula.groups, self.first_value, search)

    def refute(
        self, formula: Formula, path: str, extra: Iterable[tuple[int, ...]] = (), deadline: Deadline = NEVER
    ) -> bool:
        """Let the program write a DRAT proof to `path`; for this and `extra` see `PysatBackend.refute`."""
        if not self.proof:
            raise prover_error(self.name)
        words = tuple(word.replace("{proof}", path) for word in self.proof)
        with self._replace(command=self.command + words).open(formula, deadline) as session:
            for clause in extra:
                session.add_clause(clause)
            return session.solve() is None


def program_of_command(command: str) -> SolverProgram:
    """The backend for a shell command, in which `{cnf}` and `{out}` are as for `SolverProgram.command`.

    `{cnf}` is added at the end if it is missing.

    Raises:
        UsageError: the command is empty or has an open quote.
    """
    try:
        words = _split_command(command, escapes=os.sep != "\\")
    except ValueError as error:
        raise UsageError(f"solver command {command!r}: {error}") from None
    if not words:
        raise UsageError("solver command is empty, expected a program and its options")
    if not any("{cnf}" in word for word in words):
        words.append("{cnf}")
    return SolverProgram(name=os.path.basename(words[0]), command=tuple(words), version=())


def _split_command(command: str, *, escapes: bool) -> list[str]:
    """The words of a command with the quotes of a shell.

    Args:
        escapes: whether a backslash escapes the next character; where paths have backslashes, it stands for itself.

    Raises:
        ValueError: a quote is open.
    """
    import shlex

    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters = True, ""
    if not escapes:
        lexer.escape = ""
    return list(lexer)


def _version(words: list[str]) -> str:
    """The first word with a digit in the output of a command; "" if there is none."""
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
