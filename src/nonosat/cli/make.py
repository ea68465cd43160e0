"""`nonosat make`: a puzzle from a picture."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import partial

import click

from nonosat.cli.common_options import PATH, lossy_option, quiet_option, time_limit_option, to_option
from nonosat.cli.interrupts import ended_by_interrupt, ended_by_signals, interrupt_after
from nonosat.cli.option_words import print_note
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture
from nonosat.errors import GaveUp
from nonosat.explaining.difficulty import Difficulty
from nonosat.formats import puzzle_name
from nonosat.model.puzzle import Metadata, puzzle_of
from nonosat.system.files import read_bytes, shown_name

#: Bytes of a picture's file; no image of a puzzle needs more.
MAX_BYTES = 1 << 26
#: The default time limit, in seconds, of the search for other solutions.
TIMEOUT = 60.0


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Height and width of `WxH`."""
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", value)
    if not match:
        raise click.BadParameter(f"{value!r}, expected WIDTHxHEIGHT in cells, such as 30x20.", ctx, param)
    return int(match[2]), int(match[1])


def _colors(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """The colours of a list with commas, as `#rrggbb`."""
    if value is None:
        return None
    from nonosat.formats.color_syntax import rgb

    colors = []
    for name in value.split(","):
        color = rgb(name)
        if color is None:
            raise click.BadParameter(f"colour {name.strip()!r}, expected #rrggbb.", ctx, param)
        colors.append(color)
    return tuple(colors)


def _background(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    colors = _colors(ctx, param, value)
    if colors is not None and len(colors) != 1:
        raise click.BadParameter(f"{value!r}, expected one colour.", ctx, param)
    return colors[0] if colors else None


@click.command("make")
@click.argument("picture", type=PATH)
@click.argument("out", type=PATH, default="-")
@click.option("--size", callback=_size, metavar="WxH", help="Width and height in cells; by default a pixel is a cell.")
@click.option("--hex", "hexagon", type=click.IntRange(2, 2000), metavar="N", help="A hexagon of N cells along a side.")
@click.option("--colors", "n_colors", type=click.IntRange(1, 100), metavar="N", help="At most N beside the background.")
@click.option("--keep-colors", is_flag=True, help="Do not merge colours that look the same.")
@click.option("--background", callback=_background, metavar="COLOR", help="By default the border's, or transparency.")
@click.option("--dither", is_flag=True, help="Mix colours by patterns of cells, in photographs.")
@click.option("--palette", callback=_colors, metavar="COLORS", help="For letters: #rrggbb,..., background first.")
@to_option
@lossy_option
@click.option("--goal", is_flag=True, help="Write the picture into OUT, too, if the format has a place for it.")
@click.option("--title", default="", metavar="TEXT", help="Title of the puzzle.")
@click.option("-u", "--unique", is_flag=True, help="Exit with 1 if the puzzle has other solutions.")
@click.option(
    "--until",
    type=click.Choice(["unique", "lines"]),
    help="Change the fewest cells of the picture that make it unique, or solvable by single lines.",
)
@click.option(
    "--class",
    "difficulty",
    type=click.Choice([difficulty.value for difficulty in Difficulty]),
    help="Change the picture until the puzzle is of this class or easier, doubtful cells first.",
)
@click.option("--svg", type=PATH, metavar="FILE", help="Draw the picture with the changed cells marked.")
@click.option("--before", type=PATH, metavar="FILE", help="Draw the picture before the changes, the same cells marked.")
@click.option("--no-check", is_flag=True, help="Do not search for other solutions.")
@time_limit_option("Of that, and of --until or --class; 60 by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the puzzle's properties as one JSON object.")
@picture_options
@quiet_option
def command(
    picture: str,
    out: str,
    size: tuple[int, int] | None,
    hexagon: int | None,
    n_colors: int | None,
    keep_colors: bool,
    background: str | None,
    dither: bool,
    palette: tuple[str, ...] | None,
    to_name: str | None,
    lossy: bool,
    goal: bool,
    title: str,
    unique: bool,
    until: str | None,
    difficulty: str | None,
    svg: str | None,
    before: str | None,
    no_check: bool,
    timeout: float | None,
    as_json: bool,
    style: PictureStyle,
    quiet: bool,
) -> int:
    """Write the puzzle with the solution PICTURE to OUT, and report whether that is its only solution.

    PICTURE is an image (PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM, PPM; needs Pillow), an SVG that nonosat drew, or a
    text of one row a line: letters for colours, # for the first of them, - or . for background; or what `nonosat solve`
    prints. Without OUT the puzzle goes to standard output, and the report to standard error.

    --until changes the fewest cells of the picture, and the exit code is 5 if it is not proved that fewer are not
    enough. --class also chooses the threshold, and changes those cells first whose colour in the image is near it; the
    exit code is 1 if the class is not reached, 5 if the time limit came before that. The best puzzle found is written.
    Ctrl-C ends a search as the time limit does, with exit code 130.
    """
    if unique and no_check:
        raise click.UsageError("--unique and --no-check, expected one of them")
    if until is not None and difficulty is not None:
        raise click.UsageError("--until and --class, expected one of them")
    if (svg or before) and until is None and difficulty is None:
        raise click.UsageError("--svg and --before draw what --until or --class changes, expected one of these, too")
    outputs = [svg, before, out] if svg or before else [out]
    if outputs.count("-") + as_json * ("-" in outputs[:-1]) > 1:
        raise click.UsageError("--svg or --before and another result go to standard output, expected a file")
    if svg is not None and svg == before != "-":
        raise click.UsageError(f"--svg and --before name the same file {svg}, expected different ones")
    if as_json and out == "-":
        raise click.UsageError("--json and the puzzle both go to standard output, expected a file OUT")
    from nonosat.authoring.assessment import assess, record, sentence
    from nonosat.authoring.trace_request import TraceRequest
    from nonosat.authoring.tracing import trace
    from nonosat.cli.output_format import output_format
    from nonosat.cli.picture_change import CHANGED, change_drawing, changes_for_class, fewest_changes_until
    from nonosat.drawing.drawing_file import require_drawable
    from nonosat.formats import Sheet
    from nonosat.formats.sheet import one_line
    from nonosat.results.conversion import convert_sheet
    from nonosat.system.deadline import Deadline
    from nonosat.system.files import write_bytes, write_text

    format_ = output_format(out, to_name)
    for drawing in filter(None, (svg, before)):
        require_drawable(drawing)
    request = TraceRequest(
        size=size,
        hexagon=hexagon,
        n_colors=n_colors,
        keep_colors=keep_colors,
        background=background,
        dither=dither,
        palette=palette,
    )
    traced = trace(read_bytes(picture, MAX_BYTES), shown_name(picture), request)
    puzzle = puzzle_of(traced.picture, traced.palette)
    name = puzzle_name(out if out != "-" else picture)
    limit = timeout or TIMEOUT
    change = None
    with ended_by_interrupt() as stop:
        deadline = Deadline.after(limit).stopped_by(stop)
        try:
            if until is not None:
                change = fewest_changes_until(name, puzzle, traced.picture, until, deadline, live=not quiet)
            elif difficulty is not None:
                change = changes_for_class(name, traced, difficulty, deadline, dithered=dither, live=not quiet)
        except GaveUp as error:
            if stop.is_made:
                raise interrupt_after(error) from None
            raise
    original = traced.picture
    if change is not None:
        puzzle, traced = change.puzzle, traced._replace(picture=change.picture)
    titled = replace(puzzle, metadata=Metadata(title=one_line(title)))
    sheet = Sheet(titled, traced.picture if goal else None, name)
    warn = partial(print_note, name)
    write_text(out, format_.write_all([convert_sheet(sheet, format_, lossy=lossy, warn=warn)]))
    for remark in traced.remarks:
        warn(remark)
    if change is not None:
        drawn = [(svg, change.puzzle, change.picture), (before, change.before, original)]
        for path, shown, picture_shown in drawn:
            if path is not None:
                write_bytes(path, change_drawing(path, title or name, shown, picture_shown, change.cells, CHANGED))
    assessment = None
    if not (no_check or stop.is_made):
        with ended_by_signals(), ended_by_interrupt() as stop:
            assessment = assess(puzzle, traced.picture, Deadline.after(limit).stopped_by(stop))
    if as_json:
        import json

        print(json.dumps(record(name, puzzle, assessment) | (change.record if change is not None else {})))
    elif not quiet:
        report = sys.stderr if "-" in (out, svg, before) else sys.stdout
        marked = change.cells if change is not None else assessment.differs if assessment else ()
        if report is sys.stdout:
            show_picture(puzzle, traced.picture, style, marked, f"draw it with nonosat render {out}")
        if change is not None:
            print(f"{name}: {change.sentence}", file=report)
        print(f"{name}: {sentence(puzzle, assessment)}", file=report)
    if stop.is_made:
        raise KeyboardInterrupt
    if change is not None and change.exit_code:
        return change.exit_code
    if unique and assessment is not None:
        return {True: 0, False: 1, None: 5}[assessment.unique]
    return 0
