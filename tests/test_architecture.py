"""The rooms of the house and the arrows between them, read from the imports: arrows run downward only."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import nonosat

SOURCE = Path(nonosat.__file__).parent

#: Every room, bottom to top, with the rooms it may import. A new room needs a row here before it may be used.
ROOMS: dict[str, set[str]] = {
    "version": set(),
    "errors": set(),
    "files": {"errors"},
    "processes": set(),
    "grid": {"errors"},
    "puzzle": {"errors", "grid"},
    "families": {"errors", "grid", "puzzle"},
    "formats": {"errors", "files", "grid", "puzzle"},
    "lines": {"errors", "grid", "puzzle"},
    "cnf": {"errors"},
    "encodings": {"errors", "grid", "puzzle", "lines", "cnf"},
    "backends": {"errors", "files", "processes", "cnf"},
    "explanation": {"errors", "grid", "puzzle", "cnf"},
    "search": {"errors", "grid", "puzzle", "lines"},
    "verifier": {"errors", "grid", "puzzle"},
    "relaxation": {"errors", "puzzle", "lines", "verifier"},
    "decoder": {"errors", "grid", "puzzle", "lines"},
    "drawing": {"errors", "grid", "puzzle"},
    "pictures": {"errors", "puzzle", "lines", "cnf", "backends", "decoder", "verifier"},
    "race": {"errors", "processes"},
    "strategy": {
        *("errors", "processes", "puzzle", "lines", "cnf", "encodings", "backends", "search"),
        *("relaxation", "verifier", "pictures", "race"),
    },
    "pipeline": {
        *("errors", "processes", "puzzle", "lines", "cnf", "encodings", "backends", "decoder", "verifier"),
        *("search", "pictures", "strategy"),
    },
    "facts": {"puzzle", "lines", "pipeline"},
    "goals": {"puzzle", "verifier", "pipeline"},
    "tracing": {"errors", "files", "grid", "puzzle", "lines", "drawing", "pipeline", "goals"},
    "conversion": {"errors", "puzzle", "formats", "verifier", "pipeline"},
    "report": {"formats", "grid", "puzzle", "pipeline", "goals"},
    "outputs": {"errors", "files", "puzzle", "cnf", "drawing", "pipeline"},
    "proofs": {
        *("version", "errors", "files", "grid", "puzzle", "formats", "lines", "cnf", "encodings", "backends"),
        *("relaxation", "verifier", "race", "pipeline"),
    },
    "compare": {
        *("errors", "processes", "grid", "puzzle", "families", "lines", "cnf", "encodings", "backends"),
        *("pictures", "drawing", "pipeline"),
    },
    "batch": {
        *("version", "errors", "files", "processes", "formats", "lines", "backends", "drawing", "strategy"),
        *("pipeline", "outputs"),
    },
    "cli": {
        *("version", "errors", "files", "grid", "puzzle", "formats", "cnf", "encodings", "explanation", "backends"),
        *("decoder", "verifier", "drawing", "strategy", "pipeline"),
        *("tracing", "facts", "goals", "conversion"),
        *("report", "outputs", "proofs", "compare", "batch", "processes", "families"),
    },
    "__main__": {"version", "errors", "cli"},
    # The names of the library; it imports them when they are first used.
    "__init__": {
        *("version", "errors", "grid", "puzzle", "formats", "cnf", "encodings", "backends"),
        *("decoder", "verifier", "drawing", "pipeline"),
    },
}

#: Packages of others that a module may need to be imported at all, by the beginning of its name.
AT_IMPORT = {
    "click": ("cli",),
    "svgwrite": ("drawing.svg",),
    "numpy": ("search", "relaxation.program", "relaxation.highs", "relaxation.prove"),
    "highspy": ("relaxation.highs",),
}
#: The same for packages that it imports when it comes to using them.
WHEN_USED = {
    "click": ("__main__",),
    "pysat": ("backends", "cnf.cardinality", "proofs.drat"),
    "PIL": ("tracing.image",),
    "svgwrite": ("drawing.chart",),
    "distributed": ("batch.executors",),
}


class Arrow(NamedTuple):
    """An import: by which module, of what, and whether it happens as soon as that module is imported."""

    source: str
    target: str
    at_import: bool


def module_name(path: Path) -> str:
    """The name below `nonosat`; a package goes by its own name, the library itself by `__init__`."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, Path]:
    return {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def room(module: str) -> str:
    return module.partition(".")[0]


@cache
def arrows() -> tuple[Arrow, ...]:
    return tuple(arrow for name, path in modules().items() for arrow in imports(name, ast.parse(path.read_text())))


def imports(source: str, tree: ast.Module) -> Iterator[Arrow]:
    # A registry names the modules that it imports when they are asked for.
    registered = {f"nonosat.{name}" for name in modules()}

    def walk(node: ast.AST, at_import: bool) -> Iterator[Arrow]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Arrow(source, alias.name, at_import)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import, expected the full name"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield Arrow(source, full if full.removeprefix("nonosat.") in modules() else str(node.module), at_import)
        elif isinstance(node, ast.Constant) and str(node.value) in registered:
            yield Arrow(source, str(node.value), False)
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        for child in ast.iter_child_nodes(node):
            yield from walk(child, at_import and not later)

    return walk(tree, True)


def own() -> list[Arrow]:
    """The arrows within nonosat, with the names below it."""
    found = []
    for arrow in arrows():
        if arrow.target.partition(".")[0] == "nonosat":
            target = arrow.target.removeprefix("nonosat").removeprefix(".") or "__init__"
            assert target in modules(), f"{arrow.source} imports {arrow.target}, which is not there"
            found.append(arrow._replace(target=target))
    return found


def test_something_is_read() -> None:
    """Otherwise nothing below could fail."""
    assert len(modules()) > 30
    assert Arrow("verifier", "puzzle", True) in own()
    assert Arrow("encodings", "encodings.start", False) in own()
    assert Arrow("backends.inprocess", "pysat", False) in arrows()
    assert Arrow("backends.child", "backends.inprocess", False) in own()  # under TYPE_CHECKING


def test_the_table_runs_downward() -> None:
    below: set[str] = set()
    for name, allowed in ROOMS.items():
        assert allowed <= below, f"{name} stands below {sorted(allowed - below)}"
        below.add(name)


@pytest.mark.parametrize("name", modules())
def test_every_module_has_its_place(name: str) -> None:
    assert room(name) in ROOMS, f"{room(name)} is a new room: give it a row in ROOMS and in docs/design.md"
    for arrow in own():
        if arrow.source == name and room(arrow.target) != room(name):
            assert room(arrow.target) in ROOMS[room(name)], f"{name} imports {arrow.target}"


@pytest.mark.parametrize("start", ["verifier"])
def test_verification_shares_nothing_with_what_it_checks(start: str) -> None:
    reached, todo = {start}, [start]
    while todo:
        source = todo.pop()
        for arrow in own():
            if arrow.source == source and arrow.target not in reached:
                reached.add(arrow.target)
                todo.append(arrow.target)
    assert reached == {"verifier", "errors", "grid", "puzzle"}


@pytest.mark.parametrize("name", ["cnf", "rup", "steps"])
def test_the_checker_of_proofs_shares_nothing_with_what_writes_them(name: str) -> None:
    targets = {arrow.target for arrow in own() if arrow.source == f"proofs.drat.{name}"}
    assert targets <= {"errors", "proofs.drat.steps"}


@pytest.mark.parametrize("name", ["check", "placements", "steps"])
def test_the_checker_of_weights_shares_nothing_with_what_finds_them(name: str) -> None:
    targets = {arrow.target for arrow in own() if arrow.source == f"proofs.linear.{name}"}
    allowed = {"proofs.manifest", "formats.picture", "proofs.linear.placements", "proofs.linear.steps"}
    assert targets <= {"errors", "puzzle", "verifier", "proofs.linear", *allowed}


def test_packages_of_others() -> None:
    for arrow in arrows():
        package = arrow.target.partition(".")[0]
        if package in sys.stdlib_module_names or package == "nonosat":
            continue
        homes = AT_IMPORT.get(package, ())
        if not arrow.at_import:
            homes += WHEN_USED.get(package, ())
        assert arrow.source.startswith(homes or ("nowhere",)), f"{arrow.source} imports {arrow.target}"


def test_no_cycle() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for arrow in own():
        if arrow.at_import:
            graph[arrow.source].add(arrow.target)
    TopologicalSorter(graph).prepare()  # raises CycleError


def test_heavy_packages_wait_until_they_are_used() -> None:
    """No module outside of a room whose files need a package imports those files before it has to."""
    heavy = {arrow.source for arrow in arrows() if arrow.at_import and arrow.target.partition(".")[0] in AT_IMPORT}
    for arrow in own():
        if arrow.at_import and arrow.target in heavy:
            assert room(arrow.source) == room(arrow.target), f"{arrow.source} imports {arrow.target} at once"
