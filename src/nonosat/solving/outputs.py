"""The files of a result: formula (`.sat`), model (`.sol`) and drawing (`.svg`).

All contents are computed before the first file is written, and every file appears whole or not at all.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.cnf.dimacs import dimacs_pieces, solution_line
from nonosat.cnf.formula import Formula
from nonosat.core.files import is_special, remove, write_bytes
from nonosat.solving.result import Result


@dataclass(frozen=True, kw_only=True)
class Outputs:
    """The paths of the files to write for a puzzle; None for a file that is not wanted.

    Attributes:
        sat: DIMACS file, gzipped if its name ends in `.gz`.
        sol: the model.
        svg: the drawing, PNG or PDF if its name ends so; that of a second solution goes beside it, as `.second.svg`
            and the like.
        gzip_above: the bytes above which a `sat` file is gzipped, with `.gz` added to its name; None for no limit.
        folder: the folder of all files, if `in_folder` made these outputs.
    """

    sat: str | None = None
    sol: str | None = None
    svg: str | None = None
    gzip_above: int | None = None
    folder: str | None = None

    @property
    def wants_formula(self) -> bool:
        """True if the complete formula or its model is among the files."""
        return self.sat is not None or self.sol is not None

    @property
    def uses_stdout(self) -> bool:
        """True if one of the files is standard output."""
        return "-" in (self.sat, self.sol, self.svg)

    @property
    def candidates(self) -> tuple[str, ...]:
        """All paths at which a result of the puzzle can have a file."""
        paths = [path for path in (self.sat, self.sol, self.svg) if path is not None]
        if self.sat is not None:
            paths.append(f"{self.sat}.gz")
        if self.svg is not None:
            paths.append(_second_svg(self.svg))
        return tuple(paths)


def in_folder(folder: str, name: str, gzip_above: int | None) -> Outputs:
    """The paths of all three files of a puzzle, `folder/name.sat` and so on, with the `gzip_above` of `Outputs`."""
    stem = os.path.join(folder, name)
    return Outputs(
        sat=f"{stem}.sat",
        sol=f"{stem}.sol",
        svg=f"{stem}.svg",
        # Without a limit no file is gzipped, but a gzipped file of an earlier run is still one of the puzzle's files.
        gzip_above=sys.maxsize if gzip_above is None else gzip_above,
        folder=os.path.dirname(stem),
    )


def dimacs_bytes(formula: Formula, packed: bool) -> bytes:
    """A formula as the contents of a DIMACS file, gzipped if `packed`; the same bytes whenever it is called."""
    data = b"".join(dimacs_pieces(formula))
    return _gzip(data) if packed else data


class OutputContents(NamedTuple):
    """The contents of files by path, and the paths that an earlier run may have written and that are not among them."""

    files: dict[str, bytes]
    stale: tuple[str, ...] = ()


def output_contents(outputs: Outputs, name: str, result: Result) -> OutputContents:
    """Compute the contents of the files of a result; without a solution there is only a formula.

    A drawing has `name` as its title if the puzzle has none.
    """
    files: dict[str, bytes] = {}
    stale: list[str] = []
    if outputs.sat is not None and result.formula is not None:
        path, data = outputs.sat, dimacs_bytes(result.formula, packed=False)
        if path.endswith(".gz"):
            data = _gzip(data)
        elif outputs.gzip_above is not None:
            gzipped_path = path if is_special(path) else f"{path}.gz"
            stale += [path, gzipped_path]
            if len(data) > outputs.gzip_above:
                path, data = gzipped_path, _gzip(data)
        files[path] = data
    if outputs.sol is not None:
        stale.append(outputs.sol)
        if result.model is not None:
            files[outputs.sol] = solution_line(result.model).encode()
    if outputs.svg is not None:
        stale += [outputs.svg, _second_svg(outputs.svg)]
        files |= _drawings(outputs.svg, name, result)
    return OutputContents(files, tuple(path for path in stale if path != "-" and path not in files))


def _drawings(path: str, name: str, result: Result) -> dict[str, bytes]:
    """The drawings of the solutions, by path."""
    from nonosat.drawing.drawing_file import drawing_bytes
    from nonosat.drawing.svg import svg

    files: dict[str, bytes] = {}
    title = result.puzzle.metadata.title or name
    if result.picture is not None:
        files[path] = drawing_bytes(path, svg(result.puzzle, result.picture, title=title))
    if result.second is not None and not is_special(path):
        other = f"{title}, another solution"
        drawing = svg(result.puzzle, result.second, title=other, differs=result.differs)
        files[_second_svg(path)] = drawing_bytes(path, drawing)
    return files


def write_contents(contents: OutputContents) -> None:
    """Write files, each whole or not at all, after removing stale ones; may raise `FileError`."""
    for path in contents.stale:
        remove(path)
    for path, data in contents.files.items():
        write_bytes(path, data)


def write_outputs(outputs: Outputs, name: str, result: Result) -> None:
    """Write the files of a result, and remove those of an earlier run that are not among them."""
    write_contents(output_contents(outputs, name, result))


def _second_svg(svg: str) -> str:
    """The path of the drawing of a second solution."""
    stem, suffix = os.path.splitext(svg)
    return f"{stem}.second{suffix}" if suffix.lower() in (".png", ".pdf") else f"{svg.removesuffix('.svg')}.second.svg"


def _gzip(data: bytes) -> bytes:
    """Compressed data; the same bytes whenever it is called."""
    import gzip

    return gzip.compress(data, compresslevel=6, mtime=0)
