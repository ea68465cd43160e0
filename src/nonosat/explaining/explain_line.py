"""One line by itself: what its clue and the known cells force, why, and what unit propagation finds of it.

The clue is that of a puzzle of one line. Line solving finds everything that follows, and the arguments of explanations
say why. The same knowledge, as assumptions in the formula of an encoding, gives what unit propagation finds there, and
the clauses that it uses. Both speak about literals: a cell has a colour other than the background, or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.core.errors import UsageError
from nonosat.core.question import Outcome
from nonosat.encodings import Recipe, find_encoding
from nonosat.explaining.known_cells import KnownCells, PuzzleLines, color_numbers, position_colors
from nonosat.explaining.line_argument import DeductionWords
from nonosat.explaining.line_patterns import clauses
from nonosat.explaining.line_propagation import LinePropagation, Possible
from nonosat.explaining.line_steps import line_deduction
from nonosat.explaining.misfit import misfit
from nonosat.explaining.step import LineDeduction, StepCodecs
from nonosat.explaining.step_words import StepWords, capital
from nonosat.formats.clue_lists import ClueValue
from nonosat.formats.clue_words import line_puzzle
from nonosat.model.answers import answer_line
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, letter
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import PartialPicture, as_cells
from nonosat.model.puzzle import Puzzle

#: The encoding whose propagation is shown by default.
LINE_ENCODING = "order"


@dataclass(frozen=True, kw_only=True, repr=False)
class LineExplanation:
    """What follows from a clue and known cells of its line.

    Attributes:
        puzzle: the line as a puzzle of one line.
        known: for each cell its colour, None where it is open.
        possible: the colours that are left of each cell; None if the clue does not fit the known cells.
        deduction: the cells that lose colours, with the reasons; None if there are none.
        propagation: what unit propagation finds in the formula of the encoding.
    """

    puzzle: Puzzle
    known: tuple[int | None, ...]
    possible: Possible | None
    deduction: LineDeduction | None
    propagation: LinePropagation

    def __repr__(self) -> str:
        return answer_line(self, self.puzzle)

    @property
    def outcome(self) -> Outcome:
        """YES: the clue fits; NO: it contradicts the known cells."""
        return Outcome.NO if self.possible is None else Outcome.YES

    @property
    def forced(self) -> tuple[int, ...]:
        """The cells that lose colours, ascending."""
        return tuple(each.cell for each in self.deduction.narrowed) if self.deduction else ()

    @property
    def missed(self) -> tuple[int, ...]:
        """The cells of `forced` about which unit propagation does not find everything."""
        found = self.propagation.possible
        if self.possible is None or found is None:
            return ()
        return tuple(cell for cell in self.forced if _says_less(found[cell], self.possible[cell]))

    def reasons(self) -> list[str]:
        """The reasons as sentences, the simplest first; why the clue does not fit, if it does not."""
        words = StepWords(self.puzzle)
        if self.possible is None:
            everything = tuple(range(self.puzzle.n_colors + 1))
            known = [everything if color is None else (color,) for color in self.known]
            return [f"{capital(misfit(words, 0, known))}."]
        return [f"{capital(clause)}." for clause in clauses(words, self.deduction)] if self.deduction else []

    def missed_words(self) -> str:
        """The conclusions that unit propagation misses: `cells 3 and 4 are filled`; empty if there are none."""
        if self.deduction is None or not self.missed:
            return ""
        return DeductionWords(StepWords(self.puzzle), self.deduction).become(self.missed)

    def sentence(self) -> str:
        """What follows, and how much of it unit propagation finds."""
        encoding = self.propagation.encoding
        if self.possible is None:
            notices = "finds the contradiction" if self.propagation.possible is None else "finds no contradiction"
            return f"the clue does not fit; unit propagation in {encoding} {notices}"
        if not self.forced:
            return "nothing follows"
        found = len(self.forced) - len(self.missed)
        share = "all" if not self.missed else f"{found} of {len(self.forced)}" if found else "none"
        verb = "follows" if len(self.forced) == 1 else "follow"
        return f"{count(len(self.forced), 'cell')} {verb}; unit propagation in {encoding} finds {share}"

    def record(self) -> dict[str, object]:
        """The same as a JSON object; cells are numbered from 1, colours are letters."""
        codecs, found = StepCodecs(self.puzzle), self.propagation
        return {
            "fits": self.possible is not None,
            "known": ["?" if color is None else letter(color) for color in self.known],
            "possible": None if self.possible is None else [codecs.colors.write(each) for each in self.possible],
            "forced": [cell + 1 for cell in self.forced],
            "reasons": self.reasons(),
            "encoding": found.encoding,
            "variables": found.n_variables,
            "clauses": found.n_clauses,
            "propagated": None if found.possible is None else [codecs.colors.write(each) for each in found.possible],
            "missed": [cell + 1 for cell in self.missed],
            "used": [{"literals": list(clause.literals), "text": clause.text} for clause in found.clauses],
        }


def explain_line(
    clue: ClueValue,
    cells: PartialPicture,
    *,
    encoding: str | Recipe = LINE_ENCODING,
    n_colors: int | None = None,
) -> LineExplanation:
    """What a clue and known cells force on a line by itself, with reasons, and what unit propagation finds of it.

    Args:
        clue: a text such as `3 1 2` or `3a 1b _a 2?`, or a list of blocks as `nonosat.puzzle` takes it.
        cells: a text with a letter for each cell, `-` or `.` for background and `?` for an open cell; or for each cell
            its colour number, None where it is open.
        encoding: the recipe of the formula in which unit propagation is shown.
        n_colors: the number of colours besides the background, at most 5; by default the last one that
            a text names, else 1.

    Raises:
        InputError, PuzzleError: the clue is wrong, its blocks need more cells, or a cell has a colour that it lacks.
        TooLarge: the encoding is not meant for lines of this length.
        UsageError: there is no such encoding.
    """
    recipe = encoding if isinstance(encoding, Recipe) else find_encoding(encoding)
    if isinstance(cells, Picture):
        raise UsageError("explain_line: a picture, expected the cells of one line")
    length = len("".join(cells.split())) if isinstance(cells, str) else len(cells)
    puzzle = line_puzzle(clue, length, n_colors)
    known = as_cells(puzzle, cells)
    lines = PuzzleLines(puzzle)
    everything = tuple(range(puzzle.n_colors + 1))
    state = KnownCells(lines, [everything if color is None else (color,) for color in known])
    after = lines.narrow(0, state.masks[0])
    possible, deduction = None, None
    if after is not None:
        left = [position_colors(after, cell) for cell in range(length)]
        possible = tuple(map(color_numbers, left))
        if removed := {cell: state.colors[cell] & ~colors for cell, colors in enumerate(left)}:
            deduction = line_deduction(state, 0, removed)
    return LineExplanation(
        puzzle=puzzle,
        known=known,
        possible=possible,
        deduction=deduction if deduction and deduction.narrowed else None,
        propagation=LinePropagation(puzzle, known, recipe),
    )


def _says_less(found: Sequence[int], true: Sequence[int]) -> bool:
    """True if `found` has a colour that a cell cannot have; the background counts where a colour would exclude it."""
    wrong = set(found).difference(true)
    return bool(wrong - {BACKGROUND}) or (bool(wrong) and len(true) == 1)
