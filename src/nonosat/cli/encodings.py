"""`nonosat encodings`: the encodings and their options."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from nonosat.cli.picture_output import output_width
from nonosat.cnf.cardinality import AMOS
from nonosat.drawing.text_width import folded_behind
from nonosat.encodings import ENCODINGS, REDUNDANT
from nonosat.solving.formulas import COMPLETE_ENCODING, RESIDUAL_ENCODING


@click.command("encodings")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """List the encodings, the at-most-ones, and the redundant constraints, each with its source.

    `--encoding`, `--amo` and `--add` choose among them. The three may be written as one: pairwise/product+totals is the
    encoding pairwise with the at-most-one product and the redundant constraint totals.
    """
    defaults = {COMPLETE_ENCODING: "complete formulas", RESIDUAL_ENCODING: "residual formulas, after line propagation"}
    if as_json:
        encodings = [
            {
                "name": encoding.name,
                "summary": encoding.summary,
                "source": encoding.source,
                "default": encoding.name == COMPLETE_ENCODING,
                "amo": encoding.amo,
                "add": [each.name for each in REDUNDANT.values() if encoding.has_starts or not each.needs_starts],
            }
            for encoding in ENCODINGS.values()
        ]
        amos = [{"name": amo.name, "summary": amo.summary, "source": amo.source} for amo in AMOS.values()]
        added = [{"name": each.name, "summary": each.summary, "source": each.source} for each in REDUNDANT.values()]
        click.echo(json.dumps({"encodings": encodings, "amo": amos, "add": added}, indent=1))
        return
    rows = [(each.name, each.summary, each.source) for each in ENCODINGS.values()]
    _show("--encoding NAME", rows)
    for name, what in defaults.items():
        _show_folded("  ", f"{name} is the default for {what}")
    able = " or ".join(f"{each.name} (default {each.amo})" for each in ENCODINGS.values() if each.amo)
    click.echo()
    _show(f"--amo NAME, with {able}", ((each.name, each.summary, each.source) for each in AMOS.values()))
    click.echo()
    _show("--add NAME", ((each.name, each.summary, each.source) for each in REDUNDANT.values()))


def _show(title: str, rows: Iterable[tuple[str, str, str]]) -> None:
    _show_folded("", title)
    for name, summary, source in rows:
        _show_folded(f"  {name:<11} ", f"{summary} ({source})")


def _show_folded(beginning: str, text: str) -> None:
    """Print a text behind its beginning, folded to the width of a terminal."""
    click.echo("\n".join(folded_behind(beginning, text, output_width())))
