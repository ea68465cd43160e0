"""Files are read within bounds, and appear whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import pickle
import stat
import threading

import pytest
from conftest import refused, tree, write

from nonosat.core import files
from nonosat.core.errors import FileError, InputError, MissingDependency, NoRoom, SolverError, error_line
from nonosat.core.files import atomic_writer, read_bytes, read_text, remove, write_bytes, write_text

# Reading

TEXTS = {
    "plain": (b"a\nb\n", "a\nb\n"),
    "CRLF": (b"a\r\n\r\nb", "a\n\nb"),
    "CR": (b"a\r\rb\r", "a\n\nb\n"),
    "CR before CRLF": (b"a\r\r\nb", "a\n\nb"),
    "BOM": (b"\xef\xbb\xbfa", "a"),
    "BOM within": (b"a\xef\xbb\xbf", "a\ufeff"),
    "wide letters": ("ä€𝄞\u2028b\x85".encode(), "ä€𝄞\u2028b\x85"),
    "empty": (b"", ""),
}


@pytest.mark.parametrize(("data", "text"), TEXTS.values(), ids=TEXTS)
def test_text(tmp_path, data, text):
    assert read_text(str(write(tmp_path / "f", data))) == text


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"ab\n\xc3\xa4\xff", 2, 2),
        (b"a\r\nb\r\n\r\nabc\xc3", 4, 4),
        (b"\xef\xbb\xbf\xff", 1, 1),
        (b"a\rb\r\xff", 3, 1),
        (b"\xed\xa0\x80", 1, 1),
    ],
)
def test_position_of_what_is_not_text(tmp_path, data, line, column):
    with pytest.raises(InputError) as caught:
        read_text(str(write(tmp_path / "f", data)))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_devices_are_read_to_the_limit_only():
    with pytest.raises(InputError, match="1,000 bytes"):
        read_bytes("/dev/zero", 1000)


def test_pipes_are_read(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"through",))
    writer.start()
    assert read_bytes(str(path)) == b"through"
    writer.join()


def test_closed_standard_input_is_empty(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert read_bytes("-") == b""


# Writing


def test_write_and_overwrite(tmp_path):
    path = tmp_path / "f"
    for data in (b"one", b"", b"a longer one"):
        write_bytes(str(path), data)
        assert path.read_bytes() == data
    assert tree(tmp_path) == ["f"]


def test_text_is_utf_8_everywhere(tmp_path):
    write_text(str(tmp_path / "f"), "ä\n€")
    assert (tmp_path / "f").read_bytes() == b"\xc3\xa4\n\xe2\x82\xac"
    write_text(str(tmp_path / "f"), "a\udcffb")  # half of a character, as in a file name that is not UTF-8
    assert (tmp_path / "f").read_bytes() == b"a?b"


class Crash(Exception):
    pass


@pytest.mark.parametrize("kind", [Crash, KeyboardInterrupt, SystemExit])
def test_a_crash_leaves_the_old_file(tmp_path, kind):
    path = write(tmp_path / "f", "old")

    def crash():
        with atomic_writer(str(path)) as file:
            file.write(b"new")
            file.flush()
            raise kind

    with pytest.raises(kind):
        crash()
    assert path.read_text() == "old"
    assert tree(tmp_path) == ["f"]


def test_nobody_sees_half_a_file(tmp_path):
    path = tmp_path / "f"
    with atomic_writer(str(path)) as file:
        file.write(b"half")
        file.flush()
        assert not path.exists()
    assert path.read_bytes() == b"half"


def test_full_disk(tmp_path):
    path = write(tmp_path / "f", "old")
    with pytest.raises(NoRoom, match=f"{path}: .*No space"), atomic_writer(str(path)):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert path.read_text() == "old"
    assert tree(tmp_path) == ["f"]


def test_rename_that_fails(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(files.os, "replace", fail)
    with pytest.raises(FileError, match=f"{tmp_path}/f: .*Permission denied"):
        write_bytes(str(tmp_path / "f"), b"new")
    assert tree(tmp_path) == []


def test_devices_and_pipes_are_written_directly(tmp_path):
    write_bytes("/dev/null", b"x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    write_bytes(str(path), b"through")
    reader.join()
    assert found == [b"through"]
    assert [entry.name for entry in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_device_that_is_full(run, rect):
    refused(run("solve", rect, "--svg", "/dev/full"), "/dev/full", "No space")


def test_standard_output(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr("sys.stdout", stream)
    stream.write("before ")
    write_text("-", "ä")
    assert stream.buffer.getvalue() == b"before \xc3\xa4"
    monkeypatch.setattr("sys.stdout", None)
    write_text("-", "nobody reads this")


def test_only_files_are_removed(tmp_path):
    path = write(tmp_path / "f", "x")
    remove(str(path))
    remove(str(path))
    assert not path.exists()
    remove(str(tmp_path))
    remove("/dev/null")
    assert tmp_path.is_dir()
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_file_that_cannot_be_removed(tmp_path, monkeypatch):
    def fail(_):
        raise PermissionError(errno.EACCES, "Permission denied")

    path = write(tmp_path / "f", "x")
    monkeypatch.setattr(files.os, "unlink", fail)
    with pytest.raises(FileError, match=f"{path}: .*Permission denied"):
        remove(str(path))


# Messages


@pytest.mark.parametrize(
    ("error", "puzzle", "line"),
    [
        (InputError("bad", file="f", line=2, column=3), "p", "f:2:3: bad"),
        (InputError("bad", file="f", line=2), "p", "f:2: bad"),
        (InputError("bad", file="f"), "p", "f: bad"),
        (InputError("bad", line=2, column=3), "p", "p: 2:3: bad"),
        (InputError("bad"), "", "nonosat: bad"),
        (FileError("full", file="f"), "p", "f: full"),
        (NoRoom("full", file="f"), "", "f: full"),
        (FileError("full"), "p", "p: full"),
        (SolverError("solver x: bad"), "p", "p: solver x: bad"),
        (SolverError("solver x: bad"), "", "nonosat: solver x: bad"),
        (SolverError("two\nlines\x1b[0m\u2028\udcff"), "", "nonosat: two?lines?[0m??"),
    ],
)
def test_error_lines(error, puzzle, line):
    assert error_line(error, puzzle) == line


def test_exit_codes_of_errors_with_files():
    assert {kind("bad").exit_code for kind in (InputError, FileError, NoRoom)} == {3}
    assert MissingDependency("no such package").exit_code == SolverError.exit_code == 4
    again = pickle.loads(pickle.dumps(NoRoom("full", file="f")))
    assert (type(again), str(again), again.file) == (NoRoom, "f: full", "f")
