"""Solver backends, and the registry that knows them by name.

A new solver of PySAT or a new program is one line here.
"""

from __future__ import annotations

from nonosat.backends.base import Backend, BackendInfo
from nonosat.backends.inprocess import PysatBackend
from nonosat.backends.program import SolverProgram, template
from nonosat.errors import UsageError

BACKENDS: dict[str, Backend] = {
    backend.name: backend
    for backend in (
        PysatBackend("cadical300", "CaDiCaL 3.0.0", interrupt=False, proof=True, phases=True),
        PysatBackend("cadical195", "CaDiCaL 1.9.5", interrupt=False, proof=True, phases=True),
        PysatBackend("cadical153", "CaDiCaL 1.5.3", interrupt=False, proof=True, phases=True),
        PysatBackend("cadical103", "CaDiCaL 1.0.3", interrupt=False, proof=True, phases=False),
        PysatBackend("glucose42", "Glucose 4.2.1", interrupt=True, proof=True, phases=True),
        PysatBackend("glucose4", "Glucose 4.1", interrupt=True, proof=True, phases=True),
        PysatBackend("glucose3", "Glucose 3.0", interrupt=True, proof=True, phases=True),
        PysatBackend("minisat22", "MiniSat 2.2", interrupt=True, proof=False, phases=True),
        PysatBackend("minisat-gh", "MiniSat of GitHub", interrupt=True, proof=False, phases=True),
        PysatBackend("minisat-ep", "MiniSat with external propagators", interrupt=True, proof=False, phases=True),
        PysatBackend(
            "kissat404", "Kissat 4.0.4", interrupt=False, proof=False, phases=False, once=True, first_value=True
        ),
        SolverProgram(
            "kissat",
            ("kissat", "-q", "{cnf}"),
            limit=("--time={seconds}",),
            first_value=True,
            proof=("--no-binary", "{proof}"),
            get="pip install 'nonosat[kissat]'",
            package="passagemath-kissat",
        ),
        SolverProgram(
            "cadical",
            ("cadical", "-q", "{cnf}"),
            limit=("-t", "{seconds}"),
            first_value=True,
            proof=("--no-binary", "{proof}"),
            get="apt install cadical",
        ),
        SolverProgram(
            "minisat",
            ("minisat", "-verb=0", "{cnf}", "{out}"),
            limit=("-cpu-lim={seconds}",),
            first_value=False,
            version=(),
            get="apt install minisat",
        ),
        SolverProgram(
            "glucose",
            ("glucose", "-model", "-verb=0", "{cnf}"),
            limit=("-cpu-lim={seconds}",),
            first_value=False,
            version=(),
            get="https://github.com/audemard/glucose",
        ),
    )
}

#: docs/performance.md has the measurement behind the choice.
DEFAULT_SOLVER = "glucose4"


def find_backend(name: str | None = None, command: str | None = None) -> Backend:
    """The backend of a name, or for a command; the default one for neither.

    Raises:
        UsageError: both are given, or nothing has that name.
    """
    if command is not None:
        if name is not None:
            raise UsageError("--solver and --solver-cmd, expected one of the two")
        program = template(command)
        known = BACKENDS.get(program.name)
        return program._replace(first_value=known.first_value) if isinstance(known, SolverProgram) else program
    if name is None:
        name = DEFAULT_SOLVER
    if name not in BACKENDS:
        raise UsageError(f"solver {name!r}, expected one of {', '.join(BACKENDS)} (see `nonosat solvers`)")
    return BACKENDS[name]


def solvers() -> list[BackendInfo]:
    """What there is to know of every backend, available here or not."""
    return [backend.info() for backend in BACKENDS.values()]
