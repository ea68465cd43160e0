"""Standard input as an argument of commands."""

from __future__ import annotations

from collections.abc import Iterable

import click


def require_stdin_once(paths: Iterable[str | None]) -> None:
    """Check that standard input is named no more than once among all that a command reads.

    Raises:
        click.UsageError: it is named twice.
    """
    if list(paths).count("-") > 1:
        raise click.UsageError("standard input is named twice, expected at most once")


def require_one_stdin(puzzle: str, other: str | None, name: str) -> None:
    """Check that at most one of two arguments is standard input.

    Args:
        puzzle: the argument PUZZLE.
        other: another argument, or None.
        name: of the other argument.

    Raises:
        click.UsageError: both are `-`.
    """
    if puzzle == other == "-":
        raise click.UsageError(f"PUZZLE and {name} are both -, expected at most one of them")
