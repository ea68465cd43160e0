"""The modules of a page: each small, imported only downward, and the same in one script as from a server."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from browser import running_browser
from conftest import RECT

from nonosat.formats.loading import loads
from nonosat.publishing import page_assets
from nonosat.publishing.page import PagePuzzle, page_text
from nonosat.publishing.page_assets import asset, bundled_script, module_order

FOLDER = Path(page_assets.__file__).with_name("player")
MODULES = sorted(path.name for path in FOLDER.glob("*.js"))
_IMPORT = re.compile(r'(?m)^import \{ (.*) \} from "\./(\w+\.js)";$')


def test_every_module_is_in_the_script() -> None:
    assert sorted(module_order()) == MODULES
    assert not re.search(r"(?m)^(import|export)\b", bundled_script())


def test_modules_import_only_what_comes_before_them() -> None:
    """So there is no circle; and each line that imports has the form that the script leaves out."""
    before: set[str] = set()
    for name in module_order():
        text = asset(name)
        found = _IMPORT.findall(text)
        assert len(found) == len(re.findall(r"\bimport\b.* from ", text))
        assert {module for _, module in found} <= before
        for names, module in found:
            for imported in names.split(", "):
                assert re.search(rf"(?m)^export (function|class|const) {imported}\b", asset(module))
                assert len(re.findall(rf"\b{imported}\b", text)) > 1, f"{name} does not use {imported}"
        before.add(name)


def test_modules_are_small_and_share_no_name() -> None:
    names: Counter[str] = Counter()
    for name in MODULES:
        text = asset(name)
        assert text.count("\n") <= 250
        names.update(re.findall(r"(?m)^(?:export )?(?:function|class|const|let) (\w+)", text))
        # Indents are left out of the script, so no text may go on in the next line.
        assert all(line.count("`") % 2 == 0 for line in text.split("\n") if not line.lstrip().startswith(("//", "*")))
    assert [name for name, count in names.items() if count > 1] == []


def played(page: Any) -> str:
    """The page after some marks."""
    page.wait_for_selector("[role=grid]")
    for number in (0, 1, 5):
        page.locator("[role=gridcell]").nth(number).click()
    page.wait_for_timeout(100)
    return page.locator("main").inner_html()


@pytest.mark.browser
def test_modules_from_a_server_make_the_same_page() -> None:
    text = page_text([PagePuzzle(puzzle=loads(RECT), name="rect")])
    served = re.sub(r"<meta http-equiv[^>]*>", "", text)
    served = served.replace(f"<script>{bundled_script()}</script>", '<script type="module" src="start.js"></script>')
    assert "start.js" in served

    def serve(route: Any) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        if name.endswith(".js"):
            route.fulfill(body=asset(name), content_type="text/javascript")
        else:
            route.fulfill(body=text if name == "one.html" else served, content_type="text/html")

    pages = []
    with running_browser() as browser:
        for name in ("one.html", "modules.html"):
            context = browser.new_context()
            context.route("**/*", serve)
            page = context.new_page()
            page.goto(f"http://page.test/{name}")
            pages.append(played(page))
            context.close()
    assert pages[0] == pages[1]
    assert "gridcell" in pages[0]
