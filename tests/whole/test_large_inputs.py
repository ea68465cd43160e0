"""Files that are larger than any puzzle: they are refused in one short line, and soon."""

from __future__ import annotations

import gzip
import time

import pytest
from conftest import TWO, write
from refusals.clues import HEAD

from nonosat.core.errors import InputError
from nonosat.core.files import read_bytes
from nonosat.formats import FORMATS, load

LONG = 10_000_000
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


@pytest.mark.thinned(9)
@pytest.mark.parametrize("name", LONG_LINES)
def test_lines_of_ten_megabytes(run, tmp_path, name):
    content, line, column = LONG_LINES[name]
    path = write(tmp_path / "p.clues", content())
    began = time.process_time()
    result = run("solve", path)
    assert time.process_time() - began < 2
    assert result.code == 3
    assert result.err.startswith(f"{path}:{line}:{column}: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < len(str(path)) + 200


@pytest.mark.thinned(4)
@pytest.mark.parametrize("name", FORMATS)
def test_size(name, tmp_path):
    format_ = FORMATS[name]
    path = write(tmp_path / "p", " " * (format_.max_characters + 1))
    with pytest.raises(
        InputError, match=f"(more than {format_.max_characters:,} (characters|bytes), expected a smaller)"
    ):
        load(path, name)


def test_too_many_bytes(rect):
    packed = write(rect.with_suffix(".gz"), gzip.compress(bytes(5000)))
    size = len(rect.read_bytes())
    assert len(read_bytes(str(rect), size)) == size
    for path, limit in ((rect, size - 1), (packed, 4999)):
        with pytest.raises(InputError) as caught:
            read_bytes(str(path), limit)
        assert str(caught.value) == f"{path}: more than {limit:,} bytes, expected a smaller file"
