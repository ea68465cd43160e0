"""Chromium without a window."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def running_chromium(*options: str) -> Iterator[Any]:
    """A browser of playwright, or None where it or Chromium is missing."""
    path = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        # Its sandbox does not run as root or in most containers; the pages are our own.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *options])
        try:
            yield browser
        finally:
            browser.close()
