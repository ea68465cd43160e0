"""The question of `nonosat solve --all` and `--max`: all solutions of a puzzle, each shown as soon as it is found."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from nonosat.cli.asking import Shown
from nonosat.cli.option_words import print_line
from nonosat.cli.output_files import OutputFiles
from nonosat.cli.picture_output import PictureStyle, show_picture
from nonosat.cli.puzzle_entries import PuzzleEntry
from nonosat.core.errors import GaveUp
from nonosat.core.question import Outcome, Run
from nonosat.formats import Sheet
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
            end = "; more were not searched for" if self.is_cut else ""
        return (count(len(self.pictures), "solution") if self.pictures else "no solution") + end

    def record(self) -> dict[str, object]:
        """The solutions as JSON can hold them."""
        return {
            "grid": self.puzzle.grid.header,
            "colors": list(self.puzzle.palette.colors),
            "solutions": [picture_rows(self.puzzle, picture) for picture in self.pictures],
            "complete": not (self.gave_up or self.is_cut),
        }


class AllQuestion(NamedTuple):
    """Find all solutions of a puzzle, and draw them.

    Attributes:
        options: how puzzles are solved.
        most: the most solutions to find; None for all.
        files: where drawings go.
        style: the look of pictures.
    """

    options: SolveOptions
    most: int | None
    files: OutputFiles
    style: PictureStyle

    def parts(self, entry: PuzzleEntry, run: Run) -> Iterator[Shown]:
        """The parts of the answer: each solution, then their number.

        Raises:
            GaveUp: the deadline came before the first solution.
            NonosatError: the solver failed, or a file cannot be written.
        """
        sheet = entry.require()
        found: list[Picture] = []
        gave_up = False
        try:
            _, solver, encoding, propagate, *_ = self.options
            pictures = solutions(sheet.puzzle, solver=solver, encoding=encoding, propagate=propagate, timeout=run)
            for picture in islice(pictures, self.most):
                found.append(picture)
                self._draw(sheet, picture, len(found))
                yield Shown(Outcome.YES, None, lambda: self._print(sheet, found))
        except GaveUp:
            if not found:
                raise
            gave_up = True
        answer = FoundSolutions(sheet.puzzle, found, gave_up, is_cut=not gave_up and len(found) == self.most)
        yield Shown(answer.outcome, answer.record(), lambda: print_line(f"{sheet.name}: {answer.sentence()}"))

    def _print(self, sheet: Sheet, found: list[Picture]) -> None:
        """Print the latest solution."""
        show_picture(sheet.puzzle, found[-1], self.style)
        print_line(f"{sheet.name}: solution {len(found)}")

    def _draw(self, sheet: Sheet, picture: Picture, number: int) -> None:
        """Write the drawing of a solution, if it is wanted."""
        title = sheet.puzzle.metadata.title or sheet.name
        path = self._drawing_path(sheet.name, number)
        if path is not None:
            from nonosat.publishing.outputs import write_drawing

            write_drawing(path, sheet.puzzle, picture, title if number == 1 else f"{title}, solution {number}")

    def _drawing_path(self, name: str, number: int) -> str | None:
        """Where the drawing of a solution goes; None if it is not wanted."""
        path = self.files.svg
        if self.files.output_dir is not None:
            path = os.path.join(self.files.output_dir, f"{name}.svg")
            from nonosat.publishing.outputs import make_folder

            make_folder(os.path.dirname(path))
        if path is None or number == 1:
            return path
        stem, suffix = os.path.splitext(path)
        return f"{stem}.{number}{suffix}"
