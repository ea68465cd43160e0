"""Large pictures in many colours."""

from __future__ import annotations

from collections.abc import Callable

from canvas import Canvas, Shape, blob, box, curve, disc, ellipse, polygon, stroke
from picture_file import PictureFile

from nonosat.model.palette import Palette
from nonosat.model.rect_grid import RectGrid


def mountain_lake() -> PictureFile:
    c = Canvas(RectGrid(45, 60))
    c.paint("a", disc(46.5, 8, 4.6))
    far = polygon((22, 25), (33, 12), (38, 16), (45, 8), (60, 21), (60, 26), (22, 26))
    near = polygon((0, 26), (0, 19), (6, 14), (16, 3), (22, 9), (25, 11), (40, 26))
    c.paint("b", far)
    c.paint("c", near)
    c.paint("d", near & polygon((7, 13), (16, 2), (25, 11.5), (22, 10.5), (20, 13), (17, 9.5), (14, 14), (11, 11)))
    c.paint("d", far & polygon((41, 12), (45, 7), (51, 13.5), (47, 12), (45, 15), (43, 12)))
    c.paint("e", box(0, 26, 60, 45))
    c.paint("f", Shape(lambda x, y: 26 <= y < 27.5 + 1.5 * (x % 19 > 9)))
    for y, left, right in ((31, 36, 50), (33, 40, 54), (36, 28, 38), (30, 14, 24), (39, 33, 43)):
        c.paint("-", box(left, y, right, y + 1))
    c.paint("g", blob((-4, 37), (6, 34), (15, 37), (24, 41), (32, 45), (34, 48), (-5, 48)))
    for x, foot, h in ((4, 37, 17), (13, 40, 14), (21.5, 43, 10)):
        c.paint("h", box(x, foot - 2, x + 1, foot + 1))
        for k in range(3):
            top = foot - h + k * (h - 3) / 3.6
            c.paint(
                "f", polygon((x + 0.5, top - 1), (x + 2.3 + 1.1 * k, top + h / 2.7), (x - 1.3 - 1.1 * k, top + h / 2.7))
            )
    c.paint("i", polygon((42, 33), (58, 33), (55.5, 36.2), (44.5, 36.2)))
    c.paint("h", box(49, 22, 50, 33))
    c.paint("d", polygon((48.4, 22.5), (48.4, 32), (41.5, 32)))
    c.paint("i", polygon((50.6, 25), (50.6, 32), (56.5, 32)))
    colors = (
        "#bfe3f5",
        "#ffd23f",
        "#8d99c4",
        "#56608f",
        "#ffffff",
        "#2f86c1",
        "#1f5f3f",
        "#7fb13d",
        "#6b3e1f",
        "#d1383d",
    )
    return PictureFile("A lake in the mountains", c.picture(), Palette(colors))


def balloons() -> PictureFile:
    c = Canvas(RectGrid(60, 60))

    def cloud(x: float, y: float) -> None:
        c.paint("a", disc(x, y, 2.6), disc(x + 4, y - 1.5, 3.4), disc(x + 8, y, 2.6), box(x - 2, y, x + 10, y + 2.5))

    def balloon(x: float, y: float, r: float, outer: str, inner: str, middle: str) -> None:
        top, knot = ellipse(x, y, r, r * 1.05), y + r * 1.75
        skirt = polygon(
            (x - r * 0.94, y + r * 0.38), (x + r * 0.94, y + r * 0.38), (x + r * 0.22, knot), (x - r * 0.22, knot)
        )
        c.paint(outer, top | skirt)
        for color, share in ((inner, 0.66), (middle, 0.28)):
            stripe = ellipse(x, y, r * share, r * 1.05) | polygon(
                (x - r * share, y), (x + r * share, y), (x + r * 0.22 * share, knot), (x - r * 0.22 * share, knot)
            )
            c.paint(color, stripe & (top | skirt))
        half, low = int(r * 0.24), knot + r * 0.32
        c.paint("f", box(x - half - 0.5, knot, x - half + 0.5, low), box(x + half - 0.5, knot, x + half + 0.5, low))
        c.paint("f", box(x - r * 0.3, low, x + r * 0.3, low + r * 0.36))

    cloud(3, 7)
    cloud(31, 36)
    cloud(2, 39)
    c.paint("g", Shape(lambda x, y: y > 52 + 3.4 * abs((x - 13) / 26) ** 1.6 and x < 44), ellipse(58, 62, 26, 10))
    c.paint("h", ellipse(16, 66, 34, 10))
    for x, y in ((8, 54), (12, 55), (49, 53)):
        c.paint("h", disc(x, y - 2, 2))
        c.paint("f", box(x - 0.5, y, x + 0.5, y + 2))
    balloon(22.5, 18, 13.5, "b", "c", "d")
    balloon(51.5, 8.5, 6.5, "e", "a", "e")
    balloon(44.5, 35, 7.5, "d", "b", "c")
    colors = ("#cfeafa", "#ffffff", "#d7263d", "#f9a620", "#ffe156", "#3d5a98", "#6b4226", "#8ab661", "#3f7d4e")
    return PictureFile("Hot air balloons", c.picture(), Palette(colors))


def parrot() -> PictureFile:
    c = Canvas(RectGrid(36, 26))
    c.paint("f", curve(2.4, (0, 28.5), (9, 27.5), (18, 28), (26, 26.5)))
    c.paint("c", polygon((13, 24), (18.5, 22), (20.5, 34.5), (18, 35.8)))
    c.paint("b", polygon((11.5, 24), (15, 23), (17, 35.2), (14.6, 34)))
    c.paint("a", ellipse(12, 17, 6, 10.5, -12), disc(10.5, 7.5, 5.6))
    c.paint("c", blob((12, 12), (17.5, 14), (20.5, 21), (20, 27), (16, 24), (13, 19)))
    c.paint("b", blob((11.6, 12.5), (16.5, 13.4), (18.8, 17.2), (16.4, 18.2), (13, 17)))
    c.paint("d", ellipse(8.3, 7, 2.6, 2.5))
    c.dots("e", (7, 9))
    c.paint("e", blob((5.8, 5.2), (3, 6), (1.8, 9.3), (3.2, 11.5), (4.2, 9.4), (6.2, 9)))
    for x in (9, 12):
        c.paint("e", box(x, 26, x + 2, 28))
    c.paint(
        "g",
        ellipse(3.2, 25.3, 3.2, 1.5, -25),
        ellipse(22.5, 23.4, 3.2, 1.5, -20),
        polygon((2, 30), (8, 30.6), (9.5, 34.5), (4.5, 33)),
    )
    colors = ("#eefaf0", "#d62828", "#fcbf49", "#1d6fb8", "#ffffff", "#2b2b2b", "#7f5539", "#52a447")
    return PictureFile("A parrot on a branch", c.picture(), Palette(colors))


def butterfly() -> PictureFile:
    c = Canvas(RectGrid(29, 37))

    def wings(color: str, *shapes: Shape) -> None:
        c.paint(color, *shapes, *(shape.mirrored(18.5) for shape in shapes))

    wings("a", blob((18, 14), (12, 6), (4, 2), (0.8, 5), (3, 13), (9, 17.5)))
    wings("b", blob((16, 12.7), (11, 7.5), (5, 4.2), (3, 6.5), (5, 12), (10, 15.6)))
    wings("a", blob((18, 15), (9, 16), (5, 20), (6.5, 26), (12, 27.5), (16, 22)))
    wings("c", blob((16, 17), (10, 17.8), (7, 20.5), (8.3, 24.7), (12, 25.5), (14.8, 21)))
    wings("d", disc(7.3, 8.2, 2.2), disc(10.5, 21.5, 1.8))
    wings("e", disc(12, 11.3, 1.3))
    wings("f", curve(1.7, (17, 8), (16, 4), (13.5, 1.5)))
    wings("c", disc(13.5, 1.5, 1))
    c.paint("f", ellipse(18.5, 16, 1.6, 8.2), disc(18.5, 8, 1.9))
    colors = ("#f4f9ec", "#3b1f4b", "#f77f00", "#e0457b", "#ffe066", "#56c5d0", "#1a1a1a")
    return PictureFile("A butterfly", c.picture(), Palette(colors))


def steam_train() -> PictureFile:
    c = Canvas(RectGrid(26, 46))
    c.paint("e", disc(36.5, 2.5, 2.5), disc(32.5, 2, 2.2), disc(27, 2.5, 1.7), disc(22.5, 1.5, 1.2))
    c.paint("a", box(17, 10, 40, 17), box(40, 11, 42, 16))
    c.paint("b", box(5, 6, 17, 17), box(24, 10, 25, 17), box(32, 10, 33, 17))
    c.paint("d", box(3, 4, 19, 6), box(36, 6, 39, 10), box(35, 5, 40, 7), box(27, 8, 30, 10), box(28, 7, 29, 8))
    c.paint("c", box(8, 8, 11, 12), box(12, 8, 15, 12), box(40, 9, 42, 11))
    c.paint("b", box(3, 17, 43, 19), polygon((41, 19), (45.5, 23.2), (38, 23.2)))
    for x, r in ((9.5, 3.5), (18.5, 3.5), (27.5, 2.5), (34.5, 2.5)):
        c.paint("d", disc(x, 24 - r, r + 0.15))
        c.paint("c", disc(x, 24 - r, 0.4 * r))
    c.paint("d", box(9.5, 20, 19, 21))
    c.paint("d", box(0, 24, 46, 25))
    for x in range(1, 46, 4):
        c.paint("f", box(x, 25, x + 2, 26))
    colors = ("#eaf6fb", "#1f6f54", "#b3202c", "#f4c542", "#2a2a2e", "#b9c4cc", "#7a4f2b")
    return PictureFile("A steam engine", c.picture(), Palette(colors))


def lighthouse() -> PictureFile:
    c = Canvas(RectGrid(34, 25))
    c.paint("c", polygon((12.5, 6.5), (-1, 1), (-1, 10)), polygon((12.5, 6.5), (26, 3.5), (26, 9)))
    tower = polygon((9.6, 9), (15.4, 9), (17.6, 29), (7.4, 29))
    c.paint("a", tower)
    for top in (9.5, 16.5, 23.5):
        c.paint("b", tower & box(0, top, 25, top + 3))
    c.paint("d", box(8, 9, 17, 10), box(10, 4, 15, 9), disc(12.5, 4, 2.6), box(12, 0, 13, 2))
    c.paint("c", box(11, 5, 14, 8))
    c.paint("d", box(11.5, 13, 13, 15), box(11.5, 20, 13, 22), box(11, 26, 14, 29))
    c.paint("f", blob((2, 31), (5, 28.4), (9, 28), (13, 28.6), (18, 27.6), (22, 30), (24, 33), (12, 35), (1, 34)))
    c.paint("e", Shape(lambda x, y: y > 31 + (x % 6 > 2.9)))
    c.dots("a", (3, 22), (12, 3), (13, 22), (18, 20), (24, 3), (17, 5), (23, 24))
    colors = ("#101d42", "#f8f9fa", "#d62828", "#ffd60a", "#495470", "#2a86a8", "#6f5e53")
    return PictureFile("A lighthouse at night", c.picture(), Palette(colors), givens="13.22 17.3 18.20")


def plough() -> PictureFile:
    c = Canvas(RectGrid(20, 34))
    stars = [(2.5, 3.5), (9.5, 4.5), (14.5, 8.5), (20.5, 10.5), (21.5, 16.5), (30.5, 16.5), (31.5, 9.5)]
    c.paint("b", stroke(0.95, *stars, stars[3]))
    c.paint("a", *(box(x - 1, y - 1, x + 1, y + 1) for x, y in stars))
    c.dots("c", (4, 29), (12, 9), (17, 5), (2, 17))
    colors = ("#0d1b2a", "#fff3b0", "#4a6fa5", "#c8d5e8")
    givens = "2.17 4.4 6.11 9.16 10.22 11.31 12.5"
    return PictureFile("The Plough", c.picture(), Palette(colors), givens=givens)


def watermelon() -> PictureFile:
    c = Canvas(RectGrid(10, 19))
    for color, r in (("d", 9.6), ("c", 8.5), ("a", 7.6)):
        c.paint(color, disc(9.5, 0.5, r))
    c.dots("b", (2, 5), (2, 10), (2, 15), (4, 7), (4, 12), (6, 9))
    colors = ("#fffbea", "#e63946", "#2b2d42", "#d8f3dc", "#2d6a4f")
    return PictureFile("A slice of watermelon", c.picture(), Palette(colors))


DRAWINGS: dict[str, Callable[[], PictureFile]] = {
    "balloons": balloons,
    "butterfly": butterfly,
    "lighthouse": lighthouse,
    "mountain-lake": mountain_lake,
    "parrot": parrot,
    "plough": plough,
    "steam-train": steam_train,
    "watermelon": watermelon,
}
