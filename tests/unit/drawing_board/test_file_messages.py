"""What the page and the program say to each other about files."""

from __future__ import annotations

import json

import pytest

from nonosat.core.errors import UsageError, argument
from nonosat.drawing_board.file_messages import FIELDS, file_request, in_fields
from nonosat.drawing_board.page_files import page_files


def test_a_request() -> None:
    assert file_request(b"x", {}).options == {}
    query = {
        "name": "a/b\\c.png",
        "width": "30",
        "colors": "4",
        "threshold": "50",
        "background": "#FFF",
        "dither": "yes",
    }
    request = file_request(b"x", query)
    assert (request.name, request.is_photo) == ("c.png", False)
    options = {"size": (None, 30), "n_colors": 4, "threshold": 0.5, "background": "#ffffff", "dither": True}
    assert request.options == options
    assert file_request(b"x", {"photo": "yes"}).is_photo


@pytest.mark.parametrize("name", ["", "/", "a/..", "\\", "x" * 10_000 + ".clues", "a\0\n.clues"], ids=ascii)
def test_names(name: str) -> None:
    found = file_request(b"x", {"name": name}).name
    assert 0 < len(found) <= 100
    assert found.isprintable()
    assert not set(found) & set("/\\")
    assert found.endswith(".clues") == name.endswith(".clues")


@pytest.mark.parametrize(
    "query", [{"width": "0"}, {"hex": "-1"}, {"colors": "1e9"}, {"threshold": ""}, {"background": "x"}]
)
def test_values_that_are_refused(query: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        file_request(b"x", query)


def test_messages_name_the_fields_of_the_page() -> None:
    page = page_files()["/board/index.html"].data.decode()
    words = json.loads(page[page.index('{"en"') : page.index("</script>")])["en"]
    assert set(FIELDS.values()) - {each for each in words.values() if isinstance(each, str)} == set()
    for name, field in FIELDS.items():
        assert field in in_fields(f"{argument(name)} chooses")
    assert "#ffffff" in in_fields(argument("background", "#ffffff"))
    assert "lossy=True" in in_fields(argument("lossy", True))
