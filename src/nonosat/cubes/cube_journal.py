"""A journal of the cubes of one puzzle that are answered, from which an interrupted search continues.

The file has one JSON value on each line, and every line is written whole. The first line binds it to a puzzle:

    {"cubes": 1, "puzzle": "<SHA-256 of the puzzle>"}

Each further line is an answer. A cube is a list of pairs `[cell, colour]`, a picture is a list of the colours of all
cells:

    {"cube": [[7, 1]], "pictures": [], "open": [], "refuted": []}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from nonosat.cubes.cube import Cube, CubeAnswer
from nonosat.errors import FileError, InputError
from nonosat.formats.puzzle_digest import puzzle_digest
from nonosat.model.puzzle import Given, Puzzle
from nonosat.system.appended_lines import AppendedLines, LinePlace

#: Version of the format.
_FORMAT = 1

_EXPECTED = 'expected {"cube": ..., "pictures": ..., "open": ..., "refuted": ...}'


class CubeJournal:
    """The journal of one puzzle, locked while it is open."""

    def __init__(self, path: str, puzzle: Puzzle) -> None:
        """Open a journal, or begin one; call `answers` before the first `append`.

        Args:
            path: of the file.
            puzzle: which it has to be about.

        Raises:
            FileError: it cannot be read and written, or another process has locked it.
        """
        self.path, self._puzzle = path, puzzle
        self._lines = AppendedLines(path)
        try:
            self._lines.lock()
        except OSError:
            self._lines.close()
            raise FileError("another search writes here, expected another file", file=path) from None

    def __enter__(self) -> CubeJournal:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    def answers(self) -> Iterator[tuple[int, Cube, CubeAnswer]]:
        """The answers in the file, each with its line, counted from 1, and its cube; an empty file gets its first line.

        Raises:
            InputError: the file is no journal, or that of another puzzle; nothing is changed in it.
        """
        head = {"cubes": _FORMAT, "puzzle": puzzle_digest(self._puzzle)}
        first = _line(head)
        begun = self._lines.read(LinePlace(0, len(first)))
        # What follows the last complete line is cut off, so a file of somebody else must be noticed before.
        if b"\n" not in begun and not first.startswith(begun):
            self._refuse_first()
        number = 0
        for number, (_, line) in enumerate(self._lines.lines(), 1):
            record = self._json(line, number)
            if number > 1:
                yield number, *self._answer(record, number)
            elif not isinstance(record, dict) or record.keys() != head.keys() or record["cubes"] != _FORMAT:
                self._refuse_first()
            elif record != head:
                self._refuse(1, "the journal of another puzzle, expected one of this puzzle")
        if not number:
            self._write(head)

    def append(self, cube: Cube, answer: CubeAnswer) -> None:
        """Append the answer about a cube.

        Raises:
            FileError: it cannot be written; the file is as before.
        """
        self._write({"cube": cube, **answer._asdict()})

    def _write(self, record: object) -> None:
        self._lines.append(_line(record))

    def _json(self, line: bytes, number: int) -> object:
        try:
            value: object = json.loads(line)
        except (ValueError, RecursionError):
            if number == 1:
                self._refuse_first()
            self._refuse(number, f"no JSON, {_EXPECTED}")
        return value

    def _answer(self, record: object, number: int) -> tuple[Cube, CubeAnswer]:
        """The cube and the answer of a record."""
        if not isinstance(record, dict) or record.keys() != {"cube", *CubeAnswer._fields}:
            self._refuse(number, f"another object, {_EXPECTED}")
        n_cells, last = self._puzzle.grid.n_cells, self._puzzle.n_colors

        def cube(value: object) -> Cube:
            pairs: list[Any] = value if isinstance(value, list) else [None]
            if not all(
                isinstance(pair, list)
                and list(map(type, pair)) == [int, int]
                and 0 <= pair[0] < n_cells
                and 0 <= pair[1] <= last
                for pair in pairs
            ):
                self._refuse(number, "a cube that is none, expected pairs of a cell and a colour")
            return tuple(Given(*pair) for pair in pairs)

        def entries(key: str) -> list[object]:
            if not isinstance(record[key], list):
                self._refuse(number, f"{key} is no list, {_EXPECTED}")
            return list(record[key])

        def picture(value: object) -> tuple[int, ...]:
            colors = tuple(value) if isinstance(value, list) else ()
            if len(colors) != n_cells or not all(type(color) is int and 0 <= color <= last for color in colors):
                self._refuse(number, f"a picture that is none, expected {n_cells} colours")
            return colors

        return cube(record["cube"]), CubeAnswer(
            pictures=tuple(map(picture, entries("pictures"))),
            open=tuple(map(cube, entries("open"))),
            refuted=tuple(map(cube, entries("refuted"))),
        )

    def _refuse_first(self) -> NoReturn:
        self._refuse(1, f'no journal of cubes, expected {{"cubes": {_FORMAT}, "puzzle": ...}}')

    def _refuse(self, line: int, message: str) -> NoReturn:
        raise InputError(message, file=self.path, line=line)


def _line(record: object) -> bytes:
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"
