"""Perceived distances of colours, against published values of CIELAB, and the merging of colours that look the same."""

from __future__ import annotations

import random

import pytest

from nonosat.model.colors import INDISTINGUISHABLE, merge_alike, perceived_distance


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        # From L*a*b* of sRGB's primaries: white (100, 0, 0), red (53.24, 80.09, 67.20), green (87.73, -86.18, 83.18),
        # blue (32.30, 79.19, -107.86).
        ((255, 255, 255), (0, 0, 0), 100.0),
        ((255, 255, 255), (255, 0, 0), 114.55),
        ((255, 0, 0), (0, 255, 0), 170.56),
        ((255, 0, 0), (0, 0, 255), 176.31),
        ((9, 9, 9), (9, 9, 9), 0.0),
    ],
)
def test_distances(one, other, distance):
    assert perceived_distance(one, other) == pytest.approx(distance, abs=0.05)
    assert perceived_distance(other, one) == perceived_distance(one, other)


def test_the_frequent_color_stays():
    assert merge_alike([(0, 0, 0), (3, 3, 3), (255, 255, 255)], [1, 5, 2]) == [1, 1, 2]


def test_a_gradient_keeps_several_colors():
    colors = [(level, level, level) for level in range(0, 256, 2)]
    replaced_by = merge_alike(colors, [1] * len(colors))
    assert 10 < len(set(replaced_by)) < 64


@pytest.mark.parametrize("seed", range(5))
def test_every_color_is_near_the_one_that_replaces_it(seed):
    rng = random.Random(seed)
    colors = [(rng.randrange(40), rng.randrange(40), rng.randrange(40)) for _ in range(60)]
    replaced_by = merge_alike(colors, [rng.randrange(9) for _ in colors])
    for number, target in enumerate(replaced_by):
        assert replaced_by[target] == target
        assert perceived_distance(colors[number], colors[target]) <= INDISTINGUISHABLE
    kept = sorted(set(replaced_by))
    assert all(perceived_distance(colors[a], colors[b]) > INDISTINGUISHABLE for a in kept for b in kept if a < b)
