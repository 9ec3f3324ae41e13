"""The site of the documentation: every page is in it and can be found from its menu."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts import docs_site

import tavola
from tavola.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
MENU = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]


def _named(part: object) -> Iterator[str]:
    """The pages that a part of the menu leads to."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        for below in part.values():
            yield from _named(below)
    elif isinstance(part, list):
        for below in part:
            yield from _named(below)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docs_site, "BUILD", tmp_path_factory.mktemp("site"))
        patch.setattr(docs_site, "PAGES", docs_site.BUILD / "pages")
        docs_site.gather()
        yield docs_site.PAGES


def test_the_menu_leads_to_every_page(pages: Path) -> None:
    menu = list(_named(MENU))
    assert len(menu) == len(set(menu))
    assert set(menu) - {"games/index.md"} == {path.name for path in pages.glob("*.md")}


def test_every_game_has_a_page_and_a_picture(pages: Path) -> None:
    listed = (pages / "games" / "index.md").read_text(encoding="utf-8")
    for game in GAMES:
        assert f"]({game}.md)" in listed
        text = (pages / "games" / f"{game}.md").read_text(encoding="utf-8")
        assert f"({game}.svg)" in text
        assert text.count("\n## ") >= 4
        assert (pages / "games" / f"{game}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_every_public_name_is_told(pages: Path) -> None:
    told = (pages / "reference.md").read_text(encoding="utf-8")
    missing = {name for name in tavola.__all__ if f"::: tavola.{name}\n" not in told}
    assert missing == {"GAMES", "FAMILIES"}


def test_what_asks_another_server_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_site, "HTML", tmp_path)
    (tmp_path / "good.html").write_text(
        '<a href="https://example.org">x</a><img src="a.svg"><link rel="canonical" href="//x">'
    )
    assert list(docs_site.foreign()) == []
    for bad in (
        '<script src="https://example.org/a.js"></script>',
        "<img alt='' src='//example.org/a.png'>",
        '<link rel="stylesheet" href="https://example.org/a.css">',
        "<style>@import url(https://example.org/a.css)</style>",
    ):
        (tmp_path / "bad.html").write_text(bad)
        assert len(list(docs_site.foreign())) == 1, bad
