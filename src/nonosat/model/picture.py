"""Pictures: a colour for every cell of a grid.

The classes of these import no drawings, so that the verifier depends on nothing but the model. The library, which
stands above both, registers here the functions that draw them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nonosat.core.errors import PuzzleError
from nonosat.model.grid import Grid, along
from nonosat.model.nouns import count
from nonosat.model.palette import letter

#: `repr` shows the cells of pictures up to this size.
_SHOWN_CELLS = 100


@dataclass(frozen=True)
class Picture:
    """One colour number per cell of a grid, 0 for background.

    Raises:
        PuzzleError: there are more or fewer colour numbers than cells.
    """

    grid: Grid
    cells: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.cells) != self.grid.n_cells:
            raise PuzzleError(f"picture of {count(len(self.cells), 'cell')}, expected {self.grid.n_cells}")

    def __repr__(self) -> str:
        header = self.grid.header
        if len(self.cells) <= _SHOWN_CELLS:
            return f"<Picture {header}: {' '.join(''.join(map(letter, row)) for row in self.rows())}>"
        return f"<Picture {header} n_filled={len(self.cells) - self.cells.count(0)}>"

    def _repr_svg_(self) -> str:
        """The drawing that a notebook displays, in default colours since a picture has none of its own."""
        return displayed("svg", self)

    def line(self, index: int) -> tuple[int, ...]:
        """Colours along one line of the grid."""
        return tuple(along(self.cells, self.grid.line(index)))

    def rows(self) -> list[tuple[int, ...]]:
        """Colours of the rows, top to bottom."""
        return [self.line(row) for row in self.grid.families[0]]


#: From the name of a form of pictures, `text`, to a function that reads the colours of all cells of a puzzle in this
#: form, None for a cell that is open. The library registers it here, since readers stand above the model, too.
READERS: dict[str, Callable[[Any, Any], tuple[int | None, ...]]] = {}

#: From `svg` or `html` to the function that shows a puzzle or a picture, or an answer, in this form.
DISPLAYS: dict[str, Callable[[Any], str]] = {}


def displayed(form: str, value: object) -> str:
    """The display of a value in a notebook, in the form `svg` or `html`."""
    return DISPLAYS[form](value)
