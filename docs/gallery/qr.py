"""Draws the QR code of the gallery, `pictures/qr-nonosat.txt`; needs segno (`pip install nonosat[gallery]`).

    python docs/gallery/qr.py

A QR code was not drawn to be a nonogram: its clues alone have more than one solution, so some cells are given.
"""

from __future__ import annotations

import dataclasses

import picture_file
import segno
from givens import givens_for
from make_puzzles import PICTURES
from picture_file import PictureFile

from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid

TEXT = "NONOSAT DRAWS WITH LOGIC"

#: Light modules around the code. Readers ask for four, and make do with less where the picture itself has a margin.
QUIET_ZONE = 2


def qr_picture(text: str = TEXT) -> PictureFile:
    """The QR code of a text, one cell per module, without givens."""
    code = segno.make(text, error="l", boost_error=False, micro=False)
    rows = [[1 if dark else 0 for dark in row] for row in code.matrix_iter(border=QUIET_ZONE)]
    picture = Picture(RectGrid(len(rows), len(rows[0])), tuple(cell for row in rows for cell in row))
    return PictureFile("A QR code that speaks for itself", picture, Palette(("#ffffff", "#000000")), text=text)


if __name__ == "__main__":
    file = qr_picture()
    file = dataclasses.replace(file, givens=givens_for(file))
    (PICTURES / "qr-nonosat.txt").write_text(picture_file.write(file), encoding="utf-8", newline="\n")
