"""`nonosat book`: a booklet of puzzles as PDF."""

from __future__ import annotations

import os

import click

from nonosat.cli.common_options import PATH, from_option, time_limit_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error, print_note
from nonosat.cli.puzzle_entries import puzzle_entries, require_stdin_once
from nonosat.cli.status_line import StatusLine
from nonosat.core.errors import NonosatError
from nonosat.core.files import write_bytes
from nonosat.drawing.paper import PAPERS
from nonosat.drawing.pdf_file import require_pdf
from nonosat.drawing.worksheet import small_cells_note
from nonosat.publishing.book import make_book
from nonosat.publishing.book_puzzle import BookPuzzle, book_puzzle

#: Seconds for each puzzle, unless a limit is given.
_SECONDS = 30.0


@click.command("book")
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@click.option("-o", "--output", type=PATH, required=True, help="PDF file to write.")
@from_option
@click.option("--title", default="", help="Title of the book; by default that of its only puzzle, or Nonograms.")
@click.option("--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="Size of the pages.")
@click.option(
    "--per-page",
    type=click.IntRange(1, 12),
    metavar="N",
    help="Puzzles on a page; by default as many as can be read with ease.",
)
@time_limit_option(f"Give up solving and rating a puzzle after this time; by default {_SECONDS:g}.")
def command(
    puzzles: tuple[str, ...],
    output: str,
    format_name: str | None,
    title: str,
    paper: str,
    per_page: int | None,
    timeout: float | None,
) -> int:
    """Write a book of all puzzles of the files PUZZLE...: a PDF to print, sorted from easy to hard by `nonosat rate`.

    It has a title page, contents, the puzzles with their classes, and small solutions at the end. Of several puzzles
    those without an error are written; one without a solution is an error, one with several is marked.

    The exit code is 0 if all puzzles are in the book; otherwise 1 without a solution, 3 for bad input, 5 if no solution
    was found in time; with several puzzles, the largest of theirs.
    """
    require_stdin_once(puzzles)
    suffix = os.path.splitext(output)[1]
    if suffix.lower() not in ("", ".pdf"):
        raise click.UsageError(f"{output} ends in {suffix}, expected .pdf")
    require_pdf()
    failures: list[int] = []
    with ended_by_signals():
        entries = _rated(puzzles, format_name, timeout or _SECONDS, failures)
        if not entries:  # each error is printed
            return max(failures)
        book = make_book(entries, title=title, paper=paper, per_page=per_page)
    write_bytes(output, book.pdf)
    _warn(book.puzzles, book.cell_sizes)
    return max(failures, default=0)


def _rated(paths: tuple[str, ...], format_name: str | None, timeout: float, failures: list[int]) -> list[BookPuzzle]:
    """All puzzles that can be solved; for each of the others an error line is printed."""
    found: list[BookPuzzle] = []
    line = StatusLine()
    for entry in puzzle_entries(paths, format_name, timeout=timeout):
        line.draw(f"{len(found):,} rated, {entry.name}")
        try:
            found.append(book_puzzle(entry.require(), deadline=entry.deadline))
        except NonosatError as error:
            line.erase()
            print_error(error, entry.name)
            failures.append(error.exit_code)
    line.erase()
    return found


def _warn(puzzles: tuple[BookPuzzle, ...], cell_sizes: tuple[float, ...]) -> None:
    """Say which puzzles of a book an author may want to change."""
    for each, size in zip(puzzles, cell_sizes, strict=True):
        if each.rating.n_solutions == 2:
            print_note(each.name, "several solutions, expected one; the book says so, and shows one")
        elif each.rating.difficulty is None:
            print_note(each.name, f"not rated in time: {each.class_words}; a longer --timeout may help")
        if small := small_cells_note(size):
            print_note(each.name, small)
