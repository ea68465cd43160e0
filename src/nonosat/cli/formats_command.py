"""`nonosat formats`: the file formats."""

from __future__ import annotations

import json

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.picture_output import output_width
from nonosat.core.tables import text_table
from nonosat.formats import FORMATS, Format
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.puzzle import Metadata


@click.command("formats", cls=DocumentedCommand)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON array.")
def command(as_json: bool) -> None:
    """List the file formats and what they can express.

    The metadata column is about title, author, copyright, licence and description. It says yes if the format has all of
    them; otherwise it names those that the format has, or the few that it lacks.

    Examples:
        nonosat formats
    """
    # The kinds of grids by which formats differ.
    kinds = {name: GRIDS[name] for name in GRIDS if not all(format_.holds(name) for format_ in FORMATS.values())}
    if as_json:

        def record(format_: Format) -> dict[str, object]:
            grids = {kind.cells: format_.holds(name) for name, kind in kinds.items()}
            entries = {"name": format_.name, "suffixes": format_.suffixes} | format_._asdict()
            del entries["module"]
            return {k: v for key in entries for k, v in (grids if key == "grids" else {key: entries[key]}).items()}

        click.echo(json.dumps([record(format_) for format_ in FORMATS.values()], indent=1))
        return

    def metadata(format_: Format) -> str:
        lost = [name for name in Metadata._fields if name not in format_.metadata]
        if not format_.metadata:
            return "-"
        kept = ", ".join(format_.metadata)
        return "yes" if not lost else kept if len(lost) > 1 else f"no {lost[0]}"

    def row(format_: Format) -> tuple[str, ...]:
        clues = (format_.writes, format_.colors, format_.unknown, format_.hidden)
        rest = (format_.givens, *map(format_.holds, kinds), format_.goal, format_.several)
        words = ["yes" if value else "-" for value in clues + rest]
        return (format_.name, " ".join(format_.suffixes), "yes", *words, metadata(format_), format_.about)

    features = ("read", "write", "colours", "?", "hidden", "givens", *kinds, "goal", "several")
    head = ("format", "suffix", *features, "metadata", "what")
    click.echo(text_table(head, [row(format_) for format_ in FORMATS.values()], width=output_width()))
