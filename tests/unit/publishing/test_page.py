"""Pages as text: what is in them, what is not, and what no text of a puzzle can do to them. No browser is needed."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import time
import tomllib
from html.parser import HTMLParser
from typing import Any

import pytest
import snapshot
from conftest import HEX, NONE, RECT, RECT_PICTURE, TWO, misused, refused, write
from docs_pages import ROOT
from explaining_puzzles import HARD, HEART

from nonosat.core.deadline import Deadline
from nonosat.core.errors import SolverError, UsageError
from nonosat.core.question import Run
from nonosat.drawing.layouts import layout_of
from nonosat.explaining.explain import Walkthrough
from nonosat.explaining.step import Narrowing, Rung, Step
from nonosat.explaining.step_words import StepWords
from nonosat.formats.loading import loads
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid
from nonosat.publishing.page import PagePuzzle, PageStep, page_geometry, page_text, puzzle_record
from nonosat.publishing.page_assets import asset, bundled_script
from nonosat.publishing.page_hints import PageHints, page_hints
from nonosat.publishing.words import LANGUAGES, Words

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]>--></title></style>",
    "\"'`&lt;&#60;",
    "%%data%%",
    "\u202e\u05d0\u05d1 \u0627\u0644",
    "\U0001f600\u200d\U0001f525",
    "\ud800",
    "\u2028\u2029\0\x1b",
    "${alert(1)}\\u003c\\",
)


class Elements(HTMLParser):
    """The elements of a page: for each its name, its attributes, and the text in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))
        self.inside = True

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found[-1][2].append(data)

    def of(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(attributes, "".join(text)) for name, attributes, text in self.found if name == tag]


def page_of(*texts: str, **options: Any) -> str:
    return page_text([PagePuzzle(puzzle=loads(text), name=f"p{i}") for i, text in enumerate(texts)], **options)


def data_of(page: str) -> Any:
    ((_, text),) = [each for each in Elements(page).of("script") if each[0].get("id") == "data"]
    return json.loads(text)


# One file


def test_it_refers_to_nothing() -> None:
    page = page_of(RECT, HEX)
    for _, attributes, _ in Elements(page).found:
        assert not {"src", "href", "action", "style"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
    for text in (bundled_script(), asset("style.css")):
        # The name of the namespace of SVG is no address that is fetched.
        assert re.findall(r"https?://[^\"']*", text) in ([], ["http://www.w3.org/2000/svg"])
        assert not re.search(
            r"@import|url\(|fetch\(|XMLHttp|innerHTML|outerHTML|insertAdjacentHTML|eval\(|Function\(", text
        )


def test_strokes_have_lengths() -> None:
    """Firefox ignores the width of a stroke that calc() computes without a unit."""
    assert re.findall(r"calc\([\d.]+ ", asset("style.css")) == []


def test_its_files_are_installed() -> None:
    """What is not Python is in a package only if pyproject.toml names it."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]
    folder = ROOT / "src" / "nonosat" / "publishing"
    others = [path for path in folder.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    assert {"player/start.js", "player/style.css"} <= {path.relative_to(folder).as_posix() for path in others}
    for path in others:
        assert any(path.relative_to(folder).match(pattern) for pattern in named["nonosat.publishing"])


def test_it_is_small_without_puzzles() -> None:
    page = page_of(TWO)
    ((_, data),) = [each for each in Elements(page).of("script") if each[0].get("id") == "data"]
    assert len((page.replace(data, "")).encode()) <= 80_000


def test_the_policy_names_script_and_style_by_their_hashes() -> None:
    elements = Elements(page_of(RECT))
    (policy,) = [a["content"] for a, _ in elements.of("meta") if a.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    (style,) = elements.of("style")
    ((_, script),) = [each for each in elements.of("script") if not each[0]]
    for directive, text in (("style-src", style[1]), ("script-src", script)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{directive} 'sha256-{digest}'" in policy


def test_an_image_is_data_of_its_page_alone() -> None:
    with_image = PagePuzzle(puzzle=loads(RECT), name="p", image=b"\xff\xd8\xff")
    assert puzzle_record(with_image)["image"] == "data:image/jpeg;base64,/9j/"
    assert "; img-src data:; " in page_text([with_image])
    assert "img-src" not in page_text([PagePuzzle(puzzle=loads(RECT), name="p")])


def test_it_is_the_same_each_time(run, rect, hexagon) -> None:
    first = run("page", rect, hexagon)
    assert first.code == 0
    assert first.err == ""
    assert first.out_bytes == run("page", rect, hexagon).out_bytes
    assert first.out_bytes.isascii()


# What strangers wrote


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_metadata_stay_data(text: str) -> None:
    puzzle = loads(TWO)
    metadata = Metadata(title=text, author=text, copyright=text, license=text, description=text)
    hostile = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, metadata=metadata)
    page = page_text([PagePuzzle(puzzle=hostile, name=text), PagePuzzle(puzzle=puzzle, name=text)], title=text)
    plain = page_text([PagePuzzle(puzzle=puzzle, name="a"), PagePuzzle(puzzle=puzzle, name="b")], title="c")
    assert [tag for tag, _, _ in Elements(page).found] == [tag for tag, _, _ in Elements(plain).found]
    data = data_of(page)
    assert data["title"] == text
    shown = [(key, value) for key, value in zip(Metadata._fields, hostile.metadata, strict=True) if value]
    assert [(key, data["puzzles"][0][key]) for key, _ in shown] == shown
    assert data["puzzles"][1]["title"] == text
    # Between the tags of its element the data have no character with which markup begins.
    raw = page[page.index('id="data">') + len('id="data">') :]
    assert "<" not in raw[: raw.index("</script>")]
    assert raw.count("</script>") == 2


# What is in a record


def test_no_solution_is_in_the_page() -> None:
    """Of a puzzle whose file has the picture, the page holds the clues and nothing of the picture."""
    puzzle = loads(RECT)
    plain = puzzle_record(PagePuzzle(puzzle=puzzle, name="p"))
    assert not {"solution", "steps"} & set(plain)
    text = json.dumps(plain)
    for row in RECT_PICTURE.split("\n"):
        numbers = ["-ab".index(letter) for letter in row]
        assert json.dumps(numbers, separators=(",", ":"))[1:-1] not in text.replace(" ", "")


def test_a_goal_is_left_out(run, tmp_path) -> None:
    content = {"rows": [[1], [2]], "columns": [[2], [1]], "goal": ["10", "11"]}
    with_goal = write(tmp_path / "a.json", json.dumps(content))
    (tmp_path / "b").mkdir()
    without = write(tmp_path / "b" / "a.json", json.dumps({**content, "goal": None}))
    assert run("page", with_goal).out == run("page", without).out
    assert data_of(run("page", with_goal, "--solution").out)["puzzles"][0]["solution"] == [1, 0, 1, 1]


def test_a_wrong_solution_is_refused() -> None:
    puzzle = loads(TWO)
    with pytest.raises(SolverError, match="verif"):
        puzzle_record(PagePuzzle(puzzle=puzzle, name="p", solution=Picture(puzzle.grid, (1, 1, 0, 0))))


def test_the_record_of_a_puzzle() -> None:
    puzzle = loads(HEX)
    record = puzzle_record(PagePuzzle(puzzle=puzzle, name="honey"))
    assert record["title"] == "honey"
    assert record["families"] == [["row", 5], ["up-left line", 5], ["down-left line", 5]]
    assert record["lines"] == [list(puzzle.grid.line(i)) for i in range(15)]
    assert record["clues"] == [[part for block in clue for part in block] for clue in puzzle.clues]
    assert words_of(puzzle) == ["empty", "dark grey", "olive", "blue"]


def words_of(puzzle: Puzzle) -> list[str]:
    """What a page calls the cells of each colour."""
    return [color[2] for color in puzzle_record(PagePuzzle(puzzle=puzzle, name="p"))["colors"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize("grid", [RectGrid(1, 1), RectGrid(3, 70), HexGrid(2), HexGrid(9)], ids=str)
def test_lines_of_any_grid(grid: Any) -> None:
    puzzle = puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000")))
    record = puzzle_record(PagePuzzle(puzzle=puzzle, name="p"))
    assert record["lines"] == [list(grid.line(line)) for line in range(grid.n_lines)]


def test_lines_may_share_two_cells() -> None:
    """Nothing is expected of a grid but one line of each family through each cell, in any order."""
    lines = ((0, 1, 2), (3, 4, 5), (1, 0, 3, 4), (2, 5))

    class Bricks(RectGrid):
        families = (range(2), range(2, 4))
        n_lines = 4

        def line(self, index: int) -> tuple[int, ...]:
            return lines[index]

    puzzle = Puzzle(Bricks(2, 3), Palette(("#ffffff", "#000000")), ((), (), (), ()))
    record = puzzle_record(PagePuzzle(puzzle=puzzle, name="p"))
    assert record["lines"] == list(map(list, lines))


def test_equal_words_of_colours_get_letters() -> None:
    picture = Picture(RectGrid(1, 3), (1, 2, 3))
    puzzle = puzzle_of(picture, Palette(("#ffffff", "#ff0000", "#ee0000", "#0000ff")))
    assert words_of(puzzle) == ["empty", "light red", "dark red", "blue"]
    three = puzzle_of(picture, Palette(("#ffffff", "#ff0000", "#ee0000", "#dd0000")))
    assert words_of(three) == ["empty", "red (a)", "red (b)", "red (c)"]


@pytest.mark.parametrize("text", [RECT, HEX, TWO], ids=["colours", "hex", "one colour"])
def test_hints_use_the_words_of_the_page(text: str) -> None:
    puzzle = loads(text)
    assert words_of(puzzle) == list(StepWords(puzzle).colors)


def test_steps_are_in_the_page_only_if_they_are_given() -> None:
    step = PageStep("Row 1 is full.", (0,), ((0, 1), (1, 0)))
    record = puzzle_record(PagePuzzle(puzzle=loads(TWO), name="p", steps=(step,)))
    assert record["steps"] == [["Row 1 is full.", [0], [0, 1, 1, 0]]]


@pytest.mark.parametrize("grid", [RectGrid(3, 4), HexGrid(3), TriGrid((2, 1, 3, 1, 2, 2))], ids=["rect", "hex", "tri"])
def test_geometry_has_a_place_for_each_cell_and_clue(grid: Any) -> None:
    puzzle = puzzle_of(Picture(grid, (1,) * grid.n_cells), Palette(("#ffffff", "#000000")))
    geometry: Any = page_geometry(puzzle)
    layout, shapes = layout_of(grid), geometry["shapes"]
    assert len(shapes) == (2 if grid.kind == "tri" else 1)
    places = zip(geometry["shape"], geometry["x"], geometry["y"], strict=True)
    for cell, (number, x, y) in enumerate(places):
        shape = shapes[number]
        points = [(x + shape[at], y + shape[at + 1]) for at in range(0, len(shape), 2)]
        expected = [layout.center(cell), *layout.polygon(cell)]
        assert points == [pytest.approx(point, abs=1e-3) for point in expected]
    left, top, width, height = geometry["view"]
    assert len(geometry["entries"]) == grid.n_lines
    for line, (x, y, dx, dy) in enumerate(geometry["entries"]):
        assert ((x, y), (dx, dy)) == layout.entry(line)
        assert left < x * layout.scale < left + width
        assert top < y * layout.scale < top + height
        assert (dx, dy) != (0, 0)


# The command


def test_a_page_is_written_whole_or_not_at_all(run, rect, tmp_path) -> None:
    (tmp_path / "page.html").mkdir()
    done = run("page", rect, "-o", tmp_path / "page.html")
    refused(done, tmp_path / "page.html", "written")
    assert sorted(os.listdir(tmp_path)) == ["page.html", "rect.clues"]


def test_several_files_and_a_broken_one(run, rect, two, tmp_path) -> None:
    broken = write(tmp_path / "broken.clues", "rect 1 1\n#ffffff #000000\nx\n1a\n")
    done = run("page", rect, broken, two, "-o", tmp_path / "page.html", "--title", "Mine")
    assert done.code == 3
    assert done.err.startswith(f"{broken}:3:1: ")
    data = data_of((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert [puzzle["title"] for puzzle in data["puzzles"]] == ["rect", "two"]
    assert data["title"] == "Mine"


def test_only_broken_files(run, tmp_path) -> None:
    broken = write(tmp_path / "broken.clues", "rect 1 1\n#ffffff #000000\nx\n1a\n")
    for paths in ([broken], [broken, broken]):
        done = run("page", *paths, "-o", tmp_path / "page.html")
        assert (done.code, done.err.count("\n")) == (3, len(paths))
        assert not (tmp_path / "page.html").exists()


def test_standard_input_and_output(run) -> None:
    done = run("page", "-", "-o", "-", stdin=RECT)
    assert done.code == 0
    assert data_of(done.out)["title"] == "stdin"
    assert run("page", "-", "-", stdin=RECT).code == 2
    assert run("page").code == 2


def test_a_solution_is_asked_for(run, rect, none, tmp_path) -> None:
    data = data_of(run("page", rect, "--solution").out)
    letters = "".join("-ab"[color] for color in data["puzzles"][0]["solution"])
    assert letters == RECT_PICTURE.replace("\n", "")
    done = run("page", none, "--solution", "-o", tmp_path / "page.html")
    assert done.code == 1
    assert done.err.startswith("none: no solution")
    assert not (tmp_path / "page.html").exists()
    # Of several puzzles the others are written.
    done = run("page", rect, none, rect, "--solution", "-o", tmp_path / "page.html")
    assert (done.code, done.err.count("none: no solution")) == (1, 1)
    data = data_of((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert [puzzle["title"] for puzzle in data["puzzles"]] == ["rect", "rect"]
    # Without that option a puzzle need not be solvable.
    assert run("page", none).code == 0
    assert loads(NONE).grid == RectGrid(3, 3)


# Hints


def test_without_hints_a_page_has_no_steps(run, tmp_path) -> None:
    """Hints add the steps to the data of a puzzle, and nothing else differs."""
    heart = write(tmp_path / "heart.clues", HEART)
    data = data_of(run("page", heart).out)["puzzles"][0]
    with_hints = data_of(run("page", heart, "--hints").out)["puzzles"][0]
    assert with_hints.pop("steps")
    assert data == with_hints
    assert not {"steps", "solution"} & set(data)


def test_hints_are_the_steps_of_explain(run, rect, two, tmp_path) -> None:
    """A puzzle with several solutions has the steps as far as they lead, and that is said."""
    supposed = write(tmp_path / "supposed.clues", HARD)
    for path in (rect, two, supposed):
        assert run("explain", path, "-q", "-o", f"{path}.json").code == (path == two)
    given = run("page", rect, two, supposed, *(f"--steps={path}.json" for path in (rect, two, supposed)))
    done = run("page", rect, two, supposed, "--hints", "-j", 2)
    assert (done.code, done.out) == (0, given.out)
    assert (done.err.startswith("two: several solutions; 4 cells"), done.err.count("\n")) == (True, 1)


def test_a_puzzle_without_solution_has_no_hints_and_is_left_out(run, rect, none, tmp_path) -> None:
    done = run("page", none, rect, "--hints", "-o", tmp_path / "page.html")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert done.err.startswith("none: no solution")
    data = data_of((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert [puzzle["title"] for puzzle in data["puzzles"]] == ["rect"]
    assert run("page", none, "--hints", "-o", tmp_path / "other.html").code == 1
    assert not (tmp_path / "other.html").exists()


def gives_up(puzzle: Puzzle, seconds: float) -> PageHints:
    return page_hints(puzzle, Run(Deadline.after(0)) if puzzle == loads(HARD) else seconds)


def hangs(puzzle: Puzzle, seconds: float) -> PageHints:
    while True:
        time.sleep(1)


def dies(puzzle: Puzzle, seconds: float) -> PageHints:
    os._exit(7)


@pytest.mark.parametrize(
    ("work", "options", "code"),
    [(gives_up, (), 5), pytest.param(hangs, ("--timeout", "100ms"), 5, marks=pytest.mark.slow), (dies, (), 4)],
)
def test_what_is_not_explained_has_no_hints(run, tmp_path, monkeypatch, work, options, code) -> None:
    """Steps that are given are not computed again."""
    heart, supposed = write(tmp_path / "heart.clues", HEART), write(tmp_path / "supposed.clues", HARD)
    assert run("explain", heart, "-q", "-o", tmp_path / "heart.json").code == 0
    monkeypatch.setattr("nonosat.cli.page_explanations.page_hints", work)
    done = run("page", heart, supposed, "--hints", "--steps", tmp_path / "heart.json", *options)
    assert (done.code, done.err.count("\n")) == (code, 1)
    assert done.err.startswith("supposed: no hints")
    assert ["steps" in puzzle for puzzle in data_of(done.out)["puzzles"]] == [True, False]


def test_options_of_hints(run, rect) -> None:
    misused(run("page", rect, "--jobs", 2), "--hints")
    misused(run("page", rect, "--hints", "--jobs", 0), "--jobs")
    misused(run("page", rect, "--hints", "--timeout", 0), "--timeout")


def step_record(**changes: Any) -> dict[str, Any]:
    """What `nonosat explain` writes about TWO, if it had one step."""
    conclusions = (Narrowing(0, (0, 1), (1,)), Narrowing(2, (0, 1), (0,)))
    step = Step(rung=Rung.CROSSING_LINES, lines=(0, 3), conclusions=conclusions)
    walkthrough = Walkthrough(
        puzzle=loads(TWO), start=((0, 1),) * 4, steps=(step,), picture=None, n_open=2, has_several=True
    )
    record: Any = walkthrough.record()
    record["steps"][0] |= {"text": ["Suppose so.", "  1. No."], **changes}
    return record


def decided(row: object, position: object, *after: object) -> list[object]:
    """The conclusion that a cell has one of these colours."""
    return [{"cell": [row, position], "before": ["-", "a"], "after": list(after)}]


def test_steps_from_a_file(run, rect, two, tmp_path) -> None:
    path = write(tmp_path / "steps.json", json.dumps(step_record()))
    data = data_of(run("page", rect, two, "--steps", path).out)
    assert "steps" not in data["puzzles"][0]
    assert data["puzzles"][1]["steps"] == [["Suppose so.\n  1. No.", [0, 3], [0, 1, 2, 0]]]


#: What a file of steps has wrong: its content, the place behind its name, and the noun that the error is about.
BROKEN_STEPS: dict[str, tuple[object, str, str]] = {
    "no JSON": ("{", ":1:2", "JSON"),
    "nesting": ("[" * 100_000, "", "brackets"),
    "no explanation": ("[]", "", '"puzzle"'),
    "broken puzzle": ({"puzzle": "rect 1"}, ": puzzle: 1:7", "rect"),
    "no steps": ({"puzzle": TWO}, "", '"steps"'),
    "no step": ({"puzzle": TWO, "steps": [3]}, ": steps[0]", "step"),
    "empty step": ({"puzzle": TWO, "steps": [{}]}, ": steps[0]", "step"),
    "line": (step_record(lines=["r3"]), ": steps[0]", "'r3'"),
    "text": (step_record(text=[4]), ": steps[0]", "step"),
    "rung": (step_record(rung="ladder"), ": steps[0]", "step"),
    "deductions": (step_record(deductions=[{}]), ": steps[0]", "step"),
    "supposed cell": (step_record(supposed={"cell": [2, 9], "color": "a"}), ": steps[0]", "[2, 9]"),
    "parts": ({**step_record(), "open": None}, "", '"open"'),
    "picture": ({**step_record(), "picture": ["aa", "-b"]}, "", "'b'"),
    "row of a cell": (step_record(conclusions=decided(3, 1, "a")), ": steps[0]", "[3, 1]"),
    "place of a cell": (step_record(conclusions=decided(1, 0, "a")), ": steps[0]", "[1, 0]"),
    "colour of a cell": (step_record(conclusions=decided(1, 1, "b")), ": steps[0]", "'b'"),
}


def test_broken_steps(run, two, tmp_path) -> None:
    told = []
    for name, (content, place, noun) in BROKEN_STEPS.items():
        path = write(tmp_path / "steps.json", content if isinstance(content, str) else json.dumps(content))
        done = run("page", two, "--steps", path, "-o", tmp_path / "page.html")
        refused(done, f"{path}{place}", noun)
        told.append(f"{name}: {done.err.removeprefix(str(path)).lstrip(': ')}")
        assert not (tmp_path / "page.html").exists()
    snapshot.compare("cli/page", "broken steps", "".join(told))


def test_steps_of_another_puzzle(run, rect, tmp_path) -> None:
    path = write(tmp_path / "steps.json", json.dumps(step_record()))
    done = run("page", rect, "--steps", path, "-o", tmp_path / "page.html")
    refused(done, path, "not on the page")


def test_puzzles_on_a_sheet(run, rect) -> None:
    assert data_of(run("page", rect, "--per-sheet", "4").out)["perSheet"] == 4
    misused(run("page", rect, "--per-sheet", "3"), "--per-sheet")
    with pytest.raises(UsageError, match="3 puzzles"):
        page_of(TWO, per_sheet=3)


# Languages


def test_titles_are_hidden(run, rect, hexagon) -> None:
    """Not from the data, of which the script needs them, but from what is there before it runs."""
    for puzzles in ([rect], [rect, hexagon]):
        page = run("page", *puzzles, "--no-title").out
        assert not data_of(page)["showTitles"]
        assert data_of(page)["title"] == ""
        assert "rect" not in page.partition("<body>")[0].partition("<title>")[2].partition("</title>")[0]
    assert data_of(run("page", rect, "--no-title", "--title", "Mine").out)["title"] == "Mine"
    assert data_of(run("page", rect).out)["showTitles"]


def words_in(page: str) -> Any:
    ((_, text),) = [each for each in Elements(page).of("script") if each[0].get("id") == "words"]
    return json.loads(text)


def test_a_page_has_all_languages_or_the_one_that_is_asked_for(run, rect, hexagon) -> None:
    both = run("page", rect).out
    assert list(words_in(both)) == list(LANGUAGES)
    german = run("page", rect, hexagon, "--language", "de").out
    assert list(words_in(german)) == ["de"]
    for page, language in ((both, "en"), (german, "de")):
        ((attributes, _),) = Elements(page).of("html")
        assert attributes["lang"] == language
    ((_, title),) = Elements(german).of("title")
    assert title == Words("de")("book.title")
    misused(run("page", rect, "--language", "xx"), "--language")
    with pytest.raises(UsageError, match="'xx'"):
        page_of(RECT, language="xx")


@pytest.mark.parametrize("text", [RECT, HEX, TWO], ids=["colours", "hex", "one colour"])
def test_all_names_of_a_puzzle_have_words(text: str) -> None:
    record = puzzle_record(PagePuzzle(puzzle=loads(text), name="p"))
    names = words_in(page_of(text))["de"]["names"]
    assert {name for name, _ in record["families"]} | {color[2] for color in record["colors"]} <= set(names)
    assert set(re.findall("[a-z][a-z ]*", record["size"])) <= set(names)


def test_the_script_uses_all_words_and_no_others() -> None:
    script = bundled_script()
    keys = set(words_in(page_of(TWO))["en"]) - {"names"}
    asked = set(re.findall(r'\b(?:word|button|choices|say)\(\s*"([\w.]+)"', script))
    counts = set(re.findall(r'\bcounted\("([\w.]+)"', script))
    assert asked - {"wrong", "replay", "hint", "error"} <= keys
    assert {f"{key}.{number}" for key in counts for number in ("one", "many")} <= keys
    for key in keys - {"script"}:  # that one is for browsers without scripts
        stem = re.sub(r"^(keys|does)\.|\.(one|many)$", "", key)
        assert f'"{stem}"' in script, key


def test_sizes(run, tmp_path) -> None:
    with pytest.raises(UsageError, match="puzzle"):
        page_text([])
    grid = RectGrid(201, 200)
    puzzle = puzzle_of(Picture(grid, (0,) * grid.n_cells), Palette(("#ffffff", "#000000")))
    with pytest.raises(UsageError, match="40,200 cells"):
        puzzle_record(PagePuzzle(puzzle=puzzle, name="p"))
