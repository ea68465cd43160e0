"""The site has all pages of docs/, and its links lead to pages, pictures or the repository."""

from __future__ import annotations

import importlib.util
from types import SimpleNamespace

import pytest
from docs_pages import DOCS, ROOT


@pytest.fixture(scope="module")
def site():
    spec = importlib.util.spec_from_file_location("site_hooks", DOCS / "make_site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_has_one_place(site) -> None:
    config = SimpleNamespace(extra={})
    site.on_config(config)
    home, contents, *sections = config.nav
    pages = [page for section in sections for (each,) in [section.values()] for page in each]
    assert (home, contents) == ("index.md", "contents.md")
    assert len(pages) == len(set(pages))
    assert set(pages) >= {page.name for page in DOCS.glob("*.md") if page.name != "README.md"}


@pytest.mark.parametrize(
    ("link", "here", "there"),
    [
        ("solving.md#systems", "docs/README.md", "solving.md#systems"),
        ("examples/page.png", "docs/pages.md", "examples/page.png"),
        ("README.md", "docs/solving.md", "contents.md"),
        ("../README.md#install", "docs/solving.md", "index.md#install"),
        ("../solutions/heart.svg", "docs/gallery.md", "solutions/heart.svg"),
        ("docs/solving.md", "README.md", "solving.md"),
        ("docs/README.md", "README.md", "contents.md"),
        ("#solve", "README.md", "#solve"),
        ("https://example.org/a.md", "README.md", "https://example.org/a.md"),
        ("../Makefile", "docs/batch.md", "SOURCE/blob/HEAD/Makefile"),
    ],
)
def test_links(site, link: str, here: str, there: str) -> None:
    assert site._in_site(link, here) == there.replace("SOURCE", site.SOURCE)


def test_links_for_a_place_outside_of_the_repository(site) -> None:
    page = '<img src="solutions/a.svg"> [a](docs/a.md#b)\n```\n[a](b)\n```\n'
    assert site._with_links(page, lambda link: site._anywhere(link, "README.md")) == (
        f'<img src="{site.SOURCE}/raw/HEAD/solutions/a.svg"> [a]({site.SOURCE}/blob/HEAD/docs/a.md#b)\n'
        "```\n[a](b)\n```\n"
    )


def test_the_first_page_invites_to_play(site) -> None:
    first = SimpleNamespace(file=SimpleNamespace(src_uri="index.md"))
    other = SimpleNamespace(file=SimpleNamespace(src_uri="solving.md"))
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(f'href="{name}"' in site.on_page_markdown(page, first) for name in site.GALLERY.values())
    assert not any(f'href="{name}"' in site.on_page_markdown(page, other) for name in site.GALLERY.values())


def test_pages_of_other_folders_exist(site) -> None:
    assert all((ROOT / page).exists() for page in site.NAMES)
