"""Pages about all games: the board and its words, and where these games come from.

They are written and read as rule pages are (`rule_pages.py`): a Markdown text for each language, in
a folder of words/pages, with points as data.  Their board is that of the base game.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tavola.rules.model.ruleset import Ruleset, Side
from tavola.words.rule_pages import Page, numbered, read
from tavola.words.translations import LANGUAGES

GENERAL_PAGES = ("words", "history")
"""Their names, as in an address."""
BOARD = Ruleset()
"""The rules whose board they speak of."""
FOLDER = Path(__file__).with_name("pages")


def own_general_page(lang: str, name: str) -> Page | None:
    """A page as it was written in a language; None if there is none, or if it cannot be read."""
    return read(FOLDER / name, lang)


@lru_cache(maxsize=64)
def general_page(
    lang: str, name: str, numbering: str = "booklet", viewer: Side = Side.WHITE
) -> Page:
    """A page of `GENERAL_PAGES` in parts, with the numbers (`own` or `booklet`) of a board that
    `viewer` sees; English where the language has none, and its name alone where nobody has it.
    Raises ValueError for a language that is not in `LANGUAGES`."""
    if lang not in LANGUAGES:
        raise ValueError(f"no such language: {lang}")
    found = own_general_page(lang, name) or own_general_page("en", name)
    return numbered(found or Page(name, "", (), lang="en"), BOARD, numbering, viewer)
