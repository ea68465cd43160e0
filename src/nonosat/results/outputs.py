"""The files that tell what was found: formula (`.sat`), model (`.sol`) and drawing (`.svg`).

All contents are made before the first file is written, and every file appears whole or not at all.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from nonosat.cnf.dimacs import dimacs_pieces, solution_line
from nonosat.cnf.formula import Formula
from nonosat.errors import InputError
from nonosat.solving.result import Result
from nonosat.system.files import is_special, remove, write_bytes


class Outputs(NamedTuple):
    """Where to write what; None for what is not wanted.

    Attributes:
        sat: DIMACS file, gzipped if its name ends in `.gz`.
        sol: the model.
        svg: the drawing; that of a second solution goes beside it as `.second.svg`.
        pack_above: gzip a `sat` file of more bytes than this, adding `.gz` to its name.
        folder: the folder that holds them all, if they are those of `in_folder`.
    """

    sat: str | None = None
    sol: str | None = None
    svg: str | None = None
    pack_above: int | None = None
    folder: str | None = None

    @property
    def wants_formula(self) -> bool:
        """Whether the complete formula is asked for, or its model."""
        return self.sat is not None or self.sol is not None

    @property
    def uses_stdout(self) -> bool:
        """Whether one of the files is standard output."""
        return "-" in (self.sat, self.sol, self.svg)


def in_folder(folder: str, name: str, pack_above: int | None) -> Outputs:
    """All three files of a puzzle in one folder."""
    stem = os.path.join(folder, name)
    # Without a limit nothing is packed, but what an earlier run packed is still one of the puzzle's files.
    return Outputs(
        f"{stem}.sat", f"{stem}.sol", f"{stem}.svg", sys.maxsize if pack_above is None else pack_above, folder
    )


def make_folder(outputs: Outputs) -> None:
    """Make the folder for the files.

    Raises:
        InputError: there can be no such folder.
    """
    if outputs.folder is not None:
        try:
            os.makedirs(outputs.folder, exist_ok=True)
        except OSError as error:
            message = f"cannot be made: {error.strerror or error}, expected a folder"
            raise InputError(message, file=outputs.folder) from None


def dimacs_bytes(formula: Formula, packed: bool) -> bytes:
    """A formula as a DIMACS file, gzipped or not; the same bytes for the same formula."""
    data = b"".join(dimacs_pieces(formula))
    return _packed(data) if packed else data


class Contents(NamedTuple):
    """What a result makes of its files.

    Attributes:
        files: by path, what to write.
        stale: paths that an earlier run may have left and that belong to no file of this result.
    """

    files: dict[str, bytes]
    stale: tuple[str, ...] = ()


def contents_of(outputs: Outputs, name: str, result: Result) -> Contents:
    """The files for a result, still to be written; without a solution there is only a formula."""
    files: dict[str, bytes] = {}
    stale: list[str] = []
    if outputs.sat is not None and result.formula is not None:
        path, data = outputs.sat, dimacs_bytes(result.formula, packed=False)
        if path.endswith(".gz"):
            data = _packed(data)
        elif outputs.pack_above is not None:
            packed = path if is_special(path) else f"{path}.gz"
            stale += [path, packed]
            if len(data) > outputs.pack_above:
                path, data = packed, _packed(data)
        files[path] = data
    if outputs.sol is not None:
        stale.append(outputs.sol)
        if result.model is not None:
            files[outputs.sol] = solution_line(result.model).encode()
    if outputs.svg is not None:
        from nonosat.drawing.svg import svg

        title = result.puzzle.metadata.title or name
        second = _beside(outputs.svg)
        stale += [outputs.svg, second]
        if result.picture is not None:
            files[outputs.svg] = svg(result.puzzle, result.picture, title=title).encode()
        if result.second is not None and not is_special(outputs.svg):
            other = f"{title}, another solution"
            files[second] = svg(result.puzzle, result.second, title=other, differs=result.differs).encode()
    return Contents(files, tuple(path for path in stale if path != "-" and path not in files))


def put(contents: Contents) -> None:
    """Write files, each whole or not at all, and remove what is stale.

    Raises:
        InputError: a file cannot be written.
    """
    for path in contents.stale:
        remove(path)
    for path, data in contents.files.items():
        write_bytes(path, data)


def write_outputs(outputs: Outputs, name: str, result: Result) -> None:
    """Write the files for a result; one that an earlier run left and that does not belong to this result is removed.

    Raises:
        InputError: a file cannot be written.
    """
    put(contents_of(outputs, name, result))


def paths_of(outputs: Outputs) -> tuple[str, ...]:
    """All files that a result can have."""
    paths = [path for path in outputs[:3] if path is not None]
    if outputs.sat is not None:
        paths.append(f"{outputs.sat}.gz")
    if outputs.svg is not None:
        paths.append(_beside(outputs.svg))
    return tuple(paths)


def _beside(svg: str) -> str:
    """The drawing of a second solution."""
    return f"{svg.removesuffix('.svg')}.second.svg"


def _packed(data: bytes) -> bytes:
    import gzip

    return gzip.compress(data, compresslevel=6, mtime=0)
