"""The page as one HTML file: template, style sheet, script and puzzles put together.

Texts of puzzles come from strangers. They reach the page only as data, in JSON that cannot end its element, and the
script shows them as text. A content security policy names the one script and the one style sheet by their hashes, so
that a browser runs nothing else even if something else were in the page.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from nonosat.core.errors import UsageError
from nonosat.publishing.page_puzzle import PagePuzzle, puzzle_record

#: The numbers of puzzles that can stand on a sheet of paper.
PER_SHEET = (1, 2, 4, 6)
#: The title of a page of several puzzles.
TITLE = "Nonograms"


def page_text(puzzles: Sequence[PagePuzzle], *, title: str = "", per_sheet: int = 1) -> str:
    """A page on which puzzles are played in a browser, and from which they are printed; the same for the same puzzles.

    Args:
        puzzles: at least one; several are listed.
        title: by default that of its only puzzle, or "Nonograms".
        per_sheet: number of puzzles on one sheet of paper, one of `PER_SHEET`.

    Returns:
        The text of an HTML file that refers to no other file.

    Raises:
        UsageError: there is no puzzle, one is too large, or `per_sheet` is not in `PER_SHEET`.
    """
    if not puzzles:
        raise UsageError("no puzzle for the page, expected at least one")
    if per_sheet not in PER_SHEET:
        raise UsageError(f"{per_sheet} puzzles on a sheet, expected one of {', '.join(map(str, PER_SHEET))}")
    records = [puzzle_record(puzzle) for puzzle in puzzles]
    name = title or (str(records[0]["title"]) if len(records) == 1 else TITLE)
    style, script = _asset("player.css"), _asset("player.js")
    parts = {
        "policy": f"default-src 'none'; script-src {_source(script)}; style-src {_source(style)}; "
        "base-uri 'none'; form-action 'none'",
        "title": html.escape(name),
        "style": style,
        "script": script,
        "data": _json({"title": name, "perSheet": per_sheet, "puzzles": records}),
    }
    page = _asset("page.html")
    # One pass over the template, so that `%%` within a part has no effect.
    pieces = page.split("%%")
    return "".join(parts[piece] if at % 2 else piece for at, piece in enumerate(pieces))


@cache
def _asset(name: str) -> str:
    """A file of this package, as a page holds it."""
    # Browsers hash the text with line feeds, also where files are checked out with other line ends.
    text = files("nonosat.publishing").joinpath(name).read_bytes().decode().replace("\r\n", "\n")
    # A sixth of the script are comments, which no page needs.
    return re.sub(r"(?m)^ *(//|/\*\*|\*).*\n", "", text) if name.endswith(".js") else text


def _source(text: str) -> str:
    """The hash by which a content security policy names an inline script or style sheet."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _json(content: object) -> str:
    """JSON for a script element: ASCII, without `<`, so that no text can end the element or begin a comment."""
    return json.dumps(content, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
