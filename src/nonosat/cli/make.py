"""`nonosat make`: a puzzle from a picture."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import click

from nonosat.authoring.assessment import Assessment, assess
from nonosat.authoring.picture_options import PictureOptions
from nonosat.authoring.tracing import trace
from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import (
    PATH,
    only_one,
    option_group,
    time_limit_option,
)
from nonosat.cli.option_words import print_line, print_note
from nonosat.cli.output_files import PuzzleTarget, target_options
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture, write_changed
from nonosat.cli.puzzle_entries import PuzzleEntry, entry_without_puzzle
from nonosat.core.deadline import Deadline
from nonosat.core.files import read_bytes, shown_name
from nonosat.core.question import Outcome, Run
from nonosat.drawing.drawing_file import require_drawable
from nonosat.formats import Sheet, puzzle_name
from nonosat.formats.file_format import one_line
from nonosat.formats.loading import MAX_BYTES
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle, puzzle_of

#: The default time limit, in seconds, of the search for changes, and of that for other solutions.
TIMEOUT = 60.0


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int | None, int | None] | None:
    """Height and width of `WxH`, `Wx` or `xH`; None for the side that is left out."""
    if value is None:
        return None
    match = re.fullmatch(r"(?=.*[0-9])([0-9]{1,5})?x([0-9]{1,5})?", value)
    if not match:
        forms = "WIDTHxHEIGHT in cells, such as 30x20, or one of them, such as 30x or x20"
        raise click.BadParameter(f"{value!r}, expected {forms}.", ctx, param)
    width, height = (None if side is None else int(side) for side in match.groups())
    return height, width


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


def _palette(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    colors = _colors(ctx, param, value)
    if colors is not None and (len(colors) < 2 or len(set(colors)) < len(colors)):
        raise click.BadParameter(f"{value!r}, expected different colours, the background and at least one.", ctx, param)
    return colors


def _background(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    colors = _colors(ctx, param, value)
    if colors is not None and len(colors) != 1:
        raise click.BadParameter(f"{value!r}, expected one colour.", ctx, param)
    return colors[0] if colors else None


def _share(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:  # noqa: ARG001
    """A share from 0 to 1 of a percentage."""
    return None if value is None else value / 100


#: The options of `make` that are those of `PictureOptions`, by their names.
tracing_options = option_group(
    "options",
    dict,
    click.option(
        "--size",
        callback=_size,
        metavar="WxH",
        help="Width and height in cells, or one of them: 40x, x30. By default a pixel of a small image is a cell, and "
        "the longer side of a large one has 30 cells.",
    ),
    click.option(
        "--hex", "hexagon", type=click.IntRange(2, 2000), metavar="N", help="A hexagon of N cells along a side."
    ),
    click.option(
        "--colors",
        "n_colors",
        type=click.IntRange(1, 100),
        metavar="N",
        help="At most N colours beside the background.",
    ),
    click.option("--keep-colors", is_flag=True, help="Keep colours apart that look the same."),
    click.option(
        "--background",
        callback=_background,
        metavar="COLOR",
        help="Background colour; by default transparency, the lighter of two greys, or that of the border.",
    ),
    click.option(
        "--threshold",
        type=click.FloatRange(0, 100, min_open=True),
        callback=_share,
        metavar="PERCENT",
        help="Least covered share of a coloured cell; by default strokes decide by their width.",
    ),
    click.option("--dither", is_flag=True, help="Mix colours by patterns of cells, in photographs."),
    click.option(
        "--palette",
        "colors",
        callback=_palette,
        metavar="COLORS",
        help="Colours of the puzzle: #rrggbb,..., background first. In an image each cell gets the one most like it.",
    ),
)


def _metadata(**words: str) -> Metadata:
    """The words of the options, each on one line."""
    return Metadata(**{name: one_line(text) for name, text in words.items()})


metadata_options = option_group(
    "metadata",
    _metadata,
    click.option("--title", default="", metavar="TEXT", help="Title of the puzzle."),
    click.option("--author", default="", metavar="TEXT", help="Its author."),
    click.option("--license", default="", metavar="TEXT", help="Its licence, such as CC BY 4.0."),
)


class _Checks(NamedTuple):
    """The values of the options that say what is searched for: other solutions, and changes."""

    unique: bool
    until: str | None
    no_check: bool
    timeout: float | None


check_options = option_group(
    "checks",
    _Checks,
    click.option(
        "--until",
        type=click.Choice(["unique", "trivial", "lines", "moderate"]),
        help="Change few cells until the puzzle is unique, or of this class or an easier one; doubtful cells first.",
    ),
    click.option("-u", "--unique", is_flag=True, help="Exit with 1 if the puzzle has other solutions."),
    click.option("--no-check", is_flag=True, help="Do not search for other solutions."),
    time_limit_option("Of --until, and of the search for other solutions; 60 by default."),
)


class _Drawings(NamedTuple):
    """The drawings of the picture, and of the one before the changes; None for no drawing."""

    svg: str | None
    before: str | None

    def check(self, out: str, until: str | None, *, as_json: bool) -> None:
        """Make sure that the drawings can be made, and that nothing else goes to the same place."""
        paths = [path for path in self if path is not None]
        if self.before is not None and until is None:
            raise click.UsageError("--before draws what --until changes, expected it, too")
        for path in paths:
            require_drawable(path)
        if paths and [out, *paths].count("-") + as_json * ("-" in paths) > 1:
            raise click.UsageError("--svg or --before and another result go to standard output, expected a file")


drawing_options = option_group(
    "drawings",
    _Drawings,
    click.option("--svg", type=OUTPUT, metavar="FILE", help="Draw the picture, with changed cells marked."),
    click.option(
        "--before", type=OUTPUT, metavar="FILE", help="Draw the picture before the changes, the same cells marked."
    ),
)


def _nothing_shown(puzzle: Puzzle, picture: Picture) -> tuple[str, ...]:
    """A sentence, if all cells of a picture have the same colour."""
    color, *others = set(picture.cells)
    if others:
        return ()
    where = "background" if color == BACKGROUND else f"filled with {puzzle.palette.colors[color]}"
    return (f"the picture shows nothing: every cell is {where}",)


@click.command("make", cls=DocumentedCommand)
@click.argument("picture", type=PATH)
@tracing_options
@target_options(click.argument("out", type=PATH, default="-"))
@check_options
@only_one("--unique", "--no-check")
@drawing_options
@click.option("--goal", is_flag=True, help="Write the picture into OUT, too, if the format has a place for it.")
@metadata_options
@picture_options
@show_options()
def command(
    picture: str,
    options: PictureOptions,
    target: PuzzleTarget,
    goal: bool,
    metadata: Metadata,
    checks: _Checks,
    drawings: _Drawings,
    style: PictureStyle,
    show: Show,
) -> int:
    """Write the puzzle with the solution PICTURE to OUT, and report whether that is its only solution.

    PICTURE is an image (PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM, PPM; needs Pillow), an SVG, or a text of one row a
    line: letters for colours, # for the first of them, - or . for background; or what `nonosat solve` prints. Without
    OUT the puzzle goes to standard output, and the report to standard error. The exit code is 1 if all cells have
    the same colour.

    --until changes those cells first whose colour in the image is doubtful, and tries to prove that fewer are not
    enough. The exit code is 1 if the goal is not reached, 5 if the time limit came before that; the best puzzle found
    is written. Ctrl-C ends a search as the time limit does, with exit code 130.

    Examples:
        nonosat make photo.jpg p.clues --size 30x22 --colors 1
        nonosat make photo.jpg p.clues --size 30x22 --colors 1 --until unique
        printf '.##\\n##.\\n' | nonosat make -         # from text to standard output
    """
    out = target.out
    drawings.check(out, checks.until, as_json=show.as_json)
    format_ = target.format(as_json=show.as_json)
    name, limit = puzzle_name(out if out != "-" else picture), checks.timeout or TIMEOUT
    warn = partial(print_note, name)

    def ask(entry: PuzzleEntry, run: Run) -> Shown:  # noqa: ARG001 - the entry has no puzzle
        traced = trace(read_bytes(picture, MAX_BYTES), shown_name(picture), **options)
        original, fitted = puzzle_of(traced.picture, traced.palette), None
        if checks.until is not None:
            from nonosat.authoring.fit import fit_picture

            fitted = fit_picture(traced, until=checks.until, timeout=run)
            run.acknowledge()
        puzzle, found = (fitted.puzzle, fitted.picture) if fitted else (original, traced.picture)
        changed = fitted.changed_cells if fitted else ()
        titled = replace(puzzle, metadata=metadata)
        target.write(Sheet(titled, found if goal else None, name), format_, warn)
        empty = _nothing_shown(puzzle, found)
        for note in () if show.quiet else (*traced.remarks, *empty):
            warn(note)
        if drawings.svg is not None:
            write_changed(drawings.svg, name, titled, found, changed)
        if drawings.before is not None:
            write_changed(drawings.before, name, original, traced.picture, changed)
        assessment = Assessment(puzzle=puzzle, is_checked=False)
        if not (checks.no_check or run.deadline.is_stopped):
            again = Deadline.after(limit)  # a search for changes may have used up all time
            assessment = assess(puzzle, found, run._replace(deadline=run.deadline._replace(moment=again.moment)))

        def text() -> None:
            report = sys.stderr if "-" in (out, *drawings) else None
            if report is None:
                show_picture(puzzle, found, style, changed or assessment.differs, f"draw it with nonosat render {out}")
            for answer in (fitted, assessment) if fitted else (assessment,):
                print_line(f"{name}: {answer.sentence()}", report)

        code = (fitted.outcome if fitted else Outcome.YES) or (Outcome.NO if empty else Outcome.YES)
        fields = assessment.record() | ({"fitting": fitted.record()} if fitted else {})
        return Shown(code or (assessment.outcome if checks.unique else Outcome.YES), fields, text)

    return each([entry_without_puzzle(picture, name, limit)], ask, show)
