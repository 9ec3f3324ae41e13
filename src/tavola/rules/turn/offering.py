"""Offers and answers: doubles, resignations, draws; and the next game of a match."""

from __future__ import annotations

from dataclasses import replace

from tavola.rules.model.refusal import refuse
from tavola.rules.model.ruleset import Opening
from tavola.rules.turn import scoring
from tavola.rules.turn.allowed import expect, may_beaver, most_resigned
from tavola.rules.turn.state import Action, Fact, Kind, Offer, Outcome, Phase, Result, State, joined


def double(state: State, action: Action) -> Outcome:
    """A double is offered."""
    side = action.side if action.side is not None else state.side
    refusal = scoring.cube_refusal(state, side)
    if refusal is not None:
        raise refuse(refusal.code, **refusal.details)
    offered = scoring.doubled(state, side)
    return offered, (Fact("doubled", side, {"value": 2 * state.cube.value}),)


def _offer(state: State, action: Action, kind: Kind) -> Offer:
    if state.phase is not Phase.ANSWER or state.offer is None or state.offer.kind is not kind:
        raise refuse("not_now", action=action.kind.value)
    return state.offer


def take(state: State, action: Action) -> Outcome:
    """The double is taken, with the cube."""
    offer = _offer(state, action, Kind.DOUBLE)
    return scoring.taken(state, offer), (Fact("took", offer.side.other, {"value": offer.value}),)


def drop(state: State, action: Action) -> Outcome:
    """The double is refused: the game is lost at its old value."""
    offer = _offer(state, action, Kind.DOUBLE)
    fact = Fact("dropped", offer.side.other)
    return joined((fact,), scoring.close_game(state, scoring.dropped(offer)))


def beaver(state: State, action: Action) -> Outcome:
    """The double is doubled at once; the cube stays with the beaver."""
    offer = _offer(state, action, Kind.DOUBLE)
    if not may_beaver(state):
        raise refuse("no_beavers")
    side = offer.side.other
    again = replace(offer, side=side, value=2 * offer.value)
    return state.but(offer=again), (Fact("beavered", side, {"value": again.value}),)


def resign(state: State, action: Action) -> Outcome:
    """The game is given up for 1, 2 or 3."""
    expect(state, action, Phase.START, Phase.MOVE, Phase.CHOOSE)
    most = most_resigned(state)
    if not 1 <= action.number <= most:
        raise refuse("bad_resignation", most=most)
    return _ask(state, Offer(Kind.RESIGN, state.side, action.number, state.phase), "resigned")


def draw(state: State, action: Action) -> Outcome:
    """A draw is offered."""
    expect(state, action, Phase.START, Phase.MOVE, Phase.CHOOSE)
    return _ask(state, Offer(Kind.DRAW, state.side, 0, state.phase), "offered_draw")


def _ask(state: State, offer: Offer, kind: str) -> Outcome:
    asked = replace(state, phase=Phase.ANSWER, offer=offer)
    return asked, (Fact(kind, offer.side, {"value": offer.value}),)


def accept(state: State, action: Action) -> Outcome:
    """The resignation is accepted."""
    offer = _offer(state, action, Kind.RESIGN)
    points = scoring.resigned_points(state, offer.side, offer.value)
    result = Result(offer.side.other, points, "resign")
    return joined((Fact("accepted", offer.side.other),), scoring.close_game(state, result))


def agree(state: State, action: Action) -> Outcome:
    """The draw is agreed."""
    offer = _offer(state, action, Kind.DRAW)
    result = Result(None, 0, "agreed")
    return joined((Fact("agreed", offer.side.other),), scoring.close_game(state, result))


def refuse_resignation(state: State, action: Action) -> Outcome:
    """The resignation is not enough; play goes on."""
    offer = _offer(state, action, Kind.RESIGN)
    return _back(state, offer), (Fact("refused", offer.side.other, {"value": offer.value}),)


def decline(state: State, action: Action) -> Outcome:
    """The draw is declined; play goes on."""
    offer = _offer(state, action, Kind.DRAW)
    return _back(state, offer), (Fact("declined", offer.side.other),)


def _back(state: State, offer: Offer) -> State:
    return replace(state, phase=offer.back, offer=None)


def next_game(state: State, action: Action) -> Outcome:
    """The next game of the match."""
    if state.phase is not Phase.OVER:
        raise refuse("not_now", action=action.kind.value)
    begun = scoring.next_game(state)
    facts: tuple[Fact, ...] = (Fact("game", None, {"game": begun.game}),)
    from_before = begun.rules.opening in (Opening.WINNER, Opening.LOSER)
    if from_before and begun.phase is Phase.START:
        facts += (Fact("starts", begun.side),)
    return begun, facts
