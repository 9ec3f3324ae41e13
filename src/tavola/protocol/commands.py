"""The commands of the engine protocol: a checked request in, the fields of the answer out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from tavola import __version__, games
from tavola.bots.levels import levels_of
from tavola.play.playout import CAP, random_playout
from tavola.protocol import opinions, states
from tavola.protocol.states import Seat, letter, read_state, view
from tavola.protocol.wire import Fault, Field, Json, of_refusal
from tavola.rules import turn
from tavola.rules.model import movement
from tavola.rules.model.declaration import Game
from tavola.rules.model.geometry import GEOMETRIES
from tavola.rules.model.refusal import Refused
from tavola.rules.model.ruleset import Side
from tavola.rules.text import notation, record
from tavola.rules.text.notation import NUMBERINGS
from tavola.rules.turn.state import Action, Fact, Kind, Phase, State, step_action

PROTOCOL = 1
"""Version of the protocol; it rises when an answer changes in a way that programs could feel."""

FIELDS: dict[str, Field] = {
    **states.FIELDS,
    **opinions.FIELDS,
    "command": Field(str),
    "profile": Field(str),
    "state": Field(dict),
    "states": Field(bool),
    "plays": Field(bool),
    "action": Field(dict),
    "actions": Field(list),
    "play": Field(str),
    "numbering": Field(str, values=NUMBERINGS),
    "seed": Field(int, low=0, high=2**53 - 1),
    "cap": Field(int, low=1, high=10_000),
    "record": Field(dict),
}


@dataclass(frozen=True)
class Command:
    """One command: what runs it, the fields it needs, may have, and those of which one is due."""

    run: Callable[[Json], Json]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()


def _hello(request: Json) -> Json:
    return {
        "name": "tavola",
        "version": __version__,
        "protocol": PROTOCOL,
        "commands": list(COMMANDS),
    }


def _games(request: Json) -> Json:
    return {"games": [_game(game) for game in games.GAMES.values()]}


def _game(game: Game) -> Json:
    return {
        "id": game.id,
        "family": game.family,
        "cube": game.rules.cube,
        "checkers": game.rules.checkers,
        "board": game.rules.board.value,
        "rules": game.rules.digest(),
        "levels": [level.name for level in levels_of(game.id, game.rules)],
        "options": [
            {"name": option.name, "default": option.default, "values": list(option.values)}
            for option in game.options
        ],
        "profiles": [
            {
                "name": profile.name,
                "options": dict(profile.options),
                "match": profile.match.to_json(),
                "lengths": list(profile.lengths),
            }
            for profile in game.profiles
        ],
    }


def _new(request: Json) -> Json:
    seat = Seat.of(request)
    return _shown(seat, turn.new_match(seat.rules, seat.match))


def _shown(seat: Seat, state: State) -> Json:
    return {"state": seat.state_json(state), "view": view(state)}


def _state(request: Json) -> Json:
    return _shown(*read_state(request["state"]))


def _legal(request: Json) -> Json:
    seat, state = read_state(request["state"])
    actions = [record.action_to_json(action) for action in turn.legal(state)]
    answer: Json = {"actions": actions, "plays": None}
    if _begins_part(state) and request.get("plays", True):
        show = request.get("states", False)
        answer["plays"] = [_play(seat, state, play, show) for play in turn.plays(state)]
    return answer


def _begins_part(state: State) -> bool:
    return state.phase is Phase.MOVE and state.turn.need > 0 and not state.turn.used


def _play(seat: Seat, state: State, play: movement.Play, show: bool) -> Json:
    steps = [step_action(state.side, code) for code in play.steps]
    texts = {
        numbering: notation.write_play(
            seat.rules, state.position, state.side, play.steps, numbering
        )
        for numbering in NUMBERINGS
    }
    answer = {
        "steps": [record.action_to_json(step) for step in steps],
        "text": texts,
        "position": play.position.to_json(),
    }
    if show:
        answer["state"] = seat.state_json(_applied(state, steps)[0])
    return answer


def _applied(state: State, actions: Iterable[Action]) -> tuple[State, list[Fact]]:
    facts: list[Fact] = []
    for index, action in enumerate(actions):
        try:
            state, more = turn.apply(state, action)
        except Refused as refused:
            error = of_refusal(refused.refusal, index=index)
            raise Fault(error["code"], error["message"], **error["details"]) from None
        facts += more
    return state, facts


def _wanted(request: Json, state: State) -> list[Action]:
    """The actions of a request: one, a list, or a typed play."""
    if "play" in request:
        return list(notation.read_play(state, request["play"], request.get("numbering", "own")))
    given = [request["action"]] if "action" in request else request["actions"]
    return [_signed(state, record.action_from_json(data)) for data in given]


def _signed(state: State, action: Action) -> Action:
    """A step without a side is taken as the step of the side on turn."""
    if action.kind is Kind.STEP and action.side is None:
        return replace(action, side=state.side)
    return action


def _apply(request: Json) -> Json:
    seat, state = read_state(request["state"])
    after, facts = _applied(state, _wanted(request, state))
    return {**_shown(seat, after), "facts": [_fact(fact) for fact in facts]}


def _fact(fact: Fact) -> Json:
    return {"kind": fact.kind, "side": letter(fact.side), "details": dict(fact.details)}


def _why(request: Json) -> Json:
    _, state = read_state(request["state"])
    if "play" in request:
        refusal = notation.why(state, request["play"], request.get("numbering", "own"))
        return {"refusal": None if refusal is None else of_refusal(refusal)}
    (action,) = _wanted(request, state)
    try:
        turn.apply(state, action)
    except Refused as refused:
        return {"refusal": of_refusal(refused.refusal)}
    return {"refusal": None}


def _chance(request: Json) -> Json:
    _, state = read_state(request["state"])
    throws = turn.throws(state)
    return {
        "kind": None if not throws else "opening" if state.phase is Phase.OPENING else "throw",
        "throws": [{"dice": list(dice), "weight": weight} for dice, weight in throws],
        "total": sum(weight for _, weight in throws),
    }


def _result(request: Json) -> Json:
    _, state = read_state(request["state"])
    shown = view(state)
    return {
        "game_over": state.phase in (Phase.OVER, Phase.END),
        "match_over": state.phase is Phase.END,
        "result": shown["result"],
        "score": shown["score"],
    }


def _pips(request: Json) -> Json:
    seat, state = read_state(request["state"])
    if not GEOMETRIES[seat.rules.board].runs:
        return {"pips": None}
    counts = {s.letter: movement.pip_count(seat.rules, state.position, s) for s in Side}
    return {"pips": counts}


def _playout(request: Json) -> Json:
    seat = Seat.of(request)
    played = random_playout(
        seat.game, seat.options, seat.match, request["seed"], request.get("cap", CAP)
    )
    shown = _shown(seat, played.state)
    result = shown["view"]["result"]
    return {
        "record": played.record.to_json(),
        **shown,
        "unfinished": not played.finished,
        "result": result if played.finished else None,
    }


def _replay(request: Json) -> Json:
    paper = record.record_from_json(request["record"])
    game = games.find(paper.game)
    state = record.fold(paper, game)
    chosen = game.chosen(paper.options)
    seat = Seat(game, chosen, game.ruleset(chosen), paper.match)
    warnings = [] if record.same_rules(paper, game) else [_other_rules(paper.digest, seat)]
    return {**_shown(seat, state), "events": len(paper.events), "warnings": warnings}


def _other_rules(digest: str, seat: Seat) -> Json:
    message = "the record was played by other rules of this game"
    details = {"record": digest, "rules": seat.rules.digest()}
    return {"code": "other_rules", "message": message, "details": details}


def _quit(request: Json) -> Json:
    return {}


_GAME = ("options", "match", "profile")
COMMANDS: Mapping[str, Command] = {
    "hello": Command(_hello),
    "games": Command(_games),
    "new": Command(_new, ("game",), _GAME),
    "state": Command(_state, ("state",)),
    "legal": Command(_legal, ("state",), ("plays", "states")),
    "apply": Command(_apply, ("state",), ("numbering",), ("action", "actions", "play")),
    "why": Command(_why, ("state",), ("numbering",), ("action", "play")),
    "chance": Command(_chance, ("state",)),
    "result": Command(_result, ("state",)),
    "pips": Command(_pips, ("state",)),
    "evaluate": Command(opinions.evaluate, ("state",), ("depth",)),
    "best": Command(opinions.best, ("state",), ("depth", "level", "seed", "count")),
    "cube": Command(opinions.cube, ("state",), ("depth",)),
    "playout": Command(_playout, ("game", "seed"), (*_GAME, "cap")),
    "replay": Command(_replay, ("record",)),
    "quit": Command(_quit),
}
"""Every command by its name."""
