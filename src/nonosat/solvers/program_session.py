"""One search by a solver program, which reads DIMACS.

The formula goes to a file in a temporary folder. The program runs in a process group of its own, where the system has
such groups, and the group is ended as a whole. Its output or result file is read as a model. No model is trusted before
its picture has been verified.
"""

from __future__ import annotations

import contextlib
import math
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO, Any

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.cnf.dimacs import read_answer, write_dimacs
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, InputError, SolverError
from nonosat.core.files import MAX_BYTES, read_text
from nonosat.core.system import this_system
from nonosat.parallel.processes import describe_exit
from nonosat.solvers.session import Model, Statistics

#: The statistics in the output of a program. kissat and cadical print comments of DIMACS
#: (`c conflicts:   7   13409.96 per second`), minisat lines of its own (`conflicts             : 7     (557 /sec)`),
#: and glucose the same behind a `c`. If one is printed repeatedly, the last one counts.
_COUNT = re.compile(
    rb"^(?:c[ \t]+)?(" + "|".join(Statistics._fields).encode() + rb")[ \t]*:[ \t]*([0-9]{1,18})(?!\S)", re.MULTILINE
)


class ProgramSearch:
    """A formula for a program that searches once, without assumptions; see `OneShotSession`.

    Attributes:
        statistics: those of the search, empty until it has ended; without what the program does not print.
    """

    def __init__(
        self,
        solver: str,
        words: Sequence[str],
        limit: Sequence[str],
        deadline: Deadline,
        n_vars: int,
        groups: Sequence[ClauseGroup],
    ) -> None:
        """Write the formula with the clauses of `groups` to a file.

        Args:
            words: the `SolverProgram.command`, with the path of the program in place of its name.
            limit: see `SolverProgram`.
            deadline: when `solve` ends the program and raises `GaveUp`.
            n_vars: the number of the last variable of the formula.
        """
        self.solver, self.words, self.limit, self.deadline = solver, words, limit, deadline
        self.statistics = Statistics()
        self._folder = tempfile.TemporaryDirectory(prefix="nonosat-", ignore_cleanup_errors=True)
        self._names = {what: os.path.join(self._folder.name, what) for what in ("cnf", "out", "stdout", "stderr")}
        formula = Formula()
        formula.new_variables("variable", ("i",), "a variable", n_vars, lambda i: (i,))
        formula.groups = list(groups)
        with open(self._names["cnf"], "wb") as file:
            write_dimacs(formula, file)

    def __enter__(self) -> ProgramSearch:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def solve(self, *, conflicts: int | None = None) -> Model | None:  # noqa: ARG002
        """See `Session.solve`; no program takes a limit of conflicts."""
        code = self._run()
        with open(self._names["stdout"], "rb") as file:
            counts = _COUNT.findall(file.read(MAX_BYTES))
        self.statistics = Statistics(**{name.decode(): int(number) for name, number in counts})
        return self._read_answer(code)

    def _read_answer(self, code: int) -> list[int] | None:
        """The model, or None if there is none; `code` is the exit code of the program."""
        out = self._names["out"]
        answered = out if os.path.exists(out) else self._names["stdout"]
        try:
            answer = read_answer(read_text(answered, MAX_BYTES))
        except InputError as error:
            # The cause of death says more than a word of the last output.
            if code not in (0, 10, 20):
                raise self._crashed(code) from None
            error.file = f"<answer of {self.solver}>"
            raise SolverError(f"solver {self.solver} gave an answer that cannot be read: {error}") from None
        # A model is verified later, but "no model" must be trusted: only from a program that ended well.
        if answer.satisfiable is False and code not in (0, 20):
            raise self._crashed(code)
        if answer.satisfiable is None:
            if code not in (0, 10, 20):
                raise self._crashed(code)
            if not os.path.getsize(answered):
                raise SolverError(f"solver {self.solver} printed no answer, expected `s` and `v` lines")
            raise GaveUp(f"solver {self.solver} gave up without an answer")
        return list(answer.model) if answer.satisfiable else None

    def _run(self) -> int:
        """Run the program to its end or the deadline; return its exit code, negative for a signal."""
        words, names = list(self.words), self._names
        if self.deadline.is_timed:
            seconds = max(1, math.ceil(self.deadline.left()))
            words[1:1] = [word.replace("{seconds}", str(seconds)) for word in self.limit]
        words = [word.replace("{cnf}", names["cnf"]).replace("{out}", names["out"]) for word in words]
        with open(names["stdout"], "wb") as stdout, open(names["stderr"], "wb") as stderr:
            try:
                with running_program(words, stdout, stderr) as process:
                    return self._wait(process, [names[what] for what in ("stdout", "stderr", "out")])
            except OSError as error:
                raise SolverError(f"solver {self.solver} cannot be started: {error.strerror}") from None

    def _wait(self, process: subprocess.Popen[bytes], outputs: list[str]) -> int:
        while True:
            left = self.deadline.pause()
            try:
                return process.wait(timeout=left)
            except subprocess.TimeoutExpired:
                if left <= 0:
                    raise GaveUp(f"solver {self.solver} found no answer within the time limit") from None
                if any(os.path.exists(output) and os.path.getsize(output) > MAX_BYTES for output in outputs):
                    raise SolverError(f"solver {self.solver} does not stop printing, expected an answer") from None

    def _crashed(self, code: int) -> SolverError:
        with open(self._names["stderr"], "rb") as file:
            lines = file.read(1 << 16).decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return SolverError(f"solver {self.solver} crashed: {describe_exit(code)}" + (f": {last[:200]}" if last else ""))


@contextlib.contextmanager
def running_program(words: Sequence[str], stdout: IO[bytes], stderr: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program without standard input; `words` are its path and arguments.

    It does not notice Ctrl-C, and where the system can end orphans, it dies with this process. With the block it is
    killed and, where the system can, all that it has started, also when it has ended itself.

    Raises:
        OSError: it cannot be started.
    """
    system = this_system()
    options: dict[str, Any] = {"start_new_session": True}
    if not system.has_process_groups:  # 0 where there are no such flags
        options = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if system.ends_orphans:
        from nonosat.core.unix import end_with

        options["preexec_fn"] = end_with(os.getpid())
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, **options)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if system.has_process_groups:
                from nonosat.core.unix import kill_process_group

                kill_process_group(process.pid)
            else:
                process.kill()
        process.wait()
