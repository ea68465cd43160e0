"""docs/api.md is what docs/make_api.py writes from the docstrings, and has every public name."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys

import pytest
from docs_pages import DOCS, UPDATE

import nonosat

SCRIPT = DOCS / "make_api.py"


def script():
    spec = importlib.util.spec_from_file_location("make_api", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.costly
def test_the_page_is_what_the_script_writes() -> None:
    if UPDATE:
        subprocess.run([sys.executable, SCRIPT], check=True)
    module = script()
    assert module.PAGE.read_text(encoding="utf-8") == module.page()


def test_it_has_every_public_name() -> None:
    headings = re.findall(r"^### (.*)$", script().page(), re.MULTILINE)
    assert sorted(headings) == sorted(name for name in nonosat.__all__ if name != "__version__")


def test_no_address_of_an_object_is_in_it() -> None:
    assert not re.search(r" at 0x|ForwardRef", script().page())


def test_docstrings_become_lists() -> None:
    doc = "Do it.\n\nArgs:\n    n: how many,\n        at most 3.\n    m: more.\n\nRaises:\n    ValueError: no."
    text = "Do it.\n\n*Args*\n\n- `n`: how many,\n  at most 3.\n- `m`: more.\n\n*Raises*\n\n- `ValueError`: no.\n"
    assert script()._text(doc) == text
