"""Milestones: a match that goes on from one is the match that was played through."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from scripts.signature import KEPT

from seats import Seat, at_random
from tavola.bots import rule_of_thumb
from tavola.games import GAMES
from tavola.games.agreement import Wish, agree
from tavola.play import match as matches
from tavola.play import milestone
from tavola.play.dice import SealedDice
from tavola.play.match import Match
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import CHANCE, Action, Kind, Phase, State

pytestmark = pytest.mark.plain

EVENTS = 160 if backend.compiled else 80
SECRET = "0123456789abcdef" * 4


def sealed() -> SealedDice:
    return SealedDice(SECRET, "match-1", ("", ""))


def test_of_other_rules_they_are_not_read() -> None:
    assert int(KEPT.read_text(encoding="ascii")) == milestone.SIGNATURE


def chosen(state: State, seats: tuple[Seat, Seat]) -> tuple[Action, ...]:
    """What is done next; nothing where dice must fall."""
    steps = turn.next_steps(state) if state.phase is Phase.MOVE else ()
    if steps:
        return (steps[state.turns % len(steps)],)
    return (rule_of_thumb.choose if state.actor is None else seats[state.player(state.actor)])(
        state
    )


def grown(game: str, events: int) -> tuple[Match, list[dict[str, Any]]]:
    """A match with so many events, some taken back again, and what was kept of it on the way."""
    dice = sealed()
    record = agree(Wish(game, games=9)).record(("", ""))
    match = Match(replace(record, dice=dice.header()), dice)
    seats, rng, kept = (at_random(1), at_random(2)), random.Random(3), list[dict[str, Any]]()
    while match.seq < events and not match.over:
        found = match.milestone
        if found is not None:
            kept.append(json.loads(json.dumps(found.to_json())))
            match.kept(found)
        state = match.state
        doubles = [action for action in turn.legal(state) if action.kind is Kind.DOUBLE]
        actions = chosen(state, seats)
        if doubles and rng.random() < 0.2:
            actions = (doubles[0],)
        for action in actions:
            match.act(action)
        if not actions:
            assert match.throw() is not None
        if rng.random() < 0.02 and not match.over:
            to = match.seq - rng.randrange(min(match.seq, 12))
            match.back(to)
            kept = [one for one in kept if one["n"] <= to]
    return match, kept


@pytest.mark.no_cover
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_match_goes_on_from_a_milestone(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MILE", 7)
    match, kept = grown(game, EVENTS)
    record = match.record
    assert len(kept) > 5
    for upto in (len(kept), len(kept) // 2, 1):
        woken = Match(record, sealed(), milestones=kept[:upto])
        played = Match(record, sealed())
        for one in (woken, played):
            assert one.state == match.state
            assert one.record == record
        assert woken.last_play == played.last_play
        for n in (0, 1, kept[0]["n"], kept[upto - 1]["n"], match.seq - 1, match.seq):
            assert woken.at(n) == played.at(n)
        assert woken.moments() == played.moments()
        _go_on(woken, played)


def _go_on(one: Match, other: Match) -> None:
    """What comes next, dice and all, is the same."""
    seats = (at_random(5), at_random(6))
    for _ in range(25):
        state = other.state
        if state.phase is Phase.END:
            return
        actions = chosen(state, seats)
        for match in (one, other):
            for action in actions:
                match.act(action)
            if not actions:
                assert match.throw() is not None
        assert one.state == other.state
        assert one.dice.drawn == other.dice.drawn
    throws = [event.dice for event in one.events if event.kind in CHANCE]
    assert throws == [event.dice for event in other.events if event.kind in CHANCE]


def test_milestones_that_cannot_be_right_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MILE", 7)
    match, kept = grown("backgammon", 60)
    bad: list[Any] = [
        {**kept[0], "n": match.seq + 1},
        {**kept[0], "n": 0},
        {**kept[0], "v": [1, 2]},
        {**kept[0], "state": {}},
        {**kept[0], "state": {**kept[0]["state"], "row": "zz"}},
        {},
        [],
        None,
    ]
    assert Match(match.record, sealed(), milestones=bad).state == match.state


def test_a_long_match_is_woken_from_its_last_milestone(monkeypatch: pytest.MonkeyPatch) -> None:
    match, kept = grown("backgammon", 1500)
    assert len(kept) >= match.seq // (matches.MILE + 30)
    count = 0
    apply = turn.apply

    def counted(*given: Any) -> Any:
        nonlocal count
        count += 1
        return apply(*given)

    monkeypatch.setattr(turn, "apply", counted)
    Match(match.record, sealed(), milestones=kept)
    assert count < 1.2 * matches.MILE
    broken = replace(match.record, events=(*match.record.events, match.record.events[0]))
    with pytest.raises(Refused) as caught:
        Match(broken, sealed(), milestones=kept)
    assert caught.value.refusal.details["event"] == match.seq + 1
