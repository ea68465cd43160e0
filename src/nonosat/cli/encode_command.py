"""`nonosat encode`: a puzzle's formula as a DIMACS file, or in words."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, encoding_options, from_option
from nonosat.cli.output_paths import OUTPUT
from nonosat.cnf.formula import Formula
from nonosat.cnf.wording import FormulaWords, GroupInWords, clauses_in_words
from nonosat.core.files import write_bytes
from nonosat.encodings import find_encoding
from nonosat.formats import load, puzzle_name
from nonosat.model.clue import clue_text
from nonosat.model.grid import find_line, line_label
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
from nonosat.solving.formulas import COMPLETE_ENCODING, encode
from nonosat.solving.outputs import dimacs_bytes

#: Clauses of each group that are shown by default.
LIMIT = 20


@click.command("encode", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@click.option(
    "-o", "--output", type=OUTPUT, default="-", show_default=True, help="File to write; compressed if it ends in .gz."
)
@from_option
@encoding_options
@click.option("--propagate", is_flag=True, help="Leave out everything that single lines rule out.")
@click.option("--words", "in_words", is_flag=True, help="Write the clauses in words.")
@click.option(
    "--line",
    "label",
    metavar="NAME",
    help="In words: only clauses about one line, such as r2 or c5; on hexagons, u1 or d3.",
)
@click.option(
    "--group", "groups", multiple=True, metavar="NAME", help="In words: only this group of clauses; can be repeated."
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help=f"In words: at most this many clauses of each group.  [default: {LIMIT}]",
)
@click.option("--all", "everything", is_flag=True, help="In words: all clauses, however many there are.")
@click.option("--json", "as_json", is_flag=True, help="In words: print one JSON object.")
def command(
    puzzle: str,
    output: str,
    format_name: str | None,
    encoding: str | None,
    amo: str | None,
    add: tuple[str, ...],
    propagate: bool,
    in_words: bool,
    label: str | None,
    groups: tuple[str, ...],
    limit: int | None,
    everything: bool,
    as_json: bool,
) -> None:
    """Write the complete formula of PUZZLE as a DIMACS file or in words.

    Its models, restricted to the cell variables, are the solutions of the puzzle. Cell i (from 0, row by row) has
    colour c (from 1) of n when variable i*n + c is true.

    In words, every clause is an implication, listed below a sentence that says what its group is for. r2c5 is the fifth
    cell of the second row, r2 is that row, and c5 is a column. On hexagons, u and d are the lines that run to the upper
    left and to the lower left. Blocks and positions are counted from 1.

    Examples:
        nonosat encode p.clues -o p.sat
        nonosat encode p.clues --words --line r2     # the clauses of row 2
    """
    only_in_words = {"--line": label, "--group": groups, "--limit": limit, "--all": everything, "--json": as_json}
    for option, value in only_in_words.items():
        if not in_words and value not in (None, (), False):
            raise click.UsageError(f"{option} needs --words")
    problem, name = load(puzzle, format_name), puzzle_name(puzzle)
    line = None if label is None else find_line(problem.grid, label)
    recipe = find_encoding(COMPLETE_ENCODING if encoding is None else encoding, amo=amo, add=add)
    formula = encode(problem, encoding=recipe, name=name, propagate=propagate)
    packed = output.endswith(".gz")
    if not in_words:
        write_bytes(output, dimacs_bytes(formula, packed=packed))
        return
    most = None if everything else limit or LIMIT
    found = list(clauses_in_words(formula, problem, line=line, groups=groups, limit=most))
    if as_json:
        text = json.dumps({"puzzle": name, **_record(formula, problem, found)}, indent=1)
    else:
        text = "\n".join([*_head(formula, problem, line), *_text(found, keep_empty=bool(groups))])
    data = f"{text}\n".encode()
    write_bytes(output, gzip.compress(data, mtime=0) if packed else data)


def _head(formula: Formula, puzzle: Puzzle, line: int | None) -> Iterator[str]:
    variables = count(formula.n_vars, "variable", separators=True)
    clauses = count(formula.n_clauses, "clause", separators=True)
    yield f"{formula.comments[2]}: {variables}, {clauses}"
    if line is not None:
        n_cells = len(puzzle.grid.line(line))
        yield f"line {line_label(puzzle.grid, line)}: {clue_text(puzzle.clues[line])} in {count(n_cells, 'cell')}"


def _text(found: Iterable[GroupInWords], keep_empty: bool) -> Iterator[str]:
    for group in found:
        if not group.n_clauses and not keep_empty:
            continue
        yield f"\n{group.name} ({group.n_clauses:,}): {group.meaning}"
        yield from (f"  {clause.text}" for clause in group.clauses)
        if group.n_clauses > len(group.clauses):
            yield f"  ... and {group.n_clauses - len(group.clauses):,} more"


def _record(formula: Formula, puzzle: Puzzle, found: list[GroupInWords]) -> dict[str, object]:
    words = FormulaWords(formula, puzzle)
    used = {abs(literal) for group in found for clause in group.clauses for literal in clause.literals}
    return {
        "variables": {variable: words.phrase(variable) for variable in sorted(used)},
        "groups": [
            {
                "name": group.name,
                "meaning": group.meaning,
                "clauses": group.n_clauses,
                "shown": [asdict(clause) for clause in group.clauses],
            }
            for group in found
        ],
    }
