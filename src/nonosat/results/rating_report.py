"""A rating as an exit code, as a sentence for a person, as a row of a table, and as a record for JSON."""

from __future__ import annotations

from nonosat.explaining.rating import Rating
from nonosat.model.nouns import count
from nonosat.results.tables import Cell, Percent

#: The titles of the table of ratings.
RATING_HEAD = ("puzzle", "class", "passes", "lines", "open %", "suppositions", "chain", "depth")
#: The names of the values in a record, in order.
RATING_FIELDS = (
    *("class", "at_least", "solutions", "passes", "lines_visited", "open", "open_share"),
    *("suppositions", "longest_chain", "depth", "depth_known", "needed_solver"),
)


def rating_exit_code(rating: Rating) -> int:
    """The exit code: 0 the class is known, 1 several solutions or none, 5 the time limit came first."""
    if rating.difficulty is not None:
        return 0
    return 5 if rating.at_least is not None else 1


def rated_class(rating: Rating) -> str:
    """The class in words: `moderate`, `at least deep`, or why there is none."""
    if rating.difficulty is not None:
        return rating.difficulty.value
    if rating.at_least is not None:
        return f"at least {rating.at_least.value}"
    return "several solutions" if rating.n_solutions else "no solution"


def rating_sentence(rating: Rating) -> str:
    """The class of a puzzle and the evidence for it, without the name of the puzzle."""
    if rating.at_least is None:
        return f"not rated: {rated_class(rating)}"
    passes, visited = _passes(rating.passes), count(rating.lines_visited, "line", separators=True)
    if rating.depth == 0 and rating.difficulty is not None:
        return f"{rated_class(rating)}: line solving solves it in {passes}, {visited} visited"
    share = f"{rating.n_open:,} of {count(rating.n_cells, 'cell', separators=True)}"
    parts = [f"{rated_class(rating)}: line solving leaves {share} open after {passes}"]
    if rating.suppositions:
        longest = f"within {_passes(rating.longest_chain)}"
        parts.append(f"{count(rating.suppositions, 'supposition', separators=True)} refuted {longest} of line solving")
    if rating.difficulty is None:
        parts.append("the search was ended")
        if rating.n_solutions is None:
            parts.append("it is not known whether the solution is unique")
    elif rating.depth > 2:
        parts.append("suppositions within suppositions do not solve it (depth over 2)")
    elif rating.depth == 2:
        known = "solve it" if rating.is_depth_known else "were not tried"
        parts.append(f"suppositions within suppositions {known} (depth {_depth(rating)})")
    return "; ".join(parts)


def rating_row(name: str, rating: Rating) -> list[Cell]:
    """The values below `RATING_HEAD`."""
    row: list[Cell] = [name, rated_class(rating), rating.passes, rating.lines_visited, Percent(rating.open_share)]
    if rating.at_least is None:
        return [*row, None, None, None]
    return [*row, rating.suppositions, rating.longest_chain, _depth(rating)]


def rating_record(rating: Rating) -> dict[str, object]:
    """The rating as JSON can hold it; all of it depends on the puzzle alone, unless a time limit came."""
    values = (
        *(None if each is None else each.value for each in (rating.difficulty, rating.at_least)),
        *(rating.n_solutions, rating.passes, rating.lines_visited, rating.n_open, round(rating.open_share, 4)),
        *(rating.suppositions, rating.longest_chain, rating.depth, rating.is_depth_known, rating.needed_solver),
    )
    return dict(zip(RATING_FIELDS, values, strict=True))


def _passes(number: int) -> str:
    return "1 pass" if number == 1 else f"{number} passes"


def _depth(rating: Rating) -> str:
    """The number of suppositions that must be open at once, in words."""
    if rating.is_depth_known:
        return str(rating.depth)
    return f"over {rating.depth - 1}" if rating.depth > 2 else f"at least {rating.depth}"
