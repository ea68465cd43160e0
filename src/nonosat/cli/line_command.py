"""`nonosat line`: a clue and the known cells of its line, without a puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click

from nonosat.authoring.puzzle_picture import picture_cells
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import completion
from nonosat.explaining.explain_line import LINE_ENCODING, LineExplanation, explain_line
from nonosat.explaining.step_words import StepWords
from nonosat.formats.clue_words import line_puzzle
from nonosat.model.cell_shapes import letters_of_shapes
from nonosat.model.clue import clue_text
from nonosat.model.nouns import count
from nonosat.model.palette import letter


@click.command("line", cls=DocumentedCommand)
@click.argument("clue")
@click.argument("cells")
@click.option(
    "--encoding",
    metavar="NAME",
    shell_complete=completion("encoding"),
    default=LINE_ENCODING,
    show_default=True,
    help="Encoding in which unit propagation is shown; see `nonosat encodings`.",
)
@click.option(
    "--colors",
    "n_colors",
    type=click.IntRange(1, 5),
    metavar="N",
    help="Number of colours besides the background (default: up to the last one that CLUE names).",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(clue: str, cells: str, encoding: str, n_colors: int | None, as_json: bool) -> int:
    """Show what CLUE and the known CELLS force on a line by itself, and why.

    CLUE has the blocks of clue files, such as "3a 1b", "2?" or "_a"; with one colour, lengths are enough. CELLS has one
    sign for each cell: # or a letter is a colour, - is background and ? is open. A dot is also open, unless CELLS has a
    ? but no -.

    Below the reasons are the clauses of an encoding from which unit propagation concludes the same, in the order of
    their use, and what it misses.

    Exit codes: 0 the clue fits; 1 it contradicts the cells.

    Examples:
        nonosat line "3 1" "..#?....--"
        nonosat line "3 1" "?????" --encoding pairwise
        nonosat line "2a 2b" "a?????"
    """
    n_cells = len("".join(letters_of_shapes(cells).split()))
    puzzle = line_puzzle(clue, n_cells, n_colors)
    known = picture_cells(cells.encode(), puzzle, "<cells>", open_dots=True)
    found = explain_line(clue, known, encoding=encoding, n_colors=n_colors)
    if as_json:
        click.echo(json.dumps({"clue": clue_text(puzzle.clues[0]), **found.record(), "exit": int(found.outcome)}))
    else:
        click.echo("\n".join(_text(found)))
    return found.outcome


def _text(found: LineExplanation) -> Iterator[str]:
    """The line before and after, the reasons, the clauses, and what unit propagation misses."""
    propagation, open_colors = found.propagation, tuple(range(found.puzzle.n_colors + 1))
    known = [open_colors if color is None else (color,) for color in found.known]
    rows = {"known": known, "forced": found.possible, propagation.encoding: propagation.possible}
    width = max(map(len, rows))
    yield from (f"{name:{width}}  {_signs(cells)}" for name, cells in rows.items() if cells is not None)
    if found.puzzle.n_colors > 1:
        yield "colours: " + ", ".join(
            f"{letter(n)} {word}" for n, word in enumerate(StepWords(found.puzzle).colors) if n
        )
    yield ""
    yield from found.reasons() or ["Nothing follows."]
    size = f"{count(propagation.n_variables, 'variable')}, {count(propagation.n_clauses, 'clause')}"
    yield f"\nUnit propagation in {propagation.encoding} ({size}):"
    yield from (f"  {clause.text}" for clause in propagation.clauses)
    yield from _result(found)


def _result(found: LineExplanation) -> Iterator[str]:
    """What unit propagation finds, compared with all that is true."""
    if found.propagation.possible is None:
        yield "It finds the contradiction."
    elif found.possible is None:
        yield "It does not find the contradiction."
    elif found.missed:
        yield f"It misses that {found.missed_words()}."
    elif found.forced:
        yield "It misses nothing."


def _signs(cells: Sequence[Sequence[int]]) -> str:
    """A sign for each cell: `?` if several colours are possible."""
    return "".join("?" if len(colors) > 1 else letter(colors[0]) for colors in cells)
