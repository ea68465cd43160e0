"""Hexagonal pictures that are too large to draw by hand."""

from __future__ import annotations

from collections.abc import Callable

from picture_file import PictureFile

DRAWINGS: dict[str, Callable[[], PictureFile]] = {}
