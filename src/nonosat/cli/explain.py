"""`nonosat explain`: the solution as steps that a person can follow."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.common_options import PATH, color_option, from_option, timeout_option
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries
from nonosat.system.run import Run

if TYPE_CHECKING:
    from nonosat.explaining.step import Walkthrough
    from nonosat.model.puzzle import Puzzle
    from nonosat.results.walkthrough_report import Ending
    from nonosat.system.deadline import Deadline
    from nonosat.system.run import Log

#: The suffixes of what can be written.
_SUFFIXES = (".txt", ".json", ".svg", ".html", ".gif", ".webp")
#: Those of images.
_IMAGES = (".gif", ".webp")


@click.command("explain")
@click.argument("puzzle", type=PATH)
@click.option(
    "-o",
    "--output",
    "out",
    type=PATH,
    default="-",
    metavar="FILE",
    help="Steps to write: .txt, .json, .html, or an animation: .svg, .gif, .webp.",
)
@click.option("--pictures", is_flag=True, help="Print the grid after each step, too.")
@from_option
@timeout_option
@show_options("Log steps and times on standard error.")
@color_option
def command(
    puzzle: str,
    out: str,
    pictures: bool,
    format_name: str | None,
    timeout: float | None,
    show: Show,
    color: bool | None,
) -> int:
    """Explain the solution of PUZZLE as steps that a person can follow.

    The easiest step comes first: one line; a few lines together; a supposition about one cell, followed line by line
    to a contradiction; a supposition within a supposition; a set of lines. Each step names the lines, blocks and cells
    that it needs. An .svg is an animation: it plays by itself, and has links to pause it and to go step by step. .gif
    and .webp are for sites that take no SVG. An .html is a page to play the puzzle on, with the steps as hints.

    Exit codes: 0 explained to the end; 1 several solutions or none; 5 the time limit came first; 130 Ctrl-C came first.
    The steps that were found are shown in any case.
    """
    suffix = _suffix(out)
    if suffix in _IMAGES:
        from nonosat.drawing.animation_images import require_animation_images

        require_animation_images(suffix)
    if pictures and (show.as_json or out != "-"):
        raise click.UsageError("--pictures are for text on standard output, expected no --json and no FILE")

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        from nonosat.cli.option_words import print_line
        from nonosat.results.walkthrough_record import walkthrough_record
        from nonosat.results.walkthrough_report import EXIT_CODES, summary

        walkthrough, ending = _explained(entry.puzzle, run.deadline, run.log)
        if out != "-":
            _write(out, suffix, entry.name, walkthrough, ending, quiet=show.quiet)

        def text() -> None:
            if out == "-":
                _show(walkthrough, pictures=pictures, color=color)
            print_line(f"{entry.name}: {summary(walkthrough, ending)}")

        record = walkthrough_record(entry.name, walkthrough, ending) if show.as_json else {}
        return Shown(EXIT_CODES[ending], record, text)

    return each(puzzle_entries([puzzle], format_name, timeout=timeout, one_each=True), ask, show)


def _suffix(out: str) -> str:
    """The suffix of the file to write; `.txt` for standard output.

    Raises:
        click.UsageError: nothing of this suffix can be written.
    """
    suffix = os.path.splitext(out)[1].lower() if out != "-" else ".txt"
    if suffix not in _SUFFIXES:
        raise click.UsageError(f"-o {out} ends in {suffix or 'no suffix'}, expected one of {' '.join(_SUFFIXES)}")
    return suffix


def _write(out: str, suffix: str, name: str, walkthrough: Walkthrough, ending: Ending, *, quiet: bool) -> None:
    """Write the explanation to a file."""
    from nonosat.system.files import write_bytes

    if suffix in _IMAGES:
        data = _image(out, name, walkthrough, ending, quiet=quiet)
    else:
        data = _contents(suffix, name, walkthrough, ending).encode(errors="replace")
    write_bytes(out, data)


def _explained(puzzle: Puzzle, deadline: Deadline, log: Log) -> tuple[Walkthrough, Ending]:
    """The explanation of a puzzle, and why it ends where it ends.

    Raises:
        NoSolution: there is none to explain.
    """
    from nonosat.errors import GaveUp
    from nonosat.explaining.walkthrough_search import explain
    from nonosat.results.walkthrough_report import Ending
    from nonosat.solving.pipeline import solve

    walkthrough = explain(puzzle, timeout=Run(deadline, log))
    if walkthrough.n_open == 0:
        return walkthrough, Ending.SOLVED
    try:
        # That no step is found proves nothing about the number of solutions.
        is_unique = solve(puzzle, unique=True, timeout=Run(deadline, log)).unique
    except GaveUp:
        is_unique = None
    return walkthrough, Ending.NOT_UNIQUE if is_unique is False else Ending.GAVE_UP


def _contents(suffix: str, name: str, walkthrough: Walkthrough, ending: Ending) -> str:
    """The contents of a file of the explanation."""
    from nonosat.results.walkthrough_report import said_steps, step_lines, summary

    if suffix == ".html":
        return _page(name, walkthrough)
    if suffix == ".json":
        import json

        from nonosat.results.walkthrough_record import walkthrough_record

        return json.dumps(walkthrough_record(name, walkthrough, ending)) + "\n"
    if suffix == ".svg":
        from nonosat.drawing.animation import animation
        from nonosat.results.walkthrough_frames import walkthrough_frames

        title = walkthrough.puzzle.metadata.title or name
        return animation(walkthrough.puzzle, walkthrough_frames(walkthrough, ending), title=title)
    n_steps = len(walkthrough.steps)
    lines = ["".join(line) for said in said_steps(walkthrough) for line in step_lines(said, n_steps)]
    return "\n".join([*lines, f"{name}: {summary(walkthrough, ending)}"]) + "\n"


def _image(out: str, name: str, walkthrough: Walkthrough, ending: Ending, *, quiet: bool) -> bytes:
    """The contents of an animation as an image; with a note if several steps are shown in one frame."""
    from nonosat.cli.option_words import print_note
    from nonosat.drawing.animation_images import animation_image, most_frames
    from nonosat.results.walkthrough_frames import merged_frames, walkthrough_frames

    frames = walkthrough_frames(walkthrough, ending, has_links=False)
    most = most_frames(walkthrough.puzzle, frames)
    if len(frames) > most:
        frames = merged_frames(walkthrough, ending, most)
        if not quiet:
            print_note(
                name, f"{len(walkthrough.steps)} steps in {len(frames)} frames; -o FILE.svg for a frame for each"
            )
    return animation_image(out, walkthrough.puzzle, frames)


def _page(name: str, walkthrough: Walkthrough) -> str:
    """A page with the puzzle and the steps as hints."""
    from nonosat.pages.page_document import page_text
    from nonosat.pages.page_puzzle import PagePuzzle
    from nonosat.pages.page_steps import page_steps
    from nonosat.results.walkthrough_record import step_texts
    from nonosat.results.walkthrough_report import said_steps

    steps = page_steps(walkthrough.steps, ["\n".join(step_texts(said)) for said in said_steps(walkthrough)])
    return page_text([PagePuzzle(puzzle=walkthrough.puzzle, name=name, steps=steps)])


def _show(walkthrough: Walkthrough, *, pictures: bool, color: bool | None) -> None:
    """Print the steps, folded to the width of a terminal, and the grid after each one if that is wanted."""
    from nonosat.cli.picture_output import PictureStyle, note_width, text_screen
    from nonosat.drawing.text_map import map_columns, text_map
    from nonosat.model.cell_colors import CellColors
    from nonosat.model.palette import letter
    from nonosat.results.step_words import StepWords
    from nonosat.results.text_columns import folded_behind
    from nonosat.results.walkthrough_report import said_steps, step_lines

    screen = text_screen(PictureStyle(color))
    if pictures and not screen.depth and walkthrough.puzzle.n_colors > 1:
        names = StepWords(walkthrough.puzzle).colors
        click.echo(", ".join(f"{letter(number)} {name}" for number, name in enumerate(names)) + "\n")
    for said in said_steps(walkthrough):
        for beginning, text in step_lines(said, len(walkthrough.steps)):
            click.echo("\n".join(folded_behind(beginning, text, screen.width)))
        if not pictures:
            continue
        found = CellColors(puzzle=walkthrough.puzzle, possible=said.possible, frequencies={}, places=())
        columns = map_columns(found, color=screen.depth > 0)
        if screen.width is None or columns <= screen.width:
            click.echo(text_map(found, depth=screen.depth, is_partial=True) + "\n")
        else:
            note_width(f"the grid needs {columns} columns", screen, "leave out --pictures")
            pictures = False
