"""A release says one thing: its version, and the address of the project, stand in one place each."""

from __future__ import annotations

import re
import tomllib

from docs_pages import PAGES, README, ROOT

import nonosat

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_citation_has_the_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall("^version: (.*)$", text, re.MULTILINE) == [nonosat.__version__]


def test_addresses_begin_with_that_of_the_source_which_only_the_readme_repeats() -> None:
    urls = PROJECT["urls"]
    assert all(url.startswith(urls["Source"]) for url in urls.values())
    assert re.findall("git clone (.*)", README.read_text(encoding="utf-8")) == [urls["Source"]]
    others = [*PAGES, *(path for path in ROOT.glob("*") if path.suffix in {".md", ".cff", ".yml"})]
    others += (path for path in (ROOT / ".github").rglob("*") if path.suffix in {".md", ".yml"})
    assert {path for path in others if urls["Source"] in path.read_text(encoding="utf-8")} == {README}


def test_classifiers_name_the_lowest_version_of_python() -> None:
    versions = [name.split(" :: ")[-1] for name in PROJECT["classifiers"] if " :: 3." in name]
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert versions == sorted(versions, key=lambda version: int(version.partition(".")[2]))
