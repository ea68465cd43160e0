"""The compiled kernels: loaded where they were built, and left out on request."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from nonosat.core.compiled import kernels, kernels_sentence


@pytest.fixture(autouse=True)
def loaded_anew() -> Iterator[None]:
    kernels.cache_clear()
    yield
    kernels.cache_clear()


def test_they_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NONOSAT_KERNELS", "no")
    assert kernels() is None
    assert "no" in kernels_sentence()


def test_they_may_not_have_been_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nonosat._kernels", None)
    assert "no" in kernels_sentence()


def test_they_are_loaded_when_lines_are_solved() -> None:
    program = "import sys, nonosat.cli, nonosat.formats, nonosat.model.puzzle; print('nonosat._kernels' in sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
