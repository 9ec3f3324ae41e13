"""A rotation for tests: three games that differ in board and score, and the winner of a game
begins the next one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavola.games import OFFERED, ROTATIONS, find
from tavola.rules.model.declaration import Game, Option, Profile
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Opening

ID = "turn-about"
PLAYED = ("portes", "hypergammon", "fevga")
"""Tracks against each other, with three checkers, and side by side."""


def rotation() -> Game:
    """Three games in turn, to 3 points, where the winner begins; none has a cube."""
    games = tuple(
        replace(one, rules=replace(one.rules, opening=Opening.WINNER, cube=False))
        for one in map(find, PLAYED)
    )
    starter = Option(
        name="starter",
        values={"winner": {"opening": Opening.WINNER}, "throw": {"opening": Opening.FRESH}},
    )
    match = MatchRules(length=3, games=None)
    return Game(
        id=ID,
        family="workshop",
        rules=games[0].rules,
        options=(starter,),
        profiles=(Profile(name="short", match=match, lengths=(3, 5)),),
        rotation=games,
    )


@pytest.fixture
def turn_about(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The rotation, in the catalogue."""
    game = rotation()
    for shelf in (ROTATIONS, OFFERED):
        monkeypatch.setitem(shelf, ID, game)
    return game
