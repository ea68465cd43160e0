"""The summary of a batch, a table of verdicts, and its records as CSV."""

from __future__ import annotations

import io
from collections.abc import Iterable

from nonosat.batch.record import FIELDS, VERDICTS, PuzzleRecord
from nonosat.core.files import atomic_writer
from nonosat.drawing.tables import Cell, text_table, write_csv
from nonosat.explaining.rate import RATING_FIELDS


class Summary:
    """The number of puzzles by verdict, of those that line propagation solves, and the largest exit code."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(VERDICTS, 0)
        self.by_lines = dict.fromkeys(VERDICTS, 0)
        self.exit_code = 0

    def add(self, record: PuzzleRecord) -> None:
        """Count one more puzzle."""
        self.counts[record.verdict] += 1
        self.by_lines[record.verdict] += record.line_solvable is True
        self.exit_code = max(self.exit_code, record.exit)

    def table(self) -> str:
        """The numbers as a table for a terminal; without times, so that it depends on the puzzles alone."""
        rows: list[list[Cell]] = [
            [verdict, number, self.by_lines[verdict]] for verdict, number in self.counts.items() if number
        ]
        rows.append(["all", sum(self.counts.values()), sum(self.by_lines.values())])
        return text_table(["verdict", "puzzles", "by lines alone"], rows) + "\n"


def write_records(path: str, records: Iterable[PuzzleRecord], *, rated: bool = False) -> None:
    """Write records as CSV with a row of titles, one record a row.

    The values of a list, such as the rows of a picture, are one field, separated by blanks. With `rated`, the fields of
    the rating follow. If the file at `path` cannot be written, an earlier one is left, and `FileError` is raised.
    """
    head = [name for name in FIELDS if name != "rating"]
    rating_head = RATING_FIELDS if rated else ()
    rows = (
        [
            *(_csv_cell(getattr(record, name)) for name in head),
            *(_csv_cell((record.rating or {}).get(name)) for name in rating_head),
        ]
        for record in records
    )
    with atomic_writer(path) as file, io.TextIOWrapper(file, "utf-8", errors="replace", newline="") as text:
        write_csv(text, [*head, *(f"rating_{name}" for name in rating_head)], rows)


def _csv_cell(value: object) -> Cell:
    if isinstance(value, tuple | list):
        return " ".join(item if isinstance(item, str) else ",".join(map(str, item)) for item in value)
    assert value is None or isinstance(value, str | int | float)
    return value
