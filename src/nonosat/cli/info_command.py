"""`nonosat info`: sizes and other facts of puzzles, without solving them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

import click

from nonosat.analysis.facts import PuzzleFacts, compute_facts
from nonosat.cli.asking import Show, Shown, each
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, color_option, from_option, json_option, only_one
from nonosat.cli.picture_output import PictureStyle, color_depth, note_width, output_width, text_screen
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_stdin_once
from nonosat.core.errors import printable
from nonosat.core.question import Run
from nonosat.core.text_columns import folded_behind
from nonosat.formats import Sheet
from nonosat.formats.clues import SHORT, puzzle_digest
from nonosat.model.clue import ANY_COLOR
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: Width of the first column.
_LABEL = 12


@click.command("info", cls=DocumentedCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@from_option
@json_option
@click.option("--clues", "with_clues", is_flag=True, help="Also print the empty grid with its clues.")
@only_one("--json", "--clues")
@color_option
def command(
    puzzles: tuple[str, ...], format_name: str | None, as_json: bool, with_clues: bool, color: bool | None
) -> int:
    """Show the grid, colours, totals and metadata of each PUZZLE, and the size of its formula.

    Slack is the number of cells that the lines have beyond the least length of their blocks. With less slack, a block
    has fewer positions.

    Examples:
        nonosat info p.clues
        nonosat info --clues p.clues                 # also the empty grid
    """
    require_stdin_once(puzzles)
    n_shown = 0

    def ask(entry: PuzzleEntry, run: Run) -> Shown:  # noqa: ARG001 - there is no search
        sheet = entry.require()
        facts = compute_facts(sheet.puzzle)

        def text() -> None:
            nonlocal n_shown
            if n_shown:
                click.echo()
            n_shown += 1
            _show(_rows(sheet, facts, color_depth(color)))
            if with_clues:
                _show_clues(sheet.puzzle, entry.file, color)

        return Shown(0, _record(sheet, facts) if as_json else {}, text)

    return each(puzzle_entries(puzzles, format_name), ask, Show(as_json))


def _show(rows: Iterator[tuple[str, str]]) -> None:
    """Print the listing, folded to the width of a terminal."""
    width = output_width()
    for name, text in rows:
        label = f"{name:<{_LABEL}}"
        # Escape sequences take no columns, and lines with a colour are short.
        lines = [label + text] if "\x1b" in text else folded_behind(label, text, width)
        click.echo("\n".join(lines), color=True)


def _show_clues(puzzle: Puzzle, path: str, color: bool | None) -> None:
    """Print the empty grid with its clues, or a list of the clues and a note if the terminal is too narrow."""
    from nonosat.drawing.text import fitted_clues

    screen = text_screen(PictureStyle(color))
    shown = fitted_clues(puzzle, screen)
    click.echo(f"\n{shown.text}", color=True)
    if screen.width is not None and shown.columns > screen.width:
        note_width(f"the grid needs {shown.columns} columns", screen, f"draw it with nonosat render {path} -o FILE.svg")


def _record(sheet: Sheet, facts: PuzzleFacts) -> dict[str, object]:
    puzzle = sheet.puzzle
    return {
        "name": sheet.name,
        "grid": puzzle.grid.header,
        "sha256": puzzle_digest(puzzle),
        "colors": list(puzzle.palette.colors),
        **asdict(facts),
        "goal": sheet.goal is not None,
        "metadata": puzzle.metadata._asdict(),
    }


def _rows(sheet: Sheet, facts: PuzzleFacts, depth: int) -> Iterator[tuple[str, str]]:
    """The lines of the listing, each with its label; a line without one continues the line above."""
    from nonosat.drawing.terminal_colors import swatches

    puzzle = sheet.puzzle
    yield "puzzle", printable(sheet.name)
    for name, text in puzzle.metadata._asdict().items():
        if text:
            yield {"license": "licence"}.get(name, name), text
    yield "grid", f"{puzzle.grid.header}, {count(facts.cells, 'cell')}"
    yield "digest", puzzle_digest(puzzle)[:SHORT]
    width = len(letter(puzzle.n_colors))
    colors = puzzle.palette.colors
    at_least, at_most = ("at least ", "at most ") if facts.hidden_colors else ("", "")
    chips = [f"{chip} " for chip in swatches(colors, depth)] if depth else [""] * len(colors)
    for number, (value, chip, total) in enumerate(zip(colors, chips, facts.totals[:-1], strict=True)):
        is_open = facts.totals[-1] or number in facts.hidden_colors
        limit = ("at least " if is_open else "") if number else at_most
        what = " background" if not number else ""
        yield "" if number else "colours", f"{chip}{letter(number):<{width}} {value} {limit}{total}{what}"
    if facts.totals[-1]:
        limit = at_least if ANY_COLOR in facts.hidden_colors else ""
        yield "", f"{'   ' if depth else ''}{'?':<{width}} {'':7} {limit}{facts.totals[-1]} of unknown colour"
    share = 100 * facts.filled / facts.cells
    yield "filled", f"{at_least}{facts.filled} of {count(facts.cells, 'cell')}, {share:.0f} %"
    if facts.givens:
        yield "givens", count(facts.givens, "cell")
    hidden = f"{facts.hidden_blocks} of unknown length, " if facts.hidden_blocks else ""
    yield "blocks", f"{facts.blocks}, {hidden}at most {facts.longest_clue} in a clue"
    lines = puzzle.grid.n_lines
    yield "slack", f"{count(facts.slack, 'cell')} in {count(lines, 'line')}, {facts.slack / lines:.1f} a line"
    if facts.variables is not None:
        yield "formula", f"{count(facts.variables, 'variable')}, {count(facts.clauses or 0, 'clause')}"
    if facts.open_cells is None:
        yield "lines", "contradict each other: there is no solution"
    else:
        yield (
            "lines",
            f"leave {count(facts.open_cells, 'cell')} open" if facts.open_cells else "solve it one by one",
        )
    if sheet.goal is not None:
        yield "goal", "yes; `nonosat check` compares it with the clues"
