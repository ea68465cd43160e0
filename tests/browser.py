"""A real browser for tests of pages: Debian's chromium, or another Chromium or Chrome, through playwright.

Tests that need it are skipped where it is missing. With NONOSAT_REQUIRE_BROWSER=1 in the environment they fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

#: Names of the program, the likeliest first.
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def running_browser() -> Iterator[Any]:
    """A browser of playwright; skips the test if there is none."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright is not installed")
    if path is None:
        _missing("chromium is not installed")
    with sync_playwright() as playwright:
        # Its sandbox does not run as root or in most containers; the pages are our own.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def _missing(reason: str) -> None:
    if os.environ.get("NONOSAT_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
