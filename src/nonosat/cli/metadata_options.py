"""The options for what a file says of a puzzle beside its clues: title, author, licence."""

from __future__ import annotations

import click

from nonosat.cli.option_groups import option_group
from nonosat.model.puzzle import Metadata


def _metadata(**words: str) -> Metadata:
    """The words of the options, each on one line."""
    from nonosat.formats.sheet import one_line

    return Metadata(**{name: one_line(text) for name, text in words.items()})


metadata_options = option_group(
    "metadata",
    _metadata,
    click.option("--title", default="", metavar="TEXT", help="Title of the puzzle."),
    click.option("--author", default="", metavar="TEXT", help="Its author."),
    click.option("--license", default="", metavar="TEXT", help="Its licence, such as CC BY 4.0."),
)
