"""Files as sketches: from a path, or from the contents and a name alone; what cannot be read is refused as a whole."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from conftest import HEX, NONE, RECT, RECT_PICTURE, TWO, write

from nonosat.core.errors import GaveUp, InputError, NonosatError, PuzzleError, UsageError
from nonosat.drawing_board import opened_file as module
from nonosat.drawing_board.opened_file import IMAGE, PICTURE, PUZZLE, FileRequest, SeveralPuzzles, opened, opened_file
from nonosat.drawing_board.sketch import MAX_CELLS, Sketch
from nonosat.drawing_board.sketch_files import digest_of, saved_file
from nonosat.formats.file_format import Sheet
from nonosat.formats.loading import load, loads
from nonosat.formats.registry import FORMATS
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.puzzle import Metadata
from nonosat.model.rect_grid import RectGrid

HEART = Sketch(RectGrid(3, 3), BLACK_ON_WHITE, bytes([1, 0, 1, 1, 1, 1, 0, 1, 0]), Metadata("Heart", "me"))


def test_open_a_puzzle(tmp_path: Path) -> None:
    found = opened(str(write(tmp_path / "p.clues", RECT)))
    assert (found.kind, found.is_faithful, found.remarks) == (PUZZLE, True, ())
    assert found.sketch.puzzle == load(tmp_path / "p.clues")
    assert found.digest == digest_of(str(tmp_path / "p.clues"))
    assert opened(str(write(tmp_path / "h.clues", HEX))).sketch.grid.header == "hex 3"


def test_what_a_sketch_lacks_is_said(tmp_path: Path) -> None:
    found = opened(str(write(tmp_path / "p.clues", TWO + "given 1 1 a\n")))
    assert not found.is_faithful
    assert "givens" in found.remarks[0]


UNKNOWN = "rect 1 2\n#ffffff #000000\n1?\n1a\n\n"
IMPOSSIBLE = "rect 2 2\n#ffffff #000000\n2a\n2a\n1a\n\n"


@pytest.mark.parametrize("text", [NONE, UNKNOWN, IMPOSSIBLE], ids=["none", "unknown", "impossible"])
def test_puzzles_without_a_picture_are_typed(tmp_path: Path, text: str) -> None:
    """Nothing of them is lost, also when they are saved."""
    found = opened(str(write(tmp_path / "p.clues", text)))
    assert (found.is_faithful, found.remarks) == (True, ())
    assert found.sketch.typed == found.sketch.clues
    assert saved_file(found.sketch, "p.clues").data.decode() == text
    with pytest.raises(UsageError):
        saved_file(found.sketch, "p.svg", "solution")


def test_one_puzzle_of_a_file_and_a_link(tmp_path: Path) -> None:
    text = saved_file(HEART, "p.non").data.decode()
    write(tmp_path / "two.non", f"{text}\n====\n{text}")
    found = opened(f"{tmp_path}/two.non#2")
    assert (found.sketch.puzzle, found.digest) == (HEART.puzzle, "")
    assert opened("https://puzz.link/p?nonogram/2/2/2112").sketch.grid == RectGrid(2, 2)


def test_open_a_picture(tmp_path: Path) -> None:
    found = opened(str(write(tmp_path / "picture.txt", RECT_PICTURE)))
    assert (found.kind, found.sketch.grid.header) == (PICTURE, "rect 4 5")


def test_open_an_image(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    path = str(tmp_path / "i.png")
    image.new("RGB", (90, 60), "white").save(path)
    found = opened(path, size=(4, 6))
    assert (found.kind, found.sketch.grid) == (IMAGE, RectGrid(4, 6))


def test_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        opened(str(write(tmp_path / "x.clues", "rect 2 2\n#ffffff #000000\nx\n")))
    with pytest.raises(InputError):
        opened(str(tmp_path / "missing.clues"))
    with pytest.raises(InputError):
        opened(str(write(tmp_path / "noise.png", b"\0\1\2")))
    with pytest.raises(UsageError):
        opened(str(write(tmp_path / "p.clues", RECT)), size=(3, 3))


@pytest.mark.parametrize("text", [RECT, HEX, NONE, UNKNOWN, IMPOSSIBLE, RECT_PICTURE], ids=range(6))
def test_contents_are_opened_as_the_file_is(tmp_path: Path, text: str) -> None:
    path = write(tmp_path / "p.txt", text)
    for data in (path.read_bytes(), gzip.compress(path.read_bytes())):
        assert opened_file(FileRequest(data, "p.txt")) == opened(str(path))._replace(digest="")


@pytest.mark.parametrize("name", [name for name, format_ in FORMATS.items() if format_.writes and format_.goal])
def test_formats_by_suffix_and_by_content(name: str) -> None:
    suffix = FORMATS[name].suffixes[0]
    data = saved_file(HEART, f"p{suffix}", name).data
    for file in (f"p{suffix}", "file"):
        found = opened_file(FileRequest(data, file))
        assert (found.kind, found.sketch.cells) == (PUZZLE, HEART.cells)


def test_a_drawing_is_a_picture() -> None:
    data = saved_file(HEART, "p.svg", "solution").data
    found = opened_file(FileRequest(data, "p.svg"))
    assert (found.kind, found.sketch.cells) == (PICTURE, HEART.cells)


def test_an_image_with_options(png: bytes) -> None:
    found = opened_file(FileRequest(png, "i.png", options={"hexagon": 3}))
    assert (found.kind, found.sketch.grid.header) == (IMAGE, "hex 3")
    with pytest.raises(UsageError):
        opened_file(FileRequest(RECT.encode(), "p.clues", options={"hexagon": 3}))


@pytest.fixture
def png(tmp_path: Path) -> bytes:
    image = pytest.importorskip("PIL.Image")
    image.new("RGB", (90, 60), "white").save(tmp_path / "i.png")
    return (tmp_path / "i.png").read_bytes()


def test_a_photo_is_typed_with_its_doubts(png: bytes) -> None:
    def read_photo(data: bytes, name: str) -> Sheet:
        assert (data, name) == (png, "i.png")
        return Sheet(loads(RECT), None, name, remarks=("row 1: 2 is doubtful",))

    found = opened_file(FileRequest(png, "i.png", is_photo=True), read_photo)
    assert found.kind == PUZZLE
    assert found.sketch.typed == loads(RECT).clues
    assert found.remarks == ("row 1: 2 is doubtful",)
    with pytest.raises(UsageError):
        opened_file(FileRequest(png, "i.png", is_photo=True))


def test_a_puzzle_that_is_hard_to_solve_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object, **__: object) -> None:
        raise GaveUp("no solution was found")

    monkeypatch.setattr(module, "solve", gives_up)
    found = opened_file(FileRequest(TWO.encode(), "p.clues"))
    assert (found.sketch.typed, found.is_faithful) == (loads(TWO).clues, True)


def test_a_puzzle_that_is_too_large_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "solve", lambda *_, **__: pytest.fail("solved"))
    text = "rect 200 201\n#ffffff #000000\n" + "1a\n" * 400 + "\n"
    assert loads(text).grid.n_cells > MAX_CELLS
    with pytest.raises(PuzzleError):
        opened_file(FileRequest(text.encode(), "p.clues"))


def test_one_of_several_puzzles() -> None:
    text = saved_file(HEART, "p.non").data.decode()
    data = f"{text}\n====\nheight 1\nwidth x\n\n====\n{text.replace('Heart', 'Second')}".encode()
    with pytest.raises(SeveralPuzzles) as several:
        opened_file(FileRequest(data, "p.non"))
    assert several.value.titles == (("Heart", "rect 3 3"), ("", ""), ("Second", "rect 3 3"))
    assert opened_file(FileRequest(data, "p.non", 3)).sketch.metadata.title == "Second"
    for number in (2, 4):
        with pytest.raises(InputError):
            opened_file(FileRequest(data, "p.non", number))


GARBAGE = {
    "nothing": (b"", "p"),
    "zeros": (b"\0" * 100, "p.png"),
    "no puzzle": (b"hello world, this is a letter", "p.txt"),
    "no text": (b"\xff\xfe\xfd", "p.clues"),
    "broken image": (b"\x89PNG\r\n\x1a\nrubbish", "p.png"),
    "broken gzip": (b"\x1f\x8brubbish", "p.clues.gz"),
    "gzip bomb": (gzip.compress(b" " * (1 << 26) + b"x", 1), "p.clues.gz"),
    "other suffix": (b"\x89PNG\r\n\x1a\nrubbish", "p.clues"),
    "a web page": (b"<html><body>hello</body></html>", "p.html"),
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_refused(name: str) -> None:
    with pytest.raises(NonosatError):
        opened_file(FileRequest(*GARBAGE[name]))


@pytest.mark.slow
def test_damaged_files() -> None:
    """Each is refused in one line, or is a sketch that the page can take."""
    pytest.importorskip("PIL.Image")
    rng = random.Random(1)
    folder = Path(__file__).parents[3] / "docs" / "examples"
    names = ["landscape.png", "teapot.jpg", "cup.clues", "cup.txt", "cup-mended.svg", "folder.mk"]
    for _ in range(300):
        name = rng.choice(names)
        data = bytearray((folder / name).read_bytes())
        for _ in range(rng.choice([1, 3, 20])):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(4)] = rng.choice([b"", b"9999", b"\0", b"<svg>", b"\n\n", rng.randbytes(2)])
        request, refusal, found = FileRequest(bytes(data), rng.choice([name, "x", "x.txt", "x.png"])), "", None
        try:
            found = opened_file(request)
        except NonosatError as error:
            refusal = str(error)
        assert "\n" not in refusal
        assert found is None or Sketch.of_record(found.sketch.record()) == found.sketch


def test_an_image_with_too_many_pixels() -> None:
    """Its head says so; nothing is unpacked."""
    pytest.importorskip("PIL.Image")
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = (50_000).to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
    with pytest.raises(InputError):
        opened_file(FileRequest(data, "bomb.png"))
