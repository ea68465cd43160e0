"""`nonosat hint`: the next step from a partial picture, or its wrong cells."""

from __future__ import annotations

import click

from nonosat.cli.common_options import PATH, from_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.recording_command import RecordingCommand


@click.command("hint", cls=RecordingCommand)
@click.argument("puzzle", type=PATH)
@click.argument("partial", metavar="[PARTIAL]", type=PATH, required=False)
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    help="How much to say: 1 the line, 2 the block, 3 the cells, 4 the whole step.",
)
@from_option
@timeout_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@quiet_option
def command(
    puzzle: str,
    partial: str | None,
    level: int,
    format_name: str | None,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Give a hint for PARTIAL, a picture of PUZZLE in which some cells are open.

    Wrong cells come first; else the hint is the easiest next step, as `nonosat explain` has it. PARTIAL is text, one
    row a line, with a letter for a colour, - for background and ? for an open cell; or a picture in any other form that
    `nonosat make` reads; or XML of webpbn.com with a saved grid. Without PARTIAL all cells are open.

    Exit codes: 0 a step, or the picture is finished; 1 cells are wrong, or nothing follows; 5 the time limit came
    first.
    """
    import json

    from nonosat.cli.option_words import print_error
    from nonosat.cli.picture_input import read_cells
    from nonosat.cli.puzzle_input import require_one_stdin
    from nonosat.errors import NoSolution
    from nonosat.explaining.next_hint import hint
    from nonosat.formats import load_sheet
    from nonosat.results.hint_report import HINT_EXIT_CODES, hint_lines, hint_record, hint_status

    require_one_stdin(puzzle, partial, "PARTIAL")
    sheet = load_sheet(puzzle, format_name)
    problem, known = sheet.puzzle, None
    if partial is not None:
        if partial == puzzle:
            # The saved grid of a file of webpbn has become givens, but here it is what is to be checked.
            from dataclasses import replace

            problem = replace(problem, givens=())
        known = read_cells(problem, partial, open_dots=True)
    try:
        with ended_by_signals():
            found = hint(problem, known, timeout=timeout)
    except NoSolution as error:
        print_error(error, sheet.name)
        if as_json:
            record = {"name": sheet.name, "file": puzzle, "status": "no solution", "level": level, "exit": 1}
            click.echo(json.dumps(record))
        return error.exit_code
    if as_json:
        click.echo(json.dumps(hint_record(sheet.name, found, level)))
    elif not quiet:
        click.echo("\n".join(hint_lines(found, level)))
    return HINT_EXIT_CODES[hint_status(found)]
