"""`nonosat check`: a picture or a model against the clues."""

from __future__ import annotations

import click

from nonosat.cli.common import PATH, from_option, quiet_option


@click.command("check")
@click.argument("puzzle", type=PATH)
@click.argument("answer", metavar="PICTURE|MODEL", type=PATH)
@from_option
@quiet_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(puzzle: str, answer: str, format_name: str | None, quiet: bool, as_json: bool) -> int:
    """Say whether a picture or a model satisfies the clues of PUZZLE and, if not, which clues fail and how.

    A picture is text: one row a line, a letter for a colour and - or . for background, as `nonosat solve` prints it.
    A model is what `nonosat decode` reads.
    """
    from nonosat.cli.common import read_picture_or_model
    from nonosat.decoder import decode
    from nonosat.formats import load, puzzle_name
    from nonosat.puzzle import Picture
    from nonosat.verifier import check

    if puzzle == answer == "-":
        raise click.UsageError("PUZZLE and PICTURE are both -, expected at most one of them")
    problem = load(puzzle, format_name)
    content = read_picture_or_model(problem, answer)
    picture = content if isinstance(content, Picture) else decode(problem, content)
    violations = check(problem, picture)
    if as_json:
        import json

        record = {
            "name": puzzle_name(puzzle),
            "correct": not violations,
            "violations": [violation._asdict() for violation in violations],
        }
        click.echo(json.dumps(record))
    elif not quiet:
        for violation in violations:
            click.echo(violation.message)
        wrong = "1 thing is wrong" if len(violations) == 1 else f"{len(violations)} things are wrong"
        click.echo(f"{puzzle_name(puzzle)}: " + (wrong if violations else "correct"))
    return 1 if violations else 0
