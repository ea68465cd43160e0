"""The packages and the imports between them, read from the source: imports run downward only."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest
from places import TESTS
from source_trees import SOURCE, all_nodes, source_trees

#: Every package and loose module, bottom to top, with those it may import. A new one needs a row here.
LAYERS: dict[str, set[str]] = {
    "core": set(),
    "version": set(),
    "model": {"core"},
    "parallel": {"core"},
    "cnf": {"core", "model"},
    "formats": {"core", "model"},
    "drawing": {"core", "model"},
    "lines": {"core", "model"},
    "encodings": {"core", "model", "cnf", "lines"},
    "solvers": {"core", "parallel", "cnf"},
    "solving": {"core", "model", "parallel", "cnf", "formats", "drawing", "lines", "encodings", "solvers"},
    "analysis": {"core", "model", "cnf", "formats", "lines", "solvers", "solving"},
    "proofs": {"core", "version", "model", "parallel", "cnf", "formats", "lines", "encodings", "solvers", "solving"},
    "explaining": {"core", "model", "cnf", "formats", "lines", "encodings", "solvers", "solving", "analysis"},
    "authoring": {
        *("core", "model", "formats", "drawing", "lines", "solvers", "solving", "analysis", "explaining"),
    },
    "scanning": {"core", "model", "solving", "analysis"},
    "publishing": {"core", "model", "formats", "drawing", "solving", "explaining"},
    "drawing_board": {
        *("core", "model", "parallel", "formats", "drawing", "lines", "solving", "analysis", "explaining"),
        *("authoring", "publishing"),
    },
    "batch": {"core", "version", "model", "parallel", "formats", "lines", "solving", "explaining"},
    "cli": {
        *("core", "model", "parallel", "cnf", "formats", "drawing", "encodings", "solvers", "solving"),
        *("analysis", "proofs", "explaining", "authoring", "scanning", "publishing", "drawing_board", "batch"),
    },
    "__main__": {"core", "cli"},
    "notebook": {"core", "model", "drawing", "analysis", "authoring", "explaining"},
    # The names of the library; it imports them when they are first used.
    "__init__": {
        *("core", "version", "model", "cnf", "formats", "drawing", "encodings", "solvers", "solving"),
        *("analysis", "proofs", "explaining", "authoring", "scanning", "publishing", "notebook"),
    },
}

#: Packages of others that a module may need to be imported at all, by the beginning of its name.
AT_IMPORT = {
    "click": ("cli",),
    "svgwrite": (
        *("drawing.svg", "drawing.puzzle_canvas", "drawing.worksheet", "drawing.paper"),
        *("publishing.animation", "publishing.book_page"),
    ),
    "numpy": (
        *("analysis.frontier", "authoring.drawn_cells", "authoring.image_canvas", "authoring.image_ground"),
        "authoring.photograph_cells",
        *(
            "lines.cell_arrays",
            "solving.beliefs",
            "solving.cell_neighbors",
        ),
        *("solving.portfolio.probing_cells", "solving.portfolio.probing_search"),
        *("solving.relaxation.linear_program", "solving.relaxation.weights", "scanning"),
    ),
    "cv2": ("scanning",),
    "highspy": ("solving.relaxation.linear_program", "scanning.choices"),
    "PIL": (
        *("authoring.drawn_cells", "authoring.image_canvas", "authoring.image_ground", "authoring.photograph_cells"),
    ),
}
#: The same for packages that it imports when it comes to using them.
WHEN_USED = {
    "click": ("__main__",),
    "numpy": ("publishing.animation_images",),
    "pysat": ("solvers", "cnf.cardinality"),
    "pysolvers": ("solvers.pysat_session", "solvers.propagation"),
    "PIL": ("authoring.tracing", "core.images", "publishing.animation_images", "drawing.pdf_file"),
    "fontTools": ("drawing.pdf_file",),
    "fpdf": ("drawing.pdf_file",),
    "resvg_py": ("drawing.drawing_file",),
    "distributed": ("parallel.dask_pool",),
}
#: Modules of nonosat that may all need packages of others to be imported, so that none is imported before it is used.
HEAVY = {f"publishing.{name}" for name in ("book", "book_front", "book_page", "book_puzzle", "book_texts")}


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
    return {module_name(path): path for path in source_trees()}


def package_of(module: str) -> str:
    return module.partition(".")[0]


@cache
def arrows() -> tuple[Arrow, ...]:
    return tuple(arrow for name, path in modules().items() for arrow in imports(name, source_trees()[path]))


def imports(source: str, tree: ast.Module) -> Iterator[Arrow]:
    # A registry names the modules that it imports when they are asked for.
    for name in re.findall(r"[\"']nonosat\.([\w.]+)[\"']", modules()[source].read_text(encoding="utf-8")):
        if name in modules():
            yield Arrow(source, f"nonosat.{name}", False)
    todo: list[tuple[ast.AST, bool]] = [(tree, True)]
    while todo:
        node, at_import = todo.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Arrow(source, alias.name, at_import)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import, expected the full name"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield Arrow(source, full if full.removeprefix("nonosat.") in modules() else str(node.module), at_import)
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, field, [])
            todo += [(child, at_import and not later) for child in inner] if isinstance(inner, list) else []


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
    assert Arrow("model.verifier", "model.puzzle", True) in own()
    assert Arrow("encodings", "encodings.start", False) in own()
    assert Arrow("solvers.pysat_backend", "pysat", False) in arrows()
    assert Arrow("solvers.propagation", "cnf.formula", False) in own()  # under TYPE_CHECKING


def test_the_table_runs_downward() -> None:
    below: set[str] = set()
    for name, allowed in LAYERS.items():
        assert allowed <= below, f"{name} stands below {sorted(allowed - below)}"
        below.add(name)


def test_every_module_has_its_place() -> None:
    new = {package_of(name) for name in modules()} - LAYERS.keys()
    assert not new, "give it a row in LAYERS"
    between = [arrow for arrow in own() if package_of(arrow.target) != package_of(arrow.source)]
    assert [arrow for arrow in between if package_of(arrow.target) not in LAYERS[package_of(arrow.source)]] == []


def test_scanning_is_a_leaf() -> None:
    """Known by the hook that reads all puzzles, by the commands that read photos, and by the names of the library."""
    above = {arrow.source for arrow in own() if package_of(arrow.target) == "scanning" != package_of(arrow.source)}
    assert above == {"cli.draw_command", "cli.puzzle_entries", "cli.scan_command", "__init__"}


def reached_from(start: str) -> set[str]:
    """A module and all that it imports, at any time and by way of others."""
    reached, todo = {start}, [start]
    while todo:
        source = todo.pop()
        for arrow in own():
            if arrow.source == source and arrow.target not in reached:
                reached.add(arrow.target)
                todo.append(arrow.target)
    return reached


@pytest.mark.parametrize("start", ["model.verifier"])
def test_verification_shares_nothing_with_what_it_checks(start: str) -> None:
    reached = reached_from(start)
    parts = ("clue", "grid", "nouns", "palette", "picture", "picture_forms", "puzzle", "verifier")
    assert reached == {"core.arguments", "core.errors", *(f"model.{name}" for name in parts)}


@pytest.mark.parametrize("name", ["checker_cnf", "rup", "drat_steps"])
def test_the_checker_of_proofs_shares_nothing_with_what_writes_them(name: str) -> None:
    targets = {arrow.target for arrow in own() if arrow.source == f"proofs.drat.{name}"}
    allowed = {"core.errors", "core.deadline", "model.nouns", "proofs.drat.drat_steps"}
    assert targets <= allowed | ({"solvers.propagation"} if name == "rup" else set())


def test_unit_propagation_shares_nothing_with_what_writes_proofs() -> None:
    """The checker of proofs trusts it; importing it makes the registry of backends, too, but uses none of them."""
    used = {arrow.target for arrow in arrows() if arrow.source == "solvers.propagation"}
    assert {target for target in used if target.startswith("nonosat")} == {"nonosat.core.errors", "nonosat.cnf.formula"}
    assert {target for target in used if target.startswith("pys")} == {"pysolvers"}


CLAIM_CHECKERS = {
    "hitting_set_bound": set(),
    "statement": {"formats.picture_text", "model.picture", "model.puzzle", "model.verifier"},
    "claim_reader": {
        *("model.nouns", "model.palette", "model.picture", "model.puzzle"),
        *("proofs.hitting_set_bound", "proofs.manifest", "proofs.statement"),
    },
}


@pytest.mark.parametrize("name", CLAIM_CHECKERS)
def test_the_checker_of_claims_shares_nothing_with_what_finds_them(name: str) -> None:
    targets = {arrow.target for arrow in own() if arrow.source == f"proofs.{name}"}
    assert targets <= {"core.errors", "core.deadline", *CLAIM_CHECKERS[name]}


@pytest.mark.parametrize("name", ["linear_checker", "line_placements"])
def test_the_checker_of_weights_shares_nothing_with_what_finds_them(name: str) -> None:
    targets = {arrow.target for arrow in own() if arrow.source == f"proofs.linear.{name}"}
    allowed = {"proofs.manifest", "proofs.linear.line_placements"}
    allowed |= {
        "model.clue",
        "model.nouns",
        "model.palette",
        "model.picture",
        "model.puzzle",
        "proofs.linear",
        "proofs.statement",
    }
    assert targets <= {"core.errors", "core.deadline", *allowed}


@pytest.mark.parametrize(
    "name",
    [
        *("model.verifier", "proofs.drat.checker_cnf", "proofs.drat.drat_steps", "proofs.drat.rup"),
        "proofs.hitting_set_bound",
        *("proofs.statement", "proofs.claim_reader", "proofs.linear.linear_checker", "proofs.linear.line_placements"),
    ],
)
def test_checkers_are_plain_python(name: str) -> None:
    """The compiled kernels, like all that they speed up, are no part of what a proof has to be trusted with."""
    reached = reached_from(name)
    assert "core.compiled" not in reached
    assert "lines" not in {package_of(module) for module in reached}


def test_kernels_are_loaded_in_one_place() -> None:
    for name, path in modules().items():
        assert ("_kernels" in path.read_text(encoding="utf-8")) == (name == "core.compiled"), name


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


def test_no_circle_at_all() -> None:
    """Also not of imports for type checkers, inside functions, and of modules that a registry names."""
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for arrow in own():
        if arrow.source != "__init__":  # whose names are imported when they are first used
            graph[arrow.source].add(arrow.target)
    TopologicalSorter(graph).prepare()  # raises CycleError


def test_names_of_modules_are_unique() -> None:
    """So that a traceback or an error of mypy says where it is."""
    names = Counter(path.name for path in modules().values() if path.name != "__init__.py")
    assert [name for name, count in names.items() if count > 1] == []


def test_names_of_public_classes_are_unique() -> None:
    """Likewise."""
    nodes = (node for path in modules().values() for node in all_nodes(path) if isinstance(node, ast.ClassDef))
    classes = Counter(node.name for node in nodes if not node.name.startswith("_"))
    assert [name for name, count in classes.items() if count > 1] == []


def test_heavy_packages_wait_until_they_are_used() -> None:
    """Modules that need a package to be imported are imported at once only by others that do, or beside them."""
    heavy = {arrow.source for arrow in arrows() if arrow.at_import and arrow.target.partition(".")[0] in AT_IMPORT}
    heavy |= HEAVY
    for arrow in own():
        if arrow.at_import and arrow.target in heavy and arrow.source not in heavy:
            assert package_of(arrow.source) == package_of(arrow.target), (
                f"{arrow.source} imports {arrow.target} at once"
            )


@pytest.mark.parametrize("package", [name for name, path in modules().items() if path.name == "__init__.py"])
def test_the_map_of_a_package_names_its_modules(package: str) -> None:
    tree = source_trees()[modules()[package]]
    named = set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", ast.get_docstring(tree) or ""))
    known = {name.rpartition(".")[2] for name in modules()}
    assert named <= known


def test_the_tests_mirror_the_packages() -> None:
    """The tests of a package are in the folder of its name; commands are tested as users call them, in tests/cli."""
    folders = {path.name for path in (TESTS / "unit").iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == LAYERS.keys() - {"version", "cli", "notebook", "__main__", "__init__"}
    strayed = [path.name for path in TESTS.glob("test_*.py")]
    assert strayed == [], "expected in a folder of a package, or in cli, docs or whole"
