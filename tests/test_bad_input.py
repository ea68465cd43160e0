"""Everything that can be wrong with a clue file or an argument, with the line that a person then reads."""

from __future__ import annotations

import builtins
import errno
import gzip
import json
import time

import pytest
from conftest import HEX, RECT, TWO, TYPED, tree, write

from nonosat.cli import COMMANDS
from nonosat.encodings import ENCODINGS

HEAD = "rect 2 3\n#ffffff #333333 #6666ff\n"
HEXHEAD = "hex 2\n#ffffff #333333\n"
GIVEN = TWO + "given "
GRID = "`rect <height> <width>` or `hex <size>` or "
GRID += "`tri <top-left> <bottom-left> <bottom> <bottom-right> <top-right> <top>`"
BLOCK = "expected <length><colour> such as 3a, 2? or _a"

# What the file holds, and what is said of it after its name.
BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    # The first line
    "empty": ("", f"1:1: empty file, expected {GRID}"),
    "blank": (" \n\t\n\n", f"1:1: empty file, expected {GRID}"),
    "BOM alone": (b"\xef\xbb\xbf", f"1:1: empty file, expected {GRID}"),
    "first line blank": ("\n" + RECT, f"1:1: no grid, expected {GRID}"),
    "wrong word": ("square 4\n", f"1:1: grid 'square', expected {GRID}"),
    "word in capitals": (RECT.replace("rect", "Rect"), f"1:1: grid 'Rect', expected {GRID}"),
    "word after blanks": ("  \tgrid 3\n", f"1:4: grid 'grid', expected {GRID}"),
    "word and number joined": ("hex3\n", f"1:1: grid 'hex3', expected {GRID}"),
    "rect without numbers": ("rect\n", f"1:5: 0 words after `rect`, expected {GRID}"),
    "rect with one number": ("rect 4\n", f"1:7: 1 word after `rect`, expected {GRID}"),
    "rect with three numbers": ("rect 4 5 6\n", f"1:10: 3 words after `rect`, expected {GRID}"),
    "rect, first line only": ("rect 4", f"1:7: 1 word after `rect`, expected {GRID}"),
    "hex without a number": ("hex   \n", f"1:4: 0 words after `hex`, expected {GRID}"),
    "hex with two numbers": ("hex 3  4\n", f"1:8: 2 words after `hex`, expected {GRID}"),
    "zero": ("rect 0 5\n", "1:6: size '0', expected a whole number from 1"),
    "many zeros": ("hex 0000000000000\n", "1:5: size '0000000000000', expected a whole number from 1"),
    "negative": ("rect 4 -5\n", "1:8: size '-5', expected a whole number from 1"),
    "signed": ("rect 4 +5\n", "1:8: size '+5', expected a whole number from 1"),
    "fraction": ("rect 4.5 5\n", "1:6: size '4.5', expected a whole number from 1"),
    "exponent": ("hex 1e3\n", "1:5: size '1e3', expected a whole number from 1"),
    "digits of another script": ("hex ٣\n", "1:5: size '٣', expected a whole number from 1"),
    "underscore": ("hex 1_0\n", "1:5: size '1_0', expected a whole number from 1"),
    "word for a number": ("hex three\n", "1:5: size 'three', expected a whole number from 1"),
    "a thousand million cells": (
        "rect 100000 10000\n",
        "1:6: grid of 100000 rows and 10000 columns, expected at most 16,000,000 cells",
    ),
    "one row too long": (
        "rect 1 16000001\n",
        "1:6: grid of 1 row and 16000001 columns, expected at most 16,000,000 cells",
    ),
    "huge hexagon": ("hex 999999999\n", "1:5: hexagonal grid of size 999999999, expected at most 16,000,000 cells"),
    "size beyond any integer": (
        f"rect 2 {'9' * 1_000_000}\n",
        "1:8: size '999999999999999999999...', expected at most 16,000,000 cells",
    ),
    # Colours
    "no second line": ("rect 2 2", "2:1: no colours, expected `<background> <a> <b> ...` as #rrggbb"),
    "blank second line": (
        HEAD.replace("#ffffff #333333 #6666ff", "  "),
        "2:1: no colours, expected `<background> <a> <b> ...` as #rrggbb",
    ),
    "background alone": (
        "rect 2 2\n#ffffff\n",
        "2:8: no colour beside the background, expected at least one",
    ),
    "colour by name": ("rect 2 2\n#ffffff black\n", "2:9: colour 'black', expected #rrggbb"),
    "colour without #": ("rect 2 2\nffffff #000000\n", "2:1: colour 'ffffff', expected #rrggbb"),
    "short colour": ("rect 2 2\n#fff #000000\n", "2:1: colour '#fff', expected #rrggbb"),
    "long colour": ("rect 2 2\n#ffffff #00000000\n", "2:9: colour '#00000000', expected #rrggbb"),
    "digits beyond f": ("rect 2 2\n#ffffff #00000g\n", "2:9: colour '#00000g', expected #rrggbb"),
    "colours parted by commas": ("rect 2 2\n#ffffff,#000000\n", "2:1: colour '#ffffff,#000000', expected #rrggbb"),
    "clues where colours should be": ("rect 2 2\n1a\n1a\n1a\n1a\n", "2:1: colour '1a', expected #rrggbb"),
    # Blocks
    "colour beyond the palette": (
        HEAD + "1a 1c\n",
        "3:4: block of colour 'c', expected a to b or ? (the palette has no more)",
    ),
    "colour beyond a palette of one": (
        HEXHEAD + "1a\n\n1b\n",
        "5:1: block of colour 'b', expected a or ? (the palette has no more)",
    ),
    "colour of two letters": (
        HEAD + "1aa\n",
        "3:1: block of colour 'aa', expected a to b or ? (the palette has no more)",
    ),
    "colour of many letters": (HEAD + "1aaaaaaa\n", f"3:1: block '1aaaaaaa', {BLOCK}"),
    "capital letter": (HEAD + "1a\n\n1a 1A\n", f"5:4: block '1A', {BLOCK}"),
    "letter of another script": (HEAD + "1ä\n", f"3:1: block '1ä', {BLOCK}"),
    "no colour": (HEAD + "1a 2\n", f"3:4: block '2', {BLOCK}"),
    "no length": (HEAD + "a\n", f"3:1: block 'a', {BLOCK}"),
    "question mark alone": (HEAD + "?\n", f"3:1: block '?', {BLOCK}"),
    "blank within": (HEAD + "2 a\n", f"3:1: block '2', {BLOCK}"),
    "comma": (HEAD + "1a,1b\n", f"3:1: block '1a,1b', {BLOCK}"),
    "zero length": (HEAD + "1b 0a\n", "3:4: block of length 0, expected at least 1"),
    "negative length": (HEAD + "\n-1a\n", f"4:1: block '-1a', {BLOCK}"),
    "fraction of a cell": (HEAD + "1.5a\n", f"3:1: block '1.5a', {BLOCK}"),
    "background as a block": (HEAD + "1-\n", f"3:1: block '1-', {BLOCK}"),
    "control characters": (HEAD + "\x1b[31m1a\n", f"3:1: block '\\x1b[31m1a', {BLOCK}"),
    "length of ten digits": (HEAD + "1000000000a\n", "3:1: block '1000000000a', expected at most the line's 3 cells"),
    "length of a million digits": (
        HEAD + "1a\n" + "7" * 1_000_000 + "a\n",
        "4:1: block '777777777777777777777...', expected at most the line's 3 cells",
    ),
    "word of a million letters": (HEAD + "x" * 1_000_000, f"3:1: block 'xxxxxxxxxxxxxxxxxxxxx...', {BLOCK}"),
    # Clues that are too long for their line
    "one block too long": (HEAD + "4a\n", f"3:1: clue of row 1 needs 4 cells, expected at most the line's 3{TYPED}"),
    "third block does not fit": (
        "rect 2 6\n#ffffff #333333 #6666ff\n1a  2a 3b 1b\n",
        f"3:8: clue of row 1 needs 9 cells, expected at most the line's 6{TYPED}",
    ),
    "no cell for a gap": (
        HEAD + "1b\n2a 1a\n",
        f"4:4: clue of row 2 needs 4 cells, expected at most the line's 3{TYPED}",
    ),
    "more blocks than cells": (
        HEAD + "1b 1a 1b 1a\n",
        "3:10: clue of row 1 has more than 3 blocks, expected at most the line's 3 cells",
    ),
    "column": (HEAD + "\n\n\n3a\n", f"6:1: clue of column 2 needs 3 cells, expected at most the line's 2{TYPED}"),
    "up-left line": (
        HEXHEAD + "\n\n\n2a 1a\n",
        f"6:4: clue of up-left line 1 needs 4 cells, expected at most the line's 2{TYPED}",
    ),
    "down-left line": (
        HEXHEAD + "\n" * 8 + "3a\n",
        f"11:1: clue of down-left line 3 needs 3 cells, expected at most the line's 2{TYPED}",
    ),
    "? of one colour need a gap": (
        "rect 1 3\n#ffffff #333333\n2? 1?\n",
        f"3:4: clue of row 1 needs 4 cells, expected at most the line's 3{TYPED}",
    ),
    "? that can touch but not fit": (
        "rect 1 4\n#ffffff #333333 #6666ff\n2a 2? 1?\n",
        f"3:7: clue of row 1 needs 5 cells, expected at most the line's 4{TYPED}",
    ),
    "? between two of its only neighbour": (
        "rect 1 3\n#ffffff #333333\n1a 1? 1a\n",
        f"3:7: clue of row 1 needs 5 cells, expected at most the line's 3{TYPED}",
    ),
    # Totals
    "sum of columns is less": (
        HEAD + "1a\n2a\n1a\n1a\n\n",
        f": clues of the columns add up to 2 cells of colour 'a', expected 3 as for the rows{TYPED}",
    ),
    "clues missing at the end": (
        HEAD + "1a\n2a\n",
        f": clues of the columns add up to 0 cells of colour 'a', expected 3 as for the rows{TYPED}",
    ),
    "colours swapped": (
        HEAD + "1a\n2b\n1a\n1a\n1b\n",
        f": clues of the columns add up to 2 cells of colour 'a', expected 1 as for the rows{TYPED}",
    ),
    "sums with ?": (
        HEAD + "1?\n2b\n1a\n1a\n\n",
        f": clues of the columns add up to 2 cells, expected 3 as for the rows{TYPED}",
    ),
    "known colours exceed the sum": (
        HEAD + "2a\n1?\n2b\n1?\n\n",
        ": clues ask for at least 4 cells of known colours in all, "
        f"expected at most 3, the total of each family of lines{TYPED}",
    ),
    "third family": (
        HEXHEAD + "1a\n\n\n1a\n\n\n2a\n",
        f": clues of the down-left lines add up to 2 cells of colour 'a', expected 1 as for the rows{TYPED}",
    ),
    # After the clues
    "a clue too many": (
        TWO + "1a\n",
        "7:1: '1a' after the last of 4 clues, expected the end of the file or `given <row> <position> <colour>`",
    ),
    "a clue too many after blank lines": (
        TWO + "\n \n  2?",
        "9:3: '2?' after the last of 4 clues, expected the end of the file or `given <row> <position> <colour>`",
    ),
    "given in place of a clue": (
        TWO.removesuffix("1a\n") + "given 1 1 a\n",
        "6:1: a given instead of clue 4 of 4, expected all clues first (an empty clue is an empty line)",
    ),
    "given with too few words": (
        GIVEN + "1 a\n",
        "7:10: 2 words after `given`, expected `given <row> <position> <colour>`",
    ),
    "given alone": (GIVEN, "7:6: 0 words after `given`, expected `given <row> <position> <colour>`"),
    "given with one word": (GIVEN + "1", "7:8: 1 word after `given`, expected `given <row> <position> <colour>`"),
    "given with too many words": (
        GIVEN + "1 1 a b\n",
        "7:13: 4 words after `given`, expected `given <row> <position> <colour>`",
    ),
    "given of row 0": (GIVEN + "0 1 a\n", "7:7: row '0', expected a number from 1 to 2"),
    "given beyond the rows": (GIVEN + "3 1 a\n", "7:7: row '3', expected a number from 1 to 2"),
    "given of no row": (GIVEN + "top 1 a\n", "7:7: row 'top', expected a number from 1 to 2"),
    "given beyond the row": (GIVEN + "1 3 a\n", "7:9: position '3', expected a number from 1 to 2"),
    "given of a negative position": (GIVEN + "1 -1 a\n", "7:9: position '-1', expected a number from 1 to 2"),
    "given beyond a row of a hexagon": (
        HEXHEAD + "\n" * 9 + "given 2 3 -\ngiven 3 3 -\n",
        "13:9: position '3', expected a number from 1 to 2",
    ),
    "given of a number": (GIVEN + "1 1 1\n", "7:11: colour '1', expected a letter or - for background"),
    "given of a capital": (GIVEN + "1 1 A\n", "7:11: colour 'A', expected a letter or - for background"),
    "given of ?": (GIVEN + "1 1 ?\n", "7:11: colour '?', expected a letter or - for background"),
    "given of a colour beyond the palette": (
        GIVEN + "1 1 b\n",
        "7:11: given of colour 'b', expected - or a colour of the palette",
    ),
    "given twice, differently": (
        GIVEN + "1 1 a\n\ngiven 2 2 a\ngiven 1 1 -\n",
        "10:11: given '-' for a cell given 'a' before, expected one colour",
    ),
    # Bytes
    "not UTF-8": (
        RECT.replace("1a 1a", "1a \xe9", 1).encode("latin-1"),
        "3:4: bytes that are not UTF-8, expected text",
    ),
    "not UTF-8 after BOM, CR and wide letters": (
        b"\xef\xbb\xbfrect 1 1\r#\xc3\xa4\xe2\x82\xac\xff",
        "2:4: bytes that are not UTF-8, expected text",
    ),
    "zero bytes": (b"rect\0 2 2", ": binary data (a zero byte at offset 4), expected text"),
    "UTF-16": (RECT.encode("utf-16-le"), ": binary data (a zero byte at offset 1), expected text"),
    "UTF-16 of Windows": (RECT.encode("utf-16"), ": text in UTF-16, expected UTF-8"),
    "an image": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        ": a PNG image, expected a puzzle; `nonosat make` makes one from it",
    ),
    "gzip cut off": (
        gzip.compress(RECT.encode())[:-9],
        ": broken gzip data (Compressed file ended before the end-of-stream marker was reached), expected a whole file",
    ),
    "gzip with a wrong sum": (
        gzip.compress(RECT.encode(), mtime=0)[:-8] + bytes(8),
        ": broken gzip data (CRC check failed 0x0 != 0xd1d1f64b), expected a whole file",
    ),
    "gzip that is none": (
        b"\x1f\x8bnothing of the kind",
        ": broken gzip data (Unknown compression method), expected a whole file",
    ),
    "gzip of a bad file": (gzip.compress(b"hex 0"), "1:5: size '0', expected a whole number from 1"),
}


@pytest.mark.parametrize(("content", "complaint"), BAD_FILES.values(), ids=BAD_FILES)
def test_bad_files(run, tmp_path, content, complaint):
    path = write(tmp_path / "p.clues", content)
    result = run("solve", path, "-o", tmp_path / "out")
    where = f"{path}" if complaint.startswith(":") else f"{path}:"
    assert (result.code, result.out, result.err) == (3, "", f"{where}{complaint}\n")
    assert tree(tmp_path) == ["p.clues"]
    assert not (tmp_path / "out").exists()


#: Clue files of unusual looks that are nevertheless as good as `RECT`.
GOOD_FILES = {
    "as it is": RECT,
    "no last newline": RECT.removesuffix("\n"),
    "more newlines": RECT + "\n \n\n",
    "BOM and CRLF": b"\xef\xbb\xbf" + RECT.replace("\n", "\r\n").encode(),
    "CR alone": RECT.replace("\n", "\r"),
    "mixed line ends": RECT.replace("\n", "\r\n", 3),
    "tabs and blanks": RECT.replace(" ", "\t  ").replace("\n", "  \n"),
    "leading blanks": "  " + RECT.replace("\n", "\n\t"),
    "colours in capitals": RECT.replace("#6666ff", "#6666FF"),
    "leading zeros": RECT.replace("1a", "001a").replace("rect 4 5", "rect 04 0005"),
    "gzip": gzip.compress(RECT.encode()),
    "gzip in two parts": gzip.compress(RECT[:30].encode()) + gzip.compress(RECT[30:].encode()),
    "redundant givens": RECT + "given 1 1 -\n\ngiven 1 2 a\ngiven 1 1 -\n",
}


@pytest.mark.parametrize("content", GOOD_FILES.values(), ids=GOOD_FILES)
def test_unusual_files(run, tmp_path, content):
    result = run("solve", "-u", "--letters", write(tmp_path / "p.clues", content))
    assert (result.code, result.out, result.err) == (0, "-a--a\nb-a-a\nbba-a\nb-b-a\np: solved, unique\n", "")


def test_empty_last_clue_without_newline(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #000000\n1a\n1a\n")
    assert run("solve", "--letters", path).out == "a-\np: solved\n".replace("solved", "solved, unique")
    path = write(tmp_path / "p.clues", "rect 1 2\n#ffffff #000000\n1a\n\n1a")
    assert run("solve", "--letters", path).out.startswith("-a\n")
    path = write(tmp_path / "p.clues", "rect 2 1\n#ffffff #000000")
    assert run("solve", "--letters", path).out.startswith("-\n-\n")


LONG = 10_000_000
LONG_LINES = {
    "blocks": (HEAD + "1a " * (LONG // 3) + "\n", 3, 7),
    "blocks of no told colour": (HEAD + "1? " * (LONG // 3) + "\n", 3, 10),
    "different blocks": (HEAD + "\n" + " ".join(f"{n}a" for n in range(1, LONG // 7)) + "\n", 4, 4),
    "one word": (HEAD + "1" * LONG + "\n", 3, 1),
    "blanks before a word": (HEAD + " " * LONG + "x\n", 3, LONG + 1),
    "header": ("rect " + "1 " * (LONG // 2) + "\n", 1, 10),
    "header of one word": ("r" * LONG, 1, 1),
    "colour": ("rect 1 1\n#ffffff #" + "f" * LONG, 2, 9),
    "given": (TWO + "given " + "1 " * (LONG // 2), 7, 13),
}


@pytest.mark.thinned(9)
@pytest.mark.parametrize(("content", "line", "column"), LONG_LINES.values(), ids=LONG_LINES)
def test_lines_of_ten_megabytes(run, tmp_path, content, line, column):
    path = write(tmp_path / "p.clues", content)
    began = time.process_time()
    result = run("solve", path)
    assert time.process_time() - began < 2
    assert result.code == 3
    assert result.err.startswith(f"{path}:{line}:{column}: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < len(str(path)) + 200


# Files that cannot be read at all


def test_missing_file(run, tmp_path):
    path = tmp_path / "p.clues"
    assert run("solve", path).err == f"{path}: cannot be read: No such file or directory\n"


def test_folder(run, tmp_path):
    result = run("solve", tmp_path)
    advice = "`nonosat batch` solves all puzzles in a folder"
    assert (result.code, result.err) == (3, f"{tmp_path}: a folder, expected a puzzle; {advice}\n")


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "Permission denied"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (OSError("no number"), "no number"),
    ],
)
def test_files_that_the_system_refuses(run, rect, monkeypatch, error, complaint):
    def refuse(file, *args, **kwargs):
        if str(file) == str(rect):
            raise error
        return original(file, *args, **kwargs)

    original = builtins.open
    monkeypatch.setattr(builtins, "open", refuse)
    result = run("solve", rect)
    assert (result.code, result.out, result.err) == (3, "", f"{rect}: cannot be read: {complaint}\n")


def test_too_many_bytes(rect):
    from nonosat.errors import InputError
    from nonosat.system.files import read_bytes

    packed = write(rect.with_suffix(".gz"), gzip.compress(bytes(5000)))
    size = len(rect.read_bytes())
    assert len(read_bytes(str(rect), size)) == size
    for path, limit in ((rect, size - 1), (packed, 4999)):
        with pytest.raises(InputError) as caught:
            read_bytes(str(path), limit)
        assert str(caught.value) == f"{path}: more than {limit:,} bytes, expected a smaller file"


def test_name_that_would_disturb_the_terminal(run, tmp_path):
    result = run("solve", tmp_path / "a\nb\x1b[2J.clues")
    assert result.err == f"{tmp_path}/a?b?[2J.clues: cannot be read: No such file or directory\n"


@pytest.mark.parametrize(
    "command",
    [
        "explain",
        "hint",
        "diagnose",
        "info",
        "compare",
        "check",
        "mend -o mended.clues",
        "solve",
        "solve --all",
        "count",
        "rate",
    ],
)
def test_records_of_a_file_that_is_missing(run, command):
    name, *options = command.split()
    result = run(name, *options, "--json", "gone.clues")
    record = json.loads(result.out)
    error = "gone.clues: cannot be read: No such file or directory"
    assert [record[key] for key in ("name", "file", "error", "exit")] == ["gone", "gone.clues", error, 3]
    assert (result.code, result.err) == (3, f"{error}\n")


@pytest.mark.parametrize("command", ["info", "check"])
def test_records_of_a_broken_puzzle_among_others(run, tmp_path, command):
    path = write(tmp_path / "two.txt", "2x2:1/1/1/1\n2x2:9/1/1/1\n")
    records = [json.loads(line) for line in run(command, "--json", path).out.split("\n")[:-1]]
    assert records[-1]["file"] == str(path)
    assert records[-1]["exit"] == 3


#: The arguments of each command that reads a puzzle; % is the file. Data for programs (JSON, CSV) has the exact name.
NAMED = {
    "solve": ("-v", "-u", "%"),
    "solve --all": ("-v", "%"),
    "solve --json": ("%",),
    "solve --solver": ("minisat22", "-v", "%"),
    "solve -o": ("out", "%"),
    "explain": ("-v", "%"),
    "hint": ("%",),
    "count": ("-v", "%"),
    "batch": ("%", "-o", "out"),
    "check": ("%", "picture"),
    "encode": ("%",),
    "decode": ("%", "model"),
    "make": ("picture", "%"),
    "diagnose": ("-v", "%"),
    "mend": ("-v", "%", "-o", "mended.clues"),
    "rate": ("%",),
    "rate --timeout": ("9", "%", "%"),
    "render": ("%", "-o", "drawing.svg"),
    "page": ("%", "-o", "page.html"),
    "info": ("%",),
    "info --clues": ("%",),
    "compare": ("--no-solve", "--encodings", "order", "%"),
    "certify": ("%", "-o", "proof"),
    "convert": ("%", "--to", "px", "--lossy"),
}


@pytest.mark.parametrize("command", NAMED)
def test_no_command_lets_a_name_disturb_the_terminal(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    name = "he\x1b[2J\nrt.clues"
    write(tmp_path / name, "rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n")
    write(tmp_path / "picture", "a-\n-a\n")
    write(tmp_path / "model", "s SATISFIABLE\nv 1 -2 -3 4 0\n")
    result = run(*command.split(), *(name if word == "%" else word for word in NAMED[command]))
    assert result.code in (0, 1), result.err
    shown = result.out + result.err
    assert "\x1b" not in shown
    assert not any(line.startswith("rt") for line in shown.split("\n"))


def test_bad_standard_input(run):
    result = run("solve", "-", stdin="rect 2\n")
    assert (result.code, result.err) == (3, f"<stdin>:1:7: 1 word after `rect`, expected {GRID}\n")


@pytest.mark.parametrize("command", ["encode", "render", "solve"])
def test_every_command_that_reads_a_puzzle(run, tmp_path, command):
    path = write(tmp_path / "p.clues", "hex 0\n")
    result = run(command, path)
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{path}:1:5: size '0', expected a whole number from 1\n"


@pytest.mark.parametrize("command", ["decode", "check", "render"])
def test_every_command_that_reads_an_answer(run, tmp_path, rect, command):
    path = tmp_path / "answer"
    result = run(command, rect, path)
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{path}: cannot be read: No such file or directory\n"


# Files that cannot be written


def test_output_folder_that_is_a_file(run, rect):
    result = run("solve", rect, "-o", rect)
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{rect}: cannot be made: File exists, expected a folder\n"
    assert rect.read_text() == RECT


def test_output_folder_below_a_file(run, rect):
    result = run("solve", rect, "-o", rect / "out")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{rect}/out: cannot be made: Not a directory, expected a folder\n"


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "{p}", "--svg", "{f}"),
        ("solve", "{p}", "--sat", "{f}"),
        ("solve", "{p}", "--sol", "{f}"),
        ("encode", "{p}", "-o", "{f}"),
        ("render", "{p}", "-o", "{f}"),
        ("decode", "{p}", "{m}", "--svg", "{f}"),
    ],
    ids=lambda words: " ".join(words),
)
def test_output_in_a_missing_folder(run, tmp_path, rect, words):
    model = write(tmp_path / "model", run("solve", rect, "--sol", "-").out)
    missing = tmp_path / "missing" / "file"
    result = run(*(word.format(p=rect, m=model, f=missing) for word in words))
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{missing}: cannot be written: No such file or directory\n"
    assert tree(tmp_path) == ["model", "rect.clues"]


def test_output_that_is_a_folder(run, tmp_path, rect):
    (tmp_path / "p.svg").mkdir()
    result = run("solve", rect, "--svg", tmp_path / "p.svg")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{tmp_path}/p.svg: cannot be written: Is a directory\n"
    assert tree(tmp_path) == ["rect.clues"]


# Arguments

USAGE: dict[str, tuple[tuple[str, ...], str]] = {
    "no such command": (
        ("xyz", "{p}"),
        f"no command 'xyz', expected one of {', '.join(COMMANDS)}",
    ),
    "a mistyped command": (("slove", "{p}"), "no command 'slove', expected solve or solvers"),
    "help of a mistyped command": (("help", "diagnos"), "no command 'diagnos', expected diagnose"),
    "no such solver": (
        ("solve", "{p}", "--solver", "minsat"),
        "solver 'minsat', expected one of cadical300, cadical195, cadical153, cadical103, glucose42, glucose4, "
        "glucose3, minisat22, minisat-gh, minisat-ep, kissat404, kissat, cadical, minisat, glucose "
        "(see `nonosat solvers`)",
    ),
    "two solvers": (
        ("solve", "{p}", "--solver", "kissat", "--solver-cmd", "kissat"),
        "solver 'kissat' and a command for another one, expected one of the two",
    ),
    "empty solver": (
        ("solve", "{p}", "--solver", ""),
        "solver '', expected one of cadical300, cadical195, cadical153, cadical103, glucose42, glucose4, "
        "glucose3, minisat22, minisat-gh, minisat-ep, kissat404, kissat, cadical, minisat, glucose "
        "(see `nonosat solvers`)",
    ),
    "empty solver command": (
        ("solve", "{p}", "--solver-cmd", " "),
        "solver command is empty, expected a program and its options",
    ),
    "no solver command": (
        ("solve", "{p}", "--solver-cmd", ""),
        "solver command is empty, expected a program and its options",
    ),
    "open quote in the solver command": (
        ("solve", "{p}", "--solver-cmd", "run 'it"),
        """solver command "run 'it": No closing quotation""",
    ),
    "no such encoding": (
        ("solve", "{p}", "--encoding", "best"),
        f"encoding 'best', expected one of {', '.join(ENCODINGS)}",
    ),
    "no such encoding of a formula": (
        ("encode", "{p}", "--encoding", ""),
        f"encoding '', expected one of {', '.join(ENCODINGS)}",
    ),
    "single files of several puzzles": (
        ("solve", "{p}", "{q}", "--svg", "{d}/x.svg"),
        "--sat, --sol and --svg name one file, expected one puzzle and no --output-dir",
    ),
    "single file and folder": (
        ("solve", "{p}", "-o", "{d}", "--sat", "{d}/x.sat"),
        "--sat, --sol and --svg name one file, expected one puzzle and no --output-dir",
    ),
    "gzip of nothing": (
        ("solve", "{p}", "--gzip"),
        "--gzip without a formula to write, expected --output-dir or --sat",
    ),
    "gzip of a drawing": (
        ("solve", "{p}", "--svg", "{d}/x.svg", "--gzip-above", "0"),
        "--gzip without a formula to write, expected --output-dir or --sat",
    ),
    "two puzzles of one name in a folder": (
        ("solve", "{p}", "-", "{d}/stdin", "-o", "{d}/out"),
        "two puzzles are called stdin (- and {d}/stdin), expected different names for their files",
    ),
    "standard input twice in a folder": (
        ("solve", "-", "-", "-o", "{d}/out"),
        "standard input is named twice, expected at most once",
    ),
    "standard input twice": (("solve", "-", "-"), "standard input is named twice, expected at most once"),
    "one file for two things": (
        ("solve", "{p}", "--sat", "{d}/x", "--sol", "{d}/x"),
        "--sat and --sol name the same file {d}/x, expected different ones",
    ),
    "standard output for two things": (
        ("solve", "{p}", "--sol", "-", "--svg", "-"),
        "--sol and --svg name the same file -, expected different ones",
    ),
    "the puzzle as output": (
        ("solve", "{p}", "--svg", "{d}/../{n}/p.clues"),
        "PUZZLE and --svg name the same file {d}/../{n}/p.clues, expected different ones",
    ),
    "report and drawing on standard output": (
        ("solve", "{p}", "--json", "--svg", "-"),
        "--json and --svg both go to standard output, expected one of them",
    ),
    "two standard inputs to decode": (
        ("decode", "-", "-"),
        "PUZZLE and MODEL are both -, expected at most one of them",
    ),
    "two standard inputs to check": (
        ("check", "-", "-"),
        "PUZZLE and PICTURE are both -, expected at most one of them",
    ),
    "two standard inputs to render": (
        ("render", "-", "-"),
        "PUZZLE and PICTURE are both -, expected at most one of them",
    ),
}


# What click says of these in its own words, which differ between its versions, holds at least this.
GRAMMAR: dict[str, tuple[tuple[str, ...], str]] = {
    "no such option": (("solve", "{p}", "--unicorn"), "--unicorn"),
    "no puzzle": (("solve",), "'PUZZLE...'"),
    "no model": (("decode", "{p}"), "'MODEL'"),
    "two puzzles to encode": (("encode", "{p}", "{q}"), "{q}"),
    "option without its value": (("solve", "{p}", "--sat"), "--sat"),
    "no time": (("solve", "{p}", "--timeout", "0"), "0.0 is not in the range 0<x<=1000000."),
    "negative time": (("solve", "{p}", "--timeout", "-1"), "-1.0 is not in the range 0<x<=1000000."),
    "endless time": (("solve", "{p}", "--timeout", "inf"), "inf is not in the range 0<x<=1000000."),
    "time that is no number": (("solve", "{p}", "--timeout", "nan"), "nan is no time."),
    "time in words": (("solve", "{p}", "--timeout", "soon"), "'soon' is not a valid float"),
    "negative size": (("solve", "{p}", "-o", "{d}", "--gzip-above", "-1"), "-1 is not in the range x>=0."),
}


@pytest.mark.parametrize(("words", "part"), GRAMMAR.values(), ids=GRAMMAR)
def test_grammar(run, tmp_path, words, part):
    blanks = {"d": tmp_path / "out", "p": write(tmp_path / "p.clues", RECT), "q": tmp_path / "q.clues"}
    result = run(*(word.format(**blanks) for word in words), stdin=RECT)
    assert (result.code, result.out) == (2, "")
    assert part.format(**blanks) in result.err.splitlines()[-1]
    assert "Traceback" not in result.err
    assert tree(tmp_path) == ["p.clues"]


@pytest.mark.parametrize(("words", "complaint"), USAGE.values(), ids=USAGE)
def test_usage(run, tmp_path, words, complaint):
    (tmp_path / "other").mkdir()
    files = ["other/p.clues", "p.clues", "q.clues"]
    for name in files:
        write(tmp_path / name, RECT)
    blanks = {"d": tmp_path, "n": tmp_path.name, "p": tmp_path / "p.clues", "q": tmp_path / "q.clues"}
    result = run(*(word.format(**blanks) for word in words), stdin=RECT)
    assert (result.code, result.out) == (2, "")
    # Errors of the command line's grammar come below a reminder of that grammar.
    said = result.err.splitlines()[-1].removeprefix("Error: ").removeprefix("nonosat: ")
    assert said == complaint.format(**blanks)
    assert "Traceback" not in result.err
    assert tree(tmp_path) == files
    assert (tmp_path / "p.clues").read_text() == RECT
    assert not (tmp_path / "out").exists()


def test_one_bad_puzzle_among_good_ones(run, tmp_path, rect, hexagon):
    bad = write(tmp_path / "bad.clues", HEX.replace("4a", "9a"))
    result = run("solve", rect, bad, hexagon, "-o", tmp_path / "out", "-q")
    assert (result.code, result.out) == (3, "")
    assert result.err == f"{bad}:6:1: clue of row 4 needs 9 cells, expected at most the line's 4{TYPED}\n"
    assert tree(tmp_path / "out") == [
        f"{name}.{suffix}" for name in ("hexagon", "rect") for suffix in ("sat", "sol", "svg")
    ]
