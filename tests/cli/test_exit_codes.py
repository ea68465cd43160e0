"""The table of exit codes in docs/solving.md: each row names a command, which ends with the code of the row."""

from __future__ import annotations

import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from docs_pages import DOCS, environment

import nonosat
from nonosat.core import errors
from nonosat.core.errors import ExitCode
from nonosat.core.question import Outcome

HEAD = "#ffffff #000000\n"
#: The files that the commands of the table name.
FILES = {
    "unique.clues": f"rect 2 2\n{HEAD}1a\n2a\n2a\n1a\n",
    "two.clues": f"rect 2 2\n{HEAD}1a\n1a\n1a\n1a\n",
    "none.clues": f"rect 3 3\n{HEAD}1a 1a\n\n1a 1a\n1a\n2a\n1a\n",
    "broken.clues": f"rect 2 2\n{HEAD}3a\n\n\n\n",
    # Unique, but its linear relaxation leaves cells open.
    "hard.clues": f"rect 6 6\n{HEAD}1a 4a\n2a 1a\n4a 1a\n1a\n1a 1a 1a\n2a\n3a 1a\n2a 1a\n1a 1a 1a\n3a 1a\n1a\n1a 3a\n",
    "right.txt": "a-\naa\n",
    "wrong.txt": "aa\na-\n",
    "unsat.txt": "s UNSATISFIABLE\n",
    "wrong-model.txt": "s SATISFIABLE\nv 1 2 3 4 5 6 7 8 9 10 11 12 0\n",
}


def rows() -> list[tuple[int, str]]:
    """The code and the command of each row of the table."""
    text = (DOCS / "solving.md").read_text(encoding="utf-8")
    section = text.partition("## Exit codes\n")[2]
    return [
        (int(code), command) for code, command in re.findall(r"^\| *(\d+) \|.*\| `(.*)` \|$", section, re.MULTILINE)
    ]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the table names."""
    tmp_path = tmp_path_factory.mktemp("files")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    result = nonosat.solve(nonosat.loads(FILES["unique.clues"]), unique=True)
    nonosat.certify(result, "unique", str(tmp_path / "proof"))
    shutil.copytree(tmp_path / "proof", tmp_path / "changed-proof")
    with open(tmp_path / "changed-proof" / "proof.drat", "a") as file:
        file.write("1 0\n")
    return tmp_path


@pytest.fixture
def folder(files: Path, tmp_path: Path) -> Path:
    """A folder with a copy of these files."""
    return shutil.copytree(files, tmp_path / "copy")


#: Commands that take their time; other tests have fast ones with the same exit codes.
SLOW = re.compile("book|generate .* --count")


@pytest.mark.parametrize(
    ("code", "command"),
    [
        pytest.param(*row, marks=pytest.mark.slow if SLOW.search(row[1]) else (), id=f"{row[0]}-{row[1]}")
        for row in rows()
        if row[0] != 130
    ],
)
def test_row(code: int, command: str, folder: Path, run, monkeypatch: pytest.MonkeyPatch) -> None:
    name, *words = shlex.split(command)
    assert name == "nonosat"
    monkeypatch.chdir(folder)
    done = run(*words)
    assert done.code == code, done.out + done.err
    assert "Traceback" not in done.err


def test_interrupted(folder: Path) -> None:
    (command,) = [command for code, command in rows() if code == 130]
    whole = [sys.executable, "-m", *shlex.split(command)]
    process = subprocess.Popen(
        whole, cwd=folder, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    # More than a pipe holds: when all is written, the command is reading, and waits for the end of its input.
    process.stdin.write(b"#\n" * 200_000)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.strip() == b"nonosat: interrupted"


def test_documentation_and_help_have_the_exit_codes() -> None:
    from nonosat.cli import cli

    assert {code for code, _ in rows()} == set(ExitCode) == {0, 1, 2, 3, 4, 5, 130}
    assert [code for code in ExitCode if not re.search(rf"\b{int(code)}\b", str(cli.help))] == []


def test_every_exit_code_is_that_of_an_answer_an_error_or_an_interrupt() -> None:
    of_errors = {
        kind.exit_code for kind in vars(errors).values() if isinstance(kind, type) and hasattr(kind, "exit_code")
    }
    assert of_errors | set(map(int, Outcome)) | {ExitCode.INTERRUPTED} == set(ExitCode)
