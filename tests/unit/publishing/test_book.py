"""Books: what is on their pages, in which order, and that nothing is cut off. Pages are seen as SVG and as PDF."""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise

import pytest
import snapshot
from conftest import HEX, NONE, RECT, TWO, misused, tree, write
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from pypdf import PdfReader

import nonosat
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, MissingDependency, NoSolution, UsageError
from nonosat.drawing.paper import PAPERS, Area, pixel_size
from nonosat.drawing.pdf_file import BOLD, REGULAR, PdfPage, own_font
from nonosat.drawing.svg_document import FONTS
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rate import Rating
from nonosat.formats.file_format import Sheet
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.publishing import book as book_document
from nonosat.publishing.book import PuzzlePages, make_book, solution_pages
from nonosat.publishing.book_front import level_rules, solving_rules, title_page
from nonosat.publishing.book_page import fits, how_many_fit, largest_scales, places
from nonosat.publishing.book_puzzle import BookPuzzle, book_puzzle, from_easy_to_hard
from nonosat.publishing.words import LANGUAGES

MM = 72 / 25.4
NONE_KNOWN = Metadata()
HOSTILE = Metadata(
    title="</svg>\"'& \u202e\u05d0\u05d1 \u0627\u0644 \U0001f600\u200d\U0001f525 \ud800\0\x1b"
    + " A very long title" * 40,
    author="Someone" * 60,
    copyright="\u00a9 2024 " + "somebody else " * 30,
    license="CC BY-SA 4.0 " * 30,
)


@cache
def picture(height: int, width: int, n_colors: int = 1, seed: int = 1) -> tuple[Puzzle, Picture]:
    """A puzzle of a random picture, and that picture."""
    numbers = random.Random(seed)
    cells = [numbers.randrange(n_colors + 1) for _ in range(height * width)]
    found = Picture(RectGrid(height, width), tuple(cells))
    colors = ("#ffffff", "#d02020", "#20a020", "#2020d0", "#a0a000", "#ff80c0", "#303030", "#e0e0e0", "#8000ff")
    return puzzle_of(found, Palette(colors[: n_colors + 1])), found


def entry(
    height: int = 5,
    width: int = 5,
    *,
    name: str = "p",
    n_colors: int = 1,
    metadata: Metadata = NONE_KNOWN,
    **rating: int,
) -> BookPuzzle:
    """A puzzle for a book with a rating that is not computed."""
    puzzle, found = picture(height, width, n_colors)
    puzzle = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, (), metadata)
    known = {"n_open": 0, "difficulty": Difficulty.TRIVIAL, "at_least": Difficulty.TRIVIAL, "n_solutions": 1} | rating
    return BookPuzzle(puzzle=puzzle, name=name, solution=found, rating=Rating(puzzle=puzzle, **known))


def of_text(text: str, name: str = "p") -> BookPuzzle:
    return book_puzzle(nonosat.loads(text) if isinstance(text, Sheet) else Sheet(nonosat.loads(text), name=name))


def pages_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def texts(page: PdfPage) -> list[str]:
    """What is written on a page."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", page.svg)


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """The pages and properties of each book, which is not made as PDF: that takes most of the time."""
    books: list[dict] = []

    def note(pages: Sequence[PdfPage], **words: str) -> bytes:
        books.append({"pages": pages, **words})
        return "\n".join(text for page in pages for text in texts(page)).encode()

    monkeypatch.setattr(book_document, "pdf_document", note)
    return books


def rated(difficulty: Difficulty | None, at_least: Difficulty | None, **others: int) -> BookPuzzle:
    return entry(difficulty=difficulty, at_least=at_least, **others)


# Order


def test_levels_come_in_their_order_and_puzzles_without_one_last() -> None:
    deep, moderate, lines, trivial = reversed(Difficulty)
    wanted = [
        rated(trivial, trivial, lines_visited=10),
        rated(trivial, trivial, lines_visited=90),
        rated(lines, lines, lines_visited=20),
        rated(trivial, trivial, height=20, width=20, lines_visited=20),  # the same level by its size
        rated(moderate, moderate, depth=1, suppositions=1, longest_chain=3, lines_visited=15),
        rated(moderate, moderate, depth=1, suppositions=9, longest_chain=3, lines_visited=5),
        rated(trivial, trivial, height=40, width=40, lines_visited=200),
        rated(trivial, trivial, height=60, width=60, lines_visited=500),
        rated(deep, deep, depth=2, n_open=169, height=13, width=13, lines_visited=26),
        rated(None, lines, n_solutions=None),
        rated(None, deep, n_solutions=1),
        rated(None, None, n_solutions=2),
    ]
    for seed in range(20):
        mixed = random.Random(seed).sample(wanted, len(wanted))
        assert from_easy_to_hard(mixed) == wanted
    words = ["easy", "easy", "medium", "medium", "hard", "hard", "hard", "very hard", "very hard"]
    assert [each.name for each in from_easy_to_hard([entry(name=name) for name in "caeb"])] == list("caeb")
    unknown = ["at least medium", "at least very hard", "several solutions"]
    assert [each.level_words for each in wanted] == [*words, *unknown]
    assert [each.section for each in wanted] == [*words, "not rated", "not rated", "several solutions"]


@pytest.mark.parametrize(
    ("size", "level"),
    [((10, 10), 0), ((1, 101), 1), ((20, 20), 1), ((1, 401), 2), ((40, 40), 2), ((1, 1601), 3)],
)
def test_sizes_of_levels(size, level) -> None:
    assert entry(*size).level == level


def test_less_work_is_less_effort() -> None:
    """Neither more cells, more looks, nor more suppositions make a puzzle come earlier in its level."""
    moderate = {"depth": 1, "suppositions": 2, "longest_chain": 2, "lines_visited": 10}
    effort = entry(**moderate).effort
    for more in ({"lines_visited": 11}, {"suppositions": 3}, {"longest_chain": 3}, {"height": 6}, {"width": 6}):
        assert entry(**moderate | more).effort > effort
    assert entry(**moderate | {"depth": 2, "n_open": 10}).effort > effort


@pytest.mark.costly
def test_a_book_has_every_puzzle_once_in_its_order_with_its_class(run, tmp_path) -> None:
    paths = [
        write(tmp_path / "two.clues", TWO),
        write(tmp_path / "h.clues", HEX + "title Six </svg>sides\nauthor Ann\nlicense CC0\n"),
        write(tmp_path / "r.clues", RECT + "title Boat\nauthor Bob\ncopyright (c) Bob\nlicense MIT\n"),
    ]
    result = run("book", *paths, "-o", tmp_path / "b.pdf", "--title", "My <b>book")
    assert (result.code, result.out) == (0, "")
    assert result.err.startswith("two: ")
    pdf = (tmp_path / "b.pdf").read_bytes()
    title, puzzles, solutions = pages_of(pdf)
    assert title.startswith("My <b>book\n3 ")
    assert all(word in title for word in ("Bob", "Ann", "MIT", "CC0"))
    headings = [line for line in puzzles.splitlines() if re.match(r"\d+\. ", line)]
    assert headings == ["1. Boat", "2. Six </svg>sides", "3. two"]
    assert [line for line in solutions.splitlines() if re.match(r"\d+\. ", line)] == headings
    assert all(
        word in puzzles for word in ("easy, 4 rows, 5 columns", "several solutions, 2 rows", "Bob", "Ann", "MIT")
    )
    # Clues and legend.
    assert {"2a", "1b", "3b"} <= set(puzzles.split())
    assert "a dark grey" in puzzles
    # Each coloured cell of a solution of several colours has its letter: 5 and 7, and those of the hexagon.
    assert solutions.split().count("c") == 1
    reader = PdfReader(io.BytesIO(pdf))
    assert (reader.metadata.title, reader.metadata.author) == ("My <b>book", "Bob, Ann")
    assert all(word not in pdf for word in (b"/JavaScript", b"/Launch", b"/URI"))
    for page in reader.pages:
        size = tuple(float(length) / MM for length in page.mediabox[2:])
        assert size == pytest.approx(PAPERS["a4"], abs=0.1)
        assert page["/Resources"]["/Font"]
        for font in page["/Resources"]["/Font"].values():
            assert "/FontFile2" in font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert not page.images


@pytest.mark.slow
def test_page_numbers_contents_and_bookmarks() -> None:
    entries = [entry(12, 12, name=f"name-{i}", lines_visited=i) for i in range(9)]
    entries.append(entry(9, 9, name="last", difficulty=None, at_least=None, n_solutions=2))
    book = make_book(entries, per_page=2)
    reader = PdfReader(io.BytesIO(book.pdf))
    pages = [page.extract_text() for page in reader.pages]
    assert book.n_pages == len(pages) == 1 + 1 + 5 + 1
    assert [page.splitlines()[-1] for page in pages[1:]] == [str(i) for i in range(2, 9)]
    contents = pages[1].splitlines()
    assert contents[:2] == ["Contents", "Medium"]
    for i in range(9):
        assert f"{i + 1}. name-{i} {3 + i // 2}" in contents
        assert f"{i + 1}. name-{i}" in pages[2 + i // 2]
    assert contents[-4:] == ["Several solutions", "10. last 7", "Solutions 8", "2"]
    # Links of the contents lead where the numbers say.
    links = [each.get_object() for each in reader.pages[1]["/Annots"]]
    targets = [reader.get_page_number(link["/Dest"][0].get_object()) + 1 for link in links]
    assert targets == [*(3 + i // 2 for i in range(9)), 7, 8]
    for link in links:
        left, bottom, right, top = map(float, link["/Rect"])
        assert 0 < left < right < float(reader.pages[1].mediabox.width)
        assert 0 < bottom < top < float(reader.pages[1].mediabox.height)
    outline = [(each.title, reader.get_destination_page_number(each) + 1) for each in flat(reader.outline)]
    assert outline[:3] == [("Contents", 2), ("Medium", 3), ("1. name-0", 3)]
    assert outline[-3:] == [("Several solutions", 7), ("10. last", 7), ("Solutions", 8)]


def flat(outline: Sequence) -> Iterator:
    for each in outline:
        if isinstance(each, list):
            yield from flat(each)
        else:
            yield each


def test_contents_from_seven_puzzles_on(printed) -> None:
    for number in (6, 7):
        make_book([entry(1, 1)] * number)
    few, many = ([text for page in book["pages"] for text in texts(page)] for book in printed)
    assert "Contents" not in few
    assert "Contents" in many


@pytest.mark.slow
def test_contents_of_several_pages() -> None:
    number = 80
    entries = [entry(1, 1, name=f"n{i}", lines_visited=i) for i in range(number)]
    pages = pages_of(make_book(entries, paper="a5", per_page=12).pdf)
    text = "\n".join(pages[1:])
    for i in range(number):
        assert len(re.findall(rf"\b{i + 1}\. n{i}\b", text)) == 3  # contents, puzzle, solution
    first = next(i for i, page in enumerate(pages) if "easy," in page)
    assert f"\n1. n0 {first + 1}\n" in pages[1]


# Pages


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_every_page_has_the_size_of_the_paper(paper: str) -> None:
    book = make_book([entry(5, 5), entry(40, 10), entry(10, 40)], paper=paper)
    for page in PdfReader(io.BytesIO(book.pdf)).pages:
        size = tuple(float(length) / MM for length in page.mediabox[2:])
        assert size == pytest.approx(PAPERS[paper], abs=0.1) or size == pytest.approx(PAPERS[paper].turned(), abs=0.1)


def test_a_wide_puzzle_turns_its_page() -> None:
    def sizes(height: int, width: int) -> list[Area]:
        return [page.size for page in PuzzlePages([entry(height, width)], PAPERS["a4"], None).pages]

    assert sizes(10, 50) == [PAPERS["a4"].turned()]
    assert sizes(40, 10) == [PAPERS["a4"]]
    assert sizes(5, 10) == [PAPERS["a4"]]


def test_how_many_puzzles_share_a_page() -> None:
    def numbers(entries: list[BookPuzzle], per_page: int | None = None) -> list[int]:
        return [len(page.entries) for page in PuzzlePages(entries, PAPERS["a4"], per_page).pages]

    assert numbers([entry(5, 5)] * 8) == [6, 2]
    assert numbers([entry(5, 5)] * 5, 2) == [2, 2, 1]
    assert numbers([entry(20, 20)] * 4, 4) == [4]
    assert numbers([entry(5, 5)] * 3, 1) == [1, 1, 1]
    both = PuzzlePages([entry(5, 5), entry(40, 30), entry(5, 5)], PAPERS["a4"], None)
    assert [page.entries for page in both.pages] == [[0], [1], [2]]
    assert all(4.5 <= size <= 8.001 for size in PuzzlePages([entry(15, 15)] * 5, PAPERS["a4"], None).cell_sizes)


#: What is hard to place: long clues, many colours, hexagons, everything that a stranger may write.
HARD = {
    "hostile": lambda: [entry(5, 5, metadata=HOSTILE), entry(3, 3, name="\ud800" * 3 + "x" * 300)],
    "large": lambda: [entry(60, 60, n_colors=2), entry(1, 100), entry(100, 1)],
    "hexagons": lambda: [of_text(HEX), of_text(HEX), entry(1, 1)],
    "unknown and given": lambda: [of_text("rect 2 3\n#ffffff #e02020 #2020e0\n2?\n1b\n2?\n1?\n\ngiven 2 1 b\n")],
}


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("name", HARD)
def test_nothing_is_outside_of_the_page(name: str, paper: str, printed) -> None:
    """All pages are drawn on larger sheets: what is added around them stays white, and so do 5 mm inside."""
    make_book(HARD[name](), title=HOSTILE.title, paper=paper)
    (pages,) = [book["pages"] for book in printed]
    assert len(pages) >= 3
    for page in pages:
        seen, inner = drawn_box(page.svg)
        assert seen is not None
        assert inner[0] <= seen[0] < seen[2] <= inner[2]
        assert inner[1] <= seen[1] < seen[3] <= inner[3]


def drawn_box(svg: str) -> tuple[tuple[int, int, int, int] | None, tuple[int, int, int, int]]:
    """The box of all that is drawn on a larger sheet, and the page without 5 mm on each side, in pixels."""
    resvg_py = pytest.importorskip("resvg_py")
    left, top, width, height = (float(each) for each in re.search('viewBox="([^"]*)"', svg)[1].split())
    around, dots = 40.0, 2.0
    place = f"{left - around} {top - around} {width + 2 * around} {height + 2 * around}"
    svg = re.sub('viewBox="[^"]*"', f'viewBox="{place}"', svg, count=1)
    svg = re.sub(' width="[^"]*"', f' width="{(width + 2 * around) * dots}"', svg, count=1)
    svg = re.sub(' height="[^"]*"', f' height="{(height + 2 * around) * dots}"', svg, count=1)
    svg = svg.replace(FONTS, "DejaVu Sans")
    fonts = [own_font(name).path for name in (REGULAR, BOLD)]
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", font_files=fonts, skip_system_fonts=True))
    image = Image.open(io.BytesIO(png)).convert("RGB")
    box = ImageChops.difference(image, Image.new("RGB", image.size, "white")).getbbox()
    low, right, bottom = (around + 5) * dots, (around + width - 5) * dots, (around + height - 5) * dots
    return box, (round(low), round(low), round(right), round(bottom))


def test_the_box_of_what_is_drawn_is_found() -> None:
    """Otherwise the test above could not fail."""
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="-3 -3 50 50">%s</svg>'
    assert drawn_box(svg % "")[0] is None
    assert drawn_box(svg % '<rect x="7" y="17" width="10" height="1"/>')[0] == (100, 120, 120, 122)
    text = f'<text x="60" y="10" font-family="{FONTS}" font-size="10">text</text>'
    box, inner = drawn_box(svg % text)
    assert box is not None
    assert box[2] > inner[2]


@pytest.mark.slow
def test_headings_and_legends_have_room_on_small_paper() -> None:
    many = [entry(4, 4, n_colors=8, metadata=HOSTILE) for _ in range(12)]
    pages = PuzzlePages(many, PAPERS["a5"], 12).pages
    assert len(pages) == 1
    for page in pages:
        seen, inner = drawn_box(page.finished(2).svg)
        assert seen is not None
        assert seen[3] <= inner[3]


def test_small_puzzles_stand_side_by_side_on_small_paper() -> None:
    """Also with headings and legends that are wider than a third of the page at their usual size."""
    entries = [entry(3, 4, n_colors=2, name="a rather long title " * 2)] * 12
    pages = PuzzlePages(entries, PAPERS["a5"], 12)
    assert [page.entries for page in pages.pages] == [list(range(12))]
    assert min(pages.cell_sizes) > 2


@pytest.mark.slow
def test_no_legend_is_larger_than_its_puzzle(monkeypatch) -> None:
    made = []
    real = book_document.PaperBlock
    monkeypatch.setattr(
        book_document, "PaperBlock", lambda *sheet, **parts: made.append((*sheet, parts)) or real(*sheet, **parts)
    )
    for per_page in (1, 12):
        PuzzlePages([entry(*size, n_colors=5) for size in ((2, 2), (3, 3), (10, 4), (40, 5))], PAPERS["a5"], per_page)
    assert len(made) > 8
    for sheet, parts in made:
        grid, legend = pixel_size(sheet), parts["legend"]
        assert legend.width * legend.height <= grid.width * grid.height * parts["scale"] ** 2 + 1e-6


areas = st.builds(Area, st.floats(1, 120), st.floats(1, 150))


@given(st.lists(areas, min_size=1, max_size=8), st.floats(0, 10))
def test_blocks_do_not_overlap(sizes: list[Area], gap: float) -> None:
    page = Area(180, 260)
    number = how_many_fit(sizes, page, gap)
    assert number == len(sizes) or not fits(sizes[: number + 1], page, gap)
    sizes = sizes[:number]
    boxes = [
        (place.middle - size.width / 2, place.top, place.middle + size.width / 2, place.top + size.height)
        for place, size in zip(places(sizes, page, gap), sizes, strict=True)
    ]
    close = 1e-6
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert left >= -close
        assert top >= -close
        assert right <= page.width + close
        assert bottom <= page.height + close
        for other in boxes[:i]:
            assert left >= other[2] + gap - close or top >= other[3] + gap - close


@given(st.lists(areas, min_size=1, max_size=6), st.sets(st.integers(1, 5)))
def test_rows_are_as_low_as_can_be(sizes: list[Area], ends: set[int]) -> None:
    """If blocks fit in any rows, they fit in those that are chosen."""
    cuts = [0, *sorted(end for end in ends if end < len(sizes)), len(sizes)]
    rows = [sizes[begin:end] for begin, end in pairwise(cuts)]
    width = max(sum(block.width for block in row) + 5 * (len(row) - 1) for row in rows)
    height = sum(max(block.height for block in row) for row in rows) + 5 * (len(rows) - 1)
    assert fits(sizes, Area(width + 1e-6, height + 1e-6), 5)


@given(st.lists(areas, min_size=1, max_size=6))
def test_blocks_grow_until_the_page_is_full(sizes: list[Area]) -> None:
    page = Area(180, 260)
    sizes_at = [lambda scale, size=size: Area(size.width * scale, size.height * scale) for size in sizes]
    scales = largest_scales(sizes_at, 2.0, page, 5)
    placed = [size_at(scale) for size_at, scale in zip(sizes_at, scales, strict=True)]
    assert fits(placed, page, 5)
    assert all(0 < scale <= 2 for scale in scales)
    if len(sizes) == 1:
        assert scales == [2.0] or not fits([sizes_at[0](scales[0] * 1.031)], page, 5)


def test_a_small_puzzle_does_not_shrink_with_a_large_one() -> None:
    small, large = PuzzlePages([entry(3, 3), entry(60, 60)], PAPERS["a4"], 2).cell_sizes
    assert large < 3
    assert small > 5


# What strangers wrote, and the file


@pytest.mark.slow
def test_hostile_metadata_is_shown_as_text() -> None:
    pdf = make_book([entry(5, 5, metadata=HOSTILE)]).pdf
    reader = PdfReader(io.BytesIO(pdf))
    assert all(word not in pdf for word in (b"/JavaScript", b"/Launch", b"/URI"))
    text = "\n".join(page.extract_text() for page in reader.pages)
    assert "</svg>\"'&" in text
    assert "A very long title" in text
    assert reader.metadata.title.startswith("</svg>\"'& ")
    assert "\ud800" not in reader.metadata.title


@pytest.mark.slow
def test_it_is_the_same_each_time() -> None:
    entries = [of_text(HEX), of_text(RECT), entry(7, 7)]
    first = make_book(entries).pdf
    assert make_book(entries).pdf == first
    assert make_book(entries[::-1]).pdf == first  # their ratings differ
    assert b"19700101" in first


def test_authors(printed) -> None:
    make_book([entry(1, 1, metadata=Metadata(author=name)) for name in ("Ann", "Bob", "Ann", "")], title="T")
    assert [(book["author"], book["title"]) for book in printed] == [("Ann, Bob", "T")]
    entries = [entry(2, 2, metadata=Metadata(author=f"A{i}")) for i in range(30)]
    assert "A10 and 19 others" in " ".join(texts(title_page(entries, "T", PAPERS["a4"]).finished(None)))


# Rules


def test_rules_speak_only_of_what_occurs() -> None:
    plain = list(solving_rules([entry()]))
    kinds = {
        "two colours": [entry(n_colors=2)],
        "hexagons": [of_text(HEX)],
        "several solutions": [of_text(TWO)],
        "unknown colours and givens": [of_text("rect 1 2\n#ffffff #e02020 #2020e0\n2?\n1a\n1?\ngiven 1 1 a\n")],
        "hidden numbers": [of_text("rect 1 2\n#ffffff #000000\n_a\n1a\n1a\n")],
    }
    rules = {name: list(solving_rules(puzzles)) for name, puzzles in kinds.items()}
    added = {name: [rule for rule in rules[name] if rule not in plain] for name in kinds}
    told = "".join(f"{name}: {' '.join(rules)}\n" for name, rules in {"each": plain, **added}.items())
    snapshot.compare("publishing/book", "rules, and those that a kind of puzzle adds", told)
    assert all(added.values())
    assert {rule for own in added.values() for rule in own}.issubset(solving_rules([*chain(*kinds.values())]))


def test_only_levels_that_occur_are_explained() -> None:
    words = list(level_rules([entry(), entry(difficulty=Difficulty.DEEP, at_least=Difficulty.DEEP)]))
    assert [word.split(":")[0] for word in words] == ["Easy", "Very hard"]
    words = list(level_rules([entry(difficulty=None, at_least=Difficulty.LINES, n_solutions=None)]))
    assert [word.split(":")[0] for word in words] == ["Medium", "At least"]
    assert list(level_rules([of_text(TWO)])) == []


# Solutions


def test_the_solution_is_what_the_author_has_in_mind() -> None:
    two = nonosat.loads(TWO)
    for rows in ([[1, 0], [0, 1]], [[0, 1], [1, 0]]):
        goal = Picture(two.grid, tuple(rows[0] + rows[1]))
        assert book_puzzle(Sheet(two, goal)).solution == goal
    wrong = Picture(two.grid, (1, 1, 0, 0))
    assert nonosat.check(two, book_puzzle(Sheet(two, wrong)).solution) == []


def test_no_solution_and_no_time() -> None:
    with pytest.raises(NoSolution, match="no solution"):
        book_puzzle(Sheet(nonosat.loads(NONE)))
    with pytest.raises(GaveUp):
        book_puzzle(Sheet(picture(20, 20)[0]), deadline=Deadline.after(0))
    puzzle, goal = picture(20, 20)
    late = book_puzzle(Sheet(puzzle, goal), deadline=Deadline.after(0))
    assert late.solution == goal
    assert late.section == "not rated"


@pytest.mark.parametrize("options", [{"paper": "b5"}, {"per_page": 0}, {"per_page": 13}, {"language": "xx"}])
def test_requests_that_cannot_be_met(options: dict) -> None:
    with pytest.raises(UsageError, match="|".join(map(str, options.values()))):
        make_book([entry()], **options)
    with pytest.raises(UsageError, match="no puzzle"):
        make_book([])


def test_letters_where_colors_look_alike_in_grey() -> None:
    def letters(*colors: str) -> int:
        found = Picture(RectGrid(2, 2), (1, 0, 0, 1))
        puzzle = puzzle_of(found, Palette(colors))
        (page,) = solution_pages([book_puzzle(Sheet(puzzle, found, "p"))], PAPERS["a4"])
        return texts(page.finished(1)).count("a")

    assert letters("#ffffff", "#000000") == 0
    assert letters("#ffffff", "#d02020") == 0
    assert letters("#d02020", "#208020") == 2
    assert letters("#ffffff", "#ffffc0") == 2
    assert letters("#ffffff", "#000000", "#ff0000") == 2


# Titles and languages


def test_titles_stand_only_with_the_solutions(printed) -> None:
    """Not in headings, contents, bookmarks, or the name of the book either."""
    entries = [entry(i, 3, name=f"secret-{i}", lines_visited=i) for i in range(1, 8)]
    make_book(entries, show_titles=False)
    make_book(entries[:1], show_titles=False)
    for number, book in zip((7, 1), printed, strict=True):
        *before, solutions = book["pages"]
        assert "secret" not in str(before) + book["title"]
        captions = [text for text in texts(solutions) if "secret" in text]
        assert captions == [f"{i}. secret-{i}" for i in range(1, number + 1)]
    assert "7. 7 rows, 3 columns" in texts(printed[0]["pages"][1])
    assert "7. 7 rows, 3 columns" in [mark.text for page in printed[0]["pages"] for mark in page.bookmarks]


def test_a_book_in_another_language(printed) -> None:
    """Its texts differ from those of the English book at the same place, but for names, numbers and letters."""
    hidden = "rect 1 4\n#ffffff #e02020 #2020e0\n_a 2?\n1a\n1?\n1?\n\ngiven 1 1 a\n"
    entries = [*map(of_text, (HEX, TWO, hidden)), entry(difficulty=None), entry(50, 5), entry(5, 9), entry(90, 20)]
    for language in LANGUAGES:
        make_book(entries, language=language)
    english, *others = printed
    same = re.compile(r"[0-9?]*[a-h?]?|(\d+\. )?p|orange|beige|turquoise")
    for other in others:
        assert other["language"] != english["language"]
        assert len(other["pages"]) == len(english["pages"])
        for page, first in zip(other["pages"], english["pages"], strict=True):
            shared = set(texts(page)).intersection(texts(first))
            assert [text for text in shared if not same.fullmatch(text)] == []
            marks = {mark.text for mark in page.bookmarks}.intersection(mark.text for mark in first.bookmarks)
            assert [mark for mark in marks if not same.fullmatch(mark)] == []


@pytest.mark.costly
def test_titles_and_language_of_the_command(run, tmp_path) -> None:
    path = write(tmp_path / "p.clues", RECT + "title Boat\nauthor Ann\n")
    assert run("book", path, "-o", tmp_path / "b.pdf", "--no-title", "--language", "de").code == 0
    reader = PdfReader(tmp_path / "b.pdf")
    assert (reader.metadata.title, reader.trailer["/Root"]["/Lang"]) == ("Nonogramme", "de")
    title, puzzle, solution = (page.extract_text() for page in reader.pages)
    assert "Boat" not in title + puzzle
    assert "1. Boat" in solution
    assert "4 Zeilen" in puzzle
    assert "von Ann" in puzzle


# The command


def test_wrong_puzzles_are_left_out(run, tmp_path, printed) -> None:
    good = write(tmp_path / "good.clues", RECT)
    none = write(tmp_path / "none.clues", NONE)
    broken = write(tmp_path / "broken.clues", "rect 2 2\n#ffffff #000000\n3a\n\n\n\n")
    result = run("book", none, broken, good, tmp_path / "missing.clues", "-o", tmp_path / "b.pdf")
    assert (result.code, result.out) == (3, "")
    errors = result.err.splitlines()
    assert [line.partition(": ")[0] for line in errors] == ["none", f"{broken}:3:1", f"{tmp_path}/missing.clues"]
    assert all(noun in line for noun, line in zip(("solution", "row 1", "read"), errors, strict=True))
    ((_, page, _),) = [book["pages"] for book in printed]
    assert "1. good" in texts(page)
    assert run("book", none, good, "-o", tmp_path / "c.pdf").code == 1
    assert (tmp_path / "c.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.parametrize(("text", "code", "noun"), [(NONE, 1, "p: no solution"), ("", 3, "p.clues")])
def test_without_a_puzzle_there_is_no_book(run, tmp_path, text, code, noun) -> None:
    path = write(tmp_path / "p.clues", text)
    result = run("book", path, "-o", tmp_path / "b.pdf")
    assert (result.code, result.out, result.err.count("\n")) == (code, "", 1)
    assert noun in result.err
    assert run("book", path, path, "-o", tmp_path / "b.pdf").code == code
    assert tree(tmp_path) == ["p.clues"]


def test_what_is_not_rated_in_time_is_said(run, tmp_path, printed) -> None:
    puzzle, goal = picture(30, 30)
    path = write(tmp_path / "p.clues", nonosat.find_format("clues").write(puzzle, goal))
    result = run("book", path, "-o", tmp_path / "b.pdf", "--timeout", "0.000001")
    assert result.code in (0, 5)
    if result.code == 0:
        assert result.err.startswith("p: not rated")


def test_small_cells_are_reported(run, tmp_path, printed) -> None:
    path = write(tmp_path / "p.clues", "rect 1 90\n#ffffff #000000\n90a\n" + "1a\n" * 90)
    result = run("book", path, "-o", tmp_path / "b.pdf")
    assert (result.code, result.err.count("\n")) == (0, 1)
    assert all(part in result.err for part in ("p: ", "2.9 mm", "4 mm"))


def test_standard_streams(run, printed) -> None:
    result = run("book", "-", "-o", "-", stdin=RECT)
    assert (result.code, result.err) == (0, "")
    assert "1. stdin" in result.out.splitlines()
    misused(run("book", "-", "-", "-o", "-", stdin=RECT), "-")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 2),
        (("-o", "x.html"), 2),
        (("-o", "x.pdf", "--per-page", "0"), 2),
        (("-o", "x.pdf", "--paper", "b5"), 2),
        (("-o", "x.pdf", "--timeout", "0"), 2),
        (("-o", "x.pdf", "--language", "xx"), 2),
        (("-o", "p.clues/x.pdf"), 3),
    ],
)
def test_wrong_words(run, tmp_path, monkeypatch, printed, words, code) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "p.clues", RECT)
    result = run("book", "p.clues", *words)
    assert (result.code, result.out) == (code, "")
    assert "Traceback" not in result.err
    assert tree(tmp_path) == ["p.clues"]


def test_without_fpdf(run, monkeypatch, tmp_path) -> None:
    path = write(tmp_path / "p.clues", RECT)
    monkeypatch.setitem(sys.modules, "fpdf", None)
    result = run("book", path, "-o", tmp_path / "b.pdf")
    assert (result.code, result.out) == (4, "")
    assert "nonosat[pdf]" in result.err
    assert tree(tmp_path) == ["p.clues"]
    with pytest.raises(MissingDependency):
        make_book([entry()])


def test_givens_are_drawn() -> None:
    """The letter of a given cell is on the page, beside those of the clues and of the legend."""
    puzzle, found = picture(4, 4, n_colors=2)
    cell = next(i for i, color in enumerate(found.cells) if color == 2)
    given_one = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, (ColoredCell(cell, 2),))
    entries = [book_puzzle(Sheet(each, found, "p")) for each in (puzzle, given_one)]
    before, after = (PuzzlePages([each], PAPERS["a4"], None).pages[0].finished(2) for each in entries)
    assert texts(after).count("b") == texts(before).count("b") + 1
