"""The pages of docs/ do what they say: commands print what is shown, and links lead somewhere.

README.md, docs/encodings.md and docs/extending.md have tests of their own beside these.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import need_program
from docs_pages import (
    DOCS,
    PAGES,
    README,
    ROOT,
    UPDATE,
    Session,
    check,
    environment,
    printed,
    printed_by_shell,
    python_blocks,
    session_blocks,
    sessions,
)

PROGRAMS = [page for page in PAGES if page not in (README, DOCS / "extending.md") and python_blocks(page)]
#: Pages whose sessions have tests of their own.
ELSEWHERE = (README, DOCS / "encodings.md", DOCS / "extending.md")
#: Pages on which a command may use the files of any command above it.
IN_ORDER = (DOCS / "tutorial.md", DOCS / "sat.md")
SESSIONS = [block for page in PAGES if page not in (*ELSEWHERE, *IN_ORDER) for block in session_blocks(page)]

#: Pages beside the documentation, which also link to it.
NOTES = sorted(page for folder in ("benchmarks", ".github") for page in (ROOT / folder).rglob("*.md"))
every_page_and_note = pytest.mark.parametrize("page", [*PAGES, *NOTES], ids=lambda page: page.name)


@pytest.mark.slow
@pytest.mark.parametrize("block", SESSIONS, ids=lambda block: str(block[0]))
def test_session(block: list[Session]) -> None:
    for session in block:
        if ".jpg" in session.command:
            pytest.importorskip("PIL", reason="images need Pillow")
        check(session)


@pytest.mark.slow
@pytest.mark.parametrize("page", IN_ORDER, ids=lambda page: page.name)
def test_sessions_in_order(page: Path) -> None:
    for session in sessions(page):
        if "kissat" in session.command:
            need_program("kissat")
        if ".pdf" in session.command:
            pytest.importorskip("fpdf", reason="PDF needs fpdf2")
        check(session)


def test_the_makefile_of_the_tutorial() -> None:
    assert f"```make\n{(DOCS / 'examples' / 'folder.mk').read_text()}```" in (DOCS / "tutorial.md").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "nonosat solve puzzles/heart.clues nothing.clues puzzles/cat.clues",
        "nonosat rate nothing.clues && nonosat rate puzzles/cat.clues",
        "printf 'rect 1 1\\n#ffffff #000000\\n1a\\n1a\\n' | nonosat solve -u - | tail -1",
        "nonosat convert puzzles/heart.clues --to puzzlink | head -1 && nonosat formats --nothing",
    ],
)
def test_sessions_in_this_process_are_those_of_a_shell(command: str) -> None:
    """Errors and results in the same order, and nothing after a command that fails."""
    assert printed(command) == printed_by_shell(command)


#: Files of docs/examples, each with the command that makes it.
EXAMPLES = {
    "cup.clues": "nonosat make docs/examples/cup.txt {} -q --goal",
    "cup-map.svg": "nonosat diagnose docs/examples/cup.clues -q --svg {}",
    "cup-mended.clues": "nonosat mend docs/examples/cup.clues -q --by cells -o {}",
    "cup-mended.svg": "nonosat mend docs/examples/cup.clues -q --by cells -o /dev/null --to clues --svg {}",
    "cup-page.svg": "nonosat render docs/examples/cup-mended.clues -o {}",
    **{
        f"key-{encoding}.svg": f"python docs/examples/unit_propagation.py puzzles/key.clues {encoding}"
        " | nonosat render puzzles/key.clues - --clues -o {}"
        for encoding in ("pairwise", "order")
    },
    "typo.svg": "sed '8s/2/4/; 9s/4/2/' puzzles/heart.clues | nonosat diagnose - -q --svg {}",
    "teapot.clues": "nonosat make docs/examples/teapot.jpg {} -q --size 30x22 --colors 1 --goal",
    "teapot-before.svg": "sed -n 's/^goal //p' docs/examples/teapot.clues"
    " | nonosat render docs/examples/teapot.clues - --clues -o {}",
    "teapot-map.svg": "nonosat diagnose docs/examples/teapot.clues -q --svg {}",
    "teapot-mended.clues": "nonosat mend docs/examples/teapot.clues -q --by cells -o {}",
    "teapot-mended.svg": "nonosat mend docs/examples/teapot.clues -q --by cells -o /dev/null --to clues --svg {}",
    "dice-map.svg": "nonosat diagnose puzzles/dice.clues -q --svg {}",
    "anchor-nearest.svg": "sed 's/^1a 9a$/1a 8a/' puzzles/anchor.clues | nonosat diagnose - -q --svg {}",
    "generated.svg": "nonosat generate hex 6 --class lines --symmetry mirror --style picture -q"
    " | nonosat solve - -q --svg {}",
    "heart-steps.svg": "nonosat explain puzzles/heart.clues -q -o {}",
    "wedges.svg": "nonosat solve docs/examples/wedges.clues -q --svg {}",
    "hex-tick-sheet.svg": "nonosat render puzzles/hex-tick.clues -o {}",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_what_commands_make(name: str, tmp_path: Path) -> None:
    if ".jpg" in EXAMPLES[name]:
        pytest.importorskip("PIL", reason="images need Pillow")
    made, kept = tmp_path / name, DOCS / "examples" / name
    printed(EXAMPLES[name].format(made))
    if UPDATE:
        kept.write_text(made.read_text())
    else:
        assert made.read_text() == kept.read_text()


@pytest.mark.slow
def test_the_photograph_is_what_its_script_draws(tmp_path: Path) -> None:
    """Nearly: another version of Pillow may round otherwise."""
    image = pytest.importorskip("PIL.Image", reason="images need Pillow")
    difference = pytest.importorskip("PIL.ImageChops").difference
    printed(f"{shlex.quote(sys.executable)} docs/examples/draw_photo.py {tmp_path / 'teapot.jpg'}")
    with image.open(tmp_path / "teapot.jpg") as made, image.open(DOCS / "examples" / "teapot.jpg") as kept:
        assert made.size == kept.size
        levels = difference(made, kept).resize((1, 1), image.Resampling.BOX).getpixel((0, 0))
    assert max(levels) < 4


@pytest.mark.slow
@pytest.mark.parametrize("page", PROGRAMS, ids=lambda page: page.name)
def test_programs_run(page: Path) -> None:
    for program in python_blocks(page):
        subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment(), capture_output=True, check=True)


# The gallery


@pytest.mark.slow
def test_table_of_the_gallery() -> None:
    page = DOCS / "gallery.md"
    (table,) = re.findall(r"<!-- table -->\n(.*?)<!-- /table -->", page.read_text(), re.DOTALL)
    script = DOCS / "gallery" / "table.py"
    done = subprocess.run([sys.executable, str(script)], env=environment(), capture_output=True, text=True, check=True)
    if UPDATE:
        page.write_text(page.read_text().replace(table, done.stdout))
    else:
        assert table == done.stdout


def test_count_of_puzzles() -> None:
    (count,) = re.findall(r"<!-- count -->(\d+)<!-- /count -->", (DOCS / "gallery.md").read_text())
    assert int(count) == len(list(ROOT.glob("puzzles/*.clues")))


# Links


def without_blocks(text: str) -> str:
    """A page without its code blocks, which may name files that a reader is to make."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The fragments by which a link can name a heading of a page, or an element of a drawing."""
    if page.suffix == ".svg":
        return set(re.findall(r'id="([^"]+)"', page.read_text()))
    headings = re.findall(r"^#+ (.*)$", without_blocks(page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def links(page: Path) -> list[str]:
    text = without_blocks(page.read_text())
    found = re.findall(r'src="([^"]+)"', text) + re.findall(r"\]\(([^)\s]+)\)", text)
    return [target for target in found if "://" not in target]


@every_page_and_note
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        name, _, fragment = link.partition("#")
        target = (page.parent / name) if name else page
        assert target.exists(), link
        if fragment:
            assert fragment in anchors(target), link
