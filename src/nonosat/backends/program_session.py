"""A session with a solver program, which reads DIMACS.

The formula goes to a file in a temporary folder. The program runs in a process group of its own, where the system has
such groups, and the group is ended as a whole. Its output or result file is read as a model. No model is trusted before
its picture has been verified.
"""

from __future__ import annotations

import contextlib
import math
import os
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nonosat.backends.program_statistics import read_effort, total_effort
from nonosat.backends.session import SearchAnswer, SearchEffort, Session
from nonosat.cnf.dimacs import read_answer, write_dimacs
from nonosat.cnf.formula import Formula
from nonosat.cnf.renaming import Renaming
from nonosat.errors import GaveUp, InputError, SolverError
from nonosat.system.deadline import Deadline
from nonosat.system.files import MAX_BYTES, read_text
from nonosat.system.processes import describe_exit
from nonosat.system.programs import kill_program, start_program

#: Seconds between two checks of how much the program has written: a second is time enough to fill a disk.
_CHECK_SECONDS = 0.1


@dataclass(frozen=True, kw_only=True)
class Invocation:
    """A command line of a program; for `limit` see `SolverProgram`, for `first_value` see `Capabilities`.

    Attributes:
        name: the name of the solver, for messages.
        words: the words of the command; the first is the path of the program. For `{cnf}` and `{out}` see
            `SolverProgram`.
    """

    name: str
    words: tuple[str, ...]
    limit: tuple[str, ...] = ()
    first_value: bool | None = None


class ProgramSession(Session):
    """One formula for a program; every search begins anew, and assumptions become clauses of one literal."""

    def __init__(self, invocation: Invocation, formula: Formula, deadline: Deadline) -> None:
        """Make the temporary folder; at the deadline, `solve` ends the program and raises `GaveUp`."""
        super().__init__(invocation.name, formula.n_vars, formula.groups)
        self.invocation, self.formula, self.deadline = invocation, formula, deadline
        self._phases: list[int] = []
        #: The effort of each search so far; None where the program has not printed it.
        self._efforts: list[SearchEffort | None] = []
        self.folder = tempfile.TemporaryDirectory(prefix="nonosat-", ignore_cleanup_errors=True)

    def _add(self, clause: Sequence[int]) -> None:
        """The next search finds the clause among those that were added."""

    def set_phases(self, literals: Iterable[int]) -> None:
        self._phases = list(literals)

    def close(self) -> None:
        self.folder.cleanup()

    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:  # noqa: ARG002
        names = {what: os.path.join(self.folder.name, what) for what in ("cnf", "out", "stdout", "stderr")}
        renaming = self._write_formula(names["cnf"], assumptions)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(names["out"])
        code = self._run(names)
        self._count_effort(names["stdout"])
        model = self._read_answer(code, names)
        if model is None or renaming is None:
            return SearchAnswer(model)
        return SearchAnswer(renaming.literals(literal for literal in model if abs(literal) <= self._n_vars))

    @property
    def effort(self) -> SearchEffort | None:
        return total_effort(self._efforts)

    def _count_effort(self, path: str) -> None:
        """Record the effort that the program has printed into a file."""
        with open(path, "rb") as file:
            self._efforts.append(read_effort(file.read(MAX_BYTES)))

    def _write_formula(self, path: str, assumptions: Sequence[int]) -> Renaming | None:
        """Write the formula for the program; return the renaming from its model to one of ours, if there is one."""
        formula, renaming = self.formula, None
        extra = [*map(tuple, self._added), *((literal,) for literal in assumptions)]
        if self._n_vars > formula.n_vars:
            formula = _with_variables(formula, self._n_vars)
        if self.invocation.first_value is not None and self._phases:
            renaming = Renaming.towards(self._phases, self._n_vars, self.invocation.first_value)
            formula = renaming.formula(formula)
            extra = [tuple(renaming.literals(clause)) for clause in extra]
        with open(path, "wb") as file:
            write_dimacs(formula, file, extra)
        return renaming

    def _read_answer(self, code: int, names: dict[str, str]) -> list[int] | None:
        """The model, or None if there is none; `code` is the exit code of the program."""
        answered = names["out"] if os.path.exists(names["out"]) else names["stdout"]
        try:
            answer = read_answer(read_text(answered, MAX_BYTES))
        except InputError as error:
            # The cause of death says more than a word of the last output.
            if code not in (0, 10, 20):
                raise self._crashed(code, names["stderr"]) from None
            error.file = f"<answer of {self.solver}>"
            raise SolverError(f"solver {self.solver} cannot be understood: {error}") from None
        # A model is verified later, but "no model" must be trusted: only from a program that ended well.
        if answer.satisfiable is False and code not in (0, 20):
            raise self._crashed(code, names["stderr"])
        if answer.satisfiable is None:
            if code not in (0, 10, 20):
                raise self._crashed(code, names["stderr"])
            if not os.path.getsize(answered):
                raise SolverError(f"solver {self.solver} printed no answer, expected `s` and `v` lines")
            raise GaveUp(f"solver {self.solver} gave up without an answer")
        return list(answer.model) if answer.satisfiable else None

    def _run(self, names: dict[str, str]) -> int:
        """Run the program to its end or the deadline; return its exit code, negative for a signal."""
        words = list(self.invocation.words)
        if self.deadline.is_timed:
            seconds = max(1, math.ceil(self.deadline.left()))
            words[1:1] = [word.replace("{seconds}", str(seconds)) for word in self.invocation.limit]
        words = [word.replace("{cnf}", names["cnf"]).replace("{out}", names["out"]) for word in words]
        with open(names["stdout"], "wb") as stdout, open(names["stderr"], "wb") as stderr:
            try:
                process = start_program(words, stdout, stderr)
            except OSError as error:
                raise SolverError(f"solver {self.solver} cannot be started: {error.strerror}") from None
            try:
                return self._wait(process, [names[what] for what in ("stdout", "stderr", "out")])
            finally:
                # Processes that the program has started end with it, also when it has ended itself.
                kill_program(process)

    def _wait(self, process: subprocess.Popen[bytes], outputs: list[str]) -> int:
        while True:
            left = min(_CHECK_SECONDS, self.deadline.left())
            try:
                return process.wait(timeout=left)
            except subprocess.TimeoutExpired:
                if left <= 0:
                    message = f"solver {self.solver} found no answer within the time limit"
                    raise GaveUp(message) from None
                if any(os.path.exists(output) and os.path.getsize(output) > MAX_BYTES for output in outputs):
                    message = f"solver {self.solver} prints without end, expected an answer"
                    raise SolverError(message) from None

    def _crashed(self, code: int, stderr: str) -> SolverError:
        with open(stderr, "rb") as file:
            lines = file.read(1 << 16).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return SolverError(f"solver {self.solver} crashed: {describe_exit(code)}" + (f": {last[:200]}" if last else ""))


def _with_variables(formula: Formula, n_vars: int) -> Formula:
    """The formula with further variables, up to `n_vars`."""
    more = Formula(formula.comments)
    more.variables, more.groups = list(formula.variables), formula.groups
    more.new_variables("extra", ("i",), "a variable of a constraint", n_vars - formula.n_vars, lambda i: (i,))
    return more
