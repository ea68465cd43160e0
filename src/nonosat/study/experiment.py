"""Measuring several puzzles in several encodings, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from nonosat.cnf.cardinality import find_amo
from nonosat.encodings import ENCODINGS, REDUNDANT, find_encoding
from nonosat.errors import UsageError
from nonosat.model.families import FAMILIES
from nonosat.model.puzzle import Puzzle
from nonosat.study.comparison import LINES, NOT_TRIED, ComparisonRow
from nonosat.study.measurement import Measurement, MeasurementOptions, MeasurementTask, lines_open, measure


class PuzzleInstance(NamedTuple):
    """A puzzle to be measured.

    Attributes:
        name: of the puzzle.
        puzzle: the puzzle.
        size: in its family; None for a puzzle that belongs to none.
    """

    name: str
    puzzle: Puzzle
    size: int | None = None


class MeasurementStep(NamedTuple):
    """One measurement to be made.

    Attributes:
        instance: the puzzle.
        encoding: a recipe, or `LINES` for line propagation.
    """

    instance: PuzzleInstance
    encoding: str


def family_instances(family: str, sizes: Sequence[int], seed: int) -> list[PuzzleInstance]:
    """Generate puzzles of a family.

    Args:
        family: a name of `families.FAMILIES`.
        sizes: of the puzzles; each is generated once, in ascending order.
        seed: of the random numbers.

    Raises:
        UsageError: the family has no puzzle of one of the sizes.
    """
    return [PuzzleInstance(f"{family} {size}", FAMILIES[family](size, seed), size) for size in sorted(set(sizes))]


def expand_recipes(encodings: Sequence[str], amos: Sequence[str] = (), added: Sequence[str] = ()) -> list[str]:
    """Combine encodings with at-most-one encodings and redundant constraints.

    Args:
        encodings: recipes to begin with, as `encodings.find_encoding` reads them.
        amos: at-most-one encodings; an encoding that has a choice is combined with each of them.
        added: redundant constraints; each encoding is used alone, with the first of them, with the first two, and so
            on, as far as they can be added to it.

    Returns:
        The recipes, each once.

    Raises:
        UsageError: there is no such encoding, at-most-one or redundant constraint.
    """
    for amo in amos:
        find_amo(amo)
    for name in added:
        if name not in REDUNDANT:
            raise UsageError(f"redundant constraint {name!r}, expected one of {', '.join(REDUNDANT)}")
    recipes: dict[str, None] = {}
    for text in encodings:
        recipe = find_encoding(text)
        has_choice = bool(amos) and ENCODINGS[recipe.encoding].amo is not None
        for choice in amos if has_choice else [recipe.amo]:
            grown = find_encoding(text, amo=choice)
            recipes[str(grown)] = None
            for name in added:
                with suppress(UsageError):  # this encoding lacks the variables that the constraint needs
                    grown = find_encoding(str(grown), add=[name])
                    recipes[str(grown)] = None
    return list(recipes)


def plan_steps(instances: Sequence[PuzzleInstance], encodings: Sequence[str]) -> list[MeasurementStep]:
    """The measurements in order: for each puzzle line propagation, then the encodings.

    Args:
        instances: the puzzles, in each family from small to large.
        encodings: the recipes.
    """
    return [MeasurementStep(instance, encoding) for instance in instances for encoding in (LINES, *encodings)]


def run_steps(steps: Sequence[MeasurementStep], options: MeasurementOptions) -> Iterator[ComparisonRow]:
    """Measure step by step. An encoding that fails on one puzzle of a family is skipped for its larger ones.

    Args:
        steps: made by `plan_steps`.
        options: of all measurements.

    Yields:
        The measurement of each step, as soon as it is made.
    """
    failed: dict[str, str] = {}  # by encoding, the puzzle on which it failed
    for (name, puzzle, size), encoding in steps:
        if encoding == LINES:
            measurement = Measurement(n_open=lines_open(puzzle, options.limit))
        elif size is not None and encoding in failed:
            measurement = Measurement(note=f"{NOT_TRIED} {failed[encoding]}")
        else:
            measurement = measure(MeasurementTask(name=name, puzzle=puzzle, encoding=encoding, options=options))
            if measurement.size is None:
                failed[encoding] = name
        yield ComparisonRow(name=name, size=size, puzzle=puzzle, encoding=encoding, measurement=measurement)
