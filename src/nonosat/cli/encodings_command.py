"""`nonosat encodings`: the encodings and their options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.picture_output import output_width
from nonosat.cnf.cardinality import AMOS
from nonosat.core.text_columns import folded_behind
from nonosat.encodings import ENCODINGS, REDUNDANT
from nonosat.solving.formulas import COMPLETE_ENCODING, RESIDUAL_ENCODING


@click.command("encodings", cls=DocumentedCommand)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool) -> None:
    """List the encodings, the at-most-one constraints and the redundant constraints, each with its source.

    `--encoding`, `--amo` and `--add` choose among them. The three can be written as one name: pairwise/product+totals
    is the encoding pairwise with the at-most-one constraint product and the redundant constraint totals.

    Examples:
        nonosat encodings
    """
    if as_json:
        encodings = [
            {
                **_entry(encoding),
                "default": encoding.name == COMPLETE_ENCODING,
                "amo": encoding.amo,
                "add": [each.name for each in REDUNDANT.values() if encoding.has_starts or not each.needs_starts],
            }
            for encoding in ENCODINGS.values()
        ]
        choices = {"amo": list(map(_entry, AMOS.values())), "add": list(map(_entry, REDUNDANT.values()))}
        click.echo(json.dumps({"encodings": encodings, **choices}, indent=1))
        return
    _show("--encoding NAME", ENCODINGS)
    _show_folded("  ", f"{COMPLETE_ENCODING} is the default for complete formulas")
    _show_folded("  ", f"{RESIDUAL_ENCODING} is the default for residual formulas, after line propagation")
    able = " or ".join(f"{each.name} (default {each.amo})" for each in ENCODINGS.values() if each.amo)
    click.echo()
    _show(f"--amo NAME, with {able}", AMOS)
    click.echo()
    _show("--add NAME", REDUNDANT)


def _entry(choice: Any) -> dict[str, str]:
    """The fields that encodings, at-most-ones and redundant constraints all have."""
    return {"name": choice.name, "summary": choice.about, "source": choice.source}


def _show(title: str, choices: Mapping[str, Any]) -> None:
    _show_folded("", title)
    for each in choices.values():
        _show_folded(f"  {each.name:<11} ", f"{each.about} ({each.source})")


def _show_folded(beginning: str, text: str) -> None:
    """Print a text behind its beginning, folded to the width of a terminal."""
    click.echo("\n".join(folded_behind(beginning, text, output_width())))
