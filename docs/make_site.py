"""The site, for mkdocs: the pages of docs/ in the order of docs/README.md, some of other folders, and the gallery.

python docs/make_site.py README.md    rewrites links in a page of the top level for a place outside of the repository
"""

from __future__ import annotations

import posixpath
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
INDEX = "docs/README.md"
#: Where the files of the repository can be read.
SOURCE = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
#: From a page that stands elsewhere in the repository, or must not be the first one, to its name in the site.
NAMES = {
    "README.md": "index.md",
    INDEX: "contents.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
}
#: From what `make gallery` writes to its name in the site.
GALLERY = {"build/gallery.html": "play.html", "build/gallery.pdf": "puzzles.pdf"}
#: The pages that begin with links to the gallery.
INVITING = ("index.md", "gallery.md")

_LINK = re.compile(r'(?<=\]\()[^)\s]+(?=\))|(?<=src=")[^"]+(?=")')
_BLOCK = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_PICTURES = (".svg", ".png", ".jpg")


def on_config(config: MkDocsConfig) -> None:
    """Give the site the sections and pages of the index, and a link to the repository."""
    # A theme that knows the repository as `repo_url` would ask its server about it on every visit.
    config.extra["social"] = [{"icon": "fontawesome/brands/git-alt", "name": "Source", "link": SOURCE}]
    sections: list[object] = [NAMES["README.md"], NAMES[INDEX]]
    seen: set[str] = set()
    for section in re.split(r"^## ", _text(INDEX), flags=re.MULTILINE)[1:]:
        links = [link.partition("#")[0] for link in _LINK.findall(section)]
        pages = [page for page in dict.fromkeys(_in_site(link, INDEX) for link in links) if page not in seen]
        seen.update(pages)
        sections.append({section.partition("\n")[0]: pages})
    config.nav = sections


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add pages and pictures from outside of docs/, and the gallery."""
    from mkdocs.structure.files import File

    files.remove(files.src_uris["README.md"])
    for page, name in NAMES.items():
        files.append(File.generated(config, name, content=_text(page)))
    for page in [*NAMES, *(f"docs/{file.src_uri}" for file in files.documentation_pages() if file.abs_src_path)]:
        for link in _LINK.findall(_text(page)):
            path = _in_site(link, page)
            if path.endswith(_PICTURES) and (ROOT / path).exists() and path not in files.src_uris:
                files.append(File(path, str(ROOT), config.site_dir, use_directory_urls=False))
    for path, name in GALLERY.items():
        files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Let the links of a page lead to pages of the site, else to the repository, and invite to play."""
    uri = page.file.src_uri
    here = next((path for path, name in NAMES.items() if name == uri), f"docs/{uri}")
    # The theme scales pictures to the width of the page, whatever their attribute `height` says.
    markdown = re.sub(r'(<img [^>]*)height="(\d+)"', r'\1style="max-height: \2px"', markdown)
    markdown = _with_links(markdown, lambda link: _in_site(link, here))
    return _inviting(markdown) if uri in INVITING else markdown


def _inviting(markdown: str) -> str:
    """A page with links to the gallery below its first paragraph."""
    title, paragraph, rest = markdown.split("\n\n", 2)
    count = len(list((ROOT / "puzzles").glob("*.clues")))
    play, book = GALLERY.values()
    links = (
        f'<a class="md-button md-button--primary" href="{play}">Play {count} puzzles</a>\n'
        f'with hints, or <a href="{book}">print them as a book</a>.'
    )
    return "\n\n".join((title, paragraph, links, rest))


def _in_site(link: str, here: str) -> str:
    """A link of a page in the repository, as the site has it."""
    if "://" in link or link.startswith("#"):
        return link
    path, mark, fragment = _path(link, here).partition("#")
    if path in NAMES:
        path = NAMES[path]
    elif path.startswith("docs/"):
        path = path.removeprefix("docs/")
    elif not path.endswith(_PICTURES):
        path = f"{SOURCE}/blob/HEAD/{path}"
    return path + mark + fragment


def _anywhere(link: str, here: str) -> str:
    """A link of a page in the repository as an address."""
    if "://" in link or link.startswith("#"):
        return link
    path = _path(link, here)
    return f"{SOURCE}/{'raw' if path.endswith(_PICTURES) else 'blob'}/HEAD/{path}"


def _path(link: str, here: str) -> str:
    """A relative link of a page, from the top of the repository."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(here), link))


def _with_links(markdown: str, replaced: Callable[[str], str]) -> str:
    """A page with other links, but the same blocks of code."""
    parts = _BLOCK.split(markdown)
    parts[::2] = [_LINK.sub(lambda match: replaced(match[0]), part) for part in parts[::2]]
    return "".join(parts)


def _text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        text = _with_links(_text(name), lambda link, here=name: _anywhere(link, here))
        (ROOT / name).write_text(text, encoding="utf-8")
