"""Hexagonal pictures of animals."""

from __future__ import annotations

import math
from collections.abc import Callable

from canvas import Canvas, Shape, below, blob, box, curve, disc, ellipse, polygon, stroke, turned
from picture_file import PictureFile

from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette


def bee() -> PictureFile:
    c = Canvas(HexGrid(9))
    c.paint("c", ellipse(2.6, -4, 1.5, 3.4, 30), ellipse(-1.4, -4.2, 1.5, 3.2, -10))
    body = ellipse(0.9, 1.2, 5.4, 3.2, 8)
    c.paint("a", body)
    for x in (-1.4, 1.6, 4.6):
        c.paint("b", body & polygon((x - 0.5, -4), (x + 0.9, -4), (x + 0.2, 6), (x - 1.2, 6)))
    c.paint("b", disc(-4.6, 0.6, 2.3), stroke(0.7, (-5, -1), (-6.4, -2.8)), stroke(0.7, (5.5, 2), (7.6, 2.6)))
    c.dots("b", (7, 4), (6, 4))
    c.dots("d", (9, 4))
    return PictureFile("A bee", c.picture(), Palette(("#eef7e4", "#ffc300", "#22223b", "#8ecae6", "#ffffff")))


def duck() -> PictureFile:
    c = Canvas(HexGrid(8))
    c.paint("a", blob((-5.4, 0.2), (-3.2, 1), (0, 0.2), (3, -0.6), (4.4, 2), (2.6, 4.4), (-2.6, 4.4), (-5, 2.8)))
    c.paint("a", disc(2.2, -2.9, 2.4))
    c.paint("b", polygon((3.6, -3.4), (6.4, -2.3), (3.6, -1.1)))
    c.dots("c", (4, 8))
    c.paint("b", blob((-3, 1.6), (-0.5, 1.4), (1, 1.9), (0, 3.2), (-2, 3)))
    c.paint("d", below(4))
    colors = ("#fdf0f3", "#ffd000", "#f77f00", "#1d1d1d", "#4aa5d8")
    return PictureFile("A rubber duck", c.picture(), Palette(colors), unknown="30% seed 1")


def ladybird() -> PictureFile:
    c = Canvas(HexGrid(8))
    for y, reach in ((-1.73, 5.6), (0.87, 6), (3.46, 5.6)):
        c.paint("b", stroke(0.7, (-reach, y), (reach, y)))
    c.paint("b", disc(0, -3, 2.2), stroke(0.7, (-1, -4.3), (-2, -6)), stroke(0.7, (1, -4.3), (2, -6)))
    c.paint("a", ellipse(0, 1.2, 4.6, 4.4))
    c.paint("b", stroke(0.9, (0, -2.6), (0, 5.6)))
    for side in (-1, 1):
        c.paint("b", disc(side * 2, -0.9, 0.6), disc(side * 2.6, 1.73, 0.7), disc(side * 1.5, 4.1, 0.6))
    return PictureFile("A ladybird", c.picture(), Palette(("#e9f5db", "#d62828", "#1a1a1a")))


def owl() -> PictureFile:
    c = Canvas(HexGrid(14))
    body = (
        ellipse(0, 1.5, 6.6, 8.6)
        | polygon((-6.4, -10.4), (-2, -7.4), (-6.6, -2))
        | polygon((6.4, -10.4), (2, -7.4), (6.6, -2))
    )
    c.paint("a", body)
    c.paint("b", ellipse(0, 4, 4, 5.2))
    for x, y in ((-2, 2.6), (0, 2.6), (2, 2.6), (-1, 4.33), (1, 4.33), (-2, 6.06), (0, 6.06), (2, 6.06)):
        c.paint("a", disc(x, y, 0.4))
    for side in (-1, 1):
        c.paint("c", disc(side * 2.8, -3.6, 2.5))
        c.paint("d", disc(side * 2.5, -3.6, 1.3))
        c.paint("f", blob((side * 5, -1), (side * 7.2, 3), (side * 5.6, 8), (side * 4.4, 4)))
        c.paint("e", ellipse(side * 2, 9.8, 1.5, 0.8))
    c.paint("c", disc(3, -4.4, 0.5), disc(-2, -4.4, 0.5))
    c.paint("e", polygon((-1.6, -2.7), (1.6, -2.7), (0, 1.4)))
    c.paint("g", below(10.2) - below(11.4))
    c.dots("c", (2, 13), (5, 2), (8, 20), (12, 2), (17, 23))
    colors = ("#1f2a44", "#8a5a3b", "#e6c79c", "#fff8e7", "#161616", "#f4a024", "#5e3b25", "#4b6043")
    return PictureFile("An owl at night", c.picture(), Palette(colors))


def snail() -> PictureFile:
    c = Canvas(HexGrid(11))
    c.paint(
        "a",
        blob(
            (-9, 4.6),
            (-6.6, 3.6),
            (-5.2, -0.6),
            (-3.6, -0.8),
            (-3, 2.4),
            (2, 3.4),
            (6, 4),
            (9.4, 6.4),
            (0, 6.8),
            (-7.4, 6.8),
        ),
    )
    c.paint("a", disc(-6.4, 2.4, 2.2), stroke(0.7, (-7.2, 1), (-8.4, -3)), stroke(0.7, (-5.8, 1), (-5.2, -3.4)))
    c.paint("d", disc(-8.5, -3.2, 0.6), disc(-5.2, -3.6, 0.6), disc(-7.4, 2.2, 0.4))
    c.paint("b", disc(1.8, -0.6, 5))
    spiral = [turned(0.4 + 0.66 * t, 0, -30 - 57.3 * t) for t in (k / 8 for k in range(60))]
    c.paint("c", stroke(0.95, *((x + 1.8, y - 0.6) for x, y in spiral)))
    c.paint("e", below(6.6))
    colors = ("#fef9e7", "#e0a458", "#9c4a2f", "#f4d58d", "#2b2118", "#6a994e")
    return PictureFile("A snail", c.picture(), Palette(colors), unknown="20% seed 1")


def swan() -> PictureFile:
    c = Canvas(HexGrid(13))
    c.paint("a", curve(2.2, (-5.4, 4), (-6.4, 0.6), (-4.2, -3), (-4.2, -6), (-6.4, -7.6)), disc(-6.6, -7.4, 1.6))
    c.paint("a", blob((-7, 4), (-4.6, 1.4), (0, 1), (4, -0.8), (9.4, -3.6), (8.6, 0), (9, 3), (6, 6.6), (-3, 6.8)))
    c.paint("-", curve(0.9, (-1.4, 3.4), (2.2, 2.6), (6.4, 0)))
    c.paint("b", polygon((-7.4, -7.8), (-7.4, -5.6), (-10, -5.4)))
    c.paint("c", disc(-6.8, -8, 0.5))
    c.paint("d", box(-13, 6.4, 13, 7.3), box(-4.6, 8.2, 4.6, 9))
    colors = ("#1c6e7d", "#ffffff", "#f28c28", "#101820", "#5fb3bf")
    return PictureFile("A swan", c.picture(), Palette(colors))


def toucan() -> PictureFile:
    c = Canvas(HexGrid(15))
    c.paint("f", stroke(1.5, (-13.5, 8.6), (0, 7.8), (13, 5)))
    c.paint(
        "a",
        blob(
            (-3.5, -8.6), (0.5, -9.4), (3.6, -6.4), (4.4, -1), (3.6, 5), (0.5, 7.6), (-3.6, 4), (-5.4, -1), (-5.8, -6)
        ),
    )
    c.paint("a", polygon((0.5, 5), (3.6, 4.5), (6.2, 12.4), (3.2, 12.4)))
    c.paint("b", blob((-6, -5.4), (-3, -5.6), (-1.2, -3), (-2.4, 0.4), (-5, -0.4)))
    c.paint("c", blob((-5, -9), (-9, -9.4), (-12.2, -6.6), (-12.6, -2), (-9.6, -3.6), (-5.6, -4.6)))
    c.paint("d", stroke(0.9, (-5.4, -6.06), (-9.6, -6.06), (-12, -4)))
    c.paint("a", blob((-13.4, -4), (-12.2, -4.4), (-11, -3), (-12.8, -0.8)))
    c.paint("e", disc(-2.9, -6.7, 1.15))
    c.paint("a", disc(-3, -6.9, 0.5))
    c.paint("d", ellipse(-1.2, 7.4, 1, 0.6), ellipse(1, 7.2, 1, 0.6))
    for x, y, turn in ((9, 2.6, -50), (11.4, 3.6, -20), (7.5, 8.6, 50), (-10, 10.6, 40)):
        c.paint("g", ellipse(x, y, 2.5, 1.05, turn))
    colors = ("#e8f6ef", "#20232a", "#fff3b0", "#f6a623", "#d7372f", "#3fa7d6", "#7b5533", "#3c9a5f")
    return PictureFile("A toucan", c.picture(), Palette(colors))


def turtle() -> PictureFile:
    c = Canvas(HexGrid(9))
    c.paint("c", ellipse(4.9, -4.3, 1.9, 1.6, -40), stroke(1.6, (2, -2), (4.5, -4)))
    for x, y, turn in ((-0.8, -5, -110), (4.6, 0.6, 10), (-4.6, 0.8, 150), (0.2, 4.9, 70)):
        c.paint("c", ellipse(x, y, 2.1, 1.1, turn))
    c.paint("c", stroke(0.8, (-2.5, 2.5), (-5, 5)))
    c.paint("a", ellipse(0, 0, 5, 4.2, -45))
    c.paint("b", disc(0, 0, 1.2), disc(2.5, -1.8, 0.9), disc(0, -3, 0.8), disc(-2.6, -0.9, 0.8))
    c.paint("b", disc(2.6, 0.9, 0.8), disc(0, 3, 0.8), disc(-2.4, 2, 0.8))
    c.paint("d", disc(5.5, -4.8, 0.5))
    colors = ("#d4f1f4", "#2d6a4f", "#95d5b2", "#b08d57", "#1b1b1e")
    return PictureFile("A turtle from above", c.picture(), Palette(colors))


def whale() -> PictureFile:
    c = Canvas(HexGrid(20))
    c.paint(
        "a",
        blob(
            (-15, 2),
            (-13, -3),
            (-7, -5.6),
            (0, -5),
            (6, -1),
            (11, -1),
            (13.5, -4),
            (14.6, -1.5),
            (13, 4),
            (7, 8),
            (-2, 9.6),
            (-10, 8.6),
            (-14.4, 6),
        ),
    )
    c.paint("a", blob((13.4, -3), (10, -6.6), (8.8, -9.2), (12, -8.8), (14, -6.6), (15.4, -9), (17, -8), (16.4, -4.6)))
    c.paint(
        "b",
        blob((-15, 3.4), (-10, 4.2), (-4, 4), (1, 7), (2, 10), (-5, 10.5), (-11, 9), (-14.6, 6.6)) & below(3.4),
    )
    for x in (-12, -9, -6, -3):
        c.paint("a", stroke(0.7, (x, 5.2), (x + 2.6, 9)))
    c.paint("a", blob((-1, 4), (3, 5.5), (4.4, 10), (3.6, 12), (0, 8.5)))
    c.paint("d", disc(-10, 0.4, 1.4))
    c.paint("e", disc(-10.3, 0.4, 0.6))
    c.paint(
        "c",
        curve(1.3, (-5, -6.5), (-5.2, -10), (-7.5, -12.6), (-10, -11.6)),
        curve(1.3, (-5, -6.5), (-4.6, -10), (-2, -12.6), (0.6, -11)),
    )
    c.paint("c", disc(-10.8, -9.6, 0.8), disc(1.6, -8.8, 0.8))
    c.paint("c", Shape(lambda x, y: y > 10.6 + 0.9 * math.sin(x * 0.9)))
    colors = ("#eaf7f6", "#2f5d9b", "#bcd4ec", "#59b6d6", "#ffffff", "#11151c")
    return PictureFile("A whale that blows", c.picture(), Palette(colors))


DRAWINGS: dict[str, Callable[[], PictureFile]] = {
    "hex-bee": bee,
    "hex-duck": duck,
    "hex-ladybird": ladybird,
    "hex-owl": owl,
    "hex-snail": snail,
    "hex-swan": swan,
    "hex-toucan": toucan,
    "hex-turtle": turtle,
    "hex-whale": whale,
}
