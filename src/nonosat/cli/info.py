"""`nonosat info`: what can be told of a puzzle without solving it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from nonosat.cli.common import PATH, color_option, from_option, use_color

if TYPE_CHECKING:
    from nonosat.formats import Sheet
    from nonosat.results.facts import Facts

#: Width of the first column.
_LABEL = 12


@click.command("info")
@click.argument("puzzle", type=PATH)
@from_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each puzzle.")
@color_option
def command(puzzle: str, format_name: str | None, as_json: bool, color: bool | None) -> None:
    """Tell what PUZZLE is: its grid, colours, totals, metadata, and the size of its formula.

    Slack is how many cells the lines have beyond what their clues need: the less, the more each line tells on its own.
    """
    from nonosat.errors import InputError
    from nonosat.formats import load_sheets
    from nonosat.results.facts import facts_of

    for sheet in load_sheets(puzzle, format_name):
        if isinstance(sheet, InputError):
            raise sheet
        facts = facts_of(sheet.puzzle)
        if as_json:
            import json

            click.echo(json.dumps(_record(sheet, facts)))
        else:
            for label, text in _rows(sheet, facts, use_color(color)):
                click.echo(f"{label:<{_LABEL}}{text}", color=True)


def _record(sheet: Sheet, facts: Facts) -> dict[str, object]:
    puzzle = sheet.puzzle
    return {
        "name": sheet.name,
        "grid": puzzle.grid.header,
        "colors": list(puzzle.palette.colors),
        **facts._asdict(),
        "goal": sheet.goal is not None,
        "metadata": puzzle.metadata._asdict(),
    }


def _rows(sheet: Sheet, facts: Facts, color: bool) -> Iterator[tuple[str, str]]:
    """The lines, each with its label."""
    from nonosat.drawing.text import swatch
    from nonosat.model.palette import letter

    puzzle = sheet.puzzle
    yield "puzzle", sheet.name
    for name, text in puzzle.metadata._asdict().items():
        if text:
            yield {"license": "licence"}.get(name, name), text
    yield "grid", f"{puzzle.grid.header}, {_count(facts.cells, 'cell')}"
    width = len(letter(puzzle.n_colors))
    for number, (value, total) in enumerate(zip(puzzle.palette.colors, facts.totals, strict=False)):
        chip = f"{swatch(value)} " if color else ""
        at_least = "at least " if facts.totals[-1] and number else ""
        what = " background" if not number else ""
        yield "" if number else "colours", f"{chip}{letter(number):<{width}} {value} {at_least}{total}{what}"
    if facts.totals[-1]:
        yield "", f"{'   ' if color else ''}{'?':<{width}} {'':7} {facts.totals[-1]} of unknown colour"
    yield "filled", f"{facts.filled} of {_count(facts.cells, 'cell')}, {100 * facts.filled / facts.cells:.0f} %"
    if facts.givens:
        yield "givens", _count(facts.givens, "cell")
    yield "blocks", f"{facts.blocks}, at most {facts.longest_clue} in a clue"
    lines = puzzle.grid.n_lines
    yield "slack", f"{_count(facts.slack, 'cell')} in {_count(lines, 'line')}, {facts.slack / lines:.1f} a line"
    if facts.variables is not None:
        yield "formula", f"{_count(facts.variables, 'variable')}, {_count(facts.clauses or 0, 'clause')}"
    if facts.open_cells is None:
        yield "lines", "contradict each other: there is no solution"
    else:
        left = f"leave {_count(facts.open_cells, 'cell')} open" if facts.open_cells else "solve it, each on its own"
        yield "lines", left
    if sheet.goal is not None:
        yield "goal", "told; `nonosat check` compares it with the clues"


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
