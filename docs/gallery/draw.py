"""Draws the larger pictures of `docs/gallery/pictures/` from discs, polygons and strokes.

    python docs/gallery/draw.py              writes all of them
    python docs/gallery/draw.py hex-whale    writes those named

The small pictures there were drawn by hand, cell by cell, and have no script. What a picture shows is in the modules
that the registry below names; this one only runs them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import hex_animals
import hex_scenes
import picture_file
import scenes
import silhouettes
import triangles
from make_puzzles import PICTURES
from picture_file import PictureFile

DRAWINGS: dict[str, Callable[[], PictureFile]] = {
    **silhouettes.DRAWINGS,
    **scenes.DRAWINGS,
    **hex_animals.DRAWINGS,
    **hex_scenes.DRAWINGS,
    **triangles.DRAWINGS,
}


def main(names: Iterable[str]) -> None:
    """Write the pictures of the given names, or all."""
    for name in list(names) or sorted(DRAWINGS):
        text = picture_file.write(DRAWINGS[name]())
        (PICTURES / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
