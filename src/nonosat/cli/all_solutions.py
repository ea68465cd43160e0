"""The question of `nonosat solve --all` and `--max`: all solutions of a puzzle, each shown as soon as it is found."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import click

from nonosat.cli.asking import Shown
from nonosat.cli.option_words import print_line
from nonosat.cli.output_files import OutputFiles
from nonosat.cli.picture_output import PictureStyle, show_picture
from nonosat.cli.puzzle_entries import PuzzleEntry
from nonosat.core.errors import GaveUp
from nonosat.core.question import Outcome, Run
from nonosat.formats.picture_text import picture_rows
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.options import SolveOptions
from nonosat.solving.solve import solutions


class FoundSolutions(NamedTuple):
    """The solutions that were found.

    Attributes:
        gave_up: whether the deadline came before it was clear that these are all.
        is_cut: whether more were not searched for.
    """

    puzzle: Puzzle
    pictures: list[Picture]
    gave_up: bool
    is_cut: bool

    @property
    def outcome(self) -> Outcome:
        """Yes if there are solutions."""
        return Outcome.GAVE_UP if self.gave_up else Outcome.YES if self.pictures else Outcome.NO

    def sentence(self) -> str:
        """The number of solutions."""
        if self.gave_up:
            end = "; gave up before it was clear whether there are more"
        else:
            end = "; there may be more" if self.is_cut else ""
        return (count(len(self.pictures), "solution") if self.pictures else "no solution") + end

    def record(self) -> dict[str, object]:
        """The solutions as a JSON object."""
        return {
            "grid": self.puzzle.grid.header,
            "colors": list(self.puzzle.palette.colors),
            "solutions": [picture_rows(self.puzzle, picture) for picture in self.pictures],
            "complete": not (self.gave_up or self.is_cut),
        }


def check_files(files: OutputFiles) -> None:
    """Refuse files that only one solution has."""
    if files.sat or files.sol or files.gzip_above is not None:
        raise click.UsageError("--all and --max cannot be combined with --sat, --sol or --gzip")
    if files.svg == "-":
        raise click.UsageError("--all and --max draw each solution; give --svg a file name")


def all_parts(
    entry: PuzzleEntry, run: Run, options: SolveOptions, most: int | None, files: OutputFiles, style: PictureStyle
) -> Iterator[Shown]:
    """The parts of the answer: each solution, drawn if that is wanted, then their number.

    Args:
        most: the most solutions to find; None for all.

    Raises:
        GaveUp: the deadline came before the first solution.
        NonosatError: the solver failed, or a file cannot be written.
    """
    sheet = entry.require()
    puzzle, name = sheet.puzzle, sheet.name
    found: list[Picture] = []
    gave_up = False

    def show_latest() -> None:
        show_picture(puzzle, found[-1], style)
        print_line(f"{name}: solution {len(found)}")

    try:
        _, solver, encoding, propagate, *_ = options
        pictures = solutions(puzzle, solver=solver, encoding=encoding, propagate=propagate, timeout=run)
        for number, picture in enumerate(islice(pictures, most), 1):
            found.append(picture)
            path = _drawing_path(files, name, number)
            if path is not None:
                from nonosat.drawing.drawing_file import write_drawing

                title = puzzle.metadata.title or name
                write_drawing(path, puzzle, picture, title=title if number == 1 else f"{title}, solution {number}")
            yield Shown(text=show_latest)
    except GaveUp:
        if not found:
            raise
        gave_up = True
    answer = FoundSolutions(puzzle, found, gave_up, is_cut=not gave_up and len(found) == most)
    yield Shown(answer.outcome, answer.record(), lambda: print_line(f"{name}: {answer.sentence()}"))


def _drawing_path(files: OutputFiles, name: str, number: int) -> str | None:
    """Where the drawing of a solution goes; None if it is not wanted."""
    path = files.svg
    if files.output_dir is not None:
        path = os.path.join(files.output_dir, f"{name}.svg")
    if path is None or number == 1:
        return path
    stem, suffix = os.path.splitext(path)
    return f"{stem}.{number}{suffix}"
