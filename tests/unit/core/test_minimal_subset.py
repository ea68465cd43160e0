"""Minimal subsets by deletion, compared with all subsets."""

from __future__ import annotations

from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from nonosat.core.minimal_subset import minimal_subset

ELEMENTS = range(6)
SUBSETS = [frozenset(each for each in ELEMENTS if number >> each & 1) for number in range(64)]


@examples(300)
@given(
    st.permutations(ELEMENTS),
    st.none() | st.permutations(ELEMENTS),
    st.lists(st.sampled_from(SUBSETS), min_size=1, max_size=5),
    st.none() | st.randoms(use_true_random=False),
)
def test_minimal_subsets_are_those_among_all_subsets(elements, order, enough, rng):
    """A set suffices if it contains one of `enough`; a core is any such part of the rest, without `rng` all of it."""
    asked = []

    def core(rest):
        asked.append(rest)
        cores = [some for some in SUBSETS if some.issubset(rest) and any(map(some.issuperset, enough))]
        return None if not cores else rest if rng is None else rng.choice(cores)

    minimal = [some for some in enough if not any(other < some for other in enough)]
    found = minimal_subset(elements, core, order)
    assert set(found) in minimal
    assert len(asked) <= len(ELEMENTS)
    for some in (found, *asked):
        assert some == sorted(some, key=elements.index)
    if rng is None:
        # Whatever comes early in the order is left out if it can be.
        assert set(found) == min(minimal, key=lambda some: [each in some for each in order or elements])
