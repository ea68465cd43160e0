"""Vectors of literals: what they say of a run of positions is what they say of each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.encodings.literal_vectors import LiteralVector

constants = st.sampled_from((TRUE, FALSE))
vectors = st.builds(
    LiteralVector,
    first=st.integers(0, 6),
    literals=st.lists(st.integers(1, 9) | st.integers(-9, -1) | constants, max_size=6),
    before=constants,
    after=constants,
)


@given(vectors, st.integers(0, 14), st.integers(0, 14))
def test_runs_of_positions(vector: LiteralVector, start: int, stop: int) -> None:
    stop = max(start, stop)
    assert list(vector.between(start, stop)) == [vector.at(position) for position in range(start, stop)]


@given(vectors, st.integers(0, 14), st.integers(0, 4))
def test_other_vectors(vector: LiteralVector, position: int, distance: int) -> None:
    assert (-vector).at(position) == -vector.at(position)
    assert vector.shifted(distance).at(position + distance) == vector.at(position)


@given(vectors, st.integers(0, 4))
def test_positions_of_constants(vector: LiteralVector, distance: int) -> None:
    places = {
        sign: sum(1 << at for at, literal in enumerate(vector.literals, vector.first) if literal == sign)
        for sign in (TRUE, FALSE)
    }
    shifted = vector._replace(true=places[TRUE], false=places[FALSE]).shifted(distance)
    for at in range(shifted.first, shifted.end):
        assert (shifted.true >> at & 1, shifted.false >> at & 1) == (shifted.at(at) == TRUE, shifted.at(at) == FALSE)
