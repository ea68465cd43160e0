"""`nonosat scan`: the puzzle on a screenshot, a scan or a photo."""

from __future__ import annotations

from typing import NamedTuple

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, option_group, timeout_option
from nonosat.cli.option_words import print_line, print_note
from nonosat.cli.output_files import PuzzleTarget, target_options
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.puzzle_entries import PuzzleEntry, entry_without_puzzle, require_stdin_once
from nonosat.core.files import write_bytes
from nonosat.core.question import Run
from nonosat.formats import Sheet, puzzle_name


class _Files(NamedTuple):
    """The drawing over the image; None for no drawing."""

    overlay: str | None


@click.command("scan", cls=DocumentedCommand)
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=PATH)
@target_options(
    click.option(
        "-o",
        "--output",
        "out",
        type=PATH,
        metavar="FILE",
        help="File for the puzzle (default: standard output).",
    )
)
@option_group(
    "files",
    _Files,
    click.option("--overlay", type=OUTPUT, metavar="FILE", help="Draw the reading over the image, as .png."),
)
@timeout_option
@show_options("Log steps and times to standard error.")
def command(images: tuple[str, ...], target: PuzzleTarget, files: _Files, timeout: float | None, show: Show) -> int:
    """Read the puzzle on each IMAGE: a screenshot, a scan, or a photo of paper; needs the extra `nonosat[scan]`.

    Each number can be read in several ways; the likeliest readings that together have a solution are chosen. Standard
    error says what was changed for that and what is still doubtful. With --json, the record has the place and the
    probabilities of each number, and the marks on the board as rows that `nonosat hint` reads.

    Exit codes: 0 the puzzle as read has one solution, and no number is doubtful; 1 something is doubtful; 3 there is
    no puzzle on the image. With several images, the exit code is the highest of all.

    Examples:
        nonosat scan clues.jpg -o p.clues --overlay o.png
        nonosat scan clues.jpg | nonosat solve -u -
    """
    require_stdin_once(images)
    if len(images) > 1 and (target.out is not None or files.overlay is not None):
        raise click.UsageError("-o and --overlay need exactly one IMAGE")
    if files.overlay is not None and not files.overlay.lower().endswith(".png"):
        raise click.UsageError(f"--overlay {files.overlay} must end in .png")
    if target.out is None:
        target = target._replace(out="-")
    format_ = None if show.as_json and target.out == "-" else target.format(as_json=show.as_json)

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        from nonosat.scanning.scan import scan

        found = scan(entry.file, timeout=run)
        if files.overlay is not None:
            from nonosat.scanning.overlay import overlay_png

            write_bytes(files.overlay, overlay_png(found))
        if format_ is not None and not (show.quiet and target.out == "-"):
            target.write(Sheet(found.puzzle, None, entry.name), format_, lambda note: print_note(entry.name, note))

        def text() -> None:
            import sys

            out = sys.stderr if target.out == "-" else None
            print_line(f"{entry.name}: {found.sentence()}", out)
            for detail in (*found.remarks, *found.details(), *found.mark_doubts):
                print_line(f"  {detail}", out)

        return Shown(found.outcome, found.record(), text)

    entries = (entry_without_puzzle(image, puzzle_name(image), timeout) for image in images)
    return each((entry._replace(is_only=len(images) == 1) for entry in entries), ask, show)
