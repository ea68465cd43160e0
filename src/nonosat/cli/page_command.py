"""`nonosat page`: a page on which puzzles are played in a browser."""

from __future__ import annotations

import click

from nonosat.cli.asking import Show, Shown, each
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, jobs_option, time_limit_option
from nonosat.cli.output_files import require_no_terminal
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_stdin_once
from nonosat.core.errors import InputError, NoSolution
from nonosat.core.files import read_text, shown_name, write_text
from nonosat.core.question import Run
from nonosat.explaining.explain import read_walkthrough
from nonosat.formats import Sheet
from nonosat.formats.clues import puzzle_digest
from nonosat.model.picture import Picture
from nonosat.publishing.page import PagePuzzle, PageStep, page_steps, page_text
from nonosat.publishing.words import LANGUAGES

#: Seconds to explain a puzzle, unless a limit is given.
_SECONDS = 30.0


@click.command("page", cls=DocumentedCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@click.option("-o", "--output", type=OUTPUT, default="-", show_default=True, help="HTML file to write.")
@from_option
@click.option("--title", default="", help="Title of the page (default: the title of its only puzzle, or Nonograms).")
@click.option("--no-title", is_flag=True, help="Show titles and descriptions of puzzles only when they are solved.")
@click.option(
    "--per-sheet",
    type=click.Choice(["1", "2", "4", "6"]),
    default="1",
    show_default=True,
    help="Puzzles per sheet of paper when the page is printed.",
)
@click.option(
    "--hints",
    "with_hints",
    is_flag=True,
    help="Explain the puzzles and add the steps as hints. They reveal the solution.",
)
@jobs_option
@time_limit_option(
    f"Give up solving or explaining a puzzle after this time (default: {_SECONDS:.0f} seconds to explain it)."
)
@click.option(
    "--steps",
    "step_files",
    metavar="FILE",
    multiple=True,
    type=PATH,
    help="Steps for hints, a .json file of `nonosat explain`; can be repeated. They reveal the solution.",
)
@click.option(
    "--language", type=click.Choice(list(LANGUAGES)), help="Language of the page's words (default: the browser's)."
)
@click.option("--solution", is_flag=True, help="Let the page show a solution; without this option, it contains none.")
def command(
    puzzles: tuple[str, ...],
    output: str,
    format_name: str | None,
    title: str,
    no_title: bool,
    per_sheet: str,
    with_hints: bool,
    jobs: int | None,
    timeout: float | None,
    step_files: tuple[str, ...],
    language: str | None,
    solution: bool,
) -> int:
    """Write a page to play and print all puzzles of the files PUZZLE... in a browser: one file, no network.

    The page judges marks by the clues alone, and keeps them in the browser. A puzzle that was read from an image has a
    crop of that image next to it. Puzzles with errors are left out, and the others are written. The hints of a puzzle
    with several solutions lead as far as these agree.

    Exit codes: 0 written; 1 a puzzle has no solution to show or to explain, and is left out; 5 a puzzle is not
    explained in time, and has no hints, or is not solved in time, and is left out. The highest code counts.

    Examples:
        nonosat page p.clues -o p.html
        nonosat page puzzles/*.clues --title 'My puzzles' -o puzzles.html
        nonosat page puzzles/*.clues --hints -o puzzles.html
    """
    if jobs and not with_hints:
        raise click.UsageError("--jobs needs --hints")
    require_stdin_once((*puzzles, *step_files))
    require_no_terminal(output, "the HTML of the page", ".html")
    steps = _steps(step_files)
    found: list[PagePuzzle] = []

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        sheet = entry.require()
        picture = _solution(sheet, run) if solution else None
        _, hints = steps.get(puzzle_digest(sheet.puzzle), ("", ()))
        shown = PagePuzzle(puzzle=sheet.puzzle, name=sheet.name, solution=picture, steps=hints, image=entry.crop())
        found.append(shown)
        return Shown()

    worst = each(puzzle_entries(puzzles, format_name, timeout=timeout), ask, Show(quiet=True))
    if not found:  # each error is printed
        return worst
    known = {puzzle_digest(shown.puzzle) for shown in found}
    for digest, (file, _) in steps.items():
        if digest not in known and not worst:
            raise InputError("steps of a puzzle that is not on the page", file=file)
    if with_hints:
        from nonosat.cli.page_explanations import explained_puzzles

        found, code = explained_puzzles(found, jobs, timeout or _SECONDS)
        worst = max(worst, code)
        if not found:
            return worst
    text = page_text(found, title=title, per_sheet=int(per_sheet), language=language, show_titles=not no_title)
    write_text(output, text)
    return worst


def _steps(paths: tuple[str, ...]) -> dict[str, tuple[str, tuple[PageStep, ...]]]:
    """The names of files and their steps, by the digest of their puzzle."""
    found = {}
    for path in paths:
        walkthrough, texts = read_walkthrough(read_text(path), shown_name(path))
        found[puzzle_digest(walkthrough.puzzle)] = shown_name(path), page_steps(walkthrough.steps, texts)
    return found


def _solution(sheet: Sheet, run: Run) -> Picture:
    """The solution that the author has in mind, if it is one; else the one that is found, or `NoSolution`."""
    from nonosat.solving.solve import solve

    found = sheet.valid_goal or solve(sheet.puzzle, timeout=run).picture
    if found is None:
        raise NoSolution("no solution to show")
    return found
