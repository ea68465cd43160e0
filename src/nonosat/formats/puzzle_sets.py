"""Sets of puzzles of one colour in one file, as contests and courses have them; read only.

    spoj                         tournament               course

    <number of puzzles>          $<number>                input ...
    <rows> <columns>             clues of columns         <size>
    clues of rows                clues of rows            clues of rows
    clues of columns             $<number> ...            clues of columns
    <rows> <columns> ...                                  output ...
                                                          the solution, a row on each line

Each clue is a line of lengths, separated by blanks. In spoj, the problem JCROSS of SPOJ, it ends with a 0. In the
others an empty line is an empty clue, and grids are squares: the tournaments of TAAI (Taiwan), and exercises of
programming courses, whose files may also hold a single puzzle without `input` and `output`. The cells of a solution are
`#` and `.`, separated by blanks or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import SimpleNamespace

from nonosat.core.errors import shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.picture_text import read_solution
from nonosat.formats.plain import header, only_word, without_end
from nonosat.formats.source import Source, Word

_INPUT = re.compile(r"\s*input\b")
_SIZE = re.compile(r"\s*([0-9]{1,5})[ \t]*\n")
_OUTPUT = re.compile(r"^output\b.*$", re.MULTILINE)


def _looks_like_spoj(text: str) -> bool:
    """True if a text begins with a number, a line of two numbers, and a clue that ends with 0."""
    match = re.match(r"\s*[0-9]+[ \t]*\n[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*\n([0-9 \t]*)\n", text)
    return match is not None and match[1].split()[-1:] == ["0"]


#: A line of two numbers of which the second is not 0, as at the end of a clue.
_SPOJ_BEGIN = r"^[ \t]*[0-9]+[ \t]+[1-9][0-9]*[ \t]*$"


def _spoj_pieces(source: Source) -> list[Source]:
    first, *others = source.parts(_SPOJ_BEGIN)
    if not others:
        return [first]
    number = next((i for i, line in enumerate(first.lines, first.first) if line.strip()), first.first)
    size = only_word(first, number, "the number of puzzles")
    first.expect_end(number + 1, "the number of puzzles")
    if source.number(size, "the number of puzzles") != len(others):
        source.fail(f"{shown(size.text)} as the number of puzzles, expected {len(others)}", size)
    return others


def _read_spoj(source: Source) -> Sheet:
    height, width = header(source, source.words(source.first, 3), "`<rows> <columns>`")
    grid = source.read_rect(height, width)
    if source.last < source.first + grid.n_lines:
        source.fail(f"{source.last - source.first} clues, expected {grid.n_lines}", source.end)
    longest = max(grid.height, grid.width) + 2
    numbers = range(source.first + 1, source.first + 1 + grid.n_lines)
    clues = [source.plain(without_end(source.words(number, longest))) for number in numbers]
    source.expect_end(numbers.stop, f"the last of {grid.n_lines} clues")
    return Sheet(source.puzzle(grid, clues))


_TOURNAMENT_BEGIN = r"^\$[0-9]+[ \t]*$"


def _looks_like_tournament(text: str) -> bool:
    """True if a text begins with the number of a puzzle, and not of a solution."""
    return re.match(r"\s*\$[0-9]+[ \t]*\n", text) is not None and not has_tournament_solutions(text)


def has_tournament_solutions(text: str) -> bool:
    """True if a text begins with the number of a puzzle and a square of 0 and 1, as the solutions of a set do."""
    match = re.match(r"\s*\$[0-9]+[ \t]*\n((?:[01](?:[ \t]+[01])+[ \t]*(?:\n|$))+)", text)
    rows = [line.split() for line in match[1].splitlines()] if match else []
    return any("0" in row for row in rows) and all(len(row) == len(rows) for row in rows)


def _tournament_pieces(source: Source) -> Iterable[Source]:
    if not _looks_like_tournament(source.text):
        blank = len(source.text) - len(source.text.lstrip())
        place = Word("", source.text.count("\n", 0, blank) + 1, 1)
        source.fail("no number of a puzzle, expected a line such as $1", place)
    return (part for part in source.parts(_TOURNAMENT_BEGIN) if part.text.strip())


def _read_tournament(source: Source) -> Sheet:
    n_lines = len(source.lines) - 1
    if not source.lines[-1].strip():
        n_lines -= 1  # the empty text behind the last line end
    if n_lines % 2 and not source.line(source.first + n_lines).strip():
        n_lines -= 1  # a blank line before the next puzzle
    if n_lines % 2 or not n_lines:
        source.fail(f"{n_lines} clues, expected as many columns as rows", source.end)
    grid = source.rect(n_lines // 2, n_lines // 2, Word("", source.first, 1))
    clues = source.clues(grid, source.first + 1)
    return Sheet(source.puzzle(grid, clues[grid.width :] + clues[: grid.width]))


_COURSE_BEGIN = r"^input\b.*$"


def _looks_like_course(text: str) -> bool:
    """True if a text begins with `input`, or is a number and twice that number of lines of numbers."""
    if re.match(r"\s*input\b[^\n]*\n\s*[0-9]+[ \t]*\n", text):
        return True
    size = _SIZE.match(text)
    if size is None or re.fullmatch(r"[0-9 \t\n]+", text) is None:
        return False
    # Blank lines at the end may be clues or not.
    used = text.rstrip().count("\n", size.end()) + 1
    return used <= 2 * int(size[1]) <= text.count("\n", size.end()) + 1


def _course_pieces(source: Source) -> Iterable[Source]:
    if not _INPUT.match(source.text):
        return [source]
    return (part for part in source.parts(_COURSE_BEGIN) if part.text.strip())


def _read_course(source: Source) -> Sheet:
    number = source.first + (_INPUT.match(source.text) is not None)
    while number < source.last and not source.line(number).strip():
        number += 1
    size = only_word(source, number, "the size of a square")
    grid = source.read_rect(size, size)
    output = next((i for i, line in enumerate(source.lines, source.first) if _OUTPUT.match(line)), None)
    if output is not None and output <= number + grid.n_lines:
        given = sum(1 for i in range(number + 1, output) if source.line(i).strip())
        expected = f"{grid.n_lines} for a square of size {grid.height}"
        source.fail(f"{given} clues before the solution, expected {expected}", size)
    clues = source.clues(grid, number + 1)
    source.expect_end(number + 1 + grid.n_lines, f"the last of {grid.n_lines} clues", output)
    puzzle = source.puzzle(grid, clues)
    rows = [] if output is None else [i for i in range(output + 1, source.last + 1) if source.line(i).strip()]
    if not rows:
        return Sheet(puzzle)
    return Sheet(puzzle, read_solution(source, rows, grid, (".", "#"), Word("", rows[0], 1), r"\S"))


#: The layouts by the names of their formats; see `file_format`.
LAYOUTS = {
    name: SimpleNamespace(SEVERAL=several, looks_like=looks_like, pieces=pieces, read=read)
    for name, several, looks_like, pieces, read in (
        ("spoj", _SPOJ_BEGIN, _looks_like_spoj, _spoj_pieces, _read_spoj),
        ("tournament", _TOURNAMENT_BEGIN, _looks_like_tournament, _tournament_pieces, _read_tournament),
        ("course", _COURSE_BEGIN, _looks_like_course, _course_pieces, _read_course),
    )
}
