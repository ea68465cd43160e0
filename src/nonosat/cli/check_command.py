"""`nonosat check`: a picture or a model against the clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_input import known_cells, open_cells, read_cells, whole_picture
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_one_stdin
from nonosat.core.errors import InputError, TwoColors
from nonosat.core.files import shown_name
from nonosat.core.question import Run
from nonosat.model.grid import cell_name
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import Violation, check

if TYPE_CHECKING:
    from nonosat.authoring.puzzle_picture import Cells


@click.command("check", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@click.argument("answer", metavar="[PICTURE|MODEL]", type=PATH, required=False)
@from_option
@show_options()
def command(puzzle: str, answer: str | None, format_name: str | None, show: Show) -> int:
    """Check whether a picture or a model satisfies the clues of PUZZLE, and report each violated clue.

    A picture is text with one row per line, as `nonosat solve` prints it, or has any other form that `nonosat make`
    reads; ? is an open cell. A model is anything that `nonosat decode` reads. Without PICTURE or MODEL, the goal in
    PUZZLE is checked, or every goal if the file holds several puzzles.

    Examples:
        nonosat check p.clues picture.txt
        nonosat solve p.clues | nonosat check p.clues -
    """
    require_one_stdin(puzzle, answer, "PICTURE")

    def ask(entry: PuzzleEntry, run: Run) -> Shown:  # noqa: ARG001 - there is no search
        violations = _violations_of(entry, answer)
        fields = {"correct": not violations, "violations": [violation._asdict() for violation in violations]}
        return Shown(1 if violations else 0, fields, lambda: _show(entry.name, violations))

    return each(puzzle_entries([puzzle], format_name, one_each=answer is not None), ask, show)


def _violations_of(entry: PuzzleEntry, answer: str | None) -> list[Violation]:
    """All that is wrong with the picture of a file, else with the goal of a puzzle."""
    sheet = entry.require()
    try:
        goal = None if sheet.goal is None else sheet.goal.cells
        cells = goal if answer is None else read_cells(sheet.puzzle, answer)
    except TwoColors as error:
        return [Violation(None, error.cell, str(error))]
    if cells is None:
        what = f"{sheet.name} has no goal; give a PICTURE or a MODEL"
        raise InputError(what, file=shown_name(entry.file))
    return _violations(sheet.puzzle, cells)


def _violations(puzzle: Puzzle, cells: Cells) -> list[Violation]:
    """All that is wrong with a picture; of a partial one the wrong cells, and that cells are open."""
    picture = whole_picture(puzzle, cells)
    if picture is not None:
        return check(puzzle, picture)
    from nonosat.explaining.hint import find_wrong_cells

    wrong = find_wrong_cells(puzzle, known_cells(cells))
    reason = "which no solution has together with the other known cells" if wrong.together else "which no solution has"
    found = []
    for cell in wrong.cells:
        message = f"{cell_name(puzzle.grid, cell)}: found {letter(cells[cell] or 0)}, {reason}"
        found.append(Violation(None, cell, message))
    return [*found, Violation(None, None, f"{open_cells(cells)}, expected none")]


def _show(name: str, violations: Sequence[Violation]) -> None:
    for violation in violations:
        click.echo(violation.message)
    print_line(f"{name}: {count(len(violations), 'error') if violations else 'correct'}")
