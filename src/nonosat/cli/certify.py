"""`nonosat certify`: a proof of what the solutions of a puzzle are: none, one, or where several differ."""

from __future__ import annotations

import click

from nonosat.cli.common_options import FOLDER, PATH, completion, from_option, only_one, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_at_deadline, ended_by_signals
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_input import solution_to_keep
from nonosat.cli.puzzle_entries import require_one_stdin
from nonosat.cli.verify_proof import show
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.encodings import find_encoding
from nonosat.formats import load_sheet
from nonosat.model.picture import Picture
from nonosat.proofs.certificate import certify, check_options
from nonosat.proofs.claim import Claim, map_claim
from nonosat.solving.result import Result
from nonosat.solving.solve import solve


@click.command("certify")
@click.argument("puzzle", type=PATH)
@from_option
@click.option("-o", "--output-dir", type=FOLDER, metavar="DIR", required=True, help="Folder to write the proof to.")
@click.option("--map", "as_map", is_flag=True, help="Of several solutions: prove in which cells they differ.")
@click.option(
    "--givens", is_flag=True, help="Of several solutions: prove how few cells have to be given so that one is left."
)
@click.option(
    "--goal",
    type=PATH,
    metavar="PICTURE",
    help="With --givens: the solution that is left; by default the goal in PUZZLE.",
)
@click.option("--any", "any_goal", is_flag=True, help="With --givens: leave the solution that needs the fewest.")
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
    as_map: bool,
    givens: bool,
    goal: str | None,
    any_goal: bool,
    kind: str,
    solver: str | None,
    encoding: str | None,
    binary: bool,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Solve PUZZLE and write a proof that its solution is the only one, or that it has none.

    Of a puzzle with several solutions, --map proves which cells have the same colour in all of them, and --givens the
    fewest cells that have to be given so that one solution is left. Without these there is no claim: exit code 1.

    DIR then holds everything that `nonosat verify-proof` or another program needs to check the claim. The proof is
    verified before DIR is written. Exit code 5: the time limit was reached, or there is no proof of the kind.
    """
    only_one({"--map": as_map, "--givens": givens})
    if not givens and (any_goal or goal is not None):
        raise click.UsageError("--goal and --any choose the solution that givens leave, expected --givens, too")
    if any_goal and goal is not None:
        raise click.UsageError("--any compares all solutions, expected no --goal")
    require_one_stdin(puzzle, goal, "PICTURE")
    deadline = Deadline.after(timeout)
    check_options(output_dir, kind=kind, solver=solver)
    if encoding is not None:
        find_encoding(encoding)
    with ended_by_signals(), ended_at_deadline(deadline):
        sheet = load_sheet(puzzle, format_name)
        name = sheet.name
        kept = solution_to_keep(sheet, puzzle, goal) if givens else None
        result = solve(sheet.puzzle, unique=True, timeout=deadline.wait_time())
        known = f"{name}: {result.sentence()}"
        if result.gave_up:
            raise GaveUp(known)
        claim: Result | Claim = result
        if result.second is not None:
            if not (as_map or givens):
                if not quiet:
                    print_line(f"{known}; no proof is written")
                return 1
            try:
                claim = _map_claim(result, deadline) if as_map else _givens_claim(result, kept, any_goal, deadline)
            except GaveUp as error:
                raise GaveUp(f"{name}: solved, not unique; {error}; no proof is written") from None
            known = f"{name}: {claim.sentence()}"
        try:
            proof = certify(
                claim, name, output_dir, kind=kind, solver=solver, encoding=encoding, binary=binary, deadline=deadline
            )
        except GaveUp as error:
            raise GaveUp(f"{known}; not proved: {error}") from None
    show(proof, name, as_json, quiet)
    return 0


def _map_claim(result: Result, deadline: Deadline) -> Claim:
    from nonosat.analysis.solution_map import map_solutions

    found = map_solutions(result, timeout=Run(deadline))
    if found.undecided:
        raise GaveUp(found.sentence())
    return map_claim(result.puzzle, found.witnesses, result.state)


def _givens_claim(result: Result, kept: Picture | None, any_goal: bool, deadline: Deadline) -> Claim:
    from nonosat.authoring.fewest_givens import fewest_givens

    goal = kept if kept is not None and not any_goal else result.picture
    assert goal is not None, "there are several solutions"
    found = fewest_givens(result, goal, any_goal=any_goal, deadline=deadline)
    if not found.others:
        # With several solutions, one given at least is needed.
        bounds = f"at least {max(1, found.at_least)} and at most {len(found.givens)}"
        raise GaveUp(f"the fewest givens are not known within the time limit, {bounds}")
    return Claim(puzzle=result.puzzle, solution=found.goal, others=found.others, givens=found.givens)
