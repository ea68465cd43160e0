"""The files of a page in `player/`: its template, its style sheet, and its script, put together from modules.

The modules are those of a browser, and run as they are from a server. A page is one file, so it holds them one after
the other in one script, each after those that it imports. They share the names at their top, which are therefore unique
among all modules.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

#: The module that starts the others.
START = "start.js"

_IMPORT = re.compile(r'(?m)^import \{[^}]*\} from "\./(\w+\.js)";\n')
_COMMENT = re.compile(r"(?m)^ *(?://|/\*\*|\*).*\n")


@cache
def asset(name: str) -> str:
    """The text of a file of the page."""
    # Browsers hash the text with line feeds, also where files are checked out with other line ends.
    return files("nonosat.publishing").joinpath("player", name).read_bytes().decode().replace("\r\n", "\n")


def module_order(name: str = START) -> tuple[str, ...]:
    """A module and all that it needs, each after those that it imports."""
    found: dict[str, None] = {}

    def visit(module: str) -> None:
        if module in found:
            return
        for imported in _IMPORT.findall(asset(module)):
            visit(imported)
        found[module] = None

    visit(name)
    return tuple(found)


@cache
def bundled_script() -> str:
    """All modules as one script, without what only readers need: comments and indents."""
    text = "".join(_IMPORT.sub("", asset(module)) for module in module_order())
    text = re.sub(r"(?m)^export ", "", _COMMENT.sub("", text))
    return '"use strict";\n' + re.sub(r"(?m)^\s+", "", text)
