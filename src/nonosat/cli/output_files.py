"""The options that name the files of a result."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import FOLDER, Decorator, lossy_option, option_group, to_option
from nonosat.cli.option_words import print_written
from nonosat.cli.output_paths import OUTPUT, place_of
from nonosat.core.errors import UsageError
from nonosat.core.files import write_text
from nonosat.formats import Format, Sheet
from nonosat.formats.saving import format_to_write
from nonosat.model.nouns import count

if TYPE_CHECKING:
    from nonosat.solving.outputs import Outputs


class OutputFiles(NamedTuple):
    """The values of the options that name the files of a result.

    Attributes:
        output_dir: folder for all files of each puzzle.
        sat, sol, svg: one file of one puzzle; `-` is standard output.
        gzip_above: gzip formulas of more bytes than this; None for no formula.
    """

    output_dir: str | None
    sat: str | None
    sol: str | None
    svg: str | None
    gzip_above: int | None

    @property
    def single(self) -> dict[str, str]:
        """The files of one puzzle, by the option that names them."""
        files = {"--sat": self.sat, "--sol": self.sol, "--svg": self.svg}
        return {option: file for option, file in files.items() if file is not None}

    def check(self, puzzles: Sequence[str], *, as_json: bool) -> None:
        """Refuse options that contradict each other, and drawings that cannot be written.

        Args:
            puzzles: the files to read.

        Raises:
            UsageError: one file is named for several puzzles or for two purposes, or the suffix of a drawing is
                unknown.
            MissingDependency: what makes PNG or PDF of a drawing is not installed.
        """
        if self.single and (len(puzzles) > 1 or self.output_dir is not None):
            raise click.UsageError("--sat, --sol and --svg need exactly one puzzle and no --output-dir")
        if self.gzip_above is not None and self.output_dir is None and self.sat is None:
            raise click.UsageError("--gzip and --gzip-above need --output-dir or --sat")
        for option, file in self.single.items():
            if file == "-" and as_json:
                raise click.UsageError(f"--json and {option} both go to standard output; give {option} a file name")
        if self.svg is not None:
            from nonosat.drawing.drawing_file import require_drawable

            require_drawable(self.svg)

    def outputs_of(self, name: str) -> Outputs | None:
        """The files to write for the puzzle of a name, or None."""
        if self.output_dir is None and not self.single:
            return None
        from nonosat.solving.outputs import Outputs, in_folder

        if self.output_dir is None:
            return Outputs(sat=self.sat, sol=self.sol, svg=self.svg, gzip_above=self.gzip_above)
        return in_folder(self.output_dir, name, self.gzip_above)


#: The options that gzip formulas; `gzip_limit` makes one number of their values.
gzip_options = (
    click.option("--gzip", "pack", is_flag=True, help="Compress formulas: NAME.sat.gz instead of NAME.sat."),
    click.option(
        "--gzip-above",
        type=click.IntRange(min=0),
        metavar="BYTES",
        help="Compress only formulas that are larger than this.",
    ),
)


def gzip_limit(pack: bool, gzip_above: int | None) -> int | None:
    """The number of bytes above which formulas are gzipped: `gzip_above`, or all of them; None if none is."""
    return -1 if pack else gzip_above


def _output_files(pack: bool, gzip_above: int | None, **files: str | None) -> OutputFiles:
    return OutputFiles(gzip_above=gzip_limit(pack, gzip_above), **files)


output_files = option_group(
    "files",
    _output_files,
    click.option(
        "-o", "--output-dir", type=FOLDER, metavar="DIR", help="Write NAME.sat, NAME.sol and NAME.svg to this folder."
    ),
    click.option("--sat", type=OUTPUT, metavar="FILE", help="Write the formula as a DIMACS file."),
    click.option("--sol", type=OUTPUT, metavar="FILE", help="Write the model."),
    click.option("--svg", type=OUTPUT, metavar="FILE", help="Draw the picture: .svg, .png or .pdf."),
    *gzip_options,
)


class Destination(NamedTuple):
    """Where a command writes the puzzles of its `inputs`: into one `file`, or into files in a `folder`, if not None.

    The suffix of `file` decides the format. For a folder without a format it is `-`, for clue files.
    """

    inputs: tuple[str, ...]
    file: str
    folder: str | None


def destination(paths: tuple[str, ...], output: str | None, name: str) -> Destination:
    """The inputs and the outputs among the arguments `paths`, which are `NAME [OUT]`, or `NAME...` with -o OUT.

    OUT is a folder if it is one, ends in /, gets several inputs, or has no suffix after -o. Only after -o it needs no
    name of a format.

    Args:
        output: the value of -o, if it is given.
        name: that of the inputs in messages.
    """
    if output is None:
        if len(paths) > 2:
            raise click.UsageError(f"{len(paths)} files are too many for {name} and OUT; use -o DIR for several {name}")
        paths, file = paths[:1], paths[1] if len(paths) > 1 else "-"
        if file != "-" and place_of(file) == place_of(paths[0]) is not None:
            raise click.UsageError(f"{name} and OUT are the same file {file}; choose another OUT")
        output, is_folder = file, False
    else:
        file = "-"
        if output == "-" and len(paths) > 1:
            raise click.UsageError(f"several {name} cannot go to -o -; use -o DIR")
        is_folder = len(paths) > 1 or (output != "-" and not os.path.splitext(output)[1])
    if is_folder or os.path.isdir(output) or output.endswith(("/", os.sep)):
        return Destination(paths, file, output)
    return Destination(paths, output, None)


class PuzzleTarget(NamedTuple):
    """The values of the options for the file of a puzzle, `out`: see `output_format` and `convert_sheet`."""

    out: str
    to_name: str | None
    lossy: bool

    def format(self, *, as_json: bool) -> Format:
        """Its format, by `output_format`; with records on standard output, the file must be another one."""
        if as_json and self.out == "-":
            raise click.UsageError("--json and the puzzle both go to standard output; give OUT a file name")
        return output_format(self.out, self.to_name)

    def write(self, sheet: Sheet, format_: Format, warn: Callable[[str], None]) -> None:
        """Write a puzzle; `warn` is called with a sentence for everything that is left out."""
        from nonosat.authoring.conversion import convert_sheet

        write_text(self.out, format_.write_all([convert_sheet(sheet, format_, lossy=self.lossy, warn=warn)]))


def target_options(out: Decorator) -> Decorator:
    """The options of a `PuzzleTarget`, as the argument `target`; `out` is the option or argument of its path."""
    return option_group("target", PuzzleTarget, out, to_option, lossy_option)


def require_no_terminal(out: str, what: str, suffix: str) -> None:
    """Refuse standard output for a file that nobody can read on the terminal that shows it.

    Args:
        what: the file in words.
        suffix: that of a file to write instead.
    """
    if out == "-" and sys.stdout.isatty():
        raise click.UsageError(f"{what} would go to the terminal; use -o FILE{suffix} or a pipe")


def output_format(out: str, to_name: str | None) -> Format:
    """The format to write: that of a name, else that of the suffix of `out`, else clue files on standard output.

    Raises:
        UsageError: there is no such format, it cannot be written, or the suffix is not that of one format.
    """
    try:
        return format_to_write(out, to_name, "--to NAME")
    except UsageError as error:
        raise click.UsageError(str(error)) from None


def write_sheets(sheets: Sequence[Sheet], format_: Format, folder: str | None, out: str = "-", *, quiet: bool) -> None:
    """Write puzzles into one file, or a file for each, named after it, into a folder, and say so.

    Args:
        sheets: the puzzles; a name may hold `/` for folders below.
        folder: made if it is missing; None for one file.
        out: the one file.

    Raises:
        FileError: a file cannot be written.
        UsageError: the format cannot express a puzzle, or two puzzles have the same name; nothing is written then.
    """
    if folder is None:
        write_text(out, format_.write_all(sheets))
        return
    texts: dict[str, str] = {}
    for sheet in sheets:
        path, text = os.path.join(folder, sheet.name + format_.suffixes[0]), format_.write_all([sheet])
        if texts.setdefault(path, text) != text:
            raise click.UsageError(f"two puzzles are called {sheet.name}; rename one of their files")
    for path, text in texts.items():
        write_text(path, text)
    print_written(count(len(texts), "puzzle"), folder, quiet=quiet)
