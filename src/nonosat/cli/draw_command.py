"""`nonosat draw`: a puzzle drawn in a browser."""

from __future__ import annotations

import os
import re
import shlex
import sys
from itertools import chain, count
from typing import Unpack

import click

from nonosat.authoring.picture_options import PictureOptions
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import only_one
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_line
from nonosat.core.errors import InputError, PuzzleError, UsageError
from nonosat.drawing_board.opened_file import PUZZLE, Opened, opened
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.sketch_files import SketchFolder, require_plain
from nonosat.formats.file_format import Sheet
from nonosat.formats.links import is_link
from nonosat.formats.loading import puzzle_name
from nonosat.formats.saving import format_to_write
from nonosat.model.grid_kinds import GRIDS

#: The height and the width of a new puzzle.
_SIZE = (20, 20)


def _rect(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Height and width of `WxH`."""
    match = re.fullmatch(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", value or "")
    if value is not None and match is None:
        raise click.BadParameter(f"{value!r}, expected WIDTHxHEIGHT in cells, such as 30x20.", ctx, param)
    return (int(match[2]), int(match[1])) if match else None


def _tri(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """The six sides of an outline of triangles; one number stands for all."""
    if value is None:
        return None
    sides = value.split(",")
    if len(sides) not in (1, 6) or not all(re.fullmatch("[0-9]{1,3}", side) for side in sides):
        raise click.BadParameter(
            f"{value!r}, expected the length of all sides, or of six, such as 2,1,2,2,1,2.", ctx, param
        )
    return tuple(map(int, sides * 6 if len(sides) == 1 else sides))


@click.command("draw", cls=DocumentedCommand)
@click.argument("file", metavar="[PUZZLE|PICTURE]", type=click.Path(path_type=str), required=False)
@click.option("-o", "--output", type=click.Path(path_type=str), metavar="FILE", help="File to save the puzzle to.")
@click.option("--size", callback=_rect, metavar="WxH", help="Width and height of a new puzzle (default: 20x20).")
@click.option(
    "--hex", "hexagon", type=click.IntRange(1, 100), metavar="N", help="Draw on a hexagon with N cells along a side."
)
@click.option(
    "--tri", callback=_tri, metavar="N", help="Draw on triangles with N along each side, or six numbers with commas."
)
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="N", help="Port (default: any that is free).")
@click.option("--no-browser", is_flag=True, help="Print the address without opening it.")
@only_one("--size", "--hex", "--tri")
def command(
    file: str | None,
    output: str | None,
    size: tuple[int, int] | None,
    hexagon: int | None,
    tri: tuple[int, ...] | None,
    port: int,
    no_browser: bool,
) -> int:
    """Draw a puzzle in the browser, and see while you draw whether it is unique, where it is not, and how hard it is.

    Without an argument, you start a new puzzle. PICTURE is anything that `nonosat make` takes. The command prints the
    address of the page and opens it. Only programs on this machine that know this address can use it. The command ends
    when you close the drawing on the page or press Ctrl-C, and an hour after the last tab was closed.

    A hidden journal beside the file keeps what you have not saved. If the program ends early, the same command
    continues from there.

    Examples:
        nonosat draw --size 30x20 -o cat.clues
        nonosat draw p.clues
    """
    if file is None:
        found = Opened(_empty(size, hexagon, tri))
    else:
        if tri is not None:
            raise UsageError("--tri is for new puzzles; leave it or the file out")
        found = _opened(file, output or file, size=size, hexagon=hexagon)
    place = output or _place(file, found)
    folder, name = os.path.split(place)
    require_plain(name)
    format_to_write(place, None, "another name after -o")
    return _serve(
        found, folder or os.curdir, name, is_own=place == file and found.is_faithful, port=port, opens=not no_browser
    )


def _empty(size: tuple[int, int] | None, hexagon: int | None, tri: tuple[int, ...] | None) -> Sketch:
    """A new puzzle."""
    kind, numbers = ("rect", size or _SIZE) if tri is None else ("tri", tri)
    if hexagon is not None:
        kind, numbers = "hex", (hexagon,)
    try:
        return Sketch.empty(GRIDS[kind].grid(*numbers))
    except PuzzleError as error:
        raise UsageError(error.message) from None


def _opened(file: str, output: str, **options: Unpack[PictureOptions]) -> Opened:
    """Open a file for drawing; an error names it, and the journal of the `output` that would be lost from sight."""
    try:
        return opened(file, **options)
    except PuzzleError as error:  # it is too large to draw on
        raise InputError(error.message, file=file) from None
    except InputError as error:
        if os.path.exists(_journal_path(*os.path.split(output))):
            message = f"{error.message}; `nonosat draw -o {shlex.quote(output)}` continues what was drawn"
            raise InputError(message, file=error.file, line=error.line, column=error.column) from None
        raise


def _place(file: str | None, found: Opened) -> str:
    """The file to save to: the puzzle that was opened, if it can be written, or a new one in the same folder."""
    if file is None:
        names = (f"untitled{number}.clues" for number in chain([""], count(2)))
        return next(name for name in names if not os.path.lexists(name))
    if found.kind == PUZZLE and os.path.isfile(file):
        try:
            format_to_write(file, None, "another name")
        except UsageError:
            pass
        else:
            return file
    folder = "" if is_link(file) else os.path.dirname(file)
    return os.path.join(folder, f"{puzzle_name(file)}.clues")


def _journal_path(folder: str, name: str) -> str:
    """The journal of a file in a folder, hidden beside it."""
    return os.path.normpath(os.path.join(folder, f".{name}.journal"))


def _serve(found: Opened, folder: str, name: str, *, is_own: bool, port: int, opens: bool) -> int:
    """Serve a drawing until it is closed."""
    from nonosat.drawing_board.answer_processes import AnswerProcesses
    from nonosat.drawing_board.browser_server import BrowserServer
    from nonosat.drawing_board.file_processes import FileProcesses
    from nonosat.drawing_board.shared_sketch import SharedSketch
    from nonosat.drawing_board.sketch_journal import SketchJournal

    journal = SketchJournal(_journal_path(folder, name))
    sketch = SharedSketch(
        found.sketch,
        name,
        SketchFolder(folder, {name: found.digest} if is_own else {}),
        journal,
        is_saved=is_own,
        remarks=found.remarks,
    )
    try:
        with (
            ended_by_signals(),
            FileProcesses(read_photo) as files,
            BrowserServer(sketch, files.open, port) as server,
            AnswerProcesses(sketch.answer) as answers,
        ):
            sketch.answered_by(answers.ask)
            print(server.address, flush=True)
            if opens:
                import webbrowser

                webbrowser.open(server.address)
            server.run()
    finally:
        journal.close(remove=not sketch.has_unsaved_work)
        if sketch.has_unsaved_work:
            print_line(f"what is not saved is kept in {journal.path}; the same command goes on from there", sys.stderr)
    return 0


def read_photo(data: bytes, name: str) -> Sheet:
    """The puzzle on a photo or a screenshot, from the contents of its file; its remarks name what is doubtful.

    Raises:
        InputError: there is no puzzle on it.
        MissingDependency: OpenCV or Pillow is not installed.
    """
    from nonosat.scanning.scan import scan

    try:
        found = scan(data)
    except InputError as error:
        raise InputError(error.message, file=name) from None
    return Sheet(found.puzzle, None, name, remarks=(*found.remarks, *found.details()))
