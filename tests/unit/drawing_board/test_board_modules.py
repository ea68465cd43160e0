"""The modules of the page: they import only downward, and use only words that the page has."""

from __future__ import annotations

import json
import re

from nonosat.drawing_board.page_files import page_files

FILES = {path: file.data.decode() for path, file in page_files().items()}
BOARD = {path: text for path, text in FILES.items() if path.startswith("/board/") and path.endswith(".js")}
_IMPORT = re.compile(r'(?m)^import \{ (.*) \} from "(\.?/[\w/]+\.js)";$')
_WORD = re.compile(r'\b(?:word|counted|field|menu|[bB]utton)\("([\w.]+)"')


def imports(path: str) -> list[tuple[str, list[str]]]:
    """The modules that a module imports, with the names that it takes from them."""
    folder = path.rpartition("/")[0]
    found = _IMPORT.findall(FILES[path])
    return [
        (place.replace("./", f"{folder}/") if place[0] == "." else place, names.split(", ")) for names, place in found
    ]


def test_modules_import_only_downward() -> None:
    done: list[str] = []

    def visit(path: str, above: tuple[str, ...] = ()) -> None:
        assert path not in above, "modules in a circle"
        if path not in done:
            for module, names in imports(path):
                for name in names:
                    assert re.search(rf"(?m)^export (async )?(function|class|const) {name}\b", FILES[module])
                    assert len(re.findall(rf"\b{name}\b", FILES[path])) > 1, f"{path} does not use {name}"
                visit(module, (*above, path))
            done.append(path)

    visit("/board/start.js")
    assert BOARD.keys() <= set(done), "modules that nothing imports"


def test_all_words_are_there() -> None:
    page = FILES["/board/index.html"]
    words = json.loads(page[page.index('{"en"') : page.index("</script>")])["en"]
    used = {name for text in BOARD.values() for name in _WORD.findall(text)}
    assert {name for name in used if name not in words and f"{name}.one" not in words} == set()
