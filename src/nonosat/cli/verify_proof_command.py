"""`nonosat verify-proof`: the check of a proof."""

from __future__ import annotations

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, timeout_option
from nonosat.cli.option_words import print_line
from nonosat.cli.puzzle_entries import PuzzleEntry, entry_without_puzzle, puzzle_entries
from nonosat.core.errors import ProofRefused
from nonosat.core.question import Outcome, Run
from nonosat.proofs.certificate import verify_proof


@click.command("verify-proof", cls=DocumentedCommand)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=str))
@click.argument("puzzle", type=PATH, required=False)
@from_option
@timeout_option
@show_options()
def command(folder: str, puzzle: str | None, format_name: str | None, timeout: float | None, show: Show) -> int:
    """Check the proof in DIR, which `nonosat certify` wrote, and that it is about PUZZLE.

    The grid, the clues and the givens must be those of PUZZLE; titles and the values of colours may differ. Without
    PUZZLE, the command prints the grid and the digest of the proof; `nonosat info` prints the digest of any puzzle.

    Exit code 0: the proof is right, whatever it claims: that the solution is unique, that there is none, in which cells
    solutions differ, or how few given cells are enough. Exit code 1: the proof is wrong, or it is about another puzzle;
    one line says why.

    Examples:
        nonosat verify-proof proof p.clues
    """
    if puzzle is None and format_name is not None:
        raise click.UsageError("--from needs PUZZLE")

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        run.log("checking the proof")
        try:
            proof = verify_proof(folder, None if puzzle is None else entry.puzzle, deadline=run.deadline)
        except ProofRefused as error:
            line = f"{folder}: not proved: {error}"
            return Shown(Outcome.NO, {"proved": False, "why": str(error)}, lambda: print_line(line))
        line = proof.description() if puzzle is None else f"{entry.name}: {proof.sentence()}"
        return Shown(proof.outcome, proof.record(), lambda: print_line(line))

    if puzzle is None:
        entries = iter([entry_without_puzzle(folder, folder, timeout)])
    else:
        entries = puzzle_entries([puzzle], format_name, timeout=timeout, one_each=True)
    return each(entries, ask, show)
