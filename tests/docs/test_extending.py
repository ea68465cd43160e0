"""docs/extending.md: each recipe works, applied as it stands there to a copy of nonosat and its tests.

The blocks of a recipe are

    python    `# PATH` and the text of a new file; or `# PATH, in NAME` and what to add to the collection that is
              assigned to NAME in a file, with imports, if any, before it
    console   commands, each after `$ `, with their output
    sh        commands that must succeed
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from docs_pages import DOCS, ROOT, UPDATE, environment
from shared_work import shared

pytestmark = pytest.mark.slow

PAGE = DOCS / "extending.md"

_ENTRY = re.compile(r'# (?P<path>\S+), in (?P<name>\w+)(\["(?P<key>\w+)"\])?\n')
_FILE = re.compile(r"# (?P<path>\S+)\n")


class Block(NamedTuple):
    """A code block of a recipe."""

    language: str
    text: str


def recipes() -> dict[str, list[Block]]:
    """From the headings of the page to the blocks below them, for those that have any of Python."""
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)[1:]
    found = {
        section.partition("\n")[0]: [
            Block(*match) for match in re.findall(r"^```(\w+)\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
        ]
        for section in sections
    }
    return {title: blocks for title, blocks in found.items() if any(block.language == "python" for block in blocks)}


def copied(root: Path) -> Path:
    """A copy of the source and of the tests, with what they read of the rest."""
    for folder in ("src/nonosat", "tests"):
        shutil.copytree(ROOT / folder, root / folder)
    for name in ("puzzles", "docs", "README.md", "pyproject.toml"):
        (root / name).symlink_to(ROOT / name)
    (root / "work").mkdir()
    (root / "work" / "puzzles").symlink_to(ROOT / "puzzles")
    return root


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which all recipes are applied; workers share it."""

    def make() -> Path:
        root = copied(tmp_path_factory.mktemp("recipes"))
        for blocks in recipes().values():
            apply_all(blocks, root)
        return root

    return shared("a copy with all recipes", make)


def apply_all(blocks: list[Block], root: Path) -> None:
    for block in blocks:
        if block.language == "python":
            apply(block, root)


def apply(block: Block, root: Path) -> None:
    """Write the new file of a block, or add its entry."""
    if match := _ENTRY.match(block.text):
        add_entry(root / match["path"], match["name"], match["key"], block.text[match.end() :])
    else:
        match = _FILE.match(block.text)
        assert match, f"a block that names no file: {block.text[:60]}"
        path = root / match["path"]
        assert path.parent.is_dir(), path
        assert not path.exists(), f"{path} is there already"
        path.write_text(block.text[match.end() :])


def add_entry(path: Path, name: str, key: str | None, text: str) -> None:
    """Add an entry at the end of a collection that a file assigns to a name, and imports before its own."""
    imports = "".join(re.findall(r"^(?:from|import) .*\n", text, re.MULTILINE))
    entry = text.replace(imports, "", 1).strip().removesuffix(",")
    source = path.read_text()
    lines = source.splitlines(keepends=True)
    last = elements(assigned(ast.parse(source), name, key))[-1]
    # Split the line behind the last element, its comma included, so that the entry stands on lines of its own.
    row, column = last.end_lineno - 1, len(lines[last.end_lineno - 1].encode()[: last.end_col_offset].decode())
    before, after = lines[row][:column], lines[row][column:].lstrip().removeprefix(",")
    lines[row] = f"{before},\n{entry},{after}"
    if imports:
        first = next(i for i, line in enumerate(lines) if re.match(r"from nonosat|import nonosat", line))
        lines.insert(first, imports)
    path.write_text("".join(lines))
    ast.parse(path.read_text())


def assigned(tree: ast.Module, name: str, key: str | None) -> ast.expr:
    """The collection that is assigned to a name, or the one that it has under a key."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            value = node.value
            if key is not None:
                keys = [each.value for each in value.keys]
                value = value.values[keys.index(key)]
            return value
    raise LookupError(name)


def elements(value: ast.expr) -> list[ast.expr]:
    """The values of a dictionary, the arguments of a call of `registry`, or the elements of a tuple."""
    return value.values if isinstance(value, ast.Dict) else value.args if isinstance(value, ast.Call) else value.elts


#: The tests of all modules: allowed imports, unique names, docstrings.
DEMANDS = [f"python -m pytest tests/{name}.py" for name in ("whole/test_architecture", "docs/test_docstrings")]


@pytest.mark.parametrize("title", recipes())
def test_recipe(every: Path, title: str) -> None:
    """Where all recipes are applied, the commands of each print what it shows."""
    compare_sessions(recipes()[title], every)


@pytest.mark.slow
@pytest.mark.parametrize("command", DEMANDS)
def test_recipes_keep_the_rules(every: Path, command: str) -> None:
    run_tests(command, every)


@pytest.mark.slow
@pytest.mark.parametrize("title", recipes())
def test_recipe_alone(tmp_path: Path, title: str) -> None:
    """A recipe needs nothing of another one, and the tests that it names pass."""
    blocks, root = recipes()[title], copied(tmp_path)
    apply_all(blocks, root)
    compare_sessions(blocks, root)
    for command in [line for block in blocks if block.language == "sh" for line in block.text.splitlines()] + DEMANDS:
        run_tests(command, root)


def compare_sessions(blocks: list[Block], root: Path) -> None:
    """Run the commands of a recipe that are shown with their output."""
    for block in blocks:
        if block.language == "console":
            for command, output in re.findall(r"^\$ ([^\n]*)\n((?:(?!\$ )[^\n]*\n)*)", block.text, re.MULTILINE):
                compare(command, output, run(command, root / "work", root))


def run_tests(command: str, root: Path) -> None:
    """Run tests in a copy."""
    done = run(f"{command} -q -p no:cacheprovider", root, root)
    assert re.search(r"\b[1-9]\d* passed", done.stdout), done.stdout
    assert done.returncode == 0, done.stdout


def compare(command: str, output: str, done: subprocess.CompletedProcess[str]) -> None:
    if UPDATE:
        whole = f"$ {command}\n"
        PAGE.write_text(PAGE.read_text().replace(whole + output, whole + done.stdout))
    else:
        assert done.stdout == output, done.stdout


def run(command: str, folder: Path, root: Path) -> subprocess.CompletedProcess[str]:
    """Run a shell command with the nonosat of a copy; standard error goes where standard output goes."""
    env = {**environment(), "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root / "tests")])}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # one command after another imports the copy
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )


def test_there_are_recipes() -> None:
    assert set(recipes()) == {"A file format", "An encoding", "A solver", "A grid", "A command"}


def test_entries_are_added_where_they_belong(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_text("import nonosat\n\nA: dict = f(1, 2)\nB = {'x': {'y': f(2,\n  3)}, 'z': {}}\nC = (1,)\n")
    add_entry(path, "A", None, "3,\n")
    add_entry(path, "B", "x", "from os import path\n'w': 5,\n")
    add_entry(path, "C", None, "(\n  2,\n),\n")
    space: dict[str, object] = {"f": max}
    exec(path.read_text(), space)
    assert (space["A"], space["B"], space["C"]) == (3, {"x": {"y": 3, "w": 5}, "z": {}}, (1, (2,)))
    assert path.read_text().startswith("from os import path\nimport nonosat\n")
