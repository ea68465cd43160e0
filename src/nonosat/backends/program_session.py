"""Any solver that reads DIMACS, as a program of its own.

The formula goes to a file in a temporary folder, the program runs in a process group of its own that is ended as a
whole, and what it prints (or writes to a result file) is read as a model. Nothing it says is believed before the
picture has been verified.
"""

from __future__ import annotations

import contextlib
import math
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterable

from nonosat.backends.base import Model, Session
from nonosat.backends.program import SolverProgram
from nonosat.cnf.dimacs import read_answer, write_dimacs
from nonosat.cnf.formula import Formula
from nonosat.cnf.renaming import Renaming
from nonosat.errors import GaveUp, InputError, SolverError
from nonosat.system.deadline import Deadline
from nonosat.system.files import MAX_BYTES, read_text
from nonosat.system.processes import die_with_parent

#: Seconds between two looks at how much the program has written: a second is time enough to fill a disk.
_LOOK = 0.1


class ProgramSession(Session):
    """One formula for a program; every search starts afresh."""

    def __init__(self, program: SolverProgram, path: str, formula: Formula, deadline: Deadline) -> None:
        self.program, self.path, self.formula, self.deadline = program, path, formula, deadline
        self.extra: list[tuple[int, ...]] = []
        self.renaming: Renaming | None = None
        self.folder = tempfile.TemporaryDirectory(prefix="nonosat-")

    def add_clause(self, clause: Iterable[int]) -> None:
        self.extra.append(tuple(clause))

    def set_phases(self, literals: Iterable[int]) -> None:
        if self.program.first_value is not None:
            self.renaming = Renaming.towards(literals, self.formula.n_vars, self.program.first_value)

    def close(self) -> None:
        self.folder.cleanup()

    def solve(self, conflicts: int | None = None) -> Model | None:  # noqa: ARG002
        names = {what: os.path.join(self.folder.name, what) for what in ("cnf", "out", "stdout", "stderr")}
        formula, extra = self.formula, self.extra
        if self.renaming is not None:
            formula = self.renaming.formula(formula)
            extra = [tuple(self.renaming.literals(clause)) for clause in extra]
        with open(names["cnf"], "wb") as file:
            write_dimacs(formula, file, extra)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(names["out"])
        code = self._run(names)
        answered = names["out"] if os.path.exists(names["out"]) else names["stdout"]
        try:
            answer = read_answer(read_text(answered, MAX_BYTES))
        except InputError as error:
            # What the program died of says more than the first word of its last output.
            if code not in (0, 10, 20):
                raise self._crashed(code, names["stderr"]) from None
            error.file = f"<answer of {self.program.name}>"
            raise SolverError(f"solver {self.program.name} cannot be understood: {error}") from None
        # A picture is verified, but that there is none must be believed: only from a program that ended well.
        if answer.satisfiable is False and code not in (0, 20):
            raise self._crashed(code, names["stderr"])
        if answer.satisfiable is None:
            if code not in (0, 10, 20):
                raise self._crashed(code, names["stderr"])
            if not os.path.getsize(answered):
                raise SolverError(f"solver {self.program.name} printed no answer, expected `s` and `v` lines")
            raise GaveUp(f"solver {self.program.name} gave up without an answer")
        if not answer.satisfiable:
            return None
        if self.renaming is None:
            return list(answer.model)
        return self.renaming.literals(literal for literal in answer.model if abs(literal) <= formula.n_vars)

    def _run(self, names: dict[str, str]) -> int:
        """Run the program to its end or the deadline; its exit code, negative for a signal."""
        words = [self.path, *self.program.command[1:]]
        if self.deadline.is_set:
            seconds = max(1, math.ceil(self.deadline.left()))
            words[1:1] = [word.replace("{seconds}", str(seconds)) for word in self.program.limit]
        words = [word.replace("{cnf}", names["cnf"]).replace("{out}", names["out"]) for word in words]
        with open(names["stdout"], "wb") as stdout, open(names["stderr"], "wb") as stderr:
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=stdout,
                    stderr=stderr,
                    start_new_session=True,
                    preexec_fn=die_with_parent(),
                )
            except OSError as error:
                raise SolverError(f"solver {self.program.name} cannot be started: {error.strerror}") from None
            try:
                return self._wait(process, [names[what] for what in ("stdout", "stderr", "out")])
            finally:
                # Whatever the program started goes with it, also when it has ended itself.
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def _wait(self, process: subprocess.Popen[bytes], outputs: list[str]) -> int:
        while True:
            left = min(_LOOK, self.deadline.left())
            try:
                return process.wait(timeout=left)
            except subprocess.TimeoutExpired:
                if left <= 0:
                    message = f"solver {self.program.name} found no answer within the time limit"
                    raise GaveUp(message) from None
                if any(os.path.exists(output) and os.path.getsize(output) > MAX_BYTES for output in outputs):
                    message = f"solver {self.program.name} prints without end, expected an answer"
                    raise SolverError(message) from None

    def _crashed(self, code: int, stderr: str) -> SolverError:
        how = f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        with open(stderr, "rb") as file:
            lines = file.read(1 << 16).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return SolverError(f"solver {self.program.name} crashed: {how}" + (f": {last[:200]}" if last else ""))
