"""SAT solvers as sessions, and the registry that knows them by name.

A backend (`pysat_backend`, `program_backend`) opens a `session` on a formula: `pysat_session` in this process,
`child_session` in a child of it where there is a deadline, `program_session` with a program. `backend_info` has the
capabilities of backends. `hitting_sets` and `propagation` are other questions to the solvers of PySAT. A new solver of
PySAT or a new program is one entry in `BACKENDS`; below it is `DEFAULT_SOLVER`.
"""

from __future__ import annotations

from nonosat.core.errors import UsageError
from nonosat.core.registries import registry
from nonosat.solvers.backend_info import BackendInfo, Capabilities
from nonosat.solvers.program_backend import SolverProgram, program_of_command
from nonosat.solvers.pysat_backend import PysatBackend

#: A solver: it opens sessions on formulas, and may prove that a formula has no model.
Backend = PysatBackend | SolverProgram

_GLUCOSE = Capabilities()
_CADICAL = Capabilities(interrupt=False)
_MINISAT = Capabilities(continues=False, proof=False)
_KISSAT = Capabilities(
    incremental=False, core=False, phases=False, first_value=True, statistics=False, proof=False, interrupt=False
)

BACKENDS: dict[str, Backend] = registry(
    PysatBackend("cadical300", "CaDiCaL 3.0.0", _CADICAL),
    PysatBackend("cadical195", "CaDiCaL 1.9.5", _CADICAL),
    PysatBackend("cadical153", "CaDiCaL 1.5.3", _CADICAL),
    PysatBackend("cadical103", "CaDiCaL 1.0.3", _CADICAL._replace(phases=False)),
    PysatBackend("glucose42", "Glucose 4.2.1", _GLUCOSE),
    PysatBackend("glucose4", "Glucose 4.1", _GLUCOSE),
    PysatBackend("glucose3", "Glucose 3.0", _GLUCOSE),
    PysatBackend("minisat22", "MiniSat 2.2", _MINISAT),
    PysatBackend("minisat-gh", "MiniSat of GitHub", _MINISAT),
    PysatBackend("minisat-ep", "MiniSat with external propagators", _MINISAT),
    PysatBackend("kissat404", "Kissat 4.0.4", _KISSAT),
    SolverProgram(
        name="kissat",
        command=("kissat", "{cnf}"),
        limit=("--time={seconds}",),
        first_value=True,
        statistics=True,
        proof=("--no-binary", "{proof}"),
        get="pip install 'nonosat[kissat]'",
        package="passagemath-kissat",
    ),
    SolverProgram(
        name="cadical",
        command=("cadical", "{cnf}"),
        limit=("-t", "{seconds}"),
        first_value=True,
        statistics=True,
        proof=("--no-binary", "{proof}"),
        get="apt install cadical",
    ),
    SolverProgram(
        name="minisat",
        command=("minisat", "-verb=1", "{cnf}", "{out}"),
        limit=("-cpu-lim={seconds}",),
        first_value=False,
        statistics=True,
        version=(),
        get="apt install minisat",
    ),
    SolverProgram(
        name="glucose",
        command=("glucose", "-model", "-verb=1", "{cnf}"),
        limit=("-cpu-lim={seconds}",),
        first_value=False,
        statistics=True,
        version=(),
        get="https://github.com/audemard/glucose",
    ),
)

#: benchmarks/results/performance-2026-11-22.md has the measurement behind the choice.
DEFAULT_SOLVER = "glucose4"

#: Its proofs are the shortest, and the quickest to check (benchmarks/results/proofs.md).
DEFAULT_PROVER = "glucose4"


def find_backend(name: str | None = None, command: str | None = None) -> Backend:
    """The backend with a `name` of `BACKENDS`, or for a `command` (see `program_of_command`); else the default one.

    Raises:
        UsageError: both are given, or the name is unknown.
    """
    if command is not None:
        if name is not None:
            raise UsageError(f"solver {name!r} and a solver command cannot be combined")
        program = program_of_command(command)
        known = BACKENDS.get(program.name)
        return program._replace(first_value=known.first_value) if isinstance(known, SolverProgram) else program
    if name is None:
        name = DEFAULT_SOLVER
    if name not in BACKENDS:
        raise UsageError(f"solver {name!r}, expected one of {', '.join(BACKENDS)} (see `nonosat solvers`)")
    return BACKENDS[name]


def list_solvers() -> list[BackendInfo]:
    """List all backends, available here or not; each is asked for its version."""
    return [backend.info() for backend in BACKENDS.values()]
