"""`nonosat check`: a picture or a model against the clues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, from_option, quiet_option
from nonosat.cli.recording_command import RecordingCommand

if TYPE_CHECKING:
    from nonosat.authoring.puzzle_picture import Cells
    from nonosat.model.puzzle import Puzzle
    from nonosat.model.verifier import Violation


@click.command("check", cls=RecordingCommand)
@click.argument("puzzle", type=PATH)
@click.argument("answer", metavar="[PICTURE|MODEL]", type=PATH, required=False)
@from_option
@quiet_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each puzzle.")
def command(puzzle: str, answer: str | None, format_name: str | None, quiet: bool, as_json: bool) -> int:
    """Check whether a picture or a model satisfies the clues of PUZZLE, and report each clue that it violates.

    A picture is text, one row a line, as `nonosat solve` prints it, or has any other form that `nonosat make` reads; ?
    is an open cell. A model is what `nonosat decode` reads. Without either, the goal in PUZZLE is checked; with several
    puzzles in the file, the goal of each.
    """
    from nonosat.cli.picture_input import read_cells
    from nonosat.cli.puzzle_entries import readable_sheets
    from nonosat.cli.puzzle_input import require_one_stdin
    from nonosat.errors import InputError, TwoColors
    from nonosat.formats import load_sheet
    from nonosat.model.verifier import Violation
    from nonosat.system.files import shown_name

    require_one_stdin(puzzle, answer, "PICTURE")
    exit_code, failures = 0, list[int]()
    all_sheets = readable_sheets([puzzle], format_name, failures, as_json=as_json)
    for sheet in all_sheets if answer is None else [load_sheet(puzzle, format_name)]:
        try:
            goal = None if sheet.goal is None else sheet.goal.cells
            cells = goal if answer is None else read_cells(sheet.puzzle, answer)
        except TwoColors as error:
            violations = [Violation(None, error.cell, str(error))]
        else:
            if cells is None:
                what = f"no goal of {sheet.name}, expected one, or a PICTURE or MODEL"
                raise InputError(what, file=shown_name(puzzle))
            violations = _violations(sheet.puzzle, cells)
        _show(sheet.name, violations, quiet, as_json)
        if violations:
            exit_code = 1
    return max(exit_code, *failures, 0)


def _violations(puzzle: Puzzle, cells: Cells) -> list[Violation]:
    """All that is wrong with a picture; of a partial one the wrong cells, and that cells are open."""
    from nonosat.cli.picture_input import open_cells
    from nonosat.explaining.wrong_cells import find_wrong_cells
    from nonosat.model.grid import cell_name
    from nonosat.model.palette import letter
    from nonosat.model.picture import Picture
    from nonosat.model.puzzle import Given
    from nonosat.model.verifier import Violation, check

    known = [Given(cell, color) for cell, color in enumerate(cells) if color is not None]
    if len(known) == len(cells):
        return check(puzzle, Picture(puzzle.grid, tuple(color for _, color in known)))
    wrong = find_wrong_cells(puzzle, known)
    reason = "which no solution has together with the others" if wrong.together else "which no solution has"
    found = []
    for cell in wrong.cells:
        message = f"{cell_name(puzzle.grid, cell)}: found {letter(cells[cell] or 0)}, {reason}"
        found.append(Violation(None, cell, message))
    return [*found, Violation(None, None, f"{open_cells(cells)}, expected none")]


def _show(name: str, violations: Sequence[Violation], quiet: bool, as_json: bool) -> None:
    if as_json:
        import json

        found = [violation._asdict() for violation in violations]
        click.echo(json.dumps({"name": name, "correct": not violations, "violations": found}))
    elif not quiet:
        from nonosat.cli.option_words import print_line
        from nonosat.model.nouns import count

        for violation in violations:
            click.echo(violation.message)
        verb = "is" if len(violations) == 1 else "are"
        print_line(f"{name}: " + (f"{count(len(violations), 'thing')} {verb} wrong" if violations else "correct"))
