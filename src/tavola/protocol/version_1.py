"""Version 1 of the engine protocol, as programs of the first release met it: whole, in one file.

It is answered where a program asks for it, and goes with the release after this one.
`tests/golden/engine_protocol_1.txt` holds what it answers, to the byte.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from typing import Any

from tavola import __version__, games
from tavola.bots.levels import NAMES
from tavola.games.agreement import Agreement
from tavola.protocol import allowed_plays, commands, opinions
from tavola.protocol.actions import applied, refusal_of, wanted
from tavola.protocol.catalogue import option_json, profile_json
from tavola.protocol.errors import Json, as_it_is
from tavola.protocol.fields import Command, Field, Version
from tavola.protocol.state_view import view as view_2
from tavola.protocol.states import letter, read_state, state_json, wished
from tavola.rules import turn
from tavola.rules.model.declaration import Game
from tavola.rules.model.movement import Play
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refusal
from tavola.rules.text import notation
from tavola.rules.turn.state import Fact, State, step_action


def _hello(request: Json) -> Json:
    return {"name": "tavola", "version": __version__, "protocol": 1, "commands": list(COMMANDS)}


def _games(request: Json) -> Json:
    return {"games": [_game(game) for game in games.GAMES.values()]}


def _game(game: Game) -> Json:
    return {
        "id": game.id,
        "family": game.family,
        "cube": game.rules.cube,
        "checkers": game.rules.checkers,
        "board": game.rules.board.value,
        "rules": game.digest(),
        "options": [option_json(option) for option in game.options],
        "profiles": [profile_json(profile) for profile in game.profiles],
    }


_SAME = ("cube", "may_double", "offer", "score", "game", "swapped", "crawford", "result")


def _shown(agreed: Agreement, state: State) -> Json:
    found = view_2(state)
    view = {
        "phase": state.phase.value,
        "actor": letter(state.actor),
        "text": found["text"],
        "position": state.position.to_json(),
        **{name: found[name] for name in ("dice", "left", "ahead", "fixed", *_SAME)},
    }
    return {"state": state_json(agreed, state), "view": view}


def _new(request: Json) -> Json:
    agreed = wished(request)
    return _shown(agreed, turn.new_match(agreed.rules, agreed.match, agreed.rotation))


def _state(request: Json) -> Json:
    return _shown(*read_state(request["state"]))


def _legal(request: Json) -> Json:
    agreed, state = read_state(request["state"])
    actions = [action.to_json() for action in turn.legal(state)]
    answer: Json = {"actions": actions, "plays": None}
    if allowed_plays.begins_part(state) and request.get("plays", True):
        show = request.get("states", False)
        answer["plays"] = [_play(agreed, state, play, show) for play in turn.plays(state)]
    return answer


def _play(agreed: Agreement, state: State, play: Play, show: bool) -> Json:
    steps = [step_action(state.side, code) for code in play.steps]
    answer = {
        "steps": [step.to_json() for step in steps],
        "text": notation.texts_of(
            state.rules, state.position, state.side, play.steps, play.position
        ),
        "position": play.position.to_json(),
    }
    if show:
        answer["state"] = state_json(agreed, applied(state, steps)[0])
    return answer


def _apply(request: Json) -> Json:
    agreed, state = read_state(request["state"])
    after, facts = applied(state, wanted(request, state))
    return {**_shown(agreed, after), "facts": [_fact(fact) for _, fact in facts]}


def _fact(fact: Fact) -> Json:
    return {"kind": fact.kind, "side": letter(fact.side), "details": dict(fact.details)}


def _why(request: Json) -> Json:
    _, state = read_state(request["state"])
    refusal = refusal_of(request, state)
    return {"refusal": None if refusal is None else _as_it_was(refusal)}


_NEWER = {"too_few": "not_left", "none_left": "no_such_step"}
"""What refusals that this version does not know were called."""

_MORE = {"not_left": ("needed",), "no_such_step": ("number", "needed")}
"""Details that it does not know."""


def _as_it_was(refusal: Refusal) -> Json:
    code = _NEWER.get(refusal.code, refusal.code)
    return as_it_is(Refusal(code, _as_told(refusal.code, refusal.details)))


def _as_told(code: str, details: Mapping[str, Any]) -> Json:
    """The details that there were, with an action that is none as Python shows it; those of a
    record's event, too."""
    found = {name: one for name, one in details.items() if name not in _MORE.get(code, ())}
    if "details" in found:
        found["details"] = _as_told(str(found.get("reason")), found["details"])
    if code == "bad_action":
        with contextlib.suppress(ValueError):  # it was too long, and is cut off
            found["text"] = str(json.loads(found["text"]))[:120]
    return found


def _best(request: Json) -> Json:
    return opinions.best(request, Position.to_json)


def _playout(request: Json) -> Json:
    agreed, state, fields = commands.played(request)
    return {"record": fields.pop("record"), **_shown(agreed, state), **fields}


def _replay(request: Json) -> Json:
    agreed, state, fields = commands.replayed(request)
    return {**_shown(agreed, state), **fields}


COMMANDS: Mapping[str, Command] = {
    "hello": Command(_hello),
    "games": Command(_games),
    "new": Command(_new, ("game",), commands.GAME),
    "state": Command(_state, ("state",)),
    "legal": Command(_legal, ("state",), ("plays", "states")),
    "apply": Command(_apply, ("state",), ("numbering",), ("action", "actions", "play")),
    "why": Command(_why, ("state",), ("numbering",), ("action", "play")),
    "chance": Command(commands.chance, ("state",)),
    "result": Command(commands.result, ("state",)),
    "pips": Command(commands.pips, ("state",)),
    "evaluate": Command(opinions.evaluate, ("state",), ("depth",)),
    "best": Command(_best, ("state",), ("depth", "level", "seed", "count")),
    "cube": Command(opinions.cube, ("state",), ("depth",)),
    "playout": Command(_playout, ("game", "seed"), (*commands.GAME, "cap")),
    "replay": Command(_replay, ("record",)),
    "quit": Command(commands.quit_),
}

FIELDS = {**commands.FIELDS, "level": Field(str, values=NAMES)}
"""Those of today, less the level that came later."""

VERSION = Version(1, COMMANDS, FIELDS, _as_it_was)
