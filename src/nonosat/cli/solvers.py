"""`nonosat solvers`: the backends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from nonosat.backends.backend_info import BackendInfo


@click.command("solvers")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def command(as_json: bool) -> None:
    """List the solver backends, whether they are available here, and what they can do.

    Incremental: the search for a second solution keeps the clauses that the first search learned. Interrupt: it can be
    interrupted; the others are stopped by ending their process, so --timeout works for all. Proof: it writes proofs
    that there is no further solution. Any other solver that reads DIMACS works with `nonosat solve --solver-cmd`.
    """
    from nonosat.backends import DEFAULT_SOLVER, solvers
    from nonosat.results.tables import text_table

    infos = solvers()
    if as_json:
        import json

        click.echo(json.dumps([_record(info) for info in infos], indent=1))
        return
    rows = []
    for info in infos:
        can = info.capabilities
        words = ["yes" if value else "no" for value in (info.available, can.incremental, can.interrupt, can.proof)]
        name = info.name + (" (default)" if info.name == DEFAULT_SOLVER else "")
        rows.append([name, *words, (info.version or info.kind) if info.available else info.get])
    head = ("solver", "available", "incremental", "interrupt", "proof", "version or how to get it")
    click.echo(text_table(head, rows))


def _record(info: BackendInfo) -> dict[str, object]:
    """A backend as a JSON object."""
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
