"""Commands whose `--json` prints a record for each puzzle, also for one that cannot be read."""

from __future__ import annotations

from typing import Any

import click

from nonosat.errors import NonosatError


class RecordingCommand(click.Command):
    """A command that prints a record of an error that ends it, if records are asked for with `--json`."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error is printed as a record, and raised again."""
        try:
            return super().invoke(ctx)
        except NonosatError as error:
            if ctx.params["as_json"]:
                named = ctx.params["puzzle"] if "puzzle" in ctx.params else ctx.params["puzzles"][0]
                print_failure(named, error)
            raise


def print_failure(file: str, error: NonosatError) -> None:
    """Print the record of a puzzle that ended with an error.

    Args:
        file: the argument that names its file.
        error: that ended it.
    """
    import json

    from nonosat.formats import puzzle_name
    from nonosat.results.json_record import failure_fields

    click.echo(json.dumps({"name": puzzle_name(file), "file": file, **failure_fields(error)}))
