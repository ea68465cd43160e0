"""The help of a command: its text, examples to copy, and its options, the rare ones below headings."""

from __future__ import annotations

import inspect
from typing import Any

import click

from nonosat.cli.output_paths import require_apart

#: The order of options in help: first those that no list here has, as they are declared, then these by heading.
_HEADINGS = {
    "Options": ("--timeout", "--verbose"),
    "Files": ("--sat", "--sol", "--gzip", "--gzip-above", "--proof"),
    "Image": ("--background", "--threshold", "--dither", "--keep-colors", "--palette"),
    "Random squares": ("--family", "--sizes"),
    "Formula and solver": (
        "--solver",
        "--solver-cmd",
        "--strategy",
        "--portfolio",
        "--propagate",
        "--encoding",
        "--amo",
        "--add",
    ),
    "Workers": ("--memory", "--dask"),
    "General": ("--from", "--columns-first", "--to", "--lossy", "--json", "--quiet", "--color", "--letters", "--help"),
}
_ORDER = {name: i for i, name in enumerate(name for names in _HEADINGS.values() for name in names)}
#: The longest list of options without headings.
_SHORT = 11


class DocumentedCommand(click.Command):
    """A command whose docstring may end with a line `Examples:` and commands of a shell, which help shows as they are.

    It refuses to write a file over another one that it names.

    Attributes:
        examples: the commands, each with a comment or none.
    """

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        text, _, examples = inspect.cleandoc(self.help or "").partition("\nExamples:\n")
        self.help = text
        self.examples = [line.strip() for line in examples.splitlines()]

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, unless it would write over one of its files."""
        require_apart(ctx)
        return super().invoke(ctx)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text and the examples."""
        super().format_help_text(ctx, formatter)
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"{'':{formatter.current_indent}}{line}\n" for line in self.examples))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, a long list with headings."""
        options = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        options.sort(key=lambda option: _ORDER.get(_name(option), -1))
        rows: dict[str, list[tuple[str, str]]] = {}
        for option in options:
            record = option.get_help_record(ctx)
            if record is not None:
                heading = "Options" if len(options) <= _SHORT else _heading(option)
                rows.setdefault(heading, []).append(record)
        for heading, records in rows.items():
            with formatter.section(heading):
                formatter.write_dl(records)


def _name(option: click.Option) -> str:
    """The long name of an option."""
    return max(option.opts, key=len)


def _heading(option: click.Option) -> str:
    return next((heading for heading, names in _HEADINGS.items() if _name(option) in names), "Options")
