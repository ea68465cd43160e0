"""`nonosat book`: a booklet of puzzles as PDF."""

from __future__ import annotations

import os

import click

from nonosat.cli.asking import Show, Shown, each
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, time_limit_option
from nonosat.cli.option_words import print_note
from nonosat.cli.output_files import require_no_terminal
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_stdin_once
from nonosat.cli.status_line import StatusLine
from nonosat.core.files import write_bytes
from nonosat.core.question import Run
from nonosat.drawing.paper import PAPERS
from nonosat.drawing.pdf_file import require_pdf
from nonosat.drawing.worksheet import small_cells_note
from nonosat.publishing.book import make_book
from nonosat.publishing.book_puzzle import BookPuzzle, book_puzzle
from nonosat.publishing.words import LANGUAGES

#: Units of work for each puzzle, unless a limit is given.
_WORK = 30_000


@click.command("book", cls=DocumentedCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@click.option("-o", "--output", type=OUTPUT, required=True, help="PDF file to write.")
@from_option
@click.option("--title", default="", help="Title of the book (default: the title of its only puzzle, or Nonograms).")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="Size of the pages.")
@click.option(
    "--per-page",
    type=click.IntRange(1, 12),
    metavar="N",
    help="Puzzles per page (default: as many as are easy to read).",
)
@click.option("--no-title", is_flag=True, help="Show the titles of puzzles only with their solutions.")
@click.option(
    "--language", type=click.Choice(list(LANGUAGES)), default="en", show_default=True, help="Language of the book."
)
@time_limit_option("Give up solving and rating a puzzle after this time (default: after work of about 30 seconds).")
def command(
    puzzles: tuple[str, ...],
    output: str,
    format_name: str | None,
    title: str,
    paper: str,
    per_page: int | None,
    no_title: bool,
    language: str,
    timeout: float | None,
) -> int:
    """Write a PDF book of all puzzles of the files PUZZLE..., sorted from easy to hard.

    The level of a puzzle (easy, medium, hard or very hard) follows from its size and its class in `nonosat rate`. The
    book has a title page, a table of contents, the puzzles with their levels, and small solutions at the end. A puzzle
    with an error is left out, and so is one without a solution. A puzzle with several solutions is marked.

    Exit codes: 0 all puzzles are in the book; 1 a puzzle has no solution; 3 bad input; 5 no solution was found in time.
    With several puzzles, the exit code is the highest of all.

    Examples:
        nonosat book puzzles/*.clues --title 'My puzzles' -o book.pdf
    """
    require_stdin_once(puzzles)
    suffix = os.path.splitext(output)[1]
    if suffix.lower() not in ("", ".pdf"):
        raise click.UsageError(f"-o {output} must end in .pdf")
    require_pdf()
    require_no_terminal(output, "the PDF of the book", ".pdf")
    rated: list[BookPuzzle] = []
    line = StatusLine()

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        line.draw(f"{len(rated):,} rated, {entry.name}")
        try:
            deadline = run.deadline if timeout else run.deadline.or_after_work(_WORK)
            rated.append(book_puzzle(entry.require(), deadline=deadline))
        finally:
            line.erase()
        return Shown()

    worst = each(puzzle_entries(puzzles, format_name, timeout=timeout), ask, Show(quiet=True))
    if not rated:  # each error is printed
        return worst
    book = make_book(rated, title=title, paper=paper, per_page=per_page, show_titles=not no_title, language=language)
    write_bytes(output, book.pdf)
    _warn(book.puzzles, book.cell_sizes)
    return worst


def _warn(puzzles: tuple[BookPuzzle, ...], cell_sizes: tuple[float, ...]) -> None:
    """Say which puzzles of a book an author may want to change."""
    for puzzle, size in zip(puzzles, cell_sizes, strict=True):
        if puzzle.rating.n_solutions == 2:
            print_note(puzzle.name, "several solutions; the book says so and shows one of them")
        elif puzzle.rating.difficulty is None:
            print_note(puzzle.name, f"not rated in time: {puzzle.rating.class_words}; a longer --timeout may help")
        if small := small_cells_note(size):
            print_note(puzzle.name, small)
