"""The modules of nonosat, and their syntax trees, parsed once in a process; nothing is imported."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

import nonosat

SOURCE = Path(nonosat.__file__).parent


@cache
def source_files() -> dict[str, Path]:
    """From full names of modules, as `nonosat.model.puzzle`, to their files."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def source_trees() -> dict[str, ast.Module]:
    """From full names of modules to their trees."""
    # Their objects stay to the end, and Python would look for garbage among all of them time and again.
    gc.disable()
    found = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in source_files().items()}
    gc.freeze()
    gc.enable()
    return found
