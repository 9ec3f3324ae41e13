"""The commands of the engine protocol, version 2: a checked request in, the fields of the answer
out."""

from __future__ import annotations

from collections.abc import Mapping

from tavola import __version__, games
from tavola.games.agreement import Agreement, of_record
from tavola.play.random_match import CAP, random_playout
from tavola.protocol import allowed_plays, catalogue, opinions, states, teaching
from tavola.protocol.actions import applied, refusal_of, wanted
from tavola.protocol.errors import Json, of_refusal
from tavola.protocol.event_facts import fact_json
from tavola.protocol.fields import Command, Field, Version
from tavola.protocol.state_view import dice_of, score, view
from tavola.protocol.states import read_state, state_json, wished
from tavola.protocol.vocabulary import vocabulary
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.geometry import geometry_of
from tavola.rules.model.ruleset import Side
from tavola.rules.text import record
from tavola.rules.text.notation import NUMBERINGS
from tavola.rules.text.record import Record, result_to_json
from tavola.rules.turn.state import Phase, State

NUMBER = 2
"""This version of the protocol; it rises when an answer changes in a way that programs could
feel."""

READABLE = (1, 2)
"""Versions that are answered when asked for."""

FIELDS: dict[str, Field] = {
    **states.FIELDS,
    **opinions.FIELDS,
    **teaching.FIELDS,
    "protocol": Field(int, low=READABLE[0], high=NUMBER),
    "command": Field(str),
    "profile": Field(str),
    "state": Field(dict),
    "states": Field(bool),
    "plays": Field(bool),
    "steps": Field(bool),
    "texts": Field(bool),
    "offers": Field(bool),
    "offset": Field(int, low=0, high=1_000_000),
    "limit": Field(int, low=1, high=1_000_000),
    "action": Field(dict),
    "actions": Field(list),
    "play": Field(str),
    "numbering": Field(str, values=NUMBERINGS),
    "seed": Field(int, low=0, high=2**53 - 1),
    "cap": Field(int, low=1, high=10_000),
    "record": Field(dict),
}


def _hello(request: Json) -> Json:
    return {
        "name": "tavola",
        "version": __version__,
        "protocol": NUMBER,
        "protocols": list(READABLE),
        "commands": list(COMMANDS),
    }


def _games(request: Json) -> Json:
    return {"games": [catalogue.described(game) for game in games.OFFERED.values()]}


def _new(request: Json) -> Json:
    agreed = wished(request)
    return _shown(agreed, agreed.begin())


def _shown(agreed: Agreement, state: State) -> Json:
    return {"state": state_json(agreed, state), "view": view(state)}


def _state(request: Json) -> Json:
    return _shown(*read_state(request["state"]))


def _apply(request: Json) -> Json:
    agreed, state = read_state(request["state"])
    after, facts = applied(state, wanted(request, state))
    return {**_shown(agreed, after), "facts": [fact_json(*fact) for fact in facts]}


def _why(request: Json) -> Json:
    _, state = read_state(request["state"])
    refusal = refusal_of(request, state)
    return {"refusal": None if refusal is None else of_refusal(refusal)}


def chance(request: Json) -> Json:
    """The dice that may fall now, with their weights, and the action that carries them."""
    _, state = read_state(request["state"])
    throws = turn.throws(state)
    return {
        "kind": None if not throws else "opening" if state.phase is Phase.OPENING else "throw",
        "throws": [{"dice": list(dice), "weight": weight} for dice, weight in throws],
        "total": sum(weight for _, weight in throws),
    }


def _chance(request: Json) -> Json:
    found = chance(request)
    return {"kind": found.pop("kind"), "dice_of": dice_of(read_state(request["state"])[1]), **found}


def result(request: Json) -> Json:
    """Whether the game and the match are over, the last result, the score."""
    _, state = read_state(request["state"])
    return {
        "game_over": state.phase in (Phase.OVER, Phase.END),
        "match_over": state.phase is Phase.END,
        "result": None if state.result is None else result_to_json(state.result),
        "score": score(state),
    }


def pips(request: Json) -> Json:
    """The pips of both sides; null where nothing runs towards an end."""
    _, state = read_state(request["state"])
    if not geometry_of(state.rules).runs:
        return {"pips": None}
    counts = {s.letter: movement.pip_count(state.rules, state.position, s) for s in Side}
    return {"pips": counts}


def _playout(request: Json) -> Json:
    agreed, state, fields = played(request)
    return {"record": fields.pop("record"), **_shown(agreed, state), **fields}


def played(request: Json) -> tuple[Agreement, State, Json]:
    """A match at random: its agreed, where it came to, and its record and result as JSON."""
    agreed = wished(request)
    found = random_playout(
        agreed.game, agreed.options, agreed.match, request["seed"], request.get("cap", CAP)
    )
    ended = found.finished and found.state.result is not None
    fields = {
        "record": found.record.to_json(),
        "unfinished": not found.finished,
        "result": result_to_json(found.state.result) if ended and found.state.result else None,
    }
    return agreed, found.state, fields


def _replay(request: Json) -> Json:
    agreed, state, fields = replayed(request)
    return {**_shown(agreed, state), **fields}


def replayed(request: Json) -> tuple[Agreement, State, Json]:
    """A record's agreed, where it leads, and the number of its events with warnings."""
    paper = record.record_from_json(request["record"])
    agreed = of_record(paper)
    state = record.fold(paper, agreed.game)
    warnings = [] if record.same_rules(paper, agreed.game) else [_other_rules(paper, agreed)]
    return agreed, state, {"events": len(paper.events), "warnings": warnings}


def _other_rules(paper: Record, agreed: Agreement) -> Json:
    message = "the record was played by other rules of this game"
    details = {"record": paper.digest, "rules": agreed.digest}
    return {"code": "other_rules", "message": message, "details": details}


def quit_(request: Json) -> Json:
    """Nothing: the answer ends the process."""
    return {}


GAME = ("options", "match", "profile")
LEGAL = ("plays", "steps", "texts", "states", "offset", "limit", "offers")
COMMANDS: Mapping[str, Command] = {
    "hello": Command(_hello),
    "vocabulary": Command(vocabulary),
    "games": Command(_games),
    "game": Command(catalogue.described_seat, ("game",), GAME),
    "new": Command(_new, ("game",), GAME),
    "state": Command(_state, ("state",)),
    "legal": Command(allowed_plays.legal, ("state",), LEGAL),
    "apply": Command(_apply, ("state",), ("numbering",), ("action", "actions", "play")),
    "why": Command(_why, ("state",), ("numbering",), ("action", "play")),
    "chance": Command(_chance, ("state",)),
    "result": Command(result, ("state",)),
    "pips": Command(pips, ("state",)),
    "evaluate": Command(opinions.evaluate, ("state",), ("depth", "budget")),
    "hint": Command(teaching.hint, ("state",), ("depth", "language", "numbering")),
    "judge": Command(
        teaching.judge,
        ("state",),
        ("depth", "language", "numbering"),
        ("action", "actions", "play"),
    ),
    "best": Command(opinions.best, ("state",), ("depth", "budget", "level", "seed", "count")),
    "cube": Command(opinions.cube, ("state",), ("depth", "budget")),
    "playout": Command(_playout, ("game", "seed"), (*GAME, "cap")),
    "replay": Command(_replay, ("record",)),
    "quit": Command(quit_),
}
"""Every command by its name."""

VERSION = Version(NUMBER, COMMANDS, FIELDS, of_refusal)
