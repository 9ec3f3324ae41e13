"""Tavli, the Greek match: Portes, Plakoto and Fevga in turn."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.fevga.game import GAME as FEVGA
from tavola.games.plakoto.game import GAME as PLAKOTO
from tavola.games.portes.game import GAME as PORTES
from tavola.rules.model.declaration import Game, Option, Profile, Telling, mark, mark_within
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Opening

STARTER = Option(
    name="starter",
    values={
        "winner": {"opening": Opening.WINNER},
        "throw": {"opening": Opening.FRESH},
    },
    label=mark("Who begins the next game"),
    labels={
        "winner": mark("who won the last one"),
        "throw": mark("who throws higher, as in the first game"),
    },
)
"""Who begins a game after the first one (ruling TL-1)."""

PLAYED = tuple(
    replace(game, rules=replace(game.rules, opening=Opening.WINNER))
    for game in (PORTES, PLAKOTO, FEVGA)
)
"""The games in their order."""


def _to(points: int) -> MatchRules:
    return MatchRules(length=points, games=None)


ROTATION = Game(
    id="tavli",
    family="mediterranean",
    rules=PLAYED[0].rules,
    rotation=PLAYED,
    options=(STARTER,),
    profiles=(
        Profile(
            name="kafenio",
            label=mark_within("profile", "At the café"),
            match=_to(5),
            lengths=(3, 5, 7),
        ),
    ),
    source=(
        "Tavli as bkgm.com, Wikipedia and everything2.com have it: Portes, Plakoto and Fevga in "
        "this order, and from the beginning again, to 3, 5 or 7 points, of which a double game "
        "counts two; one throw decides who begins the first game, and who won begins the next one. "
        "After a drawn game, of which they say nothing, it is thrown for again, and the next game "
        "comes."
    ),
    telling=(
        Telling(
            text="W 1:12 5:1 8:2 | B 12:1 18:2 20:1 24:11 | W 4-3 | game:2",
            play="5/9/12",
        ),
    ),
)
"""A match of three games."""
