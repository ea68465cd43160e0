"""`nonosat solve`: the main job."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common import (
    PATH,
    color_option,
    encoding_options,
    ended_by_signals,
    ended_by_the_clock,
    from_option,
    quiet_option,
    show_picture,
    solver_options,
)
from nonosat.cli.progress_log import Story, tell_sizes
from nonosat.errors import GaveUp, NonosatError, UsageError, error_line
from nonosat.formats import Sheet, load_sheet, load_sheets, puzzle_name
from nonosat.results.report import exit_code, sentence
from nonosat.solving.pipeline import COMPLETE_ENCODING, Result, encode, solve
from nonosat.solving.portfolio.strategies import STRATEGIES
from nonosat.system.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from nonosat.backends.base import Backend
    from nonosat.results.outputs import Outputs


class _Request(NamedTuple):
    """What the options ask for every puzzle."""

    backend: Backend | None
    unique: bool
    encoding: str | None
    amo: str | None
    add: tuple[str, ...]
    strategy: str
    portfolio: int | None
    propagate: bool | None
    timeout: float | None
    color: bool | None
    quiet: bool
    as_json: bool
    verbose: bool
    proof: str | None


@click.command("solve")
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@click.option("-u", "--unique", is_flag=True, help="Also search for a second solution, and say where it differs.")
@click.option("-o", "--output-dir", type=PATH, metavar="DIR", help="Write NAME.sat, NAME.sol and NAME.svg there.")
@click.option("--sat", type=PATH, metavar="FILE", help="Write the formula as a DIMACS file.")
@click.option("--sol", type=PATH, metavar="FILE", help="Write the model.")
@click.option("--svg", type=PATH, metavar="FILE", help="Draw the picture.")
@click.option("--gzip", "pack", is_flag=True, help="Write NAME.sat.gz instead of NAME.sat.")
@click.option("--gzip-above", type=click.IntRange(min=0), metavar="BYTES", help="The same, for files larger than this.")
@click.option("--proof", type=PATH, metavar="DIR", help="With --unique: write a proof, as `nonosat certify` does.")
@from_option
@solver_options
@encoding_options
@click.option(
    "--strategy",
    default="auto",
    metavar="NAME",
    help="How to go about it: " + "; ".join(f"{name}: {plan.summary}" for name, plan in STRATEGIES.items()) + ".",
)
@click.option(
    "--portfolio",
    type=click.IntRange(min=1),
    metavar="N",
    help="Let N processes work on a puzzle at once; by default as many as there are cores.",
)
@click.option(
    "--propagate/--no-propagate",
    default=None,
    help="Draw the conclusions of single lines before solving; by default if no formula or model is to be written.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line for each puzzle.")
@click.option("-v", "--verbose", is_flag=True, help="Tell what is tried, sizes and times on standard error.")
@color_option
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    puzzles: tuple[str, ...],
    unique: bool,
    output_dir: str | None,
    sat: str | None,
    sol: str | None,
    svg: str | None,
    pack: bool,
    gzip_above: int | None,
    proof: str | None,
    format_name: str | None,
    solver: str | None,
    solver_cmd: str | None,
    timeout: float | None,
    encoding: str | None,
    amo: str | None,
    add: tuple[str, ...],
    strategy: str,
    portfolio: int | None,
    propagate: bool | None,
    as_json: bool,
    verbose: bool,
    color: bool | None,
    quiet: bool,
) -> int:
    """Solve each PUZZLE and print its picture with a line that says what was found.

    Of a file that holds several puzzles all are solved; FILE#3 is its third. Every picture has been checked against
    the clues before it is shown. With several puzzles the exit code is the largest of theirs.
    """
    files = {"--sat": sat, "--sol": sol, "--svg": svg}
    if any(file is not None for file in files.values()) and (len(puzzles) > 1 or output_dir is not None):
        raise click.UsageError("--sat, --sol and --svg name one file, expected one puzzle and no --output-dir", ctx)
    if pack or gzip_above is not None:
        if output_dir is None and sat is None:
            raise click.UsageError("--gzip without a formula to write, expected --output-dir or --sat", ctx)
        gzip_above = -1 if pack else gzip_above
    _check_files(puzzles[0], files, as_json)
    if proof is not None:
        if not unique or len(puzzles) > 1:
            raise click.UsageError("--proof proves what --unique finds of one puzzle, expected both", ctx)
        from nonosat.proofs.certificate import prepare

        prepare(proof, solver=solver_cmd or solver)
    if puzzles.count("-") > 1:
        raise click.UsageError("standard input is named twice, expected at most once", ctx)
    names = [puzzle_name(path) for path in puzzles]
    if output_dir is not None and len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise click.UsageError(f"two puzzles are called {twice}, expected different names for their files", ctx)
    if encoding is not None or amo is not None or add:
        from nonosat.encodings import find_encoding

        find_encoding(COMPLETE_ENCODING if encoding is None else encoding, amo=amo, add=add)
    backend = None
    # Without processes of its own there is nothing to end, and a signal should not wait for a solver.
    writes_formula = output_dir is not None or sat is not None or sol is not None
    in_process = timeout is None and (solver is not None or strategy in ("sat", "hints") or writes_formula)
    if solver is not None or solver_cmd is not None:
        from nonosat.backends import find_backend

        backend = find_backend(solver, solver_cmd)
        in_process = in_process and backend.capabilities.in_process
    request = _Request(
        *(backend, unique, encoding, amo, add, strategy, portfolio, propagate, timeout),
        *(color, quiet, as_json, verbose, proof),
    )
    worst = 0
    seen: set[str] = set()
    with contextlib.nullcontext() if in_process else ended_by_signals():
        one = proof is not None or any(files.values())
        for name, sheet, alone, began in _entries(puzzles, format_name, one=one, timeout=timeout):
            try:
                if isinstance(sheet, NonosatError):
                    raise sheet
                if output_dir is not None and name in seen:
                    raise UsageError(f"two puzzles are called {name}, expected different names for their files")
                seen.add(name)
                worst = max(worst, _solve(sheet, request, _outputs(output_dir, name, files, gzip_above), began))
            except NonosatError as error:
                if alone:
                    raise
                print(error_line(error, name), file=sys.stderr)
                worst = max(worst, error.exit_code)
    return worst


class _Entry(NamedTuple):
    """A puzzle that is asked for.

    Attributes:
        sheet: the puzzle, or why it cannot be read.
        alone: whether no other one is asked for.
        began: reading of `time.monotonic` from which its time counts.
    """

    name: str
    sheet: Sheet | NonosatError
    alone: bool
    began: float


def _entries(paths: tuple[str, ...], format_name: str | None, one: bool, timeout: float | None) -> Iterator[_Entry]:
    """All puzzles of all files, read one after the other; with `one` a file must hold no more than that."""
    for path in paths:
        name = puzzle_name(path)
        alone, began = len(paths) == 1, time.monotonic()
        sheets = _only(path, format_name) if one else load_sheets(path, format_name)
        try:
            while True:
                with ended_by_the_clock(Deadline.after(timeout)):
                    sheet = next(sheets, None)
                if sheet is None:
                    break
                if isinstance(sheet, NonosatError):
                    yield _Entry(name, sheet, alone=False, began=began)  # it is broken, but others in the file are not
                else:
                    yield _Entry(sheet.name, sheet, alone and sheet.name == name, began)
                began = time.monotonic()
        except NonosatError as error:
            yield _Entry(name, error, alone, began)


def _only(path: str, format_name: str | None) -> Iterator[Sheet]:
    """The one puzzle of a file, read when it is asked for."""
    yield load_sheet(path, format_name)


def _check_files(puzzle: str, files: dict[str, str | None], as_json: bool) -> None:
    """Complain about one file for two purposes, which would leave only one of them."""
    named = {os.path.realpath(puzzle): "PUZZLE"} if puzzle != "-" else {}
    for option, file in files.items():
        if file == "-" and as_json:
            raise click.UsageError(f"--json and {option} both go to standard output, expected one of them")
        if file is None or (file != "-" and os.path.exists(file) and not os.path.isfile(file)):
            continue  # a device such as /dev/null can take anything
        place = file if file == "-" else os.path.realpath(file)
        if place in named:
            raise click.UsageError(f"{named[place]} and {option} name the same file {file}, expected different ones")
        named[place] = option


def _outputs(folder: str | None, name: str, files: dict[str, str | None], pack_above: int | None) -> Outputs | None:
    """The files to write for one puzzle, if any."""
    if folder is None and all(file is None for file in files.values()):
        return None
    from nonosat.results.outputs import Outputs, in_folder

    if folder is None:
        return Outputs(files["--sat"], files["--sol"], files["--svg"], pack_above)
    return in_folder(folder, name, pack_above)


def _solve(sheet: Sheet, request: _Request, outputs: Outputs | None, began: float) -> int:
    deadline = _deadline(began, request.timeout)
    with ended_by_the_clock(deadline):
        result = _result(sheet, request, outputs, deadline)
        try:
            if outputs:
                from nonosat.results.outputs import write_outputs

                write_outputs(outputs, sheet.name, result)
            if not (outputs and outputs.uses_stdout):
                _show(sheet.name, result, request)
            if request.verbose:
                tell_sizes(sheet.name, result, time.monotonic() - began)
            if request.proof is not None and result.second is None and not result.gave_up:
                _prove(sheet.name, result, request, request.proof, deadline)
        except GaveUp:
            raise GaveUp(f"{sentence(sheet.name, result)}; the time limit came before all was written") from None
    return exit_code(result)


def _deadline(began: float, timeout: float | None) -> Deadline:
    return NEVER if timeout is None else Deadline(began + timeout)


def _result(sheet: Sheet, request: _Request, outputs: Outputs | None, deadline: Deadline) -> Result:
    """What is found out about a puzzle; the folder of its outputs is made first."""
    puzzle, goal, name = sheet
    story = Story(name, time.monotonic(), request.verbose, live=not request.quiet)
    if outputs:
        from nonosat.results.outputs import make_folder

        make_folder(outputs)
    formula = None
    if outputs and outputs.wants_formula:
        formula = encode(
            puzzle,
            encoding=request.encoding,
            amo=request.amo,
            add=request.add,
            name=name,
            propagate=bool(request.propagate),
        )
    with story:
        result = solve(
            puzzle,
            unique=request.unique,
            solver=request.backend,
            encoding=request.encoding,
            timeout=deadline.wait_time(),
            propagate=request.propagate is not False,
            formula=formula,
            strategy=request.strategy,
            portfolio=request.portfolio,
            tell=story.tell,
        )
    if goal is not None:
        from nonosat.results.goals import with_goal

        result = with_goal(result, goal, unique=request.unique)
    return result


def _prove(name: str, result: Result, request: _Request, folder: str, deadline: Deadline) -> None:
    """Write the proof, and say so where the picture stands."""
    from nonosat.encodings import find_encoding
    from nonosat.proofs.certificate import certify

    with ended_by_signals():
        solver = request.backend.name if request.backend else None
        encoding = request.encoding
        if request.amo is not None or request.add:
            encoding = str(find_encoding(encoding or COMPLETE_ENCODING, amo=request.amo, add=request.add))
        verdict = certify(result, name, folder, solver=solver, encoding=encoding, deadline=deadline)
    if not (request.quiet or request.as_json):
        print(f"{name}: proved ({verdict.summary})")


def _show(name: str, result: Result, request: _Request) -> None:
    if request.as_json:
        import json

        from nonosat.results.report import record

        click.echo(json.dumps(record(name, result)))
        return
    if request.quiet:
        return
    if result.picture:
        show_picture(result.puzzle, result.picture, request.color)
    print(sentence(name, result))
    if result.second:
        show_picture(result.puzzle, result.second, request.color, result.differs)
