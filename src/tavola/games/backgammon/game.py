"""Backgammon."""

from __future__ import annotations

from dataclasses import replace

from tavola.games.backgammon.examples import EXAMPLES
from tavola.games.common import CUBE
from tavola.games.common_examples import STANDARD
from tavola.rules.model.declaration import Game, Option, Profile, Telling, mark, mark_within
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import (
    BearOff,
    Opening,
    Ruleset,
    Window,
)

SCHMIDT = Ruleset()
"""The base game as the booklet has it; its other games change single axes."""

OPENING_DICE = Option(
    name="opening",
    values={
        "dice": {"opening": Opening.DICE},
        "fresh": {"opening": Opening.FRESH},
        "choice": {"opening": Opening.CHOICE},
    },
    label=mark("First throw"),
    labels={
        "dice": mark("the two opening dice"),
        "fresh": mark("a fresh throw of two dice"),
        "choice": mark("the starter chooses"),
    },
)

TRIPLE = Option(
    name="triple",
    values={
        "none_off": {"triple_needs_none_off": True},
        "always": {"triple_needs_none_off": False},
    },
    label=mark("A backgammon counts 3"),
    labels={
        "none_off": mark("only if the loser has none off"),
        "always": mark("even if the loser has some off"),
    },
)
"""Whether a checker on the bar or in the winner's home triples after a checker was borne off."""

BIG_NUMBER = Option(
    name="big_number",
    values={
        "farthest": {"bear_off": BearOff.STANDARD},
        "any_lower": {"bear_off": BearOff.ANY_LOWER},
    },
    label=mark("A number too large for every checker"),
    labels={
        "farthest": mark("takes off the farthest checker"),
        "any_lower": mark("takes off a checker from any lower point"),
    },
)
"""Which checker a number larger than needed takes off."""

CUBE_WINDOW = Option(
    name="cube_window",
    values={"own": {"cube_window": Window.OWN}, "any": {"cube_window": Window.ANY}},
    label=mark("When to double"),
    labels={
        "own": mark("in your own turn, before the throw"),
        "any": mark("in either turn, before the throw"),
    },
)

CUBE_BAN = Option(
    name="cube_ban",
    values={False: {"cube_ban": False}, True: {"cube_ban": True}},
    label=mark("No double that would decide the match"),
)


GAME = Game(
    id="backgammon",
    place=1,
    family="classic",
    rules=replace(SCHMIDT, opening=Opening.DICE),
    options=(OPENING_DICE, CUBE, TRIPLE, BIG_NUMBER, CUBE_WINDOW, CUBE_BAN),
    profiles=(
        Profile(
            name="tournament",
            label=mark_within("profile", "Tournament"),
            match=MatchRules(length=5, games=None, crawford=True),
            lengths=(1, 3, 5, 7, 9, 11),
        ),
        Profile(name="pergioco", label=mark_within("profile", "PerGioco")),
        Profile(
            name="schmidt", label=mark_within("profile", "Schmidt"), options={"opening": "fresh"}
        ),
        Profile(
            name="tavola-reale",
            label=mark_within("profile", "Tavola Reale"),
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
    examples=EXAMPLES,
    telling=(
        Telling(text=f"{STANDARD} | W 3-1", play="17/20 19/20"),
        Telling(text="W 1:2 12:5 17:3 19:5 | B 24:2 13:5 10:1 8:2 6:5 | W 6-3", play="1/10*"),
    ),
)
