"""The files that a page may load. Their names are fixed when the server starts, so no request leads elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

#: The folders of modules, by the beginning of their paths: a package and a folder in it.
_FOLDERS = {"/board/": ("nonosat.drawing_board", "page"), "/player/": ("nonosat.publishing", "player")}
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class PageFile(NamedTuple):
    """A file of a page, with its media type."""

    kind: str
    data: bytes


def page_files() -> Mapping[str, PageFile]:
    """The files that a page may load, by their paths."""
    found = {}
    for prefix, (package, name) in _FOLDERS.items():
        folder = files(package).joinpath(name)
        for file in folder.iterdir() if folder.is_dir() else ():
            kind = _TYPES.get(file.name[file.name.rfind(".") :])
            if kind is not None:
                found[prefix + file.name] = PageFile(kind, file.read_bytes())
    return found
