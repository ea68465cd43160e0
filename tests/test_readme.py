"""The README does what it says: its commands print what it shows, its example runs, its table is the script's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def environment() -> dict[str, str]:
    """The caller's, with the `nonosat` of this Python first, and nothing that changes how output looks."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "COLUMNS": "80", "LC_ALL": "C.UTF-8"}


def sessions() -> list[tuple[str, str]]:
    """Commands of the console blocks, each with the output shown below it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for command, output in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", block, re.MULTILINE):
            found.append((command, output))
    return found


def test_there_are_sessions() -> None:
    assert len(sessions()) >= 4


@pytest.mark.parametrize(("command", "output"), sessions(), ids=[command for command, _ in sessions()])
def test_session(command: str, output: str) -> None:
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == output


def test_library_example() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", example], cwd=ROOT, env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("-------a-------\n")
    assert done.stdout.endswith(" True\n")


def test_table() -> None:
    (table,) = re.findall(r"<!-- table -->\n(.*?)<!-- /table -->", README, re.DOTALL)
    script = ROOT / "benchmarks" / "gallery" / "table.py"
    done = subprocess.run([sys.executable, str(script)], env=environment(), capture_output=True, text=True, check=True)
    assert table == done.stdout


def test_count_of_puzzles() -> None:
    (count,) = re.findall(r"<!-- count -->(\d+)<!-- /count -->", README)
    assert int(count) == len(list(ROOT.glob("puzzles/*.clues")))


def test_links_and_pictures_exist() -> None:
    targets = re.findall(r'src="([^"]+)"', README) + re.findall(r"\]\(([^)]+)\)", README)
    local = [target for target in targets if "://" not in target]
    assert len(local) > 10
    for target in local:
        assert (ROOT / target).exists(), target


def test_every_command_is_mentioned() -> None:
    from nonosat.cli import COMMANDS

    for command in COMMANDS:
        assert f"nonosat {command}" in README
