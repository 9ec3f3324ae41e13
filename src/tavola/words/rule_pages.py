"""The rule pages: one Markdown text for each game and language, in the folder of the game.

A page begins with the name of the game and one line on what is odd about it.  A relative's page may
say `<!-- like ID -->` under them: then it is the page of that game, with its own sections in place
of those of the same heading, and its other sections after those they follow.

Pages about all games (`general_pages.py`) are written and read in the same way.

Points of the board stand in the texts as data (`points_in_texts.py`): a page is told with the
numbers of the reader's board.

What is missing never stops anybody: a page that is not there in a language is shown in English, and
where there is none at all the id stands for the name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from tavola.games import GAMES, find, folder
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.words.points_in_texts import with_numbers
from tavola.words.translations import LANGUAGES, Words

_LIKE = re.compile(r"<!-- like ([a-z0-9-]+) -->")


@dataclass(frozen=True)
class Section:
    """One section of a rule page: its heading and its Markdown text."""

    title: str
    text: str


@dataclass(frozen=True)
class Page:
    """A rule page: the name of the game, one line on what is odd about it, and the sections; the id
    of the game whose other sections it takes over, if there is one; the language that it is in."""

    title: str
    line: str
    sections: tuple[Section, ...]
    like: str = ""
    lang: str = "en"


def rules_page(
    lang: str, game_id: str, numbering: str = "booklet", viewer: Side = Side.WHITE
) -> str:
    """The rules of a game as Markdown, as `page` tells them.  Raises as `page`."""
    return markdown_of(page(lang, game_id, numbering, viewer))


def markdown_of(found: Page) -> str:
    """The parts of a page as one Markdown text."""
    parts = [f"# {found.title}\n*{found.line}*" if found.line else f"# {found.title}"]
    parts += [f"## {section.title}\n\n{section.text}" for section in found.sections]
    return "\n\n".join(parts) + "\n"


@lru_cache(maxsize=1024)
def page(lang: str, game_id: str, numbering: str = "booklet", viewer: Side = Side.WHITE) -> Page:
    """The rules of a game in parts, with the numbers (`own` or `booklet`) of a board that `viewer`
    sees; `lang` of what is found says whether it is English instead of the language that was asked
    for.  Raises `Refused` (code `no_game`), or ValueError for a language that is not in
    `LANGUAGES`."""
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang}")
    found = own_page(lang, game_id) or own_page("en", game_id)
    if found is not None:
        return numbered(found, find(game_id).rules, numbering, viewer)
    words = Words(lang)
    told = words.text("There is no page for this game yet.")
    return Page(find(game_id).id, "", (Section(words.text("Rules"), told),), lang=lang)


def numbered(found: Page, rules: Ruleset, numbering: str, viewer: Side) -> Page:
    """A page as written, its points as numbers of the reader's board."""
    sections = tuple(
        replace(section, text=with_numbers(section.text, rules, numbering, viewer))
        for section in found.sections
    )
    return replace(found, sections=sections)


def own_page(lang: str, game_id: str) -> Page | None:
    """The page as it was written in a language, completed by those it is like; None if there is
    none, or if it cannot be read.  Raises `Refused` (code `no_game`)."""
    return _completed(lang, game_id, ())


def _completed(lang: str, game_id: str, seen: tuple[str, ...]) -> Page | None:
    found, seen = read(folder(game_id), lang), (*seen, game_id)
    if found is None or found.like not in GAMES or found.like in seen:
        return found
    base = _completed(lang, found.like, seen)
    sections = found.sections if base is None else _over(base.sections, found.sections)
    return replace(found, sections=sections)


def read(place: Path, lang: str) -> Page | None:
    """The page of a language that lies in a folder; None if there is none, or if it cannot be
    read."""
    try:
        return replace(split((place / f"{lang}.md").read_text(encoding="utf-8")), lang=lang)
    except (OSError, ValueError):
        return None


def _over(base: tuple[Section, ...], own: tuple[Section, ...]) -> tuple[Section, ...]:
    """The sections of a page with those of a relative in place of them, or between them."""
    sections, at = list(base), 0
    for section in own:
        titles = [other.title for other in sections]
        if section.title in titles:
            at = titles.index(section.title)
            sections[at] = section
        else:
            sections.insert(at, section)
        at += 1
    return tuple(sections)


def split(text: str) -> Page:
    """The parts of a rule page as they are written."""
    head, *parts = ("\n" + text).split("\n## ")
    like = _LIKE.search(head)
    title, _, line = _LIKE.sub("", head).strip().partition("\n")
    return Page(
        title=title.removeprefix("# ").strip(),
        line=line.strip().strip("*"),
        sections=tuple(_section(part) for part in parts),
        like=like[1] if like else "",
    )


def _section(part: str) -> Section:
    title, _, text = part.partition("\n")
    return Section(title.strip(), text.strip())
