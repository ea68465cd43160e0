"""The order of the nodes of a lattice, against the edges that its docstring promises."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from nonosat.solving.beliefs.lattice_layout import LatticeLayout, lay_out


def nodes(layout: LatticeLayout) -> list[tuple[int, int]]:
    return list(zip(layout.k.tolist(), layout.t.tolist(), strict=True))


def test_the_picture() -> None:
    layout = lay_out(2, 3)
    number = {node: index for index, node in enumerate(nodes(layout))}
    assert [[number[k, t] for t in range(4)] for k in range(3)] == [[0, 1, 3, 6], [2, 4, 7, 9], [5, 8, 10, 11]]


@pytest.mark.parametrize("n_blocks", range(5))
@pytest.mark.parametrize("max_slack", range(5))
def test_every_edge_once(n_blocks: int, max_slack: int) -> None:
    layout = lay_out(n_blocks, max_slack)
    found = nodes(layout)
    assert sorted(found) == [(k, t) for k in range(n_blocks + 1) for t in range(max_slack + 1)]
    by_block, by_background = [], []
    for d, diagonal in enumerate(layout.diagonals):
        assert all(k + t == d for k, t in found[diagonal])
    for step in layout.steps:
        by_block += list(zip(found[step.block_tails], found[step.block_heads], strict=True))
        by_background += list(zip(found[step.background_tails], found[step.background_heads], strict=True))
    assert sorted(by_block) == [((k, t), (k + 1, t)) for k in range(n_blocks) for t in range(max_slack + 1)]
    assert sorted(by_background) == [((k, t), (k, t + 1)) for k in range(n_blocks + 1) for t in range(max_slack)]
