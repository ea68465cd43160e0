"""Files that are larger than any puzzle: they are refused in one short line, and soon."""

from __future__ import annotations

import gzip
import re

import pytest
from conftest import TWO, refused, write
from refusals.clues import HEAD

from nonosat.core.errors import InputError
from nonosat.core.files import read_bytes
from nonosat.formats import FORMATS, load, picross, pynogram, two_lists

LONG = 1_000_000
LONG_LINES = {
    "blocks": (lambda: HEAD + "1a " * (LONG // 3) + "\n", 3, 7),
    "blocks of no told colour": (lambda: HEAD + "1? " * (LONG // 3) + "\n", 3, 10),
    "different blocks": (lambda: HEAD + "\n" + " ".join(f"{n}a" for n in range(1, LONG // 7)) + "\n", 4, 4),
    "one word": (lambda: HEAD + "1" * LONG + "\n", 3, 1),
    "blanks before a word": (lambda: HEAD + " " * LONG + "x\n", 3, LONG + 1),
    "header": (lambda: "rect " + "1 " * (LONG // 2) + "\n", 1, 10),
    "header of one word": (lambda: "r" * LONG, 1, 1),
    "colour": (lambda: "rect 1 1\n#ffffff #" + "f" * LONG, 2, 9),
    "given": (lambda: TWO + "given " + "1 " * (LONG // 2), 7, 13),
}


@pytest.mark.parametrize("name", LONG_LINES)
def test_lines_of_a_megabyte(run, tmp_path, name):
    content, line, column = LONG_LINES[name]
    path = write(tmp_path / "p.clues", content())
    result = run("solve", path)
    refused(result, f"{path}:{line}:{column}")
    assert len(result.err) < len(str(path)) + 200


@pytest.mark.parametrize(
    "name", ["px", *(pytest.param(name, marks=pytest.mark.slow) for name in FORMATS if name != "px")]
)
def test_size(name, tmp_path):
    format_ = FORMATS[name]
    path = write(tmp_path / "p", " " * (format_.max_characters + 1))
    with pytest.raises(InputError, match=f"{format_.max_characters:,} (characters|bytes)"):
        load(path, name)


def test_too_many_bytes(rect):
    packed = write(rect.with_suffix(".gz"), gzip.compress(bytes(5000)))
    size = len(rect.read_bytes())
    assert len(read_bytes(str(rect), size)) == size
    for path, limit in ((rect, size - 1), (packed, 4999)):
        with pytest.raises(InputError, match=f"{limit:,} bytes"):
            read_bytes(str(path), limit)


#: More clues than there may be: a file of so many, the place of the error, and its noun.
MANY_CLUES = {
    "picross": ("GRID\nROWS\n" + "[]\n" * 1001, "1003:1", "rows"),
    "brackets": ("[]" * 2000 + "\n[]", "1:2002", "clues"),
    "pynogram": ("[clues]\nrows=" + "1," * 1001, "2:1", "rows"),
}


@pytest.mark.parametrize("name", MANY_CLUES)
def test_too_many_clues(monkeypatch, tmp_path, name):
    for module in (picross, pynogram, two_lists):
        monkeypatch.setattr(module, "MAX_LINES", 1000)
    content, place, noun = MANY_CLUES[name]
    path = write(tmp_path / "p", content)
    with pytest.raises(InputError, match=f"^{re.escape(str(path))}:{place}: .*{noun}"):
        load(path, name)
