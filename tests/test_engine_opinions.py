"""What the computer thinks, through the engine protocol."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine_talk import SEAT, START, ask, error
from nets import constant_weights, keep, random_weights
from tavola.bots import shipped_nets
from tavola.bots.exact import tables_for
from tavola.bots.levels import NAMES, level_of
from tavola.bots.player import Player
from tavola.games.agreement import of_record
from tavola.protocol import opinions
from tavola.protocol.states import read_state, state_json
from tavola.rules import turn
from tavola.rules.kernel import backend
from tavola.rules.text import record


@pytest.fixture
def nets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Random nets for some games."""
    weights = random_weights()
    for game in ("backgammon", "acey-deucey", "free-choice", "pin"):
        keep(tmp_path, game, weights, monkeypatch)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Let nobody be asked who knows other nets."""
    shipped_nets.forget()
    for kept in (opinions.made, opinions._player):
        kept.cache_clear()


@pytest.mark.plain
@pytest.mark.parametrize("game", ["backgammon", "acey-deucey", "free-choice", "pin"])
def test_the_computer_plays_through_the_protocol(game: str, nets: Path) -> None:
    """Its actions are applied as they come; what it thinks fits the schema everywhere."""
    rng = random.Random(game)
    shown = ask(command="new", game=game, match={"length": 3, "games": None})
    for round_ in range(40 if backend.compiled else 6):
        state, awaited = shown["state"], shown["view"]["awaits"]["what"]
        if awaited == "nothing":
            break
        if awaited != "next":
            found = ask(command="evaluate", state=state)
            assert found["equity"] == pytest.approx(
                found["chances"]["gain"] - found["chances"]["loss"], abs=1e-4
            )
            ask(command="cube", state=state)
        level = ("beginner", "expert")[round_ % 2]
        if awaited == "next":
            shown = ask(command="apply", state=state, action={"do": "next"})
            continue
        best = ask(command="best", state=state, level=level, seed=round_, count=2)
        assert best == ask(command="best", state=state, level=level, seed=round_, count=2)
        assert len(best["candidates"]) == min(best["of"], 2)
        equities = [one["equity"] for one in best["candidates"]]
        assert equities == sorted(equities, reverse=True)
        if best["actions"]:
            shown = ask(command="apply", state=state, actions=best["actions"])
            continue
        chance = ask(command="chance", state=state)
        action = {"do": chance["kind"], "dice": rng.choice(chance["throws"])["dice"]}
        shown = ask(command="apply", state=state, action=action)


def decided(state: dict[str, Any], level: str, seed: int) -> list[dict[str, Any]]:
    """What a player decides that was made for this one question."""
    agreed, found = read_state(state)
    game = agreed.game.id
    known = level_of(game, agreed.rules, level)
    weights = shipped_nets.load(game).weights
    exact = tables_for(agreed.rules, compute=False)
    player = Player(agreed.rules, known, weights, seed, exact, seconds=None)
    return [action.to_json() for action in player.choose(found)]


@pytest.mark.parametrize("game", ["backgammon", "acey-deucey", "free-choice"])
def test_a_player_that_is_kept_decides_like_a_new_one(game: str, nets: Path) -> None:
    """Whatever was asked before, of whom, and by which seed."""
    rng = random.Random(game)
    paper = record.record_from_json(ask(command="playout", game=game, seed=20261122)["record"])
    agreed = of_record(paper)
    states = [agreed.begin()]
    for event in paper.events[:60]:
        states.append(turn.apply(states[-1], event)[0])
    for _ in range(40 if backend.compiled else 8):
        state, level = state_json(agreed, rng.choice(states)), rng.choice(NAMES[:-1])
        seed = rng.randrange(4)
        best = ask(command="best", state=state, level=level, seed=seed)
        assert best["actions"] == decided(state, level, seed)
    assert 0 < opinions._player.cache_info().currsize <= opinions.KEPT


@pytest.mark.skipif(not backend.compiled, reason="plain, it looks only where tables are kept")
def test_a_player_that_is_kept_resigns_again(nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table it resigns once a game, to a request whenever it is asked."""
    never = 1e-5
    keep(nets, "backgammon", constant_weights(never, never, never, 0.5, never), monkeypatch)
    text = "W 24:1 | B 6:8 5:4 | B"
    lost = ask(command="state", state={"game": "backgammon", "text": text})["state"]
    first = ask(command="best", state=lost, level="expert")["actions"]
    assert [one["do"] for one in first] == ["resign"]
    assert ask(command="best", state=lost, level="expert")["actions"] == first


def test_the_cube_through_the_protocol(nets: Path) -> None:
    state = ask(command="state", state={"game": "backgammon", "text": START + " | W"})["state"]
    asked = ask(command="cube", state=state)
    assert asked["decision"] == "double"
    assert asked["equities"]["double_drop"] == 1.0
    doubled = ask(command="apply", state=state, action={"do": "double", "side": "W"})["state"]
    answered = ask(command="cube", state=doubled)
    assert (answered["decision"], answered["side"]) == ("answer", "B")
    assert answered["verdict"] in ("take", "drop")
    assert answered["equities"]["drop"] == -1.0
    assert ask(command="best", state=doubled)["candidates"] == []
    reply = ask(command="best", state=doubled, level="club")["actions"]
    assert [one["do"] for one in reply] in (["take"], ["drop"])
    kept = {**SEAT, "game": "acey-deucey", "text": "W 1:15 | B 24:15 | W"}
    assert ask(command="cube", state=kept)["decision"] is None


@pytest.mark.parametrize(
    ("game", "turn", "options"),
    [
        ("backgammon", "W cube:2B", {}),
        ("backgammon", "W cube:2W", {"cube_ban": True}),
        ("free-choice", "B second", {}),
        ("backgammon", "W", {"opening": "choice"}),
    ],
)
def test_a_side_that_may_not_double_is_told_so(
    game: str, turn: str, options: dict[str, Any], nets: Path
) -> None:
    match = {"length": 3}
    state = {"game": game, "options": options, "match": match, "text": f"{START} | {turn}"}
    if "opening" in options:
        begun = {**state, "text": START}
        opening = {"do": "opening", "dice": [3, 1]}
        state = ask(command="apply", state=begun, action=opening)["state"]
    assert ask(command="state", state=state)["view"]["may_double"] == []
    found = ask(command="cube", state=state)
    assert (found["decision"], found["verdict"]) == ("double", "no_cube")
    assert found["equities"]["no_double"] is not None


def test_opinions_that_cannot_be_had(nets: Path) -> None:
    puff = {"game": "puff", "text": "W res:15 | B res:15 | W"}
    for command in ("evaluate", "best", "cube"):
        found = error({"command": command, "state": puff})
        assert (found["code"], found["details"]) == ("no_net", {"problem": "missing"})
    (nets / "backgammon.net").write_bytes(b"no net")
    shipped_nets.forget()
    found = error({"command": "best", "state": SEAT, "level": "master"})
    assert found["details"] == {"problem": "damaged"}
    for more in ({"depth": 3}, {"depth": -1}, {"depth": True}, {"level": "god"}, {"count": 0}):
        code = error({"command": "best", "state": SEAT, **more})["code"]
        assert code in ("bad_value", "wrong_type")
    over = ask(command="new", game="pin", match={"games": 2})["state"]
    over = ask(
        command="apply",
        state=over,
        actions=[
            {"do": "opening", "dice": [6, 1]},
            {"do": "resign", "side": "W", "number": 1},
            {"do": "accept", "side": "B"},
        ],
    )["state"]
    assert error({"command": "evaluate", "state": over})["code"] == "game_over"
