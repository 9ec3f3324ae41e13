"""The golden records: whole matches that must replay to the same end for ever."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tavola.games import GAMES, SHIPPED, find
from tavola.play import log
from tavola.play.verify import verify
from tavola.rules.model.refusal import Refused
from tavola.rules.text.record import Record, fold, result_to_json, same_rules, state_to_json
from tavola.rules.turn.state import Action, Kind, Phase

pytestmark = pytest.mark.plain

FOLDER = Path(__file__).parent / "golden" / "records"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
AGAIN = "if the rules were meant to change: python tests/golden/make_records.py {}"


def golden(name: str) -> tuple[Record, dict[str, Any]]:
    path = FOLDER / f"{name}.json"
    return log.load(path), json.loads(path.read_text("utf-8"))["ends"]


def test_every_game_and_profile_has_its_record() -> None:
    shipped = [GAMES[name] for name in SHIPPED]
    profiles = {f"{game.id}-{profile.name}" for game in shipped for profile in game.profiles}
    assert set(SHIPPED) | profiles <= set(NAMES)
    assert all((FOLDER / f"{name}.json").stat().st_size < 60_000 for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_golden_record(name: str) -> None:
    record, ends = golden(name)
    game = find(record.game)
    assert same_rules(record, game), f"{name} was played by other rules; {AGAIN.format(name)}"
    state = fold(record, game)
    assert state.phase is Phase.END
    assert state.result is not None
    reached = {"state": state_to_json(state), "result": result_to_json(state.result)}
    assert reached == ends, AGAIN.format(name)
    if game.rules.cube:
        assert Kind.TAKE in {event.kind for event in record.events}


@pytest.mark.parametrize("name", ["eureka", "french-2", "no-hit"])
def test_golden_dice(name: str) -> None:
    assert all(check.passed for check in verify(golden(name)[0]))


def test_a_record_of_other_rules_replays() -> None:
    record, ends = golden("eureka")
    foreign = replace(record, digest="0123456789abcdef")
    assert not same_rules(foreign, find("eureka"))
    assert state_to_json(fold(foreign, find("eureka"))) == ends["state"]


@pytest.mark.parametrize("index", [0, 7, 20])
def test_an_impossible_event_is_named(index: int) -> None:
    record, _ = golden("eureka")
    impossible = Action(Kind.TAKE, None)
    events = (*record.events[:index], impossible, *record.events[index:])
    with pytest.raises(Refused) as caught:
        fold(replace(record, events=events), find("eureka"))
    details = caught.value.refusal.details
    assert (details["what"], details["event"], details["reason"]) == ("event", index + 1, "not_now")
