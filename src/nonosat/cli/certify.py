"""`nonosat certify`: a proof that a solution is the only one, or that there is none."""

from __future__ import annotations

import click

from nonosat.cli.common_options import PATH, completion, from_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_at_deadline, ended_by_signals
from nonosat.system.deadline import Deadline


@click.command("certify")
@click.argument("puzzle", type=PATH)
@from_option
@click.option("-o", "--output-dir", type=PATH, metavar="DIR", required=True, help="Folder to write the proof to.")
@click.option(
    "--kind",
    metavar="NAME",
    shell_complete=completion("kind"),
    default="auto",
    show_default=True,
    help="Kind of proof: drat, linear, or auto.",
)
@click.option(
    "--solver",
    metavar="NAME",
    shell_complete=completion("prover"),
    help="Solver that finds the proof; see column proof of `nonosat solvers`.",
)
@click.option(
    "--encoding",
    metavar="NAME",
    shell_complete=completion("encoding"),
    help="See `nonosat encodings`; `order` by default.",
)
@click.option("--binary", is_flag=True, help="Write the proof in its binary form, which is smaller.")
@timeout_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@quiet_option
def command(
    puzzle: str,
    format_name: str | None,
    output_dir: str,
    kind: str,
    solver: str | None,
    encoding: str | None,
    binary: bool,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Solve PUZZLE and write a proof that its solution is the only one, or that it has none.

    DIR then holds everything that `nonosat verify-proof` or another program needs to check the claim. The proof is
    verified before DIR is written. For a puzzle with several solutions there is nothing to prove: exit code 1.
    Exit code 5: the time limit was reached, or there is no proof of the kind.
    """
    from nonosat.cli.verify_proof import show
    from nonosat.encodings import find_encoding
    from nonosat.errors import GaveUp
    from nonosat.formats import load, puzzle_name
    from nonosat.proofs.certificate import certify, check_options
    from nonosat.results.report import sentence
    from nonosat.solving.pipeline import solve

    deadline = Deadline.after(timeout)
    check_options(output_dir, kind=kind, solver=solver)
    if encoding is not None:
        find_encoding(encoding)
    name = puzzle_name(puzzle)
    with ended_by_signals(), ended_at_deadline(deadline):
        problem = load(puzzle, format_name)
        result = solve(problem, unique=True, timeout=deadline.wait_time())
        if result.gave_up:
            raise GaveUp(sentence(name, result))
        if result.second is not None:
            if not quiet:
                click.echo(f"{sentence(name, result)}; no proof is written")
            return 1
        try:
            proof = certify(
                result, name, output_dir, kind=kind, solver=solver, encoding=encoding, binary=binary, deadline=deadline
            )
        except GaveUp as error:
            raise GaveUp(f"{sentence(name, result)}; not proved: {error}") from None
    show(proof, name, as_json, quiet)
    return 0
