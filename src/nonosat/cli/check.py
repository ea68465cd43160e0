"""`nonosat check`: a picture or a model against the clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nonosat.cli.common import PATH, from_option, quiet_option

if TYPE_CHECKING:
    from nonosat.model.verifier import Violation


@click.command("check")
@click.argument("puzzle", type=PATH)
@click.argument("answer", metavar="[PICTURE|MODEL]", type=PATH, required=False)
@from_option
@quiet_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
def command(puzzle: str, answer: str | None, format_name: str | None, quiet: bool, as_json: bool) -> int:
    """Say whether a picture or a model satisfies the clues of PUZZLE and, if not, which clues fail and how.

    A picture is text: one row a line, a letter for a colour and - or . for background, as `nonosat solve` prints it.
    A model is what `nonosat decode` reads. Without either, the goal in PUZZLE is checked; with several puzzles in the
    file, the goal of each.
    """
    from nonosat.cli.common import read_picture_or_model
    from nonosat.errors import InputError
    from nonosat.formats import load_sheet, load_sheets
    from nonosat.model.picture import Picture
    from nonosat.model.verifier import check
    from nonosat.solving.decoder import decode
    from nonosat.system.files import shown_name

    if puzzle == answer == "-":
        raise click.UsageError("PUZZLE and PICTURE are both -, expected at most one of them")
    worst = 0
    for sheet in load_sheets(puzzle, format_name) if answer is None else [load_sheet(puzzle, format_name)]:
        if isinstance(sheet, InputError):
            raise sheet
        problem, picture, name = sheet
        if answer is not None:
            content = read_picture_or_model(problem, answer)
            picture = content if isinstance(content, Picture) else decode(problem, content)
        if picture is None:
            raise InputError(f"no goal of {name}, expected one, or a PICTURE or MODEL", file=shown_name(puzzle))
        violations = check(problem, picture)
        _show(name, violations, quiet, as_json)
        worst = max(worst, 1 if violations else 0)
    return worst


def _show(name: str, violations: Sequence[Violation], quiet: bool, as_json: bool) -> None:
    if as_json:
        import json

        found = [violation._asdict() for violation in violations]
        click.echo(json.dumps({"name": name, "correct": not violations, "violations": found}))
    elif not quiet:
        for violation in violations:
            click.echo(violation.message)
        wrong = "1 thing is wrong" if len(violations) == 1 else f"{len(violations)} things are wrong"
        click.echo(f"{name}: " + (wrong if violations else "correct"))
