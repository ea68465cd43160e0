"""`nonosat decode`: the picture of a model."""

from __future__ import annotations

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, quiet_option
from nonosat.cli.option_words import print_line
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture
from nonosat.cli.puzzle_entries import require_one_stdin
from nonosat.cnf.dimacs import read_answer
from nonosat.core.errors import InputError
from nonosat.core.files import read_text, shown_name
from nonosat.core.question import Outcome
from nonosat.drawing.drawing_file import require_drawable, write_drawing
from nonosat.formats import load, puzzle_name
from nonosat.model.verifier import verified
from nonosat.solving.formulas import decode


@click.command("decode", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@click.argument("model", type=PATH)
@click.option("--svg", "svg_file", type=OUTPUT, help="Draw the picture to this file: .svg, .png or .pdf.")
@from_option
@picture_options
@quiet_option
def command(
    puzzle: str, model: str, svg_file: str | None, format_name: str | None, style: PictureStyle, quiet: bool
) -> int:
    """Turn MODEL, a solver's output for the formula of PUZZLE, into a picture, and verify it.

    MODEL can hold `s` and `v` lines, a result file of MiniSat, or plain literals. It can be partial, as long as it
    contains the true cell variables.

    Examples:
        nonosat decode p.clues answer.txt            # the output of a solver
        "$(nonosat solvers --path kissat)" -q p.sat | nonosat decode p.clues -
    """
    require_one_stdin(puzzle, model, "MODEL")
    if svg_file:
        require_drawable(svg_file)
    problem = load(puzzle, format_name)
    answer = read_answer(read_text(model), shown_name(model))
    if answer.satisfiable is None:
        if not quiet:
            print_line(f"{puzzle_name(puzzle)}: the solver gave no verdict")
        return Outcome.GAVE_UP
    if not answer.satisfiable:
        if not quiet:
            print_line(f"{puzzle_name(puzzle)}: the solver says that there is no solution")
        return Outcome.NO
    if not answer.model and any(problem.clues):
        raise InputError("verdict without a model, expected literals", file=shown_name(model))
    picture = verified(problem, decode(problem, answer.model))
    if svg_file:
        write_drawing(svg_file, problem, picture, title=problem.metadata.title or puzzle_name(puzzle))
    if not quiet and svg_file != "-":
        show_picture(problem, picture, style)
    return 0
