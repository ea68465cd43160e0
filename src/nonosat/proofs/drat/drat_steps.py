"""The steps of a DRAT proof: reading and writing its text and its binary format.

Text: one line for each step, the literals of a clause and a 0; `d` stands before a clause that is deleted. Binary: a
byte `a` (add) or `d` (delete), the literals, and a byte 0. A literal v > 0 is the number 2v, a literal v < 0 the number
-2v + 1. Numbers are written in groups of seven bits, the lowest first; all bytes but the last have their highest bit
set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import BinaryIO, NamedTuple

from nonosat.core.errors import ProofRefused

#: The two formats, as the manifest names them.
TEXT, BINARY = "text", "binary"

#: Variables are below this, as in all solvers.
_LIMIT = 1 << 31
#: No clause of any solver has more literals.
_MAX_LITERALS = 1 << 22
#: Bytes of a line with this number of literals.
_MAX_LINE = 12 * _MAX_LITERALS

_LINE = re.compile(rb"(?:d )?(?:-?[1-9][0-9]{0,9} )*0")


class DratStep(NamedTuple):
    """A step of a proof, which deletes a clause or adds it."""

    deletes: bool
    clause: tuple[int, ...]


def read_steps(file: BinaryIO, form: str) -> Iterator[DratStep]:
    """Read the steps of a proof one by one, in the form `TEXT` or `BINARY`; `ProofRefused` where it is broken."""
    return _read_binary(file) if form == BINARY else _read_text(file)


def write_steps(steps: Iterable[DratStep], file: BinaryIO, form: str) -> None:
    """Write the `steps` of a proof one by one, in the form `TEXT` or `BINARY`."""
    for deletes, clause in steps:
        if form == BINARY:
            file.write(b"d" if deletes else b"a")
            file.write(b"".join(map(_literal_bytes, clause)) + b"\0")
        else:
            file.write(b"%s%s0\n" % (b"d " if deletes else b"", b"".join(b"%d " % literal for literal in clause)))


def _read_text(file: BinaryIO) -> Iterator[DratStep]:
    for number, raw in enumerate(iter(partial(file.readline, _MAX_LINE), b""), 1):
        line = raw.rstrip(b"\n")
        if len(raw) == _MAX_LINE or not _LINE.fullmatch(line):
            raise ProofRefused(f"line {number} of the proof is not a clause that ends with 0")
        deletes = line[:1] == b"d"
        yield DratStep(deletes, tuple(map(int, line[2 if deletes else 0 : -1].split())))


def _read_binary(file: BinaryIO) -> Iterator[DratStep]:
    number = 0
    while kind := file.read(1):
        number += 1
        if kind not in b"ad":
            raise ProofRefused(f"step {number} of the proof begins with byte {kind[0]}, expected `a` or `d`")
        clause = []
        while bits := _read_number(file, number):
            if bits == 1 or bits >= 2 * _LIMIT:
                raise ProofRefused(f"step {number} of the proof holds {bits}, expected literals")
            clause.append(-(bits >> 1) if bits & 1 else bits >> 1)
            if len(clause) > _MAX_LITERALS:
                raise ProofRefused(f"step {number} of the proof has more than {_MAX_LITERALS:,} literals")
        yield DratStep(kind == b"d", tuple(clause))


def _read_number(file: BinaryIO, step: int) -> int:
    """The next number of a step, from its groups of seven bits."""
    bits = shift = 0
    while True:
        byte = file.read(1)
        if not byte or shift > 28:
            raise ProofRefused(f"step {step} of the proof is broken off, expected a literal or 0")
        bits |= (byte[0] & 127) << shift
        shift += 7
        if byte[0] < 128:
            return bits


def _literal_bytes(literal: int) -> bytes:
    """A literal in the binary format."""
    bits = 2 * literal if literal > 0 else 1 - 2 * literal
    groups = bytearray()
    while bits > 127:
        groups.append(bits & 127 | 128)
        bits >>= 7
    groups.append(bits)
    return bytes(groups)
