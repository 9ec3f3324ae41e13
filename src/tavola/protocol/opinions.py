"""What the computer thinks, for the engine protocol: chances, the best plays, the cube."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import floor
from typing import Any

from tavola.bots import rule_of_thumb, shipped_nets
from tavola.bots.adviser import Adviser, Candidate
from tavola.bots.cube.chances import Chances
from tavola.bots.exact import tables_for
from tavola.bots.levels import ACCEPTED, THUMB, Level, level_of
from tavola.bots.player import Player
from tavola.bots.search import effort
from tavola.games.agreement import Agreement
from tavola.protocol.errors import Fault, Json
from tavola.protocol.fields import Field
from tavola.protocol.state_view import position_json
from tavola.protocol.states import letter, read_state
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, Phase, State

KEPT = 8
"""Games with their rules, and players, that are kept ready; each has buffers of a megabyte."""
COUNT = 5
"""Candidates that `best` lists unless told otherwise."""
DIGITS = 5
_SCALE = 10.0**DIGITS

FIELDS: dict[str, Field] = {
    "depth": Field(int, low=0, high=effort.DEEPEST),
    "budget": Field(int, low=0, high=effort.MOST),
    "level": Field(str, values=ACCEPTED),
    "count": Field(int, low=1, high=100),
}


def evaluate(request: Json) -> Json:
    """The chances of the side on turn, or of the side that answers an offer."""
    agreed, state = running(request)
    found = adviser(agreed).chances(state, *_look(request))
    side = state.side if state.actor is None else state.actor
    return {"side": letter(side), "chances": _chances(found), "equity": number(found.equity)}


def best(request: Json, shown_as: Callable[[Position], Json] = position_json) -> Json:
    """What may be done now, best first, and what the computer would do at a level."""
    agreed, state = running(request)
    known, actions = _level(agreed, request), None
    if known is THUMB:
        return _by_thumb(state)
    asked, look = adviser(agreed), _look(request)
    if known is not None:
        if "depth" not in request and "budget" not in request:
            look = known.depth, known.budget
        player = _player(agreed.game.id, agreed.rules, known)
        player.sit(request.get("seed", 0))
        actions = _actions(player.choose(state))
    found = asked.candidates(state, *look)
    shown = found[: request.get("count", COUNT)]
    return {
        "side": letter(state.actor),
        "candidates": [candidate(agreed, state, one, shown_as(one.position)) for one in shown],
        "of": len(found),
        "actions": actions,
    }


def _level(agreed: Agreement, request: Json) -> Level | None:
    """The level that plays where one is asked for, or None."""
    name = request.get("level")
    return None if name is None else level_of(agreed.game.id, agreed.rules, name)


def _by_thumb(state: State) -> Json:
    """What the rule of thumb does, which has no opinion on anything else."""
    actions = _actions(tuple(rule_of_thumb.choose(state)))
    return {"side": letter(state.actor), "candidates": [], "of": 0, "actions": actions}


def cube(request: Json) -> Json:
    """Whether to double now, or how to answer the double on the table."""
    agreed, state = running(request)
    look, offer = _look(request), state.offer
    if state.phase is Phase.ANSWER and offer is not None and offer.kind is Kind.DOUBLE:
        taken = adviser(agreed).answer(state, *look)
        worth = {"take": taken.take, "drop": taken.drop, "beaver": taken.beaver}
        return _cube("answer", state, taken.answer.value, worth)
    if state.phase is not Phase.START or not agreed.rules.cube:
        return _cube(None, state, None, None)
    decision = adviser(agreed).cube(state, None, *look)
    found = decision.equities
    worth = {
        "no_double": found.no_double,
        "double_take": found.double_take,
        "double_drop": found.double_drop,
        "double_beaver": found.double_beaver,
    }
    return _cube("double", state, decision.verdict.value, worth)


def _cube(
    decision: str | None, state: State, verdict: str | None, worth: dict[str, Any] | None
) -> Json:
    equities = None if worth is None else {name: number(v) for name, v in worth.items()}
    side = None if decision is None else letter(state.actor)
    return {"decision": decision, "side": side, "verdict": verdict, "equities": equities}


def _look(request: Json) -> tuple[int, int | None]:
    """Depth and budget of a request.  Raises `Fault` (code `unknown_field`) if it has both."""
    if "depth" in request and "budget" in request:
        raise Fault("unknown_field", "depth and budget exclude each other", field="budget")
    return request.get("depth", 0), request.get("budget")


def running(request: Json) -> tuple[Agreement, State]:
    """What was agreed in, and the state of, a game that goes on; in a rotation of that game alone.

    Raises `Fault` or `Refused`.
    """
    agreed, state = read_state(request["state"])
    if state.phase in (Phase.OVER, Phase.END):
        raise refuse("game_over")
    return agreed.playing(state.game), state


def adviser(agreed: Agreement) -> Adviser:
    """Who is asked.  Raises `Fault` (code `no_net`)."""
    problem = shipped_nets.load(agreed.game.id).problem
    if problem is not None:
        raise Fault("no_net", "the net of this game cannot be used", problem=problem.value)
    return made(agreed.game.id, agreed.rules)


@lru_cache(maxsize=KEPT)
def made(game_id: str, rules: Ruleset) -> Adviser:
    """The adviser of a game whose net can be used, by its rules; kept ready."""
    exact = tables_for(rules, compute=False)
    return Adviser(rules, shipped_nets.load(game_id).weights, exact)


@lru_cache(maxsize=KEPT)
def _player(game_id: str, rules: Ruleset, level: Level) -> Player:
    """A player whose net can be used; what belongs to a request goes in by `sit`."""
    weights = shipped_nets.load(game_id).weights
    # No clock: the same request always gets the same answer.
    return Player(rules, level, weights, exact=made(game_id, rules).exact, seconds=None)


def candidate(agreed: Agreement, state: State, one: Candidate, position: Json) -> Json:
    """A candidate as answers have it."""
    codes = [action.code for action in one.actions if action.kind is Kind.STEP]
    text = None
    if codes:
        text = notation.texts_of(agreed.rules, state.position, state.side, codes, one.position)
    return {
        "actions": _actions(one.actions),
        "text": text,
        "position": position,
        "equity": number(one.equity),
        "chances": _chances(one.chances),
        "depth": one.depth,
    }


def _actions(actions: tuple[Action, ...]) -> list[Json]:
    return [action.to_json() for action in actions]


def _chances(found: Chances) -> Json:
    # As `_rounded` does, seven times a candidate: a call costs more than the sum.
    return {name: floor(value * _SCALE + 0.5) / _SCALE for name, value in vars(found).items()}


def number(value: float | None) -> float | None:
    """A figure as answers have it."""
    return None if value is None else _rounded(value)


def _rounded(value: float) -> float:
    """A figure to so many digits, never -0.0; a third of the time that `round` takes."""
    return floor(value * _SCALE + 0.5) / _SCALE
