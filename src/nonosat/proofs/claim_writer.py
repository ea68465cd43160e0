"""Writing the files that a claim adds to those of a kind of proof."""

from __future__ import annotations

import os

from nonosat.formats.picture_text import picture_rows
from nonosat.model.grid import cell_place
from nonosat.model.palette import letter
from nonosat.proofs.claim import Claim
from nonosat.proofs.manifest import CLAIM_FILES, GIVENS, OTHERS


def write_claim(claim: Claim, folder: str) -> None:
    """Write the other solutions and the givens into a folder, as far as the manifest of such a claim lists them.

    Raises:
        OSError: a file cannot be written.
    """
    files = CLAIM_FILES[claim.text]
    if OTHERS in files:
        pictures = ("".join(f"{row}\n" for row in picture_rows(claim.puzzle, other)) for other in claim.others)
        _write(folder, OTHERS, "\n".join(pictures))
    if GIVENS in files:
        grid = claim.puzzle.grid
        places = ((*cell_place(grid, cell), letter(color)) for cell, color in claim.givens)
        _write(folder, GIVENS, "".join(f"given {row} {place} {color}\n" for row, place, color in places))


def _write(folder: str, name: str, text: str) -> None:
    with open(os.path.join(folder, name), "w", encoding="ascii", newline="\n") as file:
        file.write(text)
