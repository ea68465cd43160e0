"""The encoding `automaton`: the automaton of the clue, unrolled over the line.

Unit propagation draws every conclusion of a line.

A clue of k blocks is an automaton that reads the line from its first cell to its last (see `lines.clue_automaton`). In
state g it has read g blocks. A background cell keeps the state. A whole block leads to the next state, together with
the background cell after it where the next block has the same colour. Unrolled over the line this is a graph: a node
for each state and number of cells read, an edge for each step, and the placements of the clue are the paths from state
0 before the first cell to state k after the last. Only nodes and edges on such a path have variables:

    state[g,p]   state g is reached before cell p
    keep[g,p]    cell p is background, read in state g
    start[b,p]   block b starts at p: the step that reads all of it at once. So the graph has no node for each of its
                 cells, and stays as small as the slack
    inside[b,p], further[b,p]      for a block of unknown length, which is read cell by cell: block b covers cell p - 1;
                 it goes on at cell p
    background[i]   cell i is background (see `background`)
    within[b,p,q]   block b starts between p and q

    step      a step is taken from its first state and leads to its last
    path      a step leads to each state that is reached, and one is taken from it; the path has both ends
    read      keep[g,p] -> cell p is background; start[b,p] -> so is the cell after the block, where there must be one;
              further[b,p] -> cell p has the colour of b;
              within[b,p,q] -> the cells that b covers from wherever it starts between p and q have its colour
    support   cell j has colour c -> some block of that colour starts where it covers it; cell j is background -> some
              step reads it so

A block of unknown colour has a start for each colour. If it may have a colour that is one of several of the next block,
there is a state of its own after it, from which a block of this colour cannot follow; only start[b,p] in this colour
leads to it, so this variable stands for it too. The states `inside` bar the next block from their colour likewise.

All helper variables are determined by the cells: those that are true lie on one path, and two paths read two different
lines. There is no at-most-one.

Size, for a line of n cells and k blocks of known colour with s starts each (the slack plus 1): (k+1)·s states, k·s
starts, (k+1)·(s-1) keeps and at most 2ks windows; less than 16·(k+1)·s + 4n clauses with one colour. The literals of
`support` are as many again, so the formula grows with blocks times slack. A block of unknown length has up to 2n
variables more for each of its colours.

Propagation-complete (domain consistency, with background a value like any other): a colour is ruled out for a cell
as soon as no path is left that reads it there. For a step is false if one of its cells cannot have the colour that it
reads, and a state if no step leads to it or from it. So every step that is not false lies on a path of such steps.

Source: the automaton as a constraint, G. Pesant, A regular language membership constraint for finite sequences of
variables, CP 2004; as propagation-complete clauses, F. Bacchus, GAC via unit propagation, CP 2007,
and C.-G. Quimper, T. Walsh, Decomposing global grammar constraints, CP 2007; the windows are our own addition.

For each position j, `read` and `support` ask: does a block of L cells start between j - L + 1 and j? A clause of up to
L literals for each question would take L times as many literals as there are positions. Instead, the positions are cut
into chunks of L. Each chunk has two chains of variables: "some literal is true from the beginning of the chunk to the
position" and "... from the position to the end of the chunk". Every window is the end of one chunk and the beginning of
the next, so two literals answer each question.

Unit propagation is as strong as with the long clauses: when a window is false, so are all its literals, and conversely.

Size: for s positions at most 2s variables and 6s clauses.

Source: the sliding minimum of M. van Herk, A fast algorithm for local minimum and maximum filters on rectangular and
octagonal kernels, Pattern Recognition Letters 13, 1992, with "or" in place of the minimum.

A row of five cells with the clue 4, whose middle cells are coloured in any case:

    >>> import nonosat
    >>> puzzle = nonosat.puzzle([[4], [1]], [[1]] * 5)
    >>> words = nonosat.clauses_in_words(nonosat.encode(puzzle, encoding="automaton"), puzzle, line=0)
    >>> print(*(f"{group.name:8}{clause.text}" for group in words for clause in group.clauses), sep="\\n")
    fixed   r1c2 is a
    fixed   r1c3 is a
    fixed   r1c4 is a
    step    r1: block 1 starts at 2 -> state 0 is reached before 2
    step    r1: state 1 is kept at 5 -> state 1 is reached before 5
    step    r1: state 0 is kept at 1 -> state 0 is reached before 2
    step    r1: block 1 starts at 1 -> state 1 is reached before 5
    path    r1: state 0 is not kept at 1 -> block 1 starts at 1
    path    r1: state 0 is reached before 2 -> block 1 starts at 2
    path    r1: state 1 is reached before 5 -> state 1 is kept at 5
    path    r1: state 0 is reached before 2 -> state 0 is kept at 1
    path    r1: state 1 is reached before 5 -> block 1 starts at 1
    path    r1: block 1 does not start at 2 -> state 1 is kept at 5
    within  r1: block 1 starts at 1 -> block 1 starts between 1 and 2
    within  r1: block 1 starts at 2 -> block 1 starts between 1 and 2
    within  r1: block 1 starts between 1 and 2 -> block 1 starts at 1 or block 1 starts at 2
    read    r1: state 0 is kept at 1 -> r1c1 is not a
    read    r1: state 1 is kept at 5 -> r1c5 is not a
    read    r1: block 1 starts at 1 -> r1c1 is a
    read    r1: block 1 starts at 2 -> r1c5 is a
    support r1: r1c1 is not a -> state 0 is kept at 1
    support r1: r1c5 is not a -> state 1 is kept at 5
    support r1: r1c1 is a -> block 1 starts at 1
    support r1: r1c5 is a -> block 1 starts at 2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.encodings.background import Background
from nonosat.encodings.block_literals import BlockLiterals, block_literals, start_name, start_variables
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.lines.clue_automaton import AutomatonStep, Node, line_automata
from nonosat.model.clue import ANY_LENGTH
from nonosat.model.palette import BACKGROUND

#: The nodes of the graph of a line, each with the steps from it.
Nodes = Sequence[tuple[Node, Sequence[AutomatonStep]]]

Clauses = list[tuple[int, ...]]


def build(cells: CellEncoder) -> AutomatonEncoder:
    """Add the lines to a formula of cells, as the module describes it."""
    return AutomatonEncoder(cells)


class AutomatonEncoder:
    """The variables, and the clauses line by line, each in the group of its rule."""

    def __init__(self, cells: CellEncoder) -> None:
        self.cells, self.puzzle, self.formula = cells, cells.puzzle, cells.formula
        formula = cells.formula
        self.background = Background(cells)
        #: For each line the nodes of its graph, by state and position, with the steps from them.
        self.nodes = {
            index: sorted(automaton.steps.items())
            for index, automaton in line_automata(cells.puzzle, cells.domains, cells.lines).items()
        }
        self._variables()
        self.step = formula.new_group("step", "a step is taken from one state and leads to another")
        self.path = formula.new_group("path", "a state that is reached has a step to it and a step from it")
        self.within = formula.new_group("within", "where a block starts, summed up over runs of positions")
        self.read = formula.new_group("read", "the cells of a step have the colours that it reads")
        self.support = formula.new_group("support", "a cell has a colour only if some step reads it there")
        self._names: list[tuple[int, ...]] = []
        self._first_within = formula.n_vars + 1
        for index, nodes in self.nodes.items():
            with formula.part("line", index):
                self._path(index, nodes)
                self._cells(index, nodes)
        indices, meaning = start_name(self.puzzle, "the block starts between the position and the last", "last")
        names = self._names
        formula.new_variables("within", indices, meaning, len(names), lambda i: names[i][: len(indices)])

    def blocks(self) -> Mapping[int, list[BlockLiterals]]:
        """The blocks of each line that has clauses, by the number of the line."""
        return block_literals(self.puzzle, self.starts)

    def _variables(self) -> None:
        starts: dict[tuple[int, ...], None] = {}
        keeps: dict[tuple[int, ...], None] = {}
        states: dict[tuple[int, ...], None] = {}
        insides: dict[tuple[int, ...], None] = {}
        furthers: dict[tuple[int, ...], None] = {}
        for index, nodes in self.nodes.items():
            clue = self.puzzle.clues[index]
            for (blocks, cells, barred), steps in nodes:
                if cells and not barred:
                    states[index, blocks, cells] = None
                elif barred and clue[blocks - 1].length == ANY_LENGTH:
                    insides[index, blocks - 1, cells, barred] = None
                for step in steps:
                    if step.color == BACKGROUND:
                        keeps[index, step.block, step.begin] = None
                    elif step.begins_block:
                        starts[index, step.block, step.begin, step.color] = None
                    else:
                        furthers[index, step.block - 1, step.begin, step.color] = None
        self.starts = start_variables(self.formula, self.puzzle, sorted(starts), self.cells.lines)
        place, new = ("line", "state", "position"), self.formula.name_variables
        self.keeps = new("keep", place, "the state is kept at the position", keeps)
        self.states = new("state", place, "the state is reached before the position", states)
        of_block = ("line", "block", "position", "colour")
        inside = "the block covers the cell before the position in the colour"
        self.insides = new("inside", of_block, inside, insides)
        self.furthers = new("further", of_block, "the block goes on at the position, in the colour", furthers)

    def _literal(self, index: int, step: AutomatonStep) -> int:
        if step.color == BACKGROUND:
            return self.keeps[index, step.block, step.begin]
        if not step.begins_block:
            return self.furthers[index, step.block - 1, step.begin, step.color]
        return self.starts[index][step.block][step.begin, step.color]

    def _path(self, index: int, nodes: Nodes) -> None:
        """The clauses of `step` and `path`."""
        if not nodes:
            self.path.add_simplified([()])  # no filling of the line agrees with the domains of its cells
        # The literals that say that the path leads through a node; nodes come before those that they lead to.
        literal_of: dict[Node, int] = {
            (0, 0, BACKGROUND): TRUE,
            (len(self.puzzle.clues[index]), len(self.puzzle.grid.line(index)), BACKGROUND): TRUE,
        }
        tails: dict[int, list[int]] = {}
        heads: dict[int, int] = {}
        into: dict[Node, list[int]] = {}
        onward: Clauses = []
        for node, steps in nodes:
            here = literal_of[node]
            literals = [self._literal(index, step) for step in steps]
            onward.append((-here, *literals))
            for literal, step in zip(literals, steps, strict=True):
                tails.setdefault(literal, []).append(here)
                head = step.head
                blocks, cells, barred = head
                is_inside = (index, blocks - 1, cells, barred) in self.insides
                if barred and not is_inside:  # one step alone leads here, the start of a block of that colour
                    literal_of[head] = literal
                else:
                    if is_inside:
                        literal_of[head] = self.insides[index, blocks - 1, cells, barred]
                    elif head not in literal_of:
                        literal_of[head] = self.states[index, blocks, cells]
                    heads[literal] = literal_of[head]
                    into.setdefault(head, []).append(literal)
        self.path.add_simplified(onward)
        self.path.add_simplified((-literal_of[head], *dict.fromkeys(literals)) for head, literals in into.items())
        self.step.add_simplified((-literal, *before) for literal, before in tails.items())
        self.step.add_simplified((-literal, after) for literal, after in heads.items())

    def _cells(self, index: int, nodes: Nodes) -> None:
        """The clauses of `read`, `within` and `support`."""
        rows = [self.background.line(index), *(vector.literals for vector in self.cells.line(index))]
        readers: dict[tuple[int, int], list[int]] = {}
        read: Clauses = []
        for step in dict.fromkeys(step for _, steps in nodes for step in steps):
            if step.color == BACKGROUND or step.gap:
                position = step.begin if step.color == BACKGROUND else step.begin + step.length
                literal = self._literal(index, step)
                readers.setdefault((position, BACKGROUND), []).append(literal)
                read.append((-literal, rows[BACKGROUND][position]))
            elif not step.begins_block:
                literal = self._literal(index, step)
                readers.setdefault((step.begin, step.color), []).append(literal)
                read.append((-literal, rows[step.color][step.begin]))
        for b, (block, starts) in enumerate(zip(self.puzzle.clues[index], self.starts[index], strict=True)):
            for color in sorted({color for _, color in starts}):
                own = {position: start for (position, other), start in starts.items() if other == color}
                covering, clauses = windows(own, block.least, partial(self._new_within, index, b, color))
                self.within.add_simplified(clauses)
                for j, literals in covering.items():
                    readers.setdefault((j, color), []).extend(literals)
                    read += [(-literal, rows[color][j]) for literal in literals]
        self.read.add_simplified(read)
        self.support.add_simplified(
            (-literal, *readers.get((j, color), ()))
            for color, row in enumerate(rows)
            for j, literal in enumerate(row)
            if literal not in (TRUE, FALSE)
        )

    def _new_within(self, index: int, b: int, color: int, low: int, high: int) -> int:
        """The variable for a run of starts; the formula gets the group of these variables when all are known."""
        self._names.append((index, b, low, high, color))
        return self._first_within + len(self._names) - 1


def windows(
    literals: Mapping[int, int], length: int, new_variable: Callable[[int, int], int]
) -> tuple[dict[int, tuple[int, ...]], Clauses]:
    """Literals for "some run of `length` cells covers the position", for each position that a run may cover.

    Args:
        literals: from each possible start of a run to the literal "it starts there".
        new_variable: from two positions to the variable "a run starts between them, or at one of them".

    Returns:
        From each position j to one or two literals of which one is true exactly if one of `literals` at j - length + 1
        to j is; and the clauses that make it so.
    """
    first, last = min(literals), max(literals)
    clauses: Clauses = []

    def chain(positions: Sequence[int]) -> Iterator[tuple[int, int]]:
        """For each position: is one of the literals from the first position up to here true?"""
        so_far = FALSE
        for position in positions:
            here = literals.get(position, FALSE)
            if so_far == FALSE:
                so_far = here
            elif here != FALSE:
                either = new_variable(*sorted((positions[0], position)))
                clauses.extend([(-so_far, either), (-here, either), (-either, so_far, here)])
                so_far = either
            yield position, so_far

    begun: dict[int, int] = {}
    to_come: dict[int, int] = {}
    for low in range(first, last + 1, length):
        chunk = range(low, min(low + length, last + 1))
        begun.update(chain(chunk))
        to_come.update(chain(chunk[:0:-1]))
        to_come[low] = begun[chunk[-1]]
    found = {}
    for j in range(first, last + length):
        start, stop = max(j - length + 1, first), min(j, last)
        window = [to_come[start], begun[stop]]
        if (start - first) // length == (stop - first) // length:
            # A window within a single chunk is all of it, its beginning, or its end.
            window = [begun[stop]] if (start - first) % length == 0 else [to_come[start]]
        found[j] = tuple([literal for literal in window if literal != FALSE])
    return found, clauses
