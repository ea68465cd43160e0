"""`nonosat make`: a puzzle from a picture."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, lossy_option, quiet_option, time_limit_option, to_option
from nonosat.cli.interrupts import ended_by_interrupt, ended_by_signals
from nonosat.cli.metadata_options import metadata_options
from nonosat.cli.option_groups import only_one
from nonosat.cli.option_words import print_line, print_note
from nonosat.cli.picture_change import ChangeChoice, change_options
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture
from nonosat.cli.tracing_choice import tracing_options
from nonosat.formats import puzzle_name
from nonosat.model.puzzle import Metadata, puzzle_of
from nonosat.system.files import read_bytes, shown_name

if TYPE_CHECKING:
    from nonosat.authoring.trace_request import TraceRequest

#: Bytes of a picture's file; no image of a puzzle needs more.
MAX_BYTES = 1 << 26
#: The default time limit, in seconds, of the search for other solutions.
TIMEOUT = 60.0


@click.command("make")
@click.argument("picture", type=PATH)
@click.argument("out", type=PATH, default="-")
@tracing_options
@to_option
@lossy_option
@click.option("--goal", is_flag=True, help="Write the picture into OUT, too, if the format has a place for it.")
@metadata_options
@click.option("-u", "--unique", is_flag=True, help="Exit with 1 if the puzzle has other solutions.")
@change_options
@click.option("--no-check", is_flag=True, help="Do not search for other solutions.")
@time_limit_option("Of that, and of --until or --class; 60 by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle's properties as one JSON object.")
@picture_options
@quiet_option
def command(
    picture: str,
    out: str,
    request: TraceRequest,
    to_name: str | None,
    lossy: bool,
    goal: bool,
    metadata: Metadata,
    unique: bool,
    changes: ChangeChoice,
    no_check: bool,
    timeout: float | None,
    as_json: bool,
    style: PictureStyle,
    quiet: bool,
) -> int:
    """Write the puzzle with the solution PICTURE to OUT, and report whether that is its only solution.

    PICTURE is an image (PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM, PPM; needs Pillow), an SVG, or a text of one row a
    line: letters for colours, # for the first of them, - or . for background; or what `nonosat solve` prints. Without
    OUT the puzzle goes to standard output, and the report to standard error. The exit code is 1 if it has no block.

    --until changes the fewest cells of the picture, and the exit code is 5 if it is not proved that fewer are not
    enough. --class also chooses the threshold, and changes those cells first whose colour in the image is near it; the
    exit code is 1 if the class is not reached, 5 if the time limit came before that. The best puzzle found is written.
    Ctrl-C ends a search as the time limit does, with exit code 130.
    """
    only_one({"--unique": unique, "--no-check": no_check})
    changes.check()
    if changes.drawings and [out, *changes.drawings].count("-") + as_json * ("-" in changes.drawings) > 1:
        raise click.UsageError("--svg or --before and another result go to standard output, expected a file")
    if as_json and out == "-":
        raise click.UsageError("--json and the puzzle both go to standard output, expected a file OUT")
    from nonosat.authoring.assessment import assess, record, sentence
    from nonosat.authoring.tracing import trace
    from nonosat.cli.output_format import output_format
    from nonosat.formats import Sheet
    from nonosat.results.conversion import convert_sheet
    from nonosat.system.deadline import Deadline
    from nonosat.system.files import write_text

    format_ = output_format(out, to_name)
    traced = trace(read_bytes(picture, MAX_BYTES), shown_name(picture), request)
    puzzle = puzzle_of(traced.picture, traced.palette)
    name = puzzle_name(out if out != "-" else picture)
    limit = timeout or TIMEOUT
    with ended_by_interrupt() as stop:
        change = changes.changed(name, traced, Deadline.after(limit).stopped_by(stop), request, live=not quiet)
    if change is not None:
        puzzle, traced = change.puzzle, traced._replace(picture=change.picture)
    titled = replace(puzzle, metadata=metadata)
    sheet = Sheet(titled, traced.picture if goal else None, name)
    warn = partial(print_note, name)
    notes = [*traced.remarks, *([] if puzzle.n_blocks else ["the puzzle has no block: every cell is background"])]
    write_text(out, format_.write_all([convert_sheet(sheet, format_, lossy=lossy, warn=warn)]))
    for note in () if quiet else notes:
        warn(note)
    changes.write_drawings(change, titled, traced.picture, name)
    assessment = None
    if not (no_check or stop.is_made):
        with ended_by_signals(), ended_by_interrupt() as stop:
            assessment = assess(puzzle, traced.picture, Deadline.after(limit).stopped_by(stop))
    if as_json:
        import json

        print(json.dumps(record(name, puzzle, assessment) | (change.record if change is not None else {})))
    elif not quiet:
        report = sys.stderr if "-" in (out, *changes.drawings) else None
        marked = change.cells if change is not None else assessment.differs if assessment else ()
        if report is None:
            show_picture(puzzle, traced.picture, style, marked, f"draw it with nonosat render {out}")
        if change is not None:
            print_line(f"{name}: {change.sentence}", report)
        print_line(f"{name}: {sentence(puzzle, assessment)}", report)
    if stop.is_made:
        raise KeyboardInterrupt
    if change is not None and change.exit_code:
        return change.exit_code
    if not puzzle.n_blocks:
        return 1
    if unique and assessment is not None:
        return {True: 0, False: 1, None: 5}[assessment.unique]
    return 0
