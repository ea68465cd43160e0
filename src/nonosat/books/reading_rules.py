"""The rules of solving for readers of a book, in plain sentences; rules that its puzzles do not need are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.books.book_puzzle import BookPuzzle
from nonosat.explaining.difficulty import Difficulty
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.nouns import number_word

#: The meaning of the classes for a person.
_CLASSES = {
    Difficulty.TRIVIAL: "one line at a time is enough, and few lines have to be looked at again.",
    Difficulty.LINES: "one line at a time is enough, but lines have to be looked at again and again.",
    Difficulty.MODERATE: "now and then suppose a colour for a cell, and find the contradiction soon.",
    Difficulty.DEEP: "suppositions have to be followed far, or made within others.",
}


def solving_rules(puzzles: Sequence[BookPuzzle]) -> Iterator[str]:
    """The rules by which the clues of these puzzles are read."""
    yield (
        "Each puzzle hides a picture. A clue belongs to one line of cells: its numbers are the lengths of the blocks "
        "of filled cells on that line, in their order. A clue of 0 stands for a line without filled cells."
    )
    kinds = {each.puzzle.grid.kind for each in puzzles}
    if "rect" in kinds:
        yield "Clues of rows stand on the left, clues of columns above. Read them from left to right, and downward."
    for kind in sorted(kinds - {"rect"}):
        grid = next(each.puzzle.grid for each in puzzles if each.puzzle.grid.kind == kind)
        directions = number_word(len(grid.families))
        yield (
            f"In grids of {GRIDS[kind].cells} the lines have {directions} directions. A clue stands where its line "
            "begins, and a thin grey line joins them. Read it towards the grid."
        )
    if any(each.puzzle.n_colors > 1 for each in puzzles):
        yield (
            "Between two blocks of the same colour there is at least one empty cell; blocks of different colours may "
            "touch. In a puzzle of several colours the letter after a number is the colour of the block, and the "
            "legend below the grid names the colours."
        )
    else:
        yield "Between two blocks there is at least one empty cell."
    if any(each.puzzle.has_unknown_colors for each in puzzles):
        yield "A block with ? in place of its colour has one colour, which you have to find out."
    if any(each.puzzle.has_hidden_lengths for each in puzzles):
        yield "A block with ? in place of its number may have any number of cells, at least one."
    if any(each.puzzle.givens for each in puzzles):
        yield "Cells that are filled or crossed out from the start belong to the picture as they are."
    if any(each.rating.n_solutions == 2 for each in puzzles):
        yield (
            "A puzzle with several solutions has more than one picture that satisfies its clues. The book shows one of "
            "them, and any other is as right."
        )


def class_rules(puzzles: Sequence[BookPuzzle]) -> Iterator[str]:
    """The meaning of the classes of these puzzles."""
    found = {each.rating.difficulty or each.rating.at_least for each in puzzles}
    for difficulty in Difficulty:
        if difficulty in found:
            yield f"{difficulty.value.capitalize()}: {_CLASSES[difficulty]}"
    if any(each.section == "not rated" for each in puzzles):
        yield "At least: the puzzle was not rated to the end, and may be harder. Such puzzles stand behind the others."
