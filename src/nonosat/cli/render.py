"""`nonosat render`: a drawing of a puzzle."""

from __future__ import annotations

import click

from nonosat.cli.common_options import PATH, from_option


@click.command("render")
@click.argument("puzzle", type=PATH)
@click.argument("answer", metavar="[PICTURE|MODEL]", type=PATH, required=False)
@click.option("-o", "--output", type=PATH, default="-", show_default=True, help="Drawing to write, .svg or .png.")
@click.option("--clues/--no-clues", default=None, help="Clues in the margins; by default for an empty puzzle.")
@from_option
@click.option("--title", help="Title of the drawing; by default that of the puzzle, or its file's name.")
def command(
    puzzle: str, answer: str | None, output: str, clues: bool | None, format_name: str | None, title: str | None
) -> None:
    """Draw PUZZLE as SVG or PNG: empty to be solved by hand, or with a picture or a model as its solution."""
    from nonosat.cli.puzzle_input import read_solution, require_one_stdin
    from nonosat.drawing.drawing_file import drawing_bytes, require_drawable
    from nonosat.drawing.svg import svg
    from nonosat.formats import load, puzzle_name
    from nonosat.model.verifier import verified
    from nonosat.system.files import write_bytes

    require_one_stdin(puzzle, answer, "PICTURE")
    require_drawable(output)
    problem = load(puzzle, format_name)
    picture = None if answer is None else verified(problem, read_solution(problem, answer))
    name = problem.metadata.title or puzzle_name(puzzle) if title is None else title
    is_empty = picture is None
    drawing = svg(problem, picture, clues=is_empty if clues is None else clues, title=name, paper=is_empty)
    write_bytes(output, drawing_bytes(output, drawing))
