"""The rules of a game as its page shows them: sections, each example drawn beside its sentences,
and the moment that makes the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tavola.drawing import wall_pictures
from tavola.drawing.picture import BoardView
from tavola.games import OFFERED
from tavola.rules.model.refusal import Refused
from tavola.server.pages import cards
from tavola.words import what_happened
from tavola.words.points_in_texts import with_numbers
from tavola.words.rule_examples import claims_of, example_in
from tavola.words.rule_pages import own_page
from tavola.words.rule_pages import page as rules_page
from tavola.words.speaker import Speaker
from tavola.words.translations import Words

_EXAMPLE = 400.0
"""Width of the drawing of an example."""
_ITEM = re.compile(r"\n(?=- |\d+\. )")
_PECULIAR = ("What is special", "Moving")
"""The section that tells what is odd about a game, as the English pages call it."""


@dataclass(frozen=True)
class Block:
    """Paragraphs of a section as Markdown, and the drawing of the example that they tell."""

    text: str
    drawn: str = ""


@dataclass(frozen=True)
class DrawnSection:
    """A section of a page of rules with its drawings."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class ShownMoment:
    """What shows a game, beside its rules: drawn for a phone and for a desk, and as a sentence."""

    drawn: tuple[str, ...]
    said: str


@lru_cache(maxsize=256)
def shown_moment(lang: str, game_id: str, view: BoardView) -> ShownMoment | None:
    """The moment that stands beside the rules of a game; None where it shows none."""
    game = OFFERED[game_id]
    if not game.telling:
        return None
    facts, state = wall_pictures.facts_of(game, game.telling[0])
    speaker = Speaker(Words(lang), state.rules, view.numbering, viewer=view.viewer)
    said = what_happened.tell_all(speaker, facts, state)
    return ShownMoment(cards.telling(game_id, view, 0), " ".join(said))


@lru_cache(maxsize=256)
def beside(game_id: str) -> int:
    """Which section of the rules of a game its moment stands in; all languages have the same."""
    titles = [section.title for section in rules_page("en", game_id).sections]
    return next((titles.index(title) for title in _PECULIAR if title in titles), 0)


@lru_cache(maxsize=256)
def sections(lang: str, game_id: str, view: BoardView) -> tuple[DrawnSection, ...]:
    """The rules of a game with the numbers of a reader's board, their examples drawn on it."""
    written = own_page(lang, game_id) or own_page("en", game_id)
    if written is None:
        told = rules_page(lang, game_id).sections
        return tuple(DrawnSection(one.title, (Block(one.text),)) for one in told)
    drawer = _Drawer(game_id, written.like, view)
    return tuple(
        DrawnSection(section.title, tuple(drawer.blocks(section.text)))
        for section in written.sections
    )


class _Drawer:
    """Draws the examples of one page, each with ids of its own."""

    def __init__(self, game_id: str, like: str, view: BoardView) -> None:
        self._games = (game_id, like)
        self._view = view
        self._drawn = 0

    def blocks(self, text: str) -> Iterator[Block]:
        """A section as it is written, in blocks as it is read."""
        waiting = ""
        for between, part in _parts(text):
            drawn = self._example(part)
            if not drawn:
                waiting += (between if waiting else "") + part
                continue
            if waiting:
                yield Block(self._numbered(waiting))
                waiting = ""
            yield Block(self._numbered(part), drawn)
        if waiting:
            yield Block(self._numbered(waiting))

    def _numbered(self, text: str) -> str:
        rules = OFFERED[self._games[0]].rules
        return with_numbers(text, rules, self._view.numbering, self._view.viewer)

    def _example(self, part: str) -> str:
        """The drawing of the example that a part of a text tells; '' if it tells none."""
        told = example_in(part)
        claims = claims_of(self._games, told) if told else ()
        if not claims:
            return ""
        rules = OFFERED[self._games[0]].ruleset()
        shown = next((claim for claim in claims if claim.can), claims[0])
        try:
            found = wall_pictures.of_text(rules, shown.text, shown.can[0] if shown.can else "")
        except Refused:
            return ""
        self._drawn += 1
        ids = f"e{self._drawn}-"
        return wall_pictures.large(found, _EXAMPLE, self._view, "example", ids)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The paragraphs of a text, and each item of a list by itself, with what stands before them."""
    for paragraph in text.split("\n\n"):
        items = _ITEM.split(paragraph)
        yield "\n\n", items[0]
        for item in items[1:]:
            yield "\n", item
