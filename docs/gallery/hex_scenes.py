"""Hexagonal pictures of anything but animals."""

from __future__ import annotations

import math
from collections.abc import Callable

from canvas import Canvas, Shape, below, box, curve, disc, ellipse, polygon, stroke, turned
from picture_file import PictureFile

from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette


def fireworks() -> PictureFile:
    c = Canvas(HexGrid(13))
    for x, y, reach, glow, inner, outer in ((-4.5, -4.33, 5, 6, "a", "b"), (5, 1.73, 4, 4, "c", "d")):
        for angle in range(0, 360, 60):
            end, middle = turned(reach, 0, angle), turned(2, 0, angle)
            c.paint(inner, stroke(0.5, (x, y), (x + middle[0], y + middle[1])))
            c.paint(outer, stroke(0.5, (x + middle[0], y + middle[1]), (x + end[0], y + end[1])))
            spark = turned(glow * math.sqrt(3) / 2, 0, angle + 30)
            c.paint(inner, disc(x + spark[0], y + spark[1], 0.3))
    c.paint("b", disc(-4.5, -4.33, 0.3))
    c.paint("d", disc(5, 1.73, 0.3))
    c.paint("f", box(-20, 9, 20, 11))
    for x, top in ((-6, 6.5), (-3.5, 8.2), (-1, 7.5), (1, 6), (5.5, 7)):
        c.paint("f", box(x - 1.1, top, x + 1.1, 11))
    c.dots("e", (2, 12), (6, 16), (14, 3), (16, 8), (21, 6), (23, 5), (23, 9), (24, 13))
    colors = ("#0b1026", "#ffd166", "#ef476f", "#c8f7dc", "#06b6a0", "#fff3b0", "#4a5478")
    return PictureFile(
        "Fireworks over the town", c.picture(), Palette(colors), unknown="60% seed 1", givens="11.15 13.21 23.5"
    )


def island() -> PictureFile:
    c = Canvas(HexGrid(22))
    c.paint("a", disc(8, 4, 7.6))
    c.paint("b", below(5))
    for y, left, right in ((7.4, 3, 14), (9.2, 5, 11), (11, 6.5, 9.5), (7.4, -19, -14), (12.8, 8, 12)):
        c.paint("c", box(left, y, right, y + 0.8))
    c.paint("d", ellipse(-4, 12.5, 12.5, 4.6), ellipse(-6, 10.4, 7, 4))
    c.paint("c", below(15.2))
    c.paint("e", curve(2.4, (-6, 10), (-5.6, 4), (-3.4, -2), (0, -7), end=1.3))
    for end, bend in (
        ((-10.4, -4.6), (-6, -9.6)),
        ((-9, -11), (-4, -12)),
        ((3, -15), (0, -12.4)),
        ((9.4, -10), (5.4, -11.4)),
        ((8.4, -3), (6, -7.6)),
        ((2.4, 0), (2.6, -4)),
    ):
        c.paint("f", curve(2.5, (0, -8), bend, end, end=0.7))
    c.paint("g", disc(-0.8, -6, 0.9), disc(1.2, -6.2, 0.9))
    c.paint("g", polygon((14, 3.4), (18.6, 3.4), (17.6, 5.2), (15, 5.2)))
    c.paint("h", polygon((16.4, -2.4), (16.4, 3), (13.4, 3)), polygon((16.8, -1.4), (16.8, 3), (19, 3)))
    colors = ("#ffd9a0", "#ff7b54", "#2a9db4", "#bdeaf0", "#f2c879", "#8a5a34", "#2f8f4e", "#5b3a29", "#fffdf5")
    return PictureFile("A palm island at sunset", c.picture(), Palette(colors))


def planet() -> PictureFile:
    c = Canvas(HexGrid(12))
    ball = disc(0, 0, 5.6)
    c.paint("a", ball)
    for y in (-3.4, 0.4, 3.2):
        c.paint("b", ball & polygon((-9, y + 1.9), (9, y - 2.5), (9, y - 1), (-9, y + 3.4)))
    rings = ellipse(0, 0, 10.6, 3.1, -14) - ellipse(0, 0, 7.4, 1.7, -14)
    behind = ball & Shape(lambda x, y: y < -0.25 * x)
    c.paint("c", rings - behind)
    for x, y in ((-5.5, -7.8), (4, -8.7), (-8, -3.5), (2, 7.8), (7.5, 4.3), (-4.5, 8.6), (-8.5, 4.3)):
        c.paint("d", disc(x, y, 0.5))
    return PictureFile(
        "A planet with rings", c.picture(), Palette(("#12122b", "#e9a15b", "#c8703a", "#f3dfb0", "#ffffff"))
    )


def snowflake() -> PictureFile:
    c = Canvas(HexGrid(9))
    for angle in range(0, 360, 60):
        arm = stroke(0.5, (0, 0), turned(7, 0, angle))
        twigs = [
            stroke(0.5, turned(r, 0, angle), turned(r + length / 2, side * length * math.sqrt(3) / 2, angle))
            for r, length in ((3, 2), (5, 2))
            for side in (-1, 1)
        ]
        c.paint("a", arm, *twigs)
    c.paint("-", disc(0, 0, 0.3))
    return PictureFile("A snowflake", c.picture(), Palette(("#1d4e89", "#f4fbff")))


def windmill() -> PictureFile:
    c = Canvas(HexGrid(6))
    for angle, color in ((0, "a"), (120, "b"), (240, "c")):
        c.paint(
            color, polygon(*(turned(x, y, angle) for x, y in ((-0.2, 0.2), (-1.9, -4.5), (2.8, -4.5), (0.8, -0.6))))
        )
    c.dots("d", (6, 6))
    colors = ("#eef9ff", "#e63946", "#ffb703", "#1d7874", "#3d405b")
    return PictureFile("A paper windmill", c.picture(), Palette(colors))


DRAWINGS: dict[str, Callable[[], PictureFile]] = {
    "hex-fireworks": fireworks,
    "hex-island": island,
    "hex-planet": planet,
    "hex-snowflake": snowflake,
    "hex-windmill": windmill,
}
