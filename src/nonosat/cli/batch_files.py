"""The options that name the files of a batch: the puzzles to read, and what to write of each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

import click

from nonosat.batch.batch_options import BatchOutputs
from nonosat.batch.inputs import PuzzleSource, collect_sources
from nonosat.cli.common_options import FOLDER, PATH, from_option, option_group
from nonosat.cli.output_files import gzip_limit, gzip_options
from nonosat.cli.puzzle_entries import require_stdin_once
from nonosat.core.errors import InputError
from nonosat.core.files import read_bytes


def _outputs(output_dir: str, svg: bool, sat: bool, sol: bool, pack: bool, gzip_above: int | None) -> BatchOutputs:
    """The files to write for every puzzle.

    Raises:
        UsageError: a formula is to be gzipped, but none is to be written.
    """
    if (pack or gzip_above is not None) and not sat:
        raise click.UsageError("--gzip without a formula to write, expected --sat")

    return BatchOutputs(folder=output_dir, svg=svg, sat=sat, sol=sol, gzip_above=gzip_limit(pack, gzip_above))


class PuzzleList(NamedTuple):
    """The values of the options that tell where the puzzles are, beside the arguments.

    Attributes:
        files_from: file with names of puzzles, or None.
        format_name: format of all puzzles; None to recognise it.
    """

    files_from: str | None
    format_name: str | None

    def sources(self, puzzles: tuple[str, ...], output_dir: str) -> list[PuzzleSource]:
        """Find the files with puzzles.

        Args:
            puzzles: the arguments: files, folders, and `-` for a list on standard input.
            output_dir: folder for the outputs, which is not searched for puzzles.

        Raises:
            UsageError: nothing is named, standard input is named twice, or two puzzles have the same name.
            InputError: there are no puzzles.
        """
        if not puzzles and self.files_from is None:
            raise click.UsageError("no puzzles, expected folders, files or --files-from")
        require_stdin_once([*puzzles, self.files_from])

        sources = collect_sources(self._paths(puzzles), output_dir, self.format_name)
        if not sources:
            file = ", ".join(puzzles) or self.files_from
            raise InputError("no puzzles, expected files with the suffix of a format", file=file)
        return sources

    def _paths(self, puzzles: tuple[str, ...]) -> Iterator[str]:
        """The paths among the arguments, and those in the lists that the arguments name."""
        for path in puzzles:
            if path == "-":
                yield from listed_paths("-")
            else:
                yield path
        if self.files_from is not None:
            yield from listed_paths(self.files_from)


def listed_paths(list_file: str) -> list[str]:
    """The paths in a file: one on each line, or separated by zero bytes as by `find -print0`.

    Blank lines are skipped. A line that begins with `#`, perhaps after blanks, is a comment, unless it is the path of
    something that exists.

    Args:
        list_file: path of the file, or `-` for standard input.

    Raises:
        InputError: the list cannot be read.
    """
    data = read_bytes(list_file).removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data:
        return [os.fsdecode(path) for path in data.split(b"\0") if path.strip()]
    paths = (os.fsdecode(line) for line in data.splitlines() if line.strip())
    return [path for path in paths if not path.lstrip().startswith("#") or os.path.exists(path)]


batch_outputs = option_group(
    "outputs",
    _outputs,
    click.option(
        "-o", "--output-dir", type=FOLDER, metavar="OUT", required=True, help="Write the report and drawings there."
    ),
    click.option("--svg/--no-svg", default=True, help="Write drawings, NAME.svg; by default yes."),
    click.option("--sat", is_flag=True, help="Write the formulas, NAME.sat."),
    click.option("--sol", is_flag=True, help="Write their models, NAME.sol."),
    *gzip_options,
)

puzzle_list = option_group(
    "listed",
    PuzzleList,
    click.option(
        "--files-from",
        type=PATH,
        metavar="FILE",
        help="Read names of puzzles from FILE, one a line; a line that begins with # is a comment.",
    ),
    from_option,
)
