"""Taking back: for every kind of dice and every log the match is again what it was."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from disks import failing
from seats import at_random, play
from stored import DICE, refused, sealed
from tavola.play.dice import RecordedDice, SeededDice, Source, SystemDice, TypedDice
from tavola.play.log import load
from tavola.play.match import Match
from tavola.rules.model.declaration import Value
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.ruleset import Side
from tavola.rules.model.throws import Throw
from tavola.rules.text.record import Record
from tavola.rules.turn.state import Action, Kind

SOURCES: dict[str, Callable[[], Source]] = {
    **DICE,
    "system": SystemDice,
    "recorded": lambda: RecordedDice("".join(f"{a}{b}" for a, b in throws(300))),
}


def throws(count: int) -> list[Throw]:
    rng = random.Random(4)
    return [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(count)]


def begun(kind: str, path: Path | None = None, game: str = "fixed-throw") -> Match:
    """A match with some events, far from its end."""
    options: dict[str, Value] = {"doubles": False} if game == "fixed-throw" else {}
    record = Record(game, options, MatchRules(games=9))
    match = Match.start(record, SOURCES[kind](), path)
    play(match, (at_random(1), at_random(2)), cap=80)
    return match


def same(match: Match, other: Match) -> None:
    assert match.state == other.state
    assert match.record.events == other.record.events
    assert match.last_play == other.last_play
    assert match.moments() == other.moments()
    assert [match.at(n) for n in (0, 1, match.seq)] == [other.at(n) for n in (0, 1, other.seq)]


@pytest.mark.parametrize("game", ["fixed-throw", "gioul", "backgammon"])
@pytest.mark.parametrize("kind", sorted(SOURCES))
def test_the_dice_fall_again_as_they_fell(kind: str, game: str) -> None:
    match = begun(kind, game=game)
    events, rng = match.record.events, random.Random(kind)
    for _ in range(6):
        to = rng.randrange(match.seq)
        match.back(to)
        short = Match.start(match.agreed, TypedDice())
        for event in events[:to]:
            short.act(event)
        same(match, short)
        for event in events[to:]:
            if event.kind in (Kind.OPENING, Kind.THROW):
                assert match.throw() is not None
                assert match.record.events[-1] == event
            else:
                match.act(event)
        assert match.record.events == events


@pytest.mark.parametrize("kind", sorted(SOURCES))
def test_a_file_holds_what_is_left(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "m"
    match = begun(kind, path)
    before = path.read_bytes()
    match.back(50)
    assert load(path).events == match.record.events
    assert before.startswith(path.read_bytes())
    match.close()
    again = Match.resume(path)
    assert again.state == match.state
    again.back(again.seq - 1)
    again.close()
    assert len(load(path).events) == 49


def test_a_file_that_cannot_be_cut_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m"
    match = begun("seed", path)
    before, state = path.read_bytes(), match.state

    with monkeypatch.context() as patch:
        failing(patch)
        with pytest.raises(OSError, match="broken"):
            match.back(3)
    assert path.read_bytes() == before
    assert match.state is state
    match.back(3)
    assert load(path).events == match.record.events
    match.close()


def test_nothing_is_taken_back_once_the_secret_is_out() -> None:
    match = Match.start(Record("eureka"), sealed())
    assert play(match)
    assert refused(match.back, 0)[0] == "match_over"
    open_dice = Match.start(Record("eureka"), SeededDice(1))
    assert play(open_dice)
    open_dice.back(open_dice.seq - 1)
    assert not open_dice.over
    for to in (-1, open_dice.seq + 1):
        assert refused(open_dice.back, to)[0] == "nothing_to_undo"


def test_trying_changes_nothing() -> None:
    match = begun("seed", game="backgammon")
    state, record = match.state, match.record
    resign = Action(Kind.RESIGN, state.side, number=1)
    moments = match.tried([resign, Action(Kind.REFUSE, state.side.other), resign])
    assert [moment.n for moment in moments] == [match.seq + 1, match.seq + 2, match.seq + 3]
    assert match.state is state
    assert match.record is record
    assert refused(match.act, resign, resign)[0] == "not_your_turn"
    assert match.state is state
    match.enter(moments)
    assert match.state is moments[-1].state


def test_only_one_throw_is_known_ahead() -> None:
    match = Match.start(Record("puff", options={"opening": "fresh"}), SeededDice(3))
    dice = match.dice.throw(match.state)
    opening = Action(Kind.OPENING, None, dice)
    assert refused(match.tried, [opening, Action(Kind.OPENING, None, dice)])[0] == "not_now"
    match.act(opening)


def test_the_last_decision_of_a_match_with_changing_colours() -> None:
    record = Record("snake", match=MatchRules(games=2))
    match = Match.start(record, SeededDice(5))
    assert match.last_decision([Side.WHITE]) is None
    play(match, cap=30)
    found = match.last_decision(list(Side))
    assert found is not None
    match.back(found)
    again = match.last_decision(list(Side))
    assert again is None or again < found
