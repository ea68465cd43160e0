"""A short form of the campaign against readers: `python tests/fuzz.py` is the long one."""

from __future__ import annotations

from itertools import product

import fuzz
import pytest

from nonosat.formats import FORMATS
from nonosat.formats.foreign import refusal

READERS = fuzz.readers()


@pytest.mark.parametrize("number", [15, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", READERS)
def test_broken_files_are_read_or_refused(name, number):
    tally = fuzz.campaign(name, READERS[name], number, seed=0)
    # Times are not looked at here.
    assert [reason for _, reason in tally.failures if "took" not in reason] == []
    assert tally.refused
    assert tally.tried == tally.read + tally.refused == number


def test_campaign_notices_what_comes_out():
    def read(data: bytes) -> None:
        if len(data) % 2:
            raise ZeroDivisionError("of all things")

    tally = fuzz.campaign("bad", fuzz.Reader(read, [b"1234", b"odd"]), 50, seed=0)
    assert ("a whole file is refused") in [reason for _, reason in tally.failures]
    assert any("ZeroDivisionError: of all things" in reason for _, reason in tally.failures)


def test_recognisers_never_raise():
    """Every text of up to four of these characters, beside which the long campaign changes whole files."""
    for length in range(5):
        for text in map("".join, product("01 \n$", repeat=length)):
            for format_ in FORMATS.values():
                assert format_.looks_like(text) in (False, True)
            refusal(text)
