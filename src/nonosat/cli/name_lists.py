"""Values of options that are lists with commas."""

from __future__ import annotations

import re

import click

#: The largest size of a generated puzzle.
MAX_SIZE = 4000


def read_names(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """A callback: the names in a list such as `a,b,c`, each once.

    Raises:
        click.BadParameter: one of them is empty.
    """
    if value is None:
        return None
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",")))
    if "" in names:
        raise click.BadParameter(f"{value!r}, expected names with commas between them.", ctx, param)
    return names


def read_sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """A callback: the sizes in a list such as `5,10,20`, each once.

    Raises:
        click.BadParameter: one of them is not a number, or too large.
    """
    names = read_names(ctx, param, value)
    if names is None:
        return None
    if not all(re.fullmatch("[0-9]{1,4}", name) and 0 < int(name) <= MAX_SIZE for name in names):
        raise click.BadParameter(f"{value!r}, expected sizes from 1 to {MAX_SIZE}, such as 5,10,20.", ctx, param)
    return tuple(map(int, names))
