"""Hints with reasons, and what a decision gives away, for the engine protocol: facts as codes with
numbers, and the same as sentences in the language that is asked for."""

from __future__ import annotations

from functools import lru_cache

from tavola.bots.adviser import Candidate
from tavola.games.agreement import Agreement
from tavola.protocol import opinions
from tavola.protocol.actions import applied, wanted
from tavola.protocol.errors import Json
from tavola.protocol.fields import Field
from tavola.protocol.state_view import position_json
from tavola.protocol.states import letter
from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Ruleset
from tavola.rules.text import notation
from tavola.rules.turn.state import Action, Kind, State
from tavola.study import spoken
from tavola.study.questions import Question, of_action, of_play
from tavola.study.reasons import Fact
from tavola.study.teacher import CubeHint, Hint, Teacher
from tavola.study.verdicts import Decision, Way

FIELDS: dict[str, Field] = {"language": Field(str, values=spoken.LANGUAGES)}


def hint(request: Json) -> Json:
    """What to do now and why: the best plays with the one that comes to mind, or the cube."""
    agreed, state = opinions.running(request)
    found = _teacher(agreed).hint(state, request.get("depth", 0))
    speaker = _speaker(request, state, None)
    return {
        "side": letter(state.actor),
        "candidates": [_candidate(agreed, state, found, one) for one in found.plays],
        "rival": None if found.rival is None else _candidate(agreed, state, found, found.rival),
        "cube": None if found.cube is None else _cube(found.cube),
        "reasons": _facts(found.facts),
        "say": spoken.hint(speaker, state, found),
    }


def judge(request: Json) -> Json:
    """What a play or another decision gives away against the best, and why.

    Raises `Refused` where it is not allowed, and for what is no decision (code `not_now`).
    """
    agreed, state = opinions.running(request)
    question = _asked(state, wanted(request, state))
    found = _teacher(agreed).verdict(question, request.get("depth", 0))
    one = found.decision
    return {
        "what": one.what.value,
        "side": letter(one.side),
        "done": _way(agreed, state, one.done),
        "ways": [_way(agreed, state, way) for way in one.ways],
        "choice": _choice(one),
        "loss": opinions.number(one.loss),
        "units": opinions.number(one.units),
        "reasons": _facts(found.facts),
        "say": spoken.verdict(_speaker(request, state, question), found),
    }


def _asked(state: State, actions: list[Action]) -> Question:
    """The question that actions are, once it is sure that they are allowed."""
    applied(state, [one for one in actions if one.kind is not Kind.THROW])
    first = actions[0] if actions else None
    if first is not None and first.kind is Kind.STEP:
        return of_play(state, actions)
    found = None if first is None or len(actions) > 1 else of_action(state, first)
    if found is None:
        raise refuse("not_now", action="" if first is None else first.kind.value)
    return found


def _choice(one: Decision) -> bool:
    """Whether there was anything to choose."""
    return one.counts or len(one.ways) > 1


def _speaker(request: Json, state: State, question: Question | None) -> spoken.Speaker:
    side = state.actor if question is None else question.side
    numbering = request.get("numbering", "own")
    return spoken.speaker_for(request.get("language", "en"), state, numbering, side)


@lru_cache(maxsize=opinions.KEPT)
def _made(game_id: str, rules: Ruleset) -> Teacher:
    return Teacher(game_id, opinions.made(game_id, rules))


def _teacher(agreed: Agreement) -> Teacher:
    """Who is asked.  Raises `Fault` (code `no_net`)."""
    opinions.adviser(agreed)
    return _made(agreed.game.id, agreed.rules)


def _candidate(agreed: Agreement, state: State, found: Hint, one: Candidate) -> Json:
    told = opinions.candidate(agreed, state, one, position_json(one.position))
    return {**told, "loss": opinions.number(found.loss(one))}


def _way(agreed: Agreement, state: State, one: Way) -> Json:
    codes = [action.code for action in one.actions if action.kind is Kind.STEP]
    text = None
    if codes:
        text = notation.texts_of(agreed.rules, state.position, state.side, codes)
    return {
        "does": one.does,
        "actions": [action.to_json() for action in one.actions],
        "text": text,
        "equity": opinions.number(one.equity),
    }


def _cube(cube: CubeHint) -> Json:
    names = ("take", "drop") if cube.asked else ("no_double", "double_take", "double_drop")
    worths = {name: opinions.number(worth) for name, worth in zip(names, cube.worths, strict=True)}
    return {
        "decision": "answer" if cube.asked else "double",
        "verdict": cube.verdict,
        "equities": worths,
    }


def _facts(facts: tuple[Fact, ...]) -> list[Json]:
    return [{"code": fact.code, "numbers": list(fact.numbers)} for fact in facts]
