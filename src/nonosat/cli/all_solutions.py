"""One puzzle as `nonosat solve --all` and `--max` treat it: all its solutions, each printed as soon as it is found."""

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.asking import Run, Shown
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_output import show_picture
from nonosat.errors import GaveUp
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.solving.options import SolveOptions
from nonosat.solving.pipeline import enumerate_solutions

if TYPE_CHECKING:
    from nonosat.cli.output_files import OutputFiles
    from nonosat.cli.puzzle_entries import PuzzleEntry
    from nonosat.cli.solve_run import Display
    from nonosat.formats import Sheet


class EnumerationQuestion(NamedTuple):
    """The question of `nonosat solve --all`.

    Attributes:
        options: how puzzles are solved.
        most: the most solutions to print; None for all.
        files: where drawings go.
        display: what to print.
    """

    options: SolveOptions
    most: int | None
    files: OutputFiles
    display: Display

    def answer(self, entry: PuzzleEntry, run: Run) -> Shown:
        """Print and draw the solutions of a puzzle.

        Raises:
            GaveUp: the deadline came before the first solution.
            NonosatError: the solver failed, or a file cannot be written.
        """
        sheet = entry.require()
        found: list[Picture] = []
        gave_up = False
        try:
            for picture in islice(enumerate_solutions(sheet.puzzle, self.options, run.deadline), self.most):
                found.append(picture)
                self._deliver(sheet, picture, len(found))
        except GaveUp:
            if not found:
                raise
            gave_up = True
        is_cut = not gave_up and len(found) == self.most
        end = "; gave up before it was clear whether there are more" if gave_up else ""
        end += "; more were not searched for" if is_cut else ""
        fields = self._record(sheet, found, complete=not (gave_up or is_cut), gave_up=gave_up)
        return Shown(
            5 if gave_up else 0 if found else 1,
            fields,
            lambda: print_line(f"{sheet.name}: {count(len(found), 'solution') if found else 'no solution'}{end}"),
        )

    def _deliver(self, sheet: Sheet, picture: Picture, number: int) -> None:
        """Print a solution, and write its drawing."""
        title = sheet.puzzle.metadata.title or sheet.name
        path = self._drawing_path(sheet.name, number)
        if path is not None:
            from nonosat.results.outputs import write_drawing

            write_drawing(path, sheet.puzzle, picture, title if number == 1 else f"{title}, solution {number}")
        if not self.display.show.has_text:
            return
        show_picture(sheet.puzzle, picture, self.display.style)
        print_line(f"{sheet.name}: solution {number}")

    def _drawing_path(self, name: str, number: int) -> str | None:
        """Where the drawing of a solution goes; None if it is not wanted."""
        path = self.files.svg
        if self.files.output_dir is not None:
            path = os.path.join(self.files.output_dir, f"{name}.svg")
            from nonosat.results.outputs import make_folder

            make_folder(os.path.dirname(path))
        if path is None or number == 1:
            return path
        stem, suffix = os.path.splitext(path)
        return f"{stem}.{number}{suffix}"

    def _record(self, sheet: Sheet, found: list[Picture], *, complete: bool, gave_up: bool) -> dict[str, object]:
        """The fields of the record, where one is wanted."""
        if not self.display.show.as_json:
            return {}
        from nonosat.formats.picture_text import picture_rows

        return {
            "grid": sheet.puzzle.grid.header,
            "colors": list(sheet.puzzle.palette.colors),
            "solutions": [picture_rows(sheet.puzzle, picture) for picture in found],
            "complete": complete,
            "gave_up": gave_up,
        }
