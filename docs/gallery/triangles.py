"""Pictures of triangles; their outlines, and most of their edges, follow the lines of the grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from canvas import Canvas, Shape, polygon
from picture_file import PictureFile

from nonosat.model.palette import Palette
from nonosat.model.symmetries import all_symmetries
from nonosat.model.tri_grid import TriGrid


def both(shape: Shape, axis: float) -> Shape:
    """A shape and its mirror image."""
    return shape | shape.mirrored(axis)


def up(x: float, y: float, size: float) -> Shape:
    """A triangle that points up, by its upper corner and the length of its sides."""
    return polygon((x, y), (x - size, y + size), (x + size, y + size))


def down(x: float, y: float, size: float) -> Shape:
    """A triangle that points down, by its lower corner and the length of its sides."""
    return polygon((x, y), (x - size, y - size), (x + size, y - size))


def rhombus(x: float, y: float) -> Shape:
    """Two triangles with a level side in common, by its left end."""
    return polygon((x, y), (x + 1, y - 1), (x + 2, y), (x + 1, y + 1))


def crystal() -> PictureFile:
    c = Canvas(TriGrid((10, 10, 10, 10, 10, 10)))
    arm = polygon((20, 9), (37, 9), (38, 10), (37, 11), (20, 11))
    c.paint("a", arm, polygon((25, 9), (29, 5), (31, 5), (27, 9)), polygon((31, 9), (34, 6), (36, 6), (33, 9)))
    c.paint("-", polygon((29, 9), (31, 9), (32, 10), (31, 11), (29, 11), (28, 10)), rhombus(33, 9), up(22, 10, 1))
    picture = c.picture()
    # One arm out of six, all of them mirrored.
    moves = all_symmetries(picture.grid)
    cells = [max(picture.cells[move[cell]] for move in moves) for cell in range(picture.grid.n_cells)]
    return PictureFile("A snow crystal", replace(picture, cells=tuple(cells)), Palette(("#123a63", "#eef8ff")))


def star() -> PictureFile:
    c = Canvas(TriGrid((6, 6, 6, 6, 6, 6)))
    c.paint("a", up(12, 2, 6), down(12, 10, 6))
    c.paint("b", polygon((10, 4), (14, 4), (16, 6), (14, 8), (10, 8), (8, 6)))
    c.paint("a", up(12, 6, 2), down(10, 6, 2), down(14, 6, 2))
    c.paint("c", rhombus(3, 5), rhombus(18, 2), rhombus(19, 9), rhombus(7, 1), rhombus(6, 10))
    return PictureFile("A star", c.picture(), Palette(("#1b1b4a", "#ffd23f", "#ff9f1c", "#ffffff")))


def fir() -> PictureFile:
    c = Canvas(TriGrid((10, 0, 13, 0, 10, 3)))
    c.paint("a", up(13, 1, 3), up(13, 2, 4), up(13, 3, 5))
    c.paint("b", polygon((12, 8), (14, 8), (15, 9), (11, 9)))
    c.paint("c", Shape(lambda _, y: y > 9), up(8, 4, 1), up(6, 8, 1), up(20, 6, 1), up(18, 4, 1))
    c.paint("d", rhombus(12, 2))
    c.paint("e", down(12, 6, 1), down(15, 5, 1), down(10, 8, 1), down(14, 8, 1))
    colors = ("#bcdcf0", "#2b7a4b", "#6b4226", "#ffffff", "#ffc933", "#c8343c")
    return PictureFile("A fir in the snow", c.picture(), Palette(colors))


def fox() -> PictureFile:
    c = Canvas(TriGrid((3, 9, 2, 9, 3, 8)))
    c.paint("a", both(up(4, 1, 3), 11), polygon((7, 4), (8, 3), (14, 3), (15, 4), (21, 4), (13, 12), (9, 12), (1, 4)))
    c.paint("b", both(polygon((3, 6), (7, 6), (11, 10), (11, 12), (9, 12)), 11))
    c.paint("d", down(11, 6, 3))
    c.paint("c", both(up(4, 3, 1), 11), both(down(7, 6, 1), 11), down(11, 12, 2))
    return PictureFile("A fox", c.picture(), Palette(("#d9efe3", "#e8722c", "#ffffff", "#2b2118", "#f59a4a")))


def gem() -> PictureFile:
    c = Canvas(TriGrid((4, 7, 4, 7, 4, 7)))
    c.paint("a", up(7, 1, 2), up(11, 1, 2), up(15, 1, 2))
    c.paint("b", down(9, 3, 2), down(13, 3, 2))
    c.paint("c", polygon((5, 3), (9, 3), (11, 5), (9, 7)))
    c.paint("d", polygon((17, 3), (13, 3), (11, 5), (13, 7)))
    c.paint("b", down(11, 5, 2))
    c.paint("a", polygon((11, 5), (13, 7), (11, 9), (9, 7)))
    c.paint("e", rhombus(2, 4), rhombus(18, 2), rhombus(16, 8), rhombus(6, 8))
    colors = ("#241b3a", "#7fd8f2", "#c9f3ff", "#2f9fd0", "#1b6f9e", "#ffffff")
    return PictureFile("A cut gem", c.picture(), Palette(colors))


def mountains() -> PictureFile:
    c = Canvas(TriGrid((9, 0, 14, 0, 9, 5)))
    c.paint("d", polygon((16, 1), (17, 0), (19, 0), (20, 1), (19, 2), (17, 2)))
    c.paint("a", up(12, 1, 8), up(20, 3, 6))
    c.paint("b", polygon((12, 1), (9, 4), (10, 5), (11, 4), (12, 5), (13, 4), (14, 5), (15, 4)))
    c.paint("b", polygon((20, 3), (18, 5), (19, 6), (20, 5), (21, 6), (22, 5)))
    c.paint("e", polygon((14, 5), (15, 4), (20, 9), (18, 9)), polygon((21, 6), (22, 5), (26, 9), (24, 9)))
    c.paint("c", Shape(lambda _, y: y > 8))
    c.paint("c", up(6, 7, 2), up(9, 6, 3))
    colors = ("#bfe3f7", "#7a8ba3", "#ffffff", "#3f7d4e", "#ffc233", "#566579")
    return PictureFile("Mountains", c.picture(), Palette(colors))


def fish() -> PictureFile:
    c = Canvas(TriGrid((5, 5, 10, 5, 5, 10)))
    body = polygon((4, 5), (8, 1), (16, 1), (20, 5), (16, 9), (8, 9))
    c.paint("a", body, polygon((18, 5), (22, 1), (26, 1), (22, 5), (26, 9), (22, 9)))
    c.paint("b", body & polygon((12, 1), (14, 1), (10, 5), (14, 9), (12, 9), (8, 5)))
    c.paint("b", body & polygon((17, 0), (19, 0), (14, 5), (19, 10), (17, 10), (12, 5)))
    c.paint("c", rhombus(6, 3))
    c.paint("b", rhombus(2, 3), rhombus(4, 1))
    c.paint("d", Shape(lambda _, y: y > 9))
    return PictureFile("A clownfish", c.picture(), Palette(("#8fd3e8", "#f27a1a", "#ffffff", "#20242b", "#f2d49b")))


def melon() -> PictureFile:
    c = Canvas(TriGrid((0, 9, 0, 9, 0, 9)))
    c.paint("a", Shape(lambda _, y: y < 1))
    c.paint("b", Shape(lambda _, y: 1 < y < 2))
    c.paint("c", Shape(lambda _, y: y > 2))
    c.paint("d", down(5, 4, 1), down(9, 4, 1), down(13, 4, 1), down(7, 6, 1), down(11, 6, 1))
    c.paint("-", polygon((12, 0), (13, 1), (15, 1), (16, 0)))
    return PictureFile(
        "A slice of melon", c.picture(), Palette(("#fff6e5", "#2e7d46", "#d6efb8", "#e9434f", "#2a1a1a"))
    )


def boat() -> PictureFile:
    c = Canvas(TriGrid((4, 5, 9, 3, 6, 8)))
    c.paint("d", Shape(lambda _, y: y > 7))
    c.paint("b", up(9, 3, 3))
    c.paint("a", up(15, 1, 5))
    c.paint("c", polygon((6, 6), (22, 6), (20, 8), (8, 8)))
    c.paint("e", polygon((4, 2), (5, 1), (7, 1), (8, 2), (7, 3), (5, 3)))
    colors = ("#d7eefb", "#ffffff", "#f4a259", "#8c3b2e", "#2f7fb5", "#ffcf40")
    return PictureFile("A sailing boat", c.picture(), Palette(colors))


DRAWINGS: dict[str, Callable[[], PictureFile]] = {
    "tri-boat": boat,
    "tri-crystal": crystal,
    "tri-fir": fir,
    "tri-fish": fish,
    "tri-fox": fox,
    "tri-gem": gem,
    "tri-melon": melon,
    "tri-mountains": mountains,
    "tri-star": star,
}
