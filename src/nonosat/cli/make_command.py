"""`nonosat make`: a puzzle from a picture."""

from __future__ import annotations

import os
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
from nonosat.cli.common_options import PATH, only_one, option_group, time_limit_option
from nonosat.cli.option_words import print_line, print_note
from nonosat.cli.output_files import Destination, PuzzleTarget, destination, target_options
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture, write_changed
from nonosat.cli.puzzle_entries import PuzzleEntry, entry_without_puzzle, require_stdin_once
from nonosat.cli.tracing_options import tracing_options
from nonosat.core.deadline import Deadline
from nonosat.core.files import read_bytes, shown_name
from nonosat.core.images import MAX_BYTES, is_no_text
from nonosat.core.question import Outcome, Run
from nonosat.drawing.drawing_file import require_drawable
from nonosat.formats import Format, Sheet, puzzle_name
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle, puzzle_of

#: The default time limit, in seconds, of the search for changes, and of that for other solutions.
TIMEOUT = 60.0


metadata_options = option_group(
    "metadata",
    Metadata,
    click.option("--title", default="", metavar="TEXT", help="Title of the puzzle."),
    click.option("--author", default="", metavar="TEXT", help="Author of the puzzle."),
    click.option("--license", default="", metavar="TEXT", help="Licence of the puzzle, such as CC BY 4.0."),
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
        help="Change a few cells, doubtful ones first, until the puzzle is unique, or of this class or an easier one.",
    ),
    click.option("-u", "--unique", is_flag=True, help="Exit with code 1 if the puzzle has other solutions."),
    click.option("--no-check", is_flag=True, help="Do not search for other solutions."),
    time_limit_option("Time limit for --until, and for the search for other solutions (default: 60)."),
)


class _Drawings(NamedTuple):
    """The drawings of the picture, and of the one before the changes; None for no drawing."""

    svg: str | None
    before: str | None

    def check(self, place: Destination, until: str | None, *, as_json: bool) -> None:
        """Make sure that the drawings can be made, and that nothing else goes to the same place."""
        paths = [path for path in self if path is not None]
        if self.before is not None and until is None:
            raise click.UsageError("--before needs --until")
        if paths and len(place.inputs) > 1:
            raise click.UsageError("--svg and --before need exactly one PICTURE")
        for path in paths:
            require_drawable(path)
        out = place.file if place.folder is None else place.folder
        if paths and [out, *paths].count("-") + as_json * ("-" in paths) > 1:
            raise click.UsageError("only one result can go to standard output; give --svg or --before a file name")


drawing_options = option_group(
    "drawings",
    _Drawings,
    click.option("--svg", type=OUTPUT, metavar="FILE", help="Draw the picture, with changed cells marked."),
    click.option(
        "--before",
        type=OUTPUT,
        metavar="FILE",
        help="Draw the picture as it was before the changes, with the same cells marked.",
    ),
)


#: What is said if mending needs fewer changes.
_MENDS = "`make` without --until, then `nonosat mend --by cells --until {}`, needs only {}, perhaps more visible ones"


def _files(place: Destination, format_: Format) -> dict[str, str]:
    """By picture, the file of its puzzle: in a folder, the name of the picture with the suffix of the format."""
    if place.folder is None:
        return {place.inputs[0]: place.file}
    stems = {
        picture: os.path.splitext(os.path.basename(picture))[0] if picture != "-" else "stdin"
        for picture in place.inputs
    }
    names = list(stems.values())
    for picture, stem in stems.items():
        if names.count(stem) > 1:
            stems[picture] = os.path.basename(picture)
    files = {picture: os.path.join(place.folder, stem + format_.suffixes[0]) for picture, stem in stems.items()}
    for picture, file in files.items():
        if twin := next((other for other in files if other != picture and files[other] == file), None):
            raise click.UsageError(f"the puzzles of {twin} and {picture} would both be {file}; rename one of the two")
    return files


def _nothing_shown(puzzle: Puzzle, picture: Picture) -> tuple[str, ...]:
    """A sentence, if all cells of a picture have the same colour."""
    color, *others = set(picture.cells)
    if others:
        return ()
    where = "background" if color == BACKGROUND else f"filled with {puzzle.palette.colors[color]}"
    return (f"the picture shows nothing: every cell is {where}",)


@click.command("make", cls=DocumentedCommand)
@click.argument("paths", metavar="PICTURE [OUT] | PICTURE... -o OUT", nargs=-1, required=True, type=PATH)
@tracing_options
@target_options(
    click.option(
        "-o",
        "--output",
        "out",
        type=OUTPUT,
        metavar="OUT",
        help="File to write, or a folder that gets a file for each PICTURE.",
    )
)
@check_options
@only_one("--unique", "--no-check")
@drawing_options
@click.option("--goal", is_flag=True, help="Also write the picture to OUT, if the format has a place for it.")
@metadata_options
@picture_options
@show_options()
def command(
    paths: tuple[str, ...],
    options: PictureOptions,
    target: PuzzleTarget,
    goal: bool,
    metadata: Metadata,
    checks: _Checks,
    drawings: _Drawings,
    style: PictureStyle,
    show: Show,
) -> int:
    """Write the puzzle whose solution is PICTURE to OUT, and report whether that is its only solution.

    PICTURE is an image (PNG, GIF, JPEG, BMP, WebP, TIFF, ICO, PBM, PPM; needs Pillow), an SVG, text, or the output of
    `nonosat solve`. Text has one row per line: letters for colours, # for the first colour, - or . for background.
    Without OUT, the puzzle goes to standard output and the report to standard error. OUT is a folder if it already is
    one, if it ends in /, if there are several PICTURE, or if -o gives it without a suffix. The exit code is 1 if all
    cells have the same colour.

    --until starts with the cells whose colour in the image is doubtful, and tries to prove that fewer changes are not
    enough. The exit code is 1 if the goal is not reached, and 5 if the time limit is reached first; the best puzzle
    found is written. Ctrl-C ends a search as the time limit does, with exit code 130.

    Examples:
        nonosat make photo.jpg p.clues --size 30x22 --colors 1
        nonosat make photo.jpg p.clues --size 30x22 --colors 1 --until unique
        nonosat make *.png -o puzzles                 # one file for each
        printf '.##\\n##.\\n' | nonosat make -         # from text to standard output
    """
    place = destination(paths, target.out, "PICTURE")
    if target.out is None and os.path.isfile(place.file) and is_no_text(read_bytes(place.file, MAX_BYTES)):
        raise click.UsageError(f"OUT is the image {place.file}; use -o DIR for several PICTURE")
    require_stdin_once(place.inputs)
    drawings.check(place, checks.until, as_json=show.as_json)
    target = target._replace(out=place.file)
    format_ = target.format(as_json=show.as_json and place.folder is None)
    files = _files(place, format_)
    limit = checks.timeout or TIMEOUT

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        name, out = entry.name, files[entry.file]
        warn = partial(print_note, name)
        traced = trace(read_bytes(entry.file, MAX_BYTES, run.deadline), shown_name(entry.file), **options)
        original, fitted, fewer = puzzle_of(traced.picture, traced.palette), None, None
        if checks.until is not None:
            from nonosat.authoring.fit import fewest_by_mending, fit_picture

            fitted = fit_picture(traced, until=checks.until, timeout=run)
            fewer = fewest_by_mending(fitted, run)
        puzzle, found = (fitted.puzzle, fitted.picture) if fitted else (original, traced.picture)
        changed = fitted.changed_cells if fitted else ()
        titled = replace(puzzle, metadata=metadata)
        target._replace(out=out).write(Sheet(titled, found if goal else None, name), format_, warn)
        empty = _nothing_shown(puzzle, found)
        mends = [] if fewer is None else [_MENDS.format(checks.until, count(fewer, "changed cell"))]
        for note in () if show.quiet else (*traced.remarks, *mends, *empty):
            warn(note)
        if drawings.svg is not None:
            write_changed(drawings.svg, name, titled, found, changed)
        if drawings.before is not None:
            write_changed(drawings.before, name, original, traced.picture, changed)
        assessment = Assessment(puzzle=puzzle, is_checked=False)
        if not (checks.no_check or run.deadline.is_cancelled):
            again = Deadline.after(limit)  # a search for changes may have used up all time
            assessment = assess(puzzle, found, run._replace(deadline=run.deadline._replace(moment=again.moment)))

        def text() -> None:
            report = sys.stderr if "-" in (out, *drawings) else None
            if report is None:
                show_picture(puzzle, found, style, changed or assessment.differs, f"draw it with nonosat render {out}")
            for answer in (fitted, assessment) if fitted else (assessment,):
                print_line(f"{name}: {answer.sentence()}", report)

        code = (fitted.outcome if fitted else Outcome.YES) or (Outcome.NO if empty else Outcome.YES)
        fields = assessment.record() | ({"fitting": fitted.record() | {"by_mending": fewer}} if fitted else {})
        return Shown(code or (assessment.outcome if checks.unique else Outcome.YES), fields, text)

    named = [(picture, puzzle_name(file if file != "-" else picture)) for picture, file in files.items()]
    entries = (entry_without_puzzle(picture, name, limit) for picture, name in named)
    return each((entry._replace(is_only=len(files) == 1) for entry in entries), ask, show)
