"""What `verify` finds, and what it lets pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from seats import play
from tavola.play.dice import RecordedDice, SealedDice, SeededDice, Source, SystemDice, TypedDice
from tavola.play.match import Match
from tavola.play.verify import Check, verify
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Ruleset, Side
from tavola.rules.text.record import Record, record_from_json
from tavola.rules.turn.state import Action, Kind
from tavola.words.checks import checked
from tavola.words.speaker import Speaker
from tavola.words.translations import Words

pytestmark = pytest.mark.plain

SECRET = "0123456789abcdef" * 4
DICE: dict[str, Callable[[], Source]] = {
    "system": SystemDice,
    "seed": lambda: SeededDice(2),
    "record": lambda: RecordedDice("2616345213651245561143" * 40),
    "sealed": lambda: SealedDice(SECRET, "match-1", ("a", "b")),
}


@cache
def record(kind: str, game: str = "eureka", games: int = 1) -> Record:
    match = Match.start(Record(game, match=MatchRules(games=games)), DICE[kind]())
    assert play(match)
    return match.record


def found(record: Record) -> dict[str, bool | None]:
    return {check.name: check.passed for check in verify(record)}


def check(record: Record, name: str) -> Check:
    return next(check for check in verify(record) if check.name == name)


def with_dice(record: Record, **changes: Any) -> Record:
    return replace(record, dice={**record.dice, **changes})


def with_event(record: Record, index: int, event: Action) -> Record:
    return replace(record, events=(*record.events[:index], event, *record.events[index + 1 :]))


@pytest.mark.parametrize("game", ["eureka", "fixed-throw", "free-choice", "open-throw"])
def test_sound_records(game: str) -> None:
    assert found(record("sealed", game)) == dict.fromkeys(
        ("rules", "events", "commitment", "seeds", "dice"), True
    )
    assert found(record("seed", game, games=2)) == dict.fromkeys(("rules", "events", "dice"), True)


def test_dice_of_a_record() -> None:
    sound = record("record")
    assert found(sound)["dice"] is True
    assert found(with_dice(sound, throws="1" + str(sound.dice["throws"])[1:]))["dice"] is False
    assert found(with_dice(sound, throws=str(sound.dice["throws"])[:20]))["dice"] is None


def test_dice_that_cannot_be_checked() -> None:
    assert found(record("system")) == {"rules": True, "events": True, "dice": None}
    match = Match.start(Record("backgammon"), TypedDice())
    match.act(Action(Kind.OPENING, None, (6, 5)))
    match.act(Action(Kind.CORRECT, None, (3, 1)))
    assert found(match.record)["dice"] is None


@pytest.mark.parametrize("throws", ["", "26", "2616345213651245"])
def test_throws_that_come_to_their_end_cannot_be_checked(throws: str) -> None:
    kept = record("record")
    assert found(kept)["dice"] is True
    assert found(with_dice(kept, throws=throws))["dice"] is None
    assert found(with_dice(kept, throws="11" + throws))["dice"] is False


def test_an_illegal_event_is_named() -> None:
    sound = record("seed")
    bad = with_event(sound, 4, Action(Kind.STEP, Side.WHITE, None, 6, 1, 7))
    assert found(bad) == {"rules": True, "events": False}
    reason = check(bad, "events").reason
    assert reason is not None
    assert (reason.code, reason.details["event"]) == ("bad_record", 5)
    trailing = replace(sound, events=(*sound.events, Action(Kind.DONE, Side.WHITE)))
    reason = check(trailing, "events").reason
    assert reason is not None
    assert reason.details["event"] == len(sound.events) + 1
    assert reason.details["reason"] == "match_over"


@pytest.mark.parametrize("kind", ["seed", "sealed"])
def test_changed_dice_are_named(kind: str) -> None:
    """Every throw with its dice exchanged: the same numbers to play, but not the draw."""
    sound, number, caught = record(kind), 0, 0
    for index, event in enumerate(sound.events):
        if event.dice is None:
            continue
        number += 1
        changed = with_event(sound, index, replace(event, dice=event.dice[::-1]))
        if event.kind is Kind.OPENING or event.dice[0] == event.dice[1]:
            continue
        caught += 1
        reason = check(changed, "dice").reason
        assert reason is not None
        assert (reason.code, reason.details["throw"]) == ("other_dice", number)
    assert caught > 3


def test_other_streams() -> None:
    assert found(with_dice(record("seed"), seed=3))["dice"] is False
    assert found(with_dice(record("sealed"), seeds=["a", "c"]))["dice"] is False
    renamed = found(with_dice(record("sealed"), id="match-2"))
    assert (renamed["commitment"], "dice" in renamed) == (False, False)


def test_corrected_dice_were_not_thrown() -> None:
    """A record cannot hide a second draw behind a correction."""
    match = Match.start(Record("backgammon"), SeededDice(2))
    match.throw()
    first = match.record.events[0]
    events = (first, Action(Kind.CORRECT, None, first.dice))
    assert found(replace(match.record, events=events))["dice"] is False


@pytest.mark.parametrize(
    "changes",
    [
        {"commitment": "0" * 64},
        {"commitment": None},
        {"secret": "f" * 64},
        {"secret": "no"},
        {"secret": 7},
        {"id": 7},
        {"seeds": "ab"},
        {"seeds": ["a", "b", "c"]},
        {"seeds": ["a" * 10**6, "b"]},
    ],
)
def test_a_seal_that_does_not_hold(changes: Mapping[str, Any]) -> None:
    bad = with_dice(record("sealed"), **changes)
    assert found(bad) == {"rules": True, "events": True, "commitment": False}
    assert check(bad, "commitment").reason is None


def test_records_of_the_older_scheme_are_checked_as_what_they_were() -> None:
    dice = {name: record("sealed").dice[name] for name in ("kind", "id", "commitment", "seeds")}
    old = replace(record("sealed"), dice={**dice, "secret": SECRET})
    assert found(old) == {**found(record("sealed")), "seeds": None}
    reason = check(old, "seeds").reason
    assert reason is not None
    assert reason.code == "old_seal"
    assert found(with_dice(old, seeds=["a", "c"]))["dice"] is False


def test_the_program_cannot_choose_a_seed() -> None:
    """The seed of who gives none follows from the secret; any other is named."""
    dice = SealedDice(SECRET, "match-1", open=True)
    dice.give(0, "a")
    match = Match.start(Record("eureka"), dice.fixed())
    assert play(match)
    sound = match.record
    assert sound.dice["by"] == ["player", "program"]
    assert set(found(sound).values()) == {True}
    chosen = Match.start(
        Record("eureka"), SealedDice(SECRET, "match-1", ("a", "ground"), ("player", "program"))
    )
    assert play(chosen)
    assert found(chosen.record) == {**found(sound), "seeds": False}
    reason = check(chosen.record, "seeds").reason
    assert reason is not None
    assert dict(reason.details) == {"player": 2}


def test_a_missing_reveal() -> None:
    sound = record("sealed")
    dice = {name: value for name, value in sound.dice.items() if name != "secret"}
    over = check(replace(sound, dice=dice), "commitment")
    assert over.reason is not None
    assert (over.passed, over.reason.code) == (False, "not_revealed")
    running = check(replace(sound, dice=dice, events=sound.events[:9]), "commitment")
    assert running.reason is not None
    assert (running.passed, running.reason.code) == (None, "still_running")


def test_rules_of_another_day_are_a_warning() -> None:
    other = replace(record("seed"), digest="0" * 16)
    checks = verify(other)
    assert found(other) == {"rules": False, "events": True, "dice": True}
    assert not any(check.failed for check in checks)
    assert found(replace(other, digest=""))["rules"] is None
    assert any(check.failed for check in verify(with_dice(other, seed=3)))


@pytest.mark.parametrize(
    "dice",
    [
        {"kind": "laser"},
        {"kind": "seed", "seed": True},
        {"kind": "seed", "seed": 10**4000},
        {"kind": []},
    ],
)
def test_hostile_headers(dice: dict[str, Any]) -> None:
    bad = record_from_json({**record("seed").to_json(), "dice": dice})
    reason = check(bad, "dice").reason
    assert reason is not None
    assert reason.code == "bad_dice_source"


@pytest.mark.parametrize("changes", [{"game": "chess"}, {"options": {"opening": 7}}])
def test_unknown_games_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        verify(record_from_json({**record("seed").to_json(), **changes}))


def test_dice_that_agree_with_a_record_are_not_called_sealed() -> None:
    """Whoever changed them in both places has nothing to fear from the check, and it says so."""
    found = verify(record("record"))[-1]
    told = checked(Speaker(Words("en"), Ruleset(), "booklet"), found.name, found.passed, None)
    expected = "The dice are those of the sealed stream, the seed or the other record: yes."
    assert told == expected
