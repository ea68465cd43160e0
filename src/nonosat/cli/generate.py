"""`nonosat generate`: puzzles made by chance as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import FOLDER, completion, quiet_option
from nonosat.cli.generation_choice import GenerationChoice, generation_options, read_grid
from nonosat.cli.name_lists import read_sizes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nonosat.authoring.generation import GeneratedPuzzle, GenerationRequest
    from nonosat.formats import Format, Sheet

#: The seed where none is given.
_SEED = 1
#: The sides of `--family random` where none are given.
_SIZES = (5, 10, 20, 40)


@click.command("generate")
@click.argument("grid", metavar="[GRID SIZE]", nargs=-1)
@generation_options
@click.option("--family", type=click.Choice(["random"]), help="Squares of random cells, in place of GRID SIZE.")
@click.option(
    "--sizes",
    callback=read_sizes,
    metavar="N,...",
    help=f"Of a family, cells to a side; by default {','.join(map(str, _SIZES))}.",
)
@click.option("--seed", type=int, help=f"By default {_SEED}.")
@click.option("-o", "--output-dir", type=FOLDER, metavar="DIR", help="Write a file for each puzzle there.")
@click.option(
    "--to",
    "to_name",
    metavar="NAME",
    shell_complete=completion("to"),
    help="Format of the files; by default clue files.",
)
@quiet_option
def command(
    grid: tuple[str, ...],
    wanted: GenerationChoice,
    family: str | None,
    sizes: tuple[int, ...] | None,
    seed: int | None,
    output_dir: str | None,
    to_name: str | None,
    quiet: bool,
) -> int:
    """Write unique puzzles made by chance into files in DIR; without DIR a single one to standard output.

    GRID SIZE is rect WIDTHxHEIGHT, such as rect 20x15; hex SIZE or tri SIZE, such as hex 8, the cells along a side; or
    tri with the six sides of an outline, such as tri 4 6 7 4 6 7. No two puzzles are the same, also not turned,
    mirrored or in other colours. The same options and seed give the same files, with any number of jobs. Files are
    called rect-20x15-moderate-seed-1-07.clues.

    --family random writes a square of each size instead, random-20-seed-1.clues, half of whose cells are coloured;
    these may have several solutions.

    Exit code 5: the time limit came first, or there are hardly that many such puzzles; those found are written.
    """
    from nonosat.cli.output_format import output_format

    if (family is None) == (not grid):
        raise click.UsageError("expected either a grid, such as rect 15x15, or --family")
    format_ = output_format("-", to_name)
    seed = _SEED if seed is None else seed
    if family is None:
        if sizes is not None:
            raise click.UsageError("--sizes is for a family, expected --family, too")
        return _generate(grid, wanted, seed, output_dir, format_, quiet=quiet)
    if any(value is not None for value in wanted):
        raise click.UsageError("--family takes --sizes and --seed, expected no options for a grid")
    sizes = tuple(sorted(sizes or _SIZES))
    if output_dir is None and len(sizes) > 1:
        message = f"{len(sizes)} puzzles, expected --output-dir DIR, or one size such as --sizes {sizes[0]}"
        raise click.UsageError(message)
    _write([_random_sheet(size, seed, format_) for size in sizes], output_dir, format_, quiet=quiet)
    return 0


def _write(sheets: list[Sheet], output_dir: str | None, format_: Format, *, quiet: bool) -> None:
    """Write files into a folder, or to standard output."""
    from nonosat.cli.output_format import write_sheets
    from nonosat.system.files import write_text

    if output_dir is None:
        write_text("-", format_.write_all(sheets))
    else:
        write_sheets(output_dir, sheets, format_, quiet=quiet)


def _random_sheet(size: int, seed: int, format_: Format) -> Sheet:
    """A square of random cells as the format can express it, with a title that says how it was generated."""
    from dataclasses import replace

    from nonosat.formats import Sheet
    from nonosat.model.random_puzzles import random_puzzle
    from nonosat.model.rect_grid import RectGrid
    from nonosat.publishing.conversion import convert_sheet

    puzzle = random_puzzle(RectGrid(size, size), seed=seed)
    if "title" in format_.metadata:
        puzzle = replace(puzzle, metadata=puzzle.metadata._replace(title=f"random {size}, seed {seed}"))
    return convert_sheet(Sheet(puzzle, name=f"random-{size}-seed-{seed}"), format_)


def _generate(
    words: tuple[str, ...],
    wanted: GenerationChoice,
    seed: int,
    output_dir: str | None,
    format_: Format,
    *,
    quiet: bool,
) -> int:
    """Generate puzzles by chance, and write those that were found; the exit code."""
    from nonosat.cli.generation_run import generate_found
    from nonosat.cli.option_words import print_error
    from nonosat.errors import GaveUp
    from nonosat.formats import Sheet
    from nonosat.model.picture import Picture
    from nonosat.model.puzzle import puzzle_of
    from nonosat.model.random_puzzles import palette
    from nonosat.parallel.processes import available_cores
    from nonosat.publishing.conversion import convert_sheet

    request, number = wanted.request(read_grid(words), seed), wanted.n_puzzles
    if output_dir is None and number > 1:
        raise click.UsageError(f"{number} puzzles, expected --output-dir DIR, or --count 1")
    colors = (*range(request.n_colors + 1), *[0] * request.grid.n_cells)[: request.grid.n_cells]
    convert_sheet(Sheet(puzzle_of(Picture(request.grid, colors), palette(request.n_colors))), format_)
    found, failure = generate_found(request, number, wanted.jobs or available_cores(), wanted.timeout)
    if found:
        sheets = list(_generated_sheets(found, request, "-".join(words), number, format_))
        _write(sheets, output_dir, format_, quiet=quiet)
    if failure is None:
        return 0
    print_error(GaveUp(f"{failure}: {len(found):,} of {number:,} found"))
    return failure.exit_code


def _generated_sheets(
    found: list[GeneratedPuzzle], request: GenerationRequest, name: str, number: int, format_: Format
) -> Iterator[Sheet]:
    """Generated puzzles as the format can express them, with titles that say their class, seed and number."""
    from dataclasses import replace

    from nonosat.formats import Sheet
    from nonosat.publishing.conversion import convert_sheet

    kind = request.until if request.difficulty is None else request.difficulty.value
    grid = name.replace("-", " ")
    for place, each in enumerate(found, 1):
        puzzle = each.puzzle
        if "title" in format_.metadata:
            title = f"{each.difficulty.value} {grid}, seed {request.seed}, number {place}"
            puzzle = replace(puzzle, metadata=puzzle.metadata._replace(title=title))
        file_name = f"{name}-{kind}-seed-{request.seed}-{place:0{len(str(number))}}"
        yield convert_sheet(Sheet(puzzle, name=file_name), format_)
