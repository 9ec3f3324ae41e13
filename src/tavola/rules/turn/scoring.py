"""Score, cube and match: what a result is worth, who may double, when a match is decided.

Sources: rulings 2.1, 2.2 and 2.3 (cube, Tavola reale's ban, the tournament and money rules).
"""

from __future__ import annotations

from tavola.rules.kernel import bursting
from tavola.rules.model import movement
from tavola.rules.model.position import Position
from tavola.rules.model.refusal import Refusal
from tavola.rules.model.rotation import in_turn
from tavola.rules.model.ruleset import Mother, Opening, Score, Side, Window
from tavola.rules.turn.state import (
    Cube,
    Fact,
    Kind,
    Offer,
    Phase,
    Result,
    State,
    Turn,
    sightings,
)

MOST_RESIGNED = {
    Score.SINGLE: 1,
    Score.GAMMON: 2,
    Score.BACKGAMMON: 3,
    Score.CHECKERS: 1,
    Score.PIPS: 3,
    Score.BAR: 1,
}
"""The highest multiple that a game knows, in a win as in a resignation."""

COUNTS_MULTIPLES = (Score.GAMMON, Score.BACKGAMMON)
"""Scores in which gammons count more than single games."""

_NAMES = ("single", "gammon", "backgammon")
_EARLY = {
    bursting.ARRANGES: "arranged",
    bursting.FILLS_BAR: "jan",
    bursting.BURSTS_BAR: "burst_jan",
}


def cube_refusal(state: State, side: Side) -> Refusal | None:
    """Why `side` may not double now, or None if it may."""
    rules = state.rules
    if not rules.cube:
        return Refusal("no_cube")
    if state.phase is not Phase.START or not state.fresh or state.opening is not None:
        return Refusal("cube_before_throw")
    if side is not state.side and rules.cube_window is not Window.ANY:
        return Refusal("not_your_turn")
    if state.cube.owner not in (None, side):
        return Refusal("cube_elsewhere")
    if state.crawford == "now":
        return Refusal("cube_crawford")
    if _banned(state, side):
        return Refusal("cube_banned")
    return None


def _banned(state: State, side: Side) -> bool:
    """Tavola reale (ruling 2.2): the double would turn a simple win into the win of the match."""
    length = state.match.length
    if not state.rules.cube_ban or length is None:
        return False
    score, value = state.score_of(side), state.cube.value
    return score + value < length <= score + 2 * value


def resigned_points(state: State, loser: Side, multiple: int) -> int:
    """What a resignation is worth, cube included."""
    rules, position = state.rules, state.position
    if rules.score is Score.CHECKERS:
        value = rules.checkers - position.off(loser)
    elif rules.score is Score.PIPS:
        value = movement.pip_count(rules, position, loser) * multiple
    else:
        value = multiple
    return value * state.cube.value


def played_out(state: State) -> Result | None:
    """The result if the play that was just made ends the game."""
    found = movement.result(state.rules, state.position, state.side, state.turn.hit)
    if found is None:
        return None
    winner, value = found
    if winner is None:
        return Result(None, 0, "mothers")
    multiple = movement.multiple(state.rules, state.position, winner.other)
    how = _NAMES[min(multiple, MOST_RESIGNED[state.rules.score]) - 1]
    if state.rules.score in COUNTS_MULTIPLES and state.jacoby:
        value, how = 1, "single"
    mother = state.rules.mother is not Mother.NOTHING
    if state.turn.hit and state.rules.hit_loses:
        how = "hit"
    elif mother and not movement.finished(state.rules, state.position, winner):
        how = "mother"
    early = movement.early_win(state.rules, state.position, winner)
    if early != bursting.NOT_YET:
        how = _EARLY[early]
    return Result(winner, value * state.cube.value, how)


def close_game(state: State, result: Result) -> tuple[State, tuple[Fact, ...]]:
    """Book the result of a game; the match goes on or is decided."""
    score = list(state.score)
    if result.winner is not None:
        score[state.player(result.winner)] += result.points
    closed = state.but(
        phase=Phase.OVER,
        score=(score[0], score[1]),
        result=result,
        offer=None,
        turn=Turn(),
        opening=None,
        ahead=(None, None),
        fresh=True,
        fixed=None,
    )
    facts = [Fact("game_over", result.winner, {"points": result.points, "how": result.how})]
    if _decided(closed):
        closed = closed.but(phase=Phase.END)
        facts.append(Fact("match_over", _leader(closed), {"score": list(closed.score)}))
    return closed, tuple(facts)


def _decided(state: State) -> bool:
    if state.match.length is not None:
        return max(state.score) >= state.match.length
    return state.match.games is not None and state.game >= state.match.games


def _leader(state: State) -> Side | None:
    white, black = state.score_of(Side.WHITE), state.score_of(Side.BLACK)
    return None if white == black else Side.WHITE if white > black else Side.BLACK


def next_game(state: State) -> State:
    """The opening of the next game of the match, which in a rotation has rules of its own."""
    swap = state.match.swap and state.rules.swap_roles
    following = in_turn(state.rotation, state.game + 1)
    rules = state.rules if following is None else following.rules
    begun = State(
        rules=rules,
        match=state.match,
        position=Position.start(rules),
        score=state.score,
        game=state.game + 1,
        swapped=state.swapped ^ swap,
        crawford=crawford_after(state),
        rotation=state.rotation,
    )
    winner = None if state.result is None else state.result.winner
    return begin_game(begun, None if winner is None else begun.colour(state.player(winner)))


def begin_game(state: State, winner: Side | None = None) -> State:
    """A state at the opening of its game; at the first turn where the start is agreed, or belongs
    to the `winner` of the game before, given by his colour now, or to its loser."""
    if state.rules.opening is Opening.AGREED and state.rules.namer is not None:
        return state.but(phase=Phase.START, side=state.rules.namer)
    if winner is not None and state.rules.opening in (Opening.WINNER, Opening.LOSER):
        side = winner if state.rules.opening is Opening.WINNER else winner.other
        return state.but(phase=Phase.START, side=side, seen=sightings(state, side))
    return state


def crawford_after(state: State) -> str:
    """What the game after that of `state`, at its score, is: `now`, `done` or empty.  The Crawford
    game is the first after a player comes to one point; a draw changes nothing."""
    match = state.match
    if not match.crawford or match.length is None or not state.rules.cube:
        return ""
    if state.result is not None and state.result.winner is None:
        return state.crawford
    if state.crawford:
        return "done"
    return "now" if max(state.score) == match.length - 1 else ""


def doubled(state: State, side: Side) -> State:
    """The state with a double of `side` on the table."""
    offer = Offer(kind=Kind.DOUBLE, side=side, value=2 * state.cube.value, back=state.phase)
    return state.but(phase=Phase.ANSWER, offer=offer)


def taken(state: State, offer: Offer) -> State:
    """The cube after a take: with the taker, or after a beaver with the one who beavered."""
    beavered = offer.value == 4 * state.cube.value
    owner = offer.side if beavered else offer.side.other
    return state.but(phase=offer.back, offer=None, cube=Cube(offer.value, owner))


def dropped(offer: Offer) -> Result:
    """The game lost by a drop: the cube's value before the last double."""
    return Result(offer.side, offer.value // 2, "drop")
