"""The checker of DRAT proofs: what follows it accepts, and nothing else; tried against all assignments."""

from __future__ import annotations

import io
import itertools
import random
import signal
from contextlib import suppress

import pytest
from conftest import write
from hypothesis import given
from hypothesis import strategies as st

from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, ProofRefused
from nonosat.proofs.drat import drat_steps
from nonosat.proofs.drat.drat_checker import first_false_clause, open_cnf, read_model
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, DratStep, read_steps, write_steps
from nonosat.proofs.drat.rup import LemmaCounts, check_refutation


def lemmas(*clauses):
    return [DratStep(False, clause) for clause in clauses]


def check(clauses, *proof, n_vars=0):
    return check_refutation(lambda: clauses, n_vars or 4, lemmas(*proof))


def refused(clauses, *proof, **options):
    with pytest.raises(ProofRefused) as caught:
        check(clauses, *proof, **options)
    return str(caught.value)


def ends_too_soon(message):
    """Whether a proof was refused for the empty clause that is missing, not for one of its steps."""
    return "step" not in message


SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


# What follows


def test_a_proof():
    assert check(SQUARE, (1,), ()) == LemmaCounts(2, 0)


def test_what_is_deleted_stays():
    proof = [DratStep(False, (1,)), DratStep(True, (1,)), DratStep(True, (1, 2)), DratStep(False, ())]
    assert check_refutation(lambda: SQUARE, 2, proof) == LemmaCounts(2, 0)


def test_what_comes_after_the_empty_clause_is_not_read():
    def steps():
        yield from lemmas((1,), ())
        raise AssertionError

    assert check_refutation(lambda: SQUARE, 2, steps()) == LemmaCounts(2, 0)


def test_units_that_contradict_each_other():
    assert check([(1,), (-1,)], ()) == LemmaCounts(1, 0)
    assert check([(1,), (-1,)], (3, 4), (-3,), ()) == LemmaCounts(3, 0)


def test_a_clause_with_opposite_literals_follows():
    assert check(SQUARE, (3, -3), (2,), ()) == LemmaCounts(3, 0)


def test_more_variables_by_rat():
    # 4 is new, and made to stand for 1: no clause holds its opposite when the first lemma comes.
    cube = list(itertools.product((1, -1), (2, -2), (3, -3)))
    assert check(cube, (4, -1), (-4, 1), (4, 2), (4,), (2,), (), n_vars=3) == LemmaCounts(6, 2)


def test_rat_on_the_first_literal_only():
    formula = [(1, 2), (-1, 2), (3, 4), (-2, 3)]
    # On 1 this has RAT: its only resolvent is (2, 4), which follows; on 4 it has not.
    assert ends_too_soon(refused(formula, (1, -4)))
    assert "step 1 " in refused([*formula, (4, 1), (4, -1, 3)], (-4, 1))


def test_rat_counts_what_was_deleted():
    # Without the clause (-1, 2) the lemma has RAT on 1, but the clause goes on to propagate here.
    steps = [DratStep(True, (-1, 2)), DratStep(False, (1,)), DratStep(False, ())]
    with pytest.raises(ProofRefused, match="step 2 "):
        check_refutation(lambda: [(-1, 2), (-2, 3)], 3, steps)


# What does not


def test_the_empty_clause_must_be_there_and_follow():
    assert ends_too_soon(refused(SQUARE, (1,)))
    assert ends_too_soon(refused(SQUARE))
    assert "step 1 of the proof: the empty clause" in refused(SQUARE, ())


def test_a_lemma_must_follow():
    assert "step 2 of the proof: " in refused([(1, 2), (-1, 3), (-2, 3), (-3, 4, -1)], (3,), (-3,))


def test_a_variable_far_away():
    for far in (2_000_000_000, 1_000_003, -1_000_003):
        assert "step 1 of the proof" in refused(SQUARE, (far,), n_vars=2)
    assert ends_too_soon(refused(SQUARE, (1_000_002,), n_vars=2))


def test_the_clock():
    steps = itertools.repeat(DratStep(True, (1,)))
    with pytest.raises(GaveUp):
        check_refutation(lambda: SQUARE, 2, steps, Deadline.after(-1))
    with pytest.raises(GaveUp):
        check_refutation(lambda: SQUARE, 2, itertools.chain(lemmas((1,)), steps), Deadline.after(0.05))


def satisfiable(formula):
    return any(
        all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in formula)
        for values in itertools.product((False, True), repeat=4)
    )


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))])
def test_no_lie_is_accepted(seed):
    """Whatever is accepted was right, lemma by lemma: a formula with a model keeps one."""
    rng = random.Random(seed)

    def clauses(most):
        sizes = [rng.randint(1, 3) for _ in range(rng.randint(0, most))]
        return [tuple(rng.choice((-1, 1)) * v for v in rng.sample(range(1, 5), size)) for size in sizes]

    cases = [([(1, 2)], [(-1,), (2,), (-2, 1)]), *((clauses(14), clauses(6)) for _ in range(100))]
    n_accepted = 0
    for formula, proof in cases:
        accepted = []
        for lemma in proof:
            try:
                check(formula, *accepted, lemma)
            except ProofRefused as error:
                if ends_too_soon(str(error)):
                    accepted.append(lemma)
        n_accepted += len(accepted)
        assert satisfiable(formula) == satisfiable([*formula, *accepted])
        with suppress(ProofRefused):
            check(formula, *accepted, ())
            assert not satisfiable(formula)
    assert n_accepted > 50


@pytest.mark.parametrize(
    "name",
    ["glucose4", *(pytest.param(n, marks=pytest.mark.slow) for n in ("cadical300", "maplechrono", "lingeling"))],
)
def test_proofs_of_solvers(name):
    """Random formulas at the threshold: every proof is accepted, but not for a part of the formula."""
    from pysat.solvers import Solver

    rng, proved = random.Random(5), 0
    for _ in range(12):
        formula = [tuple(rng.choice((-1, 1)) * v for v in rng.sample(range(1, 31), 3)) for _ in range(140)]
        with Solver(name, bootstrap_with=formula, with_proof=True) as solver:
            has_model = solver.solve()
            if hasattr(signal, "alarm"):
                signal.alarm(0)  # maplechrono sets one, for 2,500 seconds
            if has_model:
                continue
            text = "".join(f"{line}\n" for line in solver.get_proof()).encode()
        proof = list(read_steps(io.BytesIO(text), TEXT))
        checked = check_refutation(lambda formula=formula: formula, 30, proof)
        assert checked.lemmas > 1
        proved += 1
        with pytest.raises(ProofRefused):
            # Without what the last lemmas contradict, the empty clause does not follow.
            check_refutation(lambda formula=formula: formula[:100], 30, lemmas(()))
    assert proved > 3


# The two forms


@given(
    st.lists(st.builds(DratStep, st.booleans(), st.lists(st.integers(-(2**31) + 1, 2**31 - 1).filter(bool)).map(tuple)))
)
def test_round_trip(steps):
    for form in (TEXT, BINARY):
        file = io.BytesIO()
        write_steps(steps, file, form)
        file.seek(0)
        assert list(read_steps(file, form)) == steps


def test_the_forms_as_others_define_them():
    # The example in the description of the binary format.
    steps = [DratStep(True, (-63, -8193)), DratStep(False, (129, -8191))]
    file = io.BytesIO()
    write_steps(steps, file, BINARY)
    assert file.getvalue() == b"d\x7f\x83\x80\x01\x00a\x82\x02\xff\x7f\x00"
    file = io.BytesIO()
    write_steps([*steps, DratStep(False, ())], file, TEXT)
    assert file.getvalue() == b"d -63 -8193 0\n129 -8191 0\n0\n"


BAD_LINES = [
    *(b"1 2\n", b"1  2 0\n", b"x 0\n", b"1 0 0\n", b"d\n", b"1 +2 0\n", b"1_0 0\n", b"12345678901 0\n"),
    *(b"\xff\n", b"\n"),
]


@pytest.mark.parametrize("text", BAD_LINES)
def test_no_text(text):
    with pytest.raises(ProofRefused, match="line 2 "):
        list(read_steps(io.BytesIO(b"1 2 0\n" + text), TEXT))


@pytest.mark.parametrize(
    ("data", "noun"),
    [
        (b"x\0", "byte 120"),
        (b"a\x02", ""),
        (b"a\x82", ""),
        (b"a" + b"\xff" * 9, ""),
        (b"a\x01\0", "holds 1,"),
        (b"a\xff\xff\xff\xff\x7f\0", "34359738367"),
        (b"a\x80\x80\x80\x80\x10\0", "4294967296"),
        (b"a\x80\x80\x80\x80\x80\x01\0", ""),
    ],
)
def test_no_binary(data, noun):
    with pytest.raises(ProofRefused, match=f"step 2 .*{noun}"):
        list(read_steps(io.BytesIO(b"a\x02\0" + data), BINARY))


def test_the_largest_steps(monkeypatch):
    (largest,) = read_steps(io.BytesIO(b"a\xff\xff\xff\xff\x0f\0"), BINARY)
    assert largest == DratStep(False, (-(2**31) + 1,))
    monkeypatch.setattr(drat_steps, "_MAX_LITERALS", 3)
    monkeypatch.setattr(drat_steps, "_MAX_LINE", 8)
    for form, within, beyond in ((BINARY, b"a\2\4\6\0", b"a\2\4\6\2\0"), (TEXT, b"1 2 3 0", b"1 2 3 0\n")):
        assert list(read_steps(io.BytesIO(within), form)) == [DratStep(False, (1, 2, 3))]
        with pytest.raises(ProofRefused):
            list(read_steps(io.BytesIO(beyond), form))


# Formulas and models


def cnf(tmp_path, text):
    return open_cnf(str(write(tmp_path / "f.cnf", text)), "f.cnf")


def test_formula(tmp_path):
    formula = cnf(tmp_path, "c made up\np cnf 3 2\n1 -2 0\n3 0\n")
    assert (formula.n_vars, formula.n_clauses, list(formula.clauses())) == (3, 2, [(1, -2), (3,)])
    assert first_false_clause(formula, (1, 2, 3)) is None
    assert first_false_clause(formula, (-1, -2, -3)) == 2
    assert first_false_clause(formula, (-1, 2, -3)) == 1


@pytest.mark.parametrize(
    ("text", "noun"),
    [
        ("", "p cnf"),
        ("1 0\n", "p cnf"),
        ("p cnf 3 1\n1 4 0\n", "clause 1"),
        ("p cnf 3 1\n1 -4 0\n", "clause 1"),
        ("p cnf 3 2\n1 0\n2 3\n", "clause 2"),
        ("p cnf 3 2\n1 0\n2 3 0", "clause 2"),
        ("p cnf 3 2\n1 0\n", "header"),
        ("p cnf 3 0\n1 0\n", "header"),
    ],
)
def test_no_formula(tmp_path, text, noun):
    with pytest.raises(ProofRefused, match=noun):
        list(cnf(tmp_path, text).clauses())


def test_model(tmp_path):
    assert read_model(str(write(tmp_path / "m", "1 -2 3\n")), "m", 3) == (1, -2, 3)
    for text in ("1 2", "1 x\n", "1\n2\n"):
        with pytest.raises(ProofRefused, match="m "):
            read_model(str(write(tmp_path / "m", text)), "m", 2)
    for text in ("1 -2\n", "1 2 2\n", "1 3 2\n", "\n"):
        with pytest.raises(ProofRefused, match="variables 1 to 3"):
            read_model(str(write(tmp_path / "m", text)), "m", 3)
    assert read_model(str(write(tmp_path / "m", "\n")), "m", 0) == ()
