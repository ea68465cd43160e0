"""nonosat as a library: its names, its five lines, and what importing it costs."""

from __future__ import annotations

import importlib
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from conftest import RECT

import nonosat


def python(program: str, cwd: Path | None = None) -> str:
    """What a program prints when a Python of its own runs it."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", nonosat.__all__)
def test_names(name: str) -> None:
    value = getattr(nonosat, name)
    if name == "__version__":
        assert value.count(".") == 2
    elif name != "UNKNOWN":
        assert value.__name__ == name
        assert value.__doc__
        assert not value.__doc__.startswith(f"{name}(")  # not the one that dataclasses make up


def test_all_is_all() -> None:
    assert dir(nonosat) == sorted(nonosat.__all__)
    public = {name for names in nonosat._HOMES.values() for name in names}
    assert public | {"__version__"} == set(nonosat.__all__)
    for home, names in nonosat._HOMES.items():
        module = importlib.import_module(f"nonosat.{home}")
        for name in names:
            assert getattr(module, name) is getattr(nonosat, name)


def test_star_and_unknown_names() -> None:
    space: dict[str, object] = {}
    exec("from nonosat import *", space)
    assert set(nonosat.__all__) <= set(space)
    with pytest.raises(AttributeError, match="module 'nonosat' has no attribute 'nothing'"):
        _ = nonosat.nothing


def test_the_example(tmp_path: Path) -> None:
    assert nonosat.__doc__
    indented = [line for line in nonosat.__doc__.split("\n") if line.startswith("    ")]
    assert len(indented) == 4
    (tmp_path / "puzzle.clues").write_text(RECT)
    assert python(textwrap.dedent("\n".join(indented)), tmp_path) == "-a--a\nb-a-a\nbba-a\nb-b-a True\n"


def test_the_way_from_a_text_to_a_drawing() -> None:
    puzzle = nonosat.loads(RECT)
    result = nonosat.solve(puzzle, unique=True)
    assert result.unique
    assert result.picture.rows() == [(0, 1, 0, 0, 1), (2, 0, 1, 0, 1), (2, 2, 1, 0, 1), (2, 0, 2, 0, 1)]
    assert nonosat.check(puzzle, result.picture) == []
    assert [picture.cells for picture in nonosat.solutions(puzzle)] == [result.picture.cells]
    assert "<svg" in nonosat.svg(puzzle, result.picture)
    formula = nonosat.encode(puzzle)
    with nonosat.find_backend().open(formula) as session:
        assert nonosat.decode(puzzle, session.solve()) == result.picture


HEAVY = {"pysat", "pysolvers", "svgwrite", "click", "numpy", "highspy", "multiprocessing", "subprocess"}


@pytest.mark.parametrize(
    "program",
    [
        "import nonosat",
        "import nonosat; nonosat.loads, nonosat.solve, nonosat.check, nonosat.Puzzle",
        "import nonosat.solving.pipeline, nonosat.model.verifier, nonosat.formats.clues, nonosat.backends",
        "import nonosat.results.report",
        # Lines alone solve this one, so there is nothing for a solver to do.
        "import nonosat; assert nonosat.solve(nonosat.loads('rect 1 1\\n#ffffff #000000\\n1a\\n1a\\n')).unique",
    ],
)
def test_imports_are_light(program: str) -> None:
    loaded = python(f"{program}\nimport sys; print(*sorted(sys.modules), sep='\\n')").split("\n")
    assert "nonosat" in loaded
    assert HEAVY.isdisjoint(loaded)


def test_verification_loads_nothing_that_it_checks() -> None:
    loaded = python("import nonosat.model.verifier, sys; print(*sorted(sys.modules), sep='\\n')").split("\n")
    own = {name for name in loaded if name.startswith("nonosat")}
    model = {f"nonosat.model.{name}" for name in ("clue", "grid", "nouns", "palette", "picture", "puzzle", "verifier")}
    assert own == {"nonosat", "nonosat.version", "nonosat.errors", "nonosat.model", *model}
