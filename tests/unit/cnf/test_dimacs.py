"""DIMACS files: what is written is strict, and whatever solvers write is read."""

from __future__ import annotations

import gzip
import io
import random
import re

import pytest
import snapshot
from conftest import HEX, NONE, RECT, TWO
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.cnf.dimacs import SolverAnswer, dimacs_pieces, read_answer, solution_line, write_dimacs
from nonosat.cnf.formula import Formula
from nonosat.core.errors import InputError
from nonosat.encodings import ENCODINGS
from nonosat.solving.outputs import dimacs_bytes

# Writing


def parsed(data: bytes) -> tuple[list[str], int, list[tuple[int, ...]]]:
    """Comments, number of variables and clauses of a DIMACS file; fails on anything but the strictest form."""
    text = data.decode()
    assert text.endswith("\n")
    lines = text.split("\n")[:-1]
    n_comments = next(number for number, line in enumerate(lines) if not line.startswith("c"))
    assert all(line == line.rstrip() and (line == "c" or line.startswith("c ")) for line in lines[:n_comments])
    p, cnf, n_vars, n_clauses = lines[n_comments].split(" ")
    assert (p, cnf) == ("p", "cnf")
    clauses = []
    for line in lines[n_comments + 1 :]:
        *literals, end = line.split(" ")
        assert end == "0"
        clause = tuple(map(int, literals))
        assert " ".join(map(str, clause)) == " ".join(literals)
        assert clause
        assert all(1 <= abs(literal) <= int(n_vars) for literal in clause)
        assert len(set(clause)) == len(clause)
        clauses.append(clause)
    assert len(clauses) == int(n_clauses)
    return lines[:n_comments], int(n_vars), clauses


def written(formula: Formula, extra=()) -> bytes:
    file = io.BytesIO()
    write_dimacs(formula, file, extra)
    return file.getvalue()


@pytest.mark.parametrize("text", [RECT, HEX, TWO], ids=["rect", "hex", "two"])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("propagate", [False, True])
def test_formulas_of_puzzles(text, encoding, propagate):
    puzzle = nonosat.loads(text)
    formula = nonosat.encode(puzzle, encoding=encoding, name="p", propagate=propagate)
    data = written(formula)
    comments, n_vars, clauses = parsed(data)
    assert (n_vars, len(clauses)) == (formula.n_vars, formula.n_clauses)
    assert clauses == list(formula.clauses())
    assert n_vars >= puzzle.grid.n_cells * puzzle.n_colors
    assert not any(-literal in clause for clause in clauses for literal in clause)
    assert comments[0] == "c nonogram p"
    # Another formula of the same puzzle has the same bytes.
    assert written(nonosat.encode(nonosat.loads(text), encoding=encoding, name="p", propagate=propagate)) == data


def test_comments_name_what_there_is():
    comments, n_vars, clauses = parsed(written(nonosat.encode(nonosat.loads(RECT), name="rect")))
    assert comments[0] == "c nonogram rect"
    snapshot.compare("cli/encode", "comments of a formula", "".join(f"{line}\n" for line in comments))
    ranges = [line.split()[1].split("..") for line in comments if ".." in line]
    assert ranges[0] == ["1", "40"]
    assert [int(first) for first, _ in ranges[1:]] == [int(last) + 1 for _, last in ranges[:-1]]
    assert int(ranges[-1][1]) == n_vars
    counts = [int(line.split()[1]) for line in comments if re.match(r"c   [0-9]+ ", line)]
    assert sum(counts) == len(clauses)


@pytest.mark.parametrize("name", ["two\nlines", "\r", "a\x1bb", "a\u2028b", "p cnf 1 1"])
def test_names_cannot_leave_their_comment(name):
    comments, _, _ = parsed(written(nonosat.encode(nonosat.loads(RECT), name=name)))
    assert comments[1].startswith("c grid: ")
    assert comments[0].isprintable()


def test_contradiction_is_written_without_an_empty_clause():
    _, n_vars, clauses = parsed(written(nonosat.encode(nonosat.loads(NONE))))
    assert n_vars >= 9
    assert all(clauses)


def formula_of(n_vars: int, clauses) -> Formula:
    formula = Formula(["first", "", "third  "])
    formula.new_variables("x", ("i",), "number {i}", n_vars, lambda i: (i,))
    formula.new_group("all", "all of them").add_simplified(clauses)
    return formula


def test_whole_file():
    formula = formula_of(12, [(1, -2), (3,), (-12, 1, 2), (4, 5)])
    assert written(formula, [(7, -8, 9, 10)]) == (
        b"c first\nc\nc third\nc variables:\nc   1..12 x[i]: number {i}\nc clauses, in this order:\n"
        b"c   4 all: all of them\np cnf 12 5\n3 0\n1 -2 0\n4 5 0\n-12 1 2 0\n7 -8 9 10 0\n"
    )


def test_formula_without_anything():
    assert written(Formula()) == b"p cnf 0 0\n"


def test_constants_are_folded():
    formula = formula_of(3, [(1, TRUE), (2, FALSE), (FALSE, FALSE), (TRUE,), (FALSE, 3, -1)])
    # No literal is left of the third clause: a contradiction of two, since not every solver reads an empty one.
    assert list(formula.clauses()) == [(2,), (1,), (-1,), (3, -1)]
    assert parsed(written(formula))[1:] == (3, [(2,), (1,), (-1,), (3, -1)])


def test_long_formulas_come_in_pieces_that_join():
    clauses = [(i, -(i + 1)) for i in range(1, 25_001)]
    formula = formula_of(25_001, clauses)
    pieces = list(dimacs_pieces(formula))
    assert len(pieces) > 1
    assert parsed(b"".join(pieces))[2] == clauses


def test_packed_bytes_are_the_same_each_time():
    formula = nonosat.encode(nonosat.loads(HEX))
    packed = dimacs_bytes(formula, packed=True)
    assert packed == dimacs_bytes(formula, packed=True)
    assert gzip.decompress(packed) == dimacs_bytes(formula, packed=False) == written(formula)
    assert packed[4:8] == bytes(4)  # no time in it


VARIABLES = 20


def test_round_trip_of_formulas():
    rng = random.Random(1)

    def clauses():
        sizes = [rng.randint(1, 6) for _ in range(rng.randint(0, 30))]
        return [tuple(rng.choice((-1, 1)) * v for v in rng.sample(range(1, VARIABLES + 1), size)) for size in sizes]

    for _ in range(50):
        own, extra = clauses(), clauses()
        _, n_vars, found = parsed(written(formula_of(VARIABLES, own), extra))
        assert n_vars == VARIABLES
        assert found == sorted(own, key=len) + extra


# Reading

MODEL = (-1, 2, -3, 4)

ANSWERS = {
    "plain": ("-1 2 -3 4\n", True, MODEL),
    "plain with zero": ("-1 2 -3 4 0\n", True, MODEL),
    "plain on lines": ("-1 2\n\n-3\n4 0", True, MODEL),
    "competition": ("c a comment\ns SATISFIABLE\nv -1 2\nv -3 4 0\n", True, MODEL),
    "no zero": ("s SATISFIABLE\nv -1 2 -3 4", True, MODEL),
    "zero on its own": ("s SATISFIABLE\nv -1 2 -3 4\nv 0\n", True, MODEL),
    "verdict last": ("v -1 2 -3 4 0\ns SATISFIABLE\n", True, MODEL),
    "no verdict": ("v -1 2 -3 4 0\n", True, MODEL),
    "any order": ("s SATISFIABLE\nv 4 -3\nv 2 -1 0\n", True, (4, -3, 2, -1)),
    "partial": ("s SATISFIABLE\nv 4 0\n", True, (4,)),
    "repeated": ("v 4 4 -1\nv 4 0\n", True, (4, -1)),
    "many blanks": ("  s   SATISFIABLE  \n\t v  -1\t2 \n v -3   4 0 \n", True, MODEL),
    "blank v line": ("s SATISFIABLE\nv\nv -1 2 -3 4 0\n", True, MODEL),
    "MiniSat": ("SAT\n-1 2 -3 4 0\n", True, MODEL),
    "no cells": ("s SATISFIABLE\nv 0\n", True, ()),
    "satisfiable alone": ("s SATISFIABLE\n", True, ()),
    "verdict twice": ("s SATISFIABLE\nSAT\nv 1 0\n", True, (1,)),
    "unsatisfiable": ("c x\ns UNSATISFIABLE\n", False, ()),
    "MiniSat unsatisfiable": ("UNSAT\n", False, ()),
    "bare word": ("UNSATISFIABLE", False, ()),
    "unknown": ("s UNKNOWN\n", None, ()),
    "indeterminate": ("INDET\n", None, ()),
    "indeterminate in words": ("s INDETERMINATE\n", None, ()),
    "unknown with a model": ("s UNKNOWN\nv 1 0\n", None, (1,)),
    "empty": ("", None, ()),
    "comments": ("c one\nc\nc 1 2 3\n", None, ()),
    "carriage returns": ("s SATISFIABLE\r\nv -1 2 -3 4 0\r\n", True, MODEL),
}


@pytest.mark.parametrize(("text", "verdict", "model"), ANSWERS.values(), ids=ANSWERS)
def test_answers(text, verdict, model):
    assert read_answer(text) == SolverAnswer(verdict, model)


#: With the place and the noun of each error.
BAD_ANSWERS = {
    "word": ("hello\n", "1:1: 'hello'"),
    "word between numbers": ("c x\nv 1  2 x 3 0\n", "2:8: 'x'"),
    "v joined to a number": ("v1 2 0\n", "1:1: 'v1'"),
    "fraction": ("1 2.5\n", "1:3: '2.5'"),
    "plus": ("+1 2\n", "1:1: '+1'"),
    "two signs": ("--1 2\n", "1:1: '--1'"),
    "minus alone": ("1 -\n", "1:3: '-'"),
    "other digits": ("1 ٢\n", "1:3: '٢'"),
    "huge number": ("1 12345678901 0\n", "1:3: '12345678901'"),
    "long word": ("x" * 1000, f"1:1: '{'x' * 24}'"),
    "lower case": ("s satisfiable\n", "1:3: verdict 'satisfiable'"),
    "verdict without a word": ("s\n", "1:1: verdict 's'"),
    "verdict of two words": ("s NOT SATISFIABLE\n", "1:3: verdict 'NOT SATISFIABLE'"),
    "MiniSat with more words": ("SAT ISFIABLE\n", "1:1: 'SAT'"),
    "a formula": ("p cnf 3 2\n1 2 0\n", "1:1: 'p'"),
    "two verdicts": ("s SATISFIABLE\ns  UNSATISFIABLE\n", "2:4: verdict 'UNSATISFIABLE'"),
    "unknown and then not": ("s UNKNOWN\nSAT\n", "2:1: verdict 'SAT'"),
    "opposites": ("v 1 2\nv 3 -1 0\n", "2:5: literal -1"),
    "opposites on a line": ("-7 7\n", "1:4: literal 7"),
    "unsatisfiable with a model": ("s UNSATISFIABLE\nv 1 0\n", " a model"),
}


@pytest.mark.parametrize(("text", "complaint"), BAD_ANSWERS.values(), ids=BAD_ANSWERS)
def test_bad_answers(text, complaint):
    with pytest.raises(InputError, match=f"^answer:{re.escape(complaint)}"):
        read_answer(text, "answer")


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["v " + "1 " * 2_000_000 + "x", "v " + " " * 5_000_000 + "x", "9" * 5_000_000, "s " + "x" * 5_000_000],
    ids=["numbers", "blanks", "digits", "verdict"],
)
def test_long_bad_lines_are_answered_shortly(text):
    with pytest.raises(InputError) as caught:
        read_answer(text, "answer")
    assert len(str(caught.value)) < 150


def test_zero_has_no_opposite():
    assert read_answer("v 1 0\nv -0 0\n").model == (1,)


LITERALS = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from((variable, -variable)))


@given(
    st.lists(LITERALS, unique_by=abs, min_size=1),
    st.integers(1, 8),
    st.sampled_from(["s SATISFIABLE\n", "SAT\n", ""]),
    st.sampled_from(["v ", "", " v\t"]),
    st.sampled_from([" 0\n", "\n0\n", "\n", ""]),
    st.sampled_from(["\n", "\r\n", "\n\nc between\n"]),
)
def test_every_form_of_a_model(model, width, verdict, prefix, end, break_):
    lines = [prefix + " ".join(map(str, model[i : i + width])) for i in range(0, len(model), width)]
    assert read_answer(verdict + break_.join(lines) + end) == SolverAnswer(True, tuple(model))


@given(st.lists(LITERALS, unique_by=abs, min_size=1))
def test_round_trip_of_models(model):
    line = solution_line(model)
    assert line.count("\n") == 1
    answer = read_answer(line)
    assert answer.satisfiable is True
    assert answer.model == tuple(sorted(model, key=abs))


@pytest.mark.slow
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        said = str(read_answer(text, "answer").satisfiable)
    except InputError as error:
        said = str(error)
    assert said in ("True", "False", "None") or said.startswith("answer:")
    assert "\n" not in said
