"""`nonosat solvers`: the backends."""

from __future__ import annotations

import json

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import completion
from nonosat.cli.picture_output import output_width
from nonosat.core.compiled import kernels_sentence
from nonosat.core.errors import UsageError
from nonosat.core.tables import text_table
from nonosat.solvers import BACKENDS, DEFAULT_SOLVER, find_backend, list_solvers
from nonosat.solvers.backend_info import BackendInfo
from nonosat.solvers.program_backend import SolverProgram


@click.command("solvers", cls=DocumentedCommand)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
@click.option(
    "--path",
    "program",
    metavar="NAME",
    shell_complete=completion("program"),
    help="Print the path of this solver program.",
)
def command(as_json: bool, program: str | None) -> None:
    """List the solver backends, whether they are available here, and what they can do.

    Incremental: the search for a second solution keeps the clauses that the first search learned. Interrupt: the solver
    can be interrupted; the others are stopped by ending their process, so --timeout works for all of them. Proof: the
    solver writes proofs that there is no further solution. Any other solver that reads DIMACS works with `nonosat solve
    --solver-cmd`.

    The last line says whether the compiled kernels of nonosat are in use. Without them all answers are the same, but
    large puzzles take longer.

    With --path, only the path of one program is printed, even if the program is not on the PATH but comes with a Python
    package. The exit code is 4 if it is not installed.

    Examples:
        nonosat solvers
        nonosat solvers --path kissat                # where the program is
    """
    if program is not None:
        if as_json:
            raise click.UsageError("--path and --json cannot be combined")
        click.echo(_program_path(program))
        return

    infos = list_solvers()
    if as_json:
        click.echo(json.dumps([_record(info) for info in infos], indent=1))
        return
    rows = []
    for info in infos:
        can = info.capabilities
        words = ["yes" if value else "no" for value in (info.available, can.incremental, can.interrupt, can.proof)]
        name = info.name + (" (default)" if info.name == DEFAULT_SOLVER else "")
        rows.append([name, *words, (info.version or info.kind) if info.available else info.get])
    head = ("solver", "available", "incremental", "interrupt", "proof", "version or how to get it")
    click.echo(text_table(head, rows, width=output_width()))
    click.echo(f"\n{kernels_sentence()}")


def _program_path(name: str) -> str:
    backend = find_backend(name)
    if not isinstance(backend, SolverProgram):
        programs = ", ".join(each.name for each in BACKENDS.values() if isinstance(each, SolverProgram))
        raise UsageError(f"solver {name!r} is part of PySAT and has no path; choose one of {programs}")
    return backend.require()


def _record(info: BackendInfo) -> dict[str, object]:
    return {
        "name": info.name,
        "kind": info.kind,
        "available": info.available,
        "version": info.version,
        "incremental": info.capabilities.incremental,
        "interrupt": info.capabilities.interrupt,
        "proof": info.capabilities.proof,
        "get": info.get,
    }
