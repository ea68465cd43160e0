"""The options that choose puzzles made by chance: class, number, colours, symmetry and the like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import timeout_option
from nonosat.cli.name_lists import MAX_SIZE
from nonosat.cli.option_groups import option_group
from nonosat.model.random_puzzles import COLORS

if TYPE_CHECKING:
    from nonosat.authoring.generation import GenerationRequest
    from nonosat.model.grid import Grid

_CLASSES = ("trivial", "lines", "moderate", "deep")
_SYMMETRIES = ("mirror", "mirror-both", "rotation", "rotation-3", "rotation-4", "rotation-6")
_STYLES = ("noise", "picture")


class GenerationChoice(NamedTuple):
    """The values of the options that choose puzzles made by chance.

    Attributes:
        difficulty: value of a class; None for any.
        number: how many puzzles; None for one.
        n_colors: how many colours beside the background; None for one.
        symmetry: name of a symmetry of the pictures; None for none.
        style: what the pictures are like; None for noise.
        density: share of the cells that are coloured to begin with; None for one that fits the class.
        until: `unique` or `lines`; None for `unique`.
        jobs: number of worker processes; None for one a core.
        timeout: seconds; None for no limit.
    """

    difficulty: str | None
    number: int | None
    n_colors: int | None
    symmetry: str | None
    style: str | None
    density: float | None
    until: str | None
    jobs: int | None
    timeout: float | None

    @property
    def n_puzzles(self) -> int:
        """The number of puzzles that are asked for."""
        return 1 if self.number is None else self.number

    def request(self, grid: Grid, seed: int) -> GenerationRequest:
        """The request that the options make.

        Args:
            grid: the cells.
            seed: of the puzzles.

        Raises:
            UsageError: the options do not go together.
        """
        from nonosat.authoring.generation import GenerationRequest
        from nonosat.explaining.difficulty import Difficulty

        request = GenerationRequest(
            grid=grid,
            n_colors=self.n_colors or 1,
            seed=seed,
            difficulty=None if self.difficulty is None else Difficulty(self.difficulty),
            until=self.until or "unique",
            symmetry=self.symmetry,
            style=self.style or "noise",
            density=self.density,
        )
        request.check()
        return request


def read_grid(words: tuple[str, ...]) -> Grid:
    """The grid that arguments name: `rect 20x15`, width first, `hex 8`, `tri 5`, or `tri 4 6 7 4 6 7` as in clue files.

    Raises:
        UsageError: they name no grid.
    """
    from nonosat.errors import PuzzleError
    from nonosat.model.grid_kinds import GRIDS

    name = f"grid {' '.join(words)!r}"
    numbers = _sizes(words)
    if numbers is None:
        expected = "rect WIDTHxHEIGHT, such as rect 20x15, hex SIZE, tri SIZE, or tri and six sides"
        raise click.UsageError(f"{name}, expected {expected}")
    kind = GRIDS[words[0]]
    least = min(size.least for size in kind.sizes)
    if not all(least <= number <= MAX_SIZE for number in numbers):
        raise click.UsageError(f"{name}, expected sizes from {least} to {MAX_SIZE}")
    try:
        return kind.grid(*numbers)
    except PuzzleError as error:
        raise click.UsageError(error.message) from None


def _sizes(words: tuple[str, ...]) -> list[int] | None:
    """The numbers in the header of the grid that arguments name, or None if they name no grid.

    Of a rectangle the width comes first. In other grids one number stands for all of them.
    """
    from nonosat.model.grid_kinds import GRIDS

    kind, *sizes = words
    if kind not in GRIDS:
        return None
    n_sizes = len(GRIDS[kind].sizes)
    if kind == "rect":
        sizes = " ".join(sizes).split("x")[::-1]
    elif len(sizes) == 1:
        sizes *= n_sizes
    if len(sizes) != n_sizes or not all(re.fullmatch("[0-9]{1,4}", size) for size in sizes):
        return None
    return [int(size) for size in sizes]


generation_options = option_group(
    "wanted",
    GenerationChoice,
    click.option("--class", "difficulty", type=click.Choice(_CLASSES), help="How hard they are, as `rate` says."),
    click.option("--count", "number", type=click.IntRange(1, 100_000), metavar="N", help="How many; by default 1."),
    click.option(
        "--colors",
        "n_colors",
        type=click.IntRange(1, len(COLORS) - 1),
        metavar="N",
        help="Colours beside the background; by default 1.",
    ),
    click.option("--symmetry", type=click.Choice(_SYMMETRIES), help="Of the pictures; by default none."),
    click.option("--style", type=click.Choice(_STYLES), help="Single cells (default), or connected regions."),
    click.option(
        "--density",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        metavar="SHARE",
        help="Share of coloured cells to begin with, 0 to 1.",
    ),
    click.option(
        "--until", type=click.Choice(["unique", "lines"]), help="Unique (default), or such that lines solve them."
    ),
    click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes; one a core."),
    timeout_option,
)
