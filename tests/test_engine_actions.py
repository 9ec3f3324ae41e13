"""What may be done and what is awaited, through the engine protocol."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest

from engine_talk import START, apply, ask, led_as_told
from hostile import NIGHTLY
from tavola.games import GAMES
from tavola.protocol import state_view
from tavola.protocol.allowed_plays import allowed
from tavola.rules import turn
from tavola.rules.model.match_rules import MatchRules
from tavola.rules.model.refusal import Refused
from tavola.rules.turn.state import Action, Kind, Phase, State


def conceivable(state: State) -> Iterator[dict[str, Any]]:
    """Every action that could be meant; steps from everywhere but points without own checkers."""
    actor = state_view.awaits(state)["side"]
    for do in Kind:
        if do in (Kind.OPENING, Kind.NEXT):
            yield {"do": do.value}
        elif do is Kind.DOUBLE:
            yield from ({"do": do.value, "side": side} for side in "WB")
        elif do is Kind.NAME:
            for a in range(1, 7):
                yield from ({"do": "name", "side": actor, "dice": [a, b]} for b in range(1, a + 1))
        elif do in (Kind.CHOOSE, Kind.RESIGN):
            yield from ({"do": do.value, "side": actor, "number": n} for n in range(8))
        elif do is Kind.STEP:
            sources = [*state.position.points(state.side), "bar", "res", "off"]
            targets = [*range(1, 25), "bar", "res", "off"]
            for number, source, target in product(sorted(set(state.turn.left)), sources, targets):
                step = {"number": number, "from": source, "to": target}
                yield {"do": "step", "side": actor, **step}
        elif do is Kind.CORRECT:
            yield {"do": do.value}
        elif do is Kind.THROW:
            yield from ({"do": do.value, "side": side} for side in "WB")
        else:
            yield {"do": do.value, "side": actor}


def with_dice(action: dict[str, Any], state: State) -> dict[str, Any]:
    """An action with the dice that a program would add."""
    if action["do"] in ("opening", "throw"):
        dice = [3, 1, 2][: turn.awaited(state)]
        return {**action, "dice": dice if state.fixed is None else list(state.fixed)}
    if action["do"] == "correct":
        before = state.previous
        dice = [3, 1] if before is None else [3, 1, 2][: turn.awaited(before)]
        fixed = None if before is None else before.fixed
        return {**action, "dice": dice if fixed is None else list(fixed)}
    return action


def accepted(state: State, data: dict[str, Any]) -> bool:
    try:
        turn.apply(state, Action.from_json(data))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("name", GAMES)
def test_what_is_listed_is_what_is_accepted(name: str) -> None:
    """`legal` names each action that `apply` takes, and no other, all along a match."""
    rng = random.Random(f"agree {name}")
    state = turn.new_match(GAMES[name].rules, MatchRules(length=5, games=None))
    for _ in range(max(NIGHTLY, 24)):
        if state.phase is Phase.END:
            break
        listed = [action.to_json() for action in allowed(state)]
        assert len({json.dumps(one, sort_keys=True) for one in listed}) == len(listed)
        taken = [one for one in conceivable(state) if accepted(state, with_dice(one, state))]
        key = partial(json.dumps, sort_keys=True)
        assert sorted(map(key, listed)) == sorted(map(key, taken))
        action = rng.choice([one for one in listed if one["do"] not in ("undo", "resign", "draw")])
        if action["do"] in ("opening", "throw"):
            action["dice"] = list(rng.choice(turn.throws(state))[0])
        elif action["do"] == "correct":
            continue
        state, _ = turn.apply(state, Action.from_json(action))


def test_a_last_checker_may_leave_with_the_larger_number() -> None:
    """Ruling D15: `legal`, `why` and `apply` say the same of it."""
    state = {"game": "backgammon", "text": "W 22:1 | B 1:15 | W 4-1"}
    step = {"do": "step", "side": "W", "number": 4, "from": 22, "to": "off"}
    assert step in ask(command="legal", state=state)["actions"]
    assert ask(command="why", state=state, action=step)["refusal"] is None
    shown = ask(command="apply", state=state, action=step)["view"]
    assert shown["leads_to"]["what"] == "match_over"
    assert shown["leads_to"]["result"] == {"winner": "W", "points": 2, "how": "gammon"}


def test_a_throw_can_be_put_right() -> None:
    state = ask(
        command="apply",
        state={"game": "backgammon", "text": START + " | W"},
        action={"do": "throw", "dice": [3, 1]},
    )["state"]
    assert {"do": "correct"} in ask(command="legal", state=state)["actions"]
    put_right = ask(command="apply", state=state, action={"do": "correct", "dice": [6, 5]})
    assert put_right["view"]["dice"] == [6, 5]
    assert put_right["facts"][0] == {"kind": "corrected", "side": "W", "details": {}}
    step = {"do": "step", "number": 6, "from": 1, "to": 7}
    moved = ask(command="apply", state=put_right["state"], action=step)["state"]
    assert {"do": "correct"} not in ask(command="legal", state=moved)["actions"]


def test_plays_in_pages_and_in_part() -> None:
    state = {"game": "backgammon", "text": START + " | W 6-5"}
    whole = ask(command="legal", state=state)
    pages: list[Any] = []
    while len(pages) < whole["of"]:
        page = ask(command="legal", state=state, offset=len(pages), limit=7)
        assert page["of"] == whole["of"]
        pages += page["plays"]
    assert pages == whole["plays"]
    assert ask(command="legal", state=state, offset=1000)["plays"] == []
    assert ask(command="legal", state=state, plays=False)["plays"] is None
    for wish in ({}, {"steps": False}, {"texts": False}, {"steps": False, "texts": False}):
        shown = ask(command="legal", state=state, **wish)["plays"]
        names = {"steps", "text", "position"} - {n.removesuffix("s") for n in wish} - set(wish)
        assert [set(play) for play in shown] == [names] * whole["of"]
    offers = {"resign", "draw"}
    assert offers <= {action["do"] for action in whole["actions"]}
    few = ask(command="legal", state=state, offers=False)["actions"]
    assert few == [action for action in whole["actions"] if action["do"] not in offers]


AWAITED: list[tuple[str, str, dict[str, Any], str, str | None, list[str]]] = [
    # game, text, options, what, side, whose dice
    ("backgammon", START, {}, "opening", None, ["W", "B"]),
    ("backgammon", START + " | B", {}, "throw", "B", ["B"]),
    ("backgammon", START + " | B 3-1", {}, "steps", "B", []),
    ("backgammon", START + " | B 3-1 ended:end", {}, "done", "B", []),
    ("open-throw", START + " | W ahead:W3-1", {}, "throw", "W", ["B"]),
    ("open-throw", START + " | W", {}, "throw", "W", ["W"]),
    ("free-choice", START + " | B", {}, "throw", "B", ["B"]),
    ("free-choice", START + " | W", {}, "name", "W", []),
    ("acey-deucey", "W res:15 | B 6:1 res:14 | B 1-2 part:1 choose", {}, "choose", "B", []),
]


@pytest.mark.parametrize(("game", "text", "options", "what", "side", "dice_of"), AWAITED)
def test_what_is_awaited_and_of_whom(
    game: str, text: str, options: dict[str, Any], what: str, side: str | None, dice_of: list[str]
) -> None:
    state = {"game": game, "options": options, "text": text}
    assert ask(command="state", state=state)["view"]["awaits"] == {
        "what": what,
        "side": side,
        "dice_of": dice_of,
    }
    assert ask(command="chance", state=state)["dice_of"] == dice_of


def test_awaited_in_a_match() -> None:
    """The phases that no text can hold: an offer, opening dice to keep, the end of a game."""
    shown = ask(command="new", game="backgammon", options={"opening": "choice"}, match={"games": 2})
    opened = apply(shown, {"do": "opening", "dice": [2, 5]})
    assert opened["view"]["opening"] == [2, 5]
    assert opened["view"]["awaits"] == {"what": "keep_or_throw", "side": "B", "dice_of": ["B"]}
    thrown = apply(opened, {"do": "throw", "dice": [6, 6]})
    resigned = apply(thrown, {"do": "resign", "side": "B", "number": 2})
    assert resigned["view"]["awaits"] == {"what": "answer", "side": "W", "dice_of": []}
    assert resigned["view"]["on_turn"] == "B"
    over = apply(resigned, {"do": "accept"})
    assert over["view"]["awaits"] == {"what": "next", "side": None, "dice_of": []}
    assert over["view"]["result"] == {"winner": "W", "points": 2, "how": "resign"}
    again = apply(over, {"do": "next"})
    assert again["view"]["awaits"]["what"] == "opening"


LED = [
    ("backgammon", START + " | B 3-1 ended:end", "turn", "W", []),
    ("russian", "W res:13 1:2 | B res:15 | W 3-3 part:2 ended:again", "throw", "W", []),
    ("free-choice", START + " | B 3-1 ended:end", "throw", "B", []),
    ("free-choice", START + " | B 3-1 ended:end second", "turn", "W", []),
    ("gioul", "W 1:15 | B 24:14 20:1 | W 4-4 part:1 ended:hand:5x4", "handed", "B", [5, 5, 5, 5]),
    ("gioul", "W 1:15 | B 24:14 20:1 | B heir:6x4 ended:end", "turn", "B", []),
    ("backgammon", "W | B 24:2 | W 3-1 ended:end", "match_over", None, []),
]


@pytest.mark.parametrize(("game", "text", "what", "side", "numbers"), LED)
def test_what_done_leads_to(
    game: str, text: str, what: str, side: str | None, numbers: list[int]
) -> None:
    shown = ask(command="state", state={"game": game, "text": text})
    told = shown["view"]["leads_to"]
    assert (told["what"], told["side"], told["numbers"]) == (what, side, numbers)
    assert (told["result"] is not None) == what.endswith("over")
    led_as_told(told, apply(shown, {"do": "done"})["view"])
