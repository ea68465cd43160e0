"""`nonosat generate`: puzzles made by chance as files."""

from __future__ import annotations

import contextlib
import re
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import count as counted_from
from typing import Any

import click

from nonosat.authoring.conversion import convert_sheet
from nonosat.authoring.generate import GeneratedPuzzle, GenerationRequest, attempt, select_new
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import FOLDER, completion, jobs_option, option_group, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error
from nonosat.cli.output_files import output_format, write_sheets
from nonosat.cli.status_line import StatusLine
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, PuzzleError
from nonosat.core.question import Run
from nonosat.explaining.difficulty import Difficulty
from nonosat.formats import Format, Sheet
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import COLORS, STYLES, palette, random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.parallel.pool import Call, Pool
from nonosat.parallel.processes import available_cores

#: Attempts that are submitted for each worker ahead of the one whose result is waited for.
_AHEAD = 4
#: The results of attempts in order, None where one failed.
_Results = Generator[GeneratedPuzzle | None, None, None]
#: The sides of `--family random` where none are given.
_SIZES = (5, 10, 20, 40)
#: The largest size of a generated puzzle.
_MAX_SIZE = 4000
_SYMMETRIES = ("mirror", "mirror-both", "rotation", "rotation-3", "rotation-4", "rotation-6")


def _read_sizes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """The sizes in a list such as `5,10,20`, from small to large, each once."""
    if value is None:
        return None
    names = [name.strip() for name in value.split(",")]
    if "" in names:
        raise click.BadParameter(f"{value!r}, expected sizes separated by commas.", ctx, param)
    if not all(re.fullmatch("[0-9]{1,4}", name) and 0 < int(name) <= _MAX_SIZE for name in names):
        raise click.BadParameter(f"{value!r}, expected sizes from 1 to {_MAX_SIZE}, such as 5,10,20.", ctx, param)
    return tuple(sorted({*map(int, names)}))


def _given(**values: Any) -> dict[str, Any]:
    """The values of the options that are given."""
    return {name: value for name, value in values.items() if value is not None}


#: The options that are fields of a `GenerationRequest`, by their names.
request_options = option_group(
    "wanted",
    _given,
    click.option(
        "--class",
        "difficulty",
        type=click.Choice([each.value for each in Difficulty]),
        help="Difficulty, as `nonosat rate` tells it.",
    ),
    click.option(
        "--colors",
        "n_colors",
        type=click.IntRange(1, len(COLORS) - 1),
        metavar="N",
        help="Number of colours besides the background (default: 1).",
    ),
    click.option("--symmetry", type=click.Choice(_SYMMETRIES), help="Symmetry of the pictures (default: none)."),
    click.option(
        "--style", type=click.Choice(list(STYLES)), help="Pictures of single cells (default) or of connected regions."
    ),
    click.option(
        "--density",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        metavar="SHARE",
        help="Share of coloured cells at the start, from 0 to 1.",
    ),
    click.option("--until", type=click.Choice(["unique", "lines"]), help="Unique (default), or solvable line by line."),
)


@click.command("generate", cls=DocumentedCommand)
@click.argument("grid", metavar="[GRID SIZE]", nargs=-1)
@click.option("--count", "number", type=click.IntRange(1, 100_000), metavar="N", help="Number of puzzles (default: 1).")
@click.option("-o", "--output-dir", type=FOLDER, metavar="DIR", help="Write a file for each puzzle to this folder.")
@request_options
@jobs_option
@timeout_option
@click.option("--family", type=click.Choice(["random"]), help="Make squares of random cells instead of GRID SIZE.")
@click.option(
    "--sizes",
    callback=_read_sizes,
    metavar="N,...",
    help=f"Sides of the squares, in cells (default: {','.join(map(str, _SIZES))}).",
)
@click.option("--seed", type=int, default=1, help="Seed of the random numbers (default: 1).")
@click.option(
    "--to",
    "to_name",
    metavar="NAME",
    shell_complete=completion("to"),
    help="Format of the files (default: clue files).",
)
@quiet_option
def command(
    grid: tuple[str, ...],
    wanted: dict[str, Any],
    number: int | None,
    jobs: int | None,
    timeout: float | None,
    family: str | None,
    sizes: tuple[int, ...] | None,
    seed: int,
    output_dir: str | None,
    to_name: str | None,
    quiet: bool,
) -> int:
    """Write random puzzles with a unique solution to files in DIR; without DIR, print a single one.

    GRID SIZE is WIDTHxHEIGHT, such as 20x15, or rect WIDTHxHEIGHT; hex SIZE or tri SIZE, such as hex 8, where SIZE is
    the number of cells along a side; or tri with the six sides of an outline, such as tri 4 6 7 4 6 7. All puzzles
    differ, even if rotations, reflections and changed colours count as the same. The same options and seed give the
    same files, whatever the number of jobs. Files have names such as rect-20x15-moderate-seed-1-07.clues.

    --family random writes a square of each size instead, such as random-20-seed-1.clues. About half of its cells are
    coloured, and it may have several solutions.

    Exit code 5: the time limit was reached, or there are hardly that many puzzles of this kind; those found are
    written.

    Examples:
        nonosat generate 15x15                       # to standard output
        nonosat generate 20x15 --class moderate --count 10 -o new
        nonosat generate hex 6 --symmetry rotation-6 --style picture
    """
    if (family is None) == (not grid):
        raise click.UsageError("give either a grid, such as 15x15, or --family")
    format_ = output_format("-", to_name)
    if family is not None:
        if wanted or not (number is jobs is timeout is None):
            raise click.UsageError("--family cannot be combined with options for a grid; use --sizes and --seed")
        sizes = sizes or _SIZES
        if output_dir is None and len(sizes) > 1:
            raise click.UsageError(
                f"{len(sizes)} puzzles need --output-dir DIR; or give one size, such as --sizes {sizes[0]}"
            )
        write_sheets([_random_sheet(size, seed, format_) for size in sizes], format_, output_dir, quiet=quiet)
        return 0
    if sizes is not None:
        raise click.UsageError("--sizes needs --family")

    if "difficulty" in wanted:
        wanted["difficulty"] = Difficulty(wanted["difficulty"])
    if len(grid) == 1 and re.fullmatch("[0-9]+x[0-9]+", grid[0]):
        grid = ("rect", *grid)
    request = GenerationRequest(grid=_read_grid(grid), seed=seed, **wanted)
    request.check()
    number = number or 1
    if output_dir is None and number > 1:
        raise click.UsageError(f"{number} puzzles need --output-dir DIR")
    _refuse_early(request, format_)
    found, failure = _generated(request, number, jobs, timeout)
    if found:
        write_sheets(list(_sheets(found, request, grid, number, format_)), format_, output_dir, quiet=quiet)
    if failure is None:
        return 0
    print_error(GaveUp(f"{failure}: {len(found):,} of {number:,} found"))
    return failure.exit_code


def _read_grid(words: tuple[str, ...]) -> Grid:
    """The grid that arguments name: `rect 20x15`, width first, `hex 8`, `tri 5`, or `tri 4 6 7 4 6 7`."""
    name = f"grid {' '.join(words)!r}"
    kind, sizes = GRIDS.get(words[0]), list(words[1:])
    if words[0] == "rect":
        sizes = " ".join(sizes).split("x")[::-1]
    elif kind and len(sizes) == 1:
        sizes *= len(kind.sizes)  # one number stands for all sides
    if kind is None or len(sizes) != len(kind.sizes) or not all(re.fullmatch("[0-9]{1,4}", size) for size in sizes):
        expected = "WIDTHxHEIGHT such as 20x15, hex SIZE, tri SIZE, or tri with six sides"
        raise click.UsageError(f"{name}, expected {expected}")
    least = min(size.least for size in kind.sizes)
    if not all(least <= int(size) <= _MAX_SIZE for size in sizes):
        raise click.UsageError(f"{name}, expected sizes from {least} to {_MAX_SIZE}")
    try:
        return kind.grid(*map(int, sizes))
    except PuzzleError as error:
        raise click.UsageError(error.message) from None


def _refuse_early(request: GenerationRequest, format_: Format) -> None:
    """Refuse a format that cannot express the wanted puzzles, before the work."""
    n_cells = request.grid.n_cells
    colors = (*range(request.n_colors + 1), *[0] * n_cells)[:n_cells]
    convert_sheet(Sheet(puzzle_of(Picture(request.grid, colors), palette(request.n_colors))), format_)


def _sheet(puzzle: Puzzle, name: str, title: str, format_: Format) -> Sheet:
    """A puzzle as a format can express it, with a title that says how it was generated."""
    if "title" in format_.metadata:
        puzzle = replace(puzzle, metadata=puzzle.metadata._replace(title=title))
    return convert_sheet(Sheet(puzzle, name=name), format_)


def _random_sheet(size: int, seed: int, format_: Format) -> Sheet:
    """A square of random cells."""
    puzzle = random_puzzle(RectGrid(size, size), seed=seed)
    return _sheet(puzzle, f"random-{size}-seed-{seed}", f"random {size}, seed {seed}", format_)


def _sheets(
    found: list[GeneratedPuzzle], request: GenerationRequest, grid: tuple[str, ...], number: int, format_: Format
) -> Iterator[Sheet]:
    """Generated puzzles, whose names say their grid, class, seed and number, and whose titles all but the class."""
    kind = request.difficulty or request.until
    for place, generated in enumerate(found, 1):
        name = f"{'-'.join(grid)}-{kind}-seed-{request.seed}-{place:0{len(str(number))}}"
        title = f"{' '.join(grid)}, seed {request.seed}, number {place}"
        yield _sheet(generated.puzzle, name, title, format_)


def _generated(
    request: GenerationRequest, n_puzzles: int, jobs: int | None, timeout: float | None
) -> tuple[list[GeneratedPuzzle], GaveUp | None]:
    """Puzzles, the same ones for any number of processes, and why there are no more of them, if that is so."""
    found: list[GeneratedPuzzle] = []
    line = StatusLine()

    def shown(results: _Results) -> _Results:
        for number, result in enumerate(results, 1):
            line.draw_bar(len(found), n_puzzles, f"{len(found):,}/{n_puzzles:,}, {number:,} attempts")
            yield result

    try:
        with ended_by_signals(), contextlib.closing(_attempts(request, jobs, Deadline.after(timeout))) as results:
            for puzzle in select_new(shown(results), n_puzzles):
                found.append(puzzle)  # noqa: PERF402 - those found before an error count
    except GaveUp as error:
        return found, error
    finally:
        line.erase()
    return found, None


def _attempts(request: GenerationRequest, jobs: int | None, deadline: Deadline) -> _Results:
    """The results of all attempts in order."""
    jobs = jobs or available_cores()
    if jobs == 1 or request.is_by_lines:  # what line solving decides is found sooner than a worker has started
        for number in counted_from():
            yield attempt(request, number, Run(deadline))

    with Pool(jobs) as pool:
        waiting: deque[Call[GeneratedPuzzle | None]] = deque()
        for number in counted_from():
            waiting.append(pool.submit(attempt, request, number, Run(deadline)))
            while len(waiting) >= _AHEAD * jobs and not waiting[0].is_done:
                pool.wait()
            if waiting[0].is_done:
                yield waiting.popleft().result()
