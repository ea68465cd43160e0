"""The encoding of a file: the declared one, UTF-8, or Latin-1 with a remark."""

from __future__ import annotations

import json

import pytest
from conftest import write

from nonosat.formats import load_sheets

LATIN = b'title "caf\xe9"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
XML = "<puzzleset><puzzle><title>café</title><solution><image>|X|</image></solution></puzzle></puzzleset>"


@pytest.mark.parametrize(
    ("suffix", "data", "has_remark"),
    [
        (".non", LATIN, True),
        (".non", LATIN.decode("latin-1").encode(), False),
        (".non", LATIN.decode("latin-1").encode("utf-16"), False),
        (".xml", b'<?xml version="1.0" encoding="ISO-8859-1"?>' + XML.encode("latin-1"), False),
        (".xml", b"<?xml version='1.0' encoding='utf-8'?>\r\n" + XML.encode(), False),
        (".xml", XML.encode("latin-1"), True),
    ],
)
def test_encodings(suffix: str, data: bytes, has_remark: bool, run, tmp_path) -> None:
    path = write(tmp_path / f"p{suffix}", data)
    (sheet,) = load_sheets(path)
    assert (sheet.puzzle.metadata.title, bool(sheet.remarks)) == ("café", has_remark)
    result = run("solve", "-u", path)
    assert (result.code, "Latin-1" in result.err) == (0, has_remark)


def test_a_batch_says_it_too(run, tmp_path) -> None:
    write(tmp_path / "p.non", LATIN)
    write(tmp_path / "two.non", LATIN + b"====\n" + LATIN)
    result = run("batch", tmp_path, "-o", tmp_path / "out", "--json")
    assert (result.code, result.err.count("Latin-1")) == (0, 3)
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [len(record["remarks"]) for record in records] == [1, 1, 1]
