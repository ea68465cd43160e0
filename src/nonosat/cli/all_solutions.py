"""One puzzle as `nonosat solve --all` and `--max` treat it: all its solutions, each printed as soon as it is found."""

from __future__ import annotations

import os
import sys
import time
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from nonosat.cli.interrupts import ended_at_deadline
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_output import show_picture
from nonosat.errors import GaveUp, NonosatError
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.solving.options import SolveOptions
from nonosat.solving.pipeline import enumerate_solutions

if TYPE_CHECKING:
    from nonosat.cli.output_files import OutputFiles
    from nonosat.cli.puzzle_entries import PuzzleEntry
    from nonosat.cli.solve_run import Display
    from nonosat.formats import Sheet
    from nonosat.system.deadline import Deadline


class EnumerationRun(NamedTuple):
    """Print all solutions of a puzzle.

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

    def solve(self, sheet: Sheet, file: str, deadline: Deadline, began: float) -> int:
        """Print and draw the solutions of a puzzle; see `PuzzleRun`.

        Returns:
            0 if there are solutions, 1 if there is none, 5 if the deadline came before it was clear that these are all.

        Raises:
            GaveUp: the deadline came before the first solution.
            NonosatError: the solver failed, or a file cannot be written.
        """
        found: list[Picture] = []
        end = ""
        try:
            with ended_at_deadline(deadline):
                for picture in islice(enumerate_solutions(sheet.puzzle, self.options, deadline), self.most):
                    found.append(picture)
                    self._deliver(sheet, picture, len(found))
        except GaveUp:
            if not found:
                raise
            end = "; gave up before it was clear whether there are more"
        except KeyboardInterrupt:
            print(file=sys.stderr)  # ends the line on which a terminal shows ^C
            print_line(f"{sheet.name}: {count(len(found), 'solution')} so far", sys.stderr)
            raise
        code = 5 if end else 0 if found else 1
        if not end and len(found) == self.most:
            end = "; more were not searched for"
        if self.display.as_json:
            self._print_record(sheet, file, found, complete=not end, gave_up=code == 5, began=began, code=code)
        elif not self.display.quiet:
            print_line(f"{sheet.name}: {count(len(found), 'solution') if found else 'no solution'}{end}")
        return code

    def print_failure(self, entry: PuzzleEntry, error: NonosatError) -> None:
        """Print the record of a puzzle that ended with an error; see `PuzzleRun`."""
        if not self.display.as_json:
            return
        import json

        from nonosat.results.json_record import failure_fields

        record = {
            **_empty_record(entry.name, entry.file),
            "gave_up": isinstance(error, GaveUp),
            "seconds": round(time.monotonic() - entry.began, 4),
            **failure_fields(error),
        }
        print(json.dumps(record))

    def _deliver(self, sheet: Sheet, picture: Picture, number: int) -> None:
        """Print a solution, and write its drawing."""
        title = sheet.puzzle.metadata.title or sheet.name
        path = self._drawing_path(sheet.name, number)
        if path is not None:
            from nonosat.results.outputs import write_drawing

            write_drawing(path, sheet.puzzle, picture, title if number == 1 else f"{title}, solution {number}")
        if self.display.as_json or self.display.quiet:
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

    def _print_record(
        self,
        sheet: Sheet,
        file: str,
        found: list[Picture],
        *,
        complete: bool,
        gave_up: bool,
        began: float,
        code: int,
    ) -> None:
        """Print what was found, as JSON."""
        import json

        from nonosat.formats.picture_text import picture_rows

        record = {
            **_empty_record(sheet.name, file),
            "grid": sheet.puzzle.grid.header,
            "colors": list(sheet.puzzle.palette.colors),
            "solutions": [picture_rows(sheet.puzzle, picture) for picture in found],
            "complete": complete,
            "gave_up": gave_up,
            "seconds": round(time.monotonic() - began, 4),
            "exit": code,
        }
        print(json.dumps(record))


def _empty_record(name: str, file: str) -> dict[str, object]:
    """A record of which nothing but the puzzle's name is known."""
    return {
        "name": name,
        "file": file,
        "grid": None,
        "colors": None,
        "solutions": [],
        "complete": False,
        "gave_up": False,
        "seconds": None,
        "error": None,
        "exit": None,
    }
