"""Displays in notebooks: puzzles and pictures as drawings, answers as a sentence, a drawing and details."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from nonosat.core.deadline import NEVER
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle

if TYPE_CHECKING:
    from nonosat.analysis.count import SolutionCount
    from nonosat.analysis.solution_map import SolutionMap
    from nonosat.authoring.diagnose import Diagnosis
    from nonosat.explaining.explain import Walkthrough
    from nonosat.explaining.hint import Hint

#: Work to find the shares of colours for a drawing, in units.
_WORK = 2_000


def drawing(value: Puzzle | Picture) -> str:
    """A puzzle with its clues, or a picture in default colours since it has none of its own, as SVG."""
    if isinstance(value, Puzzle):
        return _drawing(value)
    from nonosat.authoring.tracing import puzzle_of_picture
    from nonosat.drawing.svg import svg

    return svg(puzzle_of_picture(value), value)


def html(answer: Any) -> str:
    """An answer as an element of HTML that is well-formed XML, too."""
    kind = type(answer).__name__
    sentence = _SENTENCES[kind](answer) if kind in _SENTENCES else answer.sentence()
    title, lines = _DETAILS[kind](answer) if kind in _DETAILS else ("", ())
    details = "".join(f"<li>{_text(line)}</li>" for line in lines)
    more = f"<details><summary>{_text(title)}</summary><ul>{details}</ul></details>" if details else ""
    return f"<div><p>{_text(sentence)}</p>{_PICTURES[kind](answer)}{more}</div>"


def _drawing(puzzle: Puzzle, picture: Picture | None = None, **options: Any) -> str:
    """A drawing with clues."""
    from nonosat.drawing.svg import svg

    return svg(puzzle, picture, clues=True, **options)


def _text(words: str) -> str:
    from nonosat.drawing.svg_document import xml_text

    return escape(xml_text(words)).replace("\n", "<br/>")


def _count(found: SolutionCount) -> str:
    """The cells with the colours that they have in the solutions, or the empty puzzle where there is none."""
    from nonosat.analysis.count import cell_colors
    from nonosat.drawing.svg_map import svg_map

    # A notebook waits for the drawing; the shares of colours are only a part of it.
    return svg_map(cell_colors(found, NEVER.or_after_work(_WORK))) if found.map.witnesses else _drawing(found.puzzle)


def _map(found: SolutionMap) -> str:
    """A solution, with marks where others differ."""
    return _drawing(found.puzzle, found.witnesses[0] if found.witnesses else None, differs=found.differing)


def _diagnosis(found: Diagnosis) -> str:
    return found.svg() or _drawing(found.puzzle)


def _walkthrough(found: Walkthrough) -> str:
    """The cells that are known in the end."""
    if found.picture is not None:
        return _drawing(found.puzzle, found.picture)
    from nonosat.explaining.step import apply_conclusions

    possible = list(found.start)
    for step in found.steps:
        apply_conclusions(possible, step.conclusions)
    return _known(found.puzzle, [colors[0] if len(colors) == 1 else None for colors in possible])


def _hint(found: Hint) -> str:
    """The partial picture, with marks on the cells that are wrong or that the step decides."""
    cells = found.wrong or [each.cell for each in (found.step.conclusions if found.step else ())]
    return _known(found.puzzle, found.known, cells, "wrong" if found.wrong else "of the next step")


def _known(puzzle: Puzzle, cells: Iterable[int | None], marked: Iterable[int] = (), marks: str = "") -> str:
    """A partial picture, whose cells are drawn as those that a puzzle gives."""
    givens = tuple(ColoredCell(cell, color) for cell, color in enumerate(cells) if color is not None)
    n_filled = count(sum(color != BACKGROUND for _, color in givens), "filled cell")
    description = f"A partial picture, {n_filled}"
    shown = replace(puzzle, givens=givens)
    return _drawing(shown, differs=tuple(marked), marks=marks, description=description)


#: By the name of the class of an answer, its sentence if that is not what `sentence()` gives by default.
_SENTENCES: dict[str, Callable[[Any], str]] = {"Hint": lambda found: found.sentence(4)}

#: Likewise a drawing.
_PICTURES: dict[str, Callable[[Any], str]] = {
    "Result": lambda found: _drawing(found.puzzle, found.picture, differs=found.differs),
    "SolutionCount": _count,
    "SolutionMap": _map,
    "Diagnosis": _diagnosis,
    "Walkthrough": _walkthrough,
    "Hint": _hint,
    "Rating": lambda found: _drawing(found.puzzle),
    "Mended": lambda found: _drawing(
        found.puzzle, found.picture, differs=found.changed_cells, marks="that were changed or given"
    ),
    "FittedPicture": lambda found: _drawing(
        found.puzzle, found.picture, differs=found.changed_cells, marks="that were changed"
    ),
    "FormulaCheck": lambda found: _drawing(
        found.puzzle,
        found.picture,
        differs=found.marked,
        marks="that the formula treats wrongly",
        wrong=found.marked_lines,
    ),
    "ScanResult": lambda found: _drawing(found.puzzle, found.result and found.result.picture),
    "VerifiedProof": lambda found: _drawing(found.manifest.puzzle, found.claim.solution),
}

#: Likewise a heading and lines that are shown on demand.
_DETAILS: dict[str, Callable[[Any], tuple[str, Iterable[str]]]] = {
    "Walkthrough": lambda found: (
        count(len(found.steps), "step"),
        ["\n".join(text.lines) for text in found.texts()],
    ),
    "FormulaCheck": lambda found: ("clues", found.details()),
    "Diagnosis": lambda found: ("evidence", [line.strip() for line in found.details()]),
    "ScanResult": lambda found: ("to check", [*found.doubts, *found.mark_doubts]),
}
