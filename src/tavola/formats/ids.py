"""A position of classic as one word: XGID, OGID, and the Position and Match ID of GNU Backgammon.

`rules/text/foreign.py` reads them.  White is the player below in an XGID and player 1 of a Match
ID.  All of them are asked of a state or a match, and raise `Refused` (code `not_written`): `game`
for another board or another number of checkers, `position` for what no other program has, `over`
where no game is going on, `offer` with a resignation, a draw or a double in the other's turn on the
table.  A throw that is being played stands as it fell; one that was partly played in a position put
in by hand is refused.
"""

from __future__ import annotations

import base64
from collections.abc import Callable

from tavola.formats.tell import not_written, untouched
from tavola.rules.model.geometry import own_number
from tavola.rules.model.ruleset import Side
from tavola.rules.text.foreign import POINTS, knows
from tavola.rules.turn.asked import HasState, of_state
from tavola.rules.turn.state import Kind, Phase, State

BAR = POINTS + 1
"""The place of the bar in a player's own numbers."""
MOST = 15
"""Checkers of a side that an id can hold."""
_LARGEST_CUBE = 10
"""The cube that an XGID allows at most, as a power of two."""
_LARGEST_GNU_CUBE = 15
"""The same for what a Match ID can hold."""
_PLAYING, _CENTRED = 1, 3
_PLACES = "0123456789abcdefghijklmnop"


@of_state
def position_id(state: State) -> str:
    """The 14 letters of a Position ID: the checkers only, the side on roll last."""
    state = _standing(state)
    side = _on_roll(state)
    bits, at = 0, 0
    for whose in (side.other, side):
        for count in _counts(state, whose):
            bits |= (1 << count) - 1 << at
            at += count + 1
    return _letters(bits, 10)


@of_state
def match_id(state: State) -> str:
    """The 12 letters of a Match ID: cube, dice, score, and whose decision it is."""
    state = _standing(state)
    side, doubled = _on_roll(state), _doubled(state)
    owner = state.cube.owner
    length = state.match.length or 0
    jacoby_off = length == 0 and not state.match.jacoby
    high, low = _dice(state)
    if _power(state) > _LARGEST_GNU_CUBE:
        raise not_written("position")
    fields = (
        (_power(state), 4),
        (_CENTRED if owner is None else _seat(owner), 2),
        (_seat(side), 1),
        (state.crawford == "now", 1),
        (_PLAYING, 3),
        (_seat(side.other if doubled else side), 1),
        (doubled, 1),
        (0, 2),
        (high, 3),
        (low, 3),
        (length, 15),
        (state.score_of(Side.BLACK) if length else 0, 15),
        (state.score_of(Side.WHITE) if length else 0, 15),
        (jacoby_off, 1),
    )
    bits, at = 0, 0
    for value, width in fields:
        bits |= int(value) << at
        at += width
    return _letters(bits, 9)


@of_state
def gnu_id(state: State) -> str:
    """Position ID and Match ID, with a colon between them."""
    return f"{position_id(state)}:{match_id(state)}"


@of_state
def xgid(state: State) -> str:
    """The XGID, with its name before it."""
    state = _standing(state)
    below, above = _counts(state, Side.WHITE), _counts(state, Side.BLACK)
    board = [_sign(above[BAR - 1], "a")]
    for point in range(1, POINTS + 1):
        mine, other = below[point - 1], above[POINTS - point]
        board.append(_sign(mine, "A") if mine else _sign(other, "a"))
    board.append(_sign(below[BAR - 1], "A"))
    length, rules = state.match.length or 0, state.match
    high, low = _dice(state)
    doubled = _doubled(state)
    extra = int(state.crawford == "now") if length else rules.jacoby + 2 * rules.beavers
    score = [state.score_of(side) if length else 0 for side in Side]
    fields = (
        "".join(board),
        _power(state),
        _turn_of(state.cube.owner),
        _turn_of(_on_roll(state)),
        "D" if doubled else f"{high}{low}",
        *score,
        extra,
        length,
        _LARGEST_CUBE,
    )
    return "XGID=" + ":".join(str(field) for field in fields)


@of_state
def ogid(state: State) -> str:
    """The OGID: places of both sides, cube, dice, who reached the position, score."""
    state = _standing(state)
    places = []
    for side, bar in ((Side.WHITE, 0), (Side.BLACK, POINTS + 1)):
        counts = _counts(state, side)
        found = [bar] * counts[BAR - 1]
        for point in range(1, POINTS + 1):
            found += [point] * counts[own_number(state.rules, side, point) - 1]
        places.append("".join(_PLACES[place] for place in sorted(found)))
    if state.offer is not None:
        raise not_written("offer")
    owner = state.cube.owner
    cube = f"{'N' if owner is None else owner.letter}{_power(state)}N"
    high, low = _dice(state)
    dice = f"{high}{low}" if high else ""
    reached = _on_roll(state).other.letter
    length = state.match.length or 0
    ended = f"{length}{'C' if state.crawford == 'now' else ''}" if length else ""
    score = [str(state.score_of(side)) if length else "" for side in Side]
    return ":".join((*places, cube, dice, reached, "IW", *score, ended)).rstrip(":")


FORMS: dict[str, Callable[[State | HasState], str]] = {
    "gnu": gnu_id,
    "xgid": xgid,
    "ogid": ogid,
}
"""The words by the names of their forms."""


# ------------------------------------------------------------------------------------------- parts


def _standing(state: State) -> State:
    """The state before the first step of the throw."""
    while state.phase is Phase.MOVE and state.last is not None and state.last.kind is Kind.STEP:
        assert state.previous is not None
        state = state.previous
    if state.phase in (Phase.OVER, Phase.END):
        raise not_written("over")
    if not untouched(state):
        raise not_written("position")
    if state.offer is not None and state.offer.kind is not Kind.DOUBLE:
        raise not_written("offer")
    if state.offer is not None and state.offer.value != 2 * state.cube.value:
        raise not_written("offer")  # beavered
    return state


def _doubled(state: State) -> bool:
    """Whether a double lies on the table: an id knows only that of the side on roll."""
    if state.offer is not None and state.offer.side is not _on_roll(state):
        raise not_written("offer")
    return state.offer is not None


def _counts(state: State, side: Side) -> list[int]:
    """The checkers of a side on its own points 1 to 24 and on its bar."""
    if not knows(state.rules):
        raise not_written("game")
    position, found = state.position, [0] * BAR
    if position.marked or position.reserve(side) or state.rules.start[side].total > MOST:
        raise not_written("position")
    for point in range(1, POINTS + 1):
        found[own_number(state.rules, side, point) - 1] = position.count(side, point)
    found[BAR - 1] = position.bar(side)
    return found


def _on_roll(state: State) -> Side:
    """Who throws or has thrown; White before the opening."""
    return state.side


def _dice(state: State) -> tuple[int, int]:
    """The throw that lies on the board, higher first; zeros where there is none."""
    dice = state.turn.dice if state.phase is Phase.MOVE else None
    return (max(dice), min(dice)) if dice else (0, 0)


def _power(state: State) -> int:
    return state.cube.value.bit_length() - 1


def _seat(side: Side) -> int:
    return 1 if side is Side.WHITE else 0


def _turn_of(side: Side | None) -> int:
    return 0 if side is None else 1 if side is Side.WHITE else -1


def _sign(count: int, first: str) -> str:
    return chr(ord(first) + count - 1) if count else "-"


def _letters(bits: int, length: int) -> str:
    return base64.b64encode(bits.to_bytes(length, "little")).decode("ascii").rstrip("=")


__all__ = ["BAR", "FORMS", "MOST", "gnu_id", "match_id", "ogid", "position_id", "xgid"]
