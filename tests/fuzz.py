"""Broken inputs by the thousand for everything that reads a file: only nonosat's own errors may come out.

Usage: python tests/fuzz.py [--inputs N] [--seed N] [--only NAME,...] [--atheris SECONDS]

Files that nonosat writes itself are changed in ways that tend to break readers: bytes and bits flipped, pieces cut out,
repeated, moved, or taken from another file, numbers made huge or negative, brackets nested, line ends mixed. Each
reader gets N of them (default 2000). What it neither reads nor refuses in one line, or what takes it longer than two
seconds, is a failure and written to `fuzz-NAME.bin`. The same seed tries the same inputs. `--atheris` goes on with
inputs that the fuzzer of that name finds by the coverage of the code (pip install atheris), each reader for so long.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from format_samples import SAMPLES, format_of
from PIL import Image

from nonosat.authoring.picture_options import PictureOptions
from nonosat.authoring.puzzle_picture import picture_cells
from nonosat.authoring.tracing import trace
from nonosat.cnf.dimacs import read_answer
from nonosat.core.errors import NonosatError, UsageError
from nonosat.core.files import as_text
from nonosat.formats import FORMATS, load, load_sheets, loads, puzzle_name
from nonosat.formats.links import is_link
from nonosat.formats.picture_text import read_picture
from nonosat.formats.registry import likely_formats
from nonosat.model.palette import Palette
from nonosat.model.puzzle import puzzle_of

ROOT = Path(__file__).resolve().parents[1]

#: Seconds for one input of a few kilobytes.
LIMIT = 2.0
#: Shipped puzzles that are small enough to be broken in interesting ways.
SEEDS = ("anchor", "dice", "heart", "hex-heart", "key", "reference-hex", "reference-rect", "tri-melon", "two-moons")

#: Black on white, for formats that have no colours.
PLAIN = "-aa-\na--a\n-aaa"
#: Other texts that stand where the names of files stand.
LINK = "https://example.org/js/pattern.html#2x2:1/1/2/"
GAME = "2x3:1.1/1/1/2/,AbC"

Read = Callable[[bytes], object]


class Reader(NamedTuple):
    """Something that reads a file, and files that it reads."""

    read: Read
    seeds: list[bytes]


class Tally(NamedTuple):
    """What came of the inputs for one reader; `failures` are inputs with what they led to."""

    tried: int
    read: int
    refused: int
    slowest: float
    failures: list[tuple[bytes, str]]


def readers() -> dict[str, Reader]:
    """Everything that reads a file."""
    plain = puzzle_of(read_picture(PLAIN, loads("rect 3 4\n#ffffff #000000\n"), None), Palette(("#ffffff", "#000000")))
    puzzles = [load(ROOT / "puzzles" / f"{name}.clues") for name in SEEDS] + [plain]
    found: dict[str, Reader] = {}
    for name, format_ in FORMATS.items():

        def read(data: bytes, format_=format_) -> list[object]:
            return list(format_.sheets(as_text(data, "x"), "x"))

        samples = [text.encode() for sample, (text, _) in SAMPLES.items() if format_of(sample) == name]
        found[name] = Reader(read, _written(format_, puzzles) + samples)
    texts = [b"1\n0\n", b"2 1\n1\n\n1\n", b"0 1\n\n1,1\n", b"$1\n1\t1\n"]
    found["recognition"] = Reader(lambda data: likely_formats(as_text(data, "x")), texts)
    found["answer"] = Reader(lambda data: picture_cells(data, plain, "x"), [PLAIN.encode(), b"0110\n1001\n0111\n"])
    found["picture text"] = Reader(lambda data: read_picture(as_text(data, "x"), plain, "x"), [PLAIN.encode()])
    found["solver answer"] = Reader(lambda data: read_answer(as_text(data, "x"), "x"), [b"s SATISFIABLE\nv 1 -2 3 0\n"])
    images = [_image(kind) for kind in ("PNG", "GIF", "BMP", "PPM", "JPEG")]
    drawings = [path.read_bytes() for path in sorted((ROOT / "solutions").glob("*.svg"))[:4]]
    letters = [b"#-#\n-#-\n#-#\n", b"  ab\n-a-\nba\n", "██ ░\n".encode(), "⬜🟧\n🟪◼\n".encode(), b"R-G\nGGR\n"]
    sized = PictureOptions(size=(4, 4))
    found["image"] = Reader(lambda data: trace(data, "x", **(sized if data[:1] != b"<" else PictureOptions())), images)
    found["link"] = Reader(_read_link, _written(FORMATS["puzzlink"], [plain]) + [LINK.encode(), GAME.encode()])
    found["drawing or letters"] = Reader(lambda data: trace(data, "x"), drawings + letters)
    return found


def _read_link(data: bytes) -> object:
    """What stands where the name of a file stands; a text that is no link would name a file."""
    path = as_text(data, "x").split("\n")[0]
    if not is_link(path):
        raise UsageError("no link")
    return list(load_sheets(path)), puzzle_name(path)


def _written(format_, puzzles) -> list[bytes]:
    texts = []
    for puzzle in puzzles:
        try:
            texts.append(format_.write(puzzle).encode())
        except UsageError:
            continue
    return texts


def _image(kind: str) -> bytes:
    image = Image.new("RGB", (6, 5), (255, 255, 255))
    image.paste((200, 0, 0), (1, 1, 4, 3))
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()


def mutant(rng: random.Random, seeds: list[bytes]) -> bytes:
    """A file that was whole before."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        rng.choice(_CHANGES)(rng, data, seeds)
    return bytes(data[:200_000])


def _place(rng: random.Random, data: bytearray) -> tuple[int, int]:
    begin = rng.randint(0, len(data))
    return begin, min(len(data), begin + rng.choice((1, 1, 2, 5, 20, 100)))


def _flip(rng, data, seeds):
    if data:
        data[rng.randrange(len(data))] = rng.randrange(256)


def _cut(rng, data, seeds):
    begin, end = _place(rng, data)
    del data[begin:end]


def _end(rng, data, seeds):
    del data[rng.randint(0, len(data)) :]


def _repeat(rng, data, seeds):
    begin, end = _place(rng, data)
    data[end:end] = data[begin:end] * rng.choice((1, 2, 50, 1000))


def _graft(rng, data, seeds):
    other = rng.choice(seeds)
    begin = rng.randint(0, len(other))
    at = rng.randint(0, len(data))
    data[at:at] = other[begin : begin + rng.choice((3, 30, 300))]


def _number(rng, data, seeds):
    numbers = list(re.finditer(rb"-?\d+", data))
    if numbers:
        match = rng.choice(numbers)
        data[match.start() : match.end()] = rng.choice(
            (b"0", b"-1", b"1", b"99999", b"2147483648", b"9" * 40, b"9" * 5000, b"1e9", b"0x1f", "٣".encode())
        )


def _insert(rng, data, seeds):
    at = rng.randint(0, len(data))
    data[at:at] = rng.choice(_PIECES)


#: What has broken readers of all kinds before.
_PIECES = (
    *(b"\r\n", b"\r", b"\n\n\n", b"\t", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\xed\xa0\x80", b"\x1f\x8b"),
    *(b"{" * 3000, b"[" * 100_000, b"(" * 3000, b"<a>" * 3000, b'"', b"'", b",,,", b";", b"//", b"#", b"%", b"?"),
    *(b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&a;&lt;", b"<![CDATA[", b"<!--", b"<?xml version='1.0' encoding='x'?>"),
    *(b"NaN", b"null", b"-", b"--", b"+", b"goal ", b"given 1 1 a\n", b"rect 9 9\n", b"hex 9\n", b"\xe2\x80\xae"),
)
_CHANGES = (_flip, _flip, _cut, _end, _repeat, _graft, _number, _number, _insert, _insert)


def attempt(read: Read, data: bytes) -> tuple[bool, float, str | None]:
    """Whether an input was read, how long that took, and what went wrong, if anything did."""
    began = time.perf_counter()
    wrong, done = None, False
    try:
        read(data)
        done = True
    except NonosatError as error:
        if "\n" in str(error) or not str(error):
            wrong = f"message of several lines: {str(error)!r}"
    except Exception as error:  # whatever it is, it should not have come out
        wrong = f"{type(error).__name__}: {error}"
    seconds = time.perf_counter() - began
    return done, seconds, wrong or (f"took {seconds:.1f} s" if seconds > LIMIT else None)


def campaign(name: str, reader: Reader, inputs: int, seed: int) -> Tally:
    """So many broken inputs for one reader; its own files come first, and must be read."""
    rng = random.Random(f"{name} {seed}")
    failures, read, slowest = [], 0, 0.0
    whole = [data for data in reader.seeds if not attempt(reader.read, data)[0]]
    failures += [(data, "a whole file is refused") for data in whole]
    for number in range(inputs):
        data = mutant(rng, reader.seeds)
        done, seconds, wrong = attempt(reader.read, data)
        read += done
        slowest = max(slowest, seconds)
        if wrong:
            failures.append((data, f"input {number}: {wrong}"))
    return Tally(inputs, read, inputs - read, slowest, failures)


def explore(name: str, seconds: float) -> None:
    """Let atheris look for inputs that reach code which others do not; never returns."""
    import atheris

    with atheris.instrument_imports(include=["nonosat"]):
        for format_ in FORMATS.values():
            format_.looks_like("")
    atheris.instrument_all()
    reader = readers()[name]
    folder = Path(f"fuzz-corpus-{name.replace(' ', '-')}")
    folder.mkdir(exist_ok=True)
    for number, data in enumerate(reader.seeds):
        (folder / f"seed-{number}").write_bytes(data)

    def one(data: bytes) -> None:
        wrong = attempt(reader.read, data)[2]
        if wrong:
            raise AssertionError(wrong)

    options = [f"-max_total_time={seconds:g}", "-max_len=4096", "-timeout=10", "-print_final_stats=1", str(folder)]
    atheris.Setup([sys.argv[0], *options], one)
    atheris.Fuzz()


def explored(name: str, seconds: float) -> tuple[int, bool]:
    """How many inputs atheris tried in a process of its own, and whether all went well."""
    command = [sys.executable, __file__, "--only", name, "--atheris", str(seconds), "--here"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    if done.returncode or not match:
        print(done.stderr[-2000:], file=sys.stderr)
    return int(match[1]) if match else 0, done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=2000, help="for each reader (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="another one tries other inputs")
    parser.add_argument("--only", help="names of readers, separated by commas")
    parser.add_argument("--atheris", type=float, default=0.0, metavar="SECONDS", help="for each reader")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.here:
        explore(arguments.only, arguments.atheris)
    found = readers()
    names = arguments.only.split(",") if arguments.only else list(found)
    total = wrong = 0
    print(f"{'reader':20} {'inputs':>9} {'read':>8} {'refused':>8} {'slowest s':>9} {'atheris':>9} {'failures':>8}")
    for name in names:
        tally = campaign(name, found[name], arguments.inputs, arguments.seed)
        units, fine = explored(name, arguments.atheris) if arguments.atheris else (0, True)
        failures = len(tally.failures) + (not fine)
        row = f"{name:20} {tally.tried:9,} {tally.read:8,} {tally.refused:8,} {tally.slowest:9.2f}"
        print(f"{row} {units:9,} {failures:8,}", flush=True)
        for data, reason in tally.failures[:3]:
            Path(f"fuzz-{name.replace(' ', '-')}.bin").write_bytes(data)
            print(f"  {reason[:200]}", file=sys.stderr)
        total, wrong = total + tally.tried + units, wrong + failures
    print(f"{total:,} inputs, {wrong:,} failures")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
