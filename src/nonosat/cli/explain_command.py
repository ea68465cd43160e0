"""`nonosat explain`: the solution as steps that a person can follow."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, color_option, from_option, timeout_option
from nonosat.cli.option_words import print_line, print_note
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.picture_output import PictureStyle, show_colors, text_screen
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries
from nonosat.core.files import write_bytes
from nonosat.core.question import Run
from nonosat.core.text_columns import folded_behind
from nonosat.explaining.explain import Walkthrough, explain
from nonosat.explaining.step_words import StepWords
from nonosat.model.palette import letter


@click.command("explain", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@click.option(
    "-o",
    "--output",
    "out",
    type=OUTPUT,
    default="-",
    metavar="FILE",
    help="File for the steps: .txt, .json, .html, or an animation: .svg, .gif, .webp.",
)
@click.option("--pictures", is_flag=True, help="Also print the grid after each step.")
@from_option
@timeout_option
@show_options("Log steps and times to standard error.")
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
    """Explain the solution of PUZZLE in steps that a person can follow.

    The easiest step comes first: one line; a few lines together; a supposition about one cell, followed line by line to
    a contradiction; a supposition within a supposition; a set of lines. Each step names the lines, blocks and cells
    that it needs.

    An .svg file is an animation that plays by itself, with links to pause it and to go step by step. .gif and .webp
    files are for sites that do not accept SVG. An .html file is a page to play the puzzle on, with the steps as hints.

    Exit codes: 0 explained to the end; 1 several solutions or none; 5 time limit reached; 130 interrupted by Ctrl-C.
    The steps that were found are always shown.

    Examples:
        nonosat explain p.clues
        nonosat explain p.clues -o steps.svg         # an animation
        nonosat explain p.clues -o p.html            # a page to play, with hints
    """
    suffix = os.path.splitext(out)[1].lower() if out != "-" else ".txt"
    if suffix not in _CONTENTS:
        raise click.UsageError(f"-o {out} must end in one of {' '.join(_CONTENTS)}")
    if _CONTENTS[suffix] is _image:
        from nonosat.publishing.animation_images import require_animation_images

        require_animation_images(suffix)
    if pictures and (show.as_json or out != "-"):
        raise click.UsageError("--pictures cannot be combined with --json or a FILE")

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        walkthrough = explain(entry.puzzle, timeout=run)
        if out != "-":
            contents = _CONTENTS[suffix](entry.name, walkthrough, out, show.quiet)
            write_bytes(out, contents if isinstance(contents, bytes) else contents.encode(errors="replace"))

        def text() -> None:
            if out == "-":
                _show(walkthrough, pictures=pictures, color=color)
            print_line(f"{entry.name}: {walkthrough.sentence()}")

        return Shown(walkthrough.outcome, walkthrough.record() if show.as_json else {}, text)

    return each(puzzle_entries([puzzle], format_name, timeout=timeout, one_each=True), ask, show)


# The contents of a file, from the name of the puzzle, the explanation, the path, and whether notes are unwanted.


def _text(name: str, walkthrough: Walkthrough, *_: object) -> str:
    n_steps = len(walkthrough.steps)
    lines = ["".join(line) for step in walkthrough.texts() for line in step.numbered_lines(n_steps)]
    return "\n".join([*lines, f"{name}: {walkthrough.sentence()}"]) + "\n"


def _json(name: str, walkthrough: Walkthrough, *_: object) -> str:
    return json.dumps({"name": name, **walkthrough.record(), "exit": walkthrough.outcome}) + "\n"


def _page(name: str, walkthrough: Walkthrough, *_: object) -> str:
    """A page with the puzzle and the steps as hints."""
    from nonosat.publishing.page import PagePuzzle, page_text
    from nonosat.publishing.page_hints import walkthrough_steps

    return page_text([PagePuzzle(puzzle=walkthrough.puzzle, name=name, steps=walkthrough_steps(walkthrough))])


def _animation(name: str, walkthrough: Walkthrough, *_: object) -> str:
    from nonosat.publishing.animation import animation
    from nonosat.publishing.animation_frames import walkthrough_frames

    title = walkthrough.puzzle.metadata.title or name
    return animation(walkthrough.puzzle, walkthrough_frames(walkthrough), title=title)


def _image(name: str, walkthrough: Walkthrough, out: str, quiet: bool) -> bytes:
    """An animation as an image; with a note if several steps are shown in one frame."""
    from nonosat.publishing.animation_frames import merged_frames, walkthrough_frames
    from nonosat.publishing.animation_images import animation_image, most_frames

    frames = walkthrough_frames(walkthrough, has_links=False)
    most = most_frames(walkthrough.puzzle, frames)
    if len(frames) > most:
        frames = merged_frames(walkthrough, most)
        if not quiet:
            note = f"{len(walkthrough.steps)} steps in {len(frames)} frames; -o FILE.svg gives each step a frame"
            print_note(name, note)
    return animation_image(out, walkthrough.puzzle, frames)


#: The contents of a file by its suffix.
_CONTENTS: dict[str, Callable[[str, Walkthrough, str, bool], str | bytes]] = {
    ".txt": _text,
    ".json": _json,
    ".svg": _animation,
    ".html": _page,
    ".gif": _image,
    ".webp": _image,
}


def _show(walkthrough: Walkthrough, *, pictures: bool, color: bool | None) -> None:
    """Print the steps, folded to the width of a terminal, and the grid after each one if that is wanted."""
    from nonosat.model.cell_colors import CellColors

    style = PictureStyle(color)
    screen = text_screen(style)
    if pictures and not screen.depth and walkthrough.puzzle.n_colors > 1:
        names = StepWords(walkthrough.puzzle).colors
        click.echo(", ".join(f"{letter(number)} {name}" for number, name in enumerate(names)) + "\n")
    for step in walkthrough.texts():
        for beginning, text in step.numbered_lines(len(walkthrough.steps)):
            click.echo("\n".join(folded_behind(beginning, text, screen.width)))
        if not pictures:
            continue
        found = CellColors(puzzle=walkthrough.puzzle, possible=step.possible, frequencies={}, places=())
        pictures = show_colors(found, style, "the grid", "leave out --pictures", is_partial=True)
        if pictures:
            click.echo()
