"""`nonosat page`: a page on which puzzles are played in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, from_option

if TYPE_CHECKING:
    from nonosat.formats import Sheet
    from nonosat.model.picture import Picture


@click.command("page")
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@click.option("-o", "--output", type=PATH, default="-", show_default=True, help="HTML file to write.")
@from_option
@click.option("--title", default="", help="Title of the page; by default that of its only puzzle, or Nonograms.")
@click.option(
    "--per-sheet",
    type=click.Choice(["1", "2", "4", "6"]),
    default="1",
    show_default=True,
    help="Puzzles on a sheet of paper when the page is printed.",
)
@click.option("--solution", is_flag=True, help="The page can show a solution; without this option it holds none.")
def command(
    puzzles: tuple[str, ...],
    output: str,
    format_name: str | None,
    title: str,
    per_sheet: str,
    solution: bool,
) -> int:
    """Write a page to play all puzzles of the files PUZZLE... in a browser, and to print them: one file, no network.

    Marks are judged by the clues alone, and kept in the browser. Of several puzzles those without an error are written.
    """
    from nonosat.cli.interrupts import ended_by_signals
    from nonosat.cli.puzzle_entries import readable_sheets
    from nonosat.pages.page_document import page_text
    from nonosat.pages.page_puzzle import PagePuzzle
    from nonosat.system.files import write_text

    if puzzles.count("-") > 1:
        raise click.UsageError("- is given twice, expected at most one standard input")
    failures: list[int] = []
    with ended_by_signals():
        shown = [
            PagePuzzle(puzzle=sheet.puzzle, name=sheet.name, solution=_solution(sheet) if solution else None)
            for sheet in readable_sheets(puzzles, format_name, failures)
        ]
    if not shown:  # each error is printed
        return max(failures)
    write_text(output, page_text(shown, title=title, per_sheet=int(per_sheet)))
    return max(failures, default=0)


def _solution(sheet: Sheet) -> Picture:
    """The solution that the author has in mind, if it is one; else the one that is found.

    Raises:
        InputError: there is none.
    """
    from nonosat.errors import InputError
    from nonosat.model.verifier import check
    from nonosat.solving.pipeline import solve

    if sheet.goal is not None and not check(sheet.puzzle, sheet.goal):
        return sheet.goal
    found = solve(sheet.puzzle).picture
    if found is None:
        raise InputError("no solution, expected one to show", file=sheet.name)
    return found
