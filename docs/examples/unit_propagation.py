"""Print what unit propagation alone finds of a puzzle of one colour: `a` coloured, `-` background, `?` open.

    python docs/examples/unit_propagation.py PUZZLE ENCODING

docs/sat.md uses it.
"""

import sys

import nonosat


def propagate(clauses: list[tuple[int, ...]]) -> set[int] | None:
    """The literals that follow, one clause at a time; None if some clause cannot be satisfied any more.

    While all literals of a clause but one are false, that one must be true.
    """
    known: set[int] = set()
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if known.isdisjoint(clause):
                left = [literal for literal in clause if -literal not in known]
                if not left:
                    return None
                if len(left) == 1:
                    known.add(left[0])
                    changed = True
    return known


def main() -> None:
    """Print the picture of the puzzle and the encoding that the arguments name."""
    puzzle = nonosat.load(sys.argv[1])
    formula = nonosat.encode(puzzle, encoding=nonosat.find_encoding(sys.argv[2]))
    known = propagate(list(formula.clauses())) or set()
    first, *_ = puzzle.grid.families
    for row in first:
        cells = [cell + 1 for cell in puzzle.grid.line(row)]
        print("".join("a" if cell in known else "-" if -cell in known else "?" for cell in cells))


if __name__ == "__main__":
    main()
