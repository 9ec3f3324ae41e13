"""Backgammon: the base game, in the versions of the leaflets."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.common import CUBE
from tavola.games.examples.classic import BACKGAMMON_EXAMPLES
from tavola.rules.model.declaration import Game, Option, Profile
from tavola.rules.model.ruleset import BearOff, MatchRules, Opening, Ruleset, Window

SCHMIDT = Ruleset()
"""The base game as the booklet has it; its other games change single axes."""

OPENING_DICE = Option(
    name="opening",
    values={
        "dice": {"opening": Opening.DICE},
        "fresh": {"opening": Opening.FRESH},
        "choice": {"opening": Opening.CHOICE},
    },
)

TRIPLE = Option(
    name="triple",
    values={
        "none_off": {"triple_needs_none_off": True},
        "always": {"triple_needs_none_off": False},
    },
)
"""Whether a checker on the bar or in the winner's home triples after a checker was borne off."""

BIG_NUMBER = Option(
    name="big_number",
    values={
        "farthest": {"bear_off": BearOff.STANDARD},
        "any_lower": {"bear_off": BearOff.ANY_LOWER},
    },
)
"""Which checker a number larger than needed takes off."""

CUBE_WINDOW = Option(
    name="cube_window",
    values={"own": {"cube_window": Window.OWN}, "any": {"cube_window": Window.ANY}},
)

CUBE_BAN = Option(name="cube_ban", values={False: {"cube_ban": False}, True: {"cube_ban": True}})

backgammon = Game(
    id="backgammon",
    family="classic",
    rules=replace(SCHMIDT, opening=Opening.DICE),
    options=(OPENING_DICE, CUBE, TRIPLE, BIG_NUMBER, CUBE_WINDOW, CUBE_BAN),
    profiles=(
        Profile(
            name="tournament",
            match=MatchRules(length=5, games=None, crawford=True),
            lengths=(1, 3, 5, 7, 9, 11),
        ),
        Profile(name="pergioco"),
        Profile(name="schmidt", options={"opening": "fresh"}),
        Profile(
            name="tavola-reale",
            options={"triple": "always", "big_number": "any_lower", "cube_ban": True},
            match=MatchRules(length=5, games=None),
            lengths=(3, 5, 7),
        ),
    ),
    source=(
        "Backgammon Classic booklet, PerGioco leaflet, Tavola reale page; the points on which they "
        "differ are options. The higher number must be played in every version; a refused double "
        "costs the old value; a point is closed by two checkers."
    ),
    examples=BACKGAMMON_EXAMPLES,
)
