"""Colours of a terminal that has all, 256 or 16 of them."""

from __future__ import annotations

import re

import pytest

from nonosat.drawing.terminal_colors import TRUE_COLOR, terminal_colors
from nonosat.model.colors import perceived_distance

depths = pytest.mark.parametrize("depth", [16, 256, TRUE_COLOR])


def rgb(color):
    return tuple(bytes.fromhex(color[1:]))


def test_sequences():
    assert terminal_colors(["#0102ff"], TRUE_COLOR) == [("48;2;1;2;255", "38;2;1;2;255", "#0102ff")]
    assert terminal_colors(["#5f87af"], 256) == [("48;5;67", "38;5;67", "#5f87af")]
    assert terminal_colors(["#080808"], 256) == [("48;5;232", "38;5;232", "#080808")]
    assert terminal_colors(["#000000", "#ffffff"], 16) == [("40", "30", "#000000"), ("107", "97", "#ffffff")]


@pytest.mark.parametrize(
    ("color", "ink"),
    [
        *(("#d62828", "31"), ("#3c9a3f", "32"), ("#7a4419", "31"), ("#ffe156", "33"), ("#1b3a8c", "34")),
        *(("#fdf6e3", "97"), ("#15151a", "30"), ("#808080", "90"), ("#00cdcd", "36"), ("#ff00ff", "95")),
    ],
)
def test_the_nearest_of_16_has_the_same_hue(color, ink):
    ((_, found, _),) = terminal_colors([color], 16)
    assert found == ink


@pytest.mark.parametrize("color", ["#d62828", "#2d936c", "#123456", "#fefefe", "#776655"])
def test_the_nearest_of_256_looks_the_same(color):
    ((ground, ink, shown),) = terminal_colors([color], 256)
    assert re.fullmatch(r"48;5;\d+", ground)
    assert ink == ground.replace("48", "38", 1)
    assert perceived_distance(rgb(color), rgb(shown)) < 20


@depths
def test_different_colours_stay_different(depth):
    """As far as there are enough of them, also where they look alike."""
    colors = ["#ff0000", "#ff0001", "#fe0000", "#ff0100", "#000000", "#010101", "#ffffff", "#fefefe", "#ff0000"]
    found = terminal_colors(colors, depth)
    assert found[0] == found[-1]
    assert len(set(found)) == len(set(colors))
    assert found[6].shown == "#ffffff"
    assert found[0].shown == "#ff0000"


def test_more_colours_than_a_terminal_has():
    colors = [f"#{13 * i:02x}{255 - 11 * i:02x}{7 * i:02x}" for i in range(20)]
    assert len(set(terminal_colors(colors, 16))) == 16
    assert len(set(terminal_colors(colors, 256))) == 20
