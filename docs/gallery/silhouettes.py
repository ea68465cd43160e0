"""Large pictures in one colour."""

from __future__ import annotations

from collections.abc import Callable

from canvas import Canvas, blob, box, curve, disc, ellipse, polygon, ring, stroke
from picture_file import PictureFile

from nonosat.model.palette import Palette
from nonosat.model.rect_grid import RectGrid


def elephant() -> PictureFile:
    c = Canvas(RectGrid(60, 60))
    c.paint("a", disc(51, 8, 5.2))
    body = ellipse(36, 29, 18, 12.5, 4) | disc(17, 22, 9.5)
    legs = [polygon((x, 34), (x + 8, 34), (x + 7, 55), (x + 0.5, 55)) for x in (21, 30, 40.5, 47)]
    c.paint("a", body, *legs)
    c.paint("a", curve(8.5, (11, 22), (7, 29), (6.5, 38), (7, 46), (4, 51), (1.5, 49), end=3))
    c.paint("a", curve(2, (52, 22), (57, 26), (58, 33), (57.5, 38)), disc(57.5, 40, 1.7))
    ear = blob((19, 14), (27, 15), (31, 22), (29, 31), (24, 34), (21, 28), (18, 22))
    outline = blob((18, 12.7), (28, 13.5), (32.6, 22), (30.4, 32.4), (23.5, 35.6), (19.6, 28.6), (16.6, 22))
    c.paint("-", (outline - ear) & body)
    c.paint("-", disc(13, 20, 1.3))
    c.paint("-", polygon((29.2, 42), (30.4, 42), (30.8, 55), (28.2, 55)))
    c.paint("-", polygon((48.3, 41), (49, 41), (49, 55), (47.6, 55)))
    c.paint("-", curve(2.4, (14.5, 27.5), (11.5, 31.5), (7, 33.5), end=1))
    c.paint("a", box(0, 55, 60, 60))
    for x, h in ((1.5, 3), (15.5, 4), (17.5, 2), (38.5, 3), (57.5, 5), (59.5, 2)):
        c.paint("a", box(x - 0.5, 55 - h, x + 0.5, 55))
    c.paint("-", box(10, 57, 22, 58), box(34, 58, 50, 59))
    return PictureFile("An elephant in the evening", c.picture(), Palette(("#fde8c9", "#3d2c2e")))


def bicycle() -> PictureFile:
    c = Canvas(RectGrid(30, 45))
    for x in (10.5, 34.5):
        c.paint("a", ring(x, 19.5, 8.5, 1.7), disc(x, 19.5, 1.3))
    saddle, crank, head = (17, 6.5), (21.5, 19.5), (30.5, 7)
    c.paint("a", stroke(1.5, saddle, crank), stroke(1.6, (18.4, 10), (30.9, 10)), stroke(1.5, crank, (30.9, 10)))
    c.paint("a", stroke(1.5, (18, 10), (10.5, 19.5)), stroke(1.6, (10.5, 19.5), crank))
    c.paint("a", stroke(1.5, (29.5, 4), head, (34.5, 19.5)), stroke(1.5, (29.5, 4), (33, 3.5), (34, 5.5)))
    c.paint("a", box(13, 4, 21, 6), disc(21.5, 19.5, 2.4))
    c.paint("a", stroke(1.2, crank, (23.5, 24)), box(22, 24, 26, 25))
    c.paint("a", box(0, 29, 45, 30))
    return PictureFile("A bicycle", c.picture(), Palette(("#eef6f3", "#0b3d3a")))


def castle() -> PictureFile:
    c = Canvas(RectGrid(30, 40))
    c.paint("a", box(6, 15, 34, 27))
    for left, right, top in ((3, 10, 10), (30, 37, 10), (15, 25, 8)):
        c.paint("a", box(left, top, right, 27), box(left - 1, top, right + 1, top + 2))
        middle = (left + right) / 2
        c.paint("a", polygon((left - 2, top), (middle, top - 7 if top == 10 else top - 5.5), (right + 2, top)))
    c.paint("a", box(19, 0, 20, 3), box(20, 0, 24, 1), box(20, 1, 23, 2))
    for x in (11, 13, 26, 28):
        c.paint("a", box(x, 13, x + 1, 15))
    c.paint("-", box(17, 21, 23, 27), disc(20, 21, 3))
    c.paint("a", box(18, 17, 19, 27), box(21, 17, 22, 27))
    c.paint("a", box(17, 22, 23, 23))
    for x in (6, 33):
        c.paint("-", box(x, 14, x + 1, 17), box(x, 20, x + 1, 23))
    c.paint("-", box(19, 12, 21, 16))
    for x in (12, 27):
        c.paint("-", box(x, 18, x + 1, 21))
    c.paint("a", box(0, 27, 40, 28), box(2, 28, 38, 29), box(6, 29, 30, 30))
    return PictureFile("A castle with its flag up", c.picture(), Palette(("#e9ecf5", "#3a2e5c")))


def giraffe() -> PictureFile:
    c = Canvas(RectGrid(40, 26))
    c.paint("a", polygon((7, 4), (12, 5), (17, 22), (20, 25), (8, 27), (7.5, 20), (6.5, 9)))
    c.paint("a", ellipse(15, 25, 7.5, 5.4, 10), ellipse(5, 6.4, 4.4, 2.4, -25))
    c.paint("a", box(6, 1, 7, 5), box(9, 1, 10, 5), ellipse(12.2, 4.6, 2, 0.9, -25))
    for x, foot in ((8, 8), (11.2, 11.5), (17.2, 17.5), (20.4, 21)):
        c.paint("a", polygon((x - 1.2, 25), (x + 1.9, 25), (foot + 1.2, 39), (foot - 0.7, 39)))
    c.paint("a", curve(1.2, (21.3, 23), (23.5, 26), (23.8, 31)), disc(23.9, 32.5, 1.1))
    for x, y in (
        (9, 9),
        (8, 12),
        (11, 13),
        (9, 16),
        (12, 17),
        (9, 20),
        (12, 21),
        (15, 22),
        (10, 24),
        (14, 25),
        (18, 24),
    ):
        c.paint("-", box(x, y, x + 1, y + 2))
    for x, y in ((11, 28), (16, 28), (19, 27), (17, 21), (21, 26)):
        c.paint("-", box(x, y, x + 2, y + 1))
    c.dots("-", (6, 5))
    c.paint("a", box(0, 39, 26, 40))
    for x, h in ((1, 3), (3, 1), (14, 2), (24, 2), (25, 4)):
        c.paint("a", box(x, 39 - h, x + 1, 39))
    return PictureFile("A giraffe", c.picture(), Palette(("#fff3d6", "#a44a1c")))


def dinosaur() -> PictureFile:
    c = Canvas(RectGrid(36, 60))
    c.paint("a", ellipse(30, 20, 12, 7.5, 6))
    c.paint("a", curve(9, (37, 19), (45, 16), (49, 9), (51, 5), end=4.2), ellipse(53.5, 4.5, 4.2, 2.5, 8))
    c.paint("a", curve(11, (22, 20), (14, 26), (8, 28), (1, 24), end=1))
    for x in (21, 25.8, 34, 38.6):
        c.paint("a", polygon((x - 1.6, 22), (x + 3, 22), (x + 2.6, 34), (x - 0.8, 34)))
    c.paint("-", box(24, 28, 25, 34), box(37, 27, 38, 34))
    c.dots("-", (4, 55), (6, 56), (6, 57))
    c.paint("a", polygon((2, 4), (9, 4), (13, 7), (17, 4), (24, 4), (18, 7.5), (13, 10.5), (8, 7.5)))
    c.paint("a", box(0, 34, 60, 36))
    for x in (4.5, 50.5, 56.5):
        c.paint(
            "a", box(x - 0.5, 30, x + 0.5, 34), stroke(1, (x, 32.5), (x - 2, 30.5)), stroke(1, (x, 33), (x + 2, 31.5))
        )
    return PictureFile("A dinosaur with a long neck", c.picture(), Palette(("#f0f5e1", "#33691e")))


DRAWINGS: dict[str, Callable[[], PictureFile]] = {
    "bicycle": bicycle,
    "castle": castle,
    "dinosaur": dinosaur,
    "elephant": elephant,
    "giraffe": giraffe,
}
