"""Names of colours: what a person would call them."""

from __future__ import annotations

import pytest

from nonosat.model.color_names import cell_words, color_word, color_words


@pytest.mark.parametrize(
    ("name", "colors"),
    [
        ("black", "#000000 #1a1a1a #111111"),
        ("white", "#ffffff #fdfcf7"),
        ("grey", "#808080"),
        ("red", "#ff0000 #c1272d"),
        ("orange", "#ffa500 #e07a2f"),
        ("light brown", "#a9856f #b08d57"),
        ("brown", "#8c5a3c #7a4419"),
        ("beige", "#d2b48c #f7e7ce"),
        ("yellow", "#ffff00 #e0a100"),
        ("green", "#008000 #00ff00 #2e8b57"),
        ("blue", "#0000ff #1f6fb4"),
        ("dark blue", "#000080 #1d3557"),
        ("purple", "#800080 #7b3f99"),
        ("turquoise", "#40e0d0 #17a2a2"),
        ("pink", "#ff69b4 #d46a9a"),
    ],
)
def test_names(name: str, colors: str) -> None:
    assert {color_word(color) for color in colors.split()} == {name}


def test_no_two_colours_of_a_puzzle_have_the_same_name() -> None:
    for colors in (
        ("#ffffff", "#ff0000", "#c1272d"),
        ("#ffffff", "#ff0000", "#d62828", "#c1272d"),
        ("#ffffff", "#a9856f", "#b08968"),
    ):
        words = color_words(colors)
        assert len(set(words)) == len(words) == len(colors) - 1
    assert cell_words(("#ffffff", "#ff0000")) == ("empty", "filled")
