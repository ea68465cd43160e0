"""Help: every command has examples, which run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import click
import pytest
from conftest import need_program
from docs_pages import DOCS, ROOT, environment

from nonosat.cli import COMMANDS, cli
from nonosat.cli.command_help import DocumentedCommand

NAMES = ["", *COMMANDS]


def command(name: str) -> DocumentedCommand:
    """The command of a name, or the group of all."""
    found = cli.get_command(click.Context(cli), name) if name else cli
    assert isinstance(found, DocumentedCommand)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files that examples name: `p` is unique, `two` is not."""
    for source, name in (
        (ROOT / "puzzles" / "cat.clues", "puzzles/cat.clues"),
        (ROOT / "puzzles" / "heart.clues", "puzzles/heart.clues"),
        (ROOT / "puzzles" / "heart.clues", "p.clues"),
        (ROOT / "puzzles" / "dice.clues", "two.clues"),
        (DOCS / "examples" / "teapot.jpg", "photo.jpg"),
        (DOCS / "examples" / "worksheet.jpg", "clues.jpg"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(source, tmp_path / name)
    for line in (
        "nonosat solve p.clues > picture.txt",
        "nonosat solve p.clues --letters -q --sol answer.txt --sat p.sat",
        "nonosat convert p.clues p.non",
        "printf 'P1 2 2 1 0 1 1' > drawing.png",
        "printf '?a???\\n?????\\n?????\\n?????\\n?????\\n' > part.txt",
        "nonosat certify -q p.clues -o proof",
        "mkdir -p submissions/one && cp p.sat student.sat && cp p.sat submissions/one",
        "nonosat solve two.clues -q --sat submissions/one/two.sat",
    ):
        shell(line, tmp_path)
    return tmp_path


def shell(line: str, folder: Path) -> str:
    """What a line prints, which must succeed; it may tell that `two.clues` has several solutions."""
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0 or (done.returncode == 1 and "two.clues" in line), done.stderr
    return done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_examples(name: str) -> None:
    """Each names its command, and fits into the lines of help."""
    found = command(name)
    assert found.examples
    for example in found.examples:
        assert f"nonosat {name}" in example
        assert len(example) <= 78


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name != "draw"])  # which runs until its page is closed
def test_examples_run(folder: Path, name: str) -> None:
    """In the order in which they stand there, in one folder."""
    for example in command(name).examples:
        if "kissat" in example:
            need_program("kissat")
        if "photo" in example or ".png" in example:
            pytest.importorskip("PIL", reason="images need Pillow")
        if "clues.jpg" in example:
            pytest.importorskip("cv2", reason="scanning needs OpenCV")
        if ".pdf" in example:
            pytest.importorskip("fpdf", reason="PDF needs fpdf2")
        shell(example, folder)
