"""`nonosat verify-proof`: the check of a proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonosat.cli.interrupts import ended_at_deadline
from nonosat.cli.options import quiet_option, timeout_option
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

    Exit code 0: the proof is right, whether its claim is "unique" or "no solution". Exit code 1: it is not; one line
    says why.
    """
    from nonosat.errors import ProofRefused, printable
    from nonosat.proofs.certificate import verify

    deadline = Deadline.after(timeout)
    try:
        with ended_at_deadline(deadline):
            proof = verify(folder, deadline)
    except ProofRefused as error:
        if as_json:
            import json

            click.echo(json.dumps({"proved": False, "why": str(error)}))
        elif not quiet:
            click.echo(printable(f"{folder}: not proved: {error}"))
        return error.exit_code
    show(proof, as_json, quiet)
    return 0


def show(proof: VerifiedProof, as_json: bool, quiet: bool) -> None:
    """Print the claim and the size of a proof.

    Args:
        proof: which has been verified.
        as_json: print a JSON object instead of a sentence.
        quiet: print no sentence.
    """
    if as_json:
        import json

        manifest = proof.manifest
        record = {"name": manifest.name, "proved": True, "claim": manifest.claim, "kind": manifest.kind}
        click.echo(json.dumps({**record, "size": proof.size}))
    elif not quiet:
        from nonosat.errors import printable

        click.echo(printable(proof.sentence))
