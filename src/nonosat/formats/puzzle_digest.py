"""The digest of a puzzle: equal for two files if they hold the same puzzle, whatever their formats.

The digest is the SHA-256 of the canonical text: the clue file of the puzzle without metadata, with the number of
colours in place of their values. It has all that decides the answer: the grid, the number of colours, the clues and the
givens, with colours by letter in the order of the palette. Titles, authors and colour values are left out.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from nonosat.formats.clues import write
from nonosat.model.puzzle import Metadata, Puzzle

#: The number of first hexadecimal digits that are printed for people.
SHORT = 16


def canonical_text(puzzle: Puzzle) -> str:
    """The text that the digest is made of, in ASCII.

    Its lines are the grid, the number of colours, one clue for each line of the grid, and one line for each given, by
    ascending cells; each ends with a newline character.
    """
    header, _, rest = write(replace(puzzle, metadata=Metadata())).split("\n", 2)
    return f"{header}\n{puzzle.n_colors}\n{rest}"


def puzzle_digest(puzzle: Puzzle) -> str:
    """The SHA-256 of the canonical text of a puzzle, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_text(puzzle).encode()).hexdigest()
