"""The syntax trees of all modules of nonosat, parsed once for all tests that read the source."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

import nonosat

SOURCE = Path(nonosat.__file__).parent


@cache
def source_trees() -> dict[Path, ast.Module]:
    """From the path of each module to its tree."""
    # Their objects stay to the end, and Python would look for garbage among all of them time and again.
    gc.disable()
    found = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    gc.freeze()
    gc.enable()
    return found


@cache
def all_nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module."""
    return tuple(ast.walk(source_trees()[path]))
