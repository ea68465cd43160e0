"""`nonosat render`: a drawing of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, only_one
from nonosat.cli.option_words import print_note
from nonosat.cli.output_files import require_no_terminal
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.picture_input import known_cells, read_cells, whole_picture
from nonosat.cli.puzzle_entries import require_one_stdin
from nonosat.core.files import write_bytes
from nonosat.core.question import Outcome
from nonosat.drawing.drawing_file import drawing_bytes, drawing_suffix, require_drawable
from nonosat.drawing.paper import PAPERS
from nonosat.drawing.svg_document import UNTITLED
from nonosat.drawing.worksheet import small_cells_note, worksheet
from nonosat.formats import load, puzzle_name
from nonosat.model.grid_kinds import kind_of
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import Violation, check


@click.command("render", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@click.argument("answer", metavar="[PICTURE|MODEL]", type=PATH, required=False)
@click.option(
    "-o", "--output", type=OUTPUT, default="-", show_default=True, help="File for the drawing: .svg, .png or .pdf."
)
@click.option(
    "--clues/--no-clues", default=None, help="Draw the clues in the margins (default: unless there is a solution)."
)
@click.option("--both-sides", is_flag=True, help="Draw the clues at both ends of the lines.")
@click.option(
    "--paper",
    type=click.Choice(list(PAPERS)),
    help="Page size (default: a4; for SVG, a size that fits both a4 and letter).",
)
@click.option(
    "--dpi", type=click.IntRange(36, 1200), help="Resolution of a PNG page in pixels per inch (default: 300)."
)
@click.option("--width", type=click.IntRange(16, 10_000), metavar="PIXELS", help="Width of a PNG in pixels.")
@from_option
@click.option("--title", help="Title of the drawing (default: the title of the puzzle, or the name of its file).")
@click.option("--no-title", is_flag=True, help="Leave out the title and the author above the grid.")
@only_one("--no-clues", "--both-sides")
@only_one("--width", "--dpi")
def command(
    puzzle: str,
    answer: str | None,
    output: str,
    clues: bool | None,
    both_sides: bool,
    paper: str | None,
    dpi: int | None,
    width: int | None,
    format_name: str | None,
    title: str | None,
    no_title: bool,
) -> int:
    """Draw PUZZLE on a page to solve with a pencil, or draw it with a picture or a model as its solution.

    A solution is drawn for screens. It is drawn on a page if the drawing is a PDF or if an option for pages is given.
    The same holds for a partial picture, in which ? is an open cell; it may contain errors. A picture that is not a
    solution is drawn with its clues, and with the lines that fail in red frames; they are also printed, and the exit
    code is 1.

    Examples:
        nonosat render p.clues -o p.pdf              # to solve with a pencil
        nonosat render p.clues picture.txt -o solution.svg
    """
    require_one_stdin(puzzle, answer, "PICTURE")
    require_drawable(output)
    require_no_terminal(output, "the SVG of the drawing", ".svg")
    suffix = drawing_suffix(output)
    for option, value in (("--dpi", dpi), ("--width", width)):
        if value is not None and suffix != ".png":
            raise click.UsageError(f"{option} needs -o FILE.png")
    problem = load(puzzle, format_name)
    picture, violations = None, list[Violation]()
    if answer is not None:
        cells = read_cells(problem, answer)
        picture = whole_picture(problem, cells)
        if picture is None:
            problem = replace(problem, givens=known_cells(cells))
        else:
            violations = check(problem, picture)
    wrong = [violation.line for violation in violations if violation.line is not None]
    name = problem.metadata.title or puzzle_name(puzzle) if title is None else title
    if answer is not None and suffix != ".pdf" and not (both_sides or paper or dpi):
        from nonosat.drawing.svg import svg

        is_partial = picture is None
        words = _partial_description(problem) if is_partial else ""
        drawing = svg(
            problem,
            picture,
            clues=is_partial or bool(violations) if clues is None else clues,
            title=name,
            differs=[violation.cell for violation in violations if violation.cell is not None],
            marks="that are not as given",
            wrong=wrong,
            description=words,
        )
        write_bytes(output, drawing_bytes(output, drawing, width=width))
        return _report(puzzle_name(puzzle), violations)

    on_page = suffix != ".svg"
    sheet = worksheet(
        problem,
        picture,
        clues=both_sides or (picture is None or bool(violations) if clues is None else clues),
        both_ends=both_sides,
        wrong=wrong,
        title=name,
        show_title=not no_title,
        paper=paper or ("a4" if on_page else None),
        margins=on_page,
    )
    write_bytes(output, drawing_bytes(output, sheet.svg, dpi or 300 if suffix == ".png" else None, width=width))
    if picture is None and (small := small_cells_note(sheet.cell_size)):
        advice = "print it on larger paper" if paper == "a3" else "--paper a3 makes them larger"
        print_note(puzzle_name(puzzle), f"{small}; {advice}")
    return _report(puzzle_name(puzzle), violations)


def _report(name: str, violations: Sequence[Violation]) -> int:
    """Print on standard error what is wrong with a picture, and return the exit code."""
    for violation in violations:
        print_note(name, violation.message)
    return Outcome.NO if violations else Outcome.YES


def _partial_description(problem: Puzzle) -> str:
    """The drawing of a partial picture in words."""
    return f"{UNTITLED}, {kind_of(problem.grid).describe(problem.grid)}, {len(problem.givens)} cells known"
