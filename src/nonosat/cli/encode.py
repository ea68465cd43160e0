"""`nonosat encode`: a puzzle's formula as a DIMACS file."""

from __future__ import annotations

import click

from nonosat.cli.common import PATH, encoding_options, from_option


@click.command("encode")
@click.argument("puzzle", type=PATH)
@click.option(
    "-o", "--output", type=PATH, default="-", show_default=True, help="File to write; gzipped if it ends in .gz."
)
@from_option
@encoding_options
@click.option("--propagate", is_flag=True, help="Leave out what single lines rule out.")
def command(
    puzzle: str,
    output: str,
    format_name: str | None,
    encoding: str | None,
    amo: str | None,
    add: tuple[str, ...],
    propagate: bool,
) -> None:
    """Write the complete formula of PUZZLE as a DIMACS file.

    Its models, seen at the cell variables, are the solutions of the puzzle. Cell i (from 0, row by row) has colour c
    (from 1) of n when variable i*n + c is true.

        nonosat encode p.clues | kissat | nonosat decode p.clues -
    """
    from nonosat.encodings import find_encoding
    from nonosat.formats import load, puzzle_name
    from nonosat.results.outputs import dimacs_bytes
    from nonosat.solving.formulas import COMPLETE_ENCODING, encode
    from nonosat.system.files import write_bytes

    encoding = COMPLETE_ENCODING if encoding is None else encoding
    formula = encode(
        load(puzzle, format_name),
        encoding=find_encoding(encoding, amo=amo, add=add),
        name=puzzle_name(puzzle),
        propagate=propagate,
    )
    write_bytes(output, dimacs_bytes(formula, packed=output.endswith(".gz")))
