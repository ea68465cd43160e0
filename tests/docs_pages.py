"""The pages of the documentation, and the commands in them with the output that they show.

A block that begins with ```console holds commands, each after `$ `, with the output of each below it. In a block that
begins with ```console times the output has times, which differ from run to run. With NONOSAT_UPDATE=1 in the
environment, tests write into the pages what the commands print now.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nonosat.backends import BACKENDS
from nonosat.backends.program_backend import SolverProgram

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
    has_times: bool

    def __str__(self) -> str:
        return f"{self.page.name}: {self.command}"


def sessions(page: Path) -> Iterator[Session]:
    """The commands of a page, in its order."""
    for kind, block in re.findall(r"^```console( times)?\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE):
        for command, output in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", block, re.MULTILINE):
            yield Session(page, command, output, bool(kind))


def python_blocks(page: Path) -> list[str]:
    """The programs of a page."""
    return re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)


def environment() -> dict[str, str]:
    """The caller's, with the `nonosat` and the kissat of this Python first, and nothing that changes output."""
    kissat = BACKENDS["kissat"]
    assert isinstance(kissat, SolverProgram)
    carried = kissat.executable()
    folders = [str(Path(sys.executable).parent), *([str(Path(carried).parent)] if carried else []), os.environ["PATH"]]
    return {**os.environ, "PATH": os.pathsep.join(folders), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}


def printed(command: str) -> str:
    """What a shell command prints, errors included, in the folder of the repository, where it must leave nothing."""
    before = _top_level()
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert _top_level() <= before, f"{command} leaves files in the repository, expected none or those below /tmp"
    return done.stdout


def _top_level() -> set[str]:
    """The names in the folder of the repository, without hidden ones."""
    return {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}


def check(session: Session) -> None:
    """Compare what a command prints with what the page shows, or write it into the page."""
    output = printed(session.command)
    if UPDATE and output != session.output:
        whole = f"$ {session.command}\n"
        session.page.write_text(session.page.read_text().replace(whole + session.output, whole + output))
    else:
        assert output == session.output
