"""The rule pages: one Markdown text for each game and language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tavola.games import find
from tavola.words.catalogue import LANGUAGES

_FOLDER = Path(__file__).parent / "rules"


@dataclass(frozen=True)
class Section:
    """One section of a rule page: its heading and its Markdown text."""

    title: str
    text: str


@dataclass(frozen=True)
class Page:
    """A rule page: the name of the game, one line on what is odd about it, and the sections."""

    title: str
    line: str
    sections: tuple[Section, ...]


def rules_page(lang: str, game_id: str) -> str:
    """The rules of a game as Markdown.  Raises `Refused` (code `no_game`) or ValueError."""
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang}")
    return (_FOLDER / lang / f"{find(game_id).id}.md").read_text(encoding="utf-8")


@lru_cache(maxsize=128)
def page(lang: str, game_id: str) -> Page:
    """The rules of a game in parts.  Raises as `rules_page`."""
    return split(rules_page(lang, game_id))


def split(text: str) -> Page:
    """The parts of a rule page."""
    head, *parts = ("\n" + text).split("\n## ")
    title, _, line = head.strip().partition("\n")
    return Page(
        title=title.removeprefix("# ").strip(),
        line=line.strip().strip("*"),
        sections=tuple(_section(part) for part in parts),
    )


def _section(part: str) -> Section:
    title, _, text = part.partition("\n")
    return Section(title.strip(), text.strip())
