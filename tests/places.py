"""Folders that tests need."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
#: Puzzles from elsewhere, which a clone need not have.
SHARED = Path(os.environ.get("NONOSAT_PUZZLES") or ROOT.parent / "shared" / "puzzles")
