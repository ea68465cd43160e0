"""`nonosat decode`: a solver's answer as a picture."""

from __future__ import annotations

import click

from nonosat.cli.common import PATH, color_option, from_option, quiet_option


@click.command("decode")
@click.argument("puzzle", type=PATH)
@click.argument("model", type=PATH)
@click.option("--svg", "svg_file", type=PATH, help="Draw the picture into this file.")
@from_option
@color_option
@quiet_option
def command(
    puzzle: str, model: str, svg_file: str | None, format_name: str | None, color: bool | None, quiet: bool
) -> int:
    """Turn MODEL, a solver's answer to the formula of PUZZLE, into the picture, and verify it.

    MODEL may hold `s` and `v` lines, a result file of MiniSat, or plain literals; it may be partial, as long as it
    tells which cells are coloured.
    """
    from nonosat.cli.common import show_picture
    from nonosat.cnf.dimacs import read_answer
    from nonosat.errors import InputError
    from nonosat.formats import load, puzzle_name
    from nonosat.model.verifier import verified
    from nonosat.solving.decoder import decode
    from nonosat.system.files import read_text, shown_name, write_text

    if puzzle == model == "-":
        raise click.UsageError("PUZZLE and MODEL are both -, expected at most one of them")
    problem = load(puzzle, format_name)
    answer = read_answer(read_text(model), shown_name(model))
    if answer.satisfiable is None:
        if not quiet:
            click.echo(f"{puzzle_name(puzzle)}: the solver gave no verdict")
        return 5
    if not answer.satisfiable:
        if not quiet:
            click.echo(f"{puzzle_name(puzzle)}: no solution, says the solver")
        return 1
    if not answer.model and any(problem.clues):
        raise InputError("a verdict without a model, expected literals", file=shown_name(model))
    picture = verified(problem, decode(problem, answer.model))
    if svg_file:
        from nonosat.drawing.svg import svg

        write_text(svg_file, svg(problem, picture, title=problem.metadata.title or puzzle_name(puzzle)))
    if not quiet and svg_file != "-":
        show_picture(problem, picture, color)
    return 0
