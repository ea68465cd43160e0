"""The pages of the documentation, and the commands in them with the output that they show.

A block that begins with ```console holds commands, each after `$ `, with the output of each below it; a command may use
files that an earlier one of its block has written below /tmp. With NONOSAT_UPDATE=1 in the
environment, tests write into the pages what the commands print now.
"""

from __future__ import annotations

import atexit
import gc
import multiprocessing
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from nonosat.solvers import BACKENDS
from nonosat.solvers.program_backend import SolverProgram

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [README, *sorted(DOCS.glob("*.md"))]
UPDATE = bool(os.environ.get("NONOSAT_UPDATE"))


class Session(NamedTuple):
    """A command of a page with the output shown below it."""

    page: Path
    command: str
    output: str

    def __str__(self) -> str:
        return f"{self.page.name}: {self.command}"


def session_blocks(page: Path) -> Iterator[list[Session]]:
    """The blocks of commands of a page, in its order."""
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE):
        commands = re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", block, re.MULTILINE)
        yield [Session(page, command, output) for command, output in commands]


def sessions(page: Path) -> Iterator[Session]:
    """The commands of a page, in its order."""
    return chain.from_iterable(session_blocks(page))


def python_blocks(page: Path) -> list[str]:
    """The programs of a page."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def environment() -> dict[str, str]:
    """The caller's, with the `nonosat` and the kissat of this Python first, and nothing that changes output."""
    kissat = BACKENDS["kissat"]
    assert isinstance(kissat, SolverProgram)
    carried = kissat.executable()
    folders = [str(Path(sys.executable).parent), *([str(Path(carried).parent)] if carried else []), os.environ["PATH"]]
    # Below `make test`, a make of a page would say that it is the second one.
    left_out = {"PYTHONUNBUFFERED", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**kept, "PATH": os.pathsep.join(folders), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}


_WORD = r"(?:'[^']*'|[\w./:,=+@#%-]+)"
#: A `nonosat` command, and another one, without anything that a shell would expand or redirect.
_CALL = re.compile(rf"nonosat(?: {_WORD})*")
_FILTER = re.compile(rf"(?:printf|head|tail|grep|sed|ls)(?: {_WORD})*")


def printed(command: str) -> str:
    """What a shell command prints, errors included, in the folder of the repository, where it must leave nothing.

    Commands of nonosat are called in this process, also in a pipe or joined by `&&`, unless they need a shell.
    """
    before = _top_level()
    pipes = [pipe.split(" | ") for pipe in command.split(" && ")]
    needs_shell = not all(_CALL.fullmatch(each) or _FILTER.fullmatch(each) for pipe in pipes for each in pipe)
    output = printed_by_shell(command) if needs_shell else _printed_by_pipes(pipes)
    assert _top_level() <= before, f"{command} leaves files in the repository, expected none or those below /tmp"
    return output


@cache
def _folder() -> str:
    """A folder that this process has for itself until it ends."""
    folder = tempfile.mkdtemp(dir="/tmp")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def printed_by_shell(command: str) -> str:
    """What a shell command prints, errors included, in the folder of the repository."""
    return _run_bash(command).stdout.decode()


def _printed_by_pipes(pipes: list[list[str]]) -> str:
    """The same without a shell; of the commands in a pipe each begins when the one before has ended."""
    output = b""
    for *stages, last in pipes:
        data = b""
        for stage in stages:
            _, data, errors = _run(stage, data, stderr=subprocess.PIPE)
            output += errors
        code, data, _ = _run(last, data)
        output += data
        if code:
            break
    return output.decode()


def _run(command: str, stdin: bytes, stderr: int = subprocess.STDOUT) -> tuple[int, bytes, bytes]:
    """The exit code of a command, and what it prints."""
    if _CALL.fullmatch(command):
        return _call(shlex.split(command)[1:], stdin, stderr)
    done = _run_bash(command, input=stdin, stderr=stderr)
    return done.returncode, done.stdout, done.stderr or b""


def _run_bash(command: str, stderr: int = subprocess.STDOUT, **options: Any) -> subprocess.CompletedProcess[bytes]:
    options = {"stdout": subprocess.PIPE, "stderr": stderr, "timeout": 300, "check": False, **options}
    return subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment(), **options)


def _call(arguments: list[str], stdin: bytes, stderr: int) -> tuple[int, bytes, bytes]:
    """Call the command line in this process, which is afterwards as it was before.

    Streams are those of a process, also for its children, and are buffered as they are for a pipe.
    """
    from nonosat.__main__ import main

    folder, signals, threshold = os.getcwd(), _signal_handlers(), gc.get_threshold()
    with ExitStack() as files, pytest.MonkeyPatch.context() as patch, ExitStack() as after:
        given, out, *others = (files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        errors = out if stderr == subprocess.STDOUT else others[0]
        given.write(stdin)
        given.seek(0)
        # Standard error is written line by line, standard output when its buffer is full.
        for number, name, file, buffering in (
            (0, "stdin", given, -1),
            (1, "stdout", out, -1),
            (2, "stderr", errors, 1),
        ):
            kept = os.dup(number)
            after.callback(os.close, kept)
            after.callback(os.dup2, kept, number)
            os.dup2(file.fileno(), number)
            opened = open(number, "w" if number else "r", buffering, encoding="utf-8", closefd=False)  # noqa: SIM115
            patch.setattr(sys, name, after.enter_context(opened))
        patch.setattr(sys, "argv", ["nonosat", *arguments])
        for name, value in environment().items():
            patch.setenv(name, value)
        patch.chdir(ROOT)
        try:
            code = main()
        except SystemExit as end:
            code = end.code
        after.close()
        gc.set_threshold(*threshold)
        assert _signal_handlers() == signals, f"{arguments} changes how this process handles signals"
        assert not multiprocessing.active_children(), f"{arguments} leaves processes"
        out.seek(0)
        others[0].seek(0)
        result = int(code or 0), out.read(), others[0].read()
    assert os.getcwd() == folder
    return result


def _signal_handlers() -> list[object]:
    return [signal.getsignal(number) for number in sorted(signal.valid_signals())]


def _top_level() -> set[str]:
    """The names in the folder of the repository, without hidden ones."""
    return {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}


def check(session: Session) -> None:
    """Compare what a command prints with what the page shows, or write it into the page.

    In place of /tmp it gets a folder of this process, since the tests of two clones may run at the same time.
    """
    folder = _folder()
    output = printed(session.command.replace("/tmp/", f"{folder}/")).replace(folder, "/tmp")
    if UPDATE and output != session.output:
        whole = f"$ {session.command}\n"
        session.page.write_text(session.page.read_text().replace(whole + session.output, whole + output))
    else:
        assert output == session.output
