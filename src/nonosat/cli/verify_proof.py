"""`nonosat verify-proof`: does a proof prove what it claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonosat.cli.common import ended_by_the_clock, quiet_option, timeout_option
from nonosat.system.deadline import Deadline

if TYPE_CHECKING:
    from nonosat.proofs.certificate import VerifiedProof


@click.command("verify-proof")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=str))
@timeout_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@quiet_option
def command(folder: str, timeout: float | None, as_json: bool, quiet: bool) -> int:
    """Check the proof in DIR, which `nonosat certify` wrote.

    Exit code 0: the proof is right, whatever it proves ("unique" or "no solution"). Exit code 1: it is not; one line
    says why.
    """
    from nonosat.errors import ProofRefused, printable
    from nonosat.proofs.certificate import verify

    deadline = Deadline.after(timeout)
    try:
        with ended_by_the_clock(deadline):
            verdict = verify(folder, deadline)
    except ProofRefused as error:
        if as_json:
            import json

            click.echo(json.dumps({"proved": False, "why": str(error)}))
        elif not quiet:
            click.echo(printable(f"{folder}: not proved: {error}"))
        return error.exit_code
    show(verdict, as_json, quiet)
    return 0


def show(verdict: VerifiedProof, as_json: bool, quiet: bool) -> None:
    """Print what a proof proves."""
    if as_json:
        import json

        manifest = verdict.manifest
        record = {"name": manifest.name, "proved": True, "claim": manifest.claim, "kind": manifest.kind}
        click.echo(json.dumps({**record, "size": verdict.size}))
    elif not quiet:
        from nonosat.errors import printable

        click.echo(printable(verdict.sentence))
