"""`nonosat certify`: a proof of what the solutions of a puzzle are: none, one, or where several differ."""

from __future__ import annotations

from typing import Any, NamedTuple

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import FOLDER, PATH, completion, from_option, only_one, option_group, timeout_option
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_input import solution_to_keep
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_one_stdin
from nonosat.core.errors import GaveUp
from nonosat.core.question import Outcome, Run
from nonosat.encodings import find_encoding
from nonosat.model.picture import Picture
from nonosat.proofs.certificate import certify, check_options, require_place
from nonosat.proofs.claim import Claim, map_claim
from nonosat.solving.result import Result
from nonosat.solving.solve import solve


class _WantedClaim(NamedTuple):
    """The values of the options that say what to prove of a puzzle with several solutions."""

    as_map: bool
    givens: bool
    goal: str | None
    any_goal: bool


claim_options = option_group(
    "wanted",
    _WantedClaim,
    click.option("--map", "as_map", is_flag=True, help="With several solutions: prove which cells differ."),
    click.option(
        "--givens",
        is_flag=True,
        help="With several solutions: prove how few given cells leave only one.",
    ),
    click.option(
        "--goal",
        type=PATH,
        metavar="PICTURE",
        help="With --givens: the solution to keep (default: the goal in PUZZLE).",
    ),
    click.option(
        "--any", "any_goal", is_flag=True, help="With --givens: keep the solution that needs the fewest givens."
    ),
)

#: The options that are arguments of `proofs.certificate.certify`, by their names.
proof_options = option_group(
    "proving",
    dict,
    click.option(
        "--kind",
        metavar="NAME",
        shell_complete=completion("kind"),
        default="auto",
        show_default=True,
        help="Kind of proof: drat, linear, or auto.",
    ),
    click.option(
        "--solver",
        metavar="NAME",
        shell_complete=completion("prover"),
        help="Solver that finds the proof; see the proof column of `nonosat solvers`.",
    ),
    click.option(
        "--encoding",
        metavar="NAME",
        shell_complete=completion("encoding"),
        help="Encoding of the formula (default: order); see `nonosat encodings`.",
    ),
    click.option("--binary", is_flag=True, help="Write the proof in the smaller binary form."),
)


@click.command("certify", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@from_option
@click.option("-o", "--output-dir", type=FOLDER, metavar="DIR", required=True, help="Folder for the proof.")
@claim_options
@only_one("--map", "--givens")
@proof_options
@timeout_option
@show_options()
def command(
    puzzle: str,
    format_name: str | None,
    output_dir: str,
    wanted: _WantedClaim,
    proving: dict[str, Any],
    timeout: float | None,
    show: Show,
) -> int:
    """Solve PUZZLE and write a proof that its solution is the only one, or that it has none.

    If there are several solutions, --map proves which cells have the same colour in all of them, and --givens proves
    how few given cells leave only one. Without these options nothing is claimed, and the exit code is 1.

    DIR then holds everything that `nonosat verify-proof` or another program needs to check the claim; for a DRAT proof,
    check.txt has the command line of that program. The proof is verified before DIR is written. An earlier proof in DIR
    is replaced if it is about the same puzzle. Exit code 5: the time limit was reached, or there is no proof of this
    kind.

    Examples:
        nonosat certify p.clues -o proof             # one solution, or none
        nonosat certify two.clues --map -o map       # which cells differ
    """
    if not wanted.givens and (wanted.any_goal or wanted.goal is not None):
        raise click.UsageError("--goal and --any need --givens")
    if wanted.any_goal and wanted.goal is not None:
        raise click.UsageError("--any and --goal cannot be combined")
    require_one_stdin(puzzle, wanted.goal, "PICTURE")
    check_options(output_dir, kind=proving["kind"], solver=proving["solver"])
    if proving["encoding"] is not None:
        find_encoding(proving["encoding"])

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        sheet = entry.require()
        require_place(output_dir, sheet.puzzle)
        kept = solution_to_keep(sheet, puzzle, wanted.goal) if wanted.givens else None
        result = solve(sheet.puzzle, unique=True, timeout=run)
        known = f"{sheet.name}: {result.sentence()}"
        if result.gave_up:
            raise GaveUp(known)
        claim: Result | Claim = result
        if result.second is not None:
            if not (wanted.as_map or wanted.givens):
                why = f"{result.sentence()}; no proof is written"
                return Shown(Outcome.NO, {"proved": False, "why": why}, lambda: print_line(f"{sheet.name}: {why}"))
            try:
                claim = _claim(result, wanted, kept, run)
            except GaveUp as error:
                raise GaveUp(f"{sheet.name}: solved, not unique; {error}; no proof is written") from None
            known = f"{sheet.name}: {claim.sentence()}"
        try:
            proof = certify(claim, sheet.name, output_dir, **proving, deadline=run.deadline)
        except GaveUp as error:
            raise GaveUp(f"{known}; not proved: {error}") from None
        return Shown(proof.outcome, proof.record(), lambda: print_line(f"{sheet.name}: {proof.sentence()}"))

    return each(puzzle_entries([puzzle], format_name, timeout=timeout, one_each=True), ask, show)


def _claim(result: Result, wanted: _WantedClaim, kept: Picture | None, run: Run) -> Claim:
    """The claim about a puzzle with several solutions, of which the one that is `kept` is its goal; or `GaveUp`."""
    if wanted.as_map:
        from nonosat.analysis.solution_map import map_solutions

        found = map_solutions(result, timeout=run)
        if found.undecided:
            raise GaveUp(found.sentence())
        return map_claim(result.puzzle, found.witnesses, result.state)
    from nonosat.authoring.fewest_givens import fewest_givens

    goal = kept if kept is not None and not wanted.any_goal else result.picture
    assert goal is not None, "there are several solutions"
    fewest = fewest_givens(result, goal, any_goal=wanted.any_goal, deadline=run.deadline)
    if not fewest.others:
        # With several solutions, one given at least is needed.
        bounds = f"at least {max(1, fewest.at_least)} and at most {len(fewest.givens)}"
        raise GaveUp(f"the fewest givens were not found within the time limit: {bounds}")
    return Claim(puzzle=result.puzzle, solution=fewest.goal, others=fewest.others, givens=fewest.givens)
