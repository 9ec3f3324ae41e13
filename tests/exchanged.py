"""Matches as programs exchange them: made by our own writers, and pages from elsewhere."""

from __future__ import annotations

import random
from functools import cache

import tavola
from tavola.games import GAMES
from tavola.rules import turn
from tavola.rules.model.refusal import Refused
from tavola.rules.text import one_line
from tavola.rules.text.record import Record, replay
from tavola.rules.turn.state import Phase

CLUB = """; [Event "Club evening"]
; [EventDate "2026.03.01"]

 5 point match

 Game 1
 Anna : 0                        Boris,1500 : 0
  1)                             31: 8/5 6/5
  2) 52: 24/22 13/8              44: 24/20(2) 13/9(2)
  3)  Doubles => 2                Takes
  4) 66: 24/18 13/7(2) 8/2       21: 9/7* bar/24
"""
"""A page up to a line that the rules refuse: the last one."""

MONEY = """ 0 point match

 Game 1
 Anna : 0                        Boris : 0
  1) 64: 24/14                   65: 24/13
  2) 11:                          Wins 1 point
"""


MONEY_SEED = 1000
"""Seeds from here on are those of three games for money."""


@cache
def played(game: str, seed: int) -> Record:
    """A match of random plays in which doubles are offered, taken and dropped, and games given up.

    The dice of its record are typed ones, as those of a file are.
    """
    chance = random.Random(seed)
    length = chance.choice((1, 3, 5, 7))
    kind = {"money": True} if seed >= MONEY_SEED else {"length": length}
    match = tavola.Match(game, **kind, dice="typed", players=("Anna", "Boris"))
    _play_on(match, chance, games=3 if seed >= MONEY_SEED else 0)
    return match.record


@cache
def begun_elsewhere(seed: int) -> Record:
    """A match that begins at some throw of another one, with its cube and its score, and goes on
    with random plays."""
    chance, before = random.Random(f"elsewhere {seed}"), played("backgammon", seed)
    states = [moment.state for moment in replay(before, GAMES["backgammon"])]
    texts = [one_line.beginning(state) for state in states if state.phase is Phase.START]
    kind = {"money": True} if seed >= MONEY_SEED else {"length": before.match.length}
    start = chance.choice([text for text in texts if text])
    match = tavola.Match(position=start, **kind, dice="typed", players=("Anna", "Boris"))
    _play_on(match, chance, games=1 if seed >= MONEY_SEED else 0)
    return match.record


def _play_on(match: tavola.Match, chance: random.Random, games: int) -> None:
    """Play to the end of the match, or for money of so many games."""
    while not match.over:
        state = match.state
        if state.phase is Phase.OVER:
            if 0 < games <= state.game:
                break
            match.next_game()
        elif state.phase is Phase.START and chance.random() < 0.1 and _doubled(match):
            (match.take if chance.random() < 0.7 else match.drop)()
        elif state.phase in (Phase.OPENING, Phase.START):
            match.roll(chance.randint(1, 6), chance.randint(1, 6))
        elif chance.random() < 0.01:
            match.resign(chance.randint(1, turn.most_resigned(state)))
            match.accept()
        else:
            match.play(chance.choice(match.plays))


def _doubled(match: tavola.Match) -> bool:
    try:
        match.double()
    except Refused:
        return False
    return True
