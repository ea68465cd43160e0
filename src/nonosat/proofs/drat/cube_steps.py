"""One DRAT proof from the proofs of cubes.

Under a cube, a solver proves lemmas from the formula and the literals of the cube, and in the end the empty clause.
Each of these lemmas, with the negations of the literals of the cube added, follows from the formula alone by unit
propagation (RUP): when all literals of the longer lemma are false, the cube is true, and all goes on as in the proof
under the cube. So the empty clause becomes the negation of the cube.

The cubes are the leaves of a tree in which each inner node is split by a cell, into all of its colours. If all cubes
below a node are refuted, the negation of the node is RUP: the cell cannot have any of the colours, so it is background,
which is refuted, too. Up the tree this leads to the empty clause, and proves that the cubes cover everything.

A lemma that needs RAT may lose that property, so the solvers have to prove by RUP alone, as Glucose does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from nonosat.cubes.cube import Cube
from nonosat.encodings.cell_variables import CellVariables
from nonosat.model.palette import BACKGROUND
from nonosat.proofs.drat.drat_steps import DratStep


def cube_literals(variables: CellVariables, cube: Cube) -> tuple[int, ...]:
    """The literals that are true in the pictures of a cube, and together in no other ones.

    Args:
        variables: those of the complete formula.
        cube: the cube.
    """
    literals: list[int] = []
    for cell, color in cube:
        if color == BACKGROUND:
            literals += [-variables.literal(cell, other) for other in range(1, variables.puzzle.n_colors + 1)]
        else:
            literals.append(variables.literal(cell, color))
    return tuple(literals)


def steps_under(literals: Sequence[int], steps: Iterable[DratStep]) -> Iterator[DratStep]:
    """The steps of a proof under a cube, as steps of a proof about the formula without the cube.

    The last lemma is the negation of the cube, and all others are deleted after it.

    Args:
        literals: those of the cube.
        steps: the proof; what follows the empty clause is dropped.
    """
    assumed, negation = set(literals), tuple(-literal for literal in literals)
    alive: Counter[tuple[int, ...]] = Counter()
    for deletes, clause in steps:
        if not clause:
            break
        if not assumed.isdisjoint(clause):
            continue  # it holds in the whole cube
        lemma = clause + tuple(literal for literal in negation if literal not in clause)
        key = tuple(sorted(lemma))
        if not deletes:
            alive[key] += 1
        elif alive[key]:
            alive[key] -= 1
        else:
            continue  # a clause of the formula, which other cubes need
        yield DratStep(deletes, lemma)
    yield DratStep(deletes=False, clause=negation)
    for lemma in alive.elements():
        if lemma != tuple(sorted(negation)):
            yield DratStep(deletes=True, clause=lemma)


def cover_steps(variables: CellVariables, leaves: Iterable[Cube]) -> Iterator[DratStep]:
    """The steps from the negations of the leaves of a tree to the empty clause, which is left out.

    Args:
        variables: those of the complete formula.
        leaves: cubes that cover the search space exactly once.
    """
    nodes = {leaf[:depth] for leaf in leaves for depth in range(1, len(leaf))}
    for node in sorted(nodes, key=lambda node: (-len(node), node)):
        yield DratStep(deletes=False, clause=tuple(-literal for literal in cube_literals(variables, node)))
