"""Nobody makes headway: computer players agree to a draw where a wall could be held for ever."""

from __future__ import annotations

import random

import pytest

from tavola.bots.cube.patience import PATIENCE, Patience, may_stay
from tavola.bots.levels import Level
from tavola.bots.player import Player
from tavola.bots.shipped_nets import load
from tavola.games import GAMES, find
from tavola.games.agreement import Wish, agree
from tavola.rules import turn
from tavola.rules.turn.state import Action, Kind, Phase, State

# The side with the wall has fourteen checkers more to bring home; the other has one, behind it.
WALLS = {
    "backwards": "W 2:1 | B 3:2 4:2 5:2 6:2 7:2 8:2 9:2 22:1 | B",
    "free-choice": "W 2:1 10:1 18:2 19:2 20:2 21:2 22:2 23:2 17:1 | B 24:1 1:11 | W",
}


def start(game: str) -> State:
    return agree(Wish(game, position=WALLS[game], games=1)).begin()


def played(game: str, players: tuple[Player, Player], most: int) -> tuple[State, list[Kind]]:
    """How far a game comes in so many actions, and what was done."""
    state, dice, done = start(game), random.Random(1), []
    for _ in range(most):
        if state.phase is Phase.END:
            break
        side = state.actor if state.actor is not None else state.side
        actions = players[side].choose(state)
        if not actions:
            throw = (dice.randint(1, 6), dice.randint(1, 6))
            actions = (Action(Kind.THROW, state.thrower, throw),)
        for action in actions:
            state, _ = turn.apply(state, action)
            done.append(action.kind)
    return state, done


def player(game: str) -> Player:
    state = start(game)
    return Player(state.rules, Level("net"), load(game).weights, seconds=None)


@pytest.mark.parametrize("game", WALLS)
def test_two_computers_end_what_has_no_end(game: str) -> None:
    state, done = played(game, (player(game), player(game)), 4000)
    assert state.phase is Phase.END
    if Kind.AGREE in done:
        assert state.result is not None
        assert state.result.winner is None
    else:  # somebody got out by chance: then it was no wall
        assert Kind.DRAW not in done


def test_in_other_games_nobody_is_ever_tired() -> None:
    for game in GAMES:
        rules = find(game).rules
        state, patience = turn.new_match(rules), Patience()
        met = [patience.lost(turn.new_match(rules)) for _ in range(PATIENCE + 2)]
        assert any(met) == may_stay(rules), game
        assert patience.ebbs(state) == may_stay(rules), game


def test_the_same_state_counts_once_and_an_offer_ends_the_count() -> None:
    patience = Patience()
    state = start("backwards")
    assert not any(patience.lost(state) for _ in range(3 * PATIENCE))
    stands = [start("backwards") for _ in range(PATIENCE)]
    assert [patience.lost(one) for one in stands] == [False] * (PATIENCE - 1) + [True]
    patience.asked()
    assert not patience.lost(start("backwards"))
    assert not patience.ebbs(state)


def test_another_match_and_what_is_taken_back_begin_the_count_anew() -> None:
    patience, later = Patience(), start("free-choice").but(turns=1)
    for _ in range(3 * PATIENCE):
        assert not patience.lost(start("free-choice")), "it stood so in other matches"
        assert not patience.ebbs(start("free-choice"))
        patience.lost(later)
