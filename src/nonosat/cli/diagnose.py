"""`nonosat diagnose`: one look for the author of a puzzle."""

from __future__ import annotations

import sys
import time

import click

from nonosat.cli.common_options import PATH, color_option, from_option, json_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_by_signals


@click.command("diagnose")
@click.argument("puzzle", type=PATH)
@from_option
@click.option("--svg", type=PATH, metavar="FILE", help="Draw the map of several solutions: .svg, .png or .pdf.")
@timeout_option
@json_option
@click.option("-v", "--verbose", is_flag=True, help="Log steps and times on standard error.")
@color_option
@quiet_option
def command(
    puzzle: str,
    format_name: str | None,
    svg: str | None,
    timeout: float | None,
    as_json: bool,
    verbose: bool,
    color: bool | None,
    quiet: bool,
) -> int:
    """Say whether PUZZLE has one solution, where several differ, or what is wrong if there is none.

    Several solutions: how many, which cells differ, in how many independent places, and each colour's share of the
    solutions.
    """
    from nonosat.analysis.diagnosis import diagnose
    from nonosat.cli.progress_log import ProgressLog
    from nonosat.cli.terminal import use_color
    from nonosat.drawing.drawing_file import require_drawable
    from nonosat.formats import load_sheet
    from nonosat.results.diagnosis_report import diagnosis_lines, diagnosis_record, exit_code

    if svg is not None:
        require_drawable(svg)
        if svg == "-" and as_json:
            raise click.UsageError("--json and --svg both go to standard output, expected one of them")
    began = time.monotonic()
    sheet = load_sheet(puzzle, format_name)
    log = ProgressLog(sheet.name, began, verbose, live=not quiet)
    with ended_by_signals(), log:
        found = diagnose(sheet.puzzle, timeout=timeout, log=log.write)
        drawing = None
        if svg is not None and found.colors is not None:
            from nonosat.drawing.drawing_file import drawing_bytes
            from nonosat.drawing.svg_map import svg_map
            from nonosat.system.files import write_bytes

            title = sheet.puzzle.metadata.title or sheet.name
            drawing = drawing_bytes(svg, svg_map(found.colors, title=title))
    if svg is not None and drawing is not None:
        write_bytes(svg, drawing)
    if as_json:
        import json

        seconds = time.monotonic() - began
        click.echo(json.dumps(diagnosis_record(sheet.name, found, file=puzzle, seconds=seconds)))
    elif not quiet and svg != "-":
        if found.colors is not None:
            from nonosat.drawing.text_map import text_map

            sys.stdout.write(text_map(found.colors, color=use_color(color)).rstrip("\n") + "\n")
        for line in diagnosis_lines(sheet.name, found):
            click.echo(line)
    return exit_code(found)
