"""`nonosat verify-proof`: the check of a proof."""

from __future__ import annotations

import json

import click

from nonosat.cli.common_options import PATH, from_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_at_deadline
from nonosat.cli.option_words import print_line
from nonosat.core.deadline import Deadline
from nonosat.core.errors import ProofRefused
from nonosat.formats import load_sheet
from nonosat.proofs.certificate import VerifiedProof, verify_proof


@click.command("verify-proof")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=str))
@click.argument("puzzle", type=PATH, required=False)
@from_option
@timeout_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@quiet_option
def command(
    folder: str, puzzle: str | None, format_name: str | None, timeout: float | None, as_json: bool, quiet: bool
) -> int:
    """Check the proof in DIR, which `nonosat certify` wrote, and that it is about PUZZLE.

    The grid, the clues and the givens must be those of PUZZLE; titles and the values of colours may differ. Without
    PUZZLE the grid of the proof and its digest are printed, which `nonosat info` prints for any puzzle.

    Exit code 0: the proof is right, whatever it claims: that the solution is unique, that there is none, in which cells
    several solutions differ, or the fewest cells that have to be given. Exit code 1: it is not, or it is about another
    puzzle; one line says why.
    """
    if puzzle is None and format_name is not None:
        raise click.UsageError("--from without PUZZLE, expected PUZZLE, too")
    deadline = Deadline.after(timeout)
    try:
        with ended_at_deadline(deadline):
            sheet = load_sheet(puzzle, format_name) if puzzle is not None else None
            proof = verify_proof(folder, sheet.puzzle if sheet else None, deadline=deadline)
    except ProofRefused as error:
        if as_json:
            click.echo(json.dumps({"proved": False, "why": str(error)}))
        elif not quiet:
            print_line(f"{folder}: not proved: {error}")
        return error.exit_code
    show(proof, sheet.name if sheet else None, as_json, quiet)
    return 0


def show(proof: VerifiedProof, name: str | None, as_json: bool, quiet: bool) -> None:
    """Print the claim and the size of a proof; `name` is that of the puzzle it was compared with, None without one."""
    if as_json:
        click.echo(json.dumps({"name": name, **proof.record()}))
    elif not quiet:
        print_line(proof.description() if name is None else f"{name}: {proof.sentence()}")
