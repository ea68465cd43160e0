"""`nonosat generate`: puzzles of a family, as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, completion
from nonosat.cli.family_choice import FamilyChoice, family_options
from nonosat.model.families import FAMILIES

if TYPE_CHECKING:
    from nonosat.formats import Format, Sheet

_WIDTH = max(map(len, FAMILIES))
#: The end of the help text; a line that begins with \b keeps the line ends below it.
_FAMILIES = "\n".join(
    ["\b", "Families:", *(f"  {name.ljust(_WIDTH)}  {family.about}" for name, family in FAMILIES.items())]
)


@click.command("generate", epilog=_FAMILIES)
@family_options("The family, one of those below.", required=True)
@click.option("-o", "--output-dir", type=PATH, metavar="DIR", help="Write a file for each puzzle there.")
@click.option(
    "--to",
    "to_name",
    metavar="NAME",
    shell_complete=completion("to"),
    help="Format of the files; by default clue files.",
)
def command(choice: FamilyChoice, output_dir: str | None, to_name: str | None) -> None:
    """Write generated puzzles, one of each size, into files in DIR; without DIR a single one to standard output.

    The same family, size and seed give the same file everywhere. Files are called random-20-seed-1.clues, or
    stripes-20.clues in a family without a seed. Random puzzles may have several solutions. `nonosat compare --family`
    measures the same puzzles.
    """
    from nonosat.cli.output_format import write_sheets
    from nonosat.formats import find_format
    from nonosat.system.files import write_text

    family, sizes = choice.chosen_family, choice.chosen_sizes
    if choice.seed is not None and not family.has_seed:
        raise click.UsageError(f"--seed does not change {choice.family}, expected none")
    if output_dir is None and len(sizes) > 1:
        message = f"{len(sizes)} puzzles, expected --output-dir DIR, or one size such as --sizes {sizes[0]}"
        raise click.UsageError(message)
    if output_dir == "-":
        raise click.UsageError("--output-dir names a folder, expected none for standard output")
    format_ = find_format(to_name or "clues")
    if not format_.writes:
        raise click.UsageError(f"the format {format_.name} is read only, expected --to with another one")
    sheets = [_sheet(choice, size, format_) for size in sizes]
    if output_dir is None:
        write_text("-", format_.write_all(sheets))
    else:
        write_sheets(output_dir, sheets, format_)


def _sheet(choice: FamilyChoice, size: int, format_: Format) -> Sheet:
    """The puzzle of a size as the format can express it, with a title that says how it was generated."""
    from dataclasses import replace

    from nonosat.formats import Sheet
    from nonosat.model.families import instance_name
    from nonosat.results.conversion import convert_sheet

    family, name, seed = choice.chosen_family, choice.family or "", choice.chosen_seed
    puzzle = family(size, seed)
    if "title" in format_.metadata:
        title = f"{name} {size}, seed {seed}" if family.has_seed else f"{name} {size}"
        puzzle = replace(puzzle, metadata=puzzle.metadata._replace(title=title))
    return convert_sheet(Sheet(puzzle, name=instance_name(name, size, seed)), format_)
