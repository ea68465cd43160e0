"""All puzzles in all encodings, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from nonosat.cnf.cardinality import find_amo
from nonosat.encodings import ENCODINGS, REDUNDANT, find_encoding
from nonosat.errors import UsageError
from nonosat.model.families import FAMILIES
from nonosat.model.puzzle import Puzzle
from nonosat.study.comparison import LINES, NOT_TRIED, Row
from nonosat.study.measurement import Measurement, MeasurementTask, lines_open, measure


class Subject(NamedTuple):
    """A puzzle to be measured.

    Attributes:
        name: of the puzzle.
        puzzle: the puzzle.
        size: in its family, or None for a puzzle of its own.
    """

    name: str
    puzzle: Puzzle
    size: int | None = None


def members(family: str, sizes: Sequence[int], seed: int) -> list[Subject]:
    """Puzzles of a family of `families.FAMILIES`.

    Raises:
        UsageError: the family has no puzzle of one of the sizes.
    """
    return [Subject(f"{family} {size}", FAMILIES[family](size, seed), size) for size in sorted(set(sizes))]


def recipes(encodings: Sequence[str], amos: Sequence[str] = (), added: Sequence[str] = ()) -> list[str]:
    """All that is to be compared, as texts that `encodings.find_encoding` reads.

    Args:
        encodings: recipes to begin with.
        amos: each encoding with each of these ways to say "at most one", where it has one to choose.
        added: names of redundant constraints; each encoding alone, with the first, with the first two, and so on, as
            far as they can be added to it.

    Raises:
        UsageError: there is no such encoding, at-most-one or redundant constraint.
    """
    for amo in amos:
        find_amo(amo)
    for name in added:
        if name not in REDUNDANT:
            raise UsageError(f"redundant constraint {name!r}, expected one of {', '.join(REDUNDANT)}")
    found: dict[str, None] = {}
    for text in encodings:
        recipe = find_encoding(text)
        has_choice = bool(amos) and ENCODINGS[recipe.encoding].amo is not None
        for choice in amos if has_choice else [recipe.amo]:
            grown = find_encoding(text, amo=choice)
            found[str(grown)] = None
            for name in added:
                with suppress(UsageError):  # this encoding has nothing that it could speak of
                    grown = find_encoding(str(grown), add=[name])
                    found[str(grown)] = None
    return list(found)


def steps(subjects: Sequence[Subject], encodings: Sequence[str]) -> list[tuple[Subject, str]]:
    """What is to be done, in order: of each puzzle the lines alone, then the encodings."""
    return [(subject, encoding) for subject in subjects for encoding in (LINES, *encodings)]


def rows(todo: Sequence[tuple[Subject, str]], settings: MeasurementTask) -> Iterator[Row]:
    """A row for each step, as soon as it is measured.

    An encoding that has failed on one puzzle of a family is not tried on its larger ones.

    Args:
        todo: made by `steps`.
        settings: what is the same for all; its puzzle and encoding are ignored.
    """
    failed: dict[str, str] = {}
    for (name, puzzle, size), encoding in todo:
        if encoding == LINES:
            found = Measurement(n_open=lines_open(puzzle, settings.limit))
        elif size is not None and encoding in failed:
            found = Measurement(note=f"{NOT_TRIED} {failed[encoding]}")
        else:
            found = measure(settings._replace(name=name, puzzle=puzzle, encoding=encoding))
            if found.size is None:
                failed[encoding] = name
        yield Row(name, size, puzzle, encoding, found)
