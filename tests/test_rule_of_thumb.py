"""The rule-of-thumb player: legal everywhere, better than chance, and never foresighted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seats import at_random, play
from tavola.bots import rule_of_thumb
from tavola.games import GAMES
from tavola.play.dice import RecordedDice, SeededDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text import one_line, script
from tavola.rules.text.record import Record
from tavola.rules.turn.state import CHANCE, Cube, Kind, Phase, State


@pytest.mark.parametrize("game", GAMES)
def test_plays_every_game_to_its_end(game: str) -> None:
    """Against itself; `Match.act` lets nothing illegal pass."""
    seed = 7 if game == "backwards" else 1  # Backwards may drag on for thousands of turns
    assert play(Match.start(Record(game), SeededDice(seed)), cap=1500)


@pytest.mark.parametrize("game", ["eureka", "fixed-throw", "gioul", "acey-deucey"])
def test_is_deterministic(game: str) -> None:
    matches = [Match.start(Record(game), SeededDice(5)) for _ in range(2)]
    for match in matches:
        play(match, cap=150)
    assert matches[0].record == matches[1].record


@pytest.mark.parametrize(("game", "least"), [("backgammon", 18), ("puff", 18), ("gioul", 13)])
def test_beats_a_random_player(game: str, least: int) -> None:
    """Of 20 games, half of them with Black; the bounds are wide."""
    options = {} if game == "gioul" else {"cube": False}
    wins = 0
    for seed in range(20):
        match = Match.start(Record(game, options=options), SeededDice(seed))
        own = seed % 2
        seats = (
            (rule_of_thumb.choose, at_random(seed))
            if own == 0
            else (at_random(seed), rule_of_thumb.choose)
        )
        assert play(match, seats)
        wins += match.state.score[own] > 0
    assert wins >= least


@pytest.mark.parametrize("game", ["backgammon", "open-throw", "free-choice"])
def test_sees_no_future_dice(game: str) -> None:
    """Two matches with the same dice so far and other dice to come are played alike so far."""
    past, records = "31316452114426531551" * 2, []
    for future in ("66" * 400, "12" * 400):
        record = Record(game, match=MatchRules(games=9))
        match = Match.start(record, RecordedDice(past + future))
        while sum(event.kind in CHANCE for event in match.record.events) < len(past) // 2:
            assert not play(match, cap=len(match.record.events) + 1)
        records.append(match.record.events)
    assert records[0] == records[1]


# --------------------------------------------------------------------------------------- offers


def state_of(game: str, text: str, line: str = "", match: MatchRules | None = None) -> State:
    rules = GAMES[game].ruleset()
    return script.run(one_line.read(rules, text, match or MatchRules()), line)


def answer(state: State) -> Kind:
    (action,) = rule_of_thumb.choose(state)
    turn.apply(state, action)
    return action.kind


AHEAD = "W 19:5 20:5 21:5 | B 13:5 8:5 6:5 | W"
EVEN = "W 1:2 12:5 17:3 19:5 | B 24:2 13:5 8:3 6:5 | W"
CUBES = [game.id for game in GAMES.values() if game.rules.cube]


@pytest.mark.parametrize("game", CUBES)
def test_an_even_start_is_no_double(game: str) -> None:
    """Also where the two sides begin with different pips; a double there is taken."""
    state = turn.new_match(GAMES[game].ruleset())
    for side in Side:
        begun = replace(state, phase=Phase.START, side=side)
        assert all(action.kind is not Kind.DOUBLE for action in rule_of_thumb.choose(begun))
        assert answer(script.run(begun, "double")) is Kind.TAKE


def test_doubles_ahead_and_drops_behind() -> None:
    assert answer(state_of("backgammon", AHEAD)) is Kind.DOUBLE
    assert answer(state_of("backgammon", AHEAD, "double")) is Kind.DROP
    assert rule_of_thumb.choose(state_of("backgammon", EVEN)) == ()
    assert answer(state_of("backgammon", EVEN, "double")) is Kind.TAKE
    assert rule_of_thumb.choose(state_of("backgammon", AHEAD + " cube:2B")) == ()


def test_reverse_doubles_behind() -> None:
    assert rule_of_thumb.choose(state_of("reverse", AHEAD)) == ()
    assert answer(state_of("reverse", AHEAD.removesuffix("W") + "B")) is Kind.DOUBLE
    assert answer(state_of("reverse", AHEAD.removesuffix("W") + "B", "double")) is Kind.DROP


TRAPPED = "W 1:15 | B 2:1 3:1 4:1 5:1 6:1 7:1 24:9 | B"
"""White hits with every throw."""


def test_no_hit_doubles_against_danger() -> None:
    assert answer(state_of("no-hit", TRAPPED)) is Kind.DOUBLE
    assert answer(state_of("no-hit", TRAPPED, "double")) is Kind.DROP
    assert answer(state_of("no-hit", TRAPPED[:-1] + "W", "double")) is Kind.TAKE


def test_no_hit_does_not_hit() -> None:
    state = state_of("no-hit", "W 1:1 10:1 | B 12:1 14:1 | W 2-4")
    for action in rule_of_thumb.choose(state):
        state, _ = turn.apply(state, action)
    assert not state.turn.hit


def test_the_score_decides_too() -> None:
    """No double that wins nothing; no drop that loses the match."""
    match = MatchRules(length=3, games=None)
    state = replace(state_of("backgammon", AHEAD, match=match), score=(2, 1))
    assert rule_of_thumb.choose(state) == ()
    assert answer(script.run(state, "double")) is Kind.TAKE
    assert answer(replace(state, score=(1, 2))) is Kind.DOUBLE


def test_a_beaver_is_answered() -> None:
    money = MatchRules(games=None, beavers=True)
    state = state_of("backgammon", AHEAD, "double; beaver", match=money)
    assert answer(state) is Kind.TAKE
    state = state_of("backgammon", AHEAD.removesuffix("W") + "B", "double; beaver", match=money)
    assert answer(state) is Kind.DROP


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_offer_is_answered(game: str) -> None:
    """At the start of a turn and in the middle of a throw, in every game."""
    match = Match.start(Record(game), SeededDice(3))
    play(match, cap=8)
    while match.state.actor is None or match.state.phase is Phase.ANSWER:
        assert not play(match, cap=len(match.record.events) + 1)
    state = match.state
    for line in ("resign 1", "draw"):
        assert answer(script.run(state, line)) in turn_kinds(script.run(state, line))
    if turn.may_double(state, state.side):
        assert answer(script.run(state, "double")) in (Kind.TAKE, Kind.DROP)


def turn_kinds(state: State) -> set[Kind]:
    return {action.kind for action in turn.legal(state)}


def test_resignations() -> None:
    gammon = "W 24:2 | B 13:5 8:5 23:5 | B"
    assert answer(state_of("backgammon", gammon, "resign 1")) is Kind.REFUSE
    assert answer(state_of("backgammon", gammon, "resign 2")) is Kind.REFUSE
    assert answer(state_of("backgammon", gammon, "resign 3")) is Kind.ACCEPT
    plain = "W 24:2 | B 6:5 | B"
    assert answer(state_of("backgammon", plain, "resign 1")) is Kind.ACCEPT
    for game in ("reverse", "mexican", "acey-deucey"):
        assert answer(state_of(game, "W 24:2 | B 13:5 8:5 | B", "resign 1")) is Kind.ACCEPT


def test_draws() -> None:
    assert answer(state_of("backgammon", EVEN, "draw")) is Kind.DECLINE
    assert answer(state_of("backgammon", AHEAD, "draw")) is Kind.AGREE
    stuck = replace(state_of("backgammon", EVEN), idle=2)
    assert answer(script.run(stuck, "draw")) is Kind.AGREE


def test_goes_on_in_the_middle_of_a_part() -> None:
    state = state_of("backgammon", EVEN, "3-1; 17/20")
    (action,) = rule_of_thumb.choose(state)
    assert action in turn.next_steps(state)
    assert rule_of_thumb.choose(turn.apply(state, action)[0])[0].kind is Kind.DONE


def test_waits_for_dice_and_goes_to_the_next_game() -> None:
    assert rule_of_thumb.choose(turn.new_match(Ruleset())) == ()
    state = state_of("backgammon", EVEN, "resign 1; accept", MatchRules(games=2))
    assert [action.kind for action in rule_of_thumb.choose(state)] == [Kind.NEXT]
    ended = state_of("backgammon", EVEN, "resign 1; accept")
    assert rule_of_thumb.choose(ended) == ()


def test_the_namer_names_a_throw_it_can_use() -> None:
    state = turn.new_match(GAMES["free-choice"].ruleset())
    (action,) = rule_of_thumb.choose(state)
    assert action.kind is Kind.NAME
    assert turn.apply(state, action)[0].turn.need == 2


def test_a_double_that_is_not_allowed_is_not_offered() -> None:
    state = state_of("backgammon", AHEAD)
    for forbidden in (
        replace(state, crawford="now"),
        replace(state, cube=Cube(2, Side.BLACK)),
        replace(state, fresh=False),
    ):
        assert rule_of_thumb.choose(forbidden) == ()
