"""The options that choose generated puzzles: a family, sizes and a seed."""

from __future__ import annotations

from typing import NamedTuple

import click

from nonosat.cli.name_lists import read_sizes
from nonosat.cli.option_groups import Decorator, option_group
from nonosat.model.families import FAMILIES, Family

#: The seed where none is given.
SEED = 1


class FamilyChoice(NamedTuple):
    """The generated puzzles that were asked for.

    Attributes:
        family: a name of `FAMILIES`; None if none was asked for.
        sizes: that were asked for; None for those of the family.
        seed: that was asked for; None for `SEED`.
    """

    family: str | None = None
    sizes: tuple[int, ...] | None = None
    seed: int | None = None

    @property
    def chosen_family(self) -> Family:
        """The family that was asked for."""
        assert self.family is not None
        return FAMILIES[self.family]

    @property
    def chosen_sizes(self) -> list[int]:
        """The sizes in ascending order, each once."""
        return sorted(set(self.sizes or self.chosen_family.sizes))

    @property
    def chosen_seed(self) -> int:
        """The seed."""
        return SEED if self.seed is None else self.seed


def family_options(effect: str, *, required: bool) -> Decorator:
    """A decorator that adds the options `--family`, `--sizes` and `--seed`, and hands them to a command as `choice`.

    Args:
        effect: what choosing a family does, for help.
        required: whether a family must be chosen.
    """
    return option_group(
        "choice",
        FamilyChoice,
        click.option("--family", type=click.Choice(list(FAMILIES)), required=required, help=effect),
        click.option(
            "--sizes",
            callback=read_sizes,
            metavar="N,...",
            help="Cells to a side; by default 5,10,20,40 (dominoes: 5,11,21,41).",
        ),
        click.option("--seed", type=int, help=f"Of generated puzzles; by default {SEED}."),
    )
