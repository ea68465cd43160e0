"""`nonosat explain`: a puzzle's formula in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from nonosat.cli.common import PATH, encoding_options, from_option

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.study.wording import Explanation, Words

#: Clauses of each group that are shown, if nobody says more.
LIMIT = 20


@click.command("explain")
@click.argument("puzzle", type=PATH)
@from_option
@encoding_options
@click.option(
    "--line", "label", metavar="NAME", help="Only what is said of one line, such as r2 or c5; hexagons: u1, d3."
)
@click.option("--group", "groups", multiple=True, metavar="NAME", help="Only this group of clauses; may be repeated.")
@click.option("--limit", type=click.IntRange(min=1), default=LIMIT, show_default=True, help="Clauses of each group.")
@click.option("--all", "everything", is_flag=True, help="All clauses, however many.")
@click.option("--propagate", is_flag=True, help="Leave out what single lines rule out.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    puzzle: str,
    format_name: str | None,
    encoding: str | None,
    amo: str | None,
    add: tuple[str, ...],
    label: str | None,
    groups: tuple[str, ...],
    limit: int,
    everything: bool,
    propagate: bool,
    as_json: bool,
) -> None:
    """Print the formula of PUZZLE in words, each group of clauses under the sentence that says what it is for.

    Every clause is an implication. r2c5 is the fifth cell of the second row, r2 that row and c5 a column; in hexagons
    u and d are the lines that run to the upper left and to the lower left. Blocks and positions are counted from 1.
    """
    from nonosat.encodings import find_encoding
    from nonosat.formats import load, puzzle_name
    from nonosat.model.clue import clue_text
    from nonosat.model.grid import find_line
    from nonosat.solving.formulas import COMPLETE_ENCODING, encode
    from nonosat.study.wording import Words

    asked = load(puzzle, format_name)
    line = None if label is None else find_line(asked.grid, label)
    name = puzzle_name(puzzle)
    encoding = COMPLETE_ENCODING if encoding is None else encoding
    formula = encode(
        asked,
        encoding=find_encoding(encoding, amo=amo, add=add),
        name=name,
        propagate=propagate,
    )
    words = Words(asked, formula)
    found = words.explain(groups=groups, line=line, limit=None if everything else limit)
    if as_json:
        click.echo(json.dumps({"puzzle": name, **_record(formula, words, list(found))}, indent=1))
        return
    click.echo(f"{formula.comments[2]}: {formula.n_vars:,} variables, {formula.n_clauses:,} clauses")
    if line is not None:
        click.echo(f"line {label}: {clue_text(asked.clues[line])} in {len(asked.grid.line(line))} cells")
    for explanation in found:
        if explanation.n_clauses or groups:
            _show(explanation)


def _show(explanation: Explanation) -> None:
    name, meaning, n_clauses, sentences = explanation
    click.echo(f"\n{name} ({n_clauses:,}): {meaning}")
    for sentence in sentences:
        click.echo(f"  {sentence.text}")
    if n_clauses > len(sentences):
        click.echo(f"  ... and {n_clauses - len(sentences):,} more")


def _record(formula: Formula, words: Words, found: list[Explanation]) -> dict[str, object]:
    variables = range(1, formula.n_vars + 1)
    used = {abs(literal) for group in found for sentence in group.sentences for literal in sentence.literals}
    return {
        "variables": {variable: words.phrase(variable) for variable in variables if variable in used},
        "groups": [
            {
                "name": group.name,
                "meaning": group.meaning,
                "clauses": group.n_clauses,
                "shown": [sentence._asdict() for sentence in group.sentences],
            }
            for group in found
        ],
    }
