"""Charts: scales, marks of the axes, names that do not overlap, and a drawing that is the same every time."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

from nonosat.study.chart import Panel, Series, chart, spread_labels, tick_label, ticks

SVG = "{http://www.w3.org/2000/svg}"


def curves(count: int) -> list[Series]:
    return [Series(f"curve {i}", [(5, 10.0), (10, 80.0 + i), (40, 5000.0 * (i + 1))], "n^2") for i in range(count)]


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_names_titles_and_marks_of_the_axes():
    svg = chart("growth", [Panel("clauses", "size", curves(2)), Panel("seconds", "size", curves(1))])
    found = texts(svg)
    assert found.count("curve 0 n^2") == 2
    assert found.count("curve 1 n^2") == 1
    assert {"clauses", "seconds", "size", "5", "10", "40", "100", "1000", "10k"} <= set(found)
    assert svg == chart("growth", [Panel("clauses", "size", curves(2)), Panel("seconds", "size", curves(1))])
    assert ElementTree.fromstring(svg).find(f"{SVG}title").text == "growth"


def test_curve_has_one_style_in_all_panels_and_another_than_its_neighbours():
    both = curves(12)
    svg = chart("", [Panel("a", "x", both), Panel("b", "x", both[5:])])
    lines = [line for line in ElementTree.fromstring(svg).iter(f"{SVG}polyline") if line.get("stroke-width") == "1.8"]
    styles = [(line.get("stroke"), line.get("stroke-dasharray")) for line in lines]
    assert len(set(styles[:12])) == 12
    assert styles[12:] == styles[5:12]


def test_larger_is_further_up_and_to_the_right():
    svg = chart("", [Panel("a", "x", [Series("one", [(1, 1.0), (10, 10.0), (100, 1000.0)])])])
    (line,) = (ln for ln in ElementTree.fromstring(svg).iter(f"{SVG}polyline") if ln.get("stroke-width") == "1.8")
    (x0, y0), (x1, y1), (x2, y2) = (tuple(map(float, place.split(","))) for place in line.get("points").split())
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)  # ten times as large is as far, wherever
    assert y1 - y2 == pytest.approx(2 * (y0 - y1), abs=0.2)
    assert y0 > y1


@pytest.mark.parametrize("points", [[(5, 3.0)], [(5, 3.0), (6, 3.0)], [(5, 3.0), (5, 4.0)]])
def test_a_single_size_or_number_can_be_drawn(points):
    assert bytes(resvg_py.svg_to_bytes(svg_string=chart("", [Panel("a", "x", [Series("one", points)])])))


def test_panels_without_points_are_left_out():
    svg = chart("", [Panel("empty", "x", [Series("one", [])]), Panel("full", "x", curves(1))])
    assert "empty" not in texts(svg)
    assert chart("", []).startswith("<svg")


@given(st.lists(st.floats(0, 300), max_size=12))
def test_names_keep_their_order_and_distance(places):
    places.sort()
    moved = spread_labels(places, 14)
    assert len(moved) == len(places)
    assert all(b - a >= 14 - 1e-6 for a, b in itertools.pairwise(moved))
    if all(b - a >= 14 for a, b in itertools.pairwise(places)):
        assert moved == pytest.approx(places)


@given(st.floats(1e-6, 1e9), st.floats(1.5, 1e12))
def test_marks_lie_within_the_axis_and_are_round(low, factor):
    found = ticks(low, low * factor)
    assert found == sorted(set(found))
    assert all(low * 0.999 <= tick <= low * factor * 1.001 for tick in found)
    assert len(found) <= 20
    if factor >= 100:
        assert found


@pytest.mark.parametrize(
    ("value", "text"), [(0.001, "0.001"), (5, "5"), (2000, "2000"), (20000, "20k"), (5e6, "5M"), (1e9, "1G")]
)
def test_short_numbers(value, text):
    assert tick_label(value) == text
