"""One decision, its conflict and the learnt clause, in the encoding `dnf`, whose variables are the cells alone.

    python docs/examples/conflict.py PUZZLE CELL [FOLDER]

CELL is supposed to be empty, such as r2c2. With FOLDER, the picture at the conflict and the graph of implications are
also drawn: `conflict-board.svg` and `conflict-graph.svg`. docs/sat.md uses it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import svgwrite

import nonosat
from nonosat.cnf.traced_propagation import TracedPropagation, propagate_traced
from nonosat.cnf.wording import FormulaWords

WIDTH, HEIGHT, STEP_X, STEP_Y = 104, 30, 150, 48
INK, DECIDED, WRONG = "#1d3557", "#e9c46a", "#d4001a"


def learnt_clause(trace: TracedPropagation, always: set[int]) -> list[list[int]]:
    """The conflict and the clauses after each resolution, until one literal of the decision's level is left.

    Literals that are false without the decision are left out: their negations are in `always`.
    """
    order = {literal: number for number, literal in enumerate(trace.reasons)}
    clause = {literal for literal in trace.conflict or () if -literal not in always}
    steps = [sorted(clause, key=abs)]
    while len(clause) > 1:
        last = max((-literal for literal in clause), key=order.__getitem__)  # the one that became true last
        clause = (clause - {-last}) | {each for each in trace.reasons[last] if each != last and -each not in always}
        steps.append(sorted(clause, key=abs))
    return steps


def graph(trace: TracedPropagation, always: set[int], words: FormulaWords, end: str) -> str:
    """The graph of implications: an arrow from each literal to those that follow from it, and to the conflict."""
    nodes = [literal for literal in trace.reasons if literal not in always]
    causes = {literal: [-each for each in trace.reasons[literal] if -each in nodes] for literal in nodes}
    causes[0] = [-literal for literal in trace.conflict or () if -literal in nodes]
    used, todo = set(), [0]
    while todo:
        used.add(node := todo.pop())
        todo += causes[node]
    depth: dict[int, int] = {}
    for node in [*(each for each in nodes if each in used), 0]:
        depth[node] = 1 + max((depth[cause] for cause in causes[node]), default=-1)
    places = {
        node: (depth[node] * STEP_X + 10, 20 + STEP_Y * sum(depth[each] == depth[node] for each in list(depth)[:at]))
        for at, node in enumerate(depth)
    }
    size = max(x for x, _ in places.values()) + WIDTH + 10, max(y for _, y in places.values()) + HEIGHT + 20
    drawing = svgwrite.Drawing(size=size, viewBox=f"0 0 {size[0]} {size[1]}", debug=False)
    drawing.add(drawing.rect((0, 0), size, fill="#ffffff"))
    for node, (x, y) in places.items():
        for cause in causes[node]:
            left, top = places[cause]
            start, stop = (left + WIDTH, top + HEIGHT / 2), (x - 2, y + HEIGHT / 2)
            drawing.add(drawing.line(start, stop, stroke=INK, stroke_width=1.5))
            drawing.add(drawing.circle(stop, r=3.5, fill=INK))
    for node, (x, y) in places.items():
        fill, edge = (DECIDED if not causes[node] else "#ffffff"), INK if node else WRONG
        drawing.add(drawing.rect((x, y), (WIDTH, HEIGHT), rx=6, fill=fill, stroke=edge, stroke_width=1.8))
        text = words.phrase(node) if node else end
        style = {"font_size": 13, "font_family": "Helvetica, Arial, 'DejaVu Sans', sans-serif", "fill": edge}
        drawing.add(drawing.text(text, (x + WIDTH / 2, y + HEIGHT / 2 + 5), text_anchor="middle", **style))
    return drawing.tostring() + "\n"


def board(puzzle: nonosat.Puzzle, trace: TracedPropagation, line: int) -> str:
    """The picture at the conflict, with a frame around the line whose clue fails."""
    cells = nonosat.CellVariables(puzzle)
    known = [(cells.cell_of(abs(literal))[0], int(literal > 0)) for literal in trace.reasons]
    begun = replace(puzzle, givens=tuple(nonosat.ColoredCell(cell, color) for cell, color in sorted(known)))
    return nonosat.svg(begun, clues=True, wrong=[line], description=f"The board at the conflict in line {line + 1}")


def main(file: str, cell: str, folder: str | None = None) -> None:
    puzzle = nonosat.load(file)
    formula = nonosat.encode(puzzle, encoding="dnf")
    words, clauses = FormulaWords(formula, puzzle), list(formula.clauses())
    decision = next(-v for v in range(1, puzzle.grid.n_cells + 1) if words.phrase(v).split()[0] == cell)
    always = set(propagate_traced(clauses, []).reasons)
    trace = propagate_traced(clauses, [decision])
    assert trace.conflict is not None, "no conflict"
    print("decision ", words.phrase(decision))
    for clause in trace.clauses_for(-literal for literal in trace.conflict):
        literal = next(each for each in clause if trace.reasons.get(each) == clause)
        if literal not in always:
            print("follows  ", f"{words.phrase(literal):16}", "from", " or ".join(map(words.phrase, clause)))
    steps = learnt_clause(trace, always)
    print("conflict ", " or ".join(map(words.phrase, steps[0])))
    for clause in steps[1:]:
        print("resolved ", " or ".join(map(words.phrase, clause)))
    after = propagate_traced([*clauses, tuple(steps[-1])], [])
    n_open = puzzle.grid.n_cells - len(after.reasons)
    print("learnt   ", f"{words.phrase(steps[-1][0])}; then unit propagation leaves {n_open} cells open")
    if folder is not None:
        (line, *_) = sorted(words.lines(trace.conflict))
        label = f"row {line + 1}" if line in puzzle.grid.families[0] else f"line {line + 1}"
        Path(folder, "conflict-board.svg").write_text(board(puzzle, trace, line), encoding="utf-8", newline="\n")
        drawn = graph(trace, always, words, f"{label} fails")
        Path(folder, "conflict-graph.svg").write_text(drawn, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
