"""docs/architecture.svg is what docs/make_map.py draws of the source."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from types import ModuleType

import pytest
from docs_pages import DOCS, UPDATE

pytestmark = pytest.mark.slow

SCRIPT = DOCS / "make_map.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    if UPDATE:
        subprocess.run([sys.executable, SCRIPT], check=True)
    spec = importlib.util.spec_from_file_location("make_map", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_what_the_script_draws(script: ModuleType) -> None:
    assert script.PICTURE.read_text(encoding="utf-8") == script.picture()
