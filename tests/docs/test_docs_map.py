"""docs/modules.md and docs/architecture.svg are what docs/make_map.py makes of the source."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from itertools import pairwise
from types import ModuleType

import pytest
from docs_pages import DOCS, UPDATE
from source_trees import SOURCE, source_trees

SCRIPT = DOCS / "make_map.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    if UPDATE:
        subprocess.run([sys.executable, SCRIPT], check=True)
    spec = importlib.util.spec_from_file_location("make_map", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_script_writes(script: ModuleType) -> None:
    assert script.PAGE.read_text(encoding="utf-8") == script.page()


def test_the_picture_is_what_the_script_draws(script: ModuleType) -> None:
    assert script.PICTURE.read_text(encoding="utf-8") == script.picture()


def test_every_module_is_in_the_map_with_a_sentence(script: ModuleType) -> None:
    rows = re.findall(r"^\| \[\w+\]\(\.\./src/nonosat/(\S+)\) \| \S[^|]*[.`] \|$", script.page(), re.MULTILINE)
    found = [path.relative_to(SOURCE).as_posix() for path in source_trees() if path.stem != "__init__"]
    assert sorted(rows) == sorted(found)


def test_arrows_say_what_is_imported(script: ModuleType) -> None:
    """Each import follows from arrows, each arrow is an import, and all lead downward."""
    arrows = script.arrows()
    below: dict[str, set[str]] = {}
    for name in sorted(script.imports(), key=script.layer):
        targets = [target for source, target in arrows if source == name]
        below[name] = set(targets).union(*(below[target] for target in targets))
    for name, targets in script.imports().items():
        text = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / name).rglob("*.py"))
        stated = set(re.findall(r"^ *from nonosat\.(\w+)", text, re.MULTILINE)) & set(below) - {name}
        assert stated <= targets <= below[name] == script.reached(name)
    assert len(set(below["cli"])) == len(below) - 1


def test_boxes_do_not_overlap(script: ModuleType) -> None:
    boxes = re.findall(r'<rect x="(-?\d+)" y="(\d+)" width="(\d+)"', script.picture())
    assert len(boxes) == len(script.imports())
    for row in {y for _, y, _ in boxes}:
        ends = sorted((int(x), int(x) + int(width)) for x, y, width in boxes if y == row)
        assert all(one[1] < two[0] for one, two in pairwise(ends))
